# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import hudi_delete_record_list
from . import hudi_delete_kryo


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HudiDeleteContent(KaitaiStruct):
    """Content of delete blocks. The serialization depends on `version`: up to
    Hudi 0.13 an array of Java objects in Kryo's format, then an Avro datum.
    
    Bytes after the payload are ignored.
    
    .. seealso::
       Source - https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/table/log/block/HoodieDeleteBlock.java
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(HudiDeleteContent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.version = self._io.read_s4be()
        if not  ((self.version == 1) or (self.version == 2) or (self.version == 3)) :
            raise kaitaistruct.ValidationNotAnyOfError(self.version, self._io, u"/seq/0")
        self.len_payload = self._io.read_s4be()
        _ = self.len_payload
        if not  ((_ >= 0) and (_ <= self._io.size() - self._io.pos())) :
            raise kaitaistruct.ValidationExprError(self.len_payload, self._io, u"/seq/1")
        _on = self.version
        if _on == 1:
            pass
            self._raw_payload = self._io.read_bytes(self.len_payload)
            _io__raw_payload = KaitaiStream(BytesIO(self._raw_payload))
            self.payload = hudi_delete_kryo.HudiDeleteKryo(1, _io__raw_payload)
        elif _on == 2:
            pass
            self._raw_payload = self._io.read_bytes(self.len_payload)
            _io__raw_payload = KaitaiStream(BytesIO(self._raw_payload))
            self.payload = hudi_delete_kryo.HudiDeleteKryo(2, _io__raw_payload)
        elif _on == 3:
            pass
            self._raw_payload = self._io.read_bytes(self.len_payload)
            _io__raw_payload = KaitaiStream(BytesIO(self._raw_payload))
            self.payload = hudi_delete_record_list.HudiDeleteRecordList(_io__raw_payload)
        else:
            pass
            self.payload = self._io.read_bytes(self.len_payload)


    def _fetch_instances(self):
        pass
        _on = self.version
        if _on == 1:
            pass
            self.payload._fetch_instances()
        elif _on == 2:
            pass
            self.payload._fetch_instances()
        elif _on == 3:
            pass
            self.payload._fetch_instances()
        else:
            pass


