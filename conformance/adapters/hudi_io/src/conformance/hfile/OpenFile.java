// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hudi.io.hfile.BlockIndexEntry;
import org.apache.hudi.io.hfile.HFileReaderImpl;
import org.apache.hudi.io.hfile.Key;
import org.apache.hudi.io.hfile.UTF8StringKey;

/** hudi-io's reader, opened, with a view of what it keeps to itself. */
final class OpenFile extends HFileReaderImpl {
  OpenFile(byte[] bytes) throws IOException {
    super(Shim.stream(bytes), bytes.length);
    initializeMetadata();
  }

  /** The file info as the reader has it, in no order. */
  Map<byte[], byte[]> info() {
    Map<byte[], byte[]> made = new HashMap<>();
    Inside.infoMap(fileInfo).forEach((key, value) -> made.put(content(key), value));
    return made;
  }

  /** Names in the meta index. The reader keeps them sorted; blocks lie in the order of the index. */
  List<byte[]> metaNames() {
    List<Map.Entry<Key, BlockIndexEntry>> entries = new ArrayList<>(metaBlockIndexEntryMap.entrySet());
    entries.sort(Comparator.comparingLong(entry -> entry.getValue().getOffset()));
    return entries.stream().map(entry -> content(entry.getKey())).toList();
  }

  private static byte[] content(Key key) {
    if (!(key instanceof UTF8StringKey)) {
      throw new IllegalStateException("a name that is not text");
    }
    return Arrays.copyOfRange(
        key.getBytes(), key.getContentOffset(), key.getContentOffset() + key.getContentLength());
  }
}
