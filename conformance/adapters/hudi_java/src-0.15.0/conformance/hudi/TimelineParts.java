// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Unsupported;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.hudi.common.model.HoodieCommitMetadata;
import org.apache.hudi.common.model.HoodieReplaceCommitMetadata;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.TimelineMetadataUtils;
import org.apache.hudi.storage.StoragePath;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;
import org.apache.hudi.storage.hadoop.HoodieHadoopStorage;

/** Timelines of 0.15.0: layout 1 and the archive in log files. */
final class TimelineParts {
  private TimelineParts() {}

  static HoodieTableMetaClient open(Path table) {
    try {
      return HoodieTableMetaClient.builder()
          .setConf(new HadoopStorageConfiguration(LocalFiles.configuration()))
          .setBasePath(table.toUri().toString())
          .build();
    } catch (RuntimeException refused) {
      if (isLater(table)) { // it says so rightly, and can do no more
        throw new Unsupported("tables of later releases");
      }
      throw refused;
    }
  }

  private static boolean isLater(Path table) {
    Properties found = new Properties();
    try (InputStream in = Files.newInputStream(table.resolve(".hoodie/hoodie.properties"))) {
      found.load(in);
    } catch (IOException | IllegalArgumentException unreadable) {
      return false;
    }
    return Set.of("7", "8", "9").contains(found.getProperty("hoodie.table.version", ""));
  }

  static int[] versions(Path table) {
    HoodieTableMetaClient client = open(table);
    if (isLater(table)) {
      throw new Unsupported("tables of later releases");
    }
    return new int[] {
        client.getTableConfig().getTableVersion().versionCode(), client.getTimelineLayoutVersion().getVersion()};
  }

  static List<Timelines.Told> active(Path table) {
    versions(table);
    return open(table).getActiveTimeline().getInstantsAsStream().map(TimelineParts::told).toList();
  }

  static List<Timelines.Told> archived(Path table) {
    return open(table).getArchivedTimeline().getInstantsAsStream().map(TimelineParts::told).toList();
  }

  static Object history(Path table, Map<?, ?> args) {
    throw new Unsupported("LSM history in this release");
  }

  static Timelines.Told parse(Path file, int layout) throws IOException {
    if (layout > 1) {
      throw new Unsupported("layout " + layout);
    }
    StoragePath path = new StoragePath(file.toUri());
    HoodieHadoopStorage storage =
        new HoodieHadoopStorage(path, new HadoopStorageConfiguration(LocalFiles.configuration()));
    return told(new HoodieInstant(storage.getPathInfo(path)));
  }

  /** Completed or inflight metadata of a commit, as JSON of the release's own class. */
  static String commit(Path file, byte[] content, int layout, boolean replace) throws IOException {
    HoodieCommitMetadata read = replace
        ? HoodieReplaceCommitMetadata.fromBytes(content, HoodieReplaceCommitMetadata.class)
        : HoodieCommitMetadata.fromBytes(content, HoodieCommitMetadata.class);
    return read == null ? null : read.toJsonString();
  }

  static SpecificRecordBase avro(byte[] content, Class<? extends SpecificRecordBase> type) throws IOException {
    return TimelineMetadataUtils.deserializeAvroMetadata(content, type);
  }

  private static Timelines.Told told(HoodieInstant instant) {
    return new Timelines.Told(instant.getTimestamp(), instant.getAction(), instant.getState().name(), null);
  }
}
