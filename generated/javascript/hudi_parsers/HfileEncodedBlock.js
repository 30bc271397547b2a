// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './Varint', './HadoopVlong', './HfileDataBlock'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./Varint'), require('./HadoopVlong'), require('./HfileDataBlock'));
  } else {
    factory(root.HfileEncodedBlock || (root.HfileEncodedBlock = {}), root.KaitaiStream, root.Varint || (root.Varint = {}), root.HadoopVlong || (root.HadoopVlong = {}), root.HfileDataBlock || (root.HfileDataBlock = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (HfileEncodedBlock_, KaitaiStream, Varint_, HadoopVlong_, HfileDataBlock_) {
/**
 * Payload of `DATABLKE`: the cells of a data block with less redundancy. Parts
 * that a cell shares with the previous cell are omitted; a program must restore
 * them. Blocks with compressed tags (`hfile.TAGS_COMPRESSED` is ff) are not
 * supported by this grammar: the length of such tags depends on a dictionary.
 * @see {@link https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/io/encoding/DataBlockEncoding.java|Source}
 */

var HfileEncodedBlock = (function() {
  HfileEncodedBlock.Encoding = Object.freeze({
    PREFIX: 2,
    DIFF: 3,
    FAST_DIFF: 4,
    ROW_INDEX_V1: 7,

    2: "PREFIX",
    3: "DIFF",
    4: "FAST_DIFF",
    7: "ROW_INDEX_V1",
  });

  function HfileEncodedBlock(_io, _parent, _root, hasTags, hasMvcc) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;
    this.hasTags = hasTags;
    this.hasMvcc = hasMvcc;

    this._read();
  }
  HfileEncodedBlock.prototype._read = function() {
    this.encoding = this._io.readU2be();
    if (!( ((this.encoding == HfileEncodedBlock.Encoding.PREFIX) || (this.encoding == HfileEncodedBlock.Encoding.DIFF) || (this.encoding == HfileEncodedBlock.Encoding.FAST_DIFF) || (this.encoding == HfileEncodedBlock.Encoding.ROW_INDEX_V1)) )) {
      throw new KaitaiStream.ValidationNotAnyOfError(this.encoding, this._io, "/seq/0");
    }
    switch (this.encoding) {
    case HfileEncodedBlock.Encoding.DIFF:
      this._raw_body = this._io.readBytesFull();
      var _io__raw_body = new KaitaiStream(this._raw_body);
      this.body = new DiffCells(_io__raw_body, this, this._root, this.hasTags, this.hasMvcc);
      break;
    case HfileEncodedBlock.Encoding.FAST_DIFF:
      this._raw_body = this._io.readBytesFull();
      var _io__raw_body = new KaitaiStream(this._raw_body);
      this.body = new FastDiffCells(_io__raw_body, this, this._root, this.hasTags, this.hasMvcc);
      break;
    case HfileEncodedBlock.Encoding.PREFIX:
      this._raw_body = this._io.readBytesFull();
      var _io__raw_body = new KaitaiStream(this._raw_body);
      this.body = new PrefixCells(_io__raw_body, this, this._root, this.hasTags, this.hasMvcc);
      break;
    case HfileEncodedBlock.Encoding.ROW_INDEX_V1:
      this._raw_body = this._io.readBytesFull();
      var _io__raw_body = new KaitaiStream(this._raw_body);
      this.body = new RowIndexCells(_io__raw_body, this, this._root, this.hasTags, this.hasMvcc);
      break;
    default:
      this.body = this._io.readBytesFull();
      break;
    }
  }

  var CellEnd = HfileEncodedBlock.CellEnd = (function() {
    function CellEnd(_io, _parent, _root, hasTags, hasMvcc) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.hasTags = hasTags;
      this.hasMvcc = hasMvcc;

      this._read();
    }
    CellEnd.prototype._read = function() {
      if (this.hasTags) {
        this.lenTags = new Varint_.Varint(this._io, null, null);
      }
      if (this.hasTags) {
        this.checkLenTags = this._io.readBytes(0);
        var _ = this.checkLenTags;
        if (!( ((_.length == 0) && (this.lenTags.value >= 0) && (this.lenTags.value <= this._io.size - this._io.pos)) )) {
          throw new KaitaiStream.ValidationExprError(this.checkLenTags, this._io, "/types/cell_end/seq/1");
        }
      }
      if (this.hasTags) {
        this.tags = this._io.readBytes(this.lenTags.value);
      }
      if (this.hasMvcc) {
        this.mvcc = new HadoopVlong_.HadoopVlong(this._io, null, null);
      }
    }

    /**
     * Reads nothing. The tags must lie inside the block.
     */

    return CellEnd;
  })();

  var DiffCell = HfileEncodedBlock.DiffCell = (function() {
    function DiffCell(_io, _parent, _root, hasTags, hasMvcc, lenFamilyAll, isFirst, prevLenKey, prevLenValue, prevLenRow) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.hasTags = hasTags;
      this.hasMvcc = hasMvcc;
      this.lenFamilyAll = lenFamilyAll;
      this.isFirst = isFirst;
      this.prevLenKey = prevLenKey;
      this.prevLenValue = prevLenValue;
      this.prevLenRow = prevLenRow;

      this._read();
    }
    DiffCell.prototype._read = function() {
      this.flags = this._io.readU1();
      var _ = this.flags;
      if (!( ((!(this.isFirst)) || ((_ & 15) == 0)) )) {
        throw new KaitaiStream.ValidationExprError(this.flags, this._io, "/types/diff_cell/seq/0");
      }
      if (this.hasLenKey) {
        this.lenKeyNew = new Varint_.Varint(this._io, null, null);
      }
      this.checkLenKeyNew = this._io.readBytes(0);
      var _ = this.checkLenKeyNew;
      if (!( ((_.length == 0) && (this.lenKey >= 12 + this.lenFamilyAll) && (this.lenKey <= 2147483647)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkLenKeyNew, this._io, "/types/diff_cell/seq/2");
      }
      if (this.hasLenValue) {
        this.lenValueNew = new Varint_.Varint(this._io, null, null);
      }
      this.checkLenValueNew = this._io.readBytes(0);
      var _ = this.checkLenValueNew;
      if (!( ((_.length == 0) && (this.lenValue >= 0) && (this.lenValue <= this._io.size - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkLenValueNew, this._io, "/types/diff_cell/seq/4");
      }
      this.numShared = new Varint_.Varint(this._io, null, null);
      this.checkNumShared = this._io.readBytes(0);
      var _ = this.checkNumShared;
      if (!( ((_.length == 0) && (this.shared >= 0) && (this.shared <= this.lenKey - 9) && ( ((this.shared == 0) || ( ((!(this.isFirst)) && ( ((this.shared < 2 + this.prevLenRow) || ( ((this.shared >= (3 + this.prevLenRow) + this.lenFamilyAll) && (this.shared <= this.prevLenKey - 9)) )) )) )) )) )) {
        throw new KaitaiStream.ValidationExprError(this.checkNumShared, this._io, "/types/diff_cell/seq/6");
      }
      if (this.shared < 1) {
        this.rowLengthHigh = this._io.readU1();
      }
      if (this.shared < 2) {
        this.rowLengthLow = this._io.readU1();
      }
      this.checkLenRow = this._io.readBytes(0);
      var _ = this.checkLenRow;
      if (!( ((_.length == 0) && ((this.lenRow + this.lenFamilyAll) + 12 <= this.lenKey) && (this.lenKeyRest <= this._io.size - this._io.pos) && (this.lenRowRest >= 0)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkLenRow, this._io, "/types/diff_cell/seq/9");
      }
      this.rowRest = this._io.readBytes(this.lenRowRest);
      this.qualifierRest = this._io.readBytes(this.lenQualifierRest);
      this.timestampBytes = this._io.readBytes((this.flags >>> 4 & 7) + 1);
      if ((this.flags & 4) == 0) {
        this.keyType = this._io.readU1();
      }
      this.value = this._io.readBytes(this.lenValue);
      this.end = new CellEnd(this._io, this, this._root, this.hasTags, this.hasMvcc);
    }
    Object.defineProperty(DiffCell.prototype, 'hasLenKey', {
      get: function() {
        if (this._m_hasLenKey !== undefined)
          return this._m_hasLenKey;
        this._m_hasLenKey = (this.flags & 1) == 0;
        return this._m_hasLenKey;
      }
    });
    Object.defineProperty(DiffCell.prototype, 'hasLenValue', {
      get: function() {
        if (this._m_hasLenValue !== undefined)
          return this._m_hasLenValue;
        this._m_hasLenValue = (this.flags & 2) == 0;
        return this._m_hasLenValue;
      }
    });
    Object.defineProperty(DiffCell.prototype, 'isDifference', {
      get: function() {
        if (this._m_isDifference !== undefined)
          return this._m_isDifference;
        this._m_isDifference = (this.flags & 8) != 0;
        return this._m_isDifference;
      }
    });
    Object.defineProperty(DiffCell.prototype, 'isNegative', {
      get: function() {
        if (this._m_isNegative !== undefined)
          return this._m_isNegative;
        this._m_isNegative = (this.flags & 128) != 0;
        return this._m_isNegative;
      }
    });
    Object.defineProperty(DiffCell.prototype, 'isRowShared', {
      get: function() {
        if (this._m_isRowShared !== undefined)
          return this._m_isRowShared;
        this._m_isRowShared =  ((!(this.isFirst)) && (this.shared >= 2 + this.prevLenRow)) ;
        return this._m_isRowShared;
      }
    });
    Object.defineProperty(DiffCell.prototype, 'lenKey', {
      get: function() {
        if (this._m_lenKey !== undefined)
          return this._m_lenKey;
        this._m_lenKey = (this.hasLenKey ? this.lenKeyNew.value : this.prevLenKey);
        return this._m_lenKey;
      }
    });
    Object.defineProperty(DiffCell.prototype, 'lenKeyRest', {
      get: function() {
        if (this._m_lenKeyRest !== undefined)
          return this._m_lenKeyRest;
        this._m_lenKeyRest = (this.lenRowRest + this.lenQualifierRest);
        return this._m_lenKeyRest;
      }
    });
    Object.defineProperty(DiffCell.prototype, 'lenQualifierRest', {
      get: function() {
        if (this._m_lenQualifierRest !== undefined)
          return this._m_lenQualifierRest;
        this._m_lenQualifierRest = (this.isRowShared ? ((this.lenKey - 9) - this.shared) : (((this.lenKey - 12) - this.lenRow) - this.lenFamilyAll));
        return this._m_lenQualifierRest;
      }
    });
    Object.defineProperty(DiffCell.prototype, 'lenRow', {
      get: function() {
        if (this._m_lenRow !== undefined)
          return this._m_lenRow;
        this._m_lenRow = (this.shared >= 2 ? this.prevLenRow : ((this.shared >= 1 ? Math.floor(this.prevLenRow / 256) : this.rowLengthHigh) * 256 + this.rowLengthLow));
        return this._m_lenRow;
      }
    });
    Object.defineProperty(DiffCell.prototype, 'lenRowRest', {
      get: function() {
        if (this._m_lenRowRest !== undefined)
          return this._m_lenRowRest;
        this._m_lenRowRest = (this.isRowShared ? 0 : (this.shared <= 2 ? this.lenRow : ((this.lenRow + 2) - this.shared)));
        return this._m_lenRowRest;
      }
    });
    Object.defineProperty(DiffCell.prototype, 'lenValue', {
      get: function() {
        if (this._m_lenValue !== undefined)
          return this._m_lenValue;
        this._m_lenValue = (this.hasLenValue ? this.lenValueNew.value : this.prevLenValue);
        return this._m_lenValue;
      }
    });
    Object.defineProperty(DiffCell.prototype, 'shared', {
      get: function() {
        if (this._m_shared !== undefined)
          return this._m_shared;
        this._m_shared = this.numShared.value;
        return this._m_shared;
      }
    });

    /**
     * 1 same key length, 2 same value length, 4 same type, 8 timestamp is
     * a difference, 16 to 64 bytes of the timestamp less one, 128 it is
     * negative.
     */

    /**
     * Reads nothing. Room for the fixed parts and the family.
     */

    /**
     * Reads nothing. The value must lie inside the block.
     */

    /**
     * Reads nothing. Not more than the previous key without its timestamp
     * and type, and either a part of the row or the complete row and family.
     */

    /**
     * With `prev_len_row` if the high byte is shared.
     */

    /**
     * Reads nothing. Row and qualifier must lie inside the block.
     */

    /**
     * The part of the row that is not shared.
     */

    /**
     * The part of the qualifier that is not shared.
     */

    /**
     * Lowest byte first.
     */

    return DiffCell;
  })();

  var DiffCells = HfileEncodedBlock.DiffCells = (function() {
    function DiffCells(_io, _parent, _root, hasTags, hasMvcc) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.hasTags = hasTags;
      this.hasMvcc = hasMvcc;

      this._read();
    }
    DiffCells.prototype._read = function() {
      this.lenPlain = this._io.readS4be();
      if (!(this.lenPlain >= 0)) {
        throw new KaitaiStream.ValidationLessThanError(0, this.lenPlain, this._io, "/types/diff_cells/seq/0");
      }
      this.lenFamily = this._io.readU1();
      var _ = this.lenFamily;
      if (!(_ <= this._io.size - this._io.pos)) {
        throw new KaitaiStream.ValidationExprError(this.lenFamily, this._io, "/types/diff_cells/seq/1");
      }
      this.family = this._io.readBytes(this.lenFamily);
      this.cells = [];
      var i = 0;
      while (!this._io.isEof()) {
        this.cells.push(new DiffCell(this._io, this, this._root, this.hasTags, this.hasMvcc, this.lenFamily, i == 0, (i == 0 ? 0 : this.cells[i - 1].lenKey), (i == 0 ? 0 : this.cells[i - 1].lenValue), (i == 0 ? 0 : this.cells[i - 1].lenRow)));
        i++;
      }
    }

    /**
     * Bytes that these cells take in a plain data block.
     */

    /**
     * Of all cells of the block.
     */

    return DiffCells;
  })();

  var FastDiffCell = HfileEncodedBlock.FastDiffCell = (function() {
    function FastDiffCell(_io, _parent, _root, hasTags, hasMvcc, lenFamilyAll, prevLenKey, prevLenValue, prevLenRow) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.hasTags = hasTags;
      this.hasMvcc = hasMvcc;
      this.lenFamilyAll = lenFamilyAll;
      this.prevLenKey = prevLenKey;
      this.prevLenValue = prevLenValue;
      this.prevLenRow = prevLenRow;

      this._read();
    }
    FastDiffCell.prototype._read = function() {
      this.flags = this._io.readU1();
      if (this.hasLenKey) {
        this.lenKeyNew = new Varint_.Varint(this._io, null, null);
      }
      this.checkLenKeyNew = this._io.readBytes(0);
      var _ = this.checkLenKeyNew;
      if (!( ((_.length == 0) && (this.lenKey >= 12 + this.lenFamilyAll) && (this.lenKey <= 2147483647)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkLenKeyNew, this._io, "/types/fast_diff_cell/seq/2");
      }
      if (this.hasLenValue) {
        this.lenValueNew = new Varint_.Varint(this._io, null, null);
      }
      this.checkLenValueNew = this._io.readBytes(0);
      var _ = this.checkLenValueNew;
      if (!( ((_.length == 0) && (this.lenValue >= 0) && ( ((!(this.hasValue)) || (this.lenValue <= this._io.size - this._io.pos)) ) && ( ((this.hasValue) || (this.lenValue == this.prevLenValue)) )) )) {
        throw new KaitaiStream.ValidationExprError(this.checkLenValueNew, this._io, "/types/fast_diff_cell/seq/4");
      }
      this.numShared = new Varint_.Varint(this._io, null, null);
      this.checkNumShared = this._io.readBytes(0);
      var _ = this.checkNumShared;
      if (!( ((_.length == 0) && (this.shared >= 0) && (this.shared <= this.lenKey - 9) && ( ((this.shared < 2 + this.prevLenRow) || ( ((this.shared >= (3 + this.prevLenRow) + this.lenFamilyAll) && (this.shared <= this.prevLenKey - 9)) )) )) )) {
        throw new KaitaiStream.ValidationExprError(this.checkNumShared, this._io, "/types/fast_diff_cell/seq/6");
      }
      if (this.shared < 1) {
        this.rowLengthHigh = this._io.readU1();
      }
      if (this.shared < 2) {
        this.rowLengthLow = this._io.readU1();
      }
      this.checkLenRow = this._io.readBytes(0);
      var _ = this.checkLenRow;
      if (!( ((_.length == 0) && ((this.lenRow + this.lenFamilyAll) + 12 <= this.lenKey) && (this.lenKeyRest <= this._io.size - this._io.pos) && (this.lenRowRest >= 0)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkLenRow, this._io, "/types/fast_diff_cell/seq/9");
      }
      this.rowRest = this._io.readBytes(this.lenRowRest);
      this.qualifierRest = this._io.readBytes(this.lenQualifierRest);
      this.timestampRest = this._io.readBytes(8 - (this.flags & 7));
      if ((this.flags & 32) == 0) {
        this.keyType = this._io.readU1();
      }
      if (this.hasValue) {
        this.value = this._io.readBytes(this.lenValue);
      }
      this.end = new CellEnd(this._io, this, this._root, this.hasTags, this.hasMvcc);
    }
    Object.defineProperty(FastDiffCell.prototype, 'hasLenKey', {
      get: function() {
        if (this._m_hasLenKey !== undefined)
          return this._m_hasLenKey;
        this._m_hasLenKey = (this.flags & 8) == 0;
        return this._m_hasLenKey;
      }
    });
    Object.defineProperty(FastDiffCell.prototype, 'hasLenValue', {
      get: function() {
        if (this._m_hasLenValue !== undefined)
          return this._m_hasLenValue;
        this._m_hasLenValue = (this.flags & 16) == 0;
        return this._m_hasLenValue;
      }
    });
    Object.defineProperty(FastDiffCell.prototype, 'hasValue', {
      get: function() {
        if (this._m_hasValue !== undefined)
          return this._m_hasValue;
        this._m_hasValue = (this.flags & 64) == 0;
        return this._m_hasValue;
      }
    });
    Object.defineProperty(FastDiffCell.prototype, 'isRowShared', {
      get: function() {
        if (this._m_isRowShared !== undefined)
          return this._m_isRowShared;
        this._m_isRowShared = this.shared >= 2 + this.prevLenRow;
        return this._m_isRowShared;
      }
    });
    Object.defineProperty(FastDiffCell.prototype, 'lenKey', {
      get: function() {
        if (this._m_lenKey !== undefined)
          return this._m_lenKey;
        this._m_lenKey = (this.hasLenKey ? this.lenKeyNew.value : this.prevLenKey);
        return this._m_lenKey;
      }
    });
    Object.defineProperty(FastDiffCell.prototype, 'lenKeyRest', {
      get: function() {
        if (this._m_lenKeyRest !== undefined)
          return this._m_lenKeyRest;
        this._m_lenKeyRest = (this.lenRowRest + this.lenQualifierRest);
        return this._m_lenKeyRest;
      }
    });
    Object.defineProperty(FastDiffCell.prototype, 'lenQualifierRest', {
      get: function() {
        if (this._m_lenQualifierRest !== undefined)
          return this._m_lenQualifierRest;
        this._m_lenQualifierRest = (this.isRowShared ? ((this.lenKey - 9) - this.shared) : (((this.lenKey - 12) - this.lenRow) - this.lenFamilyAll));
        return this._m_lenQualifierRest;
      }
    });
    Object.defineProperty(FastDiffCell.prototype, 'lenRow', {
      get: function() {
        if (this._m_lenRow !== undefined)
          return this._m_lenRow;
        this._m_lenRow = (this.shared >= 2 ? this.prevLenRow : ((this.shared >= 1 ? Math.floor(this.prevLenRow / 256) : this.rowLengthHigh) * 256 + this.rowLengthLow));
        return this._m_lenRow;
      }
    });
    Object.defineProperty(FastDiffCell.prototype, 'lenRowRest', {
      get: function() {
        if (this._m_lenRowRest !== undefined)
          return this._m_lenRowRest;
        this._m_lenRowRest = (this.isRowShared ? 0 : (this.shared <= 2 ? this.lenRow : ((this.lenRow + 2) - this.shared)));
        return this._m_lenRowRest;
      }
    });
    Object.defineProperty(FastDiffCell.prototype, 'lenValue', {
      get: function() {
        if (this._m_lenValue !== undefined)
          return this._m_lenValue;
        this._m_lenValue = (this.hasLenValue ? this.lenValueNew.value : this.prevLenValue);
        return this._m_lenValue;
      }
    });
    Object.defineProperty(FastDiffCell.prototype, 'shared', {
      get: function() {
        if (this._m_shared !== undefined)
          return this._m_shared;
        this._m_shared = this.numShared.value;
        return this._m_shared;
      }
    });

    /**
     * 1 to 4 leading bytes of the timestamp shared with the previous cell, 8
     * same key length, 16 same value length, 32 same type, 64 same value.
     */

    /**
     * Reads nothing. Room for the fixed parts and the family.
     */

    /**
     * Reads nothing. The value must lie inside the block.
     */

    /**
     * Reads nothing. Not more than the previous key without its timestamp
     * and type, and either a part of the row or the complete row and family.
     */

    /**
     * With `prev_len_row` if the high byte is shared.
     */

    /**
     * Reads nothing. Row and qualifier must lie inside the block.
     */

    /**
     * The part of the row that is not shared.
     */

    /**
     * The part of the qualifier that is not shared.
     */

    /**
     * The bytes of the timestamp that are not shared.
     */

    return FastDiffCell;
  })();

  var FastDiffCells = HfileEncodedBlock.FastDiffCells = (function() {
    function FastDiffCells(_io, _parent, _root, hasTags, hasMvcc) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.hasTags = hasTags;
      this.hasMvcc = hasMvcc;

      this._read();
    }
    FastDiffCells.prototype._read = function() {
      this.lenPlain = this._io.readS4be();
      if (!(this.lenPlain >= 0)) {
        throw new KaitaiStream.ValidationLessThanError(0, this.lenPlain, this._io, "/types/fast_diff_cells/seq/0");
      }
      if (!(this._io.isEof())) {
        this.first = new FastDiffFirst(this._io, this, this._root, this.hasTags, this.hasMvcc);
      }
      this.cells = [];
      var i = 0;
      while (!this._io.isEof()) {
        this.cells.push(new FastDiffCell(this._io, this, this._root, this.hasTags, this.hasMvcc, this.first.lenFamily, (i == 0 ? this.first.lenKey.value : this.cells[i - 1].lenKey), (i == 0 ? this.first.lenValue.value : this.cells[i - 1].lenValue), (i == 0 ? this.first.lenRow : this.cells[i - 1].lenRow)));
        i++;
      }
    }

    /**
     * Bytes that these cells take in a plain data block.
     */

    /**
     * All except the first.
     */

    return FastDiffCells;
  })();

  /**
   * The first cell shares nothing and has its complete key.
   */

  var FastDiffFirst = HfileEncodedBlock.FastDiffFirst = (function() {
    function FastDiffFirst(_io, _parent, _root, hasTags, hasMvcc) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.hasTags = hasTags;
      this.hasMvcc = hasMvcc;

      this._read();
    }
    FastDiffFirst.prototype._read = function() {
      this.flags = this._io.readU1();
      if (!(this.flags == 0)) {
        throw new KaitaiStream.ValidationNotEqualError(0, this.flags, this._io, "/types/fast_diff_first/seq/0");
      }
      this.lenKey = new Varint_.Varint(this._io, null, null);
      this.checkLenKey = this._io.readBytes(0);
      var _ = this.checkLenKey;
      if (!( ((_.length == 0) && (this.lenKey.value >= 12) && (this.lenKey.value <= this._io.size - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkLenKey, this._io, "/types/fast_diff_first/seq/2");
      }
      this.lenValue = new Varint_.Varint(this._io, null, null);
      this.checkLenValue = this._io.readBytes(0);
      var _ = this.checkLenValue;
      if (!( ((_.length == 0) && (this.lenValue.value >= 0) && (this.lenValue.value <= (this._io.size - this._io.pos) - this.lenKey.value)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkLenValue, this._io, "/types/fast_diff_first/seq/4");
      }
      this.numShared = this._io.readU1();
      if (!(this.numShared == 0)) {
        throw new KaitaiStream.ValidationNotEqualError(0, this.numShared, this._io, "/types/fast_diff_first/seq/5");
      }
      this.lenRow = this._io.readU2be();
      var _ = this.lenRow;
      if (!(_ <= this.lenKey.value - 12)) {
        throw new KaitaiStream.ValidationExprError(this.lenRow, this._io, "/types/fast_diff_first/seq/6");
      }
      this.row = this._io.readBytes(this.lenRow);
      this.lenFamily = this._io.readU1();
      var _ = this.lenFamily;
      if (!(_ <= (this.lenKey.value - 12) - this.lenRow)) {
        throw new KaitaiStream.ValidationExprError(this.lenFamily, this._io, "/types/fast_diff_first/seq/8");
      }
      this.family = this._io.readBytes(this.lenFamily);
      this.qualifier = this._io.readBytes(((this.lenKey.value - 12) - this.lenRow) - this.lenFamily);
      this.timestamp = this._io.readS8be();
      this.keyType = this._io.readU1();
      this.value = this._io.readBytes(this.lenValue.value);
      this.end = new CellEnd(this._io, this, this._root, this.hasTags, this.hasMvcc);
    }

    /**
     * Reads nothing. The key must lie inside the block.
     */

    /**
     * Reads nothing. The value must lie inside the block.
     */

    return FastDiffFirst;
  })();

  var PrefixCell = HfileEncodedBlock.PrefixCell = (function() {
    function PrefixCell(_io, _parent, _root, hasTags, hasMvcc, prevLenKey) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.hasTags = hasTags;
      this.hasMvcc = hasMvcc;
      this.prevLenKey = prevLenKey;

      this._read();
    }
    PrefixCell.prototype._read = function() {
      this.lenKeyRest = new Varint_.Varint(this._io, null, null);
      this.checkLenKeyRest = this._io.readBytes(0);
      var _ = this.checkLenKeyRest;
      if (!( ((_.length == 0) && (this.lenKeyRest.value >= 0) && (this.lenKeyRest.value <= this._io.size - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkLenKeyRest, this._io, "/types/prefix_cell/seq/1");
      }
      this.lenValue = new Varint_.Varint(this._io, null, null);
      this.checkLenValue = this._io.readBytes(0);
      var _ = this.checkLenValue;
      if (!( ((_.length == 0) && (this.lenValue.value >= 0) && (this.lenValue.value <= (this._io.size - this._io.pos) - this.lenKeyRest.value)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkLenValue, this._io, "/types/prefix_cell/seq/3");
      }
      this.numShared = new Varint_.Varint(this._io, null, null);
      this.checkNumShared = this._io.readBytes(0);
      var _ = this.checkNumShared;
      if (!( ((_.length == 0) && (this.numShared.value >= 0) && (this.numShared.value <= this.prevLenKey) && (this.lenKey >= 12)) )) {
        throw new KaitaiStream.ValidationExprError(this.checkNumShared, this._io, "/types/prefix_cell/seq/5");
      }
      this.keyRest = this._io.readBytes(this.lenKeyRest.value);
      this.value = this._io.readBytes(this.lenValue.value);
      this.end = new CellEnd(this._io, this, this._root, this.hasTags, this.hasMvcc);
    }
    Object.defineProperty(PrefixCell.prototype, 'lenKey', {
      get: function() {
        if (this._m_lenKey !== undefined)
          return this._m_lenKey;
        this._m_lenKey = (this.numShared.value + this.lenKeyRest.value);
        return this._m_lenKey;
      }
    });

    /**
     * Reads nothing. The rest of the key must lie inside the block.
     */

    /**
     * Reads nothing. The value must lie inside the block.
     */

    /**
     * Reads nothing. Not more than the length of the previous key.
     */

    return PrefixCell;
  })();

  var PrefixCells = HfileEncodedBlock.PrefixCells = (function() {
    function PrefixCells(_io, _parent, _root, hasTags, hasMvcc) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.hasTags = hasTags;
      this.hasMvcc = hasMvcc;

      this._read();
    }
    PrefixCells.prototype._read = function() {
      this.lenPlain = this._io.readS4be();
      if (!(this.lenPlain >= 0)) {
        throw new KaitaiStream.ValidationLessThanError(0, this.lenPlain, this._io, "/types/prefix_cells/seq/0");
      }
      this.cells = [];
      var i = 0;
      while (!this._io.isEof()) {
        this.cells.push(new PrefixCell(this._io, this, this._root, this.hasTags, this.hasMvcc, (i == 0 ? 0 : this.cells[i - 1].lenKey)));
        i++;
      }
    }

    /**
     * Bytes that these cells take in a plain data block.
     */

    return PrefixCells;
  })();

  var Row = HfileEncodedBlock.Row = (function() {
    function Row(_io, _parent, _root, isFirst, prev) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.isFirst = isFirst;
      this.prev = prev;

      this._read();
    }
    Row.prototype._read = function() {
      this.ofsCell = this._io.readS4be();
      var _ = this.ofsCell;
      if (!((this.isFirst ? _ == 0 : _ > this.prev))) {
        throw new KaitaiStream.ValidationExprError(this.ofsCell, this._io, "/types/row/seq/0");
      }
    }

    /**
     * Of the first cell of a row, relative to the first cell.
     */

    return Row;
  })();

  var RowIndexCells = HfileEncodedBlock.RowIndexCells = (function() {
    function RowIndexCells(_io, _parent, _root, hasTags, hasMvcc) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.hasTags = hasTags;
      this.hasMvcc = hasMvcc;

      this._read();
    }
    RowIndexCells.prototype._read = function() {
      this._raw_cells = this._io.readBytes(this.lenCells);
      var _io__raw_cells = new KaitaiStream(this._raw_cells);
      this.cells = new HfileDataBlock_.HfileDataBlock(_io__raw_cells, null, null, this.hasTags, this.hasMvcc);
      this.numRows = this._io.readS4be();
      var _ = this.numRows;
      if (!( ((_ >= 0) && ((_ * 4 + 4) == this._io.size - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.numRows, this._io, "/types/row_index_cells/seq/1");
      }
      this.rows = [];
      for (var i = 0; i < this.numRows; i++) {
        this.rows.push(new Row(this._io, this, this._root, i == 0, (i == 0 ? 0 : this.rows[i - 1].ofsCell)));
      }
      this.lenCellsLast = this._io.readS4be();
      var _ = this.lenCellsLast;
      if (!(_ == this.lenCells)) {
        throw new KaitaiStream.ValidationExprError(this.lenCellsLast, this._io, "/types/row_index_cells/seq/3");
      }
    }
    Object.defineProperty(RowIndexCells.prototype, 'lenCells', {
      get: function() {
        if (this._m_lenCells !== undefined)
          return this._m_lenCells;
        var _pos = this._io.pos;
        this._io.seek(this._io.size - 4);
        this._m_lenCells = this._io.readS4be();
        var _ = this._m_lenCells;
        if (!( ((_ >= 0) && (_ + 8 <= this._io.size)) )) {
          throw new KaitaiStream.ValidationExprError(this._m_lenCells, this._io, "/types/row_index_cells/instances/len_cells");
        }
        this._io.seek(_pos);
        return this._m_lenCells;
      }
    });

    /**
     * The same four bytes as `len_cells`.
     */

    return RowIndexCells;
  })();

  /**
   * File info has an entry `hfile.MAX_TAGS_LEN`.
   */

  /**
   * File info has `KEY_VALUE_VERSION` 1.
   */

  return HfileEncodedBlock;
})();
HfileEncodedBlock_.HfileEncodedBlock = HfileEncodedBlock;
});
