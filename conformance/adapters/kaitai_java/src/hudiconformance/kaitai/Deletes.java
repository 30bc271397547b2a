// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import hudi_parsers.AvroLong;
import hudi_parsers.Checks.Check;
import hudi_parsers.HudiDeleteRecordList;
import hudi_parsers.HudiDeleteRecordList.OptionalString;
import hudi_parsers.HudiDeleteRecordList.OrderingArray;
import io.kaitai.struct.KaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Content of delete blocks: a version, a length, and a payload whose serialization the version decides. */
final class Deletes {
    private static final int LEN_HEAD = 8;
    private static final int LEN_RECORD_MIN = 3;
    private static final int MAX_UNSCALED = 1024;
    private static final int DECIMAL_SCALE = 15;
    private static final String[] BRANCHES = {
        null, "boolean", "int", "long", "float", "double", "bytes", "string", "date", "decimal",
        "time-micros", "timestamp-micros", "array",
    };
    private static final Check OTHER = Grammar.structure("payload", "schema-mismatch", "log.delete.form");
    private static final AvroSchema.Type LIST = AvroSchema.parse(listSchema());

    private Deletes() {}

    /** The deleted keys in canonical form. */
    static List<Object> decode(Source source, long ofs, long end) {
        if (end - ofs < LEN_HEAD) {
            throw new Reject("truncated", ofs, "log.delete.form", "no room for version and length");
        }
        int version = source.s4(ofs);
        if (version < 1 || version > 3) {
            throw new Reject("bad-version", ofs, "log.delete.unknown-version", "delete content of version " + version);
        }
        int length = source.s4(ofs + 4);
        long ofsPayload = ofs + LEN_HEAD;
        if (length < 0 || length > end - ofsPayload) {
            String message = "payload of " + length + " bytes with " + (end - ofsPayload) + " left";
            throw new Reject("length-mismatch", ofs + 4, "log.delete.length", message);
        }
        long endPayload = ofsPayload + length;
        try {
            return version == 3 ? recordList(source, ofsPayload, endPayload)
                : new Kryo(source, ofsPayload, endPayload, version).decode();
        } catch (Reject found) {
            if (found.code.equals("truncated") || found.code.equals("trailing-bytes")) {
                // a payload shorter or longer than its value: the length is what is wrong
                throw new Reject("length-mismatch", ofs + 4, "log.delete.length", found.getMessage());
            }
            throw found;
        }
    }

    /** Where the payload ends of a content that has been decoded. */
    static long endPayload(Source source, long ofs) {
        return ofs + LEN_HEAD + source.s4(ofs + 4);
    }

    private static List<Object> recordList(Source source, long ofs, long end) {
        KaitaiStream stream = source.stream(ofs, end);
        List<Object> deletes = new ArrayList<>();
        try {
            while (true) {
                long ofsCount = stream.pos();
                long count = new AvroLong(stream).value();
                if (count < 0) {
                    count = count == Long.MIN_VALUE ? Long.MAX_VALUE : -count;
                    new AvroLong(stream);
                }
                long left = end - stream.pos();
                if (count > left / LEN_RECORD_MIN) {
                    String message = count + " deletes in " + left + " bytes";
                    throw new Reject("count-too-large", ofsCount, "log.delete.length", message);
                }
                if (count == 0) {
                    break;
                }
                for (long i = 0; i < count; i++) {
                    deletes.add(deletedKey(new HudiDeleteRecordList.Record(stream)));
                }
            }
        } catch (RuntimeException error) {
            if (!Grammar.isRefusal(error)) {
                throw error;
            }
            throw explain(error, source.copy(ofs, end), ofs);
        }
        if (stream.pos() != end) {
            throw new Reject("trailing-bytes", (long) stream.pos(), "log.delete.length", "bytes after the deletes");
        }
        return deletes;
    }

    /** Where and why: the fixed Avro schema gives the exact field; the refusal itself is the grammar's. */
    private static Reject explain(RuntimeException error, byte[] payload, long ofs) {
        try {
            LIST.decoder().decode(new Datum(payload, ofs), 0);
        } catch (Reject found) {
            return found;
        }
        return Grammar.reject(error, Map.of(), OTHER);
    }

    private static Map<String, Object> deletedKey(HudiDeleteRecordList.Record record) {
        return canonical(
            optionalText(record.recordKey()),
            optionalText(record.partitionPath()),
            ordering(record.ordering().branch().value(), record.ordering().value(), false));
    }

    static Map<String, Object> canonical(Object recordKey, Object partitionPath, Object ordering) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("record_key", recordKey);
        shown.put("partition_path", partitionPath);
        shown.put("ordering", ordering);
        return shown;
    }

    static Map<String, Object> canonicalOrdering(String type, Object value) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("type", type);
        shown.put("value", value);
        return shown;
    }

    private static Object optionalText(OptionalString optional) {
        return optional.branch().value() == 1 ? Texts.canonical(optional.string().value()) : null;
    }

    private static Object ordering(long branch, KaitaiStruct wrapper, boolean isInArray) {
        String type = isInArray && branch == 12 ? "local-date" : BRANCHES[(int) branch];
        if (type == null) {
            return null;
        }
        Object value;
        if (wrapper instanceof HudiDeleteRecordList.AvroBoolean found) {
            value = found.value() == 1;
        } else if (wrapper instanceof HudiDeleteRecordList.AvroInt found) {
            value = found.value();
        } else if (wrapper instanceof AvroLong found) {
            value = Long.toString(found.value());
        } else if (wrapper instanceof HudiDeleteRecordList.AvroFloat found) {
            value = Numbers.canonical(found.value());
        } else if (wrapper instanceof HudiDeleteRecordList.AvroDouble found) {
            value = Numbers.canonical(found.value());
        } else if (wrapper instanceof HudiDeleteRecordList.AvroBytes found) {
            value = switch (type) {
                case "string" -> Texts.canonical(found.value());
                case "decimal" -> decimal(found.value());
                default -> Texts.canonicalBytes(found.value());
            };
        } else {
            value = elements((OrderingArray) wrapper);
        }
        return canonicalOrdering(type, value);
    }

    private static Object decimal(byte[] unscaled) {
        if (unscaled.length > MAX_UNSCALED) {
            throw new Reject("bad-value", null, "log.delete.decimal-scale", "decimal of " + unscaled.length + " bytes");
        }
        return Numbers.canonicalDecimal(unscaled, DECIMAL_SCALE);
    }

    private static Object elements(OrderingArray array) {
        if (array.branch().value() == 0) {
            return null;
        }
        List<Object> elements = new ArrayList<>();
        array.chunks().forEach(chunk -> chunk.elements().forEach(element ->
            elements.add(ordering(element.branch().value(), element.value(), true))));
        return elements;
    }

    private static String listSchema() {
        String[] types = {"boolean", "int", "long", "float", "double", "bytes", "string", "int", "bytes", "long", "long"};
        StringBuilder wrappers = new StringBuilder();
        StringBuilder references = new StringBuilder();
        for (int i = 0; i < types.length; i++) {
            wrappers.append(",").append(wrapper("W" + i, '"' + types[i] + '"'));
            references.append(",\"W").append(i).append('"');
        }
        String elements = "{\"type\":\"array\",\"items\":[\"null\"" + references + "," + wrapper("L", "\"int\"") + "]}";
        String text = "[\"null\",\"string\"]";
        return "{\"type\":\"array\",\"items\":{\"type\":\"record\",\"name\":\"R\",\"fields\":["
            + "{\"name\":\"key\",\"type\":" + text + "},{\"name\":\"path\",\"type\":" + text + "},"
            + "{\"name\":\"ordering\",\"type\":[\"null\"" + wrappers + ","
            + wrapper("A", "[\"null\"," + elements + "]") + "]}]}}";
    }

    private static String wrapper(String name, String type) {
        return "{\"type\":\"record\",\"name\":\"" + name + "\",\"fields\":[{\"name\":\"value\",\"type\":" + type + "}]}";
    }
}
