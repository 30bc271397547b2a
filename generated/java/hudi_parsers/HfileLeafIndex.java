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
        this.ends = new ArrayList<End>();
        for (int i = 0; i < numEntries() + 1; i++) {
            this.ends.add(new End(this._io, this, _root, i == 0, numEntries() - ((Number) (i)).intValue(), (i == 0 ? ((int) 0) : ends().get(((Number) (i - 1)).intValue()).ofsEnd())));
        }
        this.entries = new ArrayList<Entry>();
        for (int i = 0; i < numEntries(); i++) {
            this.entries.add(new Entry(this._io, this, _root, ends().get(((Number) (i + 1)).intValue()).ofsEnd() - ends().get(((Number) (i)).intValue()).ofsEnd()));
        }
    }

    public void _fetchInstances() {
        for (int i = 0; i < this.ends.size(); i++) {
            this.ends.get(((Number) (i)).intValue())._fetchInstances();
        }
        for (int i = 0; i < this.entries.size(); i++) {
            this.entries.get(((Number) (i)).intValue())._fetchInstances();
        }
    }
    public static class End extends KaitaiStruct {

        public End(KaitaiStream _io, boolean isFirst, int numLeft, int prev) {
            this(_io, null, null, isFirst, numLeft, prev);
        }

        public End(KaitaiStream _io, HfileLeafIndex _parent, boolean isFirst, int numLeft, int prev) {
            this(_io, _parent, null, isFirst, numLeft, prev);
        }

        public End(KaitaiStream _io, HfileLeafIndex _parent, HfileLeafIndex _root, boolean isFirst, int numLeft, int prev) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.isFirst = isFirst;
            this.numLeft = numLeft;
            this.prev = prev;
            _read();
        }
        private void _read() {
            this.ofsEnd = this._io.readS4be();
            {
                int _it = this.ofsEnd;
                if (!( (((isFirst() ? _it == 0 : ((Number) (_it)).longValue() >= ((Number) (prev())).longValue() + 12)) && ((numLeft() == 0 ? ((Number) (_it)).longValue() == ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue() : ((Number) (_it)).longValue() <= (((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue()) - ((Number) (numLeft())).longValue() * 16))) )) {
                    throw new KaitaiStream.ValidationExprError(this.ofsEnd, this._io, "/types/end/seq/0");
                }
            }
        }

        public void _fetchInstances() {
        }
        private int ofsEnd;
        private boolean isFirst;
        private int numLeft;
        private int prev;
        private HfileLeafIndex _root;
        private HfileLeafIndex _parent;

        /**
         * Relative to the first entry. An entry has at least 12 bytes, and 4
         * here; the last one ends at the end of the payload.
         */
        public int ofsEnd() { return ofsEnd; }
        public boolean isFirst() { return isFirst; }

        /**
         * Entries whose ends follow.
         */
        public int numLeft() { return numLeft; }
        public int prev() { return prev; }
        public HfileLeafIndex _root() { return _root; }
        public HfileLeafIndex _parent() { return _parent; }
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
            this.ofsBlock = this._io.readS8be();
            this.lenBlock = this._io.readS4be();
            this.key = this._io.readBytes(lenEntry() - 12);
        }

        public void _fetchInstances() {
        }
        private long ofsBlock;
        private int lenBlock;
        private byte[] key;
        private int lenEntry;
        private HfileLeafIndex _root;
        private HfileLeafIndex _parent;
        public long ofsBlock() { return ofsBlock; }
        public int lenBlock() { return lenBlock; }
        public byte[] key() { return key; }
        public int lenEntry() { return lenEntry; }
        public HfileLeafIndex _root() { return _root; }
        public HfileLeafIndex _parent() { return _parent; }
    }
    private int numEntries;
    private List<End> ends;
    private List<Entry> entries;
    private HfileLeafIndex _root;
    private KaitaiStruct _parent;

    /**
     * An entry has at least 12 bytes, and 4 in the table of offsets.
     */
    public int numEntries() { return numEntries; }

    /**
     * Ends of the entries, after a first one that is 0.
     */
    public List<End> ends() { return ends; }
    public List<Entry> entries() { return entries; }
    public HfileLeafIndex _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
