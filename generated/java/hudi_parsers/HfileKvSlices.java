// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;


/**
 * Same bytes as `hfile_data_block`, parsed in less detail, for readers that need
 * only keys and values: an MVCC of one byte, no tags.
 * @see <a href="https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java">Source</a>
 */
public class HfileKvSlices extends KaitaiStruct {
    public static HfileKvSlices fromFile(String fileName) throws IOException {
        return new HfileKvSlices(new ByteBufferKaitaiStream(fileName));
    }

    public HfileKvSlices(KaitaiStream _io) {
        this(_io, null, null);
    }

    public HfileKvSlices(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public HfileKvSlices(KaitaiStream _io, KaitaiStruct _parent, HfileKvSlices _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.entries = new ArrayList<Entry>();
        {
            int i = 0;
            while (!this._io.isEof()) {
                this.entries.add(new Entry(this._io, this, _root));
                i++;
            }
        }
    }

    public void _fetchInstances() {
        for (int i = 0; i < this.entries.size(); i++) {
            this.entries.get(((Number) (i)).intValue())._fetchInstances();
        }
    }
    public static class Entry extends KaitaiStruct {
        public static Entry fromFile(String fileName) throws IOException {
            return new Entry(new ByteBufferKaitaiStream(fileName));
        }

        public Entry(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Entry(KaitaiStream _io, HfileKvSlices _parent) {
            this(_io, _parent, null);
        }

        public Entry(KaitaiStream _io, HfileKvSlices _parent, HfileKvSlices _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.lenKey = this._io.readS4be();
            {
                int _it = this.lenKey;
                if (!( ((_it >= 12) && (((Number) (_it)).longValue() <= (((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue()) - 4)) )) {
                    throw new KaitaiStream.ValidationExprError(this.lenKey, this._io, "/types/entry/seq/0");
                }
            }
            this.lenValue = this._io.readS4be();
            {
                int _it = this.lenValue;
                if (!( ((_it >= 0) && (((Number) (_it)).longValue() <= (((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue()) - ((Number) (lenKey())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.lenValue, this._io, "/types/entry/seq/1");
                }
            }
            this.key = this._io.readBytes(lenKey());
            this.value = this._io.readBytes(lenValue());
            this.mvcc = this._io.readU1();
            if (!(this.mvcc <= 127)) {
                throw new KaitaiStream.ValidationGreaterThanError(127, this.mvcc, this._io, "/types/entry/seq/4");
            }
        }

        public void _fetchInstances() {
        }
        private int lenKey;
        private int lenValue;
        private byte[] key;
        private byte[] value;
        private int mvcc;
        private HfileKvSlices _root;
        private HfileKvSlices _parent;
        public int lenKey() { return lenKey; }
        public int lenValue() { return lenValue; }
        public byte[] key() { return key; }
        public byte[] value() { return value; }
        public int mvcc() { return mvcc; }
        public HfileKvSlices _root() { return _root; }
        public HfileKvSlices _parent() { return _parent; }
    }
    private List<Entry> entries;
    private HfileKvSlices _root;
    private KaitaiStruct _parent;
    public List<Entry> entries() { return entries; }
    public HfileKvSlices _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
