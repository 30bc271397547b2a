// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.hadoop.io.ArrayWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hudi.common.table.HoodieTableConfig;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.HoodieTableVersion;
import org.apache.hudi.common.table.TableSchemaResolver;
import org.apache.hudi.common.util.PartitionPathEncodeUtils;
import org.apache.hudi.hadoop.HoodieParquetInputFormat;
import org.apache.hudi.hadoop.realtime.HoodieParquetRealtimeInputFormat;
import org.apache.hudi.hive.MultiPartKeysValueExtractor;
import org.apache.hudi.hive.util.HiveSchemaUtil;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;
import org.apache.parquet.avro.AvroSchemaConverter;

/**
 * `table.read` through the input formats that Hive loads, on a table as Hudi's sync registers it: columns by its
 * conversion of schemas, each partition with the values of its path.
 */
final class HiveTable {
  private final Path base;
  private final HoodieTableConfig table;
  private final Schema schema;
  private final List<?> requested;
  private final List<String> partitionFields;
  private final Map<String, String> columns = new LinkedHashMap<>();
  private final Map<String, Schema.Field> fields = new LinkedHashMap<>();
  private final JobConf job = new JobConf(LocalFiles.configuration());

  HiveTable(Path base, Map<?, ?> args) throws Exception {
    this.base = base;
    checkVersion();
    HoodieTableMetaClient client = HoodieTableMetaClient.builder()
        .setConf(new HadoopStorageConfiguration(LocalFiles.configuration())).setBasePath(base.toString()).build();
    table = client.getTableConfig();
    if (!table.getBaseFileFormat().name().equals("PARQUET")) {
      throw new Unsupported(table.getBaseFileFormat() + " base files, which have other input formats");
    }
    schema = new TableSchemaResolver(client).getTableAvroSchema();
    requested = args.get("columns") instanceof List<?> some ? some : null;
    if (!Boolean.TRUE.equals(args.get("by_id"))
        && new TableSchemaResolver(client).getTableInternalSchemaFromCommitMetadata().isPresent()) {
      throw new Unsupported("columns of a table with ids by name");
    }
    partitionFields = List.of(table.getPartitionFields().orElse(new String[0]));
    HiveSchemaUtil.convertParquetSchemaToHiveSchema(new AvroSchemaConverter(job).convert(schema), false)
        .forEach((name, type) -> columns.put(lower(name.replace("`", "")), lower(type.replaceAll("[ `]", ""))));
    schema.getFields().forEach(field -> fields.put(lower(field.name()), field));
    // Hive puts partition columns behind the others, and requests no values of them from files
    Map<String, String> types = new LinkedHashMap<>();
    partitionFields.forEach(name -> types.put(lower(name), columns.remove(lower(name))));
    List<String> names = List.copyOf(columns.keySet());
    int[] ids = IntStream.range(0, names.size()).filter(id -> isRequested(fields.get(names.get(id)).name())).toArray();
    job.set("hive.io.file.readcolumn.names", IntStream.of(ids).mapToObj(names::get).collect(Collectors.joining(",")));
    job.set("hive.io.file.readcolumn.ids",
        IntStream.of(ids).mapToObj(Integer::toString).collect(Collectors.joining(",")));
    job.set("columns", Stream.of(columns, types).flatMap(map -> map.keySet().stream()).collect(Collectors.joining(",")));
    job.set("columns.types",
        Stream.of(columns, types).flatMap(map -> map.values().stream()).collect(Collectors.joining(":")));
    job.set("partition_columns", String.join("/", types.keySet()));
    job.set("partition_columns.types", String.join(":", types.values()));
  }

  /** A metastore registers names in lower case. */
  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private boolean isRequested(String name) {
    return requested == null || requested.contains(name);
  }

  private void checkVersion() throws IOException {
    Path file = base.resolve(".hoodie").resolve(HoodieTableConfig.HOODIE_PROPERTIES_FILE);
    if (!Files.exists(file)) {
      return; // for the client to reject
    }
    Properties properties = new Properties();
    try (InputStream stream = Files.newInputStream(file)) {
      properties.load(stream);
    }
    String version = properties.getProperty("hoodie.table.version", "0");
    if (version.matches("[0-9]{1,4}") && Integer.parseInt(version) > HoodieTableVersion.current().versionCode()) {
      throw new Unsupported("a table of a later version: " + version);
    }
  }

  /** Rows of the snapshot, or of the read-optimized view, which Hive registers as another table. */
  Map<String, Object> rows(boolean isSnapshot) throws Exception {
    boolean hasLogs = isSnapshot && table.getTableType().name().equals("MERGE_ON_READ");
    List<Map<?, ?>> rows = new ArrayList<>();
    for (String partition : partitionFields.isEmpty() ? List.of("") : partitions()) {
      for (GenericData.Record row : read(partition, hasLogs)) {
        Map<String, Object> shown = new LinkedHashMap<>();
        schema.getFields().stream().filter(field -> isRequested(field.name()))
            .forEach(field -> shown.put(field.name(), Rows.show(field.schema(), row.get(field.pos()))));
        rows.add(shown);
      }
    }
    rows.sort(Comparator.comparing(row -> Json.print(new TreeMap<>(row))));
    return Json.object("rows", rows);
  }

  private List<GenericData.Record> read(String partition, boolean hasLogs) throws Exception {
    JobConf conf = new JobConf(job);
    FileInputFormat.setInputPaths(conf, new org.apache.hadoop.fs.Path("file", null, base.resolve(partition).toString()));
    HoodieParquetInputFormat format = hasLogs ? new HoodieParquetRealtimeInputFormat() : new HoodieParquetInputFormat();
    format.setConf(conf);
    Map<String, Object> values = values(partition);
    List<GenericData.Record> rows = new ArrayList<>();
    for (InputSplit split : format.getSplits(conf, 1)) {
      RecordReader<NullWritable, ArrayWritable> reader = format.getRecordReader(split, conf, Reporter.NULL);
      NullWritable key = reader.createKey();
      ArrayWritable value = reader.createValue();
      while (reader.next(key, value)) {
        GenericData.Record row = new GenericData.Record(schema);
        int index = 0;
        for (String name : columns.keySet()) {
          Schema.Field field = fields.get(name);
          row.put(field.pos(), Writables.avro(field.schema(), value.get()[index++]));
        }
        values.forEach(row::put);
        rows.add(row);
      }
      reader.close();
    }
    return rows;
  }

  /** The values that a sync registers for a partition, as Hive converts them to the types of the columns. */
  private Map<String, Object> values(String partition) {
    if (partitionFields.isEmpty()) {
      return Map.of();
    }
    List<String> texts = new MultiPartKeysValueExtractor().extractPartitionValuesInPath(partition);
    if (texts.size() != partitionFields.size()) {
      throw new Unsupported("a partition that the sync cannot register: " + partition);
    }
    boolean isEncoded = Boolean.parseBoolean(table.getUrlEncodePartitioning());
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < texts.size(); i++) {
      String name = partitionFields.get(i);
      if (schema.getField(name) == null) {
        throw new Unsupported("a partition field in a record, which a metastore cannot name: " + name);
      }
      String text = isEncoded ? PartitionPathEncodeUtils.unescapePathName(texts.get(i)) : texts.get(i);
      values.put(name, Writables.converted(schema.getField(name).schema(), text));
    }
    return values;
  }

  private List<String> partitions() throws IOException {
    try (Stream<Path> paths = Files.walk(base)) {
      return paths.filter(path -> !path.startsWith(base.resolve(".hoodie")))
          .filter(path -> path.getFileName().toString().startsWith(".hoodie_partition_metadata"))
          .map(path -> base.relativize(path.getParent()).toString()).sorted().toList();
    }
  }
}
