// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.Map;
import java.util.HashMap;
import java.util.Arrays;
import java.util.ArrayList;
import java.util.List;


/**
 * One block of a Hudi log file (log format version 1). A log file is a sequence
 * of such blocks, see `hudi_log_file`.
 * 
 * Every length and every count is checked against the rest of the block, never
 * against the file: a block with wrong lengths does not affect the next block. A
 * reader that must handle damaged files parses block by block and, if a frame is
 * not consistent, searches for the next `#HUDI#`; this grammar does not describe
 * that search.
 * 
 * Lengths are signed numbers on disk. All integers are big-endian.
 * @see <a href="https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/table/log/HoodieLogFormatWriter.java">Source</a>
 * @see <a href="https://hudi.apache.org/learn/tech-specs-1point0/#log-file-format">Source</a>
 */
public class HudiLogBlock extends KaitaiStruct {
    public static HudiLogBlock fromFile(String fileName) throws IOException {
        return new HudiLogBlock(new ByteBufferKaitaiStream(fileName));
    }

    public enum BlockType {
        COMMAND(0),
        DELETE(1),
        AVRO_DATA(3),
        HFILE_DATA(4),
        PARQUET_DATA(5),
        CDC_DATA(6);

        private final long id;
        BlockType(long id) { this.id = id; }
        public long id() { return id; }
        private static final Map<Long, BlockType> byId = new HashMap<Long, BlockType>(6);
        static {
            for (BlockType e : BlockType.values())
                byId.put(e.id(), e);
        }
        public static BlockType byId(long id) { return byId.get(id); }
    }

    public enum HeaderKey {
        INSTANT_TIME(0),
        TARGET_INSTANT_TIME(1),
        SCHEMA(2),
        COMMAND_BLOCK_TYPE(3),
        COMPACTED_BLOCK_TIMES(4),
        RECORD_POSITIONS(5),
        BLOCK_IDENTIFIER(6),
        IS_PARTIAL(7),
        BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS(8);

        private final long id;
        HeaderKey(long id) { this.id = id; }
        public long id() { return id; }
        private static final Map<Long, HeaderKey> byId = new HashMap<Long, HeaderKey>(9);
        static {
            for (HeaderKey e : HeaderKey.values())
                byId.put(e.id(), e);
        }
        public static HeaderKey byId(long id) { return byId.get(id); }
    }

    public HudiLogBlock(KaitaiStream _io) {
        this(_io, null, null);
    }

    public HudiLogBlock(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public HudiLogBlock(KaitaiStream _io, KaitaiStruct _parent, HudiLogBlock _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.magic = this._io.readBytes(6);
        if (!(Arrays.equals(this.magic, new byte[] { 35, 72, 85, 68, 73, 35 }))) {
            throw new KaitaiStream.ValidationNotEqualError(new byte[] { 35, 72, 85, 68, 73, 35 }, this.magic, this._io, "/seq/0");
        }
        this.lenBlock = this._io.readS8be();
        {
            long _it = this.lenBlock;
            if (!( ((_it >= 32) && (_it <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                throw new KaitaiStream.ValidationExprError(this.lenBlock, this._io, "/seq/1");
            }
        }
        this.formatVersion = this._io.readS4be();
        if (!(this.formatVersion == 1)) {
            throw new KaitaiStream.ValidationNotEqualError(1, this.formatVersion, this._io, "/seq/2");
        }
        this.blockType = BlockType.byId(this._io.readS4be());
        if (this.blockType == null) {
            throw new KaitaiStream.ValidationNotInEnumError(this.blockType, this._io, "/seq/3");
        }
        this.header = new HeaderMap(this._io, this, _root, ((Number) ((((Number) (_io().pos())).longValue() + lenBlock()) - 16)).longValue());
        this.lenContent = this._io.readS8be();
        {
            long _it = this.lenContent;
            if (!( ((_it >= 0) && (_it <= ofsTrailing() - ((Number) (_io().pos())).longValue())) )) {
                throw new KaitaiStream.ValidationExprError(this.lenContent, this._io, "/seq/5");
            }
        }
        {
            BlockType on = blockType();
            if (on != null) {
                switch (blockType()) {
                case AVRO_DATA: {
                    KaitaiStream _io_content = this._io.substream(lenContent());
                    this.content = new HudiLogAvroContent(_io_content);
                    break;
                }
                case CDC_DATA: {
                    KaitaiStream _io_content = this._io.substream(lenContent());
                    this.content = new HudiLogAvroContent(_io_content);
                    break;
                }
                case DELETE: {
                    KaitaiStream _io_content = this._io.substream(lenContent());
                    this.content = new HudiDeleteContent(_io_content);
                    break;
                }
                default: {
                    this.content = this._io.readBytes(lenContent());
                    break;
                }
                }
            } else {
                this.content = this._io.readBytes(lenContent());
            }
        }
        this.footer = new FooterMap(this._io, this, _root, ofsTrailing());
        this.lenTrailing = this._io.readS8be();
        if (!(this.lenTrailing == lenBlock() + 6)) {
            throw new KaitaiStream.ValidationNotEqualError(lenBlock() + 6, this.lenTrailing, this._io, "/seq/8");
        }
    }

    public void _fetchInstances() {
        this.header._fetchInstances();
        {
            BlockType on = blockType();
            if (on != null) {
                switch (blockType()) {
                case AVRO_DATA: {
                    ((HudiLogAvroContent) (this.content))._fetchInstances();
                    break;
                }
                case CDC_DATA: {
                    ((HudiLogAvroContent) (this.content))._fetchInstances();
                    break;
                }
                case DELETE: {
                    ((HudiDeleteContent) (this.content))._fetchInstances();
                    break;
                }
                default: {
                    break;
                }
                }
            } else {
            }
        }
        this.footer._fetchInstances();
    }
    public static class FooterEntry extends KaitaiStruct {

        public FooterEntry(KaitaiStream _io, long ofsEnd) {
            this(_io, null, null, ofsEnd);
        }

        public FooterEntry(KaitaiStream _io, HudiLogBlock.FooterMap _parent, long ofsEnd) {
            this(_io, _parent, null, ofsEnd);
        }

        public FooterEntry(KaitaiStream _io, HudiLogBlock.FooterMap _parent, HudiLogBlock _root, long ofsEnd) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.ofsEnd = ofsEnd;
            _read();
        }
        private void _read() {
            this.checkRoom = this._io.readBytes(0);
            {
                byte[] _it = this.checkRoom;
                if (!( ((_it.length == 0) && (((Number) (_io().pos())).longValue() + 4 <= ofsEnd())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkRoom, this._io, "/types/footer_entry/seq/0");
                }
            }
            this.key = this._io.readS4be();
            this.lenValue = this._io.readS4be();
            {
                int _it = this.lenValue;
                if (!( ((_it >= 0) && (((Number) (_it)).longValue() <= ofsEnd() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.lenValue, this._io, "/types/footer_entry/seq/2");
                }
            }
            this.value = this._io.readBytes(lenValue());
        }

        public void _fetchInstances() {
        }
        private byte[] checkRoom;
        private int key;
        private int lenValue;
        private byte[] value;
        private long ofsEnd;
        private HudiLogBlock _root;
        private HudiLogBlock.FooterMap _parent;

        /**
         * Reads nothing. The entries before may have left no room for `key`.
         */
        public byte[] checkRoom() { return checkRoom; }

        /**
         * No release defines a footer key; any number is accepted and ignored.
         */
        public int key() { return key; }
        public int lenValue() { return lenValue; }
        public byte[] value() { return value; }
        public long ofsEnd() { return ofsEnd; }
        public HudiLogBlock _root() { return _root; }
        public HudiLogBlock.FooterMap _parent() { return _parent; }
    }

    /**
     * Same layout as the header, other keys.
     */
    public static class FooterMap extends KaitaiStruct {

        public FooterMap(KaitaiStream _io, long ofsEnd) {
            this(_io, null, null, ofsEnd);
        }

        public FooterMap(KaitaiStream _io, HudiLogBlock _parent, long ofsEnd) {
            this(_io, _parent, null, ofsEnd);
        }

        public FooterMap(KaitaiStream _io, HudiLogBlock _parent, HudiLogBlock _root, long ofsEnd) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.ofsEnd = ofsEnd;
            _read();
        }
        private void _read() {
            this.numEntries = this._io.readS4be();
            {
                int _it = this.numEntries;
                if (!( ((_it >= 0) && (((Number) (_it)).longValue() * 8 <= ofsEnd() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.numEntries, this._io, "/types/footer_map/seq/0");
                }
            }
            this.entries = new ArrayList<FooterEntry>();
            for (int i = 0; i < numEntries(); i++) {
                this.entries.add(new FooterEntry(this._io, this, _root, ofsEnd()));
            }
            this.checkFilled = this._io.readBytes(0);
            {
                byte[] _it = this.checkFilled;
                if (!( ((_it.length == 0) && (((Number) (_io().pos())).longValue() == ofsEnd())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkFilled, this._io, "/types/footer_map/seq/2");
                }
            }
        }

        public void _fetchInstances() {
            for (int i = 0; i < this.entries.size(); i++) {
                this.entries.get(((Number) (i)).intValue())._fetchInstances();
            }
        }
        private int numEntries;
        private List<FooterEntry> entries;
        private byte[] checkFilled;
        private long ofsEnd;
        private HudiLogBlock _root;
        private HudiLogBlock _parent;

        /**
         * Number of entries, 0 in every file that a release of Hudi wrote.
         */
        public int numEntries() { return numEntries; }
        public List<FooterEntry> entries() { return entries; }

        /**
         * Reads nothing. Header, content and footer must fill the block exactly.
         */
        public byte[] checkFilled() { return checkFilled; }

        /**
         * Offset at which the map must end.
         */
        public long ofsEnd() { return ofsEnd; }
        public HudiLogBlock _root() { return _root; }
        public HudiLogBlock _parent() { return _parent; }
    }
    public static class HeaderEntry extends KaitaiStruct {

        public HeaderEntry(KaitaiStream _io, long ofsEnd) {
            this(_io, null, null, ofsEnd);
        }

        public HeaderEntry(KaitaiStream _io, HudiLogBlock.HeaderMap _parent, long ofsEnd) {
            this(_io, _parent, null, ofsEnd);
        }

        public HeaderEntry(KaitaiStream _io, HudiLogBlock.HeaderMap _parent, HudiLogBlock _root, long ofsEnd) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.ofsEnd = ofsEnd;
            _read();
        }
        private void _read() {
            this.checkRoom = this._io.readBytes(0);
            {
                byte[] _it = this.checkRoom;
                if (!( ((_it.length == 0) && (((Number) (_io().pos())).longValue() + 4 <= ofsEnd())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkRoom, this._io, "/types/header_entry/seq/0");
                }
            }
            this.key = HudiLogBlock.HeaderKey.byId(this._io.readS4be());
            if (this.key == null) {
                throw new KaitaiStream.ValidationNotInEnumError(this.key, this._io, "/types/header_entry/seq/1");
            }
            this.lenValue = this._io.readS4be();
            {
                int _it = this.lenValue;
                if (!( ((_it >= 0) && (((Number) (_it)).longValue() <= ofsEnd() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.lenValue, this._io, "/types/header_entry/seq/2");
                }
            }
            this.value = this._io.readBytes(lenValue());
        }

        public void _fetchInstances() {
        }
        private byte[] checkRoom;
        private HeaderKey key;
        private int lenValue;
        private byte[] value;
        private long ofsEnd;
        private HudiLogBlock _root;
        private HudiLogBlock.HeaderMap _parent;

        /**
         * Reads nothing. The entries before may have left no room for `key`.
         */
        public byte[] checkRoom() { return checkRoom; }
        public HeaderKey key() { return key; }
        public int lenValue() { return lenValue; }

        /**
         * Text, UTF-8 since 0.15.0. Parsed as bytes because older writers used
         * the platform's charset, and because a damaged text must not prevent
         * reading the rest of the block.
         */
        public byte[] value() { return value; }
        public long ofsEnd() { return ofsEnd; }
        public HudiLogBlock _root() { return _root; }
        public HudiLogBlock.HeaderMap _parent() { return _parent; }
    }

    /**
     * Map from header key to text. If two entries have the same key, readers use
     * the last one.
     */
    public static class HeaderMap extends KaitaiStruct {

        public HeaderMap(KaitaiStream _io, long ofsEnd) {
            this(_io, null, null, ofsEnd);
        }

        public HeaderMap(KaitaiStream _io, HudiLogBlock _parent, long ofsEnd) {
            this(_io, _parent, null, ofsEnd);
        }

        public HeaderMap(KaitaiStream _io, HudiLogBlock _parent, HudiLogBlock _root, long ofsEnd) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.ofsEnd = ofsEnd;
            _read();
        }
        private void _read() {
            this.numEntries = this._io.readS4be();
            {
                int _it = this.numEntries;
                if (!( ((_it >= 0) && (((Number) (_it)).longValue() * 8 <= ofsEnd() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.numEntries, this._io, "/types/header_map/seq/0");
                }
            }
            this.entries = new ArrayList<HeaderEntry>();
            for (int i = 0; i < numEntries(); i++) {
                this.entries.add(new HeaderEntry(this._io, this, _root, ofsEnd()));
            }
        }

        public void _fetchInstances() {
            for (int i = 0; i < this.entries.size(); i++) {
                this.entries.get(((Number) (i)).intValue())._fetchInstances();
            }
        }
        private int numEntries;
        private List<HeaderEntry> entries;
        private long ofsEnd;
        private HudiLogBlock _root;
        private HudiLogBlock _parent;

        /**
         * An entry has at least 8 bytes.
         */
        public int numEntries() { return numEntries; }
        public List<HeaderEntry> entries() { return entries; }

        /**
         * Offset that no part of the map may reach beyond.
         */
        public long ofsEnd() { return ofsEnd; }
        public HudiLogBlock _root() { return _root; }
        public HudiLogBlock _parent() { return _parent; }
    }
    private Long ofsTrailing;

    /**
     * Offset of `len_trailing`, the end of the range for header, content and footer.
     */
    public Long ofsTrailing() {
        if (this.ofsTrailing != null)
            return this.ofsTrailing;
        this.ofsTrailing = ((Number) (header().ofsEnd())).longValue();
        return this.ofsTrailing;
    }
    private byte[] magic;
    private long lenBlock;
    private int formatVersion;
    private BlockType blockType;
    private HeaderMap header;
    private long lenContent;
    private Object content;
    private FooterMap footer;
    private long lenTrailing;
    private HudiLogBlock _root;
    private KaitaiStruct _parent;

    /**
     * Starts every block; a reader searches for it after damage.
     */
    public byte[] magic() { return magic; }

    /**
     * Number of bytes that follow this field up to and including
     * `len_trailing`. 32 is the smallest block: both versions, two empty
     * maps, no content, two lengths.
     */
    public long lenBlock() { return lenBlock; }

    /**
     * Version of the frame. Not the version of the content.
     */
    public int formatVersion() { return formatVersion; }

    /**
     * Type of `content`.
     */
    public BlockType blockType() { return blockType; }

    /**
     * Metadata of the block, in any order. Both versions and `len_trailing` are 16 of `len_block`.
     */
    public HeaderMap header() { return header; }

    /**
     * Exact number of bytes of `content`.
     */
    public long lenContent() { return lenContent; }

    /**
     * Depends on `block_type`. An HFile or a Parquet file is left as bytes
     * here (see `hfile` for the former); a command has no content.
     */
    public Object content() { return content; }

    /**
     * Empty in every file that a release of Hudi wrote.
     */
    public FooterMap footer() { return footer; }

    /**
     * Back pointer for reverse reading: number of bytes from the first byte
     * of `magic` up to this field. It counts magic and `len_block`, but not
     * itself: always `len_block + 6`.
     */
    public long lenTrailing() { return lenTrailing; }
    public HudiLogBlock _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
