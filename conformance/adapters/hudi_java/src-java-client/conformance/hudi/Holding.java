// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import java.nio.file.Path;
import org.apache.hudi.client.common.HoodieJavaEngineContext;
import org.apache.hudi.common.model.HoodieConsistentHashingMetadata;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.config.HoodieWriteConfig;
import org.apache.hudi.index.bucket.ConsistentBucketIndexUtils;
import org.apache.hudi.table.HoodieJavaTable;

/** The hashing metadata of a partition that holds. */
final class Holding {
  private Holding() {}

  static Object answer(Path folder, String partition) {
    HoodieWriteConfig config =
        HoodieWriteConfig.newBuilder().withPath(folder.toString()).withEmbeddedTimelineServerEnabled(false).build();
    HoodieJavaTable<?> table = HoodieJavaTable.create(config, new HoodieJavaEngineContext(StorageShim.STORAGE.getConf()));
    Option<HoodieConsistentHashingMetadata> metadata = ConsistentBucketIndexUtils.loadMetadata(table, partition);
    return Json.object("file", metadata.isPresent() ? metadata.get().getFilename() : null);
  }
}
