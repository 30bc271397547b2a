// SPDX-License-Identifier: Apache-2.0
package conformance.mutants;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Executed sides of branches: byte N of a mapped file is 1 after side N was taken. The recorded code calls the other
 * methods before each branch, with its operands and the number of its first side. Side 0 of a conditional jump jumps,
 * side 1 does not; side 0 of a switch is its default.
 */
public final class Probes {
  private static ByteBuffer hits;
  private static final Map<Integer, Map<Integer, Integer>> SWITCHES = new HashMap<>();

  private Probes() {}

  static void open(Path file, List<String> sites) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      hits = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size());
    }
    for (String line : sites) {
      Site site = Site.parse(line);
      if (site.isSwitch()) {
        SWITCHES.put(site.first(), site.sides());
      }
    }
  }

  private static void side(boolean jumps, int first) {
    hits.put(jumps ? first : first + 1, (byte) 1);
  }

  public static void select(int key, int first) {
    hits.put(first + SWITCHES.get(first).getOrDefault(key, 0), (byte) 1);
  }

  public static void eq(int value, int first) {
    side(value == 0, first);
  }

  public static void ne(int value, int first) {
    side(value != 0, first);
  }

  public static void lt(int value, int first) {
    side(value < 0, first);
  }

  public static void ge(int value, int first) {
    side(value >= 0, first);
  }

  public static void gt(int value, int first) {
    side(value > 0, first);
  }

  public static void le(int value, int first) {
    side(value <= 0, first);
  }

  public static void eq(int left, int right, int first) {
    side(left == right, first);
  }

  public static void ne(int left, int right, int first) {
    side(left != right, first);
  }

  public static void lt(int left, int right, int first) {
    side(left < right, first);
  }

  public static void ge(int left, int right, int first) {
    side(left >= right, first);
  }

  public static void gt(int left, int right, int first) {
    side(left > right, first);
  }

  public static void le(int left, int right, int first) {
    side(left <= right, first);
  }

  public static void eq(Object left, Object right, int first) {
    side(left == right, first);
  }

  public static void ne(Object left, Object right, int first) {
    side(left != right, first);
  }

  public static void isNull(Object value, int first) {
    side(value == null, first);
  }

  public static void isObject(Object value, int first) {
    side(value != null, first);
  }
}
