// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.Map;
import java.util.HashMap;
import java.nio.charset.StandardCharsets;


/**
 * The first 33 bytes of a block, 24 in files of version 2.0. For readers that
 * skip a block or extract its payload themselves.
 * @see <a href="https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java">Source</a>
 */
public class HfileBlockHeader extends KaitaiStruct {

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

    public HfileBlockHeader(KaitaiStream _io, boolean hasChecksums, long lenMax) {
        this(_io, null, null, hasChecksums, lenMax);
    }

    public HfileBlockHeader(KaitaiStream _io, KaitaiStruct _parent, boolean hasChecksums, long lenMax) {
        this(_io, _parent, null, hasChecksums, lenMax);
    }

    public HfileBlockHeader(KaitaiStream _io, KaitaiStruct _parent, HfileBlockHeader _root, boolean hasChecksums, long lenMax) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        this.hasChecksums = hasChecksums;
        this.lenMax = lenMax;
        _read();
    }
    private void _read() {
        this.magic = new String(this._io.readBytes(8), StandardCharsets.US_ASCII);
        if (!( ((this.magic.equals("DATABLK*")) || (this.magic.equals("DATABLKE")) || (this.magic.equals("IDXLEAF2")) || (this.magic.equals("BLMFBLK2")) || (this.magic.equals("METABLKc")) || (this.magic.equals("IDXINTE2")) || (this.magic.equals("IDXROOT2")) || (this.magic.equals("FILEINF2")) || (this.magic.equals("BLMFMET2")) || (this.magic.equals("DFBLMET2"))) )) {
            throw new KaitaiStream.ValidationNotAnyOfError(this.magic, this._io, "/seq/0");
        }
        this.lenPayloadAndChecksums = this._io.readS4be();
        {
            int _it = this.lenPayloadAndChecksums;
            if (!( ((_it >= 0) && (((Number) (_it)).longValue() <= lenMax() - ((Number) (lenHeader())).longValue())) )) {
                throw new KaitaiStream.ValidationExprError(this.lenPayloadAndChecksums, this._io, "/seq/1");
            }
        }
        this.lenPayloadInflated = this._io.readS4be();
        if (!(this.lenPayloadInflated >= 0)) {
            throw new KaitaiStream.ValidationLessThanError(0, this.lenPayloadInflated, this._io, "/seq/2");
        }
        this.ofsPrevBlock = this._io.readS8be();
        if (hasChecksums()) {
            this.checksumType = ChecksumType.byId(this._io.readU1());
            if (!( ((this.checksumType == ChecksumType.NONE) || (this.checksumType == ChecksumType.CRC32) || (this.checksumType == ChecksumType.CRC32C)) )) {
                throw new KaitaiStream.ValidationNotAnyOfError(this.checksumType, this._io, "/seq/4");
            }
        }
        if (hasChecksums()) {
            this.lenChecksumChunk = this._io.readS4be();
            if (!(this.lenChecksumChunk >= 1)) {
                throw new KaitaiStream.ValidationLessThanError(1, this.lenChecksumChunk, this._io, "/seq/5");
            }
        }
        if (hasChecksums()) {
            this.lenHeaderAndPayload = this._io.readS4be();
            {
                int _it = this.lenHeaderAndPayload;
                if (!( ((_it >= 33) && (_it - 33 <= lenPayloadAndChecksums()) && (((Number) (lenPayloadAndChecksums() - (_it - 33))).longValue() == ((((Number) (_it)).longValue() - 1) / ((Number) (lenChecksumChunk())).longValue() + 1) * 4)) )) {
                    throw new KaitaiStream.ValidationExprError(this.lenHeaderAndPayload, this._io, "/seq/6");
                }
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
    }
    private Long lenBlock;

    /**
     * Size of the entire block, as in index entries.
     */
    public Long lenBlock() {
        if (this.lenBlock != null)
            return this.lenBlock;
        this.lenBlock = ((Number) (((Number) (((Number) (lenHeader())).longValue() + ((Number) (lenPayloadAndChecksums())).longValue())).longValue())).longValue();
        return this.lenBlock;
    }
    private Integer lenHeader;
    public Integer lenHeader() {
        if (this.lenHeader != null)
            return this.lenHeader;
        this.lenHeader = ((Number) (((Number) ((hasChecksums() ? ((int) 33) : ((int) 24)))).intValue())).intValue();
        return this.lenHeader;
    }
    private Integer lenPayload;

    /**
     * As stored, compressed or not.
     */
    public Integer lenPayload() {
        if (this.lenPayload != null)
            return this.lenPayload;
        this.lenPayload = ((Number) (((Number) ((hasChecksums() ? ((Number) (lenHeaderAndPayload() - 33)).intValue() : lenPayloadAndChecksums()))).intValue())).intValue();
        return this.lenPayload;
    }
    private Integer numChecksums;
    public Integer numChecksums() {
        if (this.numChecksums != null)
            return this.numChecksums;
        this.numChecksums = ((Number) (((Number) ((hasChecksums() ? ((Number) ((lenPayloadAndChecksums() - lenPayload()) / 4)).intValue() : ((int) 0)))).intValue())).intValue();
        return this.numChecksums;
    }
    private String magic;
    private int lenPayloadAndChecksums;
    private int lenPayloadInflated;
    private long ofsPrevBlock;
    private ChecksumType checksumType;
    private Integer lenChecksumChunk;
    private Integer lenHeaderAndPayload;
    private boolean hasChecksums;
    private long lenMax;
    private HfileBlockHeader _root;
    private KaitaiStruct _parent;
    public String magic() { return magic; }
    public int lenPayloadAndChecksums() { return lenPayloadAndChecksums; }

    /**
     * Length of the payload after decryption and decompression.
     */
    public int lenPayloadInflated() { return lenPayloadInflated; }

    /**
     * Of the block of the same kind before this one, -1 for none.
     */
    public long ofsPrevBlock() { return ofsPrevBlock; }
    public ChecksumType checksumType() { return checksumType; }

    /**
     * Bytes of header and payload that a checksum covers.
     */
    public Integer lenChecksumChunk() { return lenChecksumChunk; }

    /**
     * The rest of the block is checksums, 4 bytes each.
     */
    public Integer lenHeaderAndPayload() { return lenHeaderAndPayload; }

    /**
     * Every version except 2.0.
     */
    public boolean hasChecksums() { return hasChecksums; }

    /**
     * Bytes from the start of this block to the trailer.
     */
    public long lenMax() { return lenMax; }
    public HfileBlockHeader _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
