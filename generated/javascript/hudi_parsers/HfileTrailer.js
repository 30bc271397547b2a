// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './Varint'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./Varint'));
  } else {
    factory(root.HfileTrailer || (root.HfileTrailer = {}), root.KaitaiStream, root.Varint || (root.Varint = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (HfileTrailer_, KaitaiStream, Varint_) {
/**
 * The last 212 bytes (major version 2) or 4096 bytes (major version 3) of a file
 * without the last four, which are the version. From version 2.2 on it is a
 * protobuf message and zeros, in earlier versions a sequence of fixed fields.
 * @see {@link https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/FixedFileTrailer.java|Source}
 */

var HfileTrailer = (function() {
  function HfileTrailer(_io, _parent, _root, major, minor) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;
    this.major = major;
    this.minor = minor;

    this._read();
  }
  HfileTrailer.prototype._read = function() {
    this.magic = this._io.readBytes(8);
    if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([84, 82, 65, 66, 76, 75, 34, 36])) == 0))) {
      throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([84, 82, 65, 66, 76, 75, 34, 36]), this.magic, this._io, "/seq/0");
    }
    if (this.hasMessage) {
      this.lenMessage = new Varint_.Varint(this._io, null, null);
    }
    if (this.hasMessage) {
      this.checkLenMessage = this._io.readBytes(0);
      var _ = this.checkLenMessage;
      if (!( ((_.length == 0) && (this.lenMessage.value >= 0) && (this.lenMessage.value <= this._io.size - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkLenMessage, this._io, "/seq/2");
      }
    }
    if (this.hasMessage) {
      this._raw_message = this._io.readBytes(this.lenMessage.value);
      var _io__raw_message = new KaitaiStream(this._raw_message);
      this.message = new TrailerProto(_io__raw_message, this, this._root);
    }
    if (!(this.hasMessage)) {
      this.fixed = new FixedFields(this._io, this, this._root);
    }
  }

  /**
   * Versions 2.0 and 2.1.
   */

  var FixedFields = HfileTrailer.FixedFields = (function() {
    function FixedFields(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    FixedFields.prototype._read = function() {
      this.ofsFileInfo = this._io.readS8be();
      this.ofsLoadOnOpen = this._io.readS8be();
      this.numDataIndexEntries = this._io.readS4be();
      if (!(this.numDataIndexEntries >= 0)) {
        throw new KaitaiStream.ValidationLessThanError(0, this.numDataIndexEntries, this._io, "/types/fixed_fields/seq/2");
      }
      this.lenDataIndexInflated = this._io.readS8be();
      this.numMetaIndexEntries = this._io.readS4be();
      if (!(this.numMetaIndexEntries >= 0)) {
        throw new KaitaiStream.ValidationLessThanError(0, this.numMetaIndexEntries, this._io, "/types/fixed_fields/seq/4");
      }
      this.lenTotalInflated = this._io.readS8be();
      this.numEntries = this._io.readS8be();
      if (!(this.numEntries >= 0)) {
        throw new KaitaiStream.ValidationLessThanError(0, this.numEntries, this._io, "/types/fixed_fields/seq/6");
      }
      this.compressionCodec = this._io.readS4be();
      this.numDataIndexLevels = this._io.readS4be();
      if (!(this.numDataIndexLevels >= 1)) {
        throw new KaitaiStream.ValidationLessThanError(1, this.numDataIndexLevels, this._io, "/types/fixed_fields/seq/8");
      }
      this.ofsFirstDataBlock = this._io.readS8be();
      this.ofsLastDataBlock = this._io.readS8be();
      this.comparatorClassName = this._io.readBytes(128);
    }

    /**
     * Padded with zero bytes.
     */

    return FixedFields;
  })();

  var TrailerField = HfileTrailer.TrailerField = (function() {
    function TrailerField(_io, _parent, _root, index, prevOfsFileInfo, prevOfsLoadOnOpen, prevLenDataIndexInflated, prevLenTotalInflated, prevNumDataIndexEntries, prevNumMetaIndexEntries, prevNumEntries, prevNumDataIndexLevels, prevOfsFirstDataBlock, prevOfsLastDataBlock, prevCompressionCodec, prevComparatorAt, prevEncryptionKeyAt) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.index = index;
      this.prevOfsFileInfo = prevOfsFileInfo;
      this.prevOfsLoadOnOpen = prevOfsLoadOnOpen;
      this.prevLenDataIndexInflated = prevLenDataIndexInflated;
      this.prevLenTotalInflated = prevLenTotalInflated;
      this.prevNumDataIndexEntries = prevNumDataIndexEntries;
      this.prevNumMetaIndexEntries = prevNumMetaIndexEntries;
      this.prevNumEntries = prevNumEntries;
      this.prevNumDataIndexLevels = prevNumDataIndexLevels;
      this.prevOfsFirstDataBlock = prevOfsFirstDataBlock;
      this.prevOfsLastDataBlock = prevOfsLastDataBlock;
      this.prevCompressionCodec = prevCompressionCodec;
      this.prevComparatorAt = prevComparatorAt;
      this.prevEncryptionKeyAt = prevEncryptionKeyAt;

      this._read();
    }
    TrailerField.prototype._read = function() {
      this.key = new Varint_.Varint(this._io, null, null);
      this.checkKey = this._io.readBytes(0);
      var _ = this.checkKey;
      if (!( ((_.length == 0) && (this.tag >= 1) && ( ((this.wireType == 0) || (this.wireType == 1) || (this.wireType == 2) || (this.wireType == 5)) )) )) {
        throw new KaitaiStream.ValidationExprError(this.checkKey, this._io, "/types/trailer_field/seq/1");
      }
      if (this.wireType == 0) {
        this.varint = new Varint_.Varint(this._io, null, null);
      }
      if (this.wireType == 2) {
        this.lenBytes = new Varint_.Varint(this._io, null, null);
      }
      if (this.wireType == 2) {
        this.checkLenBytes = this._io.readBytes(0);
        var _ = this.checkLenBytes;
        if (!( ((_.length == 0) && (this.lenBytes.value >= 0) && (this.lenBytes.value <= this._io.size - this._io.pos)) )) {
          throw new KaitaiStream.ValidationExprError(this.checkLenBytes, this._io, "/types/trailer_field/seq/4");
        }
      }
      if (this.wireType == 2) {
        this.bytes = this._io.readBytes(this.lenBytes.value);
      }
      if (this.wireType == 1) {
        this.fixed64 = this._io.readU8le();
      }
      if (this.wireType == 5) {
        this.fixed32 = this._io.readU4le();
      }
    }

    /**
     * Position of the field in `fields`, -1 for none so far.
     */
    Object.defineProperty(TrailerField.prototype, 'comparatorAt', {
      get: function() {
        if (this._m_comparatorAt !== undefined)
          return this._m_comparatorAt;
        this._m_comparatorAt = ( ((this.tag == 11) && (this.wireType == 2))  ? this.index : this.prevComparatorAt);
        return this._m_comparatorAt;
      }
    });
    Object.defineProperty(TrailerField.prototype, 'compressionCodec', {
      get: function() {
        if (this._m_compressionCodec !== undefined)
          return this._m_compressionCodec;
        this._m_compressionCodec = ( ((this.tag == 12) && (this.wireType == 0))  ? this.varint.value : this.prevCompressionCodec);
        return this._m_compressionCodec;
      }
    });

    /**
     * Position of the field in `fields`, -1 for none so far.
     */
    Object.defineProperty(TrailerField.prototype, 'encryptionKeyAt', {
      get: function() {
        if (this._m_encryptionKeyAt !== undefined)
          return this._m_encryptionKeyAt;
        this._m_encryptionKeyAt = ( ((this.tag == 13) && (this.wireType == 2))  ? this.index : this.prevEncryptionKeyAt);
        return this._m_encryptionKeyAt;
      }
    });
    Object.defineProperty(TrailerField.prototype, 'lenDataIndexInflated', {
      get: function() {
        if (this._m_lenDataIndexInflated !== undefined)
          return this._m_lenDataIndexInflated;
        this._m_lenDataIndexInflated = ( ((this.tag == 3) && (this.wireType == 0))  ? this.varint.value : this.prevLenDataIndexInflated);
        return this._m_lenDataIndexInflated;
      }
    });
    Object.defineProperty(TrailerField.prototype, 'lenTotalInflated', {
      get: function() {
        if (this._m_lenTotalInflated !== undefined)
          return this._m_lenTotalInflated;
        this._m_lenTotalInflated = ( ((this.tag == 4) && (this.wireType == 0))  ? this.varint.value : this.prevLenTotalInflated);
        return this._m_lenTotalInflated;
      }
    });
    Object.defineProperty(TrailerField.prototype, 'numDataIndexEntries', {
      get: function() {
        if (this._m_numDataIndexEntries !== undefined)
          return this._m_numDataIndexEntries;
        this._m_numDataIndexEntries = ( ((this.tag == 5) && (this.wireType == 0))  ? this.varint.value : this.prevNumDataIndexEntries);
        return this._m_numDataIndexEntries;
      }
    });
    Object.defineProperty(TrailerField.prototype, 'numDataIndexLevels', {
      get: function() {
        if (this._m_numDataIndexLevels !== undefined)
          return this._m_numDataIndexLevels;
        this._m_numDataIndexLevels = ( ((this.tag == 8) && (this.wireType == 0))  ? this.varint.value : this.prevNumDataIndexLevels);
        return this._m_numDataIndexLevels;
      }
    });
    Object.defineProperty(TrailerField.prototype, 'numEntries', {
      get: function() {
        if (this._m_numEntries !== undefined)
          return this._m_numEntries;
        this._m_numEntries = ( ((this.tag == 7) && (this.wireType == 0))  ? this.varint.value : this.prevNumEntries);
        return this._m_numEntries;
      }
    });
    Object.defineProperty(TrailerField.prototype, 'numMetaIndexEntries', {
      get: function() {
        if (this._m_numMetaIndexEntries !== undefined)
          return this._m_numMetaIndexEntries;
        this._m_numMetaIndexEntries = ( ((this.tag == 6) && (this.wireType == 0))  ? this.varint.value : this.prevNumMetaIndexEntries);
        return this._m_numMetaIndexEntries;
      }
    });
    Object.defineProperty(TrailerField.prototype, 'ofsFileInfo', {
      get: function() {
        if (this._m_ofsFileInfo !== undefined)
          return this._m_ofsFileInfo;
        this._m_ofsFileInfo = ( ((this.tag == 1) && (this.wireType == 0))  ? this.varint.value : this.prevOfsFileInfo);
        return this._m_ofsFileInfo;
      }
    });
    Object.defineProperty(TrailerField.prototype, 'ofsFirstDataBlock', {
      get: function() {
        if (this._m_ofsFirstDataBlock !== undefined)
          return this._m_ofsFirstDataBlock;
        this._m_ofsFirstDataBlock = ( ((this.tag == 9) && (this.wireType == 0))  ? this.varint.value : this.prevOfsFirstDataBlock);
        return this._m_ofsFirstDataBlock;
      }
    });
    Object.defineProperty(TrailerField.prototype, 'ofsLastDataBlock', {
      get: function() {
        if (this._m_ofsLastDataBlock !== undefined)
          return this._m_ofsLastDataBlock;
        this._m_ofsLastDataBlock = ( ((this.tag == 10) && (this.wireType == 0))  ? this.varint.value : this.prevOfsLastDataBlock);
        return this._m_ofsLastDataBlock;
      }
    });
    Object.defineProperty(TrailerField.prototype, 'ofsLoadOnOpen', {
      get: function() {
        if (this._m_ofsLoadOnOpen !== undefined)
          return this._m_ofsLoadOnOpen;
        this._m_ofsLoadOnOpen = ( ((this.tag == 2) && (this.wireType == 0))  ? this.varint.value : this.prevOfsLoadOnOpen);
        return this._m_ofsLoadOnOpen;
      }
    });
    Object.defineProperty(TrailerField.prototype, 'tag', {
      get: function() {
        if (this._m_tag !== undefined)
          return this._m_tag;
        this._m_tag = Math.floor(this.key.value / 8);
        return this._m_tag;
      }
    });
    Object.defineProperty(TrailerField.prototype, 'wireType', {
      get: function() {
        if (this._m_wireType !== undefined)
          return this._m_wireType;
        this._m_wireType = KaitaiStream.mod(this.key.value, 8);
        return this._m_wireType;
      }
    });

    /**
     * Reads nothing. Protobuf has no field 0 and no other wire types.
     */

    /**
     * Reads nothing. The value must lie inside the message.
     */

    return TrailerField;
  })();

  var TrailerProto = HfileTrailer.TrailerProto = (function() {
    function TrailerProto(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    TrailerProto.prototype._read = function() {
      this.fields = [];
      var i = 0;
      while (!this._io.isEof()) {
        this.fields.push(new TrailerField(this._io, this, this._root, i, (i == 0 ? 0 : this.fields[i - 1].ofsFileInfo), (i == 0 ? 0 : this.fields[i - 1].ofsLoadOnOpen), (i == 0 ? 0 : this.fields[i - 1].lenDataIndexInflated), (i == 0 ? 0 : this.fields[i - 1].lenTotalInflated), (i == 0 ? 0 : this.fields[i - 1].numDataIndexEntries), (i == 0 ? 0 : this.fields[i - 1].numMetaIndexEntries), (i == 0 ? 0 : this.fields[i - 1].numEntries), (i == 0 ? 0 : this.fields[i - 1].numDataIndexLevels), (i == 0 ? 0 : this.fields[i - 1].ofsFirstDataBlock), (i == 0 ? 0 : this.fields[i - 1].ofsLastDataBlock), (i == 0 ? 2 : this.fields[i - 1].compressionCodec), (i == 0 ? -1 : this.fields[i - 1].comparatorAt), (i == 0 ? -1 : this.fields[i - 1].encryptionKeyAt)));
        i++;
      }
    }
    Object.defineProperty(TrailerProto.prototype, 'comparatorClassName', {
      get: function() {
        if (this._m_comparatorClassName !== undefined)
          return this._m_comparatorClassName;
        if ((this.fields.length > 0 ? this.fields[this.fields.length - 1].comparatorAt : -1) >= 0) {
          this._m_comparatorClassName = this.fields[this.fields[this.fields.length - 1].comparatorAt].bytes;
        }
        return this._m_comparatorClassName;
      }
    });

    /**
     * 2 is none, also if the message lacks the field.
     */
    Object.defineProperty(TrailerProto.prototype, 'compressionCodec', {
      get: function() {
        if (this._m_compressionCodec !== undefined)
          return this._m_compressionCodec;
        this._m_compressionCodec = (this.fields.length == 0 ? 2 : this.fields[this.fields.length - 1].compressionCodec);
        return this._m_compressionCodec;
      }
    });
    Object.defineProperty(TrailerProto.prototype, 'encryptionKey', {
      get: function() {
        if (this._m_encryptionKey !== undefined)
          return this._m_encryptionKey;
        if ((this.fields.length > 0 ? this.fields[this.fields.length - 1].encryptionKeyAt : -1) >= 0) {
          this._m_encryptionKey = this.fields[this.fields[this.fields.length - 1].encryptionKeyAt].bytes;
        }
        return this._m_encryptionKey;
      }
    });

    /**
     * Protobuf fields in file order. Each field passes on the values parsed
     * so far, so the last one holds them all. A number is unsigned as in
     * protobuf: -1 is stored as 18446744073709551615.
     */

    return TrailerProto;
  })();
  Object.defineProperty(HfileTrailer.prototype, 'hasMessage', {
    get: function() {
      if (this._m_hasMessage !== undefined)
        return this._m_hasMessage;
      this._m_hasMessage =  ((this.major >= 3) || (this.minor >= 2)) ;
      return this._m_hasMessage;
    }
  });

  /**
   * Reads nothing. The message must lie inside the trailer.
   */

  return HfileTrailer;
})();
HfileTrailer_.HfileTrailer = HfileTrailer;
});
