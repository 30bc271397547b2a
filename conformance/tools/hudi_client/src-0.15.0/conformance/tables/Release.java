// SPDX-License-Identifier: Apache-2.0
package conformance.tables;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hudi.client.HoodieJavaWriteClient;
import org.apache.hudi.client.common.HoodieJavaEngineContext;
import org.apache.hudi.common.model.HoodieAvroPayload;
import org.apache.hudi.common.model.HoodieAvroRecord;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.config.HoodieArchivalConfig;
import org.apache.hudi.config.HoodieCleanConfig;
import org.apache.hudi.config.HoodieWriteConfig;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;

/** What differs between releases: this is for 0.15.0. */
final class Release {
  private Release() {}

  static void initTable(Plan plan) throws Exception {
    HoodieTableMetaClient.withPropertyBuilder()
        .setTableType(plan.type)
        .setTableName("t1")
        .setPayloadClassName("org.apache.hudi.common.model.OverwriteWithLatestAvroPayload")
        .setPreCombineField("ts")
        .setPartitionFields("partition")
        .initTable(new HadoopStorageConfiguration(new Configuration()), plan.base);
  }

  static HoodieJavaEngineContext context() {
    return new HoodieJavaEngineContext(new HadoopStorageConfiguration(new Configuration()));
  }

  /** Adds how much stays in the timeline, and how many versions of files. */
  static HoodieWriteConfig.Builder limits(HoodieWriteConfig.Builder config, Plan plan) {
    return config
        .withArchivalConfig(HoodieArchivalConfig.newBuilder()
            .archiveCommitsWith(plan.keepMin, plan.keepMax).withCommitsArchivalBatchSize(plan.batch).build())
        .withCleanConfig(HoodieCleanConfig.newBuilder().retainCommits(plan.retained).withAutoClean(plan.clean).build());
  }

  static HoodieRecord<HoodieAvroPayload> record(HoodieKey key, HoodieAvroPayload payload) {
    return new HoodieAvroRecord<>(key, payload);
  }

  static void write(
      HoodieJavaWriteClient<HoodieAvroPayload> client, List<HoodieRecord<HoodieAvroPayload>> records, String time) {
    client.upsert(records, time);
  }
}
