// SPDX-License-Identifier: Apache-2.0
package conformance.upgrade;

import conformance.files.WatchedFiles;
import conformance.protocol.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.hudi.client.common.HoodieJavaEngineContext;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.HoodieTableVersion;
import org.apache.hudi.config.HoodieWriteConfig;
import org.apache.hudi.table.upgrade.JavaUpgradeDowngradeHelper;
import org.apache.hudi.table.upgrade.UpgradeDowngrade;

/** One run of a release's upgrade or downgrade, which dies after a number of changes of files. */
final class Change {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmssSSS");

  private Change() {}

  static Map<String, Object> run(Path table, Map<?, ?> args) {
    WatchedFiles.mount(table);
    if (args.get("stop_after") instanceof Number changes) {
      WatchedFiles.stopAfter(changes.longValue());
    }
    String end = attempt(table, ((Number) args.get("to")).intValue());
    boolean stopped = WatchedFiles.isStopped();
    WatchedFiles.stopAfter(Long.MAX_VALUE);
    String prefix = table + "/";
    List<String> did = WatchedFiles.events().stream()
        .filter(event -> !event.what().equals("open"))
        .map(event -> event.what() + " " + event.path().replace(prefix, ""))
        .toList();
    return Json.object("stopped", stopped, "did", did, "end", end);
  }

  private static String attempt(Path table, int to) {
    try {
      HoodieTableMetaClient client = HoodieTableMetaClient.builder()
          .setConf(Storage.configuration())
          .setBasePath(table.toString())
          .build();
      boolean hasMetadata = Files.isDirectory(table.resolve(".hoodie/metadata"));
      new UpgradeDowngrade(
          client, config(table, to, hasMetadata), new HoodieJavaEngineContext(Storage.configuration()),
          JavaUpgradeDowngradeHelper.getInstance())
          .run(version(to), LocalDateTime.now().format(TIME));
      return "done";
    } catch (Throwable thrown) {
      return root(thrown);
    }
  }

  /** Class and message of the first cause. */
  static String root(Throwable thrown) {
    Throwable last = thrown;
    while (last.getCause() != null && last.getCause() != last) {
      last = last.getCause();
    }
    return last.getClass().getSimpleName() + ": " + String.valueOf(last.getMessage()).lines().findFirst().orElse("");
  }

  private static HoodieTableVersion version(int code) {
    for (HoodieTableVersion version : HoodieTableVersion.values()) {
      if (version.versionCode() == code) {
        return version;
      }
    }
    throw new IllegalArgumentException("the release knows no version " + code);
  }

  private static HoodieWriteConfig config(Path table, int to, boolean hasMetadata) {
    Properties settings = new Properties();
    String[] words = {
        "hoodie.write.table.version=" + to,
        "hoodie.metadata.enable=" + hasMetadata,
        "hoodie.index.type=BLOOM",
        "hoodie.write.markers.type=DIRECT",
        "hoodie.clean.automatic=false",
        "hoodie.archive.automatic=false",
        "hoodie.datasource.write.recordkey.field=id",
        "hoodie.datasource.write.partitionpath.field=part",
    };
    for (String word : words) {
      settings.setProperty(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
    }
    return HoodieWriteConfig.newBuilder()
        .withPath(table.toString())
        .forTable("t")
        .withEmbeddedTimelineServerEnabled(false)
        .withProps(settings)
        .build();
  }
}
