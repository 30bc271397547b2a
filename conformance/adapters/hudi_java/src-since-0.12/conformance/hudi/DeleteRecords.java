// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.util.List;
import org.apache.hudi.common.model.DeleteRecord;
import org.apache.hudi.common.table.log.block.HoodieDeleteBlock;

/** Deletes as releases from 0.11 on hold them. */
final class DeleteRecords {
  private DeleteRecords() {}

  static List<Delete> read(HoodieDeleteBlock block) {
    return List.of(block.getRecordsToDelete()).stream()
        .map(one -> new Delete(one.getRecordKey(), one.getPartitionPath(), one.getOrderingValue()))
        .toList();
  }

  static DeleteRecord[] make(List<Delete> deletes) {
    return deletes.stream()
        .map(one -> DeleteRecord.create(one.key(), one.partition(), one.ordering()))
        .toArray(DeleteRecord[]::new);
  }
}
