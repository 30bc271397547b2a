// SPDX-License-Identifier: Apache-2.0
package conformance.archiver;

import conformance.files.WatchedFiles;
import conformance.protocol.Adapter;
import conformance.protocol.Scratch;
import conformance.protocol.Server;
import conformance.protocol.Unsupported;
import conformance.protocol.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The adapter of the archivers: each question is made a table, on which the real one works. */
public final class Main implements Adapter, Verdict.Rules {
  private Main() {}

  public static void main(String[] arguments) throws IOException {
    Server.run(arguments, new Main());
  }

  /** The object below a key, empty where there is none. */
  static Map<?, ?> object(Map<?, ?> given, String key) {
    return given.get(key) instanceof Map<?, ?> found ? found : Map.of();
  }

  /** The texts below a key, empty where there are none. */
  static List<String> texts(Map<?, ?> given, String key) {
    return given.get(key) instanceof List<?> found ? found.stream().map(String::valueOf).toList() : List.of();
  }

  @Override
  public Map<String, Object> hello(String suite) {
    return Adapter.description("hudi-archiver", Release.VERSION, "https://hudi.apache.org",
        Release.COMMANDS.stream().filter(name -> !name.equals("archive.crash")).toList(),
        List.of("archive.line." + Release.LINE), List.of("dir"));
  }

  @Override
  public void answer(String command, Map<?, ?> request, Map<String, Object> answer) throws Exception {
    Map<?, ?> args = Adapter.args(request);
    Object value = null;
    if (Release.COMMANDS.contains(command) && Release.LINE.equals(args.get("line"))) {
      try (Scratch scratch = new Scratch()) {
        value = value(command, request, args, scratch.folder);
      }
    }
    if (value == null) {
      throw new Unsupported("this question");
    }
    Adapter.putValue(answer, value);
  }

  /** Value of a command, null if it is not supported. */
  private static Object value(String command, Map<?, ?> request, Map<?, ?> args, Path scratch) throws Exception {
    if (command.equals("archive.recover")) {
      Path given = Path.of(String.valueOf(object(request, "in").get("dir")));
      WatchedFiles.mount(given);
      return Release.recover(given, args);
    }
    WatchedFiles.mount(scratch);
    return switch (command) {
      case "archive.plan" -> new PlanRun(scratch, args).run();
      case "archive.crash" -> new PlanRun(scratch, args).crash(((Number) args.get("stop_after")).longValue());
      default -> Release.mergePlan(scratch, args);
    };
  }

  @Override
  public Verdict verdict(Throwable thrown) {
    return Verdict.of(thrown, this);
  }

  /** A refusal is what code throws on purpose; what the virtual machine throws is an accident. */
  @Override
  public boolean isDeliberate(Throwable thrown) {
    if (thrown instanceof NumberFormatException) {
      return false;
    }
    return thrown instanceof IllegalArgumentException || thrown instanceof IOException
        || thrown instanceof IllegalStateException || thrown.getClass().getName().startsWith("org.apache.hudi.");
  }

  @Override
  public String code(Throwable link) {
    return null;
  }
}
