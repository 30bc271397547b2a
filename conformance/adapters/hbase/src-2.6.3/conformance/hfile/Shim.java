// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import java.util.List;

/** What HBase 2.6.3 has. */
final class Shim {
  static final String VERSION = "2.6.3";
  static final List<String> FEATURES = List.of(
      "hfile.v3", "codec.gz", "codec.snappy", "codec.lz4", "codec.lzo", "codec.zstd",
      "encoding.prefix", "encoding.diff", "encoding.fast_diff", "encoding.row_index_v1");
  static final List<String> CODECS = List.of("NONE", "GZ", "SNAPPY", "LZ4", "LZO", "ZSTD");
  static final List<String> ENCODINGS = List.of("NONE", "PREFIX", "DIFF", "FAST_DIFF", "ROW_INDEX_V1");
  /** Major version and the one minor version that the writer gives it. */
  static final List<List<Integer>> VERSIONS = List.of(List.of(3, 3));

  private Shim() {}
}
