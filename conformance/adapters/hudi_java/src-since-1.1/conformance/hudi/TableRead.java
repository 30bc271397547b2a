// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.avro.HoodieAvroReaderContext;
import org.apache.hudi.common.config.TypedProperties;
import org.apache.hudi.common.model.FileSlice;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.read.HoodieFileGroupReader;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.HoodieTimeline;
import org.apache.hudi.common.table.timeline.TimelineUtils;
import org.apache.hudi.common.table.view.HoodieTableFileSystemView;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.apache.hudi.storage.StoragePathInfo;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;

/** `table.read`: the rows of a snapshot, slice by slice through the release's file group reader. */
final class TableRead {
  private TableRead() {}

  static Map<String, Object> run(Path base, Map<?, ?> args) throws Exception {
    if (args.get("view") instanceof String view && !view.equals("snapshot")) {
      throw new Unsupported("view " + view);
    }
    if (args.get("line") instanceof String line && !line.equals("1.2")) {
      throw new Unsupported("line " + line);
    }
    HadoopStorageConfiguration storage = new HadoopStorageConfiguration(LocalFiles.configuration());
    HoodieTableMetaClient client =
        HoodieTableMetaClient.builder().setConf(storage).setBasePath(base.toString()).build();
    if (args.get("bootstrap_base") instanceof String below) {
      Object target = client.getTableConfig().getProps().get("hoodie.bootstrap.base.path");
      try (Sources sources = Sources.lay(base.resolve(below), target)) {
        return rows(base, args, storage, client);
      }
    }
    return rows(base, args, storage, client);
  }

  private static Map<String, Object> rows(Path base, Map<?, ?> args, HadoopStorageConfiguration storage,
      HoodieTableMetaClient client) throws Exception {
    try {
      return slices(base, args, storage, client);
    } catch (UnsupportedOperationException no) {
      if (String.valueOf(no.getMessage()).contains("only supported with the Spark engine")) {
        throw new Unsupported(no.getMessage());
      }
      throw no;
    }
  }

  private static Map<String, Object> slices(Path base, Map<?, ?> args, HadoopStorageConfiguration storage,
      HoodieTableMetaClient client) throws Exception {
    Schema schema = args.get("as_of") instanceof String text
        ? Shim.avroSchema(client, text)
        : Shim.avroSchema(client);
    HoodieTimeline timeline = client.getCommitsAndCompactionTimeline().filterCompletedAndCompactionInstants();
    Option<HoodieInstant> last = client.getCommitsTimeline().filterCompletedInstants().lastInstant();
    List<Map<?, ?>> rows = new ArrayList<>();
    if (!last.isPresent()) {
      return Json.object("rows", rows);
    }
    if (args.get("as_of") instanceof String text) {
      TimelineUtils.validateTimestampAsOf(client, text); // as Hudi's file index does before it lists
    }
    String latest = args.get("as_of") instanceof String text ? text : last.get().requestedTime();
    List<StoragePathInfo> files = client.getStorage().listFiles(client.getBasePath()).stream()
        .filter(info -> !info.getPath().toString().contains("/.hoodie/"))
        .collect(Collectors.toList());
    HoodieTableFileSystemView view = new HoodieTableFileSystemView(client, timeline, files);
    try {
      List<String> partitions = files.stream()
          .map(info -> base.relativize(Path.of(info.getPath().getParent().toUri().getPath())).toString())
          .distinct().sorted().collect(Collectors.toList());
      for (String partition : partitions) {
        List<FileSlice> slices =
            view.getLatestMergedFileSlicesBeforeOrOn(partition, latest).collect(Collectors.toList());
        for (FileSlice slice : slices) {
          read(client, storage, schema, slice, partition, latest, rows);
        }
      }
    } finally {
      view.close();
    }
    rows.sort(Comparator.comparing(row -> Json.print(new TreeMap<Object, Object>(row))));
    return Json.object("rows", rows);
  }

  private static void read(HoodieTableMetaClient client, HadoopStorageConfiguration storage, Schema schema,
      FileSlice slice, String partition, String latest, List<Map<?, ?>> rows) throws Exception {
    TypedProperties props = new TypedProperties();
    client.getTableConfig().getProps().forEach((key, value) -> props.setProperty((String) key, (String) value));
    Stream<HoodieLogFile> logs = slice.getLogFiles()
        .sorted(HoodieLogFile.getLogFileComparator())
        .filter(file -> !file.getFileName().endsWith(".cdc"));
    HoodieFileGroupReader<IndexedRecord> reader = Shim.groupReader()
        .withReaderContext(
            new HoodieAvroReaderContext(storage, client.getTableConfig(), Option.empty(), Option.empty()))
        .withHoodieTableMetaClient(client)
        .withLatestCommitTime(latest)
        .withDataSchema(Schemas.of(schema))
        .withRequestedSchema(Schemas.of(schema))
        .withProps(props)
        .withBaseFileOption(slice.getBaseFile())
        .withLogFiles(logs)
        .withPartitionPath(partition)
        .withStart(0L)
        .withLength(Long.MAX_VALUE)
        .withShouldUseRecordPosition(false)
        .build();
    try (reader; ClosableIterator<IndexedRecord> iterator = reader.getClosableIterator()) {
      while (iterator.hasNext()) {
        rows.add((Map<?, ?>) Rows.show(schema, iterator.next()));
      }
    }
  }
}
