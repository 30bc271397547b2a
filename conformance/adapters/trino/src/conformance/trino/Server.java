// SPDX-License-Identifier: Apache-2.0
package conformance.trino;

import io.trino.filesystem.local.LocalFileSystemFactory;
import io.trino.metastore.Column;
import io.trino.metastore.Database;
import io.trino.metastore.HiveType;
import io.trino.metastore.Partition;
import io.trino.metastore.PartitionStatistics;
import io.trino.metastore.PartitionWithStatistics;
import io.trino.metastore.Partitions;
import io.trino.metastore.PrincipalPrivileges;
import io.trino.metastore.StorageFormat;
import io.trino.metastore.Table;
import io.trino.plugin.hive.metastore.file.FileHiveMetastore;
import io.trino.plugin.hive.metastore.file.FileHiveMetastoreConfig;
import io.trino.plugin.hudi.HudiPlugin;
import io.trino.server.testing.TestingTrinoServer;
import io.trino.spi.NodeVersion;
import io.trino.spi.security.PrincipalType;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Trino of one node in this process, with the Hudi connector and a file metastore in a scratch folder.
 *
 * <p>The argument is that folder. Prints {@code READY port}; then each line of standard input registers the table
 * {@code hudi.s.NAME} and is answered by {@code OK} or {@code FAIL reason}. A line has words separated by tabs, each
 * the base64 of UTF-8: name, location, number of columns, names and Hive types of the columns, number of partition
 * columns, names and types of these, then for each partition its folder below the table and its values. Queries go
 * over HTTP. The server ends with its standard input.
 */
public final class Server {
  private static final StorageFormat FORMAT = StorageFormat.create(
      "org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe",
      "org.apache.hudi.hadoop.HoodieParquetInputFormat",
      "org.apache.hadoop.hive.ql.io.parquet.MapredParquetOutputFormat");

  private Server() {}

  public static void main(String[] arguments) throws Exception {
    PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    Path scratch = Path.of(arguments[0]);
    String catalog = "local://" + scratch.resolve("metastore");
    TestingTrinoServer server = TestingTrinoServer.builder()
        .setProperties(Map.of("http-server.http.port", "0", "http-server.log.enabled", "false"))
        .setBaseDataDir(Optional.of(scratch))
        .build();
    server.installPlugin(new HudiPlugin());
    server.createCatalog("hudi", "hudi", Map.of(
        "hive.metastore", "file",
        "hive.metastore.catalog.dir", catalog,
        "hive.metastore.disable-location-checks", "true",
        "fs.local.enabled", "true",
        "local.location", "/"));
    FileHiveMetastore metastore = new FileHiveMetastore(
        new NodeVersion("testversion"), new LocalFileSystemFactory(Path.of("/")), false,
        new FileHiveMetastoreConfig().setCatalogDirectory(catalog).setDisableLocationChecks(true));
    metastore.createDatabase(Database.builder()
        .setDatabaseName("s")
        .setLocation(Optional.empty())
        .setOwnerName(Optional.of("public"))
        .setOwnerType(Optional.of(PrincipalType.ROLE))
        .build());
    answers.println("READY " + server.getBaseUrl().getPort());
    BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      try {
        register(metastore, words(line));
        answers.println("OK");
      } catch (Exception error) {
        answers.println("FAIL " + String.valueOf(error).replace('\n', ' '));
      }
    }
    server.close();
    System.exit(0);
  }

  private static ArrayList<String> words(String line) {
    ArrayList<String> words = new ArrayList<>();
    for (String word : line.split("\t", -1)) {
      words.add(new String(Base64.getDecoder().decode(word), StandardCharsets.UTF_8));
    }
    return words;
  }

  private static void register(FileHiveMetastore metastore, ArrayList<String> words) {
    String name = words.remove(0);
    String location = "local://" + words.remove(0);
    List<Column> columns = columns(words);
    List<Column> keys = columns(words);
    metastore.createTable(
        Table.builder()
            .setDatabaseName("s")
            .setTableName(name)
            .setOwner(Optional.of("nobody"))
            .setTableType("EXTERNAL_TABLE")
            .setDataColumns(columns)
            .setPartitionColumns(keys)
            .setParameters(Map.of("EXTERNAL", "TRUE"))
            .withStorage(storage -> storage.setStorageFormat(FORMAT).setLocation(location))
            .build(),
        PrincipalPrivileges.NO_PRIVILEGES);
    List<PartitionWithStatistics> partitions = new ArrayList<>();
    while (!words.isEmpty()) {
      String folder = words.remove(0);
      List<String> values = List.copyOf(words.subList(0, keys.size()));
      words.subList(0, keys.size()).clear();
      partitions.add(partition(name, location + "/" + folder, columns, keys, values));
    }
    if (!partitions.isEmpty()) {
      metastore.addPartitions("s", name, partitions);
    }
  }

  private static List<Column> columns(ArrayList<String> words) {
    List<Column> columns = new ArrayList<>();
    for (int left = Integer.parseInt(words.remove(0)); left > 0; left--) {
      String name = words.remove(0);
      columns.add(new Column(name, HiveType.valueOf(words.remove(0)), Optional.empty(), Map.of()));
    }
    return columns;
  }

  private static PartitionWithStatistics partition(
      String table, String location, List<Column> columns, List<Column> keys, List<String> values) {
    Partition partition = Partition.builder()
        .setDatabaseName("s")
        .setTableName(table)
        .setValues(values)
        .setColumns(columns)
        .setParameters(Map.of())
        .withStorage(storage -> storage.setStorageFormat(FORMAT).setLocation(location))
        .build();
    List<String> names = keys.stream().map(Column::getName).toList();
    return new PartitionWithStatistics(
        partition, Partitions.makePartName(names, values), PartitionStatistics.empty());
  }
}
