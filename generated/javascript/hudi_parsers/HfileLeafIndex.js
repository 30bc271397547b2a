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
    this.ends = [];
    for (var i = 0; i < this.numEntries + 1; i++) {
      this.ends.push(new End(this._io, this, this._root, i == 0, this.numEntries - i, (i == 0 ? 0 : this.ends[i - 1].ofsEnd)));
    }
    this.entries = [];
    for (var i = 0; i < this.numEntries; i++) {
      this.entries.push(new Entry(this._io, this, this._root, this.ends[i + 1].ofsEnd - this.ends[i].ofsEnd));
    }
  }

  var End = HfileLeafIndex.End = (function() {
    function End(_io, _parent, _root, isFirst, numLeft, prev) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.isFirst = isFirst;
      this.numLeft = numLeft;
      this.prev = prev;

      this._read();
    }
    End.prototype._read = function() {
      this.ofsEnd = this._io.readS4be();
      var _ = this.ofsEnd;
      if (!( (((this.isFirst ? _ == 0 : _ >= this.prev + 12)) && ((this.numLeft == 0 ? _ == this._io.size - this._io.pos : _ <= (this._io.size - this._io.pos) - this.numLeft * 16))) )) {
        throw new KaitaiStream.ValidationExprError(this.ofsEnd, this._io, "/types/end/seq/0");
      }
    }

    /**
     * Relative to the first entry. An entry has at least 12 bytes, and 4
     * here; the last one ends at the end of the payload.
     */

    /**
     * Entries whose ends follow.
     */

    return End;
  })();

  var Entry = HfileLeafIndex.Entry = (function() {
    function Entry(_io, _parent, _root, lenEntry) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.lenEntry = lenEntry;

      this._read();
    }
    Entry.prototype._read = function() {
      this.ofsBlock = this._io.readS8be();
      this.lenBlock = this._io.readS4be();
      this.key = this._io.readBytes(this.lenEntry - 12);
    }

    return Entry;
  })();

  /**
   * An entry has at least 12 bytes, and 4 in the table of offsets.
   */

  /**
   * Ends of the entries, after a first one that is 0.
   */

  return HfileLeafIndex;
})();
HfileLeafIndex_.HfileLeafIndex = HfileLeafIndex;
});
