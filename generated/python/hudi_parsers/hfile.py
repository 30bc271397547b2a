# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import hfile_block
from . import hfile_trailer


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Hfile(KaitaiStruct):
    """Sorted map of keys to values in blocks, as HBase and Hudi write it: data
    blocks, indexes, file info and a trailer of fixed size that points to them.
    Payloads are bytes here, because most files compress them; `hfile_block` names
    the grammar of each kind.
    
    .. seealso::
       Source - https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFile.java
    
    
    .. seealso::
       Source - https://hbase.apache.org/book.html#_hfile_format_2
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(Hfile, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.check_ofs_trailer = self._io.read_bytes(0)
        _ = self.check_ofs_trailer
        if not  ((len(_) == 0) and (self.ofs_trailer >= 0)) :
            raise kaitaistruct.ValidationExprError(self.check_ofs_trailer, self._io, u"/seq/0")
        if self.ofs_trailer > 0:
            pass
            self.blocks = []
            i = 0
            while True:
                _ = hfile_block.HfileBlock(self.has_checksums, (self.ofs_trailer - self._io.pos()), self._io)
                self.blocks.append(_)
                if self._io.pos() >= self.ofs_trailer:
                    break
                i += 1



    def _fetch_instances(self):
        pass
        if self.ofs_trailer > 0:
            pass
            for i in range(len(self.blocks)):
                pass
                self.blocks[i]._fetch_instances()


        _ = self.trailer
        if hasattr(self, '_m_trailer'):
            pass
            self._m_trailer._fetch_instances()

        _ = self.version
        if hasattr(self, '_m_version'):
            pass
            self._m_version._fetch_instances()


    class Version(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(Hfile.Version, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.minor = self._io.read_u1()
            self.major = self._io.read_bits_int_be(24)
            if not  ((self.major == 2) or (self.major == 3)) :
                raise kaitaistruct.ValidationNotAnyOfError(self.major, self._io, u"/types/version/seq/1")


        def _fetch_instances(self):
            pass


    @property
    def has_checksums(self):
        if hasattr(self, '_m_has_checksums'):
            return self._m_has_checksums

        self._m_has_checksums =  ((self.version.major >= 3) or (self.version.minor >= 1)) 
        return getattr(self, '_m_has_checksums', None)

    @property
    def len_trailer(self):
        if hasattr(self, '_m_len_trailer'):
            return self._m_len_trailer

        self._m_len_trailer = (212 if self.version.major == 2 else 4096)
        return getattr(self, '_m_len_trailer', None)

    @property
    def ofs_trailer(self):
        if hasattr(self, '_m_ofs_trailer'):
            return self._m_ofs_trailer

        self._m_ofs_trailer = (self._io.size() - self.len_trailer)
        return getattr(self, '_m_ofs_trailer', None)

    @property
    def trailer(self):
        """All of the trailer except the version."""
        if hasattr(self, '_m_trailer'):
            return self._m_trailer

        _pos = self._io.pos()
        self._io.seek(self.ofs_trailer)
        self._raw__m_trailer = self._io.read_bytes(self.len_trailer - 4)
        _io__raw__m_trailer = KaitaiStream(BytesIO(self._raw__m_trailer))
        self._m_trailer = hfile_trailer.HfileTrailer(self.version.major, self.version.minor, _io__raw__m_trailer)
        self._io.seek(_pos)
        return getattr(self, '_m_trailer', None)

    @property
    def version(self):
        if hasattr(self, '_m_version'):
            return self._m_version

        _pos = self._io.pos()
        self._io.seek(self._io.size() - 4)
        self._m_version = Hfile.Version(self._io, self, self._root)
        self._io.seek(_pos)
        return getattr(self, '_m_version', None)


