// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;


/**
 * Content of Avro data blocks and CDC blocks. Each record is a bare Avro datum,
 * written with the schema in the block header under `schema`. A schema is data,
 * so the datum cannot be described here.
 * 
 * Bytes after the last record are ignored.
 * @see <a href="https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/table/log/block/HoodieAvroDataBlock.java">Source</a>
 */
public class HudiLogAvroContent extends KaitaiStruct {
    public static HudiLogAvroContent fromFile(String fileName) throws IOException {
        return new HudiLogAvroContent(new ByteBufferKaitaiStream(fileName));
    }

    public HudiLogAvroContent(KaitaiStream _io) {
        this(_io, null, null);
    }

    public HudiLogAvroContent(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public HudiLogAvroContent(KaitaiStream _io, KaitaiStruct _parent, HudiLogAvroContent _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.version = this._io.readS4be();
        if (!( ((this.version == 1) || (this.version == 2) || (this.version == 3)) )) {
            throw new KaitaiStream.ValidationNotAnyOfError(this.version, this._io, "/seq/0");
        }
        this.numRecords = this._io.readS4be();
        {
            int _it = this.numRecords;
            if (!( ((_it >= 0) && (((Number) (_it)).longValue() * 4 <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                throw new KaitaiStream.ValidationExprError(this.numRecords, this._io, "/seq/1");
            }
        }
        this.records = new ArrayList<Record>();
        for (int i = 0; i < numRecords(); i++) {
            this.records.add(new Record(this._io, this, _root));
        }
    }

    public void _fetchInstances() {
        for (int i = 0; i < this.records.size(); i++) {
            this.records.get(((Number) (i)).intValue())._fetchInstances();
        }
    }
    public static class Record extends KaitaiStruct {
        public static Record fromFile(String fileName) throws IOException {
            return new Record(new ByteBufferKaitaiStream(fileName));
        }

        public Record(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Record(KaitaiStream _io, HudiLogAvroContent _parent) {
            this(_io, _parent, null);
        }

        public Record(KaitaiStream _io, HudiLogAvroContent _parent, HudiLogAvroContent _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.lenDatum = this._io.readS4be();
            {
                int _it = this.lenDatum;
                if (!( ((_it >= 0) && (((Number) (_it)).longValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.lenDatum, this._io, "/types/record/seq/0");
                }
            }
            this.datum = this._io.readBytes(lenDatum());
        }

        public void _fetchInstances() {
        }
        private int lenDatum;
        private byte[] datum;
        private HudiLogAvroContent _root;
        private HudiLogAvroContent _parent;
        public int lenDatum() { return lenDatum; }

        /**
         * Avro binary. May be longer than the datum; the rest is ignored.
         */
        public byte[] datum() { return datum; }
        public HudiLogAvroContent _root() { return _root; }
        public HudiLogAvroContent _parent() { return _parent; }
    }
    private int version;
    private int numRecords;
    private List<Record> records;
    private HudiLogAvroContent _root;
    private KaitaiStruct _parent;

    /**
     * Log block version. The layout is the same in all three.
     */
    public int version() { return version; }

    /**
     * A record has at least the 4 bytes of its length.
     */
    public int numRecords() { return numRecords; }
    public List<Record> records() { return records; }
    public HudiLogAvroContent _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
