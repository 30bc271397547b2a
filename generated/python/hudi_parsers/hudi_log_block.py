# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import hudi_delete_content
from . import hudi_log_avro_content
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HudiLogBlock(KaitaiStruct):
    """One block of a Hudi log file (log format version 1). A log file is a sequence
    of such blocks, see `hudi_log_file`.
    
    Every length and every count is checked against the rest of the block, never
    against the file: a block with wrong lengths does not affect the next block. A
    reader that must handle damaged files parses block by block and, if a frame is
    not consistent, searches for the next `#HUDI#`; this grammar does not describe
    that search.
    
    Lengths are signed numbers on disk. All integers are big-endian.
    
    .. seealso::
       Source - https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/table/log/HoodieLogFormatWriter.java
    
    
    .. seealso::
       Source - https://hudi.apache.org/learn/tech-specs-1point0/#log-file-format
    """

    class BlockType(IntEnum):
        command = 0
        delete = 1
        avro_data = 3
        hfile_data = 4
        parquet_data = 5
        cdc_data = 6

    class HeaderKey(IntEnum):
        instant_time = 0
        target_instant_time = 1
        schema = 2
        command_block_type = 3
        compacted_block_times = 4
        record_positions = 5
        block_identifier = 6
        is_partial = 7
        base_file_instant_time_of_record_positions = 8
    def __init__(self, _io, _parent=None, _root=None):
        super(HudiLogBlock, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.magic = self._io.read_bytes(6)
        if not self.magic == b"\x23\x48\x55\x44\x49\x23":
            raise kaitaistruct.ValidationNotEqualError(b"\x23\x48\x55\x44\x49\x23", self.magic, self._io, u"/seq/0")
        self.len_block = self._io.read_s8be()
        _ = self.len_block
        if not  ((_ >= 32) and (_ <= self._io.size() - self._io.pos())) :
            raise kaitaistruct.ValidationExprError(self.len_block, self._io, u"/seq/1")
        self.format_version = self._io.read_s4be()
        if not self.format_version == 1:
            raise kaitaistruct.ValidationNotEqualError(1, self.format_version, self._io, u"/seq/2")
        self.block_type = KaitaiStream.resolve_enum(HudiLogBlock.BlockType, self._io.read_s4be())
        if not isinstance(self.block_type, HudiLogBlock.BlockType):
            raise kaitaistruct.ValidationNotInEnumError(self.block_type, self._io, u"/seq/3")
        self.header = HudiLogBlock.HeaderMap(((self._io.pos() + self.len_block) - 16), self._io, self, self._root)
        self.len_content = self._io.read_s8be()
        _ = self.len_content
        if not  ((_ >= 0) and (_ <= self.ofs_trailing - self._io.pos())) :
            raise kaitaistruct.ValidationExprError(self.len_content, self._io, u"/seq/5")
        _on = self.block_type
        if _on == HudiLogBlock.BlockType.avro_data:
            pass
            self._raw_content = self._io.read_bytes(self.len_content)
            _io__raw_content = KaitaiStream(BytesIO(self._raw_content))
            self.content = hudi_log_avro_content.HudiLogAvroContent(_io__raw_content)
        elif _on == HudiLogBlock.BlockType.cdc_data:
            pass
            self._raw_content = self._io.read_bytes(self.len_content)
            _io__raw_content = KaitaiStream(BytesIO(self._raw_content))
            self.content = hudi_log_avro_content.HudiLogAvroContent(_io__raw_content)
        elif _on == HudiLogBlock.BlockType.delete:
            pass
            self._raw_content = self._io.read_bytes(self.len_content)
            _io__raw_content = KaitaiStream(BytesIO(self._raw_content))
            self.content = hudi_delete_content.HudiDeleteContent(_io__raw_content)
        else:
            pass
            self.content = self._io.read_bytes(self.len_content)
        self.footer = HudiLogBlock.FooterMap(self.ofs_trailing, self._io, self, self._root)
        self.len_trailing = self._io.read_s8be()
        if not self.len_trailing == self.len_block + 6:
            raise kaitaistruct.ValidationNotEqualError(self.len_block + 6, self.len_trailing, self._io, u"/seq/8")


    def _fetch_instances(self):
        pass
        self.header._fetch_instances()
        _on = self.block_type
        if _on == HudiLogBlock.BlockType.avro_data:
            pass
            self.content._fetch_instances()
        elif _on == HudiLogBlock.BlockType.cdc_data:
            pass
            self.content._fetch_instances()
        elif _on == HudiLogBlock.BlockType.delete:
            pass
            self.content._fetch_instances()
        else:
            pass
        self.footer._fetch_instances()

    class FooterEntry(KaitaiStruct):
        def __init__(self, ofs_end, _io, _parent=None, _root=None):
            super(HudiLogBlock.FooterEntry, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.ofs_end = ofs_end
            self._read()

        def _read(self):
            self.check_room = self._io.read_bytes(0)
            _ = self.check_room
            if not  ((len(_) == 0) and (self._io.pos() + 4 <= self.ofs_end)) :
                raise kaitaistruct.ValidationExprError(self.check_room, self._io, u"/types/footer_entry/seq/0")
            self.key = self._io.read_s4be()
            self.len_value = self._io.read_s4be()
            _ = self.len_value
            if not  ((_ >= 0) and (_ <= self.ofs_end - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.len_value, self._io, u"/types/footer_entry/seq/2")
            self.value = self._io.read_bytes(self.len_value)


        def _fetch_instances(self):
            pass


    class FooterMap(KaitaiStruct):
        """Same layout as the header, other keys."""
        def __init__(self, ofs_end, _io, _parent=None, _root=None):
            super(HudiLogBlock.FooterMap, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.ofs_end = ofs_end
            self._read()

        def _read(self):
            self.num_entries = self._io.read_s4be()
            _ = self.num_entries
            if not  ((_ >= 0) and (_ * 8 <= self.ofs_end - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.num_entries, self._io, u"/types/footer_map/seq/0")
            self.entries = []
            for i in range(self.num_entries):
                self.entries.append(HudiLogBlock.FooterEntry(self.ofs_end, self._io, self, self._root))

            self.check_filled = self._io.read_bytes(0)
            _ = self.check_filled
            if not  ((len(_) == 0) and (self._io.pos() == self.ofs_end)) :
                raise kaitaistruct.ValidationExprError(self.check_filled, self._io, u"/types/footer_map/seq/2")


        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass
                self.entries[i]._fetch_instances()



    class HeaderEntry(KaitaiStruct):
        def __init__(self, ofs_end, _io, _parent=None, _root=None):
            super(HudiLogBlock.HeaderEntry, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.ofs_end = ofs_end
            self._read()

        def _read(self):
            self.check_room = self._io.read_bytes(0)
            _ = self.check_room
            if not  ((len(_) == 0) and (self._io.pos() + 4 <= self.ofs_end)) :
                raise kaitaistruct.ValidationExprError(self.check_room, self._io, u"/types/header_entry/seq/0")
            self.key = KaitaiStream.resolve_enum(HudiLogBlock.HeaderKey, self._io.read_s4be())
            if not isinstance(self.key, HudiLogBlock.HeaderKey):
                raise kaitaistruct.ValidationNotInEnumError(self.key, self._io, u"/types/header_entry/seq/1")
            self.len_value = self._io.read_s4be()
            _ = self.len_value
            if not  ((_ >= 0) and (_ <= self.ofs_end - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.len_value, self._io, u"/types/header_entry/seq/2")
            self.value = self._io.read_bytes(self.len_value)


        def _fetch_instances(self):
            pass


    class HeaderMap(KaitaiStruct):
        """Map from header key to text. If two entries have the same key, readers use
        the last one.
        """
        def __init__(self, ofs_end, _io, _parent=None, _root=None):
            super(HudiLogBlock.HeaderMap, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.ofs_end = ofs_end
            self._read()

        def _read(self):
            self.num_entries = self._io.read_s4be()
            _ = self.num_entries
            if not  ((_ >= 0) and (_ * 8 <= self.ofs_end - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.num_entries, self._io, u"/types/header_map/seq/0")
            self.entries = []
            for i in range(self.num_entries):
                self.entries.append(HudiLogBlock.HeaderEntry(self.ofs_end, self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass
                self.entries[i]._fetch_instances()



    @property
    def ofs_trailing(self):
        """Offset of `len_trailing`, the end of the range for header, content and footer."""
        if hasattr(self, '_m_ofs_trailing'):
            return self._m_ofs_trailing

        self._m_ofs_trailing = self.header.ofs_end
        return getattr(self, '_m_ofs_trailing', None)


