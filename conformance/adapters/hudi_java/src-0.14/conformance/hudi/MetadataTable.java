// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Unsupported;
import java.io.Closeable;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.apache.avro.Schema;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hudi.avro.model.HoodieMetadataColumnStats;
import org.apache.hudi.common.config.HoodieMetadataConfig;
import org.apache.hudi.common.engine.HoodieLocalEngineContext;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecordGlobalLocation;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.TableSchemaResolver;
import org.apache.hudi.common.table.timeline.HoodieInstantTimeGenerator;
import org.apache.hudi.common.util.collection.Pair;
import org.apache.hudi.common.util.hash.ColumnIndexID;
import org.apache.hudi.metadata.HoodieBackedTableMetadata;
import org.apache.hudi.metadata.HoodieMetadataPayload;
import org.apache.hudi.metadata.HoodieTableMetadataUtil;

/** The metadata table of a folder through the reader of 0.14. */
final class MetadataTable implements Closeable {
  private final HoodieTableMetaClient client;
  private final String base;
  private HoodieBackedTableMetadata reader;

  MetadataTable(Path folder) {
    if (SharedShim.isLater(folder, "hoodie.properties", "hoodie.properties.backup")) {
      throw new Unsupported("tables of later releases");
    }
    client = HoodieTableMetaClient.builder()
        .setConf(LocalFiles.configuration()).setBasePath(folder.toUri().toString()).build();
    base = client.getBasePathV2().toString();
  }

  boolean isReady(String index) {
    return client.getTableConfig().getMetadataPartitions().contains(index);
  }

  HoodieBackedTableMetadata reader() {
    if (reader == null) {
      reader = new HoodieBackedTableMetadata(new HoodieLocalEngineContext(LocalFiles.configuration()),
          HoodieMetadataConfig.newBuilder().enable(true).build(), base);
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
      for (FileStatus file : files) {
        all.get(paths.get(path)).put(file.getPath().getName(), file.getLen());
      }
    });
    return all;
  }

  Schema schema() throws Exception {
    return new TableSchemaResolver(client).getTableAvroSchema(client.getTableConfig().populateMetaFields());
  }

  Map<Pair<String, String>, List<HoodieMetadataColumnStats>> columnStats(
      List<Pair<String, String>> files, List<String> columns) {
    return ColumnStats.byColumn(reader(), files, columns);
  }

  List<HoodieRecord<HoodieMetadataPayload>> byPrefix(String column, String index) {
    return reader().getRecordsByKeyPrefixes(
        List.of(new ColumnIndexID(column).asBase64EncodedString()), index, true).collectAsList();
  }

  List<Pair<String, HoodieRecordGlobalLocation>> locations(List<String> keys, String partition) {
    if (keys == null || partition != null) {
      throw new Unsupported(keys == null ? "every row of the record index" : "record indexes by partition");
    }
    return Metadata.pairs(reader().readRecordIndex(new ArrayList<>(keys)));
  }

  Map<String, Collection<String>> recordKeys(List<String> keys, String index) {
    throw new Unsupported("secondary indexes");
  }

  long milliseconds(String instant) throws ParseException {
    return HoodieInstantTimeGenerator.parseDateFromInstantTime(instant).getTime();
  }

  static long position(HoodieRecordGlobalLocation location) {
    return -1;
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
    }
  }
}
