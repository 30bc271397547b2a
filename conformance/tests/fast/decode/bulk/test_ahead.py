# SPDX-License-Identifier: Apache-2.0
"""What other threads read ahead: in order, errors where they are due, no more held than allowed."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.decode.bulk import ahead
from hudi_conformance.decode.bulk.ahead import reading_ahead
from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.bulk.hfile.scan import iter_cell_batches
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import Codec

FILES = sorted((resources.fixtures_dir() / "hfile").rglob("*.hfile"))
MUTANTS = 12  # a file
THREADS = 3


def _is_compressed(path: Path) -> bool:
    """Several blocks that are inflated."""
    try:
        file = HFile(path.read_bytes())
        return file.codec is not Codec.NONE and len(list(CellReader.of(file).data_blocks())) > 2
    except (Reject, LimitExceeded, UnsupportedInput):
        return False


COMPRESSED = [path for path in FILES if _is_compressed(path)]


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file is worth threads, and parts are of few blocks."""
    monkeypatch.setattr(ahead, "_MIN_BYTES", 0)
    monkeypatch.setattr(ahead, "LEN_PART", 1 << 12)


def _rows(num: int, length: int = 1) -> list[tuple[int, int]]:
    return [(number, length) for number in range(num)]


def _length(row: Any) -> int:
    return int(row[1])


def _name(row: Any) -> bytes:
    return b"%d" % row[0]


@pytest.mark.parametrize("threads", [1, 2, THREADS])
@pytest.mark.parametrize("length", [1, 1 << 11, 1 << 12, 1 << 13])
@pytest.mark.usefixtures("eager")
def test_all_come_in_order(threads: int, length: int) -> None:
    rows = _rows(500, length)
    with reading_ahead(threads) as reads:
        assert list(reads.in_order(rows, _length, _name)) == [_name(row) for row in rows]


@pytest.mark.parametrize("threads", [1, THREADS])
@pytest.mark.parametrize("bad", [0, 1, 77, 499])
@pytest.mark.usefixtures("eager")
def test_an_error_comes_after_what_is_before_it(threads: int, bad: int) -> None:
    def read(row: Any) -> bytes:
        if row[0] >= bad:
            raise ValueError(f"row {row[0]}")
        return _name(row)

    came: list[bytes | None] = []
    with reading_ahead(threads) as reads:
        payloads = reads.in_order(_rows(500, 100), _length, read)
        with pytest.raises(ValueError, match=rf"^row {bad}$"):
            came.extend(payloads)
    assert came == [_name(row) for row in _rows(bad)]


@pytest.mark.usefixtures("eager")
def test_no_more_is_held_than_some_parts() -> None:
    lock = threading.Lock()
    begun = 0

    def read(row: Any) -> bytes:
        nonlocal begun
        with lock:
            begun += 1
        return _name(row)

    with reading_ahead(THREADS) as reads:
        payloads = reads.in_order(_rows(500, 1 << 11), _length, read)
        next(payloads)
        payloads.close()  # type: ignore[attr-defined] # a generator
        # Two rows are a part, two parts for each thread are held, and one is handed over.
        assert 2 <= begun <= 2 * (2 * THREADS + 1)
        assert reads.pool is not None
        assert reads.pool.submit(lambda: 1).result(timeout=60) == 1


@pytest.mark.usefixtures("eager")
def test_what_is_long_is_read_by_who_asks() -> None:
    readers = set()

    def read(row: Any) -> bytes:
        readers.add((row[1] > 1 << 12, threading.current_thread() is threading.main_thread()))
        return _name(row)

    rows = [(number, 1 << (13 if number % 3 else 11)) for number in range(60)]
    with reading_ahead(THREADS) as reads:
        assert list(reads.in_order(rows, _length, read)) == [_name(row) for row in rows]
    assert readers == {(True, True), (False, False)}


def test_little_starts_no_thread() -> None:
    with reading_ahead(THREADS) as reads:
        assert list(reads.in_order(_rows(10), _length, _name)) == [_name(row) for row in _rows(10)]
        assert not [thread for thread in threading.enumerate() if thread.name.startswith("ahead")]


def test_as_many_threads_as_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    for processors, threads in ((1, 1), (2, 2), (4, 4), (64, 4)):
        monkeypatch.setattr("os.sched_getaffinity", lambda _, num=processors: set(range(num)), raising=False)
        assert ahead.num_threads(None) == threads
        assert ahead.num_threads(7) == 7
    monkeypatch.delattr("os.sched_getaffinity")
    for processors, threads in ((2, 2), (64, 4), (None, 1)):
        monkeypatch.setattr("os.cpu_count", lambda found=processors: found)
        assert ahead.num_threads(None) == threads


# --- HFiles ---------------------------------------------------------------------------------------------


def _scanned(data: bytes, threads: int, *, views: bool) -> tuple[Any, ...]:
    rows: list[Any] = []
    findings: list[Finding] = []
    told = None
    try:
        for batch in iter_cell_batches(data, findings=findings, views=views, threads=threads):
            rows += batch.to_pylist()
    except (Reject, LimitExceeded, UnsupportedInput) as error:
        told = repr(error)
    return rows, findings, told


def _damaged(data: bytes, chance: random.Random) -> Iterator[bytes]:
    yield data
    for _ in range(MUTANTS):
        mutant = bytearray(data)
        for _ in range(chance.randint(1, 2)):
            mutant[chance.randrange(len(mutant))] ^= 1 << chance.randrange(8)
        yield bytes(mutant)
    yield data[: chance.randrange(len(data))]


@pytest.mark.sampled(2)
@pytest.mark.skipif(not has_kernels(), reason="needs the extra `fast`")
@pytest.mark.parametrize("path", COMPRESSED, ids=[path.stem for path in COMPRESSED])
@pytest.mark.usefixtures("eager")
def test_threads_change_no_answer(path: Path) -> None:
    data = path.read_bytes()
    for mutant in _damaged(data, random.Random(path.stem)):
        for views in (False, True):
            assert _scanned(mutant, 1, views=views) == _scanned(mutant, THREADS, views=views)


def test_there_are_files_to_ask() -> None:
    assert len(COMPRESSED) >= 3
