// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.HudiLogAvroContent || (root.HudiLogAvroContent = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (HudiLogAvroContent_, KaitaiStream) {
/**
 * Content of Avro data blocks and CDC blocks. Each record is a bare Avro datum,
 * written with the schema in the block header under `schema`. A schema is data,
 * so the datum cannot be described here.
 * 
 * Bytes after the last record are ignored.
 * @see {@link https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/table/log/block/HoodieAvroDataBlock.java|Source}
 */

var HudiLogAvroContent = (function() {
  function HudiLogAvroContent(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  HudiLogAvroContent.prototype._read = function() {
    this.version = this._io.readS4be();
    if (!( ((this.version == 1) || (this.version == 2) || (this.version == 3)) )) {
      throw new KaitaiStream.ValidationNotAnyOfError(this.version, this._io, "/seq/0");
    }
    this.numRecords = this._io.readS4be();
    var _ = this.numRecords;
    if (!( ((_ >= 0) && (_ * 4 <= this._io.size - this._io.pos)) )) {
      throw new KaitaiStream.ValidationExprError(this.numRecords, this._io, "/seq/1");
    }
    this.records = [];
    for (var i = 0; i < this.numRecords; i++) {
      this.records.push(new Record(this._io, this, this._root));
    }
  }

  var Record = HudiLogAvroContent.Record = (function() {
    function Record(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Record.prototype._read = function() {
      this.lenDatum = this._io.readS4be();
      var _ = this.lenDatum;
      if (!( ((_ >= 0) && (_ <= this._io.size - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.lenDatum, this._io, "/types/record/seq/0");
      }
      this.datum = this._io.readBytes(this.lenDatum);
    }

    /**
     * Avro binary. May be longer than the datum; the rest is ignored.
     */

    return Record;
  })();

  /**
   * Log block version. The layout is the same in all three.
   */

  /**
   * A record has at least the 4 bytes of its length.
   */

  return HudiLogAvroContent;
})();
HudiLogAvroContent_.HudiLogAvroContent = HudiLogAvroContent;
});
