// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.avro.HoodieAvroReaderContext;
import org.apache.hudi.common.config.TypedProperties;
import org.apache.hudi.common.model.FileSlice;
import org.apache.hudi.common.model.HoodieBaseFile;
import org.apache.hudi.common.model.HoodieCommitMetadata;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.model.HoodieTableQueryType;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.TableSchemaResolver;
import org.apache.hudi.common.table.log.InstantRange;
import org.apache.hudi.common.table.read.HoodieFileGroupReader;
import org.apache.hudi.common.table.read.IncrementalQueryAnalyzer;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.HoodieTimeline;
import org.apache.hudi.common.table.timeline.TimelineUtils;
import org.apache.hudi.common.table.timeline.TimelineUtils.HollowCommitHandling;
import org.apache.hudi.common.table.view.HoodieTableFileSystemView;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.apache.hudi.internal.schema.InternalSchema;
import org.apache.hudi.storage.StoragePath;
import org.apache.hudi.storage.StoragePathInfo;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;

/** `table.read`: the rows of a view, slice by slice through the release's file group reader. */
final class TableRead {
  /** Before every instant. */
  private static final String EARLIEST = "000";
  private static final String KEY = "_hoodie_record_key";
  private static final int FIRST_VERSION_OF_COMPLETION_TIMES = 8;

  private final HadoopStorageConfiguration storage = new HadoopStorageConfiguration(LocalFiles.configuration());
  private final HoodieTableMetaClient client;
  private final Option<InternalSchema> byId;
  private final Schema schema;
  private final Schema requested;
  private final TypedProperties settings = new TypedProperties();
  private final List<Map<?, ?>> rows = new ArrayList<>();

  private TableRead(HoodieTableMetaClient client, Map<?, ?> args) throws Exception {
    this.client = client;
    String asOf = (String) args.get("as_of");
    TableSchemaResolver resolver = new TableSchemaResolver(client);
    // as engines do with `hoodie.schema.on.read.enable`: the schema with ids of the instant, else none
    byId = !Boolean.TRUE.equals(args.get("by_id")) ? Option.empty()
        : asOf == null ? resolver.getTableInternalSchemaFromCommitMetadata()
        : resolver.getTableInternalSchemaFromCommitMetadata(asOf);
    schema = byId.isPresent() ? Shim.avroSchema(byId.get(), client.getTableConfig().getTableName())
        : asOf == null ? Shim.avroSchema(client) : Shim.avroSchema(client, asOf);
    if (byId.isPresent()) {
      String name = client.getTableConfig().getTableName();
      Schema again = Shim.avroSchema(Shim.withoutIds(byId.get(), name), name);
      if (!schema.equals(again)) {
        throw new IllegalStateException("ids given anew make of " + schema + " another schema: " + again);
      }
    }
    requested = args.get("columns") instanceof List<?> columns ? projected(schema, columns) : schema;
    client.getTableConfig().getProps().forEach((key, value) -> settings.setProperty((String) key, (String) value));
    settings.setProperty("hoodie.memory.dfs.buffer.max.size", "65536");
  }

  private static Schema projected(Schema schema, List<?> columns) {
    List<Schema.Field> fields = new ArrayList<>();
    for (Object name : columns) {
      Schema.Field field = schema.getField((String) name);
      if (field == null) {
        throw new Unsupported("a column that is not one of the table's own: " + name);
      }
      fields.add(new Schema.Field(field, field.schema()));
    }
    return Schema.createRecord(schema.getName(), null, schema.getNamespace(), false, fields);
  }

  static Map<String, Object> run(Path base, Map<?, ?> args) throws Exception {
    Object view = args.get("view") == null ? "snapshot" : args.get("view");
    if (!Set.of("snapshot", "read_optimized", "incremental", "cdc").contains(view)) {
      throw new Unsupported("view " + view);
    }
    if (args.get("filter") != null || args.get("columns") != null && view.equals("cdc")) {
      throw new Unsupported("filters, and columns of changes, which engines take from the rows of its readers");
    }
    if (args.get("line") instanceof String line && !line.equals("1.2")) {
      throw new Unsupported("line " + line);
    }
    HadoopStorageConfiguration storage = new HadoopStorageConfiguration(LocalFiles.configuration());
    HoodieTableMetaClient client =
        HoodieTableMetaClient.builder().setConf(storage).setBasePath(base.toString()).build();
    // Its readers refuse such tables too, after five seconds of looking for a metadata table that fixtures leave out.
    if ("LANCE".equals(client.getTableConfig().getBaseFileFormat().name())) {
      throw new Unsupported("Lance base files, which only Spark reads");
    }
    if (args.get("bootstrap_base") instanceof String below) {
      Object target = client.getTableConfig().getProps().get("hoodie.bootstrap.base.path");
      try (Sources sources = Sources.lay(base.resolve(below), target)) {
        return answer(client, (String) view, args);
      }
    }
    return answer(client, (String) view, args);
  }

  private static Map<String, Object> answer(HoodieTableMetaClient client, String view, Map<?, ?> args)
      throws Exception {
    try {
      return new TableRead(client, args).rows(view, args);
    } catch (UnsupportedOperationException no) {
      if (String.valueOf(no.getMessage()).contains("only supported with the Spark engine")) {
        throw new Unsupported(no.getMessage());
      }
      throw no;
    }
  }

  private Map<String, Object> rows(String view, Map<?, ?> args) throws Exception {
    Option<HoodieInstant> last = client.getCommitsTimeline().filterCompletedInstants().lastInstant();
    if (last.isPresent()) {
      if (view.equals("incremental")) {
        if (args.get("line") == null && version() < 9) {
          throw new Unsupported("ranges as the release of the table's version takes them");
        }
        String begin = args.get("begin") instanceof String time ? time : EARLIEST;
        increment(begin, (String) args.get("end"));
      } else if (view.equals("cdc")) {
        String begin = args.get("begin") instanceof String time ? time : EARLIEST;
        String end = args.get("end") instanceof String time ? time : last.get().requestedTime();
        rows.addAll(new ChangeData(client, schema, (slice, partition, latest) -> {
          List<Map<?, ?>> some = new ArrayList<>();
          read(slice, partition, latest, true, Option.empty(), some);
          return some;
        }).between(begin, end));
      } else {
        String asOf = (String) args.get("as_of");
        boolean hasLogs = view.equals("snapshot");
        HoodieTableQueryType type = hasLogs ? HoodieTableQueryType.SNAPSHOT : HoodieTableQueryType.READ_OPTIMIZED;
        String latest = asOf == null ? last.get().requestedTime() : asOf;
        FileIndex index = new FileIndex(client, settings, type, asOf);
        read(index.slices(), latest, hasLogs, Option.empty());
        Listings.agree(client, settings, type, asOf, index);
      }
    }
    rows.sort(Comparator.comparing(row -> Json.print(ordered(row))));
    return Json.object("rows", rows);
  }

  /** Rows that completed in a range, as the relations of engines read them. */
  private void increment(String begin, String end) throws Exception {
    List<HoodieInstant> instants;
    InstantRange range;
    boolean isArchived;
    if (version() < FIRST_VERSION_OF_COMPLETION_TIMES) {
      HoodieTimeline completed = TimelineUtils.handleHollowCommitIfNeeded(
          client.getCommitsAndCompactionTimeline().filterCompletedInstants(), client, HollowCommitHandling.FAIL);
      String last = end == null ? completed.lastInstant().get().requestedTime() : end;
      instants = completed.findInstantsInRange(begin, last).getInstants();
      isArchived = completed.isBeforeTimelineStarts(begin) && !begin.equals(EARLIEST);
      range = InstantRange.builder().rangeType(InstantRange.RangeType.OPEN_CLOSED)
          .startInstant(begin).endInstant(last).build();
      Ranges.agree(range, begin, last, instants, completed.getInstants());
    } else {
      IncrementalQueryAnalyzer.QueryContext context = IncrementalQueryAnalyzer.builder().metaClient(client)
          .startCompletionTime(begin).endCompletionTime(end).rangeType(InstantRange.RangeType.OPEN_CLOSED)
          .build().analyze();
      if (context.isEmpty()) {
        return;
      }
      instants = context.getInstants();
      isArchived = !context.getArchivedInstants().isEmpty();
      range = InstantRange.builder().rangeType(InstantRange.RangeType.EXACT_MATCH)
          .explicitInstants(instants.stream().map(HoodieInstant::requestedTime).collect(Collectors.toSet())).build();
      Ranges.agree(client, begin, end, context);
    }
    if (instants.isEmpty()) {
      return;
    }
    Map<String, StoragePathInfo> files = new LinkedHashMap<>();
    Set<String> partitions = new HashSet<>();
    if (!isArchived) {
      for (HoodieInstant instant : instants) {
        HoodieCommitMetadata commit = TimelineUtils.getCommitMetadata(instant, client.getActiveTimeline());
        files.putAll(commit.getFullPathToInfo(client.getStorage(), client.getBasePath().toString()));
        if (!files.keySet().containsAll(commit.getFileIdAndFullPaths(client.getBasePath()).values())) {
          throw new IllegalStateException("files of " + instant + " are not " + commit.getFileIdAndFullPaths(client.getBasePath()));
        }
        partitions.addAll(commit.getWritePartitionPaths());
      }
    }
    String latest = instants.get(instants.size() - 1).requestedTime();
    if (isArchived || !areThere(files.values())) { // `hoodie.datasource.read.incr.fallback.fulltablescan.enable`
      read(new FileIndex(client, settings, HoodieTableQueryType.SNAPSHOT, null).slices(), latest, true, Option.of(range));
      return;
    }
    Set<String> listed =
        new FileIndex(client, settings, HoodieTableQueryType.INCREMENTAL, null, begin, end).partitions();
    if (!listed.containsAll(partitions)) { // the partitions that the index of engines reads for this range
      throw new IllegalStateException("the file index reads " + listed + ", not " + partitions);
    }
    HoodieTimeline timeline = client.getCommitsAndCompactionTimeline().filterCompletedAndCompactionInstants();
    HoodieTableFileSystemView view =
        new HoodieTableFileSystemView(client, timeline, new ArrayList<>(files.values()));
    Map<String, List<FileSlice>> slices = new TreeMap<>();
    for (String partition : partitions) {
      slices.put(partition,
          view.getLatestMergedFileSlicesBeforeOrOn(partition, latest).collect(Collectors.toList()));
    }
    agree(view, slices, instants);
    view.close();
    read(slices, latest, true, Option.of(range));
  }

  /** Compares groups, partitions and base files as readers of ranges without logs list them. */
  private void agree(HoodieTableFileSystemView view, Map<String, List<FileSlice>> slices, List<HoodieInstant> instants) {
    Set<String> bases = view.getLatestBaseFilesInRange(instants.stream().map(HoodieInstant::requestedTime).toList())
        .map(HoodieBaseFile::getFileName).collect(Collectors.toSet());
    Set<String> paths = view.getPartitionPaths().stream().map(StoragePath::toString).collect(Collectors.toSet());
    boolean isReplaced = client.getActiveTimeline().getInstantsAsStream()
        .anyMatch(instant -> instant.getAction().equals("replacecommit")); // groups that are replaced by now are hidden
    slices.forEach((partition, some) -> {
      Set<String> groups = view.getAllFileGroups(partition)
          .map(group -> group.getFileGroupId().getFileId()).collect(Collectors.toSet());
      String path = (partition.isEmpty() ? client.getBasePath() : new StoragePath(client.getBasePath(), partition)).toString();
      for (FileSlice slice : some) {
        String base = slice.getBaseFile().map(HoodieBaseFile::getFileName).orElse(null);
        if (!isReplaced && !(groups.contains(slice.getFileId()) && paths.contains(path)) || base != null && !bases.contains(base)) {
          throw new IllegalStateException(slice + " is not of " + groups + " in " + paths + " or not in " + bases);
        }
      }
    });
  }

  /** A value with the members of all its objects by name. */
  private static Object ordered(Object value) {
    if (value instanceof Map<?, ?> members) {
      Map<Object, Object> sorted = new TreeMap<>();
      members.forEach((name, member) -> sorted.put(name, ordered(member)));
      return sorted;
    }
    return value;
  }

  private int version() {
    return client.getTableConfig().getTableVersion().versionCode();
  }

  private boolean areThere(Iterable<StoragePathInfo> files) throws IOException {
    for (StoragePathInfo file : files) {
      if (!client.getStorage().exists(file.getPath())) {
        return false;
      }
    }
    return true;
  }

  private void read(Map<String, List<FileSlice>> slices, String latest, boolean hasLogs, Option<InstantRange> range)
      throws Exception {
    for (Map.Entry<String, List<FileSlice>> partition : slices.entrySet()) {
      for (FileSlice slice : partition.getValue()) {
        if (hasLogs || slice.getBaseFile().isPresent()) {
          read(slice, partition.getKey(), latest, hasLogs, range, rows);
        }
      }
    }
  }

  private void read(FileSlice slice, String partition, String latest, boolean hasLogs, Option<InstantRange> range,
      List<Map<?, ?>> rows) throws Exception {
    Stream<HoodieLogFile> logs = slice.getLogFiles()
        .sorted(HoodieLogFile.getLogFileComparator())
        .filter(file -> hasLogs && !file.getFileName().endsWith(".cdc"));
    List<HoodieLogFile> files = logs.collect(Collectors.toList());
    List<Map<?, ?>> found = rows(slice, partition, latest, files, range, settings, true, false);
    rows.addAll(found);
    boolean hasKeys = client.getTableConfig().populateMetaFields() // without, a listed defect of keys shows
        && requested == schema;
    // The other buffer of the reader; ranges are read by it.
    if (hasKeys && !range.isPresent() && !files.isEmpty() && slice.getBaseFile().isPresent()) {
      agree("by key", found, rows(slice, partition, latest, files, range, settings, false, false));
    }
    if (hasKeys && !files.isEmpty()) {
      agreeWithDeletes(found, slice, partition, latest, files, range);
      agreeUnmerged(found, rows(slice, partition, latest, files, range, unmerged(), true, false));
    }
  }

  private List<Map<?, ?>> rows(FileSlice slice, String partition, String latest, List<HoodieLogFile> logs,
      Option<InstantRange> range, TypedProperties settings, boolean byPosition, boolean hasDeletes) throws Exception {
    List<Map<?, ?>> rows = new ArrayList<>();
    var builder = Shim.groupReader(byId)
        .withReaderContext(new HoodieAvroReaderContext(storage, client.getTableConfig(), range, Option.empty()))
        .withHoodieTableMetaClient(client)
        .withLatestCommitTime(latest)
        .withDataSchema(Schemas.of(schema))
        .withRequestedSchema(Schemas.of(requested))
        .withProps(settings)
        .withBaseFileOption(slice.getBaseFile())
        .withLogFiles(logs.stream())
        .withPartitionPath(partition);
    if (byPosition) { // the settings of engines; else those that a reader has without any
      builder.withStart(0L).withLength(Long.MAX_VALUE).withShouldUseRecordPosition(!range.isPresent())
          .withAllowInflightInstants(false).withEmitDelete(hasDeletes).withSortOutput(false);
    }
    HoodieFileGroupReader<IndexedRecord> reader = builder.build();
    try (reader; ClosableIterator<IndexedRecord> iterator = reader.getClosableIterator()) {
      while (iterator.hasNext()) {
        rows.add((Map<?, ?>) Rows.show(requested, iterator.next()));
      }
    }
    return rows;
  }

  /** A reader for streams returns the rows, and deleted ones in addition. */
  private void agreeWithDeletes(List<Map<?, ?>> rows, FileSlice slice, String partition, String latest,
      List<HoodieLogFile> logs, Option<InstantRange> range) throws Exception {
    List<Map<?, ?>> others;
    try {
      others = rows(slice, partition, latest, logs, range, settings, true, true);
    } catch (UnsupportedOperationException noRow) {
      return; // deletes of keys alone, of which only rows of engines are made
    }
    if (!others.containsAll(rows)) {
      throw new IllegalStateException("with deletes the rows are " + others + ", not all of " + rows);
    }
  }

  /** The settings of a reader that returns all versions of a row. */
  private TypedProperties unmerged() {
    TypedProperties props = TypedProperties.copy(settings);
    props.setProperty("hoodie.datasource.merge.type", "skip_merge");
    return props;
  }

  /** Each merged row has a key of the rows before; if these are of different keys, there was nothing to merge. */
  private static void agreeUnmerged(List<Map<?, ?>> rows, List<Map<?, ?>> versions) {
    Set<Object> keys = versions.stream().map(row -> row.get(KEY)).collect(Collectors.toSet());
    if (!rows.stream().allMatch(row -> keys.contains(row.get(KEY)))) {
      throw new IllegalStateException("the rows " + rows + " are not merged from " + versions);
    }
    if (keys.size() == versions.size() && rows.size() == versions.size()) {
      agree("without merging", rows, versions);
    }
  }

  private static void agree(String how, List<Map<?, ?>> rows, List<Map<?, ?>> others) {
    List<String> some = rows.stream().map(row -> Json.print(ordered(row))).sorted().toList();
    List<String> more = others.stream().map(row -> Json.print(ordered(row))).sorted().toList();
    if (!some.equals(more)) {
      throw new IllegalStateException("other rows " + how + ": " + more + ", not " + some);
    }
  }
}
