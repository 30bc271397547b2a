// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Unsupported;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.apache.hudi.common.data.HoodieListData;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecordGlobalLocation;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.common.util.collection.Pair;
import org.apache.hudi.metadata.ColumnStatsIndexPrefixRawKey;
import org.apache.hudi.metadata.HoodieMetadataPayload;

/** The metadata table of a folder through the readers from 1.1 on. */
final class MetadataTable extends MetadataReader {
  MetadataTable(Path folder) {
    super(folder);
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
    try {
      return reader().readRecordIndexLocationsWithKeys(HoodieListData.eager(keys), Option.ofNullable(partition))
          .collectAsList();
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
