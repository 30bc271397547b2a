// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import conformance.protocol.Json;
import io.kaitai.struct.KaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.BufferUnderflowException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Command grammar.tree: everything that a generated parser read, by the names of the grammar. */
final class Tree {
    private static final String PACKAGE = "hudi_parsers.";
    private static final Map<?, ?> FIELDS = fields();
    private static final Pattern FAILED = Pattern.compile("(/\\S+): at pos \\d+: .*", Pattern.DOTALL);

    private Tree() {}

    private static Map<?, ?> fields() {
        try (InputStream in = Tree.class.getResourceAsStream("/fields.json")) {
            Map<?, ?> table = (Map<?, ?>) Json.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            return (Map<?, ?>) table.get("types");
        } catch (IOException | Json.Malformed broken) {
            throw new IllegalStateException(broken);
        }
    }

    /** The tree of the bytes, or a rejection whose message is the path of the field, if it is known. */
    static Map<String, Object> parse(Source source, Map<?, ?> args) {
        if (!(args.get("grammar") instanceof String grammar) || !FIELDS.containsKey(camel(grammar))) {
            throw new IllegalArgumentException("no grammar " + args.get("grammar"));
        }
        List<?> params = args.get("params") instanceof List<?> given ? given : List.of();
        KaitaiStream stream = source.stream(0, source.size());
        try {
            Object tree = struct(construct(camel(grammar), stream, params));
            Map<String, Object> shown = new LinkedHashMap<>();
            shown.put("end", Long.toString(stream.pos()));
            shown.put("tree", tree);
            return shown;
        } catch (RuntimeException error) {
            if (!Grammar.isRefusal(error)) {
                throw error;
            }
            String message = String.valueOf(error.getMessage());
            Matcher failed = FAILED.matcher(message);
            boolean isEnd = error instanceof BufferUnderflowException;
            throw new Reject(isEnd ? "truncated" : "bad-value", null, null, failed.matches() ? failed.group(1) : message);
        }
    }

    private static String camel(String name) {
        StringBuilder camel = new StringBuilder();
        for (String part : name.split("_")) {
            camel.append(Character.toUpperCase(part.charAt(0))).append(part.substring(1));
        }
        return camel.toString();
    }

    private static KaitaiStruct construct(String name, KaitaiStream stream, List<?> params) {
        try {
            for (Constructor<?> constructor : Class.forName(PACKAGE + name).getConstructors()) {
                Class<?>[] types = constructor.getParameterTypes();
                if (types.length == 1 + params.size()) {
                    Object[] given = new Object[types.length];
                    given[0] = stream;
                    for (int i = 1; i < types.length; i++) {
                        Object param = params.get(i - 1);
                        boolean isInt = types[i] == int.class;
                        given[i] = param instanceof Number number ? (isInt ? (Object) number.intValue() : number.longValue()) : param;
                    }
                    return (KaitaiStruct) constructor.newInstance(given);
                }
            }
        } catch (InvocationTargetException thrown) {
            throw rethrown(thrown);
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException(broken);
        }
        throw new IllegalArgumentException(name + " does not take " + params.size() + " parameters");
    }

    private static RuntimeException rethrown(InvocationTargetException thrown) {
        if (thrown.getCause() instanceof Error error) {
            throw error;
        }
        return thrown.getCause() instanceof RuntimeException error ? error : new IllegalStateException(thrown.getCause());
    }

    private static Map<String, Object> struct(KaitaiStruct struct) {
        Map<String, Object> shown = new LinkedHashMap<>();
        String owner = struct.getClass().getName().substring(PACKAGE.length()).replace('$', '.');
        for (Object text : (List<?>) FIELDS.get(owner)) {
            String name = ((String) text).split(":")[0];
            String camel = camel(name);
            Object value;
            try {
                String method = Character.toLowerCase(camel.charAt(0)) + camel.substring(1);
                value = struct.getClass().getMethod(method).invoke(struct);
            } catch (InvocationTargetException thrown) {
                throw rethrown(thrown);
            } catch (ReflectiveOperationException broken) {
                throw new IllegalStateException(broken);
            }
            Object canonical = value == null ? null : canonical(value);
            if (canonical != null && !isZero(canonical)) {
                shown.put(name, canonical);
            }
        }
        return shown;
    }

    /** What is left out: not every language tells it from absent. */
    private static boolean isZero(Object shown) {
        return shown.equals(false) || shown.equals("0") || shown.equals("") || shown.equals(Map.of("$f8", "0".repeat(16)))
            || shown instanceof List<?> list && list.isEmpty();
    }

    private static Object canonical(Object value) {
        if (value instanceof Boolean) {
            return value;
        }
        if (value instanceof Float || value instanceof Double) {
            double number = ((Number) value).doubleValue();
            String digits = String.format("%016x", Double.doubleToRawLongBits(number));
            return Map.of("$f8", Double.isNaN(number) ? "NaN" : digits);
        }
        if (value instanceof Number number) {
            return Long.toString(number.longValue());
        }
        if (value instanceof Enum<?> enumerated) {
            return Long.toString(id(enumerated));
        }
        if (value instanceof String text) {
            return Texts.canonicalBytes(text.getBytes(StandardCharsets.UTF_8));
        }
        if (value instanceof byte[] bytes) {
            return Texts.canonicalBytes(bytes);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Tree::canonical).toList();
        }
        return struct((KaitaiStruct) value);
    }

    private static long id(Enum<?> value) {
        try {
            return ((Number) value.getClass().getMethod("id").invoke(value)).longValue();
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
