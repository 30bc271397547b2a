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
 * Map of bytes to bytes about the entire file, as a protobuf message of repeated
 * pairs. Unknown protobuf fields are skipped.
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
    public static class Field extends KaitaiStruct {
        public static Field fromFile(String fileName) throws IOException {
            return new Field(new ByteBufferKaitaiStream(fileName));
        }

        public Field(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Field(KaitaiStream _io, HfileFileInfo.InfoProto _parent) {
            this(_io, _parent, null);
        }

        public Field(KaitaiStream _io, HfileFileInfo.InfoProto _parent, HfileFileInfo _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.key = new Varint(this._io);
            this.checkKey = this._io.readBytes(0);
            {
                byte[] _it = this.checkKey;
                if (!( ((_it.length == 0) && (tag() >= 1) && ( ((wireType() == 0) || (wireType() == 1) || (wireType() == 2) || (wireType() == 5)) ) && ( ((tag() != 1) || (wireType() == 2)) )) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkKey, this._io, "/types/field/seq/1");
                }
            }
            if (wireType() == 0) {
                this.varint = new Varint(this._io);
            }
            if (wireType() == 2) {
                this.lenBytes = new Varint(this._io);
            }
            if (wireType() == 2) {
                this.checkLenBytes = this._io.readBytes(0);
                {
                    byte[] _it = this.checkLenBytes;
                    if (!( ((_it.length == 0) && (((Number) (lenBytes().value())).longValue() >= 0) && (((Number) (lenBytes().value())).longValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                        throw new KaitaiStream.ValidationExprError(this.checkLenBytes, this._io, "/types/field/seq/4");
                    }
                }
            }
            if (isPair()) {
                KaitaiStream _io_pair = this._io.substream(lenBytes().value());
                this.pair = new Pair(_io_pair, this, _root);
            }
            if ( ((wireType() == 2) && (!(isPair()))) ) {
                this.bytes = this._io.readBytes(lenBytes().value());
            }
            if (wireType() == 1) {
                this.fixed64 = this._io.readU8le();
            }
            if (wireType() == 5) {
                this.fixed32 = this._io.readU4le();
            }
        }

        public void _fetchInstances() {
            this.key._fetchInstances();
            if (wireType() == 0) {
                this.varint._fetchInstances();
            }
            if (wireType() == 2) {
                this.lenBytes._fetchInstances();
            }
            if (wireType() == 2) {
            }
            if (isPair()) {
                this.pair._fetchInstances();
            }
            if ( ((wireType() == 2) && (!(isPair()))) ) {
            }
            if (wireType() == 1) {
            }
            if (wireType() == 5) {
            }
        }
        private Boolean isPair;
        public Boolean isPair() {
            if (this.isPair != null)
                return this.isPair;
            this.isPair = tag() == 1;
            return this.isPair;
        }
        private Long tag;
        public Long tag() {
            if (this.tag != null)
                return this.tag;
            this.tag = ((Number) (((Number) (key().value() / 8)).longValue())).longValue();
            return this.tag;
        }
        private Integer wireType;
        public Integer wireType() {
            if (this.wireType != null)
                return this.wireType;
            this.wireType = ((Number) (((Number) (KaitaiStream.mod(key().value(), 8))).intValue())).intValue();
            return this.wireType;
        }
        private Varint key;
        private byte[] checkKey;
        private Varint varint;
        private Varint lenBytes;
        private byte[] checkLenBytes;
        private Pair pair;
        private byte[] bytes;
        private Long fixed64;
        private Long fixed32;
        private HfileFileInfo _root;
        private HfileFileInfo.InfoProto _parent;
        public Varint key() { return key; }

        /**
         * Reads nothing. Protobuf has no field 0 and no other wire types, and
         * pairs are messages.
         */
        public byte[] checkKey() { return checkKey; }
        public Varint varint() { return varint; }
        public Varint lenBytes() { return lenBytes; }

        /**
         * Reads nothing. The value must lie inside the message.
         */
        public byte[] checkLenBytes() { return checkLenBytes; }
        public Pair pair() { return pair; }
        public byte[] bytes() { return bytes; }
        public Long fixed64() { return fixed64; }
        public Long fixed32() { return fixed32; }
        public HfileFileInfo _root() { return _root; }
        public HfileFileInfo.InfoProto _parent() { return _parent; }
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
            this.fields = new ArrayList<Field>();
            {
                int i = 0;
                while (!this._io.isEof()) {
                    this.fields.add(new Field(this._io, this, _root));
                    i++;
                }
            }
        }

        public void _fetchInstances() {
            for (int i = 0; i < this.fields.size(); i++) {
                this.fields.get(((Number) (i)).intValue())._fetchInstances();
            }
        }
        private List<Field> fields;
        private HfileFileInfo _root;
        private HfileFileInfo _parent;
        public List<Field> fields() { return fields; }
        public HfileFileInfo _root() { return _root; }
        public HfileFileInfo _parent() { return _parent; }
    }
    public static class Pair extends KaitaiStruct {
        public static Pair fromFile(String fileName) throws IOException {
            return new Pair(new ByteBufferKaitaiStream(fileName));
        }

        public Pair(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Pair(KaitaiStream _io, HfileFileInfo.Field _parent) {
            this(_io, _parent, null);
        }

        public Pair(KaitaiStream _io, HfileFileInfo.Field _parent, HfileFileInfo _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.fields = new ArrayList<PairField>();
            {
                int i = 0;
                while (!this._io.isEof()) {
                    this.fields.add(new PairField(this._io, this, _root, ((Number) (i)).intValue(), (i == 0 ? ((Number) (-1)).intValue() : fields().get(((Number) (i - 1)).intValue()).firstAt()), (i == 0 ? ((Number) (-1)).intValue() : fields().get(((Number) (i - 1)).intValue()).secondAt())));
                    i++;
                }
            }
            this.checkParts = this._io.readBytes(0);
            {
                byte[] _it = this.checkParts;
                if (!( ((_it.length == 0) && (((Number) ((fields().size() > 0 ? fields().get(fields().size() - 1).firstAt() : ((Number) (-1)).intValue()))).intValue() >= 0) && (((Number) ((fields().size() > 0 ? fields().get(fields().size() - 1).secondAt() : ((Number) (-1)).intValue()))).intValue() >= 0)) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkParts, this._io, "/types/pair/seq/1");
                }
            }
        }

        public void _fetchInstances() {
            for (int i = 0; i < this.fields.size(); i++) {
                this.fields.get(((Number) (i)).intValue())._fetchInstances();
            }
        }
        private byte[] first;

        /**
         * Name of the entry
         */
        public byte[] first() {
            if (this.first != null)
                return this.first;
            this.first = fields().get(((Number) (fields().get(fields().size() - 1).firstAt())).intValue()).bytes();
            return this.first;
        }
        private byte[] second;

        /**
         * Value of the entry
         */
        public byte[] second() {
            if (this.second != null)
                return this.second;
            this.second = fields().get(((Number) (fields().get(fields().size() - 1).secondAt())).intValue()).bytes();
            return this.second;
        }
        private List<PairField> fields;
        private byte[] checkParts;
        private HfileFileInfo _root;
        private HfileFileInfo.Field _parent;
        public List<PairField> fields() { return fields; }

        /**
         * Reads nothing. A pair has both parts. Go evaluates both sides of an
         * `and` if instances are called, so a conditional checks the size.
         */
        public byte[] checkParts() { return checkParts; }
        public HfileFileInfo _root() { return _root; }
        public HfileFileInfo.Field _parent() { return _parent; }
    }
    public static class PairField extends KaitaiStruct {

        public PairField(KaitaiStream _io, int index, int prevFirstAt, int prevSecondAt) {
            this(_io, null, null, index, prevFirstAt, prevSecondAt);
        }

        public PairField(KaitaiStream _io, HfileFileInfo.Pair _parent, int index, int prevFirstAt, int prevSecondAt) {
            this(_io, _parent, null, index, prevFirstAt, prevSecondAt);
        }

        public PairField(KaitaiStream _io, HfileFileInfo.Pair _parent, HfileFileInfo _root, int index, int prevFirstAt, int prevSecondAt) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.index = index;
            this.prevFirstAt = prevFirstAt;
            this.prevSecondAt = prevSecondAt;
            _read();
        }
        private void _read() {
            this.key = new Varint(this._io);
            this.checkKey = this._io.readBytes(0);
            {
                byte[] _it = this.checkKey;
                if (!( ((_it.length == 0) && (tag() >= 1) && ( ((wireType() == 0) || (wireType() == 1) || (wireType() == 2) || (wireType() == 5)) ) && ( ((tag() > 2) || (wireType() == 2)) )) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkKey, this._io, "/types/pair_field/seq/1");
                }
            }
            if (wireType() == 0) {
                this.varint = new Varint(this._io);
            }
            if (wireType() == 2) {
                this.lenBytes = new Varint(this._io);
            }
            if (wireType() == 2) {
                this.checkLenBytes = this._io.readBytes(0);
                {
                    byte[] _it = this.checkLenBytes;
                    if (!( ((_it.length == 0) && (((Number) (lenBytes().value())).longValue() >= 0) && (((Number) (lenBytes().value())).longValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                        throw new KaitaiStream.ValidationExprError(this.checkLenBytes, this._io, "/types/pair_field/seq/4");
                    }
                }
            }
            if (wireType() == 2) {
                this.bytes = this._io.readBytes(lenBytes().value());
            }
            if (wireType() == 1) {
                this.fixed64 = this._io.readU8le();
            }
            if (wireType() == 5) {
                this.fixed32 = this._io.readU4le();
            }
        }

        public void _fetchInstances() {
            this.key._fetchInstances();
            if (wireType() == 0) {
                this.varint._fetchInstances();
            }
            if (wireType() == 2) {
                this.lenBytes._fetchInstances();
            }
            if (wireType() == 2) {
            }
            if (wireType() == 2) {
            }
            if (wireType() == 1) {
            }
            if (wireType() == 5) {
            }
        }
        private Integer firstAt;
        public Integer firstAt() {
            if (this.firstAt != null)
                return this.firstAt;
            this.firstAt = ((Number) (((Number) ((tag() == 1 ? index() : prevFirstAt()))).intValue())).intValue();
            return this.firstAt;
        }
        private Integer secondAt;
        public Integer secondAt() {
            if (this.secondAt != null)
                return this.secondAt;
            this.secondAt = ((Number) (((Number) ((tag() == 2 ? index() : prevSecondAt()))).intValue())).intValue();
            return this.secondAt;
        }
        private Long tag;
        public Long tag() {
            if (this.tag != null)
                return this.tag;
            this.tag = ((Number) (((Number) (key().value() / 8)).longValue())).longValue();
            return this.tag;
        }
        private Integer wireType;
        public Integer wireType() {
            if (this.wireType != null)
                return this.wireType;
            this.wireType = ((Number) (((Number) (KaitaiStream.mod(key().value(), 8))).intValue())).intValue();
            return this.wireType;
        }
        private Varint key;
        private byte[] checkKey;
        private Varint varint;
        private Varint lenBytes;
        private byte[] checkLenBytes;
        private byte[] bytes;
        private Long fixed64;
        private Long fixed32;
        private int index;
        private int prevFirstAt;
        private int prevSecondAt;
        private HfileFileInfo _root;
        private HfileFileInfo.Pair _parent;
        public Varint key() { return key; }

        /**
         * Reads nothing. Name and value are bytes.
         */
        public byte[] checkKey() { return checkKey; }
        public Varint varint() { return varint; }
        public Varint lenBytes() { return lenBytes; }

        /**
         * Reads nothing. The value must lie inside the pair.
         */
        public byte[] checkLenBytes() { return checkLenBytes; }
        public byte[] bytes() { return bytes; }
        public Long fixed64() { return fixed64; }
        public Long fixed32() { return fixed32; }
        public int index() { return index; }
        public int prevFirstAt() { return prevFirstAt; }
        public int prevSecondAt() { return prevSecondAt; }
        public HfileFileInfo _root() { return _root; }
        public HfileFileInfo.Pair _parent() { return _parent; }
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
