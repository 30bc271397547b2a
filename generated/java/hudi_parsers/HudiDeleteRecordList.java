// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;


/**
 * Bare Avro datum (no object container file, no schema), delete blocks of log
 * block version 3. Hudi fixes the schema, so the entire value can be described
 * here. Nesting is limited to an array inside an ordering value, and every
 * element of an array has at least one byte, so a count can be checked against
 * the remaining bytes.
 * @see <a href="https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/avro/HoodieDeleteRecordList.avsc">Source</a>
 * @see <a href="https://avro.apache.org/docs/1.12.0/specification/#binary-encoding">Source</a>
 */
public class HudiDeleteRecordList extends KaitaiStruct {
    public static HudiDeleteRecordList fromFile(String fileName) throws IOException {
        return new HudiDeleteRecordList(new ByteBufferKaitaiStream(fileName));
    }

    public HudiDeleteRecordList(KaitaiStream _io) {
        this(_io, null, null);
    }

    public HudiDeleteRecordList(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public HudiDeleteRecordList(KaitaiStream _io, KaitaiStruct _parent, HudiDeleteRecordList _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.chunks = new ArrayList<Chunk>();
        {
            Chunk _it;
            int i = 0;
            do {
                _it = new Chunk(this._io, this, _root);
                this.chunks.add(_it);
                i++;
            } while (!(_it.numRecords().value() == 0));
        }
        this.checkEnd = this._io.readBytes(0);
        {
            byte[] _it = this.checkEnd;
            if (!( ((_it.length == 0) && (_io().isEof())) )) {
                throw new KaitaiStream.ValidationExprError(this.checkEnd, this._io, "/seq/1");
            }
        }
    }

    public void _fetchInstances() {
        for (int i = 0; i < this.chunks.size(); i++) {
            this.chunks.get(((Number) (i)).intValue())._fetchInstances();
        }
    }
    public static class AvroBoolean extends KaitaiStruct {
        public static AvroBoolean fromFile(String fileName) throws IOException {
            return new AvroBoolean(new ByteBufferKaitaiStream(fileName));
        }

        public AvroBoolean(KaitaiStream _io) {
            this(_io, null, null);
        }

        public AvroBoolean(KaitaiStream _io, KaitaiStruct _parent) {
            this(_io, _parent, null);
        }

        public AvroBoolean(KaitaiStream _io, KaitaiStruct _parent, HudiDeleteRecordList _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.value = this._io.readU1();
            if (!( ((this.value == 0) || (this.value == 1)) )) {
                throw new KaitaiStream.ValidationNotAnyOfError(this.value, this._io, "/types/avro_boolean/seq/0");
            }
        }

        public void _fetchInstances() {
        }
        private int value;
        private HudiDeleteRecordList _root;
        private KaitaiStruct _parent;
        public int value() { return value; }
        public HudiDeleteRecordList _root() { return _root; }
        public KaitaiStruct _parent() { return _parent; }
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

        public AvroBytes(KaitaiStream _io, KaitaiStruct _parent) {
            this(_io, _parent, null);
        }

        public AvroBytes(KaitaiStream _io, KaitaiStruct _parent, HudiDeleteRecordList _root) {
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
        private HudiDeleteRecordList _root;
        private KaitaiStruct _parent;
        public AvroLong lenValue() { return lenValue; }

        /**
         * Reads nothing. The value must lie inside the payload.
         */
        public byte[] checkLenValue() { return checkLenValue; }
        public byte[] value() { return value; }
        public HudiDeleteRecordList _root() { return _root; }
        public KaitaiStruct _parent() { return _parent; }
    }
    public static class AvroDouble extends KaitaiStruct {
        public static AvroDouble fromFile(String fileName) throws IOException {
            return new AvroDouble(new ByteBufferKaitaiStream(fileName));
        }

        public AvroDouble(KaitaiStream _io) {
            this(_io, null, null);
        }

        public AvroDouble(KaitaiStream _io, KaitaiStruct _parent) {
            this(_io, _parent, null);
        }

        public AvroDouble(KaitaiStream _io, KaitaiStruct _parent, HudiDeleteRecordList _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.value = this._io.readF8le();
        }

        public void _fetchInstances() {
        }
        private double value;
        private HudiDeleteRecordList _root;
        private KaitaiStruct _parent;
        public double value() { return value; }
        public HudiDeleteRecordList _root() { return _root; }
        public KaitaiStruct _parent() { return _parent; }
    }
    public static class AvroFloat extends KaitaiStruct {
        public static AvroFloat fromFile(String fileName) throws IOException {
            return new AvroFloat(new ByteBufferKaitaiStream(fileName));
        }

        public AvroFloat(KaitaiStream _io) {
            this(_io, null, null);
        }

        public AvroFloat(KaitaiStream _io, KaitaiStruct _parent) {
            this(_io, _parent, null);
        }

        public AvroFloat(KaitaiStream _io, KaitaiStruct _parent, HudiDeleteRecordList _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.value = this._io.readF4le();
        }

        public void _fetchInstances() {
        }
        private float value;
        private HudiDeleteRecordList _root;
        private KaitaiStruct _parent;
        public float value() { return value; }
        public HudiDeleteRecordList _root() { return _root; }
        public KaitaiStruct _parent() { return _parent; }
    }
    public static class AvroInt extends KaitaiStruct {
        public static AvroInt fromFile(String fileName) throws IOException {
            return new AvroInt(new ByteBufferKaitaiStream(fileName));
        }

        public AvroInt(KaitaiStream _io) {
            this(_io, null, null);
        }

        public AvroInt(KaitaiStream _io, KaitaiStruct _parent) {
            this(_io, _parent, null);
        }

        public AvroInt(KaitaiStream _io, KaitaiStruct _parent, HudiDeleteRecordList _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.zigzag = new Varint(this._io);
            this.checkRange = this._io.readBytes(0);
            {
                byte[] _it = this.checkRange;
                if (!( ((_it.length == 0) && (!(zigzag().has5())) && (((Number) (zigzag().value())).longValue() <= ((long) 4294967295L))) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkRange, this._io, "/types/avro_int/seq/1");
                }
            }
        }

        public void _fetchInstances() {
            this.zigzag._fetchInstances();
        }
        private Integer value;

        /**
         * Resulting signed value.
         */
        public Integer value() {
            if (this.value != null)
                return this.value;
            this.value = ((Number) (((Number) ((KaitaiStream.mod(zigzag().value(), 2) == 0 ? ((Number) (zigzag().value() / 2)).intValue() : ((Number) (-(((Number) (zigzag().value() / 2)).longValue()) - 1)).intValue()))).intValue())).intValue();
            return this.value;
        }
        private Varint zigzag;
        private byte[] checkRange;
        private HudiDeleteRecordList _root;
        private KaitaiStruct _parent;
        public Varint zigzag() { return zigzag; }

        /**
         * Reads nothing. The number must fit 32 bits and has at most 5 bytes.
         */
        public byte[] checkRange() { return checkRange; }
        public HudiDeleteRecordList _root() { return _root; }
        public KaitaiStruct _parent() { return _parent; }
    }

    /**
     * Some elements of the array of delete records.
     */
    public static class Chunk extends KaitaiStruct {
        public static Chunk fromFile(String fileName) throws IOException {
            return new Chunk(new ByteBufferKaitaiStream(fileName));
        }

        public Chunk(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Chunk(KaitaiStream _io, HudiDeleteRecordList _parent) {
            this(_io, _parent, null);
        }

        public Chunk(KaitaiStream _io, HudiDeleteRecordList _parent, HudiDeleteRecordList _root) {
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
                if (!( ((_it.length == 0) && (((Number) (numRecords().value())).longValue() * sign() >= 0) && (((Number) (numRecords().value())).longValue() * sign() <= ((Number) ((((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue()) / 3)).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkNumRecords, this._io, "/types/chunk/seq/1");
                }
            }
            if (numRecords().value() < 0) {
                this.lenChunk = new AvroLong(this._io);
            }
            this.records = new ArrayList<Record>();
            for (int i = 0; i < ((Number) (numRecords().value() * sign())).longValue(); i++) {
                this.records.add(new Record(this._io, this, _root));
            }
        }

        public void _fetchInstances() {
            this.numRecords._fetchInstances();
            if (numRecords().value() < 0) {
                this.lenChunk._fetchInstances();
            }
            for (int i = 0; i < this.records.size(); i++) {
                this.records.get(((Number) (i)).intValue())._fetchInstances();
            }
        }
        private Long sign;
        public Long sign() {
            if (this.sign != null)
                return this.sign;
            this.sign = ((Number) (((Number) ((numRecords().value() < 0 ? -(((long) 1)) : ((long) 1)))).longValue())).longValue();
            return this.sign;
        }
        private AvroLong numRecords;
        private byte[] checkNumRecords;
        private AvroLong lenChunk;
        private List<Record> records;
        private HudiDeleteRecordList _root;
        private HudiDeleteRecordList _parent;

        /**
         * Negative where the number of bytes of the chunk follows.
         */
        public AvroLong numRecords() { return numRecords; }

        /**
         * Reads nothing. A record has at least 3 bytes.
         */
        public byte[] checkNumRecords() { return checkNumRecords; }

        /**
         * Number of bytes of `records`, for readers that skip them.
         */
        public AvroLong lenChunk() { return lenChunk; }
        public List<Record> records() { return records; }
        public HudiDeleteRecordList _root() { return _root; }
        public HudiDeleteRecordList _parent() { return _parent; }
    }

    /**
     * The same union as `ordering`, but branch 12 is a local date.
     */
    public static class Element extends KaitaiStruct {
        public static Element fromFile(String fileName) throws IOException {
            return new Element(new ByteBufferKaitaiStream(fileName));
        }

        public Element(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Element(KaitaiStream _io, HudiDeleteRecordList.ElementChunk _parent) {
            this(_io, _parent, null);
        }

        public Element(KaitaiStream _io, HudiDeleteRecordList.ElementChunk _parent, HudiDeleteRecordList _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.branch = new AvroLong(this._io);
            this.checkBranch = this._io.readBytes(0);
            {
                byte[] _it = this.checkBranch;
                if (!( ((_it.length == 0) && (branch().value() >= 0) && (branch().value() <= 12)) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkBranch, this._io, "/types/element/seq/1");
                }
            }
            if (branch().value() != 0) {
                switch (((Number) (branch().value())).intValue()) {
                case 1: {
                    this.value = new AvroBoolean(this._io, this, _root);
                    break;
                }
                case 10: {
                    this.value = new AvroLong(this._io);
                    break;
                }
                case 11: {
                    this.value = new AvroLong(this._io);
                    break;
                }
                case 12: {
                    this.value = new AvroInt(this._io, this, _root);
                    break;
                }
                case 2: {
                    this.value = new AvroInt(this._io, this, _root);
                    break;
                }
                case 3: {
                    this.value = new AvroLong(this._io);
                    break;
                }
                case 4: {
                    this.value = new AvroFloat(this._io, this, _root);
                    break;
                }
                case 5: {
                    this.value = new AvroDouble(this._io, this, _root);
                    break;
                }
                case 6: {
                    this.value = new AvroBytes(this._io, this, _root);
                    break;
                }
                case 7: {
                    this.value = new AvroBytes(this._io, this, _root);
                    break;
                }
                case 8: {
                    this.value = new AvroInt(this._io, this, _root);
                    break;
                }
                case 9: {
                    this.value = new AvroBytes(this._io, this, _root);
                    break;
                }
                }
            }
        }

        public void _fetchInstances() {
            this.branch._fetchInstances();
            if (branch().value() != 0) {
                switch (((Number) (branch().value())).intValue()) {
                case 1: {
                    ((AvroBoolean) (this.value))._fetchInstances();
                    break;
                }
                case 10: {
                    ((AvroLong) (this.value))._fetchInstances();
                    break;
                }
                case 11: {
                    ((AvroLong) (this.value))._fetchInstances();
                    break;
                }
                case 12: {
                    ((AvroInt) (this.value))._fetchInstances();
                    break;
                }
                case 2: {
                    ((AvroInt) (this.value))._fetchInstances();
                    break;
                }
                case 3: {
                    ((AvroLong) (this.value))._fetchInstances();
                    break;
                }
                case 4: {
                    ((AvroFloat) (this.value))._fetchInstances();
                    break;
                }
                case 5: {
                    ((AvroDouble) (this.value))._fetchInstances();
                    break;
                }
                case 6: {
                    ((AvroBytes) (this.value))._fetchInstances();
                    break;
                }
                case 7: {
                    ((AvroBytes) (this.value))._fetchInstances();
                    break;
                }
                case 8: {
                    ((AvroInt) (this.value))._fetchInstances();
                    break;
                }
                case 9: {
                    ((AvroBytes) (this.value))._fetchInstances();
                    break;
                }
                }
            }
        }
        private AvroLong branch;
        private byte[] checkBranch;
        private KaitaiStruct value;
        private HudiDeleteRecordList _root;
        private HudiDeleteRecordList.ElementChunk _parent;
        public AvroLong branch() { return branch; }

        /**
         * Reads nothing. The union has 13 branches.
         */
        public byte[] checkBranch() { return checkBranch; }
        public KaitaiStruct value() { return value; }
        public HudiDeleteRecordList _root() { return _root; }
        public HudiDeleteRecordList.ElementChunk _parent() { return _parent; }
    }

    /**
     * Some elements of an array of ordering values.
     */
    public static class ElementChunk extends KaitaiStruct {
        public static ElementChunk fromFile(String fileName) throws IOException {
            return new ElementChunk(new ByteBufferKaitaiStream(fileName));
        }

        public ElementChunk(KaitaiStream _io) {
            this(_io, null, null);
        }

        public ElementChunk(KaitaiStream _io, HudiDeleteRecordList.OrderingArray _parent) {
            this(_io, _parent, null);
        }

        public ElementChunk(KaitaiStream _io, HudiDeleteRecordList.OrderingArray _parent, HudiDeleteRecordList _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.numElements = new AvroLong(this._io);
            this.checkNumElements = this._io.readBytes(0);
            {
                byte[] _it = this.checkNumElements;
                if (!( ((_it.length == 0) && (((Number) (numElements().value())).longValue() * sign() >= 0) && (((Number) (numElements().value())).longValue() * sign() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkNumElements, this._io, "/types/element_chunk/seq/1");
                }
            }
            if (numElements().value() < 0) {
                this.lenChunk = new AvroLong(this._io);
            }
            this.elements = new ArrayList<Element>();
            for (int i = 0; i < ((Number) (numElements().value() * sign())).longValue(); i++) {
                this.elements.add(new Element(this._io, this, _root));
            }
        }

        public void _fetchInstances() {
            this.numElements._fetchInstances();
            if (numElements().value() < 0) {
                this.lenChunk._fetchInstances();
            }
            for (int i = 0; i < this.elements.size(); i++) {
                this.elements.get(((Number) (i)).intValue())._fetchInstances();
            }
        }
        private Long sign;
        public Long sign() {
            if (this.sign != null)
                return this.sign;
            this.sign = ((Number) (((Number) ((numElements().value() < 0 ? -(((long) 1)) : ((long) 1)))).longValue())).longValue();
            return this.sign;
        }
        private AvroLong numElements;
        private byte[] checkNumElements;
        private AvroLong lenChunk;
        private List<Element> elements;
        private HudiDeleteRecordList _root;
        private HudiDeleteRecordList.OrderingArray _parent;

        /**
         * Negative where the number of bytes of the chunk follows.
         */
        public AvroLong numElements() { return numElements; }

        /**
         * Reads nothing. An element has at least 1 byte.
         */
        public byte[] checkNumElements() { return checkNumElements; }

        /**
         * Number of bytes of `elements`, for readers that skip them.
         */
        public AvroLong lenChunk() { return lenChunk; }
        public List<Element> elements() { return elements; }
        public HudiDeleteRecordList _root() { return _root; }
        public HudiDeleteRecordList.OrderingArray _parent() { return _parent; }
    }

    /**
     * Union of null and string.
     */
    public static class OptionalString extends KaitaiStruct {
        public static OptionalString fromFile(String fileName) throws IOException {
            return new OptionalString(new ByteBufferKaitaiStream(fileName));
        }

        public OptionalString(KaitaiStream _io) {
            this(_io, null, null);
        }

        public OptionalString(KaitaiStream _io, HudiDeleteRecordList.Record _parent) {
            this(_io, _parent, null);
        }

        public OptionalString(KaitaiStream _io, HudiDeleteRecordList.Record _parent, HudiDeleteRecordList _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.branch = new AvroLong(this._io);
            this.checkBranch = this._io.readBytes(0);
            {
                byte[] _it = this.checkBranch;
                if (!( ((_it.length == 0) && (branch().value() >= 0) && (branch().value() <= 1)) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkBranch, this._io, "/types/optional_string/seq/1");
                }
            }
            if (branch().value() == 1) {
                this.string = new AvroBytes(this._io, this, _root);
            }
        }

        public void _fetchInstances() {
            this.branch._fetchInstances();
            if (branch().value() == 1) {
                this.string._fetchInstances();
            }
        }
        private AvroLong branch;
        private byte[] checkBranch;
        private AvroBytes string;
        private HudiDeleteRecordList _root;
        private HudiDeleteRecordList.Record _parent;
        public AvroLong branch() { return branch; }

        /**
         * Reads nothing. The union has two branches.
         */
        public byte[] checkBranch() { return checkBranch; }
        public AvroBytes string() { return string; }
        public HudiDeleteRecordList _root() { return _root; }
        public HudiDeleteRecordList.Record _parent() { return _parent; }
    }

    /**
     * Union of null and 12 wrappers. A wrapper is a record with one field, so
     * its bytes are those of the field.
     */
    public static class Ordering extends KaitaiStruct {
        public static Ordering fromFile(String fileName) throws IOException {
            return new Ordering(new ByteBufferKaitaiStream(fileName));
        }

        public Ordering(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Ordering(KaitaiStream _io, HudiDeleteRecordList.Record _parent) {
            this(_io, _parent, null);
        }

        public Ordering(KaitaiStream _io, HudiDeleteRecordList.Record _parent, HudiDeleteRecordList _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.branch = new AvroLong(this._io);
            this.checkBranch = this._io.readBytes(0);
            {
                byte[] _it = this.checkBranch;
                if (!( ((_it.length == 0) && (branch().value() >= 0) && (branch().value() <= 12)) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkBranch, this._io, "/types/ordering/seq/1");
                }
            }
            if (branch().value() != 0) {
                switch (((Number) (branch().value())).intValue()) {
                case 1: {
                    this.value = new AvroBoolean(this._io, this, _root);
                    break;
                }
                case 10: {
                    this.value = new AvroLong(this._io);
                    break;
                }
                case 11: {
                    this.value = new AvroLong(this._io);
                    break;
                }
                case 12: {
                    this.value = new OrderingArray(this._io, this, _root);
                    break;
                }
                case 2: {
                    this.value = new AvroInt(this._io, this, _root);
                    break;
                }
                case 3: {
                    this.value = new AvroLong(this._io);
                    break;
                }
                case 4: {
                    this.value = new AvroFloat(this._io, this, _root);
                    break;
                }
                case 5: {
                    this.value = new AvroDouble(this._io, this, _root);
                    break;
                }
                case 6: {
                    this.value = new AvroBytes(this._io, this, _root);
                    break;
                }
                case 7: {
                    this.value = new AvroBytes(this._io, this, _root);
                    break;
                }
                case 8: {
                    this.value = new AvroInt(this._io, this, _root);
                    break;
                }
                case 9: {
                    this.value = new AvroBytes(this._io, this, _root);
                    break;
                }
                }
            }
        }

        public void _fetchInstances() {
            this.branch._fetchInstances();
            if (branch().value() != 0) {
                switch (((Number) (branch().value())).intValue()) {
                case 1: {
                    ((AvroBoolean) (this.value))._fetchInstances();
                    break;
                }
                case 10: {
                    ((AvroLong) (this.value))._fetchInstances();
                    break;
                }
                case 11: {
                    ((AvroLong) (this.value))._fetchInstances();
                    break;
                }
                case 12: {
                    ((OrderingArray) (this.value))._fetchInstances();
                    break;
                }
                case 2: {
                    ((AvroInt) (this.value))._fetchInstances();
                    break;
                }
                case 3: {
                    ((AvroLong) (this.value))._fetchInstances();
                    break;
                }
                case 4: {
                    ((AvroFloat) (this.value))._fetchInstances();
                    break;
                }
                case 5: {
                    ((AvroDouble) (this.value))._fetchInstances();
                    break;
                }
                case 6: {
                    ((AvroBytes) (this.value))._fetchInstances();
                    break;
                }
                case 7: {
                    ((AvroBytes) (this.value))._fetchInstances();
                    break;
                }
                case 8: {
                    ((AvroInt) (this.value))._fetchInstances();
                    break;
                }
                case 9: {
                    ((AvroBytes) (this.value))._fetchInstances();
                    break;
                }
                }
            }
        }
        private AvroLong branch;
        private byte[] checkBranch;
        private KaitaiStruct value;
        private HudiDeleteRecordList _root;
        private HudiDeleteRecordList.Record _parent;

        /**
         * 0 null, 1 boolean, 2 int, 3 long, 4 float, 5 double, 6 bytes,
         * 7 string, 8 date, 9 decimal, 10 time in microseconds, 11 timestamp
         * in microseconds, 12 array.
         */
        public AvroLong branch() { return branch; }

        /**
         * Reads nothing. The union has 13 branches.
         */
        public byte[] checkBranch() { return checkBranch; }

        /**
         * 8 counts days since 1970-01-01; 9 is an unscaled two's complement
         * number in big-endian order, its scale is 15; 7 is UTF-8.
         */
        public KaitaiStruct value() { return value; }
        public HudiDeleteRecordList _root() { return _root; }
        public HudiDeleteRecordList.Record _parent() { return _parent; }
    }

    /**
     * Values of several ordering fields, union of null and array.
     */
    public static class OrderingArray extends KaitaiStruct {
        public static OrderingArray fromFile(String fileName) throws IOException {
            return new OrderingArray(new ByteBufferKaitaiStream(fileName));
        }

        public OrderingArray(KaitaiStream _io) {
            this(_io, null, null);
        }

        public OrderingArray(KaitaiStream _io, HudiDeleteRecordList.Ordering _parent) {
            this(_io, _parent, null);
        }

        public OrderingArray(KaitaiStream _io, HudiDeleteRecordList.Ordering _parent, HudiDeleteRecordList _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.branch = new AvroLong(this._io);
            this.checkBranch = this._io.readBytes(0);
            {
                byte[] _it = this.checkBranch;
                if (!( ((_it.length == 0) && (branch().value() >= 0) && (branch().value() <= 1)) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkBranch, this._io, "/types/ordering_array/seq/1");
                }
            }
            if (branch().value() == 1) {
                this.chunks = new ArrayList<ElementChunk>();
                {
                    ElementChunk _it;
                    int i = 0;
                    do {
                        _it = new ElementChunk(this._io, this, _root);
                        this.chunks.add(_it);
                        i++;
                    } while (!(_it.numElements().value() == 0));
                }
            }
        }

        public void _fetchInstances() {
            this.branch._fetchInstances();
            if (branch().value() == 1) {
                for (int i = 0; i < this.chunks.size(); i++) {
                    this.chunks.get(((Number) (i)).intValue())._fetchInstances();
                }
            }
        }
        private AvroLong branch;
        private byte[] checkBranch;
        private List<ElementChunk> chunks;
        private HudiDeleteRecordList _root;
        private HudiDeleteRecordList.Ordering _parent;
        public AvroLong branch() { return branch; }

        /**
         * Reads nothing. The union has two branches.
         */
        public byte[] checkBranch() { return checkBranch; }
        public List<ElementChunk> chunks() { return chunks; }
        public HudiDeleteRecordList _root() { return _root; }
        public HudiDeleteRecordList.Ordering _parent() { return _parent; }
    }
    public static class Record extends KaitaiStruct {
        public static Record fromFile(String fileName) throws IOException {
            return new Record(new ByteBufferKaitaiStream(fileName));
        }

        public Record(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Record(KaitaiStream _io, HudiDeleteRecordList.Chunk _parent) {
            this(_io, _parent, null);
        }

        public Record(KaitaiStream _io, HudiDeleteRecordList.Chunk _parent, HudiDeleteRecordList _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.recordKey = new OptionalString(this._io, this, _root);
            this.partitionPath = new OptionalString(this._io, this, _root);
            this.ordering = new Ordering(this._io, this, _root);
        }

        public void _fetchInstances() {
            this.recordKey._fetchInstances();
            this.partitionPath._fetchInstances();
            this.ordering._fetchInstances();
        }
        private OptionalString recordKey;
        private OptionalString partitionPath;
        private Ordering ordering;
        private HudiDeleteRecordList _root;
        private HudiDeleteRecordList.Chunk _parent;
        public OptionalString recordKey() { return recordKey; }
        public OptionalString partitionPath() { return partitionPath; }
        public Ordering ordering() { return ordering; }
        public HudiDeleteRecordList _root() { return _root; }
        public HudiDeleteRecordList.Chunk _parent() { return _parent; }
    }
    private List<Chunk> chunks;
    private byte[] checkEnd;
    private HudiDeleteRecordList _root;
    private KaitaiStruct _parent;

    /**
     * Avro array, a run of counted chunks that ends with an empty one.
     */
    public List<Chunk> chunks() { return chunks; }

    /**
     * Reads nothing. The value must fill the payload.
     */
    public byte[] checkEnd() { return checkEnd; }
    public HudiDeleteRecordList _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
