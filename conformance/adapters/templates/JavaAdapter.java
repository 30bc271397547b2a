// SPDX-License-Identifier: Apache-2.0
import com.google.gson.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.regex.*;

/**
 * A complete adapter to copy: it parses names of log files. JSON is Gson's, one jar.
 *
 * <pre>java -cp gson-2.10.1.jar JavaAdapter.java</pre>
 *
 * To make it yours: change HELLO, write one method a command, and list the method in COMMANDS.
 */
public final class JavaAdapter {
    interface Command {
        Object answer(byte[] data, Map<String, Object> args) throws Exception;
    }

    /** Throw this when the input breaks a rule. {@code at} is the byte offset of the field, or null. */
    static final class Refused extends RuntimeException {
        final String code;
        final Long at;
        final Object partial; // what was read before it, in the form of a value, or null
        Refused(String code, String message, Long at, Object partial) {
            super(message);
            this.code = code;
            this.at = at;
            this.partial = partial;
        }
    }

    static final Pattern NAME = Pattern.compile(
        "\\.([^._]+)_([^.]*)\\.(log|archive)\\.0*([0-9]{1,10})(?:_([0-9]+-[0-9]+-[0-9]+)(\\.cdc)?)?");

    /** Take the name of a log file apart; the value has the form that views.schema.json asks for. */
    static Object nameParse(byte[] data, Map<String, Object> args) {
        Matcher found = NAME.matcher((String) args.get("name"));
        if (!found.matches() || Long.parseLong(found.group(4)) > Integer.MAX_VALUE) {
            throw new Refused("bad-value", "not the name of a log file", null, null);
        }
        return map("file_id", found.group(1), "instant", found.group(2), "extension", found.group(3),
            "file_version", Integer.valueOf(found.group(4)), "write_token", found.group(5),
            "suffix", found.group(6) == null ? "" : found.group(6));
    }

    static final Map<String, Object> HELLO = map("protocol", 1, "name", "my-reader", "version", "0.1.0",
        "language", "java", "homepage", "https://example.org/my-reader", "commands", List.of("name.parse"),
        "features", List.of("file-name.cdc"), "inputs", List.of("b64", "path"));

    // command -> method(input bytes, arguments); other commands are answered `unsupported`
    static final Map<String, Command> COMMANDS = Map.of(
        "hello", (data, args) -> HELLO, "bye", (data, args) -> Map.of(), "name.parse", JavaAdapter::nameParse);

    static Map<String, Object> map(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }

    /** The answer to one request. Nothing escapes: what falls over is an `error`, never a dead process. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> answer(Map<String, Object> request) {
        Object seq = request.get("seq");
        Command command = COMMANDS.get(request.get("cmd"));
        if (command == null) {
            return map("seq", seq, "answer", "unsupported", "what", "command " + request.get("cmd"));
        }
        try {
            Map<String, String> in = (Map<String, String>) request.getOrDefault("in", Map.of());
            byte[] data = in.containsKey("path") ? Files.readAllBytes(Path.of(in.get("path")))
                : Base64.getDecoder().decode(in.getOrDefault("b64", ""));
            Map<String, Object> args = (Map<String, Object>) request.getOrDefault("args", Map.of());
            return map("seq", seq, "answer", "value", "value", command.answer(data, args));
        } catch (Refused no) {
            Map<String, Object> said = map("seq", seq, "answer", "reject", "code", no.code, "message", no.getMessage());
            if (no.at != null) said.put("at", Long.toString(no.at));
            if (no.partial != null) said.put("partial", no.partial);
            return said;
        } catch (OutOfMemoryError | StackOverflowError exhausted) {
            return map("seq", seq, "answer", "limit", "what", exhausted.toString());
        } catch (Exception broken) {
            return map("seq", seq, "answer", "error", "message", broken.toString());
        }
    }

    public static void main(String[] words) throws Exception {
        Gson gson = new GsonBuilder().serializeNulls().disableHtmlEscaping().create();
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null; ) {
            Map<String, Object> request = gson.fromJson(line, new com.google.gson.reflect.TypeToken<>() {});
            out.println(gson.toJson(answer(request))); // one line, sent at once
            if ("bye".equals(request.get("cmd"))) return;
        }
    }
}
