// SPDX-License-Identifier: Apache-2.0
package conformance.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hudi.client.HoodieJavaWriteClient;
import org.apache.hudi.client.WriteStatus;
import org.apache.hudi.client.common.HoodieJavaEngineContext;
import org.apache.hudi.common.config.HoodieMetadataConfig;
import org.apache.hudi.common.model.HoodieAvroPayload;
import org.apache.hudi.common.model.HoodieAvroRecord;
import org.apache.hudi.common.model.HoodieKey;
import org.apache.hudi.common.model.HoodieRecord;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.config.HoodieArchivalConfig;
import org.apache.hudi.config.HoodieCleanConfig;
import org.apache.hudi.config.HoodieIndexConfig;
import org.apache.hudi.config.HoodieWriteConfig;
import org.apache.hudi.index.HoodieIndex;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;

/** Makes a table with the Java client of 0.15.0: commits, cleans, archiving, a rollback, what the recipe asks for. */
public final class Make {
  private static final String SCHEMA =
      "{\"type\":\"record\",\"name\":\"record\",\"fields\":[{\"name\":\"uuid\",\"type\":[\"null\",\"string\"],\"default\":null},{\"name\":\"name\",\"type\":[\"null\",\"string\"],\"default\":null},"
      + "{\"name\":\"ts\",\"type\":\"long\"},{\"name\":\"partition\",\"type\":[\"null\",\"string\"],\"default\":null}]}";

  private Make() {}

  public static void main(String[] arguments) throws Exception {
    Plan plan = Plan.of(arguments);
    Configuration conf = new Configuration();
    HoodieTableMetaClient.withPropertyBuilder()
        .setTableType(plan.type)
        .setTableName("t1")
        .setPayloadClassName("org.apache.hudi.common.model.OverwriteWithLatestAvroPayload")
        .setPreCombineField("ts")
        .setPartitionFields("partition")
        .initTable(new HadoopStorageConfiguration(conf), plan.base);
    Properties props = new Properties();
    props.setProperty("hoodie.archive.merge.enable", String.valueOf(plan.mergeBatch > 0));
    props.setProperty("hoodie.archive.merge.files.batch.size", String.valueOf(Math.max(plan.mergeBatch, 2)));
    props.setProperty("hoodie.timeline.compaction.batch.size", String.valueOf(plan.levelBatch));
    HoodieWriteConfig config = HoodieWriteConfig.newBuilder()
        .withPath(plan.base)
        .withSchema(SCHEMA)
        .forTable("t1")
        .withParallelism(1, 1)
        .withDeleteParallelism(1)
        .withIndexConfig(HoodieIndexConfig.newBuilder().withIndexType(HoodieIndex.IndexType.INMEMORY).build())
        .withArchivalConfig(HoodieArchivalConfig.newBuilder()
            .archiveCommitsWith(plan.keepMin, plan.keepMax).withCommitsArchivalBatchSize(plan.batch).build())
        .withCleanConfig(HoodieCleanConfig.newBuilder().retainCommits(plan.retained).withAutoClean(plan.clean).build())
        .withMetadataConfig(HoodieMetadataConfig.newBuilder().enable(false).build())
        .withEmbeddedTimelineServerEnabled(false)
        .withProps(props) // last: the parts above bring their defaults along
        .build();
    Schema schema = new Schema.Parser().parse(SCHEMA);
    try (HoodieJavaWriteClient<HoodieAvroPayload> client =
        new HoodieJavaWriteClient<>(new HoodieJavaEngineContext(new HadoopStorageConfiguration(conf)), config)) {
      for (int i = 0; i < plan.commits; i++) {
        if (i == plan.rollbackAfter) {
          client.rollback(client.startCommit());
        }
        String time = client.startCommit();
        List<HoodieRecord<HoodieAvroPayload>> records = new ArrayList<>();
        for (int k = 0; k < 2; k++) {
          GenericRecord row = new GenericData.Record(schema);
          row.put("uuid", "id" + k);
          row.put("name", "n" + i);
          row.put("ts", (long) i);
          row.put("partition", "par1");
          records.add(new HoodieAvroRecord<>(new HoodieKey("id" + k, "par1"), new HoodieAvroPayload(Option.of(row))));
        }
        client.upsert(records, time);
        if (i == plan.savepointAfter) {
          client.savepoint(time, "somebody", "before the change");
        }
      }
      if (plan.pending) {
        client.startCommit();
      }
    }
  }
}
