// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import hudi_parsers.HudiDeleteKryo;
import hudi_parsers.HudiDeleteKryo.ObjectMarker;
import hudi_parsers.HudiDeleteKryo.Ordering;
import hudi_parsers.HudiDeleteKryo.StringObject;
import hudiconformance.kaitai.KryoGraph.Text;
import io.kaitai.struct.KaitaiStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Map;

/**
 * The ordering value of a Kryo delete: classes that Kryo numbers by itself, the text class of Avro by the
 * numbers of its releases, and those that carry the name of their class.
 */
final class KryoValues {
    static final String NULL_RULE = "log.delete.kryo-null";
    private static final String REQUIREMENT = "log.delete.kryo-names";
    private static final int MAX_UNSCALED = 1024; // bytes of a number whose digits are computed
    private static final int MAX_SCALE = 1024;
    private static final int BY_NAME = 1;
    private static final int BYTE = 6;
    private static final int SHORT = 8;
    private static final int UTF8_OF_012 = 12;
    private static final int UTF8_OF_013 = 29;
    private static final long MS_PER_DAY = 86_400_000;
    private static final long MAX_SECOND = 31_556_889_864_403_199L; // of java.time.Instant

    private final KaitaiStream stream;
    private final KryoGraph graph;

    /** An ordering value in canonical form. */
    private record Value(Map<String, Object> shown) {
        Value(String type, Object value) {
            this(Deletes.canonicalOrdering(type, value));
        }
    }

    /** The bytes of a buffer, which another may refer to. */
    private record Raw(byte[] bytes) {}

    @FunctionalInterface
    private interface Form {
        Value read();
    }

    KryoValues(KaitaiStream stream, KryoGraph graph) {
        this.stream = stream;
        this.graph = graph;
    }

    /** The value at the position of the stream, in canonical form, or null. */
    Object ordering() {
        long pos = stream.pos();
        switch (stream.readU1()) {
            case BY_NAME:
                return named();
            case UTF8_OF_012, UTF8_OF_013:
                return object(() -> new Value("string", Texts.canonical(counted(Integer.MAX_VALUE))), pos);
            case BYTE:
                return Deletes.canonicalOrdering("int", (int) stream.readS1());
            case SHORT:
                return Deletes.canonicalOrdering("int", (int) stream.readS2be());
            default:
                stream.seek(pos);
                return numbered(new Ordering(stream), pos);
        }
    }

    private Object numbered(Ordering ordering, long pos) {
        return switch (ordering.valueClass()) {
            case NONE -> null;
            case STRING -> {
                Text text = graph.string((StringObject) ordering.value(), pos);
                yield text.text() == null ? null : Deletes.canonicalOrdering("string", text.canonical());
            }
            case INT -> Deletes.canonicalOrdering("int", ((HudiDeleteKryo.VarintS4) ordering.value()).value());
            case LONG -> Deletes.canonicalOrdering(
                "long", Long.toString(((HudiDeleteKryo.VarintS8) ordering.value()).value()));
            case FLOAT -> Deletes.canonicalOrdering(
                "float", Numbers.canonical(((HudiDeleteKryo.KryoFloat) ordering.value()).value()));
            case DOUBLE -> Deletes.canonicalOrdering(
                "double", Numbers.canonical(((HudiDeleteKryo.KryoDouble) ordering.value()).value()));
            case BOOLEAN -> Deletes.canonicalOrdering(
                "boolean", ((HudiDeleteKryo.KryoBoolean) ordering.value()).value() == 1);
        };
    }

    private Object named() {
        long pos = stream.pos();
        long number = new HudiDeleteKryo.VarintU4(stream).value();
        int known = graph.names.size();
        if (number > known) {
            String message = "class of name " + number + " where " + known + " names are known";
            throw new Reject("bad-reference", pos, REQUIREMENT, message);
        }
        if (number == known) {
            pos = stream.pos();
            String name = KryoGraph.text(new HudiDeleteKryo.KryoString(stream));
            graph.names.add(name == null ? "" : name);
        }
        String name = graph.names.get((int) number);
        Form form = switch (name) {
            case "java.math.BigDecimal" -> this::bigDecimal;
            case "java.math.BigInteger" -> () -> new Value("decimal", integer().toString());
            case "java.nio.HeapByteBuffer" -> this::heapBuffer;
            case "java.sql.Date" -> this::sqlDate;
            case "java.sql.Timestamp", "java.util.Date" -> () -> micros(positive(), 1000, 0);
            case "java.time.Instant" -> this::instant;
            case "java.time.LocalDate" -> this::localDate;
            default -> throw new Reject("bad-type", pos, REQUIREMENT, "an ordering value of another class");
        };
        return object(form, pos);
    }

    private Object object(Form form, long pos) {
        ObjectMarker marker = new ObjectMarker(stream);
        if (marker.isNull()) {
            throw new Reject("schema-mismatch", pos, NULL_RULE, "a null marker behind the class of an ordering value");
        }
        if (!marker.isNew()) {
            return graph.referenced(marker, Value.class, pos).shown();
        }
        int own = graph.begin();
        Value value = form.read();
        graph.end(own, value);
        return value.shown();
    }

    private static Reject invalid(long at, String message) {
        return new Reject("bad-value", at, REQUIREMENT, message);
    }

    /** Bytes behind their number plus 1; 0 would be null. */
    private byte[] counted(int limit) {
        long pos = stream.pos();
        long size = new HudiDeleteKryo.VarintU4(stream).value() - 1;
        if (size < 0) {
            throw invalid(pos, "null where bytes are due");
        }
        if (size > limit) {
            throw new Reject("count-too-large", pos, "limits.allocation", "a number of " + size + " bytes");
        }
        if (size > stream.size() - stream.pos()) {
            throw new BufferUnderflowException();
        }
        return stream.readBytes(size);
    }

    private BigInteger integer() {
        long pos = stream.pos();
        byte[] raw = counted(MAX_UNSCALED);
        if (raw.length == 0) {
            throw invalid(pos, "an integer of no bytes");
        }
        return new BigInteger(raw);
    }

    private Value bigDecimal() {
        BigInteger unscaled = integer();
        long pos = stream.pos();
        int scale = int4();
        if (scale > MAX_SCALE || scale < -MAX_SCALE) {
            throw new Reject("bad-value", pos, "limits.allocation", "a decimal of scale " + scale);
        }
        return new Value("decimal", new BigDecimal(unscaled, scale).toPlainString());
    }

    /** A long that Kryo writes without zigzag, as points in time: negative ones take nine bytes. */
    private long positive() {
        long number = new HudiDeleteKryo.VarintS8(stream).value();
        return number << 1 ^ number >> 63;
    }

    private int int4() {
        return new HudiDeleteKryo.VarintS4(stream).value();
    }

    private static Value micros(long number, long factor, long rest) {
        BigInteger micros = BigInteger.valueOf(number).multiply(BigInteger.valueOf(factor));
        return new Value("timestamp-micros", micros.add(BigInteger.valueOf(rest)).toString());
    }

    private Value sqlDate() {
        long pos = stream.pos();
        long number = positive();
        if (number % MS_PER_DAY != 0) {
            // midnight of the writer's time zone, which is not in the file
            throw invalid(pos, "a day by its " + number + " milliseconds, which are no midnight of UTC");
        }
        return new Value("date", number / MS_PER_DAY);
    }

    private Value localDate() {
        long pos = stream.pos();
        int year = (int) (long) new HudiDeleteKryo.VarintU4(stream).value();
        int month = stream.readU1();
        int day = stream.readU1();
        try {
            return new Value("date", LocalDate.of(year, month, day).toEpochDay());
        } catch (DateTimeException absent) {
            throw invalid(pos, "no day: " + year + "-" + month + "-" + day);
        }
    }

    private Value instant() {
        long pos = stream.pos();
        long second = positive();
        long nano = new HudiDeleteKryo.VarintU4(stream).value();
        if (second > MAX_SECOND || second < -MAX_SECOND || nano >= 1_000_000_000) {
            throw invalid(pos, "no point in time: " + second + " seconds and " + nano + " nanoseconds");
        }
        return micros(second, 1_000_000, nano / 1000);
    }

    /**
     * A HeapByteBuffer by its fields in alphabetical order, and what lies between position and limit. Java has
     * had a field more, "segment", since 14: null, which no class marker of a next element is.
     */
    private Value heapBuffer() {
        long pos = stream.pos();
        positive(); // address
        flag(); // bigEndian
        int capacity = int4();
        ObjectMarker marker = new ObjectMarker(stream);
        byte[] data;
        if (marker.isNew()) {
            int own = graph.begin();
            data = counted(Integer.MAX_VALUE);
            graph.end(own, new Raw(data));
        } else {
            data = graph.referenced(marker, Raw.class, pos).bytes();
        }
        flag(); // isReadOnly
        int limit = int4();
        int4(); // mark
        flag(); // nativeByteOrder
        int offset = int4();
        int position = int4();
        boolean isInside = 0 <= position && position <= limit && limit <= capacity;
        if (!isInside || offset < 0 || offset > data.length - limit) {
            throw invalid(pos, "no buffer in " + data.length + " bytes");
        }
        if (!stream.isEof() && stream.readU1() != 0) {
            stream.seek(stream.pos() - 1);
        }
        byte[] shown = Arrays.copyOfRange(data, offset + position, offset + limit);
        return new Value("bytes", Texts.canonicalBytes(shown));
    }

    private void flag() {
        long pos = stream.pos();
        if (stream.readU1() > 1) {
            throw invalid(pos, "a boolean that is neither 0 nor 1");
        }
    }
}
