# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HadoopVlong(KaitaiStruct):
    """Signed integer of 1 to 9 bytes. The first byte, read as signed, either is the
    value itself (-112..127) or holds sign and count of the big-endian magnitude
    bytes that follow: -113..-120 for 1 to 8 bytes of a non-negative value,
    -121..-128 for 1 to 8 bytes of the one's complement of a negative value.
    
    .. seealso::
       Source - https://hadoop.apache.org/docs/stable/api/org/apache/hadoop/io/WritableUtils.html
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(HadoopVlong, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.first = self._io.read_s1()
        if self.num_bytes >= 1:
            pass
            self.b1 = self._io.read_u1()

        if self.num_bytes >= 2:
            pass
            self.b2 = self._io.read_u1()

        if self.num_bytes >= 3:
            pass
            self.b3 = self._io.read_u1()

        if self.num_bytes >= 4:
            pass
            self.b4 = self._io.read_u1()

        if self.num_bytes >= 5:
            pass
            self.b5 = self._io.read_u1()

        if self.num_bytes >= 6:
            pass
            self.b6 = self._io.read_u1()

        if self.num_bytes >= 7:
            pass
            self.b7 = self._io.read_u1()

        if self.num_bytes >= 8:
            pass
            self.b8 = self._io.read_u1()



    def _fetch_instances(self):
        pass
        if self.num_bytes >= 1:
            pass

        if self.num_bytes >= 2:
            pass

        if self.num_bytes >= 3:
            pass

        if self.num_bytes >= 4:
            pass

        if self.num_bytes >= 5:
            pass

        if self.num_bytes >= 6:
            pass

        if self.num_bytes >= 7:
            pass

        if self.num_bytes >= 8:
            pass


    @property
    def is_negative(self):
        if hasattr(self, '_m_is_negative'):
            return self._m_is_negative

        self._m_is_negative = self.first < -120
        return getattr(self, '_m_is_negative', None)

    @property
    def m1(self):
        if hasattr(self, '_m_m1'):
            return self._m_m1

        self._m_m1 = (self.b1 if self.num_bytes >= 1 else 0)
        return getattr(self, '_m_m1', None)

    @property
    def m2(self):
        if hasattr(self, '_m_m2'):
            return self._m_m2

        self._m_m2 = ((self.m1 * 256 + self.b2) if self.num_bytes >= 2 else self.m1)
        return getattr(self, '_m_m2', None)

    @property
    def m3(self):
        if hasattr(self, '_m_m3'):
            return self._m_m3

        self._m_m3 = ((self.m2 * 256 + self.b3) if self.num_bytes >= 3 else self.m2)
        return getattr(self, '_m_m3', None)

    @property
    def m4(self):
        if hasattr(self, '_m_m4'):
            return self._m_m4

        self._m_m4 = ((self.m3 * 256 + self.b4) if self.num_bytes >= 4 else self.m3)
        return getattr(self, '_m_m4', None)

    @property
    def m5(self):
        if hasattr(self, '_m_m5'):
            return self._m_m5

        self._m_m5 = ((self.m4 * 256 + self.b5) if self.num_bytes >= 5 else self.m4)
        return getattr(self, '_m_m5', None)

    @property
    def m6(self):
        if hasattr(self, '_m_m6'):
            return self._m_m6

        self._m_m6 = ((self.m5 * 256 + self.b6) if self.num_bytes >= 6 else self.m5)
        return getattr(self, '_m_m6', None)

    @property
    def m7(self):
        if hasattr(self, '_m_m7'):
            return self._m_m7

        self._m_m7 = ((self.m6 * 256 + self.b7) if self.num_bytes >= 7 else self.m6)
        return getattr(self, '_m_m7', None)

    @property
    def m8(self):
        if hasattr(self, '_m_m8'):
            return self._m_m8

        self._m_m8 = ((self.m7 * 256 + self.b8) if self.num_bytes >= 8 else self.m7)
        return getattr(self, '_m_m8', None)

    @property
    def num_bytes(self):
        if hasattr(self, '_m_num_bytes'):
            return self._m_num_bytes

        self._m_num_bytes = (0 if self.first >= -112 else ((-120 - self.first) if self.is_negative else (-112 - self.first)))
        return getattr(self, '_m_num_bytes', None)

    @property
    def value(self):
        if hasattr(self, '_m_value'):
            return self._m_value

        self._m_value = (self.first if self.num_bytes == 0 else ((-(self.m8) - 1) if self.is_negative else self.m8))
        return getattr(self, '_m_value', None)


