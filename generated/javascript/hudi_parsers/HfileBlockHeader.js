// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.HfileBlockHeader || (root.HfileBlockHeader = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (HfileBlockHeader_, KaitaiStream) {
/**
 * The first 33 bytes of a block, 24 in files of version 2.0. For readers that
 * skip a block or extract its payload themselves.
 * @see {@link https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java|Source}
 */

var HfileBlockHeader = (function() {
  HfileBlockHeader.ChecksumType = Object.freeze({
    NONE: 0,
    CRC32: 1,
    CRC32C: 2,

    0: "NONE",
    1: "CRC32",
    2: "CRC32C",
  });

  function HfileBlockHeader(_io, _parent, _root, hasChecksums, lenMax) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;
    this.hasChecksums = hasChecksums;
    this.lenMax = lenMax;

    this._read();
  }
  HfileBlockHeader.prototype._read = function() {
    this.magic = KaitaiStream.bytesToStr(this._io.readBytes(8), "ASCII");
    if (!( ((this.magic == "DATABLK*") || (this.magic == "DATABLKE") || (this.magic == "IDXLEAF2") || (this.magic == "BLMFBLK2") || (this.magic == "METABLKc") || (this.magic == "IDXINTE2") || (this.magic == "IDXROOT2") || (this.magic == "FILEINF2") || (this.magic == "BLMFMET2") || (this.magic == "DFBLMET2")) )) {
      throw new KaitaiStream.ValidationNotAnyOfError(this.magic, this._io, "/seq/0");
    }
    this.lenPayloadAndChecksums = this._io.readS4be();
    var _ = this.lenPayloadAndChecksums;
    if (!( ((_ >= 0) && (_ <= this.lenMax - this.lenHeader)) )) {
      throw new KaitaiStream.ValidationExprError(this.lenPayloadAndChecksums, this._io, "/seq/1");
    }
    this.lenPayloadInflated = this._io.readS4be();
    if (!(this.lenPayloadInflated >= 0)) {
      throw new KaitaiStream.ValidationLessThanError(0, this.lenPayloadInflated, this._io, "/seq/2");
    }
    this.ofsPrevBlock = this._io.readS8be();
    if (this.hasChecksums) {
      this.checksumType = this._io.readU1();
      if (!( ((this.checksumType == HfileBlockHeader.ChecksumType.NONE) || (this.checksumType == HfileBlockHeader.ChecksumType.CRC32) || (this.checksumType == HfileBlockHeader.ChecksumType.CRC32C)) )) {
        throw new KaitaiStream.ValidationNotAnyOfError(this.checksumType, this._io, "/seq/4");
      }
    }
    if (this.hasChecksums) {
      this.lenChecksumChunk = this._io.readS4be();
      if (!(this.lenChecksumChunk >= 1)) {
        throw new KaitaiStream.ValidationLessThanError(1, this.lenChecksumChunk, this._io, "/seq/5");
      }
    }
    if (this.hasChecksums) {
      this.lenHeaderAndPayload = this._io.readS4be();
      var _ = this.lenHeaderAndPayload;
      if (!( ((_ >= 33) && (_ - 33 <= this.lenPayloadAndChecksums) && ((this.lenPayloadAndChecksums - (_ - 33)) == (Math.floor((_ - 1) / this.lenChecksumChunk) + 1) * 4)) )) {
        throw new KaitaiStream.ValidationExprError(this.lenHeaderAndPayload, this._io, "/seq/6");
      }
    }
  }

  /**
   * Size of the entire block, as in index entries.
   */
  Object.defineProperty(HfileBlockHeader.prototype, 'lenBlock', {
    get: function() {
      if (this._m_lenBlock !== undefined)
        return this._m_lenBlock;
      this._m_lenBlock = (this.lenHeader + this.lenPayloadAndChecksums);
      return this._m_lenBlock;
    }
  });
  Object.defineProperty(HfileBlockHeader.prototype, 'lenHeader', {
    get: function() {
      if (this._m_lenHeader !== undefined)
        return this._m_lenHeader;
      this._m_lenHeader = (this.hasChecksums ? 33 : 24);
      return this._m_lenHeader;
    }
  });

  /**
   * As stored, compressed or not.
   */
  Object.defineProperty(HfileBlockHeader.prototype, 'lenPayload', {
    get: function() {
      if (this._m_lenPayload !== undefined)
        return this._m_lenPayload;
      this._m_lenPayload = (this.hasChecksums ? (this.lenHeaderAndPayload - 33) : this.lenPayloadAndChecksums);
      return this._m_lenPayload;
    }
  });
  Object.defineProperty(HfileBlockHeader.prototype, 'numChecksums', {
    get: function() {
      if (this._m_numChecksums !== undefined)
        return this._m_numChecksums;
      this._m_numChecksums = (this.hasChecksums ? Math.floor((this.lenPayloadAndChecksums - this.lenPayload) / 4) : 0);
      return this._m_numChecksums;
    }
  });

  /**
   * Length of the payload after decryption and decompression.
   */

  /**
   * Of the block of the same kind before this one, -1 for none.
   */

  /**
   * Bytes of header and payload that a checksum covers.
   */

  /**
   * The rest of the block is checksums, 4 bytes each.
   */

  /**
   * Every version except 2.0.
   */

  /**
   * Bytes from the start of this block to the trailer.
   */

  return HfileBlockHeader;
})();
HfileBlockHeader_.HfileBlockHeader = HfileBlockHeader;
});
