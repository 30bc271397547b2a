// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.common.data.HoodiePairData;
import org.apache.hudi.common.model.HoodieRecordGlobalLocation;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.TableSchemaResolver;
import org.apache.hudi.common.table.log.HoodieLogFormatWriter;
import org.apache.hudi.common.table.read.HoodieFileGroupReader;
import org.apache.hudi.common.table.timeline.versioning.v2.ArchivedTimelineV2;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.internal.schema.InternalSchema;
import org.apache.hudi.internal.schema.convert.InternalSchemaConverter;
import org.apache.hudi.io.storage.HoodieNativeAvroHFileReader;
import org.apache.hudi.metadata.HoodieBackedTableMetadata;
import org.apache.hudi.storage.StoragePath;

/** What is special about 1.2.1. */
final class Shim extends ShimSince11 {

  private Shim() {}

  static HoodieLogFormatWriter.HoodieLogFormatWriterBuilder writerBuilder(StoragePath folder, String instant) {
    return HoodieLogFormatWriter.builder()
        .withStorage(STORAGE)
        .withParentPath(folder)
        .withLogFileId(FILE_ID)
        .withInstantTime(instant);
  }

  static Schema avroSchema(HoodieNativeAvroHFileReader reader) throws IOException {
    return reader.getSchema().toAvroSchema();
  }

  static Schema avroSchema(HoodieTableMetaClient client) throws Exception {
    boolean hasMetaFields = client.getTableConfig().populateMetaFields();
    return new TableSchemaResolver(client).getTableSchema(hasMetaFields).toAvroSchema();
  }

  static Schema avroSchema(HoodieTableMetaClient client, String asOf) throws Exception {
    return new TableSchemaResolver(client).getTableSchema(asOf).toAvroSchema();
  }

  static Schema avroSchema(InternalSchema schema, String name) {
    return InternalSchemaConverter.convert(schema, name).toAvroSchema();
  }

  /** The same columns with ids given anew: what an engine makes of a schema that has none. */
  static InternalSchema withoutIds(InternalSchema schema, String name) {
    return InternalSchemaConverter.convert(InternalSchemaConverter.convert(schema, name));
  }

  static HoodiePairData<String, HoodieRecordGlobalLocation> everyLocation(HoodieBackedTableMetadata reader) {
    return reader.readRecordIndexLocations(slices -> slices);
  }

  static HoodieFileGroupReader.HoodieFileGroupReaderBuilder<IndexedRecord> groupReader(Option<InternalSchema> byId) {
    return HoodieFileGroupReader.<IndexedRecord>builder().withInternalSchemaOpt(byId);
  }

  static String completionTime(GenericRecord record, String time) {
    return ArchivedTimelineV2.completionTimeOrInstantTime(record, time);
  }
}
