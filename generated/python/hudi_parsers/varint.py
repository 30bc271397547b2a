# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Varint(KaitaiStruct):
    """At most 10 groups of 7 bits, least significant first (protobuf varint, carrier
    of Avro ZigZag numbers). Written as separate fields, not as a repetition:
    every target language of KSC 0.11 compiles this, it can be serialized, and it
    parses fastest. Conditions are also written out: for most numbers, which have
    one byte, they compare only that byte.
    
    .. seealso::
       Source - https://protobuf.dev/programming-guides/encoding/#varints
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(Varint, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.b0 = self._io.read_u1()
        if self.b0 >= 128:
            pass
            self.b1 = self._io.read_u1()

        if  ((self.b0 >= 128) and (self.b1 >= 128)) :
            pass
            self.b2 = self._io.read_u1()

        if  ((self.b0 >= 128) and (self.b1 >= 128) and (self.b2 >= 128)) :
            pass
            self.b3 = self._io.read_u1()

        if  ((self.b0 >= 128) and (self.b1 >= 128) and (self.b2 >= 128) and (self.b3 >= 128)) :
            pass
            self.b4 = self._io.read_u1()

        if  ((self.b0 >= 128) and (self.b1 >= 128) and (self.b2 >= 128) and (self.b3 >= 128) and (self.b4 >= 128)) :
            pass
            self.b5 = self._io.read_u1()

        if  ((self.b0 >= 128) and (self.b1 >= 128) and (self.b2 >= 128) and (self.b3 >= 128) and (self.b4 >= 128) and (self.b5 >= 128)) :
            pass
            self.b6 = self._io.read_u1()

        if  ((self.b0 >= 128) and (self.b1 >= 128) and (self.b2 >= 128) and (self.b3 >= 128) and (self.b4 >= 128) and (self.b5 >= 128) and (self.b6 >= 128)) :
            pass
            self.b7 = self._io.read_u1()

        if  ((self.b0 >= 128) and (self.b1 >= 128) and (self.b2 >= 128) and (self.b3 >= 128) and (self.b4 >= 128) and (self.b5 >= 128) and (self.b6 >= 128) and (self.b7 >= 128)) :
            pass
            self.b8 = self._io.read_u1()

        if  ((self.b0 >= 128) and (self.b1 >= 128) and (self.b2 >= 128) and (self.b3 >= 128) and (self.b4 >= 128) and (self.b5 >= 128) and (self.b6 >= 128) and (self.b7 >= 128) and (self.b8 >= 128)) :
            pass
            self.b9 = self._io.read_u1()
            if not self.b9 <= 1:
                raise kaitaistruct.ValidationGreaterThanError(1, self.b9, self._io, u"/seq/9")



    def _fetch_instances(self):
        pass
        if self.b0 >= 128:
            pass

        if  ((self.b0 >= 128) and (self.b1 >= 128)) :
            pass

        if  ((self.b0 >= 128) and (self.b1 >= 128) and (self.b2 >= 128)) :
            pass

        if  ((self.b0 >= 128) and (self.b1 >= 128) and (self.b2 >= 128) and (self.b3 >= 128)) :
            pass

        if  ((self.b0 >= 128) and (self.b1 >= 128) and (self.b2 >= 128) and (self.b3 >= 128) and (self.b4 >= 128)) :
            pass

        if  ((self.b0 >= 128) and (self.b1 >= 128) and (self.b2 >= 128) and (self.b3 >= 128) and (self.b4 >= 128) and (self.b5 >= 128)) :
            pass

        if  ((self.b0 >= 128) and (self.b1 >= 128) and (self.b2 >= 128) and (self.b3 >= 128) and (self.b4 >= 128) and (self.b5 >= 128) and (self.b6 >= 128)) :
            pass

        if  ((self.b0 >= 128) and (self.b1 >= 128) and (self.b2 >= 128) and (self.b3 >= 128) and (self.b4 >= 128) and (self.b5 >= 128) and (self.b6 >= 128) and (self.b7 >= 128)) :
            pass

        if  ((self.b0 >= 128) and (self.b1 >= 128) and (self.b2 >= 128) and (self.b3 >= 128) and (self.b4 >= 128) and (self.b5 >= 128) and (self.b6 >= 128) and (self.b7 >= 128) and (self.b8 >= 128)) :
            pass


    @property
    def has1(self):
        if hasattr(self, '_m_has1'):
            return self._m_has1

        self._m_has1 = self.b0 >= 128
        return getattr(self, '_m_has1', None)

    @property
    def has2(self):
        if hasattr(self, '_m_has2'):
            return self._m_has2

        self._m_has2 =  ((self.has1) and (self.b1 >= 128)) 
        return getattr(self, '_m_has2', None)

    @property
    def has3(self):
        if hasattr(self, '_m_has3'):
            return self._m_has3

        self._m_has3 =  ((self.has2) and (self.b2 >= 128)) 
        return getattr(self, '_m_has3', None)

    @property
    def has4(self):
        if hasattr(self, '_m_has4'):
            return self._m_has4

        self._m_has4 =  ((self.has3) and (self.b3 >= 128)) 
        return getattr(self, '_m_has4', None)

    @property
    def has5(self):
        if hasattr(self, '_m_has5'):
            return self._m_has5

        self._m_has5 =  ((self.has4) and (self.b4 >= 128)) 
        return getattr(self, '_m_has5', None)

    @property
    def has6(self):
        if hasattr(self, '_m_has6'):
            return self._m_has6

        self._m_has6 =  ((self.has5) and (self.b5 >= 128)) 
        return getattr(self, '_m_has6', None)

    @property
    def has7(self):
        if hasattr(self, '_m_has7'):
            return self._m_has7

        self._m_has7 =  ((self.has6) and (self.b6 >= 128)) 
        return getattr(self, '_m_has7', None)

    @property
    def has8(self):
        if hasattr(self, '_m_has8'):
            return self._m_has8

        self._m_has8 =  ((self.has7) and (self.b7 >= 128)) 
        return getattr(self, '_m_has8', None)

    @property
    def has9(self):
        if hasattr(self, '_m_has9'):
            return self._m_has9

        self._m_has9 =  ((self.has8) and (self.b8 >= 128)) 
        return getattr(self, '_m_has9', None)

    @property
    def value(self):
        if hasattr(self, '_m_value'):
            return self._m_value

        self._m_value = (self.b0 if self.b0 < 128 else ((self.b0 % 128) + ((((self.b1 % 128) * 128) + ((((self.b2 % 128) * 16384) + ((((self.b3 % 128) * 2097152) + ((((self.b4 % 128) * 268435456) + ((((self.b5 % 128) * 34359738368) + ((((self.b6 % 128) * 4398046511104) + ((((self.b7 % 128) * 562949953421312) + ((((self.b8 % 128) * 72057594037927936) + (((self.b9 % 128) * 9223372036854775808) if self.has9 else 0)) if self.has8 else 0)) if self.has7 else 0)) if self.has6 else 0)) if self.has5 else 0)) if self.has4 else 0)) if self.has3 else 0)) if self.has2 else 0)) if self.has1 else 0)))
        return getattr(self, '_m_value', None)


