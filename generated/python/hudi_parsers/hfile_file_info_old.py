# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import hadoop_vlong


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HfileFileInfoOld(KaitaiStruct):
    """Map of bytes to bytes about the entire file, as Hadoop writables.
    
    .. seealso::
       Source - https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileInfo.java
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(HfileFileInfoOld, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.num_entries = self._io.read_s4be()
        _ = self.num_entries
        if not  ((_ >= 0) and (_ * 3 <= self._io.size() - self._io.pos())) :
            raise kaitaistruct.ValidationExprError(self.num_entries, self._io, u"/seq/0")
        self.entries = []
        for i in range(self.num_entries):
            self.entries.append(HfileFileInfoOld.Entry(self._io, self, self._root))



    def _fetch_instances(self):
        pass
        for i in range(len(self.entries)):
            pass
            self.entries[i]._fetch_instances()


    class Entry(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HfileFileInfoOld.Entry, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_first = hadoop_vlong.HadoopVlong(self._io)
            self.check_len_first = self._io.read_bytes(0)
            _ = self.check_len_first
            if not  ((len(_) == 0) and (self.len_first.value >= 0) and (self.len_first.value <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.check_len_first, self._io, u"/types/entry/seq/1")
            self.first = self._io.read_bytes(self.len_first.value)
            self.class_id = self._io.read_u1()
            self.len_second = hadoop_vlong.HadoopVlong(self._io)
            self.check_len_second = self._io.read_bytes(0)
            _ = self.check_len_second
            if not  ((len(_) == 0) and (self.len_second.value >= 0) and (self.len_second.value <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.check_len_second, self._io, u"/types/entry/seq/5")
            self.second = self._io.read_bytes(self.len_second.value)


        def _fetch_instances(self):
            pass
            self.len_first._fetch_instances()
            self.len_second._fetch_instances()



