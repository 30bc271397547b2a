// SPDX-License-Identifier: Apache-2.0
package conformance.protocol;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an exception says: a deliberate refusal ("reject", with a code where one can be read off), or an accident
 * ("error"). A refusal is what code throws on purpose about its input; an accident is what the virtual machine or its
 * class library throws when code did not look. Which is which, {@link Rules} of an implementation decide.
 */
public record Verdict(boolean isReject, String code, String message, Throwable cause) {
  private static final int MAX_DEPTH = 20;
  private static final int MAX_SHOWN = 4;
  private static final int MAX_MESSAGE = 400;
  private static final int MAX_TRACE = 4000;
  // subclasses of IllegalArgumentException and RuntimeException that nobody throws to refuse a file
  private static final Set<String> ACCIDENTS = Set.of(
      "java.lang.NumberFormatException", "java.lang.NullPointerException", "java.lang.ClassCastException",
      "java.lang.NegativeArraySizeException", "java.lang.ArithmeticException", "java.lang.ArrayStoreException",
      "java.nio.BufferUnderflowException", "java.nio.BufferOverflowException", "java.util.NoSuchElementException",
      "java.util.ConcurrentModificationException");

  /** How the exceptions of an implementation are read. */
  public interface Rules {
    /** Whether code throws this on purpose about its input. */
    boolean isDeliberate(Throwable thrown);

    /** The code of the protocol's registry that one link of a chain of causes tells, else null. */
    String code(Throwable link);
  }

  /** The verdict on an exception; the code of a refusal is that of the first cause that tells one. */
  public static Verdict of(Throwable thrown, Rules rules) {
    String code = null;
    if (rules.isDeliberate(thrown)) {
      code = "unspecified";
      for (Throwable link : chain(thrown)) {
        String told = rules.code(link);
        if (told != null) {
          code = told;
          break;
        }
      }
    }
    return new Verdict(code != null, code, describe(thrown), thrown);
  }

  /** The exception and its causes, outermost first. */
  public static List<Throwable> chain(Throwable thrown) {
    List<Throwable> links = new ArrayList<>();
    for (Throwable link = thrown; link != null && links.size() < MAX_DEPTH; link = link.getCause()) {
      links.add(link);
    }
    return links;
  }

  /** Whether the virtual machine or its class library throws this where code did not look. */
  public static boolean isAccident(Throwable link) {
    return link instanceof Error || link instanceof IndexOutOfBoundsException
        || ACCIDENTS.contains(link.getClass().getName());
  }

  /** As members of an answer. */
  public void putInto(Map<String, Object> answer) {
    answer.put("answer", isReject ? "reject" : "error");
    answer.put("message", message);
    if (isReject) {
      answer.put("code", code);
    } else {
      answer.put("trace", trace());
    }
  }

  /** As a member of a block: {"reject": {"code"}} or {"error": {"message"}}. */
  public void putIntoBlock(Map<String, Object> block) {
    if (isReject) {
      block.put("reject", Json.object("code", code, "message", message));
    } else {
      block.put("error", Json.object("message", message));
    }
  }

  private String trace() {
    StringWriter text = new StringWriter();
    cause.printStackTrace(new PrintWriter(text, true));
    return shortened(Scratch.anonymous(text.toString()), MAX_TRACE, "\n...");
  }

  private static String describe(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    List<Throwable> links = chain(thrown);
    for (Throwable link : links.subList(0, Math.min(MAX_SHOWN, links.size()))) {
      text.append(link == thrown ? "" : " <- ").append(link.getClass().getSimpleName());
      if (link.getMessage() != null && (link == thrown || !link.getMessage().equals(thrown.getMessage()))) {
        text.append(": ").append(link.getMessage());
      }
    }
    return shortened(Scratch.anonymous(text.toString()).replace('\n', ' '), MAX_MESSAGE, "...");
  }

  private static String shortened(String text, int limit, String mark) {
    return text.length() <= limit ? text : text.substring(0, limit) + mark;
  }
}
