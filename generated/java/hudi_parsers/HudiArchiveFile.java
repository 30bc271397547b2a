// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;


/**
 * Undamaged archive of instants, a file `.commits_.archive.*`: a log file of
 * Avro data blocks that have a schema and no other header, no instant and no
 * footer. A record is one state of one instant, as a datum of the record
 * HoodieArchivedMetaEntry with the schema in the header of its block; the schema
 * differs between releases.
 * 
 * Damaged archives are read like damaged log files, see `hudi_log_file`.
 * @see <a href="https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/avro/HoodieArchivedMetaEntry.avsc">Source</a>
 * @see <a href="https://hudi.apache.org/learn/tech-specs/#timeline">Source</a>
 */
public class HudiArchiveFile extends KaitaiStruct {
    public static HudiArchiveFile fromFile(String fileName) throws IOException {
        return new HudiArchiveFile(new ByteBufferKaitaiStream(fileName));
    }

    public HudiArchiveFile(KaitaiStream _io) {
        this(_io, null, null);
    }

    public HudiArchiveFile(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public HudiArchiveFile(KaitaiStream _io, KaitaiStruct _parent, HudiArchiveFile _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.blocks = new ArrayList<Block>();
        {
            int i = 0;
            while (!this._io.isEof()) {
                this.blocks.add(new Block(this._io, this, _root));
                i++;
            }
        }
    }

    public void _fetchInstances() {
        for (int i = 0; i < this.blocks.size(); i++) {
            this.blocks.get(((Number) (i)).intValue())._fetchInstances();
        }
    }
    public static class Block extends KaitaiStruct {
        public static Block fromFile(String fileName) throws IOException {
            return new Block(new ByteBufferKaitaiStream(fileName));
        }

        public Block(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Block(KaitaiStream _io, HudiArchiveFile _parent) {
            this(_io, _parent, null);
        }

        public Block(KaitaiStream _io, HudiArchiveFile _parent, HudiArchiveFile _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.frame = new HudiLogBlock(this._io);
            this.checkType = this._io.readBytes(0);
            {
                byte[] _it = this.checkType;
                if (!( ((_it.length == 0) && (frame().blockType() == HudiLogBlock.BlockType.AVRO_DATA)) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkType, this._io, "/types/block/seq/1");
                }
            }
            this.checkHeader = this._io.readBytes(0);
            {
                byte[] _it = this.checkHeader;
                if (!( ((_it.length == 0) && (frame().header().numEntries() == 1) && (frame().header().entries().get(((int) 0)).key() == HudiLogBlock.HeaderKey.SCHEMA)) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkHeader, this._io, "/types/block/seq/2");
                }
            }
            this.checkFooter = this._io.readBytes(0);
            {
                byte[] _it = this.checkFooter;
                if (!( ((_it.length == 0) && (frame().footer().numEntries() == 0)) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkFooter, this._io, "/types/block/seq/3");
                }
            }
        }

        public void _fetchInstances() {
            this.frame._fetchInstances();
        }
        private HudiLogAvroContent content;

        /**
         * The entries as datums.
         */
        public HudiLogAvroContent content() {
            if (this.content != null)
                return this.content;
            this.content = ((HudiLogAvroContent) (frame().content()));
            return this.content;
        }
        private byte[] schema;

        /**
         * Avro schema of the entries as JSON text.
         */
        public byte[] schema() {
            if (this.schema != null)
                return this.schema;
            this.schema = frame().header().entries().get(((int) 0)).value();
            return this.schema;
        }
        private HudiLogBlock frame;
        private byte[] checkType;
        private byte[] checkHeader;
        private byte[] checkFooter;
        private HudiArchiveFile _root;
        private HudiArchiveFile _parent;
        public HudiLogBlock frame() { return frame; }

        /**
         * Reads nothing. Readers skip blocks of other types.
         */
        public byte[] checkType() { return checkType; }

        /**
         * Reads nothing. The only header is the schema.
         */
        public byte[] checkHeader() { return checkHeader; }

        /**
         * Reads nothing. There is no footer.
         */
        public byte[] checkFooter() { return checkFooter; }
        public HudiArchiveFile _root() { return _root; }
        public HudiArchiveFile _parent() { return _parent; }
    }
    private List<Block> blocks;
    private HudiArchiveFile _root;
    private KaitaiStruct _parent;
    public List<Block> blocks() { return blocks; }
    public HudiArchiveFile _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
