// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './Varint'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./Varint'));
  } else {
    factory(root.AvroLong || (root.AvroLong = {}), root.KaitaiStream, root.Varint || (root.Varint = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (AvroLong_, KaitaiStream, Varint_) {
/**
 * Avro writes `int` and `long` values as ZigZag numbers (0, -1, 1, -2, ...)
 * in base-128 little-endian groups, at most 10 bytes for a `long`.
 * @see {@link https://avro.apache.org/docs/1.12.0/specification/#binary-encoding|Source}
 */

var AvroLong = (function() {
  function AvroLong(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  AvroLong.prototype._read = function() {
    this.zigzag = new Varint_.Varint(this._io, null, null);
  }

  /**
   * All bits but the lowest. Computed as a sum because halving an unsigned 64-bit number is not portable.
   */
  Object.defineProperty(AvroLong.prototype, 'magnitude', {
    get: function() {
      if (this._m_magnitude !== undefined)
        return this._m_magnitude;
      this._m_magnitude = (this.zigzag.b0 < 128 ? Math.floor(this.zigzag.b0 / 2) : (((((((((Math.floor(KaitaiStream.mod(this.zigzag.b0, 128) / 2) + (this.zigzag.has1 ? (KaitaiStream.mod(this.zigzag.b1, 128) * 64) : 0)) + (this.zigzag.has2 ? (KaitaiStream.mod(this.zigzag.b2, 128) * 8192) : 0)) + (this.zigzag.has3 ? (KaitaiStream.mod(this.zigzag.b3, 128) * 1048576) : 0)) + (this.zigzag.has4 ? (KaitaiStream.mod(this.zigzag.b4, 128) * 134217728) : 0)) + (this.zigzag.has5 ? (KaitaiStream.mod(this.zigzag.b5, 128) * 17179869184) : 0)) + (this.zigzag.has6 ? (KaitaiStream.mod(this.zigzag.b6, 128) * 2199023255552) : 0)) + (this.zigzag.has7 ? (KaitaiStream.mod(this.zigzag.b7, 128) * 281474976710656) : 0)) + (this.zigzag.has8 ? (KaitaiStream.mod(this.zigzag.b8, 128) * 36028797018963968) : 0)) + (this.zigzag.has9 ? (this.zigzag.b9 * 4611686018427387904) : 0)));
      return this._m_magnitude;
    }
  });

  /**
   * Resulting signed value.
   */
  Object.defineProperty(AvroLong.prototype, 'value', {
    get: function() {
      if (this._m_value !== undefined)
        return this._m_value;
      this._m_value = (KaitaiStream.mod(this.zigzag.b0, 2) == 0 ? this.magnitude : (-(this.magnitude) - 1));
      return this._m_value;
    }
  });

  return AvroLong;
})();
AvroLong_.AvroLong = AvroLong;
});
