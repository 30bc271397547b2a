# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HfileTags(KaitaiStruct):
    """The tags part of a cell, without the length before it.
    
    .. seealso::
       Source - https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/Tag.java
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(HfileTags, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.tags = []
        i = 0
        while not self._io.is_eof():
            self.tags.append(HfileTags.Tag(self._io, self, self._root))
            i += 1



    def _fetch_instances(self):
        pass
        for i in range(len(self.tags)):
            pass
            self.tags[i]._fetch_instances()


    class Tag(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HfileTags.Tag, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_tag = self._io.read_u2be()
            _ = self.len_tag
            if not  ((_ >= 1) and (_ <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.len_tag, self._io, u"/types/tag/seq/0")
            self.tag_type = self._io.read_u1()
            self.body = self._io.read_bytes(self.len_tag - 1)


        def _fetch_instances(self):
            pass



