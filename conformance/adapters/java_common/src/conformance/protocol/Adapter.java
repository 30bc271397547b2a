// SPDX-License-Identifier: Apache-2.0
package conformance.protocol;

import java.util.List;
import java.util.Map;

/** What one implementation answers; {@link Server} speaks the protocol for it. */
public interface Adapter {
  /** The value of "hello"; `suite` is the version of the suite that asks. */
  Map<String, Object> hello(String suite);

  /**
   * Answers a command other than "hello" and "bye": fills in "answer" and what belongs to it. What it throws becomes
   * the answer: {@link Unsupported}, {@link LimitExceeded}, else what {@link #verdict} makes of it, beside the members
   * that are there already.
   */
  void answer(String command, Map<?, ?> request, Map<String, Object> answer) throws Throwable;

  /** Whether an exception refuses the input or is an accident. */
  Verdict verdict(Throwable thrown);

  /** Puts a value into an answer. */
  static void putValue(Map<String, Object> answer, Object value) {
    answer.put("answer", "value");
    answer.put("value", value);
  }

  /** The arguments of a request, empty where there are none. */
  static Map<?, ?> args(Map<?, ?> request) {
    return request.get("args") instanceof Map<?, ?> given ? given : Map.of();
  }

  /** The value of "hello" of an implementation in Java. */
  static Map<String, Object> description(String name, String version, String homepage, List<String> commands,
      List<String> features, List<String> inputs) {
    return Json.object("protocol", 1, "name", name, "version", version, "language", "java", "homepage", homepage,
        "commands", commands, "features", features, "inputs", inputs);
  }
}
