// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import org.apache.hudi.metadata.HoodieTableMetadataUtil;
import org.apache.hudi.metadata.MetadataPartitionType;
import org.apache.hudi.metadata.SecondaryIndexKeyUtils;

/** Keys and ids of the indexes of 1.0.0. */
final class IndexKeys {
  private IndexKeys() {}

  static int group(String key, int groups, String index, boolean ofSecondaryKey) {
    if (ofSecondaryKey && index.startsWith("secondary_index_")) {
      throw new Unsupported("routing by the secondary key");
    }
    return HoodieTableMetadataUtil.mapRecordKeyToFileGroupIndex(key, groups);
  }

  static String partitionStats(String partition, String column) {
    return HoodieTableMetadataUtil.getPartitionStatsIndexKey(partition, column);
  }

  static String expressionPartitionStats(String partition, String column) {
    throw new Unsupported("statistics of partitions for expressions");
  }

  static String secondary(String secondary, String recordKey) {
    throw new Unsupported("keys of secondary indexes, which this release makes in private");
  }

  static Object split(String key) {
    return Json.object("secondary", SecondaryIndexKeyUtils.getSecondaryKeyFromSecondaryIndexKey(key),
        "record_key", SecondaryIndexKeyUtils.getRecordKeyFromSecondaryIndexKey(key));
  }

  static String fileId(String index, int group, String dataPartition) {
    if (dataPartition != null) {
      throw new Unsupported("record indexes by partition");
    }
    return HoodieTableMetadataUtil.getFileIDForFileGroup(MetadataPartitionType.fromPartitionPath(index), group, index);
  }

  static String dataPartition(String index, String fileId) {
    return null;
  }
}
