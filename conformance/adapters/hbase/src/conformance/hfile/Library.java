// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import conformance.protocol.BadRequest;
import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.io.hfile.HBaseFile;
import org.apache.hadoop.hbase.io.hfile.HBaseFile.Block;

/** HBase's HFile reader and writer, opened as a region server opens files: with HBase's own checksums. */
final class Library {
  static final String NAME = "hbase";
  static final String HOMEPAGE = "https://hbase.apache.org";
  static final List<String> COMMANDS = List.of(
      "hfile.trailer", "hfile.blocks", "hfile.info", "hfile.index", "hfile.cells", "hfile.get", "hfile.prefix",
      "hfile.before", "hfile.meta", "hfile.bloom", "hfile.write");

  private Library() {}

  /** Fills `value` as reading goes on. Checksum mismatches, which HBase only counts, go into a note of the answer. */
  static void read(String command, Path file, Map<?, ?> args, Map<String, Object> value, Map<String, Object> answer)
      throws Exception {
    HBaseFile.checksumFailures();
    try {
      if (command.equals("hfile.trailer")) {
        value.putAll(HBaseFile.trailer(file));
        return;
      }
      try (HBaseFile open = new HBaseFile(file)) {
        read(command, open, args, value);
      }
    } finally {
      long failures = HBaseFile.checksumFailures();
      if (failures > 0) {
        answer.put("note", failures + " checksum failures counted by HBase, which goes on after each");
      }
    }
  }

  private static void read(String command, HBaseFile open, Map<?, ?> args, Map<String, Object> value)
      throws Exception {
    switch (command) {
      case "hfile.blocks" -> {
        List<Object> blocks = new ArrayList<>();
        value.put("blocks", blocks);
        open.blocks(block -> blocks.add(show(block)));
      }
      case "hfile.info" -> {
        Map<byte[], byte[]> sorted = new TreeMap<>(Arrays::compareUnsigned);
        sorted.putAll(open.info());
        List<Object> entries = new ArrayList<>();
        sorted.forEach((key, text) -> entries.add(Json.object("key", Values.hex(key), "value", Values.hex(text))));
        value.put("entries", entries);
      }
      case "hfile.index" -> value.putAll(new Index(open).show());
      case "hfile.cells" -> {
        CellList cells = new CellList();
        value.put("cells", cells.kept);
        for (boolean more = open.first(); more; more = open.next()) {
          cells.add(cell(open.cell()));
        }
        cells.check();
      }
      case "hfile.get" -> lookups(open, Values.list(args, "keys"), "key", value, Arrays::equals);
      case "hfile.prefix" -> lookups(open, Values.list(args, "prefixes"), "prefix", value, Library::startsWith);
      case "hfile.before" -> {
        List<Object> results = new ArrayList<>();
        value.put("results", results);
        for (byte[] row : Values.list(args, "keys")) {
          Object found = open.seekBefore(row) ? cell(open.cell()).show() : null;
          results.add(Json.object("key", Values.hex(row), "cell", found));
        }
      }
      case "hfile.meta" -> {
        List<Object> blocks = new ArrayList<>();
        value.put("blocks", blocks);
        for (byte[] name : open.metaIndex().keys()) {
          String text = Values.text(name);
          if (text == null) {
            throw new Unsupported("HBase asks for meta blocks by text");
          }
          blocks.add(Json.object("name", Values.hex(name), "value", Values.hex(open.meta(text))));
        }
      }
      case "hfile.bloom" -> bloom(open, Values.list(args, "keys"), value);
      default -> throw new Unsupported("command " + command);
    }
  }

  private static void bloom(HBaseFile open, List<byte[]> rows, Map<String, Object> value) throws Exception {
    if (!open.hasBloom()) {
      value.put("results", null);
      return;
    }
    List<Object> results = new ArrayList<>();
    value.put("results", results);
    for (byte[] row : rows) {
      results.add(Json.object("key", Values.hex(row), "possible", open.mayContain(row)));
    }
  }

  private interface Wanted {
    boolean test(byte[] row, byte[] asked);
  }

  private static boolean startsWith(byte[] row, byte[] prefix) {
    return row.length >= prefix.length && Arrays.equals(row, 0, prefix.length, prefix, 0, prefix.length);
  }

  /** Cells from the first one on that is not before all cells of the requested row. */
  private static void lookups(
      HBaseFile open, List<byte[]> rows, String name, Map<String, Object> value, Wanted wanted) throws Exception {
    List<Object> results = new ArrayList<>();
    value.put("results", results);
    for (byte[] row : rows) {
      CellList found = new CellList();
      for (boolean more = open.seekFirstOf(row); more; more = open.next()) {
        CellData cell = cell(open.cell());
        if (!wanted.test(cell.row(), row)) {
          break;
        }
        found.add(cell);
      }
      found.check();
      results.add(Json.object(name, Values.hex(row), "cells", found.kept));
    }
  }

  @SuppressWarnings("deprecation")
  private static CellData cell(Cell cell) {
    return new CellData(
        slice(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength()),
        slice(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength()),
        slice(cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength()),
        cell.getTimestamp(), cell.getTypeByte() & 0xff,
        slice(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()),
        slice(cell.getTagsArray(), cell.getTagsOffset(), cell.getTagsLength()), cell.getSequenceId());
  }

  /** What a caller that copies gets: out of bounds is an accident. */
  private static byte[] slice(byte[] bytes, int from, int length) {
    if (from < 0 || length < 0 || from > bytes.length - length) {
      throw new IndexOutOfBoundsException("offset " + from + ", count " + length + ", length " + bytes.length);
    }
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  private static Map<String, Object> show(Block block) {
    return Json.object(
        "type", block.type(),
        "ofs", Long.toString(block.ofs()),
        "on_disk_size_without_header", block.onDiskSizeWithoutHeader(),
        "uncompressed_size_without_header", block.payload().length,
        "prev_block_offset", Long.toString(block.prevBlockOffset()),
        "checksum_type", block.checksumType(),
        "bytes_per_checksum", block.bytesPerChecksum(),
        "on_disk_data_size_with_header", block.onDiskDataSizeWithHeader(),
        "payload", Values.digest(block.payload()));
  }

  static byte[] write(Description given) throws Exception {
    given.only("style", "hbase");
    given.only("compression", Shim.CODECS.toArray());
    given.only("encoding", Shim.ENCODINGS.toArray());
    given.only("comparator", "org.apache.hadoop.hbase.KeyValue$KVComparator",
        "org.apache.hadoop.hbase.KeyValue$KeyComparator");
    given.only("index_keys", "full");
    given.only("zstd_framing", "block");
    int major = given.number("major", 3);
    int minor = given.number("minor", -1);
    if (Shim.VERSIONS.stream().noneMatch(pair -> pair.get(0) == major && (minor < 0 || pair.get(1) == minor))) {
      throw new Unsupported("HBase " + Shim.VERSION + " writes versions " + Shim.VERSIONS);
    }
    if (given.number("bytes_per_checksum", 16384) < 1 || given.number("block_size", 1) < 1) {
      throw new BadRequest("sizes are positive");
    }
    return HBaseFile.write(new HBaseFile.Plan(
        major, given.text("compression", "NONE"), given.text("encoding", "NONE"),
        given.text("checksum", "CRC32C"), given.number("bytes_per_checksum", 16384),
        given.number("block_size", 65536), given.number("index_block_size", 131072),
        given.number("min_index_entries", 16), given.flag("mvcc", true), given.flag("tags", false),
        given.flag("tag_dictionary", false), given.createTime(), given.cells().stream().map(Library::keyValue).toList(), given.meta(), given.info(),
        bloom(given), given.flag("delete_bloom", false)));
  }

  private static HBaseFile.BloomPlan bloom(Description given) {
    Map<?, ?> bloom = given.bloom();
    if (bloom == null) {
      return null;
    }
    String type = (String) bloom.get("type");
    String hash = bloom.get("hash") instanceof String text ? text : "murmur";
    int chunk = bloom.get("chunk_bytes") == null ? 131072 : (int) Description.number(bloom.get("chunk_bytes"));
    String error = bloom.get("error") == null ? "0.01" : String.valueOf(bloom.get("error"));
    return new HBaseFile.BloomPlan(type, hash, chunk, error);
  }

  private static org.apache.hadoop.hbase.KeyValue keyValue(CellData cell) {
    org.apache.hadoop.hbase.KeyValue.Type type;
    try {
      type = org.apache.hadoop.hbase.KeyValue.Type.codeToType((byte) cell.type());
    } catch (RuntimeException unknown) {
      throw new Unsupported("cell type " + cell.type());
    }
    var made = new org.apache.hadoop.hbase.KeyValue(
        cell.row(), 0, cell.row().length, cell.family(), 0, cell.family().length,
        cell.qualifier(), 0, cell.qualifier().length, cell.timestamp(), type,
        cell.value(), 0, cell.value().length, cell.tags(), 0, cell.tags().length);
    made.setSequenceId(cell.mvcc());
    return made;
  }
}
