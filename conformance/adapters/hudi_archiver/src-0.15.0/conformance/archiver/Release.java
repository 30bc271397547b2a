// SPDX-License-Identifier: Apache-2.0
package conformance.archiver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.hudi.avro.model.HoodieCleanerPlan;
import org.apache.hudi.client.HoodieTimelineArchiver;
import org.apache.hudi.common.engine.HoodieEngineContext;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.table.log.HoodieLogFormat;
import org.apache.hudi.config.HoodieWriteConfig;
import org.apache.hudi.storage.HoodieStorage;
import org.apache.hudi.table.HoodieTable;

/** What differs between releases: this one is for 0.15.0. */
final class Release {
  static final String VERSION = "0.15.0";
  static final String LINE = "0.15";
  static final List<String> COMMANDS =
      List.of("archive.plan", "archive.merge_plan", "archive.recover", "archive.crash");

  private Release() {}

  /** Savepoints in plans of cleans came later. */
  static void setSavepoints(HoodieCleanerPlan.Builder plan, String times) {
    throw new IllegalArgumentException("plans of cleans hold no savepoints");
  }

  static void addProperties(Properties props, int version) {
    props.setProperty("hoodie.auto.upgrade.version", "false");
  }

  /** Lets the archiver work once. */
  static Object archive(HoodieWriteConfig config, HoodieTable<?, ?, ?, ?> table, HoodieEngineContext context)
      throws IOException {
    @SuppressWarnings({"unchecked", "rawtypes"})
    HoodieTimelineArchiver<?, ?, ?, ?> archiver = new HoodieTimelineArchiver(config, table);
    archiver.archiveIfRequired(context);
    return archiver;
  }

  /** Adds names of archived files and lengths of blocks; name of the history file, here always null. */
  static String readBack(TableFolder table, List<String> names, List<Integer> blocks) throws IOException {
    ArchiveFiles.read(table, table.client("file").getStorage(), names, blocks);
    return null;
  }

  static HoodieLogFormat.Reader reader(HoodieStorage storage, HoodieLogFile file) throws IOException {
    return HoodieLogFormat.newReader(storage, file, ArchiveFiles.schema());
  }

  static Object recover(Path folder, Map<?, ?> args) throws Exception {
    return "merge".equals(args.get("kind")) ? MergeRun.recover(folder, args) : null;
  }

  static Object mergePlan(Path scratch, Map<?, ?> args) throws Exception {
    return MergeRun.plan(scratch, args);
  }
}
