// SPDX-License-Identifier: Apache-2.0
package conformance.upgrade;

import org.apache.hudi.common.table.timeline.HoodieInstant;

/** The time of an instant, as releases up to 0.15 call it. */
final class Times {
  private Times() {}

  static String of(HoodieInstant instant) {
    return instant.getTimestamp();
  }
}
