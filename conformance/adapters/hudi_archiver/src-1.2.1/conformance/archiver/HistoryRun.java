// SPDX-License-Identifier: Apache-2.0
package conformance.archiver;

import conformance.files.WatchedFiles;
import conformance.protocol.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.avro.model.HoodieLSMTimelineInstant;
import org.apache.hudi.client.common.HoodieJavaEngineContext;
import org.apache.hudi.client.timeline.versioning.v2.LSMTimelineWriter;
import org.apache.hudi.common.model.HoodieLSMTimelineManifest;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.schema.HoodieSchema;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.timeline.ActiveAction;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.LSMTimeline;
import org.apache.hudi.common.table.timeline.versioning.v2.ActiveTimelineV2;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.apache.hudi.config.HoodieWriteConfig;
import org.apache.hudi.io.storage.HoodieFileReader;
import org.apache.hudi.io.storage.HoodieIOFactory;
import org.apache.hudi.storage.StoragePath;
import org.apache.hudi.storage.StoragePathInfo;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;
import org.apache.hudi.table.HoodieJavaTable;

/** Compaction, cleaning and versions of the history. */
final class HistoryRun {
  private static final String FILE = "file";
  private static final String TIME = "20240101000001000";

  private HistoryRun() {}

  /** What a compaction and the cleaning after it do. */
  static Map<String, Object> plan(Path scratch, Map<?, ?> args) throws Exception {
    if (!(args.get("manifest") instanceof List<?> manifest)) {
      return null;
    }
    TableFolder table = new TableFolder(scratch, "", 9);
    table.make("COPY_ON_WRITE", "");
    Path folder = table.real(table.archive());
    LSMTimelineWriter writer = writer(table, Main.object(args, "config"));
    byte[] parquet = someHistory(table, writer);
    for (String name : Main.texts(args, "present")) {
      Files.write(folder.resolve(name), parquet);
    }
    String version = (String) args.get("version");
    for (String number : Main.texts(args, "manifests")) {
      List<String> entries = new ArrayList<>();
      if (number.equals(version)) {
        for (Object item : manifest) {
          Map<?, ?> file = (Map<?, ?>) item;
          entries.add(entry(file.get("fileName"), file.get("fileLen")));
        }
      } else {
        Main.texts(Main.object(args, "named"), number).forEach(name -> entries.add(entry(name, "10")));
      }
      write(folder.resolve("manifest_" + number), "{\"files\":[" + String.join(",", entries) + "]}");
    }
    write(folder.resolve("_version_"), version);
    WatchedFiles.mount(scratch);
    writer.compactAndClean(context()); // by a writer that has written: another one falls over, it lacks a configuration
    return done(table, folder, Integer.parseInt(version));
  }

  private static Map<String, Object> done(TableFolder table, Path folder, int version) throws IOException {
    TreeMap<Integer, List<String>> manifests = new TreeMap<>();
    HoodieTableMetaClient client = table.client(FILE);
    StoragePath path = client.getArchivePath();
    int last = LSMTimeline.latestSnapshotVersion(client, path);
    for (int number = version; number <= last; number++) {
      manifests.put(number, LSMTimeline.latestSnapshotManifest(client, number, path).getFileNames());
    }
    Set<String> opened = new LinkedHashSet<>(WatchedFiles.names("open", table.archive()));
    List<Object> compactions = new ArrayList<>();
    for (int number = version + 1; number <= last; number++) {
      List<String> gone = ArchiveFiles.without(manifests.get(number - 1), manifests.get(number));
      List<String> made = ArchiveFiles.without(manifests.get(number), manifests.get(number - 1));
      List<String> inputs = opened.stream().filter(gone::contains).toList();
      compactions.add(Json.object("inputs", inputs, "output", made.size() == 1 ? made.get(0) : made.toString()));
    }
    List<String> oldManifests = new ArrayList<>();
    List<String> oldFiles = new ArrayList<>();
    for (String name : new LinkedHashSet<>(WatchedFiles.names("delete", table.archive()))) {
      if (Files.exists(folder.resolve(name))) {
        continue; // written anew
      }
      if (name.startsWith("manifest_")) {
        oldManifests.add(name.substring("manifest_".length()));
      } else {
        oldFiles.add(name);
      }
    }
    oldManifests.sort((a, b) -> Integer.compare(Integer.parseInt(a), Integer.parseInt(b)));
    oldFiles.sort(null);
    return Json.object(
        "compactions", compactions, "version", String.valueOf(last), "files", manifests.get(last),
        "delete", Json.object("manifests", oldManifests, "files", oldFiles));
  }

  /** Which version of a history is read, and what lies around it. */
  static Map<String, Object> recover(Path given) throws IOException {
    TableFolder table = new TableFolder(given, "", 9);
    table.takeArchiveName();
    HoodieTableMetaClient client = table.client(FILE);
    StoragePath path = client.getArchivePath();
    int version = LSMTimeline.latestSnapshotVersion(client, path);
    List<Integer> all = new ArrayList<>(LSMTimeline.allSnapshotVersions(client, path));
    all.sort(null);
    HoodieLSMTimelineManifest manifest = LSMTimeline.latestSnapshotManifest(client, version, path);
    List<String> present = new ArrayList<>();
    for (StoragePathInfo file : LSMTimeline.listAllMetaFiles(client, path)) {
      present.add(file.getPath().getName());
    }
    present.sort(null);
    List<String> named = new ArrayList<>(manifest.getFileNames());
    named.sort(null);
    // the release says nowhere whether it fell back: it did if the file does not hold the version that it answered
    Path file = table.real(table.archive()).resolve("_version_");
    boolean byFile = Files.isRegularFile(file)
        && Files.readString(file, StandardCharsets.UTF_8).equals(String.valueOf(version));
    List<String> stale =
        all.stream().filter(number -> version >= 0 && number > version).map(number -> "manifest_" + number).toList();
    return Json.object(
        "version", version < 0 ? null : String.valueOf(version),
        "by", version < 0 ? "none" : byFile ? "version-file" : "listing",
        "stale", stale,
        "garbage", ArchiveFiles.without(present, named),
        "missing", ArchiveFiles.without(named, present));
  }

  /** Adds the files of the rows of all history files in force; the name of the file if it is one, else null. */
  static String readBack(TableFolder table, List<String> names) throws Exception {
    HoodieTableMetaClient client = table.client(FILE);
    List<String> files = LSMTimeline.latestSnapshotManifest(client, client.getArchivePath()).getFileNames();
    HoodieSchema schema = HoodieSchema.fromAvroSchema(HoodieLSMTimelineInstant.getClassSchema());
    for (String file : files) {
      try (HoodieFileReader<?> reader = HoodieIOFactory.getIOFactory(client.getStorage())
              .getReaderFactory(HoodieRecord.HoodieRecordType.AVRO)
              .getFileReader(config(table, Map.of()), new StoragePath(client.getArchivePath(), file));
          ClosableIterator<? extends HoodieRecord<?>> rows = reader.getRecordIterator(schema)) {
        while (rows.hasNext()) {
          IndexedRecord row = (IndexedRecord) rows.next().getData();
          names.add(row.get(0) + "_" + row.get(1) + "." + row.get(2));
        }
      }
    }
    return files.size() == 1 ? files.get(0) : null;
  }

  /** Bytes of a history file of one commit, by the release's writer. */
  private static byte[] someHistory(TableFolder table, LSMTimelineWriter writer) throws Exception {
    Contents contents = new Contents(2, Map.of(), Map.of());
    table.write(List.of(TIME + ".commit.requested", TIME + ".inflight", TIME + "_" + TIME + ".commit"), contents);
    List<HoodieInstant> states = new ActiveTimelineV2(table.client(FILE), false).getInstants();
    writer.write(List.of(ActiveAction.fromInstants(states)), Option.empty(), Option.empty());
    Path folder = table.real(table.archive());
    Path made = folder.resolve(TIME + "_" + TIME + "_0.parquet");
    byte[] bytes = Files.readAllBytes(made);
    for (String name : List.of(made.getFileName().toString(), "manifest_1", "_version_")) {
      Files.delete(folder.resolve(name));
    }
    return bytes;
  }

  private static LSMTimelineWriter writer(TableFolder table, Map<?, ?> given) {
    HoodieWriteConfig config = config(table, given);
    return LSMTimelineWriter.getInstance(config, HoodieJavaTable.create(config, context(), table.client(FILE)));
  }

  private static HoodieWriteConfig config(TableFolder table, Map<?, ?> given) {
    return table.config(FILE, given, Map.of());
  }

  private static HoodieJavaEngineContext context() {
    return new HoodieJavaEngineContext(new HadoopStorageConfiguration(WatchedFiles.configuration(FILE)));
  }

  private static String entry(Object name, Object len) {
    return "{\"fileName\":\"" + name + "\",\"fileLen\":" + len + "}";
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardCharsets.UTF_8);
  }
}
