// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.LimitExceeded;
import conformance.protocol.Unsupported;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hudi.common.model.DeleteRecord;
import org.apache.hudi.common.model.HoodieAvroIndexedRecord;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.model.HoodieRecord.HoodieRecordType;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.table.log.HoodieLogFileReader;
import org.apache.hudi.common.table.log.HoodieLogFormat;
import org.apache.hudi.common.table.log.block.HoodieAvroDataBlock;
import org.apache.hudi.common.table.log.block.HoodieCDCDataBlock;
import org.apache.hudi.common.table.log.block.HoodieDataBlock;
import org.apache.hudi.common.table.log.block.HoodieDeleteBlock;
import org.apache.hudi.common.table.log.block.HoodieHFileDataBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieParquetDataBlock;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.HoodieTimeline;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.roaringbitmap.longlong.LongIterator;
import org.roaringbitmap.longlong.Roaring64NavigableMap;

/** What differs between releases: this one is for 0.14.1. */
final class Shim {
  /** Commands that not every release has. */
  static final List<String> MORE_COMMANDS = List.of("timeline.list", "archive.list");
  static final String VERSION = "0.14.1";
  static final List<String> FEATURES = List.of(
      "content.avro", "content.delete.v1", "content.delete.v2", "content.delete.v3", "content.cdc", "content.hfile",
      "content.parquet", "header-key.4", "header-key.5", "header-key.6", "file-name.cdc");
  /** Type of a delete's ordering value when the object is a LocalDate. */
  static final String LOCAL_DATE_TYPE = "date";
  static final Long CONTENT_VERSION = 3L;
  private static final long MAX_POSITIONS = 1_000_000;

  private static final Configuration CONF = new Configuration();

  private Shim() {}

  /** One delete: its key, its partition, its ordering value or null. */
  record Delete(String key, String partition, Comparable<?> ordering) {}

  static HoodieLogFileReader open(HoodieLogFile file, String schema, int lenBuffer, boolean reverse)
      throws IOException {
    return new HoodieLogFileReader(FileSystem.getLocal(CONF), file,
        schema == null ? null : new Schema.Parser().parse(schema), lenBuffer, true, reverse);
  }

  /** Whether the release itself parses the text as a schema. */
  static boolean parses(String schema) {
    try {
      new Schema.Parser().parse(schema);
      return true;
    } catch (RuntimeException | StackOverflowError no) {
      return false;
    }
  }

  static HoodieLogFormat.Writer writer(Path folder, String instant, long threshold) throws IOException {
    return HoodieLogFormat.newWriterBuilder()
        .withFs(FileSystem.getLocal(CONF))
        .onParentPath(folder)
        .withFileId("00000000-0000-4000-8000-000000000000-0")
        .overBaseCommit(instant)
        .withLogVersion(1)
        .withLogWriteToken("1-0-1")
        .withFileExtension(HoodieLogFile.DELTA_EXTENSION)
        .withSizeThreshold(threshold)
        .build();
  }

  static String suffix(HoodieLogFile file) {
    return file.getSuffix();
  }

  static Iterator<IndexedRecord> records(HoodieDataBlock block) {
    ClosableIterator<HoodieRecord<IndexedRecord>> records = block.getRecordIterator(HoodieRecordType.AVRO);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return records.hasNext();
      }

      @Override
      public IndexedRecord next() {
        return records.next().getData();
      }
    };
  }

  static HoodieLogBlock dataBlock(String kind, List<IndexedRecord> rows, Map<HeaderMetadataType, String> header,
      String compression, Path folder) {
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
          new HoodieHFileDataBlock(records, header, Compression.Algorithm.valueOf(compression), folder);
      case "PARQUET_DATA_BLOCK" -> new HoodieParquetDataBlock(records, header, keyField,
          CompressionCodecName.fromConf(compression.equals("NONE") ? null : compression), 0.1, true);
      default -> throw new Unsupported("writing a block of kind " + kind);
    };
  }

  static List<Delete> deletes(HoodieDeleteBlock block) {
    List<Delete> deletes = new ArrayList<>();
    for (DeleteRecord delete : block.getRecordsToDelete()) {
      deletes.add(new Delete(delete.getRecordKey(), delete.getPartitionPath(), delete.getOrderingValue()));
    }
    return deletes;
  }

  static HoodieLogBlock deleteBlock(List<Delete> deletes, Map<HeaderMetadataType, String> header) {
    return new HoodieDeleteBlock(
        deletes.stream().map(d -> DeleteRecord.create(d.key(), d.partition(), d.ordering())).toArray(DeleteRecord[]::new),
        header);
  }

  /** Positions of a block's records, which this release reads and never writes; null without that header. */
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

  /** The values of an ordering value of several fields: there are none in this release. */
  static List<?> orderingParts(Object value) {
    return null;
  }

  static Comparable<?> orderingOf(List<Comparable<?>> parts) {
    throw new Unsupported("this release has one ordering value per delete");
  }

  static Comparable<?> localDate(LocalDate date) {
    throw new Unsupported("this release has no local date among the ordering values");
  }

  static Stream<HoodieInstant> instants(HoodieTimeline timeline) {
    return timeline.getInstantsAsStream();
  }

  static Map<String, Object> hfileRecords(java.nio.file.Path file) {
    throw new Unsupported("command hfile.records");
  }
}
