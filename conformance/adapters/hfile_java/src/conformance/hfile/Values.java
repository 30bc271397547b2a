// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import conformance.protocol.BadRequest;
import conformance.protocol.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Canonical forms of what libraries return, and the lists of bytes that questions hold. */
final class Values {
  private static final int MAX_HEX = 1024;
  private static final HexFormat HEX = HexFormat.of();

  private Values() {}

  /** Hex, or the digest of what is long. */
  static Object hex(byte[] bytes) {
    return bytes.length <= MAX_HEX ? HEX.formatHex(bytes) : Json.object("$digest", digest(bytes));
  }

  /** Length and SHA-256. */
  static Map<String, Object> digest(byte[] bytes) {
    try {
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(bytes);
      return Json.object("len", Integer.toString(bytes.length), "sha256", HEX.formatHex(sum));
    } catch (NoSuchAlgorithmException absent) {
      throw new IllegalStateException(absent);
    }
  }

  static byte[] unhex(Object text) {
    if (!(text instanceof String string)) {
      throw new BadRequest("bytes are hex text, not " + text);
    }
    try {
      return HEX.parseHex(string);
    } catch (IllegalArgumentException bad) {
      throw new BadRequest("no hex: " + string);
    }
  }

  /** An argument that is a list of hex texts. */
  static List<byte[]> list(Map<?, ?> args, String name) {
    if (!(args.get(name) instanceof List<?> items)) {
      throw new BadRequest("the command needs args." + name);
    }
    List<byte[]> made = new ArrayList<>();
    items.forEach(item -> made.add(unhex(item)));
    return made;
  }

  /** Text of bytes that must be UTF-8, since the library takes text there; null when they are not. */
  static String text(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes) ? text : null;
  }

  /** What a buffer holds from its position on; the buffer is left as it is. */
  static byte[] rest(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
