// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.avro.HoodieAvroReaderContext;
import org.apache.hudi.common.config.RecordMergeMode;
import org.apache.hudi.common.config.TypedProperties;
import org.apache.hudi.common.engine.HoodieReaderContext;
import org.apache.hudi.common.model.DeleteRecord;
import org.apache.hudi.common.table.HoodieTableConfig;
import org.apache.hudi.common.table.PartialUpdateMode;
import org.apache.hudi.common.table.read.BufferedRecord;
import org.apache.hudi.common.table.read.BufferedRecordMerger;
import org.apache.hudi.common.table.read.BufferedRecordMergerFactory;
import org.apache.hudi.common.table.read.BufferedRecords;
import org.apache.hudi.common.table.read.DeleteContext;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;

/** The merge modes of 1.x, as the file group reader merges a version with the stored row. */
final class Modes {
  private static final String MERGE_PROPERTY = "hoodie.record.merge.property.";

  private Modes() {}

  static Map<String, Object> merge(Map<?, ?> args, Map<?, ?> rule, Schema schema, Properties given) throws Exception {
    TypedProperties props = new TypedProperties();
    given.forEach((key, value) -> props.setProperty((String) key, (String) value));
    RecordMergeMode mode = RecordMergeMode.valueOf((String) rule.get("mode"));
    HoodieTableConfig table = new HoodieTableConfig();
    table.setValue("hoodie.table.version", "9");
    table.setValue("hoodie.record.merge.mode", mode.name());
    String names = props.getProperty("hoodie.payload.ordering.field", "");
    List<String> fields = names.isEmpty() ? List.of() : Arrays.asList(names.split(","));
    if (!fields.isEmpty()) {
      table.setValue("hoodie.table.ordering.fields", names);
    }
    for (String name : List.of("hoodie.payload.delete.field", "hoodie.payload.delete.marker")) {
      if (props.containsKey(name)) {
        table.setValue(MERGE_PROPERTY + name, props.getProperty(name));
      }
    }
    Option<PartialUpdateMode> partial = Option.empty();
    if (rule.get("partial") != null) {
      partial = Option.of(PartialUpdateMode.valueOf((String) rule.get("partial")));
      table.setValue("hoodie.table.partial.update.mode", (String) rule.get("partial"));
      table.setValue(MERGE_PROPERTY + "hoodie.write.partial.update.unavailable.value", "__debezium_unavailable_value");
      props.setProperty("hoodie.write.partial.update.unavailable.value", "__debezium_unavailable_value");
      props.setProperty(
          MERGE_PROPERTY + "hoodie.write.partial.update.unavailable.value", "__debezium_unavailable_value");
    }
    HoodieReaderContext<IndexedRecord> context = new HoodieAvroReaderContext(
        new HadoopStorageConfiguration(LocalFiles.configuration()), table, Option.empty(), Option.empty());
    context.initRecordMerger(props);
    DeleteContext deletes = new DeleteContext(props, Schemas.of(schema)).withReaderSchema(Schemas.of(schema));
    BufferedRecordMerger<IndexedRecord> merger = BufferedRecordMergerFactory.create(
        context, mode, false, context.getRecordMerger(), Option.<String>empty(), Schemas.of(schema), props, partial);
    Merging.Version old = Merging.Version.of(args.get("old"), schema, null);
    Merging.Version fresh = Merging.Version.of(args.get("new"), schema, null);
    BufferedRecord<IndexedRecord> existing = buffered(old, context, schema, deletes, fields);
    if ("deltaMerge".equals(args.get("method")) && fresh.row() == null) {
      return merger.deltaMerge(DeleteRecord.create("k", "", fresh.ordering()), existing).isPresent()
          ? Json.object("outcome", "delete", "record", null)
          : Json.object("outcome", "old", "record", old.shown());
    }
    BufferedRecord<IndexedRecord> merged =
        merger.finalMerge(existing, buffered(fresh, context, schema, deletes, fields));
    if (merged.isDelete() || merged.getRecord() == null) {
      return Json.object("outcome", "delete", "record", null);
    }
    return Merging.named(Rows.show(schema, merged.getRecord()), old, fresh);
  }

  private static BufferedRecord<IndexedRecord> buffered(Merging.Version version,
      HoodieReaderContext<IndexedRecord> context, Schema schema, DeleteContext deletes, List<String> fields) {
    if (version.row() == null) {
      return BufferedRecords.createDelete("k", version.ordering());
    }
    boolean isDelete = context.getRecordContext().isDeleteRecord(version.row(), deletes);
    if (version.ordering() != null) {
      return BufferedRecords.fromEngineRecord(
          version.row(), Schemas.of(schema), context.getRecordContext(), version.ordering(), "k", isDelete);
    }
    return BufferedRecords.fromEngineRecord(
        version.row(), Schemas.of(schema), context.getRecordContext(), fields.toArray(new String[0]), "k", isDelete);
  }
}
