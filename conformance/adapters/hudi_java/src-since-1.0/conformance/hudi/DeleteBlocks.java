// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.util.List;
import java.util.Map;
import org.apache.hudi.common.model.DeleteRecord;
import org.apache.hudi.common.table.log.block.HoodieDeleteBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.util.collection.Pair;

/** Blocks of deletes with their positions, -1 where a delete has none. */
final class DeleteBlocks {
  private DeleteBlocks() {}

  static HoodieDeleteBlock of(List<Pair<DeleteRecord, Long>> deletes, Map<HeaderMetadataType, String> header) {
    return new HoodieDeleteBlock(deletes, header);
  }
}
