# SPDX-License-Identifier: Apache-2.0
"""A check of an HFile by the kernels finds what the careful one finds, in intact files and damaged ones."""

from __future__ import annotations

import random
import sys
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hudi_conformance import resources
from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.bulk.hfile import sound as hfile_sound
from hudi_conformance.decode.bulk.hfile.scan import iter_cell_batches
from hudi_conformance.decode.hfile import check
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import Codec
from instruments.hfile import run
from instruments.hfile.parts import build, compress
from sampling import IS_WHOLE, at_length

FOLDERS = [resources.fixtures_dir() / name for name in ("hfile", "real-hfile")]
FILES = sorted(path for folder in FOLDERS for path in folder.rglob("*.hfile"))
SMALL = [path for path in FILES if path.stat().st_size < 20_000]
MUTANTS = 16  # a file

pytestmark = pytest.mark.skipif(not has_kernels(), reason="needs the extra `fast`")


def _found(data: bytes, check_hfile: Callable[[bytes], list[Finding]] = hfile_sound.check_hfile) -> object:
    try:
        return check_hfile(data)
    except (UnsupportedInput, LimitExceeded) as error:
        return repr(error)


def _is_sound(data: bytes) -> bool:
    try:
        return hfile_sound.is_sound(HFile(data), data)
    except Reject:
        return False


def _compare(data: bytes) -> bool:
    """Both find the same; whether the kernels called the file sound: nothing may be found in its parts."""
    assert _found(data) == _found(data, check.check_hfile)
    if not _is_sound(data):
        return False
    file = HFile(data)
    left_out = set(check._PARTS) - set(check._BESIDE_CELLS)
    told = {finding.requirement for part in left_out for finding in part(file)}
    assert told <= {"hfile.meta.order"}, "which one of the parts that are left looks at"
    return True


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_of_a_file(path: Path) -> None:
    _compare(path.read_bytes())


def test_intact_files_are_sound() -> None:
    """Most of those in which nothing is found: not encoded ones, and those with filters or without cells."""
    sound = {path for path in FILES if _is_sound(path.read_bytes())}
    names = {path.stem for path in sound}
    assert names >= {"none", "gz", "index_3", "tags", "version_3_0", "families", "snappy", "zstd"}
    intact = {path for path in FILES if _found(path.read_bytes()) == []}
    assert len(sound & intact) > 0.6 * len(intact)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_bytes_changed_by_chance(path: Path) -> None:
    data, chosen = path.read_bytes(), random.Random(path.stem)
    file = HFile(data) if _is_sound(data) else None
    starts = [] if file is None else [block.ofs for block in file.headers()]
    for number in range(MUTANTS):
        mutant = bytearray(data)
        place = chosen.randrange(len(data))
        if number % 4 == 0 and starts:  # a header
            place = chosen.choice(starts) + chosen.randrange(33)
        elif number % 4 == 1 and file is not None:  # the trailer
            place = chosen.randrange(file.trailer.ofs, min(file.trailer.ofs + 200, len(data)))
        mutant[place] = chosen.choice((0, 1, 0x7F, 0x80, 0xFF, mutant[place] ^ 1 << chosen.randrange(8)))
        if number % 5 == 4:
            del mutant[chosen.randrange(len(mutant)) :]
        _compare(bytes(mutant))


@pytest.mark.parametrize("name", ["none", "gz", "tags", "families", "mvcc_boundary"])
def test_without_checksums_damage_comes_to_the_cells(name: str) -> None:
    data = bytearray((FOLDERS[0] / f"{name}.hfile").read_bytes())
    for block in HFile(bytes(data)).headers():
        data[block.ofs + 24] = 0
        words = slice(block.stored_ofs + block.stored_len, block.end)
        data[words] = bytes(block.end - words.start)
    assert _compare(bytes(data))
    chosen = random.Random(name)
    sound, num = 0, at_length(250, 80)
    len_blocks = HFile(bytes(data)).trailer.ofs
    for _ in range(num):
        mutant = bytearray(data)
        mutant[chosen.randrange(len_blocks)] ^= 1 << chosen.randrange(8)
        sound += _compare(bytes(mutant))
    assert sound < num * 0.8  # values may be any bytes


@pytest.mark.own_job
def test_damage_below_checksums() -> None:
    """Cells reordered, blocks doubled, indexes and counts that are others: every kind that can be made."""
    cases = list(run.make(run.find_bases(FOLDERS), at_length(3, 1), seed=31))
    sound = Counter(case.kind.blind != "" for case in cases if _compare(case.data))
    assert len({case.kind.name for case in cases}) >= 80
    # What is in a value, or in an entry that nothing repeats, cannot be told by blocks, cells and index.
    assert sound[True] > 5
    assert sound[False] < len(cases) / 10


def _incomplete(payload: bytes) -> bytes:
    """A gzip member of a payload, one of whose Huffman codes leaves words without a meaning."""
    bits = "1" + "01" + "00000" + "00000" + "1111"  # last block, own codes: 257 of literals, 1 of distances
    bits += "".join("100" if length in {0, 9} else "000" for length in _LENGTHS)
    bits += "1" * 257 + "0"  # of nine bits each: 257 of 512 words
    bits += "".join(f"{byte:09b}" for byte in [*payload, 256])
    bits += "0" * (-len(bits) % 8)
    stored = bytes(int(bits[pos : pos + 8][::-1], 2) for pos in range(0, len(bits), 8))
    sums = zlib.crc32(payload).to_bytes(4, "little") + len(payload).to_bytes(4, "little")
    return bytes.fromhex("1f8b08000000000000ff") + stored + sums


_LENGTHS = (16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15)  # in the order of deflate


@pytest.mark.own_job
def test_a_payload_that_only_one_library_inflates() -> None:
    base = next(base for base in run.find_bases(FOLDERS) if base.name == "gz")
    first = base.parts.data[0]
    for stored, is_intact in ((compress(Codec.GZ, first.payload), True), (_incomplete(first.payload), False)):
        data = build(base.parts.put(replace(first, stored=stored)))
        assert _compare(data) is is_intact
        assert (_found(data) == []) is is_intact
        # A scan by the quicker library reads it: length and CRC-32 are right.
        assert sum(batch.num_rows for batch in iter_cell_batches(data)) == HFile(data).trailer.entry_count


@pytest.mark.own_job
def test_few_blocks_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in large files: blocks of one file are walked, and cells of them looked at, in several steps."""
    sound = [path for path in FILES if _is_sound(path.read_bytes())]
    cases = list(run.make(run.find_bases(FOLDERS), 1, seed=32, prefix="blocks"))
    cases += run.make(run.find_bases(FOLDERS), 1, seed=32, prefix="cell")
    monkeypatch.setattr(hfile_sound, "_HEADERS", 2)
    for most in (1, 700) if IS_WHOLE else (700,):
        monkeypatch.setattr(hfile_sound, "_BATCH_BYTES", most)
        assert [path for path in FILES if _is_sound(path.read_bytes())] == sound
        for case in cases[:: at_length(1, 4)]:
            _compare(case.data)


def test_small_files_wait_for_no_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    data = (FOLDERS[0] / "none.hfile").read_bytes()
    monkeypatch.delitem(sys.modules, "numba")
    assert not _is_sound(data)
    monkeypatch.setattr(hfile_sound, "MIN_BYTES", 3 * len(data))
    with hfile_sound.read_together([len(data)] * 2):
        assert not _is_sound(data)
    with hfile_sound.read_together([len(data)] * 3):
        assert _is_sound(data)
    assert "numba" not in sys.modules
    monkeypatch.setattr(hfile_sound, "MIN_BYTES", len(data))
    assert _is_sound(data)


def test_cells_of_large_files_are_not_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check.CellReader, "cells", lambda *_: pytest.fail("read one by one"))
    for name in ("none", "gz", "index_3", "tags", "version_3_0"):
        assert hfile_sound.check_hfile((FOLDERS[0] / f"{name}.hfile").read_bytes()) == []
