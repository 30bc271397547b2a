// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.avro.model.HoodieMetadataColumnStats;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.util.collection.Pair;
import org.apache.hudi.common.util.hash.ColumnIndexID;
import org.apache.hudi.common.util.hash.PartitionIndexID;
import org.apache.hudi.metadata.HoodieBackedTableMetadata;
import org.apache.hudi.metadata.HoodieMetadataPayload;

/** Statistics of columns: of files by their look-up, of partitions and expressions by the prefix of the column. */
final class ColumnStats {
  private static final String OF_PARTITIONS = new PartitionIndexID("__partition_stat__").asBase64EncodedString();
  private static final int LEN_HASH = 12;

  private ColumnStats() {}

  static List<Object> rows(MetadataTable table, String index, List<String> columns, List<String> partitions)
      throws Exception {
    List<Map<String, Object>> rows = new ArrayList<>();
    if (!table.isReady(index)) {
      return List.of();
    }
    Collection<String> names = columns == null ? columns(table.schema(), "", new LinkedHashSet<>()) : columns;
    List<Pair<String, String>> files = new ArrayList<>();
    Map<String, String> partitionOf = new HashMap<>();
    if (!index.equals("partition_stats")) {
      table.files(partitions == null ? table.partitions() : partitions).forEach((partition, entries) ->
          entries.keySet().forEach(name -> {
            files.add(Pair.of(partition, name));
            partitionOf.put(name, partition);
          }));
    }
    if (index.equals("column_stats")) {
      table.columnStats(files, List.copyOf(names)).forEach(
          (file, all) -> all.forEach(stats -> rows.add(row(stats, file.getLeft(), file.getRight()))));
      return sorted(rows);
    }
    for (String column : names) {
      for (HoodieRecord<HoodieMetadataPayload> record : table.byPrefix(column, index)) {
        HoodieMetadataColumnStats stats = record.getData().getColumnStatMetadata().get();
        String name = stats.getFileName();
        if (isOfPartition(index, column, record.getRecordKey())) {
          if (partitions == null || partitions.contains(name)) {
            rows.add(row(stats, name, null));
          }
        } else if (partitionOf.containsKey(name)) {
          rows.add(row(stats, partitionOf.get(name), name));
        }
      }
    }
    return sorted(rows);
  }

  /** Rows by file, requested column by column: releases before 1.1 accept one at a time. */
  static Map<Pair<String, String>, List<HoodieMetadataColumnStats>> byColumn(
      HoodieBackedTableMetadata reader, List<Pair<String, String>> files, List<String> columns) {
    Map<Pair<String, String>, List<HoodieMetadataColumnStats>> all = new HashMap<>();
    for (String column : columns) {
      reader.getColumnStats(files, column).forEach(
          (file, stats) -> all.computeIfAbsent(file, key -> new ArrayList<>()).add(stats));
    }
    return all;
  }

  private static List<Object> sorted(List<Map<String, Object>> rows) {
    rows.sort(by("column").thenComparing(by("partition")).thenComparing(by("file")));
    return new ArrayList<>(rows);
  }

  private static boolean isOfPartition(String index, String column, String key) {
    int len = new ColumnIndexID(column).asBase64EncodedString().length();
    return index.equals("partition_stats") || key.startsWith(OF_PARTITIONS, len) && key.length() == len + 2 * LEN_HASH;
  }

  private static Comparator<Map<String, Object>> by(String member) {
    return Comparator.comparing(row -> (String) row.get(member), Metadata.BY_CODE_POINT);
  }

  /** Names of the schema's columns, of records also those of their leaves, as a metadata table names them. */
  private static Set<String> columns(Schema schema, String prefix, Set<String> names) {
    for (Schema.Field field : schema.getFields()) {
      Schema type = field.schema();
      if (type.getType() == Schema.Type.UNION) {
        type = type.getTypes().stream().filter(branch -> branch.getType() != Schema.Type.NULL).findFirst().orElse(type);
      }
      if (type.getType() == Schema.Type.RECORD) {
        columns(type, prefix + field.name() + ".", names);
      }
      names.add(prefix + field.name());
    }
    return names;
  }

  private static Map<String, Object> row(HoodieMetadataColumnStats stats, String partition, String file) {
    IndexedRecord type = (IndexedRecord) field(stats, "valueType");
    Object isTight = field(stats, "isTightBound");
    return Json.object(
        "column", stats.getColumnName(), "partition", partition, "file", file,
        "min", bound(stats, stats.getMinValue()), "max", bound(stats, stats.getMaxValue()),
        "value_count", number(stats.getValueCount()), "null_count", number(stats.getNullCount()),
        "size", number(stats.getTotalSize()), "uncompressed_size", number(stats.getTotalUncompressedSize()),
        "value_type", type == null ? null : Json.object(
            "ordinal", field(type, "typeOrdinal"),
            "info", field(type, "additionalInfo") == null ? null : field(type, "additionalInfo").toString()),
        "is_tight", isTight != null && (Boolean) isTight, "is_deleted", stats.getIsDeleted());
  }

  /** A field that not every release has, null where it has not. */
  private static Object field(IndexedRecord record, String name) {
    Schema.Field field = record.getSchema().getField(name);
    return field == null ? null : record.get(field.pos());
  }

  private static String number(Long count) {
    return count == null ? null : count.toString();
  }

  private static Map<String, Object> bound(HoodieMetadataColumnStats stats, Object wrapper) {
    if (wrapper == null) {
      return null;
    }
    Pair<String, Object> typed = Shim.typedBound(stats, wrapper);
    if (typed != null) { // by the type that the row names
      return Json.object("type", typed.getLeft(), "value", plain(typed.getLeft(), typed.getRight()));
    }
    IndexedRecord record = (IndexedRecord) wrapper;
    String name = record.getSchema().getName().replace("Wrapper", "");
    String type = name.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    if (type.equals("array")) {
      List<Object> items = new ArrayList<>();
      ((Iterable<?>) field(record, "wrappedValues")).forEach(item -> items.add(bound(stats, item)));
      return Json.object("type", type, "value", items);
    }
    Schema.Field value = record.getSchema().getField("value");
    Object found = record.get(value.pos());
    return Json.object("type", type, "value",
        found instanceof java.time.temporal.TemporalAccessor ? plain(type, found) : Rows.show(value.schema(), found));
  }

  /** A value of Java as the number, text or hex of its type. */
  private static Object plain(String type, Object value) {
    String unit = type.substring(type.lastIndexOf('-') + 1);
    if (value instanceof LocalDate date) {
      return (int) date.toEpochDay();
    }
    if (value instanceof LocalTime time) {
      return unit.equals("millis")
          ? (Object) (int) (time.toNanoOfDay() / 1_000_000) : Long.toString(time.toNanoOfDay() / 1_000);
    }
    if (value instanceof LocalDateTime time) {
      return plain(type, time.toInstant(ZoneOffset.UTC));
    }
    if (value instanceof Instant time) {
      long perSecond = unit.equals("millis") ? 1_000 : unit.equals("nanos") ? 1_000_000_000 : 1_000_000;
      return Long.toString(Math.addExact(
          Math.multiplyExact(time.getEpochSecond(), perSecond), time.getNano() / (1_000_000_000 / perSecond)));
    }
    if (value instanceof ByteBuffer bytes) {
      return Rows.hex(bytes);
    }
    if (value instanceof Long) {
      return value.toString();
    }
    if (value instanceof Float) {
      return Rows.show(Schema.create(Schema.Type.FLOAT), value);
    }
    if (value instanceof Double) {
      return Rows.show(Schema.create(Schema.Type.DOUBLE), value);
    }
    return value instanceof Boolean || value instanceof Integer ? value
        : value instanceof java.math.BigDecimal number ? number.toPlainString() : value.toString();
  }
}
