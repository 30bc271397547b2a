# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import varint


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HfileTrailer(KaitaiStruct):
    """The last 212 bytes (major version 2) or 4096 bytes (major version 3) of a file
    without the last four, which are the version. From version 2.2 on it is a
    protobuf message and zeros, in earlier versions a sequence of fixed fields.
    
    .. seealso::
       Source - https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/FixedFileTrailer.java
    """
    def __init__(self, major, minor, _io, _parent=None, _root=None):
        super(HfileTrailer, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.major = major
        self.minor = minor
        self._read()

    def _read(self):
        self.magic = self._io.read_bytes(8)
        if not self.magic == b"\x54\x52\x41\x42\x4C\x4B\x22\x24":
            raise kaitaistruct.ValidationNotEqualError(b"\x54\x52\x41\x42\x4C\x4B\x22\x24", self.magic, self._io, u"/seq/0")
        if self.has_message:
            pass
            self.len_message = varint.Varint(self._io)

        if self.has_message:
            pass
            self.check_len_message = self._io.read_bytes(0)
            _ = self.check_len_message
            if not  ((len(_) == 0) and (self.len_message.value >= 0) and (self.len_message.value <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.check_len_message, self._io, u"/seq/2")

        if self.has_message:
            pass
            self._raw_message = self._io.read_bytes(self.len_message.value)
            _io__raw_message = KaitaiStream(BytesIO(self._raw_message))
            self.message = HfileTrailer.TrailerProto(_io__raw_message, self, self._root)

        if (not (self.has_message)):
            pass
            self.fixed = HfileTrailer.FixedFields(self._io, self, self._root)



    def _fetch_instances(self):
        pass
        if self.has_message:
            pass
            self.len_message._fetch_instances()

        if self.has_message:
            pass

        if self.has_message:
            pass
            self.message._fetch_instances()

        if (not (self.has_message)):
            pass
            self.fixed._fetch_instances()


    class FixedFields(KaitaiStruct):
        """Versions 2.0 and 2.1."""
        def __init__(self, _io, _parent=None, _root=None):
            super(HfileTrailer.FixedFields, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.ofs_file_info = self._io.read_s8be()
            self.ofs_load_on_open = self._io.read_s8be()
            self.num_data_index_entries = self._io.read_s4be()
            if not self.num_data_index_entries >= 0:
                raise kaitaistruct.ValidationLessThanError(0, self.num_data_index_entries, self._io, u"/types/fixed_fields/seq/2")
            self.len_data_index_inflated = self._io.read_s8be()
            self.num_meta_index_entries = self._io.read_s4be()
            if not self.num_meta_index_entries >= 0:
                raise kaitaistruct.ValidationLessThanError(0, self.num_meta_index_entries, self._io, u"/types/fixed_fields/seq/4")
            self.len_total_inflated = self._io.read_s8be()
            self.num_entries = self._io.read_s8be()
            if not self.num_entries >= 0:
                raise kaitaistruct.ValidationLessThanError(0, self.num_entries, self._io, u"/types/fixed_fields/seq/6")
            self.compression_codec = self._io.read_s4be()
            self.num_data_index_levels = self._io.read_s4be()
            if not self.num_data_index_levels >= 1:
                raise kaitaistruct.ValidationLessThanError(1, self.num_data_index_levels, self._io, u"/types/fixed_fields/seq/8")
            self.ofs_first_data_block = self._io.read_s8be()
            self.ofs_last_data_block = self._io.read_s8be()
            self.comparator_class_name = self._io.read_bytes(128)


        def _fetch_instances(self):
            pass


    class TrailerField(KaitaiStruct):
        def __init__(self, index, prev_ofs_file_info, prev_ofs_load_on_open, prev_len_data_index_inflated, prev_len_total_inflated, prev_num_data_index_entries, prev_num_meta_index_entries, prev_num_entries, prev_num_data_index_levels, prev_ofs_first_data_block, prev_ofs_last_data_block, prev_compression_codec, prev_comparator_at, prev_encryption_key_at, _io, _parent=None, _root=None):
            super(HfileTrailer.TrailerField, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.index = index
            self.prev_ofs_file_info = prev_ofs_file_info
            self.prev_ofs_load_on_open = prev_ofs_load_on_open
            self.prev_len_data_index_inflated = prev_len_data_index_inflated
            self.prev_len_total_inflated = prev_len_total_inflated
            self.prev_num_data_index_entries = prev_num_data_index_entries
            self.prev_num_meta_index_entries = prev_num_meta_index_entries
            self.prev_num_entries = prev_num_entries
            self.prev_num_data_index_levels = prev_num_data_index_levels
            self.prev_ofs_first_data_block = prev_ofs_first_data_block
            self.prev_ofs_last_data_block = prev_ofs_last_data_block
            self.prev_compression_codec = prev_compression_codec
            self.prev_comparator_at = prev_comparator_at
            self.prev_encryption_key_at = prev_encryption_key_at
            self._read()

        def _read(self):
            self.key = varint.Varint(self._io)
            self.check_key = self._io.read_bytes(0)
            _ = self.check_key
            if not  ((len(_) == 0) and (self.tag >= 1) and ( ((self.wire_type == 0) or (self.wire_type == 1) or (self.wire_type == 2) or (self.wire_type == 5)) )) :
                raise kaitaistruct.ValidationExprError(self.check_key, self._io, u"/types/trailer_field/seq/1")
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
                    raise kaitaistruct.ValidationExprError(self.check_len_bytes, self._io, u"/types/trailer_field/seq/4")

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
        def comparator_at(self):
            """Position of the field in `fields`, -1 for none so far."""
            if hasattr(self, '_m_comparator_at'):
                return self._m_comparator_at

            self._m_comparator_at = (self.index if  ((self.tag == 11) and (self.wire_type == 2))  else self.prev_comparator_at)
            return getattr(self, '_m_comparator_at', None)

        @property
        def compression_codec(self):
            if hasattr(self, '_m_compression_codec'):
                return self._m_compression_codec

            self._m_compression_codec = (self.varint.value if  ((self.tag == 12) and (self.wire_type == 0))  else self.prev_compression_codec)
            return getattr(self, '_m_compression_codec', None)

        @property
        def encryption_key_at(self):
            """Position of the field in `fields`, -1 for none so far."""
            if hasattr(self, '_m_encryption_key_at'):
                return self._m_encryption_key_at

            self._m_encryption_key_at = (self.index if  ((self.tag == 13) and (self.wire_type == 2))  else self.prev_encryption_key_at)
            return getattr(self, '_m_encryption_key_at', None)

        @property
        def len_data_index_inflated(self):
            if hasattr(self, '_m_len_data_index_inflated'):
                return self._m_len_data_index_inflated

            self._m_len_data_index_inflated = (self.varint.value if  ((self.tag == 3) and (self.wire_type == 0))  else self.prev_len_data_index_inflated)
            return getattr(self, '_m_len_data_index_inflated', None)

        @property
        def len_total_inflated(self):
            if hasattr(self, '_m_len_total_inflated'):
                return self._m_len_total_inflated

            self._m_len_total_inflated = (self.varint.value if  ((self.tag == 4) and (self.wire_type == 0))  else self.prev_len_total_inflated)
            return getattr(self, '_m_len_total_inflated', None)

        @property
        def num_data_index_entries(self):
            if hasattr(self, '_m_num_data_index_entries'):
                return self._m_num_data_index_entries

            self._m_num_data_index_entries = (self.varint.value if  ((self.tag == 5) and (self.wire_type == 0))  else self.prev_num_data_index_entries)
            return getattr(self, '_m_num_data_index_entries', None)

        @property
        def num_data_index_levels(self):
            if hasattr(self, '_m_num_data_index_levels'):
                return self._m_num_data_index_levels

            self._m_num_data_index_levels = (self.varint.value if  ((self.tag == 8) and (self.wire_type == 0))  else self.prev_num_data_index_levels)
            return getattr(self, '_m_num_data_index_levels', None)

        @property
        def num_entries(self):
            if hasattr(self, '_m_num_entries'):
                return self._m_num_entries

            self._m_num_entries = (self.varint.value if  ((self.tag == 7) and (self.wire_type == 0))  else self.prev_num_entries)
            return getattr(self, '_m_num_entries', None)

        @property
        def num_meta_index_entries(self):
            if hasattr(self, '_m_num_meta_index_entries'):
                return self._m_num_meta_index_entries

            self._m_num_meta_index_entries = (self.varint.value if  ((self.tag == 6) and (self.wire_type == 0))  else self.prev_num_meta_index_entries)
            return getattr(self, '_m_num_meta_index_entries', None)

        @property
        def ofs_file_info(self):
            if hasattr(self, '_m_ofs_file_info'):
                return self._m_ofs_file_info

            self._m_ofs_file_info = (self.varint.value if  ((self.tag == 1) and (self.wire_type == 0))  else self.prev_ofs_file_info)
            return getattr(self, '_m_ofs_file_info', None)

        @property
        def ofs_first_data_block(self):
            if hasattr(self, '_m_ofs_first_data_block'):
                return self._m_ofs_first_data_block

            self._m_ofs_first_data_block = (self.varint.value if  ((self.tag == 9) and (self.wire_type == 0))  else self.prev_ofs_first_data_block)
            return getattr(self, '_m_ofs_first_data_block', None)

        @property
        def ofs_last_data_block(self):
            if hasattr(self, '_m_ofs_last_data_block'):
                return self._m_ofs_last_data_block

            self._m_ofs_last_data_block = (self.varint.value if  ((self.tag == 10) and (self.wire_type == 0))  else self.prev_ofs_last_data_block)
            return getattr(self, '_m_ofs_last_data_block', None)

        @property
        def ofs_load_on_open(self):
            if hasattr(self, '_m_ofs_load_on_open'):
                return self._m_ofs_load_on_open

            self._m_ofs_load_on_open = (self.varint.value if  ((self.tag == 2) and (self.wire_type == 0))  else self.prev_ofs_load_on_open)
            return getattr(self, '_m_ofs_load_on_open', None)

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


    class TrailerProto(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HfileTrailer.TrailerProto, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.fields = []
            i = 0
            while not self._io.is_eof():
                self.fields.append(HfileTrailer.TrailerField(i, (0 if i == 0 else self.fields[i - 1].ofs_file_info), (0 if i == 0 else self.fields[i - 1].ofs_load_on_open), (0 if i == 0 else self.fields[i - 1].len_data_index_inflated), (0 if i == 0 else self.fields[i - 1].len_total_inflated), (0 if i == 0 else self.fields[i - 1].num_data_index_entries), (0 if i == 0 else self.fields[i - 1].num_meta_index_entries), (0 if i == 0 else self.fields[i - 1].num_entries), (0 if i == 0 else self.fields[i - 1].num_data_index_levels), (0 if i == 0 else self.fields[i - 1].ofs_first_data_block), (0 if i == 0 else self.fields[i - 1].ofs_last_data_block), (2 if i == 0 else self.fields[i - 1].compression_codec), (-1 if i == 0 else self.fields[i - 1].comparator_at), (-1 if i == 0 else self.fields[i - 1].encryption_key_at), self._io, self, self._root))
                i += 1



        def _fetch_instances(self):
            pass
            for i in range(len(self.fields)):
                pass
                self.fields[i]._fetch_instances()


        @property
        def comparator_class_name(self):
            if hasattr(self, '_m_comparator_class_name'):
                return self._m_comparator_class_name

            if (self.fields[-1].comparator_at if len(self.fields) > 0 else -1) >= 0:
                pass
                self._m_comparator_class_name = self.fields[self.fields[-1].comparator_at].bytes

            return getattr(self, '_m_comparator_class_name', None)

        @property
        def compression_codec(self):
            """2 is none, also if the message lacks the field."""
            if hasattr(self, '_m_compression_codec'):
                return self._m_compression_codec

            self._m_compression_codec = (2 if len(self.fields) == 0 else self.fields[-1].compression_codec)
            return getattr(self, '_m_compression_codec', None)

        @property
        def encryption_key(self):
            if hasattr(self, '_m_encryption_key'):
                return self._m_encryption_key

            if (self.fields[-1].encryption_key_at if len(self.fields) > 0 else -1) >= 0:
                pass
                self._m_encryption_key = self.fields[self.fields[-1].encryption_key_at].bytes

            return getattr(self, '_m_encryption_key', None)


    @property
    def has_message(self):
        if hasattr(self, '_m_has_message'):
            return self._m_has_message

        self._m_has_message =  ((self.major >= 3) or (self.minor >= 2)) 
        return getattr(self, '_m_has_message', None)


