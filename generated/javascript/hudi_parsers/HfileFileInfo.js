// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './Varint'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./Varint'));
  } else {
    factory(root.HfileFileInfo || (root.HfileFileInfo = {}), root.KaitaiStream, root.Varint || (root.Varint = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (HfileFileInfo_, KaitaiStream, Varint_) {
/**
 * Map of bytes to bytes about the entire file, as a protobuf message of repeated
 * pairs. Unknown protobuf fields are skipped.
 * @see {@link https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileInfo.java|Source}
 */

var HfileFileInfo = (function() {
  function HfileFileInfo(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  HfileFileInfo.prototype._read = function() {
    this.magic = this._io.readBytes(4);
    if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([80, 66, 85, 70])) == 0))) {
      throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([80, 66, 85, 70]), this.magic, this._io, "/seq/0");
    }
    this.lenMessage = new Varint_.Varint(this._io, null, null);
    this.checkLenMessage = this._io.readBytes(0);
    var _ = this.checkLenMessage;
    if (!( ((_.length == 0) && (this.lenMessage.value >= 0) && (this.lenMessage.value <= this._io.size - this._io.pos)) )) {
      throw new KaitaiStream.ValidationExprError(this.checkLenMessage, this._io, "/seq/2");
    }
    this._raw_message = this._io.readBytes(this.lenMessage.value);
    var _io__raw_message = new KaitaiStream(this._raw_message);
    this.message = new InfoProto(_io__raw_message, this, this._root);
  }

  var Field = HfileFileInfo.Field = (function() {
    function Field(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Field.prototype._read = function() {
      this.key = new Varint_.Varint(this._io, null, null);
      this.checkKey = this._io.readBytes(0);
      var _ = this.checkKey;
      if (!( ((_.length == 0) && (this.tag >= 1) && ( ((this.wireType == 0) || (this.wireType == 1) || (this.wireType == 2) || (this.wireType == 5)) ) && ( ((this.tag != 1) || (this.wireType == 2)) )) )) {
        throw new KaitaiStream.ValidationExprError(this.checkKey, this._io, "/types/field/seq/1");
      }
      if (this.wireType == 0) {
        this.varint = new Varint_.Varint(this._io, null, null);
      }
      if (this.wireType == 2) {
        this.lenBytes = new Varint_.Varint(this._io, null, null);
      }
      if (this.wireType == 2) {
        this.checkLenBytes = this._io.readBytes(0);
        var _ = this.checkLenBytes;
        if (!( ((_.length == 0) && (this.lenBytes.value >= 0) && (this.lenBytes.value <= this._io.size - this._io.pos)) )) {
          throw new KaitaiStream.ValidationExprError(this.checkLenBytes, this._io, "/types/field/seq/4");
        }
      }
      if (this.isPair) {
        this._raw_pair = this._io.readBytes(this.lenBytes.value);
        var _io__raw_pair = new KaitaiStream(this._raw_pair);
        this.pair = new Pair(_io__raw_pair, this, this._root);
      }
      if ( ((this.wireType == 2) && (!(this.isPair))) ) {
        this.bytes = this._io.readBytes(this.lenBytes.value);
      }
      if (this.wireType == 1) {
        this.fixed64 = this._io.readU8le();
      }
      if (this.wireType == 5) {
        this.fixed32 = this._io.readU4le();
      }
    }
    Object.defineProperty(Field.prototype, 'isPair', {
      get: function() {
        if (this._m_isPair !== undefined)
          return this._m_isPair;
        this._m_isPair = this.tag == 1;
        return this._m_isPair;
      }
    });
    Object.defineProperty(Field.prototype, 'tag', {
      get: function() {
        if (this._m_tag !== undefined)
          return this._m_tag;
        this._m_tag = Math.floor(this.key.value / 8);
        return this._m_tag;
      }
    });
    Object.defineProperty(Field.prototype, 'wireType', {
      get: function() {
        if (this._m_wireType !== undefined)
          return this._m_wireType;
        this._m_wireType = KaitaiStream.mod(this.key.value, 8);
        return this._m_wireType;
      }
    });

    /**
     * Reads nothing. Protobuf has no field 0 and no other wire types, and
     * pairs are messages.
     */

    /**
     * Reads nothing. The value must lie inside the message.
     */

    return Field;
  })();

  var InfoProto = HfileFileInfo.InfoProto = (function() {
    function InfoProto(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    InfoProto.prototype._read = function() {
      this.fields = [];
      var i = 0;
      while (!this._io.isEof()) {
        this.fields.push(new Field(this._io, this, this._root));
        i++;
      }
    }

    return InfoProto;
  })();

  var Pair = HfileFileInfo.Pair = (function() {
    function Pair(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Pair.prototype._read = function() {
      this.fields = [];
      var i = 0;
      while (!this._io.isEof()) {
        this.fields.push(new PairField(this._io, this, this._root, i, (i == 0 ? -1 : this.fields[i - 1].firstAt), (i == 0 ? -1 : this.fields[i - 1].secondAt)));
        i++;
      }
      this.checkParts = this._io.readBytes(0);
      var _ = this.checkParts;
      if (!( ((_.length == 0) && ((this.fields.length > 0 ? this.fields[this.fields.length - 1].firstAt : -1) >= 0) && ((this.fields.length > 0 ? this.fields[this.fields.length - 1].secondAt : -1) >= 0)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkParts, this._io, "/types/pair/seq/1");
      }
    }

    /**
     * Name of the entry
     */
    Object.defineProperty(Pair.prototype, 'first', {
      get: function() {
        if (this._m_first !== undefined)
          return this._m_first;
        this._m_first = this.fields[this.fields[this.fields.length - 1].firstAt].bytes;
        return this._m_first;
      }
    });

    /**
     * Value of the entry
     */
    Object.defineProperty(Pair.prototype, 'second', {
      get: function() {
        if (this._m_second !== undefined)
          return this._m_second;
        this._m_second = this.fields[this.fields[this.fields.length - 1].secondAt].bytes;
        return this._m_second;
      }
    });

    /**
     * Reads nothing. A pair has both parts. Go evaluates both sides of an
     * `and` if instances are called, so a conditional checks the size.
     */

    return Pair;
  })();

  var PairField = HfileFileInfo.PairField = (function() {
    function PairField(_io, _parent, _root, index, prevFirstAt, prevSecondAt) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.index = index;
      this.prevFirstAt = prevFirstAt;
      this.prevSecondAt = prevSecondAt;

      this._read();
    }
    PairField.prototype._read = function() {
      this.key = new Varint_.Varint(this._io, null, null);
      this.checkKey = this._io.readBytes(0);
      var _ = this.checkKey;
      if (!( ((_.length == 0) && (this.tag >= 1) && ( ((this.wireType == 0) || (this.wireType == 1) || (this.wireType == 2) || (this.wireType == 5)) ) && ( ((this.tag > 2) || (this.wireType == 2)) )) )) {
        throw new KaitaiStream.ValidationExprError(this.checkKey, this._io, "/types/pair_field/seq/1");
      }
      if (this.wireType == 0) {
        this.varint = new Varint_.Varint(this._io, null, null);
      }
      if (this.wireType == 2) {
        this.lenBytes = new Varint_.Varint(this._io, null, null);
      }
      if (this.wireType == 2) {
        this.checkLenBytes = this._io.readBytes(0);
        var _ = this.checkLenBytes;
        if (!( ((_.length == 0) && (this.lenBytes.value >= 0) && (this.lenBytes.value <= this._io.size - this._io.pos)) )) {
          throw new KaitaiStream.ValidationExprError(this.checkLenBytes, this._io, "/types/pair_field/seq/4");
        }
      }
      if (this.wireType == 2) {
        this.bytes = this._io.readBytes(this.lenBytes.value);
      }
      if (this.wireType == 1) {
        this.fixed64 = this._io.readU8le();
      }
      if (this.wireType == 5) {
        this.fixed32 = this._io.readU4le();
      }
    }
    Object.defineProperty(PairField.prototype, 'firstAt', {
      get: function() {
        if (this._m_firstAt !== undefined)
          return this._m_firstAt;
        this._m_firstAt = (this.tag == 1 ? this.index : this.prevFirstAt);
        return this._m_firstAt;
      }
    });
    Object.defineProperty(PairField.prototype, 'secondAt', {
      get: function() {
        if (this._m_secondAt !== undefined)
          return this._m_secondAt;
        this._m_secondAt = (this.tag == 2 ? this.index : this.prevSecondAt);
        return this._m_secondAt;
      }
    });
    Object.defineProperty(PairField.prototype, 'tag', {
      get: function() {
        if (this._m_tag !== undefined)
          return this._m_tag;
        this._m_tag = Math.floor(this.key.value / 8);
        return this._m_tag;
      }
    });
    Object.defineProperty(PairField.prototype, 'wireType', {
      get: function() {
        if (this._m_wireType !== undefined)
          return this._m_wireType;
        this._m_wireType = KaitaiStream.mod(this.key.value, 8);
        return this._m_wireType;
      }
    });

    /**
     * Reads nothing. Name and value are bytes.
     */

    /**
     * Reads nothing. The value must lie inside the pair.
     */

    return PairField;
  })();

  /**
   * Reads nothing. The message must lie inside the block.
   */

  return HfileFileInfo;
})();
HfileFileInfo_.HfileFileInfo = HfileFileInfo;
});
