// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.util.List;
import java.util.Map;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.table.log.block.HoodieAvroDataBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.table.log.block.HoodieParquetDataBlock;

/** Blocks of records, whose positions a release writes where its header asks for them. */
final class Blocks {
  private Blocks() {}

  static HoodieLogBlock avro(List<HoodieRecord> records, Map<HeaderMetadataType, String> header, String keyField) {
    return new HoodieAvroDataBlock(records, header, keyField);
  }

  static HoodieLogBlock parquet(
      List<HoodieRecord> records, Map<HeaderMetadataType, String> header, String keyField, String compression) {
    return new HoodieParquetDataBlock(records, header, keyField, compression, 0.1, true);
  }
}
