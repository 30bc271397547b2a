// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Adapter;
import conformance.protocol.Json;
import conformance.protocol.LimitExceeded;
import conformance.protocol.Verdict;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.table.log.HoodieLogFileReader;
import org.apache.hudi.common.table.log.block.HoodieCommandBlock;
import org.apache.hudi.common.table.log.block.HoodieDataBlock;
import org.apache.hudi.common.table.log.block.HoodieDeleteBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HoodieLogBlockContentLocation;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HoodieLogBlockType;

/** One run of the real reader over one file, for releases whose reader stands on Hadoop's file systems. */
final class LogReading {
  /** Handed to the reader where it insists on a schema that nothing will be read with. */
  private static final String ANY_SCHEMA = "{\"type\":\"record\",\"name\":\"placeholder\",\"fields\":[]}";
  private static final int LEN_BUFFER = 1 << 16;

  private final String command;
  private final Path path;
  private final HoodieLogFile logFile;
  private final List<Object> blocks = new ArrayList<>();

  LogReading(String command, Path path) throws IOException {
    this.command = command;
    this.path = path;
    this.logFile = new HoodieLogFile(new org.apache.hadoop.fs.Path(path.toUri()), Files.size(path));
  }

  /** Fills the answer: a value, or a reject or an error with the blocks so far. */
  void run(Map<String, Object> answer) throws IOException {
    Verdict trouble = null;
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      try {
        if (command.equals("log.reverse")) {
          backward(file);
        } else {
          forward(file, command.equals("log.records"));
        }
      } catch (LimitExceeded limit) {
        throw limit;
      } catch (Throwable thrown) {
        trouble = ErrorRules.verdict(thrown);
      }
    }
    Map<String, Object> found = Json.object("blocks", blocks);
    if (trouble == null) {
      Adapter.putValue(answer, found);
      return;
    }
    trouble.putInto(answer);
    answer.put("partial", found);
  }

  /** First to last; a fresh reader where the next block needs another schema from its caller. */
  private void forward(RandomAccessFile file, boolean withContents) throws IOException {
    String schema = withContents ? neededSchema(file, 0) : ANY_SCHEMA;
    HoodieLogFileReader reader = Shim.open(logFile, schema, LEN_BUFFER, false);
    try {
      // where the stream stands, not the end that a block names: that of a corrupt block was wrong up to 0.10
      for (long ofs = 0; reader.hasNext(); ofs = stream(reader).getPos()) {
        String needed = withContents ? neededSchema(file, ofs) : schema;
        if (!Objects.equals(needed, schema)) {
          schema = needed;
          reader.close();
          reader = Shim.open(logFile, schema, LEN_BUFFER, false);
          stream(reader).seek(ofs);
          reader.hasNext();
        }
        HoodieLogBlock block = reader.next();
        long end = stream(reader).getPos();
        blocks.add(show(file, block, ofs, end));
        stream(reader).seek(end);
      }
    } finally {
      reader.close();
    }
  }

  /** As for newer releases: null lets a reader take the block's own schema, which must then be there and parse. */
  private static String neededSchema(RandomAccessFile file, long ofs) throws IOException {
    String own = Peek.schema(file, ofs);
    if (own == null || !Shim.parses(own)) {
      return ANY_SCHEMA;
    }
    return Peek.isCdc(file, ofs) ? own : null;
  }

  /** Last to first, over the trailing lengths. */
  private void backward(RandomAccessFile file) throws IOException {
    try (HoodieLogFileReader reader = Shim.open(logFile, ANY_SCHEMA, LEN_BUFFER, true)) {
      while (reader.hasPrev()) {
        HoodieLogBlock block = reader.prev();
        long ofs = (Long) field(reader, "lastReverseLogFilePosition");
        blocks.add(show(file, block, ofs, location(block).getBlockEndPos()));
      }
    }
  }

  private static FSDataInputStream stream(HoodieLogFileReader reader) {
    return (FSDataInputStream) field(reader, "inputStream");
  }

  /** A field that the reader keeps to itself: where it stands. */
  private static Object field(HoodieLogFileReader reader, String name) {
    try {
      Field field = HoodieLogFileReader.class.getDeclaredField(name);
      field.setAccessible(true);
      return field.get(reader);
    } catch (ReflectiveOperationException gone) {
      throw new LinkageError("the reader has no " + name, gone);
    }
  }

  private static HoodieLogBlockContentLocation location(HoodieLogBlock block) {
    return block.getBlockContentLocation().get();
  }

  private Map<String, Object> show(RandomAccessFile file, HoodieLogBlock block, long ofs, long end)
      throws IOException {
    Map<String, Object> shown = Json.object("kind", block.getBlockType().name(), "ofs", Long.toString(ofs));
    switch (command) {
      case "log.records" -> contents(file, block, shown);
      case "log.positions" -> guarded(shown, () -> shown.put("positions", Shim.positions(block)));
      default -> frame(file, block, ofs, end, shown);
    }
    return shown;
  }

  private static void frame(RandomAccessFile file, HoodieLogBlock block, long ofs, long end, Map<String, Object> shown)
      throws IOException {
    HoodieLogBlockContentLocation location = location(block);
    shown.put("len", Long.toString(end - ofs));
    if (block.getBlockType() != HoodieLogBlockType.CORRUPT_BLOCK) {
      shown.put("format_version", Peek.formatVersion(file, ofs));
    }
    Map<String, Object> header = new LinkedHashMap<>();
    if (block.getLogBlockHeader() != null) {
      block.getLogBlockHeader().forEach((key, value) -> header.put(key.name(), value));
    }
    shown.put("header", header);
    shown.put("content", Json.object(
        "ofs", Long.toString(location.getContentPositionInLogFile()),
        "len", Long.toString(location.getBlockSize())));
    Map<String, Object> footer = new LinkedHashMap<>();
    if (block.getLogBlockFooter() != null) {
      block.getLogBlockFooter().forEach((key, value) -> footer.put("#" + key.ordinal(), value));
    }
    shown.put("footer", footer);
  }

  private static void contents(RandomAccessFile file, HoodieLogBlock block, Map<String, Object> shown)
      throws IOException {
    if (block instanceof HoodieDataBlock data) {
      List<Object> rows = new ArrayList<>();
      shown.put("records", rows);
      guarded(shown, () -> {
        for (Iterator<IndexedRecord> records = Shim.records(data); records.hasNext();) {
          IndexedRecord record = records.next();
          rows.add(Rows.show(record.getSchema(), record));
        }
      });
    } else if (block instanceof HoodieDeleteBlock deletes) {
      boolean hasOrdering = Peek.contentVersion(file, location(block).getContentPositionInLogFile()) != 1;
      guarded(shown, () -> {
        List<Object> list = new ArrayList<>();
        for (Shim.Delete delete : Shim.deletes(deletes)) {
          list.add(Json.object(
              "record_key", delete.key(),
              "partition_path", delete.partition(),
              "ordering", hasOrdering ? Orderings.show(delete.ordering()) : null));
        }
        shown.put("deletes", list);
      });
    } else if (block instanceof HoodieCommandBlock commandBlock) {
      // number 0 was named ROLLBACK_PREVIOUS_BLOCK up to 0.12
      guarded(shown, () -> shown.put("command",
          commandBlock.getType().ordinal() == 0 ? "ROLLBACK_BLOCK" : commandBlock.getType().name()));
      shown.put("target_instant", block.getLogBlockHeader().get(HeaderMetadataType.TARGET_INSTANT_TIME));
    }
  }

  /** Work on one block's content: trouble belongs to the block, and the others survive. */
  private interface Work {
    void run() throws Exception;
  }

  private static void guarded(Map<String, Object> shown, Work work) {
    try {
      work.run();
    } catch (LimitExceeded limit) {
      throw limit;
    } catch (Throwable thrown) {
      ErrorRules.verdict(thrown).putIntoBlock(shown);
    }
  }
}
