# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import varint


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HfileFileInfo(KaitaiStruct):
    """Map of bytes to bytes about the entire file, as a protobuf message of repeated
    pairs. Unknown protobuf fields are skipped.
    
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

    class Field(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HfileFileInfo.Field, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.key = varint.Varint(self._io)
            self.check_key = self._io.read_bytes(0)
            _ = self.check_key
            if not  ((len(_) == 0) and (self.tag >= 1) and ( ((self.wire_type == 0) or (self.wire_type == 1) or (self.wire_type == 2) or (self.wire_type == 5)) ) and ( ((self.tag != 1) or (self.wire_type == 2)) )) :
                raise kaitaistruct.ValidationExprError(self.check_key, self._io, u"/types/field/seq/1")
            if self.wire_type == 0:
                pass
                self.varint = varint.Varint(self._io)

            if self.wire_type == 2:
                pass
                self.len_bytes = varint.Varint(self._io)

            if self.wire_type == 2:
                pass
                self.check_len_bytes = self._io.read_bytes(0)
                _ = self.check_len_bytes
                if not  ((len(_) == 0) and (self.len_bytes.value >= 0) and (self.len_bytes.value <= self._io.size() - self._io.pos())) :
                    raise kaitaistruct.ValidationExprError(self.check_len_bytes, self._io, u"/types/field/seq/4")

            if self.is_pair:
                pass
                self._raw_pair = self._io.read_bytes(self.len_bytes.value)
                _io__raw_pair = KaitaiStream(BytesIO(self._raw_pair))
                self.pair = HfileFileInfo.Pair(_io__raw_pair, self, self._root)

            if  ((self.wire_type == 2) and ((not (self.is_pair)))) :
                pass
                self.bytes = self._io.read_bytes(self.len_bytes.value)

            if self.wire_type == 1:
                pass
                self.fixed64 = self._io.read_u8le()

            if self.wire_type == 5:
                pass
                self.fixed32 = self._io.read_u4le()



        def _fetch_instances(self):
            pass
            self.key._fetch_instances()
            if self.wire_type == 0:
                pass
                self.varint._fetch_instances()

            if self.wire_type == 2:
                pass
                self.len_bytes._fetch_instances()

            if self.wire_type == 2:
                pass

            if self.is_pair:
                pass
                self.pair._fetch_instances()

            if  ((self.wire_type == 2) and ((not (self.is_pair)))) :
                pass

            if self.wire_type == 1:
                pass

            if self.wire_type == 5:
                pass


        @property
        def is_pair(self):
            if hasattr(self, '_m_is_pair'):
                return self._m_is_pair

            self._m_is_pair = self.tag == 1
            return getattr(self, '_m_is_pair', None)

        @property
        def tag(self):
            if hasattr(self, '_m_tag'):
                return self._m_tag

            self._m_tag = (self.key.value // 8)
            return getattr(self, '_m_tag', None)

        @property
        def wire_type(self):
            if hasattr(self, '_m_wire_type'):
                return self._m_wire_type

            self._m_wire_type = (self.key.value % 8)
            return getattr(self, '_m_wire_type', None)


    class InfoProto(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HfileFileInfo.InfoProto, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.fields = []
            i = 0
            while not self._io.is_eof():
                self.fields.append(HfileFileInfo.Field(self._io, self, self._root))
                i += 1



        def _fetch_instances(self):
            pass
            for i in range(len(self.fields)):
                pass
                self.fields[i]._fetch_instances()



    class Pair(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HfileFileInfo.Pair, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.fields = []
            i = 0
            while not self._io.is_eof():
                self.fields.append(HfileFileInfo.PairField(i, (-1 if i == 0 else self.fields[i - 1].first_at), (-1 if i == 0 else self.fields[i - 1].second_at), self._io, self, self._root))
                i += 1

            self.check_parts = self._io.read_bytes(0)
            _ = self.check_parts
            if not  ((len(_) == 0) and ((self.fields[-1].first_at if len(self.fields) > 0 else -1) >= 0) and ((self.fields[-1].second_at if len(self.fields) > 0 else -1) >= 0)) :
                raise kaitaistruct.ValidationExprError(self.check_parts, self._io, u"/types/pair/seq/1")


        def _fetch_instances(self):
            pass
            for i in range(len(self.fields)):
                pass
                self.fields[i]._fetch_instances()


        @property
        def first(self):
            """Name of the entry."""
            if hasattr(self, '_m_first'):
                return self._m_first

            self._m_first = self.fields[self.fields[-1].first_at].bytes
            return getattr(self, '_m_first', None)

        @property
        def second(self):
            """Value of the entry."""
            if hasattr(self, '_m_second'):
                return self._m_second

            self._m_second = self.fields[self.fields[-1].second_at].bytes
            return getattr(self, '_m_second', None)


    class PairField(KaitaiStruct):
        def __init__(self, index, prev_first_at, prev_second_at, _io, _parent=None, _root=None):
            super(HfileFileInfo.PairField, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.index = index
            self.prev_first_at = prev_first_at
            self.prev_second_at = prev_second_at
            self._read()

        def _read(self):
            self.key = varint.Varint(self._io)
            self.check_key = self._io.read_bytes(0)
            _ = self.check_key
            if not  ((len(_) == 0) and (self.tag >= 1) and ( ((self.wire_type == 0) or (self.wire_type == 1) or (self.wire_type == 2) or (self.wire_type == 5)) ) and ( ((self.tag > 2) or (self.wire_type == 2)) )) :
                raise kaitaistruct.ValidationExprError(self.check_key, self._io, u"/types/pair_field/seq/1")
            if self.wire_type == 0:
                pass
                self.varint = varint.Varint(self._io)

            if self.wire_type == 2:
                pass
                self.len_bytes = varint.Varint(self._io)

            if self.wire_type == 2:
                pass
                self.check_len_bytes = self._io.read_bytes(0)
                _ = self.check_len_bytes
                if not  ((len(_) == 0) and (self.len_bytes.value >= 0) and (self.len_bytes.value <= self._io.size() - self._io.pos())) :
                    raise kaitaistruct.ValidationExprError(self.check_len_bytes, self._io, u"/types/pair_field/seq/4")

            if self.wire_type == 2:
                pass
                self.bytes = self._io.read_bytes(self.len_bytes.value)

            if self.wire_type == 1:
                pass
                self.fixed64 = self._io.read_u8le()

            if self.wire_type == 5:
                pass
                self.fixed32 = self._io.read_u4le()



        def _fetch_instances(self):
            pass
            self.key._fetch_instances()
            if self.wire_type == 0:
                pass
                self.varint._fetch_instances()

            if self.wire_type == 2:
                pass
                self.len_bytes._fetch_instances()

            if self.wire_type == 2:
                pass

            if self.wire_type == 2:
                pass

            if self.wire_type == 1:
                pass

            if self.wire_type == 5:
                pass


        @property
        def first_at(self):
            if hasattr(self, '_m_first_at'):
                return self._m_first_at

            self._m_first_at = (self.index if self.tag == 1 else self.prev_first_at)
            return getattr(self, '_m_first_at', None)

        @property
        def second_at(self):
            if hasattr(self, '_m_second_at'):
                return self._m_second_at

            self._m_second_at = (self.index if self.tag == 2 else self.prev_second_at)
            return getattr(self, '_m_second_at', None)

        @property
        def tag(self):
            if hasattr(self, '_m_tag'):
                return self._m_tag

            self._m_tag = (self.key.value // 8)
            return getattr(self, '_m_tag', None)

        @property
        def wire_type(self):
            if hasattr(self, '_m_wire_type'):
                return self._m_wire_type

            self._m_wire_type = (self.key.value % 8)
            return getattr(self, '_m_wire_type', None)



