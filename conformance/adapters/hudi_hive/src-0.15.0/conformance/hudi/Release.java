// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

/** The release that is judged, and the release series whose rules it has. */
final class Release {
  static final String VERSION = "0.15.0";
  static final String LINE = "0.15";

  private Release() {}
}
