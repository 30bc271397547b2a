// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './HfileBlockHeader'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./HfileBlockHeader'));
  } else {
    factory(root.HfileBlock || (root.HfileBlock = {}), root.KaitaiStream, root.HfileBlockHeader || (root.HfileBlockHeader = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (HfileBlock_, KaitaiStream, HfileBlockHeader_) {
/**
 * Header, stored payload, and checksums. A payload may have to be decrypted and
 * decompressed; the grammar of its kind then parses it: `hfile_data_block`,
 * `hfile_encoded_block`, `hfile_root_index` (root and meta index),
 * `hfile_leaf_index` (leaf and intermediate index), `hfile_file_info` or
 * `hfile_file_info_old`, `hfile_bloom_meta` (both kinds). Payloads of meta
 * blocks and Bloom chunks are bytes.
 * @see {@link https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java|Source}
 */

var HfileBlock = (function() {
  function HfileBlock(_io, _parent, _root, hasChecksums, lenMax) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;
    this.hasChecksums = hasChecksums;
    this.lenMax = lenMax;

    this._read();
  }
  HfileBlock.prototype._read = function() {
    this.header = new HfileBlockHeader_.HfileBlockHeader(this._io, null, null, this.hasChecksums, this.lenMax);
    this.payload = this._io.readBytes(this.header.lenPayload);
    this.checksums = [];
    for (var i = 0; i < this.header.numChecksums; i++) {
      this.checksums.push(this._io.readU4be());
    }
  }

  /**
   * Over header and payload. All zero, and without meaning, if the type
   * is none.
   */

  /**
   * Every version except 2.0.
   */

  /**
   * Bytes from the start of this block to the trailer.
   */

  return HfileBlock;
})();
HfileBlock_.HfileBlock = HfileBlock;
});
