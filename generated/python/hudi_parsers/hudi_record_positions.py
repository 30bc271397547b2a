# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HudiRecordPositions(KaitaiStruct):
    """Value of the header key `record_positions` of a log block after Base64
    decoding: a set of row numbers of a base file. 64-bit extension of the
    portable Roaring format: 32-bit bitmaps, one for each upper half in use.
    
    Bytes after the last bucket are not described.
    
    .. seealso::
       Source - https://github.com/RoaringBitmap/RoaringFormatSpec
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(HudiRecordPositions, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.num_buckets = self._io.read_u8le()
        _ = self.num_buckets
        if not  ((_ >= 0) and (_ <= ((self._io.size() - self._io.pos()) // 12))) :
            raise kaitaistruct.ValidationExprError(self.num_buckets, self._io, u"/seq/0")
        self.buckets = []
        for i in range(self.num_buckets):
            self.buckets.append(HudiRecordPositions.Bucket(self._io, self, self._root))



    def _fetch_instances(self):
        pass
        for i in range(len(self.buckets)):
            pass
            self.buckets[i]._fetch_instances()


    class Bitmap(KaitaiStruct):
        """A set of 32-bit numbers."""
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiRecordPositions.Bitmap, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.cookie = self._io.read_u2le()
            if not  ((self.cookie == 12346) or (self.cookie == 12347)) :
                raise kaitaistruct.ValidationNotAnyOfError(self.cookie, self._io, u"/types/bitmap/seq/0")
            self.num_containers_minus_1 = self._io.read_u2le()
            _ = self.num_containers_minus_1
            if not  (((not (self.has_runs))) or ((_ + 1) * 4 <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.num_containers_minus_1, self._io, u"/types/bitmap/seq/1")
            if (not (self.has_runs)):
                pass
                self.num_containers_plain = self._io.read_u4le()
                _ = self.num_containers_plain
                if not  ((_ <= 65536) and (_ * 4 <= self._io.size() - self._io.pos())) :
                    raise kaitaistruct.ValidationExprError(self.num_containers_plain, self._io, u"/types/bitmap/seq/2")

            if self.has_runs:
                pass
                self.run_flags = []
                for i in range(((self.num_containers + 7) // 8)):
                    self.run_flags.append(self._io.read_u1())


            self.descriptions = []
            for i in range(self.num_containers):
                self.descriptions.append(HudiRecordPositions.Description(self._io, self, self._root))

            if self.has_offsets:
                pass
                self.ofs_containers = []
                for i in range(self.num_containers):
                    self.ofs_containers.append(self._io.read_u4le())


            self.containers = []
            for i in range(self.num_containers):
                self.containers.append(HudiRecordPositions.Container(self.descriptions[i].cardinality, ((self.run_flags[i // 8] >> i % 8 & 1) if self.has_runs else 0), self._io, self, self._root))



        def _fetch_instances(self):
            pass
            if (not (self.has_runs)):
                pass

            if self.has_runs:
                pass
                for i in range(len(self.run_flags)):
                    pass


            for i in range(len(self.descriptions)):
                pass
                self.descriptions[i]._fetch_instances()

            if self.has_offsets:
                pass
                for i in range(len(self.ofs_containers)):
                    pass


            for i in range(len(self.containers)):
                pass
                self.containers[i]._fetch_instances()


        @property
        def has_offsets(self):
            if hasattr(self, '_m_has_offsets'):
                return self._m_has_offsets

            self._m_has_offsets =  (((not (self.has_runs))) or (self.num_containers >= 4)) 
            return getattr(self, '_m_has_offsets', None)

        @property
        def has_runs(self):
            if hasattr(self, '_m_has_runs'):
                return self._m_has_runs

            self._m_has_runs = self.cookie == 12347
            return getattr(self, '_m_has_runs', None)

        @property
        def num_containers(self):
            if hasattr(self, '_m_num_containers'):
                return self._m_num_containers

            self._m_num_containers = ((self.num_containers_minus_1 + 1) if self.has_runs else self.num_containers_plain)
            return getattr(self, '_m_num_containers', None)


    class Bucket(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiRecordPositions.Bucket, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.high = self._io.read_u4le()
            self.bitmap = HudiRecordPositions.Bitmap(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.bitmap._fetch_instances()


    class Container(KaitaiStruct):
        """A set of 16-bit numbers in one of three formats."""
        def __init__(self, num_values, run_flag, _io, _parent=None, _root=None):
            super(HudiRecordPositions.Container, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.num_values = num_values
            self.run_flag = run_flag
            self._read()

        def _read(self):
            if self.run_flag == 1:
                pass
                self.num_runs = self._io.read_u2le()
                _ = self.num_runs
                if not _ * 4 <= self._io.size() - self._io.pos():
                    raise kaitaistruct.ValidationExprError(self.num_runs, self._io, u"/types/container/seq/0")

            if self.run_flag == 1:
                pass
                self.runs = []
                for i in range(self.num_runs):
                    self.runs.append(HudiRecordPositions.Run(self._io, self, self._root))


            if self.is_array:
                pass
                self.values = []
                for i in range(self.num_values):
                    self.values.append(self._io.read_u2le())


            if  ((self.run_flag != 1) and ((not (self.is_array)))) :
                pass
                self.bits = self._io.read_bytes(8192)



        def _fetch_instances(self):
            pass
            if self.run_flag == 1:
                pass

            if self.run_flag == 1:
                pass
                for i in range(len(self.runs)):
                    pass
                    self.runs[i]._fetch_instances()


            if self.is_array:
                pass
                for i in range(len(self.values)):
                    pass


            if  ((self.run_flag != 1) and ((not (self.is_array)))) :
                pass


        @property
        def is_array(self):
            if hasattr(self, '_m_is_array'):
                return self._m_is_array

            self._m_is_array =  ((self.run_flag != 1) and (self.num_values <= 4096)) 
            return getattr(self, '_m_is_array', None)


    class Description(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiRecordPositions.Description, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.key = self._io.read_u2le()
            self.cardinality_minus_1 = self._io.read_u2le()


        def _fetch_instances(self):
            pass

        @property
        def cardinality(self):
            if hasattr(self, '_m_cardinality'):
                return self._m_cardinality

            self._m_cardinality = (self.cardinality_minus_1 + 1)
            return getattr(self, '_m_cardinality', None)


    class Run(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(HudiRecordPositions.Run, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.start = self._io.read_u2le()
            self.length_minus_1 = self._io.read_u2le()


        def _fetch_instances(self):
            pass



