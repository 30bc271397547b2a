# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import hfile_root_index
from . import hadoop_vlong
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HfileBloomMeta(KaitaiStruct):
    """Payload of `BLMFMET2` and `DFBLMET2`: numbers of a Bloom filter in several
    chunks, and an index of the chunks, which are the payloads of `BLMFBLK2`.
    
    .. seealso::
       Source - https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/CompoundBloomFilter.java
    """

    class HashType(IntEnum):
        jenkins = 0
        murmur = 1
        murmur3 = 2
    def __init__(self, _io, _parent=None, _root=None):
        super(HfileBloomMeta, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.version = self._io.read_s4be()
        if not self.version == 3:
            raise kaitaistruct.ValidationNotEqualError(3, self.version, self._io, u"/seq/0")
        self.len_chunks = self._io.read_s8be()
        if not self.len_chunks >= 0:
            raise kaitaistruct.ValidationLessThanError(0, self.len_chunks, self._io, u"/seq/1")
        self.num_hashes = self._io.read_s4be()
        if not self.num_hashes >= 0:
            raise kaitaistruct.ValidationLessThanError(0, self.num_hashes, self._io, u"/seq/2")
        self.hash_type = KaitaiStream.resolve_enum(HfileBloomMeta.HashType, self._io.read_s4be())
        self.num_keys = self._io.read_s8be()
        if not self.num_keys >= 0:
            raise kaitaistruct.ValidationLessThanError(0, self.num_keys, self._io, u"/seq/4")
        self.num_keys_max = self._io.read_s8be()
        if not self.num_keys_max >= 0:
            raise kaitaistruct.ValidationLessThanError(0, self.num_keys_max, self._io, u"/seq/5")
        self.num_chunks = self._io.read_s4be()
        _ = self.num_chunks
        if not  ((_ >= 0) and (_ * 13 <= self._io.size() - self._io.pos())) :
            raise kaitaistruct.ValidationExprError(self.num_chunks, self._io, u"/seq/6")
        self.len_comparator = hadoop_vlong.HadoopVlong(self._io)
        self.check_len_comparator = self._io.read_bytes(0)
        _ = self.check_len_comparator
        if not  ((len(_) == 0) and (self.len_comparator.value >= 0) and (self.len_comparator.value <= self._io.size() - self._io.pos())) :
            raise kaitaistruct.ValidationExprError(self.check_len_comparator, self._io, u"/seq/8")
        self.comparator = self._io.read_bytes(self.len_comparator.value)
        self.index = hfile_root_index.HfileRootIndex(self.num_chunks, False, self._io)


    def _fetch_instances(self):
        pass
        self.len_comparator._fetch_instances()
        self.index._fetch_instances()


