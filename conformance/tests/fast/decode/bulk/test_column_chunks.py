# SPDX-License-Identifier: Apache-2.0
"""Column chunks by the kernel, against the decoder that works without it."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hudi_conformance.decode.parquet.footer import ColumnChunk, footer_span, row_groups
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("numba", reason="needs the extra `fast`")

from hudi_conformance.decode.bulk.column_chunks import decode_chunks

FIXTURES = Path(__file__).parents[5] / "fixtures"


def parquet(num_rows: int, *, text: str = "v", **options: object) -> bytes:
    columns = {
        "n": range(num_rows),
        "s": [None, text] * num_rows,
        "at": [datetime(2024, 1, 2, tzinfo=UTC)] * num_rows,
        "r": [{"x": 1.5, "y": [b"\0", text.encode()]}] * num_rows,
    }
    table = pa.table({name: pa.array(values)[:num_rows] for name, values in columns.items()})
    out = io.BytesIO()
    pq.write_table(table.replace_schema_metadata({"k": text}), out, row_group_size=3, **options)
    return out.getvalue()


def by_kernel(data: bytes) -> list[list[ColumnChunk]] | None:
    start, end = footer_span(data)
    return decode_chunks(data[start:end])


@settings(max_examples=30)
@given(
    st.integers(0, 9),
    st.sampled_from(["", "v", "é", "x" * 63, "x" * 1025]),
    st.sampled_from([{}, {"use_dictionary": False}, {"write_statistics": False}, {"write_page_index": True}]),
)
def test_footers_of_arrow(num_rows: int, text: str, options: dict[str, object]) -> None:
    data = parquet(num_rows, text=text, **options)
    assert by_kernel(data) == row_groups(data)


@pytest.mark.parametrize("path", sorted(FIXTURES.rglob("*.parquet"))[::9], ids=lambda path: path.name[:20])
def test_footers_of_hudi(path: Path) -> None:
    data = path.read_bytes()
    if data[-4:] == b"PAR1":
        assert by_kernel(data) == row_groups(data)


DATA = parquet(4)
START, END = footer_span(DATA)


@settings(max_examples=300)
@given(st.integers(START, END - 1), st.integers(1, 255))
def test_damaged_footers_are_read_alike_or_not_by_the_kernel(ofs: int, change: int) -> None:
    data = bytearray(DATA)
    data[ofs] ^= change
    groups = by_kernel(bytes(data))
    assert groups is None or groups == row_groups(data)


@pytest.mark.parametrize("len_footer", range(0, END - START, 7))
def test_a_footer_that_ends_early_is_unusual(len_footer: int) -> None:
    assert decode_chunks(DATA[START : START + len_footer]) is None
