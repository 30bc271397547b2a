# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HudiDeleteKryo(KaitaiStruct):
    """Java array in the serialization of Kryo 4 (`writeClassAndObject`, with
    references, registration not required): `HoodieKey[]` in version 1,
    `DeleteRecord[]` in version 2. This grammar describes the structures that Hudi
    0.5 to 0.13 wrote, not Kryo in general.
    
    A class is written by name the first time and by the id of the name after
    that; an object that was written before is written as a reference. Ids of
    objects count from 0 in the order in which the objects start: the array is 0.
    Numbers, booleans and null have no id. References are left as ids.
    
    .. seealso::
       Source - https://github.com/EsotericSoftware/kryo/blob/kryo-parent-4.0.2/src/com/esotericsoftware/kryo/Kryo.java
    
    
    .. seealso::
       Source - https://github.com/apache/hudi/blob/release-0.13.1/hudi-common/src/main/java/org/apache/hudi/common/util/SerializationUtils.java
    """

    class ValueClass(IntEnum):
        none = 0
        int = 2
        string = 3
        float = 4
        boolean = 5
        long = 9
        double = 10
    def __init__(self, version, _io, _parent=None, _root=None):
        super(HudiDeleteKryo, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.version = version
        self._read()

    def _read(self):
        self.array_class = self._io.read_bytes(2)
        if not self.array_class == b"\x01\x00":
            raise kaitaistruct.ValidationNotEqualError(b"\x01\x00", self.array_class, self._io, u"/seq/0")
        if self.version == 1:
            pass
            self.name_keys = self._io.read_bytes(41)
            if not self.name_keys == b"\x5B\x4C\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x48\x6F\x6F\x64\x69\x65\x4B\x65\x79\xBB":
                raise kaitaistruct.ValidationNotEqualError(b"\x5B\x4C\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x48\x6F\x6F\x64\x69\x65\x4B\x65\x79\xBB", self.name_keys, self._io, u"/seq/1")

        if self.version != 1:
            pass
            self.name_records = self._io.read_bytes(44)
            if not self.name_records == b"\x5B\x4C\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x44\x65\x6C\x65\x74\x65\x52\x65\x63\x6F\x72\x64\xBB":
                raise kaitaistruct.ValidationNotEqualError(b"\x5B\x4C\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x44\x65\x6C\x65\x74\x65\x52\x65\x63\x6F\x72\x64\xBB", self.name_records, self._io, u"/seq/2")

        self.array_marker = self._io.read_bytes(1)
        if not self.array_marker == b"\x01":
            raise kaitaistruct.ValidationNotEqualError(b"\x01", self.array_marker, self._io, u"/seq/3")
        self.array_size = HudiDeleteKryo.VarintU4(self._io, self, self._root)
        self.check_array_size = self._io.read_bytes(0)
        _ = self.check_array_size
        if not  ((len(_) == 0) and (self.array_size.value >= 1) and (((self.array_size.value - 1) * 3) <= self._io.size() - self._io.pos())) :
            raise kaitaistruct.ValidationExprError(self.check_array_size, self._io, u"/seq/5")
        if self.version == 1:
            pass
            self.keys = []
            for i in range((self.array_size.value - 1)):
                self.keys.append(HudiDeleteKryo.KeyElement(i == 0, self._io, self, self._root))


        if self.version != 1:
            pass
            self.records = []
            for i in range((self.array_size.value - 1)):
                self.records.append(HudiDeleteKryo.RecordElement(i == 0, self._io, self, self._root))


        self.check_end = self._io.read_bytes(0)
        _ = self.check_end
        if not  ((len(_) == 0) and (self._io.is_eof())) :
            raise kaitaistruct.ValidationExprError(self.check_end, self._io, u"/seq/8")


    def _fetch_instances(self):
        pass
        if self.version == 1:
            pass

        if self.version != 1:
            pass

        self.array_size._fetch_instances()
        if self.version == 1:
            pass
            for i in range(len(self.keys)):
                pass
                self.keys[i]._fetch_instances()


        if self.version != 1:
            pass
            for i in range(len(self.records)):
                pass
                self.records[i]._fetch_instances()



    class Key(KaitaiStruct):
        """Fields in alphabetical order of their names in Java."""
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteKryo.Key, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.partition_path = HudiDeleteKryo.StringObject(self._io, self, self._root)
            self.record_key = HudiDeleteKryo.StringObject(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.partition_path._fetch_instances()
            self.record_key._fetch_instances()


    class KeyElement(KaitaiStruct):
        def __init__(self, is_first, _io, _parent=None, _root=None):
            super(HudiDeleteKryo.KeyElement, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_first = is_first
            self._read()

        def _read(self):
            self.class_marker = self._io.read_bytes(2)
            if not self.class_marker == b"\x01\x01":
                raise kaitaistruct.ValidationNotEqualError(b"\x01\x01", self.class_marker, self._io, u"/types/key_element/seq/0")
            if self.is_first:
                pass
                self.class_name = self._io.read_bytes(38)
                if not self.class_name == b"\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x48\x6F\x6F\x64\x69\x65\x4B\x65\xF9":
                    raise kaitaistruct.ValidationNotEqualError(b"\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x48\x6F\x6F\x64\x69\x65\x4B\x65\xF9", self.class_name, self._io, u"/types/key_element/seq/1")

            self.marker = HudiDeleteKryo.ObjectMarker(self._io, self, self._root)
            if self.marker.is_new:
                pass
                self.key = HudiDeleteKryo.Key(self._io, self, self._root)



        def _fetch_instances(self):
            pass
            if self.is_first:
                pass

            self.marker._fetch_instances()
            if self.marker.is_new:
                pass
                self.key._fetch_instances()



    class KryoBoolean(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteKryo.KryoBoolean, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_u1()
            if not  ((self.value == 0) or (self.value == 1)) :
                raise kaitaistruct.ValidationNotAnyOfError(self.value, self._io, u"/types/kryo_boolean/seq/0")


        def _fetch_instances(self):
            pass


    class KryoDouble(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteKryo.KryoDouble, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_f8be()


        def _fetch_instances(self):
            pass


    class KryoFloat(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteKryo.KryoFloat, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_f4be()


        def _fetch_instances(self):
            pass


    class KryoString(KaitaiStruct):
        """Two forms. ASCII of 2 to 63 characters: the bytes, bit 7 set on the last.
        All others: number of UTF-16 units plus 1 (0 is null), then 1 to 3 bytes
        per unit.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteKryo.KryoString, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.first = self._io.read_u1()
            if self.first < 128:
                pass
                self.ascii_rest = []
                i = 0
                while True:
                    _ = self._io.read_u1()
                    self.ascii_rest.append(_)
                    if _ >= 128:
                        break
                    i += 1

            if self.has1:
                pass
                self.n1 = self._io.read_u1()

            if self.has2:
                pass
                self.n2 = self._io.read_u1()

            if self.has3:
                pass
                self.n3 = self._io.read_u1()

            if self.has4:
                pass
                self.n4 = self._io.read_u1()

            self.check_num_units = self._io.read_bytes(0)
            _ = self.check_num_units
            if not  ((len(_) == 0) and (self.num_units <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.check_num_units, self._io, u"/types/kryo_string/seq/6")
            if self.first >= 128:
                pass
                self.units = []
                for i in range(self.num_units):
                    self.units.append(HudiDeleteKryo.Unit(self._io, self, self._root))




        def _fetch_instances(self):
            pass
            if self.first < 128:
                pass
                for i in range(len(self.ascii_rest)):
                    pass


            if self.has1:
                pass

            if self.has2:
                pass

            if self.has3:
                pass

            if self.has4:
                pass

            if self.first >= 128:
                pass
                for i in range(len(self.units)):
                    pass
                    self.units[i]._fetch_instances()



        @property
        def has1(self):
            if hasattr(self, '_m_has1'):
                return self._m_has1

            self._m_has1 = self.first >= 192
            return getattr(self, '_m_has1', None)

        @property
        def has2(self):
            if hasattr(self, '_m_has2'):
                return self._m_has2

            self._m_has2 =  ((self.has1) and (self.n1 >= 128)) 
            return getattr(self, '_m_has2', None)

        @property
        def has3(self):
            if hasattr(self, '_m_has3'):
                return self._m_has3

            self._m_has3 =  ((self.has2) and (self.n2 >= 128)) 
            return getattr(self, '_m_has3', None)

        @property
        def has4(self):
            if hasattr(self, '_m_has4'):
                return self._m_has4

            self._m_has4 =  ((self.has3) and (self.n3 >= 128)) 
            return getattr(self, '_m_has4', None)

        @property
        def is_null(self):
            if hasattr(self, '_m_is_null'):
                return self._m_is_null

            self._m_is_null = self.first == 128
            return getattr(self, '_m_is_null', None)

        @property
        def num_units(self):
            if hasattr(self, '_m_num_units'):
                return self._m_num_units

            self._m_num_units = (0 if  ((self.first < 128) or (self.size_utf == 0))  else (self.size_utf - 1))
            return getattr(self, '_m_num_units', None)

        @property
        def size_utf(self):
            if hasattr(self, '_m_size_utf'):
                return self._m_size_utf

            self._m_size_utf = (((((self.first % 64) + (((self.n1 % 128) * 64) if self.has1 else 0)) + (((self.n2 % 128) * 8192) if self.has2 else 0)) + (((self.n3 % 128) * 1048576) if self.has3 else 0)) + (((self.n4 % 128) * 134217728) if self.has4 else 0))
            return getattr(self, '_m_size_utf', None)


    class ObjectMarker(KaitaiStruct):
        """0 is null, 1 a new object that follows, n the object with id n - 2."""
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteKryo.ObjectMarker, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.marker = HudiDeleteKryo.VarintU4(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.marker._fetch_instances()

        @property
        def id_referred(self):
            """Negative if this is not a reference."""
            if hasattr(self, '_m_id_referred'):
                return self._m_id_referred

            self._m_id_referred = (self.marker.value - 2)
            return getattr(self, '_m_id_referred', None)

        @property
        def is_new(self):
            if hasattr(self, '_m_is_new'):
                return self._m_is_new

            self._m_is_new = self.marker.value == 1
            return getattr(self, '_m_is_new', None)

        @property
        def is_null(self):
            if hasattr(self, '_m_is_null'):
                return self._m_is_null

            self._m_is_null = self.marker.value == 0
            return getattr(self, '_m_is_null', None)


    class Ordering(KaitaiStruct):
        """Any object; these classes occur and have fixed ids."""
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteKryo.Ordering, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value_class = KaitaiStream.resolve_enum(HudiDeleteKryo.ValueClass, self._io.read_u1())
            if not isinstance(self.value_class, HudiDeleteKryo.ValueClass):
                raise kaitaistruct.ValidationNotInEnumError(self.value_class, self._io, u"/types/ordering/seq/0")
            if self.value_class != HudiDeleteKryo.ValueClass.none:
                pass
                _on = self.value_class
                if _on == HudiDeleteKryo.ValueClass.boolean:
                    pass
                    self.value = HudiDeleteKryo.KryoBoolean(self._io, self, self._root)
                elif _on == HudiDeleteKryo.ValueClass.double:
                    pass
                    self.value = HudiDeleteKryo.KryoDouble(self._io, self, self._root)
                elif _on == HudiDeleteKryo.ValueClass.float:
                    pass
                    self.value = HudiDeleteKryo.KryoFloat(self._io, self, self._root)
                elif _on == HudiDeleteKryo.ValueClass.int:
                    pass
                    self.value = HudiDeleteKryo.VarintS4(self._io, self, self._root)
                elif _on == HudiDeleteKryo.ValueClass.long:
                    pass
                    self.value = HudiDeleteKryo.VarintS8(self._io, self, self._root)
                elif _on == HudiDeleteKryo.ValueClass.string:
                    pass
                    self.value = HudiDeleteKryo.StringObject(self._io, self, self._root)

            if self.value_class == HudiDeleteKryo.ValueClass.string:
                pass
                self.check_text = self._io.read_bytes(0)
                _ = self.check_text
                if not  ((len(_) == 0) and ((not (self.value.marker.is_null)))) :
                    raise kaitaistruct.ValidationExprError(self.check_text, self._io, u"/types/ordering/seq/2")



        def _fetch_instances(self):
            pass
            if self.value_class != HudiDeleteKryo.ValueClass.none:
                pass
                _on = self.value_class
                if _on == HudiDeleteKryo.ValueClass.boolean:
                    pass
                    self.value._fetch_instances()
                elif _on == HudiDeleteKryo.ValueClass.double:
                    pass
                    self.value._fetch_instances()
                elif _on == HudiDeleteKryo.ValueClass.float:
                    pass
                    self.value._fetch_instances()
                elif _on == HudiDeleteKryo.ValueClass.int:
                    pass
                    self.value._fetch_instances()
                elif _on == HudiDeleteKryo.ValueClass.long:
                    pass
                    self.value._fetch_instances()
                elif _on == HudiDeleteKryo.ValueClass.string:
                    pass
                    self.value._fetch_instances()

            if self.value_class == HudiDeleteKryo.ValueClass.string:
                pass



    class Record(KaitaiStruct):
        """Fields in alphabetical order of their names in Java."""
        def __init__(self, is_first, _io, _parent=None, _root=None):
            super(HudiDeleteKryo.Record, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_first = is_first
            self._read()

        def _read(self):
            self.key_class = self._io.read_bytes(2)
            if not self.key_class == b"\x01\x02":
                raise kaitaistruct.ValidationNotEqualError(b"\x01\x02", self.key_class, self._io, u"/types/record/seq/0")
            if self.is_first:
                pass
                self.key_class_name = self._io.read_bytes(38)
                if not self.key_class_name == b"\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x48\x6F\x6F\x64\x69\x65\x4B\x65\xF9":
                    raise kaitaistruct.ValidationNotEqualError(b"\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x48\x6F\x6F\x64\x69\x65\x4B\x65\xF9", self.key_class_name, self._io, u"/types/record/seq/1")

            self.key_marker = HudiDeleteKryo.ObjectMarker(self._io, self, self._root)
            self.check_key_marker = self._io.read_bytes(0)
            _ = self.check_key_marker
            if not  ((len(_) == 0) and ((not (self.key_marker.is_null)))) :
                raise kaitaistruct.ValidationExprError(self.check_key_marker, self._io, u"/types/record/seq/3")
            if self.key_marker.is_new:
                pass
                self.key = HudiDeleteKryo.Key(self._io, self, self._root)

            self.ordering = HudiDeleteKryo.Ordering(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            if self.is_first:
                pass

            self.key_marker._fetch_instances()
            if self.key_marker.is_new:
                pass
                self.key._fetch_instances()

            self.ordering._fetch_instances()


    class RecordElement(KaitaiStruct):
        def __init__(self, is_first, _io, _parent=None, _root=None):
            super(HudiDeleteKryo.RecordElement, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_first = is_first
            self._read()

        def _read(self):
            self.class_marker = self._io.read_bytes(2)
            if not self.class_marker == b"\x01\x01":
                raise kaitaistruct.ValidationNotEqualError(b"\x01\x01", self.class_marker, self._io, u"/types/record_element/seq/0")
            if self.is_first:
                pass
                self.class_name = self._io.read_bytes(41)
                if not self.class_name == b"\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x44\x65\x6C\x65\x74\x65\x52\x65\x63\x6F\x72\xE4":
                    raise kaitaistruct.ValidationNotEqualError(b"\x6F\x72\x67\x2E\x61\x70\x61\x63\x68\x65\x2E\x68\x75\x64\x69\x2E\x63\x6F\x6D\x6D\x6F\x6E\x2E\x6D\x6F\x64\x65\x6C\x2E\x44\x65\x6C\x65\x74\x65\x52\x65\x63\x6F\x72\xE4", self.class_name, self._io, u"/types/record_element/seq/1")

            self.marker = HudiDeleteKryo.ObjectMarker(self._io, self, self._root)
            if self.marker.is_new:
                pass
                self.record = HudiDeleteKryo.Record(self.is_first, self._io, self, self._root)



        def _fetch_instances(self):
            pass
            if self.is_first:
                pass

            self.marker._fetch_instances()
            if self.marker.is_new:
                pass
                self.record._fetch_instances()



    class StringObject(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteKryo.StringObject, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.marker = HudiDeleteKryo.ObjectMarker(self._io, self, self._root)
            if self.marker.is_new:
                pass
                self.string = HudiDeleteKryo.KryoString(self._io, self, self._root)



        def _fetch_instances(self):
            pass
            self.marker._fetch_instances()
            if self.marker.is_new:
                pass
                self.string._fetch_instances()



    class Unit(KaitaiStruct):
        """One UTF-16 unit; characters beyond U+FFFF are two of them."""
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteKryo.Unit, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.b0 = self._io.read_u1()
            _ = self.b0
            if not  ((_ < 128) or ( ((_ >= 192) and (_ < 240)) )) :
                raise kaitaistruct.ValidationExprError(self.b0, self._io, u"/types/unit/seq/0")
            if self.b0 >= 192:
                pass
                self.b1 = self._io.read_u1()

            if self.b0 >= 224:
                pass
                self.b2 = self._io.read_u1()



        def _fetch_instances(self):
            pass
            if self.b0 >= 192:
                pass

            if self.b0 >= 224:
                pass


        @property
        def value(self):
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = (self.b0 if self.b0 < 128 else (((self.b0 % 32) * 64 + (self.b1 % 64)) if self.b0 < 224 else (((self.b0 % 16) * 4096 + (self.b1 % 64) * 64) + (self.b2 % 64))))
            return getattr(self, '_m_value', None)


    class VarintS4(KaitaiStruct):
        """ZigZag number, at most 5 bytes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteKryo.VarintS4, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.zigzag = HudiDeleteKryo.VarintU4(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.zigzag._fetch_instances()

        @property
        def value(self):
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = ((self.zigzag.value // 2) if self.zigzag.value % 2 == 0 else (-((self.zigzag.value // 2)) - 1))
            return getattr(self, '_m_value', None)


    class VarintS8(KaitaiStruct):
        """ZigZag number, at most 9 bytes; the ninth holds 8 bits."""
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteKryo.VarintS8, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.b0 = self._io.read_u1()
            if self.has1:
                pass
                self.b1 = self._io.read_u1()

            if self.has2:
                pass
                self.b2 = self._io.read_u1()

            if self.has3:
                pass
                self.b3 = self._io.read_u1()

            if self.has4:
                pass
                self.b4 = self._io.read_u1()

            if self.has5:
                pass
                self.b5 = self._io.read_u1()

            if self.has6:
                pass
                self.b6 = self._io.read_u1()

            if self.has7:
                pass
                self.b7 = self._io.read_u1()

            if self.has8:
                pass
                self.b8 = self._io.read_u1()



        def _fetch_instances(self):
            pass
            if self.has1:
                pass

            if self.has2:
                pass

            if self.has3:
                pass

            if self.has4:
                pass

            if self.has5:
                pass

            if self.has6:
                pass

            if self.has7:
                pass

            if self.has8:
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
        def magnitude(self):
            if hasattr(self, '_m_magnitude'):
                return self._m_magnitude

            self._m_magnitude = ((((((((((self.b0 % 128) // 2) + (((self.b1 % 128) * 64) if self.has1 else 0)) + (((self.b2 % 128) * 8192) if self.has2 else 0)) + (((self.b3 % 128) * 1048576) if self.has3 else 0)) + (((self.b4 % 128) * 134217728) if self.has4 else 0)) + (((self.b5 % 128) * 17179869184) if self.has5 else 0)) + (((self.b6 % 128) * 2199023255552) if self.has6 else 0)) + (((self.b7 % 128) * 281474976710656) if self.has7 else 0)) + ((self.b8 * 36028797018963968) if self.has8 else 0))
            return getattr(self, '_m_magnitude', None)

        @property
        def value(self):
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = (self.magnitude if self.b0 % 2 == 0 else (-(self.magnitude) - 1))
            return getattr(self, '_m_value', None)


    class VarintU4(KaitaiStruct):
        """At most 5 bytes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteKryo.VarintU4, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.b0 = self._io.read_u1()
            if self.has1:
                pass
                self.b1 = self._io.read_u1()

            if self.has2:
                pass
                self.b2 = self._io.read_u1()

            if self.has3:
                pass
                self.b3 = self._io.read_u1()

            if self.has4:
                pass
                self.b4 = self._io.read_u1()
                if not self.b4 <= 15:
                    raise kaitaistruct.ValidationGreaterThanError(15, self.b4, self._io, u"/types/varint_u4/seq/4")



        def _fetch_instances(self):
            pass
            if self.has1:
                pass

            if self.has2:
                pass

            if self.has3:
                pass

            if self.has4:
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
        def value(self):
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = (((((self.b0 % 128) + (((self.b1 % 128) * 128) if self.has1 else 0)) + (((self.b2 % 128) * 16384) if self.has2 else 0)) + (((self.b3 % 128) * 2097152) if self.has3 else 0)) + ((self.b4 * 268435456) if self.has4 else 0))
            return getattr(self, '_m_value', None)



