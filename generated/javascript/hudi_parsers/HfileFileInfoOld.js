// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './HadoopVlong'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./HadoopVlong'));
  } else {
    factory(root.HfileFileInfoOld || (root.HfileFileInfoOld = {}), root.KaitaiStream, root.HadoopVlong || (root.HadoopVlong = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (HfileFileInfoOld_, KaitaiStream, HadoopVlong_) {
/**
 * Map of bytes to bytes about the entire file, as Hadoop writables.
 * @see {@link https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileInfo.java|Source}
 */

var HfileFileInfoOld = (function() {
  function HfileFileInfoOld(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  HfileFileInfoOld.prototype._read = function() {
    this.numEntries = this._io.readS4be();
    var _ = this.numEntries;
    if (!( ((_ >= 0) && (_ * 3 <= this._io.size - this._io.pos)) )) {
      throw new KaitaiStream.ValidationExprError(this.numEntries, this._io, "/seq/0");
    }
    this.entries = [];
    for (var i = 0; i < this.numEntries; i++) {
      this.entries.push(new Entry(this._io, this, this._root));
    }
  }

  var Entry = HfileFileInfoOld.Entry = (function() {
    function Entry(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Entry.prototype._read = function() {
      this.lenFirst = new HadoopVlong_.HadoopVlong(this._io, null, null);
      this.checkLenFirst = this._io.readBytes(0);
      var _ = this.checkLenFirst;
      if (!( ((_.length == 0) && (this.lenFirst.value >= 0) && (this.lenFirst.value <= this._io.size - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkLenFirst, this._io, "/types/entry/seq/1");
      }
      this.first = this._io.readBytes(this.lenFirst.value);
      this.classId = this._io.readU1();
      this.lenSecond = new HadoopVlong_.HadoopVlong(this._io, null, null);
      this.checkLenSecond = this._io.readBytes(0);
      var _ = this.checkLenSecond;
      if (!( ((_.length == 0) && (this.lenSecond.value >= 0) && (this.lenSecond.value <= this._io.size - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkLenSecond, this._io, "/types/entry/seq/5");
      }
      this.second = this._io.readBytes(this.lenSecond.value);
    }

    /**
     * Reads nothing. The name must lie inside the block.
     */

    /**
     * 1 means that the value is bytes; readers ignore it.
     */

    /**
     * Reads nothing. The value must lie inside the block.
     */

    return Entry;
  })();

  /**
   * An entry has at least 3 bytes.
   */

  return HfileFileInfoOld;
})();
HfileFileInfoOld_.HfileFileInfoOld = HfileFileInfoOld;
});
