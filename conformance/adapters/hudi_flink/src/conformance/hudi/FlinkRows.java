// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/** Rows of Flink as those of the suite, by the table's schema of Avro. */
final class FlinkRows {
  private static final int MICROS = 1000;

  private final Schema schema;
  private final List<Column> columns;

  FlinkRows(Schema schema, List<Column> columns) {
    this.schema = schema;
    this.columns = columns;
  }

  Map<String, Object> show(RowData row) {
    Map<String, Object> shown = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      LogicalType type = column.getDataType().getLogicalType();
      Schema expected = schema.getField(column.getName()).schema();
      if (!type.isNullable() && row.isNullAt(i)) {
        // as the sink of a query's result checks it
        throw new TableException("Column '" + column.getName()
            + "' is NOT NULL, however, a null value is being written into it.");
      }
      Object value = avro(expected, type, RowData.createFieldGetter(type, i).getFieldOrNull(row));
      shown.put(column.getName(), value == null ? null : Rows.show(expected, value));
    }
    return shown;
  }

  private static Object avro(Schema union, LogicalType type, Object value) {
    if (value == null) {
      return null;
    }
    Schema schema = Rows.single(union);
    switch (schema.getType()) {
      case RECORD:
        GenericData.Record record = new GenericData.Record(schema);
        List<LogicalType> types = ((RowType) type).getChildren();
        for (Schema.Field field : schema.getFields()) {
          int i = field.pos();
          RowData.FieldGetter getter = RowData.createFieldGetter(types.get(i), i);
          record.put(i, avro(field.schema(), types.get(i), getter.getFieldOrNull((RowData) value)));
        }
        return record;
      case ARRAY:
        return items((ArrayData) value, schema.getElementType(), ((ArrayType) type).getElementType());
      case MAP:
        MapData map = (MapData) value;
        List<Object> values = items(map.valueArray(), schema.getValueType(), ((MapType) type).getValueType());
        Map<String, Object> entries = new LinkedHashMap<>();
        for (int i = 0; i < map.size(); i++) {
          entries.put(map.keyArray().getString(i).toString(), values.get(i));
        }
        return entries;
      default:
        return scalar(schema, value);
    }
  }

  private static List<Object> items(ArrayData array, Schema schema, LogicalType type) {
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(type);
    List<Object> items = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      items.add(avro(schema, type, getter.getElementOrNull(array, i)));
    }
    return items;
  }

  private static Object scalar(Schema schema, Object value) {
    return switch (schema.getType()) {
      case STRING, ENUM -> value.toString();
      case LONG -> value instanceof TimestampData time ? physical(schema, time)
          // Flink has times of day in milliseconds
          : schema.getLogicalType() instanceof LogicalTypes.TimeMicros ? (Integer) value * (long) MICROS : value;
      case BYTES, FIXED -> value instanceof DecimalData decimal ? decimal.toBigDecimal()
          : ByteBuffer.wrap((byte[]) value);
      default -> value;
    };
  }

  private static long physical(Schema schema, TimestampData time) {
    boolean isMillis = schema.getLogicalType() instanceof LogicalTypes.TimestampMillis
        || schema.getLogicalType() instanceof LogicalTypes.LocalTimestampMillis;
    return isMillis ? time.getMillisecond()
        : Math.addExact(Math.multiplyExact(time.getMillisecond(), MICROS), time.getNanoOfMillisecond() / MICROS);
  }
}
