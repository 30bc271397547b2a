// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import conformance.protocol.Unsupported;
import hudi_parsers.HudiLogBlock.HeaderKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Contents of the blocks of one file in canonical form. A refusal of one block stands beside that block. */
final class Contents {
    private static final int LEN_HEAD = 8;

    private final Source source;
    private String schemaText;
    private AvroSchema.Type schema;
    private final List<Finding> findings = new ArrayList<>();

    Contents(Source source) {
        this.source = source;
    }

    /** What was read all the same of the blocks that were shown, by offset: bytes left over, targets that are no times. */
    List<Object> findings() {
        return findings.stream().sorted(Finding.ORDER).map(found -> (Object) found.canonical()).toList();
    }

    /** One block of log.records. */
    Map<String, Object> records(LogBlock block) {
        Map<String, Object> shown = block.canonicalHead();
        if (block.isCorrupt()) {
            return shown;
        }
        Reject rejection = null;
        try {
            switch (block.type()) {
                case AVRO_DATA, CDC_DATA -> avro(block, shown);
                case DELETE -> deletes(block, shown);
                case COMMAND -> command(block, shown);
                case HFILE_DATA -> throw new Unsupported("content.hfile");
                case PARQUET_DATA -> throw new Unsupported("content.parquet");
            }
        } catch (Reject found) {
            rejection = found;
        }
        if (!block.header().containsKey(HeaderKey.INSTANT_TIME)) {
            // the first thing that is wrong is what is reported; the content is shown all the same
            rejection = missing(block, HeaderKey.INSTANT_TIME, "log.header.instant-time");
        }
        if (rejection != null) {
            shown.put("reject", rejection.canonical());
        }
        return shown;
    }

    /** One block of log.positions. */
    static Map<String, Object> positions(LogBlock block) {
        Map<String, Object> shown = block.canonicalHead();
        LogBlock.Value value = block.header().get(HeaderKey.RECORD_POSITIONS);
        try {
            shown.put("positions", value == null ? null : Positions.decode(value.text(), value.ofs()));
        } catch (Reject rejection) {
            shown.put("reject", rejection.canonical());
        }
        return shown;
    }

    private static Reject missing(LogBlock block, HeaderKey key, String requirement) {
        return new Reject("missing-field", block.ofsHeader(), requirement, "the header has no " + key);
    }

    private void deletes(LogBlock block, Map<String, Object> shown) {
        long ofs = block.ofsContent();
        shown.put("deletes", Deletes.decode(source, ofs, block.endContent()));
        long end = Deletes.endPayload(source, ofs);
        if (end != block.endContent()) {
            findings.add(new Finding("log.delete.form", "trailing-bytes", end));
        }
    }

    private void command(LogBlock block, Map<String, Object> shown) {
        LogBlock.Value number = block.header().get(HeaderKey.COMMAND_BLOCK_TYPE);
        if (number == null) {
            throw missing(block, HeaderKey.COMMAND_BLOCK_TYPE, "log.command.type");
        }
        if (!"0".equals(number.text())) {
            throw new Reject("bad-value", number.ofs(), "log.command.type", "a command other than 0");
        }
        shown.put("command", "ROLLBACK_BLOCK");
        LogBlock.Value target = block.header().get(HeaderKey.TARGET_INSTANT_TIME);
        if (target != null && !isDigits(target.bytes())) {
            findings.add(new Finding("timeline.instant.form", "bad-value", target.ofs()));
        }
        shown.put("target_instant", target == null ? null : Texts.canonical(target.bytes()));
    }

    private static boolean isDigits(byte[] text) {
        for (byte digit : text) {
            if (digit < '0' || digit > '9') {
                return false;
            }
        }
        return text.length > 0;
    }

    private AvroSchema.Type schema(LogBlock block) {
        LogBlock.Value value = block.header().get(HeaderKey.SCHEMA);
        if (value == null) {
            throw missing(block, HeaderKey.SCHEMA, "log.header.schema");
        }
        String text = value.text();
        if (text == null) {
            throw new Reject("bad-schema", value.ofs(), "log.header.schema-json", "the schema is not UTF-8");
        }
        if (!text.equals(schemaText)) {
            try {
                schema = AvroSchema.parse(text);
            } catch (AvroSchema.SchemaError error) {
                throw new Reject("bad-schema", value.ofs(), "log.header.schema-json", error.getMessage());
            }
            schemaText = text;
        }
        return schema;
    }

    /** Records of an Avro or CDC block; those before a refusal are kept. */
    private void avro(LogBlock block, Map<String, Object> shown) {
        AvroSchema.Type type = schema(block);
        long ofs = block.ofsContent();
        long size = block.endContent() - ofs;
        if (size < LEN_HEAD) {
            throw new Reject("truncated", ofs, "log.avro.form", "no room for version and count");
        }
        int version = source.s4(ofs);
        if (version < 1 || version > 3) {
            throw new Reject("bad-version", ofs, "log.content.version", "content of version " + version);
        }
        int count = source.s4(ofs + 4);
        List<Object> records = new ArrayList<>();
        shown.put("records", records);
        Reject tooMany = null;
        if (count < 0 || count * 4L > size - LEN_HEAD) {
            String message = count + " records in " + (size - LEN_HEAD) + " bytes";
            String requirement = count < 0 ? "log.avro.count-negative" : "log.avro.count";
            tooMany = new Reject("count-too-large", ofs + 4, requirement, message);
        }
        Datum datum = new Datum(source.copy(ofs, block.endContent()), ofs);
        int pos = LEN_HEAD;
        boolean isPadded = false;
        for (int i = 0; i < count; i++) {
            long left = size - pos - 4;
            if (left < 0) {
                String message = records.size() + " records instead of " + count;
                throw tooMany != null ? tooMany : new Reject("truncated", ofs + pos, "log.avro.count", message);
            }
            int length = source.s4(ofs + pos);
            if (length < 0 || length > left) {
                String message = "record of " + length + " bytes with " + left + " left";
                throw tooMany != null ? tooMany
                    : new Reject("length-mismatch", ofs + pos, "log.avro.record-length", message);
            }
            datum.pos = pos + 4;
            pos = datum.pos + length;
            datum.end = pos;
            records.add(type.decoder().decode(datum, 0));
            if (datum.pos != pos && !isPadded) {
                // one finding for all records of a block
                findings.add(new Finding("log.avro.datum", "trailing-bytes", ofs + datum.pos));
                isPadded = true;
            }
        }
        if (tooMany != null) {
            throw tooMany;
        }
        if (pos != size) {
            findings.add(new Finding("log.avro.form", "trailing-bytes", ofs + pos));
        }
    }
}
