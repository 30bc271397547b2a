// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.util.ArrayList;
import java.util.List;
import org.apache.hudi.common.model.DeleteRecord;
import org.apache.hudi.common.table.log.block.HoodieDeleteBlock;

/** Deletes as releases from 0.11 on hold them. */
final class DeleteRecords {
  private DeleteRecords() {}

  static List<Delete> read(HoodieDeleteBlock block) {
    List<Delete> deletes = new ArrayList<>();
    for (DeleteRecord delete : block.getRecordsToDelete()) {
      deletes.add(new Delete(delete.getRecordKey(), delete.getPartitionPath(), delete.getOrderingValue()));
    }
    return deletes;
  }

  static DeleteRecord[] make(List<Delete> deletes) {
    return deletes.stream()
        .map(one -> DeleteRecord.create(one.key(), one.partition(), one.ordering()))
        .toArray(DeleteRecord[]::new);
  }
}
