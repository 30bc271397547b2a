// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.util.HexFormat;
import java.util.Map;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hudi.avro.model.HoodieMetadataRecord;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.util.hash.ColumnIndexID;
import org.apache.hudi.common.util.hash.FileIndexID;
import org.apache.hudi.common.util.hash.HoodieIndexID;
import org.apache.hudi.common.util.hash.PartitionIndexID;
import org.apache.hudi.exception.HoodieMetadataException;
import org.apache.hudi.metadata.HoodieMetadataPayload;
import org.apache.hudi.metadata.HoodieTableMetadataUtil;

/** `metadata.key`: hashes, keys, routing, escapes and ids by the release's classes. */
final class MetadataKeys {
  private static final String INSTANT = "20240101000000000";

  private MetadataKeys() {}

  static Object answer(Map<?, ?> args) throws Exception {
    return switch (text(args, "op")) {
      case "hash" -> hash(id(text(args, "of"), text(args, "text")));
      case "compose" -> Json.object("key", compose(args));
      case "route" -> Json.object("group", IndexKeys.group(
          text(args, "key"), number(args, "groups"), text(args, "index"), "V2".equals(args.get("version"))));
      case "escape" -> Json.object("key", IndexKeys.secondary((String) args.get("secondary"), text(args, "record_key")));
      case "split" -> IndexKeys.split(text(args, "key"));
      case "group_id" -> Json.object("file_id", IndexKeys.fileId(
          text(args, "index"), number(args, "group"), (String) args.get("data_partition")));
      case "group_index" -> Json.object(
          "index", HoodieTableMetadataUtil.getFileGroupIndexFromFileId(text(args, "file_id")),
          "data_partition", IndexKeys.dataPartition(text(args, "index"), text(args, "file_id")));
      case "encode_location" -> encode(text(args, "file_id"));
      case "decode_location" -> Json.object("file_id", HoodieTableMetadataUtil.getLocationFromRecordIndexInfo(
          "", number(args, "encoding"), Long.parseLong(text(args, "high")), Long.parseLong(text(args, "low")),
          number(args, "index"), text(args, "file_id"), 0L).getFileId());
      default -> throw new Unsupported("operation " + args.get("op"));
    };
  }

  private static HoodieIndexID id(String of, String text) {
    return switch (of) {
      case "column" -> new ColumnIndexID(text);
      case "partition" ->
          new PartitionIndexID(HoodieTableMetadataUtil.getColumnStatsIndexPartitionIdentifier(text));
      case "file" -> new FileIndexID(text);
      default -> throw new Unsupported("hash of " + of);
    };
  }

  private static Object hash(HoodieIndexID id) {
    return Json.object("hash", HexFormat.of().formatHex(id.asBytes()), "base64", id.asBase64EncodedString());
  }

  private static String compose(Map<?, ?> args) {
    return switch (text(args, "of")) {
      case "column_stats" -> HoodieMetadataPayload.getColumnStatsIndexKey(
          new PartitionIndexID(HoodieTableMetadataUtil.getColumnStatsIndexPartitionIdentifier(text(args, "partition"))),
          new FileIndexID(text(args, "file")), new ColumnIndexID(text(args, "column")));
      case "bloom_filters" -> HoodieMetadataPayload.getBloomFilterIndexKey(
          new PartitionIndexID(HoodieTableMetadataUtil.getBloomFilterIndexPartitionIdentifier(text(args, "partition"))),
          new FileIndexID(text(args, "file")));
      case "partition_stats" -> IndexKeys.partitionStats(text(args, "partition"), text(args, "column"));
      case "expression_partition_stats" ->
          IndexKeys.expressionPartitionStats(text(args, "partition"), text(args, "column"));
      default -> throw new Unsupported("keys of " + args.get("of"));
    };
  }

  /** Encoding 0, the default of the writer's option, and 1 where an id does not fit it. */
  private static Object encode(String fileId) throws Exception {
    HoodieRecord<HoodieMetadataPayload> made;
    try {
      made = HoodieMetadataPayload.createRecordIndexUpdate("k", "", fileId, INSTANT, 0);
    } catch (HoodieMetadataException notOfUuid) {
      made = HoodieMetadataPayload.createRecordIndexUpdate("k", "", fileId, INSTANT, 1);
    }
    IndexedRecord row = made.getData().getInsertValue(HoodieMetadataRecord.getClassSchema()).get();
    IndexedRecord info = (IndexedRecord) row.get(row.getSchema().getField("recordIndexMetadata").pos());
    return Json.object("encoding", value(info, "fileIdEncoding"), "high", value(info, "fileIdHighBits").toString(),
        "low", value(info, "fileIdLowBits").toString(), "index", value(info, "fileIndex"),
        "file_id", value(info, "fileId").toString());
  }

  private static Object value(IndexedRecord record, String name) {
    return record.get(record.getSchema().getField(name).pos());
  }

  private static String text(Map<?, ?> args, String name) {
    return Metadata.text(args, name);
  }

  private static int number(Map<?, ?> args, String name) {
    return args.get(name) instanceof Number number
        ? number.intValue() : Integer.parseInt(Metadata.text(args, name));
  }
}
