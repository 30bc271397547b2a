// SPDX-License-Identifier: Apache-2.0
package conformance.tables;

import java.util.List;
import org.apache.hudi.client.HoodieJavaWriteClient;
import org.apache.hudi.common.model.HoodieAvroPayload;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.table.HoodieTableMetaClient;

/** Tables up to 0.15, whose clients commit what they wrote. */
final class Tables {
  private Tables() {}

  static void init(Plan plan) throws Exception {
    HoodieTableMetaClient.withPropertyBuilder()
        .setTableType(plan.type)
        .setTableName("t1")
        .setPayloadClassName("org.apache.hudi.common.model.OverwriteWithLatestAvroPayload")
        .setPreCombineField("ts")
        .setPartitionFields("partition")
        .initTable(Storage.configuration(), plan.base);
  }

  static void write(
      HoodieJavaWriteClient<HoodieAvroPayload> client, List<HoodieRecord<HoodieAvroPayload>> records, String time) {
    client.upsert(records, time);
  }
}
