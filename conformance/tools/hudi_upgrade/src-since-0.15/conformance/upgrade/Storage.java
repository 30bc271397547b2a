// SPDX-License-Identifier: Apache-2.0
package conformance.upgrade;

import conformance.files.WatchedFiles;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.log.HoodieMergedLogRecordScanner;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;

/** How Hudi is handed Hadoop's configuration: wrapped since 0.15. */
final class Storage {
  private Storage() {}

  static HadoopStorageConfiguration configuration() {
    return new HadoopStorageConfiguration(WatchedFiles.configuration("file"));
  }

  static HoodieMergedLogRecordScanner.Builder scanner(HoodieTableMetaClient client) {
    return HoodieMergedLogRecordScanner.newBuilder().withStorage(client.getStorage());
  }
}
