// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.common.model.FileSlice;
import org.apache.hudi.common.model.HoodieBaseFile;
import org.apache.hudi.common.model.HoodieFileGroupId;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.cdc.HoodieCDCExtractor;
import org.apache.hudi.common.table.cdc.HoodieCDCFileSplit;
import org.apache.hudi.common.table.cdc.HoodieCDCSupplementalLoggingMode;
import org.apache.hudi.common.table.cdc.HoodieCDCUtils;
import org.apache.hudi.common.table.log.HoodieCDCLogRecordIterator;
import org.apache.hudi.common.table.log.InstantRange;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.exception.HoodieException;
import org.apache.hudi.storage.StoragePath;

/** The view of change data: Hudi says which files a commit's changes are in, and the two rows of each are joined here. */
final class ChangeData {
  private static final String KEY = "_hoodie_record_key";

  /** Rows of a slice, which may be given another list of log files. */
  interface Rows {
    List<Map<?, ?>> of(FileSlice slice, String partition, String latest) throws Exception;
  }

  private final HoodieTableMetaClient client;
  private final Schema schema;
  private final Rows rows;
  private final List<Map<?, ?>> changes = new ArrayList<>();

  ChangeData(HoodieTableMetaClient client, Schema schema, Rows rows) {
    this.client = client;
    this.schema = schema;
    this.rows = rows;
  }

  /** All changes of a range of requested times, open at its begin. */
  List<Map<?, ?>> between(String begin, String end) throws Exception {
    if (!client.getTableConfig().isCDCEnabled()) { // as the relation of Spark
      throw new IllegalArgumentException("It isn't a CDC hudi table on " + client.getBasePath());
    }
    InstantRange range = InstantRange.builder().rangeType(InstantRange.RangeType.OPEN_CLOSED)
        .startInstant(begin).endInstant(end).build();
    Map<HoodieFileGroupId, List<HoodieCDCFileSplit>> splits =
        new HoodieCDCExtractor(client, range, false).extractCDCFileSplits();
    for (Map.Entry<HoodieFileGroupId, List<HoodieCDCFileSplit>> group : splits.entrySet()) {
      for (HoodieCDCFileSplit split : group.getValue().stream().sorted().toList()) {
        add(group.getKey(), split);
      }
    }
    return changes;
  }

  private void add(HoodieFileGroupId group, HoodieCDCFileSplit split) throws Exception {
    String time = split.getInstant();
    String partition = group.getPartitionPath();
    switch (split.getCdcInferCase()) {
      case BASE_FILE_INSERT -> rows.of(base(group, split), partition, time).forEach(row -> add("i", time, null, row));
      case BASE_FILE_DELETE, REPLACE_COMMIT -> rows.of(split.getBeforeFileSlice().get(), partition, time)
          .forEach(row -> add("d", time, row, null));
      case LOG_FILE -> inferred(group, split);
      default -> logged(group, split);
    }
  }

  /** What a log file changes of the slice below it. */
  private void inferred(HoodieFileGroupId group, HoodieCDCFileSplit split) throws Exception {
    String time = split.getInstant();
    FileSlice before = split.getBeforeFileSlice().orElse(new FileSlice(group, time));
    HoodieLogFile own = new HoodieLogFile(path(split.getCdcFiles().get(0)));
    FileSlice after = new FileSlice(group, time, before.getBaseFile().orElse(null),
        Stream.concat(before.getLogFiles(), Stream.of(own)).toList());
    Map<Object, Map<?, ?>> earlier = byKey(rows.of(before, group.getPartitionPath(), time));
    Map<Object, Map<?, ?>> later = byKey(rows.of(after, group.getPartitionPath(), time));
    earlier.forEach((key, row) -> {
      if (!later.containsKey(key)) {
        add("d", time, row, null);
      }
    });
    later.forEach((key, row) -> {
      Map<?, ?> stored = earlier.get(key);
      if (!row.equals(stored)) {
        add(stored == null ? "i" : "u", time, stored, row);
      }
    });
  }

  /** Records of files of changes, with the images that their mode leaves out. */
  private void logged(HoodieFileGroupId group, HoodieCDCFileSplit split) throws Exception {
    HoodieCDCSupplementalLoggingMode mode = client.getTableConfig().cdcSupplementalLoggingMode();
    Map<Object, Map<?, ?>> earlier = images(group, split.getBeforeFileSlice(), split);
    Map<Object, Map<?, ?>> later = images(group, split.getAfterFileSlice(), split);
    HoodieLogFile[] files =
        split.getCdcFiles().stream().map(file -> new HoodieLogFile(path(file))).toArray(HoodieLogFile[]::new);
    try (HoodieCDCLogRecordIterator records = new HoodieCDCLogRecordIterator(client.getStorage(), files,
        HoodieCDCUtils.schemaBySupplementalLoggingMode(mode, Schemas.of(schema)))) {
      while (records.hasNext()) {
        GenericRecord record = (GenericRecord) records.next();
        if (!(record.hasField("op") && record.get("op") != null)) {
          throw new HoodieException("a record without an operation in " + split.getCdcFiles());
        }
        String op = record.get("op").toString();
        Map<?, ?> before = image(record, "before");
        Map<?, ?> after = image(record, "after");
        if (before == null && !op.equals("i") && split.getBeforeFileSlice().isPresent()) {
          before = stored(earlier, record);
        }
        if (after == null && !op.equals("d") && split.getAfterFileSlice().isPresent()) {
          after = stored(later, record);
        }
        add(op, split.getInstant(), before, after);
      }
    }
  }

  private Map<Object, Map<?, ?>> images(HoodieFileGroupId group, Option<FileSlice> slice, HoodieCDCFileSplit split)
      throws Exception {
    return slice.isPresent()
        ? byKey(rows.of(slice.get(), group.getPartitionPath(), split.getInstant())) : Map.of();
  }

  private Map<?, ?> image(GenericRecord record, String name) {
    return record.hasField(name) && record.get(name) != null
        ? (Map<?, ?>) conformance.hudi.Rows.show(schema, (IndexedRecord) record.get(name)) : null;
  }

  private static Map<?, ?> stored(Map<Object, Map<?, ?>> rows, GenericRecord record) {
    Map<?, ?> row = rows.get(record.get("record_key").toString());
    if (row == null) {
      throw new HoodieException("no row of key " + record.get("record_key"));
    }
    return row;
  }

  private static Map<Object, Map<?, ?>> byKey(List<Map<?, ?>> rows) {
    Map<Object, Map<?, ?>> found = new LinkedHashMap<>();
    rows.forEach(row -> found.put(row.get(KEY), row));
    return found;
  }

  private FileSlice base(HoodieFileGroupId group, HoodieCDCFileSplit split) throws IOException {
    StoragePath path = path(split.getCdcFiles().get(0));
    return new FileSlice(group, split.getInstant(),
        new HoodieBaseFile(client.getStorage().getPathInfo(path)), List.of());
  }

  private StoragePath path(String file) {
    return new StoragePath(client.getBasePath(), file);
  }

  private void add(String op, String time, Map<?, ?> before, Map<?, ?> after) {
    changes.add(Json.object("op", op, "ts_ms", time, "before", before, "after", after));
  }
}
