// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Unsupported;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hudi.common.model.HoodieAvroIndexedRecord;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.table.log.block.HoodieAvroDataBlock;
import org.apache.hudi.common.table.log.block.HoodieCDCDataBlock;
import org.apache.hudi.common.table.log.block.HoodieDeleteBlock;
import org.apache.hudi.common.table.log.block.HoodieHFileDataBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.table.log.block.HoodieParquetDataBlock;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.HoodieTimeline;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** What 0.13 and 0.14 have in common: blocks of records of any type, and change data. */
class Shim13To14 extends HadoopShim {
  static String suffix(HoodieLogFile file) {
    return file.getSuffix();
  }

  static HoodieLogBlock dataBlock(String kind, List<IndexedRecord> rows, List<String> keys, List<Long> positions,
      Map<HeaderMetadataType, String> header, String compression, Path folder) {
    String keyField = HoodieRecord.RECORD_KEY_METADATA_FIELD;
    List<HoodieRecord> records = new ArrayList<>();
    for (IndexedRecord row : rows) {
      // HFile blocks take the key of the record, not of the row: give both the same
      Schema.Field key = row.getSchema().getField("key");
      records.add(new HoodieAvroIndexedRecord(
          new HoodieKey(key == null ? "key" + records.size() : String.valueOf(row.get(key.pos())), ""), row));
    }
    return switch (kind) {
      case "AVRO_DATA_BLOCK" -> new HoodieAvroDataBlock(records, header, keyField);
      case "CDC_DATA_BLOCK" -> new HoodieCDCDataBlock(records, header, keyField);
      case "HFILE_DATA_BLOCK" ->
          new HoodieHFileDataBlock(records, header, Compression.Algorithm.valueOf(compression), path(folder));
      case "PARQUET_DATA_BLOCK" -> new HoodieParquetDataBlock(records, header, keyField,
          CompressionCodecName.fromConf(compression.equals("NONE") ? null : compression), 0.1, true);
      default -> throw new Unsupported("writing a block of kind " + kind);
    };
  }

  static List<Delete> deletes(HoodieDeleteBlock block) {
    return DeleteRecords.read(block);
  }

  static HoodieLogBlock deleteBlock(
      List<Delete> deletes, List<Long> positions, Map<HeaderMetadataType, String> header) {
    return new HoodieDeleteBlock(DeleteRecords.make(deletes), header);
  }

  static Stream<HoodieInstant> instants(HoodieTimeline timeline) {
    return timeline.getInstantsAsStream();
  }
}
