# SPDX-License-Identifier: Apache-2.0
"""Kernels for lookups in HFiles, one by one: index entries, the walk through blocks, the choice of blocks."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from random import Random

import pytest
from hudi_conformance.decode.hfile.index import SortKey, entry_sort_key, read_root_entries
from hudi_conformance.decode.hfile.payload import Payload
from hudi_conformance.encode.hfile.cells import LATEST, Cell, CellLayout, encode_key
from hudi_conformance.encode.hfile.index import encode_root
from hudi_conformance.errors import Reject
from hudi_conformance.model.hfile import IndexEntry

pytest.importorskip("numba", reason="needs the extra `fast`")

import numpy as np
from hudi_conformance.decode.bulk import _rows_kernel as krn
from hudi_conformance.decode.bulk._memory import address_of

LIMIT = 5000


def bare(row: bytes) -> bytes:
    return len(row).to_bytes(2, "big") + row


def full(
    row: bytes, family: bytes = b"", qualifier: bytes = b"", timestamp: int = LATEST, kind: int = 4
) -> bytes:
    return encode_key(row, family, qualifier, timestamp, kind)


def rank(key: bytes) -> SortKey:
    return entry_sort_key(IndexEntry(0, 1, key))


# --- Entries of the index ----------------------------------------------------------------------------------

Fields = list[tuple[int, int, bytes, bool]]


def found_entries(data: bytes, num: int, limit: int = LIMIT) -> tuple[int, Fields]:
    """How many of the entries are sound; those."""
    entries = np.full((num, krn.NUM_ENTRY), -1, np.int64)
    # What follows the entries would make a length fit that does not.
    around = data + bytes(64)
    with address_of(around) as base:
        count = krn.find_entries(base, base + len(data), limit, entries)
        fields: Fields = []
        for ofs, size, key, length, is_bare in entries[: count if count >= 0 else 0].tolist():
            fields.append((ofs, size, around[key - base : key - base + length], bool(is_bare)))
    return count, fields


def careful_entries(data: bytes, num: int, limit: int = LIMIT) -> Fields | None:
    """Entries by the careful decoder, None where they are refused or out of order."""
    try:
        entries, end = read_root_entries(Payload(data, 0), num, limit)
        keys = [entry_sort_key(entry) for entry in entries]
    except Reject:
        return None
    spans = [(entry.ofs, entry.ofs + entry.size) for entry in entries]
    is_apart = all(one[1] <= two[0] for one, two in itertools.pairwise(spans))
    if end != len(data) or sorted(keys) != keys or not is_apart:
        return None
    return [(e.ofs, e.size, e.key, len(key) == 1) for e, key in zip(entries, keys, strict=True)]


INDEX = [
    IndexEntry(0, 90, bare(b"")),
    IndexEntry(90, 100, full(b"aa", b"f", b"q", 7)),
    IndexEntry(200, 4000, bare(b"ab")),
    IndexEntry(4200, 800, full(b"ab", b"", b"", 7)),
]


def test_entries_of_changed_indexes_are_those_of_the_careful_reader() -> None:
    good = encode_root(INDEX)
    assert found_entries(good, 4) == (4, careful_entries(good, 4))
    num_good = 0
    for at, byte in enumerate(good):
        for value in {0, 1, 2, 11, 12, 0x7F, 0x80, 0xFF, byte ^ 1, (byte + 1) & 255, (byte - 1) & 255}:
            data = good[:at] + bytes([value]) + good[at + 1 :]
            count, fields = found_entries(data, 4)
            expected = careful_entries(data, 4)
            if expected is None:
                assert count < 4, data
            elif value < 0x80:  # else lengths may have been read in another form
                assert (count, fields) == (4, expected), data
                num_good += 1
        count, _ = found_entries(good[:at], 4)
        assert 0 <= count < 4
    assert num_good > 50
    assert found_entries(good + b"\0", 4)[0] == -1
    assert found_entries(good, 3)[0] == -1
    assert found_entries(b"", 0) == (0, [])
    assert found_entries(good, 4, LIMIT - 1)[0] == 3


@pytest.mark.parametrize("length", [3, 20, 127, 128, 255, 256, 40_000])
def test_lengths_of_keys_of_any_width(length: int) -> None:
    entries = [
        IndexEntry(0, 1, full(b"a")),
        IndexEntry(1, 1, bare(b"b" * (length - 2))),
        IndexEntry(2, 1, full(b"c")),
    ]
    data = encode_root(entries)
    assert found_entries(data, 3) == (3, careful_entries(data, 3))
    for end in (13 + 14 + 12, 13 + 14 + 13, len(data) - 1):
        assert found_entries(data[:end], 3)[0] < 3


def test_a_length_is_no_negative_number() -> None:
    for length in (b"\x90", b"\xff", b"\x87\x01", b"\x80" + bytes(8), b"\x8f\x80"):
        data = INDEX[0].ofs.to_bytes(8, "big") + (90).to_bytes(4, "big") + length + bytes(300)
        assert found_entries(data, 1)[0] in {0, -1}
        assert found_entries(data, 1)[1] == []


KEYS = [
    bare(b""),
    bare(b"a"),
    full(b"a"),
    full(b"a", b"f"),
    full(b"a", b"f", b"q"),
    full(b"a", b"f", b"q", 8),
    full(b"a", b"f", b"q", 8, 3),
    full(b"a", b"f", b"q", -8),
    full(b"a", b"g"),
    bare(b"aa"),
    full(b"aa"),
    bare(b"b" * 9),
    bare(b"b" * 8 + b"c"),
    bare(b"b" * 17),
    bare(b"b" * 300),
    bare(b"b" * 301),
    full(b"b" * 300),
]


def test_entries_stand_in_the_order_of_their_keys() -> None:
    for left, right in itertools.product(KEYS, KEYS):
        data = encode_root([IndexEntry(0, 5, left), IndexEntry(5, 5, right)])
        assert found_entries(data, 2)[0] == (1 if rank(left) > rank(right) else 2), (left, right)


@pytest.mark.parametrize(
    ("ofs", "size", "is_sound"),
    [
        (10, 0, True),
        (10, 90, True),
        (10, 91, False),
        (9, 1, False),
        (99, 1, True),
        (99, 2, False),
        (101, 0, False),
        (-1, 1, False),
        (10, -1, False),
        (1 << 62, 1, False),
        (10, (1 << 31) - 1, False),
    ],
)
def test_blocks_of_entries_end_at_the_limit(ofs: int, size: int, is_sound: bool) -> None:
    data = encode_root([IndexEntry(3, 7, bare(b"a")), IndexEntry(ofs, size, bare(b"b"))])
    assert found_entries(data, 2, 100)[0] == (2 if is_sound else 1)


@pytest.mark.parametrize(
    "key",
    [
        b"",
        b"\0",
        b"\0\1",
        b"\0\1ab",
        bare(b"ab") + b"c",
        full(b"a")[:-1],
        full(b"ab")[:13],
        b"\0\2" + bytes(11),
        b"\0\1a\1" + bytes(9),
        b"\0\1a\2f" + bytes(9),
        b"\0\0\1" + bytes(9),
        b"\0\0\xff" + bytes(9),
    ],
    ids=bytes.hex,
)
def test_keys_without_a_form(key: bytes) -> None:
    with pytest.raises(Reject):
        rank(key)
    assert found_entries(encode_root([IndexEntry(0, 5, key)]), 1)[0] == 0


# --- The walk ----------------------------------------------------------------------------------------------

Block = Sequence[Cell]


class Walk:
    """Blocks in memory with their index, walked through for rows."""

    def __init__(
        self, blocks: Sequence[Block], keys: Sequence[bytes], *, tags: bool = False, mvcc: bool = False
    ) -> None:
        plain = CellLayout(tags, mvcc)
        payloads = [b"".join(map(plain.plain, block)) for block in blocks]
        self.places = [
            sum(map(len, payloads[:number])) + sum(len(plain.plain(cell)) for cell in block[:index])
            for number, block in enumerate(blocks)
            for index in range(len(block))
        ]
        self.data = b"".join(payloads)
        self._ends = list(itertools.accumulate(map(len, payloads), initial=0))
        self._index = encode_root([IndexEntry(number, 1, key) for number, key in enumerate(keys)])
        self._layout = int(tags), int(mvcc)
        self.is_exact = False  # whether index keys are first rows
        self._num = len(keys)
        self.state = np.zeros(krn.NUM_STATE, np.int64)
        self.state[krn.LAST_NUMBER] = -2

    def find(
        self, rows: Sequence[bytes], *, numbers: Sequence[int] | None = None, room: int = 64
    ) -> tuple[list[tuple[int, int, int]], int, int]:
        """Cell, row and block of what is found; where the walk ended, and why."""
        chosen = list(range(self._num)) if numbers is None else list(numbers)
        found = np.full((krn.NUM_COLUMNS, room), -1, np.int64)
        joined = b"".join(rows) + b"?"
        spans = np.array(list(itertools.accumulate(map(len, rows), initial=0)), np.int64)
        order = np.array(sorted(range(len(rows)), key=rows.__getitem__), np.int64)
        entries = np.empty((self._num, krn.NUM_ENTRY), np.int64)
        with address_of(self.data) as base, address_of(self._index) as at, address_of(joined) as at_rows:
            assert krn.find_entries(at, at + len(self._index), 1 << 40, entries) == self._num
            blocks = np.array([(self._ends[n], self._ends[n + 1]) for n in chosen], np.int64).reshape(-1, 2)
            done, why = krn.walk_rows(
                blocks + base,
                np.array(chosen, np.int64),
                0,
                entries,
                *self._layout,
                int(self.is_exact),
                at_rows,
                spans,
                order,
                self.state,
                found,
            )
            num = int(self.state[krn.NUM_FOUND])
            at_cells = [self.places.index(at - base) for at in found[krn.FOUND_CELL, :num].tolist()]
        rest = (found[column, :num].tolist() for column in (krn.FOUND_ROW, krn.FOUND_BLOCK))
        return list(zip(at_cells, *rest, strict=True)), done, why


def cells_of(rows: str, **fields: object) -> list[Cell]:
    return [Cell(row.encode(), **{"value": b"v", **fields}) for row in rows.split(",")]  # type: ignore[arg-type] # fields of a cell


LONG = b"d" * 300  # the length takes both of its bytes
TEXT = LONG.decode()
BLOCKS = [cells_of("a,b,b"), cells_of(f"b,c,{TEXT}"), cells_of(TEXT), cells_of(f"{TEXT},e,f")]
BARE = [bare(b"a"), bare(b"b"), bare(LONG), bare(LONG)]


def expected(blocks: Sequence[Block], rows: Sequence[bytes]) -> list[tuple[int, int, int]]:
    cells = [(cell, number) for number, block in enumerate(blocks) for cell in block]
    order = sorted(range(len(rows)), key=rows.__getitem__)
    return [
        (place, row, number)
        for place, (cell, number) in enumerate(cells)
        for row in order
        if rows[row] == cell.row
    ]


@pytest.mark.parametrize("tags", [False, True])
@pytest.mark.parametrize("mvcc", [False, True])
def test_rows_in_any_order_have_all_their_cells(tags: bool, mvcc: bool) -> None:
    chance = Random(5)
    names = [b"", b"a", b"aa", b"b", b"c", b"cc", b"d", LONG[:-1], LONG, LONG + b"d", b"e", b"f", b"g"]
    for num in [0, 1, 1, 2, 2, 3, 3, 5, 8, 12, 14]:
        rows = chance.choices(names, k=num)
        walk = Walk(BLOCKS, BARE, tags=tags, mvcc=mvcc)
        assert walk.find(rows) == (expected(BLOCKS, rows), len(BLOCKS), krn.AT_END)
        assert walk.state[krn.NUM_CELLS] == 10
        assert walk.state[krn.LAST_NUMBER] == 3
        assert not walk.state[krn.IS_WIDE]


def test_a_walk_that_is_full_goes_on_at_its_block() -> None:
    rows = [LONG, b"b", LONG]
    whole = expected(BLOCKS, rows)
    assert len(whole) == 9
    for room in range(10):
        walk = Walk(BLOCKS, BARE)
        found, done, why = walk.find(rows, room=room)
        assert why == (krn.AT_END if room == 9 else krn.IS_FULL)
        # No trace of the block that does not fit.
        assert found == [item for item in whole if item[2] < done]
        assert walk.state[krn.NUM_CELLS] == sum(map(len, BLOCKS[:done]))
        assert walk.state[krn.NUM_FOUND] == len(found) <= room


def test_a_cell_may_stand_anywhere_in_the_order_of_blocks() -> None:
    for numbers in ([0], [1], [3], [0, 2], [1, 3], [2, 3], [0, 1, 3]):
        walk = Walk(BLOCKS, BARE)
        found, done, why = walk.find([LONG, b"b", b"f"], numbers=numbers)
        assert (done, why) == (len(numbers), krn.AT_END)
        assert found == [item for item in expected(BLOCKS, [LONG, b"b", b"f"]) if item[2] in numbers]


@pytest.mark.parametrize("last", ["a", "b"])
@pytest.mark.parametrize("first", ["b", "c"])
@pytest.mark.parametrize("is_next", [False, True])
def test_an_entry_stands_between_the_cells_around_it(last: str, first: str, is_next: bool) -> None:
    fields = {"family": b"f", "qualifier": b"q", "timestamp": 8}
    blocks = [cells_of(last, **fields), cells_of("a"), cells_of(first, **fields)]
    if is_next:
        del blocks[1]
    before, after = blocks[0][0].rank, blocks[-1][0].rank
    keys = [bare(b"a"), bare(b"b"), bare(b"bb"), bare(b"c"), bare(b"d"), full(b"b"), full(b"c"), full(b"d")]
    for row, family, timestamp in itertools.product((b"a", b"b", b"c"), (b"e", b"f", b"g"), (7, 8, 9)):
        keys.append(full(row, family, b"q", timestamp))
    for key in keys:
        own = rank(key)
        is_between = own <= after
        if is_next:  # else the block before is not the one before in the index
            is_between &= before[0] <= own[0] if len(own) == 1 else before < own
        numbers = [0, len(blocks) - 1]
        index = [bare(b""), *([bare(b"")] * (len(blocks) - 2)), key]
        _, done, why = Walk(blocks, index).find([first.encode()], numbers=numbers)
        assert why == (krn.AT_END if is_between else krn.IS_IRREGULAR), key
        assert done == (2 if is_between else 1)


def test_cells_out_of_order_end_a_walk() -> None:
    for rows, done in (("b,a", 0), ("a,b,a", 0), ("a", 2)):
        blocks = [cells_of(rows), cells_of("a"), cells_of("c,b")]
        assert Walk(blocks, [bare(b"a"), bare(b"a"), bare(b"b")]).find([b"a"])[1:] == (done, krn.IS_IRREGULAR)
    equal = [cells_of("a,a"), cells_of("a")]
    assert Walk(equal, [bare(b"a")] * 2).find([b"a"])[1:] == (2, krn.AT_END)
    assert Walk([cells_of("a"), []], [bare(b"a")] * 2).find([b"a"])[1:] == (1, krn.IS_IRREGULAR)


def test_a_cell_that_does_not_fit_ends_a_walk() -> None:
    for tags, mvcc in itertools.product([False, True], repeat=2):
        walk = Walk(BLOCKS, BARE, tags=tags, mvcc=mvcc)
        data = bytearray(walk.data)
        data[walk.places[4] + 7] += 200
        walk.data = bytes(data)
        assert walk.find([b"a", LONG]) == ([(0, 0, 0)], 1, krn.IS_IRREGULAR)


@pytest.mark.parametrize(
    "mvcc", [0, 127, 128, 1 << 40, (1 << 56) - 1, 1 << 56, LATEST, -1, -(1 << 56), -(1 << 56) - 1]
)
@pytest.mark.parametrize("tags", [None, b"", b"\1\0t" + bytes(255)], ids=["none", "empty", "long"])
def test_a_number_of_nine_bytes_is_wide_where_it_is_looked_for(mvcc: int, tags: bytes | None) -> None:
    fields = {"tags": tags or b"", "mvcc": mvcc}
    is_wide = not -(1 << 56) <= mvcc < 1 << 56
    for rows, expected_wide in (([b"b"], is_wide), ([b"a"], False), ([b"a", b"b", b"c"], is_wide)):
        blocks = [[Cell(b"a", value=b"v"), Cell(b"b", value=b"v", **fields), Cell(b"c", value=b"v")]]  # type: ignore[arg-type] # of a cell
        walk = Walk(blocks, [bare(b"a")], tags=tags is not None, mvcc=True)
        assert walk.find(rows)[2] == krn.AT_END
        assert walk.state[krn.IS_WIDE] == int(expected_wide)


# --- The choice of blocks ----------------------------------------------------------------------------------


def test_blocks_that_can_hold_a_row_are_marked() -> None:
    chance = Random(6)
    names = [b"", b"a", b"aa", b"b", b"c", b"d", LONG, b"e", b"f"]
    for _ in range(200):
        keys = sorted(
            chance.choices(
                [bare(b"a"), full(b"a"), bare(b"b"), full(b"b"), full(b"c"), bare(LONG), full(LONG)],
                k=chance.randrange(1, 6),
            ),
            key=rank,
        )
        rows = chance.choices(names, k=chance.randrange(5))
        wanted = set()
        for row in rows:
            first = max(sum(rank(key) < (row,) for key in keys) - 1, 0)
            wanted |= {n for n, key in enumerate(keys) if n == first or (n > first and rank(key)[0] <= row)}
        index = encode_root([IndexEntry(number, 1, key) for number, key in enumerate(keys)])
        entries = np.empty((len(keys), krn.NUM_ENTRY), np.int64)
        spans = np.array(list(itertools.accumulate(map(len, rows), initial=0)), np.int64)
        order = np.array(sorted(range(len(rows)), key=rows.__getitem__), np.int64)
        marks = np.zeros(len(keys), np.int64)
        joined = b"".join(rows) + b"?"
        with address_of(index) as at, address_of(joined) as at_rows:
            assert krn.find_entries(at, at + len(index), LIMIT, entries) == len(keys)
            krn.mark_blocks(entries, at_rows, spans, order, marks)
        assert set(np.flatnonzero(marks).tolist()) == wanted, (keys, rows)
        assert set(marks.tolist()) <= {0, 1}


@pytest.mark.parametrize("tags", [False, True])
def test_lengths_of_the_parts_of_cells(tags: bool) -> None:
    cells = [
        Cell(b"r" * 300, b"fam", b"q" * 5, value=b"v" * 70_000, tags=b"\0\1t"),
        Cell(b"", value=b"", tags=b"\1\0t" + bytes(255)),
        Cell(b"row", b"f" * 127, value=b"w"),
    ]
    walk = Walk([cells], [bare(b"")], tags=tags)
    sums = np.array([1, 2, 3, 4, 5], np.int64)
    with address_of(walk.data) as base:
        krn.add_lengths(np.array(walk.places, np.int64) + base, int(tags), sums)
    parts = [
        [cell.row, cell.family, cell.qualifier, cell.value, cell.tags if tags else b""] for cell in cells
    ]
    assert sums.tolist() == [
        n + sum(map(len, column)) for n, column in enumerate(zip(*parts, strict=True), 1)
    ]
