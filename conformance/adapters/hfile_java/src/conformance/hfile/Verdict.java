// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import java.io.EOFException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipException;

/**
 * What an exception says: a deliberate refusal ("reject", with a code where one can be read off), or an accident
 * ("error"). A refusal is what code throws on purpose about its input; an accident is what the virtual machine or
 * its class library throws when code did not look, also when something wrapped it on the way.
 */
record Verdict(boolean isReject, String code, String message, Throwable cause) {
  private static final int MAX_DEPTH = 20;
  private static final int MAX_MESSAGE = 400;
  private static final int MAX_TRACE = 4000;
  // subclasses of IllegalArgumentException and RuntimeException that nobody throws to refuse a file
  private static final Set<String> ACCIDENTS = Set.of(
      "java.lang.NumberFormatException", "java.lang.NullPointerException", "java.lang.ClassCastException",
      "java.lang.NegativeArraySizeException", "java.lang.ArithmeticException", "java.lang.ArrayStoreException",
      "java.nio.BufferUnderflowException", "java.nio.BufferOverflowException", "java.util.NoSuchElementException",
      "java.util.ConcurrentModificationException");
  /** Beginnings or parts of messages of HBase, hudi-io and what they call, and the code that each stands for. */
  private static final Map<String, String> CODES = Map.ofEntries(
      Map.entry("Invalid HFile block magic", "bad-magic"),
      Map.entry("Invalid magic: expected", "bad-magic"),
      Map.entry("Unexpected Protobuf magic", "bad-magic"),
      Map.entry("Invalid HFile version", "bad-version"),
      Map.entry("Minor version", "bad-version"),
      Map.entry("Premature EOF", "truncated"),
      Map.entry("the input ended unexpectedly", "truncated"),
      Map.entry("Unknown checksum type", "bad-type"),
      Map.entry("Compression code not found", "bad-type"),
      Map.entry("Unexpected block type", "bad-type"),
      Map.entry("Expected block of type", "bad-type"),
      Map.entry("not a gzip file", "decompress"),
      Map.entry("Using no compression but onDiskSize", "length-mismatch"),
      Map.entry("Invalid onDiskSize", "length-mismatch"),
      Map.entry("Invalid onDisksize", "length-mismatch"),
      Map.entry("Passed in onDiskSizeWithHeader", "length-mismatch"),
      Map.entry("Invalid currKeyLen", "length-mismatch"),
      Map.entry("Invalid currTagsLen", "length-mismatch"),
      Map.entry("Negative key length", "length-mismatch"),
      Map.entry("Requested block is out of range", "offset-out-of-range"),
      Map.entry("levels of data block index must be greater", "bad-value"));

  static Verdict of(Throwable thrown) {
    boolean reject = isDeliberate(thrown);
    return new Verdict(reject, reject ? code(thrown) : null, describe(thrown), thrown);
  }

  /** Name of a class or native library that an adapter does not bring, if that is what went wrong, else null. */
  static String absentClass(Throwable thrown) {
    Throwable link = thrown;
    for (int depth = 0; link != null && depth < MAX_DEPTH; depth++, link = link.getCause()) {
      if (link instanceof NoClassDefFoundError) {
        return link.getMessage();
      }
      StackTraceElement[] frames = link.getStackTrace();
      if (frames.length > 0 && frames[0].getClassName().contains(".BZip2Dummy")) { // Hadoop without native libraries
        return "native bzip2";
      }
    }
    return null;
  }

  String trace() {
    StringWriter text = new StringWriter();
    cause.printStackTrace(new PrintWriter(text, true));
    String whole = Scratch.anonymous(text.toString());
    return whole.length() <= MAX_TRACE ? whole : whole.substring(0, MAX_TRACE) + "\n...";
  }

  private static boolean isDeliberate(Throwable thrown) {
    Throwable link = thrown;
    for (int depth = 0; link != null && depth < MAX_DEPTH; depth++, link = link.getCause()) {
      if (isAccident(link)) {
        return false;
      }
    }
    String name = thrown.getClass().getName();
    return name.startsWith("org.apache.hudi.") || name.startsWith("org.apache.hadoop.hbase.")
        || thrown instanceof IOException || thrown instanceof IllegalArgumentException
        || thrown instanceof IllegalStateException || thrown instanceof UnsupportedOperationException
        || name.endsWith(".MalformedInputException") // aircompressor's
        // thrown with `throw new RuntimeException(...)`, never by the virtual machine
        || thrown.getClass() == RuntimeException.class;
  }

  private static boolean isAccident(Throwable link) {
    if (link instanceof Error || link instanceof IndexOutOfBoundsException
        || ACCIDENTS.contains(link.getClass().getName())) {
      return true;
    }
    if (link instanceof IllegalArgumentException || link instanceof IllegalStateException) {
      // java.nio.Buffer's "newLimit > capacity", a collection's "Illegal Capacity": nobody looked before
      StackTraceElement[] frames = link.getStackTrace();
      return frames.length > 0 && frames[0].getClassName().startsWith("java.");
    }
    return false;
  }

  /** A code of the protocol's registry where type or message tell one, else "unspecified". */
  private static String code(Throwable thrown) {
    Throwable link = thrown;
    for (int depth = 0; link != null && depth < MAX_DEPTH; depth++, link = link.getCause()) {
      String message = String.valueOf(link.getMessage());
      for (Map.Entry<String, String> entry : CODES.entrySet()) {
        if (message.contains(entry.getKey())) {
          return entry.getValue();
        }
      }
      if (link instanceof ZipException || link.getClass().getName().endsWith(".MalformedInputException")) {
        return "decompress";
      }
      if (link instanceof EOFException) {
        return "truncated";
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
