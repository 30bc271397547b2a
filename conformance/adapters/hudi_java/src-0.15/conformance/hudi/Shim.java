// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Unsupported;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.avro.model.HoodieMetadataColumnStats;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecordGlobalLocation;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.TableSchemaResolver;
import org.apache.hudi.common.table.log.HoodieLogFormat;
import org.apache.hudi.common.table.log.block.HoodieDeleteBlock;
import org.apache.hudi.common.table.log.block.HoodieHFileDataBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.apache.hudi.common.util.collection.Pair;
import org.apache.hudi.io.hadoop.HoodieHBaseAvroHFileReader;
import org.apache.hudi.metadata.HoodieBackedTableMetadata;
import org.apache.hudi.storage.StoragePath;

/** What is special about 0.15. */
final class Shim extends StorageShim {
  /** Commands that not every release has. */
  static final List<String> MORE_COMMANDS = List.of(
      "hfile.records", "log.merged", "table.slices", "timeline.list", "timeline.properties", "timeline.decode",
      "archive.list", "archive.entries", "metadata.files", "metadata.stats", "metadata.locate", "metadata.key",
      "metadata.possible", "bucket.key", "bucket.ring", "bucket.holding");
  static final List<String> FEATURES = List.of(
      "content.avro", "content.delete.v1", "content.delete.v2", "content.delete.v2.names", "content.delete.v3", "content.cdc", "content.hfile",
      "content.parquet", "header-key.4", "header-key.5", "header-key.6", "file-name.cdc");

  private Shim() {}

  static HoodieLogFormat.WriterBuilder writerBuilder(StoragePath folder, String instant) {
    return HoodieLogFormat.newWriterBuilder()
        .withStorage(STORAGE)
        .onParentPath(folder)
        .withFileId(FILE_ID)
        .overBaseCommit(instant);
  }

  static String instant(HoodieLogFile file) {
    return file.getBaseCommitTime();
  }

  static HoodieLogBlock hfileBlock(
      List<HoodieRecord> records, Map<HeaderMetadataType, String> header, String compression, StoragePath folder) {
    return new HoodieHFileDataBlock(records, header, compression, folder, false);
  }

  static HoodieLogBlock deleteBlock(
      List<Delete> deletes, List<Long> positions, Map<HeaderMetadataType, String> header) {
    return new HoodieDeleteBlock(DeleteRecords.make(deletes), header);
  }

  static void setPosition(HoodieRecord<?> record, long position) {
    throw new Unsupported("this release does not write record positions");
  }

  /** The reader that stands on HBase. */
  static HoodieHBaseAvroHFileReader hfileReader(StoragePath path) throws IOException {
    return new HoodieHBaseAvroHFileReader(STORAGE.getConf(), path, Option.empty());
  }

  static Schema avroSchema(HoodieTableMetaClient client) throws Exception {
    return new TableSchemaResolver(client).getTableAvroSchema(client.getTableConfig().populateMetaFields());
  }

  /** Bounds of these releases have the type of their wrapper. */
  static Pair<String, Object> typedBound(HoodieMetadataColumnStats stats, Object wrapper) {
    return null;
  }

  static long position(HoodieRecordGlobalLocation location) {
    return -1;
  }

  static Map<String, Collection<String>> recordKeys(
      HoodieBackedTableMetadata reader, List<String> keys, String index) {
    throw new Unsupported("secondary indexes");
  }

  static Schema avroSchema(HoodieHBaseAvroHFileReader reader) {
    return reader.getSchema();
  }

  static ClosableIterator<IndexedRecord> recordIterator(HoodieHBaseAvroHFileReader reader) throws IOException {
    return reader.getIndexedRecordIterator(reader.getSchema(), reader.getSchema());
  }
}
