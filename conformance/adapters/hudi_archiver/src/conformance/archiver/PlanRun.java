// SPDX-License-Identifier: Apache-2.0
package conformance.archiver;

import conformance.files.WatchedFiles;
import conformance.protocol.Json;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hudi.client.common.HoodieJavaEngineContext;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.config.HoodieWriteConfig;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;
import org.apache.hudi.table.HoodieJavaTable;
import org.apache.hudi.table.HoodieTable;

/** `archive.plan`: creates the table of a request, runs the archiver on it once, and returns the changes. */
final class PlanRun {
  private static final String FILE = "file";
  private static final String METADATA = ".hoodie/metadata";
  private final Path scratch;
  private final Map<?, ?> args;
  private final TableFolder table;
  private final List<String> given;
  private final boolean hasMetadata;

  PlanRun(Path scratch, Map<?, ?> args) {
    this.scratch = scratch;
    this.args = args;
    this.given = Main.texts(args, "timeline");
    this.hasMetadata = args.get("metadata_table") instanceof Map;
    int version = ((Number) Main.object(args, "table").get("version")).intValue();
    this.table = new TableFolder(scratch, args.get("data_timeline") == null ? "" : METADATA, version);
  }

  /** What the archiver did. */
  Map<String, Object> run() throws Exception {
    make();
    Object archiver = archive();
    List<String> archived = new ArrayList<>();
    List<Integer> blocks = new ArrayList<>();
    String history = Release.readBack(table, archived, blocks);
    TreeSet<String> pending = new TreeSet<>();
    List<String> completed = new ArrayList<>();
    for (String name : WatchedFiles.names("delete", table.timeline())) {
      if (Files.exists(table.real(table.timeline() + "/" + name))) {
        throw new AssertionError("deleted and still there: " + name);
      }
      if (name.endsWith(".requested") || name.endsWith("inflight")) {
        pending.add(name);
      } else {
        completed.add(name);
      }
    }
    return Json.object(
        "keep", Json.object("min", number(archiver, "minInstantsToKeep"), "max", number(archiver, "maxInstantsToKeep")),
        "archive", archived,
        "blocks", blocks,
        "history_file", history,
        "delete", Json.object("pending", List.copyOf(pending), "completed", completed));
  }

  /**
   * Not of the protocol: what is left when the process dies after so many changes of files, and what two more runs
   * make of it. `rounds` are files that come before, each with a run of its own; `more` are files that come before
   * the second run; with `tear` the file that was created last is cut to half; `copy_to` is a folder for what is
   * left. Entries are counted, so that what was archived twice shows.
   */
  Map<String, Object> crash(long changes) throws Exception {
    make();
    Contents contents = new Contents(table.layout(), Map.of(), Map.of());
    if (args.get("rounds") instanceof List<?> rounds) {
      for (Object round : rounds) {
        archive();
        table.write(((List<?>) round).stream().map(String::valueOf).toList(), contents);
      }
    }
    WatchedFiles.mount(scratch);
    WatchedFiles.stopAfter(changes);
    String first = attempt();
    boolean stopped = WatchedFiles.isStopped();
    WatchedFiles.stopAfter(Long.MAX_VALUE);
    List<WatchedFiles.Event> changed =
        WatchedFiles.events().stream().filter(event -> !event.what().equals("open")).toList();
    if (Boolean.TRUE.equals(args.get("tear")) && !changed.isEmpty()) {
      tear(changed);
    }
    if (args.get("copy_to") instanceof String target) {
      copy(Path.of(target));
    }
    List<String> did = changed.stream().map(event -> event.what() + " " + event.path()).toList();
    Map<String, Object> left = state();
    table.write(Main.texts(args, "more"), contents);
    String second = attempt();
    Map<String, Object> then = state();
    String third = attempt();
    return Json.object(
        "stopped", stopped, "did", did, "first", first, "left", left, "second", second, "then", then,
        "third", third, "last", state());
  }

  private void copy(Path target) throws IOException {
    try (Stream<Path> walk = Files.walk(scratch)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        Path made = target.resolve(scratch.relativize(file).toString());
        Files.createDirectories(made.getParent());
        Files.copy(file, made);
      }
    }
  }

  private void tear(List<WatchedFiles.Event> changed) throws Exception {
    Path last = table.real(changed.get(changed.size() - 1).path());
    if (Files.isRegularFile(last)) {
      byte[] bytes = Files.readAllBytes(last);
      Files.write(last, Arrays.copyOf(bytes, bytes.length / 2));
    }
  }

  private String attempt() {
    try {
      archive();
      return "done";
    } catch (Throwable thrown) {
      Throwable root = thrown;
      while (root.getCause() != null) {
        root = root.getCause();
      }
      return thrown.getClass().getSimpleName() + " <- " + root.getClass().getSimpleName() + ": " + root.getMessage();
    }
  }

  private Map<String, Object> state() throws Exception {
    List<String> archived = new ArrayList<>();
    String trouble = null;
    try {
      Release.readBack(table, archived, new ArrayList<>());
    } catch (Exception unreadable) {
      trouble = unreadable.getClass().getSimpleName() + ": " + unreadable.getMessage();
    }
    Map<String, Object> counts = new LinkedHashMap<>();
    archived.forEach(name -> counts.merge(name, 1, (a, b) -> (Integer) a + (Integer) b));
    List<String> files = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(table.real(table.timeline()))) {
      Path root = table.real(table.timeline());
      walk.filter(Files::isRegularFile).forEach(file -> files.add(root.relativize(file).toString()));
    }
    files.sort(null);
    return Json.object("archived", counts, "trouble", trouble, "files", files);
  }

  private void make() throws Exception {
    String type = String.valueOf(Main.object(args, "table").get("type"));
    if (!table.below.isEmpty()) {
      TableFolder data = new TableFolder(scratch, "", table.version);
      data.make("COPY_ON_WRITE", "files");
      data.write(Main.texts(args, "data_timeline"), new Contents(data.layout(), Map.of(), Map.of()));
    }
    table.make(type, hasMetadata ? "files" : "");
    table.write(
        given, new Contents(table.layout(), Main.object(args, "clean_plans"), Main.object(args, "clean_metadata")));
    if (hasMetadata) {
      TableFolder metadata = new TableFolder(scratch, METADATA, table.version);
      metadata.make("MERGE_ON_READ", "");
      if (Main.object(args, "metadata_table").get("latest_compaction") instanceof String time) {
        String name = metadata.layout() == 2 ? time + "_" + time + ".commit" : time + ".commit";
        metadata.write(List.of(name), new Contents(metadata.layout(), Map.of(), Map.of()));
      }
    }
  }

  private Object archive() throws Exception {
    Map<String, String> own = hasMetadata ? Map.of("hoodie.metadata.enable", "true") : Map.of();
    HoodieWriteConfig config = table.config(FILE, Main.object(args, "config"), own);
    HoodieTableMetaClient client = table.client(FILE);
    HoodieJavaEngineContext context =
        new HoodieJavaEngineContext(new HadoopStorageConfiguration(WatchedFiles.configuration(FILE)));
    HoodieTable<?, ?, ?, ?> asked = HoodieJavaTable.create(config, context, client);
    return Release.archive(config, asked, context);
  }

  private static int number(Object archiver, String name) throws ReflectiveOperationException {
    Field field = archiver.getClass().getDeclaredField(name); // the archiver has no accessor
    field.setAccessible(true);
    return field.getInt(archiver);
  }
}
