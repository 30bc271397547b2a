// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './HudiLogBlock'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./HudiLogBlock'));
  } else {
    factory(root.HudiLogIndex || (root.HudiLogIndex = {}), root.KaitaiStream, root.HudiLogBlock || (root.HudiLogBlock = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (HudiLogIndex_, KaitaiStream, HudiLogBlock_) {
/**
 * Walks the blocks of a log file without reading their contents: `frame` reads a
 * block up to its content length, everything after that is an instance at a
 * computed position. `frame` needs no other part of the file, so a reader of
 * damaged files can parse it at every magic.
 * @see {@link https://hudi.apache.org/learn/tech-specs-1point0/#log-file-format|Source}
 */

var HudiLogIndex = (function() {
  function HudiLogIndex(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  HudiLogIndex.prototype._read = function() {
    if (this._io.size > 0) {
      this.blocks = [];
      var i = 0;
      do {
        var _ = new Block(this._io, this, this._root, (this.blocks.length != 0 ? this.blocks[this.blocks.length - 1].frame.ofsEnd : 0));
        this.blocks.push(_);
        i++;
      } while (!(_.frame.ofsEnd >= this._io.size));
    }
  }

  var Block = HudiLogIndex.Block = (function() {
    function Block(_io, _parent, _root, ofsBlock) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.ofsBlock = ofsBlock;

      this._read();
    }
    Block.prototype._read = function() {
    }
    Object.defineProperty(Block.prototype, 'frame', {
      get: function() {
        if (this._m_frame !== undefined)
          return this._m_frame;
        var _pos = this._io.pos;
        this._io.seek(this.ofsBlock);
        this._m_frame = new Frame(this._io, this, this._root);
        this._io.seek(_pos);
        return this._m_frame;
      }
    });

    /**
     * Offset of the block's magic.
     */

    return Block;
  })();

  /**
   * A range of bytes that is read only on request.
   */

  var Extent = HudiLogIndex.Extent = (function() {
    function Extent(_io, _parent, _root, ofs, len) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.ofs = ofs;
      this.len = len;

      this._read();
    }
    Extent.prototype._read = function() {
    }
    Object.defineProperty(Extent.prototype, 'ofsEnd', {
      get: function() {
        if (this._m_ofsEnd !== undefined)
          return this._m_ofsEnd;
        this._m_ofsEnd = (this.ofs + this.len);
        return this._m_ofsEnd;
      }
    });

    /**
     * Current position of the parser.
     */

    return Extent;
  })();

  /**
   * Starts at the current position. See `hudi_log_block` for the fields.
   */

  var Frame = HudiLogIndex.Frame = (function() {
    function Frame(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Frame.prototype._read = function() {
      this.magic = this._io.readBytes(6);
      if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([35, 72, 85, 68, 73, 35])) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([35, 72, 85, 68, 73, 35]), this.magic, this._io, "/types/frame/seq/0");
      }
      this.lenBlock = this._io.readS8be();
      var _ = this.lenBlock;
      if (!( ((_ >= 32) && (_ <= this._io.size - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.lenBlock, this._io, "/types/frame/seq/1");
      }
      this.formatVersion = this._io.readS4be();
      if (!(this.formatVersion == 1)) {
        throw new KaitaiStream.ValidationNotEqualError(1, this.formatVersion, this._io, "/types/frame/seq/2");
      }
      this.blockType = this._io.readS4be();
      if (!Object.prototype.hasOwnProperty.call(HudiLogBlock_.HudiLogBlock.BlockType, this.blockType)) {
        throw new KaitaiStream.ValidationNotInEnumError(this.blockType, this._io, "/types/frame/seq/3");
      }
      this.header = new HudiLogBlock_.HudiLogBlock.HeaderMap(this._io, null, null, ((this._io.pos + this.lenBlock) - 16));
      this.lenContent = this._io.readS8be();
      var _ = this.lenContent;
      if (!( ((_ >= 0) && (_ <= this.ofsTrailing - this._io.pos)) )) {
        throw new KaitaiStream.ValidationExprError(this.lenContent, this._io, "/types/frame/seq/5");
      }
      this.extent = new Extent(this._io, this, this._root, this._io.pos, this.lenContent);
    }

    /**
     * Read only on request.
     */
    Object.defineProperty(Frame.prototype, 'content', {
      get: function() {
        if (this._m_content !== undefined)
          return this._m_content;
        var _pos = this._io.pos;
        this._io.seek(this.ofsContent);
        this._m_content = this._io.readBytes(this.lenContent);
        this._io.seek(_pos);
        return this._m_content;
      }
    });
    Object.defineProperty(Frame.prototype, 'footer', {
      get: function() {
        if (this._m_footer !== undefined)
          return this._m_footer;
        var _pos = this._io.pos;
        this._io.seek(this.ofsFooter);
        this._m_footer = new HudiLogBlock_.HudiLogBlock.FooterMap(this._io, null, null, this.ofsTrailing);
        this._io.seek(_pos);
        return this._m_footer;
      }
    });
    Object.defineProperty(Frame.prototype, 'lenTrailing', {
      get: function() {
        if (this._m_lenTrailing !== undefined)
          return this._m_lenTrailing;
        var _pos = this._io.pos;
        this._io.seek(this.ofsTrailing);
        this._m_lenTrailing = this._io.readS8be();
        if (!(this._m_lenTrailing == this.lenBlock + 6)) {
          throw new KaitaiStream.ValidationNotEqualError(this.lenBlock + 6, this._m_lenTrailing, this._io, "/types/frame/instances/len_trailing");
        }
        this._io.seek(_pos);
        return this._m_lenTrailing;
      }
    });

    /**
     * Offset of `content`.
     */
    Object.defineProperty(Frame.prototype, 'ofsContent', {
      get: function() {
        if (this._m_ofsContent !== undefined)
          return this._m_ofsContent;
        this._m_ofsContent = this.extent.ofs;
        return this._m_ofsContent;
      }
    });

    /**
     * Offset of the first byte after the block.
     */
    Object.defineProperty(Frame.prototype, 'ofsEnd', {
      get: function() {
        if (this._m_ofsEnd !== undefined)
          return this._m_ofsEnd;
        this._m_ofsEnd = (this.ofsTrailing + 8);
        return this._m_ofsEnd;
      }
    });

    /**
     * Offset of `footer`.
     */
    Object.defineProperty(Frame.prototype, 'ofsFooter', {
      get: function() {
        if (this._m_ofsFooter !== undefined)
          return this._m_ofsFooter;
        this._m_ofsFooter = this.extent.ofsEnd;
        return this._m_ofsFooter;
      }
    });

    /**
     * Offset of `len_trailing`, the end of the range for header, content and footer.
     */
    Object.defineProperty(Frame.prototype, 'ofsTrailing', {
      get: function() {
        if (this._m_ofsTrailing !== undefined)
          return this._m_ofsTrailing;
        this._m_ofsTrailing = this.header.ofsEnd;
        return this._m_ofsTrailing;
      }
    });

    /**
     * Position of `content`; reads no bytes.
     */

    return Frame;
  })();

  return HudiLogIndex;
})();
HudiLogIndex_.HudiLogIndex = HudiLogIndex;
});
