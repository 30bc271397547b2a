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
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.flink.api.common.io.InputFormat;
import org.apache.flink.api.common.io.RichInputFormat;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.io.InputSplit;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.catalog.UniqueConstraint;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.DataType;
import org.apache.hudi.common.table.HoodieTableConfig;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.HoodieTableVersion;
import org.apache.hudi.common.table.TableSchemaResolver;
import org.apache.hudi.configuration.FlinkOptions;
import org.apache.hudi.exception.HoodieException;
import org.apache.hudi.table.HoodieTableFactory;
import org.apache.hudi.table.HoodieTableSource;
import org.apache.hudi.util.AvroSchemaConverter;
import org.apache.hudi.util.DataTypeUtils;
import org.apache.hudi.util.StreamerUtil;

/**
 * `table.read` through the table source of the connector, on a table as Hudi's catalog declares it: columns by Hudi's
 * conversion of the table's schema, keys and partition fields by its properties.
 */
final class FlinkTable {
  private static final ObjectIdentifier NAME =
      ObjectIdentifier.of("default_catalog", "default_database", "hudi_table");

  private final Map<String, String> options = new LinkedHashMap<>();
  private final ResolvedSchema columns;
  private final org.apache.avro.Schema schema;
  private final List<String> partitionKeys;

  FlinkTable(Path base) throws Exception {
    options.put(FactoryUtil.CONNECTOR.key(), HoodieTableFactory.FACTORY_ID);
    options.put(FlinkOptions.PATH.key(), "file://" + base);
    // options with the prefix `hadoop.` are those of Hadoop
    options.put("hadoop.fs.file.impl", LocalFiles.class.getName());
    HoodieTableMetaClient client = client(base, Configuration.fromMap(options));
    HoodieTableConfig table = client.getTableConfig();
    options.put(FlinkOptions.TABLE_TYPE.key(), table.getTableType().name());
    var resolved = new TableSchemaResolver(client).getTableAvroSchema();
    columns = columns(AvroSchemaConverter.convertToDataType(resolved),
        List.of(table.getRecordKeyFields().orElse(new String[0])));
    // the bundle has another copy of Avro, in a package of Hudi
    schema = new org.apache.avro.Schema.Parser().setValidate(false).setValidateDefaults(false)
        .parse(resolved.toString());
    // later releases write `NAME:TYPE` for the type of a field's key generator
    List<String> fields = Stream.of(table.getPartitionFields().orElse(new String[0]))
        .map(name -> name.replaceFirst(":[A-Za-z]+$", "")).toList();
    partitionKeys = columns.getColumnNames().containsAll(fields) ? fields : List.of();
  }

  /** A client of Hudi, by which the table source reads too. */
  private static HoodieTableMetaClient client(Path base, Configuration conf) throws IOException {
    try {
      return StreamerUtil.createMetaClient(conf);
    } catch (IllegalArgumentException | HoodieException refused) {
      checkVersion(base);
      throw refused;
    }
  }

  /** Hudi refuses layouts of timelines and versions of tables that it does not know. */
  private static void checkVersion(Path base) throws IOException {
    for (String name : List.of(
        HoodieTableConfig.HOODIE_PROPERTIES_FILE, HoodieTableConfig.HOODIE_PROPERTIES_FILE_BACKUP)) {
      Path file = base.resolve(HoodieTableMetaClient.METAFOLDER_NAME).resolve(name);
      if (!Files.exists(file)) {
        continue;
      }
      Properties properties = new Properties();
      try (InputStream stream = Files.newInputStream(file)) {
        properties.load(stream);
      }
      String version = properties.getProperty(HoodieTableConfig.VERSION.key(), "0");
      if (version.matches("[0-9]{1,4}") && Integer.parseInt(version) > HoodieTableVersion.current().versionCode()) {
        throw new Unsupported("a table of a later version: " + version);
      }
    }
  }

  /** The declared columns, and a primary key if columns can be one: fields of records cannot. */
  private static ResolvedSchema columns(DataType row, List<String> keys) {
    List<String> names = DataType.getFieldNames(row);
    if (keys.isEmpty() || !names.containsAll(keys)) {
      return ResolvedSchema.of(physical(row));
    }
    UniqueConstraint key = UniqueConstraint.primaryKey("PK", keys);
    return new ResolvedSchema(physical(DataTypeUtils.ensureColumnsAsNonNullable(row, keys)), List.of(), key);
  }

  private static List<Column> physical(DataType row) {
    List<String> names = DataType.getFieldNames(row);
    List<DataType> types = DataType.getFieldDataTypes(row);
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      columns.add(Column.physical(names.get(i), types.get(i)));
    }
    return columns;
  }

  /** Rows of a query with these options, for which each filter is true, of the requested columns; null for all. */
  Map<String, Object> rows(Map<String, String> query, List<Map<?, ?>> filters, List<?> requested) throws Exception {
    List<Map<?, ?>> rows = new ArrayList<>();
    if (!filters.isEmpty()) {
      FlinkSelect.read(declared(query), filters, requested,
          (produced, row) -> rows.add(new FlinkRows(schema, produced).show(row)));
    } else {
      HoodieTableSource source = source(declared(query));
      List<Column> produced = columns.getColumns();
      if (requested != null) {
        List<String> names = columns.getColumnNames();
        int[][] projection = requested.stream().map(name -> new int[] {index(names, name)}).toArray(int[][]::new);
        source.applyProjection(projection);
        produced = Stream.of(projection).map(path -> columns.getColumns().get(path[0])).toList();
      }
      FlinkRows converter = new FlinkRows(schema, produced);
      read(source.getInputFormat(), row -> rows.add(converter.show(row)));
    }
    rows.sort(Comparator.comparing(row -> Json.print(new TreeMap<>(row))));
    return Json.object("rows", rows);
  }

  private static int index(List<String> names, Object name) {
    int index = names.indexOf(name);
    if (index < 0) {
      throw new ValidationException("Column '" + name + "' not found in any table");
    }
    return index;
  }

  private CatalogTable declared(Map<String, String> query) {
    Map<String, String> all = new LinkedHashMap<>(options);
    all.putAll(query);
    return CatalogTable.of(Schema.newBuilder().fromResolvedSchema(columns).build(), null, partitionKeys, all);
  }

  private HoodieTableSource source(CatalogTable table) {
    try {
      return (HoodieTableSource) FactoryUtil.createDynamicTableSource(new HoodieTableFactory(), NAME,
          new ResolvedCatalogTable(table, columns), new Configuration(), FlinkTable.class.getClassLoader(), false);
    } catch (ValidationException wrapped) { // its message lists the options, its cause is the reason
      throw wrapped.getCause() instanceof RuntimeException cause ? cause : wrapped;
    }
  }

  /** The rows of all splits, requested as a task of Flink's source function requests them. */
  private static <S extends InputSplit> void read(InputFormat<RowData, S> format,
      Consumer<RowData> rows) throws Exception {
    format.configure(new Configuration());
    if (format instanceof RichInputFormat<?, ?> rich) {
      rich.openInputFormat();
    }
    for (S split : format.createInputSplits(1)) {
      format.open(split);
      try {
        RowData row = null;
        while (!format.reachedEnd()) {
          row = format.nextRecord(row);
          if (row == null) {
            break;
          }
          rows.accept(row);
        }
      } finally {
        format.close();
      }
    }
    if (format instanceof RichInputFormat<?, ?> rich) {
      rich.closeInputFormat();
    }
  }
}
