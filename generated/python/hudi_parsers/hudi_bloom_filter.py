# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HudiBloomFilter(KaitaiStruct):
    """Record keys of a base file: text in the footer of a Parquet file, in the meta
    block `bloomFilter` of an HFile and in rows of the metadata table. Also one
    row of a filter of type DYNAMIC_V0.
    
    The type of a filter is stored with it, not in it.
    
    .. seealso::
       Source - https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/bloom/InternalBloomFilter.java
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(HudiBloomFilter, self).__init__(_io)
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
        _ = self.num_bits
        if not  ((_ > 0) and (_ <= (self._io.size() - self._io.pos()) * 8)) :
            raise kaitaistruct.ValidationExprError(self.num_bits, self._io, u"/seq/3")
        self.bits = self._io.read_bytes(((self.num_bits + 7) // 8))


    def _fetch_instances(self):
        pass
        if self.version == -1:
            pass

        if self.version == -1:
            pass


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


