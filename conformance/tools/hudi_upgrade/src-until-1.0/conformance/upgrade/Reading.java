// SPDX-License-Identifier: Apache-2.0
package conformance.upgrade;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.client.common.HoodieJavaEngineContext;
import org.apache.hudi.common.config.HoodieMetadataConfig;
import org.apache.hudi.common.model.FileSlice;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.model.HoodieRecordPayload;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.TableSchemaResolver;
import org.apache.hudi.common.table.log.HoodieMergedLogRecordScanner;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.view.FileSystemViewManager;
import org.apache.hudi.common.table.view.HoodieTableFileSystemView;
import org.apache.hudi.common.util.Option;
import org.apache.parquet.avro.AvroParquetReader;
import org.apache.parquet.hadoop.ParquetReader;

/** Rows of a snapshot as releases up to 1.0 read them: their view of files, their log scanner, their payloads. */
final class Reading {
  private static final String KEY = "_hoodie_record_key";
  private final HoodieTableMetaClient client;
  private final String latest;
  private final Schema schema;
  private final Properties settings = new Properties();

  private Reading(HoodieTableMetaClient client, String latest) throws Exception {
    this.client = client;
    this.latest = latest;
    schema = new TableSchemaResolver(client).getTableAvroSchema();
    settings.setProperty("hoodie.payload.ordering.field", "ord");
  }

  static List<Object> rows(Path table) throws Exception {
    HoodieTableMetaClient client =
        HoodieTableMetaClient.builder().setConf(Storage.configuration()).setBasePath(table.toString()).build();
    Option<HoodieInstant> last =
        client.getActiveTimeline().getCommitsTimeline().filterCompletedInstants().lastInstant();
    return last.isPresent() ? new Reading(client, Times.of(last.get())).all(table) : List.of();
  }

  private List<Object> all(Path table) throws Exception {
    HoodieMetadataConfig metadata = HoodieMetadataConfig.newBuilder().enable(true).build(); // as engines do by default
    HoodieTableFileSystemView view = FileSystemViewManager.createInMemoryFileSystemView(
        new HoodieJavaEngineContext(Storage.configuration()), client, metadata);
    List<Object> rows = new ArrayList<>();
    for (String partition : partitions(table)) {
      List<FileSlice> slices =
          view.getLatestMergedFileSlicesBeforeOrOn(partition, latest).collect(Collectors.toList());
      for (FileSlice slice : slices) {
        rows.addAll(rows(slice, partition));
      }
    }
    view.close();
    return rows;
  }

  private static List<String> partitions(Path table) throws Exception {
    try (Stream<Path> walk = Files.walk(table)) {
      return walk.filter(file -> file.getFileName().toString().startsWith(".hoodie_partition_metadata"))
          .map(file -> table.relativize(file.getParent()).toString())
          .filter(partition -> !partition.startsWith(".hoodie"))
          .sorted().toList();
    }
  }

  private List<Object> rows(FileSlice slice, String partition) throws Exception {
    Map<String, IndexedRecord> rows = new TreeMap<>();
    if (slice.getBaseFile().isPresent()) {
      org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(slice.getBaseFile().get().getPath());
      try (ParquetReader<GenericRecord> reader = AvroParquetReader.<GenericRecord>builder(path).build()) {
        for (GenericRecord row = reader.read(); row != null; row = reader.read()) {
          rows.put(String.valueOf(row.get(KEY)), row);
        }
      }
    }
    List<String> logs = slice.getLogFiles()
        .sorted(HoodieLogFile.getLogFileComparator())
        .map(file -> file.getPath().toString())
        .collect(Collectors.toList());
    if (!logs.isEmpty()) {
      merge(rows, logs);
    }
    return rows.values().stream().map(Reading::shown).collect(Collectors.toList());
  }

  private void merge(Map<String, IndexedRecord> rows, List<String> logs) throws Exception {
    Path spill = Files.createTempDirectory("spill");
    HoodieMergedLogRecordScanner scanner = Storage.scanner(client)
        .withBasePath(client.getBasePath().toString())
        .withLogFilePaths(logs)
        .withReaderSchema(schema)
        .withLatestInstantTime(latest)
        .withReverseReader(false)
        .withBufferSize(1 << 16)
        .withMaxMemorySizeInBytes(64L << 20)
        .withSpillableMapBasePath(spill.toString())
        .build();
    for (HoodieRecord<?> record : scanner) {
      IndexedRecord stored = rows.get(record.getRecordKey());
      Option<IndexedRecord> merged = Option.empty();
      if (record.getData() instanceof HoodieRecordPayload<?> payload) {
        merged = stored == null
            ? payload.getInsertValue(schema, settings)
            : payload.combineAndGetUpdateValue(stored, schema, settings);
      }
      if (merged.isPresent()) {
        rows.put(record.getRecordKey(), merged.get());
      } else {
        rows.remove(record.getRecordKey());
      }
    }
    scanner.close();
  }

  private static Object shown(IndexedRecord row) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (Schema.Field field : row.getSchema().getFields()) {
      Object value = row.get(field.pos());
      values.put(field.name(), value == null || value instanceof Number ? value : value.toString());
    }
    return values;
  }
}
