# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import varint


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HfileFileInfo(KaitaiStruct):
    """Map of bytes to bytes about the whole file, as a protobuf message of
    repeated pairs.
    
    .. seealso::
       Source - https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileInfo.java
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(HfileFileInfo, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\x50\x42\x55\x46":
            raise kaitaistruct.ValidationNotEqualError(b"\x50\x42\x55\x46", self.magic, self._io, u"/seq/0")
        self.len_message = varint.Varint(self._io)
        self.check_len_message = self._io.read_bytes(0)
        _ = self.check_len_message
        if not  ((len(_) == 0) and (self.len_message.value >= 0) and (self.len_message.value <= self._io.size() - self._io.pos())) :
            raise kaitaistruct.ValidationExprError(self.check_len_message, self._io, u"/seq/2")
        self._raw_message = self._io.read_bytes(self.len_message.value)
        _io__raw_message = KaitaiStream(BytesIO(self._raw_message))
        self.message = HfileFileInfo.InfoProto(_io__raw_message, self, self._root)


    def _fetch_instances(self):
        pass
        self.len_message._fetch_instances()
        self.message._fetch_instances()

    class BytesField(KaitaiStruct):
        def __init__(self, expected_tag, _io, _parent=None, _root=None):
            super(HfileFileInfo.BytesField, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.expected_tag = expected_tag
            self._read()

        def _read(self):
            self.tag = self._io.read_u1()
            if not self.tag == self.expected_tag:
                raise kaitaistruct.ValidationNotEqualError(self.expected_tag, self.tag, self._io, u"/types/bytes_field/seq/0")
            self.len_value = varint.Varint(self._io)
            self.check_len_value = self._io.read_bytes(0)
            _ = self.check_len_value
            if not  ((len(_) == 0) and (self.len_value.value >= 0) and (self.len_value.value <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.check_len_value, self._io, u"/types/bytes_field/seq/2")
            self.value = self._io.read_bytes(self.len_value.value)


        def _fetch_instances(self):
            pass
            self.len_value._fetch_instances()


    class InfoProto(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HfileFileInfo.InfoProto, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.entries = []
            i = 0
            while not self._io.is_eof():
                self.entries.append(HfileFileInfo.MapEntry(self._io, self, self._root))
                i += 1



        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass
                self.entries[i]._fetch_instances()



    class MapEntry(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HfileFileInfo.MapEntry, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.tag = self._io.read_bytes(1)
            if not self.tag == b"\x0A":
                raise kaitaistruct.ValidationNotEqualError(b"\x0A", self.tag, self._io, u"/types/map_entry/seq/0")
            self.len_pair = varint.Varint(self._io)
            self.check_len_pair = self._io.read_bytes(0)
            _ = self.check_len_pair
            if not  ((len(_) == 0) and (self.len_pair.value >= 0) and (self.len_pair.value <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.check_len_pair, self._io, u"/types/map_entry/seq/2")
            self._raw_pair = self._io.read_bytes(self.len_pair.value)
            _io__raw_pair = KaitaiStream(BytesIO(self._raw_pair))
            self.pair = HfileFileInfo.Pair(_io__raw_pair, self, self._root)


        def _fetch_instances(self):
            pass
            self.len_pair._fetch_instances()
            self.pair._fetch_instances()


    class Pair(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HfileFileInfo.Pair, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.first = HfileFileInfo.BytesField(10, self._io, self, self._root)
            self.second = HfileFileInfo.BytesField(18, self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.first._fetch_instances()
            self.second._fetch_instances()



