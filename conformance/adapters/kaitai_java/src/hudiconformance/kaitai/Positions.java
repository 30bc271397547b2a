// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import hudi_parsers.Checks.Check;
import hudi_parsers.HudiRecordPositions;
import hudi_parsers.HudiRecordPositions.Bitmap;
import hudi_parsers.HudiRecordPositions.Container;
import hudi_parsers.HudiRecordPositions.Description;
import io.kaitai.struct.KaitaiStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;

/** Record positions: Base64 text of a 64-bit Roaring bitmap to the row numbers that it holds. */
final class Positions {
    private static final int MAX_POSITIONS = 1 << 22;
    private static final String REQUIREMENT = "log.positions.form";
    private static final Pattern BASE64 =
        Pattern.compile("[A-Za-z0-9+/]*+={0,2}");
    private static final Check OTHER = Grammar.structure("bitmap", "truncated", REQUIREMENT);
    private static final Map<String, Check> CHECKS = Grammar.checks("hudi_record_positions");

    private final long at;
    private final List<Object> rows = new ArrayList<>();

    private Positions(long at) {
        this.at = at;
    }

    /** Row numbers as decimal text; {@code at} is where refusals are reported. */
    static List<Object> decode(String text, long at) {
        if (text == null || text.length() % 4 != 0 || !BASE64.matcher(text).matches()) {
            throw new Reject("bad-value", at, REQUIREMENT, "the positions are not padded Base64");
        }
        byte[] raw = Base64.getDecoder().decode(text);
        Positions positions = new Positions(at);
        KaitaiStream stream = new Source(raw).stream(0, raw.length);
        HudiRecordPositions parsed;
        try {
            parsed = new HudiRecordPositions(stream);
        } catch (RuntimeException error) {
            Reject found = Grammar.reject(error, CHECKS, OTHER);
            throw new Reject(found.code, at, REQUIREMENT, found.getMessage());
        }
        long last = -1;
        for (HudiRecordPositions.Bucket bucket : parsed.buckets()) {
            if (bucket.high() <= last) {
                throw positions.refuse("bad-order", "bucket " + bucket.high() + " after bucket " + last);
            }
            last = bucket.high();
            positions.collect(bucket.bitmap(), bucket.high() << 32);
        }
        return positions.rows;
    }

    private Reject refuse(String code, String message) {
        return new Reject(code, at, REQUIREMENT, message);
    }

    private void collect(Bitmap bitmap, long base) {
        int last = -1;
        for (int i = 0; i < bitmap.containers().size(); i++) {
            Description description = bitmap.descriptions().get(i);
            if (description.key() <= last) {
                throw refuse("bad-order", "container " + description.key() + " after container " + last);
            }
            last = description.key();
            if (rows.size() + description.cardinality() > MAX_POSITIONS) {
                throw new Reject("count-too-large", at, "limits.allocation", "more than " + MAX_POSITIONS + " positions");
            }
            long first = base | (long) description.key() << 16;
            int numBefore = rows.size();
            values(bitmap.containers().get(i), value -> rows.add(Long.toUnsignedString(first + value)));
            int num = rows.size() - numBefore;
            if (num != description.cardinality()) {
                String message = num + " positions in a container of " + description.cardinality();
                throw refuse("length-mismatch", message);
            }
        }
    }

    private void values(Container container, IntConsumer row) {
        int last = -1;
        if (container.runFlag() == 1) {
            for (HudiRecordPositions.Run run : container.runs()) {
                int end = run.start() + run.lengthMinus1();
                if (run.start() <= last || end > 0xffff) {
                    throw refuse("bad-order", "run " + run.start() + " to " + end + " after " + last);
                }
                last = end;
                for (int value = run.start(); value <= end; value++) {
                    row.accept(value);
                }
            }
        } else if (container.isArray()) {
            for (int value : container.values()) {
                if (value <= last) {
                    throw refuse("bad-order", "position " + value + " after " + last);
                }
                last = value;
                row.accept(value);
            }
        } else {
            byte[] bits = container.bits();
            for (int value = 0; value < bits.length * 8; value++) {
                if ((bits[value / 8] >> value % 8 & 1) == 1) {
                    row.accept(value);
                }
            }
        }
    }
}
