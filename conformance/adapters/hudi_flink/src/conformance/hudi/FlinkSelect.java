// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Verdict;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.JobException;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.catalog.Catalog;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.conversion.DataStructureConverter;
import org.apache.flink.table.data.conversion.DataStructureConverters;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/**
 * A query with filters, by the planner of Flink and a local cluster: what it passes to the source, and what remains
 * for Flink to compare, is not decided here.
 */
final class FlinkSelect {
  private static final String CATALOG = "default_catalog";
  private static final ObjectPath PATH = new ObjectPath("default_database", "hudi_table");
  // per cluster, which retains memory of earlier jobs
  private static final int MOST_QUERIES = 64;
  private static StreamTableEnvironment environment;
  private static FlinkCluster cluster;
  private static int queries;

  private FlinkSelect() {}

  /** The rows for which each filter is true, each with the columns of the result: a filter is a scan of the table. */
  static void read(CatalogTable table, List<Map<?, ?>> filters, List<?> requested,
      BiConsumer<List<Column>, RowData> rows) throws Exception {
    boolean isCount = requested != null && requested.isEmpty();
    String names = requested == null ? "*" : isCount ? "COUNT(*)"
        : requested.stream().map(name -> FlinkFilter.name((String) name)).collect(Collectors.joining(", "));
    String statement = filters.stream()
        .map(filter -> "SELECT " + names + " FROM " + PATH.getObjectName() + " WHERE " + FlinkFilter.condition(filter))
        .collect(Collectors.joining(" UNION ALL "));
    StreamTableEnvironment current = environment();
    Catalog catalog = current.getCatalog(CATALOG).orElseThrow();
    catalog.createTable(PATH, table, false);
    try {
      TableResult result = current.executeSql(statement);
      DataStructureConverter<Object, Object> converter =
          DataStructureConverters.getConverter(result.getResolvedSchema().toPhysicalRowDataType());
      converter.open(FlinkSelect.class.getClassLoader());
      try (CloseableIterator<Row> iterator = result.collect()) {
        while (iterator.hasNext()) {
          RowData row = (RowData) converter.toInternal(iterator.next());
          for (long i = 0; isCount && i < row.getLong(0); i++) {
            rows.accept(List.of(), row);
          }
          if (!isCount) {
            rows.accept(result.getResolvedSchema().getColumns(), row);
          }
        }
      }
    } catch (RuntimeException thrown) {
      throw cause(thrown);
    } finally {
      catalog.dropTable(PATH, true);
    }
  }

  /** The exception that failed a task, without those of Flink about the failed job. */
  private static Exception cause(RuntimeException thrown) {
    return Verdict.chain(thrown).stream().filter(JobException.class::isInstance)
        .map(Throwable::getCause).filter(Exception.class::isInstance).map(Exception.class::cast)
        .findFirst().orElse(thrown);
  }

  private static StreamTableEnvironment environment() throws Exception {
    if (environment != null && queries++ >= MOST_QUERIES) {
      cluster.close();
      environment = null;
    }
    if (environment == null) {
      queries = 0;
      Configuration conf = new Configuration();
      conf.setString("rest.port", "0");
      conf.setString("taskmanager.memory.managed.size", "32m");
      conf.setString("taskmanager.memory.network.min", "8m");
      conf.setString("taskmanager.memory.network.max", "8m");
      conf.setString("jobstore.max-capacity", "4");
      conf.setString("execution.target", FlinkCluster.NAME);
      cluster = new FlinkCluster(conf);
      StreamExecutionEnvironment local =
          new StreamExecutionEnvironment(cluster, conf, FlinkSelect.class.getClassLoader());
      local.setParallelism(1);
      local.setRuntimeMode(RuntimeExecutionMode.BATCH);
      environment = StreamTableEnvironment.create(local);
    }
    return environment;
  }
}
