// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Unsupported;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hudi.avro.model.HoodieMetadataColumnStats;
import org.apache.hudi.common.model.HoodieAvroIndexedRecord;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.table.log.block.HoodieAvroDataBlock;
import org.apache.hudi.common.table.log.block.HoodieCDCDataBlock;
import org.apache.hudi.common.table.log.block.HoodieDataBlock;
import org.apache.hudi.common.table.log.block.HoodieDeleteBlock;
import org.apache.hudi.common.table.log.block.HoodieHFileDataBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.table.log.block.HoodieParquetDataBlock;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.HoodieTimeline;
import org.apache.hudi.common.util.collection.Pair;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** What is special about 0.14.1, which reads positions and never writes them. */
final class Shim extends HadoopShim {
  /** Commands that not every release has. */
  static final List<String> MORE_COMMANDS = List.of(
      "timeline.list", "archive.list",
      "metadata.files", "metadata.stats", "metadata.locate", "metadata.key",
      "metadata.possible");
  static final String VERSION = "0.14.1";
  static final List<String> FEATURES = List.of(
      "content.avro", "content.delete.v1", "content.delete.v2", "content.delete.v2.names", "content.delete.v3", "content.cdc", "content.hfile",
      "content.parquet", "header-key.4", "header-key.5", "header-key.6", "file-name.cdc");

  private Shim() {}

  static String suffix(HoodieLogFile file) {
    return file.getSuffix();
  }

  static void forEachRecord(HoodieDataBlock block, Consumer<IndexedRecord> action) throws IOException {
    BlockContents.forEachRecord(block, action);
  }

  static List<Object> positions(HoodieLogBlock block) throws IOException {
    return BlockContents.positions(block);
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

  /** Bounds of these releases have the type of their wrapper. */
  static Pair<String, Object> typedBound(HoodieMetadataColumnStats stats, Object wrapper) {
    return null;
  }

  static Stream<HoodieInstant> instants(HoodieTimeline timeline) {
    return timeline.getInstantsAsStream();
  }
}
