# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import hudi_log_block


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HudiLogIndex(KaitaiStruct):
    """Walks the blocks of a log file without reading their contents: `frame` reads a
    block up to its content length, everything after that is an instance at a
    computed position. `frame` needs no other part of the file, so a reader of
    damaged files can parse it at every magic.
    
    .. seealso::
       Source - https://hudi.apache.org/learn/tech-specs-1point0/#log-file-format
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(HudiLogIndex, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        if self._io.size() > 0:
            pass
            self.blocks = []
            i = 0
            while True:
                _ = HudiLogIndex.Block((self.blocks[-1].frame.ofs_end if len(self.blocks) != 0 else 0), self._io, self, self._root)
                self.blocks.append(_)
                if _.frame.ofs_end >= self._io.size():
                    break
                i += 1



    def _fetch_instances(self):
        pass
        if self._io.size() > 0:
            pass
            for i in range(len(self.blocks)):
                pass
                self.blocks[i]._fetch_instances()



    class Block(KaitaiStruct):
        def __init__(self, ofs_block, _io, _parent=None, _root=None):
            super(HudiLogIndex.Block, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.ofs_block = ofs_block
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass
            _ = self.frame
            if hasattr(self, '_m_frame'):
                pass
                self._m_frame._fetch_instances()


        @property
        def frame(self):
            if hasattr(self, '_m_frame'):
                return self._m_frame

            _pos = self._io.pos()
            self._io.seek(self.ofs_block)
            self._m_frame = HudiLogIndex.Frame(self._io, self, self._root)
            self._io.seek(_pos)
            return getattr(self, '_m_frame', None)


    class Extent(KaitaiStruct):
        """A range of bytes that is read only on request."""
        def __init__(self, ofs, len, _io, _parent=None, _root=None):
            super(HudiLogIndex.Extent, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.ofs = ofs
            self.len = len
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass

        @property
        def ofs_end(self):
            if hasattr(self, '_m_ofs_end'):
                return self._m_ofs_end

            self._m_ofs_end = (self.ofs + self.len)
            return getattr(self, '_m_ofs_end', None)


    class Frame(KaitaiStruct):
        """Starts at the current position. See `hudi_log_block` for the fields."""
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiLogIndex.Frame, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = self._io.read_bytes(6)
            if not self.magic == b"\x23\x48\x55\x44\x49\x23":
                raise kaitaistruct.ValidationNotEqualError(b"\x23\x48\x55\x44\x49\x23", self.magic, self._io, u"/types/frame/seq/0")
            self.len_block = self._io.read_s8be()
            _ = self.len_block
            if not  ((_ >= 32) and (_ <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.len_block, self._io, u"/types/frame/seq/1")
            self.format_version = self._io.read_s4be()
            if not self.format_version == 1:
                raise kaitaistruct.ValidationNotEqualError(1, self.format_version, self._io, u"/types/frame/seq/2")
            self.block_type = KaitaiStream.resolve_enum(hudi_log_block.HudiLogBlock.BlockType, self._io.read_s4be())
            if not isinstance(self.block_type, hudi_log_block.HudiLogBlock.BlockType):
                raise kaitaistruct.ValidationNotInEnumError(self.block_type, self._io, u"/types/frame/seq/3")
            self.header = hudi_log_block.HudiLogBlock.HeaderMap(((self._io.pos() + self.len_block) - 16), self._io)
            self.len_content = self._io.read_s8be()
            _ = self.len_content
            if not  ((_ >= 0) and (_ <= self.ofs_trailing - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.len_content, self._io, u"/types/frame/seq/5")
            self.extent = HudiLogIndex.Extent(self._io.pos(), self.len_content, self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.header._fetch_instances()
            self.extent._fetch_instances()
            _ = self.content
            if hasattr(self, '_m_content'):
                pass

            _ = self.footer
            if hasattr(self, '_m_footer'):
                pass
                self._m_footer._fetch_instances()

            _ = self.len_trailing
            if hasattr(self, '_m_len_trailing'):
                pass


        @property
        def content(self):
            """Read only on request."""
            if hasattr(self, '_m_content'):
                return self._m_content

            _pos = self._io.pos()
            self._io.seek(self.ofs_content)
            self._m_content = self._io.read_bytes(self.len_content)
            self._io.seek(_pos)
            return getattr(self, '_m_content', None)

        @property
        def footer(self):
            if hasattr(self, '_m_footer'):
                return self._m_footer

            _pos = self._io.pos()
            self._io.seek(self.ofs_footer)
            self._m_footer = hudi_log_block.HudiLogBlock.FooterMap(self.ofs_trailing, self._io)
            self._io.seek(_pos)
            return getattr(self, '_m_footer', None)

        @property
        def len_trailing(self):
            if hasattr(self, '_m_len_trailing'):
                return self._m_len_trailing

            _pos = self._io.pos()
            self._io.seek(self.ofs_trailing)
            self._m_len_trailing = self._io.read_s8be()
            if not self._m_len_trailing == self.len_block + 6:
                raise kaitaistruct.ValidationNotEqualError(self.len_block + 6, self._m_len_trailing, self._io, u"/types/frame/instances/len_trailing")
            self._io.seek(_pos)
            return getattr(self, '_m_len_trailing', None)

        @property
        def ofs_content(self):
            """Offset of `content`."""
            if hasattr(self, '_m_ofs_content'):
                return self._m_ofs_content

            self._m_ofs_content = self.extent.ofs
            return getattr(self, '_m_ofs_content', None)

        @property
        def ofs_end(self):
            """Offset of the first byte after the block."""
            if hasattr(self, '_m_ofs_end'):
                return self._m_ofs_end

            self._m_ofs_end = (self.ofs_trailing + 8)
            return getattr(self, '_m_ofs_end', None)

        @property
        def ofs_footer(self):
            """Offset of `footer`."""
            if hasattr(self, '_m_ofs_footer'):
                return self._m_ofs_footer

            self._m_ofs_footer = self.extent.ofs_end
            return getattr(self, '_m_ofs_footer', None)

        @property
        def ofs_trailing(self):
            """Offset of `len_trailing`, the end of the range for header, content and footer."""
            if hasattr(self, '_m_ofs_trailing'):
                return self._m_ofs_trailing

            self._m_ofs_trailing = self.header.ofs_end
            return getattr(self, '_m_ofs_trailing', None)



