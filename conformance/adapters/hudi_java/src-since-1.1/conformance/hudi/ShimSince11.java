// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import java.io.IOException;
import java.time.LocalDate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.avro.model.HoodieMetadataColumnStats;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecord.HoodieRecordType;
import org.apache.hudi.common.model.HoodieRecordGlobalLocation;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.log.HoodieUnMergedLogRecordScanner;
import org.apache.hudi.common.table.log.block.HoodieDataBlock;
import org.apache.hudi.common.table.log.block.HoodieHFileDataBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.util.OrderingValues;
import org.apache.hudi.common.util.collection.ArrayComparable;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.apache.hudi.io.storage.HFileReaderFactory;
import org.apache.hudi.common.util.collection.Pair;
import org.apache.hudi.io.storage.HoodieNativeAvroHFileReader;
import org.apache.hudi.stats.ValueMetadata;
import org.apache.hudi.storage.StoragePath;

/** Releases from 1.1 on: several ordering fields, merge modes, rows of tables. */
class ShimSince11 extends ShimSince10 {
  /** Commands that not every release has. */
  static final List<String> MORE_COMMANDS = List.of(
      "hfile.records", "log.merged", "table.read", "table.slices", "timeline.list", "timeline.properties",
      "timeline.decode", "timeline.history", "archive.list", "archive.entries",
      "metadata.files", "metadata.stats", "metadata.locate", "metadata.key",
      "metadata.possible", "bucket.key", "bucket.ring", "bucket.count", "bucket.holding");
  static final List<String> FEATURES = List.of(
      "content.avro", "content.delete.v1", "content.delete.v2", "content.delete.v2.names", "content.delete.v3", "content.cdc", "content.hfile",
      "content.parquet", "header-key.4", "header-key.5", "header-key.6", "header-key.7", "header-key.8",
      "ordering.array", "file-name.cdc", "columns.by-id", "rows.filter");
  static final String LOCAL_DATE_TYPE = "local-date";
  private static final String KEY = "_hoodie_record_key";
  private static final int LEN_STREAM = 4096;

  static long position(HoodieRecordGlobalLocation location) {
    return location.getPosition();
  }

  /** A bound by the type that its row names, null where it names none and the wrapper says it. */
  static Pair<String, Object> typedBound(HoodieMetadataColumnStats stats, Object wrapper) {
    if (stats.getValueType() == null) {
      return null;
    }
    ValueMetadata type = ValueMetadata.getValueMetadata(stats.getValueType());
    return Pair.of(type.getValueType().name().toLowerCase(Locale.ROOT).replace('_', '-'), type.unwrapValue(wrapper));
  }

  static HoodieLogBlock hfileBlock(
      List<HoodieRecord> records, Map<HeaderMetadataType, String> header, String compression, StoragePath folder) {
    return new HoodieHFileDataBlock(records, header, compression, folder);
  }

  /** Rows of a block, which its other iterators must return as well: in a stream, and by key or prefix. */
  static void forEachRecord(HoodieDataBlock block, Consumer<IndexedRecord> action) throws IOException {
    List<IndexedRecord> rows = new ArrayList<>();
    BlockContents.forEachRecord(block, row -> {
      action.accept(row);
      rows.add(row);
    });
    try {
      agree(block, "in a stream", rows, block.getRecordIterator(HoodieRecordType.AVRO, LEN_STREAM));
      Schema.Field field = rows.isEmpty() ? null : rows.get(0).getSchema().getField(KEY);
      Object last = field == null ? null : rows.get(rows.size() - 1).get(field.pos());
      if (last != null && rows.stream().allMatch(row -> row.get(field.pos()) != null)) {
        String key = last.toString();
        agree(block, "by key", rows.stream().filter(row -> key.equals(row.get(field.pos()).toString())).toList(),
            block.getRecordIterator(List.of(key), true, HoodieRecordType.AVRO));
        agree(block, "by prefix", rows.stream().filter(row -> row.get(field.pos()).toString().startsWith(key)).toList(),
            block.getRecordIterator(List.of(key), false, HoodieRecordType.AVRO));
      }
    } catch (IllegalStateException disagreement) {
      throw disagreement;
    } catch (Exception none) {
      // blocks of Parquet and HFiles have no streams; what damage does is judged by the iterator above
    }
  }

  private static void agree(HoodieDataBlock block, String how, List<IndexedRecord> rows,
      ClosableIterator<HoodieRecord<IndexedRecord>> others) {
    try (others) {
      int count = 0;
      while (others.hasNext()) {
        IndexedRecord other = others.next().getData();
        if (count >= rows.size() || !shown(rows.get(count)).equals(shown(other))) {
          throw new IllegalStateException("row " + count + " is another one " + how);
        }
        count++;
      }
      if (count != rows.size()) {
        throw new IllegalStateException(rows.size() + " rows, but " + count + " " + how);
      }
    }
  }

  private static String shown(IndexedRecord row) {
    return Json.print(Rows.show(row.getSchema(), row));
  }

  static List<?> orderingParts(Object value) {
    return value instanceof ArrayComparable array ? OrderingValues.getValues(array) : null;
  }

  static Comparable<?> orderingOf(List<Comparable<?>> parts) {
    return new ArrayComparable(parts.toArray(new Comparable[0]));
  }

  static Comparable<?> localDate(LocalDate date) {
    return date;
  }

  static HoodieNativeAvroHFileReader hfileReader(StoragePath path) throws IOException {
    return HoodieNativeAvroHFileReader.builder()
        .readerFactory(HFileReaderFactory.builder().withStorage(STORAGE).withPath(path).build())
        .path(path)
        .build();
  }

  static ClosableIterator<IndexedRecord> recordIterator(HoodieNativeAvroHFileReader reader) throws IOException {
    var schema = reader.getSchema();
    return reader.getIndexedRecordIterator(schema, schema, Map.of());
  }

  static Set<String> unmergedKeys(HoodieTableMetaClient client, Path file, String latest, Schema schema) throws Exception {
    Set<String> keys = new HashSet<>();
    HoodieUnMergedLogRecordScanner scanner = HoodieUnMergedLogRecordScanner.newBuilder()
        .withStorage(STORAGE)
        .withBasePath(client.getBasePath())
        .withLogFilePaths(List.of(file.toString()))
        .withReaderSchema(Schemas.of(schema))
        .withLatestInstantTime(latest)
        .withReverseReader(false)
        .withBufferSize(1 << 16)
        .withTableMetaClient(client)
        .withLogRecordScannerCallback(record -> keys.add(record.getRecordKey()))
        .withRecordDeletionCallback(key -> keys.add(key.getRecordKey()))
        .build();
    scanner.scan(false);
    return keys;
  }
}
