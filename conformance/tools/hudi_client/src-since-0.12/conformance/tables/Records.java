// SPDX-License-Identifier: Apache-2.0
package conformance.tables;

import org.apache.hudi.common.model.HoodieAvroPayload;
import org.apache.hudi.common.model.HoodieAvroRecord;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieOperation;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.config.HoodieArchivalConfig;
import org.apache.hudi.config.HoodieCleanConfig;
import org.apache.hudi.config.HoodieWriteConfig;

/** Records and limits of the timeline, as releases since 0.12 know them. */
final class Records {
  private Records() {}

  /** Adds how much stays in the timeline, and how many versions of files. */
  static HoodieWriteConfig.Builder limits(HoodieWriteConfig.Builder config, Plan plan) {
    return config
        .withArchivalConfig(HoodieArchivalConfig.newBuilder()
            .archiveCommitsWith(plan.keepMin, plan.keepMax).withCommitsArchivalBatchSize(plan.batch).build())
        .withCleanConfig(HoodieCleanConfig.newBuilder().retainCommits(plan.retained).withAutoClean(plan.clean).build());
  }

  static HoodieRecord<HoodieAvroPayload> of(HoodieKey key, HoodieAvroPayload payload, String operation) {
    return operation.isEmpty() ? new HoodieAvroRecord<>(key, payload) : new HoodieAvroRecord<>(key, payload, HoodieOperation.fromName(operation));
  }
}
