// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.HudiRecordPositions || (root.HudiRecordPositions = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (HudiRecordPositions_, KaitaiStream) {
/**
 * Value of the header key `record_positions` of a log block after Base64
 * decoding: a set of row numbers of a base file. 64-bit extension of the
 * portable Roaring format: 32-bit bitmaps, one for each upper half in use.
 * 
 * Bytes after the last bucket are not described.
 * @see {@link https://github.com/RoaringBitmap/RoaringFormatSpec|Source}
 */

var HudiRecordPositions = (function() {
  function HudiRecordPositions(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  HudiRecordPositions.prototype._read = function() {
    this.numBuckets = this._io.readU8le();
    var _ = this.numBuckets;
    if (!( ((_ >= 0) && (_ <= Math.floor((this._io.size - this._io.pos) / 12))) )) {
      throw new KaitaiStream.ValidationExprError(this.numBuckets, this._io, "/seq/0");
    }
    this.buckets = [];
    for (var i = 0; i < this.numBuckets; i++) {
      this.buckets.push(new Bucket(this._io, this, this._root));
    }
  }

  /**
   * A set of 32-bit numbers.
   */

  var Bitmap = HudiRecordPositions.Bitmap = (function() {
    function Bitmap(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Bitmap.prototype._read = function() {
      this.cookie = this._io.readU2le();
      if (!( ((this.cookie == 12346) || (this.cookie == 12347)) )) {
        throw new KaitaiStream.ValidationNotAnyOfError(this.cookie, this._io, "/types/bitmap/seq/0");
      }
      this.numContainersMinus1 = this._io.readU2le();
      var _ = this.numContainersMinus1;
      if (!( ((!(this.hasRuns)) || ((_ + 1) * 4 <= this._io.size - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.numContainersMinus1, this._io, "/types/bitmap/seq/1");
      }
      if (!(this.hasRuns)) {
        this.numContainersPlain = this._io.readU4le();
        var _ = this.numContainersPlain;
        if (!( ((_ <= 65536) && (_ * 4 <= this._io.size - this._io.pos)) )) {
          throw new KaitaiStream.ValidationExprError(this.numContainersPlain, this._io, "/types/bitmap/seq/2");
        }
      }
      if (this.hasRuns) {
        this.runFlags = [];
        for (var i = 0; i < Math.floor((this.numContainers + 7) / 8); i++) {
          this.runFlags.push(this._io.readU1());
        }
      }
      this.descriptions = [];
      for (var i = 0; i < this.numContainers; i++) {
        this.descriptions.push(new Description(this._io, this, this._root));
      }
      if (this.hasOffsets) {
        this.ofsContainers = [];
        for (var i = 0; i < this.numContainers; i++) {
          this.ofsContainers.push(this._io.readU4le());
        }
      }
      this.containers = [];
      for (var i = 0; i < this.numContainers; i++) {
        this.containers.push(new Container(this._io, this, this._root, this.descriptions[i].cardinality, (this.hasRuns ? (this.runFlags[Math.floor(i / 8)] >>> KaitaiStream.mod(i, 8) & 1) : 0)));
      }
    }
    Object.defineProperty(Bitmap.prototype, 'hasOffsets', {
      get: function() {
        if (this._m_hasOffsets !== undefined)
          return this._m_hasOffsets;
        this._m_hasOffsets =  ((!(this.hasRuns)) || (this.numContainers >= 4)) ;
        return this._m_hasOffsets;
      }
    });
    Object.defineProperty(Bitmap.prototype, 'hasRuns', {
      get: function() {
        if (this._m_hasRuns !== undefined)
          return this._m_hasRuns;
        this._m_hasRuns = this.cookie == 12347;
        return this._m_hasRuns;
      }
    });
    Object.defineProperty(Bitmap.prototype, 'numContainers', {
      get: function() {
        if (this._m_numContainers !== undefined)
          return this._m_numContainers;
        this._m_numContainers = (this.hasRuns ? (this.numContainersMinus1 + 1) : this.numContainersPlain);
        return this._m_numContainers;
      }
    });

    /**
     * 12347 if run containers may occur.
     */

    /**
     * Only with the second cookie, else 0. A container has at least the 4 bytes of its description.
     */

    /**
     * One bit per container, lowest first.
     */

    /**
     * Offsets of the containers from the cookie, which always follow in this order.
     */

    return Bitmap;
  })();

  var Bucket = HudiRecordPositions.Bucket = (function() {
    function Bucket(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Bucket.prototype._read = function() {
      this.high = this._io.readU4le();
      this.bitmap = new Bitmap(this._io, this, this._root);
    }

    /**
     * Upper 32 bits of all positions in this bucket. Ascending, unsigned.
     */

    return Bucket;
  })();

  /**
   * A set of 16-bit numbers in one of three formats.
   */

  var Container = HudiRecordPositions.Container = (function() {
    function Container(_io, _parent, _root, numValues, runFlag) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.numValues = numValues;
      this.runFlag = runFlag;

      this._read();
    }
    Container.prototype._read = function() {
      if (this.runFlag == 1) {
        this.numRuns = this._io.readU2le();
        var _ = this.numRuns;
        if (!(_ * 4 <= this._io.size - this._io.pos)) {
          throw new KaitaiStream.ValidationExprError(this.numRuns, this._io, "/types/container/seq/0");
        }
      }
      if (this.runFlag == 1) {
        this.runs = [];
        for (var i = 0; i < this.numRuns; i++) {
          this.runs.push(new Run(this._io, this, this._root));
        }
      }
      if (this.isArray) {
        this.values = [];
        for (var i = 0; i < this.numValues; i++) {
          this.values.push(this._io.readU2le());
        }
      }
      if ( ((this.runFlag != 1) && (!(this.isArray))) ) {
        this.bits = this._io.readBytes(8192);
      }
    }
    Object.defineProperty(Container.prototype, 'isArray', {
      get: function() {
        if (this._m_isArray !== undefined)
          return this._m_isArray;
        this._m_isArray =  ((this.runFlag != 1) && (this.numValues <= 4096)) ;
        return this._m_isArray;
      }
    });

    /**
     * Ascending, at most 4096.
     */

    /**
     * One bit per number, lowest first in each byte.
     */

    return Container;
  })();

  var Description = HudiRecordPositions.Description = (function() {
    function Description(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Description.prototype._read = function() {
      this.key = this._io.readU2le();
      this.cardinalityMinus1 = this._io.readU2le();
    }
    Object.defineProperty(Description.prototype, 'cardinality', {
      get: function() {
        if (this._m_cardinality !== undefined)
          return this._m_cardinality;
        this._m_cardinality = (this.cardinalityMinus1 + 1);
        return this._m_cardinality;
      }
    });

    /**
     * Upper 16 bits of all numbers in the container. Ascending.
     */

    return Description;
  })();

  var Run = HudiRecordPositions.Run = (function() {
    function Run(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Run.prototype._read = function() {
      this.start = this._io.readU2le();
      this.lengthMinus1 = this._io.readU2le();
    }

    return Run;
  })();

  /**
   * A bucket has at least 12 bytes.
   */

  return HudiRecordPositions;
})();
HudiRecordPositions_.HudiRecordPositions = HudiRecordPositions;
});
