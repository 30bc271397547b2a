// SPDX-License-Identifier: Apache-2.0
package conformance.mutants;

import java.util.HashMap;
import java.util.Map;

/**
 * A line about a branch instruction: number of its first side, class, method, descriptor, position among the branches
 * of the method, keys of a switch as `KEY=SIDE` or `-`, separated by tabs.
 */
record Site(int first, String type, String method, int position, String keys) {
  static Site parse(String line) {
    String[] parts = line.split("\t", -1);
    return new Site(Integer.parseInt(parts[0]), parts[1], parts[2] + parts[3], Integer.parseInt(parts[4]), parts[5]);
  }

  boolean isSwitch() {
    return !keys.equals("-");
  }

  /** Side of each key that does not lead to the default. */
  Map<Integer, Integer> sides() {
    Map<Integer, Integer> sides = new HashMap<>();
    for (String pair : keys.isEmpty() ? new String[0] : keys.split(",")) {
      String[] parts = pair.split("=");
      sides.put(Integer.valueOf(parts[0]), Integer.valueOf(parts[1]));
    }
    return sides;
  }
}
