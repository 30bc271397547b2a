// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.BadRequest;
import conformance.protocol.Json;
import conformance.protocol.Scratch;
import conformance.protocol.Unsupported;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.util.Utf8;
import org.apache.hudi.common.table.log.HoodieLogFormat;
import org.apache.hudi.common.table.log.block.HoodieCommandBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;

/** A write description through Hudi's own blocks and log writer; what those cannot write is unsupported. */
final class LogWriting {
  private static final Set<String> FILE_KEYS = Set.of("about", "blocks");
  private static final Set<String> BLOCK_KEYS = Set.of("about", "kind", "header", "content_version", "records", "deletes",
      "key_field", "compression", "positions");

  /** Of a description that names none; that of a data block makes no difference to who reads it. */
  private static final long PROTOCOL_CONTENT_VERSION = 3;

  private LogWriting() {}

  static Map<String, Object> write(Object description) throws Exception {
    if (Shim.CONTENT_VERSION != PROTOCOL_CONTENT_VERSION) {
      for (Object each : list(map(description, "the description").get("blocks"), "blocks")) {
        Map<?, ?> block = map(each, "a block");
        if ("DELETE_BLOCK".equals(block.get("kind")) && block.get("content_version") == null) {
          throw new Unsupported("content version " + PROTOCOL_CONTENT_VERSION + " of a delete block");
        }
      }
    }
    List<?> files = list(append(List.of(description), Long.MAX_VALUE).get("files"), "files");
    if (files.size() > 1) {
      throw new IllegalStateException("the writer made several files: " + files);
    }
    return Json.object("b64", files.isEmpty() ? "" : map(files.get(0), "a file").get("b64"));
  }

  /** What one writer leaves behind after a call for each of the descriptions: names and bytes, in order of names. */
  static Map<String, Object> append(List<?> descriptions, long threshold) throws Exception {
    try (Scratch scratch = new Scratch()) {
      List<List<HoodieLogBlock>> calls = new ArrayList<>();
      for (Object each : descriptions) {
        Map<?, ?> description = map(each, "the description");
        known(description, FILE_KEYS, "in a file");
        List<HoodieLogBlock> blocks = new ArrayList<>();
        for (Object block : list(description.get("blocks"), "blocks")) {
          blocks.add(block(map(block, "a block"), scratch.folder));
        }
        calls.add(blocks);
      }
      try (HoodieLogFormat.Writer writer = Shim.writer(scratch.folder, instant(calls), threshold)) {
        for (List<HoodieLogBlock> blocks : calls) {
          writer.appendBlocks(blocks);
        }
      }
      List<Object> files = new ArrayList<>();
      try (Stream<Path> listed = Files.list(scratch.folder)) {
        for (Path path : listed.filter(path -> !path.toString().endsWith(".crc")).sorted().toList()) {
          files.add(Json.object("name", path.getFileName().toString(),
              "b64", Base64.getEncoder().encodeToString(Files.readAllBytes(path))));
        }
      }
      return Json.object("files", files);
    }
  }

  private static String instant(List<List<HoodieLogBlock>> calls) {
    String found = calls.isEmpty() || calls.get(0).isEmpty() ? null
        : calls.get(0).get(0).getLogBlockHeader().get(HeaderMetadataType.INSTANT_TIME);
    return found == null || found.isEmpty() ? "20240101000000000" : found;
  }

  private static HoodieLogBlock block(Map<?, ?> description, Path folder) throws Exception {
    known(description, BLOCK_KEYS, "in a block");
    Map<HeaderMetadataType, String> header = header(map(description.get("header"), "header"));
    Object version = description.get("content_version");
    if (version != null && !version.equals(Shim.CONTENT_VERSION)) {
      throw new Unsupported("content version " + version);
    }
    List<Long> positions = null;
    if (description.get("positions") != null) {
      if (!Shim.WRITES_POSITIONS) {
        throw new Unsupported("this release does not write record positions");
      }
      positions = list(description.get("positions"), "positions").stream().map(p -> Long.valueOf((String) p)).toList();
    }
    String kind = String.valueOf(description.get("kind"));
    switch (kind) {
      case "AVRO_DATA_BLOCK", "CDC_DATA_BLOCK", "HFILE_DATA_BLOCK", "PARQUET_DATA_BLOCK":
        Object field = description.get("key_field");
        if (field != null && !field.equals("key")) {
          throw new Unsupported("HFile blocks with the key field " + field);
        }
        List<?> rows = list(description.get("records"), "records");
        return Shim.dataBlock(
            kind, records(rows, header), keys(rows), positions, header, compression(description), folder);
      case "DELETE_BLOCK":
        List<Delete> deletes = new ArrayList<>();
        for (Object each : list(description.get("deletes"), "deletes")) {
          Map<?, ?> delete = map(each, "a delete");
          deletes.add(new Delete(same(delete.get("record_key")), same(delete.get("partition_path")),
              ordering(delete.get("ordering"))));
        }
        return Shim.deleteBlock(deletes, positions, header);
      case "COMMAND_BLOCK":
        return new HoodieCommandBlock(header);
      default:
        throw new Unsupported("writing a block of kind " + kind);
    }
  }

  /** One object for equal texts: Kryo writes a reference where it sees an object again, not where it sees a text again. */
  private static String same(Object text) {
    return text == null ? null : ((String) text).intern();
  }

  /** Besides the types of the protocol: classes of Java that only Kryo writes, for which the protocol has another type. */
  private static Comparable<?> ordering(Object described) {
    if (described instanceof Map<?, ?> map && map.get("type") instanceof String type) {
      Object value = map.get("value");
      switch (type) {
        case "utf8": // a text as records carry it that were read through Avro
          return new Utf8((String) value);
        case "java-local-date":
          return LocalDate.ofEpochDay((Long) value);
        case "java-instant":
          return Instant.ofEpochMilli(Long.parseLong((String) value) / 1000);
        case "java-util-date":
          return new java.util.Date(Long.parseLong((String) value) / 1000);
        case "java-big-integer":
          return new BigInteger((String) value);
        case "java-short":
          return ((Long) value).shortValue();
        case "java-byte":
          return ((Long) value).byteValue();
        default:
          break;
      }
    }
    return Orderings.read(described) instanceof String text ? same(text) : Orderings.read(described);
  }

  private static String compression(Map<?, ?> description) {
    Object wanted = description.get("compression");
    return wanted == null ? "NONE" : ((String) wanted).toUpperCase(Locale.ROOT);
  }

  /** In the order described: Hudi writes entries in the order in which its map gives them. */
  private static Map<HeaderMetadataType, String> header(Map<?, ?> described) {
    Map<HeaderMetadataType, String> header = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : described.entrySet()) {
      HeaderMetadataType type;
      try {
        type = HeaderMetadataType.valueOf((String) entry.getKey());
      } catch (IllegalArgumentException unknown) {
        throw new Unsupported("header key " + entry.getKey());
      }
      if (!(entry.getValue() instanceof String text)) {
        throw new Unsupported("a header value that is not text");
      }
      header.put(type, text);
    }
    return header;
  }

  private static List<IndexedRecord> records(List<?> rows, Map<HeaderMetadataType, String> header) {
    String schemaText = header.get(HeaderMetadataType.SCHEMA);
    if (schemaText == null) {
      throw new Unsupported("a data block without SCHEMA");
    }
    Schema schema = new Schema.Parser().parse(schemaText);
    List<IndexedRecord> records = new ArrayList<>();
    for (Object row : rows) {
      records.add((IndexedRecord) Rows.read(schema, row));
    }
    return records;
  }

  /** Keys of records: HFile blocks take the key of the record, not of the row, so both get the same. */
  private static List<String> keys(List<?> rows) {
    List<String> keys = new ArrayList<>();
    for (Object row : rows) {
      Object key = row instanceof Map<?, ?> fields ? fields.get("key") : null;
      keys.add(key instanceof String text ? text : "key" + keys.size());
    }
    return keys;
  }

  private static void known(Map<?, ?> description, Set<String> keys, String where) {
    for (Object key : description.keySet()) {
      if (!keys.contains(key)) {
        throw new Unsupported("\"" + key + "\" " + where + ": Hudi's writer does not support it");
      }
    }
  }

  private static Map<?, ?> map(Object value, String what) {
    if (value instanceof Map<?, ?> found) {
      return found;
    }
    throw new BadRequest(what + " is an object");
  }

  private static List<?> list(Object value, String what) {
    if (value instanceof List<?> found) {
      return found;
    }
    throw new BadRequest(what + " is a list");
  }
}
