// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hudi.avro.model.HoodieCompactionOperation;
import org.apache.hudi.avro.model.HoodieCompactionPlan;
import org.apache.hudi.avro.model.HoodieReplaceCommitMetadata;
import org.apache.hudi.common.fs.FSUtils;
import org.apache.hudi.common.model.FileSlice;
import org.apache.hudi.common.model.HoodieBaseFile;
import org.apache.hudi.common.model.HoodieFileFormat;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.timeline.HoodieTimeline;
import org.apache.hudi.common.table.timeline.TimelineMetadataUtils;
import org.apache.hudi.common.table.view.HoodieTableFileSystemView;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.storage.StoragePath;
import org.apache.hudi.storage.StoragePathInfo;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;

/** `table.slices`: files by name and a made-up timeline, put to the release's file system view. */
final class Slices {
  private static final DateTimeFormatter MILLIS = new DateTimeFormatterBuilder()
      .appendPattern("yyyyMMddHHmmss")
      .appendValue(ChronoField.MILLI_OF_SECOND, 3)
      .toFormatter()
      .withZone(ZoneOffset.UTC);

  private Slices() {}

  /** Suffixes by which FSUtils.getAllDataFilesInPartition selects files of a folder. */
  private static final Set<String> LISTED = Stream.of(HoodieFileFormat.values())
      .map(HoodieFileFormat::getFileExtension).collect(Collectors.toSet());

  static Map<String, Object> run(Path base, Map<?, ?> args) throws Exception {
    long version = (Long) args.get("table_version");
    boolean isNew = version >= 8;
    MergedScan.demand(version);
    table(base, version, isNew, args);
    HoodieTableMetaClient client = HoodieTableMetaClient.builder()
        .setConf(new HadoopStorageConfiguration(LocalFiles.configuration()))
        .setBasePath(base.toString())
        .build();
    List<StoragePathInfo> infos = new ArrayList<>();
    Map<String, TreeSet<String>> groups = new TreeMap<>();
    for (Object given : (List<?>) args.get("files")) {
      String path = (String) given;
      int slash = path.lastIndexOf('/');
      String partition = slash < 0 ? "" : path.substring(0, slash);
      String name = path.substring(slash + 1);
      String id = fileId(name);
      if (id == null) {
        continue; // as a listing of a partition for data files
      }
      groups.computeIfAbsent(partition, p -> new TreeSet<>()).add(id);
      infos.add(new StoragePathInfo(
          new StoragePath(base.toString() + "/" + path), 1, false, (short) 1, 1L << 20, 0L));
    }
    HoodieTimeline timeline = client.getActiveTimeline().filterCompletedAndCompactionInstants();
    String asOf = args.get("as_of") instanceof String text ? text : latest(args);
    List<Object> answer = new ArrayList<>();
    HoodieTableFileSystemView view = new HoodieTableFileSystemView(client, timeline, infos);
    try {
      for (Map.Entry<String, TreeSet<String>> entry : groups.entrySet()) {
        String partition = entry.getKey();
        Map<String, FileSlice> merged = view.getLatestMergedFileSlicesBeforeOrOn(partition, asOf)
            .collect(Collectors.toMap(FileSlice::getFileId, slice -> slice));
        Map<String, HoodieBaseFile> bases = view.getLatestBaseFilesBeforeOrOn(partition, asOf)
            .collect(Collectors.toMap(HoodieBaseFile::getFileId, file -> file));
        for (String id : entry.getValue()) {
          agree(view, partition, id, !(args.get("as_of") instanceof String), bases.get(id));
          if (merged.containsKey(id) && !(args.get("as_of") instanceof String)) {
            agree(view, partition, id, asOf, merged.get(id));
          }
          answer.add(Json.object(
              "partition", partition,
              "file_id", id,
              "snapshot", shown(merged.get(id)),
              "read_optimized", bases.containsKey(id) ? bases.get(id).getFileName() : null));
        }
      }
    } finally {
      view.close();
    }
    return Json.object("groups", answer);
  }

  /** Compares what other methods of a view return, which readers of single groups and of whole tables call. */
  private static void agree(HoodieTableFileSystemView view, String partition, String id,
      boolean isLatest, HoodieBaseFile listed) {
    Map<String, Object> others = new TreeMap<>();
    if (isLatest) {
      others.put("getLatestBaseFile", view.getLatestBaseFile(partition, id).map(HoodieBaseFile::getFileName).orElse(null));
      others.put("getLatestBaseFiles", named(id, view.getLatestBaseFiles(partition)));
    }
    if (listed != null) {
      others.put("getBaseFileOn", view.getBaseFileOn(partition, listed.getCommitTime(), id)
          .map(HoodieBaseFile::getFileName).orElse(null));
    }
    if (listed != null && isLatest) { // for earlier instants it hides groups that were replaced since
      others.put("getAllBaseFiles", named(id, view.getAllBaseFiles(partition)
          .filter(file -> file.getFileName().equals(listed.getFileName()))));
    }
    String name = listed == null ? null : listed.getFileName();
    others.forEach((method, other) -> {
      if (!Objects.equals(name, other)) {
        throw new IllegalStateException(method + " returns " + other + ", not " + name);
      }
    });
  }

  /** Compares slices before logs are merged into earlier ones: whatever one has is in the merged slice. */
  private static void agree(HoodieTableFileSystemView view, String partition, String id, String asOf,
      FileSlice merged) {
    Set<String> files = names(merged);
    Map<String, Stream<FileSlice>> others = new TreeMap<>();
    if (!Shim.VERSION.startsWith("0.")) { // there it has files that are not committed
      others.put("getLatestFileSlicesBeforeOrOn", view.getLatestFileSlicesBeforeOrOn(partition, asOf, true));
    }
    others.put("getLatestFileSlices", view.getLatestFileSlices(partition));
    Option<FileSlice> alone = view.getLatestFileSlice(partition, id);
    others.put("getLatestFileSlice", alone.isPresent() ? Stream.of(alone.get()) : Stream.empty());
    others.forEach((method, slices) -> slices.filter(slice -> slice.getFileId().equals(id)).forEach(slice -> {
      if (!files.containsAll(names(slice))) {
        throw new IllegalStateException(method + " returns " + names(slice) + ", not of " + files);
      }
    }));
  }

  private static Set<String> names(FileSlice slice) {
    Set<String> names = slice.getLogFiles().map(HoodieLogFile::getFileName).collect(Collectors.toSet());
    slice.getBaseFile().ifPresent(base -> names.add(base.getFileName()));
    return names;
  }

  private static String named(String id, Stream<HoodieBaseFile> files) {
    return files.filter(file -> file.getFileId().equals(id)).map(HoodieBaseFile::getFileName).findFirst().orElse(null);
  }

  private static Map<String, Object> shown(FileSlice slice) {
    if (slice == null) {
      return null;
    }
    List<Object> logs = slice.getLogFiles()
        .sorted(HoodieLogFile.getLogFileComparator())
        .map(HoodieLogFile::getFileName)
        .filter(name -> !name.endsWith(".cdc")) // as the readers of snapshots do
        .collect(Collectors.toList());
    if (!slice.getBaseFile().isPresent() && logs.isEmpty()) {
      return null;
    }
    return Json.object(
        "base_file", slice.getBaseFile().isPresent() ? slice.getBaseFile().get().getFileName() : null,
        "log_files", logs);
  }

  private static String fileId(String name) {
    StoragePath path = new StoragePath("/x/" + name);
    if (!LISTED.contains(FSUtils.getFileExtension(name)) && !name.contains(HoodieFileFormat.HOODIE_LOG.getFileExtension())) {
      return null;
    }
    return FSUtils.isLogFile(path) ? new HoodieLogFile(path).getFileId() : FSUtils.getFileId(name);
  }

  private static String latest(Map<?, ?> args) {
    String last = "0";
    for (Object given : (List<?>) args.get("instants")) {
      Map<?, ?> instant = (Map<?, ?>) given;
      String time = (String) instant.get("time");
      boolean isPlan = "compaction".equals(instant.get("action")); // as Hudi's file index takes its latest instant
      if ((isPlan || "COMPLETED".equals(instant.get("state"))) && time.compareTo(last) > 0) {
        last = time;
      }
    }
    return last;
  }

  private static void table(Path base, long version, boolean isNew, Map<?, ?> args) throws Exception {
    Path hidden = Files.createDirectories(base.resolve(".hoodie"));
    Path folder = Files.createDirectories(isNew ? hidden.resolve("timeline") : hidden);
    Files.createDirectories(isNew ? folder.resolve("history") : hidden.resolve("archived"));
    List<String> lines = new ArrayList<>(List.of(
        "hoodie.table.name=t",
        "hoodie.table.type=MERGE_ON_READ",
        "hoodie.table.version=" + version,
        "hoodie.timeline.layout.version=" + (isNew ? 2 : 1)));
    if (isNew) {
      lines.addAll(List.of("hoodie.timeline.path=timeline", "hoodie.timeline.history.path=history"));
    } else {
      lines.add("hoodie.archivelog.folder=archived");
    }
    Files.write(hidden.resolve("hoodie.properties"), lines);
    for (Object given : (List<?>) args.get("instants")) {
      Map<?, ?> instant = (Map<?, ?>) given;
      String time = (String) instant.get("time");
      String action = (String) instant.get("action");
      Files.write(folder.resolve(time + "." + action + ".requested"), requested(time, action, args));
      if (!"REQUESTED".equals(instant.get("state"))) {
        Files.createFile(folder.resolve(time + (action.equals("commit") ? "" : "." + action) + ".inflight"));
      }
      if ("COMPLETED".equals(instant.get("state"))) {
        Object completion = instant.get("completion_time");
        String prefix = isNew ? time + "_" + (completion == null ? time : completion) : time;
        Path file = Files.write(folder.resolve(prefix + "." + action), completed(time, action, isNew, args));
        // layout 1 has no completion times: releases that want one take the time of the file
        String modified = instant.get("modified") == null ? time : (String) instant.get("modified");
        String millis = modified.length() == 14 ? modified + "000" : modified; // of seconds, as up to 0.9
        Files.setLastModifiedTime(file, FileTime.from(MILLIS.parse(millis, Instant::from)));
      }
    }
  }

  private static byte[] requested(String time, String action, Map<?, ?> args) throws Exception {
    if (!action.equals("compaction") && !action.equals("logcompaction")) {
      return new byte[0];
    }
    List<HoodieCompactionOperation> operations = new ArrayList<>();
    for (Map<?, ?> plan : plans(args.get("compactions"), time)) {
      HoodieCompactionOperation operation = new HoodieCompactionOperation();
      operation.setBaseInstantTime("0");
      operation.setDeltaFilePaths(new ArrayList<>());
      operation.setFileId((String) plan.get("file_id"));
      operation.setPartitionPath((String) plan.get("partition"));
      operations.add(operation);
    }
    HoodieCompactionPlan plan = new HoodieCompactionPlan();
    plan.setOperations(operations);
    plan.setVersion(2);
    return TimelineMetadataUtils.serializeAvroMetadata(plan, HoodieCompactionPlan.class).get();
  }

  private static byte[] completed(String time, String action, boolean isNew, Map<?, ?> args) throws Exception {
    if (!action.equals("replacecommit")) {
      return new byte[0];
    }
    Map<String, List<String>> replaced = new LinkedHashMap<>();
    for (Map<?, ?> plan : plans(args.get("replaced"), time)) {
      replaced.computeIfAbsent((String) plan.get("partition"), p -> new ArrayList<>()).add((String) plan.get("file_id"));
    }
    if (isNew) { // layout 2 stores Avro
      HoodieReplaceCommitMetadata metadata = new HoodieReplaceCommitMetadata();
      metadata.setPartitionToWriteStats(Map.of());
      metadata.setExtraMetadata(Map.of());
      metadata.setOperationType("CLUSTER");
      metadata.setPartitionToReplaceFileIds(replaced);
      return TimelineMetadataUtils.serializeAvroMetadata(metadata, HoodieReplaceCommitMetadata.class).get();
    }
    String text = Json.print(Json.object(
        "partitionToWriteStats", Map.of(), "compacted", false, "extraMetadata", Map.of(),
        "operationType", "CLUSTER", "partitionToReplaceFileIds", replaced));
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<Map<?, ?>> plans(Object given, String time) {
    List<Map<?, ?>> found = new ArrayList<>();
    if (given instanceof List<?> list) {
      for (Object item : list) {
        Map<?, ?> plan = (Map<?, ?>) item;
        if (time.equals(plan.get("instant"))) {
          found.add(plan);
        }
      }
    }
    return found;
  }
}
