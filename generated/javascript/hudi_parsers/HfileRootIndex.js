// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './HadoopVlong'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./HadoopVlong'));
  } else {
    factory(root.HfileRootIndex || (root.HfileRootIndex = {}), root.KaitaiStream, root.HadoopVlong || (root.HadoopVlong = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (HfileRootIndex_, KaitaiStream, HadoopVlong_) {
/**
 * First keys of the blocks below, read completely. The number of entries is in
 * the trailer of the file.
 * @see {@link https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlockIndex.java|Source}
 */

var HfileRootIndex = (function() {
  function HfileRootIndex(_io, _parent, _root, numEntries, hasMidKey) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;
    this.numEntries = numEntries;
    this.hasMidKey = hasMidKey;

    this._read();
  }
  HfileRootIndex.prototype._read = function() {
    this.checkNumEntries = this._io.readBytes(0);
    var _ = this.checkNumEntries;
    if (!( ((_.length == 0) && (this.numEntries >= 0) && (this.numEntries * 13 <= this._io.size - this._io.pos)) )) {
      throw new KaitaiStream.ValidationExprError(this.checkNumEntries, this._io, "/seq/0");
    }
    this.entries = [];
    for (var i = 0; i < this.numEntries; i++) {
      this.entries.push(new Entry(this._io, this, this._root));
    }
    if (this.hasMidKey) {
      this.midKey = new MidKey(this._io, this, this._root);
    }
  }

  var Entry = HfileRootIndex.Entry = (function() {
    function Entry(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Entry.prototype._read = function() {
      this.ofsBlock = this._io.readS8be();
      this.lenBlock = this._io.readS4be();
      this.lenKey = new HadoopVlong_.HadoopVlong(this._io, null, null);
      this.checkLenKey = this._io.readBytes(0);
      var _ = this.checkLenKey;
      if (!( ((_.length == 0) && (this.lenKey.value >= 0) && (this.lenKey.value <= this._io.size - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkLenKey, this._io, "/types/entry/seq/3");
      }
      this.key = this._io.readBytes(this.lenKey.value);
    }

    /**
     * Reads nothing. The key must lie inside the block.
     */

    return Entry;
  })();

  var MidKey = HfileRootIndex.MidKey = (function() {
    function MidKey(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    MidKey.prototype._read = function() {
      this.ofsLeafBlock = this._io.readS8be();
      this.lenLeafBlock = this._io.readS4be();
      this.entryInLeafBlock = this._io.readS4be();
    }

    return MidKey;
  })();

  /**
   * Reads nothing. An entry has at least 13 bytes.
   */

  return HfileRootIndex;
})();
HfileRootIndex_.HfileRootIndex = HfileRootIndex;
});
