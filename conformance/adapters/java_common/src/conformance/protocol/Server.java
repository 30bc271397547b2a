// SPDX-License-Identifier: Apache-2.0
package conformance.protocol;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/** The adapter protocol: one JSON object a line on stdin, one answer a line on stdout; or `--once CMD < input`. */
public final class Server {
  private static final Map<String, Integer> EXIT = Map.of("value", 0, "reject", 1, "unsupported", 3, "limit", 4);

  private final Adapter adapter;
  private final OutputStream out = new FileOutputStream(FileDescriptor.out);

  private Server(Adapter adapter) {
    this.adapter = adapter;
  }

  /** Answers requests until "bye" or the end of the input, and ends the process. */
  public static void run(String[] arguments, Adapter adapter) throws IOException {
    Server server = new Server(adapter);
    System.setOut(System.err); // stdout belongs to the protocol, whatever a library prints
    if (arguments.length >= 2 && arguments[0].equals("--once")) {
      System.exit(server.once(arguments));
    }
    if (arguments.length > 0) {
      System.err.println("usage: ADAPTER | ADAPTER --once CMD [--args JSON] [--dir FOLDER] < input");
      System.exit(2);
    }
    server.serve();
    System.exit(0);
  }

  private void serve() throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8), 1 << 16);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.isBlank()) {
        continue;
      }
      Map<?, ?> request = Map.of();
      try {
        if (!(Json.parse(line) instanceof Map<?, ?> parsed)) {
          throw new BadRequest("no object");
        }
        request = parsed;
      } catch (BadRequest malformed) {
        send(request, failure(request, "error", "message", "request is not JSON: " + malformed.getMessage()));
        continue;
      }
      if (Boolean.TRUE.equals(request.get("together"))) {
        beside(request);
        continue;
      }
      send(request, answer(request));
      if ("bye".equals(request.get("cmd"))) {
        break;
      }
    }
  }

  /** Answers a request in a separate thread, so that libraries that sleep before they reject sleep concurrently. */
  private void beside(Map<?, ?> request) {
    Thread thread = new Thread(() -> {
      try {
        send(request, answer(request));
      } catch (IOException gone) {
        System.err.println("the answer cannot be written: " + gone);
      }
    });
    thread.setDaemon(true);
    thread.start();
  }

  private int once(String[] arguments) throws IOException {
    Map<String, Object> request = Json.object("seq", "0", "cmd", arguments[1]);
    for (int i = 2; i + 1 < arguments.length; i += 2) {
      if (arguments[i].equals("--args")) {
        request.put("args", Json.parse(arguments[i + 1]));
      } else if (arguments[i].equals("--dir")) {
        request.put("in", Json.object("dir", arguments[i + 1]));
      }
    }
    if (!arguments[1].equals("hello") && !request.containsKey("in")) {
      request.put("in", Json.object("b64", Base64.getEncoder().encodeToString(System.in.readAllBytes())));
    }
    Map<String, Object> answer = answer(request);
    send(request, answer);
    return EXIT.getOrDefault((String) answer.get("answer"), 5);
  }

  private void send(Map<?, ?> request, Map<String, Object> answer) throws IOException {
    String text;
    try {
      text = Json.print(answer);
    } catch (RuntimeException | StackOverflowError unprintable) {
      // damaged Kryo makes objects of classes that do not belong where they are
      text = Json.print(failure(request, "error", "message", "answer cannot be printed: " + unprintable));
    }
    synchronized (out) {
      out.write((text + "\n").getBytes(StandardCharsets.US_ASCII));
      out.flush();
    }
  }

  /** The answer to one request; nothing escapes, so that the next request finds the process alive. */
  private Map<String, Object> answer(Map<?, ?> request) {
    Map<String, Object> answer = begin(request);
    String command = String.valueOf(request.get("cmd"));
    try {
      switch (command) {
        case "hello" -> {
          String suite = request.get("suite") instanceof String version ? version : "";
          Adapter.putValue(answer, adapter.hello(suite));
        }
        case "bye" -> Adapter.putValue(answer, Map.of());
        default -> adapter.answer(command, request, answer);
      }
    } catch (Unsupported no) {
      return failure(request, "unsupported", "what", no.getMessage());
    } catch (LimitExceeded limit) {
      return failure(request, "limit", "what", limit.getMessage());
    } catch (Throwable thrown) {
      adapter.verdict(thrown).putInto(answer);
    }
    return answer;
  }

  private static Map<String, Object> begin(Map<?, ?> request) {
    return Json.object("seq", request.get("seq") instanceof String seq ? seq : "0");
  }

  private static Map<String, Object> failure(Map<?, ?> request, String answer, String key, String text) {
    Map<String, Object> members = begin(request);
    members.put("answer", answer);
    members.put(key, text);
    return members;
  }
}
