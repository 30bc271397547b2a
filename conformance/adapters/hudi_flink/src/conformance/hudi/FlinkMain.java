// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Adapter;
import conformance.protocol.Scratch;
import conformance.protocol.Server;
import conformance.protocol.Unsupported;
import conformance.protocol.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The adapter of the table source by which Flink reads tables of Hudi. */
public final class FlinkMain implements Adapter {
  private FlinkMain() {}

  public static void main(String[] arguments) throws IOException {
    String folder = System.getenv("TMPDIR");
    if (folder != null && !folder.isEmpty()) {
      // for files of Flink's cluster, spilled maps of Hudi and native libraries
      System.setProperty("java.io.tmpdir", folder);
    }
    Server.run(arguments, new FlinkMain());
  }

  @Override
  public Map<String, Object> hello(String suite) {
    return Adapter.description("hudi-flink", Release.VERSION, "https://hudi.apache.org", List.of("table.read"),
        List.of("columns.by-id", "rows.filter", "rows.filter-function", "rows.filter-union"), List.of("dir"));
  }

  @Override
  public Verdict verdict(Throwable thrown) {
    return FlinkErrors.verdict(thrown);
  }

  @Override
  public void answer(String command, Map<?, ?> request, Map<String, Object> answer) throws Exception {
    if (!command.equals("table.read")) {
      throw new Unsupported("command " + command);
    }
    Map<?, ?> args = Adapter.args(request);
    if (args.get("as_of") != null) {
      throw new Unsupported("as_of");
    }
    Map<String, String> query = FlinkQuery.options(args);
    try (Scratch scratch = new Scratch()) {
      FlinkTable table = new FlinkTable(scratch.folderOrFile(request, "input"));
      List<?> columns = args.get("columns") instanceof List<?> some ? some : null;
      List<Map<?, ?>> filters = new ArrayList<>();
      for (String name : List.of("filter", "union")) {
        if (args.get(name) instanceof Map<?, ?> tree) {
          filters.add(tree);
        }
      }
      Adapter.putValue(answer, table.rows(query, filters, columns));
    } catch (NoClassDefFoundError missing) {
      if (String.valueOf(missing.getMessage()).startsWith("org/apache/orc/")) {
        throw new Unsupported("ORC base files, whose library is not in the bundle");
      }
      throw missing;
    }
  }
}
