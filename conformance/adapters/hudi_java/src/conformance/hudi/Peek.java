// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;

/**
 * The few fields of a block that the real reader needs from its caller, or read itself and does not hand out.
 * Nothing here judges: what cannot be read is answered with the neutral value.
 */
final class Peek {
  private static final int CDC = 6;
  private static final int SCHEMA = 2;
  private static final int MAX_SCHEMA = 1 << 24;

  private Peek() {}

  /** Log format version of the block at `ofs`, 0 when the file ends before. */
  static int formatVersion(RandomAccessFile file, long ofs) throws IOException {
    return intAt(file, ofs + 14);
  }

  /** First four bytes of a content, 0 when the file ends before. */
  static int contentVersion(RandomAccessFile file, long ofs) throws IOException {
    return intAt(file, ofs);
  }

  /**
   * The schema that a caller has to hand to the reader for the block at `ofs`: null (the reader takes the block's
   * own) except for a CDC block, whose SCHEMA header it is, and for a block without SCHEMA, where any will do.
   */
  static String readerSchema(RandomAccessFile file, long ofs, String any) throws IOException {
    int type = intAt(file, ofs + 18);
    String found = null;
    long at = ofs + 26;
    int num = intAt(file, ofs + 22);
    for (int i = 0; i < num && i < 64; i++) {
      int key = intAt(file, at);
      int len = intAt(file, at + 4);
      if (len < 0 || at + 8 + len > file.length()) {
        break;
      }
      if (key == SCHEMA && len <= MAX_SCHEMA) {
        byte[] text = new byte[len];
        file.seek(at + 8);
        file.readFully(text);
        found = new String(text, StandardCharsets.UTF_8);
      }
      at += 8L + len;
    }
    if (found == null) {
      return any;
    }
    return type == CDC ? found : null;
  }

  private static int intAt(RandomAccessFile file, long ofs) throws IOException {
    if (ofs < 0 || ofs + 4 > file.length()) {
      return 0;
    }
    file.seek(ofs);
    return file.readInt();
  }
}
