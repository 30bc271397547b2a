// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import conformance.protocol.LimitExceeded;
import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The bytes of a file. Offsets are from its start; bytes are copied only on request. */
final class Source {
    private final ByteBuffer bytes;

    Source(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes);
    }

    private Source(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    static Source open(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            if (file.size() > Integer.MAX_VALUE) {
                throw new LimitExceeded("a file of " + file.size() + " bytes, this program maps up to 2 GiB");
            }
            return new Source(file.map(FileChannel.MapMode.READ_ONLY, 0, file.size()));
        }
    }

    long size() {
        return bytes.limit();
    }

    int u1(long ofs) {
        return bytes.get((int) ofs) & 0xff;
    }

    int s4(long ofs) {
        return bytes.order(ByteOrder.BIG_ENDIAN).getInt((int) ofs);
    }

    long s8(long ofs) {
        return bytes.order(ByteOrder.BIG_ENDIAN).getLong((int) ofs);
    }

    byte[] copy(long ofs, long end) {
        byte[] copy = new byte[(int) (end - ofs)];
        bytes.get((int) ofs, copy);
        return copy;
    }

    boolean holds(long ofs, byte[] wanted) {
        if (ofs < 0 || ofs + wanted.length > size()) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (bytes.get((int) ofs + i) != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    /** Offset of the first {@code wanted} from {@code ofs} on, or the size of the file. */
    long find(long ofs, byte[] wanted) {
        int end = bytes.limit() - wanted.length;
        for (int i = (int) Math.min(ofs, Integer.MAX_VALUE); i <= end; i++) {
            if (bytes.get(i) == wanted[0] && holds(i, wanted)) {
                return i;
            }
        }
        return size();
    }

    /** A stream for a generated parser: positions are those of the file, {@code end} is where it ends. */
    KaitaiStream stream(long ofs, long end) {
        ByteBuffer window = bytes.duplicate();
        window.limit((int) end);
        window.position((int) ofs);
        return new ByteBufferKaitaiStream(window);
    }
}
