// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.metadata.HoodieTableMetadataUtil;
import org.apache.hudi.metadata.MetadataPartitionType;
import org.apache.hudi.metadata.SecondaryIndexKeyUtils;

/** Keys and ids of the indexes of releases from 1.1 on. */
final class IndexKeys {
  private IndexKeys() {}

  static int group(String key, int groups, String index, boolean ofSecondaryKey) {
    return ofSecondaryKey && index.startsWith("secondary_index_")
        ? HoodieTableMetadataUtil.getSecondaryKeyToFileGroupMappingFunction(true).apply(key, groups)
        : HoodieTableMetadataUtil.mapRecordKeyToFileGroupIndex(key, groups);
  }

  static String partitionStats(String partition, String column) {
    return HoodieTableMetadataUtil.getPartitionStatsIndexKey(partition, column);
  }

  static String expressionPartitionStats(String partition, String column) {
    return HoodieTableMetadataUtil.getPartitionStatsIndexKey("__partition_stat__", partition, column);
  }

  static String secondary(String secondary, String recordKey) {
    return SecondaryIndexKeyUtils.constructSecondaryIndexKey(secondary, recordKey);
  }

  static Object split(String key) {
    return Json.object("secondary", SecondaryIndexKeyUtils.getSecondaryKeyFromSecondaryIndexKey(key),
        "record_key", SecondaryIndexKeyUtils.getRecordKeyFromSecondaryIndexKey(key));
  }

  static String fileId(String index, int group, String dataPartition) {
    return HoodieTableMetadataUtil.getFileIDForFileGroup(
        MetadataPartitionType.fromPartitionPath(index), group, index, Option.ofNullable(dataPartition));
  }

  static String dataPartition(String index, String fileId) {
    return index.equals("record_index") && fileId.chars().filter(c -> c == '-').count() > 3
        ? HoodieTableMetadataUtil.getDataTablePartitionNameFromFileGroupName(fileId) : null;
  }
}
