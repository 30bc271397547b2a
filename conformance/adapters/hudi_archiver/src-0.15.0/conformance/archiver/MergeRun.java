// SPDX-License-Identifier: Apache-2.0
package conformance.archiver;

import conformance.files.WatchedFiles;
import conformance.protocol.Json;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hudi.avro.model.HoodieMergeArchiveFilePlan;
import org.apache.hudi.client.common.HoodieJavaEngineContext;
import org.apache.hudi.common.table.timeline.TimelineMetadataUtils;
import org.apache.hudi.config.HoodieWriteConfig;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;
import org.apache.hudi.table.HoodieJavaTable;

/** Merging of small archives, and its recovery, on a table whose timeline has nothing to archive. */
final class MergeRun {
  private static final String PLAN = "mergeArchivePlan";
  private static final String LIMIT = "hoodie.archive.merge.small.file.limit.bytes";
  // Real archives cannot be as short as a question may want: all lengths, and the limit, grow by this.
  private static final int LEN_MORE = 4096;

  private MergeRun() {}

  /** What a merge reads and writes. */
  static Map<String, Object> plan(Path scratch, Map<?, ?> args) throws Exception {
    TableFolder table = new TableFolder(scratch, "", 6);
    table.make("COPY_ON_WRITE", "");
    Path folder = table.real(table.archive());
    if (!(args.get("files") instanceof List<?> files)) {
      return null;
    }
    for (Object file : files) {
      Map<?, ?> one = (Map<?, ?>) file;
      int len = Math.toIntExact(Long.parseLong((String) one.get("len")) + LEN_MORE);
      Files.write(folder.resolve((String) one.get("name")), archiveOf(len));
    }
    Map<String, Object> config = new HashMap<>();
    Main.object(args, "config").forEach((key, value) -> config.put((String) key, value));
    String limit = (String) config.getOrDefault(LIMIT, String.valueOf(20 << 20));
    config.put(LIMIT, String.valueOf(Long.parseLong(limit) + LEN_MORE));
    List<String> before = list(folder);
    archive(table, scheme(args), config);
    byte[] plan = WatchedFiles.deletedBytes().get(table.archive() + "/" + PLAN);
    List<String> created = ArchiveFiles.without(list(folder), before);
    if (plan == null) {
      if (!created.isEmpty()) {
        throw new AssertionError("merged without a plan: " + created);
      }
      return Json.object("candidates", List.of(), "merged", null);
    }
    HoodieMergeArchiveFilePlan read =
        TimelineMetadataUtils.deserializeAvroMetadata(plan, HoodieMergeArchiveFilePlan.class);
    List<String> candidates = read.getCandidate().stream().map(MergeRun::last).toList();
    for (String gone : candidates) {
      if (Files.exists(folder.resolve(gone))) {
        throw new AssertionError("merged and still there: " + gone);
      }
    }
    // the written files, not those of the plan
    return Json.object("candidates", candidates, "merged", created.size() == 1 ? created.get(0) : created.toString());
  }

  /** What is made of the plan that a crash left. */
  static Map<String, Object> recover(Path given, Map<?, ?> args) throws Exception {
    TableFolder table = new TableFolder(given, "", 6);
    table.takeArchiveName();
    Path folder = table.real(table.archive());
    Path path = folder.resolve(PLAN);
    String state = "absent";
    List<String> candidates = List.of();
    String merged = "";
    if (Files.isRegularFile(path)) {
      try {
        HoodieMergeArchiveFilePlan plan =
            TimelineMetadataUtils.deserializeAvroMetadata(Files.readAllBytes(path), HoodieMergeArchiveFilePlan.class);
        state = "read";
        candidates = plan.getCandidate().stream().map(MergeRun::last).toList();
        merged = plan.getMergedArchiveFileName();
      } catch (Exception unreadable) {
        state = "unreadable"; // whether the archiver thinks so too shows below
      }
    }
    Map<String, Object> config = new HashMap<>();
    config.put("hoodie.archive.merge.enable", "true");
    Main.object(args, "config").forEach((key, value) -> config.put((String) key, value));
    config.put("hoodie.archive.merge.files.batch.size", String.valueOf(Integer.MAX_VALUE)); // recovery, but no merge
    boolean isThere = Files.exists(path);
    archive(table, scheme(args), config);
    // candidates go in parallel: by name, before the plan or after it
    List<String> deleted = new ArrayList<>();
    for (String name : WatchedFiles.names("delete", table.archive())) {
      deleted.add(folder.getFileName() + "/" + name);
    }
    int ofsPlan = deleted.indexOf(folder.getFileName() + "/" + PLAN);
    deleted.subList(0, Math.max(ofsPlan, 0)).sort(null);
    deleted.subList(ofsPlan + 1, deleted.size()).sort(null);
    boolean isDone = isThere && !Files.exists(path);
    String merge = isDone && state.equals("read") ? outcome(folder, candidates, merged) : "none";
    return Json.object("plan", state, "merge", merge, "delete", deleted);
  }

  /** By what is there afterwards. */
  private static String outcome(Path folder, List<String> candidates, String merged) {
    if (candidates.stream().allMatch(name -> Files.exists(folder.resolve(name)))) {
      return "undone";
    }
    return Files.exists(folder.resolve(merged)) ? "finished" : "lost";
  }

  private static void archive(TableFolder table, String scheme, Map<?, ?> given) throws IOException {
    HoodieWriteConfig config = table.config(scheme, given, Map.of());
    HoodieJavaEngineContext context =
        new HoodieJavaEngineContext(new HadoopStorageConfiguration(WatchedFiles.configuration(scheme)));
    Release.archive(config, HoodieJavaTable.create(config, context, table.client(scheme)), context);
  }

  private static String scheme(Map<?, ?> args) {
    return args.get("scheme") instanceof String given ? given : "file";
  }

  private static List<String> list(Path folder) throws IOException {
    try (Stream<Path> found = Files.list(folder)) {
      return found.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private static String last(String uri) {
    return uri.substring(uri.lastIndexOf('/') + 1);
  }

  /** An archive of one entry, of a length to the byte: a comment in its schema fills it up. */
  private static byte[] archiveOf(int len) throws IOException {
    String head = "{\"type\":\"record\",\"name\":\"HoodieArchivedMetaEntry\","
        + "\"namespace\":\"org.apache.hudi.avro.model\",\"doc\":\"";
    String tail = "\",\"fields\":[{\"name\":\"commitTime\",\"type\":\"string\"},"
        + "{\"name\":\"actionType\",\"type\":\"string\"},{\"name\":\"actionState\",\"type\":\"string\"}]}";
    int more = len - block(head + tail).length;
    return block(head + "x".repeat(more) + tail);
  }

  private static byte[] block(String schema) throws IOException {
    ByteArrayOutputStream entry = new ByteArrayOutputStream();
    for (String text : List.of("20240101000001000", "commit", "COMPLETED")) {
      entry.write(text.length() << 1);
      entry.write(text.getBytes(StandardCharsets.US_ASCII));
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(body);
    out.writeInt(1); // log format version
    out.writeInt(3); // an Avro data block
    out.writeInt(1); // headers
    out.writeInt(2); // the schema
    byte[] text = schema.getBytes(StandardCharsets.US_ASCII);
    out.writeInt(text.length);
    out.write(text);
    out.writeLong(12L + entry.size()); // content
    out.writeInt(3); // its version
    out.writeInt(1); // entries
    out.writeInt(entry.size());
    entry.writeTo(out);
    out.writeInt(0); // footers
    ByteArrayOutputStream made = new ByteArrayOutputStream();
    DataOutputStream all = new DataOutputStream(made);
    all.writeBytes("#HUDI#");
    all.writeLong(body.size() + 8L);
    body.writeTo(all);
    all.writeLong(6 + 8L + body.size());
    return made.toByteArray();
  }
}
