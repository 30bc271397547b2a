// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Unsupported;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.hudi.common.model.HoodieCommitMetadata;
import org.apache.hudi.common.model.HoodieReplaceCommitMetadata;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.TimelineMetadataUtils;
import org.apache.hudi.storage.StoragePath;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;
import org.apache.hudi.storage.hadoop.HoodieHadoopStorage;

/** Timelines of 0.15.0: layout 1 and the archive in log files. */
final class TimelineParts {
  private TimelineParts() {}

  static List<Timelines.Told> active(Path table) {
    Shim.refuseLater(table);
    return Shim.openTable(table).getActiveTimeline().getInstantsAsStream().map(TimelineParts::told).toList();
  }

  static List<Timelines.Told> archived(Path table) {
    return Shim.openTable(table).getArchivedTimeline().getInstantsAsStream().map(TimelineParts::told).toList();
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
