// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import conformance.protocol.Json;
import conformance.protocol.LimitExceeded;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.io.hfile.HBaseFile;
import org.apache.hadoop.hbase.io.hfile.HBaseFile.RootIndex;

/**
 * The index. HBase reads the root into memory; of lower levels it reads what a lookup needs and hands out none, so
 * their blocks come from HBase and are taken apart here.
 */
final class Index {
  private static final int MAX_ENTRIES = 1_000_000;

  private final HBaseFile file;

  Index(HBaseFile file) {
    this.file = file;
  }

  private record Entry(long ofs, int size, byte[] key) {}

  Map<String, Object> show() throws IOException {
    RootIndex root = file.dataIndex();
    List<Entry> entries = entries(root);
    int levels = root.levels();
    List<Entry> data = entries;
    for (int level = 2; level <= levels && level < 64; level++) {
      List<Entry> next = new ArrayList<>();
      for (Entry entry : data) {
        String type = level == levels ? "LEAF_INDEX" : "INTERMEDIATE_INDEX";
        next.addAll(below(ByteBuffer.wrap(file.payload(entry.ofs(), entry.size(), type))));
        if (next.size() > MAX_ENTRIES) {
          throw new LimitExceeded("more than " + MAX_ENTRIES + " index entries");
        }
      }
      data = next;
    }
    Object mid = root.midOfs() < 0 ? null : Json.object(
        "ofs", Long.toString(root.midOfs()), "size", root.midSize(), "entry", root.midEntry());
    return Json.object(
        "levels", levels, "root", show(entries, "key"), "data", show(data, "key"),
        "meta", show(entries(file.metaIndex()), "name"), "mid_key", mid);
  }

  private static List<Entry> entries(RootIndex root) {
    List<Entry> made = new ArrayList<>();
    for (int i = 0; i < root.keys().size(); i++) {
      made.add(new Entry(root.offsets()[i], root.sizes()[i], root.keys().get(i)));
    }
    return made;
  }

  private static List<Entry> below(ByteBuffer payload) {
    int count = payload.getInt(0);
    List<Entry> made = new ArrayList<>();
    int start = Integer.BYTES * (count + 2);
    for (int i = 0; i < count; i++) {
      int from = start + payload.getInt(Integer.BYTES * (i + 1));
      int to = start + payload.getInt(Integer.BYTES * (i + 2));
      byte[] key = Arrays.copyOfRange(payload.array(), payload.arrayOffset() + from + 12, payload.arrayOffset() + to);
      made.add(new Entry(payload.getLong(from), payload.getInt(from + 8), key));
    }
    return made;
  }

  private static List<Object> show(List<Entry> entries, String name) {
    List<Object> made = new ArrayList<>();
    entries.forEach(entry -> made.add(Json.object(
        "ofs", Long.toString(entry.ofs()), "size", entry.size(), name, Values.hex(entry.key()))));
    return made;
  }
}
