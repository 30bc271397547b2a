// SPDX-License-Identifier: Apache-2.0
package conformance.writer;

import conformance.protocol.Unsupported;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.hudi.client.HoodieJavaWriteClient;
import org.apache.hudi.client.WriteStatus;
import org.apache.hudi.client.common.HoodieJavaEngineContext;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecordPayload;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.config.HoodieWriteConfig;
import org.apache.hudi.exception.HoodieException;

/** Executes the steps of a scenario, each with a separate client, like daily jobs. */
final class Steps {
  private static final Set<String> WRITES = Set.of("insert", "bulk_insert", "upsert", "delete");
  private final String base;
  private final List<?> steps;
  private final Shape shape;
  private final HoodieJavaEngineContext context = new HoodieJavaEngineContext(Storage.configuration());
  private final List<String> commits = new ArrayList<>();
  private String saved;
  private String planned;

  Steps(Path table, Map<?, ?> scenario) {
    base = table.toUri().toString().replace("file:///", "file:/").replaceAll("/$", "");
    shape = new Shape(scenario);
    steps = (List<?>) scenario.get("steps");
  }

  void run() throws Exception {
    if (!shape.metaFields) {
      throw new Unsupported("tables without meta fields");
    }
    Release.init(base, shape);
    for (Object step : steps) {
      step((Map<?, ?>) step);
    }
  }

  private void step(Map<?, ?> step) throws Exception {
    String operation = String.valueOf(step.get("op"));
    if (WRITES.contains(operation)) {
      write(step);
      return;
    }
    switch (operation) {
      case "evolve" -> shape.add((Map<?, ?>) step.get("add"));
      case "concurrent" -> concurrent(step);
      case "schedule_compaction" -> schedule();
      case "compact" -> compact();
      case "cluster" -> cluster();
      case "clean" -> clean(number(step, "retain"));
      case "archive" -> archive(number(step, "keep"));
      case "rollback" -> rollback();
      case "savepoint" -> savepoint();
      case "restore" -> restore();
      case "insert_overwrite", "insert_overwrite_table", "delete_partition", "upgrade" -> throw new Unsupported("operation " + operation);
      default -> throw new Refusal("no operation " + operation);
    }
  }

  private static int number(Map<?, ?> step, String name) {
    return ((Number) step.get(name)).intValue();
  }

  // --- writes ----------------------------------------------------------------------------------------

  private void write(Map<?, ?> step) throws Exception {
    Object crash = step.get("crash");
    if ("inflight".equals(crash)) {
      throw new Unsupported("a write that dies before its first file");
    }
    try (HoodieJavaWriteClient<HoodieRecordPayload> client = client(settings(false))) {
      String time = begin(client);
      if ("requested".equals(crash)) {
        return;
      }
      Runnable completion = data(client, step, time);
      if (crash == null) {
        completion.run();
        commits.add(time);
      }
    }
  }

  private void concurrent(Map<?, ?> step) throws Exception {
    List<HoodieJavaWriteClient<HoodieRecordPayload>> clients = new ArrayList<>();
    try {
      List<String> times = new ArrayList<>();
      List<Runnable> completions = new ArrayList<>();
      List<?> inner = (List<?>) step.get("steps");
      for (int i = 0; i < inner.size(); i++) {
        clients.add(client(overlapping()));
        times.add(begin(clients.get(clients.size() - 1)));
      }
      for (int i = 0; i < inner.size(); i++) {
        completions.add(data(clients.get(i), (Map<?, ?>) inner.get(i), times.get(i)));
      }
      if (Boolean.TRUE.equals(step.get("reverse"))) {
        java.util.Collections.reverse(completions);
      }
      completions.forEach(Runnable::run);
      commits.addAll(times);
    } finally {
      for (HoodieJavaWriteClient<HoodieRecordPayload> client : clients) {
        client.close();
      }
    }
  }

  private String begin(HoodieJavaWriteClient<HoodieRecordPayload> client) {
    String own = shape.type.equals("MERGE_ON_READ") ? "deltacommit" : "commit";
    return Release.begin(client, own);
  }

  /** Writes the files of a step; what is left is to complete it. */
  private Runnable data(HoodieJavaWriteClient<HoodieRecordPayload> client, Map<?, ?> step, String time) {
    String operation = String.valueOf(step.get("op"));
    if (operation.equals("delete")) {
      List<HoodieKey> keys = new ArrayList<>();
      ((List<?>) step.get("keys")).forEach(key -> keys.add(shape.key((Map<?, ?>) key)));
      List<WriteStatus> written = checked(client.delete(keys, time));
      return () -> client.commit(time, written);
    }
    List<HoodieRecord<HoodieRecordPayload>> records = shape.records((List<?>) step.get("rows"));
    List<WriteStatus> written = switch (operation) {
      case "insert" -> client.insert(records, time);
      case "bulk_insert" -> client.bulkInsert(records, time);
      default -> client.upsert(records, time);
    };
    checked(written);
    return () -> client.commit(time, written);
  }

  /** The client commits even if it has not written all records: its caller has to look. */
  private static List<WriteStatus> checked(List<WriteStatus> written) {
    for (WriteStatus status : written) {
      if (status.hasErrors()) {
        Throwable first = status.getErrors().values().stream().findFirst().orElse(status.getGlobalError());
        throw new HoodieException(status.getTotalErrorRecords() + " records were not written: " + first, first);
      }
    }
    return written;
  }

  // --- table services --------------------------------------------------------------------------------

  private void schedule() {
    try (HoodieJavaWriteClient<HoodieRecordPayload> client = client(settings(true))) {
      planned = client.scheduleCompaction(Option.empty()).orElse(null);
    }
  }

  private void compact() {
    if (planned == null) {
      schedule();
    }
    if (planned == null) {
      return;
    }
    try (HoodieJavaWriteClient<HoodieRecordPayload> client = client(settings(true))) {
      Release.compact(client, planned);
      commits.add(planned);
      planned = null;
    }
  }

  private void cluster() {
    try (HoodieJavaWriteClient<HoodieRecordPayload> client = client(settings(true))) {
      Option<String> time = client.scheduleClustering(Option.empty());
      if (time.isPresent()) {
        client.cluster(time.get(), true);
        commits.add(time.get());
      }
    }
  }

  private void clean(int retain) {
    Properties settings = settings(true);
    settings.setProperty("hoodie.cleaner.commits.retained", String.valueOf(retain));
    settings.setProperty("hoodie.clean.commits.retained", String.valueOf(retain));
    try (HoodieJavaWriteClient<HoodieRecordPayload> client = client(settings)) {
      client.clean();
    }
  }

  private void archive(int keep) {
    Properties settings = settings(true);
    settings.setProperty("hoodie.keep.min.commits", String.valueOf(Math.max(keep, 2)));
    settings.setProperty("hoodie.keep.max.commits", String.valueOf(Math.max(keep, 2) + 1));
    settings.setProperty("hoodie.cleaner.commits.retained", "1");
    settings.setProperty("hoodie.clean.commits.retained", "1");
    try (HoodieJavaWriteClient<HoodieRecordPayload> client = client(settings)) {
      client.archive();
    }
  }

  private void rollback() {
    if (commits.isEmpty()) {
      throw new Refusal("nothing was written");
    }
    try (HoodieJavaWriteClient<HoodieRecordPayload> client = client(settings(true))) {
      client.rollback(commits.remove(commits.size() - 1));
    }
  }

  private void savepoint() {
    saved = commits.get(commits.size() - 1);
    try (HoodieJavaWriteClient<HoodieRecordPayload> client = client(settings(true))) {
      client.savepoint(saved, "somebody", "before the change");
    }
  }

  private void restore() {
    if (saved == null) {
      throw new Refusal("there is no savepoint");
    }
    try (HoodieJavaWriteClient<HoodieRecordPayload> client = client(settings(true))) {
      client.restoreToSavepoint(saved);
    }
    commits.subList(commits.indexOf(saved) + 1, commits.size()).clear();
    planned = null;
  }

  // --- clients ---------------------------------------------------------------------------------------

  private HoodieJavaWriteClient<HoodieRecordPayload> client(Properties settings) {
    HoodieWriteConfig config = HoodieWriteConfig.newBuilder()
        .withPath(base)
        .withSchema(shape.schema())
        .forTable("t")
        .withEmbeddedTimelineServerEnabled(false)
        .withProps(settings) // last: the parts above bring their defaults along
        .build();
    return new HoodieJavaWriteClient<>(context, config);
  }

  /** Settings of a step; what runs by itself in a release is off: a scenario asks for it. */
  private Properties settings(boolean completes) {
    Properties settings = new Properties();
    String strategies = "org.apache.hudi.client.clustering.";
    String[] words = {
        "hoodie.auto.commit=" + completes,
        "hoodie.write.table.version=" + shape.version,
        "hoodie.write.auto.upgrade=false",
        "hoodie.index.type=BLOOM",
        "hoodie.index.bloom.num_entries=100",
        "hoodie.bloom.index.use.metadata=false",
        "hoodie.metadata.enable=" + shape.metadataTable,
        "hoodie.write.markers.type=DIRECT",
        "hoodie.clean.automatic=false",
        "hoodie.clean.async=false",
        "hoodie.archive.automatic=false",
        "hoodie.archive.async=false",
        "hoodie.compact.inline=false",
        "hoodie.compact.inline.max.delta.commits=1",
        "hoodie.clustering.inline.max.commits=1",
        "hoodie.clustering.plan.strategy.class=" + strategies + "plan.strategy.JavaSizeBasedClusteringPlanStrategy",
        "hoodie.clustering.execution.strategy.class=" + strategies + "run.strategy.JavaSortAndSizeExecutionStrategy",
        "hoodie.insert.shuffle.parallelism=1",
        "hoodie.upsert.shuffle.parallelism=1",
        "hoodie.bulkinsert.shuffle.parallelism=1",
        "hoodie.delete.shuffle.parallelism=1",
        "hoodie.datasource.write.recordkey.field=id",
        "hoodie.datasource.write.partitionpath.field=" + (shape.partitioned ? "part" : ""),
        "hoodie.datasource.write.precombine.field=ord",
        "hoodie.table.precombine.field=ord",
        "hoodie.table.ordering.fields=ord",
        "hoodie.payload.ordering.field=ord",
        "hoodie.payload.event.time.field=ord",
        "hoodie.compaction.payload.class=" + shape.payload(),
        "hoodie.datasource.write.payload.class=" + shape.payload(),
        "hoodie.record.merge.mode=" + shape.mergeMode,
        "hoodie.datasource.write.hive_style_partitioning=" + shape.hiveStyle,
    };
    for (String word : words) {
      settings.setProperty(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
    }
    return settings;
  }

  /** Settings of writers that leave pending instants of others alone. */
  private Properties overlapping() {
    Properties settings = settings(false);
    settings.setProperty("hoodie.write.concurrency.mode", "optimistic_concurrency_control");
    settings.setProperty("hoodie.cleaner.policy.failed.writes", "LAZY");
    settings.setProperty("hoodie.clean.failed.writes.policy", "LAZY");
    settings.setProperty(
        "hoodie.write.lock.provider", "org.apache.hudi.client.transaction.lock.InProcessLockProvider");
    return settings;
  }
}
