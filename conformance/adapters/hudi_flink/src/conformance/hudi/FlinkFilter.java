// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.BadRequest;
import conformance.protocol.Unsupported;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A filter of the suite as a condition in Flink's SQL, with literals as a user writes them. */
final class FlinkFilter {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");

  private FlinkFilter() {}

  static String condition(Map<?, ?> filter) {
    String op = (String) filter.get("op");
    if (filter.get("args") instanceof List<?> parts) {
      List<String> conditions = parts.stream().map(part -> "(" + condition((Map<?, ?>) part) + ")").toList();
      return op.equals("not") ? "NOT " + conditions.get(0)
          : String.join(" " + op.toUpperCase(Locale.ROOT) + " ", conditions);
    }
    String column = column(filter);
    String type = (String) filter.get("type");
    List<?> given = filter.get("values") instanceof List<?> some ? some : List.of();
    if (op.equals("starts_with")) {
      return column + " LIKE " + (isNull(given.get(0)) ? "CAST(NULL AS STRING)" : prefix((String) given.get(0)));
    }
    List<String> values = given.stream().map(value -> literal(type, value)).toList();
    return switch (op) {
      case "is_null" -> column + " IS NULL";
      case "is_not_null" -> column + " IS NOT NULL";
      case "in" -> column + " IN (" + String.join(", ", values) + ")";
      case "between" -> column + " BETWEEN " + values.get(0) + " AND " + values.get(1);
      case "!=" -> column + " <> " + values.get(0);
      default -> column + " " + op + " " + values.get(0);
    };
  }

  /** A name in quotes. */
  static String name(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  private static String column(Map<?, ?> filter) {
    String path = Stream.of(((String) filter.get("column")).split("\\.")).map(FlinkFilter::name)
        .collect(Collectors.joining("."));
    if (!(filter.get("function") instanceof String function)) {
      return path;
    }
    return function.equals("negated") ? "(" + path + " * -1)" : function.toUpperCase(Locale.ROOT) + "(" + path + ")";
  }

  private static boolean isNull(Object value) {
    return value instanceof Map<?, ?>;
  }

  private static String prefix(String text) {
    return quoted(text.replaceAll("([!%_])", "!$1") + "%") + " ESCAPE '!'";
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static String literal(String type, Object value) {
    if (isNull(value)) {
      if (((Map<?, ?>) value).containsKey("null")) {
        return "CAST(NULL AS " + sqlType(type) + ")";
      }
      throw new Unsupported("text that is not UTF-8");
    }
    String text = value.toString();
    return switch (type) {
      case "boolean", "int", "long", "decimal" -> text;
      case "float", "double" -> "CAST(" + quoted(text) + " AS " + sqlType(type) + ")";
      case "string" -> quoted(text);
      case "bytes" -> "X'" + text + "'";
      case "date" -> "DATE '" + LocalDate.ofEpochDay(Long.parseLong(text)) + "'";
      case "timestamp-millis" -> time(text, ChronoUnit.MILLIS);
      case "timestamp-micros" -> time(text, ChronoUnit.MICROS);
      default -> throw new BadRequest("no type of filters: " + type);
    };
  }

  private static String time(String text, ChronoUnit unit) {
    return "TIMESTAMP '" + TIME.format(Instant.EPOCH.plus(Long.parseLong(text), unit).atOffset(ZoneOffset.UTC)) + "'";
  }

  private static String sqlType(String type) {
    return switch (type) {
      case "int" -> "INT";
      case "long" -> "BIGINT";
      case "decimal" -> "DECIMAL(38, 10)";
      case "bytes" -> "BYTES";
      case "timestamp-millis" -> "TIMESTAMP(3)";
      case "timestamp-micros" -> "TIMESTAMP(6)";
      default -> type.toUpperCase(Locale.ROOT);
    };
  }
}
