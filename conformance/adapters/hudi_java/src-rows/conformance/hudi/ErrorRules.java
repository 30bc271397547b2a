// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Verdict;
import java.io.EOFException;
import java.io.IOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.AvroTypeException;
import org.apache.avro.SchemaParseException;

/** What exceptions of Hudi, Avro, Parquet, Kryo and HBase say. */
final class ErrorRules implements Verdict.Rules {
  private static final ErrorRules RULES = new ErrorRules();

  private ErrorRules() {}

  static Verdict verdict(Throwable thrown) {
    return Verdict.of(thrown, RULES);
  }

  @Override
  public boolean isDeliberate(Throwable thrown) {
    // out of memory, stack, a class that is not there: wrapped or not
    if (Verdict.isAccident(thrown) || Verdict.chain(thrown).stream().anyMatch(link -> link instanceof Error)) {
      return false;
    }
    String name = thrown.getClass().getName();
    if (name.startsWith("org.apache.hudi.") || name.startsWith("org.apache.parquet.")
        || name.startsWith("com.esotericsoftware.kryo.") || name.startsWith("org.apache.hadoop.hbase.")) {
      return true;
    }
    if (thrown instanceof IllegalArgumentException) {
      // "Illegal Capacity: -1" and the like come from collections that were given an unchecked count
      String message = String.valueOf(thrown.getMessage());
      return !message.startsWith("Illegal Capacity") && !message.startsWith("Illegal initial capacity");
    }
    return thrown instanceof IOException || thrown instanceof AvroRuntimeException
        || thrown instanceof IllegalStateException || thrown instanceof UnsupportedOperationException
        // thrown with `throw new RuntimeException(...)`, never by the virtual machine
        || thrown.getClass() == RuntimeException.class;
  }

  @Override
  public String code(Throwable link) {
    String name = link.getClass().getSimpleName();
    String message = String.valueOf(link.getMessage());
    if (link instanceof EOFException || message.startsWith("Buffer underflow")) {
      return "truncated";
    }
    if (message.contains("Did not find the magic bytes") || message.contains("Expected magic number at tail")) {
      return "bad-magic";
    }
    if (message.startsWith("Invalid block byte type")) {
      return "bad-type";
    }
    if (name.equals("InvalidNumberEncodingException")) {
      return "bad-varint";
    }
    if (link instanceof SchemaParseException) {
      return "bad-schema";
    }
    if (message.startsWith("Malformed data. Length is negative")) {
      return "length-mismatch";
    }
    if (link instanceof AvroTypeException) {
      return "schema-mismatch";
    }
    return name.equals("InvalidHoodiePathException") ? "bad-value" : null;
  }
}
