// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;


/**
 * Walks the blocks of a log file without reading their contents: `frame` reads a
 * block up to its content length, everything after that is an instance at a
 * computed position. `frame` needs no other part of the file, so a reader of
 * damaged files can parse it at every magic.
 * @see <a href="https://hudi.apache.org/learn/tech-specs-1point0/#log-file-format">Source</a>
 */
public class HudiLogIndex extends KaitaiStruct {
    public static HudiLogIndex fromFile(String fileName) throws IOException {
        return new HudiLogIndex(new ByteBufferKaitaiStream(fileName));
    }

    public HudiLogIndex(KaitaiStream _io) {
        this(_io, null, null);
    }

    public HudiLogIndex(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public HudiLogIndex(KaitaiStream _io, KaitaiStruct _parent, HudiLogIndex _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        if (_io().size() > 0) {
            this.blocks = new ArrayList<Block>();
            {
                Block _it;
                int i = 0;
                do {
                    _it = new Block(this._io, this, _root, (blocks().size() != 0 ? blocks().get(blocks().size() - 1).frame().ofsEnd() : ((long) 0)));
                    this.blocks.add(_it);
                    i++;
                } while (!(_it.frame().ofsEnd() >= ((Number) (_io().size())).longValue()));
            }
        }
    }

    public void _fetchInstances() {
        if (_io().size() > 0) {
            for (int i = 0; i < this.blocks.size(); i++) {
                this.blocks.get(((Number) (i)).intValue())._fetchInstances();
            }
        }
    }
    public static class Block extends KaitaiStruct {

        public Block(KaitaiStream _io, long ofsBlock) {
            this(_io, null, null, ofsBlock);
        }

        public Block(KaitaiStream _io, HudiLogIndex _parent, long ofsBlock) {
            this(_io, _parent, null, ofsBlock);
        }

        public Block(KaitaiStream _io, HudiLogIndex _parent, HudiLogIndex _root, long ofsBlock) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.ofsBlock = ofsBlock;
            _read();
        }
        private void _read() {
        }

        public void _fetchInstances() {
            frame();
            if (this.frame != null) {
                this.frame._fetchInstances();
            }
        }
        private Frame frame;
        public Frame frame() {
            if (this.frame != null)
                return this.frame;
            long _pos = this._io.pos();
            this._io.seek(ofsBlock());
            this.frame = new Frame(this._io, this, _root);
            this._io.seek(_pos);
            return this.frame;
        }
        private long ofsBlock;
        private HudiLogIndex _root;
        private HudiLogIndex _parent;

        /**
         * Offset of the block's magic.
         */
        public long ofsBlock() { return ofsBlock; }
        public HudiLogIndex _root() { return _root; }
        public HudiLogIndex _parent() { return _parent; }
    }

    /**
     * A range of bytes that is read only on request.
     */
    public static class Extent extends KaitaiStruct {

        public Extent(KaitaiStream _io, long ofs, long len) {
            this(_io, null, null, ofs, len);
        }

        public Extent(KaitaiStream _io, HudiLogIndex.Frame _parent, long ofs, long len) {
            this(_io, _parent, null, ofs, len);
        }

        public Extent(KaitaiStream _io, HudiLogIndex.Frame _parent, HudiLogIndex _root, long ofs, long len) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.ofs = ofs;
            this.len = len;
            _read();
        }
        private void _read() {
        }

        public void _fetchInstances() {
        }
        private Long ofsEnd;
        public Long ofsEnd() {
            if (this.ofsEnd != null)
                return this.ofsEnd;
            this.ofsEnd = ((Number) (((Number) (ofs() + len())).longValue())).longValue();
            return this.ofsEnd;
        }
        private long ofs;
        private long len;
        private HudiLogIndex _root;
        private HudiLogIndex.Frame _parent;

        /**
         * Current position of the parser.
         */
        public long ofs() { return ofs; }
        public long len() { return len; }
        public HudiLogIndex _root() { return _root; }
        public HudiLogIndex.Frame _parent() { return _parent; }
    }

    /**
     * Starts at the current position. See `hudi_log_block` for the fields.
     */
    public static class Frame extends KaitaiStruct {
        public static Frame fromFile(String fileName) throws IOException {
            return new Frame(new ByteBufferKaitaiStream(fileName));
        }

        public Frame(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Frame(KaitaiStream _io, HudiLogIndex.Block _parent) {
            this(_io, _parent, null);
        }

        public Frame(KaitaiStream _io, HudiLogIndex.Block _parent, HudiLogIndex _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.magic = this._io.readBytes(6);
            if (!(Arrays.equals(this.magic, new byte[] { 35, 72, 85, 68, 73, 35 }))) {
                throw new KaitaiStream.ValidationNotEqualError(new byte[] { 35, 72, 85, 68, 73, 35 }, this.magic, this._io, "/types/frame/seq/0");
            }
            this.lenBlock = this._io.readS8be();
            {
                long _it = this.lenBlock;
                if (!( ((_it >= 32) && (_it <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.lenBlock, this._io, "/types/frame/seq/1");
                }
            }
            this.formatVersion = this._io.readS4be();
            if (!(this.formatVersion == 1)) {
                throw new KaitaiStream.ValidationNotEqualError(1, this.formatVersion, this._io, "/types/frame/seq/2");
            }
            this.blockType = HudiLogBlock.BlockType.byId(this._io.readS4be());
            if (this.blockType == null) {
                throw new KaitaiStream.ValidationNotInEnumError(this.blockType, this._io, "/types/frame/seq/3");
            }
            this.header = new HudiLogBlock.HeaderMap(this._io, ((Number) ((((Number) (_io().pos())).longValue() + lenBlock()) - 16)).longValue());
            this.lenContent = this._io.readS8be();
            {
                long _it = this.lenContent;
                if (!( ((_it >= 0) && (_it <= ofsTrailing() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.lenContent, this._io, "/types/frame/seq/5");
                }
            }
            this.extent = new Extent(this._io, this, _root, ((Number) (_io().pos())).longValue(), lenContent());
        }

        public void _fetchInstances() {
            this.header._fetchInstances();
            this.extent._fetchInstances();
            content();
            if (this.content != null) {
            }
            footer();
            if (this.footer != null) {
                this.footer._fetchInstances();
            }
            lenTrailing();
            if (this.lenTrailing != null) {
            }
        }
        private byte[] content;

        /**
         * Read only on request.
         */
        public byte[] content() {
            if (this.content != null)
                return this.content;
            long _pos = this._io.pos();
            this._io.seek(ofsContent());
            this.content = this._io.readBytes(lenContent());
            this._io.seek(_pos);
            return this.content;
        }
        private HudiLogBlock.FooterMap footer;
        public HudiLogBlock.FooterMap footer() {
            if (this.footer != null)
                return this.footer;
            long _pos = this._io.pos();
            this._io.seek(ofsFooter());
            this.footer = new HudiLogBlock.FooterMap(this._io, ofsTrailing());
            this._io.seek(_pos);
            return this.footer;
        }
        private Long lenTrailing;
        public Long lenTrailing() {
            if (this.lenTrailing != null)
                return this.lenTrailing;
            long _pos = this._io.pos();
            this._io.seek(ofsTrailing());
            this.lenTrailing = this._io.readS8be();
            if (!(this.lenTrailing == lenBlock() + 6)) {
                throw new KaitaiStream.ValidationNotEqualError(lenBlock() + 6, this.lenTrailing, this._io, "/types/frame/instances/len_trailing");
            }
            this._io.seek(_pos);
            return this.lenTrailing;
        }
        private Long ofsContent;

        /**
         * Offset of `content`.
         */
        public Long ofsContent() {
            if (this.ofsContent != null)
                return this.ofsContent;
            this.ofsContent = ((Number) (extent().ofs())).longValue();
            return this.ofsContent;
        }
        private Long ofsEnd;

        /**
         * Offset of the first byte after the block.
         */
        public Long ofsEnd() {
            if (this.ofsEnd != null)
                return this.ofsEnd;
            this.ofsEnd = ((Number) (((Number) (ofsTrailing() + 8)).longValue())).longValue();
            return this.ofsEnd;
        }
        private Long ofsFooter;

        /**
         * Offset of `footer`.
         */
        public Long ofsFooter() {
            if (this.ofsFooter != null)
                return this.ofsFooter;
            this.ofsFooter = ((Number) (extent().ofsEnd())).longValue();
            return this.ofsFooter;
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
        private HudiLogBlock.BlockType blockType;
        private HudiLogBlock.HeaderMap header;
        private long lenContent;
        private Extent extent;
        private HudiLogIndex _root;
        private HudiLogIndex.Block _parent;
        public byte[] magic() { return magic; }
        public long lenBlock() { return lenBlock; }
        public int formatVersion() { return formatVersion; }
        public HudiLogBlock.BlockType blockType() { return blockType; }
        public HudiLogBlock.HeaderMap header() { return header; }
        public long lenContent() { return lenContent; }

        /**
         * Position of `content`; reads no bytes.
         */
        public Extent extent() { return extent; }
        public HudiLogIndex _root() { return _root; }
        public HudiLogIndex.Block _parent() { return _parent; }
    }
    private List<Block> blocks;
    private HudiLogIndex _root;
    private KaitaiStruct _parent;
    public List<Block> blocks() { return blocks; }
    public HudiLogIndex _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
