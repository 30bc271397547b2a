// SPDX-License-Identifier: Apache-2.0
package org.apache.hudi.io.storage;

import org.apache.hadoop.hbase.CellComparatorImpl;

/** HBase opens a file only when it has the class that its trailer names; Hudi's is HBase's order under a name. */
public class HoodieHBaseKVComparator extends CellComparatorImpl {
  private static final long serialVersionUID = 1;
}
