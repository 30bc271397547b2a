// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './AvroLong', './Varint'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./AvroLong'), require('./Varint'));
  } else {
    factory(root.HudiDeleteRecordList || (root.HudiDeleteRecordList = {}), root.KaitaiStream, root.AvroLong || (root.AvroLong = {}), root.Varint || (root.Varint = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (HudiDeleteRecordList_, KaitaiStream, AvroLong_, Varint_) {
/**
 * Bare Avro datum (no object container file, no schema), delete blocks of log
 * block version 3. Hudi fixes the schema, so the entire value can be described
 * here. Nesting is limited to an array inside an ordering value, and every
 * element of an array has at least one byte, so a count can be checked against
 * the remaining bytes.
 * @see {@link https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/avro/HoodieDeleteRecordList.avsc|Source}
 * @see {@link https://avro.apache.org/docs/1.12.0/specification/#binary-encoding|Source}
 */

var HudiDeleteRecordList = (function() {
  function HudiDeleteRecordList(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  HudiDeleteRecordList.prototype._read = function() {
    this.chunks = [];
    var i = 0;
    do {
      var _ = new Chunk(this._io, this, this._root);
      this.chunks.push(_);
      i++;
    } while (!(_.numRecords.value == 0));
    this.checkEnd = this._io.readBytes(0);
    var _ = this.checkEnd;
    if (!( ((_.length == 0) && (this._io.isEof())) )) {
      throw new KaitaiStream.ValidationExprError(this.checkEnd, this._io, "/seq/1");
    }
  }

  var AvroBoolean = HudiDeleteRecordList.AvroBoolean = (function() {
    function AvroBoolean(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    AvroBoolean.prototype._read = function() {
      this.value = this._io.readU1();
      if (!( ((this.value == 0) || (this.value == 1)) )) {
        throw new KaitaiStream.ValidationNotAnyOfError(this.value, this._io, "/types/avro_boolean/seq/0");
      }
    }

    return AvroBoolean;
  })();

  /**
   * Bytes, or text in UTF-8 (left as bytes so that damaged text does not stop the reading).
   */

  var AvroBytes = HudiDeleteRecordList.AvroBytes = (function() {
    function AvroBytes(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    AvroBytes.prototype._read = function() {
      this.lenValue = new AvroLong_.AvroLong(this._io, null, null);
      this.checkLenValue = this._io.readBytes(0);
      var _ = this.checkLenValue;
      if (!( ((_.length == 0) && (this.lenValue.value >= 0) && (this.lenValue.value <= this._io.size - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkLenValue, this._io, "/types/avro_bytes/seq/1");
      }
      this.value = this._io.readBytes(this.lenValue.value);
    }

    /**
     * Reads nothing. The value must lie inside the payload.
     */

    return AvroBytes;
  })();

  var AvroDouble = HudiDeleteRecordList.AvroDouble = (function() {
    function AvroDouble(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    AvroDouble.prototype._read = function() {
      this.value = this._io.readF8le();
    }

    return AvroDouble;
  })();

  var AvroFloat = HudiDeleteRecordList.AvroFloat = (function() {
    function AvroFloat(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    AvroFloat.prototype._read = function() {
      this.value = this._io.readF4le();
    }

    return AvroFloat;
  })();

  var AvroInt = HudiDeleteRecordList.AvroInt = (function() {
    function AvroInt(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    AvroInt.prototype._read = function() {
      this.zigzag = new Varint_.Varint(this._io, null, null);
      this.checkRange = this._io.readBytes(0);
      var _ = this.checkRange;
      if (!( ((_.length == 0) && (!(this.zigzag.has5)) && (this.zigzag.value <= 4294967295)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkRange, this._io, "/types/avro_int/seq/1");
      }
    }

    /**
     * Resulting signed value.
     */
    Object.defineProperty(AvroInt.prototype, 'value', {
      get: function() {
        if (this._m_value !== undefined)
          return this._m_value;
        this._m_value = (KaitaiStream.mod(this.zigzag.value, 2) == 0 ? Math.floor(this.zigzag.value / 2) : (-(Math.floor(this.zigzag.value / 2)) - 1));
        return this._m_value;
      }
    });

    /**
     * Reads nothing. The number must fit 32 bits and has at most 5 bytes.
     */

    return AvroInt;
  })();

  /**
   * Some elements of the array of delete records.
   */

  var Chunk = HudiDeleteRecordList.Chunk = (function() {
    function Chunk(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Chunk.prototype._read = function() {
      this.numRecords = new AvroLong_.AvroLong(this._io, null, null);
      this.checkNumRecords = this._io.readBytes(0);
      var _ = this.checkNumRecords;
      if (!( ((_.length == 0) && (this.numRecords.value * this.sign >= 0) && (this.numRecords.value * this.sign <= Math.floor((this._io.size - this._io.pos) / 3))) )) {
        throw new KaitaiStream.ValidationExprError(this.checkNumRecords, this._io, "/types/chunk/seq/1");
      }
      if (this.numRecords.value < 0) {
        this.lenChunk = new AvroLong_.AvroLong(this._io, null, null);
      }
      this.records = [];
      for (var i = 0; i < (this.numRecords.value * this.sign); i++) {
        this.records.push(new Record(this._io, this, this._root));
      }
    }
    Object.defineProperty(Chunk.prototype, 'sign', {
      get: function() {
        if (this._m_sign !== undefined)
          return this._m_sign;
        this._m_sign = (this.numRecords.value < 0 ? -(1) : 1);
        return this._m_sign;
      }
    });

    /**
     * Negative where the number of bytes of the chunk follows.
     */

    /**
     * Reads nothing. A record has at least 3 bytes.
     */

    /**
     * Number of bytes of `records`, for readers that skip them.
     */

    return Chunk;
  })();

  /**
   * The same union as `ordering`, but branch 12 is a local date.
   */

  var Element = HudiDeleteRecordList.Element = (function() {
    function Element(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Element.prototype._read = function() {
      this.branch = new AvroLong_.AvroLong(this._io, null, null);
      this.checkBranch = this._io.readBytes(0);
      var _ = this.checkBranch;
      if (!( ((_.length == 0) && (this.branch.value >= 0) && (this.branch.value <= 12)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkBranch, this._io, "/types/element/seq/1");
      }
      if (this.branch.value != 0) {
        switch (this.branch.value) {
        case 1:
          this.value = new AvroBoolean(this._io, this, this._root);
          break;
        case 10:
          this.value = new AvroLong_.AvroLong(this._io, null, null);
          break;
        case 11:
          this.value = new AvroLong_.AvroLong(this._io, null, null);
          break;
        case 12:
          this.value = new AvroInt(this._io, this, this._root);
          break;
        case 2:
          this.value = new AvroInt(this._io, this, this._root);
          break;
        case 3:
          this.value = new AvroLong_.AvroLong(this._io, null, null);
          break;
        case 4:
          this.value = new AvroFloat(this._io, this, this._root);
          break;
        case 5:
          this.value = new AvroDouble(this._io, this, this._root);
          break;
        case 6:
          this.value = new AvroBytes(this._io, this, this._root);
          break;
        case 7:
          this.value = new AvroBytes(this._io, this, this._root);
          break;
        case 8:
          this.value = new AvroInt(this._io, this, this._root);
          break;
        case 9:
          this.value = new AvroBytes(this._io, this, this._root);
          break;
        }
      }
    }

    /**
     * Reads nothing. The union has 13 branches.
     */

    return Element;
  })();

  /**
   * Some elements of an array of ordering values.
   */

  var ElementChunk = HudiDeleteRecordList.ElementChunk = (function() {
    function ElementChunk(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ElementChunk.prototype._read = function() {
      this.numElements = new AvroLong_.AvroLong(this._io, null, null);
      this.checkNumElements = this._io.readBytes(0);
      var _ = this.checkNumElements;
      if (!( ((_.length == 0) && (this.numElements.value * this.sign >= 0) && (this.numElements.value * this.sign <= this._io.size - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkNumElements, this._io, "/types/element_chunk/seq/1");
      }
      if (this.numElements.value < 0) {
        this.lenChunk = new AvroLong_.AvroLong(this._io, null, null);
      }
      this.elements = [];
      for (var i = 0; i < (this.numElements.value * this.sign); i++) {
        this.elements.push(new Element(this._io, this, this._root));
      }
    }
    Object.defineProperty(ElementChunk.prototype, 'sign', {
      get: function() {
        if (this._m_sign !== undefined)
          return this._m_sign;
        this._m_sign = (this.numElements.value < 0 ? -(1) : 1);
        return this._m_sign;
      }
    });

    /**
     * Negative where the number of bytes of the chunk follows.
     */

    /**
     * Reads nothing. An element has at least 1 byte.
     */

    /**
     * Number of bytes of `elements`, for readers that skip them.
     */

    return ElementChunk;
  })();

  /**
   * Union of null and string.
   */

  var OptionalString = HudiDeleteRecordList.OptionalString = (function() {
    function OptionalString(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    OptionalString.prototype._read = function() {
      this.branch = new AvroLong_.AvroLong(this._io, null, null);
      this.checkBranch = this._io.readBytes(0);
      var _ = this.checkBranch;
      if (!( ((_.length == 0) && (this.branch.value >= 0) && (this.branch.value <= 1)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkBranch, this._io, "/types/optional_string/seq/1");
      }
      if (this.branch.value == 1) {
        this.string = new AvroBytes(this._io, this, this._root);
      }
    }

    /**
     * Reads nothing. The union has two branches.
     */

    return OptionalString;
  })();

  /**
   * Union of null and 12 wrappers. A wrapper is a record with one field, so
   * its bytes are those of the field.
   */

  var Ordering = HudiDeleteRecordList.Ordering = (function() {
    function Ordering(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Ordering.prototype._read = function() {
      this.branch = new AvroLong_.AvroLong(this._io, null, null);
      this.checkBranch = this._io.readBytes(0);
      var _ = this.checkBranch;
      if (!( ((_.length == 0) && (this.branch.value >= 0) && (this.branch.value <= 12)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkBranch, this._io, "/types/ordering/seq/1");
      }
      if (this.branch.value != 0) {
        switch (this.branch.value) {
        case 1:
          this.value = new AvroBoolean(this._io, this, this._root);
          break;
        case 10:
          this.value = new AvroLong_.AvroLong(this._io, null, null);
          break;
        case 11:
          this.value = new AvroLong_.AvroLong(this._io, null, null);
          break;
        case 12:
          this.value = new OrderingArray(this._io, this, this._root);
          break;
        case 2:
          this.value = new AvroInt(this._io, this, this._root);
          break;
        case 3:
          this.value = new AvroLong_.AvroLong(this._io, null, null);
          break;
        case 4:
          this.value = new AvroFloat(this._io, this, this._root);
          break;
        case 5:
          this.value = new AvroDouble(this._io, this, this._root);
          break;
        case 6:
          this.value = new AvroBytes(this._io, this, this._root);
          break;
        case 7:
          this.value = new AvroBytes(this._io, this, this._root);
          break;
        case 8:
          this.value = new AvroInt(this._io, this, this._root);
          break;
        case 9:
          this.value = new AvroBytes(this._io, this, this._root);
          break;
        }
      }
    }

    /**
     * 0 null, 1 boolean, 2 int, 3 long, 4 float, 5 double, 6 bytes,
     * 7 string, 8 date, 9 decimal, 10 time in microseconds, 11 timestamp
     * in microseconds, 12 array.
     */

    /**
     * Reads nothing. The union has 13 branches.
     */

    /**
     * 8 counts days since 1970-01-01; 9 is an unscaled two's complement
     * number in big-endian order, its scale is 15; 7 is UTF-8.
     */

    return Ordering;
  })();

  /**
   * Values of several ordering fields, union of null and array.
   */

  var OrderingArray = HudiDeleteRecordList.OrderingArray = (function() {
    function OrderingArray(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    OrderingArray.prototype._read = function() {
      this.branch = new AvroLong_.AvroLong(this._io, null, null);
      this.checkBranch = this._io.readBytes(0);
      var _ = this.checkBranch;
      if (!( ((_.length == 0) && (this.branch.value >= 0) && (this.branch.value <= 1)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkBranch, this._io, "/types/ordering_array/seq/1");
      }
      if (this.branch.value == 1) {
        this.chunks = [];
        var i = 0;
        do {
          var _ = new ElementChunk(this._io, this, this._root);
          this.chunks.push(_);
          i++;
        } while (!(_.numElements.value == 0));
      }
    }

    /**
     * Reads nothing. The union has two branches.
     */

    return OrderingArray;
  })();

  var Record = HudiDeleteRecordList.Record = (function() {
    function Record(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Record.prototype._read = function() {
      this.recordKey = new OptionalString(this._io, this, this._root);
      this.partitionPath = new OptionalString(this._io, this, this._root);
      this.ordering = new Ordering(this._io, this, this._root);
    }

    return Record;
  })();

  /**
   * Avro array, a run of counted chunks that ends with an empty one.
   */

  /**
   * Reads nothing. The value must fill the payload.
   */

  return HudiDeleteRecordList;
})();
HudiDeleteRecordList_.HudiDeleteRecordList = HudiDeleteRecordList;
});
