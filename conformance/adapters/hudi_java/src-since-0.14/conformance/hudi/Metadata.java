// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.BadRequest;
import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hudi.common.model.HoodieRecordGlobalLocation;
import org.apache.hudi.common.util.collection.Pair;

/** `metadata.files`, `metadata.stats` and `metadata.locate`: answers of the release's reader of the metadata table. */
final class Metadata {
  /** Text in the order of code points; null comes first. */
  static final Comparator<String> BY_CODE_POINT = Comparator.nullsFirst((left, right) -> Arrays.compareUnsigned(
      left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8)));

  private Metadata() {}

  static Object answer(String command, Path folder, Map<?, ?> args) throws Exception {
    if (command.equals("metadata.key")) {
      return MetadataKeys.answer(args);
    }
    if (command.equals("metadata.possible")) {
      return Possible.answer(folder, args);
    }
    try (MetadataTable table = new MetadataTable(folder)) {
      return switch (command) {
        case "metadata.files" -> files(table, strings(args.get("partitions")));
        case "metadata.stats" -> Json.object("rows", ColumnStats.rows(
            table, text(args, "index"), strings(args.get("columns")), strings(args.get("partitions"))));
        case "metadata.locate" -> Json.object("rows", text(args, "index").startsWith("secondary_index_")
            ? bySecondary(table, text(args, "index"), strings(args.get("keys")))
            : byKey(table, strings(args.get("keys")), (String) args.get("partition")));
        default -> throw new Unsupported("command " + command);
      };
    }
  }

  private static Object files(MetadataTable table, List<String> partitions) throws Exception {
    if (!table.isReady("files")) {
      return Json.object("available", false, "valid_instants", List.of(), "synced_instant", null,
          "latest_compaction", null, "partitions", List.of());
    }
    List<Object> shown = new ArrayList<>();
    table.files(partitions == null ? table.partitions() : partitions).forEach((partition, files) -> {
      List<Object> entries = new ArrayList<>();
      files.forEach((name, size) -> entries.add(Json.object("name", name, "size", Long.toString(size))));
      shown.add(Json.object("partition", partition, "files", entries));
    });
    return Json.object("available", true,
        "valid_instants", table.validInstants().stream().sorted(BY_CODE_POINT).toList(),
        "synced_instant", table.syncedInstant(), "latest_compaction", table.latestCompaction(), "partitions", shown);
  }

  private static List<Object> byKey(MetadataTable table, List<String> keys, String partition) throws Exception {
    List<Map<String, Object>> rows = new ArrayList<>();
    if (table.isReady("record_index")) {
      for (Pair<String, HoodieRecordGlobalLocation> row : table.locations(keys, partition)) {
        rows.add(row(table, row.getLeft(), row.getLeft(), row.getRight()));
      }
    }
    return sorted(rows);
  }

  private static List<Object> bySecondary(MetadataTable table, String index, List<String> keys) throws Exception {
    if (keys == null) {
      throw new Unsupported("every row of a secondary index");
    }
    List<Map<String, Object>> rows = new ArrayList<>();
    if (table.isReady(index)) {
      Map<String, Collection<String>> found = table.recordKeys(keys, index);
      List<String> records = found.values().stream().flatMap(Collection::stream).distinct().toList();
      Map<String, HoodieRecordGlobalLocation> locations = new HashMap<>();
      table.locations(records, null).forEach(row -> locations.put(row.getLeft(), row.getRight()));
      found.forEach((key, values) ->
          values.forEach(record -> rows.add(row(table, key, record, locations.get(record)))));
    }
    return sorted(rows);
  }

  private static Map<String, Object> row(
      MetadataTable table, String key, String record, HoodieRecordGlobalLocation location) {
    if (location == null) {
      return Json.object("key", key, "record_key", record, "partition", null, "file_id", null,
          "instant_ms", null, "position", null);
    }
    long position = MetadataTable.position(location);
    try {
      return Json.object("key", key, "record_key", record, "partition", location.getPartitionPath(),
          "file_id", location.getFileId(),
          "instant_ms", Long.toString(table.milliseconds(location.getInstantTime())),
          "position", position < 0 ? null : Long.toString(position));
    } catch (ParseException notOfThisApi) {
      throw new IllegalStateException(notOfThisApi);
    }
  }

  private static List<Object> sorted(List<Map<String, Object>> rows) {
    Comparator<Map<String, Object>> order = by("key");
    rows.sort(order.thenComparing(by("record_key")).thenComparing(by("partition")));
    return new ArrayList<>(rows);
  }

  private static Comparator<Map<String, Object>> by(String member) {
    return Comparator.comparing(row -> (String) row.get(member), BY_CODE_POINT);
  }

  /** Names with sizes by partition, all in order. */
  static SortedMap<String, SortedMap<String, Long>> listing(Collection<String> partitions) {
    SortedMap<String, SortedMap<String, Long>> all = new TreeMap<>(BY_CODE_POINT);
    partitions.forEach(partition -> all.put(partition, new TreeMap<>(BY_CODE_POINT)));
    return all;
  }

  /** Absolute paths of partitions, with the relative ones that they stand for. */
  static Map<String, String> absolute(String base, Collection<String> partitions) {
    Map<String, String> paths = new LinkedHashMap<>();
    partitions.forEach(partition -> paths.put(partition.isEmpty() ? base : base + "/" + partition, partition));
    return paths;
  }

  /** Entries of a map as pairs; 1.0.0 and 1.0.1 have a list of locations for each key. */
  static List<Pair<String, HoodieRecordGlobalLocation>> pairs(Map<String, ?> map) {
    List<Pair<String, HoodieRecordGlobalLocation>> all = new ArrayList<>();
    map.forEach((key, value) -> (value instanceof List<?> several ? several : List.of(value))
        .forEach(location -> all.add(Pair.of(key, (HoodieRecordGlobalLocation) location))));
    return all;
  }

  static String text(Map<?, ?> args, String name) {
    if (args.get(name) instanceof String text) {
      return text;
    }
    throw new BadRequest("no argument " + name);
  }

  static List<String> strings(Object given) {
    if (!(given instanceof List<?> list)) {
      return null;
    }
    List<String> all = new ArrayList<>();
    list.forEach(item -> all.add((String) item));
    return all;
  }
}
