// SPDX-License-Identifier: Apache-2.0
package conformance.upgrade;

import conformance.files.WatchedFiles;
import conformance.protocol.Adapter;
import conformance.protocol.Json;
import conformance.protocol.Server;
import conformance.protocol.Unsupported;
import conformance.protocol.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hudi.common.table.HoodieTableMetaClient;

/** Changes the version of tables in folders with a release's own classes, and reads their rows. */
public final class Main implements Adapter, Verdict.Rules {
  private Main() {}

  public static void main(String[] arguments) throws IOException {
    // Hadoop keeps the first file system of a scheme: the readers have to share the watched one
    FileSystem.get(new org.apache.hadoop.fs.Path("file:///").toUri(), WatchedFiles.configuration("file"));
    Server.run(arguments, new Main());
  }

  @Override
  public Map<String, Object> hello(String suite) {
    String jar = HoodieTableMetaClient.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return Adapter.description("hudi-upgrade", jar.replaceAll(".*hudi-common-|\\.jar$", ""),
        "https://hudi.apache.org", List.of("upgrade.run", "upgrade.read"), List.of(), List.of("b64"));
  }

  @Override
  public void answer(String command, Map<?, ?> request, Map<String, Object> answer) throws Exception {
    Map<?, ?> args = Adapter.args(request);
    Path table = Path.of((String) args.get("table"));
    switch (command) {
      case "upgrade.run" -> Adapter.putValue(answer, Change.run(table, args));
      case "upgrade.read" -> Adapter.putValue(answer, Json.object("rows", Reading.rows(table)));
      default -> throw new Unsupported(command);
    }
  }

  @Override
  public Verdict verdict(Throwable thrown) {
    return Verdict.of(thrown, this);
  }

  @Override
  public boolean isDeliberate(Throwable thrown) {
    return thrown.getClass().getName().startsWith("org.apache.hudi.");
  }

  @Override
  public String code(Throwable link) {
    return null;
  }
}
