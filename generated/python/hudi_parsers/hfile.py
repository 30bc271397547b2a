# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import hfile_file_info
from . import varint
from . import hfile_data_block
from . import hfile_leaf_index
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Hfile(KaitaiStruct):
    """Sorted map of keys to values in blocks, as HBase and Hudi write it: data
    blocks, indexes, file info and a trailer of fixed size that points to them.
    Payloads are taken apart where they are not compressed and not encoded;
    others are bytes, `hfile_data_block` and its siblings describe them.
    
    .. seealso::
       Source - https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFile.java
    
    
    .. seealso::
       Source - https://hbase.apache.org/book.html#_hfile_format_2
    """

    class ChecksumType(IntEnum):
        none = 0
        crc32 = 1
        crc32c = 2
    def __init__(self, _io, _parent=None, _root=None):
        super(Hfile, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        if self.ofs_trailer > 0:
            pass
            self.blocks = []
            i = 0
            while True:
                _ = Hfile.Block(self._io, self, self._root)
                self.blocks.append(_)
                if self._io.pos() >= self.ofs_trailer:
                    break
                i += 1



    def _fetch_instances(self):
        pass
        if self.ofs_trailer > 0:
            pass
            for i in range(len(self.blocks)):
                pass
                self.blocks[i]._fetch_instances()


        _ = self.trailer
        if hasattr(self, '_m_trailer'):
            pass
            self._m_trailer._fetch_instances()

        _ = self.version
        if hasattr(self, '_m_version'):
            pass
            self._m_version._fetch_instances()


    class Block(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(Hfile.Block, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = (self._io.read_bytes(8)).decode(u"ASCII")
            if not  ((self.magic == u"DATABLK*") or (self.magic == u"DATABLKE") or (self.magic == u"IDXLEAF2") or (self.magic == u"BLMFBLK2") or (self.magic == u"METABLKc") or (self.magic == u"IDXINTE2") or (self.magic == u"IDXROOT2") or (self.magic == u"FILEINF2") or (self.magic == u"BLMFMET2") or (self.magic == u"DFBLMET2")) :
                raise kaitaistruct.ValidationNotAnyOfError(self.magic, self._io, u"/types/block/seq/0")
            self.len_payload_and_checksums = self._io.read_s4be()
            _ = self.len_payload_and_checksums
            if not  ((_ >= 0) and (_ <= self._root.ofs_trailer - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.len_payload_and_checksums, self._io, u"/types/block/seq/1")
            self.len_payload_inflated = self._io.read_s4be()
            if not self.len_payload_inflated >= 0:
                raise kaitaistruct.ValidationLessThanError(0, self.len_payload_inflated, self._io, u"/types/block/seq/2")
            self.ofs_prev_block = self._io.read_s8be()
            if self.has_checksums:
                pass
                self.checksum_type = KaitaiStream.resolve_enum(Hfile.ChecksumType, self._io.read_u1())

            if self.has_checksums:
                pass
                self.len_checksum_chunk = self._io.read_s4be()

            if self.has_checksums:
                pass
                self.len_header_and_payload = self._io.read_s4be()
                _ = self.len_header_and_payload
                if not  ((_ >= 33) and (_ - 33 <= self.len_payload_and_checksums)) :
                    raise kaitaistruct.ValidationExprError(self.len_header_and_payload, self._io, u"/types/block/seq/6")

            _on = (self.magic if self.is_inflated else u"")
            if _on == u"DATABLK*":
                pass
                self._raw_payload = self._io.read_bytes(self.len_payload)
                _io__raw_payload = KaitaiStream(BytesIO(self._raw_payload))
                self.payload = hfile_data_block.HfileDataBlock(False, True, _io__raw_payload)
            elif _on == u"FILEINF2":
                pass
                self._raw_payload = self._io.read_bytes(self.len_payload)
                _io__raw_payload = KaitaiStream(BytesIO(self._raw_payload))
                self.payload = hfile_file_info.HfileFileInfo(_io__raw_payload)
            elif _on == u"IDXINTE2":
                pass
                self._raw_payload = self._io.read_bytes(self.len_payload)
                _io__raw_payload = KaitaiStream(BytesIO(self._raw_payload))
                self.payload = hfile_leaf_index.HfileLeafIndex(_io__raw_payload)
            elif _on == u"IDXLEAF2":
                pass
                self._raw_payload = self._io.read_bytes(self.len_payload)
                _io__raw_payload = KaitaiStream(BytesIO(self._raw_payload))
                self.payload = hfile_leaf_index.HfileLeafIndex(_io__raw_payload)
            else:
                pass
                self.payload = self._io.read_bytes(self.len_payload)
            if self.has_checksums:
                pass
                self.checksums = []
                for i in range(((self.len_payload_and_checksums - self.len_payload) // 4)):
                    self.checksums.append(self._io.read_u4be())




        def _fetch_instances(self):
            pass
            if self.has_checksums:
                pass

            if self.has_checksums:
                pass

            if self.has_checksums:
                pass

            _on = (self.magic if self.is_inflated else u"")
            if _on == u"DATABLK*":
                pass
                self.payload._fetch_instances()
            elif _on == u"FILEINF2":
                pass
                self.payload._fetch_instances()
            elif _on == u"IDXINTE2":
                pass
                self.payload._fetch_instances()
            elif _on == u"IDXLEAF2":
                pass
                self.payload._fetch_instances()
            else:
                pass
            if self.has_checksums:
                pass
                for i in range(len(self.checksums)):
                    pass



        @property
        def has_checksums(self):
            if hasattr(self, '_m_has_checksums'):
                return self._m_has_checksums

            self._m_has_checksums =  ((self._root.version.major >= 3) or (self._root.version.minor >= 1)) 
            return getattr(self, '_m_has_checksums', None)

        @property
        def is_inflated(self):
            if hasattr(self, '_m_is_inflated'):
                return self._m_is_inflated

            self._m_is_inflated = self._root.trailer.message.fields[-1].compression_codec == 2
            return getattr(self, '_m_is_inflated', None)

        @property
        def len_payload(self):
            if hasattr(self, '_m_len_payload'):
                return self._m_len_payload

            self._m_len_payload = ((self.len_header_and_payload - 33) if self.has_checksums else self.len_payload_and_checksums)
            return getattr(self, '_m_len_payload', None)


    class Trailer(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(Hfile.Trailer, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = self._io.read_bytes(8)
            if not self.magic == b"\x54\x52\x41\x42\x4C\x4B\x22\x24":
                raise kaitaistruct.ValidationNotEqualError(b"\x54\x52\x41\x42\x4C\x4B\x22\x24", self.magic, self._io, u"/types/trailer/seq/0")
            self.len_message = varint.Varint(self._io)
            self.check_len_message = self._io.read_bytes(0)
            _ = self.check_len_message
            if not  ((len(_) == 0) and (self.len_message.value >= 0) and (self.len_message.value <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.check_len_message, self._io, u"/types/trailer/seq/2")
            self._raw_message = self._io.read_bytes(self.len_message.value)
            _io__raw_message = KaitaiStream(BytesIO(self._raw_message))
            self.message = Hfile.TrailerProto(_io__raw_message, self, self._root)


        def _fetch_instances(self):
            pass
            self.len_message._fetch_instances()
            self.message._fetch_instances()


    class TrailerField(KaitaiStruct):
        def __init__(self, prev_ofs_file_info, prev_ofs_load_on_open, prev_num_data_index_entries, prev_num_meta_index_entries, prev_num_entries, prev_num_data_index_levels, prev_compression_codec, _io, _parent=None, _root=None):
            super(Hfile.TrailerField, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.prev_ofs_file_info = prev_ofs_file_info
            self.prev_ofs_load_on_open = prev_ofs_load_on_open
            self.prev_num_data_index_entries = prev_num_data_index_entries
            self.prev_num_meta_index_entries = prev_num_meta_index_entries
            self.prev_num_entries = prev_num_entries
            self.prev_num_data_index_levels = prev_num_data_index_levels
            self.prev_compression_codec = prev_compression_codec
            self._read()

        def _read(self):
            self.key = varint.Varint(self._io)
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
                    raise kaitaistruct.ValidationExprError(self.check_len_bytes, self._io, u"/types/trailer_field/seq/3")

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
        def compression_codec(self):
            if hasattr(self, '_m_compression_codec'):
                return self._m_compression_codec

            self._m_compression_codec = (self.varint.value if  ((self.tag == 12) and (self.wire_type == 0))  else self.prev_compression_codec)
            return getattr(self, '_m_compression_codec', None)

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
            super(Hfile.TrailerProto, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.fields = []
            i = 0
            while not self._io.is_eof():
                self.fields.append(Hfile.TrailerField((0 if i == 0 else self.fields[i - 1].ofs_file_info), (0 if i == 0 else self.fields[i - 1].ofs_load_on_open), (0 if i == 0 else self.fields[i - 1].num_data_index_entries), (0 if i == 0 else self.fields[i - 1].num_meta_index_entries), (0 if i == 0 else self.fields[i - 1].num_entries), (1 if i == 0 else self.fields[i - 1].num_data_index_levels), (2 if i == 0 else self.fields[i - 1].compression_codec), self._io, self, self._root))
                i += 1



        def _fetch_instances(self):
            pass
            for i in range(len(self.fields)):
                pass
                self.fields[i]._fetch_instances()



    class Version(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(Hfile.Version, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.minor = self._io.read_u1()
            self.major = self._io.read_bits_int_be(24)
            if not  ((self.major == 2) or (self.major == 3)) :
                raise kaitaistruct.ValidationNotAnyOfError(self.major, self._io, u"/types/version/seq/1")


        def _fetch_instances(self):
            pass


    @property
    def len_trailer(self):
        if hasattr(self, '_m_len_trailer'):
            return self._m_len_trailer

        self._m_len_trailer = (212 if self.version.major == 2 else 4096)
        return getattr(self, '_m_len_trailer', None)

    @property
    def ofs_trailer(self):
        if hasattr(self, '_m_ofs_trailer'):
            return self._m_ofs_trailer

        self._m_ofs_trailer = (self._io.size() - self.len_trailer)
        return getattr(self, '_m_ofs_trailer', None)

    @property
    def trailer(self):
        """All of the trailer but the version."""
        if hasattr(self, '_m_trailer'):
            return self._m_trailer

        _pos = self._io.pos()
        self._io.seek(self.ofs_trailer)
        self._raw__m_trailer = self._io.read_bytes(self.len_trailer - 4)
        _io__raw__m_trailer = KaitaiStream(BytesIO(self._raw__m_trailer))
        self._m_trailer = Hfile.Trailer(_io__raw__m_trailer, self, self._root)
        self._io.seek(_pos)
        return getattr(self, '_m_trailer', None)

    @property
    def version(self):
        if hasattr(self, '_m_version'):
            return self._m_version

        _pos = self._io.pos()
        self._io.seek(self._io.size() - 4)
        self._m_version = Hfile.Version(self._io, self, self._root)
        self._io.seek(_pos)
        return getattr(self, '_m_version', None)


