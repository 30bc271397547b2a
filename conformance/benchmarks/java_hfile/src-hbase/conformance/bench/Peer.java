// SPDX-License-Identifier: Apache-2.0
package conformance.bench;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;

/** HBase, on the file, checksums verified by itself, without a block cache. */
final class Peer {
  long sink;
  private final Configuration conf = new Configuration(false);
  private final FileSystem system;
  private final Path path;

  Peer(java.nio.file.Path path, boolean isInMemory) throws Exception {
    if (isInMemory) {
      throw new UnsupportedOperationException("HBase reads files of a file system");
    }
    conf.set("fs.defaultFS", "file:///");
    conf.set("hbase.fs.hdfs.impl.disable.cache", "true");
    conf.set("fs.file.impl", "org.apache.hadoop.fs.LocalFileSystem");
    this.path = new Path(path.toUri());
    system = new HFileSystem(conf, true);
  }

  private HFile.Reader open() throws Exception {
    return HFile.createReader(system, path, CacheConfig.DISABLED, true, conf);
  }

  private void touch(Cell cell) {
    sink += Bench.touch(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength())
        + Bench.touch(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
  }

  long scan() throws Exception {
    long cells = 0;
    try (HFile.Reader reader = open()) {
      HFileScanner scanner = reader.getScanner(conf, false, false);
      for (boolean more = scanner.seekTo(); more; more = scanner.next()) {
        touch(scanner.getCell());
        cells++;
      }
    }
    return cells;
  }

  long get(List<byte[]> keys) throws Exception {
    long cells = 0;
    try (HFile.Reader reader = open()) {
      HFileScanner scanner = reader.getScanner(conf, false, true);
      byte[] none = new byte[0];
      for (byte[] key : keys) {
        Cell wanted = new KeyValue(key, none, none, HConstants.LATEST_TIMESTAMP, KeyValue.Type.Put, none);
        if (scanner.seekTo(wanted) == 0) {
          touch(scanner.getCell());
          cells++;
        }
      }
    }
    return cells;
  }

  static void write(java.nio.file.Path path, String codec, int num) {
    throw new UnsupportedOperationException("files come from hudi-io");
  }
}
