// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.avro.model.HoodieMetadataColumnStats;
import org.apache.hudi.common.table.log.block.HoodieDataBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.util.collection.Pair;

/** What is special about 0.14, which reads positions and never writes them. */
final class Shim extends Shim13To14 {
  /** Commands that not every release has. */
  static final List<String> MORE_COMMANDS = List.of(
      "timeline.list", "archive.list",
      "metadata.files", "metadata.stats", "metadata.locate", "metadata.key",
      "metadata.possible");
  static final List<String> FEATURES = List.of(
      "content.avro", "content.delete.v1", "content.delete.v2", "content.delete.v2.names", "content.delete.v3", "content.cdc", "content.hfile",
      "content.parquet", "header-key.4", "header-key.5", "header-key.6", "file-name.cdc");

  private Shim() {}

  static void forEachRecord(HoodieDataBlock block, Consumer<IndexedRecord> action) throws IOException {
    BlockContents.forEachRecord(block, action);
  }

  static List<Object> positions(HoodieLogBlock block) throws IOException {
    return BlockContents.positions(block);
  }

  /** Bounds of these releases have the type of their wrapper. */
  static Pair<String, Object> typedBound(HoodieMetadataColumnStats stats, Object wrapper) {
    return null;
  }
}
