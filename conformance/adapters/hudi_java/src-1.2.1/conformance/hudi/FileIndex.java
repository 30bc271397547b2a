// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hudi.BaseHoodieTableFileIndex;
import org.apache.hudi.common.config.TypedProperties;
import org.apache.hudi.common.engine.HoodieLocalEngineContext;
import org.apache.hudi.common.model.FileSlice;
import org.apache.hudi.common.model.HoodieTableQueryType;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.expression.Expression;
import org.apache.hudi.internal.schema.Types;
import org.apache.hudi.storage.StoragePath;
import org.apache.hudi.storage.StoragePathInfo;

/** The file index on which those of the engines stand, with all partitions listed at once. */
final class FileIndex extends BaseHoodieTableFileIndex {
  /** Caches no files: a request is sent once. */
  private static final FileStatusCache CACHE = new FileStatusCache() {
    @Override
    public Option<List<StoragePathInfo>> get(StoragePath path) {
      return Option.empty();
    }

    @Override
    public void put(StoragePath path, List<StoragePathInfo> files) {}

    @Override
    public void invalidate() {}
  };

  FileIndex(HoodieTableMetaClient client, TypedProperties settings, HoodieTableQueryType type, String asOf) {
    this(client, settings, type, asOf, null, null, false);
  }

  FileIndex(HoodieTableMetaClient client, TypedProperties settings, HoodieTableQueryType type, String asOf,
      String begin, String end) {
    this(client, settings, type, asOf, begin, end, begin != null);
  }

  /** Lists each partition when its slices are requested, if `isLazy`; then the instant has to be in the timeline. */
  FileIndex(HoodieTableMetaClient client, TypedProperties settings, HoodieTableQueryType type, String asOf,
      String begin, String end, boolean isLazy) {
    super(new HoodieLocalEngineContext(client.getStorageConf()), client, settings, type,
        List.of(client.getBasePath()), Option.ofNullable(asOf), false, false,
        isLazy && asOf == null && begin == null, CACHE, isLazy,
        Option.ofNullable(begin), Option.ofNullable(end));
  }

  /** Slices by the path of their partition. */
  Map<String, List<FileSlice>> slices() {
    Map<String, List<FileSlice>> found = new HashMap<>();
    getAllInputFileSlices().forEach((partition, slices) -> found.put(partition.getPath(), slices));
    return found;
  }

  /** Partitions that a query reads, of a range those with changes. */
  Set<String> partitions() {
    return getAllQueryPartitionPaths().stream().map(PartitionPath::getPath).collect(Collectors.toSet());
  }

  /** Slices of one partition after the other. */
  Map<String, List<FileSlice>> slicesOneByOne() {
    Map<String, List<FileSlice>> found = new HashMap<>();
    for (PartitionPath partition : getAllQueryPartitionPaths()) {
      getInputFileSlices(partition).forEach((path, slices) -> found.put(path.getPath(), slices));
    }
    return found;
  }

  /** Partitions below a folder that a filter leaves. */
  Set<String> partitions(String folder, Types.RecordType columns, Expression filter) {
    return listPartitionPaths(List.of(folder), columns, filter, List.of()).stream()
        .map(PartitionPath::getPath).collect(Collectors.toSet());
  }

  boolean isPartitioned() {
    return shouldReadAsPartitionedTable();
  }

  /** Values of partition columns, which only filters use. */
  @Override
  protected Object[] parsePartitionColumnValues(String[] columns, String partition) {
    return columns.clone();
  }
}
