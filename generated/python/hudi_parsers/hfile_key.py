# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HfileKey(KaitaiStruct):
    """Key of a cell, of an entry of a data index, of `hfile.LASTKEY` and of an entry
    of a Bloom index by row and column. The surrounding structure determines its
    length.
    
    .. seealso::
       Source - https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/KeyValue.java
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(HfileKey, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.len_row = self._io.read_u2be()
        _ = self.len_row
        if not _ <= (self._io.size() - self._io.pos()) - 10:
            raise kaitaistruct.ValidationExprError(self.len_row, self._io, u"/seq/0")
        self.row = self._io.read_bytes(self.len_row)
        self.len_family = self._io.read_u1()
        _ = self.len_family
        if not _ <= (self._io.size() - self._io.pos()) - 9:
            raise kaitaistruct.ValidationExprError(self.len_family, self._io, u"/seq/2")
        self.family = self._io.read_bytes(self.len_family)
        self.qualifier = self._io.read_bytes((self._io.size() - self._io.pos()) - 9)
        self.timestamp = self._io.read_s8be()
        self.key_type = self._io.read_u1()


    def _fetch_instances(self):
        pass


