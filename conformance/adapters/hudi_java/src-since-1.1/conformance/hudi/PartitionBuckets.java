// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import java.io.IOException;
import org.apache.hudi.common.model.PartitionBucketIndexHashingConfig;
import org.apache.hudi.index.bucket.partition.PartitionBucketIndexCalculator;

/** Numbers of buckets by partition, since 1.1. */
final class PartitionBuckets {
  private PartitionBuckets() {}

  static Object count(byte[] data, String partition) throws IOException {
    PartitionBucketIndexHashingConfig config = PartitionBucketIndexHashingConfig.fromBytes(data);
    PartitionBucketIndexCalculator calculator = PartitionBucketIndexCalculator.getInstance(
        config.getExpressions(), config.getRule(), config.getDefaultBucketNumber());
    try {
      return Json.object("instant", config.getInstant(), "buckets", calculator.computeNumBuckets(partition));
    } finally {
      // Hudi keeps one for equal expressions, whatever the default number is
      calculator.cleanCache();
    }
  }
}
