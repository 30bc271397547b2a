// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import java.util.Arrays;

/** Bytes of Avro values, and how far they have been read. Errors are reported in offsets of the file. */
final class Datum {
    private static final int MAX_DEPTH = 100; // nesting of values that is followed [limits.depth]
    private static final int MAX_ZERO_SIZE = 1 << 18; // values of no bytes in one block [limits.count-zero-size]

    private final byte[] data;
    private final long ofs;
    private long zeroSize = MAX_ZERO_SIZE;
    int pos;
    int end;

    Datum(byte[] data, long ofs) {
        this.data = data;
        this.ofs = ofs;
        this.end = data.length;
    }

    Reject refuse(String code, int at, String message) {
        return refuse(code, at, message, "log.avro.datum");
    }

    Reject refuse(String code, int at, String message, String requirement) {
        return new Reject(code, ofs + at, requirement, message);
    }

    /** The next bytes of the field that started at {@code start}. */
    byte[] take(long num, int start, String what) {
        if (num > end - pos) {
            throw refuse("truncated", start, what + " of " + num + " bytes with " + (end - pos) + " left");
        }
        pos += (int) num;
        return Arrays.copyOfRange(data, pos - (int) num, pos);
    }

    /** Unsigned integer of at most 64 or 32 bits, least significant group first. */
    private long varint(int maxBits) {
        int start = pos;
        long result = 0;
        int shift = 0;
        for (int i = start; i < end; i++) {
            long group = data[i] & 0x7f;
            // bits beyond the maximum may only come with the last group that is allowed
            boolean overflows = shift + 7 > maxBits && group >>> (maxBits - shift) != 0;
            result |= group << shift;
            if (data[i] >= 0) {
                if (overflows) {
                    throw refuse("bad-varint", start, "integer does not fit into " + maxBits + " bits");
                }
                pos = i + 1;
                return result;
            }
            shift += 7;
            if (shift >= maxBits) {
                throw refuse("bad-varint", start, "integer does not end in time");
            }
        }
        throw refuse("truncated", start, "integer does not end before its datum");
    }

    int readInt() {
        long number = varint(32);
        return (int) (number >>> 1 ^ -(number & 1));
    }

    long readLong() {
        long number = varint(64);
        return number >>> 1 ^ -(number & 1);
    }

    byte[] readBytes() {
        int start = pos;
        long length = readLong();
        if (length < 0) {
            throw refuse("schema-mismatch", start, "negative length " + length);
        }
        return take(length, start, "value");
    }

    /** Number of elements of at least {@code lenMin} bytes that follow in a run of an array or map. */
    long readRun(long lenMin) {
        int start = pos;
        long count = readLong();
        if (count < 0) {
            count = count == Long.MIN_VALUE ? Long.MAX_VALUE : -count;
            long size = readLong();
            if (size < 0 || size > end - pos) {
                throw refuse("length-mismatch", start, "run of " + size + " bytes with " + (end - pos) + " left");
            }
        }
        if (lenMin > 0) {
            if (count > (end - pos) / lenMin) {
                throw refuse("count-too-large", start, count + " elements with " + (end - pos) + " bytes left");
            }
        } else {
            spend(count, start);
        }
        return count;
    }

    /** Take values of no bytes from what is allowed of them. */
    void spend(long count, int at) {
        zeroSize -= count;
        if (zeroSize < 0) {
            throw refuse("count-too-large", at, count + " more values of zero bytes", "limits.count-zero-size");
        }
    }

    void checkDepth(int depth) {
        if (depth > MAX_DEPTH) {
            throw refuse("count-too-large", pos, "value nested deeper than " + MAX_DEPTH, "limits.depth");
        }
    }
}
