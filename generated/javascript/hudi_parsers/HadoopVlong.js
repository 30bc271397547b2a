// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.HadoopVlong || (root.HadoopVlong = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (HadoopVlong_, KaitaiStream) {
/**
 * Signed integer of 1 to 9 bytes. The first byte, read as signed, either is the
 * value itself (-112..127) or holds sign and count of the big-endian magnitude
 * bytes that follow: -113..-120 for 1 to 8 bytes of a non-negative value,
 * -121..-128 for 1 to 8 bytes of the one's complement of a negative value.
 * @see {@link https://hadoop.apache.org/docs/stable/api/org/apache/hadoop/io/WritableUtils.html|Source}
 */

var HadoopVlong = (function() {
  function HadoopVlong(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  HadoopVlong.prototype._read = function() {
    this.first = this._io.readS1();
    if (this.numBytes >= 1) {
      this.b1 = this._io.readU1();
    }
    if (this.numBytes >= 2) {
      this.b2 = this._io.readU1();
    }
    if (this.numBytes >= 3) {
      this.b3 = this._io.readU1();
    }
    if (this.numBytes >= 4) {
      this.b4 = this._io.readU1();
    }
    if (this.numBytes >= 5) {
      this.b5 = this._io.readU1();
    }
    if (this.numBytes >= 6) {
      this.b6 = this._io.readU1();
    }
    if (this.numBytes >= 7) {
      this.b7 = this._io.readU1();
    }
    if (this.numBytes >= 8) {
      this.b8 = this._io.readU1();
    }
  }
  Object.defineProperty(HadoopVlong.prototype, 'isNegative', {
    get: function() {
      if (this._m_isNegative !== undefined)
        return this._m_isNegative;
      this._m_isNegative = this.first < -120;
      return this._m_isNegative;
    }
  });
  Object.defineProperty(HadoopVlong.prototype, 'm1', {
    get: function() {
      if (this._m_m1 !== undefined)
        return this._m_m1;
      this._m_m1 = (this.numBytes >= 1 ? this.b1 : 0);
      return this._m_m1;
    }
  });
  Object.defineProperty(HadoopVlong.prototype, 'm2', {
    get: function() {
      if (this._m_m2 !== undefined)
        return this._m_m2;
      this._m_m2 = (this.numBytes >= 2 ? (this.m1 * 256 + this.b2) : this.m1);
      return this._m_m2;
    }
  });
  Object.defineProperty(HadoopVlong.prototype, 'm3', {
    get: function() {
      if (this._m_m3 !== undefined)
        return this._m_m3;
      this._m_m3 = (this.numBytes >= 3 ? (this.m2 * 256 + this.b3) : this.m2);
      return this._m_m3;
    }
  });
  Object.defineProperty(HadoopVlong.prototype, 'm4', {
    get: function() {
      if (this._m_m4 !== undefined)
        return this._m_m4;
      this._m_m4 = (this.numBytes >= 4 ? (this.m3 * 256 + this.b4) : this.m3);
      return this._m_m4;
    }
  });
  Object.defineProperty(HadoopVlong.prototype, 'm5', {
    get: function() {
      if (this._m_m5 !== undefined)
        return this._m_m5;
      this._m_m5 = (this.numBytes >= 5 ? (this.m4 * 256 + this.b5) : this.m4);
      return this._m_m5;
    }
  });
  Object.defineProperty(HadoopVlong.prototype, 'm6', {
    get: function() {
      if (this._m_m6 !== undefined)
        return this._m_m6;
      this._m_m6 = (this.numBytes >= 6 ? (this.m5 * 256 + this.b6) : this.m5);
      return this._m_m6;
    }
  });
  Object.defineProperty(HadoopVlong.prototype, 'm7', {
    get: function() {
      if (this._m_m7 !== undefined)
        return this._m_m7;
      this._m_m7 = (this.numBytes >= 7 ? (this.m6 * 256 + this.b7) : this.m6);
      return this._m_m7;
    }
  });
  Object.defineProperty(HadoopVlong.prototype, 'm8', {
    get: function() {
      if (this._m_m8 !== undefined)
        return this._m_m8;
      this._m_m8 = (this.numBytes >= 8 ? (this.m7 * 256 + this.b8) : this.m7);
      return this._m_m8;
    }
  });
  Object.defineProperty(HadoopVlong.prototype, 'numBytes', {
    get: function() {
      if (this._m_numBytes !== undefined)
        return this._m_numBytes;
      this._m_numBytes = (this.first >= -112 ? 0 : (this.isNegative ? (-120 - this.first) : (-112 - this.first)));
      return this._m_numBytes;
    }
  });
  Object.defineProperty(HadoopVlong.prototype, 'value', {
    get: function() {
      if (this._m_value !== undefined)
        return this._m_value;
      this._m_value = (this.numBytes == 0 ? this.first : (this.isNegative ? (-(this.m8) - 1) : this.m8));
      return this._m_value;
    }
  });

  return HadoopVlong;
})();
HadoopVlong_.HadoopVlong = HadoopVlong;
});
