// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.hbase.io.hfile;

import conformance.hfile.Inside;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hbase.protobuf.generated.HFileProtos;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.BloomFilterWriter;
import org.apache.hadoop.hbase.util.Bytes;

/** What is special about HBase 1.2. */
final class HBaseRelease {
  private HBaseRelease() {}

  static Configuration configuration() {
    Configuration made = new Configuration();
    made.setFloat("hfile.block.cache.size", 0); // no cache
    return made;
  }

  static CacheConfig noCache(Configuration conf) {
    return new CacheConfig(conf);
  }

  static HFile.Reader open(HFileSystem files, Path path, Configuration conf) throws IOException {
    return HFile.createReader(files, path, new CacheConfig(conf), conf);
  }

  static long checksumFailures() {
    return HFile.getChecksumFailuresCount();
  }

  static boolean isEncrypted(FixedFileTrailer trailer) {
    return trailer.getMajorVersion() >= 3 && trailer.getEncryptionKey() != null;
  }

  static String comparator(InputStream trailer) throws IOException {
    return HFileProtos.FileTrailerProto.parseDelimitedFrom(trailer).getComparatorClassName();
  }

  static HFileBlock.BlockIterator blocks(HFile.Reader reader, long end) {
    return ((HFileReaderV2) reader).getUncachedBlockReader().blockRange(0, end);
  }

  static byte[] bytes(HFileBlock block) {
    return bytes(block.getBufferWithoutHeader(), block.getUncompressedSizeWithoutHeader());
  }

  private static byte[] bytes(ByteBuffer buffer, int max) {
    byte[] made = new byte[Math.min(buffer.remaining(), max)];
    buffer.duplicate().get(made);
    return made;
  }

  static Map<byte[], byte[]> info(HFile.Reader reader) throws IOException {
    return reader.loadFileInfo();
  }

  static Object dataIndex(HFile.Reader reader) {
    return reader.getDataBlockIndexReader();
  }

  static Object metaIndex(HFile.Reader reader) {
    return Inside.must(reader, "metaBlockIndexReader");
  }

  static byte[] key(Object stored) {
    return (byte[]) stored;
  }

  static byte[] meta(HFile.Reader reader, String name) throws IOException {
    return bytes(reader.getMetaBlock(name, false), Integer.MAX_VALUE);
  }

  static Cell cell(HFileScanner scanner) {
    return scanner.getKeyValue();
  }

  static KeyValue firstOnRow(byte[] row) {
    return KeyValueUtil.createFirstOnRow(row);
  }

  static HFileScanner scanner(HFile.Reader reader, Configuration conf) {
    return reader.getScanner(false, true, false);
  }

  /** The key to look up in a Bloom filter over rows. */
  static byte[] bloomKey(Map<byte[], byte[]> info, byte[] row) {
    return row;
  }

  static void setVersion(Configuration conf, int major) {
    conf.setInt(HFile.FORMAT_VERSION_KEY, major);
  }

  static HFileContextBuilder contextBuilder() {
    return new HFileContextBuilder();
  }

  static void addFamilyDelete(BloomFilterWriter deletes, KeyValue cell) {
    if (CellUtil.isDeleteFamily(cell) || CellUtil.isDeleteFamilyVersion(cell)) {
      deletes.add(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength());
    }
  }

  /** Puts the keys of cells into a Bloom filter, as HBase's store file writer does: one for all cells of a key. */
  static final class BloomKeys {
    private final BloomFilterWriter bloom;
    private final BloomType type;
    private byte[] last;

    BloomKeys(BloomFilterWriter bloom, BloomType type) {
      this.bloom = bloom;
      this.type = type;
    }

    void add(KeyValue cell) {
      byte[] key = key(cell);
      if (!Arrays.equals(key, last)) {
        bloom.add(key, 0, key.length);
        last = key;
      }
    }

    /** The row, or what the filter makes of row and column. */
    private byte[] key(KeyValue cell) {
      byte[] row = cell.getRow();
      if (type == BloomType.ROW) {
        return row;
      }
      byte[] column = cell.getQualifier();
      return bloom.createBloomKey(row, 0, row.length, column, 0, column.length);
    }

    void addLast(HFile.Writer writer) throws IOException {
      writer.appendFileInfo(Bytes.toBytes("LAST_BLOOM_KEY"), last);
    }
  }
}
