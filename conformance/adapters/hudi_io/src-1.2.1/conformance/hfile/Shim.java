// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import java.util.List;
import org.apache.hudi.io.ByteBufferBackedInputStream;
import org.apache.hudi.io.ByteArraySeekableDataInputStream;
import org.apache.hudi.io.SeekableDataInputStream;

/** What differs in hudi-io 1.2.1. */
final class Shim {
  static final String VERSION = "1.2.1";
  static final List<String> FEATURES = List.of(
      "hfile.version.3", "hfile.codec.gz");

  private Shim() {}

  static SeekableDataInputStream stream(byte[] bytes) {
    return new ByteArraySeekableDataInputStream(new ByteBufferBackedInputStream(bytes));
  }
}
