// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.HudiBloomFilter || (root.HudiBloomFilter = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (HudiBloomFilter_, KaitaiStream) {
/**
 * Record keys of a base file: text in the footer of a Parquet file, in the meta
 * block `bloomFilter` of an HFile and in rows of the metadata table. Also one
 * row of a filter of type DYNAMIC_V0.
 * 
 * The type of a filter is stored with it, not in it.
 * @see {@link https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/bloom/InternalBloomFilter.java|Source}
 */

var HudiBloomFilter = (function() {
  function HudiBloomFilter(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  HudiBloomFilter.prototype._read = function() {
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
    var _ = this.numBits;
    if (!( ((_ > 0) && (_ <= (this._io.size - this._io.pos) * 8)) )) {
      throw new KaitaiStream.ValidationExprError(this.numBits, this._io, "/seq/3");
    }
    this.bits = this._io.readBytes(Math.floor((this.numBits + 7) / 8));
  }

  /**
   * 0 Jenkins, 1 Murmur.
   */
  Object.defineProperty(HudiBloomFilter.prototype, 'hashType', {
    get: function() {
      if (this._m_hashType !== undefined)
        return this._m_hashType;
      this._m_hashType = (this.version == -1 ? this.hashTypeWritten : 0);
      return this._m_hashType;
    }
  });
  Object.defineProperty(HudiBloomFilter.prototype, 'numHashes', {
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
   * Bit i is in byte i / 8 under the mask 1 << (i mod 8).
   */

  return HudiBloomFilter;
})();
HudiBloomFilter_.HudiBloomFilter = HudiBloomFilter;
});
