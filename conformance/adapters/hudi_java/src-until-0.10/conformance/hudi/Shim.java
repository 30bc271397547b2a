// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Unsupported;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.table.log.block.HoodieAvroDataBlock;
import org.apache.hudi.common.table.log.block.HoodieDataBlock;
import org.apache.hudi.common.table.log.block.HoodieDeleteBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.HoodieTimeline;

/** What is special about 0.9 and 0.10. */
final class Shim extends HadoopShim {
  static final List<String> FEATURES = List.of("content.avro", "content.delete.v1");
  static final Long CONTENT_VERSION = 1L;

  private Shim() {}

  static void forEachRecord(HoodieDataBlock block, Consumer<IndexedRecord> action) {
    block.getRecords().forEach(action);
  }

  static HoodieLogBlock dataBlock(String kind, List<IndexedRecord> rows, List<String> keys, List<Long> positions,
      Map<HeaderMetadataType, String> header, String compression, Path folder) {
    if (!kind.equals("AVRO_DATA_BLOCK")) {
      // it had HFile blocks, over an HBase that does not start on a Java of today
      throw new Unsupported("writing a block of kind " + kind);
    }
    return new HoodieAvroDataBlock(rows, header);
  }

  static List<Delete> deletes(HoodieDeleteBlock block) {
    List<Delete> deletes = new ArrayList<>();
    for (HoodieKey key : block.getKeysToDelete()) {
      deletes.add(new Delete(key.getRecordKey(), key.getPartitionPath(), null));
    }
    return deletes;
  }

  static HoodieLogBlock deleteBlock(
      List<Delete> deletes, List<Long> positions, Map<HeaderMetadataType, String> header) {
    if (deletes.stream().anyMatch(delete -> delete.ordering() != null)) {
      throw new Unsupported("this release stores no ordering values");
    }
    return new HoodieDeleteBlock(
        deletes.stream().map(d -> new HoodieKey(d.key(), d.partition())).toArray(HoodieKey[]::new), header);
  }

  static Stream<HoodieInstant> instants(HoodieTimeline timeline) {
    return timeline.getInstants();
  }
}
