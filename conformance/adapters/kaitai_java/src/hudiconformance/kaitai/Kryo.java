// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import hudi_parsers.Checks.Check;
import hudi_parsers.HudiDeleteKryo;
import hudi_parsers.HudiDeleteKryo.ObjectMarker;
import io.kaitai.struct.KaitaiStream;
import java.nio.BufferUnderflowException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Delete payloads of content versions 1 and 2. Elements are the grammar's; references to earlier objects and
 * classes by name, whose bytes depend on what was seen before, are resolved here.
 */
final class Kryo {
    private static final int MAX_ELEMENT = 1 << 18; // bytes of one element that are followed
    private static final int LEN_ELEMENT_MIN = 3;
    private static final Map<String, Check> CHECKS = Grammar.checks("hudi_delete_kryo");
    private static final String PACKAGE = "org.apache.hudi.common.model.";

    private final Source source;
    private final long ofs;
    private final long end;
    private final int version;
    private final String requirement;
    private final Check other;
    private final KryoGraph graph;

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
        // ids of names: the array, its elements and, of version 2, their keys come first
        this.graph = new KryoGraph(requirement, version + 1);
    }

    List<Object> decode() {
        byte[] head = bytes(new byte[] {1, 0}, name("[L" + PACKAGE + type() + ";"), new byte[] {1});
        byte[] got = source.copy(ofs, Math.min(ofs + head.length, end));
        if (!Arrays.equals(got, head)) {
            boolean isStart = Arrays.equals(got, Arrays.copyOf(head, got.length));
            throw new Reject(isStart ? "truncated" : "schema-mismatch", ofs, requirement, "no array of deleted keys");
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
        List<Object> deletes = new ArrayList<>();
        for (long i = 0; i < num; i++) {
            long stop = Math.min(end, pos + MAX_ELEMENT);
            stream = source.stream(pos, stop);
            try {
                deletes.add(element(stream, i == 0));
            } catch (RuntimeException error) {
                if (!Grammar.isRefusal(error)) {
                    throw error;
                }
                Reject found = Grammar.reject(error, CHECKS, other);
                if (stop < end && found.code.equals("truncated")) {
                    String message = "an element of more than " + MAX_ELEMENT + " bytes";
                    throw new Reject("count-too-large", pos, "limits.allocation", message);
                }
                throw found;
            }
            pos = stream.pos();
        }
        if (pos != end) {
            throw new Reject("trailing-bytes", pos, "log.delete.length", (end - pos) + " bytes after the array");
        }
        return deletes;
    }

    private String type() {
        return version == 1 ? "HoodieKey" : "DeleteRecord";
    }

    /** Text of Kryo that is ASCII: bit 7 ends it. */
    private static byte[] name(String name) {
        byte[] text = name.getBytes(StandardCharsets.US_ASCII);
        text[text.length - 1] |= (byte) 0x80;
        return text;
    }

    private static byte[] bytes(byte[]... parts) {
        int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        byte[] all = new byte[length];
        int pos = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, pos, part.length);
            pos += part.length;
        }
        return all;
    }

    /** The class of an object, by number and name id, and by its name where that is due. */
    private void expect(KaitaiStream stream, int id, String type, boolean isNamed) {
        byte[] number = {1, (byte) id};
        byte[] expected = isNamed ? bytes(number, name(PACKAGE + type)) : number;
        long pos = stream.pos();
        if (stream.size() - pos < expected.length) {
            throw new BufferUnderflowException();
        }
        if (!Arrays.equals(stream.readBytes(expected.length), expected)) {
            throw new Reject("schema-mismatch", pos, requirement, "another class where " + type + " is due");
        }
    }

    private Object element(KaitaiStream stream, boolean isFirst) {
        long pos = stream.pos();
        expect(stream, 1, type(), isFirst);
        ObjectMarker marker = new ObjectMarker(stream);
        if (marker.isNull()) {
            throw new Reject("schema-mismatch", pos, KryoValues.NULL_RULE, "a null marker behind the class of an element");
        }
        if (!marker.isNew()) {
            return graph.referenced(marker, Deleted.class, pos).shown();
        }
        int own = graph.begin();
        Deleted deleted;
        if (version == 1) {
            // elements of version 1 are keys, those of version 2 hold one
            Key key = key(new HudiDeleteKryo.Key(stream), pos);
            deleted = new Deleted(Deletes.canonical(key.recordKey(), key.partitionPath(), null));
        } else {
            expect(stream, 2, "HoodieKey", isFirst);
            Key key = keyObject(stream, pos);
            Object ordering = new KryoValues(stream, graph).ordering();
            deleted = new Deleted(Deletes.canonical(key.recordKey(), key.partitionPath(), ordering));
        }
        graph.end(own, deleted);
        return deleted.shown();
    }

    private Key keyObject(KaitaiStream stream, long pos) {
        ObjectMarker marker = new ObjectMarker(stream);
        if (marker.isNull()) {
            throw new Reject("schema-mismatch", pos, KryoValues.NULL_RULE, "a null marker behind the class of a key");
        }
        if (!marker.isNew()) {
            return graph.referenced(marker, Key.class, pos);
        }
        int own = graph.begin();
        Key key = key(new HudiDeleteKryo.Key(stream), pos);
        graph.end(own, key);
        return key;
    }

    private Key key(HudiDeleteKryo.Key key, long pos) {
        Object partitionPath = graph.string(key.partitionPath(), pos).canonical();
        return new Key(graph.string(key.recordKey(), pos).canonical(), partitionPath);
    }
}
