// SPDX-License-Identifier: Apache-2.0
package conformance.passes;

import java.lang.management.ManagementFactory;
import java.util.Locale;

/** Times passes of one piece of work in one JVM: the first is cold, the last ones are warm. */
public final class Passes {
  private Passes() {}

  /** One pass; returns what it counted. */
  public interface Work {
    long[] run() throws Exception;
  }

  /** Prints a line per pass: seconds, seconds of CPU of all threads, counts of the work. */
  public static void time(String maxPasses, String maxSeconds, Work work) throws Exception {
    double total = 0;
    for (int pass = 0; pass < Integer.parseInt(maxPasses) && total < Double.parseDouble(maxSeconds); pass++) {
      long cpu = cpuNanos();
      long start = System.nanoTime();
      long[] counts = work.run();
      double seconds = (System.nanoTime() - start) / 1e9;
      total += seconds;
      System.out.printf(Locale.ROOT, "%.6f %.6f", seconds, (cpuNanos() - cpu) / 1e9);
      for (long count : counts) {
        System.out.print(" " + count);
      }
      System.out.println();
    }
  }

  private static long cpuNanos() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime() : 0;
  }
}
