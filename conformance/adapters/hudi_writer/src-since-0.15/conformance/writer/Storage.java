// SPDX-License-Identifier: Apache-2.0
package conformance.writer;

import org.apache.hadoop.conf.Configuration;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;

/** How Hudi is handed Hadoop's configuration: wrapped since 0.15. */
final class Storage {
  private Storage() {}

  static HadoopStorageConfiguration configuration() {
    return new HadoopStorageConfiguration(new Configuration());
  }
}
