// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import org.apache.avro.Schema;

/** Schemas as the release takes them: of Avro. */
final class Schemas {
  private Schemas() {}

  /** The schema that a text describes; null stays null. */
  static Schema parse(String text) {
    return text == null ? null : new Schema.Parser().parse(text);
  }

  static Schema of(Schema schema) {
    return schema;
  }
}
