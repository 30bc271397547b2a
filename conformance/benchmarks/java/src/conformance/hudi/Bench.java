// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.passes.Passes;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecord.HoodieRecordType;
import org.apache.hudi.common.table.log.HoodieLogFileReader;
import org.apache.hudi.common.table.log.block.HoodieDataBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.apache.hudi.storage.StoragePath;

/**
 * Times passes of Hudi's log file reader over one file, in one JVM: the first is cold, the last ones are warm.
 *
 * <p>Arguments: `frame` (contents skipped) or `full` (every record decoded), file, bytes of buffer, most passes, most
 * seconds. Prints a line a pass: seconds, seconds of CPU of all threads, blocks, records, threads alive.
 */
final class Bench {
  private static int sink;
  private static Object last;

  private Bench() {}

  public static void main(String[] args) throws Exception {
    boolean isFull = args[0].equals("full");
    Path path = Path.of(args[1]);
    int lenBuffer = Integer.parseInt(args[2]);
    Passes.time(args[3], args[4], () -> isFull ? full(path, lenBuffer) : frame(path, lenBuffer));
    if (sink == 42 && last == null) {
      System.err.println("the records were looked at");
    }
  }

  private static HoodieLogFileReader open(Path path, int lenBuffer) throws Exception {
    HoodieLogFile file = new HoodieLogFile(new StoragePath(path.toUri()), Files.size(path));
    return Shim.open(file, null, lenBuffer, false);
  }

  private static long[] frame(Path path, int lenBuffer) throws Exception {
    long blocks = 0;
    try (HoodieLogFileReader reader = open(path, lenBuffer)) {
      while (reader.hasNext()) {
        sink ^= reader.next().getLogBlockHeader().size();
        blocks++;
      }
    }
    return counts(blocks, 0);
  }

  private static long[] full(Path path, int lenBuffer) throws Exception {
    long blocks = 0;
    long records = 0;
    try (HoodieLogFileReader reader = open(path, lenBuffer)) {
      while (reader.hasNext()) {
        HoodieLogBlock block = reader.next();
        blocks++;
        if (!(block instanceof HoodieDataBlock data)) {
          throw new IllegalStateException("a block of type " + block.getBlockType());
        }
        try (ClosableIterator<HoodieRecord<IndexedRecord>> each = data.getRecordIterator(HoodieRecordType.AVRO)) {
          while (each.hasNext()) {
            last = each.next().getData();
            records++;
          }
        }
      }
    }
    return counts(blocks, records);
  }

  private static long[] counts(long blocks, long records) {
    return new long[] {blocks, records, ManagementFactory.getThreadMXBean().getThreadCount()};
  }
}
