// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Unsupported;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.table.log.HoodieLogFileReader;
import org.apache.hudi.common.table.log.HoodieLogFormat;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;

/** Releases whose logs stand on Hadoop's file systems: up to 0.14. */
class HadoopShim extends SharedShim {
  /** Commands that not every release has. */
  static final List<String> MORE_COMMANDS = List.of("timeline.list", "archive.list");

  private static final Configuration CONF = new Configuration();

  static HoodieLogFile logFile(java.nio.file.Path path, long len) {
    return new HoodieLogFile(path(path), len);
  }

  static HoodieLogFile logFile(String folder, String name) {
    return new HoodieLogFile(new Path(folder, name));
  }

  static Path path(java.nio.file.Path path) {
    return new Path(path.toUri());
  }

  static HoodieLogFileReader open(HoodieLogFile file, String schema, int lenBuffer, boolean reverse)
      throws IOException {
    return new HoodieLogFileReader(
        FileSystem.getLocal(CONF), file, Schemas.parse(schema), lenBuffer, true, reverse);
  }

  /** End of a block: where the stream stands, not the end that a corrupt block names, which was wrong up to 0.10. */
  static long end(Object stream, HoodieLogBlock block) throws IOException {
    return ((FSDataInputStream) stream).getPos();
  }

  static void seek(Object stream, long ofs) throws IOException {
    ((FSDataInputStream) stream).seek(ofs);
  }

  /** Goes on at the end of a block whose content may have been read meanwhile. */
  static void goOn(Object stream, long end) throws IOException {
    seek(stream, end);
  }

  static HoodieLogFormat.Writer writer(java.nio.file.Path folder, String instant, long threshold) throws IOException {
    return HoodieLogFormat.newWriterBuilder()
        .withFs(FileSystem.getLocal(CONF))
        .onParentPath(path(folder))
        .withFileId(FILE_ID)
        .overBaseCommit(instant)
        .withLogVersion(1)
        .withLogWriteToken(WRITE_TOKEN)
        .withFileExtension(HoodieLogFile.DELTA_EXTENSION)
        .withSizeThreshold(threshold)
        .build();
  }

  static String instant(HoodieLogFile file) {
    return file.getBaseCommitTime();
  }

  static String suffix(HoodieLogFile file) {
    return "";
  }

  /** Positions of a block's records: most of these releases do not know of any. */
  static List<Object> positions(HoodieLogBlock block) throws IOException {
    return null;
  }

  static Map<String, Object> hfileRecords(java.nio.file.Path file) {
    throw new Unsupported("command hfile.records");
  }
}
