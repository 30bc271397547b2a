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
 * The last 212 bytes (major version 2) or 4096 bytes (major version 3) of a file
 * without the last four, which are the version. From version 2.2 on it is a
 * protobuf message and zeros, in earlier versions a sequence of fixed fields.
 * @see <a href="https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/FixedFileTrailer.java">Source</a>
 */
public class HfileTrailer extends KaitaiStruct {

    public HfileTrailer(KaitaiStream _io, int major, int minor) {
        this(_io, null, null, major, minor);
    }

    public HfileTrailer(KaitaiStream _io, KaitaiStruct _parent, int major, int minor) {
        this(_io, _parent, null, major, minor);
    }

    public HfileTrailer(KaitaiStream _io, KaitaiStruct _parent, HfileTrailer _root, int major, int minor) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        this.major = major;
        this.minor = minor;
        _read();
    }
    private void _read() {
        this.magic = this._io.readBytes(8);
        if (!(Arrays.equals(this.magic, new byte[] { 84, 82, 65, 66, 76, 75, 34, 36 }))) {
            throw new KaitaiStream.ValidationNotEqualError(new byte[] { 84, 82, 65, 66, 76, 75, 34, 36 }, this.magic, this._io, "/seq/0");
        }
        if (hasMessage()) {
            this.lenMessage = new Varint(this._io);
        }
        if (hasMessage()) {
            this.checkLenMessage = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenMessage;
                if (!( ((_it.length == 0) && (((Number) (lenMessage().value())).longValue() >= 0) && (((Number) (lenMessage().value())).longValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenMessage, this._io, "/seq/2");
                }
            }
        }
        if (hasMessage()) {
            KaitaiStream _io_message = this._io.substream(lenMessage().value());
            this.message = new TrailerProto(_io_message, this, _root);
        }
        if (!(hasMessage())) {
            this.fixed = new FixedFields(this._io, this, _root);
        }
    }

    public void _fetchInstances() {
        if (hasMessage()) {
            this.lenMessage._fetchInstances();
        }
        if (hasMessage()) {
        }
        if (hasMessage()) {
            this.message._fetchInstances();
        }
        if (!(hasMessage())) {
            this.fixed._fetchInstances();
        }
    }

    /**
     * Versions 2.0 and 2.1.
     */
    public static class FixedFields extends KaitaiStruct {
        public static FixedFields fromFile(String fileName) throws IOException {
            return new FixedFields(new ByteBufferKaitaiStream(fileName));
        }

        public FixedFields(KaitaiStream _io) {
            this(_io, null, null);
        }

        public FixedFields(KaitaiStream _io, HfileTrailer _parent) {
            this(_io, _parent, null);
        }

        public FixedFields(KaitaiStream _io, HfileTrailer _parent, HfileTrailer _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.ofsFileInfo = this._io.readS8be();
            this.ofsLoadOnOpen = this._io.readS8be();
            this.numDataIndexEntries = this._io.readS4be();
            if (!(this.numDataIndexEntries >= 0)) {
                throw new KaitaiStream.ValidationLessThanError(0, this.numDataIndexEntries, this._io, "/types/fixed_fields/seq/2");
            }
            this.lenDataIndexInflated = this._io.readS8be();
            this.numMetaIndexEntries = this._io.readS4be();
            if (!(this.numMetaIndexEntries >= 0)) {
                throw new KaitaiStream.ValidationLessThanError(0, this.numMetaIndexEntries, this._io, "/types/fixed_fields/seq/4");
            }
            this.lenTotalInflated = this._io.readS8be();
            this.numEntries = this._io.readS8be();
            if (!(this.numEntries >= 0)) {
                throw new KaitaiStream.ValidationLessThanError(0, this.numEntries, this._io, "/types/fixed_fields/seq/6");
            }
            this.compressionCodec = this._io.readS4be();
            this.numDataIndexLevels = this._io.readS4be();
            if (!(this.numDataIndexLevels >= 1)) {
                throw new KaitaiStream.ValidationLessThanError(1, this.numDataIndexLevels, this._io, "/types/fixed_fields/seq/8");
            }
            this.ofsFirstDataBlock = this._io.readS8be();
            this.ofsLastDataBlock = this._io.readS8be();
            this.comparatorClassName = this._io.readBytes(128);
        }

        public void _fetchInstances() {
        }
        private long ofsFileInfo;
        private long ofsLoadOnOpen;
        private int numDataIndexEntries;
        private long lenDataIndexInflated;
        private int numMetaIndexEntries;
        private long lenTotalInflated;
        private long numEntries;
        private int compressionCodec;
        private int numDataIndexLevels;
        private long ofsFirstDataBlock;
        private long ofsLastDataBlock;
        private byte[] comparatorClassName;
        private HfileTrailer _root;
        private HfileTrailer _parent;
        public long ofsFileInfo() { return ofsFileInfo; }
        public long ofsLoadOnOpen() { return ofsLoadOnOpen; }
        public int numDataIndexEntries() { return numDataIndexEntries; }
        public long lenDataIndexInflated() { return lenDataIndexInflated; }
        public int numMetaIndexEntries() { return numMetaIndexEntries; }
        public long lenTotalInflated() { return lenTotalInflated; }
        public long numEntries() { return numEntries; }
        public int compressionCodec() { return compressionCodec; }
        public int numDataIndexLevels() { return numDataIndexLevels; }
        public long ofsFirstDataBlock() { return ofsFirstDataBlock; }
        public long ofsLastDataBlock() { return ofsLastDataBlock; }

        /**
         * Padded with zero bytes.
         */
        public byte[] comparatorClassName() { return comparatorClassName; }
        public HfileTrailer _root() { return _root; }
        public HfileTrailer _parent() { return _parent; }
    }
    public static class TrailerField extends KaitaiStruct {

        public TrailerField(KaitaiStream _io, int index, long prevOfsFileInfo, long prevOfsLoadOnOpen, long prevLenDataIndexInflated, long prevLenTotalInflated, long prevNumDataIndexEntries, long prevNumMetaIndexEntries, long prevNumEntries, long prevNumDataIndexLevels, long prevOfsFirstDataBlock, long prevOfsLastDataBlock, long prevCompressionCodec, int prevComparatorAt, int prevEncryptionKeyAt) {
            this(_io, null, null, index, prevOfsFileInfo, prevOfsLoadOnOpen, prevLenDataIndexInflated, prevLenTotalInflated, prevNumDataIndexEntries, prevNumMetaIndexEntries, prevNumEntries, prevNumDataIndexLevels, prevOfsFirstDataBlock, prevOfsLastDataBlock, prevCompressionCodec, prevComparatorAt, prevEncryptionKeyAt);
        }

        public TrailerField(KaitaiStream _io, HfileTrailer.TrailerProto _parent, int index, long prevOfsFileInfo, long prevOfsLoadOnOpen, long prevLenDataIndexInflated, long prevLenTotalInflated, long prevNumDataIndexEntries, long prevNumMetaIndexEntries, long prevNumEntries, long prevNumDataIndexLevels, long prevOfsFirstDataBlock, long prevOfsLastDataBlock, long prevCompressionCodec, int prevComparatorAt, int prevEncryptionKeyAt) {
            this(_io, _parent, null, index, prevOfsFileInfo, prevOfsLoadOnOpen, prevLenDataIndexInflated, prevLenTotalInflated, prevNumDataIndexEntries, prevNumMetaIndexEntries, prevNumEntries, prevNumDataIndexLevels, prevOfsFirstDataBlock, prevOfsLastDataBlock, prevCompressionCodec, prevComparatorAt, prevEncryptionKeyAt);
        }

        public TrailerField(KaitaiStream _io, HfileTrailer.TrailerProto _parent, HfileTrailer _root, int index, long prevOfsFileInfo, long prevOfsLoadOnOpen, long prevLenDataIndexInflated, long prevLenTotalInflated, long prevNumDataIndexEntries, long prevNumMetaIndexEntries, long prevNumEntries, long prevNumDataIndexLevels, long prevOfsFirstDataBlock, long prevOfsLastDataBlock, long prevCompressionCodec, int prevComparatorAt, int prevEncryptionKeyAt) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.index = index;
            this.prevOfsFileInfo = prevOfsFileInfo;
            this.prevOfsLoadOnOpen = prevOfsLoadOnOpen;
            this.prevLenDataIndexInflated = prevLenDataIndexInflated;
            this.prevLenTotalInflated = prevLenTotalInflated;
            this.prevNumDataIndexEntries = prevNumDataIndexEntries;
            this.prevNumMetaIndexEntries = prevNumMetaIndexEntries;
            this.prevNumEntries = prevNumEntries;
            this.prevNumDataIndexLevels = prevNumDataIndexLevels;
            this.prevOfsFirstDataBlock = prevOfsFirstDataBlock;
            this.prevOfsLastDataBlock = prevOfsLastDataBlock;
            this.prevCompressionCodec = prevCompressionCodec;
            this.prevComparatorAt = prevComparatorAt;
            this.prevEncryptionKeyAt = prevEncryptionKeyAt;
            _read();
        }
        private void _read() {
            this.key = new Varint(this._io);
            this.checkKey = this._io.readBytes(0);
            {
                byte[] _it = this.checkKey;
                if (!( ((_it.length == 0) && (tag() >= 1) && ( ((wireType() == 0) || (wireType() == 1) || (wireType() == 2) || (wireType() == 5)) )) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkKey, this._io, "/types/trailer_field/seq/1");
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
                        throw new KaitaiStream.ValidationExprError(this.checkLenBytes, this._io, "/types/trailer_field/seq/4");
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
        private Integer comparatorAt;

        /**
         * Position of the field in `fields`, -1 for none so far.
         */
        public Integer comparatorAt() {
            if (this.comparatorAt != null)
                return this.comparatorAt;
            this.comparatorAt = ((Number) (((Number) (( ((tag() == 11) && (wireType() == 2))  ? index() : prevComparatorAt()))).intValue())).intValue();
            return this.comparatorAt;
        }
        private Long compressionCodec;
        public Long compressionCodec() {
            if (this.compressionCodec != null)
                return this.compressionCodec;
            this.compressionCodec = ((Number) (((Number) (( ((tag() == 12) && (wireType() == 0))  ? varint().value() : prevCompressionCodec()))).longValue())).longValue();
            return this.compressionCodec;
        }
        private Integer encryptionKeyAt;

        /**
         * Position of the field in `fields`, -1 for none so far.
         */
        public Integer encryptionKeyAt() {
            if (this.encryptionKeyAt != null)
                return this.encryptionKeyAt;
            this.encryptionKeyAt = ((Number) (((Number) (( ((tag() == 13) && (wireType() == 2))  ? index() : prevEncryptionKeyAt()))).intValue())).intValue();
            return this.encryptionKeyAt;
        }
        private Long lenDataIndexInflated;
        public Long lenDataIndexInflated() {
            if (this.lenDataIndexInflated != null)
                return this.lenDataIndexInflated;
            this.lenDataIndexInflated = ((Number) (((Number) (( ((tag() == 3) && (wireType() == 0))  ? varint().value() : prevLenDataIndexInflated()))).longValue())).longValue();
            return this.lenDataIndexInflated;
        }
        private Long lenTotalInflated;
        public Long lenTotalInflated() {
            if (this.lenTotalInflated != null)
                return this.lenTotalInflated;
            this.lenTotalInflated = ((Number) (((Number) (( ((tag() == 4) && (wireType() == 0))  ? varint().value() : prevLenTotalInflated()))).longValue())).longValue();
            return this.lenTotalInflated;
        }
        private Long numDataIndexEntries;
        public Long numDataIndexEntries() {
            if (this.numDataIndexEntries != null)
                return this.numDataIndexEntries;
            this.numDataIndexEntries = ((Number) (((Number) (( ((tag() == 5) && (wireType() == 0))  ? varint().value() : prevNumDataIndexEntries()))).longValue())).longValue();
            return this.numDataIndexEntries;
        }
        private Long numDataIndexLevels;
        public Long numDataIndexLevels() {
            if (this.numDataIndexLevels != null)
                return this.numDataIndexLevels;
            this.numDataIndexLevels = ((Number) (((Number) (( ((tag() == 8) && (wireType() == 0))  ? varint().value() : prevNumDataIndexLevels()))).longValue())).longValue();
            return this.numDataIndexLevels;
        }
        private Long numEntries;
        public Long numEntries() {
            if (this.numEntries != null)
                return this.numEntries;
            this.numEntries = ((Number) (((Number) (( ((tag() == 7) && (wireType() == 0))  ? varint().value() : prevNumEntries()))).longValue())).longValue();
            return this.numEntries;
        }
        private Long numMetaIndexEntries;
        public Long numMetaIndexEntries() {
            if (this.numMetaIndexEntries != null)
                return this.numMetaIndexEntries;
            this.numMetaIndexEntries = ((Number) (((Number) (( ((tag() == 6) && (wireType() == 0))  ? varint().value() : prevNumMetaIndexEntries()))).longValue())).longValue();
            return this.numMetaIndexEntries;
        }
        private Long ofsFileInfo;
        public Long ofsFileInfo() {
            if (this.ofsFileInfo != null)
                return this.ofsFileInfo;
            this.ofsFileInfo = ((Number) (((Number) (( ((tag() == 1) && (wireType() == 0))  ? varint().value() : prevOfsFileInfo()))).longValue())).longValue();
            return this.ofsFileInfo;
        }
        private Long ofsFirstDataBlock;
        public Long ofsFirstDataBlock() {
            if (this.ofsFirstDataBlock != null)
                return this.ofsFirstDataBlock;
            this.ofsFirstDataBlock = ((Number) (((Number) (( ((tag() == 9) && (wireType() == 0))  ? varint().value() : prevOfsFirstDataBlock()))).longValue())).longValue();
            return this.ofsFirstDataBlock;
        }
        private Long ofsLastDataBlock;
        public Long ofsLastDataBlock() {
            if (this.ofsLastDataBlock != null)
                return this.ofsLastDataBlock;
            this.ofsLastDataBlock = ((Number) (((Number) (( ((tag() == 10) && (wireType() == 0))  ? varint().value() : prevOfsLastDataBlock()))).longValue())).longValue();
            return this.ofsLastDataBlock;
        }
        private Long ofsLoadOnOpen;
        public Long ofsLoadOnOpen() {
            if (this.ofsLoadOnOpen != null)
                return this.ofsLoadOnOpen;
            this.ofsLoadOnOpen = ((Number) (((Number) (( ((tag() == 2) && (wireType() == 0))  ? varint().value() : prevOfsLoadOnOpen()))).longValue())).longValue();
            return this.ofsLoadOnOpen;
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
        private long prevOfsFileInfo;
        private long prevOfsLoadOnOpen;
        private long prevLenDataIndexInflated;
        private long prevLenTotalInflated;
        private long prevNumDataIndexEntries;
        private long prevNumMetaIndexEntries;
        private long prevNumEntries;
        private long prevNumDataIndexLevels;
        private long prevOfsFirstDataBlock;
        private long prevOfsLastDataBlock;
        private long prevCompressionCodec;
        private int prevComparatorAt;
        private int prevEncryptionKeyAt;
        private HfileTrailer _root;
        private HfileTrailer.TrailerProto _parent;
        public Varint key() { return key; }

        /**
         * Reads nothing. Protobuf has no field 0 and no other wire types.
         */
        public byte[] checkKey() { return checkKey; }
        public Varint varint() { return varint; }
        public Varint lenBytes() { return lenBytes; }

        /**
         * Reads nothing. The value must lie inside the message.
         */
        public byte[] checkLenBytes() { return checkLenBytes; }
        public byte[] bytes() { return bytes; }
        public Long fixed64() { return fixed64; }
        public Long fixed32() { return fixed32; }
        public int index() { return index; }
        public long prevOfsFileInfo() { return prevOfsFileInfo; }
        public long prevOfsLoadOnOpen() { return prevOfsLoadOnOpen; }
        public long prevLenDataIndexInflated() { return prevLenDataIndexInflated; }
        public long prevLenTotalInflated() { return prevLenTotalInflated; }
        public long prevNumDataIndexEntries() { return prevNumDataIndexEntries; }
        public long prevNumMetaIndexEntries() { return prevNumMetaIndexEntries; }
        public long prevNumEntries() { return prevNumEntries; }
        public long prevNumDataIndexLevels() { return prevNumDataIndexLevels; }
        public long prevOfsFirstDataBlock() { return prevOfsFirstDataBlock; }
        public long prevOfsLastDataBlock() { return prevOfsLastDataBlock; }
        public long prevCompressionCodec() { return prevCompressionCodec; }
        public int prevComparatorAt() { return prevComparatorAt; }
        public int prevEncryptionKeyAt() { return prevEncryptionKeyAt; }
        public HfileTrailer _root() { return _root; }
        public HfileTrailer.TrailerProto _parent() { return _parent; }
    }
    public static class TrailerProto extends KaitaiStruct {
        public static TrailerProto fromFile(String fileName) throws IOException {
            return new TrailerProto(new ByteBufferKaitaiStream(fileName));
        }

        public TrailerProto(KaitaiStream _io) {
            this(_io, null, null);
        }

        public TrailerProto(KaitaiStream _io, HfileTrailer _parent) {
            this(_io, _parent, null);
        }

        public TrailerProto(KaitaiStream _io, HfileTrailer _parent, HfileTrailer _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.fields = new ArrayList<TrailerField>();
            {
                int i = 0;
                while (!this._io.isEof()) {
                    this.fields.add(new TrailerField(this._io, this, _root, ((Number) (i)).intValue(), (i == 0 ? ((long) 0) : fields().get(((Number) (i - 1)).intValue()).ofsFileInfo()), (i == 0 ? ((long) 0) : fields().get(((Number) (i - 1)).intValue()).ofsLoadOnOpen()), (i == 0 ? ((long) 0) : fields().get(((Number) (i - 1)).intValue()).lenDataIndexInflated()), (i == 0 ? ((long) 0) : fields().get(((Number) (i - 1)).intValue()).lenTotalInflated()), (i == 0 ? ((long) 0) : fields().get(((Number) (i - 1)).intValue()).numDataIndexEntries()), (i == 0 ? ((long) 0) : fields().get(((Number) (i - 1)).intValue()).numMetaIndexEntries()), (i == 0 ? ((long) 0) : fields().get(((Number) (i - 1)).intValue()).numEntries()), (i == 0 ? ((long) 0) : fields().get(((Number) (i - 1)).intValue()).numDataIndexLevels()), (i == 0 ? ((long) 0) : fields().get(((Number) (i - 1)).intValue()).ofsFirstDataBlock()), (i == 0 ? ((long) 0) : fields().get(((Number) (i - 1)).intValue()).ofsLastDataBlock()), (i == 0 ? ((long) 2) : fields().get(((Number) (i - 1)).intValue()).compressionCodec()), (i == 0 ? ((Number) (-1)).intValue() : fields().get(((Number) (i - 1)).intValue()).comparatorAt()), (i == 0 ? ((Number) (-1)).intValue() : fields().get(((Number) (i - 1)).intValue()).encryptionKeyAt())));
                    i++;
                }
            }
        }

        public void _fetchInstances() {
            for (int i = 0; i < this.fields.size(); i++) {
                this.fields.get(((Number) (i)).intValue())._fetchInstances();
            }
        }
        private byte[] comparatorClassName;
        public byte[] comparatorClassName() {
            if (this.comparatorClassName != null)
                return this.comparatorClassName;
            if (((Number) ((fields().size() > 0 ? fields().get(fields().size() - 1).comparatorAt() : ((Number) (-1)).intValue()))).intValue() >= 0) {
                this.comparatorClassName = fields().get(((Number) (fields().get(fields().size() - 1).comparatorAt())).intValue()).bytes();
            }
            return this.comparatorClassName;
        }
        private Long compressionCodec;

        /**
         * 2 is none, also if the message lacks the field.
         */
        public Long compressionCodec() {
            if (this.compressionCodec != null)
                return this.compressionCodec;
            this.compressionCodec = ((Number) (((Number) ((fields().size() == 0 ? ((long) 2) : fields().get(fields().size() - 1).compressionCodec()))).longValue())).longValue();
            return this.compressionCodec;
        }
        private byte[] encryptionKey;
        public byte[] encryptionKey() {
            if (this.encryptionKey != null)
                return this.encryptionKey;
            if (((Number) ((fields().size() > 0 ? fields().get(fields().size() - 1).encryptionKeyAt() : ((Number) (-1)).intValue()))).intValue() >= 0) {
                this.encryptionKey = fields().get(((Number) (fields().get(fields().size() - 1).encryptionKeyAt())).intValue()).bytes();
            }
            return this.encryptionKey;
        }
        private List<TrailerField> fields;
        private HfileTrailer _root;
        private HfileTrailer _parent;

        /**
         * Protobuf fields in file order. Each field passes on the values parsed
         * so far, so the last one holds them all. A number is unsigned as in
         * protobuf: -1 is stored as 18446744073709551615.
         */
        public List<TrailerField> fields() { return fields; }
        public HfileTrailer _root() { return _root; }
        public HfileTrailer _parent() { return _parent; }
    }
    private Boolean hasMessage;
    public Boolean hasMessage() {
        if (this.hasMessage != null)
            return this.hasMessage;
        this.hasMessage =  ((major() >= 3) || (minor() >= 2)) ;
        return this.hasMessage;
    }
    private byte[] magic;
    private Varint lenMessage;
    private byte[] checkLenMessage;
    private TrailerProto message;
    private FixedFields fixed;
    private int major;
    private int minor;
    private HfileTrailer _root;
    private KaitaiStruct _parent;
    public byte[] magic() { return magic; }
    public Varint lenMessage() { return lenMessage; }

    /**
     * Reads nothing. The message must lie inside the trailer.
     */
    public byte[] checkLenMessage() { return checkLenMessage; }
    public TrailerProto message() { return message; }
    public FixedFields fixed() { return fixed; }
    public int major() { return major; }
    public int minor() { return minor; }
    public HfileTrailer _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
