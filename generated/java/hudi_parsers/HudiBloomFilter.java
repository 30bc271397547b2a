// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;


/**
 * Record keys of a base file: text in the footer of a Parquet file, in the meta
 * block `bloomFilter` of an HFile and in rows of the metadata table. Also one
 * row of a filter of type DYNAMIC_V0.
 * 
 * The type of a filter is stored with it, not in it.
 * @see <a href="https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/bloom/InternalBloomFilter.java">Source</a>
 */
public class HudiBloomFilter extends KaitaiStruct {
    public static HudiBloomFilter fromFile(String fileName) throws IOException {
        return new HudiBloomFilter(new ByteBufferKaitaiStream(fileName));
    }

    public HudiBloomFilter(KaitaiStream _io) {
        this(_io, null, null);
    }

    public HudiBloomFilter(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public HudiBloomFilter(KaitaiStream _io, KaitaiStruct _parent, HudiBloomFilter _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.version = this._io.readS4be();
        {
            int _it = this.version;
            if (!( ((_it == -1) || (_it > 0)) )) {
                throw new KaitaiStream.ValidationExprError(this.version, this._io, "/seq/0");
            }
        }
        if (version() == -1) {
            this.numHashesWritten = this._io.readS4be();
            if (!(this.numHashesWritten >= 1)) {
                throw new KaitaiStream.ValidationLessThanError(1, this.numHashesWritten, this._io, "/seq/1");
            }
        }
        if (version() == -1) {
            this.hashTypeWritten = this._io.readS1();
            if (!( ((this.hashTypeWritten == 0) || (this.hashTypeWritten == 1)) )) {
                throw new KaitaiStream.ValidationNotAnyOfError(this.hashTypeWritten, this._io, "/seq/2");
            }
        }
        this.numBits = this._io.readS4be();
        {
            int _it = this.numBits;
            if (!( ((_it > 0) && (((Number) (_it)).longValue() <= (((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue()) * 8)) )) {
                throw new KaitaiStream.ValidationExprError(this.numBits, this._io, "/seq/3");
            }
        }
        this.bits = this._io.readBytes(((Number) ((((Number) (numBits())).longValue() + 7) / 8)).longValue());
    }

    public void _fetchInstances() {
        if (version() == -1) {
        }
        if (version() == -1) {
        }
    }
    private Integer hashType;

    /**
     * 0 Jenkins, 1 Murmur.
     */
    public Integer hashType() {
        if (this.hashType != null)
            return this.hashType;
        this.hashType = ((Number) (((Number) ((version() == -1 ? ((Number) (hashTypeWritten())).intValue() : ((int) 0)))).intValue())).intValue();
        return this.hashType;
    }
    private Long numHashes;
    public Long numHashes() {
        if (this.numHashes != null)
            return this.numHashes;
        this.numHashes = ((Number) (((Number) ((version() == -1 ? ((Number) (numHashesWritten())).longValue() : ((Number) (version())).longValue()))).longValue())).longValue();
        return this.numHashes;
    }
    private int version;
    private Integer numHashesWritten;
    private Byte hashTypeWritten;
    private int numBits;
    private byte[] bits;
    private HudiBloomFilter _root;
    private KaitaiStruct _parent;

    /**
     * Above 0 it is the number of hashes of the old form, which lacks the next two fields.
     */
    public int version() { return version; }
    public Integer numHashesWritten() { return numHashesWritten; }
    public Byte hashTypeWritten() { return hashTypeWritten; }
    public int numBits() { return numBits; }

    /**
     * Bit i is in byte i / 8 under the mask 1 << (i mod 8).
     */
    public byte[] bits() { return bits; }
    public HudiBloomFilter _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
