// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import conformance.protocol.Json;
import conformance.protocol.LimitExceeded;
import java.util.ArrayList;
import java.util.List;

/**
 * Cells of an answer. Past a limit they are counted and not kept: a reader that never ends is then still told from
 * a long file, by whoever waits for the answer.
 */
final class CellList {
  private static final long MAX_CELLS = 5_000_000;
  private static final long MAX_CHARS = 48L << 20;

  /** The part that is kept; it may sit in an answer from the start. */
  final List<Object> kept = new ArrayList<>();

  private long cells;
  private long chars;

  void add(CellData cell) {
    cells++;
    if (isOver()) {
      return;
    }
    String json = Json.print(cell.show());
    chars += json.length();
    kept.add(new Json.Raw(json));
  }

  /** To be called at the end: throws when something was not kept. */
  void check() {
    if (isOver()) {
      long all = cells;
      kept.clear();
      throw new LimitExceeded(all + " cells, more than this adapter prints");
    }
  }

  private boolean isOver() {
    return cells > MAX_CELLS || chars > MAX_CHARS;
  }
}
