// SPDX-License-Identifier: Apache-2.0
package conformance.bench;

import conformance.passes.Passes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Times passes of a library over one HFile, in one JVM: the first is cold, the last ones are warm.
 *
 * <p>Arguments: `scan` or `get`, `memory` or `file`, file, most passes, most seconds, for `get` a file of keys, one a
 * line. With `memory` the file is read before the first pass, with `file` each pass opens it. Prints a line a pass:
 * seconds, seconds of CPU of all threads, cells. Or `write`, file, codec, number of cells.
 */
final class Bench {
  private Bench() {}

  public static void main(String[] args) throws Exception {
    if (args[0].equals("write")) {
      Peer.write(Path.of(args[1]), args[2], Integer.parseInt(args[3]));
      return;
    }
    boolean isScan = args[0].equals("scan");
    List<byte[]> keys = isScan ? List.of()
        : Files.readAllLines(Path.of(args[5])).stream().map(key -> key.getBytes(StandardCharsets.UTF_8)).toList();
    Peer peer = new Peer(Path.of(args[2]), args[1].equals("memory"));
    Passes.time(args[3], args[4], () -> new long[] {isScan ? peer.scan() : peer.get(keys)});
    System.err.println(peer.sink);
    System.out.flush();
    System.exit(0);
  }

  /** Bytes of keys and values are what a reader is asked for: both are summed up without a look at each byte. */
  static long touch(byte[] bytes, int ofs, int length) {
    return length == 0 ? 0 : bytes[ofs] + bytes[ofs + length - 1] + length;
  }
}
