// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import conformance.protocol.Adapter;
import conformance.protocol.LimitExceeded;
import conformance.protocol.Server;
import conformance.protocol.Unsupported;
import conformance.protocol.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Adapter of the generated Java parsers. */
public final class Main implements Adapter {
    private static final String NAME = "kaitai-java";
    private static final List<String> COMMANDS =
        List.of("grammar.tree", "log.positions", "log.records", "log.reverse", "log.salvage", "log.scan");
    private static final List<String> FEATURES = List.of(
        "content.avro", "content.cdc", "content.delete.v1", "content.delete.v2", "content.delete.v3",
        "header-key.4", "header-key.5", "header-key.6", "header-key.7", "header-key.8", "ordering.array");

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        Server.run(arguments, new Main());
    }

    @Override
    public Map<String, Object> hello(String suite) {
        return Adapter.description(NAME, suite, "", COMMANDS, FEATURES, List.of("b64", "path"));
    }

    @Override
    public void answer(String command, Map<?, ?> request, Map<String, Object> answer) throws IOException {
        if (!COMMANDS.contains(command)) {
            throw new Unsupported("command " + command);
        }
        try {
            Source source = open(request.get("in"));
            if (command.equals("grammar.tree")) {
                tree(source, Adapter.args(request), answer);
            } else {
                run(command, source, answer);
            }
        } catch (OutOfMemoryError | StackOverflowError exhausted) {
            throw new LimitExceeded(exhausted.toString());
        }
    }

    /** Refusals are answered where they come up: what arrives here is a defect of this program. */
    @Override
    public Verdict verdict(Throwable thrown) {
        return new Verdict(false, null, thrown.toString(), thrown);
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
            Adapter.putValue(response, Tree.parse(source, args));
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
            Adapter.putValue(response, Map.of("blocks", blocks));
            List<Object> findings = contents.findings();
            if (!findings.isEmpty()) {
                response.put("findings", findings);
            }
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
