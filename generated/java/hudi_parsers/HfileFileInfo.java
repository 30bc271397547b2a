// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.ArrayList;
import java.util.List;


/**
 * Map of bytes to bytes about the whole file, as a protobuf message of
 * repeated pairs.
 * @see <a href="https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileInfo.java">Source</a>
 */
public class HfileFileInfo extends KaitaiStruct {
    public static HfileFileInfo fromFile(String fileName) throws IOException {
        return new HfileFileInfo(new ByteBufferKaitaiStream(fileName));
    }

    public HfileFileInfo(KaitaiStream _io) {
        this(_io, null, null);
    }

    public HfileFileInfo(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public HfileFileInfo(KaitaiStream _io, KaitaiStruct _parent, HfileFileInfo _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.magic = this._io.readBytes(4);
        if (!(Arrays.equals(this.magic, new byte[] { 80, 66, 85, 70 }))) {
            throw new KaitaiStream.ValidationNotEqualError(new byte[] { 80, 66, 85, 70 }, this.magic, this._io, "/seq/0");
        }
        this.lenMessage = new Varint(this._io);
        this.checkLenMessage = this._io.readBytes(0);
        {
            byte[] _it = this.checkLenMessage;
            if (!( ((_it.length == 0) && (((Number) (lenMessage().value())).longValue() >= 0) && (((Number) (lenMessage().value())).longValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                throw new KaitaiStream.ValidationExprError(this.checkLenMessage, this._io, "/seq/2");
            }
        }
        KaitaiStream _io_message = this._io.substream(lenMessage().value());
        this.message = new InfoProto(_io_message, this, _root);
    }

    public void _fetchInstances() {
        this.lenMessage._fetchInstances();
        this.message._fetchInstances();
    }
    public static class BytesField extends KaitaiStruct {

        public BytesField(KaitaiStream _io, int expectedTag) {
            this(_io, null, null, expectedTag);
        }

        public BytesField(KaitaiStream _io, HfileFileInfo.Pair _parent, int expectedTag) {
            this(_io, _parent, null, expectedTag);
        }

        public BytesField(KaitaiStream _io, HfileFileInfo.Pair _parent, HfileFileInfo _root, int expectedTag) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.expectedTag = expectedTag;
            _read();
        }
        private void _read() {
            this.tag = this._io.readU1();
            if (!(this.tag == expectedTag())) {
                throw new KaitaiStream.ValidationNotEqualError(expectedTag(), this.tag, this._io, "/types/bytes_field/seq/0");
            }
            this.lenValue = new Varint(this._io);
            this.checkLenValue = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenValue;
                if (!( ((_it.length == 0) && (((Number) (lenValue().value())).longValue() >= 0) && (((Number) (lenValue().value())).longValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenValue, this._io, "/types/bytes_field/seq/2");
                }
            }
            this.value = this._io.readBytes(lenValue().value());
        }

        public void _fetchInstances() {
            this.lenValue._fetchInstances();
        }
        private int tag;
        private Varint lenValue;
        private byte[] checkLenValue;
        private byte[] value;
        private int expectedTag;
        private HfileFileInfo _root;
        private HfileFileInfo.Pair _parent;
        public int tag() { return tag; }
        public Varint lenValue() { return lenValue; }

        /**
         * Reads nothing. The value must lie inside the pair.
         */
        public byte[] checkLenValue() { return checkLenValue; }
        public byte[] value() { return value; }
        public int expectedTag() { return expectedTag; }
        public HfileFileInfo _root() { return _root; }
        public HfileFileInfo.Pair _parent() { return _parent; }
    }
    public static class InfoProto extends KaitaiStruct {
        public static InfoProto fromFile(String fileName) throws IOException {
            return new InfoProto(new ByteBufferKaitaiStream(fileName));
        }

        public InfoProto(KaitaiStream _io) {
            this(_io, null, null);
        }

        public InfoProto(KaitaiStream _io, HfileFileInfo _parent) {
            this(_io, _parent, null);
        }

        public InfoProto(KaitaiStream _io, HfileFileInfo _parent, HfileFileInfo _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.entries = new ArrayList<MapEntry>();
            {
                int i = 0;
                while (!this._io.isEof()) {
                    this.entries.add(new MapEntry(this._io, this, _root));
                    i++;
                }
            }
        }

        public void _fetchInstances() {
            for (int i = 0; i < this.entries.size(); i++) {
                this.entries.get(((Number) (i)).intValue())._fetchInstances();
            }
        }
        private List<MapEntry> entries;
        private HfileFileInfo _root;
        private HfileFileInfo _parent;
        public List<MapEntry> entries() { return entries; }
        public HfileFileInfo _root() { return _root; }
        public HfileFileInfo _parent() { return _parent; }
    }
    public static class MapEntry extends KaitaiStruct {
        public static MapEntry fromFile(String fileName) throws IOException {
            return new MapEntry(new ByteBufferKaitaiStream(fileName));
        }

        public MapEntry(KaitaiStream _io) {
            this(_io, null, null);
        }

        public MapEntry(KaitaiStream _io, HfileFileInfo.InfoProto _parent) {
            this(_io, _parent, null);
        }

        public MapEntry(KaitaiStream _io, HfileFileInfo.InfoProto _parent, HfileFileInfo _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.tag = this._io.readBytes(1);
            if (!(Arrays.equals(this.tag, new byte[] { 10 }))) {
                throw new KaitaiStream.ValidationNotEqualError(new byte[] { 10 }, this.tag, this._io, "/types/map_entry/seq/0");
            }
            this.lenPair = new Varint(this._io);
            this.checkLenPair = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenPair;
                if (!( ((_it.length == 0) && (((Number) (lenPair().value())).longValue() >= 0) && (((Number) (lenPair().value())).longValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenPair, this._io, "/types/map_entry/seq/2");
                }
            }
            KaitaiStream _io_pair = this._io.substream(lenPair().value());
            this.pair = new Pair(_io_pair, this, _root);
        }

        public void _fetchInstances() {
            this.lenPair._fetchInstances();
            this.pair._fetchInstances();
        }
        private byte[] tag;
        private Varint lenPair;
        private byte[] checkLenPair;
        private Pair pair;
        private HfileFileInfo _root;
        private HfileFileInfo.InfoProto _parent;
        public byte[] tag() { return tag; }
        public Varint lenPair() { return lenPair; }

        /**
         * Reads nothing. The pair must lie inside the message.
         */
        public byte[] checkLenPair() { return checkLenPair; }
        public Pair pair() { return pair; }
        public HfileFileInfo _root() { return _root; }
        public HfileFileInfo.InfoProto _parent() { return _parent; }
    }
    public static class Pair extends KaitaiStruct {
        public static Pair fromFile(String fileName) throws IOException {
            return new Pair(new ByteBufferKaitaiStream(fileName));
        }

        public Pair(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Pair(KaitaiStream _io, HfileFileInfo.MapEntry _parent) {
            this(_io, _parent, null);
        }

        public Pair(KaitaiStream _io, HfileFileInfo.MapEntry _parent, HfileFileInfo _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.first = new BytesField(this._io, this, _root, 10);
            this.second = new BytesField(this._io, this, _root, 18);
        }

        public void _fetchInstances() {
            this.first._fetchInstances();
            this.second._fetchInstances();
        }
        private BytesField first;
        private BytesField second;
        private HfileFileInfo _root;
        private HfileFileInfo.MapEntry _parent;
        public BytesField first() { return first; }
        public BytesField second() { return second; }
        public HfileFileInfo _root() { return _root; }
        public HfileFileInfo.MapEntry _parent() { return _parent; }
    }
    private byte[] magic;
    private Varint lenMessage;
    private byte[] checkLenMessage;
    private InfoProto message;
    private HfileFileInfo _root;
    private KaitaiStruct _parent;
    public byte[] magic() { return magic; }
    public Varint lenMessage() { return lenMessage; }

    /**
     * Reads nothing. The message must lie inside the block.
     */
    public byte[] checkLenMessage() { return checkLenMessage; }
    public InfoProto message() { return message; }
    public HfileFileInfo _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
