// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hudi.common.model.DeleteRecord;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecordLocation;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.util.collection.Pair;

/** Releases from 1.0 on, which write record positions. */
class ShimSince10 extends StorageShim {
  static final boolean WRITES_POSITIONS = true;

  static String instant(HoodieLogFile file) {
    return file.getDeltaCommitTime();
  }

  static HoodieLogBlock deleteBlock(
      List<Delete> deletes, List<Long> positions, Map<HeaderMetadataType, String> header) {
    List<Pair<DeleteRecord, Long>> pairs = new ArrayList<>();
    for (DeleteRecord delete : DeleteRecords.make(deletes)) {
      pairs.add(Pair.of(delete, positions == null ? -1L : positions.get(pairs.size())));
    }
    return DeleteBlocks.of(pairs, header);
  }

  static void setPosition(HoodieRecord<?> record, long position) {
    record.setCurrentLocation(new HoodieRecordLocation("0", "0", position));
  }
}
