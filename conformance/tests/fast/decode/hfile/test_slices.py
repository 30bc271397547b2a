# SPDX-License-Identifier: Apache-2.0
"""Cells by slices are those that the grammar reads, and what slices do not read the grammar refuses alike."""

from __future__ import annotations

import random
from contextlib import nullcontext
from pathlib import Path

import pytest
from hudi_conformance import resources
from hudi_conformance.decode.hfile import cells
from hudi_conformance.decode.hfile.cells import CellReader, decode_cells
from hudi_conformance.decode.hfile.encodings import Layout
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.payload import Payload
from hudi_conformance.decode.hfile.slices import by_grammar, cell_at, slice_cells, slice_rows
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.hfile import HFileCell
from hypothesis import given
from hypothesis import strategies as st

FILES = sorted((resources.fixtures_dir() / "hfile").rglob("*.hfile"))
LAYOUTS = {
    "bare": Layout(has_tags=False, has_mvcc=False),
    "mvcc": Layout(has_tags=False, has_mvcc=True),
    "mvcc 0": Layout(has_tags=True, has_mvcc=True, is_mvcc_zero=True),
    "tags": Layout(has_tags=True, has_mvcc=True),
}


def _outcome(data: bytes, *, is_by_grammar: bool) -> tuple[list[object], str | None]:
    found: list[object] = []
    with by_grammar() if is_by_grammar else nullcontext():
        try:
            for cell in CellReader.of(HFile(data)).scan([]):
                found.append((cell, cell.ofs_key, cell.ofs_value))  # noqa: PERF401 - cells before a refusal are kept
        except (Reject, LimitExceeded, UnsupportedInput) as error:
            return found, repr(error)
    return found, None


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_of_a_file(path: Path) -> None:
    data = path.read_bytes()
    assert _outcome(data, is_by_grammar=False) == _outcome(data, is_by_grammar=True)


def _cells_of(payload: Payload, layout: Layout) -> tuple[list[object], str | None]:
    found: list[object] = []
    try:
        for cell in decode_cells(payload, layout, []):
            found.append((cell, cell.ofs_key, cell.ofs_value))  # noqa: PERF401 - cells before a refusal are kept
    except Reject as error:
        return found, repr(error)
    return found, None


@pytest.mark.parametrize("name", LAYOUTS)
def test_of_drawn_payloads(name: str) -> None:
    layout, chosen = LAYOUTS[name], random.Random(name)
    num_read = num_refused = 0
    for number in range(1500):
        data = bytearray()
        for _ in range(chosen.randrange(4)):
            row, family, qualifier, value = (chosen.randbytes(chosen.randrange(12)) for _ in range(4))
            key = len(row).to_bytes(2, "big") + row + bytes([len(family)]) + family + qualifier
            key += chosen.randbytes(9)
            data += len(key).to_bytes(4, "big") + len(value).to_bytes(4, "big") + key + value
            if layout.has_tags:
                tags = chosen.randbytes(chosen.choice((0, 0, 1, 9)))
                data += len(tags).to_bytes(2, "big") + tags
            if layout.has_mvcc:
                first = 0 if layout.is_mvcc_zero else chosen.choice((0, 1, 127, *range(128, 146), 255))
                data.append(first)
                data += chosen.randbytes(max(136 - first if first < 136 else 144 - first, 0) * (first > 127))
        if data and number % 3:
            place = chosen.randrange(len(data))
            data[place] = chosen.choice((0, 1, 0x7F, 0x80, 0x88, 0xFF, data[place] ^ 1))
        if number % 5 == 4:
            del data[chosen.randrange(len(data) + 1) :]
        payload = Payload(bytes(data), 1000, is_exact=bool(number % 2))
        told = _cells_of(payload, layout)
        with by_grammar():
            assert told == _cells_of(payload, layout), data.hex()
        num_read += len(told[0])
        num_refused += told[1] is not None
    assert num_read > 500
    assert num_refused > 300


@given(st.data(), st.sampled_from(["bare", "mvcc"]))
def test_rows_of_cells_of_equal_lengths_are_those_of_their_cells(data: st.DataObject, name: str) -> None:
    """Also after a flipped bit: rows are returned only if slices read every cell."""
    sizes = [data.draw(st.integers(0, 4)) for _ in range(4)]
    cells_bytes = bytearray()
    for _ in range(data.draw(st.integers(1, 5))):
        row, family, qualifier, value = (data.draw(st.binary(min_size=n, max_size=n)) for n in sizes)
        key = len(row).to_bytes(2, "big") + row + bytes([len(family)]) + family + qualifier + bytes(9)
        cells_bytes += len(key).to_bytes(4, "big") + len(value).to_bytes(4, "big") + key + value
        cells_bytes += b"\0" * (name == "mvcc")
    if data.draw(st.booleans()):
        cells_bytes[data.draw(st.integers(0, len(cells_bytes) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    payload = Payload(bytes(cells_bytes), 0)
    *read, rest = slice_cells(payload, LAYOUTS[name], 0, len(payload.data))
    sliced = slice_rows(payload, LAYOUTS[name])
    if rest == len(payload.data):
        assert sliced is not None
        assert sliced[1] == [cell.row for cell in read if isinstance(cell, HFileCell)]
        assert [cell_at(payload, LAYOUTS[name], start) for start in sliced[0]] == read
    else:
        assert sliced is None


def test_the_grammar_reads_what_is_left_to_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the grammar was asked")

    monkeypatch.setattr(cells.HfileDataBlock, "Entry", refuse)
    data = (resources.fixtures_dir() / "hfile" / "none.hfile").read_bytes()
    assert len(_outcome(data, is_by_grammar=False)[0]) == HFile(data).trailer.entry_count
    with pytest.raises(AssertionError, match="grammar was asked"):
        _outcome(data, is_by_grammar=True)
