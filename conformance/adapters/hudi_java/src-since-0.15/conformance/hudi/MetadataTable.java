// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Unsupported;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.hudi.avro.model.HoodieMetadataColumnStats;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecordGlobalLocation;
import org.apache.hudi.common.util.collection.Pair;
import org.apache.hudi.common.util.hash.ColumnIndexID;
import org.apache.hudi.metadata.HoodieMetadataPayload;

/** The metadata table of a folder through the readers of 0.15 and 1.0. */
final class MetadataTable extends MetadataReader {
  MetadataTable(Path folder) {
    super(folder);
  }

  Map<Pair<String, String>, List<HoodieMetadataColumnStats>> columnStats(
      List<Pair<String, String>> files, List<String> columns) {
    return ColumnStats.byColumn(reader(), files, columns);
  }

  List<HoodieRecord<HoodieMetadataPayload>> byPrefix(String column, String index) {
    return reader().getRecordsByKeyPrefixes(
        List.of(new ColumnIndexID(column).asBase64EncodedString()), index, true).collectAsList();
  }

  List<Pair<String, HoodieRecordGlobalLocation>> locations(List<String> keys, String partition) {
    if (keys == null || partition != null) {
      throw new Unsupported(keys == null ? "every row of the record index" : "record indexes by partition");
    }
    return Metadata.pairs(reader().readRecordIndex(new ArrayList<>(keys)));
  }

  Map<String, Collection<String>> recordKeys(List<String> keys, String index) {
    return Shim.recordKeys(reader(), keys, index);
  }
}
