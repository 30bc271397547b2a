# SPDX-License-Identifier: Apache-2.0
"""Pages of Parquet files tile their chunk, checksums are those of zlib, one damaged byte is reported."""

from __future__ import annotations

import errno
import io
import zlib
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hudi_conformance.decode.parquet.checksums import (
    check_sums,
    is_checksum_error,
    is_system_error,
    parquet_refusal,
    walk_pages,
)
from hudi_conformance.decode.parquet.footer import chunks_of, row_groups
from hudi_conformance.decode.parquet.pages import PageDamage, PageSums, check_pages, crc32_of, page_at
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import Span
from hypothesis import given, settings
from hypothesis import strategies as st

ROWS = pa.table({"n": list(range(900)), "s": [f"text {i % 5}" for i in range(900)]})
FORMS: list[dict[str, Any]] = [
    {},
    {"data_page_version": "2.0", "compression": "gzip"},
    {"use_dictionary": False, "compression": "none"},
]


def parquet(*, has_sums: bool = True, **options: Any) -> bytes:
    out = io.BytesIO()
    sizes = {"data_page_size": 512, "write_batch_size": 64, "row_group_size": 400}
    pq.write_table(ROWS, out, write_page_checksum=has_sums, **sizes, **options)
    return out.getvalue()


FILES = [parquet(**form) for form in FORMS]


def checked(data: bytes, **options: Any) -> tuple[list[PageDamage], PageSums]:
    metadata = pq.read_metadata(io.BytesIO(data))
    sums = PageSums()
    end = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    return list(check_pages(data, metadata, end, sums, **options)), sums


@pytest.mark.parametrize("data", FILES, ids=["dictionary", "version 2", "plain"])
def test_pages_tile_their_chunk(data: bytes) -> None:
    for group in chunks_of(data):
        for span in group:
            pos = span.ofs
            for page in walk_pages(data, span.ofs, span.end):
                assert page.ofs > pos  # a header is between
                assert page.crc == zlib.crc32(data[page.ofs : page.ofs + page.len])
                pos = page.ofs + page.len
            assert pos == span.end


@pytest.mark.parametrize("data", FILES, ids=["dictionary", "version 2", "plain"])
def test_an_intact_file_has_no_damage(data: bytes) -> None:
    damages, sums = checked(data)
    assert damages == []
    assert sums.num_pages == sums.num_checked > 6
    assert str(sums) == f"all {sums.num_pages} page checksums are right"
    spans = [span for group in chunks_of(data) for span in group]
    assert check_sums(data, spans) == sums


@settings(max_examples=40)
@given(st.data())
def test_a_changed_byte_of_a_page_is_reported_with_column_and_number(draw: st.DataObject) -> None:
    data = draw.draw(st.sampled_from(FILES))
    group = draw.draw(st.integers(0, 2))
    chunk = draw.draw(st.sampled_from(row_groups(data)[group]))
    pages = list(walk_pages(data, chunk.span.ofs, chunk.span.end))
    number = draw.draw(st.integers(0, len(pages) - 1))
    page = pages[number]
    at = page.ofs + draw.draw(st.integers(0, page.len - 1))
    changed = data[:at] + bytes([data[at] ^ draw.draw(st.integers(1, 255))]) + data[at + 1 :]
    damages, _ = checked(changed, is_decoded=False)
    start = chunk.span.ofs if number == 0 else pages[number - 1].ofs + pages[number - 1].len
    length = page.ofs + page.len - start
    assert [(one.code, one.ofs, one.len, one.column, one.page) for one in damages] == [
        ("bad-checksum", start, length, chunk.column, number)
    ]
    with pytest.raises(Reject) as refused:
        check_sums(changed, [chunk.span])
    assert (refused.value.code, refused.value.at) == ("bad-checksum", page.ofs)


def test_a_page_header_of_no_type_is_reported() -> None:
    data = FILES[2]
    span = row_groups(data)[0][0].span
    changed = data[: span.ofs] + b"\x15\x12" + data[span.ofs + 2 :]  # page type 9
    damages, _ = checked(changed)
    assert [(one.code, one.ofs, one.len, one.page) for one in damages] == [
        ("bad-value", span.ofs, span.len, 0)
    ]
    assert "page type 9" in damages[0].message
    assert list(walk_pages(changed, span.ofs, span.end)) == []


def test_values_that_are_missing_are_reported_for_the_chunk() -> None:
    """The footer of a file of 400 rows a group, beside a group whose last page is cut off."""
    data = FILES[2]
    span = row_groups(data)[0][0].span
    pages = list(walk_pages(data, span.ofs, span.end))
    end = pages[-2].ofs + pages[-2].len
    metadata = pq.read_metadata(io.BytesIO(data))
    damages = [one for one in check_pages(data, metadata, end) if one.column == "n"]
    assert (damages[0].code, damages[0].ofs, damages[0].page) == ("length-mismatch", end, None)
    assert "the footer states 400" in damages[0].message


def test_a_file_without_checksums_is_reported_as_such() -> None:
    data = parquet(has_sums=False)
    metadata = pq.read_metadata(io.BytesIO(data))
    sums = PageSums()
    assert list(check_pages(data, metadata, len(data), sums)) == []
    assert sums.num_checked == 0
    assert str(sums).startswith("no page has a checksum")


def test_a_page_without_a_checksum_that_does_not_decode_is_reported() -> None:
    data = bytearray(parquet(has_sums=False, compression="gzip", use_dictionary=False))
    span = row_groups(bytes(data))[0][1].span
    page = next(iter(walk_pages(bytes(data), span.ofs, span.end)))
    data[page.ofs : page.ofs + 2] = b"\0\0"  # no gzip member
    metadata = pq.read_metadata(io.BytesIO(bytes(data)))
    damages = list(check_pages(bytes(data), metadata, len(data)))
    assert [(one.code, one.ofs, one.len, one.column) for one in damages] == [
        ("decompress", span.ofs, span.len, "s")
    ]
    assert list(check_pages(bytes(data), metadata, len(data), is_decoded=False)) == []


@pytest.mark.parametrize(
    ("num_pages", "num_checked", "text"),
    [(0, 0, "no pages"), (2, 2, "all 2 page checksums are right"), (3, 1, "1 of 3 pages have a checksum")],
)
def test_sums_are_put_into_words(num_pages: int, num_checked: int, text: str) -> None:
    assert str(PageSums(num_pages, num_checked)).startswith(text)


@pytest.mark.parametrize(
    "span", [Span(3, 10), Span(4, -1), Span(4, 10**6)], ids=["magic", "negative", "beyond"]
)
def test_a_chunk_outside_of_the_file_is_left_to_its_reading(span: Span) -> None:
    assert check_sums(FILES[0], [span]) == PageSums()


def test_a_page_beyond_its_chunk_is_none() -> None:
    span = row_groups(FILES[2])[0][0].span
    body, length, _ = page_at(FILES[2], span.ofs, span.end)
    assert page_at(FILES[2], span.ofs, body + length)[0] == body
    with pytest.raises(ValueError, match="are left"):
        page_at(FILES[2], span.ofs, body + length - 1)


@settings(max_examples=30)
@given(st.binary(max_size=2000), st.integers(0, 50))
def test_the_checksum_of_bytes_is_that_of_zlib(data: bytes, start: int) -> None:
    assert crc32_of(data, start, len(data)) == zlib.crc32(data[start:])


def test_the_checksum_of_many_bytes_is_that_of_zlib() -> None:
    data = bytes(range(256)) * 600  # more than two steps
    assert crc32_of(data, 5, len(data) - 7) == zlib.crc32(data[5:-7])


@pytest.mark.parametrize(
    ("error", "of_checksum", "of_system", "code"),
    [
        pytest.param(OSError("CRC checksum verification failed"), True, False, "bad-checksum", id="checksum"),
        pytest.param(OSError(errno.EIO, "Input/output error"), False, True, "bad-value", id="system"),
        pytest.param(pa.ArrowInvalid("no such thing"), False, False, "bad-value", id="form"),
    ],
)
def test_errors_of_the_library_are_distinguished(
    error: Exception, of_checksum: bool, of_system: bool, code: str
) -> None:
    assert is_checksum_error(error) is of_checksum
    assert is_system_error(error) is of_system
    refusal = parquet_refusal(error, "a.parquet", "table.base-file.form")
    assert refusal.code == code
    assert refusal.requirement == ("log.parquet.page-checksum" if of_checksum else "table.base-file.form")
    assert str(refusal.message).startswith("a.parquet: ")
