// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.passes.Passes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.avro.model.HoodieArchivedMetaEntry;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecord.HoodieRecordType;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.log.HoodieLogFileReader;
import org.apache.hudi.common.table.log.block.HoodieAvroDataBlock;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.apache.hudi.storage.StoragePath;

/**
 * Times passes of Hudi over the archived instants of one table, in one JVM: the first is cold, the last ones are warm.
 *
 * <p>Arguments: work, folder of the table, most passes, most seconds. Works: `list` makes the archived timeline of a
 * new meta client; `entries` decodes all entries of archived log files, as the archived timeline does it; `details`
 * loads what completed instants did, into memory, after `list`. Prints a line a pass: seconds, seconds of CPU of all
 * threads, instants or entries.
 */
final class BenchTimeline {
  private static Object last;

  private BenchTimeline() {}

  public static void main(String[] args) throws Exception {
    Path table = Path.of(args[1]);
    Passes.time(args[2], args[3], () -> new long[] {switch (args[0]) {
      case "list" -> TimelineParts.archived(table).size();
      case "entries" -> entries(table);
      case "details" -> details(table);
      default -> throw new IllegalArgumentException(args[0]);
    }});
    if (last == null && args[0].equals("entries")) {
      System.err.println("there was nothing to look at");
    }
  }

  private static long details(Path table) {
    HoodieTableMetaClient client = Shim.openTable(table);
    var archived = client.getArchivedTimeline();
    archived.loadCompletedInstantDetailsInMemory();
    last = archived;
    return archived.countInstants();
  }

  private static long entries(Path table) throws Exception {
    List<Path> files;
    try (Stream<Path> listed = Files.list(table.resolve(".hoodie/archived"))) {
      files = listed.filter(path -> path.getFileName().toString().startsWith(".commits_")).sorted().toList();
    }
    long found = 0;
    for (Path path : files) {
      HoodieLogFile file = new HoodieLogFile(new StoragePath(path.toUri()), Files.size(path));
      try (HoodieLogFileReader reader =
          Shim.open(file, HoodieArchivedMetaEntry.getClassSchema().toString(), 1 << 16, false)) {
        while (reader.hasNext()) {
          HoodieAvroDataBlock block = (HoodieAvroDataBlock) reader.next();
          try (ClosableIterator<HoodieRecord<IndexedRecord>> each = block.getRecordIterator(HoodieRecordType.AVRO)) {
            while (each.hasNext()) {
              last = each.next().getData();
              found++;
            }
          }
        }
      }
    }
    return found;
  }
}
