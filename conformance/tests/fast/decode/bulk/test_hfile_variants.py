# SPDX-License-Identifier: Apache-2.0
"""Small HFiles of each layout by the kernels: columns, lookups, findings, of good files and damaged ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.bulk.hfile import scan as hfile
from hudi_conformance.decode.bulk.hfile import sound as hfile_sound
from hudi_conformance.decode.bulk.hfile.scan import COLUMNS, iter_cell_batches
from hudi_conformance.decode.hfile import check
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import IndexReader
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.encode.hfile.cells import Cell
from hudi_conformance.encode.hfile.file import write_hfile
from hudi_conformance.encode.hfile.plan import HUDI_COMPARATOR, HFileKnobs, HFilePlan, IndexKeys, Style
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.common import Finding

pytestmark = pytest.mark.skipif(not has_kernels(), reason="needs the extra `fast`")

LEAN = tuple(Cell(b"key%02d" % number, value=b"v" * (7 * number % 20)) for number in range(9))
RICH = tuple(
    Cell(
        b"row%d" % (number // 3),
        b"f" * (number % 3),
        b"q%d" % number,
        100 - number,
        value=b"v" * (7 * number % 20),
        tags=b"\0\2\1x" * (number % 2),
    )
    for number in range(9)
)
NUMBERS = (0, 1, 127, 128, 255, 256, 1 << 20, 1 << 47, (1 << 56) - 1)
COUNTED = tuple(Cell(*cell._replace(mvcc=mvcc, tags=b"")) for cell, mvcc in zip(RICH, NUMBERS, strict=True))
# Parts of every length around those that are copied by words, or held in views.
LENGTHS = tuple(
    Cell(
        b"%03d" % number + b"r" * number,
        b"f" * min(number, 127),
        b"q" * (number + 3),
        value=b"v" * number,
        tags=(number + 1).to_bytes(2, "big") + b"\1" + b"t" * number,
    )
    for number in (*range(20), 300)
)
MANY = tuple(Cell(b"%03d" % n, value=b"") for n in range(600))  # more than room is made for at first
PLAN = HFilePlan(RICH, checksum="NULL", block_size=60, tags=True)
PLANS = {
    "lean": replace(PLAN, cells=LEAN, tags=False),
    "one-block": replace(PLAN, cells=LEAN, tags=False, block_size=9999),
    "one-cell": replace(PLAN, cells=LEAN[:1], tags=False),
    "cell-per-block": replace(PLAN, block_size=1),
    "many": replace(PLAN, cells=MANY, tags=False, block_size=99999),
    "rich": PLAN,
    "lengths": replace(PLAN, cells=LENGTHS, block_size=300),
    "mvcc": replace(PLAN, cells=COUNTED, tags=False, checksum="CRC32"),
    "no-mvcc": replace(PLAN, mvcc=False, checksum="CRC32C", bytes_per_checksum=40),
    "levels": replace(PLAN, block_size=1, index_block_size=60, min_index_entries=2, checksum="CRC32C"),
    "gz": replace(PLAN, compression="GZ", checksum="CRC32"),
    "zstd": replace(PLAN, compression="ZSTD"),
    "bare-keys": replace(PLAN, cells=LEAN, tags=False, index_keys=IndexKeys.ROW_ONLY),
    "fake-keys": replace(PLAN, cells=LEAN, tags=False, index_keys=IndexKeys.FAKE),
    "old": replace(PLAN, cells=LEAN, tags=False, major=2, minor=0),
    "hudi": replace(
        PLAN,
        cells=LEAN,
        tags=False,
        style=Style.HUDI_IO,
        minor=0,
        comparator=HUDI_COMPARATOR,
        info={b"minRecordKey": b"key00", b"maxRecordKey": b"key08"},
        schema='{"type":"record","name":"r","fields":[{"name":"key","type":"string"}]}',
    ),
}


def outcome(read: Callable[[], Any]) -> Any:
    try:
        return read()
    except (Reject, LimitExceeded, UnsupportedInput) as error:
        return repr(error)


def careful_scan(data: bytes) -> tuple[list[tuple[Any, ...]], list[Finding]]:
    findings: list[Finding] = []
    cells = list(CellReader.of(HFile(data)).scan(findings))
    return [tuple(getattr(cell, name) for name in COLUMNS) for cell in cells], findings


def quick_scan(data: bytes, *, views: bool) -> tuple[list[tuple[Any, ...]], list[Finding]]:
    findings: list[Finding] = []
    batches = list(iter_cell_batches(data, findings=findings, views=views))
    return [tuple(row.values()) for batch in batches for row in batch.to_pylist()], findings


def lookups(lookup: Lookup, rows: list[bytes]) -> list[Any]:
    return [list(lookup.get(row)) for row in rows]


@pytest.fixture
def only_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """The careful decoder reads no cell."""
    for owner, name in ((CellReader, "cells"), (CellReader, "scan"), (Lookup, "get")):
        monkeypatch.setattr(owner, name, lambda *_: pytest.fail("read carefully"))


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.usefixtures("only_kernels")
def test_the_kernels_alone_read_good_files(name: str) -> None:
    plan = PLANS[name]
    data = write_hfile(plan).data
    whole = [tuple(getattr(cell, column) for column in COLUMNS) for cell in plan.cells]
    for views in (False, True):
        assert quick_scan(data, views=views) == (whole, [])
        for number, column in enumerate(COLUMNS):
            batches = list(iter_cell_batches(data, columns=[column], views=views))
            values = [row[column] for batch in batches for row in batch.to_pylist()]
            assert values == [cell[number] for cell in whole]
    assert hfile_sound.is_sound(HFile(data), data)
    # Beside the cells: the plan has no filter.
    assert {finding.requirement for finding in hfile_sound.check_hfile(data)} <= {"hudi.hfile.bloom-filter"}


@pytest.mark.parametrize("most", [1, 150, 400])
@pytest.mark.parametrize("name", ["lean", "rich", "gz", "levels", "mvcc"])
@pytest.mark.usefixtures("only_kernels")
def test_batches_are_of_some_blocks(name: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hfile, "BATCH_BYTES", most)
    monkeypatch.setattr(hfile, "_HEADERS", 3)
    plan = PLANS[name]
    data = write_hfile(plan).data
    lengths = [
        block.uncompressed_size_without_header for block in HFile(data).headers() if block.type == "DATA"
    ]
    for views in (False, True):
        batches = list(iter_cell_batches(data, findings=[], views=views))
        assert [row["row"] for batch in batches for row in batch.to_pylist()] == [c.row for c in plan.cells]
        # Of plain blocks the bytes of headers between them count too.
        assert len(lengths) >= len(batches) >= sum(lengths) / max(most, *lengths)
        assert len(batches) == len(lengths) or most > 1


INFO: list[tuple[str, bytes, bytes | None, bool]] = [
    # Name of the plan, of an entry, its value, and whether nothing is wrong with it.
    ("rich", b"hfile.LASTKEY", b"\0\4row2", True),
    ("rich", b"hfile.LASTKEY", b"", True),
    ("rich", b"hfile.LASTKEY", b"\0\4row", False),
    ("rich", b"hfile.LASTKEY", b"\0\4row1", False),
    ("rich", b"hfile.LASTKEY", b"\0\4row2\0", False),
    ("hudi", b"hfile.AVG_KEY_LEN", (5).to_bytes(4, "big"), True),  # the mean row
    ("hudi", b"hfile.AVG_KEY_LEN", (17).to_bytes(4, "big"), True),
    ("hudi", b"hfile.AVG_KEY_LEN", (6).to_bytes(4, "big"), False),
    ("lean", b"hfile.AVG_KEY_LEN", (5).to_bytes(4, "big"), False),
    ("lean", b"hfile.AVG_KEY_LEN", (18).to_bytes(4, "big"), False),
    ("lean", b"hfile.AVG_VALUE_LEN", (3).to_bytes(4, "big"), False),
    ("rich", b"hfile.MAX_TAGS_LEN", (3).to_bytes(4, "big"), False),
    ("rich", b"hfile.MAX_TAGS_LEN", (5).to_bytes(4, "big"), False),
    ("rich", b"hfile.LEN_OF_BIGGEST_CELL", (1).to_bytes(4, "big"), False),
    ("rich", b"hfile.KEY_OF_BIGGEST_CELL", b"\0\0", False),
    ("mvcc", b"MAX_MEMSTORE_TS_KEY", ((1 << 56) - 1).to_bytes(8, "big"), True),
    ("mvcc", b"MAX_MEMSTORE_TS_KEY", (1 << 56).to_bytes(8, "big"), False),
    ("mvcc", b"MAX_MEMSTORE_TS_KEY", (1).to_bytes(8, "big"), False),
    ("mvcc", b"MAX_MEMSTORE_TS_KEY", None, False),
    ("hudi", b"minRecordKey", b"key01", False),
    ("hudi", b"maxRecordKey", b"key07", False),
    ("hudi", b"minRecordKey", None, True),
    ("hudi", b"maxRecordKey", None, True),
    ("lean", b"minRecordKey", b"key01", True),
    ("lean", b"maxRecordKey", b"", True),
    ("lean", b"EARLIEST_PUT_TS", (5).to_bytes(8, "big"), False),
    ("lean", b"DELETE_FAMILY_COUNT", (1).to_bytes(8, "big"), False),
]


@pytest.mark.parametrize(("name", "entry", "value", "is_right"), INFO, ids=repr)
def test_what_the_file_info_says_of_the_cells(
    name: str, entry: bytes, value: bytes | None, is_right: bool
) -> None:
    data = write_hfile(replace(PLANS[name], knobs=HFileKnobs(info={entry: value}))).data
    assert outcome(lambda: quick_scan(data, views=True)) == outcome(lambda: careful_scan(data))
    assert hfile_sound.check_hfile(data) == check.check_hfile(data)
    assert hfile_sound.is_sound(HFile(data), data) == is_right
    lookup = Lookup(HFile(data))
    list(lookup.get(PLANS[name].cells[0].row))
    assert is_right == (not lookup.findings)


@pytest.mark.parametrize("name", ["lean", "rich", "hudi", "levels"])
@pytest.mark.parametrize("field", ["entry_count", "total_uncompressed_bytes", "uncompressed_data_index_size"])
@pytest.mark.parametrize("change", [-1, 1])
def test_what_the_trailer_says_of_the_cells(name: str, field: str, change: int) -> None:
    good = HFile(write_hfile(PLANS[name]).data).trailer
    trailer = {field: getattr(good, field) + change}
    data = write_hfile(replace(PLANS[name], knobs=HFileKnobs(trailer=trailer))).data
    assert outcome(lambda: quick_scan(data, views=False)) == outcome(lambda: careful_scan(data))
    assert hfile_sound.check_hfile(data) == check.check_hfile(data)
    rows = [PLANS[name].cells[0].row, b"absent"]
    told = outcome(lambda: lookups(Lookup(HFile(data)), rows))
    assert isinstance(told, str) == (field == "entry_count")


@pytest.mark.parametrize("name", ["lean", "bare-keys", "levels"])
@pytest.mark.parametrize("place", [7, 11], ids=["offset", "size"])
@pytest.mark.parametrize("change", [-1, 1])
def test_an_entry_of_the_index_with_another_number(name: str, place: int, change: int) -> None:
    data = write_hfile(replace(PLANS[name], checksum="NULL")).data
    rows = [cell.row for cell in PLANS[name].cells[::4]]
    for entry in IndexReader(HFile(data)).root:
        mutant = bytearray(data)
        mutant[entry.at + place] = (mutant[entry.at + place] + change) % 256
        told = outcome(lambda mutant=bytes(mutant): lookups(Lookup(HFile(mutant)), rows))
        assert isinstance(told, str)


def damaged(data: bytes, step: int, start: int) -> Iterator[bytes]:
    """The file with one byte of its blocks changed; every `step`th of them."""
    end = HFile(data).trailer.ofs
    for at in range(start, end, step):
        mutant = bytearray(data)
        mutant[at] = (mutant[at] + (1, 255, 128, 16)[at // step % 4]) % 256
        yield bytes(mutant)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("start", range(3))
@pytest.mark.parametrize("name", ["lean", "rich", "mvcc", "bare-keys"])
def test_damage_is_told_as_by_the_careful_decoder(name: str, start: int) -> None:
    data = write_hfile(replace(PLANS[name], checksum="NULL")).data
    for mutant in damaged(data, 30, 10 * start):
        careful = outcome(lambda mutant=mutant: careful_scan(mutant))
        assert outcome(lambda mutant=mutant: quick_scan(mutant, views=bool(start % 2))) == careful
        assert hfile_sound.check_hfile(mutant) == check.check_hfile(mutant)
