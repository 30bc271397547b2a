# SPDX-License-Identifier: Apache-2.0
"""The fast path of HFiles gives what the careful one gives: on every fixture, and on damaged ones."""

from __future__ import annotations

import gc
import random
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hudi_conformance import resources
from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.bulk.hfile import scan as hfile
from hudi_conformance.decode.bulk.hfile.scan import COLUMNS, cell_schema, iter_cell_batches
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import HFileCell
from sampling import at_length

FILES = sorted((resources.fixtures_dir() / "hfile").rglob("*.hfile"))
NAMES = [path.stem for path in FILES]
REFUSALS = (Reject, LimitExceeded, UnsupportedInput)
MUTANTS = at_length(24, 8)  # a file

Rows = list[tuple[Any, ...]]


def _careful(data: bytes) -> tuple[Rows, str | None]:
    found: Rows = []
    try:
        for cell in CellReader.of(HFile(data)).scan():
            mvcc = (cell.mvcc + (1 << 63)) % (1 << 64) - (1 << 63)
            found.append(tuple(mvcc if name == "mvcc" else getattr(cell, name) for name in COLUMNS))
    except REFUSALS as error:
        return found, repr(error)
    return found, None


def _fast(data: bytes, start: int = 0, end: int | None = None) -> tuple[Rows, str | None]:
    copied, viewed = (_scanned(data, start, end, views=views) for views in (False, True))
    assert copied == viewed
    return copied


def _scanned(data: bytes, start: int, end: int | None, *, views: bool) -> tuple[Rows, str | None]:
    found: Rows = []
    try:
        for batch in iter_cell_batches(data, start, end, views=views):
            batch.validate(full=True)
            assert batch.schema == cell_schema(COLUMNS, views=views)
            found += zip(*(column.to_pylist() for column in batch.columns), strict=True)
    except REFUSALS as error:
        return found, repr(error)
    return found, None


def _outcome(answer: Callable[[], list[tuple[HFileCell, ...]]]) -> object:
    try:
        return [[(cell, cell.ofs_key, cell.ofs_value) for cell in cells] for cells in answer()]
    except REFUSALS as error:
        return repr(error)


def _check_lookups(data: bytes, rows: list[bytes]) -> None:
    """If a comparison of the whole file refuses nothing, lookups that read a part of it answer the same."""
    whole, near = (
        _outcome(lambda num=num: [tuple(Lookup(HFile(data), num).get(row)) for row in rows])
        for num in (None, 0)
    )
    assert isinstance(whole, str) or near == whole


def _some_rows(data: bytes) -> list[bytes]:
    """Rows of the file in no order, rows beside them, one of them twice."""
    present = list(dict.fromkeys(row[0] for row in _careful(data)[0]))
    chosen = random.Random(7)
    rows = chosen.sample(present, min(12, len(present)))
    rows += [row + b"\0" for row in rows[:4]] + [row[:-1] for row in rows[:4]] + rows[:1]
    return [*rows, b"", b"\xff" * 5]


def _mutants(data: bytes, seed: str, num: int) -> list[bytes]:
    chosen = random.Random(seed)
    made = []
    for _ in range(num):
        mutant = bytearray(data)
        # Blocks come first: the trailer is hit seldom, lengths and cells often.
        place = chosen.randrange(min(len(data), 400) if chosen.random() < 0.5 else len(data))
        kind = chosen.randrange(3)
        if kind == 0:
            mutant[place] ^= 1 << chosen.randrange(8)
        elif kind == 1:
            mutant[place] = chosen.choice((0, 1, 0x7F, 0x80, 0xFF))
        else:
            mutant[place : place + 4] = chosen.randbytes(4)
        made.append(bytes(mutant))
    return made


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_scan_equals_the_careful_one(path: Path) -> None:
    data = path.read_bytes()
    assert _fast(data) == _careful(data)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_lookups_near_a_row_equal_those_in_the_whole_file(path: Path) -> None:
    data = path.read_bytes()
    _check_lookups(data, _some_rows(data))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("path", [p for p in FILES if p.stat().st_size < 20_000][::3], ids=lambda p: p.stem)
def test_damage_is_told_alike(path: Path) -> None:
    data = path.read_bytes()
    rows = _some_rows(data)[:3]
    for mutant in _mutants(data, path.stem, MUTANTS):
        assert _fast(mutant) == _careful(mutant)
        _check_lookups(mutant, rows)


@pytest.mark.parametrize("name", ["none", "gz", "mvcc_widths", "tags"])
def test_without_checksums_damage_comes_to_the_cells(name: str) -> None:
    # Damage under checksums ends at them; NULL ones let it come to the lengths in the cells.
    data = bytearray((resources.fixtures_dir() / "hfile" / f"{name}.hfile").read_bytes())
    file = HFile(bytes(data))
    for block in file.headers():
        data[block.ofs + 24] = 0
    assert _fast(bytes(data)) == _careful(bytes(data))
    outcomes = set()
    for mutant in _mutants(bytes(data), name, at_length(300, 100)):
        found = _fast(mutant)
        assert found == _careful(mutant)
        outcomes.add(found[1] and found[1][:24])
    assert len(outcomes) > 2


def test_part_of_a_buffer() -> None:
    data = (resources.fixtures_dir() / "hfile" / "none.hfile").read_bytes()
    around = b"before" + data + b"after!!"
    assert _fast(around, 6, 6 + len(data)) == _careful(data)
    for row in _some_rows(data):
        assert list(Lookup(HFile(around, 6, 6 + len(data))).get(row)) == list(Lookup(HFile(data)).get(row))


def test_chosen_columns(tmp_path: Path) -> None:
    source = resources.fixtures_dir() / "hfile" / "families.hfile"
    copy = tmp_path / "mapped.hfile"
    copy.write_bytes(source.read_bytes())
    batches = list(iter_cell_batches(copy, columns=("value", "family")))
    got = [tuple(row.values()) for batch in batches for row in batch.to_pylist()]
    assert got == [(row[5], row[1]) for row in _careful(source.read_bytes())[0]]
    copy.unlink()


@pytest.mark.parametrize("name", ["none", "gz", "families", "tags"])
def test_views_outlive_the_scan(name: str, tmp_path: Path) -> None:
    source = resources.fixtures_dir() / "hfile" / f"{name}.hfile"
    copy = tmp_path / "mapped.hfile"
    copy.write_bytes(source.read_bytes())
    batches = list(iter_cell_batches(copy, views=True))
    findings: list[Finding] = []
    checked = list(iter_cell_batches(copy, findings=findings, views=True))
    copy.unlink()
    gc.collect()
    expected = _careful(source.read_bytes())[0]
    for found in (batches, checked):
        assert [tuple(row.values()) for batch in found for row in batch.to_pylist()] == expected
    assert findings == list(_findings(source))


def _findings(path: Path) -> list[Finding]:
    findings: list[Finding] = []
    deque(CellReader.of(HFile(path.read_bytes())).scan(findings), maxlen=0)
    return findings


def test_views_copy_nothing_of_plain_blocks() -> None:
    if not has_kernels():
        pytest.skip("needs the extra `fast`")
    data = (resources.fixtures_dir() / "hfile" / "none.hfile").read_bytes()
    at = pa.py_buffer(data).address
    batch = next(iter_cell_batches(data, views=True))
    held = batch["value"].buffers()[2]
    assert at <= held.address < held.address + held.size <= at + len(data)
    # What Hudi leaves empty shares one buffer of zeros.
    zeros = {batch[name].buffers()[1].address for name in ("family", "qualifier", "tags", "mvcc")}
    assert len(zeros) == 1


def test_plain_blocks_are_not_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    if not has_kernels():
        pytest.skip("needs the extra `fast`")

    def refuse(*_: object) -> None:
        raise AssertionError("the careful path was asked")

    monkeypatch.setattr(hfile, "careful_batches", refuse)
    for name in ("none", "gz", "index_3", "tags", "version_3_0"):
        data = (resources.fixtures_dir() / "hfile" / f"{name}.hfile").read_bytes()
        for views in (False, True):
            num_cells = sum(batch.num_rows for batch in iter_cell_batches(data, views=views))
            assert num_cells == HFile(data).trailer.entry_count


def test_without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hfile, "has_kernels", lambda: False)
    for name in ("none", "gz", "diff", "bad_cell_cut"):
        data = (resources.fixtures_dir() / "hfile" / f"{name}.hfile").read_bytes()
        assert _fast(data) == _careful(data)
