// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.ArrayList;
import java.util.List;


/**
 * Framing of an Avro object container: a head with the schema, then blocks of
 * records. Apache Hudi stores plans and metadata of instants in such containers,
 * each with one block of one record. They are files of the timeline, or values
 * of the columns `metadata` and `plan` of its history.
 * 
 * The records are Avro datums with the schema in `avro.schema`. A schema is
 * data, so the records cannot be described here.
 * @see <a href="https://avro.apache.org/docs/1.12.0/specification/#object-container-files">Source</a>
 */
public class AvroContainer extends KaitaiStruct {
    public static AvroContainer fromFile(String fileName) throws IOException {
        return new AvroContainer(new ByteBufferKaitaiStream(fileName));
    }

    public AvroContainer(KaitaiStream _io) {
        this(_io, null, null);
    }

    public AvroContainer(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public AvroContainer(KaitaiStream _io, KaitaiStruct _parent, AvroContainer _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.magic = this._io.readBytes(4);
        if (!(Arrays.equals(this.magic, new byte[] { 79, 98, 106, 1 }))) {
            throw new KaitaiStream.ValidationNotEqualError(new byte[] { 79, 98, 106, 1 }, this.magic, this._io, "/seq/0");
        }
        this.metadata = new ArrayList<MetadataChunk>();
        {
            MetadataChunk _it;
            int i = 0;
            do {
                _it = new MetadataChunk(this._io, this, _root);
                this.metadata.add(_it);
                i++;
            } while (!(_it.numEntries().value() == 0));
        }
        this.sync = this._io.readBytes(16);
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
        for (int i = 0; i < this.metadata.size(); i++) {
            this.metadata.get(((Number) (i)).intValue())._fetchInstances();
        }
        for (int i = 0; i < this.blocks.size(); i++) {
            this.blocks.get(((Number) (i)).intValue())._fetchInstances();
        }
    }

    /**
     * Bytes, or text in UTF-8 (left as bytes so that damaged text does not stop the reading).
     */
    public static class AvroBytes extends KaitaiStruct {
        public static AvroBytes fromFile(String fileName) throws IOException {
            return new AvroBytes(new ByteBufferKaitaiStream(fileName));
        }

        public AvroBytes(KaitaiStream _io) {
            this(_io, null, null);
        }

        public AvroBytes(KaitaiStream _io, AvroContainer.MetadataEntry _parent) {
            this(_io, _parent, null);
        }

        public AvroBytes(KaitaiStream _io, AvroContainer.MetadataEntry _parent, AvroContainer _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.lenValue = new AvroLong(this._io);
            this.checkLenValue = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenValue;
                if (!( ((_it.length == 0) && (lenValue().value() >= 0) && (lenValue().value() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenValue, this._io, "/types/avro_bytes/seq/1");
                }
            }
            this.value = this._io.readBytes(lenValue().value());
        }

        public void _fetchInstances() {
            this.lenValue._fetchInstances();
        }
        private AvroLong lenValue;
        private byte[] checkLenValue;
        private byte[] value;
        private AvroContainer _root;
        private AvroContainer.MetadataEntry _parent;
        public AvroLong lenValue() { return lenValue; }

        /**
         * Reads nothing. The value must lie inside the container.
         */
        public byte[] checkLenValue() { return checkLenValue; }
        public byte[] value() { return value; }
        public AvroContainer _root() { return _root; }
        public AvroContainer.MetadataEntry _parent() { return _parent; }
    }
    public static class Block extends KaitaiStruct {
        public static Block fromFile(String fileName) throws IOException {
            return new Block(new ByteBufferKaitaiStream(fileName));
        }

        public Block(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Block(KaitaiStream _io, AvroContainer _parent) {
            this(_io, _parent, null);
        }

        public Block(KaitaiStream _io, AvroContainer _parent, AvroContainer _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.numRecords = new AvroLong(this._io);
            this.checkNumRecords = this._io.readBytes(0);
            {
                byte[] _it = this.checkNumRecords;
                if (!( ((_it.length == 0) && (numRecords().value() >= 0)) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkNumRecords, this._io, "/types/block/seq/1");
                }
            }
            this.lenRecords = new AvroLong(this._io);
            this.checkLenRecords = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenRecords;
                if (!( ((_it.length == 0) && (lenRecords().value() >= 0) && (lenRecords().value() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenRecords, this._io, "/types/block/seq/3");
                }
            }
            this.checkRoom = this._io.readBytes(0);
            {
                byte[] _it = this.checkRoom;
                if (!( ((_it.length == 0) && ( ((numRecords().value() <= lenRecords().value()) || (numRecords().value() <= 1)) )) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkRoom, this._io, "/types/block/seq/4");
                }
            }
            this.records = this._io.readBytes(lenRecords().value());
            this.sync = this._io.readBytes(16);
            if (!(Arrays.equals(this.sync, _parent().sync()))) {
                throw new KaitaiStream.ValidationNotEqualError(_parent().sync(), this.sync, this._io, "/types/block/seq/6");
            }
        }

        public void _fetchInstances() {
            this.numRecords._fetchInstances();
            this.lenRecords._fetchInstances();
        }
        private AvroLong numRecords;
        private byte[] checkNumRecords;
        private AvroLong lenRecords;
        private byte[] checkLenRecords;
        private byte[] checkRoom;
        private byte[] records;
        private byte[] sync;
        private AvroContainer _root;
        private AvroContainer _parent;
        public AvroLong numRecords() { return numRecords; }

        /**
         * Reads nothing. How many there can be depends on `records`, see `check_room`.
         */
        public byte[] checkNumRecords() { return checkNumRecords; }
        public AvroLong lenRecords() { return lenRecords; }

        /**
         * Reads nothing. The records must lie inside the container.
         */
        public byte[] checkLenRecords() { return checkLenRecords; }

        /**
         * Reads nothing. A record without bytes is possible; more than one per
         * block is rejected as a risk.
         */
        public byte[] checkRoom() { return checkRoom; }

        /**
         * Records in sequence, compressed with `avro.codec`.
         */
        public byte[] records() { return records; }
        public byte[] sync() { return sync; }
        public AvroContainer _root() { return _root; }
        public AvroContainer _parent() { return _parent; }
    }

    /**
     * Some entries of the map.
     */
    public static class MetadataChunk extends KaitaiStruct {
        public static MetadataChunk fromFile(String fileName) throws IOException {
            return new MetadataChunk(new ByteBufferKaitaiStream(fileName));
        }

        public MetadataChunk(KaitaiStream _io) {
            this(_io, null, null);
        }

        public MetadataChunk(KaitaiStream _io, AvroContainer _parent) {
            this(_io, _parent, null);
        }

        public MetadataChunk(KaitaiStream _io, AvroContainer _parent, AvroContainer _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.numEntries = new AvroLong(this._io);
            this.checkNumEntries = this._io.readBytes(0);
            {
                byte[] _it = this.checkNumEntries;
                if (!( ((_it.length == 0) && (((Number) (numEntries().value())).longValue() * sign() >= 0) && (((Number) (numEntries().value())).longValue() * sign() <= ((Number) ((((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue()) / 2)).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkNumEntries, this._io, "/types/metadata_chunk/seq/1");
                }
            }
            if (numEntries().value() < 0) {
                this.lenChunk = new AvroLong(this._io);
            }
            this.entries = new ArrayList<MetadataEntry>();
            for (int i = 0; i < ((Number) (numEntries().value() * sign())).longValue(); i++) {
                this.entries.add(new MetadataEntry(this._io, this, _root));
            }
        }

        public void _fetchInstances() {
            this.numEntries._fetchInstances();
            if (numEntries().value() < 0) {
                this.lenChunk._fetchInstances();
            }
            for (int i = 0; i < this.entries.size(); i++) {
                this.entries.get(((Number) (i)).intValue())._fetchInstances();
            }
        }
        private Long sign;
        public Long sign() {
            if (this.sign != null)
                return this.sign;
            this.sign = ((Number) (((Number) ((numEntries().value() < 0 ? -(((long) 1)) : ((long) 1)))).longValue())).longValue();
            return this.sign;
        }
        private AvroLong numEntries;
        private byte[] checkNumEntries;
        private AvroLong lenChunk;
        private List<MetadataEntry> entries;
        private AvroContainer _root;
        private AvroContainer _parent;

        /**
         * Negative where the number of bytes of the chunk follows.
         */
        public AvroLong numEntries() { return numEntries; }

        /**
         * Reads nothing. An entry has at least 2 bytes.
         */
        public byte[] checkNumEntries() { return checkNumEntries; }

        /**
         * Number of bytes of `entries`, for readers that skip them.
         */
        public AvroLong lenChunk() { return lenChunk; }
        public List<MetadataEntry> entries() { return entries; }
        public AvroContainer _root() { return _root; }
        public AvroContainer _parent() { return _parent; }
    }
    public static class MetadataEntry extends KaitaiStruct {
        public static MetadataEntry fromFile(String fileName) throws IOException {
            return new MetadataEntry(new ByteBufferKaitaiStream(fileName));
        }

        public MetadataEntry(KaitaiStream _io) {
            this(_io, null, null);
        }

        public MetadataEntry(KaitaiStream _io, AvroContainer.MetadataChunk _parent) {
            this(_io, _parent, null);
        }

        public MetadataEntry(KaitaiStream _io, AvroContainer.MetadataChunk _parent, AvroContainer _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.key = new AvroBytes(this._io, this, _root);
            this.value = new AvroBytes(this._io, this, _root);
        }

        public void _fetchInstances() {
            this.key._fetchInstances();
            this.value._fetchInstances();
        }
        private AvroBytes key;
        private AvroBytes value;
        private AvroContainer _root;
        private AvroContainer.MetadataChunk _parent;

        /**
         * `avro.schema` must be there; without `avro.codec` the codec is `null`.
         */
        public AvroBytes key() { return key; }
        public AvroBytes value() { return value; }
        public AvroContainer _root() { return _root; }
        public AvroContainer.MetadataChunk _parent() { return _parent; }
    }
    private byte[] magic;
    private List<MetadataChunk> metadata;
    private byte[] sync;
    private List<Block> blocks;
    private AvroContainer _root;
    private KaitaiStruct _parent;
    public byte[] magic() { return magic; }

    /**
     * Avro map of bytes, a run of counted chunks that ends with an empty one.
     */
    public List<MetadataChunk> metadata() { return metadata; }

    /**
     * Random bytes that end every block.
     */
    public byte[] sync() { return sync; }
    public List<Block> blocks() { return blocks; }
    public AvroContainer _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
