# SPDX-License-Identifier: Apache-2.0
"""Lookups in written files of drawn cells: the answers are the cells, filtered."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import IndexReader
from hudi_conformance.decode.hfile.lookup import LEN_SMALL, Lookup
from hudi_conformance.encode.hfile.write import encode_hfile_description
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.hfile import HFileCell
from hypothesis import given, settings
from hypothesis import strategies as st

ROWS = st.lists(
    st.one_of(st.binary(max_size=3), st.sampled_from([b"a", b"a\0", b"a\xff", b"ab", b"b"])), max_size=12
).map(sorted)
LAYOUTS = st.fixed_dictionaries(
    {
        "encoding": st.sampled_from(["NONE", "PREFIX", "DIFF", "FAST_DIFF", "ROW_INDEX_V1"]),
        "block_size": st.sampled_from([1, 40, 90]),
        "index_block_size": st.sampled_from([1, 60, 4096]),
        "min_index_entries": st.sampled_from([1, 2, 16]),
        "index_keys": st.sampled_from(["full", "fake"]),
        "compression": st.sampled_from(["NONE", "GZ"]),
    }
)


def written(rows: list[bytes], layout: dict[str, Any]) -> HFile:
    """A file with one cell per row, whose qualifier is its number, so that equal rows differ."""
    cells = [
        {
            "row": row.hex(),
            "family_text": "f",
            "qualifier": number.to_bytes(2, "big").hex(),
            "value_text": "v",
        }
        for number, row in enumerate(rows)
    ]
    return HFile(encode_hfile_description({"cells": cells, **layout}).data)


@settings(max_examples=20)
@given(ROWS, LAYOUTS, st.binary(max_size=3))
def test_lookups_are_filters_of_the_cells(rows: list[bytes], layout: dict[str, Any], other: bytes) -> None:
    file = written(rows, layout)
    cells = list(CellReader.of(file).scan())
    assert [cell.row for cell in cells] == rows
    keys = {*rows, other, b"", b"\xff\xff\xff\xff"}
    for lookup, key in product((Lookup(file), Lookup(file, len_small=0)), sorted(keys)):
        smaller = [cell for cell in cells if cell.row < key]
        assert list(lookup.get(key)) == [cell for cell in cells if cell.row == key]
        assert list(lookup.prefix(key)) == [cell for cell in cells if cell.row.startswith(key)]
        assert lookup.before(key) == (smaller[-1] if smaller else None)
        assert lookup.findings == []


@settings(max_examples=25)
@given(ROWS.filter(len), LAYOUTS)
def test_an_index_leads_to_all_blocks_in_order(rows: list[bytes], layout: dict[str, Any]) -> None:
    file = written(rows, layout)
    index = IndexReader(file)
    view = index.view()
    data = [block for block in file.headers() if block.type in {"DATA", "ENCODED_DATA"}]
    assert [(entry.ofs, entry.size) for entry in view.data] == [(block.ofs, block.size) for block in data]
    assert view.levels == file.trailer.num_data_index_levels
    if view.levels > 1:
        leaves = list(index.leaves())
        assert sum(num for _, num in leaves) == len(data)
        assert view.mid_key is not None
        before = 0
        for leaf, num in leaves:
            if leaf.ofs == view.mid_key.ofs:
                assert before + view.mid_key.entry == (len(data) - 1) // 2
            before += num


def test_a_file_without_cells_has_no_row() -> None:
    lookup = Lookup(written([], {}))
    assert list(lookup.get(b"")) == []
    assert list(lookup.prefix(b"")) == []
    assert lookup.before(b"zzz") is None


class Marked(bytes):
    """A buffer that marks the bytes that are read of it."""

    marks: bytearray

    def __getitem__(self, key: Any) -> Any:
        part = super().__getitem__(key)
        if isinstance(key, slice):
            self.marks[key] = b"\1" * len(part)
        return part


@pytest.mark.parametrize(
    "knobs", [{}, {"index_block_size": 400, "min_index_entries": 2}, {"encoding": "DIFF"}]
)
def test_a_lookup_in_a_large_file_reads_three_blocks_and_the_index(knobs: dict[str, Any]) -> None:
    """One key out of a hundred blocks, and a damaged block that is not near it."""
    file = written([b"row-%05d" % number for number in range(7000)], {"block_size": 1500, **knobs})
    data = bytearray(file.raw(0, file.len))
    sizes = {
        kind: [block.size for block in file.headers() if kind in block.type] for kind in ("DATA", "INDEX")
    }
    assert len(sizes["DATA"]) > 80
    assert file.len > LEN_SMALL
    data[100] ^= 1
    for key, num in ((b"row-03000", 1), (b"row-02500+", 0)):
        buffer = Marked(data)
        buffer.marks = bytearray(len(data))
        assert len(list(Lookup(HFile(buffer)).get(key))) == num
        len_index = sizes["INDEX"][-2] + 5 * max(sizes["INDEX"][:-2], default=0)
        assert sum(buffer.marks) < 3 * max(sizes["DATA"]) + len_index + 5000  # trailer, file info, headers
    with pytest.raises(Reject):
        list(Lookup(HFile(bytes(data))).get(b"row-00000"))


def test_a_damaged_block_costs_its_rows_alone() -> None:
    """Four blocks, a bit of the second one turned: it may hold rows from its key up to the next one."""
    file = written([b"a", b"b", b"c", b"d"], {"block_size": 1})
    data = bytearray(file.raw(0, file.len))
    second = [block for block in file.headers() if block.type == "DATA"][1]
    data[second.stored_ofs + 10] ^= 1
    lookup = Lookup(HFile(bytes(data)))
    assert [cell.row for cell in lookup.get(b"a")] == [b"a"]
    assert [cell.row for cell in lookup.get(b"d")] == [b"d"]
    assert list(lookup.get(b"a\0")) == []
    assert lookup.before(b"b") == HFileCell(b"a", b"f", b"\0\0", value=b"v")
    for row in (b"b", b"b\0", b"c"):
        with pytest.raises(Reject) as refused:
            list(lookup.get(row))
        assert refused.value.code == "bad-checksum"
    with pytest.raises(Reject):
        lookup.before(b"c")


@pytest.mark.parametrize(
    ("levels", "error"),
    [(2**31 - 1, Reject), (65, LimitExceeded)],
    ids=["more than blocks", "more than are read"],
)
def test_levels_beyond_bounds_are_refused(levels: int, error: type[Exception]) -> None:
    """A file of a hundred blocks has room for 65 levels, and the reader goes down 64."""
    cells = [{"count": 100, "row_text": "{iii}"}]
    knobs = {"trailer": {"num_data_index_levels": levels}}
    file = HFile(encode_hfile_description({"cells": cells, "block_size": 1, "knobs": knobs}).data)
    with pytest.raises(error):
        IndexReader(file).num_levels  # noqa: B018 - it is read for its refusal


def test_an_index_in_another_order_than_its_blocks_is_refused() -> None:
    """The first index key is raised above the first cell of its block."""
    file = written([b"a", b"b"], {"block_size": 1, "index_keys": "full", "checksum": "NULL"})
    data = bytearray(file.raw(0, file.len))
    data[data.rindex(b"\0\1a\1f\0\0") + 2] = ord("b")
    with pytest.raises(Reject) as refused:
        list(Lookup(HFile(bytes(data))).get(b"a"))
    assert (refused.value.code, refused.value.requirement) == ("bad-order", "hfile.lookup.proven")
