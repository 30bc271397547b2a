// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import conformance.protocol.BadRequest;
import conformance.protocol.Unsupported;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What is to be written, as the protocol describes it. What no library can do by wish is refused here. */
final class Description {
  private static final Set<String> KNOWN = Set.of(
      "about", "major", "minor", "compression", "zstd_framing", "checksum", "bytes_per_checksum", "block_size",
      "index_block_size", "min_index_entries", "encoding", "mvcc", "tags", "comparator", "cells",
      "meta", "info", "bloom", "delete_bloom", "tag_dictionary", "index_keys", "style", "schema", "create_time");
  /** Used where a description gives no time, so that equal descriptions give equal files. */
  private static final long CREATE_TIME = 0;
  private static final int MAX_CELLS = 100_000;
  private static final Pattern NUMBER = Pattern.compile("\\{(i+)\\}");

  private final Map<?, ?> given;

  Description(Object given) {
    if (!(given instanceof Map<?, ?> map)) {
      throw new BadRequest("the command needs args.write");
    }
    this.given = map;
    for (Object key : map.keySet()) {
      if (!KNOWN.contains(key) && !isEmpty(map.get(key))) {
        throw new Unsupported("a writer of a library has no choice about " + key);
      }
    }
  }

  private static boolean isEmpty(Object value) {
    return value == null || value instanceof Map<?, ?> map && map.isEmpty();
  }

  boolean has(String key) {
    return given.get(key) != null;
  }

  String text(String key, String otherwise) {
    Object value = given.get(key);
    if (value != null && !(value instanceof String)) {
      throw new BadRequest(key + " is text");
    }
    return value == null ? otherwise : (String) value;
  }

  int number(String key, int otherwise) {
    Object value = given.get(key);
    if (value == null) {
      return otherwise;
    }
    return (int) number(value);
  }

  boolean flag(String key, boolean otherwise) {
    Object value = given.get(key);
    return value == null ? otherwise : Boolean.TRUE.equals(value);
  }

  /** Refuses every value of a key but those that the library has anyway. */
  void only(String key, Object... values) {
    Object value = given.get(key);
    if (value != null && !List.of(values).contains(value instanceof Long number ? (Object) number.intValue() : value)) {
      throw new Unsupported("the library does not write " + key + " " + value);
    }
  }

  long createTime() {
    Object value = given.get("create_time");
    return value == null ? CREATE_TIME : number(value);
  }

  /** Cells in the order given; one with `count` represents that many, numbered in its texts. */
  List<CellData> cells() {
    List<CellData> cells = new ArrayList<>();
    for (Map<?, ?> cell : maps("cells")) {
      long count = cell.get("count") == null ? 1 : number(cell.get("count"));
      if (count < 0 || count > MAX_CELLS - cells.size()) {
        throw new BadRequest("more than " + MAX_CELLS + " cells");
      }
      long step = cell.get("timestamp_step") == null ? 0 : number(cell.get("timestamp_step"));
      long timestamp = cell.get("timestamp") == null ? Long.MAX_VALUE : number(cell.get("timestamp"));
      for (int i = 0; i < count; i++) {
        String number = cell.get("count") == null ? null : Integer.toString(i);
        cells.add(new CellData(
            bytes(cell, "row", number), bytes(cell, "family", number), bytes(cell, "qualifier", number),
            timestamp + i * step, cell.get("type") == null ? 4 : (int) number(cell.get("type")),
            bytes(cell, "value", number), bytes(cell, "tags", number),
            cell.get("mvcc") == null ? 0 : number(cell.get("mvcc"))));
      }
    }
    return cells;
  }

  /** Meta blocks, in the order given. */
  Map<String, byte[]> meta() {
    Map<String, byte[]> made = new LinkedHashMap<>();
    for (Map<?, ?> entry : maps("meta")) {
      String name = Values.text(bytes(entry, "name", null));
      if (name == null) {
        throw new Unsupported("the name of a meta block is text to the library");
      }
      made.put(name, bytes(entry, "value", null));
    }
    return made;
  }

  /** Entries for the file info, in the order given; `schema` among them. */
  List<Map.Entry<byte[], byte[]>> info() {
    List<Map.Entry<byte[], byte[]>> made = new ArrayList<>();
    if (has("schema")) {
      made.add(Map.entry(
          "schema".getBytes(StandardCharsets.UTF_8), text("schema", "").getBytes(StandardCharsets.UTF_8)));
    }
    for (Map<?, ?> entry : maps("info")) {
      made.add(Map.entry(bytes(entry, "key", null), bytes(entry, "value", null)));
    }
    return made;
  }

  /** The Bloom filter's own description, or null. */
  Map<?, ?> bloom() {
    return given.get("bloom") instanceof Map<?, ?> map && !map.isEmpty() ? map : null;
  }

  static long number(Object value) {
    if (value instanceof Long number) {
      return number;
    }
    if (value instanceof String text) {
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException bad) {
        throw new BadRequest("no number: " + text);
      }
    }
    throw new BadRequest("no number: " + value);
  }

  /** Member NAME as hex or as {"hex" | "text", "times"}, or member NAME_text as text, or nothing. */
  private static byte[] bytes(Map<?, ?> map, String name, String number) {
    if (map.get(name + "_text") instanceof String text) {
      return (number == null ? text : numbered(text, number)).getBytes(StandardCharsets.UTF_8);
    }
    Object value = map.get(name);
    if (value instanceof Map<?, ?> repeated) {
      byte[] once = repeated.get("text") instanceof String text
          ? text.getBytes(StandardCharsets.UTF_8) : Values.unhex(repeated.get("hex"));
      int times = repeated.get("times") == null ? 1 : (int) number(repeated.get("times"));
      ByteBuffer all = ByteBuffer.allocate(Math.multiplyExact(once.length, times));
      for (int i = 0; i < times; i++) {
        all.put(once);
      }
      return all.array();
    }
    return value == null ? new byte[0] : Values.unhex(value);
  }

  private static String numbered(String text, String number) {
    return NUMBER.matcher(text).replaceAll(
        found -> "0".repeat(Math.max(0, found.group(1).length() - number.length())) + number);
  }

  private List<Map<?, ?>> maps(String key) {
    List<Map<?, ?>> made = new ArrayList<>();
    if (given.get(key) instanceof List<?> items) {
      for (Object item : items) {
        if (!(item instanceof Map<?, ?> map)) {
          throw new BadRequest(key + " is a list of objects");
        }
        made.add(map);
      }
    }
    return made;
  }
}
