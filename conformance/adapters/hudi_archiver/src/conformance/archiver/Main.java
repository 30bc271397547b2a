// SPDX-License-Identifier: Apache-2.0
package conformance.archiver;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The adapter protocol: one JSON object a line on stdin, one answer a line on stdout. */
public final class Main {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_TRACE = 4000;

  static {
    JSON.getFactory().configure(JsonGenerator.Feature.ESCAPE_NON_ASCII, true);
  }

  private Main() {}

  public static void main(String[] arguments) throws IOException {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err); // stdout belongs to the protocol, whatever a library prints
    if (arguments.length > 0) {
      System.err.println("usage: ADAPTER, which reads questions from stdin");
      System.exit(2);
    }
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8), 1 << 16);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.isBlank()) {
        continue;
      }
      Map<?, ?> request = JSON.readValue(line, Map.class);
      out.write((JSON.writeValueAsString(answer(request)) + "\n").getBytes(StandardCharsets.US_ASCII));
      out.flush();
      if ("bye".equals(request.get("cmd"))) {
        break;
      }
    }
    System.exit(0);
  }

  /** A map with these keys and values, in order. */
  static Map<String, Object> object(Object... pairs) {
    Map<String, Object> made = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      made.put((String) pairs[i], pairs[i + 1]);
    }
    return made;
  }

  /** The object below a key, empty where there is none. */
  static Map<?, ?> object(Map<?, ?> given, String key) {
    return given.get(key) instanceof Map<?, ?> found ? found : Map.of();
  }

  /** The texts below a key, empty where there are none. */
  static List<String> texts(Map<?, ?> given, String key) {
    return given.get(key) instanceof List<?> found ? found.stream().map(String::valueOf).toList() : List.of();
  }

  private static Map<String, Object> answer(Map<?, ?> request) {
    Map<String, Object> answer = object("seq", request.get("seq"));
    try {
      Object value = dispatch(request);
      answer.put("answer", value == null ? "unsupported" : "value");
      answer.put(value == null ? "what" : "value", value == null ? "this question" : value);
    } catch (Throwable thrown) {
      boolean reject = isDeliberate(thrown);
      answer.put("answer", reject ? "reject" : "error");
      if (reject) {
        answer.put("code", "unspecified");
      }
      answer.put("message", describe(thrown));
      if (!reject) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace, true));
        answer.put("trace", trace.getBuffer().substring(0, Math.min(MAX_TRACE, trace.getBuffer().length())));
      }
    }
    return answer;
  }

  /** Answer of a command, null where it cannot be asked. */
  private static Object dispatch(Map<?, ?> request) throws Exception {
    Map<?, ?> args = object(request, "args");
    String command = String.valueOf(request.get("cmd"));
    if (command.equals("hello")) {
      return hello();
    }
    if (command.equals("bye")) {
      return Map.of();
    }
    if (!Release.COMMANDS.contains(command) || !Release.LINE.equals(args.get("line"))) {
      return null;
    }
    Path scratch = Files.createTempDirectory("hudi-archiver-").toRealPath();
    try {
      if (command.equals("archive.recover")) {
        Path given = Path.of(String.valueOf(object(request, "in").get("dir")));
        WatchedFiles.mount(given);
        return Release.recover(given, args);
      }
      WatchedFiles.mount(scratch);
      return switch (command) {
        case "archive.plan" -> new PlanRun(scratch, args).run();
        case "archive.crash" -> new PlanRun(scratch, args).crash(((Number) args.get("stop_after")).longValue());
        default -> Release.mergePlan(scratch, args);
      };
    } finally {
      delete(scratch);
    }
  }

  private static Map<String, Object> hello() {
    return object(
        "protocol", 1, "name", "hudi-archiver", "version", Release.VERSION, "language", "java",
        "homepage", "https://hudi.apache.org",
        "commands", Release.COMMANDS.stream().filter(name -> !name.equals("archive.crash")).toList(),
        "features", List.of("archive.line." + Release.LINE), "inputs", List.of("dir"));
  }

  /** A refusal is what code throws on purpose; what the virtual machine throws is an accident. */
  private static boolean isDeliberate(Throwable thrown) {
    if (thrown instanceof NumberFormatException) {
      return false;
    }
    return thrown instanceof IllegalArgumentException || thrown instanceof IOException
        || thrown instanceof IllegalStateException || thrown.getClass().getName().startsWith("org.apache.hudi.");
  }

  private static String describe(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    Throwable link = thrown;
    for (int depth = 0; link != null && depth < 4; depth++, link = link.getCause()) {
      text.append(depth == 0 ? "" : " <- ").append(link.getClass().getSimpleName());
      text.append(": ").append(link.getMessage());
    }
    return text.toString().replace('\n', ' ');
  }

  private static void delete(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(folder)) {
      walk.forEach(found::add);
    }
    for (int i = found.size() - 1; i >= 0; i--) {
      Files.deleteIfExists(found.get(i));
    }
  }
}
