// SPDX-License-Identifier: Apache-2.0
package conformance.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.hudi.io.ByteArraySeekableDataInputStream;
import org.apache.hudi.io.ByteBufferBackedInputStream;
import org.apache.hudi.io.SeekableDataInputStream;
import org.apache.hudi.io.compress.CompressionCodec;
import org.apache.hudi.io.hfile.ChecksumType;
import org.apache.hudi.io.hfile.HFileContext;
import org.apache.hudi.io.hfile.HFileReader;
import org.apache.hudi.io.hfile.HFileReaderImpl;
import org.apache.hudi.io.hfile.HFileWriterImpl;
import org.apache.hudi.io.hfile.KeyValue;
import org.apache.hudi.io.hfile.UTF8StringKey;

/**
 * hudi-io, on bytes in memory, or on the file as Hudi opens it: up to 50 MiB it is read as a whole
 * (`hoodie.metadata.file.cache.max.size.mb`), above that block by block.
 */
final class Peer {
  private static final int LEN_BLOCK = 64 << 10;
  private static final long MAX_WHOLE = 50L << 20;
  private static final String LETTERS = "abcdefghijklmnop";

  long sink;
  private final Path path;
  private final long length;
  private final byte[] bytes;

  Peer(Path path, boolean isInMemory) throws Exception {
    this.path = path;
    length = Files.size(path);
    bytes = isInMemory ? Files.readAllBytes(path) : null;
  }

  private SeekableDataInputStream open() throws IOException {
    if (bytes == null && length > MAX_WHOLE) {
      return new BlocksOfFile(new Source(new RandomAccessFile(path.toFile(), "r")));
    }
    byte[] whole = bytes == null ? Files.readAllBytes(path) : bytes;
    return new ByteArraySeekableDataInputStream(new ByteBufferBackedInputStream(whole));
  }

  private HFileReaderImpl reader(SeekableDataInputStream input) throws Exception {
    HFileReaderImpl reader = new HFileReaderImpl(input, length);
    reader.initializeMetadata();
    return reader;
  }

  /** A file without a buffer: this reader asks for whole blocks. */
  private static final class Source extends InputStream {
    private final RandomAccessFile file;

    Source(RandomAccessFile file) {
      this.file = file;
    }

    @Override
    public int read() throws IOException {
      return file.read();
    }

    @Override
    public int read(byte[] target, int ofs, int num) throws IOException {
      return file.read(target, ofs, num);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  private static final class BlocksOfFile extends SeekableDataInputStream {
    private final Source source;

    BlocksOfFile(Source source) {
      super(source);
      this.source = source;
    }

    @Override
    public long getPos() throws IOException {
      return source.file.getFilePointer();
    }

    @Override
    public void seek(long pos) throws IOException {
      source.file.seek(pos);
    }
  }

  private void touch(KeyValue cell) {
    sink += Bench.touch(cell.getBytes(), cell.getKeyContentOffset(), cell.getKeyContentLength())
        + Bench.touch(cell.getBytes(), cell.getValueOffset(), cell.getValueLength());
  }

  long scan() throws Exception {
    long cells = 0;
    try (SeekableDataInputStream input = open(); HFileReaderImpl reader = reader(input)) {
      for (boolean more = reader.seekTo(); more; more = reader.next()) {
        touch(reader.getKeyValue().get());
        cells++;
      }
    }
    return cells;
  }

  /** Keys ascend: this reader goes forward only. */
  long get(List<byte[]> keys) throws Exception {
    long cells = 0;
    try (SeekableDataInputStream input = open(); HFileReaderImpl reader = reader(input)) {
      reader.seekTo();
      for (byte[] key : keys) {
        if (reader.seekTo(new UTF8StringKey(key)) == HFileReader.SEEK_TO_FOUND) {
          touch(reader.getKeyValue().get());
          cells++;
        }
      }
    }
    return cells;
  }

  /** Keys of 16 bytes, values of 70, half of which are drawn from 16 letters; without checksums, as it must. */
  static void write(Path path, String codec, int num) throws Exception {
    HFileContext.Builder context = HFileContext.builder()
        .blockSize(LEN_BLOCK).fileCreationTime(0).checksumType(ChecksumType.NULL);
    if (codec.equals("GZ")) {
      context.compressionCodec(CompressionCodec.GZIP);
    }
    Random random = new Random(4);
    StringBuilder value = new StringBuilder();
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(path));
        HFileWriterImpl writer = new HFileWriterImpl(context.build(), out)) {
      for (int index = 0; index < num; index++) {
        value.setLength(0);
        value.append("partition/2026/part-").append(String.format("%015d", index * 31L));
        for (int letter = 0; letter < 35; letter++) {
          value.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        writer.append(String.format("%016d", index * 7L), value.toString().getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
