// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './HudiLogBlock'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./HudiLogBlock'));
  } else {
    factory(root.HudiArchiveFile || (root.HudiArchiveFile = {}), root.KaitaiStream, root.HudiLogBlock || (root.HudiLogBlock = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (HudiArchiveFile_, KaitaiStream, HudiLogBlock_) {
/**
 * Undamaged archive of instants, a file `.commits_.archive.*`: a log file of
 * Avro data blocks that have a schema and no other header, no instant and no
 * footer. A record is one state of one instant, as a datum of the record
 * HoodieArchivedMetaEntry with the schema in the header of its block; the schema
 * differs between releases.
 * 
 * Damaged archives are read like damaged log files, see `hudi_log_file`.
 * @see {@link https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/avro/HoodieArchivedMetaEntry.avsc|Source}
 * @see {@link https://hudi.apache.org/learn/tech-specs/#timeline|Source}
 */

var HudiArchiveFile = (function() {
  function HudiArchiveFile(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  HudiArchiveFile.prototype._read = function() {
    this.blocks = [];
    var i = 0;
    while (!this._io.isEof()) {
      this.blocks.push(new Block(this._io, this, this._root));
      i++;
    }
  }

  var Block = HudiArchiveFile.Block = (function() {
    function Block(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Block.prototype._read = function() {
      this.frame = new HudiLogBlock_.HudiLogBlock(this._io, null, null);
      this.checkType = this._io.readBytes(0);
      var _ = this.checkType;
      if (!( ((_.length == 0) && (this.frame.blockType == HudiLogBlock_.HudiLogBlock.BlockType.AVRO_DATA)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkType, this._io, "/types/block/seq/1");
      }
      this.checkHeader = this._io.readBytes(0);
      var _ = this.checkHeader;
      if (!( ((_.length == 0) && (this.frame.header.numEntries == 1) && (this.frame.header.entries[0].key == HudiLogBlock_.HudiLogBlock.HeaderKey.SCHEMA)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkHeader, this._io, "/types/block/seq/2");
      }
      this.checkFooter = this._io.readBytes(0);
      var _ = this.checkFooter;
      if (!( ((_.length == 0) && (this.frame.footer.numEntries == 0)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkFooter, this._io, "/types/block/seq/3");
      }
    }

    /**
     * The entries as datums.
     */
    Object.defineProperty(Block.prototype, 'content', {
      get: function() {
        if (this._m_content !== undefined)
          return this._m_content;
        this._m_content = this.frame.content;
        return this._m_content;
      }
    });

    /**
     * Avro schema of the entries as JSON text.
     */
    Object.defineProperty(Block.prototype, 'schema', {
      get: function() {
        if (this._m_schema !== undefined)
          return this._m_schema;
        this._m_schema = this.frame.header.entries[0].value;
        return this._m_schema;
      }
    });

    /**
     * Reads nothing. Readers skip blocks of other types.
     */

    /**
     * Reads nothing. The only header is the schema.
     */

    /**
     * Reads nothing. There is no footer.
     */

    return Block;
  })();

  return HudiArchiveFile;
})();
HudiArchiveFile_.HudiArchiveFile = HudiArchiveFile;
});
