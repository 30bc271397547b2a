// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** The adapter protocol: one JSON object a line on stdin, one answer a line on stdout; or `--once CMD < input`. */
public final class Main {
  private static final List<String> COMMANDS = List.of(
      "log.scan", "log.records", "log.reverse", "log.positions", "log.write", "name.parse", "name.order",
      "merge.reduce");
  private static final Map<String, Integer> EXIT = Map.of("value", 0, "reject", 1, "unsupported", 3, "limit", 4);

  private Main() {}

  public static void main(String[] arguments) throws IOException {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err); // stdout belongs to the protocol, whatever a library prints
    if (arguments.length >= 2 && arguments[0].equals("--once")) {
      System.exit(once(arguments, out));
    }
    if (arguments.length > 0) {
      System.err.println("usage: ADAPTER | ADAPTER --once CMD [--args JSON] [--dir FOLDER] < input");
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
    String text;
    try {
      text = Json.print(answer);
    } catch (RuntimeException | StackOverflowError unprintable) {
      // damaged Kryo makes objects of classes that do not belong where they are
      text = Json.print(Json.object(
          "seq", answer.get("seq"), "answer", "error", "message", "answer cannot be printed: " + unprintable));
    }
    out.write((text + "\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  private static int once(String[] arguments, OutputStream out) throws IOException {
    Map<String, Object> request = Json.object("seq", "0", "cmd", arguments[1]);
    byte[] input = System.in.readAllBytes();
    request.put("in", Json.object("b64", Base64.getEncoder().encodeToString(input)));
    for (int i = 2; i + 1 < arguments.length; i += 2) {
      if (arguments[i].equals("--args")) {
        request.put("args", Json.parse(arguments[i + 1]));
      } else if (arguments[i].equals("--dir")) {
        request.put("in", Json.object("dir", arguments[i + 1]));
      }
    }
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
    try {
      dispatch(request, answer);
    } catch (Unsupported no) {
      answer.put("answer", "unsupported");
      answer.put("what", no.getMessage());
    } catch (TooMuch limit) {
      answer.put("answer", "limit");
      answer.put("what", limit.getMessage());
    } catch (Throwable thrown) {
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
    }
    return answer;
  }

  private static void dispatch(Map<?, ?> request, Map<String, Object> answer) throws Exception {
    Map<?, ?> args = request.get("args") instanceof Map<?, ?> given ? given : Map.of();
    String command = String.valueOf(request.get("cmd"));
    switch (command) {
      case "hello" -> value(answer, hello());
      case "bye" -> {
        value(answer, Map.of());
        answer.put("bye", true);
      }
      case "log.scan", "log.records", "log.reverse", "log.positions" -> {
        try (Scratch scratch = new Scratch()) {
          new LogReading(command, scratch.input(request)).run(answer);
        }
      }
      case "hfile.records" -> {
        try (Scratch scratch = new Scratch()) {
          value(answer, Shim.hfileRecords(scratch.input(request)));
        }
      }
      case "log.write" -> value(answer, LogWriting.write(args.get("write")));
      // not of the protocol: recipes of fixtures ask what several calls of one writer leave behind
      case "log.append" -> value(answer, LogWriting.append(
          (List<?>) args.get("appends"), Long.parseLong((String) args.get("threshold"))));
      case "log.merged" -> {
        try (Scratch scratch = new Scratch()) {
          value(answer, Merging.optional(
              "MergedScan", "run", new Class<?>[] {Path.class, Map.class}, scratch.input(request), args));
        }
      }
      case "table.slices" -> {
        try (Scratch scratch = new Scratch()) {
          value(answer, Merging.optional(
              "Slices", "run", new Class<?>[] {Path.class, Map.class}, scratch.folder, args));
        }
      }
      case "table.read" -> {
        try (Scratch scratch = new Scratch()) {
          value(answer, Merging.optional(
              "TableRead", "run", new Class<?>[] {Path.class, Map.class}, scratch.folderOrFile(request), args));
        }
      }
      case "timeline.list", "timeline.properties", "timeline.decode", "timeline.history", "archive.list",
          "archive.entries" -> {
        try (Scratch scratch = new Scratch()) {
          value(answer, Merging.optional(
              "Timelines", "answer", new Class<?>[] {String.class, Path.class, Map.class, Path.class},
              command, scratch.folderOrFile(request), args, scratch.folder));
        }
      }
      case "merge.reduce" -> value(answer, Merging.reduce(args));
      case "name.parse" -> value(answer, Names.parse(args.get("name")));
      case "name.order" -> value(answer, Names.order(args.get("names")));
      default -> throw new Unsupported("command " + command);
    }
  }

  private static void value(Map<String, Object> answer, Object value) {
    answer.put("answer", "value");
    answer.put("value", value);
  }

  private static List<String> commands() {
    List<String> all = new ArrayList<>(COMMANDS);
    all.addAll(Shim.MORE_COMMANDS);
    return all;
  }

  private static List<String> features() {
    List<String> all = new ArrayList<>(Shim.FEATURES);
    all.addAll(Merging.features());
    return all;
  }

  private static Map<String, Object> hello() {
    return Json.object(
        "protocol", 1,
        "name", "hudi-java",
        "version", Shim.VERSION,
        "language", "java",
        "homepage", "https://hudi.apache.org",
        "commands", commands(),
        "features", features(),
        "inputs", List.of("b64", "path", "dir"));
  }
}
