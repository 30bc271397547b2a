// SPDX-License-Identifier: Apache-2.0
package conformance.upgrade;

import conformance.files.WatchedFiles;
import org.apache.hadoop.conf.Configuration;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.log.HoodieMergedLogRecordScanner;

/** How Hudi is handed Hadoop's configuration: up to 0.14 as it is. */
final class Storage {
  private Storage() {}

  static Configuration configuration() {
    return WatchedFiles.configuration("file");
  }

  static HoodieMergedLogRecordScanner.Builder scanner(HoodieTableMetaClient client) {
    return HoodieMergedLogRecordScanner.newBuilder().withFileSystem(client.getFs());
  }
}
