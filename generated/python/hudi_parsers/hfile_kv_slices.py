# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HfileKvSlices(KaitaiStruct):
    """Same bytes as `hfile_data_block`, parsed in less detail, for readers that need
    only keys and values: an MVCC of one byte, no tags.
    
    .. seealso::
       Source - https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(HfileKvSlices, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.entries = []
        i = 0
        while not self._io.is_eof():
            self.entries.append(HfileKvSlices.Entry(self._io, self, self._root))
            i += 1



    def _fetch_instances(self):
        pass
        for i in range(len(self.entries)):
            pass
            self.entries[i]._fetch_instances()


    class Entry(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HfileKvSlices.Entry, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_key = self._io.read_s4be()
            _ = self.len_key
            if not  ((_ >= 12) and (_ <= (self._io.size() - self._io.pos()) - 4)) :
                raise kaitaistruct.ValidationExprError(self.len_key, self._io, u"/types/entry/seq/0")
            self.len_value = self._io.read_s4be()
            _ = self.len_value
            if not  ((_ >= 0) and (_ <= (self._io.size() - self._io.pos()) - self.len_key)) :
                raise kaitaistruct.ValidationExprError(self.len_value, self._io, u"/types/entry/seq/1")
            self.key = self._io.read_bytes(self.len_key)
            self.value = self._io.read_bytes(self.len_value)
            self.mvcc = self._io.read_u1()
            if not self.mvcc <= 127:
                raise kaitaistruct.ValidationGreaterThanError(127, self.mvcc, self._io, u"/types/entry/seq/4")


        def _fetch_instances(self):
            pass



