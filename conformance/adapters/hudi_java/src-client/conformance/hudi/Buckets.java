// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.BadRequest;
import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.hudi.common.config.TypedProperties;
import org.apache.hudi.common.model.ConsistentHashingNode;
import org.apache.hudi.common.model.HoodieConsistentHashingMetadata;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.index.bucket.BucketIdentifier;
import org.apache.hudi.index.bucket.ConsistentBucketIdentifier;
import org.apache.hudi.keygen.BaseKeyGenerator;
import org.apache.hudi.keygen.ComplexAvroKeyGenerator;
import org.apache.hudi.keygen.CustomAvroKeyGenerator;
import org.apache.hudi.keygen.GlobalAvroDeleteKeyGenerator;
import org.apache.hudi.keygen.NonpartitionedAvroKeyGenerator;
import org.apache.hudi.keygen.SimpleAvroKeyGenerator;

/** The surface `bucket`: key generators, and the identifiers of both bucket indexes. */
final class Buckets {
  private static final String PARTITION = "part_";

  private Buckets() {}

  static Object answer(String command, Path input, Map<?, ?> args) throws Exception {
    return switch (command) {
      case "bucket.key" -> key(args);
      case "bucket.ring" -> ring(HoodieConsistentHashingMetadata.fromBytes(Files.readAllBytes(input)), args);
      case "bucket.holding" -> Merging.optional(
          "Holding", "answer", new Class<?>[] {Path.class, String.class}, input, text(args, "partition"));
      case "bucket.count" -> Merging.optional(
          "PartitionBuckets", "count", new Class<?>[] {byte[].class, String.class},
          Files.readAllBytes(input), text(args, "partition"));
      default -> throw new Unsupported("command " + command);
    };
  }

  private static Object key(Map<?, ?> args) {
    return switch (text(args, "op")) {
      case "record" -> Json.object("key", record(args));
      case "parts" -> Json.object("values", new ArrayList<>(Parsing.of(text(args, "key"), fields(args))));
      case "bucket" -> {
        int bucket = BucketIdentifier.getBucketId(text(args, "key"), fields(args), number(args, "buckets"));
        yield Json.object("bucket", bucket, "prefix", BucketIdentifier.bucketIdStr(bucket));
      }
      case "ring" -> Json.object("nodes",
          nodes(new HoodieConsistentHashingMetadata(text(args, "partition"), number(args, "buckets"))));
      default -> throw new Unsupported("op " + args.get("op"));
    };
  }

  /** The parsing of keys is for indexes of Hudi's own. */
  private static final class Parsing extends BucketIdentifier {
    static List<String> of(String key, String fields) {
      return getHashKeys(key, fields);
    }
  }

  private static String record(Map<?, ?> args) {
    List<?> names = (List<?>) args.get("fields");
    List<?> values = (List<?>) args.get("values");
    SchemaBuilder.FieldAssembler<Schema> schema = SchemaBuilder.record("row").fields();
    for (Object name : names) {
      schema = schema.optionalString((String) name);
    }
    GenericRecord row = new GenericData.Record(schema.requiredString(PARTITION).endRecord());
    for (int index = 0; index < names.size(); index++) {
      row.put((String) names.get(index), values.get(index));
    }
    row.put(PARTITION, "p");
    return generator(args).getRecordKey(row);
  }

  private static BaseKeyGenerator generator(Map<?, ?> args) {
    TypedProperties properties = new TypedProperties();
    properties.setProperty("hoodie.datasource.write.recordkey.field", fields(args));
    String kind = text(args, "generator");
    String partition = switch (kind) {
      case "NON_PARTITION", "GLOBAL_DELETE" -> "";
      case "CUSTOM" -> PARTITION + ":SIMPLE";
      default -> PARTITION;
    };
    properties.setProperty("hoodie.datasource.write.partitionpath.field", partition);
    if (args.get("table_version") != null) {
      properties.setProperty("hoodie.write.table.version", String.valueOf(number(args, "table_version")));
    }
    if (Boolean.TRUE.equals(args.get("new_encoding"))) {
      properties.setProperty("hoodie.write.complex.keygen.new.encoding", "true");
    }
    return switch (kind) {
      case "SIMPLE" -> new SimpleAvroKeyGenerator(properties);
      case "COMPLEX" -> new ComplexAvroKeyGenerator(properties);
      case "CUSTOM" -> new CustomAvroKeyGenerator(properties);
      case "NON_PARTITION" -> new NonpartitionedAvroKeyGenerator(properties);
      case "GLOBAL_DELETE" -> new GlobalAvroDeleteKeyGenerator(properties);
      default -> throw new Unsupported("generator " + kind);
    };
  }

  private static Object ring(HoodieConsistentHashingMetadata metadata, Map<?, ?> args) {
    if (args.get("key") == null) {
      return Json.object(
          "version", (int) metadata.getVersion(), "partition", metadata.getPartitionPath(),
          "instant", metadata.getInstant(), "buckets", metadata.getNumBuckets(), "seq_no", metadata.getSeqNo(),
          "nodes", nodes(metadata));
    }
    ConsistentHashingNode node = new ConsistentBucketIdentifier(metadata)
        .getBucket(new HoodieKey(text(args, "key"), ""), List.of(fields(args).split(",")));
    return Json.object("file_id", node.getFileIdPrefix() + "-0");
  }

  private static List<Object> nodes(HoodieConsistentHashingMetadata metadata) {
    return metadata.getNodes().stream()
        .map(node -> Json.object(
            "value", node.getValue(), "prefix", node.getFileIdPrefix(), "tag", node.getTag().name()))
        .collect(Collectors.toList());
  }

  private static String text(Map<?, ?> args, String name) {
    if (args.get(name) instanceof String text) {
      return text;
    }
    throw new BadRequest("args." + name + " is not a text");
  }

  private static int number(Map<?, ?> args, String name) {
    if (args.get(name) instanceof Number number) {
      return number.intValue();
    }
    throw new BadRequest("args." + name + " is not a number");
  }

  private static String fields(Map<?, ?> args) {
    return ((List<?>) args.get("fields")).stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
