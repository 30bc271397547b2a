// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Unsupported;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.common.data.HoodiePairData;
import org.apache.hudi.common.model.HoodieRecordGlobalLocation;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.TableSchemaResolver;
import org.apache.hudi.common.table.log.HoodieLogFormat;
import org.apache.hudi.common.table.read.HoodieFileGroupReader;
import org.apache.hudi.common.table.timeline.versioning.v2.ArchivedTimelineV2;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.internal.schema.InternalSchema;
import org.apache.hudi.internal.schema.convert.AvroInternalSchemaConverter;
import org.apache.hudi.io.storage.HoodieNativeAvroHFileReader;
import org.apache.hudi.metadata.HoodieBackedTableMetadata;
import org.apache.hudi.storage.StoragePath;

/** What is special about 1.1. */
final class Shim extends ShimSince11 {

  private Shim() {}

  static HoodieLogFormat.WriterBuilder writerBuilder(StoragePath folder, String instant) {
    return HoodieLogFormat.newWriterBuilder()
        .withStorage(STORAGE)
        .onParentPath(folder)
        .withFileId(FILE_ID)
        .withInstantTime(instant);
  }

  static Schema avroSchema(HoodieNativeAvroHFileReader reader) throws IOException {
    return reader.getSchema();
  }

  static Schema avroSchema(HoodieTableMetaClient client) throws Exception {
    return new TableSchemaResolver(client).getTableAvroSchema(client.getTableConfig().populateMetaFields());
  }

  static Schema avroSchema(HoodieTableMetaClient client, String asOf) throws Exception {
    return new TableSchemaResolver(client).getTableAvroSchema(asOf);
  }

  static Schema avroSchema(InternalSchema schema, String name) {
    return AvroInternalSchemaConverter.convert(schema, name);
  }

  /** The same columns with ids given anew: what an engine makes of a schema that has none. */
  static InternalSchema withoutIds(InternalSchema schema, String name) {
    return AvroInternalSchemaConverter.convert(AvroInternalSchemaConverter.convert(schema, name));
  }

  static HoodiePairData<String, HoodieRecordGlobalLocation> everyLocation(HoodieBackedTableMetadata reader) {
    throw new Unsupported("every row of the record index");
  }

  static HoodieFileGroupReader.Builder<IndexedRecord> groupReader(Option<InternalSchema> byId) {
    return HoodieFileGroupReader.<IndexedRecord>newBuilder().withInternalSchema(byId);
  }

  static String completionTime(GenericRecord record, String time) {
    return record.get(ArchivedTimelineV2.COMPLETION_TIME_ARCHIVED_META_FIELD).toString();
  }
}
