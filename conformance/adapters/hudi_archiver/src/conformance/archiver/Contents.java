// SPDX-License-Identifier: Apache-2.0
package conformance.archiver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.hudi.avro.model.HoodieActionInstant;
import org.apache.hudi.avro.model.HoodieCleanMetadata;
import org.apache.hudi.avro.model.HoodieCleanerPlan;
import org.apache.hudi.avro.model.HoodieClusteringPlan;
import org.apache.hudi.avro.model.HoodieCommitMetadata;
import org.apache.hudi.avro.model.HoodieCompactionPlan;
import org.apache.hudi.avro.model.HoodieInstantInfo;
import org.apache.hudi.avro.model.HoodieReplaceCommitMetadata;
import org.apache.hudi.avro.model.HoodieRequestedReplaceMetadata;
import org.apache.hudi.avro.model.HoodieRollbackMetadata;
import org.apache.hudi.avro.model.HoodieRollbackPlan;
import org.apache.hudi.avro.model.HoodieSavepointMetadata;
import org.apache.hudi.common.table.timeline.TimelineMetadataUtils;

/** The least that a file of the timeline may hold: what an archiver reads of it, by the release's own classes. */
final class Contents {
  private static final String POLICY = "KEEP_LATEST_COMMITS";
  private static final byte[] NONE = {};
  private final boolean isAvro;
  private final Map<?, ?> cleanPlans;
  private final Map<?, ?> cleanMetadata;

  /**
   * @param layout 2 stores the metadata of commits as Avro, 1 as JSON
   * @param cleanPlans time to {earliest, savepoints}
   * @param cleanMetadata time to {earliest}
   */
  Contents(int layout, Map<?, ?> cleanPlans, Map<?, ?> cleanMetadata) {
    this.isAvro = layout > 1;
    this.cleanPlans = cleanPlans;
    this.cleanMetadata = cleanMetadata;
  }

  /** Bytes of a state of an instant. */
  byte[] of(String time, String action, String state) throws IOException {
    boolean isDone = state.isEmpty();
    boolean isRequested = state.equals("requested");
    return switch (action) {
      case "commit", "deltacommit" -> isRequested ? NONE : commit();
      case "replacecommit", "clustering" -> isRequested ? replacePlan() : isDone ? replace() : NONE;
      case "compaction", "logcompaction" -> isRequested ? compactionPlan() : NONE;
      case "clean" -> isDone ? cleaned(time) : cleanPlan(time);
      case "rollback" -> isDone ? rolledBack(time) : isRequested ? rollbackPlan() : NONE;
      case "savepoint" -> isDone ? savepoint() : NONE;
      default -> NONE;
    };
  }

  private byte[] commit() throws IOException {
    if (!isAvro) {
      return json("{\"partitionToWriteStats\":{},\"compacted\":false,\"extraMetadata\":{},"
          + "\"operationType\":\"UPSERT\"}");
    }
    return avro(HoodieCommitMetadata.newBuilder()
        .setPartitionToWriteStats(Map.of()).setExtraMetadata(Map.of()).setOperationType("UPSERT").build());
  }

  private byte[] replace() throws IOException {
    if (!isAvro) {
      return json("{\"partitionToWriteStats\":{},\"compacted\":false,\"extraMetadata\":{},"
          + "\"operationType\":\"CLUSTER\",\"partitionToReplaceFileIds\":{}}");
    }
    return avro(HoodieReplaceCommitMetadata.newBuilder()
        .setPartitionToWriteStats(Map.of()).setExtraMetadata(Map.of()).setOperationType("CLUSTER")
        .setPartitionToReplaceFileIds(Map.of()).build());
  }

  private static byte[] replacePlan() throws IOException {
    HoodieClusteringPlan plan = HoodieClusteringPlan.newBuilder()
        .setInputGroups(List.of()).setExtraMetadata(Map.of()).setVersion(1).build();
    return avro(HoodieRequestedReplaceMetadata.newBuilder()
        .setOperationType("CLUSTER").setClusteringPlan(plan).setExtraMetadata(Map.of()).setVersion(1).build());
  }

  private static byte[] compactionPlan() throws IOException {
    return avro(HoodieCompactionPlan.newBuilder().setOperations(List.of()).setExtraMetadata(Map.of()).build());
  }

  private byte[] cleanPlan(String time) throws IOException {
    Map<?, ?> given = cleanPlans.get(time) instanceof Map<?, ?> found ? found : Map.of();
    HoodieCleanerPlan.Builder plan = HoodieCleanerPlan.newBuilder().setPolicy(POLICY).setVersion(2)
        .setLastCompletedCommitTimestamp("").setFilesToBeDeletedPerPartition(Map.of())
        .setFilePathsToBeDeletedPerPartition(Map.of());
    if (given.get("earliest") instanceof String earliest) {
      plan.setEarliestInstantToRetain(new HoodieActionInstant(earliest, "commit", "COMPLETED"));
    }
    if (given.get("savepoints") instanceof List<?> saved) {
      Release.setSavepoints(plan, String.join(",", saved.stream().map(String::valueOf).toList()));
    }
    return avro(plan.build());
  }

  private byte[] cleaned(String time) throws IOException {
    Object earliest = cleanMetadata.get(time) instanceof Map<?, ?> found ? found.get("earliest") : null;
    return avro(HoodieCleanMetadata.newBuilder()
        .setStartCleanTime(time).setTimeTakenInMillis(1).setTotalFilesDeleted(0)
        .setEarliestCommitToRetain(earliest == null ? "" : (String) earliest).setLastCompletedCommitTimestamp("")
        .setPartitionMetadata(Map.of()).setVersion(2).setBootstrapPartitionMetadata(Map.of()).build());
  }

  private static byte[] rollbackPlan() throws IOException {
    return avro(HoodieRollbackPlan.newBuilder()
        .setInstantToRollback(new HoodieInstantInfo("00000000000000001", "commit")).setRollbackRequests(List.of())
        .setVersion(1).build());
  }

  private static byte[] rolledBack(String time) throws IOException {
    return avro(HoodieRollbackMetadata.newBuilder()
        .setStartRollbackTime(time).setTimeTakenInMillis(1).setTotalFilesDeleted(0)
        .setCommitsRollback(List.of("00000000000000001")).setPartitionMetadata(Map.of()).setVersion(1)
        .setInstantsRollback(List.of(new HoodieInstantInfo("00000000000000001", "commit"))).build());
  }

  private static byte[] savepoint() throws IOException {
    return avro(HoodieSavepointMetadata.newBuilder()
        .setSavepointedBy("somebody").setSavepointedAt(1L).setComments("").setPartitionMetadata(Map.of()).setVersion(1)
        .build());
  }

  private static byte[] json(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @SuppressWarnings("unchecked")
  private static <T extends SpecificRecordBase> byte[] avro(T record) throws IOException {
    return TimelineMetadataUtils.serializeAvroMetadata(record, (Class<T>) record.getClass()).get();
  }
}
