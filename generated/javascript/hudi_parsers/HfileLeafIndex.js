// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.HfileLeafIndex || (root.HfileLeafIndex = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (HfileLeafIndex_, KaitaiStream) {
/**
 * First keys of the blocks below, with a table of offsets for binary search.
 * @see {@link https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlockIndex.java|Source}
 */

var HfileLeafIndex = (function() {
  function HfileLeafIndex(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  HfileLeafIndex.prototype._read = function() {
    this.numEntries = this._io.readS4be();
    var _ = this.numEntries;
    if (!( ((_ >= 0) && ((_ * 16 + 4) <= this._io.size - this._io.pos)) )) {
      throw new KaitaiStream.ValidationExprError(this.numEntries, this._io, "/seq/0");
    }
    this.ofsEntries = [];
    for (var i = 0; i < this.numEntries + 1; i++) {
      this.ofsEntries.push(this._io.readS4be());
    }
    this.checkOfsEntries = this._io.readBytes(0);
    var _ = this.checkOfsEntries;
    if (!( ((_.length == 0) && (this.ofsEntries[0] == 0) && (this.ofsEntries[this.ofsEntries.length - 1] == this._io.size - this._io.pos)) )) {
      throw new KaitaiStream.ValidationExprError(this.checkOfsEntries, this._io, "/seq/2");
    }
    this.entries = [];
    for (var i = 0; i < this.numEntries; i++) {
      this.entries.push(new Entry(this._io, this, this._root, this.ofsEntries[i + 1] - this.ofsEntries[i]));
    }
  }

  var Entry = HfileLeafIndex.Entry = (function() {
    function Entry(_io, _parent, _root, lenEntry) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.lenEntry = lenEntry;

      this._read();
    }
    Entry.prototype._read = function() {
      this.checkLenEntry = this._io.readBytes(0);
      var _ = this.checkLenEntry;
      if (!( ((_.length == 0) && (this.lenEntry >= 12) && (this.lenEntry <= this._io.size - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkLenEntry, this._io, "/types/entry/seq/0");
      }
      this.ofsBlock = this._io.readS8be();
      this.lenBlock = this._io.readS4be();
      this.key = this._io.readBytes(this.lenEntry - 12);
    }

    /**
     * Reads nothing. The offsets must ascend, and stay inside the block.
     */

    return Entry;
  })();

  /**
   * An entry has at least 12 bytes, and 4 in the table of offsets.
   */

  /**
   * Relative to the first entry, the last one is the end of all
   */

  /**
   * Reads nothing. The entries fill what is left.
   */

  return HfileLeafIndex;
})();
HfileLeafIndex_.HfileLeafIndex = HfileLeafIndex;
});
