// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import hudi_parsers.Checks.Check;
import hudi_parsers.HudiLogBlock.FooterEntry;
import hudi_parsers.HudiLogBlock.HeaderEntry;
import hudi_parsers.HudiLogBlock.HeaderKey;
import hudi_parsers.HudiLogIndex;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Framing of a log file: what the generated parser cannot say stands here, the frame check and the resync. */
final class LogScan {
    static final byte[] MAGIC = "#HUDI#".getBytes(StandardCharsets.US_ASCII);
    static final int LEN_HEAD = 14;
    static final int LEN_TRAILING = 8;
    private static final int LEN_SIZE_MIN = 8;

    private static final Map<String, Check> CHECKS = Grammar.checks("hudi_log_index", "hudi_log_block");
    private static final Check OTHER =
        Grammar.structure("structure", "truncated", "log.block.parts-fill-size");

    private LogScan() {}

    /** Blocks of a scan up to its end, or up to what stopped it (null: nothing did). */
    record Result(List<LogBlock> blocks, Reject rejection) {}

    static Result scan(Source source) {
        return scan(source, 0);
    }

    /** Scan from an offset at which a block may begin. */
    static Result scan(Source source, long start) {
        List<LogBlock> blocks = new ArrayList<>();
        long pos = start;
        while (source.size() - pos >= MAGIC.length) {
            if (!source.holds(pos, MAGIC)) {
                String message = Texts.hex(source.copy(pos, pos + MAGIC.length)) + " instead of the magic opens a block";
                return new Result(blocks, new Reject("bad-magic", pos, "log.recovery.bad-magic", message));
            }
            if (!isConsistent(source, pos, true)) {
                long next = source.find(pos + MAGIC.length, MAGIC);
                blocks.add(LogBlock.corrupt(pos, next));
                pos = next;
                continue;
            }
            try {
                blocks.add(readBlock(source, pos));
            } catch (Reject rejection) {
                return new Result(blocks, rejection);
            }
            pos = blocks.get(blocks.size() - 1).end();
        }
        return new Result(blocks, null);
    }

    /**
     * Whether the frame of the block at a magic holds together.
     *
     * @param nextMagic also demand that a magic or the end of the file follows
     */
    static boolean isConsistent(Source source, long pos, boolean nextMagic) {
        long size = source.size();
        if (size - pos < LEN_HEAD) {
            return false;
        }
        long lenBlock = source.s8(pos + MAGIC.length);
        if (lenBlock < LEN_SIZE_MIN || lenBlock > size - pos - LEN_HEAD) {
            return false;
        }
        long end = pos + LEN_HEAD + lenBlock;
        if (source.s8(end - LEN_TRAILING) != lenBlock + MAGIC.length) {
            return false;
        }
        return !nextMagic || size - end < MAGIC.length || source.holds(end, MAGIC);
    }

    /** Take the block at {@code pos} apart, whose frame is consistent. */
    static LogBlock readBlock(Source source, long pos) {
        long end = pos + LEN_HEAD + source.s8(pos + MAGIC.length);
        try {
            HudiLogIndex.Frame frame = new HudiLogIndex.Frame(source.stream(pos, end));
            Map<HeaderKey, LogBlock.Value> header = new EnumMap<>(HeaderKey.class);
            long ofs = pos + LEN_HEAD + 8 + 4;
            for (HeaderEntry entry : frame.header().entries()) {
                header.put(entry.key(), new LogBlock.Value(entry.value(), ofs + 8));
                ofs += 8 + entry.value().length;
            }
            Map<Integer, LogBlock.Value> footer = new LinkedHashMap<>();
            ofs = frame.ofsFooter() + 4;
            for (FooterEntry entry : frame.footer().entries()) {
                footer.put(entry.key(), new LogBlock.Value(entry.value(), ofs + 8));
                ofs += 8 + entry.value().length;
            }
            return new LogBlock(frame.blockType(), pos, end, frame.formatVersion(), header,
                frame.ofsContent(), frame.ofsContent() + frame.lenContent(), footer);
        } catch (RuntimeException error) {
            throw Grammar.reject(error, CHECKS, OTHER);
        }
    }
}
