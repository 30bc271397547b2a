// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.BadRequest;
import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.common.model.HoodieRecordPayload;
import org.apache.hudi.common.util.Option;

/** `merge.reduce`: two versions of a record, put to a payload class, or to a merge mode where the release has them. */
final class Merging {
  private static final String MODELS = "org.apache.hudi.common.model.";
  /** The line of rules by which cases ask a release: that of 0.9, that of 0.10 to 0.15, or that of 1.x. */
  private static final String LINE =
      Shim.VERSION.startsWith("1.") ? "1.2" : Shim.VERSION.startsWith("0.9.") ? "0.9" : "0.15";

  /** Lines of releases whose key generators and bucket identifiers are at hand. */
  private static final Map<String, String> KEY_LINES = Map.of("0.15", "0.15", "1.0", "1.0", "1.1", "1.2", "1.2", "1.2");

  private Merging() {}

  static List<String> features() {
    List<String> features = new ArrayList<>();
    features.add("merge.line." + LINE);
    String minor = Shim.VERSION.substring(0, Shim.VERSION.lastIndexOf('.'));
    Optional.ofNullable(KEY_LINES.get(minor)).ifPresent(line -> features.add("key.line." + line));
    return features;
  }

  /** A version as the request gives it: the row may be null, a delete of the key alone. */
  record Version(Object shown, GenericRecord row, Comparable<?> ordering) {
    static Version of(Object given, Schema schema, String orderingField) {
      if (given == null) {
        return null;
      }
      Object parsed = given instanceof String text ? Json.parse(text) : given;
      if (!(parsed instanceof Map<?, ?> map)) {
        throw new BadRequest("a version is an object");
      }
      GenericRecord row = map.get("record") == null ? null : (GenericRecord) Rows.read(schema, map.get("record"));
      Comparable<?> ordering = Orderings.read(map.get("ordering"));
      if (ordering == null && row != null && orderingField != null && schema.getField(orderingField) != null) {
        Object value = row.get(orderingField);
        ordering = value instanceof CharSequence ? value.toString() : (Comparable<?>) value;
      }
      return new Version(map.get("record"), row, ordering);
    }
  }

  static Map<String, Object> reduce(Map<?, ?> args) throws Exception {
    if (!LINE.equals(args.get("line"))) {
      throw new Unsupported("line " + args.get("line"));
    }
    Object given = args.get("schema");
    Schema schema = new Schema.Parser().parse(given instanceof String text ? text : Json.print(given));
    Properties props = properties(args.get("props"));
    Map<?, ?> rule = (Map<?, ?>) args.get("rule");
    if (rule.get("mode") != null) {
      return byMode(args, rule, schema, props);
    }
    String field = props.getProperty("hoodie.payload.ordering.field");
    Version old = Version.of(args.get("old"), schema, field);
    Version fresh = Version.of(args.get("new"), schema, field);
    String method = String.valueOf(args.get("method"));
    HoodieRecordPayload<?> payload = payload((String) rule.get("payload"), fresh);
    return switch (method) {
      case "preCombine" -> preCombine(payload, payload((String) rule.get("payload"), old), old, fresh, schema, props);
      case "combineAndGetUpdateValue" -> stored(
          combine(payload, old.row(), schema, props), old, fresh, schema, old.shown());
      case "getInsertValue" -> stored(payload.getInsertValue(schema, props), null, fresh, schema, null);
      default -> throw new Unsupported("method " + method);
    };
  }

  private static Properties properties(Object given) {
    Properties props = new Properties();
    if (given instanceof Map<?, ?> map) {
      map.forEach((key, value) -> props.setProperty((String) key, (String) value));
    }
    String field = props.getProperty("hoodie.payload.ordering.field");
    if (field != null) { // each release uses different names
      for (String name : List.of("hoodie.datasource.write.precombine.field", "hoodie.table.precombine.field",
          "hoodie.table.ordering.fields", "hoodie.payload.event.time.field")) {
        props.setProperty(name, field);
      }
    }
    return props;
  }

  private static HoodieRecordPayload<?> payload(String name, Version version) throws Exception {
    Class<?> type = null;
    for (String where : List.of(MODELS, MODELS + "debezium.")) {
      try {
        type = Class.forName(where + name);
        break;
      } catch (ClassNotFoundException next) {
        // the other package, or none
      }
    }
    if (type == null) {
      throw new Unsupported("payload class " + name);
    }
    Comparable<?> ordering = version.ordering() == null ? 0 : version.ordering();
    try {
      return (HoodieRecordPayload<?>)
          type.getConstructor(GenericRecord.class, Comparable.class).newInstance(version.row(), ordering);
    } catch (InvocationTargetException wrapped) {
      throw unwrapped(wrapped);
    }
  }

  private static Map<String, Object> preCombine(HoodieRecordPayload<?> fresh, HoodieRecordPayload<?> old,
      Version oldVersion, Version freshVersion, Schema schema, Properties props) throws Exception {
    Object result;
    try {
      Method withSchema = method(HoodieRecordPayload.class, "preCombine",
          HoodieRecordPayload.class, Schema.class, Properties.class);
      result = withSchema != null
          ? withSchema.invoke(fresh, old, schema, props)
          : method(HoodieRecordPayload.class, "preCombine", HoodieRecordPayload.class, Properties.class)
              .invoke(fresh, old, props);
    } catch (InvocationTargetException wrapped) {
      throw unwrapped(wrapped);
    }
    if (result == fresh) {
      return Json.object("outcome", "new", "record", freshVersion.shown());
    }
    if (result == old) {
      return Json.object("outcome", "old", "record", oldVersion.shown());
    }
    Option<?> value = ((HoodieRecordPayload<?>) result).getInsertValue(schema, props);
    return Json.object("outcome", "merged", "record", value.isPresent() ? Rows.show(schema, value.get()) : null);
  }

  private static Option<IndexedRecord> combine(
      HoodieRecordPayload<?> payload, GenericRecord current, Schema schema, Properties props) throws Exception {
    return payload.combineAndGetUpdateValue(current, schema, props);
  }

  /** What a writer would store. */
  private static Map<String, Object> stored(
      Option<IndexedRecord> result, Version old, Version fresh, Schema schema, Object oldShown) {
    if (!result.isPresent()) {
      return Json.object("outcome", "delete", "record", null);
    }
    IndexedRecord row = result.get();
    if (row.getSchema() == null || row.getSchema().getType() != Schema.Type.RECORD
        || row.getSchema().getFields().isEmpty()) { // the sentinel
      return Json.object("outcome", "old", "record", oldShown);
    }
    return named(Rows.show(schema, row), old, fresh);
  }

  static Map<String, Object> named(Object shown, Version old, Version fresh) {
    String outcome = "merged";
    if (same(shown, fresh.shown())) {
      outcome = "new";
    } else if (old != null && same(shown, old.shown())) {
      outcome = "old";
    }
    return Json.object("outcome", outcome, "record", shown);
  }

  private static boolean same(Object left, Object right) {
    return left == right
        || (left != null && right != null && Json.print(sorted(left)).equals(Json.print(sorted(right))));
  }

  private static Object sorted(Object value) {
    return value instanceof Map<?, ?> map ? new java.util.TreeMap<Object, Object>(map) : value;
  }

  private static Map<String, Object> byMode(Map<?, ?> args, Map<?, ?> rule, Schema schema, Properties props)
      throws Exception {
    Class<?>[] parameters = {Map.class, Map.class, Schema.class, Properties.class};
    @SuppressWarnings("unchecked")
    Map<String, Object> answer = (Map<String, Object>) optional("Modes", "merge", parameters, args, rule, schema, props);
    return answer;
  }

  /** Call what not every release has. */
  static Object optional(String type, String method, Class<?>[] parameters, Object... arguments) throws Exception {
    try {
      return Class.forName("conformance.hudi." + type).getDeclaredMethod(method, parameters).invoke(null, arguments);
    } catch (ClassNotFoundException none) {
      throw new Unsupported(type + " in this release");
    } catch (InvocationTargetException wrapped) {
      throw unwrapped(wrapped);
    }
  }

  private static Method method(Class<?> type, String name, Class<?>... parameters) {
    try {
      return type.getMethod(name, parameters);
    } catch (NoSuchMethodException none) {
      return null;
    }
  }

  private static Exception unwrapped(InvocationTargetException wrapped) {
    if (wrapped.getCause() instanceof Error error) {
      throw error;
    }
    return wrapped.getCause() instanceof Exception cause ? cause : wrapped;
  }
}
