// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import hudi_parsers.HudiLogBlock.BlockType;
import hudi_parsers.HudiLogBlock.HeaderKey;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One block as its frame tells it. Offsets are from the start of the file, ends are exclusive.
 *
 * @param type null for a corrupt block
 * @param footer values by ordinal
 */
record LogBlock(
    BlockType type,
    long ofs,
    long end,
    int formatVersion,
    Map<HeaderKey, Value> header,
    long ofsContent,
    long endContent,
    Map<Integer, Value> footer) {

    /** A value of a map and where it lies. */
    record Value(byte[] bytes, long ofs) {
        /** The text, or null where it is not well-formed UTF-8. */
        String text() {
            return Texts.decode(bytes);
        }
    }

    static LogBlock corrupt(long ofs, long end) {
        return new LogBlock(null, ofs, end, 0, new EnumMap<>(HeaderKey.class), ofs + LogScan.MAGIC.length, end, Map.of());
    }

    boolean isCorrupt() {
        return type == null;
    }

    /** Offset of the number of header entries. */
    long ofsHeader() {
        return ofs + LogScan.LEN_HEAD + 8;
    }

    String kind() {
        return isCorrupt() ? "CORRUPT_BLOCK" : type.name() + "_BLOCK";
    }

    /** What every answer about a block begins with. */
    Map<String, Object> canonicalHead() {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("kind", kind());
        shown.put("ofs", Long.toString(ofs));
        return shown;
    }

    /** The block as log.scan shows it. */
    Map<String, Object> canonical() {
        Map<String, Object> shown = canonicalHead();
        shown.put("len", Long.toString(end - ofs));
        if (!isCorrupt()) {
            shown.put("format_version", formatVersion);
        }
        Map<String, Object> headerShown = new LinkedHashMap<>();
        header.forEach((key, value) -> headerShown.put(key.name(), Texts.canonical(value.bytes())));
        shown.put("header", headerShown);
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("ofs", Long.toString(ofsContent));
        content.put("len", Long.toString(endContent - ofsContent));
        shown.put("content", content);
        Map<String, Object> footerShown = new LinkedHashMap<>();
        footer.forEach((ordinal, value) -> footerShown.put("#" + ordinal, Texts.canonical(value.bytes())));
        shown.put("footer", footerShown);
        return shown;
    }
}
