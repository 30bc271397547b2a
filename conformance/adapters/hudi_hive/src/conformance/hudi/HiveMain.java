// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Adapter;
import conformance.protocol.Scratch;
import conformance.protocol.Server;
import conformance.protocol.Unsupported;
import conformance.protocol.Verdict;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The adapter of the input formats by which Hive reads tables of Hudi. */
public final class HiveMain implements Adapter {
  private HiveMain() {}

  public static void main(String[] arguments) throws IOException {
    Server.run(arguments, new HiveMain());
  }

  @Override
  public Map<String, Object> hello(String suite) {
    return Adapter.description("hudi-hive", Release.VERSION, "https://hudi.apache.org", List.of("table.read"),
        List.of("columns.by-id", "rows.filter"), List.of("dir"));
  }

  @Override
  public Verdict verdict(Throwable thrown) {
    return ErrorRules.verdict(thrown);
  }

  @Override
  public void answer(String command, Map<?, ?> request, Map<String, Object> answer) throws Exception {
    if (!command.equals("table.read")) {
      throw new Unsupported("command " + command);
    }
    Map<?, ?> args = Adapter.args(request);
    Object view = args.get("view") == null ? "snapshot" : args.get("view");
    if (!view.equals("snapshot") && !view.equals("read_optimized")) {
      throw new Unsupported("view " + view);
    }
    for (String name : List.of("as_of", "bootstrap_base", "filter")) {
      if (args.get(name) != null) {
        throw new Unsupported(name);
      }
    }
    if (args.get("line") instanceof String line && !line.equals(Release.LINE)) {
      throw new Unsupported("line " + line);
    }
    try (Scratch scratch = new Scratch()) {
      Adapter.putValue(answer, new HiveTable(scratch.folderOrFile(request, "input"), args).rows(view.equals("snapshot")));
    } catch (NoClassDefFoundError missing) {
      if (String.valueOf(missing.getMessage()).startsWith("org/apache/orc/")) {
        throw new Unsupported("ORC base files, whose library is not among the jars");
      }
      throw missing;
    }
  }
}
