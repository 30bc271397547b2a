// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.HfileTags || (root.HfileTags = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (HfileTags_, KaitaiStream) {
/**
 * The tags part of a cell, without the length before it.
 * @see {@link https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/Tag.java|Source}
 */

var HfileTags = (function() {
  function HfileTags(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  HfileTags.prototype._read = function() {
    this.tags = [];
    var i = 0;
    while (!this._io.isEof()) {
      this.tags.push(new Tag(this._io, this, this._root));
      i++;
    }
  }

  var Tag = HfileTags.Tag = (function() {
    function Tag(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Tag.prototype._read = function() {
      this.lenTag = this._io.readU2be();
      var _ = this.lenTag;
      if (!( ((_ >= 1) && (_ <= this._io.size - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.lenTag, this._io, "/types/tag/seq/0");
      }
      this.tagType = this._io.readU1();
      this.body = this._io.readBytes(this.lenTag - 1);
    }

    /**
     * Type and body.
     */

    return Tag;
  })();

  return HfileTags;
})();
HfileTags_.HfileTags = HfileTags;
});
