// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import conformance.protocol.Json;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Avro schema text to a decoder of its values, straight into canonical JSON.
 *
 * <p>Neither a schema nor a datum is trusted, and a refusal has to name the byte that is wrong: that is why no
 * general-purpose Avro library stands here.
 */
final class AvroSchema {
    private static final int MAX_DEPTH = 64; // nesting of types in a schema [limits.depth]
    private static final int MAX_TEXT = 1 << 22;
    private static final int MAX_PRECISION = 2400;
    private static final Map<String, Type> PRIMITIVES = Map.of(
        "null", new Type((data, depth) -> null, 0),
        "boolean", new Type((data, depth) -> decodeBoolean(data), 1),
        "int", new Type((data, depth) -> data.readInt(), 1),
        "long", new Type((data, depth) -> Long.toString(data.readLong()), 1),
        "float", new Type((data, depth) -> Numbers.canonical(Float.intBitsToFloat((int) littleEndian(data, 4, "float"))), 4),
        "double", new Type((data, depth) -> Numbers.canonical(Double.longBitsToDouble(littleEndian(data, 8, "double"))), 8),
        "bytes", new Type((data, depth) -> Texts.canonicalBytes(data.readBytes()), 1),
        "string", new Type((data, depth) -> Texts.canonical(data.readBytes()), 1));

    private final Map<String, Box> named = new HashMap<>();

    /** Reads one value and leaves the position behind it. */
    interface Decoder {
        Object decode(Datum data, int depth);
    }

    /** A decoder and the least number of bytes that a value takes. */
    record Type(Decoder decoder, long lenMin) {}

    /** Text that is not an Avro schema. */
    static final class SchemaError extends RuntimeException {
        private static final long serialVersionUID = 1L;

        SchemaError(String message) {
            super(message, null, false, false);
        }
    }

    /** A named type, which may be used before it is complete. */
    private static final class Box {
        private Decoder decoder;
        private long lenMin;
    }

    static Type parse(String text) {
        if (text.codePointCount(0, text.length()) > MAX_TEXT) {
            throw new SchemaError("a schema of " + text.length() + " characters");
        }
        Object tree;
        try {
            tree = Json.parse(text);
        } catch (Json.Malformed malformed) {
            throw new SchemaError("the schema is not JSON: " + malformed.getMessage());
        }
        return new AvroSchema().compile(tree, "", 0);
    }

    private Type compile(Object node, String namespace, int depth) {
        if (depth > MAX_DEPTH) {
            throw new SchemaError("the schema is nested deeper than " + MAX_DEPTH + " types");
        }
        if (node instanceof String name) {
            return reference(name, namespace);
        }
        if (node instanceof List<?> branches) {
            return union(branches, namespace, depth);
        }
        if (!(node instanceof Map<?, ?> type)) {
            throw new SchemaError("not a type");
        }
        if (!(type.get("type") instanceof String kind)) {
            throw new SchemaError("a type is named by text");
        }
        switch (kind) {
            case "record", "error":
                return record(type, namespace, depth);
            case "enum":
                return enumeration(type, namespace);
            case "fixed":
                return fixed(type, namespace);
            case "array":
                return array(compile(member(type, "items"), namespace, depth + 1));
            case "map":
                return map(compile(member(type, "values"), namespace, depth + 1));
            default:
                Type found = reference(kind, namespace);
                int scale = kind.equals("bytes") ? decimalScale(type, -1) : -1;
                return scale < 0 ? found
                    : new Type((data, level) -> Numbers.canonicalDecimal(data.readBytes(), scale), found.lenMin());
        }
    }

    private Type reference(String name, String namespace) {
        Type primitive = PRIMITIVES.get(name);
        if (primitive != null) {
            return primitive;
        }
        Box box = named.get(referenced(name, namespace));
        if (box == null) {
            throw new SchemaError("unknown type " + name);
        }
        return new Type((data, depth) -> box.decoder.decode(data, depth), box.lenMin);
    }

    /** The full name that a name means inside of a namespace, as far as such a type is known. */
    private String referenced(String name, String namespace) {
        String inside = namespace + "." + name;
        boolean isInside = !name.contains(".") && !namespace.isEmpty() && named.containsKey(inside);
        return isInside ? inside : name;
    }

    private Box define(Map<?, ?> type, String namespace) {
        Object own = type.get("namespace");
        if (!(type.get("name") instanceof String) || !(own == null || own instanceof String)) {
            throw new SchemaError("a named type without a name");
        }
        String full = fullName(type, namespace);
        if (PRIMITIVES.containsKey(full)) {
            throw new SchemaError(full + " is not the name of a type");
        }
        for (String part : full.split("\\.", -1)) {
            checkName(part);
        }
        Box box = new Box();
        if (named.putIfAbsent(full, box) != null) {
            throw new SchemaError("type " + full + " is defined twice");
        }
        return box;
    }

    private static String fullName(Map<?, ?> type, String namespace) {
        String name = (String) type.get("name");
        if (name.contains(".")) {
            return name;
        }
        Object own = type.containsKey("namespace") ? type.get("namespace") : namespace;
        return own == null || "".equals(own) ? name : own + "." + name;
    }

    private Type record(Map<?, ?> type, String namespace, int depth) {
        Box box = define(type, namespace);
        if (!(type.get("fields") instanceof List<?> fields)) {
            throw new SchemaError("a record has no list of fields");
        }
        String full = fullName(type, namespace);
        String inner = full.substring(0, Math.max(full.lastIndexOf('.'), 0));
        List<String> names = new ArrayList<>();
        List<Decoder> decoders = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        long lenMin = 0;
        long numZero = 0;
        for (Object each : fields) {
            if (!(each instanceof Map<?, ?> field) || !(field.get("name") instanceof String name)) {
                throw new SchemaError("a field without a name");
            }
            checkName(name);
            if (!seen.add(name)) {
                throw new SchemaError("field " + name + " twice");
            }
            Type found = compile(member(field, "type"), inner, depth + 1);
            names.add(name);
            decoders.add(found.decoder());
            lenMin = plus(lenMin, found.lenMin());
            numZero += found.lenMin() == 0 ? 1 : 0;
        }
        // fields of no bytes that the record's own bytes do not pay for [limits.count-zero-size]
        long weight = lenMin > numZero ? 0 : Math.max(0, numZero - 4 * lenMin);
        box.lenMin = lenMin;
        box.decoder = (data, level) -> {
            data.checkDepth(level);
            if (weight > 0) {
                data.spend(weight, data.pos);
            }
            Map<String, Object> row = new LinkedHashMap<>();
            for (int i = 0; i < names.size(); i++) {
                row.put(names.get(i), decoders.get(i).decode(data, level + 1));
            }
            return row;
        };
        return new Type(box.decoder, lenMin);
    }

    private Type enumeration(Map<?, ?> type, String namespace) {
        Box box = define(type, namespace);
        if (!(type.get("symbols") instanceof List<?> symbols)) {
            throw new SchemaError("an enum has no list of symbols");
        }
        for (Object symbol : symbols) {
            if (!(symbol instanceof String name)) {
                throw new SchemaError("a symbol that is not text");
            }
            checkName(name);
        }
        if (new HashSet<>(symbols).size() != symbols.size()) {
            throw new SchemaError("an enum has a symbol twice");
        }
        box.lenMin = 1;
        box.decoder = (data, depth) -> {
            int start = data.pos;
            int index = data.readInt();
            if (index < 0 || index >= symbols.size()) {
                throw data.refuse("schema-mismatch", start, "symbol " + index + " of " + symbols.size());
            }
            return symbols.get(index);
        };
        return new Type(box.decoder, 1);
    }

    private Type fixed(Map<?, ?> type, String namespace) {
        Box box = define(type, namespace);
        if (!isInteger(type.get("size")) || saturate((Number) type.get("size")) < 0) {
            throw new SchemaError("a fixed type has no size");
        }
        long length = saturate((Number) type.get("size"));
        int scale = decimalScale(type, length);
        box.lenMin = length;
        box.decoder = (data, depth) -> {
            byte[] bytes = data.take(length, data.pos, "fixed");
            return scale < 0 ? Texts.canonicalBytes(bytes) : Numbers.canonicalDecimal(bytes, scale);
        };
        return new Type(box.decoder, length);
    }

    private Type union(List<?> nodes, String namespace, int depth) {
        List<String> names = new ArrayList<>();
        List<Decoder> decoders = new ArrayList<>();
        long lenMin = Long.MAX_VALUE;
        for (Object node : nodes) {
            if (node instanceof List<?>) {
                throw new SchemaError("a union directly inside a union");
            }
            Type found = compile(node, namespace, depth + 1);
            String name = branchName(node instanceof String text && !PRIMITIVES.containsKey(text)
                ? referenced(text, namespace) : node, namespace);
            if (names.contains(name)) {
                throw new SchemaError("a union has " + name + " twice");
            }
            names.add(name);
            decoders.add(found.decoder());
            lenMin = Math.min(lenMin, found.lenMin());
        }
        boolean isOptional = names.size() == 2 && names.contains("null");
        return new Type((data, level) -> {
            int start = data.pos;
            long index = data.readLong();
            if (index < 0 || index >= names.size()) {
                throw data.refuse("schema-mismatch", start, "branch " + index + " of a union of " + names.size());
            }
            String name = names.get((int) index);
            if (name.equals("null")) {
                return null;
            }
            Object value = decoders.get((int) index).decode(data, level + 1);
            if (isOptional) {
                return value;
            }
            Map<String, Object> told = new LinkedHashMap<>();
            told.put(name, value);
            return told;
        }, plus(1, names.isEmpty() ? 0 : lenMin));
    }

    /** Name by which a union's branch is shown: the type's name, the full name of a named type. */
    private static String branchName(Object branch, String namespace) {
        if (branch instanceof Map<?, ?> type) {
            String kind = (String) type.get("type");
            return switch (kind) {
                case "record", "error", "enum", "fixed" -> fullName(type, namespace);
                default -> branchName(kind, namespace);
            };
        }
        String name = (String) branch;
        boolean isComplete = PRIMITIVES.containsKey(name) || name.equals("array") || name.equals("map")
            || name.contains(".") || namespace.isEmpty();
        return isComplete ? name : namespace + "." + name;
    }

    private static Type array(Type item) {
        return new Type((data, depth) -> {
            data.checkDepth(depth);
            List<Object> values = new ArrayList<>();
            for (long count; (count = data.readRun(item.lenMin())) > 0; ) {
                for (long i = 0; i < count; i++) {
                    values.add(item.decoder().decode(data, depth + 1));
                }
            }
            return values;
        }, 1);
    }

    private static Type map(Type value) {
        return new Type((data, depth) -> {
            data.checkDepth(depth);
            Map<String, Object> values = new LinkedHashMap<>();
            for (long count; (count = data.readRun(1)) > 0; ) {
                for (long i = 0; i < count; i++) {
                    String key = Texts.decodeReplacing(data.readBytes());
                    values.put(key, value.decoder().decode(data, depth + 1));
                }
            }
            return values;
        }, 1);
    }

    private static Object decodeBoolean(Datum data) {
        int start = data.pos;
        byte value = data.take(1, start, "boolean")[0];
        if (value != 0 && value != 1) {
            throw data.refuse("schema-mismatch", start, "byte " + (value & 0xff) + " is not a boolean");
        }
        return value == 1;
    }

    private static long littleEndian(Datum data, int size, String what) {
        byte[] bytes = data.take(size, data.pos, what);
        long number = 0;
        for (int i = size - 1; i >= 0; i--) {
            number = number << 8 | bytes[i] & 0xff;
        }
        return number;
    }

    private static Object member(Map<?, ?> type, String name) {
        if (!type.containsKey(name)) {
            throw new SchemaError("a type lacks " + name);
        }
        return type.get(name);
    }

    /** Letters, digits and underscores, no digit first; letters and digits of any script. */
    private static void checkName(String name) {
        boolean isName = !name.isEmpty() && !isDigit(name.codePointAt(0))
            && name.codePoints().allMatch(point -> point == '_' || isAlphanumeric(point));
        if (!isName) {
            throw new SchemaError(name + " is not a name");
        }
    }

    private static boolean isDigit(int point) {
        // superscripts and circled digits count as digits, other numbers do not
        return Character.getType(point) == Character.DECIMAL_DIGIT_NUMBER || "\u00b2\u00b3\u00b9".indexOf(point) >= 0;
    }

    private static boolean isAlphanumeric(int point) {
        return switch (Character.getType(point)) {
            case Character.UPPERCASE_LETTER, Character.LOWERCASE_LETTER, Character.TITLECASE_LETTER,
                Character.MODIFIER_LETTER, Character.OTHER_LETTER, Character.DECIMAL_DIGIT_NUMBER,
                Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
            default -> false;
        };
    }

    /** Scale of a valid decimal on bytes or fixed, -1 where there is none: Avro says to ignore invalid ones. */
    private static int decimalScale(Map<?, ?> type, long size) {
        if (!"decimal".equals(type.get("logicalType"))) {
            return -1;
        }
        Object scale = type.containsKey("scale") ? type.get("scale") : Long.valueOf(0);
        if (!isInteger(type.get("precision")) || !isInteger(scale)) {
            return -1;
        }
        long precision = saturate((Number) type.get("precision"));
        long decimals = saturate((Number) scale);
        boolean isValid = precision >= 1 && precision <= MAX_PRECISION && decimals >= 0 && decimals <= precision
            && (size < 0 || precision <= maxPrecision(size));
        return isValid ? (int) decimals : -1;
    }

    private static long maxPrecision(long size) {
        return size > MAX_PRECISION ? MAX_PRECISION : (long) Math.floor(Math.log10(2) * Math.max(8 * size - 1, 0));
    }

    private static boolean isInteger(Object node) {
        return node instanceof Long || node instanceof BigInteger;
    }

    /** An integer of JSON, or the bound of 64 bits that it is beyond. */
    private static long saturate(Number number) {
        if (number instanceof BigInteger large) {
            return large.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return number.longValue();
    }

    private static long plus(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }
}
