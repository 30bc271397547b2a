// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './AvroLong'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./AvroLong'));
  } else {
    factory(root.AvroContainer || (root.AvroContainer = {}), root.KaitaiStream, root.AvroLong || (root.AvroLong = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (AvroContainer_, KaitaiStream, AvroLong_) {
/**
 * Framing of an Avro object container: a head with the schema, then blocks of
 * records. Apache Hudi stores plans and metadata of instants in such containers,
 * each with one block of one record. They are files of the timeline, or values
 * of the columns `metadata` and `plan` of its history.
 * 
 * The records are Avro datums with the schema in `avro.schema`. A schema is
 * data, so the records cannot be described here.
 * @see {@link https://avro.apache.org/docs/1.12.0/specification/#object-container-files|Source}
 */

var AvroContainer = (function() {
  function AvroContainer(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  AvroContainer.prototype._read = function() {
    this.magic = this._io.readBytes(4);
    if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([79, 98, 106, 1])) == 0))) {
      throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([79, 98, 106, 1]), this.magic, this._io, "/seq/0");
    }
    this.metadata = [];
    var i = 0;
    do {
      var _ = new MetadataChunk(this._io, this, this._root);
      this.metadata.push(_);
      i++;
    } while (!(_.numEntries.value == 0));
    this.sync = this._io.readBytes(16);
    this.blocks = [];
    var i = 0;
    while (!this._io.isEof()) {
      this.blocks.push(new Block(this._io, this, this._root));
      i++;
    }
  }

  /**
   * Bytes, or text in UTF-8 (left as bytes so that damaged text does not stop the reading).
   */

  var AvroBytes = AvroContainer.AvroBytes = (function() {
    function AvroBytes(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    AvroBytes.prototype._read = function() {
      this.lenValue = new AvroLong_.AvroLong(this._io, null, null);
      this.checkLenValue = this._io.readBytes(0);
      var _ = this.checkLenValue;
      if (!( ((_.length == 0) && (this.lenValue.value >= 0) && (this.lenValue.value <= this._io.size - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkLenValue, this._io, "/types/avro_bytes/seq/1");
      }
      this.value = this._io.readBytes(this.lenValue.value);
    }

    /**
     * Reads nothing. The value must lie inside the container.
     */

    return AvroBytes;
  })();

  var Block = AvroContainer.Block = (function() {
    function Block(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Block.prototype._read = function() {
      this.numRecords = new AvroLong_.AvroLong(this._io, null, null);
      this.checkNumRecords = this._io.readBytes(0);
      var _ = this.checkNumRecords;
      if (!( ((_.length == 0) && (this.numRecords.value >= 0)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkNumRecords, this._io, "/types/block/seq/1");
      }
      this.lenRecords = new AvroLong_.AvroLong(this._io, null, null);
      this.checkLenRecords = this._io.readBytes(0);
      var _ = this.checkLenRecords;
      if (!( ((_.length == 0) && (this.lenRecords.value >= 0) && (this.lenRecords.value <= this._io.size - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkLenRecords, this._io, "/types/block/seq/3");
      }
      this.checkRoom = this._io.readBytes(0);
      var _ = this.checkRoom;
      if (!( ((_.length == 0) && ( ((this.numRecords.value <= this.lenRecords.value) || (this.numRecords.value <= 1)) )) )) {
        throw new KaitaiStream.ValidationExprError(this.checkRoom, this._io, "/types/block/seq/4");
      }
      this.records = this._io.readBytes(this.lenRecords.value);
      this.sync = this._io.readBytes(16);
      if (!((KaitaiStream.byteArrayCompare(this.sync, this._parent.sync) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(this._parent.sync, this.sync, this._io, "/types/block/seq/6");
      }
    }

    /**
     * Reads nothing. How many there can be depends on `records`, see `check_room`.
     */

    /**
     * Reads nothing. The records must lie inside the container.
     */

    /**
     * Reads nothing. A record without bytes is possible; more than one per
     * block is rejected as a risk.
     */

    /**
     * Records in sequence, compressed with `avro.codec`.
     */

    return Block;
  })();

  /**
   * Some entries of the map.
   */

  var MetadataChunk = AvroContainer.MetadataChunk = (function() {
    function MetadataChunk(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    MetadataChunk.prototype._read = function() {
      this.numEntries = new AvroLong_.AvroLong(this._io, null, null);
      this.checkNumEntries = this._io.readBytes(0);
      var _ = this.checkNumEntries;
      if (!( ((_.length == 0) && (this.numEntries.value * this.sign >= 0) && (this.numEntries.value * this.sign <= Math.floor((this._io.size - this._io.pos) / 2))) )) {
        throw new KaitaiStream.ValidationExprError(this.checkNumEntries, this._io, "/types/metadata_chunk/seq/1");
      }
      if (this.numEntries.value < 0) {
        this.lenChunk = new AvroLong_.AvroLong(this._io, null, null);
      }
      this.entries = [];
      for (var i = 0; i < (this.numEntries.value * this.sign); i++) {
        this.entries.push(new MetadataEntry(this._io, this, this._root));
      }
    }
    Object.defineProperty(MetadataChunk.prototype, 'sign', {
      get: function() {
        if (this._m_sign !== undefined)
          return this._m_sign;
        this._m_sign = (this.numEntries.value < 0 ? -(1) : 1);
        return this._m_sign;
      }
    });

    /**
     * Negative where the number of bytes of the chunk follows.
     */

    /**
     * Reads nothing. An entry has at least 2 bytes.
     */

    /**
     * Number of bytes of `entries`, for readers that skip them.
     */

    return MetadataChunk;
  })();

  var MetadataEntry = AvroContainer.MetadataEntry = (function() {
    function MetadataEntry(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    MetadataEntry.prototype._read = function() {
      this.key = new AvroBytes(this._io, this, this._root);
      this.value = new AvroBytes(this._io, this, this._root);
    }

    /**
     * `avro.schema` must be there; without `avro.codec` the codec is `null`.
     */

    return MetadataEntry;
  })();

  /**
   * Avro map of bytes, a run of counted chunks that ends with an empty one.
   */

  /**
   * Random bytes that end every block.
   */

  return AvroContainer;
})();
AvroContainer_.AvroContainer = AvroContainer;
});
