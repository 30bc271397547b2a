// SPDX-License-Identifier: Apache-2.0
package conformance.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.hudi.client.HoodieJavaWriteClient;
import org.apache.hudi.client.common.HoodieJavaEngineContext;
import org.apache.hudi.common.config.HoodieMetadataConfig;
import org.apache.hudi.common.model.HoodieAvroPayload;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.config.HoodieIndexConfig;
import org.apache.hudi.config.HoodieWriteConfig;
import org.apache.hudi.index.HoodieIndex;

/** Makes a table with a release's Java client: commits, cleans, archiving, a rollback, what the recipe asks for. */
public final class Make {
  private static final String SCHEMA =
      "{\"type\":\"record\",\"name\":\"record\",\"fields\":[{\"name\":\"uuid\",\"type\":[\"null\",\"string\"],\"default\":null},{\"name\":\"name\",\"type\":[\"null\",\"string\"],\"default\":null},"
      + "{\"name\":\"ts\",\"type\":\"long\"},{\"name\":\"partition\",\"type\":[\"null\",\"string\"],\"default\":null}]}";

  /** Indexes of the metadata table; the last one is the record index as releases from 1.1 on call it. */
  private static final String[] INDEXES = {
    "index.column.stats", "index.bloom.filter", "record.index", "global.record.level.index",
  };

  private Make() {}

  public static void main(String[] arguments) throws Exception {
    Plan plan = Plan.of(arguments);
    Tables.init(plan);
    write(plan, 0, plan.indexesAfter, false);
    write(plan, plan.indexesAfter, plan.commits, plan.metadata);
  }

  /** Commits from one number to another. */
  private static void write(Plan plan, int from, int to, boolean hasIndexes) throws Exception {
    if (from == to) {
      return;
    }
    try (HoodieJavaWriteClient<HoodieAvroPayload> client =
        new HoodieJavaWriteClient<>(new HoodieJavaEngineContext(Storage.configuration()), config(plan, hasIndexes))) {
      for (int i = from; i < to; i++) {
        if (i == plan.rollbackAfter) {
          client.rollback(client.startCommit());
        }
        String time = client.startCommit();
        Tables.write(client, rows(plan, i), time);
        if (i == plan.savepointAfter) {
          client.savepoint(time, "somebody", "before the change");
        }
      }
      if (plan.pending && to == plan.commits) {
        client.startCommit();
      }
    }
  }

  private static HoodieWriteConfig config(Plan plan, boolean hasIndexes) {
    Properties props = new Properties();
    props.setProperty("hoodie.archive.merge.enable", String.valueOf(plan.mergeBatch > 0));
    props.setProperty("hoodie.archive.merge.files.batch.size", String.valueOf(Math.max(plan.mergeBatch, 2)));
    props.setProperty("hoodie.timeline.compaction.batch.size", String.valueOf(plan.levelBatch));
    if (!plan.operations.isEmpty()) {
      props.setProperty("hoodie.allow.operation.metadata.field", "true");
    }
    if (hasIndexes) {
      for (String index : INDEXES) {
        props.setProperty("hoodie.metadata." + index + ".enable", "true");
      }
    }
    if (plan.metadata) {
      props.setProperty("hoodie.metadata.compact.max.delta.commits", String.valueOf(plan.compact));
    }
    HoodieWriteConfig.Builder config = HoodieWriteConfig.newBuilder()
        .withPath(plan.base)
        .withSchema(SCHEMA)
        .forTable("t1")
        .withParallelism(1, 1)
        .withDeleteParallelism(1)
        .withIndexConfig(HoodieIndexConfig.newBuilder().withIndexType(HoodieIndex.IndexType.INMEMORY).build());
    return Records.limits(config, plan)
        .withMetadataConfig(HoodieMetadataConfig.newBuilder().enable(plan.metadata).build())
        .withEmbeddedTimelineServerEnabled(false)
        .withProps(props) // last: the parts above bring their defaults along
        .build();
  }

  private static List<HoodieRecord<HoodieAvroPayload>> rows(Plan plan, int commit) {
    String[] operations = plan.operations.split(",");
    Schema schema = new Schema.Parser().parse(SCHEMA);
    List<HoodieRecord<HoodieAvroPayload>> records = new ArrayList<>();
    String operation = operations[Math.min(commit, operations.length - 1)];
    for (int k = 0; k < (commit > 0 && !operation.isEmpty() ? 1 : 2); k++) {
      GenericRecord row = new GenericData.Record(schema);
      row.put("uuid", "id" + k);
      row.put("name", "n" + commit);
      row.put("ts", (long) commit);
      row.put("partition", "par1");
      records.add(Records.of(new HoodieKey("id" + k, "par1"), new HoodieAvroPayload(Option.of(row)), operation));
    }
    return records;
  }
}
