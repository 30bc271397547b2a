# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import varint


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class AvroLong(KaitaiStruct):
    """Avro writes `int` and `long` values as ZigZag numbers (0, -1, 1, -2, ...)
    in base-128 little-endian groups, at most 10 bytes for a `long`.
    
    .. seealso::
       Source - https://avro.apache.org/docs/1.12.0/specification/#binary-encoding
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(AvroLong, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.zigzag = varint.Varint(self._io)


    def _fetch_instances(self):
        pass
        self.zigzag._fetch_instances()

    @property
    def magnitude(self):
        """All bits but the lowest. Computed as a sum because halving an unsigned 64-bit number is not portable."""
        if hasattr(self, '_m_magnitude'):
            return self._m_magnitude

        self._m_magnitude = ((self.zigzag.b0 // 2) if self.zigzag.b0 < 128 else (((((((((((self.zigzag.b0 % 128) // 2) + (((self.zigzag.b1 % 128) * 64) if self.zigzag.has1 else 0)) + (((self.zigzag.b2 % 128) * 8192) if self.zigzag.has2 else 0)) + (((self.zigzag.b3 % 128) * 1048576) if self.zigzag.has3 else 0)) + (((self.zigzag.b4 % 128) * 134217728) if self.zigzag.has4 else 0)) + (((self.zigzag.b5 % 128) * 17179869184) if self.zigzag.has5 else 0)) + (((self.zigzag.b6 % 128) * 2199023255552) if self.zigzag.has6 else 0)) + (((self.zigzag.b7 % 128) * 281474976710656) if self.zigzag.has7 else 0)) + (((self.zigzag.b8 % 128) * 36028797018963968) if self.zigzag.has8 else 0)) + ((self.zigzag.b9 * 4611686018427387904) if self.zigzag.has9 else 0)))
        return getattr(self, '_m_magnitude', None)

    @property
    def value(self):
        """Resulting signed value."""
        if hasattr(self, '_m_value'):
            return self._m_value

        self._m_value = (self.magnitude if self.zigzag.b0 % 2 == 0 else (-(self.magnitude) - 1))
        return getattr(self, '_m_value', None)


