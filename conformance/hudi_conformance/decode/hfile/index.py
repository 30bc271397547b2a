# SPDX-License-Identifier: Apache-2.0
"""Indexes of an HFile, with any number of levels: locate the block that may contain a key.

Each step down is checked: kind and size of the block, its position before the load-on-open section, and that
no block is visited twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from hudi_parsers.hadoop_vlong import HadoopVlong
from hudi_parsers.hfile_key import HfileKey
from hudi_parsers.hfile_leaf_index import HfileLeafIndex
from hudi_parsers.hfile_root_index import HfileRootIndex
from hudi_parsers.varint import Varint
from kaitaistruct import KaitaiStream, KaitaiStructError

from hudi_conformance.decode import limits
from hudi_conformance.decode.grammar import Structure, checks_of
from hudi_conformance.decode.hfile.file import LEN_HEADER_OLD, HFile
from hudi_conformance.decode.hfile.payload import Payload
from hudi_conformance.decode.source import read_s4
from hudi_conformance.errors import Reject
from hudi_conformance.model.hfile import (
    DATA_TYPES,
    HFileBlock,
    HFileCell,
    HFileIndex,
    IndexEntry,
    MetaBlock,
    MidKey,
)

MAX_DEPTH = 64  # levels at most; writers stop at 16
MAX_PAYLOAD = 32 << 20  # bytes of one index block: its entries are kept as objects
LEN_ENTRY = 12  # offset and size
LEN_MID_KEY = 16
_ROOT, _RANGE, _BOUNDS = "hfile.index.root", "hfile.index.range", "hfile.index.leaf-bounds"
_ENTRY = Structure("index entry", "truncated", _ROOT, checks_of("hfile_root_index", "varint"))
_LEAF_ENTRY = Structure("index entry", "truncated", _ROOT, checks_of("hfile_leaf_index"))
_KEY = Structure("index key", "length-mismatch", "hfile.index.key")

SortKey = tuple[Any, ...]  # a bare row is shorter than the key of a cell


class IndexReader:
    """Reads the indexes of one file."""

    def __init__(self, file: HFile) -> None:
        self._file = file

    @cached_property
    def root(self) -> Sequence[IndexEntry]:
        """Entries of the root data index.

        Raises:
            Reject: the block or its number of entries is wrong.
        """
        entries, _ = self._root_and_end
        return entries

    @cached_property
    def _root_block(self) -> HFileBlock:
        return self._file.load(self._file.load_on_open[0])

    @cached_property
    def _root_and_end(self) -> tuple[Sequence[IndexEntry], int]:
        count = self._file.trailer.data_index_count
        return self._entries(self._root_block, count, "data_index_count")

    @cached_property
    def meta(self) -> Sequence[IndexEntry]:
        """Entries of the meta index; keys are names."""
        block = self._file.load(self._file.load_on_open[1])
        return self._entries(block, self._file.trailer.meta_index_count, "meta_index_count")[0]

    @property
    def num_levels(self) -> int:
        """Levels of the data index.

        Raises:
            Reject: more than the file can contain: each level below the root takes a block.
            LimitExceeded: more than `MAX_DEPTH`, and the limits are not lifted.
        """
        levels = self._file.trailer.num_data_index_levels
        if levels - 1 > self._file.trailer.ofs // LEN_HEADER_OLD:
            at = self._file.trailer.place("num_data_index_levels")
            message = f"{levels} levels of index in {self._file.trailer.ofs} bytes of blocks"
            raise Reject("count-too-large", at, "hfile.index.levels", message)
        if levels > MAX_DEPTH and not limits.is_lifted():
            raise limits.exceeded(f"data index of {levels} levels, {MAX_DEPTH} are read")
        return levels

    @property
    def len_rest(self) -> int:
        """Bytes of the root data index after its entries."""
        return len(self._root_block.payload) - self._root_and_end[1]

    @property
    def root_payload(self) -> Payload:
        """Payload of the root data index."""
        return self._file.payload(self._root_block)

    def _entries(self, block: HFileBlock, count: int, name: str) -> tuple[Sequence[IndexEntry], int]:
        payload = self._file.payload(block)
        trailer = self._file.trailer
        if count * (LEN_ENTRY + 1) > len(payload.data):
            at = trailer.place(name)
            message = f"{count} entries in an index of {len(payload.data)} bytes"
            raise Reject("count-too-large", at, "hfile.trailer.index-counts", message)
        return read_root_entries(payload, count, trailer.load_on_open_data_offset)

    def data(self) -> Iterator[IndexEntry]:
        """Yield the entries that point to data blocks, in order.

        Raises:
            Reject: another kind of block on the way down [hfile.index.levels], an entry that does not
                match its block [hfile.index.range], or a cycle [hfile.index.cycles].
        """
        levels = self.num_levels
        seen: set[int] = set()
        # A stack of the levels, as many as the trailer states, instead of recursion.
        path = [iter(self.root)]
        while path:
            entry = next(path[-1], None)
            if entry is None:
                path.pop()
                continue
            if entry.ofs in seen:
                message = f"the block at {entry.ofs} is met twice"
                raise Reject("bad-reference", entry.at, "hfile.index.cycles", message)
            seen.add(entry.ofs)
            if len(path) == levels:
                yield entry
            else:
                path.append(iter(self.children(entry, levels - len(path) + 1)))

    def children(self, entry: IndexEntry, levels: int) -> Sequence[IndexEntry]:
        """Entries of the leaf or intermediate block of an entry `levels` above the data."""
        payload = self.child_payload(entry, levels)
        return read_leaf_entries(payload, self._file.trailer.load_on_open_data_offset)

    def child_payload(self, entry: IndexEntry, levels: int) -> Payload:
        """Payload of that block."""
        kind = "LEAF_INDEX" if levels == 2 else "INTERMEDIATE_INDEX"
        return self._file.payload(self.block(entry, frozenset({kind})))

    def data_block(self, entry: IndexEntry) -> HFileBlock:
        """Data block of an entry, with its payload."""
        return self.block(entry, DATA_TYPES)

    def block(self, entry: IndexEntry, kinds: frozenset[str]) -> HFileBlock:
        """Block of an entry, with its payload.

        Raises:
            Reject: as `check_header`, or the block is rejected.
        """
        self.check_header(entry, self._file.header(entry.ofs), kinds)
        return self._file.read(entry.ofs)

    def check_header(self, entry: IndexEntry, header: HFileBlock, kinds: frozenset[str]) -> None:
        """Compare an entry with the header of its block.

        Raises:
            Reject: another kind or size than in the index.
        """
        if header.type not in kinds:
            message = f"a {header.type} block where {' or '.join(sorted(kinds))} must be"
            raise Reject("bad-type", entry.ofs, "hfile.index.levels", message)
        if header.size != entry.size:
            message = f"the index states {entry.size} bytes, the block {header.size}"
            raise Reject("length-mismatch", entry.at, _RANGE, message)

    @property
    def mid_key(self) -> MidKey | None:
        """Mid-key of an index of several levels, as stored; None if there is none."""
        _, end = self._root_and_end
        payload = self._file.payload(self._root_block)
        if self._file.trailer.num_data_index_levels < 2 or len(payload.data) - end < LEN_MID_KEY:
            return None
        parsed = HfileRootIndex.MidKey(payload.stream(end))
        return MidKey(parsed.ofs_leaf_block, parsed.len_leaf_block, parsed.entry_in_leaf_block)

    @property
    def at_mid_key(self) -> int:
        """Where the mid-key lies."""
        return self._file.payload(self._root_block).at(self._root_and_end[1])

    def view(self) -> HFileIndex:
        """All indexes.

        Raises:
            Reject: an invalid index; a mid-key that is not an entry of a leaf
                [hfile.index.mid-key-read].
        """
        data = list(self.data())
        mid = self.mid_key
        if mid is not None and data:
            self._check_mid_key(mid)
        return HFileIndex(self.num_levels, self.root, data, self.meta, mid)

    def _check_mid_key(self, mid: MidKey) -> None:
        at = self.at_mid_key
        rule = "hfile.index.mid-key-read"
        try:
            header = self._file.header(mid.ofs)
        except Reject as error:
            raise Reject("bad-reference", at, rule, f"mid-key: {error.message}") from None
        if header.type != "LEAF_INDEX" or header.size != mid.size:
            raise Reject("bad-reference", at, rule, f"no leaf of {mid.size} bytes at {mid.ofs}")
        num = len(self.children(IndexEntry(mid.ofs, mid.size, b"", at), 2))
        if not 0 <= mid.entry < num:
            raise Reject("bad-reference", at, rule, f"entry {mid.entry} of a leaf with {num}")

    def leaves(self) -> Iterator[tuple[IndexEntry, int]]:
        """Yield the leaf blocks of an index of several levels, each with its number of entries."""
        level = list(self.root)
        for levels in range(self.num_levels, 2, -1):
            level = [below for entry in level for below in self.children(entry, levels)]
        for entry in level:
            yield entry, len(self.children(entry, 2))

    def meta_blocks(self) -> Iterator[MetaBlock]:
        """Yield the meta blocks in the order of their index."""
        for entry in self.meta:
            yield MetaBlock(entry.key, self.block(entry, frozenset({"META"})).payload)


def read_root_entries(payload: Payload, count: int, limit: int) -> tuple[Sequence[IndexEntry], int]:
    """Entries of a block in the root layout, and the position after them [hfile.index.root].

    Lengths of keys are vlongs. If that fails, they are read as varints, which one release of Hudi wrote
    [hudi.hfile.index-varint].
    """
    _check_size(payload)
    try:
        entries, end = _root_entries(payload, count, HadoopVlong)
        failed = None
    except Reject as error:
        entries, end, failed = [], -1, error
    if end != len(payload.data):
        try:
            alternatives, end_others = _root_entries(payload, count, Varint)
        except Reject:
            alternatives, end_others = [], -1
        if end_others == len(payload.data):
            entries, end, failed = alternatives, end_others, None
    if failed is not None:
        raise failed
    for entry in entries:
        _check_range(entry, limit)
    return entries, end


def _root_entries(payload: Payload, count: int, length: type[Any]) -> tuple[list[IndexEntry], int]:
    stream = payload.stream()
    entries = []
    for _ in range(count):
        start = stream.pos()
        try:
            if length is HadoopVlong:
                parsed = HfileRootIndex.Entry(stream)
                ofs, size, key = parsed.ofs_block, parsed.len_block, parsed.key
            else:
                ofs, size = stream.read_s8be(), stream.read_s4be()
                key = stream.read_bytes(length(stream).value)
        except KaitaiStructError as error:
            at = start + LEN_ENTRY if _ENTRY.is_failed_check(error, "entry.check_len_key") else start
            reject = payload.reject(error, start, _ENTRY)
            raise Reject(reject.code, payload.at(at), reject.requirement, reject.message) from None
        entries.append(IndexEntry(ofs, size, key, payload.at(start)))
    return entries, stream.pos()


def read_leaf_entries(payload: Payload, limit: int) -> Sequence[IndexEntry]:
    """Entries of a leaf or intermediate block [hfile.index.leaf].

    Raises:
        Reject: numbers that do not fit the payload [hfile.index.leaf-bounds], entries out of range.
    """
    _check_size(payload)
    data = payload.data
    if len(data) < 8:
        raise Reject("truncated", payload.at(0), _BOUNDS, f"{len(data)} bytes of an index")
    num = read_s4(data, 0)
    if not 0 <= num * 16 + 8 <= len(data) or num < 0:
        message = f"{num} entries in an index of {len(data)} bytes"
        raise Reject("count-too-large", payload.at(0), _BOUNDS, message)
    start = 4 * (num + 2)
    entries = []
    before = 0
    for index in range(num + 1):
        ofs = read_s4(data, 4 + 4 * index)
        is_last_wrong = index == num and ofs != len(data) - start
        if ofs < before or ofs > len(data) - start or (index == 0 and ofs != 0) or is_last_wrong:
            message = f"offset {index} of the index is {ofs}"
            raise Reject("length-mismatch", payload.at(4 + 4 * index), _BOUNDS, message)
        if index:
            entries.append(_leaf_entry(payload, start + before, ofs - before, limit))
        before = ofs
    return entries


def _leaf_entry(payload: Payload, start: int, length: int, limit: int) -> IndexEntry:
    if length < LEN_ENTRY:
        raise Reject("length-mismatch", payload.at(start), _BOUNDS, f"index entry of {length} bytes")
    stream: KaitaiStream = payload.stream(start, start + length)
    try:
        parsed = HfileLeafIndex.Entry(length, stream)
    except KaitaiStructError as error:
        raise payload.reject(error, start, _LEAF_ENTRY) from None
    entry = IndexEntry(parsed.ofs_block, parsed.len_block, parsed.key, payload.at(start))
    _check_range(entry, limit)
    return entry


def _check_size(payload: Payload) -> None:
    if len(payload.data) > MAX_PAYLOAD and not limits.is_lifted():
        raise limits.exceeded(f"index block of {len(payload.data)} bytes")


def _check_range(entry: IndexEntry, limit: int) -> None:
    if entry.ofs < 0 or entry.ofs >= limit or entry.ofs + entry.size > limit:
        message = f"{entry.size} bytes at {entry.ofs}, the load-on-open section is at {limit}"
        raise Reject("offset-out-of-range", entry.at, _RANGE, message)
    if entry.size < 0:
        raise Reject("length-mismatch", entry.at, _RANGE, f"a block of {entry.size} bytes")


def entry_sort_key(entry: IndexEntry) -> SortKey:
    """Sort key of an entry of a data index; a bare row comes before all its cells.

    Raises:
        Reject: the key has an unknown layout [hfile.index.key, hudi.hfile.index-keys-read].
    """
    key = entry.key
    if len(key) >= 2 and int.from_bytes(key[:2], "big") == len(key) - 2:
        return (key[2:],)
    payload = Payload(key, entry.at, is_exact=False)
    try:
        parsed = HfileKey(payload.stream())
    except KaitaiStructError as error:
        raise payload.reject(error, 0, _KEY) from None
    return sort_key(parsed.row, parsed.family, parsed.qualifier, parsed.timestamp, parsed.key_type)


def cell_sort_key(cell: HFileCell) -> SortKey:
    """Sort key of a cell [hfile.cell.order]."""
    return cell.row, cell.family, cell.qualifier, -cell.timestamp, -cell.type


def sort_key(row: bytes, family: bytes, qualifier: bytes, timestamp: int, kind: int) -> SortKey:
    """Sort key of a cell [hfile.cell.order]."""
    return row, family, qualifier, -timestamp, -kind
