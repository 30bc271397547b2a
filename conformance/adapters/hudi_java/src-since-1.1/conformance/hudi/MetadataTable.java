// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Unsupported;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hudi.avro.model.HoodieMetadataColumnStats;
import org.apache.hudi.common.data.HoodieListData;
import org.apache.hudi.common.model.FileSlice;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecordGlobalLocation;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.common.util.collection.Pair;
import org.apache.hudi.metadata.ColumnStatsIndexPrefixRawKey;
import org.apache.hudi.metadata.HoodieMetadataPayload;
import org.apache.hudi.metadata.HoodieTableMetadataUtil;
import org.apache.hudi.metadata.MetadataPartitionType;

/** The metadata table of a folder through the readers from 1.1 on. */
final class MetadataTable extends MetadataReader {
  MetadataTable(Path folder) {
    super(folder);
  }

  /** One question for all columns: each opens the metadata table again. */
  Map<Pair<String, String>, List<HoodieMetadataColumnStats>> columnStats(
      List<Pair<String, String>> files, List<String> columns) {
    Map<Pair<String, String>, List<HoodieMetadataColumnStats>> all = reader().getColumnStats(files, columns);
    if (!columns.isEmpty()) { // as readers of one column request it; each request opens the metadata table again
      String column = columns.get(0);
      reader().getColumnStats(files, column).forEach((file, stats) -> {
        if (!all.getOrDefault(file, List.of()).contains(stats)) {
          throw new IllegalStateException(column + " of " + file + " has " + stats + ", not of " + all.get(file));
        }
      });
    }
    return all;
  }

  List<HoodieRecord<HoodieMetadataPayload>> byPrefix(String column, String index) {
    return reader().getRecordsByKeyPrefixes(
        HoodieListData.eager(List.of(new ColumnStatsIndexPrefixRawKey(column))), index, true).collectAsList();
  }

  List<Pair<String, HoodieRecordGlobalLocation>> locations(List<String> keys, String partition) {
    if (keys == null) {
      return Shim.everyLocation(reader()).collectAsList().stream()
          .filter(row -> partition == null || row.getRight().getPartitionPath().equals(partition)).toList();
    }
    if (partition == null) {
      return found(keys, Option.empty());
    }
    // a call takes all keys to be of one file group, that of the least: callers of Hudi's own ask group by group
    List<FileSlice> slices =
        reader().getBucketizedFileGroupsForPartitionedRLI(MetadataPartitionType.RECORD_INDEX).get(partition);
    List<Pair<String, HoodieRecordGlobalLocation>> all = new ArrayList<>();
    if (slices != null) {
      keys.stream()
          .collect(Collectors.groupingBy(
              key -> HoodieTableMetadataUtil.mapRecordKeyToFileGroupIndex(key, slices.size())))
          .values().forEach(some -> all.addAll(found(some, Option.of(partition))));
    }
    return all;
  }

  private List<Pair<String, HoodieRecordGlobalLocation>> found(List<String> keys, Option<String> partition) {
    try {
      return reader().readRecordIndexLocationsWithKeys(HoodieListData.eager(keys), partition).collectAsList();
    } catch (IllegalArgumentException refused) {
      if (String.valueOf(refused.getMessage()).contains("not yet been implemented")) {
        throw new Unsupported(refused.getMessage());
      }
      throw refused;
    }
  }

  Map<String, Collection<String>> recordKeys(List<String> keys, String index) {
    Map<String, Collection<String>> found = new LinkedHashMap<>();
    reader().readSecondaryIndexDataTableRecordKeysWithKeys(HoodieListData.eager(keys), index).collectAsList()
        .forEach(row -> found.computeIfAbsent(row.getLeft(), key -> new LinkedHashSet<>()).add(row.getRight()));
    return found;
  }
}
