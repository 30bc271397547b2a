// SPDX-License-Identifier: Apache-2.0
package conformance.writer;

import conformance.protocol.Unsupported;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Conversions;
import org.apache.avro.JsonProperties;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.hudi.common.model.DefaultHoodieRecordPayload;
import org.apache.hudi.common.model.HoodieAvroRecord;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecordPayload;
import org.apache.hudi.common.model.OverwriteWithLatestAvroPayload;

/** What the table of a scenario is, and its rows as records. */
final class Shape {
  static final String EVENT_TIME = "EVENT_TIME_ORDERING";
  private static final Set<String> TYPES = Set.of("string", "long", "int", "boolean", "decimal", "date",
      "timestamp-micros", "strings");
  private static final LogicalTypes.Decimal DECIMAL = LogicalTypes.decimal(10, 2);
  final int version;
  final String type;
  final boolean partitioned;
  final boolean hiveStyle;
  final boolean metadataTable;
  final boolean metaFields;
  final String mergeMode;
  private final Map<String, String> columns = new LinkedHashMap<>();
  private Schema schema;

  Shape(Map<?, ?> scenario) {
    if (!(scenario.get("version") instanceof Number number) || !(scenario.get("type") instanceof String text)) {
      throw new Refusal("a scenario has a version and a type");
    }
    version = number.intValue();
    if (version < 0 || version > 9) {
      throw new Refusal("table version " + version);
    }
    if (!Release.VERSIONS.contains(version)) {
      throw new Unsupported("table version " + version);
    }
    type = text;
    partitioned = Boolean.TRUE.equals(scenario.get("partitioned"));
    hiveStyle = Boolean.TRUE.equals(scenario.get("hive_style"));
    metadataTable = Boolean.TRUE.equals(scenario.get("metadata_table"));
    metaFields = !Boolean.FALSE.equals(scenario.get("meta_fields"));
    mergeMode = scenario.get("merge_mode") instanceof String mode ? mode : EVENT_TIME;
    columns.put("id", "string");
    if (partitioned) {
      columns.put("part", "string");
    }
    columns.put("ord", "long");
    add(scenario.get("columns") instanceof Map<?, ?> own ? own : Map.of("val", "string"));
  }

  /** Adds columns: writes have them from then on. */
  void add(Map<?, ?> more) {
    more.forEach((name, kind) -> {
      if (!TYPES.contains(String.valueOf(kind))) {
        throw new Refusal("type " + kind);
      }
      columns.put(String.valueOf(name), String.valueOf(kind));
    });
    List<Schema.Field> fields = new ArrayList<>();
    columns.forEach((name, kind) -> {
      Schema optional = Schema.createUnion(Schema.create(Schema.Type.NULL), avro(name, kind));
      fields.add(new Schema.Field(name, optional, null, JsonProperties.NULL_VALUE));
    });
    schema = Schema.createRecord("row", null, "t", false, fields);
  }

  /** The type of a column, as Spark converts it: decimals are fixed. */
  private static Schema avro(String name, String kind) {
    return switch (kind) {
      case "decimal" -> DECIMAL.addToSchema(Schema.createFixed(name + "_fixed", null, "t", 5));
      case "date" -> LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));
      case "timestamp-micros" -> LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG));
      case "strings" -> Schema.createArray(
          Schema.createUnion(Schema.create(Schema.Type.NULL), Schema.create(Schema.Type.STRING)));
      default -> Schema.create(Schema.Type.valueOf(kind.toUpperCase(java.util.Locale.ROOT)));
    };
  }

  String schema() {
    return schema.toString();
  }

  boolean isEventTime() {
    return EVENT_TIME.equals(mergeMode);
  }

  /** Name of the class that merges records. */
  String payload() {
    return (isEventTime() ? DefaultHoodieRecordPayload.class : OverwriteWithLatestAvroPayload.class).getName();
  }

  HoodieKey key(Map<?, ?> row) {
    String value = partitioned ? String.valueOf(row.get("part")) : "";
    return new HoodieKey(String.valueOf(row.get("id")), hiveStyle && partitioned ? "part=" + value : value);
  }

  /** Rows as records of the table's payload. */
  List<HoodieRecord<HoodieRecordPayload>> records(List<?> rows) {
    List<HoodieRecord<HoodieRecordPayload>> made = new ArrayList<>();
    for (Object one : rows) {
      Map<?, ?> row = (Map<?, ?>) one;
      GenericRecord record = new GenericData.Record(schema);
      row.forEach((name, value) -> record.put(field(String.valueOf(name)), typed(String.valueOf(name), value)));
      Comparable<?> ordering = ((Number) row.get("ord")).longValue();
      HoodieRecordPayload payload = isEventTime()
          ? new DefaultHoodieRecordPayload(record, ordering)
          : new OverwriteWithLatestAvroPayload(record, ordering);
      made.add(new HoodieAvroRecord<>(key(row), payload));
    }
    return made;
  }

  private String field(String name) {
    if (!columns.containsKey(name)) {
      throw new Refusal("no column " + name);
    }
    return name;
  }

  private Object typed(String name, Object value) {
    return switch (columns.get(name)) {
      case "long", "timestamp-micros" -> ((Number) value).longValue();
      case "int", "date" -> ((Number) value).intValue();
      case "decimal" -> new Conversions.DecimalConversion()
          .toFixed(new BigDecimal((String) value), avro(name, "decimal"), DECIMAL);
      default -> value;
    };
  }
}
