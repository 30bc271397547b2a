// SPDX-License-Identifier: Apache-2.0
package conformance.tables;

import org.apache.hadoop.conf.Configuration;

/** How Hudi is handed Hadoop's configuration: up to 0.14 as it is. */
final class Storage {
  private Storage() {}

  static Configuration configuration() {
    return new Configuration();
  }
}
