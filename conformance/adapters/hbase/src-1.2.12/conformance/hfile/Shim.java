// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import java.util.List;

/** What HBase 1.2.12 has, without native codecs. */
final class Shim {
  static final String VERSION = "1.2.12";
  static final List<String> FEATURES = List.of(
      "hfile.version.2.0", "hfile.version.2.1", "hfile.version.2.2",
      "hfile.version.2.3", "hfile.version.3", "hfile.codec.gz",
      "hfile.encoding.prefix", "hfile.encoding.diff", "hfile.encoding.fast-diff",
      "hfile.tags", "hfile.tag-dictionary", "hfile.mvcc", "hfile.no-mvcc");
  static final List<String> CODECS = List.of("NONE", "GZ");
  static final List<String> ENCODINGS = List.of("NONE", "PREFIX", "DIFF", "FAST_DIFF");
  /** Major version and the one minor version that the writer gives it. */
  static final List<List<Integer>> VERSIONS = List.of(List.of(3, 0), List.of(2, 3));

  private Shim() {}
}
