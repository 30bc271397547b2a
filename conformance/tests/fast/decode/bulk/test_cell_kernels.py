# SPDX-License-Identifier: Apache-2.0
"""Kernels for the cells of HFiles, one by one, on bytes at their limits: what the careful decoder does."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hudi_conformance.decode.hfile.cells import decode_cells
from hudi_conformance.decode.hfile.encodings import Layout
from hudi_conformance.decode.hfile.file import decode_header
from hudi_conformance.decode.hfile.payload import Payload
from hudi_conformance.encode.hfile.cells import LATEST, Cell, CellLayout
from hudi_conformance.encode.hfile.file import write_hfile
from hudi_conformance.encode.hfile.plan import HFilePlan
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import HFileCell

pytest.importorskip("numba", reason="needs the extra `fast`")

import numpy as np
from hudi_conformance.decode.bulk._memory import address_of
from hudi_conformance.decode.bulk.hfile import kernel as krn
from hudi_conformance.decode.bulk.hfile import order_kernel as order
from hudi_conformance.decode.bulk.hfile.columns import gather_columns, kernel_layout
from hudi_conformance.decode.bulk.hfile.scan import CELL_SCHEMA

LAYOUTS = [
    Layout(has_tags, has_mvcc, is_mvcc_zero=is_zero)
    for has_tags in (False, True)
    for has_mvcc, is_zero in ((False, False), (True, False), (True, True))
]
LAYOUT_IDS = [
    f"{'tags' if layout.has_tags else 'plain'}-{('no-mvcc', 'mvcc', 'mvcc-zero')[kernel_layout(layout)[1]]}"
    for layout in LAYOUTS
]
SMALLEST = Cell(b"", timestamp=0, value=b"")
SHORT = Cell(b"row", b"f", b"qu", 5, value=b"value", tags=b"\0\2\1x", mvcc=200)
LAST = Cell(b"rows", b"", b"", 5, value=b"", tags=b"", mvcc=3)


def payload_of(cells: Sequence[Cell], layout: Layout) -> bytes:
    plain = CellLayout(layout.has_tags, layout.has_mvcc)
    return b"".join(
        plain.plain(cell._replace(mvcc=0) if layout.is_mvcc_zero else cell)  # type: ignore[arg-type] # stays a Cell
        for cell in cells
    )


def changed(data: bytes) -> Iterator[bytes]:
    """The bytes with each of them changed, cut everywhere, and with one more."""
    for at, byte in enumerate(data):
        for value in {0, 1, 2, 0x7F, 0x80, 0xFF, byte ^ 1, (byte + 1) & 255, (byte - 1) & 255} - {byte}:
            yield data[:at] + bytes([value]) + data[at + 1 :]
        yield data[:at]
    yield data + b"\0"


def found_cells(data: bytes, layout: Layout, cuts: Sequence[int] = ()) -> tuple[int, list[int], list[int]]:
    """Payloads whose cells all fit, places of the cells, and the sums; the bytes are several payloads."""
    borders = [0, *cuts, len(data)]
    cells = np.full(len(data) // krn.LEN_CELL_MIN + 1, -1, np.int64)
    sums = np.full(krn.NUM_SUMS, -1, np.int64)
    with address_of(data) as base:
        starts, ends = (np.array(some, np.int64) + base for some in (borders[:-1], borders[1:]))
        num, num_payloads = krn.find_cells(starts, ends, *kernel_layout(layout), cells, sums)
        return num_payloads, (cells[:num] - base).tolist(), sums.tolist()


def careful_cells(data: bytes, layout: Layout) -> list[HFileCell] | None:
    """Cells of a payload; None for one that is refused, or has an mvcc number where all are 0."""
    findings: list[Finding] = []
    try:
        cells = list(decode_cells(Payload(data, 0), layout, findings))
    except Reject:
        return None
    return None if findings else cells


def sums_of(cells: Sequence[HFileCell]) -> list[int]:
    names = ("row", "family", "qualifier", "value", "tags")
    return [sum(len(getattr(cell, name)) for cell in cells) for name in names]


@pytest.mark.parametrize("layout", LAYOUTS, ids=LAYOUT_IDS)
def test_cells_are_found_in_changed_payloads_as_by_the_careful_decoder(layout: Layout) -> None:
    good = payload_of([SMALLEST, SHORT, LAST], layout)
    outcomes = set()
    for data in itertools.chain([good], changed(good)):
        cells = careful_cells(data, layout)
        num_payloads, places, sums = found_cells(data, layout)
        outcomes.add(num_payloads)
        if cells is None:
            assert (num_payloads, places, sums) == (0, [], [0] * krn.NUM_SUMS), data
        else:
            expected = [cell.ofs_key - 8 for cell in cells]
            assert (num_payloads, places, sums) == (1, expected, sums_of(cells)), data
    assert outcomes == {0, 1}


@pytest.mark.parametrize("layout", LAYOUTS, ids=LAYOUT_IDS)
def test_payloads_before_one_that_does_not_fit_count(layout: Layout) -> None:
    payloads = [payload_of(cells, layout) for cells in ([SHORT, LAST], [SMALLEST], [LAST, SHORT])]
    data, cuts = b"".join(payloads), list(itertools.accumulate(map(len, payloads)))[:-1]
    cells = [SHORT, LAST, SMALLEST, LAST, SHORT]
    if not layout.has_tags:
        cells = [cell._replace(tags=b"") for cell in cells]  # type: ignore[misc] # stays a Cell
    num_payloads, places, sums = found_cells(data, layout, cuts)
    assert (num_payloads, len(places), sums) == (3, 5, sums_of(cells))
    # The first cell of the last payload fits, the second one does not.
    bad = bytearray(data)
    bad[places[4] + 2] += 1
    assert found_cells(bytes(bad), layout, cuts) == (2, places[:3], sums_of(cells[:3]))
    bad = bytearray(data)
    bad[places[2]] = 0x80
    assert found_cells(bytes(bad), layout, cuts) == (1, places[:2], sums_of(cells[:2]))


# --- What breaks a rule ------------------------------------------------------------------------------------

PUT = Cell(b"key", timestamp=LATEST, value=b"value")
BITS = {
    name: getattr(order, f"ODD_{name}")
    for name in ("ORDER", "TYPE", "TIMESTAMP", "ROW", "MVCC", "HUDI", "TAGS", "EQUAL", "EQUAL_BLOCKS")
}


def odd(cells: Sequence[Cell], *, is_hudi: bool = False, layout: Layout = LAYOUTS[4]) -> set[str]:
    """Names of what a kernel finds odd."""
    data = payload_of(cells, layout)
    _, places, _ = found_cells(data, layout)
    assert len(places) == len(cells)
    with address_of(data) as base:
        numbers = np.zeros(order.NUM_SUMS, np.int64)
        table = np.array(places, np.int64) + base
        bits, max_mvcc = order.odd_cells(table, len(cells), *kernel_layout(layout), int(is_hudi), numbers)
        at_biggest = int(numbers[order.AT_BIGGEST]) - base
    sums = [12 + sum(map(len, cell[:3])) for cell in cells]
    has_tags = layout.has_tags
    sizes = [
        12 + size + len(cell.value) + (2 + len(cell.tags) if has_tags and cell.tags else 0)
        for size, cell in zip(sums, cells, strict=True)
    ]
    assert numbers[[order.LEN_KEYS, order.LEN_ROWS, order.LEN_VALUES, order.MAX_TAGS]].tolist() == [
        sum(sums),
        sum(len(cell.row) for cell in cells),
        sum(len(cell.value) for cell in cells),
        max(len(cell.tags) for cell in cells) if has_tags else 0,
    ]
    assert (numbers[order.LEN_BIGGEST], at_biggest) == (max(sizes), places[sizes.index(max(sizes))])
    is_stored = kernel_layout(layout)[1] == krn.MVCC
    assert max_mvcc == (max(0, *(cell.mvcc for cell in cells)) if is_stored else 0)
    assert bits & ~sum(BITS.values()) == 0
    return {name for name, bit in BITS.items() if bits & bit}


def test_each_oddity_has_a_bit() -> None:
    assert all(bit.bit_count() == 1 for bit in BITS.values())
    assert len(set(BITS.values())) == len(BITS)


ODD_VALUES: list[tuple[str, set[str], list[Any]]] = [
    ("type", set(), [8, 10, 12, 14]),
    ("type", {"TYPE"}, [0, 3, 5, 255]),
    ("timestamp", set(), [0, LATEST - 1]),
    ("timestamp", {"TIMESTAMP"}, [-1, -(1 << 63)]),
    ("row", set(), [b"", b"k" * 32767]),
    ("row", {"ROW"}, [b"k" * 32768]),
    ("value", set(), [b""]),
    ("family", set(), [b"f"]),
    ("qualifier", set(), [b"q"]),
    ("mvcc", set(), [1, 127, 128, 1 << 40]),
    ("mvcc", {"MVCC"}, [LATEST, -1, -113, -(1 << 63)]),  # of nine bytes the careful reader says what they are
    ("tags", set(), [b"\0\1t", b"\0\1t\0\3tag", b"\1\0t" + bytes(255)]),
    ("tags", {"TAGS"}, [b"\0\1t\0", b"\0", b"\0\0", b"\0\2t", b"\0\1tt", b"\1\1t" + bytes(255)]),
]


@pytest.mark.parametrize(
    ("part", "expected", "value"),
    [(part, expected, value) for part, expected, values in ODD_VALUES for value in values],
)
def test_what_is_odd_in_a_cell(part: str, expected: set[str], value: Any) -> None:
    cell: Cell = PUT._replace(**{part: value})  # type: ignore[assignment] # stays a Cell
    layout = LAYOUTS[4]
    assert odd([PUT], layout=layout) == odd([PUT], is_hudi=True, layout=layout) == set()
    assert odd([cell], layout=layout) == expected
    of_hudi = set() if part in {"row", "value"} else {"HUDI"}
    assert odd([cell], is_hudi=True, layout=layout) == expected | of_hudi
    # Behind others, of which one is longer, and between them.
    least, greatest = Cell(b"", value=bytes(9)), Cell(b"l", value=bytes(40_000))
    assert odd([cell, greatest], layout=layout) == expected
    if cell.row:
        assert odd([least, cell, greatest], layout=layout) == expected
        assert odd([least, PUT._replace(row=b"a"), cell], layout=layout) == expected  # type: ignore[list-item] # a Cell


TEXTS = [
    b"",
    b"\0",
    b"a",
    b"ab",
    b"abcdefg",
    b"abcdefgh",
    b"abcdefgi",
    b"abcdefghi",
    b"abcdefgh\xff",
    b"\x80",
    b"\xff",
]


LONG_TEXTS = [b"x" * 100, b"x" * 300, b"x" * 299 + b"y", b"x" * 301]


@pytest.mark.parametrize(
    ("part", "texts"),
    [("row", TEXTS), ("family", TEXTS), ("qualifier", TEXTS), ("row", LONG_TEXTS), ("qualifier", LONG_TEXTS)],
    ids=["row", "family", "qualifier", "long-row", "long-qualifier"],
)
def test_keys_are_compared_as_unsigned_bytes(part: str, texts: Sequence[bytes]) -> None:
    for left, right in itertools.product(texts, texts):
        before, after = (PUT._replace(**{part: text, "value": b""}) for text in (left, right))
        expected = {"ORDER"} if left > right else {"EQUAL"} if left == right else set()
        assert odd([Cell(*before), Cell(*after)]) == expected, (left, right)


def test_parts_of_keys_count_one_after_the_other() -> None:
    steps = [
        Cell(row, family, qualifier, timestamp, kind)
        for row in (b"a", b"a" * 300, b"b")
        for family in (b"", b"f", b"g")
        for qualifier in (b"", b"q", b"qq")
        for timestamp in (9, 8, -1)
        for kind in (14, 4)
    ]
    assert sorted(steps, key=lambda cell: cell.rank) == steps
    for left, right in itertools.combinations(steps[::5], 2):
        assert odd([left, right]) <= {"TIMESTAMP"}
        assert "ORDER" in odd([right, left])
    for left, right in itertools.pairwise(steps):
        assert odd([left, right]) <= {"TIMESTAMP"}
        assert "ORDER" in odd([right, left])


WIDTHS = [0, 1, 127, 128, 255, 256, 1 << 31, 1 << 55, LATEST]


@pytest.mark.parametrize("mvcc", sorted({*WIDTHS, *(~number for number in WIDTHS), -112, -113}))
def test_numbers_of_every_width_are_gathered(mvcc: int) -> None:
    cells = [Cell(b"row", value=b"v", mvcc=mvcc), LAST]
    data = payload_of(cells, LAYOUTS[1])
    _, places, sums = found_cells(data, LAYOUTS[1])
    with address_of(data) as base:
        table = np.array(places, np.int64) + base
        batch = gather_columns(table, CELL_SCHEMA, (0, krn.MVCC), np.array(sums, np.int64))
    assert batch["mvcc"].to_pylist() == [mvcc, 3]
    assert batch["row"].to_pylist() == [b"row", b"rows"]


# --- Headers of blocks -------------------------------------------------------------------------------------

SCHEMES = {
    "crc32c": HFilePlan((SHORT, LAST), bytes_per_checksum=40, tags=True),
    "old": HFilePlan((LAST,), major=2, minor=0),
}


def headers_of(data: bytes, end: int, *, has_checksums: bool) -> tuple[list[list[int]], int, int]:
    """Rows of the careful decoder as the kernel makes them, where it stops, and why."""
    rows, pos = [], 0
    while pos < end:
        try:
            block = decode_header(data[pos : min(pos + 33, end)], pos, end, has_checksums=has_checksums)
        except Reject:
            return rows, pos, 2
        if block.type in {"ENCODED_DATA"}:
            return rows, pos, 2
        is_data = int(block.type == "DATA")
        rows.append(
            [
                pos,
                is_data,
                block.uncompressed_size_without_header,
                block.checksum_type or 0,
                block.bytes_per_checksum or 1,
                block.stored_ofs,
                block.stored_len,
                block.end,
            ]
        )
        pos = block.end
    return rows, pos, 0


@pytest.mark.parametrize("name", SCHEMES)
def test_headers_are_walked_as_by_the_careful_decoder(name: str) -> None:
    file = write_hfile(SCHEMES[name]).data
    has_checksums = name != "old"
    whole, after, _ = headers_of(file, len(file), has_checksums=has_checksums)
    assert len(whole) >= 3
    first = file[: whole[1][0]]
    outcomes = set()
    for data in [file[:after], *changed(first), *(first + data for data in changed(first[:33]))]:
        expected = headers_of(data, len(data), has_checksums=has_checksums)
        rows = np.full((16, krn.NUM_COLUMNS), -1, np.int64)
        with address_of(b"??" + data) as base:
            num, pos, why = krn.walk_headers(base + 2, 0, len(data), int(has_checksums), rows)
        assert (rows[:num].tolist(), pos, why) == expected, data
        outcomes.add(why)
    assert outcomes == {krn.AT_END, krn.NOT_INTACT}
