// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.nio.file.Path;
import java.util.List;
import org.apache.hudi.common.util.ParquetUtils;
import org.apache.hudi.metadata.HoodieIndexVersion;
import org.apache.hudi.storage.StoragePath;

/** Statistics of a column by the release's reader of footers, from 1.1 on, for index version 2. */
final class FooterStats {
  private FooterStats() {}

  static Possible.Range of(Path file, String column) {
    return new ParquetUtils().readColumnStatsFromMetadata(
            StorageShim.STORAGE, new StoragePath(file.toUri()), List.of(column), HoodieIndexVersion.V2).stream()
        .filter(range -> range.getColumnName().equals(column)).findFirst()
        .map(range -> new Possible.Range(
            range.getMinValue(), range.getMaxValue(), range.getNullCount(), range.getValueCount()))
        .orElse(null);
  }
}
