// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.BadRequest;
import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** `metadata.possible`: which values are left by the statistics that the release takes from a base file. */
final class Possible {
  /** Statistics of a column; bounds are null where there are none. */
  record Range(Comparable<?> min, Comparable<?> max, long numNulls, long numValues) {
    @SuppressWarnings("unchecked")
    boolean holds(Object value) {
      if (value == null) {
        return numNulls > 0;
      }
      if (numNulls == numValues || min == null || max == null) {
        return false;
      }
      if (min.getClass() != value.getClass() || max.getClass() != value.getClass()) {
        throw new Unsupported("values of " + value.getClass() + " with bounds of " + min.getClass());
      }
      return ((Comparable<Object>) min).compareTo(value) <= 0 && ((Comparable<Object>) max).compareTo(value) >= 0;
    }
  }

  private Possible() {}

  static Object answer(Path file, Map<?, ?> args) {
    if (!(args.get("values") instanceof List<?> values)) {
      throw new BadRequest("no argument values");
    }
    Range range = FooterStats.of(file, Metadata.text(args, "column"));
    List<Object> possible = new ArrayList<>();
    for (Object value : values) {
      possible.add(range == null || range.holds(value(value)));
    }
    return Json.object("possible", possible);
  }

  private static Object value(Object given) {
    if (given == null) {
      return null;
    }
    if (!(given instanceof Map<?, ?> bound) || bound.get("value") == null) {
      throw new BadRequest("a value is null, or has type and value");
    }
    String text = String.valueOf(bound.get("value"));
    return switch (String.valueOf(bound.get("type"))) {
      case "boolean" -> Boolean.valueOf(text);
      case "int" -> Integer.valueOf(text);
      case "long" -> Long.valueOf(text);
      case "float" -> Float.valueOf(text);
      case "double" -> Double.valueOf(text);
      case "string" -> text;
      default -> throw new Unsupported("values of type " + bound.get("type"));
    };
  }
}
