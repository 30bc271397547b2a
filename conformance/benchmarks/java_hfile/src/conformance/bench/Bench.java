// SPDX-License-Identifier: Apache-2.0
package conformance.bench;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Times passes of a library over one HFile, in one JVM: the first is cold, the last ones are warm.
 *
 * <p>Arguments: `scan` or `get`, file, most passes, most seconds, for `get` a file of keys, one a line. Prints a line a
 * pass: seconds, seconds of CPU of all threads, cells. Or `write`, file, codec, number of cells.
 */
final class Bench {
  private Bench() {}

  public static void main(String[] args) throws Exception {
    Path path = Path.of(args[1]);
    if (args[0].equals("write")) {
      Peer.write(path, args[2], Integer.parseInt(args[3]));
      return;
    }
    int mostPasses = Integer.parseInt(args[2]);
    double mostSeconds = Double.parseDouble(args[3]);
    boolean isScan = args[0].equals("scan");
    List<byte[]> keys = isScan ? List.of()
        : Files.readAllLines(Path.of(args[4])).stream().map(key -> key.getBytes(StandardCharsets.UTF_8)).toList();
    Peer peer = new Peer(path);
    double total = 0;
    for (int pass = 0; pass < mostPasses && total < mostSeconds; pass++) {
      long cpu = cpuNanos();
      long start = System.nanoTime();
      long cells = isScan ? peer.scan() : peer.get(keys);
      double seconds = (System.nanoTime() - start) / 1e9;
      total += seconds;
      System.out.printf(Locale.ROOT, "%.6f %.6f %d%n", seconds, (cpuNanos() - cpu) / 1e9, cells);
    }
    System.err.println(peer.sink);
    System.out.flush();
    System.exit(0);
  }

  /** Bytes of keys and values are what a reader is asked for: both are summed up without a look at each byte. */
  static long touch(byte[] bytes, int ofs, int length) {
    return length == 0 ? 0 : bytes[ofs] + bytes[ofs + length - 1] + length;
  }

  private static long cpuNanos() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime() : 0;
  }
}
