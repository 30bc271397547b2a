// SPDX-License-Identifier: Apache-2.0
package conformance.flink;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.restartstrategy.RestartStrategies;
import org.apache.flink.api.common.typeinfo.BasicTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/**
 * Writes tables by statements from standard input, separated by lines with a semicolon at their end. `table NAME` starts
 * a table with a new environment. The exit status is 1 if a statement failed; the other tables are written all the same.
 */
public final class Tables {
  private static final int MS_BETWEEN_CHECKPOINTS = 300;

  private final List<String> declarations = new ArrayList<>();
  private String mode = "stream 1";
  private StreamTableEnvironment tables = start();

  private Tables() {}

  public static void main(String[] arguments) throws Exception {
    boolean hasFailed = false;
    String script = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    for (String part : script.split("(?m)^table ")) {
      String name = part.lines().findFirst().orElse("").strip();
      Tables table = new Tables();
      try {
        for (String statement : part.substring(name.length()).split(";\\s*\n")) {
          table.run(statement.strip());
        }
      } catch (Exception failed) {
        hasFailed = true;
        System.err.println(name + ": " + failed);
        failed.printStackTrace();
      }
    }
    System.exit(hasFailed ? 1 : 0); // threads of Hudi's writers may still run
  }

  private StreamTableEnvironment start() {
    StreamTableEnvironment started = StreamTableEnvironment.create(environment());
    declarations.forEach(started::executeSql);
    return started;
  }

  /** A local cluster; a stream commits at each checkpoint and at its end. */
  private StreamExecutionEnvironment environment() {
    String[] words = mode.split(" ");
    Configuration options = new Configuration();
    options.set(RestOptions.PORT, 0);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(Integer.parseInt(words[1]), options);
    environment.setRestartStrategy(RestartStrategies.noRestart());
    if (words[0].equals("batch")) {
      environment.setRuntimeMode(RuntimeExecutionMode.BATCH);
    } else {
      environment.enableCheckpointing(MS_BETWEEN_CHECKPOINTS);
    }
    return environment;
  }

  private void run(String statement) throws Exception {
    String[] words = statement.split("\\s+");
    switch (words[0]) {
      case "" -> { }
      case "mode" -> {
        mode = words[1] + " " + (words.length > 2 ? words[2] : "1");
        tables = start();
      }
      case "main" -> Class.forName(words[1]).getMethod("main", String[].class)
          .invoke(null, (Object) Arrays.copyOfRange(words, 2, words.length));
      case "changes" -> change(statement.lines().skip(1).toList());
      case "create", "drop" -> {
        declarations.add(statement);
        tables.executeSql(statement);
      }
      default -> tables.executeSql(statement).await();
    }
  }

  /** Write a changelog: lines of a kind of change and the values of all columns as text, `null` for none. */
  private void change(List<String> lines) throws Exception {
    StreamExecutionEnvironment environment = environment();
    StreamTableEnvironment source = StreamTableEnvironment.create(environment);
    // else Flink drops deletes of rows that this job has not inserted
    source.getConfig().set(ExecutionConfigOptions.TABLE_EXEC_SINK_UPSERT_MATERIALIZE,
        ExecutionConfigOptions.UpsertMaterialize.NONE);
    declarations.forEach(source::executeSql);
    List<Column> columns = source.from("t").getResolvedSchema().getColumns();
    List<Row> rows = new ArrayList<>();
    for (String line : lines) {
      String[] values = line.strip().split("\\|", -1);
      RowKind kind = Arrays.stream(RowKind.values()).filter(each -> each.shortString().equals(values[0])).findFirst()
          .orElseThrow();
      rows.add(Row.ofKind(kind, Arrays.stream(values).skip(1).map(text -> text.equals("null") ? null : text).toArray()));
    }
    TypeInformation<?>[] types =
        Collections.nCopies(columns.size(), BasicTypeInfo.STRING_TYPE_INFO).toArray(TypeInformation[]::new);
    String[] names = columns.stream().map(column -> "text_" + column.getName()).toArray(String[]::new);
    source.createTemporaryView("changes",
        source.fromChangelogStream(environment.fromCollection(rows, new RowTypeInfo(types, names))));
    String values = String.join(", ", columns.stream().map(column -> "CAST(text_" + column.getName() + " AS "
        + column.getDataType().getLogicalType().copy(true).asSerializableString() + ")").toList());
    source.executeSql("INSERT INTO t SELECT " + values + " FROM changes").await();
  }
}
