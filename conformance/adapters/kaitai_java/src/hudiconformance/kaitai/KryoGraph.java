// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import hudi_parsers.HudiDeleteKryo.KryoString;
import hudi_parsers.HudiDeleteKryo.ObjectMarker;
import hudi_parsers.HudiDeleteKryo.StringObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Objects and class names of one Kryo stream by their ids, in the order of their first bytes. */
final class KryoGraph {
    final List<String> names;
    private final String requirement;
    // the array itself is 0, and no field of an element may refer to it
    private final List<Object> objects = new ArrayList<>(List.of(new Object()));

    /** Text of Kryo, which may be null although the object is not. */
    record Text(String text) {
        Object canonical() {
            return text == null ? null : Texts.canonical(text);
        }
    }

    KryoGraph(String requirement, int numNames) {
        this.requirement = requirement;
        this.names = new ArrayList<>(Collections.nCopies(numNames, ""));
    }

    /** The id of an object that begins here. */
    int begin() {
        objects.add(null);
        return objects.size() - 1;
    }

    /** Sets the object, which may be referred to from here on. */
    void end(int number, Object value) {
        objects.set(number, value);
    }

    Text string(StringObject string, long pos) {
        if (string.marker().isNull()) {
            return new Text(null);
        }
        if (!string.marker().isNew()) {
            return referenced(string.marker(), Text.class, pos);
        }
        int own = begin();
        Text text = new Text(text(string.string()));
        if (text.text() != null) {
            end(own, text);
        }
        return text;
    }

    <T> T referenced(ObjectMarker marker, Class<T> type, long pos) {
        long id = marker.idReferred();
        if (id < 0 || id >= objects.size() || !type.isInstance(objects.get((int) id))) {
            String message = "reference to object " + id + ", which is not a complete object of this kind";
            throw new Reject("bad-reference", pos, requirement, message);
        }
        return type.cast(objects.get((int) id));
    }

    static String text(KryoString string) {
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
