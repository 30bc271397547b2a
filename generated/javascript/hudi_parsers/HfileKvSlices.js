// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.HfileKvSlices || (root.HfileKvSlices = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (HfileKvSlices_, KaitaiStream) {
/**
 * Same bytes as `hfile_data_block`, parsed in less detail, for readers that need
 * only keys and values: an MVCC of one byte, no tags.
 * @see {@link https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java|Source}
 */

var HfileKvSlices = (function() {
  function HfileKvSlices(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  HfileKvSlices.prototype._read = function() {
    this.entries = [];
    var i = 0;
    while (!this._io.isEof()) {
      this.entries.push(new Entry(this._io, this, this._root));
      i++;
    }
  }

  var Entry = HfileKvSlices.Entry = (function() {
    function Entry(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Entry.prototype._read = function() {
      this.lenKey = this._io.readS4be();
      var _ = this.lenKey;
      if (!( ((_ >= 12) && (_ <= (this._io.size - this._io.pos) - 4)) )) {
        throw new KaitaiStream.ValidationExprError(this.lenKey, this._io, "/types/entry/seq/0");
      }
      this.lenValue = this._io.readS4be();
      var _ = this.lenValue;
      if (!( ((_ >= 0) && (_ <= (this._io.size - this._io.pos) - this.lenKey)) )) {
        throw new KaitaiStream.ValidationExprError(this.lenValue, this._io, "/types/entry/seq/1");
      }
      this.key = this._io.readBytes(this.lenKey);
      this.value = this._io.readBytes(this.lenValue);
      this.mvcc = this._io.readU1();
      if (!(this.mvcc <= 127)) {
        throw new KaitaiStream.ValidationGreaterThanError(127, this.mvcc, this._io, "/types/entry/seq/4");
      }
    }

    return Entry;
  })();

  return HfileKvSlices;
})();
HfileKvSlices_.HfileKvSlices = HfileKvSlices;
});
