// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './HfileBlock', './HfileTrailer'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./HfileBlock'), require('./HfileTrailer'));
  } else {
    factory(root.Hfile || (root.Hfile = {}), root.KaitaiStream, root.HfileBlock || (root.HfileBlock = {}), root.HfileTrailer || (root.HfileTrailer = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (Hfile_, KaitaiStream, HfileBlock_, HfileTrailer_) {
/**
 * Sorted map of keys to values in blocks, as HBase and Hudi write it: data
 * blocks, indexes, file info and a trailer of fixed size that points to them.
 * Payloads are bytes here, because most files compress them; `hfile_block` names
 * the grammar of each kind.
 * @see {@link https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFile.java|Source}
 * @see {@link https://hbase.apache.org/book.html#_hfile_format_2|Source}
 */

var Hfile = (function() {
  function Hfile(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  Hfile.prototype._read = function() {
    this.checkOfsTrailer = this._io.readBytes(0);
    var _ = this.checkOfsTrailer;
    if (!( ((_.length == 0) && (this.ofsTrailer >= 0)) )) {
      throw new KaitaiStream.ValidationExprError(this.checkOfsTrailer, this._io, "/seq/0");
    }
    if (this.ofsTrailer > 0) {
      this.blocks = [];
      var i = 0;
      do {
        var _ = new HfileBlock_.HfileBlock(this._io, null, null, this.hasChecksums, (this.ofsTrailer - this._io.pos));
        this.blocks.push(_);
        i++;
      } while (!(this._io.pos >= this.ofsTrailer));
    }
  }

  var Version = Hfile.Version = (function() {
    function Version(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Version.prototype._read = function() {
      this.minor = this._io.readU1();
      this.major = this._io.readBitsIntBe(24);
      if (!( ((this.major == 2) || (this.major == 3)) )) {
        throw new KaitaiStream.ValidationNotAnyOfError(this.major, this._io, "/types/version/seq/1");
      }
    }

    return Version;
  })();
  Object.defineProperty(Hfile.prototype, 'hasChecksums', {
    get: function() {
      if (this._m_hasChecksums !== undefined)
        return this._m_hasChecksums;
      this._m_hasChecksums =  ((this.version.major >= 3) || (this.version.minor >= 1)) ;
      return this._m_hasChecksums;
    }
  });
  Object.defineProperty(Hfile.prototype, 'lenTrailer', {
    get: function() {
      if (this._m_lenTrailer !== undefined)
        return this._m_lenTrailer;
      this._m_lenTrailer = (this.version.major == 2 ? 212 : 4096);
      return this._m_lenTrailer;
    }
  });
  Object.defineProperty(Hfile.prototype, 'ofsTrailer', {
    get: function() {
      if (this._m_ofsTrailer !== undefined)
        return this._m_ofsTrailer;
      this._m_ofsTrailer = (this._io.size - this.lenTrailer);
      return this._m_ofsTrailer;
    }
  });

  /**
   * All of the trailer except the version
   */
  Object.defineProperty(Hfile.prototype, 'trailer', {
    get: function() {
      if (this._m_trailer !== undefined)
        return this._m_trailer;
      var _pos = this._io.pos;
      this._io.seek(this.ofsTrailer);
      this._raw__m_trailer = this._io.readBytes(this.lenTrailer - 4);
      var _io__raw__m_trailer = new KaitaiStream(this._raw__m_trailer);
      this._m_trailer = new HfileTrailer_.HfileTrailer(_io__raw__m_trailer, null, null, this.version.major, this.version.minor);
      this._io.seek(_pos);
      return this._m_trailer;
    }
  });
  Object.defineProperty(Hfile.prototype, 'version', {
    get: function() {
      if (this._m_version !== undefined)
        return this._m_version;
      var _pos = this._io.pos;
      this._io.seek(this._io.size - 4);
      this._m_version = new Version(this._io, this, this._root);
      this._io.seek(_pos);
      return this._m_version;
    }
  });

  /**
   * Reads nothing. The trailer must lie inside the file.
   */

  return Hfile;
})();
Hfile_.Hfile = Hfile;
});
