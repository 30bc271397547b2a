// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecord.HoodieRecordType;
import org.apache.hudi.common.table.log.block.HoodieDataBlock;
import org.apache.hudi.common.util.ClosableIterator;

/** What is special about 0.13. */
final class Shim extends Shim13To14 {
  static final List<String> FEATURES = List.of(
      "content.avro", "content.delete.v1", "content.delete.v2", "content.delete.v2.names", "content.cdc", "content.hfile",
      "content.parquet", "header-key.4", "file-name.cdc");
  static final Long CONTENT_VERSION = 2L;

  private Shim() {}

  static void forEachRecord(HoodieDataBlock block, Consumer<IndexedRecord> action) {
    try (ClosableIterator<HoodieRecord<IndexedRecord>> records = block.getRecordIterator(HoodieRecordType.AVRO)) {
      while (records.hasNext()) {
        action.accept(records.next().getData());
      }
    }
  }
}
