// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

/** The release that is judged, and the release series whose rules it has. */
final class Release {
  static final String VERSION = "1.0.2";
  static final String LINE = "1.0";

  private Release() {}
}
