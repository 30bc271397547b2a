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
        self.ends = []
        for i in range(self.num_entries + 1):
            self.ends.append(HfileLeafIndex.End(i == 0, self.num_entries - i, (0 if i == 0 else self.ends[i - 1].ofs_end), self._io, self, self._root))

        self.entries = []
        for i in range(self.num_entries):
            self.entries.append(HfileLeafIndex.Entry(self.ends[i + 1].ofs_end - self.ends[i].ofs_end, self._io, self, self._root))



    def _fetch_instances(self):
        pass
        for i in range(len(self.ends)):
            pass
            self.ends[i]._fetch_instances()

        for i in range(len(self.entries)):
            pass
            self.entries[i]._fetch_instances()


    class End(KaitaiStruct):
        def __init__(self, is_first, num_left, prev, _io, _parent=None, _root=None):
            super(HfileLeafIndex.End, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_first = is_first
            self.num_left = num_left
            self.prev = prev
            self._read()

        def _read(self):
            self.ofs_end = self._io.read_s4be()
            _ = self.ofs_end
            if not  (((_ == 0 if self.is_first else _ >= self.prev + 12)) and ((_ == self._io.size() - self._io.pos() if self.num_left == 0 else _ <= (self._io.size() - self._io.pos()) - self.num_left * 16))) :
                raise kaitaistruct.ValidationExprError(self.ofs_end, self._io, u"/types/end/seq/0")


        def _fetch_instances(self):
            pass


    class Entry(KaitaiStruct):
        def __init__(self, len_entry, _io, _parent=None, _root=None):
            super(HfileLeafIndex.Entry, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.len_entry = len_entry
            self._read()

        def _read(self):
            self.ofs_block = self._io.read_s8be()
            self.len_block = self._io.read_s4be()
            self.key = self._io.read_bytes(self.len_entry - 12)


        def _fetch_instances(self):
            pass



