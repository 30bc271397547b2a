// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Adapter of the generated Java parsers: JSON lines on the standard streams, or {@code --once CMD} with the
 * bytes of a file on standard input.
 */
public final class Main {
    private static final String NAME = "kaitai-java";
    private static final List<String> COMMANDS =
        List.of("grammar.tree", "log.positions", "log.records", "log.reverse", "log.salvage", "log.scan");
    private static final List<String> FEATURES = List.of(
        "content.avro", "content.cdc", "content.delete.v1", "content.delete.v2", "content.delete.v3",
        "header-key.4", "header-key.5", "header-key.6", "header-key.7", "header-key.8", "ordering.array");

    private String suite = "";

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false, StandardCharsets.US_ASCII);
        System.setOut(System.err); // the protocol's stream stays ours
        boolean hasArgs = arguments.length == 4 && arguments[2].equals("--args");
        if ((arguments.length == 2 || hasArgs) && arguments[0].equals("--once")) {
            System.exit(once(arguments[1], hasArgs ? Json.parse(arguments[3]) : Map.of(), out));
        }
        if (arguments.length > 0) {
            System.err.println("usage: " + NAME + " [--once CMD [--args JSON]]");
            System.exit(2);
        }
        new Main().serve(out);
    }

    private static int once(String command, Object args, PrintStream out) throws IOException {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("cmd", command);
        request.put("args", args);
        if (COMMANDS.contains(command)) {
            byte[] bytes = System.in.readAllBytes();
            request.put("in", Map.of("b64", Base64.getEncoder().encodeToString(bytes)));
        }
        Map<String, Object> response = new Main().answer(request);
        out.println(Json.print(response));
        out.flush();
        return switch ((String) response.get("answer")) {
            case "value" -> 0;
            case "reject" -> 1;
            case "unsupported" -> 3;
            case "limit" -> 4;
            default -> 5;
        };
    }

    private void serve(PrintStream out) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null; ) {
            if (line.isBlank()) {
                continue;
            }
            Map<?, ?> request = Map.of();
            String printed;
            try {
                if (!(Json.parse(line) instanceof Map<?, ?> object)) {
                    throw new Json.Malformed("no object");
                }
                request = object;
                printed = Json.print(answer(request));
            } catch (Json.Malformed malformed) {
                printed = Json.print(error(request, "request is not JSON: " + malformed.getMessage()));
            } catch (OutOfMemoryError | StackOverflowError exhausted) {
                printed = Json.print(limit(request, exhausted.toString()));
            }
            out.println(printed);
            out.flush();
            if ("bye".equals(request.get("cmd"))) {
                return;
            }
        }
    }

    private static Map<String, Object> begin(Map<?, ?> request) {
        Map<String, Object> response = new LinkedHashMap<>();
        response.put("seq", request.get("seq") instanceof String seq ? seq : "0");
        return response;
    }

    private static Map<String, Object> limit(Map<?, ?> request, String what) {
        Map<String, Object> response = begin(request);
        response.put("answer", "limit");
        response.put("what", what);
        return response;
    }

    private static Map<String, Object> error(Map<?, ?> request, String message) {
        Map<String, Object> response = begin(request);
        response.put("answer", "error");
        response.put("message", message);
        return response;
    }

    private Map<String, Object> answer(Map<?, ?> request) {
        Map<String, Object> response = begin(request);
        try {
            dispatch(request, response);
        } catch (LimitExceeded limit) {
            return limit(request, limit.getMessage());
        } catch (OutOfMemoryError | StackOverflowError exhausted) {
            return limit(request, exhausted.toString());
        } catch (Contents.Unsupported unsupported) {
            response.put("answer", "unsupported");
            response.put("what", unsupported.getMessage());
        } catch (IOException | RuntimeException error) {
            StringWriter trace = new StringWriter();
            error.printStackTrace(new PrintWriter(trace));
            response = error(request, error.toString());
            response.put("trace", trace.toString());
        }
        return response;
    }

    private void dispatch(Map<?, ?> request, Map<String, Object> response) throws IOException {
        String command = request.get("cmd") instanceof String text ? text : "";
        if (command.equals("hello")) {
            suite = request.get("suite") instanceof String version ? version : "";
            response.put("answer", "value");
            response.put("value", hello());
        } else if (command.equals("bye")) {
            response.put("answer", "value");
            response.put("value", Map.of());
        } else if (COMMANDS.contains(command)) {
            Source source = open(request.get("in"));
            if (command.equals("grammar.tree")) {
                tree(source, request.get("args") instanceof Map<?, ?> args ? args : Map.of(), response);
            } else {
                run(command, source, response);
            }
        } else {
            response.put("answer", "unsupported");
            response.put("what", "command " + command);
        }
    }

    private Map<String, Object> hello() {
        Map<String, Object> hello = new LinkedHashMap<>();
        hello.put("protocol", 1);
        hello.put("name", NAME);
        hello.put("version", suite);
        hello.put("language", "java");
        hello.put("homepage", "");
        hello.put("commands", COMMANDS);
        hello.put("features", FEATURES);
        hello.put("inputs", List.of("b64", "path"));
        return hello;
    }

    private static Source open(Object input) throws IOException {
        if (input instanceof Map<?, ?> form) {
            if (form.get("b64") instanceof String text) {
                return new Source(Base64.getDecoder().decode(text));
            }
            if (form.get("path") instanceof String path) {
                return Source.open(Path.of(path));
            }
        }
        throw new IllegalArgumentException("the request has no input");
    }

    private static void tree(Source source, Map<?, ?> args, Map<String, Object> response) {
        try {
            response.put("value", Tree.parse(source, args));
            response.put("answer", "value");
        } catch (Reject rejection) {
            response.put("answer", "reject");
            response.put("code", rejection.code);
            response.put("message", rejection.getMessage());
        }
    }

    private static void run(String command, Source source, Map<String, Object> response) {
        LogScan.Result scan = switch (command) {
            case "log.reverse" -> Recovery.reverse(source);
            case "log.salvage" -> new LogScan.Result(Recovery.salvage(source), null);
            default -> LogScan.scan(source);
        };
        Contents contents = new Contents(source);
        Function<LogBlock, Object> show = switch (command) {
            case "log.records" -> contents::records;
            case "log.positions" -> Contents::positions;
            default -> LogBlock::canonical;
        };
        List<Object> blocks = new ArrayList<>();
        scan.blocks().forEach(block -> blocks.add(show.apply(block)));
        Reject rejection = scan.rejection();
        if (rejection == null) {
            response.put("answer", "value");
            response.put("value", Map.of("blocks", blocks));
            return;
        }
        response.put("answer", "reject");
        response.put("code", rejection.code);
        if (rejection.at != null) {
            response.put("at", Long.toString(rejection.at));
        }
        response.put("message", rejection.getMessage());
        response.put("requirement", rejection.requirement);
        response.put("partial", Map.of("blocks", blocks));
    }
}
