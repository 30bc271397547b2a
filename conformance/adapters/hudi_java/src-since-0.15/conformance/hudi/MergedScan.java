// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.apache.avro.Schema;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecordPayload;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.log.HoodieMergedLogRecordScanner;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.storage.StoragePath;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;
import org.apache.hudi.storage.hadoop.HoodieHadoopStorage;

/** `log.merged`: one log file of a made-up table, put to the release's merged scanner. */
final class MergedScan {
  private static final String MODELS = "org.apache.hudi.common.model.";

  private MergedScan() {}

  static Map<String, Object> run(Path file, Map<?, ?> args) throws Exception {
    Path base = file.getParent();
    Map<?, ?> rule = (Map<?, ?>) args.get("rule");
    if (rule.get("payload") == null) {
      throw new Unsupported("a scan by merge mode");
    }
    Schema schema = new Schema.Parser().parse((String) args.get("schema"));
    String ordering = String.join(",", strings(args.get("ordering_fields")));
    Properties props = table(base, args, MODELS + rule.get("payload"), ordering);
    HoodieTableMetaClient client = HoodieTableMetaClient.builder()
        .setConf(new HadoopStorageConfiguration(LocalFiles.configuration()))
        .setBasePath(base.toString())
        .build();
    HoodieMergedLogRecordScanner.Builder builder = HoodieMergedLogRecordScanner.newBuilder()
        .withStorage(new HoodieHadoopStorage(
            new StoragePath(base.toUri()), new HadoopStorageConfiguration(LocalFiles.configuration())))
        .withBasePath(base.toString())
        .withLogFilePaths(List.of(file.toString()))
        .withLatestInstantTime((String) args.get("latest"))
        .withReverseReader(false)
        .withBufferSize(1 << 16)
        .withMaxMemorySizeInBytes(64L << 20)
        .withSpillableMapBasePath(Files.createDirectory(base.resolve("spill")).toString())
        .withTableMetaClient(client);
    readerSchema(builder, schema);
    List<Object> records = new ArrayList<>();
    try (HoodieMergedLogRecordScanner scanner = builder.build()) {
      for (Map.Entry<String, HoodieRecord> entry : new TreeMap<>(scanner.getRecords()).entrySet()) {
        Object data = entry.getValue().getData();
        // what merging left is a plain row in 1.2.1, whose merger works on rows
        Option<?> row = data instanceof HoodieRecordPayload<?> payload
            ? payload.getInsertValue(schema, props) : Option.ofNullable(data);
        records.add(Json.object(
            "key", entry.getKey(),
            "deleted", !row.isPresent(),
            "record", row.isPresent() ? Rows.show(schema, row.get()) : null));
      }
    }
    Set<String> keys = Shim.unmergedKeys(client, file, (String) args.get("latest"), schema);
    if (keys != null && !keys.equals(records.stream().map(r -> (String) ((Map<?, ?>) r).get("key")).collect(Collectors.toSet()))) {
      throw new IllegalStateException("without merging the keys are " + keys + ", not of " + records);
    }
    return Json.object("records", records);
  }

  /** A release refuses tables of later versions, rightly, and can do no more with them. */
  static void demand(long version) {
    if (version > (Shim.VERSION.startsWith("0.") ? 6 : Shim.VERSION.startsWith("1.0.") ? 8 : 9)) {
      throw new Unsupported("table version " + version);
    }
  }

  /** A table around the file: its properties, and the completed instants as empty commits. */
  private static Properties table(Path base, Map<?, ?> args, String payload, String ordering) throws Exception {
    long version = args.get("table_version") == null ? 6 : (Long) args.get("table_version");
    boolean isNew = version >= 8;
    demand(version);
    Path hidden = Files.createDirectories(base.resolve(".hoodie"));
    Files.createDirectories(hidden.resolve(isNew ? "timeline/history" : "archived"));
    CRC32 checksum = new CRC32();
    checksum.update(".t".getBytes(StandardCharsets.UTF_8));
    List<String> lines = new ArrayList<>(List.of(
        "hoodie.table.name=t",
        "hoodie.table.type=MERGE_ON_READ",
        "hoodie.table.version=" + version,
        "hoodie.timeline.layout.version=" + (isNew ? 2 : 1),
        "hoodie.table.precombine.field=" + ordering,
        "hoodie.compaction.payload.class=" + payload,
        "hoodie.table.checksum=" + checksum.getValue()));
    if (isNew) {
      lines.add("hoodie.timeline.path=timeline");
      lines.add("hoodie.timeline.history.path=history");
    } else {
      lines.add("hoodie.archivelog.folder=archived");
    }
    Files.write(hidden.resolve("hoodie.properties"), lines);
    for (String instant : strings(args.get("completed"))) {
      Path folder = isNew ? hidden.resolve("timeline") : hidden;
      Files.createFile(folder.resolve(instant + ".deltacommit.requested"));
      Files.createFile(folder.resolve(instant + ".deltacommit.inflight"));
      Files.createFile(folder.resolve(isNew ? instant + "_" + instant + ".deltacommit" : instant + ".deltacommit"));
    }
    Properties props = new Properties();
    props.setProperty("hoodie.payload.ordering.field", ordering);
    props.setProperty("hoodie.table.precombine.field", ordering);
    props.setProperty("hoodie.table.ordering.fields", ordering);
    return props;
  }

  /** The parameter is an Avro schema in one release, a class of Hudi's own around it in the other. */
  private static void readerSchema(HoodieMergedLogRecordScanner.Builder builder, Schema schema) throws Exception {
    Method method = Arrays.stream(HoodieMergedLogRecordScanner.Builder.class.getMethods())
        .filter(m -> m.getName().equals("withReaderSchema") && !m.isBridge()
            && m.getReturnType() == HoodieMergedLogRecordScanner.Builder.class)
        .findFirst().orElseThrow();
    Class<?> type = method.getParameterTypes()[0];
    try {
      Object given = type == Schema.class
          ? schema : type.getMethod("fromAvroSchema", Schema.class).invoke(null, schema);
      method.invoke(builder, given);
    } catch (InvocationTargetException wrapped) {
      throw wrapped.getCause() instanceof Exception cause ? cause : wrapped;
    }
  }

  private static List<String> strings(Object given) {
    List<String> all = new ArrayList<>();
    if (given instanceof List<?> list) {
      list.forEach(item -> all.add((String) item));
    }
    return all;
  }
}
