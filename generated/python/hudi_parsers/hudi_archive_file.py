# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import hudi_log_block


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HudiArchiveFile(KaitaiStruct):
    """Undamaged archive of instants, a file `.commits_.archive.*`: a log file of
    Avro data blocks that have a schema and no other header, no instant and no
    footer. A record is one state of one instant, as a datum of the record
    HoodieArchivedMetaEntry with the schema in the header of its block; the schema
    differs between releases.
    
    Damaged archives are read like damaged log files, see `hudi_log_file`.
    
    .. seealso::
       Source - https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/avro/HoodieArchivedMetaEntry.avsc
    
    
    .. seealso::
       Source - https://hudi.apache.org/learn/tech-specs/#timeline
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(HudiArchiveFile, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.blocks = []
        i = 0
        while not self._io.is_eof():
            self.blocks.append(HudiArchiveFile.Block(self._io, self, self._root))
            i += 1



    def _fetch_instances(self):
        pass
        for i in range(len(self.blocks)):
            pass
            self.blocks[i]._fetch_instances()


    class Block(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiArchiveFile.Block, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.frame = hudi_log_block.HudiLogBlock(self._io)
            self.check_type = self._io.read_bytes(0)
            _ = self.check_type
            if not  ((len(_) == 0) and (self.frame.block_type == hudi_log_block.HudiLogBlock.BlockType.avro_data)) :
                raise kaitaistruct.ValidationExprError(self.check_type, self._io, u"/types/block/seq/1")
            self.check_header = self._io.read_bytes(0)
            _ = self.check_header
            if not  ((len(_) == 0) and (self.frame.header.num_entries == 1) and (self.frame.header.entries[0].key == hudi_log_block.HudiLogBlock.HeaderKey.schema)) :
                raise kaitaistruct.ValidationExprError(self.check_header, self._io, u"/types/block/seq/2")
            self.check_footer = self._io.read_bytes(0)
            _ = self.check_footer
            if not  ((len(_) == 0) and (self.frame.footer.num_entries == 0)) :
                raise kaitaistruct.ValidationExprError(self.check_footer, self._io, u"/types/block/seq/3")


        def _fetch_instances(self):
            pass
            self.frame._fetch_instances()

        @property
        def content(self):
            """The entries as datums."""
            if hasattr(self, '_m_content'):
                return self._m_content

            self._m_content = self.frame.content
            return getattr(self, '_m_content', None)

        @property
        def schema(self):
            """Avro schema of the entries as JSON text."""
            if hasattr(self, '_m_schema'):
                return self._m_schema

            self._m_schema = self.frame.header.entries[0].value
            return getattr(self, '_m_schema', None)



