// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.Varint || (root.Varint = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (Varint_, KaitaiStream) {
/**
 * At most 10 groups of 7 bits, least significant first (protobuf varint, carrier
 * of Avro ZigZag numbers). Written as separate fields, not as a repetition:
 * every target language of KSC 0.11 compiles this, it can be serialized, and it
 * parses fastest. Conditions are also written out: for most numbers, which have
 * one byte, they compare only that byte.
 * @see {@link https://protobuf.dev/programming-guides/encoding/#varints|Source}
 */

var Varint = (function() {
  function Varint(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  Varint.prototype._read = function() {
    this.b0 = this._io.readU1();
    if (this.b0 >= 128) {
      this.b1 = this._io.readU1();
    }
    if ( ((this.b0 >= 128) && (this.b1 >= 128)) ) {
      this.b2 = this._io.readU1();
    }
    if ( ((this.b0 >= 128) && (this.b1 >= 128) && (this.b2 >= 128)) ) {
      this.b3 = this._io.readU1();
    }
    if ( ((this.b0 >= 128) && (this.b1 >= 128) && (this.b2 >= 128) && (this.b3 >= 128)) ) {
      this.b4 = this._io.readU1();
    }
    if ( ((this.b0 >= 128) && (this.b1 >= 128) && (this.b2 >= 128) && (this.b3 >= 128) && (this.b4 >= 128)) ) {
      this.b5 = this._io.readU1();
    }
    if ( ((this.b0 >= 128) && (this.b1 >= 128) && (this.b2 >= 128) && (this.b3 >= 128) && (this.b4 >= 128) && (this.b5 >= 128)) ) {
      this.b6 = this._io.readU1();
    }
    if ( ((this.b0 >= 128) && (this.b1 >= 128) && (this.b2 >= 128) && (this.b3 >= 128) && (this.b4 >= 128) && (this.b5 >= 128) && (this.b6 >= 128)) ) {
      this.b7 = this._io.readU1();
    }
    if ( ((this.b0 >= 128) && (this.b1 >= 128) && (this.b2 >= 128) && (this.b3 >= 128) && (this.b4 >= 128) && (this.b5 >= 128) && (this.b6 >= 128) && (this.b7 >= 128)) ) {
      this.b8 = this._io.readU1();
    }
    if ( ((this.b0 >= 128) && (this.b1 >= 128) && (this.b2 >= 128) && (this.b3 >= 128) && (this.b4 >= 128) && (this.b5 >= 128) && (this.b6 >= 128) && (this.b7 >= 128) && (this.b8 >= 128)) ) {
      this.b9 = this._io.readU1();
      if (!(this.b9 <= 1)) {
        throw new KaitaiStream.ValidationGreaterThanError(1, this.b9, this._io, "/seq/9");
      }
    }
  }
  Object.defineProperty(Varint.prototype, 'has1', {
    get: function() {
      if (this._m_has1 !== undefined)
        return this._m_has1;
      this._m_has1 = this.b0 >= 128;
      return this._m_has1;
    }
  });
  Object.defineProperty(Varint.prototype, 'has2', {
    get: function() {
      if (this._m_has2 !== undefined)
        return this._m_has2;
      this._m_has2 =  ((this.has1) && (this.b1 >= 128)) ;
      return this._m_has2;
    }
  });
  Object.defineProperty(Varint.prototype, 'has3', {
    get: function() {
      if (this._m_has3 !== undefined)
        return this._m_has3;
      this._m_has3 =  ((this.has2) && (this.b2 >= 128)) ;
      return this._m_has3;
    }
  });
  Object.defineProperty(Varint.prototype, 'has4', {
    get: function() {
      if (this._m_has4 !== undefined)
        return this._m_has4;
      this._m_has4 =  ((this.has3) && (this.b3 >= 128)) ;
      return this._m_has4;
    }
  });
  Object.defineProperty(Varint.prototype, 'has5', {
    get: function() {
      if (this._m_has5 !== undefined)
        return this._m_has5;
      this._m_has5 =  ((this.has4) && (this.b4 >= 128)) ;
      return this._m_has5;
    }
  });
  Object.defineProperty(Varint.prototype, 'has6', {
    get: function() {
      if (this._m_has6 !== undefined)
        return this._m_has6;
      this._m_has6 =  ((this.has5) && (this.b5 >= 128)) ;
      return this._m_has6;
    }
  });
  Object.defineProperty(Varint.prototype, 'has7', {
    get: function() {
      if (this._m_has7 !== undefined)
        return this._m_has7;
      this._m_has7 =  ((this.has6) && (this.b6 >= 128)) ;
      return this._m_has7;
    }
  });
  Object.defineProperty(Varint.prototype, 'has8', {
    get: function() {
      if (this._m_has8 !== undefined)
        return this._m_has8;
      this._m_has8 =  ((this.has7) && (this.b7 >= 128)) ;
      return this._m_has8;
    }
  });
  Object.defineProperty(Varint.prototype, 'has9', {
    get: function() {
      if (this._m_has9 !== undefined)
        return this._m_has9;
      this._m_has9 =  ((this.has8) && (this.b8 >= 128)) ;
      return this._m_has9;
    }
  });
  Object.defineProperty(Varint.prototype, 'value', {
    get: function() {
      if (this._m_value !== undefined)
        return this._m_value;
      this._m_value = (this.b0 < 128 ? this.b0 : (KaitaiStream.mod(this.b0, 128) + (this.has1 ? ((KaitaiStream.mod(this.b1, 128) * 128) + (this.has2 ? ((KaitaiStream.mod(this.b2, 128) * 16384) + (this.has3 ? ((KaitaiStream.mod(this.b3, 128) * 2097152) + (this.has4 ? ((KaitaiStream.mod(this.b4, 128) * 268435456) + (this.has5 ? ((KaitaiStream.mod(this.b5, 128) * 34359738368) + (this.has6 ? ((KaitaiStream.mod(this.b6, 128) * 4398046511104) + (this.has7 ? ((KaitaiStream.mod(this.b7, 128) * 562949953421312) + (this.has8 ? ((KaitaiStream.mod(this.b8, 128) * 72057594037927936) + (this.has9 ? (KaitaiStream.mod(this.b9, 128) * 9223372036854775808) : 0)) : 0)) : 0)) : 0)) : 0)) : 0)) : 0)) : 0)) : 0)));
      return this._m_value;
    }
  });

  /**
   * Bit 63, and nothing after it.
   */

  return Varint;
})();
Varint_.Varint = Varint;
});
