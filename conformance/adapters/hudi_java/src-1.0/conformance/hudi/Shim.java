// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.avro.model.HoodieMetadataColumnStats;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecordGlobalLocation;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.TableSchemaResolver;
import org.apache.hudi.common.table.log.HoodieLogFormat;
import org.apache.hudi.common.table.log.block.HoodieHFileDataBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.table.timeline.versioning.v2.ArchivedTimelineV2;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.apache.hudi.common.util.collection.Pair;
import org.apache.hudi.io.storage.HoodieNativeAvroHFileReader;
import org.apache.hudi.metadata.HoodieBackedTableMetadata;
import org.apache.hudi.storage.StoragePath;

/** What is special about 1.0. */
final class Shim extends ShimSince10 {
  /** Commands that not every release has. */
  static final List<String> MORE_COMMANDS = List.of(
      "hfile.records", "log.merged", "table.slices", "timeline.list", "timeline.properties", "timeline.decode",
      "timeline.history", "archive.list", "archive.entries",
      "metadata.files", "metadata.stats", "metadata.locate", "metadata.key",
      "metadata.possible", "bucket.key", "bucket.ring");
  /** 1.0.0 has one header key less. */
  static final List<String> FEATURES = Stream.concat(
      Stream.of(
          "content.avro", "content.delete.v1", "content.delete.v2", "content.delete.v2.names", "content.delete.v3",
          "content.cdc", "content.hfile", "content.parquet", "file-name.cdc"),
      IntStream.range(4, HeaderMetadataType.values().length).mapToObj(key -> "header-key." + key)).toList();

  private Shim() {}

  static HoodieLogFormat.WriterBuilder writerBuilder(StoragePath folder, String instant) {
    return HoodieLogFormat.newWriterBuilder()
        .withStorage(STORAGE)
        .onParentPath(folder)
        .withFileId(FILE_ID)
        .withInstantTime(instant);
  }

  static HoodieLogBlock hfileBlock(
      List<HoodieRecord> records, Map<HeaderMetadataType, String> header, String compression, StoragePath folder) {
    return new HoodieHFileDataBlock(records, header, compression, folder, false);
  }

  static HoodieNativeAvroHFileReader hfileReader(StoragePath path) {
    return new HoodieNativeAvroHFileReader(STORAGE, path, Option.empty());
  }

  static Schema avroSchema(HoodieNativeAvroHFileReader reader) {
    return reader.getSchema();
  }

  static ClosableIterator<IndexedRecord> recordIterator(HoodieNativeAvroHFileReader reader) throws IOException {
    return reader.getIndexedRecordIterator(reader.getSchema(), reader.getSchema());
  }

  static Schema avroSchema(HoodieTableMetaClient client) throws Exception {
    return new TableSchemaResolver(client).getTableAvroSchema(client.getTableConfig().populateMetaFields());
  }

  /** Bounds of these releases have the type of their wrapper. */
  static Pair<String, Object> typedBound(HoodieMetadataColumnStats stats, Object wrapper) {
    return null;
  }

  static long position(HoodieRecordGlobalLocation location) {
    return location.getPosition();
  }

  static Map<String, Collection<String>> recordKeys(
      HoodieBackedTableMetadata reader, List<String> keys, String index) {
    return new HashMap<>(reader.getSecondaryIndexRecords(keys, index));
  }

  static String completionTime(GenericRecord record, String time) {
    return record.get(ArchivedTimelineV2.COMPLETION_TIME_ARCHIVED_META_FIELD).toString();
  }
}
