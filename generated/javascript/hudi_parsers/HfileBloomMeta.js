// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './HfileRootIndex', './HadoopVlong'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./HfileRootIndex'), require('./HadoopVlong'));
  } else {
    factory(root.HfileBloomMeta || (root.HfileBloomMeta = {}), root.KaitaiStream, root.HfileRootIndex || (root.HfileRootIndex = {}), root.HadoopVlong || (root.HadoopVlong = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (HfileBloomMeta_, KaitaiStream, HfileRootIndex_, HadoopVlong_) {
/**
 * Payload of `BLMFMET2` and `DFBLMET2`: numbers of a Bloom filter in several
 * chunks, and an index of the chunks, which are the payloads of `BLMFBLK2`.
 * @see {@link https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/CompoundBloomFilter.java|Source}
 */

var HfileBloomMeta = (function() {
  HfileBloomMeta.HashType = Object.freeze({
    JENKINS: 0,
    MURMUR: 1,
    MURMUR3: 2,

    0: "JENKINS",
    1: "MURMUR",
    2: "MURMUR3",
  });

  function HfileBloomMeta(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  HfileBloomMeta.prototype._read = function() {
    this.version = this._io.readS4be();
    if (!(this.version == 3)) {
      throw new KaitaiStream.ValidationNotEqualError(3, this.version, this._io, "/seq/0");
    }
    this.lenChunks = this._io.readS8be();
    if (!(this.lenChunks >= 0)) {
      throw new KaitaiStream.ValidationLessThanError(0, this.lenChunks, this._io, "/seq/1");
    }
    this.numHashes = this._io.readS4be();
    if (!(this.numHashes >= 0)) {
      throw new KaitaiStream.ValidationLessThanError(0, this.numHashes, this._io, "/seq/2");
    }
    this.hashType = this._io.readS4be();
    this.numKeys = this._io.readS8be();
    if (!(this.numKeys >= 0)) {
      throw new KaitaiStream.ValidationLessThanError(0, this.numKeys, this._io, "/seq/4");
    }
    this.numKeysMax = this._io.readS8be();
    if (!(this.numKeysMax >= 0)) {
      throw new KaitaiStream.ValidationLessThanError(0, this.numKeysMax, this._io, "/seq/5");
    }
    this.numChunks = this._io.readS4be();
    var _ = this.numChunks;
    if (!( ((_ >= 0) && (_ * 13 <= this._io.size - this._io.pos)) )) {
      throw new KaitaiStream.ValidationExprError(this.numChunks, this._io, "/seq/6");
    }
    this.lenComparator = new HadoopVlong_.HadoopVlong(this._io, null, null);
    this.checkLenComparator = this._io.readBytes(0);
    var _ = this.checkLenComparator;
    if (!( ((_.length == 0) && (this.lenComparator.value >= 0) && (this.lenComparator.value <= this._io.size - this._io.pos)) )) {
      throw new KaitaiStream.ValidationExprError(this.checkLenComparator, this._io, "/seq/8");
    }
    this.comparator = this._io.readBytes(this.lenComparator.value);
    this.index = new HfileRootIndex_.HfileRootIndex(this._io, null, null, this.numChunks, false);
  }

  /**
   * Bytes of all chunks.
   */

  /**
   * Number of added keys.
   */

  /**
   * Number of keys for which the filter was sized.
   */

  /**
   * An entry of the index has at least 13 bytes.
   */

  /**
   * Reads nothing. The name must lie inside the block.
   */

  /**
   * Class name, empty for filters of rows.
   */

  return HfileBloomMeta;
})();
HfileBloomMeta_.HfileBloomMeta = HfileBloomMeta;
});
