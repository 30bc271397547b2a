// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import java.util.ArrayList;
import java.util.List;

/** Other ways through a log file: from its end, and to the intact blocks that a scan leaves out. */
final class Recovery {
    private static final String REQUIREMENT = "log.block.reverse";

    private Recovery() {}

    /** Blocks of an intact file, last to first. There is no way around damage. */
    static LogScan.Result reverse(Source source) {
        List<LogBlock> blocks = new ArrayList<>();
        long end = source.size();
        while (end > 0) {
            try {
                blocks.add(LogScan.readBlock(source, findPrevious(source, end)));
            } catch (Reject rejection) {
                return new LogScan.Result(blocks, rejection);
            }
            end = blocks.get(blocks.size() - 1).ofs();
        }
        return new LogScan.Result(blocks, null);
    }

    /** Offset of the block that ends at {@code end}. */
    private static long findPrevious(Source source, long end) {
        long ofsTrailing = end - LogScan.LEN_TRAILING;
        if (ofsTrailing < 0) {
            throw new Reject("truncated", 0L, REQUIREMENT, end + " bytes where a trailing length has 8");
        }
        long lenTrailing = source.s8(ofsTrailing);
        if (lenTrailing < LogScan.LEN_HEAD || lenTrailing > ofsTrailing) {
            String message = "trailing length " + lenTrailing + " with " + ofsTrailing + " bytes before it";
            throw new Reject("offset-out-of-range", ofsTrailing, REQUIREMENT, message);
        }
        long start = ofsTrailing - lenTrailing;
        if (!source.holds(start, LogScan.MAGIC)) {
            String message = "no magic " + lenTrailing + " bytes before the trailing length";
            throw new Reject("bad-magic", start, REQUIREMENT, message);
        }
        long ofsSize = start + LogScan.MAGIC.length;
        if (source.s8(ofsSize) != lenTrailing - LogScan.MAGIC.length) {
            String message = "block size " + source.s8(ofsSize) + " with trailing length " + lenTrailing;
            throw new Reject("length-mismatch", ofsSize, "log.block.trailing-length", message);
        }
        return start;
    }

    /** Intact blocks that a scan does not list, in file order. */
    static List<LogBlock> salvage(Source source) {
        List<LogBlock> found = new ArrayList<>();
        LogScan.Result scan = LogScan.scan(source);
        long pos = 0;
        long covered = 0; // end of the last salvaged block: a magic inside it starts no block
        for (LogBlock block : scan.blocks()) {
            pos = block.end();
            LogBlock intact = block.isCorrupt() && block.ofs() >= covered ? readIntact(source, block.ofs()) : null;
            if (intact != null) {
                covered = intact.end();
                found.add(intact);
            }
        }
        if (scan.rejection() != null) {
            walkRest(source, Math.max(pos, covered), found);
        }
        return found;
    }

    /** The block at a magic if it agrees with itself, whatever follows it; else null. */
    private static LogBlock readIntact(Source source, long ofs) {
        if (!LogScan.isConsistent(source, ofs, false)) {
            return null;
        }
        try {
            return LogScan.readBlock(source, ofs);
        } catch (Reject refused) {
            return null;
        }
    }

    /** Blocks behind the place where the scan stopped. */
    private static void walkRest(Source source, long start, List<LogBlock> found) {
        long pos = start;
        while ((pos = source.find(pos, LogScan.MAGIC)) < source.size()) {
            LogBlock block = readIntact(source, pos);
            if (block != null) {
                found.add(block);
                pos = block.end();
            } else if (LogScan.isConsistent(source, pos, true)) {
                // the frame is whole and only the inside is refused: what the content holds is not looked at
                pos += LogScan.LEN_HEAD + source.s8(pos + LogScan.MAGIC.length);
            } else {
                pos += LogScan.MAGIC.length;
            }
        }
    }
}
