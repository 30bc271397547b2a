# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HudiLogAvroContent(KaitaiStruct):
    """Content of Avro data blocks and CDC blocks. Each record is a bare Avro datum,
    written with the schema in the block header under `schema`. A schema is data,
    so the datum cannot be described here.
    
    Bytes after the last record are ignored.
    
    .. seealso::
       Source - https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/table/log/block/HoodieAvroDataBlock.java
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(HudiLogAvroContent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.version = self._io.read_s4be()
        if not  ((self.version == 1) or (self.version == 2) or (self.version == 3)) :
            raise kaitaistruct.ValidationNotAnyOfError(self.version, self._io, u"/seq/0")
        self.num_records = self._io.read_s4be()
        _ = self.num_records
        if not  ((_ >= 0) and (_ * 4 <= self._io.size() - self._io.pos())) :
            raise kaitaistruct.ValidationExprError(self.num_records, self._io, u"/seq/1")
        self.records = []
        for i in range(self.num_records):
            self.records.append(HudiLogAvroContent.Record(self._io, self, self._root))



    def _fetch_instances(self):
        pass
        for i in range(len(self.records)):
            pass
            self.records[i]._fetch_instances()


    class Record(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiLogAvroContent.Record, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_datum = self._io.read_s4be()
            _ = self.len_datum
            if not  ((_ >= 0) and (_ <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.len_datum, self._io, u"/types/record/seq/0")
            self.datum = self._io.read_bytes(self.len_datum)


        def _fetch_instances(self):
            pass



