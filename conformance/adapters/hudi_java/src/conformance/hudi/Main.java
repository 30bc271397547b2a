// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Adapter;
import conformance.protocol.Scratch;
import conformance.protocol.Server;
import conformance.protocol.Unsupported;
import conformance.protocol.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The adapter of Hudi's reader and writer of logs, of its merging, its timelines and its tables. */
public final class Main implements Adapter {
  /** A name that every release takes for a log file, whatever the input is called. */
  private static final String INPUT = ".00000000-0000-4000-8000-000000000000-0_20240101000000000.log.1_1-0-1";
  /** A name of a base file. */
  private static final String BASE_FILE = "00000000-0000-4000-8000-000000000000-0_0-1-0_20240101000000000.parquet";
  private static final List<String> COMMANDS = List.of(
      "log.scan", "log.records", "log.reverse", "log.positions", "log.write", "name.parse", "name.order",
      "merge.reduce", "metadata.bloom", "metadata.bloom.write");

  private Main() {}

  public static void main(String[] arguments) throws IOException {
    Server.run(arguments, new Main());
  }

  @Override
  public Map<String, Object> hello(String suite) {
    return Adapter.description("hudi-java", Shim.VERSION, "https://hudi.apache.org",
        joined(COMMANDS, Shim.MORE_COMMANDS), joined(Shim.FEATURES, Merging.features()), List.of("b64", "path", "dir"));
  }

  private static List<String> joined(List<String> some, List<String> more) {
    List<String> all = new ArrayList<>(some);
    all.addAll(more);
    return all;
  }

  @Override
  public Verdict verdict(Throwable thrown) {
    return ErrorRules.verdict(thrown);
  }

  @Override
  public void answer(String command, Map<?, ?> request, Map<String, Object> answer) throws Exception {
    Map<?, ?> args = Adapter.args(request);
    try (Scratch scratch = new Scratch()) {
      switch (command) {
        case "log.scan", "log.records", "log.reverse", "log.positions" ->
            new LogReading(command, scratch.input(request, INPUT)).run(answer);
        default -> Adapter.putValue(answer, value(command, request, args, scratch));
      }
    }
  }

  private static Object value(String command, Map<?, ?> request, Map<?, ?> args, Scratch scratch) throws Exception {
    return switch (command) {
      case "hfile.records" -> Shim.hfileRecords(scratch.input(request, INPUT));
      case "log.write" -> LogWriting.write(args.get("write"));
      // not of the protocol: recipes of fixtures ask what several calls of one writer leave behind
      case "log.append" -> LogWriting.append(
          (List<?>) args.get("appends"), Long.parseLong((String) args.get("threshold")));
      case "log.merged" -> run("MergedScan", scratch.input(request, INPUT), args);
      case "table.slices" -> run("Slices", scratch.folder, args);
      case "table.read" -> run("TableRead", scratch.folderOrFile(request, INPUT), args);
      case "timeline.list", "timeline.properties", "timeline.decode", "timeline.history", "archive.list",
          "archive.entries" -> Merging.optional(
              "Timelines", "answer", new Class<?>[] {String.class, Path.class, Map.class, Path.class},
              command, scratch.folderOrFile(request, INPUT), args, scratch.folder);
      case "metadata.key" -> metadata(command, null, args);
      case "metadata.possible" -> metadata(command, scratch.input(request, BASE_FILE), args);
      case "metadata.files", "metadata.stats", "metadata.locate" ->
          metadata(command, scratch.folderOrFile(request, INPUT), args);
      case "bucket.key" -> bucket(command, null, args);
      case "bucket.ring", "bucket.count" -> bucket(command, scratch.input(request, INPUT), args);
      case "bucket.holding" -> bucket(command, scratch.folderOrFile(request, INPUT), args);
      case "merge.reduce" -> Merging.reduce(args);
      case "metadata.bloom" -> Bloom.ask(scratch.input(request, BASE_FILE), args);
      case "metadata.bloom.write" -> Bloom.write(args.get("write"));
      case "name.parse" -> Names.parse(args.get("name"));
      case "name.order" -> Names.order(args.get("names"));
      default -> throw new Unsupported("command " + command);
    };
  }

  private static Object metadata(String command, Path folder, Map<?, ?> args) throws Exception {
    return Merging.optional(
        "Metadata", "answer", new Class<?>[] {String.class, Path.class, Map.class}, command, folder, args);
  }

  private static Object bucket(String command, Path input, Map<?, ?> args) throws Exception {
    return Merging.optional(
        "Buckets", "answer", new Class<?>[] {String.class, Path.class, Map.class}, command, input, args);
  }

  private static Object run(String type, Path input, Map<?, ?> args) throws Exception {
    return Merging.optional(type, "run", new Class<?>[] {Path.class, Map.class}, input, args);
  }
}
