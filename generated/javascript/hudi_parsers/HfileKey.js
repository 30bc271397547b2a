// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.HfileKey || (root.HfileKey = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (HfileKey_, KaitaiStream) {
/**
 * Key of a cell, of an entry of a data index, of `hfile.LASTKEY` and of an entry
 * of a Bloom index by row and column. The surrounding structure determines its
 * length.
 * @see {@link https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/KeyValue.java|Source}
 */

var HfileKey = (function() {
  function HfileKey(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  HfileKey.prototype._read = function() {
    this.lenRow = this._io.readU2be();
    var _ = this.lenRow;
    if (!(_ <= (this._io.size - this._io.pos) - 10)) {
      throw new KaitaiStream.ValidationExprError(this.lenRow, this._io, "/seq/0");
    }
    this.row = this._io.readBytes(this.lenRow);
    this.lenFamily = this._io.readU1();
    var _ = this.lenFamily;
    if (!(_ <= (this._io.size - this._io.pos) - 9)) {
      throw new KaitaiStream.ValidationExprError(this.lenFamily, this._io, "/seq/2");
    }
    this.family = this._io.readBytes(this.lenFamily);
    this.qualifier = this._io.readBytes((this._io.size - this._io.pos) - 9);
    this.timestamp = this._io.readS8be();
    this.keyType = this._io.readU1();
  }

  return HfileKey;
})();
HfileKey_.HfileKey = HfileKey;
});
