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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.table.log.HoodieLogFileReader;
import org.apache.hudi.common.table.log.block.HoodieCommandBlock;
import org.apache.hudi.common.table.log.block.HoodieDataBlock;
import org.apache.hudi.common.table.log.block.HoodieDeleteBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HeaderMetadataType;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HoodieLogBlockContentLocation;
import org.apache.hudi.common.table.log.block.HoodieLogBlock.HoodieLogBlockType;

/** One run of the real reader over one file; blocks that came before trouble are kept. */
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
    this.logFile = Shim.logFile(path, Files.size(path));
  }

  /** Fills the answer: a value, or a reject or an error with the blocks so far. */
  void run(Map<String, Object> answer) throws IOException {
    Verdict trouble = null;
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      try {
        switch (command) {
          case "log.reverse" -> backward(file);
          case "log.records" -> forward(file, true);
          default -> forward(file, false);
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

  /**
   * First to last. The reader gets a schema as its callers give it one: for framing alone any, since no content is
   * read; for contents the one that the block at hand needs. When the need changes, a fresh reader goes on there.
   */
  private void forward(RandomAccessFile file, boolean withContents) throws IOException {
    long ofs = 0;
    String schema = withContents ? neededSchema(file, ofs) : ANY_SCHEMA;
    HoodieLogFileReader reader = Shim.open(logFile, schema, LEN_BUFFER, false);
    try {
      while (reader.hasNext()) {
        String needed = withContents ? neededSchema(file, ofs) : schema;
        if (!Objects.equals(needed, schema)) {
          schema = needed;
          reader.close();
          reader = Shim.open(logFile, schema, LEN_BUFFER, false);
          Shim.seek(stream(reader), ofs);
          reader.hasNext();
        }
        HoodieLogBlock block = reader.next();
        long end = Shim.end(stream(reader), block);
        blocks.add(show(file, block, ofs, end));
        Shim.goOn(stream(reader), end);
        ofs = end;
      }
    } finally {
      reader.close();
    }
  }

  /**
   * The schema to open a reader with for the contents of the block at `ofs`. Null lets it take the block's own, which
   * it does when it makes the block: so a block without a SCHEMA that parses gets any, as it would from a scanner,
   * which always has a table's schema to hand over. A CDC block insists on one, and gets its own.
   */
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

  private static Object stream(HoodieLogFileReader reader) {
    return field(reader, "inputStream");
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

  private static void frame(
      RandomAccessFile file, HoodieLogBlock block, long ofs, long end, Map<String, Object> shown) throws IOException {
    HoodieLogBlockContentLocation location = location(block);
    shown.put("len", Long.toString(end - ofs));
    if (block.getBlockType() != HoodieLogBlockType.CORRUPT_BLOCK) {
      shown.put("format_version", Peek.formatVersion(file, ofs));
    }
    // a map is null, not empty, in a block of a format version that is said to have none
    Map<String, Object> header = new LinkedHashMap<>();
    if (block.getLogBlockHeader() != null) {
      block.getLogBlockHeader().forEach((key, value) -> header.put(key.name(), value));
    }
    shown.put("header", header);
    shown.put("content", Json.object(
        "ofs", Long.toString(location.getContentPositionInLogFile()),
        "len", Long.toString(location.getBlockSize())));
    Map<String, Object> footer = new LinkedHashMap<>();
    Map<?, ?> found = block.getLogBlockFooter(); // keys of different enums in different releases
    if (found != null) {
      found.forEach((key, value) -> footer.put("#" + ((Enum<?>) key).ordinal(), value));
    }
    shown.put("footer", footer);
  }

  private static void contents(RandomAccessFile file, HoodieLogBlock block, Map<String, Object> shown)
      throws IOException {
    if (block instanceof HoodieDataBlock data) {
      List<Object> rows = new ArrayList<>();
      shown.put("records", rows);
      guarded(shown, () ->
          Shim.forEachRecord(data, record -> rows.add(Rows.show(record.getSchema(), record))));
    } else if (block instanceof HoodieDeleteBlock deletes) {
      // version 1 stores no ordering value; the object then holds a default of the reader
      boolean hasOrdering = Peek.contentVersion(file, location(block).getContentPositionInLogFile()) != 1;
      guarded(shown, () -> shown.put("deletes", Shim.deletes(deletes).stream()
          .map(delete -> Json.object(
              "record_key", delete.key(),
              "partition_path", delete.partition(),
              "ordering", hasOrdering ? Orderings.show(delete.ordering()) : null))
          .toList()));
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
