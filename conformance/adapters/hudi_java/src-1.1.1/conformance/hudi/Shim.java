// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.hudi.io.storage.HoodieNativeAvroHFileReader;
import org.apache.hudi.io.storage.HFileReaderFactory;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.Schema;
import java.util.Map;
import org.apache.hudi.common.model.DeleteRecord;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecordLocation;
import org.apache.hudi.common.table.log.HoodieLogFileReader;
import org.apache.hudi.common.table.log.HoodieLogFormat;
import org.apache.hudi.common.table.log.block.HoodieDeleteBlock;
import org.apache.hudi.common.table.log.block.HoodieHFileDataBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.util.OrderingValues;
import org.apache.hudi.common.util.collection.ArrayComparable;
import org.apache.hudi.common.util.collection.Pair;
import org.apache.hudi.storage.HoodieStorage;
import org.apache.hudi.storage.StoragePath;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;
import org.apache.hudi.storage.hadoop.HoodieHadoopStorage;

/** What differs between releases: this one is for 1.1.1. */
final class Shim {
  /** Commands that not every release has. */
  static final List<String> MORE_COMMANDS = List.of(
      "hfile.records", "log.merged", "table.read", "table.slices", "timeline.list", "timeline.properties",
      "timeline.decode", "timeline.history", "archive.list", "archive.entries");
  static final String VERSION = "1.1.1";
  static final List<String> FEATURES = List.of(
      "content.avro", "content.delete.v1", "content.delete.v2", "content.delete.v3", "content.cdc", "content.hfile",
      "content.parquet", "header-key.4", "header-key.5", "header-key.6", "header-key.7", "header-key.8",
      "ordering.array", "file-name.cdc");
  /** Type of a delete's ordering value when the object is a LocalDate. */
  static final String LOCAL_DATE_TYPE = "local-date";

  private static final HoodieStorage STORAGE =
      new HoodieHadoopStorage(new StoragePath("file:///"), new HadoopStorageConfiguration(LocalFiles.configuration()));

  private Shim() {}

  static HoodieLogFileReader open(HoodieLogFile file, String schema, int lenBuffer, boolean reverse)
      throws IOException {
    return new HoodieLogFileReader(
        STORAGE, file, schema == null ? null : new Schema.Parser().parse(schema), lenBuffer, reverse);
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

  static HoodieLogFormat.Writer writer(StoragePath folder, String instant, long threshold) throws IOException {
    return HoodieLogFormat.newWriterBuilder()
        .withStorage(STORAGE)
        .onParentPath(folder)
        .withFileId("00000000-0000-4000-8000-000000000000-0")
        .withInstantTime(instant)
        .withLogVersion(1)
        .withLogWriteToken("1-0-1")
        .withFileExtension(HoodieLogFile.DELTA_EXTENSION)
        .withSizeThreshold(threshold)
        .build();
  }

  static String instant(HoodieLogFile file) {
    return file.getDeltaCommitTime();
  }

  static HoodieLogBlock hfileBlock(
      List<HoodieRecord> records, Map<HeaderMetadataType, String> header, String compression, StoragePath folder) {
    return new HoodieHFileDataBlock(records, header, compression, folder);
  }

  static HoodieLogBlock deleteBlock(
      List<DeleteRecord> deletes, List<Long> positions, Map<HeaderMetadataType, String> header) {
    List<Pair<DeleteRecord, Long>> pairs = new ArrayList<>();
    for (int i = 0; i < deletes.size(); i++) {
      pairs.add(Pair.of(deletes.get(i), positions == null ? -1L : positions.get(i)));
    }
    return new HoodieDeleteBlock(pairs, header);
  }

  static void setPosition(HoodieRecord<?> record, long position) {
    record.setCurrentLocation(new HoodieRecordLocation("0", "0", position));
  }

  /** The values of an ordering value of several fields, else null. */
  static List<?> orderingParts(Object value) {
    return value instanceof ArrayComparable array ? OrderingValues.getValues(array) : null;
  }

  static Comparable<?> orderingOf(List<Comparable<?>> parts) {
    return new ArrayComparable(parts.toArray(new Comparable[0]));
  }

  static Comparable<?> localDate(LocalDate date) {
    return date;
  }

  /** Records of an HFile, by the reader of hudi-io. */
  static Map<String, Object> hfileRecords(java.nio.file.Path file) throws IOException {
    StoragePath path = new StoragePath(file.toUri());
    HoodieNativeAvroHFileReader reader = HoodieNativeAvroHFileReader.builder()
        .readerFactory(HFileReaderFactory.builder().withStorage(STORAGE).withPath(path).build())
        .path(path)
        .build();
    try {
      Schema schema = reader.getSchema();
      List<Object> rows = new ArrayList<>();
      try (ClosableIterator<IndexedRecord> records = reader.getIndexedRecordIterator(schema, schema, Map.of())) {
        while (records.hasNext()) {
          rows.add(Rows.show(schema, records.next()));
        }
      }
      return Json.object("schema", schema.toString(), "records", rows);
    } finally {
      reader.close();
    }
  }
}
