// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.io.Closeable;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.apache.avro.Schema;
import org.apache.hudi.common.config.HoodieMetadataConfig;
import org.apache.hudi.common.engine.HoodieLocalEngineContext;
import org.apache.hudi.common.model.HoodieRecordGlobalLocation;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.timeline.HoodieInstantTimeGenerator;
import org.apache.hudi.metadata.HoodieBackedTableMetadata;
import org.apache.hudi.metadata.HoodieTableMetadataUtil;
import org.apache.hudi.storage.StoragePath;
import org.apache.hudi.storage.StoragePathInfo;

/** What readers of the metadata table from 0.15 on have in common; `MetadataTable` of a release extends it. */
class MetadataReader implements Closeable {
  final HoodieTableMetaClient client;
  private final String base;
  private HoodieBackedTableMetadata reader;

  MetadataReader(Path folder) {
    StorageShim.refuseLater(folder);
    client = StorageShim.openTable(folder);
    base = client.getBasePath().toString();
  }

  boolean isReady(String index) {
    return client.getTableConfig().getMetadataPartitions().contains(index);
  }

  HoodieBackedTableMetadata reader() {
    if (reader == null) {
      reader = new HoodieBackedTableMetadata(new HoodieLocalEngineContext(client.getStorageConf()),
          client.getStorage(), HoodieMetadataConfig.newBuilder().enable(true).build(), base);
    }
    return reader;
  }

  Set<String> validInstants() {
    return HoodieTableMetadataUtil.getValidInstantTimestamps(client, reader().getMetadataMetaClient());
  }

  String syncedInstant() {
    return reader().getSyncedInstantTime().orElse(null);
  }

  String latestCompaction() {
    return reader().getLatestCompactionTime().orElse(null);
  }

  List<String> partitions() throws Exception {
    return reader().getAllPartitionPaths();
  }

  SortedMap<String, SortedMap<String, Long>> files(Collection<String> partitions) throws Exception {
    Map<String, String> paths = Metadata.absolute(base, partitions);
    SortedMap<String, SortedMap<String, Long>> all = Metadata.listing(partitions);
    reader().getAllFilesInPartitions(paths.keySet()).forEach((path, files) -> {
      for (StoragePathInfo file : files) {
        all.get(paths.get(path)).put(file.getPath().getName(), file.getLength());
      }
    });
    for (String path : paths.keySet().stream().limit(1).toList()) { // as readers of single partitions list them
      int count = reader().getAllFilesInPartition(new StoragePath(path)).size();
      if (count != all.get(paths.get(path)).size()) {
        throw new IllegalStateException(count + " files in " + path + ", not " + all.get(paths.get(path)));
      }
    }
    return all;
  }

  Schema schema() throws Exception {
    return Shim.avroSchema(client);
  }

  long milliseconds(String instant) throws ParseException {
    return HoodieInstantTimeGenerator.parseDateFromInstantTime(instant).getTime();
  }

  static long position(HoodieRecordGlobalLocation location) {
    return Shim.position(location);
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
    }
  }
}
