// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.LimitExceeded;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecord.HoodieRecordType;
import org.apache.hudi.common.table.log.block.HoodieDataBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.roaringbitmap.longlong.LongIterator;
import org.roaringbitmap.longlong.Roaring64NavigableMap;

/** Records and positions of blocks as releases from 0.14 on hand them out. */
final class BlockContents {
  private static final long MAX_POSITIONS = 1_000_000;

  private BlockContents() {}

  static void forEachRecord(HoodieDataBlock block, Consumer<IndexedRecord> action) throws IOException {
    try (ClosableIterator<HoodieRecord<IndexedRecord>> records = block.getRecordIterator(HoodieRecordType.AVRO)) {
      while (records.hasNext()) {
        action.accept(records.next().getData());
      }
    }
  }

  /** Positions of a block's records; null without that header. */
  static List<Object> positions(HoodieLogBlock block) throws IOException {
    if (!block.getLogBlockHeader().containsKey(HeaderMetadataType.RECORD_POSITIONS)) {
      return null;
    }
    Roaring64NavigableMap found = block.getRecordPositions();
    if (found.getLongCardinality() > MAX_POSITIONS) {
      throw new LimitExceeded("more than " + MAX_POSITIONS + " positions in one block");
    }
    List<Object> positions = new ArrayList<>();
    for (LongIterator each = found.getLongIterator(); each.hasNext();) {
      positions.add(Long.toUnsignedString(each.next()));
    }
    return positions;
  }
}
