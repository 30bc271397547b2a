// SPDX-License-Identifier: Apache-2.0
package conformance.archiver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.hudi.avro.model.HoodieCleanerPlan;
import org.apache.hudi.client.timeline.HoodieTimelineArchiver;
import org.apache.hudi.client.timeline.TimelineArchivers;
import org.apache.hudi.common.engine.HoodieEngineContext;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.schema.HoodieSchema;
import org.apache.hudi.common.table.log.HoodieLogFormat;
import org.apache.hudi.config.HoodieWriteConfig;
import org.apache.hudi.storage.HoodieStorage;
import org.apache.hudi.table.HoodieTable;

/** What differs between releases: this one is for 1.2.1. */
final class Release {
  static final String VERSION = "1.2.1";
  static final String LINE = "1.2";
  static final List<String> COMMANDS =
      List.of("archive.plan", "archive.merge_plan", "archive.recover", "archive.crash");

  private Release() {}

  static void setSavepoints(HoodieCleanerPlan.Builder plan, String times) {
    plan.setExtraMetadata(Map.of("savepointed_timestamps", times));
  }

  static void addProperties(Properties props, int version) {
    props.setProperty("hoodie.write.auto.upgrade", "false");
    props.setProperty("hoodie.write.table.version", String.valueOf(version));
  }

  /** Lets the archiver of the table's layout work once. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  static Object archive(HoodieWriteConfig config, HoodieTable<?, ?, ?, ?> table, HoodieEngineContext context)
      throws IOException {
    HoodieTimelineArchiver<?, ?, ?, ?> archiver = TimelineArchivers.getInstance(
        table.getMetaClient().getTimelineLayoutVersion(), config, (HoodieTable) table);
    archiver.archiveIfRequired(context, false);
    return archiver;
  }

  /** Adds names of archived files and lengths of blocks; name of the only history file, else null. */
  static String readBack(TableFolder table, List<String> names, List<Integer> blocks) throws Exception {
    if (table.layout() > 1) {
      return HistoryRun.readBack(table, names);
    }
    ArchiveFiles.read(table, table.client("file").getStorage(), names, blocks);
    return null;
  }

  static HoodieLogFormat.Reader reader(HoodieStorage storage, HoodieLogFile file) throws IOException {
    return HoodieLogFormat.newReader(storage, file, HoodieSchema.fromAvroSchema(ArchiveFiles.schema()));
  }

  static Object recover(Path folder, Map<?, ?> args) throws Exception {
    return "history".equals(args.get("kind")) ? HistoryRun.recover(folder) : null;
  }

  static Object mergePlan(Path scratch, Map<?, ?> args) throws Exception {
    return HistoryRun.plan(scratch, args);
  }
}
