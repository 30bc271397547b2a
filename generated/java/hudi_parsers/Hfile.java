// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.Map;
import java.util.HashMap;
import java.util.ArrayList;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Arrays;


/**
 * Sorted map of keys to values in blocks, as HBase and Hudi write it: data
 * blocks, indexes, file info and a trailer of fixed size that points to them.
 * Payloads are taken apart where they are not compressed and not encoded;
 * others are bytes, `hfile_data_block` and its siblings describe them.
 * @see <a href="https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFile.java">Source</a>
 * @see <a href="https://hbase.apache.org/book.html#_hfile_format_2">Source</a>
 */
public class Hfile extends KaitaiStruct {
    public static Hfile fromFile(String fileName) throws IOException {
        return new Hfile(new ByteBufferKaitaiStream(fileName));
    }

    public enum ChecksumType {
        NONE(0),
        CRC32(1),
        CRC32C(2);

        private final long id;
        ChecksumType(long id) { this.id = id; }
        public long id() { return id; }
        private static final Map<Long, ChecksumType> byId = new HashMap<Long, ChecksumType>(3);
        static {
            for (ChecksumType e : ChecksumType.values())
                byId.put(e.id(), e);
        }
        public static ChecksumType byId(long id) { return byId.get(id); }
    }

    public Hfile(KaitaiStream _io) {
        this(_io, null, null);
    }

    public Hfile(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public Hfile(KaitaiStream _io, KaitaiStruct _parent, Hfile _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        if (ofsTrailer() > 0) {
            this.blocks = new ArrayList<Block>();
            {
                Block _it;
                int i = 0;
                do {
                    _it = new Block(this._io, this, _root);
                    this.blocks.add(_it);
                    i++;
                } while (!(((Number) (_io().pos())).longValue() >= ofsTrailer()));
            }
        }
    }

    public void _fetchInstances() {
        if (ofsTrailer() > 0) {
            for (int i = 0; i < this.blocks.size(); i++) {
                this.blocks.get(((Number) (i)).intValue())._fetchInstances();
            }
        }
        trailer();
        if (this.trailer != null) {
            this.trailer._fetchInstances();
        }
        version();
        if (this.version != null) {
            this.version._fetchInstances();
        }
    }
    public static class Block extends KaitaiStruct {
        public static Block fromFile(String fileName) throws IOException {
            return new Block(new ByteBufferKaitaiStream(fileName));
        }

        public Block(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Block(KaitaiStream _io, Hfile _parent) {
            this(_io, _parent, null);
        }

        public Block(KaitaiStream _io, Hfile _parent, Hfile _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.magic = new String(this._io.readBytes(8), StandardCharsets.US_ASCII);
            if (!( ((this.magic.equals("DATABLK*")) || (this.magic.equals("DATABLKE")) || (this.magic.equals("IDXLEAF2")) || (this.magic.equals("BLMFBLK2")) || (this.magic.equals("METABLKc")) || (this.magic.equals("IDXINTE2")) || (this.magic.equals("IDXROOT2")) || (this.magic.equals("FILEINF2")) || (this.magic.equals("BLMFMET2")) || (this.magic.equals("DFBLMET2"))) )) {
                throw new KaitaiStream.ValidationNotAnyOfError(this.magic, this._io, "/types/block/seq/0");
            }
            this.lenPayloadAndChecksums = this._io.readS4be();
            {
                int _it = this.lenPayloadAndChecksums;
                if (!( ((_it >= 0) && (((Number) (_it)).longValue() <= _root().ofsTrailer() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.lenPayloadAndChecksums, this._io, "/types/block/seq/1");
                }
            }
            this.lenPayloadInflated = this._io.readS4be();
            if (!(this.lenPayloadInflated >= 0)) {
                throw new KaitaiStream.ValidationLessThanError(0, this.lenPayloadInflated, this._io, "/types/block/seq/2");
            }
            this.ofsPrevBlock = this._io.readS8be();
            if (hasChecksums()) {
                this.checksumType = Hfile.ChecksumType.byId(this._io.readU1());
            }
            if (hasChecksums()) {
                this.lenChecksumChunk = this._io.readS4be();
            }
            if (hasChecksums()) {
                this.lenHeaderAndPayload = this._io.readS4be();
                {
                    int _it = this.lenHeaderAndPayload;
                    if (!( ((_it >= 33) && (_it - 33 <= lenPayloadAndChecksums())) )) {
                        throw new KaitaiStream.ValidationExprError(this.lenHeaderAndPayload, this._io, "/types/block/seq/6");
                    }
                }
            }
            switch ((isInflated() ? magic() : "")) {
            case "DATABLK*": {
                KaitaiStream _io_payload = this._io.substream(lenPayload());
                this.payload = new HfileDataBlock(_io_payload, false, true);
                break;
            }
            case "FILEINF2": {
                KaitaiStream _io_payload = this._io.substream(lenPayload());
                this.payload = new HfileFileInfo(_io_payload);
                break;
            }
            case "IDXINTE2": {
                KaitaiStream _io_payload = this._io.substream(lenPayload());
                this.payload = new HfileLeafIndex(_io_payload);
                break;
            }
            case "IDXLEAF2": {
                KaitaiStream _io_payload = this._io.substream(lenPayload());
                this.payload = new HfileLeafIndex(_io_payload);
                break;
            }
            default: {
                this.payload = this._io.readBytes(lenPayload());
                break;
            }
            }
            if (hasChecksums()) {
                this.checksums = new ArrayList<Long>();
                for (int i = 0; i < ((Number) ((lenPayloadAndChecksums() - lenPayload()) / 4)).intValue(); i++) {
                    this.checksums.add(this._io.readU4be());
                }
            }
        }

        public void _fetchInstances() {
            if (hasChecksums()) {
            }
            if (hasChecksums()) {
            }
            if (hasChecksums()) {
            }
            switch ((isInflated() ? magic() : "")) {
            case "DATABLK*": {
                ((HfileDataBlock) (this.payload))._fetchInstances();
                break;
            }
            case "FILEINF2": {
                ((HfileFileInfo) (this.payload))._fetchInstances();
                break;
            }
            case "IDXINTE2": {
                ((HfileLeafIndex) (this.payload))._fetchInstances();
                break;
            }
            case "IDXLEAF2": {
                ((HfileLeafIndex) (this.payload))._fetchInstances();
                break;
            }
            default: {
                break;
            }
            }
            if (hasChecksums()) {
                for (int i = 0; i < this.checksums.size(); i++) {
                }
            }
        }
        private Boolean hasChecksums;
        public Boolean hasChecksums() {
            if (this.hasChecksums != null)
                return this.hasChecksums;
            this.hasChecksums =  ((_root().version().major() >= 3) || (_root().version().minor() >= 1)) ;
            return this.hasChecksums;
        }
        private Boolean isInflated;
        public Boolean isInflated() {
            if (this.isInflated != null)
                return this.isInflated;
            this.isInflated = _root().trailer().message().fields().get(_root().trailer().message().fields().size() - 1).compressionCodec() == 2;
            return this.isInflated;
        }
        private Integer lenPayload;
        public Integer lenPayload() {
            if (this.lenPayload != null)
                return this.lenPayload;
            this.lenPayload = ((Number) (((Number) ((hasChecksums() ? ((Number) (lenHeaderAndPayload() - 33)).intValue() : lenPayloadAndChecksums()))).intValue())).intValue();
            return this.lenPayload;
        }
        private String magic;
        private int lenPayloadAndChecksums;
        private int lenPayloadInflated;
        private long ofsPrevBlock;
        private ChecksumType checksumType;
        private Integer lenChecksumChunk;
        private Integer lenHeaderAndPayload;
        private Object payload;
        private List<Long> checksums;
        private Hfile _root;
        private Hfile _parent;
        public String magic() { return magic; }
        public int lenPayloadAndChecksums() { return lenPayloadAndChecksums; }
        public int lenPayloadInflated() { return lenPayloadInflated; }
        public long ofsPrevBlock() { return ofsPrevBlock; }
        public ChecksumType checksumType() { return checksumType; }
        public Integer lenChecksumChunk() { return lenChecksumChunk; }

        /**
         * The rest of the block is checksums, 4 bytes each.
         */
        public Integer lenHeaderAndPayload() { return lenHeaderAndPayload; }
        public Object payload() { return payload; }
        public List<Long> checksums() { return checksums; }
        public Hfile _root() { return _root; }
        public Hfile _parent() { return _parent; }
    }
    public static class Trailer extends KaitaiStruct {
        public static Trailer fromFile(String fileName) throws IOException {
            return new Trailer(new ByteBufferKaitaiStream(fileName));
        }

        public Trailer(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Trailer(KaitaiStream _io, Hfile _parent) {
            this(_io, _parent, null);
        }

        public Trailer(KaitaiStream _io, Hfile _parent, Hfile _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.magic = this._io.readBytes(8);
            if (!(Arrays.equals(this.magic, new byte[] { 84, 82, 65, 66, 76, 75, 34, 36 }))) {
                throw new KaitaiStream.ValidationNotEqualError(new byte[] { 84, 82, 65, 66, 76, 75, 34, 36 }, this.magic, this._io, "/types/trailer/seq/0");
            }
            this.lenMessage = new Varint(this._io);
            this.checkLenMessage = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenMessage;
                if (!( ((_it.length == 0) && (((Number) (lenMessage().value())).longValue() >= 0) && (((Number) (lenMessage().value())).longValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenMessage, this._io, "/types/trailer/seq/2");
                }
            }
            KaitaiStream _io_message = this._io.substream(lenMessage().value());
            this.message = new TrailerProto(_io_message, this, _root);
        }

        public void _fetchInstances() {
            this.lenMessage._fetchInstances();
            this.message._fetchInstances();
        }
        private byte[] magic;
        private Varint lenMessage;
        private byte[] checkLenMessage;
        private TrailerProto message;
        private Hfile _root;
        private Hfile _parent;
        public byte[] magic() { return magic; }
        public Varint lenMessage() { return lenMessage; }

        /**
         * Reads nothing. The message must lie inside the trailer.
         */
        public byte[] checkLenMessage() { return checkLenMessage; }
        public TrailerProto message() { return message; }
        public Hfile _root() { return _root; }
        public Hfile _parent() { return _parent; }
    }
    public static class TrailerField extends KaitaiStruct {

        public TrailerField(KaitaiStream _io, long prevOfsFileInfo, long prevOfsLoadOnOpen, long prevNumDataIndexEntries, long prevNumMetaIndexEntries, long prevNumEntries, long prevNumDataIndexLevels, long prevCompressionCodec) {
            this(_io, null, null, prevOfsFileInfo, prevOfsLoadOnOpen, prevNumDataIndexEntries, prevNumMetaIndexEntries, prevNumEntries, prevNumDataIndexLevels, prevCompressionCodec);
        }

        public TrailerField(KaitaiStream _io, Hfile.TrailerProto _parent, long prevOfsFileInfo, long prevOfsLoadOnOpen, long prevNumDataIndexEntries, long prevNumMetaIndexEntries, long prevNumEntries, long prevNumDataIndexLevels, long prevCompressionCodec) {
            this(_io, _parent, null, prevOfsFileInfo, prevOfsLoadOnOpen, prevNumDataIndexEntries, prevNumMetaIndexEntries, prevNumEntries, prevNumDataIndexLevels, prevCompressionCodec);
        }

        public TrailerField(KaitaiStream _io, Hfile.TrailerProto _parent, Hfile _root, long prevOfsFileInfo, long prevOfsLoadOnOpen, long prevNumDataIndexEntries, long prevNumMetaIndexEntries, long prevNumEntries, long prevNumDataIndexLevels, long prevCompressionCodec) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.prevOfsFileInfo = prevOfsFileInfo;
            this.prevOfsLoadOnOpen = prevOfsLoadOnOpen;
            this.prevNumDataIndexEntries = prevNumDataIndexEntries;
            this.prevNumMetaIndexEntries = prevNumMetaIndexEntries;
            this.prevNumEntries = prevNumEntries;
            this.prevNumDataIndexLevels = prevNumDataIndexLevels;
            this.prevCompressionCodec = prevCompressionCodec;
            _read();
        }
        private void _read() {
            this.key = new Varint(this._io);
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
                        throw new KaitaiStream.ValidationExprError(this.checkLenBytes, this._io, "/types/trailer_field/seq/3");
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
        private Long compressionCodec;
        public Long compressionCodec() {
            if (this.compressionCodec != null)
                return this.compressionCodec;
            this.compressionCodec = ((Number) (((Number) (( ((tag() == 12) && (wireType() == 0))  ? varint().value() : prevCompressionCodec()))).longValue())).longValue();
            return this.compressionCodec;
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
        private Varint varint;
        private Varint lenBytes;
        private byte[] checkLenBytes;
        private byte[] bytes;
        private Long fixed64;
        private Long fixed32;
        private long prevOfsFileInfo;
        private long prevOfsLoadOnOpen;
        private long prevNumDataIndexEntries;
        private long prevNumMetaIndexEntries;
        private long prevNumEntries;
        private long prevNumDataIndexLevels;
        private long prevCompressionCodec;
        private Hfile _root;
        private Hfile.TrailerProto _parent;
        public Varint key() { return key; }
        public Varint varint() { return varint; }
        public Varint lenBytes() { return lenBytes; }

        /**
         * Reads nothing. The value must lie inside the message.
         */
        public byte[] checkLenBytes() { return checkLenBytes; }
        public byte[] bytes() { return bytes; }
        public Long fixed64() { return fixed64; }
        public Long fixed32() { return fixed32; }
        public long prevOfsFileInfo() { return prevOfsFileInfo; }
        public long prevOfsLoadOnOpen() { return prevOfsLoadOnOpen; }
        public long prevNumDataIndexEntries() { return prevNumDataIndexEntries; }
        public long prevNumMetaIndexEntries() { return prevNumMetaIndexEntries; }
        public long prevNumEntries() { return prevNumEntries; }
        public long prevNumDataIndexLevels() { return prevNumDataIndexLevels; }
        public long prevCompressionCodec() { return prevCompressionCodec; }
        public Hfile _root() { return _root; }
        public Hfile.TrailerProto _parent() { return _parent; }
    }
    public static class TrailerProto extends KaitaiStruct {
        public static TrailerProto fromFile(String fileName) throws IOException {
            return new TrailerProto(new ByteBufferKaitaiStream(fileName));
        }

        public TrailerProto(KaitaiStream _io) {
            this(_io, null, null);
        }

        public TrailerProto(KaitaiStream _io, Hfile.Trailer _parent) {
            this(_io, _parent, null);
        }

        public TrailerProto(KaitaiStream _io, Hfile.Trailer _parent, Hfile _root) {
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
                    this.fields.add(new TrailerField(this._io, this, _root, (i == 0 ? ((long) 0) : fields().get(((Number) (i - 1)).intValue()).ofsFileInfo()), (i == 0 ? ((long) 0) : fields().get(((Number) (i - 1)).intValue()).ofsLoadOnOpen()), (i == 0 ? ((long) 0) : fields().get(((Number) (i - 1)).intValue()).numDataIndexEntries()), (i == 0 ? ((long) 0) : fields().get(((Number) (i - 1)).intValue()).numMetaIndexEntries()), (i == 0 ? ((long) 0) : fields().get(((Number) (i - 1)).intValue()).numEntries()), (i == 0 ? ((long) 1) : fields().get(((Number) (i - 1)).intValue()).numDataIndexLevels()), (i == 0 ? ((long) 2) : fields().get(((Number) (i - 1)).intValue()).compressionCodec())));
                    i++;
                }
            }
        }

        public void _fetchInstances() {
            for (int i = 0; i < this.fields.size(); i++) {
                this.fields.get(((Number) (i)).intValue())._fetchInstances();
            }
        }
        private List<TrailerField> fields;
        private Hfile _root;
        private Hfile.Trailer _parent;

        /**
         * Protobuf fields in file order. Each field hands on the values seen
         * so far, so the last one holds them all.
         */
        public List<TrailerField> fields() { return fields; }
        public Hfile _root() { return _root; }
        public Hfile.Trailer _parent() { return _parent; }
    }
    public static class Version extends KaitaiStruct {
        public static Version fromFile(String fileName) throws IOException {
            return new Version(new ByteBufferKaitaiStream(fileName));
        }

        public Version(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Version(KaitaiStream _io, Hfile _parent) {
            this(_io, _parent, null);
        }

        public Version(KaitaiStream _io, Hfile _parent, Hfile _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.minor = this._io.readU1();
            this.major = this._io.readBitsIntBe(24);
            if (!( ((this.major == 2) || (this.major == 3)) )) {
                throw new KaitaiStream.ValidationNotAnyOfError(this.major, this._io, "/types/version/seq/1");
            }
        }

        public void _fetchInstances() {
        }
        private int minor;
        private long major;
        private Hfile _root;
        private Hfile _parent;
        public int minor() { return minor; }
        public long major() { return major; }
        public Hfile _root() { return _root; }
        public Hfile _parent() { return _parent; }
    }
    private Long lenTrailer;
    public Long lenTrailer() {
        if (this.lenTrailer != null)
            return this.lenTrailer;
        this.lenTrailer = ((Number) (((Number) ((version().major() == 2 ? ((long) 212) : ((long) 4096)))).longValue())).longValue();
        return this.lenTrailer;
    }
    private Long ofsTrailer;
    public Long ofsTrailer() {
        if (this.ofsTrailer != null)
            return this.ofsTrailer;
        this.ofsTrailer = ((Number) (((Number) (((Number) (_io().size())).longValue() - lenTrailer())).longValue())).longValue();
        return this.ofsTrailer;
    }
    private Trailer trailer;

    /**
     * All of the trailer but the version
     */
    public Trailer trailer() {
        if (this.trailer != null)
            return this.trailer;
        long _pos = this._io.pos();
        this._io.seek(ofsTrailer());
        KaitaiStream _io_trailer = this._io.substream(lenTrailer() - 4);
        this.trailer = new Trailer(_io_trailer, this, _root);
        this._io.seek(_pos);
        return this.trailer;
    }
    private Version version;
    public Version version() {
        if (this.version != null)
            return this.version;
        long _pos = this._io.pos();
        this._io.seek(_io().size() - 4);
        this.version = new Version(this._io, this, _root);
        this._io.seek(_pos);
        return this.version;
    }
    private List<Block> blocks;
    private Hfile _root;
    private KaitaiStruct _parent;
    public List<Block> blocks() { return blocks; }
    public Hfile _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
