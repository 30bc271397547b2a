# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HfileLeafIndex(KaitaiStruct):
    """First keys of the blocks below, with a table of offsets for binary search.
    
    .. seealso::
       Source - https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlockIndex.java
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(HfileLeafIndex, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.num_entries = self._io.read_s4be()
        _ = self.num_entries
        if not  ((_ >= 0) and ((_ * 16 + 4) <= self._io.size() - self._io.pos())) :
            raise kaitaistruct.ValidationExprError(self.num_entries, self._io, u"/seq/0")
        self.ofs_entries = []
        for i in range(self.num_entries + 1):
            self.ofs_entries.append(self._io.read_s4be())

        self.check_ofs_entries = self._io.read_bytes(0)
        _ = self.check_ofs_entries
        if not  ((len(_) == 0) and (self.ofs_entries[0] == 0) and (self.ofs_entries[-1] == self._io.size() - self._io.pos())) :
            raise kaitaistruct.ValidationExprError(self.check_ofs_entries, self._io, u"/seq/2")
        self.entries = []
        for i in range(self.num_entries):
            self.entries.append(HfileLeafIndex.Entry(self.ofs_entries[i + 1] - self.ofs_entries[i], self._io, self, self._root))



    def _fetch_instances(self):
        pass
        for i in range(len(self.ofs_entries)):
            pass

        for i in range(len(self.entries)):
            pass
            self.entries[i]._fetch_instances()


    class Entry(KaitaiStruct):
        def __init__(self, len_entry, _io, _parent=None, _root=None):
            super(HfileLeafIndex.Entry, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.len_entry = len_entry
            self._read()

        def _read(self):
            self.check_len_entry = self._io.read_bytes(0)
            _ = self.check_len_entry
            if not  ((len(_) == 0) and (self.len_entry >= 12) and (self.len_entry <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.check_len_entry, self._io, u"/types/entry/seq/0")
            self.ofs_block = self._io.read_s8be()
            self.len_block = self._io.read_s4be()
            self.key = self._io.read_bytes(self.len_entry - 12)


        def _fetch_instances(self):
            pass



