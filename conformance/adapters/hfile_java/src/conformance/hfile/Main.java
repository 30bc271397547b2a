// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The adapter protocol: one JSON object a line on stdin, one answer a line on stdout; or `--once CMD < input`.
 * What is asked of a library is in the class Library that each adapter brings.
 */
public final class Main {
  private static final Map<String, Integer> EXIT = Map.of("value", 0, "reject", 1, "unsupported", 3, "limit", 4);

  private Main() {}

  public static void main(String[] arguments) throws IOException {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err); // stdout belongs to the protocol, whatever a library prints
    if (arguments.length >= 2 && arguments[0].equals("--once")) {
      System.exit(once(arguments, out));
    }
    if (arguments.length > 0) {
      System.err.println("usage: ADAPTER | ADAPTER --once CMD [--args JSON] < input");
      System.exit(2);
    }
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8), 1 << 16);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.isBlank()) {
        continue;
      }
      Map<String, Object> answer = answer(line);
      boolean last = answer.remove("bye") != null;
      send(out, answer);
      if (last) {
        break;
      }
    }
    System.exit(0);
  }

  private static void send(OutputStream out, Map<String, Object> answer) throws IOException {
    out.write((Json.print(answer) + "\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  private static int once(String[] arguments, OutputStream out) throws IOException {
    Map<String, Object> request = Json.object("seq", "0", "cmd", arguments[1]);
    if (arguments.length == 4 && arguments[2].equals("--args")) {
      request.put("args", Json.parse(arguments[3]));
    }
    byte[] input = System.in.readAllBytes();
    request.put("in", Json.object("b64", Base64.getEncoder().encodeToString(input)));
    Map<String, Object> answer = answer(request);
    send(out, answer);
    return EXIT.getOrDefault((String) answer.get("answer"), 5);
  }

  private static Map<String, Object> answer(String line) {
    try {
      if (Json.parse(line) instanceof Map<?, ?> request) {
        return answer(request);
      }
      return Json.object("seq", null, "answer", "error", "message", "the request is no object");
    } catch (BadRequest bad) {
      return Json.object("seq", null, "answer", "error", "message", bad.getMessage());
    }
  }

  /** The answer to one request; nothing escapes, so that the next request finds the process alive. */
  private static Map<String, Object> answer(Map<?, ?> request) {
    Map<String, Object> answer = Json.object("seq", request.get("seq"));
    Map<String, Object> value = new LinkedHashMap<>(); // filled as reading goes on: what is there at trouble is partial
    try {
      dispatch(request, answer, value);
      answer.put("answer", "value");
      answer.put("value", value);
    } catch (Unsupported no) {
      answer.put("answer", "unsupported");
      answer.put("what", no.getMessage());
    } catch (TooMuch limit) {
      answer.put("answer", "limit");
      answer.put("what", limit.getMessage());
    } catch (Throwable thrown) {
      String absent = Verdict.absentClass(thrown);
      if (absent != null) { // the class path is the adapter's, not the library's
        answer.put("answer", "unsupported");
        answer.put("what", "needs what is not here: " + absent);
        return answer;
      }
      Verdict verdict = Verdict.of(thrown);
      if (verdict.isReject() && !(thrown instanceof BadRequest)) {
        answer.put("answer", "reject");
        answer.put("code", verdict.code());
        answer.put("message", verdict.message());
      } else {
        answer.put("answer", "error");
        answer.put("message", verdict.message());
        answer.put("trace", verdict.trace());
      }
      if (!value.isEmpty()) {
        answer.put("partial", value);
      }
    }
    return answer;
  }

  private static void dispatch(Map<?, ?> request, Map<String, Object> answer, Map<String, Object> value)
      throws Exception {
    Map<?, ?> args = request.get("args") instanceof Map<?, ?> given ? given : Map.of();
    String command = String.valueOf(request.get("cmd"));
    if (command.equals("hello")) {
      value.putAll(hello());
    } else if (command.equals("bye")) {
      answer.put("bye", true);
    } else if (!Library.COMMANDS.contains(command)) {
      throw new Unsupported("command " + command);
    } else if (command.equals("hfile.write")) {
      byte[] written = Library.write(new Description(args.get("write")));
      value.put("b64", Base64.getEncoder().encodeToString(written));
    } else {
      try (Scratch scratch = new Scratch()) {
        Library.read(command, scratch.input(request), args, value, answer);
      }
    }
  }

  private static Map<String, Object> hello() {
    return Json.object(
        "protocol", 1,
        "name", Library.NAME,
        "version", Shim.VERSION,
        "language", "java",
        "homepage", Library.HOMEPAGE,
        "commands", Library.COMMANDS,
        "features", Shim.FEATURES,
        "inputs", List.of("b64", "path"));
  }
}
