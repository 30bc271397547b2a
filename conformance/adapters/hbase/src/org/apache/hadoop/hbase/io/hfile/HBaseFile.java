// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.hbase.io.hfile;

import conformance.hfile.Inside;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.BloomFilter;
import org.apache.hadoop.hbase.util.BloomFilterFactory;
import org.apache.hadoop.hbase.util.BloomFilterWriter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ChecksumType;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Writable;

/**
 * One file as HBase reads and writes it; what differs between its releases is in {@link HBaseRelease}. In HBase's
 * package, since blocks and indexes are not public.
 */
public final class HBaseFile implements Closeable {
  private static final Configuration CONF = HBaseRelease.configuration();
  private static HFileSystem files;

  private final HFile.Reader reader;
  private HFileScanner scanner;

  /** Opens the file as a region server does: through HFileSystem, which has HBase verify its checksums. */
  public HBaseFile(Path path) throws IOException {
    reader = HBaseRelease.open(files(), hadoop(path), CONF);
  }

  private static HFileSystem files() throws IOException {
    if (files == null) {
      files = new HFileSystem(CONF, true);
    }
    return files;
  }

  private static org.apache.hadoop.fs.Path hadoop(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri());
  }

  /** Number of wrong checksums that HBase has detected since the last call. */
  public static long checksumFailures() {
    return HBaseRelease.checksumFailures();
  }

  @Override
  public void close() throws IOException {
    if (scanner != null) {
      scanner.close();
    }
    reader.close();
  }

  /** The trailer alone, in canonical form. */
  public static Map<String, Object> trailer(Path path) throws IOException {
    FixedFileTrailer read;
    try (FSDataInputStream stream = files().open(hadoop(path))) {
      read = FixedFileTrailer.readFromStream(stream, Files.size(path));
    }
    Map<String, Object> made = new LinkedHashMap<>();
    made.put("major", read.getMajorVersion());
    made.put("minor", read.getMinorVersion());
    made.put("size", Integer.toString(read.getTrailerSize()));
    made.put("file_info_offset", Long.toString(read.getFileInfoOffset()));
    made.put("load_on_open_data_offset", Long.toString(read.getLoadOnOpenDataOffset()));
    made.put("uncompressed_data_index_size", Long.toString(read.getUncompressedDataIndexSize()));
    made.put("total_uncompressed_bytes", Long.toString(read.getTotalUncompressedBytes()));
    made.put("data_index_count", read.getDataIndexCount());
    made.put("meta_index_count", read.getMetaIndexCount());
    made.put("entry_count", Long.toString(read.getEntryCount()));
    made.put("num_data_index_levels", read.getNumDataIndexLevels());
    made.put("first_data_block_offset", Long.toString(read.getFirstDataBlockOffset()));
    made.put("last_data_block_offset", Long.toString(read.getLastDataBlockOffset()));
    made.put("comparator_class_name", comparator(Files.readAllBytes(path), read.getTrailerSize()));
    made.put("compression_codec", read.getCompressionCodec().ordinal());
    made.put("encrypted", HBaseRelease.isEncrypted(read));
    return made;
  }

  /** The name as it stands in the file: HBase keeps only what it makes of it. */
  private static String comparator(byte[] file, int lenTrailer) throws IOException {
    if (lenTrailer < 4096 && (file[file.length - 4] == 0 || file[file.length - 4] == 1)) {
      // 2.0 and 2.1: 128 bytes before the version, padded
      return Bytes.toString(file, file.length - 4 - 128, 128).replaceFirst("\\u0000+$", "");
    }
    int from = file.length - lenTrailer + BlockType.MAGIC_LENGTH;
    return HBaseRelease.comparator(new ByteArrayInputStream(file, from, file.length - from));
  }

  /** One block as HBase has read it, decompressed. The checksum fields are null where the header has none. */
  public record Block(
      String type, long ofs, int onDiskSizeWithoutHeader, long prevBlockOffset, Integer checksumType,
      Integer bytesPerChecksum, Integer onDiskDataSizeWithHeader, byte[] payload) {}

  /** Hands over all blocks up to the trailer, in order. */
  public void blocks(Consumer<Block> sink) throws IOException {
    long end = reader.length() - reader.getTrailer().getTrailerSize();
    HFileBlock.BlockIterator blocks = HBaseRelease.blocks(reader, end);
    for (HFileBlock block = blocks.nextBlock(); block != null; block = blocks.nextBlock()) {
      boolean checked = block.getHFileContext().isUseHBaseChecksum();
      sink.accept(new Block(
          block.getBlockType().name(), block.getOffset(), block.getOnDiskSizeWithoutHeader(),
          block.getPrevBlockOffset(), checked ? (int) block.getChecksumType() : null,
          checked ? block.getBytesPerChecksum() : null, checked ? block.getOnDiskDataSizeWithHeader() : null,
          HBaseRelease.bytes(block)));
    }
  }

  /** The payload of a block of a known type. */
  public byte[] payload(long ofs, int size, String type) throws IOException {
    return HBaseRelease.bytes(reader.readBlock(ofs, size, false, true, false, false, BlockType.valueOf(type), null));
  }

  public Map<byte[], byte[]> info() throws IOException {
    return HBaseRelease.info(reader);
  }

  /** A root index in HBase's memory; midOfs is -1 if there is no mid-key. */
  public record RootIndex(
      int levels, List<byte[]> keys, long[] offsets, int[] sizes, long midOfs, int midSize, int midEntry) {}

  public RootIndex dataIndex() {
    return root(HBaseRelease.dataIndex(reader));
  }

  public RootIndex metaIndex() {
    return root(HBaseRelease.metaIndex(reader));
  }

  private RootIndex root(Object index) {
    int count = (int) Inside.must(index, "rootCount");
    List<byte[]> keys = new ArrayList<>();
    if (count == 0) {
      return new RootIndex(reader.getTrailer().getNumDataIndexLevels(), keys, new long[0], new int[0], -1, 0, 0);
    }
    Object[] stored = (Object[]) Inside.must(index, "blockKeys");
    for (int i = 0; i < count; i++) {
      keys.add(HBaseRelease.key(stored[i]));
    }
    return new RootIndex(
        reader.getTrailer().getNumDataIndexLevels(), keys, (long[]) Inside.must(index, "blockOffsets"),
        (int[]) Inside.must(index, "blockDataSizes"), (long) Inside.must(index, "midLeafBlockOffset"),
        (int) Inside.must(index, "midLeafBlockOnDiskSize"), (int) Inside.must(index, "midKeyEntry"));
  }

  public byte[] meta(String name) throws IOException {
    return HBaseRelease.meta(reader, name);
  }

  /** Goes to the first cell. */
  public boolean first() throws IOException {
    fresh();
    return scanner.seekTo();
  }

  public boolean next() throws IOException {
    return scanner.next();
  }

  public Cell cell() {
    return HBaseRelease.cell(scanner);
  }

  /** Goes to the first cell that is not before all possible cells of a row. */
  public boolean seekFirstOf(byte[] row) throws IOException {
    fresh();
    int where = scanner.seekTo(HBaseRelease.firstOnRow(row));
    if (where == -1) {
      return scanner.seekTo();
    }
    return where != 1 || scanner.next();
  }

  /** Goes to the last cell before all possible cells of a row. */
  public boolean seekBefore(byte[] row) throws IOException {
    fresh();
    return scanner.seekBefore(HBaseRelease.firstOnRow(row));
  }

  private void fresh() {
    if (scanner != null) {
      scanner.close();
    }
    scanner = HBaseRelease.scanner(reader, CONF);
  }

  public boolean hasBloom() throws IOException {
    return reader.getGeneralBloomFilterMetadata() != null;
  }

  /** Result of the filter for a get of the row; a filter over columns does not cover rows. */
  public boolean mayContain(byte[] row) throws IOException {
    DataInput meta = reader.getGeneralBloomFilterMetadata();
    BloomFilter filter = BloomFilterFactory.createFromMeta(meta, reader);
    byte[] type = info().get(Bytes.toBytes("BLOOM_FILTER_TYPE"));
    if (type != null && BloomType.valueOf(Bytes.toString(type)) == BloomType.ROWCOL) {
      return true;
    }
    byte[] key = HBaseRelease.bloomKey(info(), row);
    return filter.contains(key, 0, key.length, null);
  }

  /** A Bloom filter to be written. */
  public record BloomPlan(String type, String hash, int chunkBytes, String error) {}

  /** A file to be written. */
  public record Plan(
      int major, String compression, String encoding, String checksum, int bytesPerChecksum, int blockSize,
      int indexBlockSize, int minIndexEntries, boolean mvcc, boolean tags, boolean tagDictionary, long createTime,
      List<KeyValue> cells, Map<String, byte[]> meta, List<Map.Entry<byte[], byte[]>> info, BloomPlan bloom,
      boolean deleteBloom) {}

  public static byte[] write(Plan plan) throws IOException {
    Configuration conf = new Configuration(CONF);
    conf.setInt("hfile.index.block.max.size", plan.indexBlockSize());
    conf.setInt("hfile.index.block.min.entries", plan.minIndexEntries());
    HBaseRelease.setVersion(conf, plan.major());
    HFileContext context = HBaseRelease.contextBuilder()
        .withCompression(Compression.getCompressionAlgorithmByName(plan.compression().toLowerCase()))
        .withDataBlockEncoding(DataBlockEncoding.valueOf(plan.encoding()))
        .withChecksumType(ChecksumType.nameToType(plan.checksum()))
        .withBytesPerCheckSum(plan.bytesPerChecksum())
        .withBlockSize(plan.blockSize())
        .withIncludesMvcc(plan.mvcc())
        .withIncludesTags(plan.tags())
        .withCompressTags(plan.tagDictionary())
        .withCreateTime(plan.createTime())
        .build();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (FSDataOutputStream out = new FSDataOutputStream(bytes, null)) {
      HFile.Writer writer = HFile.getWriterFactoryNoCache(conf).withOutputStream(out).withFileContext(context).create();
      BloomFilterWriter deletes = plan.deleteBloom()
          ? BloomFilterFactory.createDeleteBloomAtWrite(conf, HBaseRelease.noCache(conf), plan.cells().size(), writer) : null;
      BloomFilterWriter bloom = null;
      HBaseRelease.BloomKeys keys = null;
      if (plan.bloom() != null) {
        conf.set("hbase.hash.type", plan.bloom().hash());
        conf.setInt(BloomFilterFactory.IO_STOREFILE_BLOOM_BLOCK_SIZE, plan.bloom().chunkBytes());
        conf.set(BloomFilterFactory.IO_STOREFILE_BLOOM_ERROR_RATE, plan.bloom().error());
        BloomType type = BloomType.valueOf(plan.bloom().type());
        bloom = BloomFilterFactory.createGeneralBloomAtWrite(
            conf, HBaseRelease.noCache(conf), type, plan.cells().size(), writer);
        keys = new HBaseRelease.BloomKeys(bloom, type);
      }
      for (KeyValue cell : plan.cells()) {
        if (deletes != null) {
          HBaseRelease.addFamilyDelete(deletes, cell);
        }
        if (keys != null) {
          keys.add(cell);
        }
        writer.append(cell);
      }
      for (Map.Entry<String, byte[]> entry : plan.meta().entrySet()) {
        writer.appendMetaBlock(entry.getKey(), raw(entry.getValue()));
      }
      if (bloom != null && bloom.getKeyCount() > 0) {
        bloom.compactBloom();
        writer.addGeneralBloomFilter(bloom);
        writer.appendFileInfo(Bytes.toBytes("BLOOM_FILTER_TYPE"), Bytes.toBytes(plan.bloom().type()));
        keys.addLast(writer);
      }
      if (deletes != null && deletes.getKeyCount() > 0) {
        deletes.compactBloom();
        writer.addDeleteFamilyBloomFilter(deletes);
        writer.appendFileInfo(Bytes.toBytes("DELETE_FAMILY_COUNT"), Bytes.toBytes(deletes.getKeyCount()));
      }
      for (Map.Entry<byte[], byte[]> entry : plan.info()) {
        writer.appendFileInfo(entry.getKey(), entry.getValue());
      }
      writer.close();
    }
    return bytes.toByteArray();
  }

  /** Bytes as they are, without the length that BytesWritable would put before them. */
  private static Writable raw(byte[] bytes) {
    return new BytesWritable(bytes) {
      @Override
      public void write(java.io.DataOutput out) throws IOException {
        out.write(bytes);
      }
    };
  }
}
