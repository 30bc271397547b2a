// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.io.compress.CompressionCodec;
import org.apache.hudi.io.hfile.ChecksumType;
import org.apache.hudi.io.hfile.HFileContext;
import org.apache.hudi.io.hfile.HFileReader;
import org.apache.hudi.io.hfile.HFileUtils;
import org.apache.hudi.io.hfile.HFileWriterImpl;
import org.apache.hudi.io.hfile.KeyValue;
import org.apache.hudi.io.hfile.UTF8StringKey;

/** hudi-io's own HFile reader and writer. */
final class Library {
  static final String NAME = "hudi-io";
  static final String HOMEPAGE = "https://hudi.apache.org";
  static final List<String> COMMANDS = List.of(
      "hfile.trailer", "hfile.info", "hfile.cells", "hfile.get", "hfile.prefix", "hfile.meta", "hfile.write");

  private Library() {}

  /** Fills `value` as reading goes on. */
  static void read(String command, Path file, Map<?, ?> args, Map<String, Object> value, Map<String, Object> answer)
      throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    switch (command) {
      case "hfile.trailer" -> value.putAll(Inside.trailer(bytes));
      case "hfile.info" -> {
        List<Object> entries = new ArrayList<>();
        try (OpenFile open = new OpenFile(bytes)) {
          Map<byte[], byte[]> sorted = new TreeMap<>(Arrays::compareUnsigned);
          sorted.putAll(open.info());
          sorted.forEach((key, text) -> entries.add(Json.object("key", Values.hex(key), "value", Values.hex(text))));
        }
        value.put("entries", entries);
      }
      case "hfile.cells" -> {
        CellList cells = new CellList();
        value.put("cells", cells.kept);
        try (OpenFile open = new OpenFile(bytes)) {
          for (boolean more = open.seekTo(); more; more = open.next()) {
            cells.add(cell(open.getKeyValue().get()));
          }
        }
        cells.check();
      }
      case "hfile.get" -> lookups(bytes, Values.list(args, "keys"), "key", value, Library::get);
      case "hfile.prefix" -> lookups(bytes, Values.list(args, "prefixes"), "prefix", value, Library::prefix);
      case "hfile.meta" -> {
        List<Object> blocks = new ArrayList<>();
        try (OpenFile open = new OpenFile(bytes)) {
          value.put("blocks", blocks);
          for (byte[] name : open.metaNames()) {
            ByteBuffer content = open.getMetaBlock(new String(name, StandardCharsets.UTF_8)).get();
            blocks.add(Json.object("name", Values.hex(name), "value", Values.hex(Values.rest(content))));
          }
        }
      }
      default -> throw new Unsupported("command " + command);
    }
  }

  private interface Lookup {
    void run(OpenFile open, byte[] wanted, CellList found) throws Exception;
  }

  /** A separate reader for each key: hudi-io's only moves forward. */
  private static void lookups(
      byte[] bytes, List<byte[]> wanted, String name, Map<String, Object> value, Lookup lookup) throws Exception {
    List<Object> results = new ArrayList<>();
    value.put("results", results);
    for (byte[] key : wanted) {
      CellList found = new CellList();
      try (OpenFile open = new OpenFile(bytes)) {
        lookup.run(open, key, found);
      }
      found.check();
      results.add(Json.object(name, Values.hex(key), "cells", found.kept));
    }
  }

  private static void get(OpenFile open, byte[] row, CellList found) throws Exception {
    UTF8StringKey key = new UTF8StringKey(row);
    if (!open.seekTo() || open.seekTo(key) != HFileReader.SEEK_TO_FOUND) {
      return;
    }
    do {
      CellData cell = cell(open.getKeyValue().get());
      if (!Arrays.equals(cell.row(), row)) {
        return;
      }
      found.add(cell);
    } while (open.next());
  }

  /** As Hudi's own reader of the metadata table looks for prefixes, with hudi-io's parts. */
  private static void prefix(OpenFile open, byte[] prefix, CellList found) throws Exception {
    UTF8StringKey key = new UTF8StringKey(prefix);
    if (!open.seekTo()) {
      return;
    }
    int where = open.seekTo(key);
    if (where == HFileReader.SEEK_TO_EOF || where == HFileReader.SEEK_TO_IN_RANGE && !open.next()) {
      return;
    }
    do {
      Option<KeyValue> current = open.getKeyValue();
      if (!current.isPresent() || !HFileUtils.isPrefixOfKey(key, current.get().getKey())) {
        return;
      }
      found.add(cell(current.get()));
    } while (open.next());
  }

  /**
   * The cell at the place where hudi-io says that it is. hudi-io hands out row and value; the bytes between them
   * are taken apart here, by the lengths that hudi-io uses.
   */
  private static CellData cell(KeyValue kv) {
    byte[] bytes = kv.getBytes();
    byte[] row = slice(bytes, kv.getKeyContentOffset(), kv.getKeyContentLength());
    byte[] value = slice(bytes, kv.getValueOffset(), kv.getValueLength());
    int at = kv.getKeyContentOffset() + kv.getKeyContentLength();
    int end = kv.getKeyOffset() + kv.getKeyLength();
    int lenFamily = bytes[at];
    byte[] family = slice(bytes, at + 1, lenFamily);
    byte[] qualifier = slice(bytes, at + 1 + lenFamily, end - 9 - (at + 1 + lenFamily));
    long timestamp = ByteBuffer.wrap(bytes).getLong(end - 9);
    return new CellData(row, family, qualifier, timestamp, bytes[end - 1] & 0xff, value, new byte[0], 0);
  }

  /** Like the constructor of String that Hudi makes keys and values of: out of bounds is an accident. */
  private static byte[] slice(byte[] bytes, int from, int length) {
    if (from < 0 || length < 0 || from > bytes.length - length) {
      throw new IndexOutOfBoundsException("offset " + from + ", count " + length + ", length " + bytes.length);
    }
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  static byte[] write(Description given) throws Exception {
    if (!given.text("style", "").equals("hudi-io")) {
      throw new Unsupported("another style than hudi-io");
    }
    given.only("major", 3);
    given.only("minor", 0);
    given.only("compression", "NONE", "GZ");
    given.only("bytes_per_checksum", 16384);
    given.only("encoding", "NONE");
    given.only("mvcc", true);
    given.only("tags", false);
    given.only("comparator", "org.apache.hudi.io.storage.HoodieHBaseKVComparator");
    for (String key : List.of("index_block_size", "min_index_entries", "index_keys", "zstd_framing", "bloom",
        "delete_bloom", "tag_dictionary")) {
      if (given.has(key)) {
        throw new Unsupported("hudi-io has no choice about " + key);
      }
    }
    HFileContext.Builder context = HFileContext.builder()
        .blockSize(given.number("block_size", 1 << 16))
        .fileCreationTime(given.createTime())
        .checksumType(ChecksumType.valueOf(given.text("checksum", "NULL")));
    if (given.text("compression", "NONE").equals("GZ")) {
      context.compressionCodec(CompressionCodec.GZIP);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (HFileWriterImpl writer = new HFileWriterImpl(context.build(), out)) {
      for (CellData cell : given.cells()) {
        String key = Values.text(cell.row());
        if (key == null || cell.family().length + cell.qualifier().length + cell.tags().length > 0
            || cell.timestamp() != Long.MAX_VALUE || cell.type() != 4 || cell.mvcc() != 0) {
          throw new Unsupported("a cell with more than a row of UTF-8 text and a value");
        }
        writer.append(key, cell.value());
      }
      given.meta().forEach(writer::appendMetaInfo);
      for (Map.Entry<byte[], byte[]> entry : given.info()) {
        writer.appendFileInfo(new String(entry.getKey(), StandardCharsets.UTF_8), entry.getValue());
      }
    }
    return out.toByteArray();
  }
}
