// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.BadRequest;
import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;

/** Avro values to canonical JSON, by their schema, and back. */
final class Rows {
  private static final int MAX_HEX = 1024;

  private Rows() {}

  private static long micros(Timestamp time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time.toInstant());
  }

  static Object show(Schema schema, Object value) {
    switch (schema.getType()) {
      case NULL:
        return null;
      case BOOLEAN:
        return value;
      case INT:
        // a value from the path of a partition
        return value instanceof Date day ? day.toLocalDate().toEpochDay() : ((Number) value).intValue();
      case LONG:
        return Long.toString(value instanceof Timestamp time ? micros(time) : ((Number) value).longValue());
      case FLOAT:
        return text((Float) value);
      case DOUBLE:
        return text((Double) value);
      case STRING:
      case ENUM:
        return value.toString();
      case BYTES:
      case FIXED:
        return binary(schema, value);
      case ARRAY:
        List<Object> items = new ArrayList<>();
        ((Iterable<?>) value).forEach(item -> items.add(show(schema.getElementType(), item)));
        return items;
      case MAP:
        Map<String, Object> entries = new LinkedHashMap<>();
        ((Map<?, ?>) value).forEach((key, item) -> entries.put(key.toString(), show(schema.getValueType(), item)));
        return entries;
      case RECORD:
        Map<String, Object> fields = new LinkedHashMap<>();
        IndexedRecord record = (IndexedRecord) value;
        for (Schema.Field field : schema.getFields()) {
          fields.put(field.name(), show(field.schema(), record.get(field.pos())));
        }
        return fields;
      case UNION:
        return union(schema, value);
      default:
        throw new IllegalStateException("Avro type " + schema.getType());
    }
  }

  private static Object union(Schema schema, Object value) {
    if (value == null) {
      return null;
    }
    Schema only = optional(schema);
    if (only != null) {
      return show(only, value);
    }
    Schema branch = schema.getTypes().get(GenericData.get().resolveUnion(schema, value));
    return Json.object(branch.getFullName(), show(branch, value));
  }

  /** The other branch of a union of null and one more type, else null. */
  private static Schema optional(Schema union) {
    List<Schema> types = union.getTypes();
    if (types.size() != 2) {
      return null;
    }
    if (types.get(0).getType() == Schema.Type.NULL) {
      return types.get(1);
    }
    return types.get(1).getType() == Schema.Type.NULL ? types.get(0) : null;
  }

  /** The type other than null, of engines whose types can all be null. */
  static Schema single(Schema schema) {
    if (schema.getType() != Schema.Type.UNION) {
      return schema;
    }
    List<Schema> types = schema.getTypes().stream().filter(type -> type.getType() != Schema.Type.NULL).toList();
    if (types.size() != 1) {
      throw new Unsupported("a union of " + types.size() + " types");
    }
    return types.get(0);
  }

  private static Object binary(Schema schema, Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    ByteBuffer bytes = value instanceof GenericFixed fixed ? ByteBuffer.wrap(fixed.bytes()) : (ByteBuffer) value;
    if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
      byte[] unscaled = copy(bytes);
      BigInteger number = unscaled.length == 0 ? BigInteger.ZERO : new BigInteger(unscaled);
      return new BigDecimal(number, decimal.getScale()).toPlainString();
    }
    return hex(bytes);
  }

  static Object hex(ByteBuffer bytes) {
    byte[] copied = copy(bytes);
    if (copied.length <= MAX_HEX) {
      return HexFormat.of().formatHex(copied);
    }
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(copied);
      return Json.object("$digest", Json.object(
          "len", Integer.toString(copied.length), "sha256", HexFormat.of().formatHex(digest)));
    } catch (NoSuchAlgorithmException none) {
      throw new LinkageError("no SHA-256", none);
    }
  }

  static byte[] unhex(String text) {
    return HexFormat.of().parseHex(text);
  }

  private static byte[] copy(ByteBuffer bytes) {
    byte[] copied = new byte[bytes.remaining()];
    bytes.duplicate().get(copied);
    return copied;
  }

  /** Shortest text that reads back to the same double; digits laid out as the protocol wants them. */
  static String text(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Double.toString(value);
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0.0" : "0.0";
    }
    return layout(shortest(new BigDecimal(value), 17, digits -> digits.doubleValue() == value));
  }

  /** The same for a float. */
  static String text(float value) {
    if (Float.isNaN(value) || Float.isInfinite(value) || value == 0) {
      return text((double) value);
    }
    return layout(shortest(new BigDecimal(value), 9, digits -> digits.floatValue() == value));
  }

  private static BigDecimal shortest(BigDecimal exact, int most, java.util.function.Predicate<BigDecimal> readsBack) {
    BigDecimal best = exact.round(new MathContext(most, RoundingMode.HALF_EVEN));
    for (int digits = most - 1; digits >= 1; digits--) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (readsBack.test(rounded)) {
        best = rounded;
        continue;
      }
      // at a power of two the interval is lopsided: a neighbour may read back where the nearest does not
      BigDecimal other = null;
      for (int step = -1; step <= 1; step += 2) {
        BigDecimal near = rounded.add(rounded.ulp().multiply(BigDecimal.valueOf(step)));
        if (near.signum() == exact.signum() && readsBack.test(near)) {
          other = near;
        }
      }
      if (other == null) {
        return best;
      }
      best = other;
    }
    return best;
  }

  /** Plain from 1e-4 up to 1e16, with an exponent of at least two digits outside. */
  private static String layout(BigDecimal value) {
    BigDecimal stripped = value.abs().stripTrailingZeros();
    String digits = stripped.unscaledValue().toString();
    int exponent = digits.length() - stripped.scale(); // 0.digits * 10^exponent
    String sign = value.signum() < 0 ? "-" : "";
    if (exponent > -4 && exponent <= 16) {
      String plain = stripped.toPlainString();
      return sign + (plain.indexOf('.') < 0 ? plain + ".0" : plain);
    }
    String mantissa = digits.substring(0, 1) + (digits.length() > 1 ? "." + digits.substring(1) : "");
    int power = exponent - 1;
    return sign + mantissa + "e" + (power < 0 ? "-" : "+") + (Math.abs(power) < 10 ? "0" : "") + Math.abs(power);
  }

  /** A canonical row as the Avro value of its schema. */
  static Object read(Schema schema, Object row) {
    switch (schema.getType()) {
      case NULL:
        return null;
      case BOOLEAN:
        return (Boolean) row;
      case INT:
        return Math.toIntExact((Long) row);
      case LONG:
        return Long.valueOf((String) row);
      case FLOAT:
        return Float.valueOf((String) row);
      case DOUBLE:
        return Double.valueOf((String) row);
      case STRING:
        if (!(row instanceof String)) {
          throw new Unsupported("text that is not UTF-8");
        }
        return row;
      case ENUM:
        return new GenericData.EnumSymbol(schema, (String) row);
      case BYTES:
        return ByteBuffer.wrap(schema.getLogicalType() instanceof LogicalTypes.Decimal decimal
            ? unscaled(decimal, row).toByteArray() : unhex((String) row));
      case FIXED:
        return new GenericData.Fixed(schema, schema.getLogicalType() instanceof LogicalTypes.Decimal decimal
            ? widened(unscaled(decimal, row), schema.getFixedSize()) : unhex((String) row));
      case ARRAY:
        List<Object> items = new ArrayList<>();
        ((List<?>) row).forEach(item -> items.add(read(schema.getElementType(), item)));
        return items;
      case MAP:
        Map<String, Object> entries = new LinkedHashMap<>();
        ((Map<?, ?>) row).forEach((key, item) -> entries.put((String) key, read(schema.getValueType(), item)));
        return entries;
      case RECORD:
        GenericData.Record record = new GenericData.Record(schema);
        for (Schema.Field field : schema.getFields()) {
          record.put(field.pos(), read(field.schema(), ((Map<?, ?>) row).get(field.name())));
        }
        return record;
      case UNION:
        return readUnion(schema, row);
      default:
        throw new IllegalStateException("Avro type " + schema.getType());
    }
  }

  private static Object readUnion(Schema schema, Object row) {
    if (row == null) {
      return null;
    }
    Schema only = optional(schema);
    if (only != null) {
      return read(only, row);
    }
    Map.Entry<?, ?> told = ((Map<?, ?>) row).entrySet().iterator().next();
    for (Schema branch : schema.getTypes()) {
      if (branch.getFullName().equals(told.getKey())) {
        return read(branch, told.getValue());
      }
    }
    throw new BadRequest("no branch " + told.getKey());
  }

  private static BigInteger unscaled(LogicalTypes.Decimal decimal, Object row) {
    return new BigDecimal((String) row).setScale(decimal.getScale(), RoundingMode.UNNECESSARY).unscaledValue();
  }

  private static byte[] widened(BigInteger number, int size) {
    byte[] short_ = number.toByteArray();
    if (short_.length > size) {
      throw new BadRequest("a decimal does not fit " + size + " bytes");
    }
    byte[] wide = new byte[size];
    java.util.Arrays.fill(wide, number.signum() < 0 ? (byte) -1 : 0);
    System.arraycopy(short_, 0, wide, size - short_.length, short_.length);
    return wide;
  }
}
