// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.common.model.HoodieAvroIndexedRecord;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.log.HoodieLogFileReader;
import org.apache.hudi.common.table.log.HoodieLogFormat;
import org.apache.hudi.common.table.log.block.HoodieCDCDataBlock;
import org.apache.hudi.common.table.log.block.HoodieDataBlock;
import org.apache.hudi.common.table.log.block.HoodieDeleteBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.apache.hudi.io.SeekableDataInputStream;
import org.apache.hudi.storage.HoodieStorage;
import org.apache.hudi.storage.StoragePath;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;
import org.apache.hudi.storage.hadoop.HoodieHadoopStorage;

/** Releases whose logs stand on Hudi's own storage: from 0.15 on. */
class StorageShim extends SharedShim {
  static final HoodieStorage STORAGE =
      new HoodieHadoopStorage(new StoragePath("file:///"), new HadoopStorageConfiguration(LocalFiles.configuration()));

  static HoodieLogFile logFile(Path path, long len) {
    return new HoodieLogFile(new StoragePath(path.toUri()), len);
  }

  static HoodieLogFile logFile(String folder, String name) {
    return new HoodieLogFile(new StoragePath(new StoragePath(folder), name));
  }

  static HoodieLogFileReader open(HoodieLogFile file, String schema, int lenBuffer, boolean reverse)
      throws IOException {
    return new HoodieLogFileReader(STORAGE, file, Schemas.parse(schema), lenBuffer, reverse);
  }

  /** End of a block, which the reader that stands on `stream` has just given. */
  static long end(Object stream, HoodieLogBlock block) {
    return block.getBlockContentLocation().get().getBlockEndPos();
  }

  static void seek(Object stream, long ofs) throws IOException {
    ((SeekableDataInputStream) stream).seek(ofs);
  }

  /** The reader goes on at the end of a block by itself. */
  static void goOn(Object stream, long end) {}

  static HoodieLogFormat.Writer writer(Path folder, String instant, long threshold) throws IOException {
    return Shim.writerBuilder(new StoragePath(folder.toUri()), instant)
        .withLogVersion(1)
        .withLogWriteToken(WRITE_TOKEN)
        .withFileExtension(HoodieLogFile.DELTA_EXTENSION)
        .withSizeThreshold(threshold)
        .build();
  }

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
    for (int i = 0; i < rows.size(); i++) {
      HoodieRecord<?> record = new HoodieAvroIndexedRecord(new HoodieKey(keys.get(i), ""), rows.get(i));
      if (positions != null) {
        Shim.setPosition(record, positions.get(i));
      }
      records.add(record);
    }
    return switch (kind) {
      case "AVRO_DATA_BLOCK" -> Blocks.avro(records, header, keyField);
      case "CDC_DATA_BLOCK" -> new HoodieCDCDataBlock(records, header, keyField);
      case "HFILE_DATA_BLOCK" -> Shim.hfileBlock(records, header, compression, new StoragePath(folder.toUri()));
      case "PARQUET_DATA_BLOCK" -> Blocks.parquet(records, header, keyField,
          compression.equals("NONE") ? "UNCOMPRESSED" : compression.equals("GZ") ? "GZIP" : compression);
      default -> throw new Unsupported("writing a block of kind " + kind);
    };
  }

  static List<Delete> deletes(HoodieDeleteBlock block) {
    return DeleteRecords.read(block);
  }

  /** Records of an HFile, by the reader that is the release's default. */
  static Map<String, Object> hfileRecords(Path file) throws IOException {
    try (var reader = Shim.hfileReader(new StoragePath(file.toUri()))) {
      Schema schema = Shim.avroSchema(reader);
      List<Object> rows = new ArrayList<>();
      try (ClosableIterator<IndexedRecord> records = Shim.recordIterator(reader)) {
        while (records.hasNext()) {
          rows.add(Rows.show(schema, records.next()));
        }
      }
      return Json.object("schema", schema.toString(), "records", rows);
    }
  }

  static HoodieTableMetaClient openTable(Path table) {
    try {
      return HoodieTableMetaClient.builder()
          .setConf(new HadoopStorageConfiguration(LocalFiles.configuration()))
          .setBasePath(table.toUri().toString())
          .build();
    } catch (RuntimeException refused) {
      refuseLater(table);
      throw refused;
    }
  }

  /** A release refuses tables of later versions rightly, and can do no more. */
  static void refuseLater(Path table) {
    if (isLater(table, "hoodie.properties")) {
      throw new Unsupported("tables of later releases");
    }
  }

  /** Version of a table and layout of its timeline. */
  static int[] versions(Path table) {
    HoodieTableMetaClient client = openTable(table);
    refuseLater(table);
    return new int[] {
        client.getTableConfig().getTableVersion().versionCode(), client.getTimelineLayoutVersion().getVersion()};
  }

  /** Keys that a scanner without merging hands out; null where the adapter starts none. */
  static Set<String> unmergedKeys(HoodieTableMetaClient client, Path file, String latest, Schema schema) throws Exception {
    return null;
  }
}
