# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HfileBlockHeader(KaitaiStruct):
    """The first 33 bytes of a block, 24 in files of version 2.0. For readers that
    skip a block or extract its payload themselves.
    
    .. seealso::
       Source - https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java
    """

    class ChecksumType(IntEnum):
        none = 0
        crc32 = 1
        crc32c = 2
    def __init__(self, has_checksums, len_max, _io, _parent=None, _root=None):
        super(HfileBlockHeader, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.has_checksums = has_checksums
        self.len_max = len_max
        self._read()

    def _read(self):
        self.magic = (self._io.read_bytes(8)).decode(u"ASCII")
        if not  ((self.magic == u"DATABLK*") or (self.magic == u"DATABLKE") or (self.magic == u"IDXLEAF2") or (self.magic == u"BLMFBLK2") or (self.magic == u"METABLKc") or (self.magic == u"IDXINTE2") or (self.magic == u"IDXROOT2") or (self.magic == u"FILEINF2") or (self.magic == u"BLMFMET2") or (self.magic == u"DFBLMET2")) :
            raise kaitaistruct.ValidationNotAnyOfError(self.magic, self._io, u"/seq/0")
        self.len_payload_and_checksums = self._io.read_s4be()
        _ = self.len_payload_and_checksums
        if not  ((_ >= 0) and (_ <= self.len_max - self.len_header)) :
            raise kaitaistruct.ValidationExprError(self.len_payload_and_checksums, self._io, u"/seq/1")
        self.len_payload_inflated = self._io.read_s4be()
        if not self.len_payload_inflated >= 0:
            raise kaitaistruct.ValidationLessThanError(0, self.len_payload_inflated, self._io, u"/seq/2")
        self.ofs_prev_block = self._io.read_s8be()
        if self.has_checksums:
            pass
            self.checksum_type = KaitaiStream.resolve_enum(HfileBlockHeader.ChecksumType, self._io.read_u1())
            if not  ((self.checksum_type == HfileBlockHeader.ChecksumType.none) or (self.checksum_type == HfileBlockHeader.ChecksumType.crc32) or (self.checksum_type == HfileBlockHeader.ChecksumType.crc32c)) :
                raise kaitaistruct.ValidationNotAnyOfError(self.checksum_type, self._io, u"/seq/4")

        if self.has_checksums:
            pass
            self.len_checksum_chunk = self._io.read_s4be()
            if not self.len_checksum_chunk >= 1:
                raise kaitaistruct.ValidationLessThanError(1, self.len_checksum_chunk, self._io, u"/seq/5")

        if self.has_checksums:
            pass
            self.len_header_and_payload = self._io.read_s4be()
            _ = self.len_header_and_payload
            if not  ((_ >= 33) and (_ - 33 <= self.len_payload_and_checksums) and ((self.len_payload_and_checksums - (_ - 33)) == ((_ - 1) // self.len_checksum_chunk + 1) * 4)) :
                raise kaitaistruct.ValidationExprError(self.len_header_and_payload, self._io, u"/seq/6")



    def _fetch_instances(self):
        pass
        if self.has_checksums:
            pass

        if self.has_checksums:
            pass

        if self.has_checksums:
            pass


    @property
    def len_block(self):
        """Size of the entire block, as in index entries."""
        if hasattr(self, '_m_len_block'):
            return self._m_len_block

        self._m_len_block = (self.len_header + self.len_payload_and_checksums)
        return getattr(self, '_m_len_block', None)

    @property
    def len_header(self):
        if hasattr(self, '_m_len_header'):
            return self._m_len_header

        self._m_len_header = (33 if self.has_checksums else 24)
        return getattr(self, '_m_len_header', None)

    @property
    def len_payload(self):
        """As stored, compressed or not."""
        if hasattr(self, '_m_len_payload'):
            return self._m_len_payload

        self._m_len_payload = ((self.len_header_and_payload - 33) if self.has_checksums else self.len_payload_and_checksums)
        return getattr(self, '_m_len_payload', None)

    @property
    def num_checksums(self):
        if hasattr(self, '_m_num_checksums'):
            return self._m_num_checksums

        self._m_num_checksums = (((self.len_payload_and_checksums - self.len_payload) // 4) if self.has_checksums else 0)
        return getattr(self, '_m_num_checksums', None)


