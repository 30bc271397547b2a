// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './HadoopVlong'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./HadoopVlong'));
  } else {
    factory(root.HfileDataBlock || (root.HfileDataBlock = {}), root.KaitaiStream, root.HadoopVlong || (root.HadoopVlong = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (HfileDataBlock_, KaitaiStream, HadoopVlong_) {
/**
 * Cells of a data block without encoding, in key order. In Hudi's HFiles the
 * row of a cell is the record key, family and qualifier are empty.
 * @see {@link https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java|Source}
 */

var HfileDataBlock = (function() {
  function HfileDataBlock(_io, _parent, _root, hasTags, hasMvcc) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;
    this.hasTags = hasTags;
    this.hasMvcc = hasMvcc;

    this._read();
  }
  HfileDataBlock.prototype._read = function() {
    this.entries = [];
    var i = 0;
    while (!this._io.isEof()) {
      this.entries.push(new Entry(this._io, this, this._root));
      i++;
    }
  }

  var Entry = HfileDataBlock.Entry = (function() {
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
      this.lenRow = this._io.readU2be();
      var _ = this.lenRow;
      if (!(_ <= this.lenKey - 12)) {
        throw new KaitaiStream.ValidationExprError(this.lenRow, this._io, "/types/entry/seq/2");
      }
      this.row = this._io.readBytes(this.lenRow);
      this.lenFamily = this._io.readU1();
      var _ = this.lenFamily;
      if (!(_ <= (this.lenKey - 12) - this.lenRow)) {
        throw new KaitaiStream.ValidationExprError(this.lenFamily, this._io, "/types/entry/seq/4");
      }
      this.family = this._io.readBytes(this.lenFamily);
      this.qualifier = this._io.readBytes(((this.lenKey - 12) - this.lenRow) - this.lenFamily);
      this.timestamp = this._io.readS8be();
      this.keyType = this._io.readU1();
      this.value = this._io.readBytes(this.lenValue);
      if (this._parent.hasTags) {
        this.lenTags = this._io.readU2be();
        var _ = this.lenTags;
        if (!(_ <= this._io.size - this._io.pos)) {
          throw new KaitaiStream.ValidationExprError(this.lenTags, this._io, "/types/entry/seq/10");
        }
      }
      if (this._parent.hasTags) {
        this.tags = this._io.readBytes(this.lenTags);
      }
      if (this._parent.hasMvcc) {
        this.mvcc = new HadoopVlong_.HadoopVlong(this._io, null, null);
      }
    }

    /**
     * Everything from `len_row` to `key_type`.
     */

    /**
     * Writers use at most 32767, since other readers treat it as signed.
     */

    /**
     * 4 is a put.
     */

    return Entry;
  })();

  /**
   * File info has an entry `hfile.MAX_TAGS_LEN`.
   */

  /**
   * File info has `KEY_VALUE_VERSION` 1.
   */

  return HfileDataBlock;
})();
HfileDataBlock_.HfileDataBlock = HfileDataBlock;
});
