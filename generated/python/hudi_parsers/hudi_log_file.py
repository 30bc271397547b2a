# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import hudi_log_block


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HudiLogFile(KaitaiStruct):
    """Undamaged log file: a sequence of log blocks from the first byte to the last,
    without header, footer or padding. An empty file is a log file without blocks.
    The handling of damaged files is not part of the layout and is not described
    here.
    
    .. seealso::
       Source - https://hudi.apache.org/learn/tech-specs-1point0/#log-file-format
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(HudiLogFile, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.blocks = []
        i = 0
        while not self._io.is_eof():
            self.blocks.append(hudi_log_block.HudiLogBlock(self._io))
            i += 1



    def _fetch_instances(self):
        pass
        for i in range(len(self.blocks)):
            pass
            self.blocks[i]._fetch_instances()



