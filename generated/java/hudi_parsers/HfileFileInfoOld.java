// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;


/**
 * Map of bytes to bytes about the entire file, as Hadoop writables.
 * @see <a href="https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileInfo.java">Source</a>
 */
public class HfileFileInfoOld extends KaitaiStruct {
    public static HfileFileInfoOld fromFile(String fileName) throws IOException {
        return new HfileFileInfoOld(new ByteBufferKaitaiStream(fileName));
    }

    public HfileFileInfoOld(KaitaiStream _io) {
        this(_io, null, null);
    }

    public HfileFileInfoOld(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public HfileFileInfoOld(KaitaiStream _io, KaitaiStruct _parent, HfileFileInfoOld _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.numEntries = this._io.readS4be();
        {
            int _it = this.numEntries;
            if (!( ((_it >= 0) && (((Number) (_it)).longValue() * 3 <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                throw new KaitaiStream.ValidationExprError(this.numEntries, this._io, "/seq/0");
            }
        }
        this.entries = new ArrayList<Entry>();
        for (int i = 0; i < numEntries(); i++) {
            this.entries.add(new Entry(this._io, this, _root));
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

        public Entry(KaitaiStream _io, HfileFileInfoOld _parent) {
            this(_io, _parent, null);
        }

        public Entry(KaitaiStream _io, HfileFileInfoOld _parent, HfileFileInfoOld _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.lenFirst = new HadoopVlong(this._io);
            this.checkLenFirst = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenFirst;
                if (!( ((_it.length == 0) && (lenFirst().value() >= 0) && (lenFirst().value() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenFirst, this._io, "/types/entry/seq/1");
                }
            }
            this.first = this._io.readBytes(lenFirst().value());
            this.classId = this._io.readU1();
            this.lenSecond = new HadoopVlong(this._io);
            this.checkLenSecond = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenSecond;
                if (!( ((_it.length == 0) && (lenSecond().value() >= 0) && (lenSecond().value() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenSecond, this._io, "/types/entry/seq/5");
                }
            }
            this.second = this._io.readBytes(lenSecond().value());
        }

        public void _fetchInstances() {
            this.lenFirst._fetchInstances();
            this.lenSecond._fetchInstances();
        }
        private HadoopVlong lenFirst;
        private byte[] checkLenFirst;
        private byte[] first;
        private int classId;
        private HadoopVlong lenSecond;
        private byte[] checkLenSecond;
        private byte[] second;
        private HfileFileInfoOld _root;
        private HfileFileInfoOld _parent;
        public HadoopVlong lenFirst() { return lenFirst; }

        /**
         * Reads nothing. The name must lie inside the block.
         */
        public byte[] checkLenFirst() { return checkLenFirst; }
        public byte[] first() { return first; }

        /**
         * 1 means that the value is bytes; readers ignore it.
         */
        public int classId() { return classId; }
        public HadoopVlong lenSecond() { return lenSecond; }

        /**
         * Reads nothing. The value must lie inside the block.
         */
        public byte[] checkLenSecond() { return checkLenSecond; }
        public byte[] second() { return second; }
        public HfileFileInfoOld _root() { return _root; }
        public HfileFileInfoOld _parent() { return _parent; }
    }
    private int numEntries;
    private List<Entry> entries;
    private HfileFileInfoOld _root;
    private KaitaiStruct _parent;

    /**
     * An entry has at least 3 bytes.
     */
    public int numEntries() { return numEntries; }
    public List<Entry> entries() { return entries; }
    public HfileFileInfoOld _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
