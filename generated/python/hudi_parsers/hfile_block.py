# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import hfile_block_header


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HfileBlock(KaitaiStruct):
    """Header, stored payload, and checksums. A payload may have to be decrypted and
    decompressed; the grammar of its kind then parses it: `hfile_data_block`,
    `hfile_encoded_block`, `hfile_root_index` (root and meta index),
    `hfile_leaf_index` (leaf and intermediate index), `hfile_file_info` or
    `hfile_file_info_old`, `hfile_bloom_meta` (both kinds). Payloads of meta
    blocks and Bloom chunks are bytes.
    
    .. seealso::
       Source - https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java
    """
    def __init__(self, has_checksums, len_max, _io, _parent=None, _root=None):
        super(HfileBlock, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.has_checksums = has_checksums
        self.len_max = len_max
        self._read()

    def _read(self):
        self.header = hfile_block_header.HfileBlockHeader(self.has_checksums, self.len_max, self._io)
        self.payload = self._io.read_bytes(self.header.len_payload)
        self.checksums = []
        for i in range(self.header.num_checksums):
            self.checksums.append(self._io.read_u4be())



    def _fetch_instances(self):
        pass
        self.header._fetch_instances()
        for i in range(len(self.checksums)):
            pass



