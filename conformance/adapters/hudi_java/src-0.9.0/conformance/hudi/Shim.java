// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

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
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.table.log.HoodieLogFileReader;
import org.apache.hudi.common.table.log.HoodieLogFormat;
import org.apache.hudi.common.table.log.block.HoodieAvroDataBlock;
import org.apache.hudi.common.table.log.block.HoodieDataBlock;
import org.apache.hudi.common.table.log.block.HoodieDeleteBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.HoodieTimeline;

/** What differs between releases: this one is for 0.9.0. */
final class Shim {
  /** Commands that not every release has. */
  static final List<String> MORE_COMMANDS = List.of("timeline.list", "archive.list");
  static final String VERSION = "0.9.0";
  static final List<String> FEATURES = List.of(
      "content.avro", "content.delete.v1");
  /** Type of a delete's ordering value when the object is a LocalDate. */
  static final String LOCAL_DATE_TYPE = "date";
  static final Long CONTENT_VERSION = 1L;

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
    return "";
  }

  static Iterator<IndexedRecord> records(HoodieDataBlock block) {
    return block.getRecords().iterator();
  }

  static HoodieLogBlock dataBlock(String kind, List<IndexedRecord> records, Map<HeaderMetadataType, String> header,
      String compression, Path folder) {
    if (!kind.equals("AVRO_DATA_BLOCK")) {
      // it had HFile blocks, over an HBase that does not start on a Java of today
      throw new Unsupported("writing a block of kind " + kind);
    }
    return new HoodieAvroDataBlock(records, header);
  }

  static List<Delete> deletes(HoodieDeleteBlock block) {
    List<Delete> deletes = new ArrayList<>();
    for (HoodieKey key : block.getKeysToDelete()) {
      deletes.add(new Delete(key.getRecordKey(), key.getPartitionPath(), null));
    }
    return deletes;
  }

  static HoodieLogBlock deleteBlock(List<Delete> deletes, Map<HeaderMetadataType, String> header) {
    if (deletes.stream().anyMatch(delete -> delete.ordering() != null)) {
      throw new Unsupported("this release stores no ordering values");
    }
    return new HoodieDeleteBlock(
        deletes.stream().map(d -> new HoodieKey(d.key(), d.partition())).toArray(HoodieKey[]::new), header);
  }

  /** Positions of a block's records: this release does not know of any. */
  static List<Object> positions(HoodieLogBlock block) {
    return null;
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
    return timeline.getInstants();
  }

  static Map<String, Object> hfileRecords(java.nio.file.Path file) {
    throw new Unsupported("command hfile.records");
  }
}
