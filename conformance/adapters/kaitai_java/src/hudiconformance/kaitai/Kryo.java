// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import hudi_parsers.Checks.Check;
import hudi_parsers.HudiDeleteKryo;
import hudi_parsers.HudiDeleteKryo.KryoString;
import hudi_parsers.HudiDeleteKryo.ObjectMarker;
import hudi_parsers.HudiDeleteKryo.Ordering;
import hudi_parsers.HudiDeleteKryo.StringObject;
import io.kaitai.struct.KaitaiStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Delete payloads of content versions 1 and 2. Elements are the grammar's, what a reference means is here. */
final class Kryo {
    private static final int MAX_ELEMENT = 1 << 18; // bytes of one element that are followed
    private static final int LEN_ELEMENT_MIN = 3;
    private static final Map<String, Check> CHECKS = Grammar.checks("hudi_delete_kryo");

    private final Source source;
    private final long ofs;
    private final long end;
    private final int version;
    private final String requirement;
    private final Check other;
    // objects by id, in the order in which they began: the array is 0
    private final List<Object> objects = new ArrayList<>();

    /** Text of Kryo, which may be null although the object is not. */
    private record Text(String text) {
        Object canonical() {
            return text == null ? null : Texts.canonical(text);
        }
    }

    /** A key: both parts in canonical form. */
    private record Key(Object recordKey, Object partitionPath) {}

    /** An element in canonical form. */
    private record Deleted(Map<String, Object> shown) {}

    Kryo(Source source, long ofs, long end, int version) {
        this.source = source;
        this.ofs = ofs;
        this.end = end;
        this.version = version;
        this.requirement = version == 1 ? "log.delete.kryo-keys" : "log.delete.kryo-records";
        this.other = Grammar.structure("payload", "schema-mismatch", requirement);
    }

    List<Object> decode() {
        byte[] head = head();
        byte[] got = source.copy(ofs, Math.min(ofs + head.length, end));
        for (int i = 0; i < got.length; i++) {
            if (got[i] != head[i]) {
                throw new Reject("schema-mismatch", ofs, requirement, "no array of deleted keys");
            }
        }
        if (got.length < head.length) {
            throw new Reject("truncated", ofs, requirement, "no array of deleted keys");
        }
        KaitaiStream stream = source.stream(ofs + head.length, end);
        long num;
        try {
            num = new HudiDeleteKryo.VarintU4(stream).value() - 1;
        } catch (RuntimeException error) {
            throw Grammar.reject(error, CHECKS, other);
        }
        long pos = stream.pos();
        if (num < 0 || num * LEN_ELEMENT_MIN > end - pos) {
            String message = num + " elements in " + (end - pos) + " bytes";
            throw new Reject("count-too-large", ofs + head.length, requirement, message);
        }
        objects.add(new Object());
        List<Object> deletes = new ArrayList<>();
        for (long i = 0; i < num; i++) {
            long stop = Math.min(end, pos + MAX_ELEMENT);
            stream = source.stream(pos, stop);
            deletes.add(element(stream, i == 0, pos, stop));
            pos = stream.pos();
        }
        if (pos != end) {
            throw new Reject("trailing-bytes", pos, "log.delete.length", (end - pos) + " bytes after the array");
        }
        return deletes;
    }

    private byte[] head() {
        String name = version == 1 ? "HoodieKey" : "DeleteRecord";
        byte[] text = ("[Lorg.apache.hudi.common.model." + name + ";").getBytes(StandardCharsets.US_ASCII);
        text[text.length - 1] |= (byte) 0x80;
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        head.write(1);
        head.write(0);
        head.writeBytes(text);
        head.write(1);
        return head.toByteArray();
    }

    private Object element(KaitaiStream stream, boolean isFirst, long pos, long stop) {
        ObjectMarker marker;
        HudiDeleteKryo.Key key = null;
        HudiDeleteKryo.Record record = null;
        try {
            if (version == 1) {
                HudiDeleteKryo.KeyElement element = new HudiDeleteKryo.KeyElement(stream, isFirst);
                marker = element.marker();
                key = element.key();
            } else {
                HudiDeleteKryo.RecordElement element = new HudiDeleteKryo.RecordElement(stream, isFirst);
                marker = element.marker();
                record = element.record();
            }
        } catch (RuntimeException error) {
            Reject found = Grammar.reject(error, CHECKS, other);
            if (stop < end && stop - stream.pos() < MAX_ELEMENT / 2) {
                String message = "an element of more than " + MAX_ELEMENT + " bytes";
                throw new Reject("count-too-large", pos, "limits.allocation", message);
            }
            throw found;
        }
        if (marker.isNull()) {
            throw new Reject("schema-mismatch", pos, requirement, "null instead of a deleted key");
        }
        if (!marker.isNew()) {
            return referred(marker, Deleted.class, pos).shown();
        }
        int own = begin();
        Deleted deleted;
        if (version == 1) {
            Key found = key(key, pos);
            deleted = new Deleted(Deletes.canonical(found.recordKey(), found.partitionPath(), null));
        } else {
            Key found = keyObject(record, pos);
            deleted = new Deleted(
                Deletes.canonical(found.recordKey(), found.partitionPath(), ordering(record.ordering(), pos)));
        }
        objects.set(own, deleted);
        return deleted.shown();
    }

    private int begin() {
        objects.add(null);
        return objects.size() - 1;
    }

    private Key keyObject(HudiDeleteKryo.Record record, long pos) {
        ObjectMarker marker = record.keyMarker();
        if (marker.isNull()) {
            return new Key(null, null);
        }
        if (!marker.isNew()) {
            return referred(marker, Key.class, pos);
        }
        int own = begin();
        Key key = key(record.key(), pos);
        objects.set(own, key);
        return key;
    }

    private Key key(HudiDeleteKryo.Key key, long pos) {
        Object partitionPath = string(key.partitionPath(), pos).canonical();
        return new Key(string(key.recordKey(), pos).canonical(), partitionPath);
    }

    private Text string(StringObject string, long pos) {
        if (string.marker().isNull()) {
            return new Text(null);
        }
        if (!string.marker().isNew()) {
            return referred(string.marker(), Text.class, pos);
        }
        int own = begin();
        Text text = new Text(text(string.string()));
        if (text.text() != null) {
            objects.set(own, text);
        }
        return text;
    }

    private Object ordering(Ordering ordering, long pos) {
        return switch (ordering.valueClass()) {
            case NONE -> null;
            case STRING -> {
                Text text = string((StringObject) ordering.value(), pos);
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

    private <T> T referred(ObjectMarker marker, Class<T> type, long pos) {
        long id = marker.idReferred();
        if (id < 0 || id >= objects.size() || !type.isInstance(objects.get((int) id))) {
            String message = "reference to object " + id + ", which is not one that fits and has ended";
            throw new Reject("bad-reference", pos, requirement, message);
        }
        return type.cast(objects.get((int) id));
    }

    private static String text(KryoString string) {
        if (string.first() < 128) {
            StringBuilder built = new StringBuilder();
            built.append((char) string.first());
            string.asciiRest().forEach(code -> built.append((char) (code & 0x7f)));
            return built.toString();
        }
        if (string.isNull()) {
            return null;
        }
        StringBuilder built = new StringBuilder();
        string.units().forEach(unit -> built.append((char) (int) unit.value()));
        return built.toString();
    }
}
