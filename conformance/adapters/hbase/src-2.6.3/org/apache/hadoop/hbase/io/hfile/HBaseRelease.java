// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.hbase.io.hfile;

import conformance.hfile.Inside;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparatorImpl;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HFileProtos;
import org.apache.hadoop.hbase.util.BloomContext;
import org.apache.hadoop.hbase.util.BloomFilterWriter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.RowBloomContext;
import org.apache.hadoop.hbase.util.RowColBloomContext;

/** What is special about HBase 2.6. */
final class HBaseRelease {
  private HBaseRelease() {}

  static Configuration configuration() {
    return new Configuration();
  }

  static CacheConfig noCache(Configuration conf) {
    return CacheConfig.DISABLED;
  }

  static HFile.Reader open(HFileSystem files, Path path, Configuration conf) throws IOException {
    return HFile.createReader(files, path, CacheConfig.DISABLED, true, conf);
  }

  static long checksumFailures() {
    return HFile.getAndResetChecksumFailuresCount();
  }

  static boolean isEncrypted(FixedFileTrailer trailer) {
    return trailer.getEncryptionKey() != null;
  }

  static String comparator(InputStream trailer) throws IOException {
    return HFileProtos.FileTrailerProto.parseDelimitedFrom(trailer).getComparatorClassName();
  }

  static HFileBlock.BlockIterator blocks(HFile.Reader reader, long end) {
    return reader.getUncachedBlockReader().blockRange(0, end);
  }

  static byte[] bytes(HFileBlock block) {
    ByteBuff buffer = block.getBufferWithoutHeader();
    return buffer.toBytes(0, Math.min(buffer.limit(), block.getUncompressedSizeWithoutHeader()));
  }

  static Map<byte[], byte[]> info(HFile.Reader reader) {
    return reader.getHFileInfo();
  }

  static Object dataIndex(HFile.Reader reader) {
    Object index = reader.getDataBlockIndexReader();
    Object seeker = Inside.field(index, "seeker");
    return seeker == null ? index : seeker;
  }

  static Object metaIndex(HFile.Reader reader) {
    return reader.getMetaBlockIndexReader();
  }

  static byte[] key(Object stored) {
    // a key of the index is wrapped whole: its row array is all of it
    return stored instanceof Cell cell ? ((KeyValue.KeyOnlyKeyValue) cell).getRowArray() : (byte[]) stored;
  }

  static byte[] meta(HFile.Reader reader, String name) throws IOException {
    return bytes(reader.getMetaBlock(name, false));
  }

  static Cell cell(HFileScanner scanner) {
    return scanner.getCell();
  }

  static Cell firstOnRow(byte[] row) {
    return PrivateCellUtil.createFirstOnRow(row);
  }

  static HFileScanner scanner(HFile.Reader reader, Configuration conf) {
    return reader.getScanner(conf, false, true, false);
  }

  /** The key to look up in a Bloom filter over rows: the row, or its prefix. */
  static byte[] bloomKey(Map<byte[], byte[]> info, byte[] row) {
    byte[] type = info.get(Bytes.toBytes("BLOOM_FILTER_TYPE"));
    byte[] prefix = info.get(Bytes.toBytes("BLOOM_FILTER_PARAM"));
    return type != null && BloomType.valueOf(Bytes.toString(type)) == BloomType.ROWPREFIX_FIXED_LENGTH
        && prefix != null ? Arrays.copyOf(row, Math.min(row.length, Bytes.toInt(prefix))) : row;
  }

  /** The writer has one version. */
  static void setVersion(Configuration conf, int major) {}

  static HFileContextBuilder contextBuilder() {
    return new HFileContextBuilder().withCellComparator(CellComparatorImpl.COMPARATOR);
  }

  static void addFamilyDelete(BloomFilterWriter deletes, KeyValue cell) throws IOException {
    if (PrivateCellUtil.isDeleteFamily(cell) || PrivateCellUtil.isDeleteFamilyVersion(cell)) {
      deletes.append(cell); // the filter of its kind takes the row of a cell
    }
  }

  /** Puts the keys of cells into a Bloom filter. */
  static final class BloomKeys {
    private final BloomContext context;

    BloomKeys(BloomFilterWriter bloom, BloomType type) {
      context = type == BloomType.ROWCOL ? new RowColBloomContext(bloom, CellComparatorImpl.COMPARATOR)
          : new RowBloomContext(bloom, CellComparatorImpl.COMPARATOR);
    }

    void add(KeyValue cell) throws IOException {
      context.writeBloom(cell);
    }

    void addLast(HFile.Writer writer) throws IOException {
      context.addLastBloomKey(writer);
    }
  }
}
