// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.io.EOFException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.Set;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.AvroTypeException;
import org.apache.avro.SchemaParseException;

/**
 * What an exception says: a deliberate refusal ("reject", with a code where one can be read off), or an accident
 * ("error"). A refusal is what code throws on purpose about its input; an accident is what the virtual machine
 * throws when code did not look.
 */
record Verdict(boolean isReject, String code, String message, Throwable cause) {
  private static final int MAX_MESSAGE = 400;
  private static final int MAX_TRACE = 4000;
  // subclasses of IllegalArgumentException and RuntimeException that nobody throws to refuse a file
  private static final Set<String> ACCIDENTS = Set.of(
      "java.lang.NumberFormatException", "java.lang.NullPointerException", "java.lang.ClassCastException",
      "java.lang.NegativeArraySizeException", "java.lang.ArithmeticException",
      "java.nio.BufferUnderflowException", "java.util.NoSuchElementException",
      "java.util.ConcurrentModificationException");

  static Verdict of(Throwable thrown) {
    boolean reject = isDeliberate(thrown);
    return new Verdict(reject, reject ? code(thrown) : null, describe(thrown), thrown);
  }

  /** As a member of a block: {"reject": {"code"}} or {"error": {"message"}}. */
  void putInto(Map<String, Object> block) {
    if (isReject) {
      block.put("reject", Json.object("code", code, "message", message));
    } else {
      block.put("error", Json.object("message", message));
    }
  }

  String trace() {
    StringWriter text = new StringWriter();
    cause.printStackTrace(new PrintWriter(text, true));
    String whole = Scratch.anonymous(text.toString());
    return whole.length() <= MAX_TRACE ? whole : whole.substring(0, MAX_TRACE) + "\n...";
  }

  private static boolean isDeliberate(Throwable thrown) {
    Throwable link = thrown;
    for (int depth = 0; link != null && depth < 20; depth++, link = link.getCause()) {
      if (link instanceof Error) { // out of memory, stack, a class that is not there: wrapped or not
        return false;
      }
    }
    String name = thrown.getClass().getName();
    if (ACCIDENTS.contains(name) || thrown instanceof IndexOutOfBoundsException) {
      return false;
    }
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

  /** A code of the protocol's registry where type or message tell one, else "unspecified". */
  private static String code(Throwable thrown) {
    Throwable link = thrown;
    for (int depth = 0; link != null && depth < 20; depth++, link = link.getCause()) {
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
      if (name.equals("InvalidHoodiePathException")) {
        return "bad-value";
      }
    }
    return "unspecified";
  }

  private static String describe(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    Throwable link = thrown;
    for (int depth = 0; link != null && depth < 4; depth++, link = link.getCause()) {
      text.append(depth == 0 ? "" : " <- ").append(link.getClass().getSimpleName());
      if (link.getMessage() != null && (depth == 0 || !link.getMessage().equals(thrown.getMessage()))) {
        text.append(": ").append(link.getMessage());
      }
    }
    String whole = Scratch.anonymous(text.toString()).replace('\n', ' ');
    return whole.length() <= MAX_MESSAGE ? whole : whole.substring(0, MAX_MESSAGE) + "...";
  }
}
