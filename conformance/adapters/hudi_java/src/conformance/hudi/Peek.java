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
  private static final int MAX_ENTRIES = 64;

  private Peek() {}

  /** Log format version of the block at `ofs`, 0 when the file ends before. */
  static int formatVersion(RandomAccessFile file, long ofs) throws IOException {
    return intAt(file, ofs + 14);
  }

  /** First four bytes of a content, 0 when the file ends before. */
  static int contentVersion(RandomAccessFile file, long ofs) throws IOException {
    return intAt(file, ofs);
  }

  /** Whether the block at `ofs` has the type of a CDC block. */
  static boolean isCdc(RandomAccessFile file, long ofs) throws IOException {
    return intAt(file, ofs + 18) == CDC;
  }

  /** Value of the SCHEMA header of the block at `ofs`, the last one where there are several; null without. */
  static String schema(RandomAccessFile file, long ofs) throws IOException {
    String found = null;
    long at = ofs + 26;
    int num = intAt(file, ofs + 22);
    for (int i = 0; i < num && i < MAX_ENTRIES; i++) {
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
    return found;
  }

  private static int intAt(RandomAccessFile file, long ofs) throws IOException {
    if (ofs < 0 || ofs + 4 > file.length()) {
      return 0;
    }
    file.seek(ofs);
    return file.readInt();
  }
}
