// SPDX-License-Identifier: Apache-2.0
package conformance.upgrade;

import conformance.hudi.Snapshot;
import java.nio.file.Path;

/** Rows of a snapshot as releases since 1.1 read them: by the file group reader. */
final class Reading {
  private Reading() {}

  static Object rows(Path table) throws Exception {
    return Snapshot.rows(table);
  }
}
