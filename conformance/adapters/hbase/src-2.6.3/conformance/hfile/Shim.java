// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import java.util.List;

/** What HBase 2.6.3 has. */
final class Shim {
  static final String VERSION = "2.6.3";
  static final List<String> FEATURES = List.of(
      "hfile.version.2.3", "hfile.version.3", "hfile.codec.gz",
      "hfile.codec.snappy", "hfile.codec.lz4", "hfile.codec.lzo", "hfile.codec.zstd",
      "hfile.encoding.prefix", "hfile.encoding.diff", "hfile.encoding.fast-diff",
      "hfile.encoding.row-index-v1", "hfile.tags", "hfile.tag-dictionary", "hfile.mvcc",
      "hfile.no-mvcc");
  static final List<String> CODECS = List.of("NONE", "GZ", "SNAPPY", "LZ4", "LZO", "ZSTD");
  static final List<String> ENCODINGS = List.of("NONE", "PREFIX", "DIFF", "FAST_DIFF", "ROW_INDEX_V1");
  /** Major version and the one minor version that the writer gives it. */
  static final List<List<Integer>> VERSIONS = List.of(List.of(3, 3));

  private Shim() {}
}
