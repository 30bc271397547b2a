// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.HudiDeleteKryo || (root.HudiDeleteKryo = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (HudiDeleteKryo_, KaitaiStream) {
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
 * @see {@link https://github.com/EsotericSoftware/kryo/blob/kryo-parent-4.0.2/src/com/esotericsoftware/kryo/Kryo.java|Source}
 * @see {@link https://github.com/apache/hudi/blob/release-0.13.1/hudi-common/src/main/java/org/apache/hudi/common/util/SerializationUtils.java|Source}
 */

var HudiDeleteKryo = (function() {
  HudiDeleteKryo.ValueClass = Object.freeze({
    NONE: 0,
    INT: 2,
    STRING: 3,
    FLOAT: 4,
    BOOLEAN: 5,
    LONG: 9,
    DOUBLE: 10,

    0: "NONE",
    2: "INT",
    3: "STRING",
    4: "FLOAT",
    5: "BOOLEAN",
    9: "LONG",
    10: "DOUBLE",
  });

  function HudiDeleteKryo(_io, _parent, _root, version) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;
    this.version = version;

    this._read();
  }
  HudiDeleteKryo.prototype._read = function() {
    this.arrayClass = this._io.readBytes(2);
    if (!((KaitaiStream.byteArrayCompare(this.arrayClass, new Uint8Array([1, 0])) == 0))) {
      throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([1, 0]), this.arrayClass, this._io, "/seq/0");
    }
    if (this.version == 1) {
      this.nameKeys = this._io.readBytes(41);
      if (!((KaitaiStream.byteArrayCompare(this.nameKeys, new Uint8Array([91, 76, 111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 72, 111, 111, 100, 105, 101, 75, 101, 121, 187])) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([91, 76, 111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 72, 111, 111, 100, 105, 101, 75, 101, 121, 187]), this.nameKeys, this._io, "/seq/1");
      }
    }
    if (this.version != 1) {
      this.nameRecords = this._io.readBytes(44);
      if (!((KaitaiStream.byteArrayCompare(this.nameRecords, new Uint8Array([91, 76, 111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 68, 101, 108, 101, 116, 101, 82, 101, 99, 111, 114, 100, 187])) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([91, 76, 111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 68, 101, 108, 101, 116, 101, 82, 101, 99, 111, 114, 100, 187]), this.nameRecords, this._io, "/seq/2");
      }
    }
    this.arrayMarker = this._io.readBytes(1);
    if (!((KaitaiStream.byteArrayCompare(this.arrayMarker, new Uint8Array([1])) == 0))) {
      throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([1]), this.arrayMarker, this._io, "/seq/3");
    }
    this.arraySize = new VarintU4(this._io, this, this._root);
    this.checkArraySize = this._io.readBytes(0);
    var _ = this.checkArraySize;
    if (!( ((_.length == 0) && (this.arraySize.value >= 1) && (((this.arraySize.value - 1) * 3) <= this._io.size - this._io.pos)) )) {
      throw new KaitaiStream.ValidationExprError(this.checkArraySize, this._io, "/seq/5");
    }
    if (this.version == 1) {
      this.keys = [];
      for (var i = 0; i < (this.arraySize.value - 1); i++) {
        this.keys.push(new KeyElement(this._io, this, this._root, i == 0));
      }
    }
    if (this.version != 1) {
      this.records = [];
      for (var i = 0; i < (this.arraySize.value - 1); i++) {
        this.records.push(new RecordElement(this._io, this, this._root, i == 0));
      }
    }
    this.checkEnd = this._io.readBytes(0);
    var _ = this.checkEnd;
    if (!( ((_.length == 0) && (this._io.isEof())) )) {
      throw new KaitaiStream.ValidationExprError(this.checkEnd, this._io, "/seq/8");
    }
  }

  /**
   * Fields in alphabetical order of their names in Java.
   */

  var Key = HudiDeleteKryo.Key = (function() {
    function Key(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Key.prototype._read = function() {
      this.partitionPath = new StringObject(this._io, this, this._root);
      this.recordKey = new StringObject(this._io, this, this._root);
    }

    return Key;
  })();

  var KeyElement = HudiDeleteKryo.KeyElement = (function() {
    function KeyElement(_io, _parent, _root, isFirst) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.isFirst = isFirst;

      this._read();
    }
    KeyElement.prototype._read = function() {
      this.classMarker = this._io.readBytes(2);
      if (!((KaitaiStream.byteArrayCompare(this.classMarker, new Uint8Array([1, 1])) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([1, 1]), this.classMarker, this._io, "/types/key_element/seq/0");
      }
      if (this.isFirst) {
        this.className = this._io.readBytes(38);
        if (!((KaitaiStream.byteArrayCompare(this.className, new Uint8Array([111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 72, 111, 111, 100, 105, 101, 75, 101, 249])) == 0))) {
          throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 72, 111, 111, 100, 105, 101, 75, 101, 249]), this.className, this._io, "/types/key_element/seq/1");
        }
      }
      this.marker = new ObjectMarker(this._io, this, this._root);
      if (this.marker.isNew) {
        this.key = new Key(this._io, this, this._root);
      }
    }

    /**
     * Class by name, id 1.
     */

    return KeyElement;
  })();

  var KryoBoolean = HudiDeleteKryo.KryoBoolean = (function() {
    function KryoBoolean(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    KryoBoolean.prototype._read = function() {
      this.value = this._io.readU1();
      if (!( ((this.value == 0) || (this.value == 1)) )) {
        throw new KaitaiStream.ValidationNotAnyOfError(this.value, this._io, "/types/kryo_boolean/seq/0");
      }
    }

    return KryoBoolean;
  })();

  var KryoDouble = HudiDeleteKryo.KryoDouble = (function() {
    function KryoDouble(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    KryoDouble.prototype._read = function() {
      this.value = this._io.readF8be();
    }

    return KryoDouble;
  })();

  var KryoFloat = HudiDeleteKryo.KryoFloat = (function() {
    function KryoFloat(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    KryoFloat.prototype._read = function() {
      this.value = this._io.readF4be();
    }

    return KryoFloat;
  })();

  /**
   * Two forms. ASCII of 2 to 63 characters: the bytes, bit 7 set on the last.
   * All others: number of UTF-16 units plus 1 (0 is null), then 1 to 3 bytes
   * per unit.
   */

  var KryoString = HudiDeleteKryo.KryoString = (function() {
    function KryoString(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    KryoString.prototype._read = function() {
      this.first = this._io.readU1();
      if (this.first < 128) {
        this.asciiRest = [];
        var i = 0;
        do {
          var _ = this._io.readU1();
          this.asciiRest.push(_);
          i++;
        } while (!(_ >= 128));
      }
      if (this.has1) {
        this.n1 = this._io.readU1();
      }
      if (this.has2) {
        this.n2 = this._io.readU1();
      }
      if (this.has3) {
        this.n3 = this._io.readU1();
      }
      if (this.has4) {
        this.n4 = this._io.readU1();
      }
      this.checkNumUnits = this._io.readBytes(0);
      var _ = this.checkNumUnits;
      if (!( ((_.length == 0) && (this.numUnits <= this._io.size - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkNumUnits, this._io, "/types/kryo_string/seq/6");
      }
      if (this.first >= 128) {
        this.units = [];
        for (var i = 0; i < this.numUnits; i++) {
          this.units.push(new Unit(this._io, this, this._root));
        }
      }
    }
    Object.defineProperty(KryoString.prototype, 'has1', {
      get: function() {
        if (this._m_has1 !== undefined)
          return this._m_has1;
        this._m_has1 = this.first >= 192;
        return this._m_has1;
      }
    });
    Object.defineProperty(KryoString.prototype, 'has2', {
      get: function() {
        if (this._m_has2 !== undefined)
          return this._m_has2;
        this._m_has2 =  ((this.has1) && (this.n1 >= 128)) ;
        return this._m_has2;
      }
    });
    Object.defineProperty(KryoString.prototype, 'has3', {
      get: function() {
        if (this._m_has3 !== undefined)
          return this._m_has3;
        this._m_has3 =  ((this.has2) && (this.n2 >= 128)) ;
        return this._m_has3;
      }
    });
    Object.defineProperty(KryoString.prototype, 'has4', {
      get: function() {
        if (this._m_has4 !== undefined)
          return this._m_has4;
        this._m_has4 =  ((this.has3) && (this.n3 >= 128)) ;
        return this._m_has4;
      }
    });
    Object.defineProperty(KryoString.prototype, 'isNull', {
      get: function() {
        if (this._m_isNull !== undefined)
          return this._m_isNull;
        this._m_isNull = this.first == 128;
        return this._m_isNull;
      }
    });
    Object.defineProperty(KryoString.prototype, 'numUnits', {
      get: function() {
        if (this._m_numUnits !== undefined)
          return this._m_numUnits;
        this._m_numUnits = ( ((this.first < 128) || (this.sizeUtf == 0))  ? 0 : (this.sizeUtf - 1));
        return this._m_numUnits;
      }
    });
    Object.defineProperty(KryoString.prototype, 'sizeUtf', {
      get: function() {
        if (this._m_sizeUtf !== undefined)
          return this._m_sizeUtf;
        this._m_sizeUtf = ((((KaitaiStream.mod(this.first, 64) + (this.has1 ? (KaitaiStream.mod(this.n1, 128) * 64) : 0)) + (this.has2 ? (KaitaiStream.mod(this.n2, 128) * 8192) : 0)) + (this.has3 ? (KaitaiStream.mod(this.n3, 128) * 1048576) : 0)) + (this.has4 ? (KaitaiStream.mod(this.n4, 128) * 134217728) : 0));
        return this._m_sizeUtf;
      }
    });

    /**
     * First character in the ASCII form, else bit 7 set, bit 6 for more, 6 bits of the number.
     */

    /**
     * Reads nothing. A unit has at least 1 byte.
     */

    return KryoString;
  })();

  /**
   * 0 is null, 1 a new object that follows, n the object with id n - 2.
   */

  var ObjectMarker = HudiDeleteKryo.ObjectMarker = (function() {
    function ObjectMarker(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ObjectMarker.prototype._read = function() {
      this.marker = new VarintU4(this._io, this, this._root);
    }

    /**
     * Negative if this is not a reference.
     */
    Object.defineProperty(ObjectMarker.prototype, 'idReferred', {
      get: function() {
        if (this._m_idReferred !== undefined)
          return this._m_idReferred;
        this._m_idReferred = (this.marker.value - 2);
        return this._m_idReferred;
      }
    });
    Object.defineProperty(ObjectMarker.prototype, 'isNew', {
      get: function() {
        if (this._m_isNew !== undefined)
          return this._m_isNew;
        this._m_isNew = this.marker.value == 1;
        return this._m_isNew;
      }
    });
    Object.defineProperty(ObjectMarker.prototype, 'isNull', {
      get: function() {
        if (this._m_isNull !== undefined)
          return this._m_isNull;
        this._m_isNull = this.marker.value == 0;
        return this._m_isNull;
      }
    });

    return ObjectMarker;
  })();

  /**
   * Any object; these classes occur and have fixed ids.
   */

  var Ordering = HudiDeleteKryo.Ordering = (function() {
    function Ordering(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Ordering.prototype._read = function() {
      this.valueClass = this._io.readU1();
      if (!Object.prototype.hasOwnProperty.call(HudiDeleteKryo.ValueClass, this.valueClass)) {
        throw new KaitaiStream.ValidationNotInEnumError(this.valueClass, this._io, "/types/ordering/seq/0");
      }
      if (this.valueClass != HudiDeleteKryo.ValueClass.NONE) {
        switch (this.valueClass) {
        case HudiDeleteKryo.ValueClass.BOOLEAN:
          this.value = new KryoBoolean(this._io, this, this._root);
          break;
        case HudiDeleteKryo.ValueClass.DOUBLE:
          this.value = new KryoDouble(this._io, this, this._root);
          break;
        case HudiDeleteKryo.ValueClass.FLOAT:
          this.value = new KryoFloat(this._io, this, this._root);
          break;
        case HudiDeleteKryo.ValueClass.INT:
          this.value = new VarintS4(this._io, this, this._root);
          break;
        case HudiDeleteKryo.ValueClass.LONG:
          this.value = new VarintS8(this._io, this, this._root);
          break;
        case HudiDeleteKryo.ValueClass.STRING:
          this.value = new StringObject(this._io, this, this._root);
          break;
        }
      }
      if (this.valueClass == HudiDeleteKryo.ValueClass.STRING) {
        this.checkText = this._io.readBytes(0);
        var _ = this.checkText;
        if (!( ((_.length == 0) && (!(this.value.marker.isNull))) )) {
          throw new KaitaiStream.ValidationExprError(this.checkText, this._io, "/types/ordering/seq/2");
        }
      }
    }

    /**
     * Reads nothing. A null object has no class.
     */

    return Ordering;
  })();

  /**
   * Fields in alphabetical order of their names in Java.
   */

  var Record = HudiDeleteKryo.Record = (function() {
    function Record(_io, _parent, _root, isFirst) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.isFirst = isFirst;

      this._read();
    }
    Record.prototype._read = function() {
      this.keyClass = this._io.readBytes(2);
      if (!((KaitaiStream.byteArrayCompare(this.keyClass, new Uint8Array([1, 2])) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([1, 2]), this.keyClass, this._io, "/types/record/seq/0");
      }
      if (this.isFirst) {
        this.keyClassName = this._io.readBytes(38);
        if (!((KaitaiStream.byteArrayCompare(this.keyClassName, new Uint8Array([111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 72, 111, 111, 100, 105, 101, 75, 101, 249])) == 0))) {
          throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 72, 111, 111, 100, 105, 101, 75, 101, 249]), this.keyClassName, this._io, "/types/record/seq/1");
        }
      }
      this.keyMarker = new ObjectMarker(this._io, this, this._root);
      this.checkKeyMarker = this._io.readBytes(0);
      var _ = this.checkKeyMarker;
      if (!( ((_.length == 0) && (!(this.keyMarker.isNull))) )) {
        throw new KaitaiStream.ValidationExprError(this.checkKeyMarker, this._io, "/types/record/seq/3");
      }
      if (this.keyMarker.isNew) {
        this.key = new Key(this._io, this, this._root);
      }
      this.ordering = new Ordering(this._io, this, this._root);
    }

    /**
     * Class by name, id 2.
     */

    /**
     * Reads nothing. A null object has no class.
     */

    return Record;
  })();

  var RecordElement = HudiDeleteKryo.RecordElement = (function() {
    function RecordElement(_io, _parent, _root, isFirst) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.isFirst = isFirst;

      this._read();
    }
    RecordElement.prototype._read = function() {
      this.classMarker = this._io.readBytes(2);
      if (!((KaitaiStream.byteArrayCompare(this.classMarker, new Uint8Array([1, 1])) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([1, 1]), this.classMarker, this._io, "/types/record_element/seq/0");
      }
      if (this.isFirst) {
        this.className = this._io.readBytes(41);
        if (!((KaitaiStream.byteArrayCompare(this.className, new Uint8Array([111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 68, 101, 108, 101, 116, 101, 82, 101, 99, 111, 114, 228])) == 0))) {
          throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([111, 114, 103, 46, 97, 112, 97, 99, 104, 101, 46, 104, 117, 100, 105, 46, 99, 111, 109, 109, 111, 110, 46, 109, 111, 100, 101, 108, 46, 68, 101, 108, 101, 116, 101, 82, 101, 99, 111, 114, 228]), this.className, this._io, "/types/record_element/seq/1");
        }
      }
      this.marker = new ObjectMarker(this._io, this, this._root);
      if (this.marker.isNew) {
        this.record = new Record(this._io, this, this._root, this.isFirst);
      }
    }

    /**
     * Class by name, id 1.
     */

    return RecordElement;
  })();

  var StringObject = HudiDeleteKryo.StringObject = (function() {
    function StringObject(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    StringObject.prototype._read = function() {
      this.marker = new ObjectMarker(this._io, this, this._root);
      if (this.marker.isNew) {
        this.string = new KryoString(this._io, this, this._root);
      }
    }

    return StringObject;
  })();

  /**
   * One UTF-16 unit; characters beyond U+FFFF are two of them.
   */

  var Unit = HudiDeleteKryo.Unit = (function() {
    function Unit(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Unit.prototype._read = function() {
      this.b0 = this._io.readU1();
      var _ = this.b0;
      if (!( ((_ < 128) || ( ((_ >= 192) && (_ < 240)) )) )) {
        throw new KaitaiStream.ValidationExprError(this.b0, this._io, "/types/unit/seq/0");
      }
      if (this.b0 >= 192) {
        this.b1 = this._io.readU1();
      }
      if (this.b0 >= 224) {
        this.b2 = this._io.readU1();
      }
    }
    Object.defineProperty(Unit.prototype, 'value', {
      get: function() {
        if (this._m_value !== undefined)
          return this._m_value;
        this._m_value = (this.b0 < 128 ? this.b0 : (this.b0 < 224 ? (KaitaiStream.mod(this.b0, 32) * 64 + KaitaiStream.mod(this.b1, 64)) : ((KaitaiStream.mod(this.b0, 16) * 4096 + KaitaiStream.mod(this.b1, 64) * 64) + KaitaiStream.mod(this.b2, 64))));
        return this._m_value;
      }
    });

    return Unit;
  })();

  /**
   * ZigZag number, at most 5 bytes.
   */

  var VarintS4 = HudiDeleteKryo.VarintS4 = (function() {
    function VarintS4(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    VarintS4.prototype._read = function() {
      this.zigzag = new VarintU4(this._io, this, this._root);
    }
    Object.defineProperty(VarintS4.prototype, 'value', {
      get: function() {
        if (this._m_value !== undefined)
          return this._m_value;
        this._m_value = (KaitaiStream.mod(this.zigzag.value, 2) == 0 ? Math.floor(this.zigzag.value / 2) : (-(Math.floor(this.zigzag.value / 2)) - 1));
        return this._m_value;
      }
    });

    return VarintS4;
  })();

  /**
   * ZigZag number, at most 9 bytes; the ninth holds 8 bits.
   */

  var VarintS8 = HudiDeleteKryo.VarintS8 = (function() {
    function VarintS8(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    VarintS8.prototype._read = function() {
      this.b0 = this._io.readU1();
      if (this.has1) {
        this.b1 = this._io.readU1();
      }
      if (this.has2) {
        this.b2 = this._io.readU1();
      }
      if (this.has3) {
        this.b3 = this._io.readU1();
      }
      if (this.has4) {
        this.b4 = this._io.readU1();
      }
      if (this.has5) {
        this.b5 = this._io.readU1();
      }
      if (this.has6) {
        this.b6 = this._io.readU1();
      }
      if (this.has7) {
        this.b7 = this._io.readU1();
      }
      if (this.has8) {
        this.b8 = this._io.readU1();
      }
    }
    Object.defineProperty(VarintS8.prototype, 'has1', {
      get: function() {
        if (this._m_has1 !== undefined)
          return this._m_has1;
        this._m_has1 = this.b0 >= 128;
        return this._m_has1;
      }
    });
    Object.defineProperty(VarintS8.prototype, 'has2', {
      get: function() {
        if (this._m_has2 !== undefined)
          return this._m_has2;
        this._m_has2 =  ((this.has1) && (this.b1 >= 128)) ;
        return this._m_has2;
      }
    });
    Object.defineProperty(VarintS8.prototype, 'has3', {
      get: function() {
        if (this._m_has3 !== undefined)
          return this._m_has3;
        this._m_has3 =  ((this.has2) && (this.b2 >= 128)) ;
        return this._m_has3;
      }
    });
    Object.defineProperty(VarintS8.prototype, 'has4', {
      get: function() {
        if (this._m_has4 !== undefined)
          return this._m_has4;
        this._m_has4 =  ((this.has3) && (this.b3 >= 128)) ;
        return this._m_has4;
      }
    });
    Object.defineProperty(VarintS8.prototype, 'has5', {
      get: function() {
        if (this._m_has5 !== undefined)
          return this._m_has5;
        this._m_has5 =  ((this.has4) && (this.b4 >= 128)) ;
        return this._m_has5;
      }
    });
    Object.defineProperty(VarintS8.prototype, 'has6', {
      get: function() {
        if (this._m_has6 !== undefined)
          return this._m_has6;
        this._m_has6 =  ((this.has5) && (this.b5 >= 128)) ;
        return this._m_has6;
      }
    });
    Object.defineProperty(VarintS8.prototype, 'has7', {
      get: function() {
        if (this._m_has7 !== undefined)
          return this._m_has7;
        this._m_has7 =  ((this.has6) && (this.b6 >= 128)) ;
        return this._m_has7;
      }
    });
    Object.defineProperty(VarintS8.prototype, 'has8', {
      get: function() {
        if (this._m_has8 !== undefined)
          return this._m_has8;
        this._m_has8 =  ((this.has7) && (this.b7 >= 128)) ;
        return this._m_has8;
      }
    });
    Object.defineProperty(VarintS8.prototype, 'magnitude', {
      get: function() {
        if (this._m_magnitude !== undefined)
          return this._m_magnitude;
        this._m_magnitude = ((((((((Math.floor(KaitaiStream.mod(this.b0, 128) / 2) + (this.has1 ? (KaitaiStream.mod(this.b1, 128) * 64) : 0)) + (this.has2 ? (KaitaiStream.mod(this.b2, 128) * 8192) : 0)) + (this.has3 ? (KaitaiStream.mod(this.b3, 128) * 1048576) : 0)) + (this.has4 ? (KaitaiStream.mod(this.b4, 128) * 134217728) : 0)) + (this.has5 ? (KaitaiStream.mod(this.b5, 128) * 17179869184) : 0)) + (this.has6 ? (KaitaiStream.mod(this.b6, 128) * 2199023255552) : 0)) + (this.has7 ? (KaitaiStream.mod(this.b7, 128) * 281474976710656) : 0)) + (this.has8 ? (this.b8 * 36028797018963968) : 0));
        return this._m_magnitude;
      }
    });
    Object.defineProperty(VarintS8.prototype, 'value', {
      get: function() {
        if (this._m_value !== undefined)
          return this._m_value;
        this._m_value = (KaitaiStream.mod(this.b0, 2) == 0 ? this.magnitude : (-(this.magnitude) - 1));
        return this._m_value;
      }
    });

    return VarintS8;
  })();

  /**
   * At most 5 bytes.
   */

  var VarintU4 = HudiDeleteKryo.VarintU4 = (function() {
    function VarintU4(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    VarintU4.prototype._read = function() {
      this.b0 = this._io.readU1();
      if (this.has1) {
        this.b1 = this._io.readU1();
      }
      if (this.has2) {
        this.b2 = this._io.readU1();
      }
      if (this.has3) {
        this.b3 = this._io.readU1();
      }
      if (this.has4) {
        this.b4 = this._io.readU1();
        if (!(this.b4 <= 15)) {
          throw new KaitaiStream.ValidationGreaterThanError(15, this.b4, this._io, "/types/varint_u4/seq/4");
        }
      }
    }
    Object.defineProperty(VarintU4.prototype, 'has1', {
      get: function() {
        if (this._m_has1 !== undefined)
          return this._m_has1;
        this._m_has1 = this.b0 >= 128;
        return this._m_has1;
      }
    });
    Object.defineProperty(VarintU4.prototype, 'has2', {
      get: function() {
        if (this._m_has2 !== undefined)
          return this._m_has2;
        this._m_has2 =  ((this.has1) && (this.b1 >= 128)) ;
        return this._m_has2;
      }
    });
    Object.defineProperty(VarintU4.prototype, 'has3', {
      get: function() {
        if (this._m_has3 !== undefined)
          return this._m_has3;
        this._m_has3 =  ((this.has2) && (this.b2 >= 128)) ;
        return this._m_has3;
      }
    });
    Object.defineProperty(VarintU4.prototype, 'has4', {
      get: function() {
        if (this._m_has4 !== undefined)
          return this._m_has4;
        this._m_has4 =  ((this.has3) && (this.b3 >= 128)) ;
        return this._m_has4;
      }
    });
    Object.defineProperty(VarintU4.prototype, 'value', {
      get: function() {
        if (this._m_value !== undefined)
          return this._m_value;
        this._m_value = ((((KaitaiStream.mod(this.b0, 128) + (this.has1 ? (KaitaiStream.mod(this.b1, 128) * 128) : 0)) + (this.has2 ? (KaitaiStream.mod(this.b2, 128) * 16384) : 0)) + (this.has3 ? (KaitaiStream.mod(this.b3, 128) * 2097152) : 0)) + (this.has4 ? (this.b4 * 268435456) : 0));
        return this._m_value;
      }
    });

    return VarintU4;
  })();

  /**
   * Class by name, id 0.
   */

  /**
   * The last character, a semicolon, has bit 7 set.
   */

  /**
   * New object, id 0.
   */

  /**
   * Number of elements plus 1.
   */

  /**
   * Reads nothing. An element has at least 3 bytes.
   */

  /**
   * Reads nothing. The value must fill the payload.
   */

  /**
   * Log block version, 1 or 2.
   */

  return HudiDeleteKryo;
})();
HudiDeleteKryo_.HudiDeleteKryo = HudiDeleteKryo;
});
