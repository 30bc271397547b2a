// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is to be written, as the protocol describes it. What no library can do by wish is refused here. */
final class Description {
  private static final Set<String> KNOWN = Set.of(
      "about", "major", "minor", "compression", "zstd_framing", "checksum", "bytes_per_checksum", "block_size",
      "index_block_size", "min_index_entries", "encoding", "mvcc", "tags", "compress_tags", "comparator", "cells",
      "meta", "info", "bloom", "index_keys", "style", "schema", "create_time");
  /** Used where a description gives no time, so that equal descriptions give equal files. */
  private static final long CREATE_TIME = 1_700_000_000_000L;

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

  List<CellData> cells() {
    List<CellData> cells = new ArrayList<>();
    for (Map<?, ?> cell : maps("cells")) {
      cells.add(new CellData(
          bytes(cell, "row"), bytes(cell, "family"), bytes(cell, "qualifier"),
          cell.get("timestamp") == null ? Long.MAX_VALUE : number(cell.get("timestamp")),
          cell.get("type") == null ? 4 : (int) number(cell.get("type")),
          bytes(cell, "value"), bytes(cell, "tags"),
          cell.get("mvcc") == null ? 0 : number(cell.get("mvcc"))));
    }
    return cells;
  }

  /** Meta blocks, in the order given. */
  Map<String, byte[]> meta() {
    Map<String, byte[]> made = new LinkedHashMap<>();
    for (Map<?, ?> entry : maps("meta")) {
      String name = entry.get("name_text") instanceof String text ? text : metaName(entry.get("name"));
      made.put(name, bytes(entry, "value"));
    }
    return made;
  }

  private static String metaName(Object name) {
    // given as text; a name in hex is told by its bytes in views only
    if (!(name instanceof String text)) {
      throw new BadRequest("a meta block has a name");
    }
    return text;
  }

  /** Entries for the file info, in the order given; `schema` among them. */
  List<Map.Entry<byte[], byte[]>> info() {
    List<Map.Entry<byte[], byte[]>> made = new ArrayList<>();
    if (has("schema")) {
      made.add(Map.entry(
          "schema".getBytes(StandardCharsets.UTF_8), text("schema", "").getBytes(StandardCharsets.UTF_8)));
    }
    for (Map<?, ?> entry : maps("info")) {
      made.add(Map.entry(bytes(entry, "key"), bytes(entry, "value")));
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

  /** Member NAME as hex, or member NAME_text as text, or nothing. */
  private static byte[] bytes(Map<?, ?> map, String name) {
    if (map.get(name + "_text") instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    return map.get(name) == null ? new byte[0] : Values.unhex(map.get(name));
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
