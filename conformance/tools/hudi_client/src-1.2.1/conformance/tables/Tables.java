// SPDX-License-Identifier: Apache-2.0
package conformance.tables;

import java.util.List;
import org.apache.hudi.client.HoodieJavaWriteClient;
import org.apache.hudi.common.model.HoodieAvroPayload;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.table.HoodieTableMetaClient;

/** Tables of 1.2.1, whose client leaves the commit to the caller. */
final class Tables {
  private Tables() {}

  static void init(Plan plan) throws Exception {
    HoodieTableMetaClient.newTableBuilder()
        .setTableType(plan.type)
        .setTableName("t1")
        .setPayloadClassName("org.apache.hudi.common.model.OverwriteWithLatestAvroPayload")
        .setOrderingFields("ts")
        .setPartitionFields("partition")
        .setTableVersion(9)
        .initTable(Storage.configuration(), plan.base);
  }

  static void write(
      HoodieJavaWriteClient<HoodieAvroPayload> client, List<HoodieRecord<HoodieAvroPayload>> records, String time) {
    client.commit(time, client.upsert(records, time));
  }
}
