// SPDX-License-Identifier: Apache-2.0
package conformance.tables;

import org.apache.hudi.common.model.HoodieAvroPayload;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieOperation;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.config.HoodieCompactionConfig;
import org.apache.hudi.config.HoodieWriteConfig;

/** Records and limits of the timeline, as 0.9.0 knows them. */
final class Records {
  private Records() {}

  /** Adds how much stays in the timeline, and how many versions of files. */
  static HoodieWriteConfig.Builder limits(HoodieWriteConfig.Builder config, Plan plan) {
    return config.withCompactionConfig(HoodieCompactionConfig.newBuilder()
        .archiveCommitsWith(plan.keepMin, plan.keepMax).retainCommits(plan.retained).build());
  }

  static HoodieRecord<HoodieAvroPayload> of(HoodieKey key, HoodieAvroPayload payload, String operation) {
    return operation.isEmpty() ? new HoodieRecord<>(key, payload) : new HoodieRecord<>(key, payload, HoodieOperation.fromName(operation));
  }
}
