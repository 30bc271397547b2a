# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import hadoop_vlong


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HfileRootIndex(KaitaiStruct):
    """First keys of the blocks below, read completely. The number of entries is in
    the trailer of the file.
    
    .. seealso::
       Source - https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlockIndex.java
    """
    def __init__(self, num_entries, has_mid_key, _io, _parent=None, _root=None):
        super(HfileRootIndex, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.num_entries = num_entries
        self.has_mid_key = has_mid_key
        self._read()

    def _read(self):
        self.check_num_entries = self._io.read_bytes(0)
        _ = self.check_num_entries
        if not  ((len(_) == 0) and (self.num_entries >= 0) and (self.num_entries * 13 <= self._io.size() - self._io.pos())) :
            raise kaitaistruct.ValidationExprError(self.check_num_entries, self._io, u"/seq/0")
        self.entries = []
        for i in range(self.num_entries):
            self.entries.append(HfileRootIndex.Entry(self._io, self, self._root))

        if self.has_mid_key:
            pass
            self.mid_key = HfileRootIndex.MidKey(self._io, self, self._root)



    def _fetch_instances(self):
        pass
        for i in range(len(self.entries)):
            pass
            self.entries[i]._fetch_instances()

        if self.has_mid_key:
            pass
            self.mid_key._fetch_instances()


    class Entry(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HfileRootIndex.Entry, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.ofs_block = self._io.read_s8be()
            self.len_block = self._io.read_s4be()
            self.len_key = hadoop_vlong.HadoopVlong(self._io)
            self.check_len_key = self._io.read_bytes(0)
            _ = self.check_len_key
            if not  ((len(_) == 0) and (self.len_key.value >= 0) and (self.len_key.value <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.check_len_key, self._io, u"/types/entry/seq/3")
            self.key = self._io.read_bytes(self.len_key.value)


        def _fetch_instances(self):
            pass
            self.len_key._fetch_instances()


    class MidKey(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HfileRootIndex.MidKey, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.ofs_leaf_block = self._io.read_s8be()
            self.len_leaf_block = self._io.read_s4be()
            self.entry_in_leaf_block = self._io.read_s4be()


        def _fetch_instances(self):
            pass



