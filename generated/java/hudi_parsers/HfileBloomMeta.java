// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.Map;
import java.util.HashMap;


/**
 * Payload of `BLMFMET2` and `DFBLMET2`: numbers of a Bloom filter in several
 * chunks, and an index of the chunks, which are the payloads of `BLMFBLK2`.
 * @see <a href="https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/CompoundBloomFilter.java">Source</a>
 */
public class HfileBloomMeta extends KaitaiStruct {
    public static HfileBloomMeta fromFile(String fileName) throws IOException {
        return new HfileBloomMeta(new ByteBufferKaitaiStream(fileName));
    }

    public enum HashType {
        JENKINS(0),
        MURMUR(1),
        MURMUR3(2);

        private final long id;
        HashType(long id) { this.id = id; }
        public long id() { return id; }
        private static final Map<Long, HashType> byId = new HashMap<Long, HashType>(3);
        static {
            for (HashType e : HashType.values())
                byId.put(e.id(), e);
        }
        public static HashType byId(long id) { return byId.get(id); }
    }

    public HfileBloomMeta(KaitaiStream _io) {
        this(_io, null, null);
    }

    public HfileBloomMeta(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public HfileBloomMeta(KaitaiStream _io, KaitaiStruct _parent, HfileBloomMeta _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.version = this._io.readS4be();
        if (!(this.version == 3)) {
            throw new KaitaiStream.ValidationNotEqualError(3, this.version, this._io, "/seq/0");
        }
        this.lenChunks = this._io.readS8be();
        if (!(this.lenChunks >= 0)) {
            throw new KaitaiStream.ValidationLessThanError(0, this.lenChunks, this._io, "/seq/1");
        }
        this.numHashes = this._io.readS4be();
        if (!(this.numHashes >= 0)) {
            throw new KaitaiStream.ValidationLessThanError(0, this.numHashes, this._io, "/seq/2");
        }
        this.hashType = HashType.byId(this._io.readS4be());
        this.numKeys = this._io.readS8be();
        if (!(this.numKeys >= 0)) {
            throw new KaitaiStream.ValidationLessThanError(0, this.numKeys, this._io, "/seq/4");
        }
        this.numKeysMax = this._io.readS8be();
        if (!(this.numKeysMax >= 0)) {
            throw new KaitaiStream.ValidationLessThanError(0, this.numKeysMax, this._io, "/seq/5");
        }
        this.numChunks = this._io.readS4be();
        {
            int _it = this.numChunks;
            if (!( ((_it >= 0) && (((Number) (_it)).longValue() * 13 <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                throw new KaitaiStream.ValidationExprError(this.numChunks, this._io, "/seq/6");
            }
        }
        this.lenComparator = new HadoopVlong(this._io);
        this.checkLenComparator = this._io.readBytes(0);
        {
            byte[] _it = this.checkLenComparator;
            if (!( ((_it.length == 0) && (lenComparator().value() >= 0) && (lenComparator().value() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                throw new KaitaiStream.ValidationExprError(this.checkLenComparator, this._io, "/seq/8");
            }
        }
        this.comparator = this._io.readBytes(lenComparator().value());
        this.index = new HfileRootIndex(this._io, numChunks(), false);
    }

    public void _fetchInstances() {
        this.lenComparator._fetchInstances();
        this.index._fetchInstances();
    }
    private int version;
    private long lenChunks;
    private int numHashes;
    private HashType hashType;
    private long numKeys;
    private long numKeysMax;
    private int numChunks;
    private HadoopVlong lenComparator;
    private byte[] checkLenComparator;
    private byte[] comparator;
    private HfileRootIndex index;
    private HfileBloomMeta _root;
    private KaitaiStruct _parent;
    public int version() { return version; }

    /**
     * Bytes of all chunks.
     */
    public long lenChunks() { return lenChunks; }
    public int numHashes() { return numHashes; }
    public HashType hashType() { return hashType; }

    /**
     * Number of added keys.
     */
    public long numKeys() { return numKeys; }

    /**
     * Number of keys for which the filter was sized.
     */
    public long numKeysMax() { return numKeysMax; }

    /**
     * An entry of the index has at least 13 bytes.
     */
    public int numChunks() { return numChunks; }
    public HadoopVlong lenComparator() { return lenComparator; }

    /**
     * Reads nothing. The name must lie inside the block.
     */
    public byte[] checkLenComparator() { return checkLenComparator; }

    /**
     * Class name, empty for filters of rows.
     */
    public byte[] comparator() { return comparator; }
    public HfileRootIndex index() { return index; }
    public HfileBloomMeta _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
