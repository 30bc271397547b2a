// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hudi.common.util.ParquetUtils;

/** Statistics of a column by the release's reader of footers, as of 0.14. */
final class FooterStats {
  private FooterStats() {}

  static Possible.Range of(Path file, String column) {
    return new ParquetUtils()
        .readRangeFromParquetMetadata(new Configuration(), HadoopShim.path(file), List.of(column)).stream()
        .filter(range -> range.getColumnName().equals(column)).findFirst()
        .map(range -> new Possible.Range(
            range.getMinValue(), range.getMaxValue(), range.getNullCount(), range.getValueCount()))
        .orElse(null);
  }
}
