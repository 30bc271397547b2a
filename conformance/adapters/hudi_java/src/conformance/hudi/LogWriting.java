// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.BadRequest;
import conformance.protocol.Json;
import conformance.protocol.Scratch;
import conformance.protocol.Unsupported;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.apache.hudi.common.model.DeleteRecord;
import org.apache.hudi.common.model.HoodieAvroIndexedRecord;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.table.log.HoodieLogFormat;
import org.apache.hudi.common.table.log.block.HoodieAvroDataBlock;
import org.apache.hudi.common.table.log.block.HoodieCDCDataBlock;
import org.apache.hudi.common.table.log.block.HoodieCommandBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.table.log.block.HoodieParquetDataBlock;
import org.apache.hudi.storage.StoragePath;

/** A write description through Hudi's own blocks and log writer; what those cannot write is unsupported. */
final class LogWriting {
  private static final Set<String> FILE_KEYS = Set.of("about", "blocks");
  private static final Set<String> BLOCK_KEYS = Set.of("about", "kind", "header", "content_version", "records", "deletes",
      "key_field", "compression", "positions");
  private static final long CONTENT_VERSION = 3;

  private LogWriting() {}

  static Map<String, Object> write(Object description) throws Exception {
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
      try (HoodieLogFormat.Writer writer =
          Shim.writer(new StoragePath(scratch.folder.toUri()), instant(calls), threshold)) {
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

  private static HoodieLogBlock block(Map<?, ?> description, Path folder) {
    known(description, BLOCK_KEYS, "in a block");
    Map<HeaderMetadataType, String> header = header(map(description.get("header"), "header"));
    Object version = description.get("content_version");
    if (version != null && !version.equals(CONTENT_VERSION)) {
      throw new Unsupported("content version " + version);
    }
    List<Long> positions = null;
    if (description.get("positions") != null) {
      positions = list(description.get("positions"), "positions").stream().map(p -> Long.valueOf((String) p)).toList();
    }
    String key = HoodieRecord.RECORD_KEY_METADATA_FIELD;
    String kind = String.valueOf(description.get("kind"));
    switch (kind) {
      case "AVRO_DATA_BLOCK":
        return new HoodieAvroDataBlock(records(description, header, positions), header, key);
      case "CDC_DATA_BLOCK":
        return new HoodieCDCDataBlock(records(description, header, positions), header, key);
      case "HFILE_DATA_BLOCK":
        Object field = description.get("key_field");
        if (field != null && !field.equals("key")) {
          throw new Unsupported("HFile blocks with the key field " + field);
        }
        return Shim.hfileBlock(records(description, header, positions), header, compression(description),
            new StoragePath(folder.toUri()));
      case "PARQUET_DATA_BLOCK":
        String codec = compression(description);
        return new HoodieParquetDataBlock(records(description, header, positions), header, key,
            codec.equals("NONE") ? "UNCOMPRESSED" : codec.equals("GZ") ? "GZIP" : codec, 0.1, true);
      case "DELETE_BLOCK":
        List<DeleteRecord> deletes = new ArrayList<>();
        for (Object each : list(description.get("deletes"), "deletes")) {
          Map<?, ?> delete = map(each, "a delete");
          deletes.add(DeleteRecord.create((String) delete.get("record_key"), (String) delete.get("partition_path"),
              Orderings.read(delete.get("ordering"))));
        }
        return Shim.deleteBlock(deletes, positions, header);
      case "COMMAND_BLOCK":
        return new HoodieCommandBlock(header);
      default:
        throw new Unsupported("writing a block of kind " + kind);
    }
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

  private static List<HoodieRecord> records(
      Map<?, ?> description, Map<HeaderMetadataType, String> header, List<Long> positions) {
    String schemaText = header.get(HeaderMetadataType.SCHEMA);
    if (schemaText == null) {
      throw new Unsupported("a data block without SCHEMA");
    }
    Schema schema = new Schema.Parser().parse(schemaText);
    List<HoodieRecord> records = new ArrayList<>();
    List<?> rows = list(description.get("records"), "records");
    for (int i = 0; i < rows.size(); i++) {
      Object row = rows.get(i);
      // HFile blocks take the key of the record, not of the row: give both the same
      Object key = row instanceof Map<?, ?> fields ? fields.get("key") : null;
      HoodieRecord<?> record = new HoodieAvroIndexedRecord(
          new HoodieKey(key instanceof String text ? text : "key" + i, ""), (IndexedRecord) Rows.read(schema, row));
      if (positions != null) {
        Shim.setPosition(record, positions.get(i));
      }
      records.add(record);
    }
    return records;
  }

  private static void known(Map<?, ?> description, Set<String> keys, String where) {
    for (Object key : description.keySet()) {
      if (!keys.contains(key)) {
        throw new Unsupported("\"" + key + "\" " + where + ": Hudi's writer has no such choice");
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
