// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.hudi.common.model.HoodieCommitMetadata;
import org.apache.hudi.common.model.HoodieReplaceCommitMetadata;
import org.apache.hudi.common.model.HoodieTableType;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.timeline.HoodieArchivedTimeline.LoadMode;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.HoodieTimeline;
import org.apache.hudi.common.table.timeline.InstantGenerator;
import org.apache.hudi.common.table.timeline.LSMTimeline;
import org.apache.hudi.common.table.timeline.versioning.v1.CommitMetadataSerDeV1;
import org.apache.hudi.common.table.timeline.versioning.v1.InstantGeneratorV1;
import org.apache.hudi.common.table.timeline.versioning.v2.ArchivedTimelineLoaderV2;
import org.apache.hudi.common.table.timeline.versioning.v2.ArchivedTimelineV2;
import org.apache.hudi.common.table.timeline.versioning.v2.CommitMetadataSerDeV2;
import org.apache.hudi.common.table.timeline.versioning.v2.InstantGeneratorV2;
import org.apache.hudi.storage.StoragePath;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;
import org.apache.hudi.storage.hadoop.HoodieHadoopStorage;

/** Timelines of releases from 1.0 on: layouts 1 and 2, the archive in log files, the LSM history. */
final class TimelineParts {
  private static final Set<String> COMMITS = Set.of("commit", "replacecommit", "clustering");
  private static final Set<String> REWRITES = Set.of("compaction", "logcompaction", "replacecommit");

  private TimelineParts() {}

  static List<Timelines.Told> active(Path table) {
    Shim.refuseLater(table);
    HoodieTableMetaClient client = Shim.openTable(table);
    int layout = client.getTimelineLayoutVersion().getVersion();
    agree(client);
    return client.getActiveTimeline().getInstantsAsStream().map(instant -> {
      // the other way round: readers of an instant's content find its file by the name that they make of it
      StoragePath file = new StoragePath(
          client.getTimelinePath(), client.getInstantFileNameGenerator().getFileName(instant));
      if (!Files.exists(Path.of(file.toUri().getPath()))) {
        throw new IllegalStateException("the file of " + instant + " is not " + file.getName());
      }
      return told(instant, layout);
    }).toList();
  }

  /** Compares what readers select from a timeline: by completion, by action, by position and by time. */
  private static void agree(HoodieTableMetaClient client) {
    HoodieTimeline timeline = client.getActiveTimeline();
    List<HoodieInstant> all = timeline.getInstants();
    List<String> completions = all.stream().map(HoodieInstant::getCompletionTime).filter(Objects::nonNull).sorted().toList();
    agree("in the order of completion", completions,
        timeline.getInstantsOrderedByCompletionTime().map(HoodieInstant::getCompletionTime).toList());
    agree("at the end", completions.isEmpty() ? null : completions.get(completions.size() - 1),
        timeline.getLatestCompletionTime().orElse(null));
    agree("with rewrites", only(all, each -> each.isCompleted() || REWRITES.contains(each.getAction())),
        timeline.filterCompletedInstantsOrRewriteTimeline().getInstants());
    agree("of compactions", only(all, each -> each.getAction().equals("compaction")
        || each.getAction().equals("logcompaction") && !each.isCompleted()),
        timeline.filterPendingMajorOrMinorCompactionTimeline().getInstants());
    boolean hasLogs = client.getTableType() == HoodieTableType.MERGE_ON_READ;
    agree("of commits", only(all, each -> COMMITS.contains(each.getAction())), client.getCommitTimeline().getInstants());
    List<HoodieInstant> writes = only(all,
        each -> COMMITS.contains(each.getAction()) || hasLogs && each.getAction().equals("deltacommit"));
    agree("of writes", writes, client.getCommitsTimeline().getInstants());
    agree("of writes and compactions", only(all, each -> writes.contains(each)
        || hasLogs && each.getAction().endsWith("compaction")), client.getCommitsAndCompactionTimeline().getInstants());
    for (int n = 0; n <= all.size(); n++) {
      agree("at " + n, n < all.size() ? all.get(n) : null, timeline.nthInstant(n).orElse(null));
    }
    for (HoodieInstant instant : all) {
      agree("at its time", true, timeline.containsInstant(instant) && timeline.containsInstant(instant.requestedTime()));
    }
  }

  private static List<HoodieInstant> only(List<HoodieInstant> all, Predicate<HoodieInstant> some) {
    return all.stream().filter(some).toList();
  }

  private static void agree(String which, Object expected, Object found) {
    if (!Objects.equals(expected, found)) {
      throw new IllegalStateException(which + " the timeline has " + found + ", not " + expected);
    }
  }

  static List<Timelines.Told> archived(Path table) {
    HoodieTableMetaClient client = Shim.openTable(table);
    List<HoodieInstant> all = client.getArchivedTimeline().getInstants();
    if (!all.isEmpty() && TimelineContents.LOADS_FROM_A_START) { // readers of a range load what is completed from its begin on
      String start = all.get(all.size() / 2).requestedTime();
      Set<String> later = all.stream()
          .filter(instant -> instant.isCompleted() && instant.requestedTime().compareTo(start) >= 0)
          .map(HoodieInstant::toString).collect(Collectors.toSet());
      Set<String> loaded;
      try {
        loaded = client.getArchivedTimeline(start, false).getInstantsAsStream()
            .map(HoodieInstant::toString).collect(Collectors.toSet());
      } catch (NullPointerException damaged) {
        loaded = later; // what damage does is judged by the archive as a whole
      }
      if (!later.equals(loaded)) {
        throw new IllegalStateException("from " + start + " on the archive has " + loaded + ", not " + later);
      }
    }
    return all.stream().map(instant -> told(instant, 1)).toList();
  }

  /** The LSM history: which manifest counts, its files, and their instants, all of them or those of a range. */
  static Object history(Path table, Map<?, ?> args) throws IOException {
    if (args.get("details") != null) {
      throw new Unsupported("details of the history");
    }
    HoodieTableMetaClient client = Shim.openTable(table);
    StoragePath folder = client.getArchivePath();
    int version = LSMTimeline.latestSnapshotVersion(client, folder);
    List<String> files = LSMTimeline.latestSnapshotManifest(client, folder).getFileNames();
    List<Timelines.Told> found = new ArrayList<>();
    if (args.get("from") != null || args.get("to") != null) {
      String from = args.get("from") == null ? "0" : (String) args.get("from");
      String to = args.get("to") == null ? "99999999999999999" : (String) args.get("to");
      new ArchivedTimelineLoaderV2().loadInstants(
          client, TimelineContents.range(from, to), LoadMode.ACTION, record -> true,
          (time, record) -> found.add(new Timelines.Told(
              time, record.get(ArchivedTimelineV2.ACTION_ARCHIVED_META_FIELD).toString(), "COMPLETED",
              Shim.completionTime(record, time))));
    } else {
      client.getArchivedTimeline().getInstantsAsStream().forEach(instant -> found.add(told(instant, 2)));
    }
    List<Object> instants = found.stream()
        .sorted(Comparator.comparing(Timelines.Told::time).thenComparing(Timelines.Told::action))
        .<Object>map(told -> Json.object(
            "time", told.time(), "completion_time", told.completion(), "action", told.action()))
        .toList();
    return Json.object("version", version < 0 ? null : Integer.toString(version), "files", files, "instants", instants);
  }

  static Timelines.Told parse(Path file, int layout) throws IOException {
    StoragePath path = new StoragePath(file.toUri());
    HoodieHadoopStorage storage =
        new HoodieHadoopStorage(path, new HadoopStorageConfiguration(LocalFiles.configuration()));
    return told(generator(layout).createNewInstant(storage.getPathInfo(path)), layout);
  }

  /** Completed or inflight metadata of a commit, as JSON of the release's own class. */
  static String commit(Path file, byte[] content, int layout, boolean replace) throws IOException {
    StoragePath path = new StoragePath(file.toUri());
    HoodieHadoopStorage storage =
        new HoodieHadoopStorage(path, new HadoopStorageConfiguration(LocalFiles.configuration()));
    HoodieInstant instant = generator(layout).createNewInstant(storage.getPathInfo(path));
    Class<? extends HoodieCommitMetadata> type = replace ? HoodieReplaceCommitMetadata.class : HoodieCommitMetadata.class;
    HoodieCommitMetadata read = TimelineContents.commit(
        layout < 2 ? new CommitMetadataSerDeV1() : new CommitMetadataSerDeV2(), instant, content, type);
    return read == null ? null : read.toJsonString();
  }

  static SpecificRecordBase avro(byte[] content, Class<? extends SpecificRecordBase> type) throws IOException {
    return TimelineContents.avro(content, type);
  }

  private static InstantGenerator generator(int layout) {
    return layout < 2 ? new InstantGeneratorV1() : new InstantGeneratorV2();
  }

  /** Completion times of layout 1, and of legacy names, come from the file system and are not reported. */
  private static Timelines.Told told(HoodieInstant instant, int layout) {
    String completion = layout < 2 || instant.isLegacy() || !instant.isCompleted() ? null : instant.getCompletionTime();
    return new Timelines.Told(instant.requestedTime(), instant.getAction(), instant.getState().name(), completion);
  }
}
