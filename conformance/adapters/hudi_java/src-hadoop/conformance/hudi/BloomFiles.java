// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Unsupported;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hudi.common.bloom.BloomFilter;
import org.apache.hudi.common.util.ParquetUtils;

/** Filters in base files, up to 0.14. */
final class BloomFiles {
  private BloomFiles() {}

  static BloomFilter inParquet(Path file) {
    return new ParquetUtils().readBloomFilterFromMetadata(new Configuration(), HadoopShim.path(file));
  }

  static String[] rangeInParquet(Path file) {
    return new ParquetUtils().readMinMaxRecordKeys(new Configuration(), HadoopShim.path(file));
  }

  static BloomFilter inHFile(Path file) {
    throw new Unsupported("HFiles in this release");
  }

  static String[] rangeInHFile(Path file) {
    throw new Unsupported("HFiles in this release");
  }
}
