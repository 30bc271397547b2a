// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;


/**
 * Sorted map of keys to values in blocks, as HBase and Hudi write it: data
 * blocks, indexes, file info and a trailer of fixed size that points to them.
 * Payloads are bytes here, because most files compress them; `hfile_block` names
 * the grammar of each kind.
 * @see <a href="https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFile.java">Source</a>
 * @see <a href="https://hbase.apache.org/book.html#_hfile_format_2">Source</a>
 */
public class Hfile extends KaitaiStruct {
    public static Hfile fromFile(String fileName) throws IOException {
        return new Hfile(new ByteBufferKaitaiStream(fileName));
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
        this.checkOfsTrailer = this._io.readBytes(0);
        {
            byte[] _it = this.checkOfsTrailer;
            if (!( ((_it.length == 0) && (ofsTrailer() >= 0)) )) {
                throw new KaitaiStream.ValidationExprError(this.checkOfsTrailer, this._io, "/seq/0");
            }
        }
        if (ofsTrailer() > 0) {
            this.blocks = new ArrayList<HfileBlock>();
            {
                HfileBlock _it;
                int i = 0;
                do {
                    _it = new HfileBlock(this._io, hasChecksums(), ((Number) (ofsTrailer() - ((Number) (_io().pos())).longValue())).longValue());
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
    private Boolean hasChecksums;
    public Boolean hasChecksums() {
        if (this.hasChecksums != null)
            return this.hasChecksums;
        this.hasChecksums =  ((version().major() >= 3) || (version().minor() >= 1)) ;
        return this.hasChecksums;
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
    private HfileTrailer trailer;

    /**
     * All of the trailer except the version
     */
    public HfileTrailer trailer() {
        if (this.trailer != null)
            return this.trailer;
        long _pos = this._io.pos();
        this._io.seek(ofsTrailer());
        KaitaiStream _io_trailer = this._io.substream(lenTrailer() - 4);
        this.trailer = new HfileTrailer(_io_trailer, ((Number) (version().major())).intValue(), ((Number) (version().minor())).intValue());
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
    private byte[] checkOfsTrailer;
    private List<HfileBlock> blocks;
    private Hfile _root;
    private KaitaiStruct _parent;

    /**
     * Reads nothing. The trailer must lie inside the file.
     */
    public byte[] checkOfsTrailer() { return checkOfsTrailer; }
    public List<HfileBlock> blocks() { return blocks; }
    public Hfile _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
