// SPDX-License-Identifier: Apache-2.0
package conformance.writer;

import conformance.protocol.Adapter;
import conformance.protocol.BadRequest;
import conformance.protocol.Json;
import conformance.protocol.Scratch;
import conformance.protocol.Server;
import conformance.protocol.Unsupported;
import conformance.protocol.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hudi.common.table.HoodieTableMetaClient;

/** The adapter of Hudi's writing client in Java: carries a scenario out and answers the folder. */
public final class Main implements Adapter, Verdict.Rules {
  private static final String COMMAND = "table.write";

  private Main() {}

  public static void main(String[] arguments) throws IOException {
    Server.run(arguments, new Main());
  }

  @Override
  public Map<String, Object> hello(String suite) {
    return Adapter.description(
        "hudi-writer", version(), "https://hudi.apache.org", List.of(COMMAND), List.of("write.types"), List.of("b64"));
  }

  /** The release, from the name of its jar. */
  private static String version() {
    String jar = HoodieTableMetaClient.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return jar.replaceAll(".*hudi-common-|\\.jar$", "");
  }

  @Override
  public void answer(String command, Map<?, ?> request, Map<String, Object> answer) throws Exception {
    if (!COMMAND.equals(command)) {
      throw new Unsupported(command);
    }
    if (!(Adapter.args(request).get("write") instanceof Map<?, ?> scenario)) {
      throw new BadRequest("args.write is not an object");
    }
    try (Scratch scratch = new Scratch()) {
      Path table = scratch.folder.resolve("table");
      new Steps(table, scenario).run();
      Adapter.putValue(answer, Json.object("files", files(table)));
    }
  }

  /** All files except the checksum files of Hadoop's local file system. */
  private static Map<String, Object> files(Path table) throws IOException {
    Map<String, Object> found = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(table)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        if (!file.toString().endsWith(".crc")) {
          String data = Base64.getEncoder().encodeToString(Files.readAllBytes(file));
          long mtime = Files.getLastModifiedTime(file).toMillis();
          found.put(table.relativize(file).toString(), Json.object("b64", data, "mtime", mtime));
        }
      }
    }
    return found;
  }

  @Override
  public Verdict verdict(Throwable thrown) {
    return Verdict.of(thrown, this);
  }

  /** A refusal is what code throws on purpose; what the virtual machine throws is an accident. */
  @Override
  public boolean isDeliberate(Throwable thrown) {
    return thrown instanceof Refusal || thrown.getClass().getName().startsWith("org.apache.hudi.");
  }

  @Override
  public String code(Throwable link) {
    return link instanceof Refusal ? "bad-value" : null;
  }
}
