// SPDX-License-Identifier: Apache-2.0
package org.apache.hudi.io.storage;

/**
 * The comparator that files by Hudi name in their trailer. HBase must find a class of this name to open them; where
 * Hudi is on the class path, as in every deployment that reads such files, it is HBase's own order under this name.
 */
public class HoodieHBaseKVComparator extends org.apache.hadoop.hbase.CellComparatorImpl {}
