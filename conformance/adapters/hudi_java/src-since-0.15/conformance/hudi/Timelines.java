// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.BadRequest;
import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.hudi.avro.model.HoodieArchivedMetaEntry;
import org.apache.hudi.avro.model.HoodieCleanMetadata;
import org.apache.hudi.avro.model.HoodieCleanerPlan;
import org.apache.hudi.avro.model.HoodieCommitMetadata;
import org.apache.hudi.avro.model.HoodieCompactionPlan;
import org.apache.hudi.avro.model.HoodieIndexCommitMetadata;
import org.apache.hudi.avro.model.HoodieIndexPlan;
import org.apache.hudi.avro.model.HoodieReplaceCommitMetadata;
import org.apache.hudi.avro.model.HoodieRequestedReplaceMetadata;
import org.apache.hudi.avro.model.HoodieRestoreMetadata;
import org.apache.hudi.avro.model.HoodieRestorePlan;
import org.apache.hudi.avro.model.HoodieRollbackMetadata;
import org.apache.hudi.avro.model.HoodieRollbackPlan;
import org.apache.hudi.avro.model.HoodieSavepointMetadata;
import org.apache.hudi.common.config.TypedProperties;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecord.HoodieRecordType;
import org.apache.hudi.common.table.HoodieTableConfig;
import org.apache.hudi.common.table.log.HoodieLogFileReader;
import org.apache.hudi.common.table.log.block.HoodieAvroDataBlock;
import org.apache.hudi.common.table.log.block.HoodieCorruptBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.apache.hudi.storage.StoragePath;

/** `timeline.*` and `archive.*`, by the classes with which a release reads its own timelines. */
final class Timelines {
  static final List<String> STATES = List.of("REQUESTED", "INFLIGHT", "COMPLETED");
  private static final int LEN_BUFFER = 1 << 16;
  private static final Map<String, List<Class<? extends SpecificRecordBase>>> RECORDS = records();

  /** An instant as every release has it; `completion` is null in layout 1. */
  record Told(String time, String action, String state, String completion) {
    Map<String, Object> shown() {
      return Json.object("time", time, "action", action, "state", state, "completion_time", completion);
    }
  }

  private Timelines() {}

  /** Answers one of the commands; `input` is the folder of a table, or a file. */
  static Object answer(String command, Path input, Map<?, ?> args, Path scratch) throws Exception {
    return switch (command) {
      case "timeline.list" -> list(input);
      case "timeline.properties" -> properties(input);
      case "timeline.decode" -> decode(input, args, scratch);
      case "timeline.history" -> TimelineParts.history(input, args);
      case "archive.list" -> archived(input);
      case "archive.entries" -> entries(input);
      default -> throw new Unsupported("command " + command);
    };
  }

  private static Object list(Path table) {
    List<Object> active = TimelineParts.active(table).stream()
        .sorted(Comparator.comparing(Told::time).thenComparing(Told::action))
        .<Object>map(Told::shown)
        .toList();
    int[] versions = Shim.versions(table);
    return Json.object("table_version", versions[0], "layout", versions[1], "active", active);
  }

  private static Object archived(Path table) {
    List<Object> found = TimelineParts.archived(table).stream()
        .sorted(Comparator.comparing(Told::time).thenComparing(Told::action)
            .thenComparing(told -> STATES.indexOf(told.state())))
        .<Object>map(told -> Json.object("time", told.time(), "action", told.action(), "state", told.state()))
        .toList();
    return Json.object("instants", found);
  }

  /** What the class that is behind a table's configuration makes of the file, without its retries. */
  private static Object properties(Path file) throws IOException {
    TypedProperties read = new TypedProperties();
    try (ByteArrayInputStream in = new ByteArrayInputStream(Files.readAllBytes(file))) {
      read.load(in);
    }
    Map<String, Object> shown = new TreeMap<>();
    for (String name : read.stringPropertyNames()) {
      shown.put(name, read.getProperty(name));
    }
    String word = !read.containsKey(HoodieTableConfig.TABLE_CHECKSUM.key()) ? "absent"
        : HoodieTableConfig.validateChecksum(read) ? "ok" : "mismatch";
    return Json.object("properties", shown, "checksum", word);
  }

  private static Object decode(Path file, Map<?, ?> args, Path scratch) throws Exception {
    String name = String.valueOf(args.get("name"));
    int layout = ((Number) args.get("layout")).intValue();
    Path folder = Files.createDirectories(scratch.resolve("named"));
    if (name.isEmpty() || name.indexOf('/') >= 0 || name.indexOf(0) >= 0 || name.equals(".") || name.equals("..")) {
      throw new Unsupported("a name that no file can have");
    }
    Path named = folder.resolve(name);
    byte[] content = Files.readAllBytes(file);
    Files.write(named, content);
    Told told = TimelineParts.parse(named, layout);
    Map<String, Object> answer = told.shown();
    List<Class<? extends SpecificRecordBase>> records = RECORDS.get(told.action());
    Class<? extends SpecificRecordBase> type =
        records == null ? null : records.get(STATES.indexOf(told.state()));
    boolean optional = !told.state().equals("COMPLETED")
        && (told.state().equals("INFLIGHT") || told.action().equals("replacecommit")
            || told.action().equals("clustering"));
    if (type == null && content.length > 0 && new String(content, StandardCharsets.ISO_8859_1).startsWith("Obj")) {
      throw new Unsupported("a content that the release never reads");
    }
    if (type == null || (content.length == 0 && optional)) {
      answer.put("format", content.length == 0 ? "empty" : "ignored");
      answer.put("content", null);
      return answer;
    }
    boolean commit = type == HoodieCommitMetadata.class || type == HoodieReplaceCommitMetadata.class;
    Object shown;
    if (commit && (layout < 2 || content.length == 0)) {
      String json = TimelineParts.commit(named, content, layout, type == HoodieReplaceCommitMetadata.class);
      shown = content.length == 0 || json == null ? null : asText(merged(content, Json.parse(json)));
      answer.put("format", content.length == 0 ? "empty" : "json");
    } else {
      SpecificRecordBase record = TimelineParts.avro(content, type);
      shown = byWriter(schemaOf(content), record);
      answer.put("format", "avro");
    }
    answer.put("content", shown);
    return answer;
  }

  private static Schema schemaOf(byte[] container) throws IOException {
    try (DataFileStream<Object> stream =
        new DataFileStream<>(new ByteArrayInputStream(container), new GenericDatumReader<>())) {
      return stream.getSchema();
    }
  }

  /** Fields of the file's own schema, with the values that the release's class holds under these names. */
  private static Object byWriter(Schema schema, Object value) {
    switch (schema.getType()) {
      case UNION:
        if (value == null) {
          return null;
        }
        List<Schema> others = schema.getTypes().stream().filter(one -> one.getType() != Schema.Type.NULL).toList();
        return others.size() == 1 ? byWriter(others.get(0), value) : Rows.show(schema, value);
      case RECORD:
        Map<String, Object> fields = new LinkedHashMap<>();
        IndexedRecord record = (IndexedRecord) value;
        for (Schema.Field field : schema.getFields()) {
          Schema.Field held = record.getSchema().getField(field.name());
          if (held != null) { // a field that the release does not know is lost
            fields.put(field.name(), byWriter(field.schema(), record.get(held.pos())));
          }
        }
        return fields;
      case ARRAY:
        List<Object> items = new ArrayList<>();
        ((Iterable<?>) value).forEach(item -> items.add(byWriter(schema.getElementType(), item)));
        return items;
      case MAP:
        Map<String, Object> entries = new LinkedHashMap<>();
        ((Map<?, ?>) value).forEach((key, item) -> entries.put(key.toString(), byWriter(schema.getValueType(), item)));
        return entries;
      default:
        return Rows.show(schema, value);
    }
  }

  /** What the release read, by the members that the file has; all of it where the file is no proper JSON. */
  private static Object merged(byte[] content, Object held) {
    try {
      return merged(Json.parse(new String(content, StandardCharsets.UTF_8)), held);
    } catch (BadRequest improper) {
      return held;
    }
  }

  /** The file's JSON, with the values that the release's class gave back where it knows the member. */
  private static Object merged(Object file, Object held) {
    if (file instanceof Map<?, ?> members && held instanceof Map<?, ?> known) {
      Map<String, Object> both = new LinkedHashMap<>();
      members.forEach((key, value) ->
          both.put((String) key, known.containsKey(key) ? merged(value, known.get(key)) : value));
      return both;
    }
    if (file instanceof List<?> items && held instanceof List<?> known && items.size() == known.size()) {
      List<Object> both = new ArrayList<>();
      for (int i = 0; i < items.size(); i++) {
        both.add(merged(items.get(i), known.get(i)));
      }
      return both;
    }
    return held;
  }

  private static Object asText(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> shown = new LinkedHashMap<>();
      map.forEach((key, item) -> shown.put((String) key, asText(item)));
      return shown;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Timelines::asText).collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
    }
    return value instanceof Number ? value.toString() : value;
  }

  /** Blocks of one archived file, read as the archived timeline reads them: Avro blocks alone count. */
  private static Object entries(Path file) throws IOException {
    HoodieLogFile logFile = new HoodieLogFile(new StoragePath(file.toUri()), Files.size(file));
    List<Object> blocks = new ArrayList<>();
    long ofs = 0;
    try (HoodieLogFileReader reader =
        Shim.open(logFile, HoodieArchivedMetaEntry.getClassSchema().toString(), LEN_BUFFER, false)) {
      while (reader.hasNext()) {
        HoodieLogBlock block = reader.next();
        blocks.add(block(block, ofs));
        ofs = block.getBlockContentLocation().get().getBlockEndPos();
      }
    }
    return Json.object("blocks", blocks);
  }

  private static Map<String, Object> block(HoodieLogBlock block, long ofs) {
    Map<String, Object> shown = Json.object("ofs", Long.toString(ofs));
    if (block instanceof HoodieCorruptBlock) {
      shown.put("corrupt", true);
    } else if (!(block instanceof HoodieAvroDataBlock data)) {
      shown.put("skipped", block.getBlockType().name());
    } else {
      List<Object> rows = new ArrayList<>();
      try {
        Schema own = new Schema.Parser().setValidateDefaults(false)
            .parse(block.getLogBlockHeader().get(HeaderMetadataType.SCHEMA));
        try (ClosableIterator<HoodieRecord<IndexedRecord>> records = data.getRecordIterator(HoodieRecordType.AVRO)) {
          while (records.hasNext()) {
            rows.add(byWriter(own, records.next().getData()));
          }
        }
        shown.put("entries", rows);
      } catch (Throwable thrown) {
        ErrorRules.verdict(thrown).putIntoBlock(shown);
        if (!rows.isEmpty()) { // those before trouble
          shown.put("entries", rows);
        }
      }
    }
    return shown;
  }

  private static Map<String, List<Class<? extends SpecificRecordBase>>> records() {
    Map<String, List<Class<? extends SpecificRecordBase>>> all = new LinkedHashMap<>();
    all.put("commit", of(null, HoodieCommitMetadata.class, HoodieCommitMetadata.class));
    all.put("deltacommit", all.get("commit"));
    all.put("replacecommit",
        of(HoodieRequestedReplaceMetadata.class, HoodieCommitMetadata.class, HoodieReplaceCommitMetadata.class));
    all.put("clustering", of(HoodieRequestedReplaceMetadata.class, HoodieCommitMetadata.class, null));
    all.put("clean", of(HoodieCleanerPlan.class, HoodieCleanerPlan.class, HoodieCleanMetadata.class));
    all.put("compaction", of(HoodieCompactionPlan.class, null, null));
    all.put("logcompaction", all.get("compaction"));
    all.put("rollback", of(HoodieRollbackPlan.class, null, HoodieRollbackMetadata.class));
    all.put("restore", of(HoodieRestorePlan.class, null, HoodieRestoreMetadata.class));
    all.put("savepoint", of(null, null, HoodieSavepointMetadata.class));
    all.put("indexing", of(HoodieIndexPlan.class, null, HoodieIndexCommitMetadata.class));
    return all;
  }

  @SafeVarargs
  private static List<Class<? extends SpecificRecordBase>> of(Class<? extends SpecificRecordBase>... types) {
    List<Class<? extends SpecificRecordBase>> listed = new ArrayList<>();
    for (Class<? extends SpecificRecordBase> type : types) {
      listed.add(type);
    }
    return listed;
  }
}
