// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.passes.Passes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.avro.model.HoodieMetadataRecord;
import org.apache.hudi.common.model.HoodieAvroIndexedRecord;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.schema.HoodieSchema;
import org.apache.hudi.common.util.HFileUtils;
import org.apache.hudi.common.util.collection.Pair;
import org.apache.hudi.metadata.HoodieIndexVersion;
import org.apache.hudi.metadata.HoodieMetadataPayload;
import org.apache.hudi.metadata.HoodieTableMetadataUtil;
import org.apache.hudi.stats.HoodieColumnRangeMetadata;
import org.apache.hudi.stats.ValueMetadata;

/**
 * Times passes of Hudi over one metadata table, in one JVM: the first is cold, the last ones are warm.
 *
 * <p>Arguments: work, folder of the table, number of things, most passes, most seconds. Each pass opens the table.
 * Works: `files` lists all partitions; `locate` looks up that many keys of the record index; `stats` reads statistics
 * of one column for all files. Prints a line per pass: seconds, seconds of CPU of all threads, things found.
 * `prepare`, not timed, gives the table's base files their content, by Hudi's payload and HFile writer.
 */
final class BenchMetadata {
  private static final int PARTITIONS = 100;
  private static final String INSTANT = "20240101000001000";
  private static final String COLUMN = "price";

  private BenchMetadata() {}

  public static void main(String[] args) throws Exception {
    Path table = Path.of(args[1]);
    int num = Integer.parseInt(args[2]);
    if (args[0].startsWith("prepare")) {
      prepare(args[0], table, num);
      return;
    }
    List<String> keys = args[0].equals("locate") ? IntStream.range(0, num).mapToObj(BenchMetadata::key).toList() : null;
    List<Pair<String, String>> files = new ArrayList<>();
    if (args[0].equals("stats")) {
      listing(num).forEach((partition, names) -> names.keySet().forEach(name -> files.add(Pair.of(partition, name))));
    }
    Passes.time(args[3], args[4], () -> {
      try (MetadataTable opened = new MetadataTable(table)) {
        return new long[] {switch (args[0]) {
          case "files" -> opened.files(opened.partitions()).values().stream().mapToLong(Map::size).sum();
          case "locate" -> opened.locations(keys, null).size();
          case "stats" -> opened.reader().getColumnStats(files, COLUMN).size();
          default -> throw new IllegalArgumentException(args[0]);
        }};
      }
    });
  }

  private static String key(int number) {
    return String.format("key-%09d", number);
  }

  private static String name(int number) {
    return String.format("15e68e17-642b-4761-91f4-%012x-0_0-1-0_%s.parquet", number, INSTANT);
  }

  private static Map<String, Map<String, Long>> listing(int num) {
    Map<String, Map<String, Long>> all = new LinkedHashMap<>();
    for (int i = 0; i < num; i++) {
      all.computeIfAbsent("p=" + i % PARTITIONS, p -> new LinkedHashMap<>()).put(name(i), 435_000L + i);
    }
    return all;
  }

  private static void prepare(String work, Path table, int num) throws IOException {
    List<HoodieRecord<HoodieMetadataPayload>> records = new ArrayList<>();
    Map<String, Map<String, Long>> listing = listing(num);
    String index = switch (work) {
      case "prepare-files" -> {
        records.add(HoodieMetadataPayload.createPartitionListRecord(listing.keySet()));
        listing.forEach((partition, files) ->
            records.add(HoodieMetadataPayload.createPartitionFilesRecord(partition, files, List.of())));
        yield "files";
      }
      case "prepare-locate" -> {
        for (int i = 0; i < num; i++) {
          String file = name(i % 1000);
          records.add(HoodieMetadataPayload.createRecordIndexUpdate(
              key(i), "p=" + i % PARTITIONS, file.substring(0, file.indexOf('_')), INSTANT, 0));
        }
        yield "record_index";
      }
      default -> {
        listing.forEach((partition, files) -> files.keySet().forEach(name -> stats(partition, name, records)));
        yield "column_stats";
      }
    };
    write(table.resolve(".hoodie/metadata").resolve(index), records);
  }

  private static void stats(String partition, String name, List<HoodieRecord<HoodieMetadataPayload>> records) {
    ValueMetadata type = ValueMetadata.getValueMetadata(
        HoodieSchema.fromAvroSchema(Schema.create(Schema.Type.LONG)), HoodieIndexVersion.V2);
    for (String column : List.of(COLUMN, "_hoodie_commit_time", "_hoodie_record_key", "id")) {
      @SuppressWarnings({"unchecked", "rawtypes"})
      HoodieColumnRangeMetadata<Comparable> range = (HoodieColumnRangeMetadata) HoodieColumnRangeMetadata.<Long>create(
          name, column, -5L, 1_000_000L, 10L, 1000L, 4000L, 8000L, type);
      HoodieMetadataPayload.createColumnStatsRecords(partition, List.of(range), false)
          .forEach(record -> records.add((HoodieRecord<HoodieMetadataPayload>) record));
    }
  }

  /** Writes the records of each file group into the base file that it has, which named no record. */
  private static void write(Path folder, List<HoodieRecord<HoodieMetadataPayload>> records) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.list(folder)) {
      files = found.filter(path -> path.toString().endsWith(".hfile")).sorted().toList();
    }
    Schema bare = HoodieMetadataRecord.getClassSchema();
    List<Schema.Field> fields = new ArrayList<>();
    for (String name : HoodieRecord.HOODIE_META_COLUMNS) {
      fields.add(new Schema.Field(name,
          Schema.createUnion(Schema.create(Schema.Type.NULL), Schema.create(Schema.Type.STRING)), "", Schema.NULL_VALUE));
    }
    bare.getFields().forEach(field -> fields.add(new Schema.Field(field, field.schema())));
    Schema schema = Schema.createRecord(bare.getName(), bare.getDoc(), bare.getNamespace(), false, fields);
    List<List<HoodieRecord>> groups = new ArrayList<>();
    files.forEach(file -> groups.add(new ArrayList<>()));
    for (HoodieRecord<HoodieMetadataPayload> record : records) {
      IndexedRecord row = record.getData().getInsertValue(bare).get();
      GenericRecord full = new GenericData.Record(schema);
      bare.getFields().forEach(field -> full.put(field.name(), row.get(field.pos())));
      full.put("key", record.getRecordKey());
      groups.get(HoodieTableMetadataUtil.mapRecordKeyToFileGroupIndex(record.getRecordKey(), files.size()))
          .add(new HoodieAvroIndexedRecord(new HoodieKey(record.getRecordKey(), ""), full));
    }
    for (int i = 0; i < files.size(); i++) {
      groups.get(i).sort(Comparator.comparing(HoodieRecord::getRecordKey)); // the writer takes them as they come
      HoodieSchema given = HoodieSchema.fromAvroSchema(schema);
      Files.write(files.get(i), new HFileUtils().serializeRecordsToLogBlock(
          StorageShim.STORAGE, groups.get(i), given, given, "key",
          Map.of("hoodie.hfile.compression.algorithm", "GZ")).toByteArray());
    }
  }
}
