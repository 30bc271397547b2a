// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './HudiBloomFilter'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./HudiBloomFilter'));
  } else {
    factory(root.HudiBloomFilterDynamic || (root.HudiBloomFilterDynamic = {}), root.KaitaiStream, root.HudiBloomFilter || (root.HudiBloomFilter = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (HudiBloomFilterDynamic_, KaitaiStream, HudiBloomFilter_) {
/**
 * A filter that grows by rows, each a separate filter. A key is possible if one
 * of the rows has it.
 * @see {@link https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/bloom/InternalDynamicBloomFilter.java|Source}
 */

var HudiBloomFilterDynamic = (function() {
  function HudiBloomFilterDynamic(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  HudiBloomFilterDynamic.prototype._read = function() {
    this.version = this._io.readS4be();
    var _ = this.version;
    if (!( ((_ == -1) || (_ > 0)) )) {
      throw new KaitaiStream.ValidationExprError(this.version, this._io, "/seq/0");
    }
    if (this.version == -1) {
      this.numHashesWritten = this._io.readS4be();
      if (!(this.numHashesWritten >= 1)) {
        throw new KaitaiStream.ValidationLessThanError(1, this.numHashesWritten, this._io, "/seq/1");
      }
    }
    if (this.version == -1) {
      this.hashTypeWritten = this._io.readS1();
      if (!( ((this.hashTypeWritten == 0) || (this.hashTypeWritten == 1)) )) {
        throw new KaitaiStream.ValidationNotAnyOfError(this.hashTypeWritten, this._io, "/seq/2");
      }
    }
    this.numBits = this._io.readS4be();
    if (!(this.numBits >= 1)) {
      throw new KaitaiStream.ValidationLessThanError(1, this.numBits, this._io, "/seq/3");
    }
    this.numKeysPerRow = this._io.readS4be();
    if (!(this.numKeysPerRow >= 1)) {
      throw new KaitaiStream.ValidationLessThanError(1, this.numKeysPerRow, this._io, "/seq/4");
    }
    this.numKeysLastRow = this._io.readS4be();
    if (!(this.numKeysLastRow >= 0)) {
      throw new KaitaiStream.ValidationLessThanError(0, this.numKeysLastRow, this._io, "/seq/5");
    }
    this.numRows = this._io.readS4be();
    var _ = this.numRows;
    if (!( ((_ > 0) && (_ * 9 <= this._io.size - this._io.pos)) )) {
      throw new KaitaiStream.ValidationExprError(this.numRows, this._io, "/seq/6");
    }
    this.rows = [];
    for (var i = 0; i < this.numRows; i++) {
      this.rows.push(new HudiBloomFilter_.HudiBloomFilter(this._io, null, null));
    }
  }

  /**
   * 0 Jenkins, 1 Murmur.
   */
  Object.defineProperty(HudiBloomFilterDynamic.prototype, 'hashType', {
    get: function() {
      if (this._m_hashType !== undefined)
        return this._m_hashType;
      this._m_hashType = (this.version == -1 ? this.hashTypeWritten : 0);
      return this._m_hashType;
    }
  });
  Object.defineProperty(HudiBloomFilterDynamic.prototype, 'numHashes', {
    get: function() {
      if (this._m_numHashes !== undefined)
        return this._m_numHashes;
      this._m_numHashes = (this.version == -1 ? this.numHashesWritten : this.version);
      return this._m_numHashes;
    }
  });

  /**
   * Above 0 it is the number of hashes of the old form, which lacks the next two fields.
   */

  /**
   * Bits of the rows that a writer would add. Each row has its own number.
   */

  /**
   * Number of keys added since the last row was started.
   */

  /**
   * A row has at least 9 bytes.
   */

  return HudiBloomFilterDynamic;
})();
HudiBloomFilterDynamic_.HudiBloomFilterDynamic = HudiBloomFilterDynamic;
});
