# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import varint
from . import hadoop_vlong
from . import hfile_data_block
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HfileEncodedBlock(KaitaiStruct):
    """Payload of `DATABLKE`: the cells of a data block with less redundancy. Parts
    that a cell shares with the previous cell are omitted; a program must restore
    them. Blocks with compressed tags (`hfile.TAGS_COMPRESSED` is ff) are not
    supported by this grammar: the length of such tags depends on a dictionary.
    
    .. seealso::
       Source - https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/io/encoding/DataBlockEncoding.java
    """

    class Encoding(IntEnum):
        prefix = 2
        diff = 3
        fast_diff = 4
        row_index_v1 = 7
    def __init__(self, has_tags, has_mvcc, _io, _parent=None, _root=None):
        super(HfileEncodedBlock, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.has_tags = has_tags
        self.has_mvcc = has_mvcc
        self._read()

    def _read(self):
        self.encoding = KaitaiStream.resolve_enum(HfileEncodedBlock.Encoding, self._io.read_u2be())
        if not  ((self.encoding == HfileEncodedBlock.Encoding.prefix) or (self.encoding == HfileEncodedBlock.Encoding.diff) or (self.encoding == HfileEncodedBlock.Encoding.fast_diff) or (self.encoding == HfileEncodedBlock.Encoding.row_index_v1)) :
            raise kaitaistruct.ValidationNotAnyOfError(self.encoding, self._io, u"/seq/0")
        _on = self.encoding
        if _on == HfileEncodedBlock.Encoding.diff:
            pass
            self._raw_body = self._io.read_bytes_full()
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = HfileEncodedBlock.DiffCells(self.has_tags, self.has_mvcc, _io__raw_body, self, self._root)
        elif _on == HfileEncodedBlock.Encoding.fast_diff:
            pass
            self._raw_body = self._io.read_bytes_full()
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = HfileEncodedBlock.FastDiffCells(self.has_tags, self.has_mvcc, _io__raw_body, self, self._root)
        elif _on == HfileEncodedBlock.Encoding.prefix:
            pass
            self._raw_body = self._io.read_bytes_full()
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = HfileEncodedBlock.PrefixCells(self.has_tags, self.has_mvcc, _io__raw_body, self, self._root)
        elif _on == HfileEncodedBlock.Encoding.row_index_v1:
            pass
            self._raw_body = self._io.read_bytes_full()
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = HfileEncodedBlock.RowIndexCells(self.has_tags, self.has_mvcc, _io__raw_body, self, self._root)
        else:
            pass
            self.body = self._io.read_bytes_full()


    def _fetch_instances(self):
        pass
        _on = self.encoding
        if _on == HfileEncodedBlock.Encoding.diff:
            pass
            self.body._fetch_instances()
        elif _on == HfileEncodedBlock.Encoding.fast_diff:
            pass
            self.body._fetch_instances()
        elif _on == HfileEncodedBlock.Encoding.prefix:
            pass
            self.body._fetch_instances()
        elif _on == HfileEncodedBlock.Encoding.row_index_v1:
            pass
            self.body._fetch_instances()
        else:
            pass

    class CellEnd(KaitaiStruct):
        def __init__(self, has_tags, has_mvcc, _io, _parent=None, _root=None):
            super(HfileEncodedBlock.CellEnd, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.has_tags = has_tags
            self.has_mvcc = has_mvcc
            self._read()

        def _read(self):
            if self.has_tags:
                pass
                self.len_tags = varint.Varint(self._io)

            if self.has_tags:
                pass
                self.check_len_tags = self._io.read_bytes(0)
                _ = self.check_len_tags
                if not  ((len(_) == 0) and (self.len_tags.value >= 0) and (self.len_tags.value <= self._io.size() - self._io.pos())) :
                    raise kaitaistruct.ValidationExprError(self.check_len_tags, self._io, u"/types/cell_end/seq/1")

            if self.has_tags:
                pass
                self.tags = self._io.read_bytes(self.len_tags.value)

            if self.has_mvcc:
                pass
                self.mvcc = hadoop_vlong.HadoopVlong(self._io)



        def _fetch_instances(self):
            pass
            if self.has_tags:
                pass
                self.len_tags._fetch_instances()

            if self.has_tags:
                pass

            if self.has_tags:
                pass

            if self.has_mvcc:
                pass
                self.mvcc._fetch_instances()



    class DiffCell(KaitaiStruct):
        def __init__(self, has_tags, has_mvcc, len_family_all, is_first, prev_len_key, prev_len_value, prev_len_row, _io, _parent=None, _root=None):
            super(HfileEncodedBlock.DiffCell, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.has_tags = has_tags
            self.has_mvcc = has_mvcc
            self.len_family_all = len_family_all
            self.is_first = is_first
            self.prev_len_key = prev_len_key
            self.prev_len_value = prev_len_value
            self.prev_len_row = prev_len_row
            self._read()

        def _read(self):
            self.flags = self._io.read_u1()
            _ = self.flags
            if not  (((not (self.is_first))) or (_ & 15 == 0)) :
                raise kaitaistruct.ValidationExprError(self.flags, self._io, u"/types/diff_cell/seq/0")
            if self.has_len_key:
                pass
                self.len_key_new = varint.Varint(self._io)

            self.check_len_key_new = self._io.read_bytes(0)
            _ = self.check_len_key_new
            if not  ((len(_) == 0) and (self.len_key >= 12 + self.len_family_all) and (self.len_key <= 2147483647)) :
                raise kaitaistruct.ValidationExprError(self.check_len_key_new, self._io, u"/types/diff_cell/seq/2")
            if self.has_len_value:
                pass
                self.len_value_new = varint.Varint(self._io)

            self.check_len_value_new = self._io.read_bytes(0)
            _ = self.check_len_value_new
            if not  ((len(_) == 0) and (self.len_value >= 0) and (self.len_value <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.check_len_value_new, self._io, u"/types/diff_cell/seq/4")
            self.num_shared = varint.Varint(self._io)
            self.check_num_shared = self._io.read_bytes(0)
            _ = self.check_num_shared
            if not  ((len(_) == 0) and (self.shared >= 0) and (self.shared <= self.len_key - 9) and ( ((self.shared == 0) or ( (((not (self.is_first))) and ( ((self.shared < 2 + self.prev_len_row) or ( ((self.shared >= (3 + self.prev_len_row) + self.len_family_all) and (self.shared <= self.prev_len_key - 9)) )) )) )) )) :
                raise kaitaistruct.ValidationExprError(self.check_num_shared, self._io, u"/types/diff_cell/seq/6")
            if self.shared < 1:
                pass
                self.row_length_high = self._io.read_u1()

            if self.shared < 2:
                pass
                self.row_length_low = self._io.read_u1()

            self.check_len_row = self._io.read_bytes(0)
            _ = self.check_len_row
            if not  ((len(_) == 0) and ((self.len_row + self.len_family_all) + 12 <= self.len_key) and (self.len_key_rest <= self._io.size() - self._io.pos()) and (self.len_row_rest >= 0)) :
                raise kaitaistruct.ValidationExprError(self.check_len_row, self._io, u"/types/diff_cell/seq/9")
            self.row_rest = self._io.read_bytes(self.len_row_rest)
            self.qualifier_rest = self._io.read_bytes(self.len_qualifier_rest)
            self.timestamp_bytes = self._io.read_bytes((self.flags >> 4 & 7) + 1)
            if self.flags & 4 == 0:
                pass
                self.key_type = self._io.read_u1()

            self.value = self._io.read_bytes(self.len_value)
            self.end = HfileEncodedBlock.CellEnd(self.has_tags, self.has_mvcc, self._io, self, self._root)


        def _fetch_instances(self):
            pass
            if self.has_len_key:
                pass
                self.len_key_new._fetch_instances()

            if self.has_len_value:
                pass
                self.len_value_new._fetch_instances()

            self.num_shared._fetch_instances()
            if self.shared < 1:
                pass

            if self.shared < 2:
                pass

            if self.flags & 4 == 0:
                pass

            self.end._fetch_instances()

        @property
        def has_len_key(self):
            if hasattr(self, '_m_has_len_key'):
                return self._m_has_len_key

            self._m_has_len_key = self.flags & 1 == 0
            return getattr(self, '_m_has_len_key', None)

        @property
        def has_len_value(self):
            if hasattr(self, '_m_has_len_value'):
                return self._m_has_len_value

            self._m_has_len_value = self.flags & 2 == 0
            return getattr(self, '_m_has_len_value', None)

        @property
        def is_difference(self):
            if hasattr(self, '_m_is_difference'):
                return self._m_is_difference

            self._m_is_difference = self.flags & 8 != 0
            return getattr(self, '_m_is_difference', None)

        @property
        def is_negative(self):
            if hasattr(self, '_m_is_negative'):
                return self._m_is_negative

            self._m_is_negative = self.flags & 128 != 0
            return getattr(self, '_m_is_negative', None)

        @property
        def is_row_shared(self):
            if hasattr(self, '_m_is_row_shared'):
                return self._m_is_row_shared

            self._m_is_row_shared =  (((not (self.is_first))) and (self.shared >= 2 + self.prev_len_row)) 
            return getattr(self, '_m_is_row_shared', None)

        @property
        def len_key(self):
            if hasattr(self, '_m_len_key'):
                return self._m_len_key

            self._m_len_key = (self.len_key_new.value if self.has_len_key else self.prev_len_key)
            return getattr(self, '_m_len_key', None)

        @property
        def len_key_rest(self):
            if hasattr(self, '_m_len_key_rest'):
                return self._m_len_key_rest

            self._m_len_key_rest = (self.len_row_rest + self.len_qualifier_rest)
            return getattr(self, '_m_len_key_rest', None)

        @property
        def len_qualifier_rest(self):
            if hasattr(self, '_m_len_qualifier_rest'):
                return self._m_len_qualifier_rest

            self._m_len_qualifier_rest = (((self.len_key - 9) - self.shared) if self.is_row_shared else (((self.len_key - 12) - self.len_row) - self.len_family_all))
            return getattr(self, '_m_len_qualifier_rest', None)

        @property
        def len_row(self):
            if hasattr(self, '_m_len_row'):
                return self._m_len_row

            self._m_len_row = (self.prev_len_row if self.shared >= 2 else (((self.prev_len_row // 256) if self.shared >= 1 else self.row_length_high) * 256 + self.row_length_low))
            return getattr(self, '_m_len_row', None)

        @property
        def len_row_rest(self):
            if hasattr(self, '_m_len_row_rest'):
                return self._m_len_row_rest

            self._m_len_row_rest = (0 if self.is_row_shared else (self.len_row if self.shared <= 2 else ((self.len_row + 2) - self.shared)))
            return getattr(self, '_m_len_row_rest', None)

        @property
        def len_value(self):
            if hasattr(self, '_m_len_value'):
                return self._m_len_value

            self._m_len_value = (self.len_value_new.value if self.has_len_value else self.prev_len_value)
            return getattr(self, '_m_len_value', None)

        @property
        def shared(self):
            if hasattr(self, '_m_shared'):
                return self._m_shared

            self._m_shared = self.num_shared.value
            return getattr(self, '_m_shared', None)


    class DiffCells(KaitaiStruct):
        def __init__(self, has_tags, has_mvcc, _io, _parent=None, _root=None):
            super(HfileEncodedBlock.DiffCells, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.has_tags = has_tags
            self.has_mvcc = has_mvcc
            self._read()

        def _read(self):
            self.len_plain = self._io.read_s4be()
            if not self.len_plain >= 0:
                raise kaitaistruct.ValidationLessThanError(0, self.len_plain, self._io, u"/types/diff_cells/seq/0")
            self.len_family = self._io.read_u1()
            _ = self.len_family
            if not _ <= self._io.size() - self._io.pos():
                raise kaitaistruct.ValidationExprError(self.len_family, self._io, u"/types/diff_cells/seq/1")
            self.family = self._io.read_bytes(self.len_family)
            self.cells = []
            i = 0
            while not self._io.is_eof():
                self.cells.append(HfileEncodedBlock.DiffCell(self.has_tags, self.has_mvcc, self.len_family, i == 0, (0 if i == 0 else self.cells[i - 1].len_key), (0 if i == 0 else self.cells[i - 1].len_value), (0 if i == 0 else self.cells[i - 1].len_row), self._io, self, self._root))
                i += 1



        def _fetch_instances(self):
            pass
            for i in range(len(self.cells)):
                pass
                self.cells[i]._fetch_instances()



    class FastDiffCell(KaitaiStruct):
        def __init__(self, has_tags, has_mvcc, len_family_all, prev_len_key, prev_len_value, prev_len_row, _io, _parent=None, _root=None):
            super(HfileEncodedBlock.FastDiffCell, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.has_tags = has_tags
            self.has_mvcc = has_mvcc
            self.len_family_all = len_family_all
            self.prev_len_key = prev_len_key
            self.prev_len_value = prev_len_value
            self.prev_len_row = prev_len_row
            self._read()

        def _read(self):
            self.flags = self._io.read_u1()
            if self.has_len_key:
                pass
                self.len_key_new = varint.Varint(self._io)

            self.check_len_key_new = self._io.read_bytes(0)
            _ = self.check_len_key_new
            if not  ((len(_) == 0) and (self.len_key >= 12 + self.len_family_all) and (self.len_key <= 2147483647)) :
                raise kaitaistruct.ValidationExprError(self.check_len_key_new, self._io, u"/types/fast_diff_cell/seq/2")
            if self.has_len_value:
                pass
                self.len_value_new = varint.Varint(self._io)

            self.check_len_value_new = self._io.read_bytes(0)
            _ = self.check_len_value_new
            if not  ((len(_) == 0) and (self.len_value >= 0) and ( (((not (self.has_value))) or (self.len_value <= self._io.size() - self._io.pos())) ) and ( ((self.has_value) or (self.len_value == self.prev_len_value)) )) :
                raise kaitaistruct.ValidationExprError(self.check_len_value_new, self._io, u"/types/fast_diff_cell/seq/4")
            self.num_shared = varint.Varint(self._io)
            self.check_num_shared = self._io.read_bytes(0)
            _ = self.check_num_shared
            if not  ((len(_) == 0) and (self.shared >= 0) and (self.shared <= self.len_key - 9) and ( ((self.shared < 2 + self.prev_len_row) or ( ((self.shared >= (3 + self.prev_len_row) + self.len_family_all) and (self.shared <= self.prev_len_key - 9)) )) )) :
                raise kaitaistruct.ValidationExprError(self.check_num_shared, self._io, u"/types/fast_diff_cell/seq/6")
            if self.shared < 1:
                pass
                self.row_length_high = self._io.read_u1()

            if self.shared < 2:
                pass
                self.row_length_low = self._io.read_u1()

            self.check_len_row = self._io.read_bytes(0)
            _ = self.check_len_row
            if not  ((len(_) == 0) and ((self.len_row + self.len_family_all) + 12 <= self.len_key) and (self.len_key_rest <= self._io.size() - self._io.pos()) and (self.len_row_rest >= 0)) :
                raise kaitaistruct.ValidationExprError(self.check_len_row, self._io, u"/types/fast_diff_cell/seq/9")
            self.row_rest = self._io.read_bytes(self.len_row_rest)
            self.qualifier_rest = self._io.read_bytes(self.len_qualifier_rest)
            self.timestamp_rest = self._io.read_bytes(8 - (self.flags & 7))
            if self.flags & 32 == 0:
                pass
                self.key_type = self._io.read_u1()

            if self.has_value:
                pass
                self.value = self._io.read_bytes(self.len_value)

            self.end = HfileEncodedBlock.CellEnd(self.has_tags, self.has_mvcc, self._io, self, self._root)


        def _fetch_instances(self):
            pass
            if self.has_len_key:
                pass
                self.len_key_new._fetch_instances()

            if self.has_len_value:
                pass
                self.len_value_new._fetch_instances()

            self.num_shared._fetch_instances()
            if self.shared < 1:
                pass

            if self.shared < 2:
                pass

            if self.flags & 32 == 0:
                pass

            if self.has_value:
                pass

            self.end._fetch_instances()

        @property
        def has_len_key(self):
            if hasattr(self, '_m_has_len_key'):
                return self._m_has_len_key

            self._m_has_len_key = self.flags & 8 == 0
            return getattr(self, '_m_has_len_key', None)

        @property
        def has_len_value(self):
            if hasattr(self, '_m_has_len_value'):
                return self._m_has_len_value

            self._m_has_len_value = self.flags & 16 == 0
            return getattr(self, '_m_has_len_value', None)

        @property
        def has_value(self):
            if hasattr(self, '_m_has_value'):
                return self._m_has_value

            self._m_has_value = self.flags & 64 == 0
            return getattr(self, '_m_has_value', None)

        @property
        def is_row_shared(self):
            if hasattr(self, '_m_is_row_shared'):
                return self._m_is_row_shared

            self._m_is_row_shared = self.shared >= 2 + self.prev_len_row
            return getattr(self, '_m_is_row_shared', None)

        @property
        def len_key(self):
            if hasattr(self, '_m_len_key'):
                return self._m_len_key

            self._m_len_key = (self.len_key_new.value if self.has_len_key else self.prev_len_key)
            return getattr(self, '_m_len_key', None)

        @property
        def len_key_rest(self):
            if hasattr(self, '_m_len_key_rest'):
                return self._m_len_key_rest

            self._m_len_key_rest = (self.len_row_rest + self.len_qualifier_rest)
            return getattr(self, '_m_len_key_rest', None)

        @property
        def len_qualifier_rest(self):
            if hasattr(self, '_m_len_qualifier_rest'):
                return self._m_len_qualifier_rest

            self._m_len_qualifier_rest = (((self.len_key - 9) - self.shared) if self.is_row_shared else (((self.len_key - 12) - self.len_row) - self.len_family_all))
            return getattr(self, '_m_len_qualifier_rest', None)

        @property
        def len_row(self):
            if hasattr(self, '_m_len_row'):
                return self._m_len_row

            self._m_len_row = (self.prev_len_row if self.shared >= 2 else (((self.prev_len_row // 256) if self.shared >= 1 else self.row_length_high) * 256 + self.row_length_low))
            return getattr(self, '_m_len_row', None)

        @property
        def len_row_rest(self):
            if hasattr(self, '_m_len_row_rest'):
                return self._m_len_row_rest

            self._m_len_row_rest = (0 if self.is_row_shared else (self.len_row if self.shared <= 2 else ((self.len_row + 2) - self.shared)))
            return getattr(self, '_m_len_row_rest', None)

        @property
        def len_value(self):
            if hasattr(self, '_m_len_value'):
                return self._m_len_value

            self._m_len_value = (self.len_value_new.value if self.has_len_value else self.prev_len_value)
            return getattr(self, '_m_len_value', None)

        @property
        def shared(self):
            if hasattr(self, '_m_shared'):
                return self._m_shared

            self._m_shared = self.num_shared.value
            return getattr(self, '_m_shared', None)


    class FastDiffCells(KaitaiStruct):
        def __init__(self, has_tags, has_mvcc, _io, _parent=None, _root=None):
            super(HfileEncodedBlock.FastDiffCells, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.has_tags = has_tags
            self.has_mvcc = has_mvcc
            self._read()

        def _read(self):
            self.len_plain = self._io.read_s4be()
            if not self.len_plain >= 0:
                raise kaitaistruct.ValidationLessThanError(0, self.len_plain, self._io, u"/types/fast_diff_cells/seq/0")
            if (not (self._io.is_eof())):
                pass
                self.first = HfileEncodedBlock.FastDiffFirst(self.has_tags, self.has_mvcc, self._io, self, self._root)

            self.cells = []
            i = 0
            while not self._io.is_eof():
                self.cells.append(HfileEncodedBlock.FastDiffCell(self.has_tags, self.has_mvcc, self.first.len_family, (self.first.len_key.value if i == 0 else self.cells[i - 1].len_key), (self.first.len_value.value if i == 0 else self.cells[i - 1].len_value), (self.first.len_row if i == 0 else self.cells[i - 1].len_row), self._io, self, self._root))
                i += 1



        def _fetch_instances(self):
            pass
            if (not (self._io.is_eof())):
                pass
                self.first._fetch_instances()

            for i in range(len(self.cells)):
                pass
                self.cells[i]._fetch_instances()



    class FastDiffFirst(KaitaiStruct):
        """The first cell shares nothing and has its complete key."""
        def __init__(self, has_tags, has_mvcc, _io, _parent=None, _root=None):
            super(HfileEncodedBlock.FastDiffFirst, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.has_tags = has_tags
            self.has_mvcc = has_mvcc
            self._read()

        def _read(self):
            self.flags = self._io.read_u1()
            if not self.flags == 0:
                raise kaitaistruct.ValidationNotEqualError(0, self.flags, self._io, u"/types/fast_diff_first/seq/0")
            self.len_key = varint.Varint(self._io)
            self.check_len_key = self._io.read_bytes(0)
            _ = self.check_len_key
            if not  ((len(_) == 0) and (self.len_key.value >= 12) and (self.len_key.value <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.check_len_key, self._io, u"/types/fast_diff_first/seq/2")
            self.len_value = varint.Varint(self._io)
            self.check_len_value = self._io.read_bytes(0)
            _ = self.check_len_value
            if not  ((len(_) == 0) and (self.len_value.value >= 0) and (self.len_value.value <= (self._io.size() - self._io.pos()) - self.len_key.value)) :
                raise kaitaistruct.ValidationExprError(self.check_len_value, self._io, u"/types/fast_diff_first/seq/4")
            self.num_shared = self._io.read_u1()
            if not self.num_shared == 0:
                raise kaitaistruct.ValidationNotEqualError(0, self.num_shared, self._io, u"/types/fast_diff_first/seq/5")
            self.len_row = self._io.read_u2be()
            _ = self.len_row
            if not _ <= self.len_key.value - 12:
                raise kaitaistruct.ValidationExprError(self.len_row, self._io, u"/types/fast_diff_first/seq/6")
            self.row = self._io.read_bytes(self.len_row)
            self.len_family = self._io.read_u1()
            _ = self.len_family
            if not _ <= (self.len_key.value - 12) - self.len_row:
                raise kaitaistruct.ValidationExprError(self.len_family, self._io, u"/types/fast_diff_first/seq/8")
            self.family = self._io.read_bytes(self.len_family)
            self.qualifier = self._io.read_bytes(((self.len_key.value - 12) - self.len_row) - self.len_family)
            self.timestamp = self._io.read_s8be()
            self.key_type = self._io.read_u1()
            self.value = self._io.read_bytes(self.len_value.value)
            self.end = HfileEncodedBlock.CellEnd(self.has_tags, self.has_mvcc, self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.len_key._fetch_instances()
            self.len_value._fetch_instances()
            self.end._fetch_instances()


    class PrefixCell(KaitaiStruct):
        def __init__(self, has_tags, has_mvcc, prev_len_key, _io, _parent=None, _root=None):
            super(HfileEncodedBlock.PrefixCell, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.has_tags = has_tags
            self.has_mvcc = has_mvcc
            self.prev_len_key = prev_len_key
            self._read()

        def _read(self):
            self.len_key_rest = varint.Varint(self._io)
            self.check_len_key_rest = self._io.read_bytes(0)
            _ = self.check_len_key_rest
            if not  ((len(_) == 0) and (self.len_key_rest.value >= 0) and (self.len_key_rest.value <= self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.check_len_key_rest, self._io, u"/types/prefix_cell/seq/1")
            self.len_value = varint.Varint(self._io)
            self.check_len_value = self._io.read_bytes(0)
            _ = self.check_len_value
            if not  ((len(_) == 0) and (self.len_value.value >= 0) and (self.len_value.value <= (self._io.size() - self._io.pos()) - self.len_key_rest.value)) :
                raise kaitaistruct.ValidationExprError(self.check_len_value, self._io, u"/types/prefix_cell/seq/3")
            self.num_shared = varint.Varint(self._io)
            self.check_num_shared = self._io.read_bytes(0)
            _ = self.check_num_shared
            if not  ((len(_) == 0) and (self.num_shared.value >= 0) and (self.num_shared.value <= self.prev_len_key) and (self.len_key >= 12)) :
                raise kaitaistruct.ValidationExprError(self.check_num_shared, self._io, u"/types/prefix_cell/seq/5")
            self.key_rest = self._io.read_bytes(self.len_key_rest.value)
            self.value = self._io.read_bytes(self.len_value.value)
            self.end = HfileEncodedBlock.CellEnd(self.has_tags, self.has_mvcc, self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.len_key_rest._fetch_instances()
            self.len_value._fetch_instances()
            self.num_shared._fetch_instances()
            self.end._fetch_instances()

        @property
        def len_key(self):
            if hasattr(self, '_m_len_key'):
                return self._m_len_key

            self._m_len_key = (self.num_shared.value + self.len_key_rest.value)
            return getattr(self, '_m_len_key', None)


    class PrefixCells(KaitaiStruct):
        def __init__(self, has_tags, has_mvcc, _io, _parent=None, _root=None):
            super(HfileEncodedBlock.PrefixCells, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.has_tags = has_tags
            self.has_mvcc = has_mvcc
            self._read()

        def _read(self):
            self.len_plain = self._io.read_s4be()
            if not self.len_plain >= 0:
                raise kaitaistruct.ValidationLessThanError(0, self.len_plain, self._io, u"/types/prefix_cells/seq/0")
            self.cells = []
            i = 0
            while not self._io.is_eof():
                self.cells.append(HfileEncodedBlock.PrefixCell(self.has_tags, self.has_mvcc, (0 if i == 0 else self.cells[i - 1].len_key), self._io, self, self._root))
                i += 1



        def _fetch_instances(self):
            pass
            for i in range(len(self.cells)):
                pass
                self.cells[i]._fetch_instances()



    class Row(KaitaiStruct):
        def __init__(self, is_first, prev, _io, _parent=None, _root=None):
            super(HfileEncodedBlock.Row, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_first = is_first
            self.prev = prev
            self._read()

        def _read(self):
            self.ofs_cell = self._io.read_s4be()
            _ = self.ofs_cell
            if not (_ == 0 if self.is_first else _ > self.prev):
                raise kaitaistruct.ValidationExprError(self.ofs_cell, self._io, u"/types/row/seq/0")


        def _fetch_instances(self):
            pass


    class RowIndexCells(KaitaiStruct):
        def __init__(self, has_tags, has_mvcc, _io, _parent=None, _root=None):
            super(HfileEncodedBlock.RowIndexCells, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.has_tags = has_tags
            self.has_mvcc = has_mvcc
            self._read()

        def _read(self):
            self._raw_cells = self._io.read_bytes(self.len_cells)
            _io__raw_cells = KaitaiStream(BytesIO(self._raw_cells))
            self.cells = hfile_data_block.HfileDataBlock(self.has_tags, self.has_mvcc, _io__raw_cells)
            self.num_rows = self._io.read_s4be()
            _ = self.num_rows
            if not  ((_ >= 0) and ((_ * 4 + 4) == self._io.size() - self._io.pos())) :
                raise kaitaistruct.ValidationExprError(self.num_rows, self._io, u"/types/row_index_cells/seq/1")
            self.rows = []
            for i in range(self.num_rows):
                self.rows.append(HfileEncodedBlock.Row(i == 0, (0 if i == 0 else self.rows[i - 1].ofs_cell), self._io, self, self._root))

            self.len_cells_last = self._io.read_s4be()
            _ = self.len_cells_last
            if not _ == self.len_cells:
                raise kaitaistruct.ValidationExprError(self.len_cells_last, self._io, u"/types/row_index_cells/seq/3")


        def _fetch_instances(self):
            pass
            self.cells._fetch_instances()
            for i in range(len(self.rows)):
                pass
                self.rows[i]._fetch_instances()

            _ = self.len_cells
            if hasattr(self, '_m_len_cells'):
                pass


        @property
        def len_cells(self):
            if hasattr(self, '_m_len_cells'):
                return self._m_len_cells

            _pos = self._io.pos()
            self._io.seek(self._io.size() - 4)
            self._m_len_cells = self._io.read_s4be()
            _ = self._m_len_cells
            if not  ((_ >= 0) and (_ + 8 <= self._io.size())) :
                raise kaitaistruct.ValidationExprError(self._m_len_cells, self._io, u"/types/row_index_cells/instances/len_cells")
            self._io.seek(_pos)
            return getattr(self, '_m_len_cells', None)



