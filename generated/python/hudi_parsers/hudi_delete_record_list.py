# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import avro_long
from . import varint


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HudiDeleteRecordList(KaitaiStruct):
    """Bare Avro datum (no object container file, no schema), delete blocks of log
    block version 3. Hudi fixes the schema, so the entire value can be described
    here. Nesting is limited to an array inside an ordering value, and every
    element of an array has at least one byte, so a count can be checked against
    the remaining bytes.
    
    .. seealso::
       Source - https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/avro/HoodieDeleteRecordList.avsc
    
    
    .. seealso::
       Source - https://avro.apache.org/docs/1.12.0/specification/#binary-encoding
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(HudiDeleteRecordList, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.chunks = []
        i = 0
        while True:
            _ = HudiDeleteRecordList.Chunk(self._io, self, self._root)
            self.chunks.append(_)
            if _.num_records.value == 0:
                break
            i += 1
        self.check_end = self._io.read_bytes(0)
        _ = self.check_end
        if not  ((len(_) == 0) and (self._io.is_eof())) :
            raise kaitaistruct.ValidationExprError(self.check_end, self._io, u"/seq/1")


    def _fetch_instances(self):
        pass
        for i in range(len(self.chunks)):
            pass
            self.chunks[i]._fetch_instances()


    class AvroBoolean(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteRecordList.AvroBoolean, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_u1()
            if not  ((self.value == 0) or (self.value == 1)) :
                raise kaitaistruct.ValidationNotAnyOfError(self.value, self._io, u"/types/avro_boolean/seq/0")


        def _fetch_instances(self):
            pass


    class AvroBytes(KaitaiStruct):
        """Bytes, or text in UTF-8 (left as bytes so that damaged text does not stop the reading)."""
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteRecordList.AvroBytes, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_value = avro_long.AvroLong(self._io)
            self.check_len_value = self._io.read_bytes(0)
            _ = self.check_len_value
            if not  ((len(_) == 0) and (self.len_value.value >= 0) and (self.len_value.value <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.check_len_value, self._io, u"/types/avro_bytes/seq/1")
            self.value = self._io.read_bytes(self.len_value.value)


        def _fetch_instances(self):
            pass
            self.len_value._fetch_instances()


    class AvroDouble(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteRecordList.AvroDouble, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_f8le()


        def _fetch_instances(self):
            pass


    class AvroFloat(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteRecordList.AvroFloat, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_f4le()


        def _fetch_instances(self):
            pass


    class AvroInt(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteRecordList.AvroInt, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.zigzag = varint.Varint(self._io)
            self.check_range = self._io.read_bytes(0)
            _ = self.check_range
            if not  ((len(_) == 0) and ((not (self.zigzag.has5))) and (self.zigzag.value <= 4294967295)) :
                raise kaitaistruct.ValidationExprError(self.check_range, self._io, u"/types/avro_int/seq/1")


        def _fetch_instances(self):
            pass
            self.zigzag._fetch_instances()

        @property
        def value(self):
            """Resulting signed value."""
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = ((self.zigzag.value // 2) if self.zigzag.value % 2 == 0 else (-((self.zigzag.value // 2)) - 1))
            return getattr(self, '_m_value', None)


    class Chunk(KaitaiStruct):
        """Some elements of the array of delete records."""
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteRecordList.Chunk, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_records = avro_long.AvroLong(self._io)
            self.check_num_records = self._io.read_bytes(0)
            _ = self.check_num_records
            if not  ((len(_) == 0) and (self.num_records.value * self.sign >= 0) and (self.num_records.value * self.sign <= ((self._io.size() - self._io.pos()) // 3))) :
                raise kaitaistruct.ValidationExprError(self.check_num_records, self._io, u"/types/chunk/seq/1")
            if self.num_records.value < 0:
                pass
                self.len_chunk = avro_long.AvroLong(self._io)

            self.records = []
            for i in range((self.num_records.value * self.sign)):
                self.records.append(HudiDeleteRecordList.Record(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            self.num_records._fetch_instances()
            if self.num_records.value < 0:
                pass
                self.len_chunk._fetch_instances()

            for i in range(len(self.records)):
                pass
                self.records[i]._fetch_instances()


        @property
        def sign(self):
            if hasattr(self, '_m_sign'):
                return self._m_sign

            self._m_sign = (-(1) if self.num_records.value < 0 else 1)
            return getattr(self, '_m_sign', None)


    class Element(KaitaiStruct):
        """The same union as `ordering`, but branch 12 is a local date."""
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteRecordList.Element, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.branch = avro_long.AvroLong(self._io)
            self.check_branch = self._io.read_bytes(0)
            _ = self.check_branch
            if not  ((len(_) == 0) and (self.branch.value >= 0) and (self.branch.value <= 12)) :
                raise kaitaistruct.ValidationExprError(self.check_branch, self._io, u"/types/element/seq/1")
            if self.branch.value != 0:
                pass
                _on = self.branch.value
                if _on == 1:
                    pass
                    self.value = HudiDeleteRecordList.AvroBoolean(self._io, self, self._root)
                elif _on == 10:
                    pass
                    self.value = avro_long.AvroLong(self._io)
                elif _on == 11:
                    pass
                    self.value = avro_long.AvroLong(self._io)
                elif _on == 12:
                    pass
                    self.value = HudiDeleteRecordList.AvroInt(self._io, self, self._root)
                elif _on == 2:
                    pass
                    self.value = HudiDeleteRecordList.AvroInt(self._io, self, self._root)
                elif _on == 3:
                    pass
                    self.value = avro_long.AvroLong(self._io)
                elif _on == 4:
                    pass
                    self.value = HudiDeleteRecordList.AvroFloat(self._io, self, self._root)
                elif _on == 5:
                    pass
                    self.value = HudiDeleteRecordList.AvroDouble(self._io, self, self._root)
                elif _on == 6:
                    pass
                    self.value = HudiDeleteRecordList.AvroBytes(self._io, self, self._root)
                elif _on == 7:
                    pass
                    self.value = HudiDeleteRecordList.AvroBytes(self._io, self, self._root)
                elif _on == 8:
                    pass
                    self.value = HudiDeleteRecordList.AvroInt(self._io, self, self._root)
                elif _on == 9:
                    pass
                    self.value = HudiDeleteRecordList.AvroBytes(self._io, self, self._root)



        def _fetch_instances(self):
            pass
            self.branch._fetch_instances()
            if self.branch.value != 0:
                pass
                _on = self.branch.value
                if _on == 1:
                    pass
                    self.value._fetch_instances()
                elif _on == 10:
                    pass
                    self.value._fetch_instances()
                elif _on == 11:
                    pass
                    self.value._fetch_instances()
                elif _on == 12:
                    pass
                    self.value._fetch_instances()
                elif _on == 2:
                    pass
                    self.value._fetch_instances()
                elif _on == 3:
                    pass
                    self.value._fetch_instances()
                elif _on == 4:
                    pass
                    self.value._fetch_instances()
                elif _on == 5:
                    pass
                    self.value._fetch_instances()
                elif _on == 6:
                    pass
                    self.value._fetch_instances()
                elif _on == 7:
                    pass
                    self.value._fetch_instances()
                elif _on == 8:
                    pass
                    self.value._fetch_instances()
                elif _on == 9:
                    pass
                    self.value._fetch_instances()



    class ElementChunk(KaitaiStruct):
        """Some elements of an array of ordering values."""
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteRecordList.ElementChunk, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_elements = avro_long.AvroLong(self._io)
            self.check_num_elements = self._io.read_bytes(0)
            _ = self.check_num_elements
            if not  ((len(_) == 0) and (self.num_elements.value * self.sign >= 0) and (self.num_elements.value * self.sign <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.check_num_elements, self._io, u"/types/element_chunk/seq/1")
            if self.num_elements.value < 0:
                pass
                self.len_chunk = avro_long.AvroLong(self._io)

            self.elements = []
            for i in range((self.num_elements.value * self.sign)):
                self.elements.append(HudiDeleteRecordList.Element(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            self.num_elements._fetch_instances()
            if self.num_elements.value < 0:
                pass
                self.len_chunk._fetch_instances()

            for i in range(len(self.elements)):
                pass
                self.elements[i]._fetch_instances()


        @property
        def sign(self):
            if hasattr(self, '_m_sign'):
                return self._m_sign

            self._m_sign = (-(1) if self.num_elements.value < 0 else 1)
            return getattr(self, '_m_sign', None)


    class OptionalString(KaitaiStruct):
        """Union of null and string."""
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteRecordList.OptionalString, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.branch = avro_long.AvroLong(self._io)
            self.check_branch = self._io.read_bytes(0)
            _ = self.check_branch
            if not  ((len(_) == 0) and (self.branch.value >= 0) and (self.branch.value <= 1)) :
                raise kaitaistruct.ValidationExprError(self.check_branch, self._io, u"/types/optional_string/seq/1")
            if self.branch.value == 1:
                pass
                self.string = HudiDeleteRecordList.AvroBytes(self._io, self, self._root)



        def _fetch_instances(self):
            pass
            self.branch._fetch_instances()
            if self.branch.value == 1:
                pass
                self.string._fetch_instances()



    class Ordering(KaitaiStruct):
        """Union of null and 12 wrappers. A wrapper is a record with one field, so
        its bytes are those of the field.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteRecordList.Ordering, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.branch = avro_long.AvroLong(self._io)
            self.check_branch = self._io.read_bytes(0)
            _ = self.check_branch
            if not  ((len(_) == 0) and (self.branch.value >= 0) and (self.branch.value <= 12)) :
                raise kaitaistruct.ValidationExprError(self.check_branch, self._io, u"/types/ordering/seq/1")
            if self.branch.value != 0:
                pass
                _on = self.branch.value
                if _on == 1:
                    pass
                    self.value = HudiDeleteRecordList.AvroBoolean(self._io, self, self._root)
                elif _on == 10:
                    pass
                    self.value = avro_long.AvroLong(self._io)
                elif _on == 11:
                    pass
                    self.value = avro_long.AvroLong(self._io)
                elif _on == 12:
                    pass
                    self.value = HudiDeleteRecordList.OrderingArray(self._io, self, self._root)
                elif _on == 2:
                    pass
                    self.value = HudiDeleteRecordList.AvroInt(self._io, self, self._root)
                elif _on == 3:
                    pass
                    self.value = avro_long.AvroLong(self._io)
                elif _on == 4:
                    pass
                    self.value = HudiDeleteRecordList.AvroFloat(self._io, self, self._root)
                elif _on == 5:
                    pass
                    self.value = HudiDeleteRecordList.AvroDouble(self._io, self, self._root)
                elif _on == 6:
                    pass
                    self.value = HudiDeleteRecordList.AvroBytes(self._io, self, self._root)
                elif _on == 7:
                    pass
                    self.value = HudiDeleteRecordList.AvroBytes(self._io, self, self._root)
                elif _on == 8:
                    pass
                    self.value = HudiDeleteRecordList.AvroInt(self._io, self, self._root)
                elif _on == 9:
                    pass
                    self.value = HudiDeleteRecordList.AvroBytes(self._io, self, self._root)



        def _fetch_instances(self):
            pass
            self.branch._fetch_instances()
            if self.branch.value != 0:
                pass
                _on = self.branch.value
                if _on == 1:
                    pass
                    self.value._fetch_instances()
                elif _on == 10:
                    pass
                    self.value._fetch_instances()
                elif _on == 11:
                    pass
                    self.value._fetch_instances()
                elif _on == 12:
                    pass
                    self.value._fetch_instances()
                elif _on == 2:
                    pass
                    self.value._fetch_instances()
                elif _on == 3:
                    pass
                    self.value._fetch_instances()
                elif _on == 4:
                    pass
                    self.value._fetch_instances()
                elif _on == 5:
                    pass
                    self.value._fetch_instances()
                elif _on == 6:
                    pass
                    self.value._fetch_instances()
                elif _on == 7:
                    pass
                    self.value._fetch_instances()
                elif _on == 8:
                    pass
                    self.value._fetch_instances()
                elif _on == 9:
                    pass
                    self.value._fetch_instances()



    class OrderingArray(KaitaiStruct):
        """Values of several ordering fields, union of null and array."""
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteRecordList.OrderingArray, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.branch = avro_long.AvroLong(self._io)
            self.check_branch = self._io.read_bytes(0)
            _ = self.check_branch
            if not  ((len(_) == 0) and (self.branch.value >= 0) and (self.branch.value <= 1)) :
                raise kaitaistruct.ValidationExprError(self.check_branch, self._io, u"/types/ordering_array/seq/1")
            if self.branch.value == 1:
                pass
                self.chunks = []
                i = 0
                while True:
                    _ = HudiDeleteRecordList.ElementChunk(self._io, self, self._root)
                    self.chunks.append(_)
                    if _.num_elements.value == 0:
                        break
                    i += 1



        def _fetch_instances(self):
            pass
            self.branch._fetch_instances()
            if self.branch.value == 1:
                pass
                for i in range(len(self.chunks)):
                    pass
                    self.chunks[i]._fetch_instances()




    class Record(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiDeleteRecordList.Record, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.record_key = HudiDeleteRecordList.OptionalString(self._io, self, self._root)
            self.partition_path = HudiDeleteRecordList.OptionalString(self._io, self, self._root)
            self.ordering = HudiDeleteRecordList.Ordering(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.record_key._fetch_instances()
            self.partition_path._fetch_instances()
            self.ordering._fetch_instances()



