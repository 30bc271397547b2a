# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import avro_long


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class AvroContainer(KaitaiStruct):
    """Framing of an Avro object container: a head with the schema, then blocks of
    records. Apache Hudi stores plans and metadata of instants in such containers,
    each with one block of one record. They are files of the timeline, or values
    of the columns `metadata` and `plan` of its history.
    
    The records are Avro datums with the schema in `avro.schema`. A schema is
    data, so the records cannot be described here.
    
    .. seealso::
       Source - https://avro.apache.org/docs/1.12.0/specification/#object-container-files
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(AvroContainer, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\x4F\x62\x6A\x01":
            raise kaitaistruct.ValidationNotEqualError(b"\x4F\x62\x6A\x01", self.magic, self._io, u"/seq/0")
        self.metadata = []
        i = 0
        while True:
            _ = AvroContainer.MetadataChunk(self._io, self, self._root)
            self.metadata.append(_)
            if _.num_entries.value == 0:
                break
            i += 1
        self.sync = self._io.read_bytes(16)
        self.blocks = []
        i = 0
        while not self._io.is_eof():
            self.blocks.append(AvroContainer.Block(self._io, self, self._root))
            i += 1



    def _fetch_instances(self):
        pass
        for i in range(len(self.metadata)):
            pass
            self.metadata[i]._fetch_instances()

        for i in range(len(self.blocks)):
            pass
            self.blocks[i]._fetch_instances()


    class AvroBytes(KaitaiStruct):
        """Bytes, or text in UTF-8 (left as bytes so that damaged text does not stop the reading)."""
        def __init__(self, _io, _parent=None, _root=None):
            super(AvroContainer.AvroBytes, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_value = avro_long.AvroLong(self._io)
            self.check_len_value = self._io.read_bytes(0)
            _ = self.check_len_value
            if not  ((len(_) == 0) and (self.len_value.value >= 0) and (self.len_value.value <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.check_len_value, self._io, u"/types/avro_bytes/seq/1")
            self.value = self._io.read_bytes(self.len_value.value)


        def _fetch_instances(self):
            pass
            self.len_value._fetch_instances()


    class Block(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(AvroContainer.Block, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_records = avro_long.AvroLong(self._io)
            self.check_num_records = self._io.read_bytes(0)
            _ = self.check_num_records
            if not  ((len(_) == 0) and (self.num_records.value >= 0)) :
                raise kaitaistruct.ValidationExprError(self.check_num_records, self._io, u"/types/block/seq/1")
            self.len_records = avro_long.AvroLong(self._io)
            self.check_len_records = self._io.read_bytes(0)
            _ = self.check_len_records
            if not  ((len(_) == 0) and (self.len_records.value >= 0) and (self.len_records.value <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.check_len_records, self._io, u"/types/block/seq/3")
            self.check_room = self._io.read_bytes(0)
            _ = self.check_room
            if not  ((len(_) == 0) and ( ((self.num_records.value <= self.len_records.value) or (self.num_records.value <= 1)) )) :
                raise kaitaistruct.ValidationExprError(self.check_room, self._io, u"/types/block/seq/4")
            self.records = self._io.read_bytes(self.len_records.value)
            self.sync = self._io.read_bytes(16)
            if not self.sync == self._parent.sync:
                raise kaitaistruct.ValidationNotEqualError(self._parent.sync, self.sync, self._io, u"/types/block/seq/6")


        def _fetch_instances(self):
            pass
            self.num_records._fetch_instances()
            self.len_records._fetch_instances()


    class MetadataChunk(KaitaiStruct):
        """Some entries of the map."""
        def __init__(self, _io, _parent=None, _root=None):
            super(AvroContainer.MetadataChunk, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_entries = avro_long.AvroLong(self._io)
            self.check_num_entries = self._io.read_bytes(0)
            _ = self.check_num_entries
            if not  ((len(_) == 0) and (self.num_entries.value * self.sign >= 0) and (self.num_entries.value * self.sign <= ((self._io.size() - self._io.pos()) // 2))) :
                raise kaitaistruct.ValidationExprError(self.check_num_entries, self._io, u"/types/metadata_chunk/seq/1")
            if self.num_entries.value < 0:
                pass
                self.len_chunk = avro_long.AvroLong(self._io)

            self.entries = []
            for i in range((self.num_entries.value * self.sign)):
                self.entries.append(AvroContainer.MetadataEntry(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            self.num_entries._fetch_instances()
            if self.num_entries.value < 0:
                pass
                self.len_chunk._fetch_instances()

            for i in range(len(self.entries)):
                pass
                self.entries[i]._fetch_instances()


        @property
        def sign(self):
            if hasattr(self, '_m_sign'):
                return self._m_sign

            self._m_sign = (-(1) if self.num_entries.value < 0 else 1)
            return getattr(self, '_m_sign', None)


    class MetadataEntry(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(AvroContainer.MetadataEntry, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.key = AvroContainer.AvroBytes(self._io, self, self._root)
            self.value = AvroContainer.AvroBytes(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.key._fetch_instances()
            self.value._fetch_instances()



