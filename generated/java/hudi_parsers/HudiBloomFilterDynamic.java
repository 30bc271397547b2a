// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;


/**
 * A filter that grows by rows, each a separate filter. A key is possible if one
 * of the rows has it.
 * @see <a href="https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/bloom/InternalDynamicBloomFilter.java">Source</a>
 */
public class HudiBloomFilterDynamic extends KaitaiStruct {
    public static HudiBloomFilterDynamic fromFile(String fileName) throws IOException {
        return new HudiBloomFilterDynamic(new ByteBufferKaitaiStream(fileName));
    }

    public HudiBloomFilterDynamic(KaitaiStream _io) {
        this(_io, null, null);
    }

    public HudiBloomFilterDynamic(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public HudiBloomFilterDynamic(KaitaiStream _io, KaitaiStruct _parent, HudiBloomFilterDynamic _root) {
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
        if (!(this.numBits >= 1)) {
            throw new KaitaiStream.ValidationLessThanError(1, this.numBits, this._io, "/seq/3");
        }
        this.numKeysPerRow = this._io.readS4be();
        if (!(this.numKeysPerRow >= 1)) {
            throw new KaitaiStream.ValidationLessThanError(1, this.numKeysPerRow, this._io, "/seq/4");
        }
        this.numKeysLastRow = this._io.readS4be();
        if (!(this.numKeysLastRow >= 0)) {
            throw new KaitaiStream.ValidationLessThanError(0, this.numKeysLastRow, this._io, "/seq/5");
        }
        this.numRows = this._io.readS4be();
        {
            int _it = this.numRows;
            if (!( ((_it > 0) && (((Number) (_it)).longValue() * 9 <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                throw new KaitaiStream.ValidationExprError(this.numRows, this._io, "/seq/6");
            }
        }
        this.rows = new ArrayList<HudiBloomFilter>();
        for (int i = 0; i < numRows(); i++) {
            this.rows.add(new HudiBloomFilter(this._io));
        }
    }

    public void _fetchInstances() {
        if (version() == -1) {
        }
        if (version() == -1) {
        }
        for (int i = 0; i < this.rows.size(); i++) {
            this.rows.get(((Number) (i)).intValue())._fetchInstances();
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
    private int numKeysPerRow;
    private int numKeysLastRow;
    private int numRows;
    private List<HudiBloomFilter> rows;
    private HudiBloomFilterDynamic _root;
    private KaitaiStruct _parent;

    /**
     * Above 0 it is the number of hashes of the old form, which lacks the next two fields.
     */
    public int version() { return version; }
    public Integer numHashesWritten() { return numHashesWritten; }
    public Byte hashTypeWritten() { return hashTypeWritten; }

    /**
     * Bits of the rows that a writer would add. Each row has its own number.
     */
    public int numBits() { return numBits; }
    public int numKeysPerRow() { return numKeysPerRow; }

    /**
     * Number of keys added since the last row was started.
     */
    public int numKeysLastRow() { return numKeysLastRow; }

    /**
     * A row has at least 9 bytes.
     */
    public int numRows() { return numRows; }
    public List<HudiBloomFilter> rows() { return rows; }
    public HudiBloomFilterDynamic _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
