// SPDX-License-Identifier: Apache-2.0
package conformance.archiver;

import conformance.files.WatchedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.avro.model.HoodieArchivedMetaEntry;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecord.HoodieRecordType;
import org.apache.hudi.common.table.log.HoodieLogFormat;
import org.apache.hudi.common.table.log.block.HoodieAvroDataBlock;
import org.apache.hudi.storage.HoodieStorage;
import org.apache.hudi.storage.StoragePath;

/** Archives of layout 1, read back by the release's own reader. */
final class ArchiveFiles {
  private static final Pattern NAME = Pattern.compile("\\.commits_\\.archive\\.(?<number>[0-9]+)_.*");

  private ArchiveFiles() {}

  /** Names of the archives in a folder, oldest first. */
  static List<String> list(Path folder) throws IOException {
    try (Stream<Path> found = Files.list(folder)) {
      return found.map(path -> path.getFileName().toString())
          .filter(name -> NAME.matcher(name).matches())
          .sorted(Comparator.comparingLong(ArchiveFiles::number))
          .toList();
    }
  }

  /** Adds the file name of each entry, and the number of entries of each block. */
  static void read(TableFolder table, HoodieStorage storage, List<String> names, List<Integer> blocks)
      throws IOException {
    Path folder = table.real(table.archive());
    for (String file : list(folder)) {
      StoragePath path = new StoragePath("file:" + WatchedFiles.MOUNT + "/" + table.archive(), file);
      try (HoodieLogFormat.Reader reader = Release.reader(storage, new HoodieLogFile(path))) {
        while (reader.hasNext()) {
          if (!(reader.next() instanceof HoodieAvroDataBlock block)) {
            continue; // cut by a crash; the release passes it over when it reads archives
          }
          int before = names.size();
          Iterator<HoodieRecord<IndexedRecord>> records = block.getRecordIterator(HoodieRecordType.AVRO);
          while (records.hasNext()) {
            names.add(nameOf(records.next().getData()));
          }
          blocks.add(names.size() - before);
        }
      }
    }
  }

  private static String nameOf(IndexedRecord entry) {
    String time = field(entry, "commitTime");
    String action = field(entry, "actionType");
    String state = field(entry, "actionState");
    return switch (state) {
      case "COMPLETED" -> time + "." + action;
      case "INFLIGHT" -> time + (action.equals("commit") ? "" : "." + action) + ".inflight";
      default -> time + "." + action + "." + state.toLowerCase(java.util.Locale.ROOT);
    };
  }

  private static String field(IndexedRecord entry, String name) {
    return String.valueOf(entry.get(entry.getSchema().getField(name).pos()));
  }

  private static long number(String name) {
    Matcher match = NAME.matcher(name);
    return match.matches() ? Long.parseLong(match.group("number")) : -1;
  }

  /** Schema that the entries are read with. */
  static org.apache.avro.Schema schema() {
    return HoodieArchivedMetaEntry.getClassSchema();
  }

  /** Names without those that stay, in the order of the first list. */
  static List<String> without(List<String> names, List<String> others) {
    List<String> left = new ArrayList<>(names);
    left.removeAll(others);
    return left;
  }
}
