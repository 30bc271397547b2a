// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import conformance.protocol.Json;
import java.util.Map;

/** One cell, whole. */
record CellData(
    byte[] row, byte[] family, byte[] qualifier, long timestamp, int type, byte[] value, byte[] tags, long mvcc) {

  /** In canonical form. */
  Map<String, Object> show() {
    return Json.object(
        "row", Values.hex(row),
        "family", Values.hex(family),
        "qualifier", Values.hex(qualifier),
        "timestamp", Long.toString(timestamp),
        "type", type,
        "value", Values.hex(value),
        "tags", Values.hex(tags),
        "mvcc", Long.toString(mvcc));
  }
}
