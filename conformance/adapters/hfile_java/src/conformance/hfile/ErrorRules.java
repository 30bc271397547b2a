// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import conformance.protocol.Verdict;
import java.io.EOFException;
import java.io.IOException;
import java.util.Map;
import java.util.zip.ZipException;

/** What exceptions of HBase, hudi-io and what they call say. An accident counts as one also when it was wrapped. */
final class ErrorRules implements Verdict.Rules {
  static final ErrorRules RULES = new ErrorRules();
  /** Beginnings or parts of messages, and the code of each. */
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

  private ErrorRules() {}

  /** Name of a class or native library that an adapter does not bring, if that is what went wrong, else null. */
  static String absentClass(Throwable thrown) {
    for (Throwable link : Verdict.chain(thrown)) {
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

  @Override
  public boolean isDeliberate(Throwable thrown) {
    if (Verdict.chain(thrown).stream().anyMatch(ErrorRules::isAccident)) {
      return false;
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
    if (link instanceof IllegalArgumentException || link instanceof IllegalStateException) {
      // java.nio.Buffer's "newLimit > capacity", a collection's "Illegal Capacity": missing checks
      StackTraceElement[] frames = link.getStackTrace();
      if (frames.length > 0 && frames[0].getClassName().startsWith("java.")) {
        return true;
      }
    }
    return Verdict.isAccident(link);
  }

  @Override
  public String code(Throwable link) {
    String message = String.valueOf(link.getMessage());
    for (Map.Entry<String, String> entry : CODES.entrySet()) {
      if (message.contains(entry.getKey())) {
        return entry.getValue();
      }
    }
    if (link instanceof ZipException || link.getClass().getName().endsWith(".MalformedInputException")) {
      return "decompress";
    }
    return link instanceof EOFException ? "truncated" : null;
  }
}
