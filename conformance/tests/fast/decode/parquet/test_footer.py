# SPDX-License-Identifier: Apache-2.0
"""Footers of Parquet files, against what pyarrow reads of the same bytes."""

from __future__ import annotations

import io
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hudi_conformance.decode.parquet.footer import chunks_of, key_values, row_groups
from hypothesis import given, settings
from hypothesis import strategies as st

COLUMNS = st.fixed_dictionaries(
    {
        "n": st.one_of(st.none(), st.integers(-(2**63), 2**63 - 1)),
        "s": st.one_of(st.none(), st.text(max_size=5)),
        "r": st.fixed_dictionaries({"x": st.one_of(st.none(), st.integers(0, 9)), "y": st.booleans()}),
    }
)
SCHEMA = pa.schema(
    [("n", pa.int64()), ("s", pa.string()), ("r", pa.struct([("x", pa.int32()), ("y", pa.bool_())]))]
)


def parquet(rows: list[dict[str, Any]], metadata: dict[str, str] | None = None, **options: Any) -> bytes:
    out = io.BytesIO()
    table = pa.Table.from_pylist(rows, schema=SCHEMA.with_metadata(metadata))
    pq.write_table(table, out, row_group_size=3, **options)
    return out.getvalue()


@settings(max_examples=25)
@given(
    st.lists(COLUMNS, min_size=1, max_size=8),
    st.sampled_from([{}, {"use_dictionary": False}, {"write_statistics": False}, {"compression": "gzip"}]),
)
def test_column_chunks_are_those_that_the_library_reads(
    rows: list[dict[str, Any]], options: dict[str, Any]
) -> None:
    data = parquet(rows, **options)
    metadata = pq.read_metadata(io.BytesIO(data))
    groups = row_groups(data)
    assert len(groups) == metadata.num_row_groups
    for number, group in enumerate(groups):
        assert len(group) == metadata.num_columns
        for column, chunk in enumerate(group):
            expected = metadata.row_group(number).column(column)
            start = expected.dictionary_page_offset or expected.data_page_offset
            assert chunk.column == expected.path_in_schema
            assert (chunk.span.ofs, chunk.span.len) == (start, expected.total_compressed_size)
            assert (chunk.num_values, chunk.len_plain) == (
                expected.num_values,
                expected.total_uncompressed_size,
            )
            statistics = expected.statistics
            assert chunk.has_nulls_counted is (statistics is not None)
            if statistics is not None:
                assert chunk.num_nulls == statistics.null_count
                assert (chunk.low is None) is (not statistics.has_min_max)
            if statistics is not None and statistics.has_min_max and chunk.column == "n":
                bounds = [
                    int.from_bytes(raw or b"", "little", signed=True) for raw in (chunk.low, chunk.high)
                ]
                assert bounds == [statistics.min, statistics.max]


def test_a_chunk_without_a_length_is_left_out() -> None:
    """The number of the length, field 7 after 6, is raised to 8; that of the offset, 9, stays."""
    data = bytearray(parquet([{"n": 1}]))
    size = row_groups(data)[0][0].span.len
    length = bytes([2 * size & 127 | 128, size >> 6])
    at = data.index(b"\x16" + length + b"\x26")
    data[at], data[at + 3] = 0x26, 0x16
    assert [chunk.column for chunk in row_groups(data)[0]] == ["s", "r.x", "r.y"]


def test_spans_are_those_of_the_chunks() -> None:
    data = parquet([{"n": 1, "s": "a", "r": {"x": 1, "y": True}}] * 7)
    assert chunks_of(data) == [[chunk.span for chunk in group] for group in row_groups(data)]


@settings(max_examples=25)
@given(st.dictionaries(st.text(min_size=1, max_size=8), st.text(max_size=3000), max_size=4))
def test_key_values_are_those_that_were_written(metadata: dict[str, str]) -> None:
    data = parquet([{"n": 1}], metadata)
    stored = key_values(data)
    assert stored.pop(b"ARROW:schema")
    assert stored == {key.encode(): value.encode() for key, value in metadata.items()}


def test_a_long_text_costs_no_other() -> None:
    """Texts above a kibibyte are left out of row groups, and do not hide what follows."""
    data = parquet([{"s": "x" * 5000, "n": 5}], {"k": "v" * 5000}, use_dictionary=False)
    chunks = {chunk.column: chunk for chunk in row_groups(data)[0]}
    assert chunks["s"].low is None
    assert chunks["n"].low == (5).to_bytes(8, "little")
    assert key_values(data)[b"k"] == b"v" * 5000


INTACT = parquet([{"n": 1}])


def with_length(length: int) -> bytes:
    return INTACT[:-8] + length.to_bytes(4, "little") + b"PAR1"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"", "0 bytes have no footer", id="empty"),
        pytest.param(INTACT[-7:], "7 bytes have no footer", id="seven bytes"),
        pytest.param(INTACT[:-1], "at the end of a Parquet file", id="cut"),
        pytest.param(INTACT[:-4] + b"PARE", "at the end of a Parquet file", id="encrypted"),
        pytest.param(with_length(len(INTACT)), "a footer from", id="length beyond the file"),
        pytest.param(with_length(len(INTACT) - 7), "a footer from", id="length one more than the file"),
        pytest.param(with_length(0), "cannot be read", id="no footer"),
        pytest.param(
            bytes(20) + b"\0" + (1).to_bytes(4, "little") + b"PAR1", "has no field 1", id="empty struct"
        ),
    ],
)
def test_a_footer_that_cannot_be_read_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(pa.ArrowInvalid, match=message):
        row_groups(data)
    with pytest.raises(pa.ArrowInvalid, match=message):
        key_values(data)


def test_a_footer_may_begin_where_the_file_does() -> None:
    length = int.from_bytes(INTACT[-8:-4], "little")
    assert list(key_values(INTACT[-8 - length :])) == [b"ARROW:schema"]
