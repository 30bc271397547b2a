// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.BadRequest;
import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Ordering values of deletes: the Java class that Hudi gives or takes, and the type name of the protocol. */
final class Orderings {
  private Orderings() {}

  static Map<String, Object> show(Object value) {
    if (value == null) {
      return null;
    }
    List<?> parts = Shim.orderingParts(value);
    if (parts != null) {
      List<Object> shown = new ArrayList<>();
      parts.forEach(part -> shown.add(show(part)));
      return typed("array", shown);
    }
    if (value instanceof Boolean) {
      return typed("boolean", value);
    } else if (value instanceof Integer) {
      return typed("int", value);
    } else if (value instanceof Short || value instanceof Byte) {
      return typed("int", ((Number) value).intValue());
    } else if (value instanceof Long) {
      return typed("long", value.toString());
    } else if (value instanceof Float number) {
      return typed("float", Rows.text(number));
    } else if (value instanceof Double number) {
      return typed("double", Rows.text(number));
    } else if (value instanceof ByteBuffer bytes) {
      return typed("bytes", Rows.hex(bytes));
    } else if (value instanceof CharSequence) {
      return typed("string", value.toString());
    } else if (value instanceof java.sql.Date date) {
      return typed("date", (int) date.toLocalDate().toEpochDay());
    } else if (value instanceof LocalDate date) {
      return typed(Shim.LOCAL_DATE_TYPE, (int) date.toEpochDay());
    } else if (value instanceof BigDecimal decimal) {
      return typed("decimal", decimal.toPlainString());
    } else if (value instanceof BigInteger number) {
      return typed("decimal", number.toString());
    } else if (value instanceof java.sql.Timestamp timestamp) {
      return typed("timestamp-micros", micros(timestamp.toInstant()));
    } else if (value instanceof Instant instant) {
      return typed("timestamp-micros", micros(instant));
    } else if (value instanceof java.util.Date date) {
      return typed("timestamp-micros", micros(date.toInstant()));
    }
    return typed(value.getClass().getName(), value.toString());
  }

  static Comparable<?> read(Object ordering) {
    if (ordering == null) {
      return null;
    }
    if (!(ordering instanceof Map<?, ?> map) || !(map.get("type") instanceof String type)) {
      throw new BadRequest("an ordering is null or has type and value");
    }
    Object value = map.get("value");
    return switch (type) {
      case "boolean" -> (Boolean) value;
      case "int" -> Math.toIntExact((Long) value);
      case "long" -> Long.valueOf((String) value);
      case "float" -> Float.valueOf((String) value);
      case "double" -> Double.valueOf((String) value);
      case "bytes" -> ByteBuffer.wrap(Rows.unhex((String) value));
      case "string" -> (String) value;
      case "date" -> java.sql.Date.valueOf(LocalDate.ofEpochDay((Long) value));
      case "decimal" -> new BigDecimal((String) value);
      case "timestamp-micros" -> java.sql.Timestamp.from(instant(Long.parseLong((String) value)));
      case "array" -> array((List<?>) value);
      case "local-date" -> Shim.localDate(LocalDate.ofEpochDay((Long) value));
      default -> throw new Unsupported("writing an ordering value of type " + type);
    };
  }

  private static Comparable<?> array(List<?> values) {
    List<Comparable<?>> parts = new ArrayList<>();
    values.forEach(value -> parts.add(read(value)));
    return Shim.orderingOf(parts);
  }

  private static Instant instant(long micros) {
    return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000L);
  }

  private static String micros(Instant instant) {
    return Long.toString(Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1000));
  }

  private static Map<String, Object> typed(String type, Object value) {
    return Json.object("type", type, "value", value);
  }
}
