// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './HudiDeleteContent', './HudiLogAvroContent'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./HudiDeleteContent'), require('./HudiLogAvroContent'));
  } else {
    factory(root.HudiLogBlock || (root.HudiLogBlock = {}), root.KaitaiStream, root.HudiDeleteContent || (root.HudiDeleteContent = {}), root.HudiLogAvroContent || (root.HudiLogAvroContent = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (HudiLogBlock_, KaitaiStream, HudiDeleteContent_, HudiLogAvroContent_) {
/**
 * One block of a Hudi log file (log format version 1). A log file is a sequence
 * of such blocks, see `hudi_log_file`.
 * 
 * Every length and every count is checked against the rest of the block, never
 * against the file: a block with wrong lengths does not affect the next block. A
 * reader that must handle damaged files parses block by block and, if a frame is
 * not consistent, searches for the next `#HUDI#`; this grammar does not describe
 * that search.
 * 
 * Lengths are signed numbers on disk. All integers are big-endian.
 * @see {@link https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/table/log/HoodieLogFormatWriter.java|Source}
 * @see {@link https://hudi.apache.org/learn/tech-specs-1point0/#log-file-format|Source}
 */

var HudiLogBlock = (function() {
  HudiLogBlock.BlockType = Object.freeze({
    COMMAND: 0,
    DELETE: 1,
    AVRO_DATA: 3,
    HFILE_DATA: 4,
    PARQUET_DATA: 5,
    CDC_DATA: 6,

    0: "COMMAND",
    1: "DELETE",
    3: "AVRO_DATA",
    4: "HFILE_DATA",
    5: "PARQUET_DATA",
    6: "CDC_DATA",
  });

  HudiLogBlock.HeaderKey = Object.freeze({
    INSTANT_TIME: 0,
    TARGET_INSTANT_TIME: 1,
    SCHEMA: 2,
    COMMAND_BLOCK_TYPE: 3,
    COMPACTED_BLOCK_TIMES: 4,
    RECORD_POSITIONS: 5,
    BLOCK_IDENTIFIER: 6,
    IS_PARTIAL: 7,
    BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS: 8,

    0: "INSTANT_TIME",
    1: "TARGET_INSTANT_TIME",
    2: "SCHEMA",
    3: "COMMAND_BLOCK_TYPE",
    4: "COMPACTED_BLOCK_TIMES",
    5: "RECORD_POSITIONS",
    6: "BLOCK_IDENTIFIER",
    7: "IS_PARTIAL",
    8: "BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS",
  });

  function HudiLogBlock(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  HudiLogBlock.prototype._read = function() {
    this.magic = this._io.readBytes(6);
    if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([35, 72, 85, 68, 73, 35])) == 0))) {
      throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([35, 72, 85, 68, 73, 35]), this.magic, this._io, "/seq/0");
    }
    this.lenBlock = this._io.readS8be();
    var _ = this.lenBlock;
    if (!( ((_ >= 32) && (_ <= this._io.size - this._io.pos)) )) {
      throw new KaitaiStream.ValidationExprError(this.lenBlock, this._io, "/seq/1");
    }
    this.formatVersion = this._io.readS4be();
    if (!(this.formatVersion == 1)) {
      throw new KaitaiStream.ValidationNotEqualError(1, this.formatVersion, this._io, "/seq/2");
    }
    this.blockType = this._io.readS4be();
    if (!Object.prototype.hasOwnProperty.call(HudiLogBlock.BlockType, this.blockType)) {
      throw new KaitaiStream.ValidationNotInEnumError(this.blockType, this._io, "/seq/3");
    }
    this.header = new HeaderMap(this._io, this, this._root, ((this._io.pos + this.lenBlock) - 16));
    this.lenContent = this._io.readS8be();
    var _ = this.lenContent;
    if (!( ((_ >= 0) && (_ <= this.ofsTrailing - this._io.pos)) )) {
      throw new KaitaiStream.ValidationExprError(this.lenContent, this._io, "/seq/5");
    }
    switch (this.blockType) {
    case HudiLogBlock.BlockType.AVRO_DATA:
      this._raw_content = this._io.readBytes(this.lenContent);
      var _io__raw_content = new KaitaiStream(this._raw_content);
      this.content = new HudiLogAvroContent_.HudiLogAvroContent(_io__raw_content, null, null);
      break;
    case HudiLogBlock.BlockType.CDC_DATA:
      this._raw_content = this._io.readBytes(this.lenContent);
      var _io__raw_content = new KaitaiStream(this._raw_content);
      this.content = new HudiLogAvroContent_.HudiLogAvroContent(_io__raw_content, null, null);
      break;
    case HudiLogBlock.BlockType.DELETE:
      this._raw_content = this._io.readBytes(this.lenContent);
      var _io__raw_content = new KaitaiStream(this._raw_content);
      this.content = new HudiDeleteContent_.HudiDeleteContent(_io__raw_content, null, null);
      break;
    default:
      this.content = this._io.readBytes(this.lenContent);
      break;
    }
    this.footer = new FooterMap(this._io, this, this._root, this.ofsTrailing);
    this.lenTrailing = this._io.readS8be();
    if (!(this.lenTrailing == this.lenBlock + 6)) {
      throw new KaitaiStream.ValidationNotEqualError(this.lenBlock + 6, this.lenTrailing, this._io, "/seq/8");
    }
  }

  var FooterEntry = HudiLogBlock.FooterEntry = (function() {
    function FooterEntry(_io, _parent, _root, ofsEnd) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.ofsEnd = ofsEnd;

      this._read();
    }
    FooterEntry.prototype._read = function() {
      this.checkRoom = this._io.readBytes(0);
      var _ = this.checkRoom;
      if (!( ((_.length == 0) && (this._io.pos + 4 <= this.ofsEnd)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkRoom, this._io, "/types/footer_entry/seq/0");
      }
      this.key = this._io.readS4be();
      this.lenValue = this._io.readS4be();
      var _ = this.lenValue;
      if (!( ((_ >= 0) && (_ <= this.ofsEnd - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.lenValue, this._io, "/types/footer_entry/seq/2");
      }
      this.value = this._io.readBytes(this.lenValue);
    }

    /**
     * Reads nothing. The entries before may have left no room for `key`.
     */

    /**
     * No release defines a footer key; any number is accepted and ignored.
     */

    return FooterEntry;
  })();

  /**
   * Same layout as the header, other keys.
   */

  var FooterMap = HudiLogBlock.FooterMap = (function() {
    function FooterMap(_io, _parent, _root, ofsEnd) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.ofsEnd = ofsEnd;

      this._read();
    }
    FooterMap.prototype._read = function() {
      this.numEntries = this._io.readS4be();
      var _ = this.numEntries;
      if (!( ((_ >= 0) && (_ * 8 <= this.ofsEnd - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.numEntries, this._io, "/types/footer_map/seq/0");
      }
      this.entries = [];
      for (var i = 0; i < this.numEntries; i++) {
        this.entries.push(new FooterEntry(this._io, this, this._root, this.ofsEnd));
      }
      this.checkFilled = this._io.readBytes(0);
      var _ = this.checkFilled;
      if (!( ((_.length == 0) && (this._io.pos == this.ofsEnd)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkFilled, this._io, "/types/footer_map/seq/2");
      }
    }

    /**
     * Number of entries, 0 in every file that a release of Hudi wrote.
     */

    /**
     * Reads nothing. Header, content and footer must fill the block exactly.
     */

    /**
     * Offset at which the map must end.
     */

    return FooterMap;
  })();

  var HeaderEntry = HudiLogBlock.HeaderEntry = (function() {
    function HeaderEntry(_io, _parent, _root, ofsEnd) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.ofsEnd = ofsEnd;

      this._read();
    }
    HeaderEntry.prototype._read = function() {
      this.checkRoom = this._io.readBytes(0);
      var _ = this.checkRoom;
      if (!( ((_.length == 0) && (this._io.pos + 4 <= this.ofsEnd)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkRoom, this._io, "/types/header_entry/seq/0");
      }
      this.key = this._io.readS4be();
      if (!Object.prototype.hasOwnProperty.call(HudiLogBlock.HeaderKey, this.key)) {
        throw new KaitaiStream.ValidationNotInEnumError(this.key, this._io, "/types/header_entry/seq/1");
      }
      this.lenValue = this._io.readS4be();
      var _ = this.lenValue;
      if (!( ((_ >= 0) && (_ <= this.ofsEnd - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.lenValue, this._io, "/types/header_entry/seq/2");
      }
      this.value = this._io.readBytes(this.lenValue);
    }

    /**
     * Reads nothing. The entries before may have left no room for `key`.
     */

    /**
     * Text, UTF-8 since 0.15.0. Parsed as bytes because older writers used
     * the platform's charset, and because a damaged text must not prevent
     * reading the rest of the block.
     */

    return HeaderEntry;
  })();

  /**
   * Map from header key to text. If two entries have the same key, readers use
   * the last one.
   */

  var HeaderMap = HudiLogBlock.HeaderMap = (function() {
    function HeaderMap(_io, _parent, _root, ofsEnd) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.ofsEnd = ofsEnd;

      this._read();
    }
    HeaderMap.prototype._read = function() {
      this.numEntries = this._io.readS4be();
      var _ = this.numEntries;
      if (!( ((_ >= 0) && (_ * 8 <= this.ofsEnd - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.numEntries, this._io, "/types/header_map/seq/0");
      }
      this.entries = [];
      for (var i = 0; i < this.numEntries; i++) {
        this.entries.push(new HeaderEntry(this._io, this, this._root, this.ofsEnd));
      }
    }

    /**
     * An entry has at least 8 bytes.
     */

    /**
     * Offset that no part of the map may reach beyond.
     */

    return HeaderMap;
  })();

  /**
   * Offset of `len_trailing`, the end of the range for header, content and footer.
   */
  Object.defineProperty(HudiLogBlock.prototype, 'ofsTrailing', {
    get: function() {
      if (this._m_ofsTrailing !== undefined)
        return this._m_ofsTrailing;
      this._m_ofsTrailing = this.header.ofsEnd;
      return this._m_ofsTrailing;
    }
  });

  /**
   * Starts every block; a reader searches for it after damage.
   */

  /**
   * Number of bytes that follow this field up to and including
   * `len_trailing`. 32 is the smallest block: both versions, two empty
   * maps, no content, two lengths.
   */

  /**
   * Version of the frame. Not the version of the content.
   */

  /**
   * Type of `content`.
   */

  /**
   * Metadata of the block, in any order. Both versions and `len_trailing` are 16 of `len_block`.
   */

  /**
   * Exact number of bytes of `content`.
   */

  /**
   * Depends on `block_type`. An HFile or a Parquet file is left as bytes
   * here (see `hfile` for the former); a command has no content.
   */

  /**
   * Empty in every file that a release of Hudi wrote.
   */

  /**
   * Back pointer for reverse reading: number of bytes from the first byte
   * of `magic` up to this field. It counts magic and `len_block`, but not
   * itself: always `len_block + 6`.
   */

  return HudiLogBlock;
})();
HudiLogBlock_.HudiLogBlock = HudiLogBlock;
});
