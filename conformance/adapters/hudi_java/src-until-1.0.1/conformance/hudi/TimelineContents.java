// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.io.IOException;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.hudi.common.model.HoodieCommitMetadata;
import org.apache.hudi.common.table.timeline.CommitMetadataSerDe;
import org.apache.hudi.common.table.timeline.HoodieArchivedTimeline.ClosedOpenTimeRangeFilter;
import org.apache.hudi.common.table.timeline.HoodieArchivedTimeline.TimeRangeFilter;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.TimelineMetadataUtils;

/** Contents of timelines as 1.0.0 and 1.0.1 read them: from bytes. */
final class TimelineContents {
  /** Whether the archive of layout 1 can be loaded from an instant on: these load all of it. */
  static final boolean LOADS_FROM_A_START = false;

  private TimelineContents() {}

  /** They have no closed range; a range that is open at the next text after its end has the same instants. */
  static TimeRangeFilter range(String from, String to) {
    return new ClosedOpenTimeRangeFilter(from, to + '\0');
  }

  static HoodieCommitMetadata commit(CommitMetadataSerDe reader, HoodieInstant instant, byte[] content,
      Class<? extends HoodieCommitMetadata> type) throws IOException {
    return reader.deserialize(instant, content, type);
  }

  static SpecificRecordBase avro(byte[] content, Class<? extends SpecificRecordBase> type) throws IOException {
    return TimelineMetadataUtils.deserializeAvroMetadata(content, type);
  }
}
