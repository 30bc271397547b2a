// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;


/**
 * Cells of a data block without encoding, in key order. In Hudi's HFiles the
 * row of a cell is the record key, family and qualifier are empty.
 * @see <a href="https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java">Source</a>
 */
public class HfileDataBlock extends KaitaiStruct {

    public HfileDataBlock(KaitaiStream _io, boolean hasTags, boolean hasMvcc) {
        this(_io, null, null, hasTags, hasMvcc);
    }

    public HfileDataBlock(KaitaiStream _io, KaitaiStruct _parent, boolean hasTags, boolean hasMvcc) {
        this(_io, _parent, null, hasTags, hasMvcc);
    }

    public HfileDataBlock(KaitaiStream _io, KaitaiStruct _parent, HfileDataBlock _root, boolean hasTags, boolean hasMvcc) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        this.hasTags = hasTags;
        this.hasMvcc = hasMvcc;
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

        public Entry(KaitaiStream _io, HfileDataBlock _parent) {
            this(_io, _parent, null);
        }

        public Entry(KaitaiStream _io, HfileDataBlock _parent, HfileDataBlock _root) {
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
            this.lenRow = this._io.readU2be();
            {
                int _it = this.lenRow;
                if (!(((Number) (_it)).intValue() <= lenKey() - 12)) {
                    throw new KaitaiStream.ValidationExprError(this.lenRow, this._io, "/types/entry/seq/2");
                }
            }
            this.row = this._io.readBytes(lenRow());
            this.lenFamily = this._io.readU1();
            {
                int _it = this.lenFamily;
                if (!(((Number) (_it)).intValue() <= (lenKey() - 12) - ((Number) (lenRow())).intValue())) {
                    throw new KaitaiStream.ValidationExprError(this.lenFamily, this._io, "/types/entry/seq/4");
                }
            }
            this.family = this._io.readBytes(lenFamily());
            this.qualifier = this._io.readBytes(((lenKey() - 12) - ((Number) (lenRow())).intValue()) - ((Number) (lenFamily())).intValue());
            this.timestamp = this._io.readS8be();
            this.keyType = this._io.readU1();
            this.value = this._io.readBytes(lenValue());
            if (_parent().hasTags()) {
                this.lenTags = this._io.readU2be();
                {
                    int _it = this.lenTags;
                    if (!(((Number) (_it)).longValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) {
                        throw new KaitaiStream.ValidationExprError(this.lenTags, this._io, "/types/entry/seq/10");
                    }
                }
            }
            if (_parent().hasTags()) {
                this.tags = this._io.readBytes(lenTags());
            }
            if (_parent().hasMvcc()) {
                this.mvcc = new HadoopVlong(this._io);
            }
        }

        public void _fetchInstances() {
            if (_parent().hasTags()) {
            }
            if (_parent().hasTags()) {
            }
            if (_parent().hasMvcc()) {
                this.mvcc._fetchInstances();
            }
        }
        private int lenKey;
        private int lenValue;
        private int lenRow;
        private byte[] row;
        private int lenFamily;
        private byte[] family;
        private byte[] qualifier;
        private long timestamp;
        private int keyType;
        private byte[] value;
        private Integer lenTags;
        private byte[] tags;
        private HadoopVlong mvcc;
        private HfileDataBlock _root;
        private HfileDataBlock _parent;

        /**
         * Everything from `len_row` to `key_type`.
         */
        public int lenKey() { return lenKey; }
        public int lenValue() { return lenValue; }

        /**
         * Writers use at most 32767, since other readers treat it as signed.
         */
        public int lenRow() { return lenRow; }
        public byte[] row() { return row; }
        public int lenFamily() { return lenFamily; }
        public byte[] family() { return family; }
        public byte[] qualifier() { return qualifier; }
        public long timestamp() { return timestamp; }

        /**
         * 4 is a put.
         */
        public int keyType() { return keyType; }
        public byte[] value() { return value; }
        public Integer lenTags() { return lenTags; }
        public byte[] tags() { return tags; }
        public HadoopVlong mvcc() { return mvcc; }
        public HfileDataBlock _root() { return _root; }
        public HfileDataBlock _parent() { return _parent; }
    }
    private List<Entry> entries;
    private boolean hasTags;
    private boolean hasMvcc;
    private HfileDataBlock _root;
    private KaitaiStruct _parent;
    public List<Entry> entries() { return entries; }

    /**
     * File info has an entry `hfile.MAX_TAGS_LEN`.
     */
    public boolean hasTags() { return hasTags; }

    /**
     * File info has `KEY_VALUE_VERSION` 1.
     */
    public boolean hasMvcc() { return hasMvcc; }
    public HfileDataBlock _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
