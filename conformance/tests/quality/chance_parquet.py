# SPDX-License-Identifier: Apache-2.0
"""Parquet files of many forms, and what is wrong with what is read of them: the Parquet library is the judge.

The package reads footers, page headers and checksums by itself, because the library ends the process over
some damage and does not say which page is damaged. Of whole files the library knows all of it: where column
chunks lie, how many values they have, their bounds. Of a damaged page this module knows the place.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

Load = Callable[[str], Any]  # a module of the package by its name below `decode.parquet`
_STRUCTS = {"INT32": "<i", "INT64": "<q", "FLOAT": "<f", "DOUBLE": "<d", "BOOLEAN": "<?"}
_NUM = 1000


@dataclass(frozen=True, slots=True)
class ParquetFile:
    """A file, the options it was written with, and its rows."""

    data: bytes
    options: Mapping[str, Any]
    table: pa.Table


def make_files() -> Iterator[tuple[str, ParquetFile]]:
    """Files by name: of every option that changes how pages and footers are written."""
    flat = pa.table({
        "number": pa.array(range(_NUM), pa.int64()),
        "small": pa.array([row % 7 if row % 5 else None for row in range(_NUM)], pa.int32()),
        "text": [f"text {row % 300}" for row in range(_NUM)],
        "bytes": [bytes([row & 255, 255, row >> 8]) for row in range(_NUM)],
        "half": pa.array([row / 2 for row in range(_NUM)], pa.float64()),
        "flag": [row % 3 == 0 for row in range(_NUM)],
        "same": ["one value"] * _NUM,
        "none": pa.nulls(_NUM, pa.int32()),
    })  # fmt: skip
    nested = pa.table({
        "list": [[row, row + 1] if row % 3 else None for row in range(200)],
        "struct": [{"a": row, "b": {"c": f"{row}"}} if row % 4 else None for row in range(200)],
        "map": pa.array([[(f"k{row}", row)] for row in range(200)], pa.map_(pa.string(), pa.int32())),
        "day": pa.array(range(200), pa.date32()),
        "time": pa.array(range(200), pa.timestamp("us")),
    })  # fmt: skip
    variants: dict[str, dict[str, Any]] = {
        "plain": {"use_dictionary": False, "compression": "none"},
        "checksums": {"write_page_checksum": True},
        "checksums-plain": {"write_page_checksum": True, "use_dictionary": False, "compression": "none"},
        "pages": {"write_page_checksum": True, "data_page_size": 256, "write_batch_size": 50},
        "pages-v2": {"write_page_checksum": True, "data_page_size": 256, "write_batch_size": 50,
                     "data_page_version": "2.0"},
        "groups": {"row_group_size": 150, "write_page_checksum": True},
        "groups-v2": {"row_group_size": 150, "data_page_version": "2.0", "compression": "none"},
        "gzip": {"compression": "gzip", "write_page_checksum": True},
        "no-statistics": {"write_statistics": False},
        "page-index": {"write_page_index": True, "write_page_checksum": True},
    }  # fmt: skip
    for name, options in variants.items():
        yield f"flat-{name}", _write(flat, options)
        yield f"nested-{name}", _write(nested, options)
    yield "no-rows", _write(flat.slice(0, 0), {"write_page_checksum": True})
    yield "one-row", _write(flat.slice(5, 1), {"write_page_checksum": True})
    wide = pa.table({f"column_{number}": [number] for number in range(40)})
    yield "wide", _write(wide, {"write_page_checksum": True})


def _write(table: pa.Table, options: Mapping[str, Any]) -> ParquetFile:
    buffer = io.BytesIO()
    pq.write_table(table, buffer, **options)
    return ParquetFile(buffer.getvalue(), options, table)


def fault_of(file: ParquetFile, load: Load) -> str | None:
    """What is wrong with how the package reads a file, whole and damaged."""
    return (
        _footer_fault(file, load)
        or _pages_fault(file, load)
        or _values_fault(file, load)
        or _damage_fault(file, load)
        or _header_fault(file, load)
    )


def _footer_fault(file: ParquetFile, load: Load) -> str | None:
    groups = load("footer").row_groups(file.data)
    metadata = pq.ParquetFile(io.BytesIO(file.data)).metadata
    if len(groups) != metadata.num_row_groups:
        return f"{len(groups)} row groups"
    for number, group in enumerate(groups):
        known = metadata.row_group(number)
        if len(group) != known.num_columns:
            return f"group {number} has {len(group)} columns"
        for index, chunk in enumerate(group):
            column = known.column(index)
            start = column.data_page_offset
            if column.dictionary_page_offset is not None:
                start = min(start, column.dictionary_page_offset)
            found = chunk.column, chunk.span.ofs, chunk.span.len, chunk.num_values
            right = column.path_in_schema, start, column.total_compressed_size, column.num_values
            if found != right:
                return f"chunk {found} instead of {right}"
            if fault := _bounds_fault(chunk, column):
                return fault
    spans = load("footer").chunks_of(file.data)
    return None if spans == [[chunk.span for chunk in group] for group in groups] else "other spans"


def _bounds_fault(chunk: Any, column: Any) -> str | None:
    statistics = column.statistics
    if statistics is None or not statistics.has_min_max:
        return None if chunk.low is None and chunk.high is None else f"bounds of {chunk.column}"
    if chunk.has_nulls_counted != statistics.has_null_count:
        return f"nulls of {chunk.column}"
    form = _STRUCTS.get(column.physical_type)
    low, high = (
        struct.pack(form, value) if form else value.encode() if isinstance(value, str) else value
        for value in (statistics.min_raw, statistics.max_raw)
    )
    if (chunk.low, chunk.high) != (low, high):
        return f"bounds {chunk.low!r} to {chunk.high!r} of {chunk.column}"
    return None


def _pages_fault(file: ParquetFile, load: Load) -> str | None:
    """The pages of a chunk end where it ends, and all of them are counted and right."""
    checksums = load("checksums")
    has_sums = bool(file.options.get("write_page_checksum"))
    num = 0
    spans = [span for group in load("footer").chunks_of(file.data) for span in group]
    for span in spans:
        pages = list(checksums.walk_pages(file.data, span.ofs, span.end))
        num += len(pages)
        if not file.table.num_rows:
            continue
        if not pages or pages[-1].ofs + pages[-1].len != span.end or pages[0].ofs <= span.ofs:
            return f"pages of the chunk at {span.ofs}"
        if any((page.crc is not None) != has_sums for page in pages):
            return f"checksums of the chunk at {span.ofs}"
    sums = checksums.check_sums(file.data, spans)
    if (sums.num_pages, sums.num_checked) != (num, num if has_sums else 0):
        return f"{sums.num_checked} of {sums.num_pages} pages checked"
    text = load("rows").page_sums(file.data)
    wanted = "no pages" if not num else f"all {num} page" if has_sums else "no page has"
    if not text.startswith(wanted):
        return f"pages told as {text}"
    damages = list(load("pages").check_pages(file.data, _metadata(file.data), _end(file.data)))
    return f"damage of a whole file: {damages[0].message}" if damages else None


def _values_fault(file: ParquetFile, load: Load) -> str | None:
    """Values of columns as the library has them; dates and times as numbers."""
    arrow_values = load("rows").arrow_values
    for name, column in zip(file.table.column_names, file.table.columns, strict=True):
        array = column.combine_chunks()
        right = array.to_pylist()
        if pa.types.is_temporal(array.type):
            right = array.cast(pa.int32() if array.type.bit_width == 32 else pa.int64()).to_pylist()
        elif pa.types.is_map(array.type):
            right = [None if row is None else dict(row) for row in right]
        if arrow_values(array) != right:
            return f"values of {name}"
    return None


def _damage_fault(file: ParquetFile, load: Load) -> str | None:
    """One byte changed in each of some pages with checksums: that page of that column is damaged."""
    if not file.options.get("write_page_checksum") or not file.table.num_rows:
        return None
    checksums, pages = load("checksums"), load("pages")
    metadata, end = _metadata(file.data), _end(file.data)
    chunks = [chunk for group in load("footer").row_groups(file.data) for chunk in group]
    for turn, chunk in enumerate(chunks[:: max(len(chunks) // 6, 1)]):
        walked = list(checksums.walk_pages(file.data, chunk.span.ofs, chunk.span.end))
        number = turn % len(walked)
        page = walked[number]
        if not page.len:
            continue
        start = walked[number - 1].ofs + walked[number - 1].len if number else chunk.span.ofs
        place = page.ofs + (page.len - 1 if turn % 2 else 0)
        damaged = file.data[:place] + bytes([file.data[place] ^ 1]) + file.data[place + 1 :]
        found = [
            (one.code, one.ofs, one.len, one.column, one.page)
            for one in pages.check_pages(damaged, metadata, end)
        ]
        right = ("bad-checksum", start, page.ofs + page.len - start, chunk.column, number)
        if found != [right]:
            return f"damage {found[:1]} instead of {right}"
        try:
            checksums.check_sums(damaged, [one.span for one in chunks])
        except Exception as error:
            if getattr(error, "at", None) != page.ofs or getattr(error, "code", "") != "bad-checksum":
                return f"{error!r} instead of a wrong checksum at {page.ofs}"
        else:
            return f"no wrong checksum at {page.ofs}"
    return None


def _header_fault(file: ParquetFile, load: Load) -> str | None:
    """Page headers that are cut, of an unknown type, or of another length: that page is told."""
    pages = load("pages")
    metadata, end = _metadata(file.data), _end(file.data)
    chunk = load("footer").row_groups(file.data)[0][0] if metadata.num_row_groups else None
    if chunk is None or metadata.num_rows == 0:
        return None
    ofs = chunk.span.ofs
    # the first field of a page header is its type: a head byte, and a number in zigzag
    for new in (b"\x15\x0a", b"\x15\x0b", b"\x15\x08", b"\x1f\x00", b"\x00\x00"):
        damaged = file.data[:ofs] + new + file.data[ofs + 2 :]
        found = [(one.code, one.ofs, one.len, one.column, one.page)
                 for one in pages.check_pages(damaged, metadata, end)]  # fmt: skip
        right = ("bad-value", ofs, chunk.span.end - ofs, chunk.column, 0)
        if found != [right]:
            return f"header {new.hex()}: {found[:1]} instead of {right}"
    for cut in (ofs, ofs + 1, chunk.span.end - 1):
        found = [one for one in pages.check_pages(file.data, metadata, cut) if one.column == chunk.column]
        if not found or found[0].code not in {"bad-value", "length-mismatch"} or found[0].ofs < ofs:
            return f"a footer at {cut}: {found[:1]}"
    return None


def _metadata(data: bytes) -> Any:
    return pq.ParquetFile(io.BytesIO(data)).metadata


def _end(data: bytes) -> int:
    return len(data) - 8 - int.from_bytes(data[-8:-4], "little")
