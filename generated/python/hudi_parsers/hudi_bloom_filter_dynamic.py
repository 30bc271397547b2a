# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import hudi_bloom_filter


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HudiBloomFilterDynamic(KaitaiStruct):
    """A filter that grows by rows, each a separate filter. A key is possible if one
    of the rows has it.
    
    .. seealso::
       Source - https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/bloom/InternalDynamicBloomFilter.java
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(HudiBloomFilterDynamic, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.version = self._io.read_s4be()
        _ = self.version
        if not  ((_ == -1) or (_ > 0)) :
            raise kaitaistruct.ValidationExprError(self.version, self._io, u"/seq/0")
        if self.version == -1:
            pass
            self.num_hashes_written = self._io.read_s4be()
            if not self.num_hashes_written >= 1:
                raise kaitaistruct.ValidationLessThanError(1, self.num_hashes_written, self._io, u"/seq/1")

        if self.version == -1:
            pass
            self.hash_type_written = self._io.read_s1()
            if not  ((self.hash_type_written == 0) or (self.hash_type_written == 1)) :
                raise kaitaistruct.ValidationNotAnyOfError(self.hash_type_written, self._io, u"/seq/2")

        self.num_bits = self._io.read_s4be()
        if not self.num_bits >= 1:
            raise kaitaistruct.ValidationLessThanError(1, self.num_bits, self._io, u"/seq/3")
        self.num_keys_per_row = self._io.read_s4be()
        if not self.num_keys_per_row >= 1:
            raise kaitaistruct.ValidationLessThanError(1, self.num_keys_per_row, self._io, u"/seq/4")
        self.num_keys_last_row = self._io.read_s4be()
        if not self.num_keys_last_row >= 0:
            raise kaitaistruct.ValidationLessThanError(0, self.num_keys_last_row, self._io, u"/seq/5")
        self.num_rows = self._io.read_s4be()
        _ = self.num_rows
        if not  ((_ > 0) and (_ * 9 <= self._io.size() - self._io.pos())) :
            raise kaitaistruct.ValidationExprError(self.num_rows, self._io, u"/seq/6")
        self.rows = []
        for i in range(self.num_rows):
            self.rows.append(hudi_bloom_filter.HudiBloomFilter(self._io))



    def _fetch_instances(self):
        pass
        if self.version == -1:
            pass

        if self.version == -1:
            pass

        for i in range(len(self.rows)):
            pass
            self.rows[i]._fetch_instances()


    @property
    def hash_type(self):
        """0 Jenkins, 1 Murmur."""
        if hasattr(self, '_m_hash_type'):
            return self._m_hash_type

        self._m_hash_type = (self.hash_type_written if self.version == -1 else 0)
        return getattr(self, '_m_hash_type', None)

    @property
    def num_hashes(self):
        if hasattr(self, '_m_num_hashes'):
            return self._m_num_hashes

        self._m_num_hashes = (self.num_hashes_written if self.version == -1 else self.version)
        return getattr(self, '_m_num_hashes', None)


