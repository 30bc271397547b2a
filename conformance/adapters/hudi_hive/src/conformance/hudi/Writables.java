// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Unsupported;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.hadoop.hive.serde2.io.DateWritableV2;
import org.apache.hadoop.hive.serde2.io.DoubleWritable;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.hadoop.io.ArrayWritable;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/** Values of Hive as those of Avro. */
final class Writables {
  private static final String NO_VALUE = "__HIVE_DEFAULT_PARTITION__";

  private Writables() {}

  static Object avro(Schema schema, Writable value) {
    if (value == null || value instanceof NullWritable) {
      return null;
    }
    Schema type = Rows.single(schema);
    switch (type.getType()) {
      case RECORD:
        GenericData.Record record = new GenericData.Record(type);
        Writable[] members = ((ArrayWritable) value).get();
        for (Schema.Field field : type.getFields()) {
          record.put(field.pos(), avro(field.schema(), members[field.pos()]));
        }
        return record;
      case ARRAY:
        List<Object> items = new ArrayList<>();
        for (Writable item : ((ArrayWritable) value).get()) {
          items.add(avro(type.getElementType(), item));
        }
        return items;
      case MAP:
        Map<String, Object> entries = new LinkedHashMap<>();
        for (Writable entry : ((ArrayWritable) value).get()) {
          Writable[] pair = ((ArrayWritable) entry).get();
          entries.put(pair[0].toString(), avro(type.getValueType(), pair[1]));
        }
        return entries;
      default:
        return scalar(type, value);
    }
  }

  /** A value of the class that Hive's inspectors of the type take; they fail at another in the same way. */
  private static Object scalar(Schema type, Writable value) {
    return switch (type.getType()) {
      case STRING, ENUM -> ((Text) value).toString();
      case INT -> type.getLogicalType() instanceof LogicalTypes.Date
          ? ((DateWritableV2) value).getDays() : ((IntWritable) value).get();
      case LONG -> ((LongWritable) value).get();
      case FLOAT -> ((FloatWritable) value).get();
      case DOUBLE -> ((DoubleWritable) value).get();
      case BOOLEAN -> ((BooleanWritable) value).get();
      case BYTES, FIXED -> type.getLogicalType() instanceof LogicalTypes.Decimal decimal
          // Hive drops zeros at the end
          ? ((HiveDecimalWritable) value).getHiveDecimal().bigDecimalValue().setScale(decimal.getScale())
          : ByteBuffer.wrap(((BytesWritable) value).copyBytes());
      default -> throw new IllegalStateException("a value of type " + type);
    };
  }

  /** The text of a partition as a value of its column; null if it is not one, as Hive returns it. */
  static Object converted(Schema schema, String text) {
    Schema type = Rows.single(schema);
    if (text.equals(NO_VALUE)) {
      return null;
    }
    try {
      boolean isDate = type.getLogicalType() instanceof LogicalTypes.Date;
      return switch (type.getType()) {
        case STRING, ENUM -> text;
        case INT -> isDate ? (int) LocalDate.parse(text).toEpochDay() : Integer.parseInt(text);
        case LONG -> Long.parseLong(text);
        case FLOAT -> Float.parseFloat(text);
        case DOUBLE -> Double.parseDouble(text);
        case BOOLEAN -> Boolean.parseBoolean(text);
        default -> throw new Unsupported("a partition column of type " + type.getType());
      };
    } catch (NumberFormatException | DateTimeParseException none) {
      return null;
    }
  }
}
