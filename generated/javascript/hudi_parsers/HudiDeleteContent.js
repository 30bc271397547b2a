// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './HudiDeleteRecordList', './HudiDeleteKryo'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./HudiDeleteRecordList'), require('./HudiDeleteKryo'));
  } else {
    factory(root.HudiDeleteContent || (root.HudiDeleteContent = {}), root.KaitaiStream, root.HudiDeleteRecordList || (root.HudiDeleteRecordList = {}), root.HudiDeleteKryo || (root.HudiDeleteKryo = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (HudiDeleteContent_, KaitaiStream, HudiDeleteRecordList_, HudiDeleteKryo_) {
/**
 * Content of delete blocks. The serialization depends on `version`: up to
 * Hudi 0.13 an array of Java objects in Kryo's format, then an Avro datum.
 * 
 * Bytes after the payload are ignored.
 * @see {@link https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/table/log/block/HoodieDeleteBlock.java|Source}
 */

var HudiDeleteContent = (function() {
  function HudiDeleteContent(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  HudiDeleteContent.prototype._read = function() {
    this.version = this._io.readS4be();
    if (!( ((this.version == 1) || (this.version == 2) || (this.version == 3)) )) {
      throw new KaitaiStream.ValidationNotAnyOfError(this.version, this._io, "/seq/0");
    }
    this.lenPayload = this._io.readS4be();
    var _ = this.lenPayload;
    if (!( ((_ >= 0) && (_ <= this._io.size - this._io.pos)) )) {
      throw new KaitaiStream.ValidationExprError(this.lenPayload, this._io, "/seq/1");
    }
    switch (this.version) {
    case 1:
      this._raw_payload = this._io.readBytes(this.lenPayload);
      var _io__raw_payload = new KaitaiStream(this._raw_payload);
      this.payload = new HudiDeleteKryo_.HudiDeleteKryo(_io__raw_payload, null, null, 1);
      break;
    case 2:
      this._raw_payload = this._io.readBytes(this.lenPayload);
      var _io__raw_payload = new KaitaiStream(this._raw_payload);
      this.payload = new HudiDeleteKryo_.HudiDeleteKryo(_io__raw_payload, null, null, 2);
      break;
    case 3:
      this._raw_payload = this._io.readBytes(this.lenPayload);
      var _io__raw_payload = new KaitaiStream(this._raw_payload);
      this.payload = new HudiDeleteRecordList_.HudiDeleteRecordList(_io__raw_payload, null, null);
      break;
    default:
      this.payload = this._io.readBytes(this.lenPayload);
      break;
    }
  }

  /**
   * Log block version; it determines the payload.
   */

  /**
   * Filled exactly by the value.
   */

  return HudiDeleteContent;
})();
HudiDeleteContent_.HudiDeleteContent = HudiDeleteContent;
});
