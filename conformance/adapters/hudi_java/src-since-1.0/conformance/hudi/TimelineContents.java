// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.hudi.common.model.HoodieCommitMetadata;
import org.apache.hudi.common.table.timeline.CommitMetadataSerDe;
import org.apache.hudi.common.table.timeline.HoodieArchivedTimeline.ClosedClosedTimeRangeFilter;
import org.apache.hudi.common.table.timeline.HoodieArchivedTimeline.TimeRangeFilter;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.TimelineMetadataUtils;

/** Contents of timelines as releases from 1.0.2 on read them: from streams. */
final class TimelineContents {
  /** Whether the archive of layout 1 can be loaded from an instant on. */
  static final boolean LOADS_FROM_A_START = true;

  private TimelineContents() {}

  static TimeRangeFilter range(String from, String to) {
    return new ClosedClosedTimeRangeFilter(from, to);
  }

  static HoodieCommitMetadata commit(CommitMetadataSerDe reader, HoodieInstant instant, byte[] content,
      Class<? extends HoodieCommitMetadata> type) throws IOException {
    return reader.deserialize(instant, new ByteArrayInputStream(content), () -> content.length == 0, type);
  }

  static SpecificRecordBase avro(byte[] content, Class<? extends SpecificRecordBase> type) throws IOException {
    return TimelineMetadataUtils.deserializeAvroMetadata(new ByteArrayInputStream(content), type);
  }
}
