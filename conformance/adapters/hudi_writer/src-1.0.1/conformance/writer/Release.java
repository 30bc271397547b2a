// SPDX-License-Identifier: Apache-2.0
package conformance.writer;

import java.util.Set;
import org.apache.hudi.client.HoodieJavaWriteClient;
import org.apache.hudi.common.config.RecordMergeMode;
import org.apache.hudi.common.model.HoodieRecordPayload;
import org.apache.hudi.common.table.HoodieTableMetaClient;

/** What release 1.0 does otherwise. */
final class Release {
  static final Set<Integer> VERSIONS = Set.of(6, 8);

  private Release() {}

  static void init(String base, Shape shape) throws Exception {
    HoodieTableMetaClient.TableBuilder builder = HoodieTableMetaClient.newTableBuilder()
        .setTableType(shape.type)
        .setTableName("t")
        .setTableVersion(shape.version)
        .setRecordKeyFields("id")
        .setPreCombineField("ord")
        .setRecordMergeMode(RecordMergeMode.valueOf(shape.mergeMode))
        .setPayloadClassName(shape.payload())
        .setKeyGeneratorClassProp("org.apache.hudi.keygen."
            + (shape.partitioned ? "SimpleAvroKeyGenerator" : "NonpartitionedAvroKeyGenerator"))
        .setHiveStylePartitioningEnable(shape.hiveStyle)
        .setPartitionMetafileUseBaseFormat(false);
    if (shape.partitioned) {
      builder.setPartitionFields("part");
    }
    builder.initTable(Storage.configuration(), base);
  }

  static String begin(HoodieJavaWriteClient<HoodieRecordPayload> client, String action) {
    return client.startCommit();
  }

  static void compact(HoodieJavaWriteClient<HoodieRecordPayload> client, String time) {
    client.compact(time);
  }
}
