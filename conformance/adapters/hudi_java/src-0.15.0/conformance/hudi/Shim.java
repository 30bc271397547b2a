// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.io.IOException;
import java.time.LocalDate;
import java.util.List;
import org.apache.hudi.io.hadoop.HoodieHBaseAvroHFileReader;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.apache.hudi.common.util.Option;
import org.apache.avro.generic.IndexedRecord;
import java.util.ArrayList;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.hudi.common.model.DeleteRecord;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.table.log.HoodieLogFileReader;
import org.apache.hudi.common.table.log.HoodieLogFormat;
import org.apache.hudi.common.table.log.block.HoodieDeleteBlock;
import org.apache.hudi.common.table.log.block.HoodieHFileDataBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.storage.HoodieStorage;
import org.apache.hudi.storage.StoragePath;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;
import org.apache.hudi.storage.hadoop.HoodieHadoopStorage;

/** What differs between releases: this one is for 0.15.0. */
final class Shim {
  /** Commands that not every release has. */
  static final List<String> MORE_COMMANDS = List.of(
      "hfile.records", "log.merged", "table.slices", "timeline.list", "timeline.properties", "timeline.decode",
      "archive.list", "archive.entries");
  static final String VERSION = "0.15.0";
  static final List<String> FEATURES = List.of(
      "content.avro", "content.delete.v1", "content.delete.v2", "content.delete.v3", "content.cdc", "content.hfile",
      "content.parquet", "header-key.4", "header-key.5", "header-key.6", "file-name.cdc");
  /** Type of a delete's ordering value when the object is a LocalDate. */
  static final String LOCAL_DATE_TYPE = "date";

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
        .overBaseCommit(instant)
        .withLogVersion(1)
        .withLogWriteToken("1-0-1")
        .withFileExtension(HoodieLogFile.DELTA_EXTENSION)
        .withSizeThreshold(threshold)
        .build();
  }

  static String instant(HoodieLogFile file) {
    return file.getBaseCommitTime();
  }

  static HoodieLogBlock hfileBlock(
      List<HoodieRecord> records, Map<HeaderMetadataType, String> header, String compression, StoragePath folder) {
    return new HoodieHFileDataBlock(records, header, compression, folder, false);
  }

  static HoodieLogBlock deleteBlock(
      List<DeleteRecord> deletes, List<Long> positions, Map<HeaderMetadataType, String> header) {
    if (positions != null) {
      throw new Unsupported("this release does not write record positions");
    }
    return new HoodieDeleteBlock(deletes.toArray(new DeleteRecord[0]), header);
  }

  static void setPosition(HoodieRecord<?> record, long position) {
    throw new Unsupported("this release does not write record positions");
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

  /** Records of an HFile, by the reader that stands on HBase, which is the default of this release. */
  static Map<String, Object> hfileRecords(java.nio.file.Path file) throws IOException {
    HoodieHBaseAvroHFileReader reader = new HoodieHBaseAvroHFileReader(
        STORAGE.getConf(), new StoragePath(file.toUri()), Option.empty());
    try {
      Schema schema = reader.getSchema();
      List<Object> rows = new ArrayList<>();
      try (ClosableIterator<IndexedRecord> records = reader.getIndexedRecordIterator(schema, schema)) {
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
