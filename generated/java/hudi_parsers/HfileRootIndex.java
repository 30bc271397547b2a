// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;


/**
 * First keys of the blocks below, read completely. The number of entries is in
 * the trailer of the file.
 * @see <a href="https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlockIndex.java">Source</a>
 */
public class HfileRootIndex extends KaitaiStruct {

    public HfileRootIndex(KaitaiStream _io, int numEntries, boolean hasMidKey) {
        this(_io, null, null, numEntries, hasMidKey);
    }

    public HfileRootIndex(KaitaiStream _io, KaitaiStruct _parent, int numEntries, boolean hasMidKey) {
        this(_io, _parent, null, numEntries, hasMidKey);
    }

    public HfileRootIndex(KaitaiStream _io, KaitaiStruct _parent, HfileRootIndex _root, int numEntries, boolean hasMidKey) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        this.numEntries = numEntries;
        this.hasMidKey = hasMidKey;
        _read();
    }
    private void _read() {
        this.checkNumEntries = this._io.readBytes(0);
        {
            byte[] _it = this.checkNumEntries;
            if (!( ((_it.length == 0) && (numEntries() >= 0) && (((Number) (numEntries())).longValue() * 13 <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                throw new KaitaiStream.ValidationExprError(this.checkNumEntries, this._io, "/seq/0");
            }
        }
        this.entries = new ArrayList<Entry>();
        for (int i = 0; i < numEntries(); i++) {
            this.entries.add(new Entry(this._io, this, _root));
        }
        if (hasMidKey()) {
            this.midKey = new MidKey(this._io, this, _root);
        }
    }

    public void _fetchInstances() {
        for (int i = 0; i < this.entries.size(); i++) {
            this.entries.get(((Number) (i)).intValue())._fetchInstances();
        }
        if (hasMidKey()) {
            this.midKey._fetchInstances();
        }
    }
    public static class Entry extends KaitaiStruct {
        public static Entry fromFile(String fileName) throws IOException {
            return new Entry(new ByteBufferKaitaiStream(fileName));
        }

        public Entry(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Entry(KaitaiStream _io, HfileRootIndex _parent) {
            this(_io, _parent, null);
        }

        public Entry(KaitaiStream _io, HfileRootIndex _parent, HfileRootIndex _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.ofsBlock = this._io.readS8be();
            this.lenBlock = this._io.readS4be();
            this.lenKey = new HadoopVlong(this._io);
            this.checkLenKey = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenKey;
                if (!( ((_it.length == 0) && (lenKey().value() >= 0) && (lenKey().value() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenKey, this._io, "/types/entry/seq/3");
                }
            }
            this.key = this._io.readBytes(lenKey().value());
        }

        public void _fetchInstances() {
            this.lenKey._fetchInstances();
        }
        private long ofsBlock;
        private int lenBlock;
        private HadoopVlong lenKey;
        private byte[] checkLenKey;
        private byte[] key;
        private HfileRootIndex _root;
        private HfileRootIndex _parent;
        public long ofsBlock() { return ofsBlock; }
        public int lenBlock() { return lenBlock; }
        public HadoopVlong lenKey() { return lenKey; }

        /**
         * Reads nothing. The key must lie inside the block.
         */
        public byte[] checkLenKey() { return checkLenKey; }
        public byte[] key() { return key; }
        public HfileRootIndex _root() { return _root; }
        public HfileRootIndex _parent() { return _parent; }
    }
    public static class MidKey extends KaitaiStruct {
        public static MidKey fromFile(String fileName) throws IOException {
            return new MidKey(new ByteBufferKaitaiStream(fileName));
        }

        public MidKey(KaitaiStream _io) {
            this(_io, null, null);
        }

        public MidKey(KaitaiStream _io, HfileRootIndex _parent) {
            this(_io, _parent, null);
        }

        public MidKey(KaitaiStream _io, HfileRootIndex _parent, HfileRootIndex _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.ofsLeafBlock = this._io.readS8be();
            this.lenLeafBlock = this._io.readS4be();
            this.entryInLeafBlock = this._io.readS4be();
        }

        public void _fetchInstances() {
        }
        private long ofsLeafBlock;
        private int lenLeafBlock;
        private int entryInLeafBlock;
        private HfileRootIndex _root;
        private HfileRootIndex _parent;
        public long ofsLeafBlock() { return ofsLeafBlock; }
        public int lenLeafBlock() { return lenLeafBlock; }
        public int entryInLeafBlock() { return entryInLeafBlock; }
        public HfileRootIndex _root() { return _root; }
        public HfileRootIndex _parent() { return _parent; }
    }
    private byte[] checkNumEntries;
    private List<Entry> entries;
    private MidKey midKey;
    private int numEntries;
    private boolean hasMidKey;
    private HfileRootIndex _root;
    private KaitaiStruct _parent;

    /**
     * Reads nothing. An entry has at least 13 bytes.
     */
    public byte[] checkNumEntries() { return checkNumEntries; }
    public List<Entry> entries() { return entries; }
    public MidKey midKey() { return midKey; }
    public int numEntries() { return numEntries; }
    public boolean hasMidKey() { return hasMidKey; }
    public HfileRootIndex _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
