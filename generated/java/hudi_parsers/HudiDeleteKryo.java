// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.Map;
import java.util.HashMap;
import java.util.Arrays;
import java.util.ArrayList;
import java.util.List;


/**
 * Java array in the serialization of Kryo 4 (`writeClassAndObject`, with
 * references, registration not required): `HoodieKey[]` in version 1,
 * `DeleteRecord[]` in version 2. This grammar describes the structures that Hudi
 * 0.5 to 0.13 wrote, not Kryo in general.
 * 
 * A class is written by name the first time and by the id of the name after
 * that; an object that was written before is written as a reference. Ids of
 * objects count from 0 in the order in which the objects start: the array is 0.
 * Numbers, booleans and null have no id. References are left as ids.
 * @see <a href="https://github.com/EsotericSoftware/kryo/blob/kryo-parent-4.0.2/src/com/esotericsoftware/kryo/Kryo.java">Source</a>
 * @see <a href="https://github.com/apache/hudi/blob/release-0.13.1/hudi-common/src/main/java/org/apache/hudi/common/util/SerializationUtils.java">Source</a>
 */
public class HudiDeleteKryo extends KaitaiStruct {

    public enum ValueClass {
        NONE(0),
        INT(2),
        STRING(3),
        FLOAT(4),
        BOOLEAN(5),
        LONG(9),
        DOUBLE(10);

        private final long id;
        ValueClass(long id) { this.id = id; }
        public long id() { return id; }
        private static final Map<Long, ValueClass> byId = new HashMap<Long, ValueClass>(7);
        static {
            for (ValueClass e : ValueClass.values())
                byId.put(e.id(), e);
        }
        public static ValueClass byId(long id) { return byId.get(id); }
    }

    public HudiDeleteKryo(KaitaiStream _io, int version) {
        this(_io, null, null, version);
    }

    public HudiDeleteKryo(KaitaiStream _io, KaitaiStruct _parent, int version) {
        this(_io, _parent, null, version);
    }

    public HudiDeleteKryo(KaitaiStream _io, KaitaiStruct _parent, HudiDeleteKryo _root, int version) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        this.version = version;
        _read();
    }
    private void _read() {
        this.arrayClass = this._io.readBytes(2);
        if (!(Arrays.equals(this.arrayClass, new byte[] { 1, 0 }))) {
            throw new KaitaiStream.ValidationNotEqualError(new byte[] { 1, 0 }, this.arrayClass, this._io, "/seq/0");
        }
        if (version() == 1) {
            this.nameKeys = this._io.readBytes(41);
            if (!(Arrays.equals(this.nameKeys, new byte[] { 91, 76, 111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 72, 111, 111, 100, 105, 101, 75, 101, 121, -69 }))) {
                throw new KaitaiStream.ValidationNotEqualError(new byte[] { 91, 76, 111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 72, 111, 111, 100, 105, 101, 75, 101, 121, -69 }, this.nameKeys, this._io, "/seq/1");
            }
        }
        if (version() != 1) {
            this.nameRecords = this._io.readBytes(44);
            if (!(Arrays.equals(this.nameRecords, new byte[] { 91, 76, 111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 68, 101, 108, 101, 116, 101, 82, 101, 99, 111, 114, 100, -69 }))) {
                throw new KaitaiStream.ValidationNotEqualError(new byte[] { 91, 76, 111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 68, 101, 108, 101, 116, 101, 82, 101, 99, 111, 114, 100, -69 }, this.nameRecords, this._io, "/seq/2");
            }
        }
        this.arrayMarker = this._io.readBytes(1);
        if (!(Arrays.equals(this.arrayMarker, new byte[] { 1 }))) {
            throw new KaitaiStream.ValidationNotEqualError(new byte[] { 1 }, this.arrayMarker, this._io, "/seq/3");
        }
        this.arraySize = new VarintU4(this._io, this, _root);
        this.checkArraySize = this._io.readBytes(0);
        {
            byte[] _it = this.checkArraySize;
            if (!( ((_it.length == 0) && (arraySize().value() >= 1) && (((Number) (((Number) (arraySize().value() - 1)).longValue() * 3)).longValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                throw new KaitaiStream.ValidationExprError(this.checkArraySize, this._io, "/seq/5");
            }
        }
        if (version() == 1) {
            this.keys = new ArrayList<KeyElement>();
            for (int i = 0; i < ((Number) (arraySize().value() - 1)).longValue(); i++) {
                this.keys.add(new KeyElement(this._io, this, _root, i == 0));
            }
        }
        if (version() != 1) {
            this.records = new ArrayList<RecordElement>();
            for (int i = 0; i < ((Number) (arraySize().value() - 1)).longValue(); i++) {
                this.records.add(new RecordElement(this._io, this, _root, i == 0));
            }
        }
        this.checkEnd = this._io.readBytes(0);
        {
            byte[] _it = this.checkEnd;
            if (!( ((_it.length == 0) && (_io().isEof())) )) {
                throw new KaitaiStream.ValidationExprError(this.checkEnd, this._io, "/seq/8");
            }
        }
    }

    public void _fetchInstances() {
        if (version() == 1) {
        }
        if (version() != 1) {
        }
        this.arraySize._fetchInstances();
        if (version() == 1) {
            for (int i = 0; i < this.keys.size(); i++) {
                this.keys.get(((Number) (i)).intValue())._fetchInstances();
            }
        }
        if (version() != 1) {
            for (int i = 0; i < this.records.size(); i++) {
                this.records.get(((Number) (i)).intValue())._fetchInstances();
            }
        }
    }

    /**
     * Fields in alphabetical order of their names in Java.
     */
    public static class Key extends KaitaiStruct {
        public static Key fromFile(String fileName) throws IOException {
            return new Key(new ByteBufferKaitaiStream(fileName));
        }

        public Key(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Key(KaitaiStream _io, KaitaiStruct _parent) {
            this(_io, _parent, null);
        }

        public Key(KaitaiStream _io, KaitaiStruct _parent, HudiDeleteKryo _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.partitionPath = new StringObject(this._io, this, _root);
            this.recordKey = new StringObject(this._io, this, _root);
        }

        public void _fetchInstances() {
            this.partitionPath._fetchInstances();
            this.recordKey._fetchInstances();
        }
        private StringObject partitionPath;
        private StringObject recordKey;
        private HudiDeleteKryo _root;
        private KaitaiStruct _parent;
        public StringObject partitionPath() { return partitionPath; }
        public StringObject recordKey() { return recordKey; }
        public HudiDeleteKryo _root() { return _root; }
        public KaitaiStruct _parent() { return _parent; }
    }
    public static class KeyElement extends KaitaiStruct {

        public KeyElement(KaitaiStream _io, boolean isFirst) {
            this(_io, null, null, isFirst);
        }

        public KeyElement(KaitaiStream _io, HudiDeleteKryo _parent, boolean isFirst) {
            this(_io, _parent, null, isFirst);
        }

        public KeyElement(KaitaiStream _io, HudiDeleteKryo _parent, HudiDeleteKryo _root, boolean isFirst) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.isFirst = isFirst;
            _read();
        }
        private void _read() {
            this.classMarker = this._io.readBytes(2);
            if (!(Arrays.equals(this.classMarker, new byte[] { 1, 1 }))) {
                throw new KaitaiStream.ValidationNotEqualError(new byte[] { 1, 1 }, this.classMarker, this._io, "/types/key_element/seq/0");
            }
            if (isFirst()) {
                this.className = this._io.readBytes(38);
                if (!(Arrays.equals(this.className, new byte[] { 111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 72, 111, 111, 100, 105, 101, 75, 101, -7 }))) {
                    throw new KaitaiStream.ValidationNotEqualError(new byte[] { 111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 72, 111, 111, 100, 105, 101, 75, 101, -7 }, this.className, this._io, "/types/key_element/seq/1");
                }
            }
            this.marker = new ObjectMarker(this._io, this, _root);
            if (marker().isNew()) {
                this.key = new Key(this._io, this, _root);
            }
        }

        public void _fetchInstances() {
            if (isFirst()) {
            }
            this.marker._fetchInstances();
            if (marker().isNew()) {
                this.key._fetchInstances();
            }
        }
        private byte[] classMarker;
        private byte[] className;
        private ObjectMarker marker;
        private Key key;
        private boolean isFirst;
        private HudiDeleteKryo _root;
        private HudiDeleteKryo _parent;

        /**
         * Class by name, id 1.
         */
        public byte[] classMarker() { return classMarker; }
        public byte[] className() { return className; }
        public ObjectMarker marker() { return marker; }
        public Key key() { return key; }
        public boolean isFirst() { return isFirst; }
        public HudiDeleteKryo _root() { return _root; }
        public HudiDeleteKryo _parent() { return _parent; }
    }
    public static class KryoBoolean extends KaitaiStruct {
        public static KryoBoolean fromFile(String fileName) throws IOException {
            return new KryoBoolean(new ByteBufferKaitaiStream(fileName));
        }

        public KryoBoolean(KaitaiStream _io) {
            this(_io, null, null);
        }

        public KryoBoolean(KaitaiStream _io, HudiDeleteKryo.Ordering _parent) {
            this(_io, _parent, null);
        }

        public KryoBoolean(KaitaiStream _io, HudiDeleteKryo.Ordering _parent, HudiDeleteKryo _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.value = this._io.readU1();
            if (!( ((this.value == 0) || (this.value == 1)) )) {
                throw new KaitaiStream.ValidationNotAnyOfError(this.value, this._io, "/types/kryo_boolean/seq/0");
            }
        }

        public void _fetchInstances() {
        }
        private int value;
        private HudiDeleteKryo _root;
        private HudiDeleteKryo.Ordering _parent;
        public int value() { return value; }
        public HudiDeleteKryo _root() { return _root; }
        public HudiDeleteKryo.Ordering _parent() { return _parent; }
    }
    public static class KryoDouble extends KaitaiStruct {
        public static KryoDouble fromFile(String fileName) throws IOException {
            return new KryoDouble(new ByteBufferKaitaiStream(fileName));
        }

        public KryoDouble(KaitaiStream _io) {
            this(_io, null, null);
        }

        public KryoDouble(KaitaiStream _io, HudiDeleteKryo.Ordering _parent) {
            this(_io, _parent, null);
        }

        public KryoDouble(KaitaiStream _io, HudiDeleteKryo.Ordering _parent, HudiDeleteKryo _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.value = this._io.readF8be();
        }

        public void _fetchInstances() {
        }
        private double value;
        private HudiDeleteKryo _root;
        private HudiDeleteKryo.Ordering _parent;
        public double value() { return value; }
        public HudiDeleteKryo _root() { return _root; }
        public HudiDeleteKryo.Ordering _parent() { return _parent; }
    }
    public static class KryoFloat extends KaitaiStruct {
        public static KryoFloat fromFile(String fileName) throws IOException {
            return new KryoFloat(new ByteBufferKaitaiStream(fileName));
        }

        public KryoFloat(KaitaiStream _io) {
            this(_io, null, null);
        }

        public KryoFloat(KaitaiStream _io, HudiDeleteKryo.Ordering _parent) {
            this(_io, _parent, null);
        }

        public KryoFloat(KaitaiStream _io, HudiDeleteKryo.Ordering _parent, HudiDeleteKryo _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.value = this._io.readF4be();
        }

        public void _fetchInstances() {
        }
        private float value;
        private HudiDeleteKryo _root;
        private HudiDeleteKryo.Ordering _parent;
        public float value() { return value; }
        public HudiDeleteKryo _root() { return _root; }
        public HudiDeleteKryo.Ordering _parent() { return _parent; }
    }

    /**
     * Two forms. ASCII of 2 to 63 characters: the bytes, bit 7 set on the last.
     * All others: number of UTF-16 units plus 1 (0 is null), then 1 to 3 bytes
     * per unit.
     */
    public static class KryoString extends KaitaiStruct {
        public static KryoString fromFile(String fileName) throws IOException {
            return new KryoString(new ByteBufferKaitaiStream(fileName));
        }

        public KryoString(KaitaiStream _io) {
            this(_io, null, null);
        }

        public KryoString(KaitaiStream _io, HudiDeleteKryo.StringObject _parent) {
            this(_io, _parent, null);
        }

        public KryoString(KaitaiStream _io, HudiDeleteKryo.StringObject _parent, HudiDeleteKryo _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.first = this._io.readU1();
            if (first() < 128) {
                this.asciiRest = new ArrayList<Integer>();
                {
                    int _it;
                    int i = 0;
                    do {
                        _it = this._io.readU1();
                        this.asciiRest.add(_it);
                        i++;
                    } while (!(_it >= 128));
                }
            }
            if (has1()) {
                this.n1 = this._io.readU1();
            }
            if (has2()) {
                this.n2 = this._io.readU1();
            }
            if (has3()) {
                this.n3 = this._io.readU1();
            }
            if (has4()) {
                this.n4 = this._io.readU1();
            }
            this.checkNumUnits = this._io.readBytes(0);
            {
                byte[] _it = this.checkNumUnits;
                if (!( ((_it.length == 0) && (numUnits() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkNumUnits, this._io, "/types/kryo_string/seq/6");
                }
            }
            if (first() >= 128) {
                this.units = new ArrayList<Unit>();
                for (int i = 0; i < numUnits(); i++) {
                    this.units.add(new Unit(this._io, this, _root));
                }
            }
        }

        public void _fetchInstances() {
            if (first() < 128) {
                for (int i = 0; i < this.asciiRest.size(); i++) {
                }
            }
            if (has1()) {
            }
            if (has2()) {
            }
            if (has3()) {
            }
            if (has4()) {
            }
            if (first() >= 128) {
                for (int i = 0; i < this.units.size(); i++) {
                    this.units.get(((Number) (i)).intValue())._fetchInstances();
                }
            }
        }
        private Boolean has1;
        public Boolean has1() {
            if (this.has1 != null)
                return this.has1;
            this.has1 = first() >= 192;
            return this.has1;
        }
        private Boolean has2;
        public Boolean has2() {
            if (this.has2 != null)
                return this.has2;
            this.has2 =  ((has1()) && (n1() >= 128)) ;
            return this.has2;
        }
        private Boolean has3;
        public Boolean has3() {
            if (this.has3 != null)
                return this.has3;
            this.has3 =  ((has2()) && (n2() >= 128)) ;
            return this.has3;
        }
        private Boolean has4;
        public Boolean has4() {
            if (this.has4 != null)
                return this.has4;
            this.has4 =  ((has3()) && (n3() >= 128)) ;
            return this.has4;
        }
        private Boolean isNull;
        public Boolean isNull() {
            if (this.isNull != null)
                return this.isNull;
            this.isNull = first() == 128;
            return this.isNull;
        }
        private Long numUnits;
        public Long numUnits() {
            if (this.numUnits != null)
                return this.numUnits;
            this.numUnits = ((Number) (((Number) (( ((first() < 128) || (sizeUtf() == 0))  ? ((long) 0) : ((Number) (sizeUtf() - 1)).longValue()))).longValue())).longValue();
            return this.numUnits;
        }
        private Long sizeUtf;
        public Long sizeUtf() {
            if (this.sizeUtf != null)
                return this.sizeUtf;
            this.sizeUtf = ((Number) (((Number) ((((((Number) (KaitaiStream.mod(first(), 64))).longValue() + ((Number) ((has1() ? ((Number) (((Number) (KaitaiStream.mod(n1(), 128))).longValue() * ((long) 64))).longValue() : ((long) 0)))).longValue()) + ((Number) ((has2() ? ((Number) (((Number) (KaitaiStream.mod(n2(), 128))).longValue() * ((long) 8192))).longValue() : ((long) 0)))).longValue()) + ((Number) ((has3() ? ((Number) (((Number) (KaitaiStream.mod(n3(), 128))).longValue() * ((long) 1048576))).longValue() : ((long) 0)))).longValue()) + ((Number) ((has4() ? ((Number) (((Number) (KaitaiStream.mod(n4(), 128))).longValue() * ((long) 134217728))).longValue() : ((long) 0)))).longValue())).longValue())).longValue();
            return this.sizeUtf;
        }
        private int first;
        private List<Integer> asciiRest;
        private Integer n1;
        private Integer n2;
        private Integer n3;
        private Integer n4;
        private byte[] checkNumUnits;
        private List<Unit> units;
        private HudiDeleteKryo _root;
        private HudiDeleteKryo.StringObject _parent;

        /**
         * First character in the ASCII form, else bit 7 set, bit 6 for more, 6 bits of the number.
         */
        public int first() { return first; }
        public List<Integer> asciiRest() { return asciiRest; }
        public Integer n1() { return n1; }
        public Integer n2() { return n2; }
        public Integer n3() { return n3; }
        public Integer n4() { return n4; }

        /**
         * Reads nothing. A unit has at least 1 byte.
         */
        public byte[] checkNumUnits() { return checkNumUnits; }
        public List<Unit> units() { return units; }
        public HudiDeleteKryo _root() { return _root; }
        public HudiDeleteKryo.StringObject _parent() { return _parent; }
    }

    /**
     * 0 is null, 1 a new object that follows, n the object with id n - 2.
     */
    public static class ObjectMarker extends KaitaiStruct {
        public static ObjectMarker fromFile(String fileName) throws IOException {
            return new ObjectMarker(new ByteBufferKaitaiStream(fileName));
        }

        public ObjectMarker(KaitaiStream _io) {
            this(_io, null, null);
        }

        public ObjectMarker(KaitaiStream _io, KaitaiStruct _parent) {
            this(_io, _parent, null);
        }

        public ObjectMarker(KaitaiStream _io, KaitaiStruct _parent, HudiDeleteKryo _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.marker = new VarintU4(this._io, this, _root);
        }

        public void _fetchInstances() {
            this.marker._fetchInstances();
        }
        private Long idReferred;

        /**
         * Negative if this is not a reference.
         */
        public Long idReferred() {
            if (this.idReferred != null)
                return this.idReferred;
            this.idReferred = ((Number) (((Number) (marker().value() - 2)).longValue())).longValue();
            return this.idReferred;
        }
        private Boolean isNew;
        public Boolean isNew() {
            if (this.isNew != null)
                return this.isNew;
            this.isNew = marker().value() == 1;
            return this.isNew;
        }
        private Boolean isNull;
        public Boolean isNull() {
            if (this.isNull != null)
                return this.isNull;
            this.isNull = marker().value() == 0;
            return this.isNull;
        }
        private VarintU4 marker;
        private HudiDeleteKryo _root;
        private KaitaiStruct _parent;
        public VarintU4 marker() { return marker; }
        public HudiDeleteKryo _root() { return _root; }
        public KaitaiStruct _parent() { return _parent; }
    }

    /**
     * Any object; these classes occur and have fixed ids.
     */
    public static class Ordering extends KaitaiStruct {
        public static Ordering fromFile(String fileName) throws IOException {
            return new Ordering(new ByteBufferKaitaiStream(fileName));
        }

        public Ordering(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Ordering(KaitaiStream _io, HudiDeleteKryo.Record _parent) {
            this(_io, _parent, null);
        }

        public Ordering(KaitaiStream _io, HudiDeleteKryo.Record _parent, HudiDeleteKryo _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.valueClass = HudiDeleteKryo.ValueClass.byId(this._io.readU1());
            if (this.valueClass == null) {
                throw new KaitaiStream.ValidationNotInEnumError(this.valueClass, this._io, "/types/ordering/seq/0");
            }
            if (valueClass() != HudiDeleteKryo.ValueClass.NONE) {
                {
                    ValueClass on = valueClass();
                    if (on != null) {
                        switch (valueClass()) {
                        case BOOLEAN: {
                            this.value = new KryoBoolean(this._io, this, _root);
                            break;
                        }
                        case DOUBLE: {
                            this.value = new KryoDouble(this._io, this, _root);
                            break;
                        }
                        case FLOAT: {
                            this.value = new KryoFloat(this._io, this, _root);
                            break;
                        }
                        case INT: {
                            this.value = new VarintS4(this._io, this, _root);
                            break;
                        }
                        case LONG: {
                            this.value = new VarintS8(this._io, this, _root);
                            break;
                        }
                        case STRING: {
                            this.value = new StringObject(this._io, this, _root);
                            break;
                        }
                        }
                    }
                }
            }
            if (valueClass() == HudiDeleteKryo.ValueClass.STRING) {
                this.checkText = this._io.readBytes(0);
                {
                    byte[] _it = this.checkText;
                    if (!( ((_it.length == 0) && (!(((HudiDeleteKryo.StringObject) (value())).marker().isNull()))) )) {
                        throw new KaitaiStream.ValidationExprError(this.checkText, this._io, "/types/ordering/seq/2");
                    }
                }
            }
        }

        public void _fetchInstances() {
            if (valueClass() != HudiDeleteKryo.ValueClass.NONE) {
                {
                    ValueClass on = valueClass();
                    if (on != null) {
                        switch (valueClass()) {
                        case BOOLEAN: {
                            ((KryoBoolean) (this.value))._fetchInstances();
                            break;
                        }
                        case DOUBLE: {
                            ((KryoDouble) (this.value))._fetchInstances();
                            break;
                        }
                        case FLOAT: {
                            ((KryoFloat) (this.value))._fetchInstances();
                            break;
                        }
                        case INT: {
                            ((VarintS4) (this.value))._fetchInstances();
                            break;
                        }
                        case LONG: {
                            ((VarintS8) (this.value))._fetchInstances();
                            break;
                        }
                        case STRING: {
                            ((StringObject) (this.value))._fetchInstances();
                            break;
                        }
                        }
                    }
                }
            }
            if (valueClass() == HudiDeleteKryo.ValueClass.STRING) {
            }
        }
        private ValueClass valueClass;
        private KaitaiStruct value;
        private byte[] checkText;
        private HudiDeleteKryo _root;
        private HudiDeleteKryo.Record _parent;
        public ValueClass valueClass() { return valueClass; }
        public KaitaiStruct value() { return value; }

        /**
         * Reads nothing. A null object has no class.
         */
        public byte[] checkText() { return checkText; }
        public HudiDeleteKryo _root() { return _root; }
        public HudiDeleteKryo.Record _parent() { return _parent; }
    }

    /**
     * Fields in alphabetical order of their names in Java.
     */
    public static class Record extends KaitaiStruct {

        public Record(KaitaiStream _io, boolean isFirst) {
            this(_io, null, null, isFirst);
        }

        public Record(KaitaiStream _io, HudiDeleteKryo.RecordElement _parent, boolean isFirst) {
            this(_io, _parent, null, isFirst);
        }

        public Record(KaitaiStream _io, HudiDeleteKryo.RecordElement _parent, HudiDeleteKryo _root, boolean isFirst) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.isFirst = isFirst;
            _read();
        }
        private void _read() {
            this.keyClass = this._io.readBytes(2);
            if (!(Arrays.equals(this.keyClass, new byte[] { 1, 2 }))) {
                throw new KaitaiStream.ValidationNotEqualError(new byte[] { 1, 2 }, this.keyClass, this._io, "/types/record/seq/0");
            }
            if (isFirst()) {
                this.keyClassName = this._io.readBytes(38);
                if (!(Arrays.equals(this.keyClassName, new byte[] { 111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 72, 111, 111, 100, 105, 101, 75, 101, -7 }))) {
                    throw new KaitaiStream.ValidationNotEqualError(new byte[] { 111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 72, 111, 111, 100, 105, 101, 75, 101, -7 }, this.keyClassName, this._io, "/types/record/seq/1");
                }
            }
            this.keyMarker = new ObjectMarker(this._io, this, _root);
            this.checkKeyMarker = this._io.readBytes(0);
            {
                byte[] _it = this.checkKeyMarker;
                if (!( ((_it.length == 0) && (!(keyMarker().isNull()))) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkKeyMarker, this._io, "/types/record/seq/3");
                }
            }
            if (keyMarker().isNew()) {
                this.key = new Key(this._io, this, _root);
            }
            this.ordering = new Ordering(this._io, this, _root);
        }

        public void _fetchInstances() {
            if (isFirst()) {
            }
            this.keyMarker._fetchInstances();
            if (keyMarker().isNew()) {
                this.key._fetchInstances();
            }
            this.ordering._fetchInstances();
        }
        private byte[] keyClass;
        private byte[] keyClassName;
        private ObjectMarker keyMarker;
        private byte[] checkKeyMarker;
        private Key key;
        private Ordering ordering;
        private boolean isFirst;
        private HudiDeleteKryo _root;
        private HudiDeleteKryo.RecordElement _parent;

        /**
         * Class by name, id 2.
         */
        public byte[] keyClass() { return keyClass; }
        public byte[] keyClassName() { return keyClassName; }
        public ObjectMarker keyMarker() { return keyMarker; }

        /**
         * Reads nothing. A null object has no class.
         */
        public byte[] checkKeyMarker() { return checkKeyMarker; }
        public Key key() { return key; }
        public Ordering ordering() { return ordering; }
        public boolean isFirst() { return isFirst; }
        public HudiDeleteKryo _root() { return _root; }
        public HudiDeleteKryo.RecordElement _parent() { return _parent; }
    }
    public static class RecordElement extends KaitaiStruct {

        public RecordElement(KaitaiStream _io, boolean isFirst) {
            this(_io, null, null, isFirst);
        }

        public RecordElement(KaitaiStream _io, HudiDeleteKryo _parent, boolean isFirst) {
            this(_io, _parent, null, isFirst);
        }

        public RecordElement(KaitaiStream _io, HudiDeleteKryo _parent, HudiDeleteKryo _root, boolean isFirst) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.isFirst = isFirst;
            _read();
        }
        private void _read() {
            this.classMarker = this._io.readBytes(2);
            if (!(Arrays.equals(this.classMarker, new byte[] { 1, 1 }))) {
                throw new KaitaiStream.ValidationNotEqualError(new byte[] { 1, 1 }, this.classMarker, this._io, "/types/record_element/seq/0");
            }
            if (isFirst()) {
                this.className = this._io.readBytes(41);
                if (!(Arrays.equals(this.className, new byte[] { 111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 68, 101, 108, 101, 116, 101, 82, 101, 99, 111, 114, -28 }))) {
                    throw new KaitaiStream.ValidationNotEqualError(new byte[] { 111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 68, 101, 108, 101, 116, 101, 82, 101, 99, 111, 114, -28 }, this.className, this._io, "/types/record_element/seq/1");
                }
            }
            this.marker = new ObjectMarker(this._io, this, _root);
            if (marker().isNew()) {
                this.record = new Record(this._io, this, _root, isFirst());
            }
        }

        public void _fetchInstances() {
            if (isFirst()) {
            }
            this.marker._fetchInstances();
            if (marker().isNew()) {
                this.record._fetchInstances();
            }
        }
        private byte[] classMarker;
        private byte[] className;
        private ObjectMarker marker;
        private Record record;
        private boolean isFirst;
        private HudiDeleteKryo _root;
        private HudiDeleteKryo _parent;

        /**
         * Class by name, id 1.
         */
        public byte[] classMarker() { return classMarker; }
        public byte[] className() { return className; }
        public ObjectMarker marker() { return marker; }
        public Record record() { return record; }
        public boolean isFirst() { return isFirst; }
        public HudiDeleteKryo _root() { return _root; }
        public HudiDeleteKryo _parent() { return _parent; }
    }
    public static class StringObject extends KaitaiStruct {
        public static StringObject fromFile(String fileName) throws IOException {
            return new StringObject(new ByteBufferKaitaiStream(fileName));
        }

        public StringObject(KaitaiStream _io) {
            this(_io, null, null);
        }

        public StringObject(KaitaiStream _io, KaitaiStruct _parent) {
            this(_io, _parent, null);
        }

        public StringObject(KaitaiStream _io, KaitaiStruct _parent, HudiDeleteKryo _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.marker = new ObjectMarker(this._io, this, _root);
            if (marker().isNew()) {
                this.string = new KryoString(this._io, this, _root);
            }
        }

        public void _fetchInstances() {
            this.marker._fetchInstances();
            if (marker().isNew()) {
                this.string._fetchInstances();
            }
        }
        private ObjectMarker marker;
        private KryoString string;
        private HudiDeleteKryo _root;
        private KaitaiStruct _parent;
        public ObjectMarker marker() { return marker; }
        public KryoString string() { return string; }
        public HudiDeleteKryo _root() { return _root; }
        public KaitaiStruct _parent() { return _parent; }
    }

    /**
     * One UTF-16 unit; characters beyond U+FFFF are two of them.
     */
    public static class Unit extends KaitaiStruct {
        public static Unit fromFile(String fileName) throws IOException {
            return new Unit(new ByteBufferKaitaiStream(fileName));
        }

        public Unit(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Unit(KaitaiStream _io, HudiDeleteKryo.KryoString _parent) {
            this(_io, _parent, null);
        }

        public Unit(KaitaiStream _io, HudiDeleteKryo.KryoString _parent, HudiDeleteKryo _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.b0 = this._io.readU1();
            {
                int _it = this.b0;
                if (!( ((_it < 128) || ( ((_it >= 192) && (_it < 240)) )) )) {
                    throw new KaitaiStream.ValidationExprError(this.b0, this._io, "/types/unit/seq/0");
                }
            }
            if (b0() >= 192) {
                this.b1 = this._io.readU1();
            }
            if (b0() >= 224) {
                this.b2 = this._io.readU1();
            }
        }

        public void _fetchInstances() {
            if (b0() >= 192) {
            }
            if (b0() >= 224) {
            }
        }
        private Integer value;
        public Integer value() {
            if (this.value != null)
                return this.value;
            this.value = ((Number) (((Number) ((b0() < 128 ? ((Number) (b0())).intValue() : ((Number) ((b0() < 224 ? ((Number) (((Number) (KaitaiStream.mod(b0(), 32))).intValue() * 64 + ((Number) (KaitaiStream.mod(b1(), 64))).intValue())).intValue() : ((Number) ((((Number) (KaitaiStream.mod(b0(), 16))).intValue() * 4096 + ((Number) (KaitaiStream.mod(b1(), 64))).intValue() * 64) + ((Number) (KaitaiStream.mod(b2(), 64))).intValue())).intValue()))).intValue()))).intValue())).intValue();
            return this.value;
        }
        private int b0;
        private Integer b1;
        private Integer b2;
        private HudiDeleteKryo _root;
        private HudiDeleteKryo.KryoString _parent;
        public int b0() { return b0; }
        public Integer b1() { return b1; }
        public Integer b2() { return b2; }
        public HudiDeleteKryo _root() { return _root; }
        public HudiDeleteKryo.KryoString _parent() { return _parent; }
    }

    /**
     * ZigZag number, at most 5 bytes.
     */
    public static class VarintS4 extends KaitaiStruct {
        public static VarintS4 fromFile(String fileName) throws IOException {
            return new VarintS4(new ByteBufferKaitaiStream(fileName));
        }

        public VarintS4(KaitaiStream _io) {
            this(_io, null, null);
        }

        public VarintS4(KaitaiStream _io, HudiDeleteKryo.Ordering _parent) {
            this(_io, _parent, null);
        }

        public VarintS4(KaitaiStream _io, HudiDeleteKryo.Ordering _parent, HudiDeleteKryo _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.zigzag = new VarintU4(this._io, this, _root);
        }

        public void _fetchInstances() {
            this.zigzag._fetchInstances();
        }
        private Integer value;
        public Integer value() {
            if (this.value != null)
                return this.value;
            this.value = ((Number) (((Number) ((KaitaiStream.mod(zigzag().value(), 2) == 0 ? ((Number) (zigzag().value() / 2)).intValue() : ((Number) (-(((Number) (zigzag().value() / 2)).longValue()) - 1)).intValue()))).intValue())).intValue();
            return this.value;
        }
        private VarintU4 zigzag;
        private HudiDeleteKryo _root;
        private HudiDeleteKryo.Ordering _parent;
        public VarintU4 zigzag() { return zigzag; }
        public HudiDeleteKryo _root() { return _root; }
        public HudiDeleteKryo.Ordering _parent() { return _parent; }
    }

    /**
     * ZigZag number, at most 9 bytes; the ninth holds 8 bits.
     */
    public static class VarintS8 extends KaitaiStruct {
        public static VarintS8 fromFile(String fileName) throws IOException {
            return new VarintS8(new ByteBufferKaitaiStream(fileName));
        }

        public VarintS8(KaitaiStream _io) {
            this(_io, null, null);
        }

        public VarintS8(KaitaiStream _io, HudiDeleteKryo.Ordering _parent) {
            this(_io, _parent, null);
        }

        public VarintS8(KaitaiStream _io, HudiDeleteKryo.Ordering _parent, HudiDeleteKryo _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.b0 = this._io.readU1();
            if (has1()) {
                this.b1 = this._io.readU1();
            }
            if (has2()) {
                this.b2 = this._io.readU1();
            }
            if (has3()) {
                this.b3 = this._io.readU1();
            }
            if (has4()) {
                this.b4 = this._io.readU1();
            }
            if (has5()) {
                this.b5 = this._io.readU1();
            }
            if (has6()) {
                this.b6 = this._io.readU1();
            }
            if (has7()) {
                this.b7 = this._io.readU1();
            }
            if (has8()) {
                this.b8 = this._io.readU1();
            }
        }

        public void _fetchInstances() {
            if (has1()) {
            }
            if (has2()) {
            }
            if (has3()) {
            }
            if (has4()) {
            }
            if (has5()) {
            }
            if (has6()) {
            }
            if (has7()) {
            }
            if (has8()) {
            }
        }
        private Boolean has1;
        public Boolean has1() {
            if (this.has1 != null)
                return this.has1;
            this.has1 = b0() >= 128;
            return this.has1;
        }
        private Boolean has2;
        public Boolean has2() {
            if (this.has2 != null)
                return this.has2;
            this.has2 =  ((has1()) && (b1() >= 128)) ;
            return this.has2;
        }
        private Boolean has3;
        public Boolean has3() {
            if (this.has3 != null)
                return this.has3;
            this.has3 =  ((has2()) && (b2() >= 128)) ;
            return this.has3;
        }
        private Boolean has4;
        public Boolean has4() {
            if (this.has4 != null)
                return this.has4;
            this.has4 =  ((has3()) && (b3() >= 128)) ;
            return this.has4;
        }
        private Boolean has5;
        public Boolean has5() {
            if (this.has5 != null)
                return this.has5;
            this.has5 =  ((has4()) && (b4() >= 128)) ;
            return this.has5;
        }
        private Boolean has6;
        public Boolean has6() {
            if (this.has6 != null)
                return this.has6;
            this.has6 =  ((has5()) && (b5() >= 128)) ;
            return this.has6;
        }
        private Boolean has7;
        public Boolean has7() {
            if (this.has7 != null)
                return this.has7;
            this.has7 =  ((has6()) && (b6() >= 128)) ;
            return this.has7;
        }
        private Boolean has8;
        public Boolean has8() {
            if (this.has8 != null)
                return this.has8;
            this.has8 =  ((has7()) && (b7() >= 128)) ;
            return this.has8;
        }
        private Long magnitude;
        public Long magnitude() {
            if (this.magnitude != null)
                return this.magnitude;
            this.magnitude = ((Number) (((Number) ((((((((((Number) (KaitaiStream.mod(b0(), 128) / 2)).longValue() + ((Number) ((has1() ? ((Number) (((Number) (KaitaiStream.mod(b1(), 128))).longValue() * ((long) 64))).longValue() : ((long) 0)))).longValue()) + ((Number) ((has2() ? ((Number) (((Number) (KaitaiStream.mod(b2(), 128))).longValue() * ((long) 8192))).longValue() : ((long) 0)))).longValue()) + ((Number) ((has3() ? ((Number) (((Number) (KaitaiStream.mod(b3(), 128))).longValue() * ((long) 1048576))).longValue() : ((long) 0)))).longValue()) + ((Number) ((has4() ? ((Number) (((Number) (KaitaiStream.mod(b4(), 128))).longValue() * ((long) 134217728))).longValue() : ((long) 0)))).longValue()) + ((Number) ((has5() ? ((Number) (((Number) (KaitaiStream.mod(b5(), 128))).longValue() * ((long) 17179869184L))).longValue() : ((long) 0)))).longValue()) + ((Number) ((has6() ? ((Number) (((Number) (KaitaiStream.mod(b6(), 128))).longValue() * ((long) 2199023255552L))).longValue() : ((long) 0)))).longValue()) + ((Number) ((has7() ? ((Number) (((Number) (KaitaiStream.mod(b7(), 128))).longValue() * ((long) 281474976710656L))).longValue() : ((long) 0)))).longValue()) + ((Number) ((has8() ? ((Number) (((Number) (b8())).longValue() * ((long) 36028797018963968L))).longValue() : ((long) 0)))).longValue())).longValue())).longValue();
            return this.magnitude;
        }
        private Long value;
        public Long value() {
            if (this.value != null)
                return this.value;
            this.value = ((Number) (((Number) ((KaitaiStream.mod(b0(), 2) == 0 ? magnitude() : ((Number) (-(magnitude()) - 1)).longValue()))).longValue())).longValue();
            return this.value;
        }
        private int b0;
        private Integer b1;
        private Integer b2;
        private Integer b3;
        private Integer b4;
        private Integer b5;
        private Integer b6;
        private Integer b7;
        private Integer b8;
        private HudiDeleteKryo _root;
        private HudiDeleteKryo.Ordering _parent;
        public int b0() { return b0; }
        public Integer b1() { return b1; }
        public Integer b2() { return b2; }
        public Integer b3() { return b3; }
        public Integer b4() { return b4; }
        public Integer b5() { return b5; }
        public Integer b6() { return b6; }
        public Integer b7() { return b7; }
        public Integer b8() { return b8; }
        public HudiDeleteKryo _root() { return _root; }
        public HudiDeleteKryo.Ordering _parent() { return _parent; }
    }

    /**
     * At most 5 bytes.
     */
    public static class VarintU4 extends KaitaiStruct {
        public static VarintU4 fromFile(String fileName) throws IOException {
            return new VarintU4(new ByteBufferKaitaiStream(fileName));
        }

        public VarintU4(KaitaiStream _io) {
            this(_io, null, null);
        }

        public VarintU4(KaitaiStream _io, KaitaiStruct _parent) {
            this(_io, _parent, null);
        }

        public VarintU4(KaitaiStream _io, KaitaiStruct _parent, HudiDeleteKryo _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.b0 = this._io.readU1();
            if (has1()) {
                this.b1 = this._io.readU1();
            }
            if (has2()) {
                this.b2 = this._io.readU1();
            }
            if (has3()) {
                this.b3 = this._io.readU1();
            }
            if (has4()) {
                this.b4 = this._io.readU1();
                if (!(this.b4 <= 15)) {
                    throw new KaitaiStream.ValidationGreaterThanError(15, this.b4, this._io, "/types/varint_u4/seq/4");
                }
            }
        }

        public void _fetchInstances() {
            if (has1()) {
            }
            if (has2()) {
            }
            if (has3()) {
            }
            if (has4()) {
            }
        }
        private Boolean has1;
        public Boolean has1() {
            if (this.has1 != null)
                return this.has1;
            this.has1 = b0() >= 128;
            return this.has1;
        }
        private Boolean has2;
        public Boolean has2() {
            if (this.has2 != null)
                return this.has2;
            this.has2 =  ((has1()) && (b1() >= 128)) ;
            return this.has2;
        }
        private Boolean has3;
        public Boolean has3() {
            if (this.has3 != null)
                return this.has3;
            this.has3 =  ((has2()) && (b2() >= 128)) ;
            return this.has3;
        }
        private Boolean has4;
        public Boolean has4() {
            if (this.has4 != null)
                return this.has4;
            this.has4 =  ((has3()) && (b3() >= 128)) ;
            return this.has4;
        }
        private Long value;
        public Long value() {
            if (this.value != null)
                return this.value;
            this.value = ((Number) (((Number) ((((((Number) (KaitaiStream.mod(b0(), 128))).longValue() + ((Number) ((has1() ? ((Number) (((Number) (KaitaiStream.mod(b1(), 128))).longValue() * ((long) 128))).longValue() : ((long) 0)))).longValue()) + ((Number) ((has2() ? ((Number) (((Number) (KaitaiStream.mod(b2(), 128))).longValue() * ((long) 16384))).longValue() : ((long) 0)))).longValue()) + ((Number) ((has3() ? ((Number) (((Number) (KaitaiStream.mod(b3(), 128))).longValue() * ((long) 2097152))).longValue() : ((long) 0)))).longValue()) + ((Number) ((has4() ? ((Number) (((Number) (b4())).longValue() * ((long) 268435456))).longValue() : ((long) 0)))).longValue())).longValue())).longValue();
            return this.value;
        }
        private int b0;
        private Integer b1;
        private Integer b2;
        private Integer b3;
        private Integer b4;
        private HudiDeleteKryo _root;
        private KaitaiStruct _parent;
        public int b0() { return b0; }
        public Integer b1() { return b1; }
        public Integer b2() { return b2; }
        public Integer b3() { return b3; }
        public Integer b4() { return b4; }
        public HudiDeleteKryo _root() { return _root; }
        public KaitaiStruct _parent() { return _parent; }
    }
    private byte[] arrayClass;
    private byte[] nameKeys;
    private byte[] nameRecords;
    private byte[] arrayMarker;
    private VarintU4 arraySize;
    private byte[] checkArraySize;
    private List<KeyElement> keys;
    private List<RecordElement> records;
    private byte[] checkEnd;
    private int version;
    private HudiDeleteKryo _root;
    private KaitaiStruct _parent;

    /**
     * Class by name, id 0.
     */
    public byte[] arrayClass() { return arrayClass; }

    /**
     * The last character, a semicolon, has bit 7 set.
     */
    public byte[] nameKeys() { return nameKeys; }
    public byte[] nameRecords() { return nameRecords; }

    /**
     * New object, id 0.
     */
    public byte[] arrayMarker() { return arrayMarker; }

    /**
     * Number of elements plus 1.
     */
    public VarintU4 arraySize() { return arraySize; }

    /**
     * Reads nothing. An element has at least 3 bytes.
     */
    public byte[] checkArraySize() { return checkArraySize; }
    public List<KeyElement> keys() { return keys; }
    public List<RecordElement> records() { return records; }

    /**
     * Reads nothing. The value must fill the payload.
     */
    public byte[] checkEnd() { return checkEnd; }

    /**
     * Log block version, 1 or 2.
     */
    public int version() { return version; }
    public HudiDeleteKryo _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
