/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 * http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.apache.hudi.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hudi.BaseHoodieTableFileIndex;
import org.apache.hudi.avro.HoodieAvroReaderContext;
import org.apache.hudi.common.config.TypedProperties;
import org.apache.hudi.common.engine.HoodieLocalEngineContext;
import org.apache.hudi.common.model.FileSlice;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.model.HoodieTableQueryType;
import org.apache.hudi.common.schema.HoodieSchema;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.TableSchemaResolver;
import org.apache.hudi.common.table.read.HoodieFileGroupReader;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.common.util.collection.ClosableIterator;
import org.apache.hudi.storage.StoragePath;
import org.apache.hudi.storage.StoragePathInfo;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Snapshots of small tables by the file index and the file group reader. A case has the rows that a reader returns, or is
 * a table that it has to reject. Columns of text, whole numbers and booleans are compared.
 */
class SnapshotConformanceTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, String> KNOWN = known();
  private static final Configuration HADOOP = new Configuration(); // one: each parses all defaults again

  @TempDir
  Path folder;

  static Stream<JsonNode> cases() throws IOException {
    try (InputStream in = resource("cases.json")) {
      return StreamSupport.stream(JSON.readTree(in).get("cases").spliterator(), false);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("named")
  void snapshot(String id, Case given) throws Exception {
    String failure = failure(given.node);
    String reason = KNOWN.get(id);
    if (failure != null && reason == null) {
      fail(id + ": " + given.node.get("title").asText() + " (" + given.node.get("rules") + "): " + failure);
    }
    if (failure == null && reason != null) {
      fail(id + " passes now: remove its line from known_failures.txt");
    }
  }

  static Stream<org.junit.jupiter.params.provider.Arguments> named() throws IOException {
    return cases().map(node -> org.junit.jupiter.params.provider.Arguments.of(node.get("id").asText(), new Case(node)));
  }

  /** A case, whose text is not its tables. */
  record Case(JsonNode node) {
    @Override
    public String toString() {
      return node.get("title").asText();
    }
  }

  private String failure(JsonNode node) throws Exception {
    unpack(node.get("table").asText());
    List<Map<String, String>> rows;
    try {
      rows = read();
    } catch (Exception | LinkageError thrown) {
      return node.get("reject").asBoolean() ? null : "throws " + thrown;
    }
    if (node.get("reject").asBoolean()) {
      return "returns " + rows.size() + " rows of a table that it has to reject";
    }
    List<String> expected = new ArrayList<>();
    for (JsonNode row : node.get("rows")) {
      Map<String, String> texts = new TreeMap<>();
      row.fields().forEachRemaining(cell -> 
          texts.put(cell.getKey(), cell.getValue().isNull() ? null : cell.getValue().asText()));
      if (!rows.isEmpty()) {
        rows.get(0).forEach((name, text) -> {
          if (UNCOMPARED.equals(text) && texts.containsKey(name)) {
            texts.put(name, UNCOMPARED);
          }
        });
      }
      expected.add(texts.toString());
    }
    List<String> found = rows.stream().map(row -> new TreeMap<>(row).toString()).sorted().collect(Collectors.toList());
    expected.sort(null);
    try {
      assertEquals(String.join("\n", expected), String.join("\n", found));
      return null;
    } catch (AssertionError different) {
      return different.getMessage();
    }
  }

  // --- the reader --------------------------------------------------------------------------------------

  private static final String UNCOMPARED = "(not compared)";

  private List<Map<String, String>> read() throws Exception {
    HadoopStorageConfiguration storage = new HadoopStorageConfiguration(HADOOP);
    HoodieTableMetaClient client =
        HoodieTableMetaClient.builder().setConf(storage).setBasePath(folder.toString()).build();
    Option<HoodieInstant> last = client.getCommitsTimeline().filterCompletedInstants().lastInstant();
    if (!last.isPresent()) {
      return List.of();
    }
    HoodieSchema schema = new TableSchemaResolver(client).getTableSchema(client.getTableConfig().populateMetaFields());
    TypedProperties settings = new TypedProperties();
    client.getTableConfig().getProps().forEach((key, value) -> settings.setProperty((String) key, (String) value));
    List<Map<String, String>> rows = new ArrayList<>();
    for (Map.Entry<String, List<FileSlice>> entry : new Index(client, settings).slices().entrySet()) {
      for (FileSlice slice : entry.getValue()) {
        HoodieFileGroupReader<IndexedRecord> reader = HoodieFileGroupReader.<IndexedRecord>builder()
            .withReaderContext(new HoodieAvroReaderContext(storage, client.getTableConfig(), Option.empty(), Option.empty()))
            .withHoodieTableMetaClient(client)
            .withLatestCommitTime(last.get().requestedTime())
            .withDataSchema(schema)
            .withRequestedSchema(schema)
            .withInternalSchemaOpt(Option.empty())
            .withProps(settings)
            .withBaseFileOption(slice.getBaseFile())
            .withLogFiles(slice.getLogFiles().sorted(HoodieLogFile.getLogFileComparator())
                .filter(file -> !file.getFileName().endsWith(".cdc")))
            .withPartitionPath(entry.getKey())
            .withStart(0L)
            .withLength(Long.MAX_VALUE)
            .withShouldUseRecordPosition(true)
            .build();
        try (reader; ClosableIterator<IndexedRecord> iterator = reader.getClosableIterator()) {
          while (iterator.hasNext()) {
            rows.add(texts(iterator.next()));
          }
        }
      }
    }
    return rows;
  }

  private static Map<String, String> texts(IndexedRecord row) {
    Map<String, String> found = new LinkedHashMap<>();
    for (Schema.Field field : row.getSchema().getFields()) {
      Object value = row.get(field.pos());
      found.put(field.name(), !isPlain(field.schema()) ? UNCOMPARED : value == null ? null : value.toString());
    }
    return found;
  }

  private static boolean isPlain(Schema schema) {
    if (schema.getType() == Schema.Type.UNION) {
      return schema.getTypes().stream().allMatch(SnapshotConformanceTest::isPlain);
    }
    return schema.getLogicalType() == null && switch (schema.getType()) {
      case NULL, STRING, INT, LONG, BOOLEAN -> true;
      default -> false;
    };
  }

  /** File slices as engines list them. */
  private static final class Index extends BaseHoodieTableFileIndex {
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

    Index(HoodieTableMetaClient client, TypedProperties settings) {
      super(new HoodieLocalEngineContext(client.getStorageConf()), client, settings, HoodieTableQueryType.SNAPSHOT,
          List.of(client.getBasePath()), Option.empty(), false, false, false, CACHE, false, Option.empty(),
          Option.empty());
    }

    Map<String, List<FileSlice>> slices() {
      Map<String, List<FileSlice>> found = new TreeMap<>();
      getAllInputFileSlices().forEach((partition, slices) -> found.put(partition.getPath(), slices));
      return found;
    }

    @Override
    protected Object[] parsePartitionColumnValues(String[] columns, String partition) {
      return columns.clone();
    }
  }

  // --- files -------------------------------------------------------------------------------------------

  private void unpack(String table) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(resource(table))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path path = folder.resolve(entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(path);
        } else {
          Files.createDirectories(path.getParent());
          Files.write(path, zip.readAllBytes());
        }
      }
    }
  }

  private static InputStream resource(String name) {
    return SnapshotConformanceTest.class.getResourceAsStream("/conformance/" + name);
  }

  private static Map<String, String> known() {
    try (InputStream in = resource("known_failures.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
          .filter(line -> !line.startsWith("#") && !line.isBlank())
          .collect(Collectors.toMap(line -> line.split(" # ")[0].trim(), line -> line));
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
