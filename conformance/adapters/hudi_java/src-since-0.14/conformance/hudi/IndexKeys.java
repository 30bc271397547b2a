// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Unsupported;
import org.apache.hudi.metadata.HoodieTableMetadataUtil;
import org.apache.hudi.metadata.MetadataPartitionType;

/** Keys and ids of the indexes of 0.14 and 0.15: files, statistics of files, Bloom filters, the record index. */
final class IndexKeys {
  private IndexKeys() {}

  static int group(String key, int groups, String index, boolean ofSecondaryKey) {
    return HoodieTableMetadataUtil.mapRecordKeyToFileGroupIndex(key, groups);
  }

  static String partitionStats(String partition, String column) {
    throw new Unsupported("statistics of partitions");
  }

  static String expressionPartitionStats(String partition, String column) {
    throw new Unsupported("statistics of partitions");
  }

  static String secondary(String secondary, String recordKey) {
    throw new Unsupported("secondary indexes");
  }

  static Object split(String key) {
    throw new Unsupported("secondary indexes");
  }

  static String fileId(String index, int group, String dataPartition) {
    for (MetadataPartitionType type : MetadataPartitionType.values()) {
      if (type.getPartitionPath().equals(index) && dataPartition == null) {
        return HoodieTableMetadataUtil.getFileIDForFileGroup(type, group);
      }
    }
    throw new Unsupported("file groups of this index");
  }

  static String dataPartition(String index, String fileId) {
    return null;
  }
}
