// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.util.Set;

/** The release that is judged, and the release series whose rules of ranges it has. */
final class Release {
  static final String VERSION = "0.14.1";
  static final Set<String> LINES = Set.of("0.9", "0.15");

  private Release() {}
}
