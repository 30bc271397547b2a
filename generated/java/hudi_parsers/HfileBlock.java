// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;


/**
 * Header, stored payload, and checksums. A payload may have to be decrypted and
 * decompressed; the grammar of its kind then parses it: `hfile_data_block`,
 * `hfile_encoded_block`, `hfile_root_index` (root and meta index),
 * `hfile_leaf_index` (leaf and intermediate index), `hfile_file_info` or
 * `hfile_file_info_old`, `hfile_bloom_meta` (both kinds). Payloads of meta
 * blocks and Bloom chunks are bytes.
 * @see <a href="https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java">Source</a>
 */
public class HfileBlock extends KaitaiStruct {

    public HfileBlock(KaitaiStream _io, boolean hasChecksums, long lenMax) {
        this(_io, null, null, hasChecksums, lenMax);
    }

    public HfileBlock(KaitaiStream _io, KaitaiStruct _parent, boolean hasChecksums, long lenMax) {
        this(_io, _parent, null, hasChecksums, lenMax);
    }

    public HfileBlock(KaitaiStream _io, KaitaiStruct _parent, HfileBlock _root, boolean hasChecksums, long lenMax) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        this.hasChecksums = hasChecksums;
        this.lenMax = lenMax;
        _read();
    }
    private void _read() {
        this.header = new HfileBlockHeader(this._io, hasChecksums(), lenMax());
        this.payload = this._io.readBytes(header().lenPayload());
        this.checksums = new ArrayList<Long>();
        for (int i = 0; i < header().numChecksums(); i++) {
            this.checksums.add(this._io.readU4be());
        }
    }

    public void _fetchInstances() {
        this.header._fetchInstances();
        for (int i = 0; i < this.checksums.size(); i++) {
        }
    }
    private HfileBlockHeader header;
    private byte[] payload;
    private List<Long> checksums;
    private boolean hasChecksums;
    private long lenMax;
    private HfileBlock _root;
    private KaitaiStruct _parent;
    public HfileBlockHeader header() { return header; }
    public byte[] payload() { return payload; }

    /**
     * Over header and payload. All zero, and without meaning, if the type
     * is none.
     */
    public List<Long> checksums() { return checksums; }

    /**
     * Every version except 2.0.
     */
    public boolean hasChecksums() { return hasChecksums; }

    /**
     * Bytes from the start of this block to the trailer.
     */
    public long lenMax() { return lenMax; }
    public HfileBlock _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
