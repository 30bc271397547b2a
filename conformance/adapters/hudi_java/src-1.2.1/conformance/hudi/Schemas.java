// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import org.apache.avro.Schema;
import org.apache.hudi.common.schema.HoodieSchema;

/** Schemas as the release takes them: in a separate class. */
final class Schemas {
  private Schemas() {}

  /** The schema that a text describes; null stays null. */
  static HoodieSchema parse(String text) {
    return text == null ? null : HoodieSchema.parse(text);
  }

  static HoodieSchema of(Schema schema) {
    return HoodieSchema.fromAvroSchema(schema);
  }
}
