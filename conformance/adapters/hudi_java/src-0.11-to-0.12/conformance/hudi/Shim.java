// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Unsupported;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.table.log.block.HoodieAvroDataBlock;
import org.apache.hudi.common.table.log.block.HoodieDataBlock;
import org.apache.hudi.common.table.log.block.HoodieDeleteBlock;
import org.apache.hudi.common.table.log.block.HoodieHFileDataBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.table.log.block.HoodieParquetDataBlock;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.HoodieTimeline;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** What is special about 0.11 and 0.12. */
final class Shim extends HadoopShim {
  static final List<String> FEATURES = List.of(
      "content.avro", "content.delete.v1", "content.delete.v2", "content.delete.v2.names", "content.hfile", "content.parquet");
  static final Long CONTENT_VERSION = 2L;

  private Shim() {}

  static void forEachRecord(HoodieDataBlock block, Consumer<IndexedRecord> action) {
    block.getRecordIterator().forEachRemaining(action);
  }

  static HoodieLogBlock dataBlock(String kind, List<IndexedRecord> rows, List<String> keys, List<Long> positions,
      Map<HeaderMetadataType, String> header, String compression, Path folder) {
    String keyField = HoodieRecord.RECORD_KEY_METADATA_FIELD;
    if (kind.equals("PARQUET_DATA_BLOCK") && !rows.isEmpty()) {
      // it calls a constructor of Hadoop 2 that is gone
      throw new Unsupported("writing Parquet blocks on Hadoop 3");
    }
    return switch (kind) {
      case "AVRO_DATA_BLOCK" -> new HoodieAvroDataBlock(rows, header, keyField);
      case "HFILE_DATA_BLOCK" ->
          new HoodieHFileDataBlock(rows, header, Compression.Algorithm.valueOf(compression), path(folder));
      case "PARQUET_DATA_BLOCK" -> new HoodieParquetDataBlock(rows, header, keyField,
          CompressionCodecName.fromConf(compression.equals("NONE") ? null : compression));
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
    return timeline.getInstants();
  }
}
