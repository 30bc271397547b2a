// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.util.List;
import java.util.Map;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.table.log.block.HoodieAvroDataBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.table.log.block.HoodieParquetDataBlock;

/** Blocks of records as 1.0.0 makes them: it is told whether to write positions. */
final class Blocks {
  private Blocks() {}

  static HoodieLogBlock avro(List<HoodieRecord> records, Map<HeaderMetadataType, String> header, String keyField) {
    return new HoodieAvroDataBlock(records, havePositions(records), header, keyField);
  }

  static HoodieLogBlock parquet(
      List<HoodieRecord> records, Map<HeaderMetadataType, String> header, String keyField, String compression) {
    return new HoodieParquetDataBlock(records, havePositions(records), header, keyField, compression, 0.1, true);
  }

  private static boolean havePositions(List<HoodieRecord> records) {
    return !records.isEmpty() && records.get(0).getCurrentLocation() != null;
  }
}
