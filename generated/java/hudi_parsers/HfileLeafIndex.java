// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;


/**
 * First keys of the blocks below, with a table of offsets for binary search.
 * @see <a href="https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlockIndex.java">Source</a>
 */
public class HfileLeafIndex extends KaitaiStruct {
    public static HfileLeafIndex fromFile(String fileName) throws IOException {
        return new HfileLeafIndex(new ByteBufferKaitaiStream(fileName));
    }

    public HfileLeafIndex(KaitaiStream _io) {
        this(_io, null, null);
    }

    public HfileLeafIndex(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public HfileLeafIndex(KaitaiStream _io, KaitaiStruct _parent, HfileLeafIndex _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.numEntries = this._io.readS4be();
        {
            int _it = this.numEntries;
            if (!( ((_it >= 0) && (((Number) (((Number) (_it)).longValue() * 16 + 4)).longValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                throw new KaitaiStream.ValidationExprError(this.numEntries, this._io, "/seq/0");
            }
        }
        this.ofsEntries = new ArrayList<Integer>();
        for (int i = 0; i < numEntries() + 1; i++) {
            this.ofsEntries.add(this._io.readS4be());
        }
        this.checkOfsEntries = this._io.readBytes(0);
        {
            byte[] _it = this.checkOfsEntries;
            if (!( ((_it.length == 0) && (ofsEntries().get(0) == 0) && (((Number) (ofsEntries().get(ofsEntries().size() - 1))).longValue() == ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                throw new KaitaiStream.ValidationExprError(this.checkOfsEntries, this._io, "/seq/2");
            }
        }
        this.entries = new ArrayList<Entry>();
        for (int i = 0; i < numEntries(); i++) {
            this.entries.add(new Entry(this._io, this, _root, ofsEntries().get(((Number) (i + 1)).intValue()) - ofsEntries().get(((Number) (i)).intValue())));
        }
    }

    public void _fetchInstances() {
        for (int i = 0; i < this.ofsEntries.size(); i++) {
        }
        for (int i = 0; i < this.entries.size(); i++) {
            this.entries.get(((Number) (i)).intValue())._fetchInstances();
        }
    }
    public static class Entry extends KaitaiStruct {

        public Entry(KaitaiStream _io, int lenEntry) {
            this(_io, null, null, lenEntry);
        }

        public Entry(KaitaiStream _io, HfileLeafIndex _parent, int lenEntry) {
            this(_io, _parent, null, lenEntry);
        }

        public Entry(KaitaiStream _io, HfileLeafIndex _parent, HfileLeafIndex _root, int lenEntry) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.lenEntry = lenEntry;
            _read();
        }
        private void _read() {
            this.checkLenEntry = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenEntry;
                if (!( ((_it.length == 0) && (lenEntry() >= 12) && (((Number) (lenEntry())).longValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenEntry, this._io, "/types/entry/seq/0");
                }
            }
            this.ofsBlock = this._io.readS8be();
            this.lenBlock = this._io.readS4be();
            this.key = this._io.readBytes(lenEntry() - 12);
        }

        public void _fetchInstances() {
        }
        private byte[] checkLenEntry;
        private long ofsBlock;
        private int lenBlock;
        private byte[] key;
        private int lenEntry;
        private HfileLeafIndex _root;
        private HfileLeafIndex _parent;

        /**
         * Reads nothing. The offsets must ascend, and stay inside the block.
         */
        public byte[] checkLenEntry() { return checkLenEntry; }
        public long ofsBlock() { return ofsBlock; }
        public int lenBlock() { return lenBlock; }
        public byte[] key() { return key; }
        public int lenEntry() { return lenEntry; }
        public HfileLeafIndex _root() { return _root; }
        public HfileLeafIndex _parent() { return _parent; }
    }
    private int numEntries;
    private List<Integer> ofsEntries;
    private byte[] checkOfsEntries;
    private List<Entry> entries;
    private HfileLeafIndex _root;
    private KaitaiStruct _parent;

    /**
     * An entry has at least 12 bytes, and 4 in the table of offsets.
     */
    public int numEntries() { return numEntries; }

    /**
     * Relative to the first entry, the last one is the end of all
     */
    public List<Integer> ofsEntries() { return ofsEntries; }

    /**
     * Reads nothing. The entries fill what is left.
     */
    public byte[] checkOfsEntries() { return checkOfsEntries; }
    public List<Entry> entries() { return entries; }
    public HfileLeafIndex _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
