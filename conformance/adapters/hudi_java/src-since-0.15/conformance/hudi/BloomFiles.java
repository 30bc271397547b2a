// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hudi.common.bloom.BloomFilter;
import org.apache.hudi.common.util.ParquetUtils;
import org.apache.hudi.storage.StoragePath;

/** Filters in base files, from 0.15 on. */
final class BloomFiles {
  private BloomFiles() {}

  static BloomFilter inParquet(Path file) {
    return new ParquetUtils().readBloomFilterFromMetadata(StorageShim.STORAGE, new StoragePath(file.toUri()));
  }

  static String[] rangeInParquet(Path file) {
    return new ParquetUtils().readMinMaxRecordKeys(StorageShim.STORAGE, new StoragePath(file.toUri()));
  }

  static BloomFilter inHFile(Path file) throws IOException {
    try (var reader = Shim.hfileReader(new StoragePath(file.toUri()))) {
      return reader.readBloomFilter();
    }
  }

  static String[] rangeInHFile(Path file) throws IOException {
    try (var reader = Shim.hfileReader(new StoragePath(file.toUri()))) {
      return reader.readMinMaxRecordKeys();
    }
  }
}
