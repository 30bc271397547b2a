// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** Text and bytes in canonical form. */
final class Texts {
    static final int MAX_HEX_BYTES = 1024;

    private Texts() {}

    /** The text, or null where the bytes are not well-formed UTF-8. */
    static String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(bytes))
                .toString();
        } catch (CharacterCodingException malformed) {
            return null;
        }
    }

    /** Canonical form of text that was read as bytes. */
    static Object canonical(byte[] bytes) {
        String text = decode(bytes);
        return text != null ? text : Map.of("$utf8", hex(bytes));
    }

    /** Canonical form of text that was read as UTF-16, which may hold halves of characters. */
    static Object canonical(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return Map.of("$utf8", hex(encodeHalves(text)));
            }
        }
        return text;
    }

    private static byte[] encodeHalves(String text) {
        var bytes = new java.io.ByteArrayOutputStream();
        text.codePoints().forEach(point -> {
            if (point >= 0xd800 && point < 0xe000) {
                bytes.write(0xe0 | point >> 12);
                bytes.write(0x80 | point >> 6 & 0x3f);
                bytes.write(0x80 | point & 0x3f);
            } else {
                bytes.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
            }
        });
        return bytes.toByteArray();
    }

    /**
     * UTF-8 with U+FFFD for what is malformed: one for each longest part that begins a character, as Unicode
     * recommends. (The decoders of Java and Python agree on that, written out here so that they keep to.)
     */
    static String decodeReplacing(byte[] bytes) {
        StringBuilder built = new StringBuilder();
        int pos = 0;
        while (pos < bytes.length) {
            int b0 = bytes[pos] & 0xff;
            if (b0 < 0x80) {
                built.append((char) b0);
                pos++;
                continue;
            }
            int num = b0 >= 0xc2 && b0 < 0xe0 ? 1 : b0 >= 0xe0 && b0 < 0xf0 ? 2 : b0 >= 0xf0 && b0 < 0xf5 ? 3 : 0;
            int point = num == 0 ? 0 : b0 & (0x3f >> num);
            int low = b0 == 0xe0 ? 0xa0 : b0 == 0xf0 ? 0x90 : 0x80;
            int high = b0 == 0xed ? 0x9f : b0 == 0xf4 ? 0x8f : 0xbf;
            pos++;
            int read = 0;
            while (read < num && pos < bytes.length) {
                int b = bytes[pos] & 0xff;
                if (b < low || b > high) {
                    break;
                }
                point = point << 6 | b & 0x3f;
                low = 0x80;
                high = 0xbf;
                read++;
                pos++;
            }
            built.appendCodePoint(num > 0 && read == num ? point : 0xfffd);
        }
        return built.toString();
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** Hex, or length and digest of more than {@link #MAX_HEX_BYTES} bytes. */
    static Object canonicalBytes(byte[] bytes) {
        if (bytes.length <= MAX_HEX_BYTES) {
            return hex(bytes);
        }
        Map<String, Object> digest = new LinkedHashMap<>();
        digest.put("len", Integer.toString(bytes.length));
        digest.put("sha256", sha256(bytes));
        return Map.of("$digest", digest);
    }

    private static String sha256(byte[] bytes) {
        try {
            return hex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException(absent);
        }
    }
}
