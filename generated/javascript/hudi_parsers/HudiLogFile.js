// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './HudiLogBlock'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./HudiLogBlock'));
  } else {
    factory(root.HudiLogFile || (root.HudiLogFile = {}), root.KaitaiStream, root.HudiLogBlock || (root.HudiLogBlock = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (HudiLogFile_, KaitaiStream, HudiLogBlock_) {
/**
 * Undamaged log file: a sequence of log blocks from the first byte to the last,
 * without header, footer or padding. An empty file is a log file without blocks.
 * The handling of damaged files is not part of the layout and is not described
 * here.
 * @see {@link https://hudi.apache.org/learn/tech-specs-1point0/#log-file-format|Source}
 */

var HudiLogFile = (function() {
  function HudiLogFile(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  HudiLogFile.prototype._read = function() {
    this.blocks = [];
    var i = 0;
    while (!this._io.isEof()) {
      this.blocks.push(new HudiLogBlock_.HudiLogBlock(this._io, null, null));
      i++;
    }
  }

  return HudiLogFile;
})();
HudiLogFile_.HudiLogFile = HudiLogFile;
});
