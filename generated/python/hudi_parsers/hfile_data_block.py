# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import hadoop_vlong


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HfileDataBlock(KaitaiStruct):
    """Cells of a data block without encoding, in key order. In Hudi's HFiles the
    row of a cell is the record key, family and qualifier are empty.
    
    .. seealso::
       Source - https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java
    """
    def __init__(self, has_tags, has_mvcc, _io, _parent=None, _root=None):
        super(HfileDataBlock, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.has_tags = has_tags
        self.has_mvcc = has_mvcc
        self._read()

    def _read(self):
        self.entries = []
        i = 0
        while not self._io.is_eof():
            self.entries.append(HfileDataBlock.Entry(self._io, self, self._root))
            i += 1



    def _fetch_instances(self):
        pass
        for i in range(len(self.entries)):
            pass
            self.entries[i]._fetch_instances()


    class Entry(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HfileDataBlock.Entry, self).__init__(_io)
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
            self.len_row = self._io.read_u2be()
            _ = self.len_row
            if not _ <= self.len_key - 12:
                raise kaitaistruct.ValidationExprError(self.len_row, self._io, u"/types/entry/seq/2")
            self.row = self._io.read_bytes(self.len_row)
            self.len_family = self._io.read_u1()
            _ = self.len_family
            if not _ <= (self.len_key - 12) - self.len_row:
                raise kaitaistruct.ValidationExprError(self.len_family, self._io, u"/types/entry/seq/4")
            self.family = self._io.read_bytes(self.len_family)
            self.qualifier = self._io.read_bytes(((self.len_key - 12) - self.len_row) - self.len_family)
            self.timestamp = self._io.read_s8be()
            self.key_type = self._io.read_u1()
            self.value = self._io.read_bytes(self.len_value)
            if self._parent.has_tags:
                pass
                self.len_tags = self._io.read_u2be()
                _ = self.len_tags
                if not _ <= self._io.size() - self._io.pos():
                    raise kaitaistruct.ValidationExprError(self.len_tags, self._io, u"/types/entry/seq/10")

            if self._parent.has_tags:
                pass
                self.tags = self._io.read_bytes(self.len_tags)

            if self._parent.has_mvcc:
                pass
                self.mvcc = hadoop_vlong.HadoopVlong(self._io)



        def _fetch_instances(self):
            pass
            if self._parent.has_tags:
                pass

            if self._parent.has_tags:
                pass

            if self._parent.has_mvcc:
                pass
                self.mvcc._fetch_instances()




