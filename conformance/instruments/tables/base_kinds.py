# SPDX-License-Identifier: Apache-2.0
"""Damages of base files: their bytes, pages, rows and names."""

from __future__ import annotations

import io
import shutil
import struct
from collections.abc import Callable

import pyarrow as pa
import pyarrow.parquet as pq

from instruments.tables.kinds import add, kind, pick
from instruments.tables.stat_kinds import is_base
from instruments.tables.table import COMMITS, Rng, Table, base_parts, in_folder

FORM, PAGES = "table.base-file.form", "table.base-file.pages"
COLUMNS = "table.check.base-file-columns"


def _all(table: Table) -> list[str]:
    return table.bases


def _completed(table: Table) -> list[str]:
    """Base files of commits that are completed, active or archived: their sizes are stated."""
    pending = {instant.time for instant in table.instants} - {
        instant.time for instant in table.completed(*COMMITS)
    }
    return [path for path in table.bases if base_parts(path)[2] not in pending]


def _base(
    name: str, rule: str, change: Callable[[bytes, Rng], bytes | None],
    choose: Callable[[Table], list[str]] = _all,
) -> None:  # fmt: skip
    def apply(table: Table, rng: Rng) -> str | None:
        path = pick(rng, choose(table))
        data = None if path is None else change(table.file(path).read_bytes(), rng)
        if path is None or data is None:
            return None
        table.file(path).write_bytes(data)
        return path

    add(name, [rule], apply)


def _footer_ofs(data: bytes) -> int:
    return len(data) - 8 - int.from_bytes(data[-8:-4], "little")


def _cut(data: bytes, rng: Rng) -> bytes | None:
    end = rng.randrange(12, len(data) - 1)
    return None if data[end - 4 : end] == b"PAR1" else data[:end]


def _flip(data: bytes, at: int, rng: Rng) -> bytes:
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


_base("base_emptied", FORM, lambda *_: b"")
_base("base_cut", FORM, _cut)
_base("base_head", FORM, lambda data, rng: _flip(data, rng.randrange(4), rng))
_base("base_tail", FORM, lambda data, rng: _flip(data, len(data) - 1 - rng.randrange(4), rng))
_base(
    "base_footer_length",
    FORM,
    lambda data, rng: data[:-8] + struct.pack("<I", rng.randrange(len(data), 2**32)) + data[-4:],
)
_base(
    "base_footer_zeroed",
    FORM,
    lambda data, _: data[: _footer_ofs(data)] + bytes(len(data) - 8 - _footer_ofs(data)) + data[-8:],
)
_base("base_is_text", FORM, lambda data, _: b"id,name\n1,a\n" * (len(data) // 12))
_base(
    "base_grown",
    "table.check.named-size",
    lambda data, _: data[: _footer_ofs(data)] + bytes(4) + data[_footer_ofs(data) :],
    _completed,
)


def _pages(data: bytes) -> list[tuple[int, int]]:
    """Bytes [start, end) of the column chunks of a Parquet file with rows."""
    metadata = pq.read_metadata(io.BytesIO(data))
    chunks = []
    for group in range(metadata.num_row_groups):
        for number in range(metadata.num_columns):
            chunk = metadata.row_group(group).column(number)
            start = chunk.data_page_offset
            if chunk.has_dictionary_page and chunk.dictionary_page_offset:
                start = min(start, chunk.dictionary_page_offset)
            chunks.append((start, start + chunk.total_compressed_size))
    return chunks


def _page_data(data: bytes, rng: Rng) -> bytes | None:
    """A bit in the last bytes of a chunk, which are those of a page's content."""
    chunks = _pages(data)
    if not chunks:
        return None
    start, end = rng.choice(chunks)
    return _flip(data, end - 1 - rng.randrange(min(8, (end - start) // 4)), rng)


def _page_header(data: bytes, rng: Rng) -> bytes | None:
    """The first byte of a chunk is the head of the page type's field; no other is possible there."""
    chunks = _pages(data)
    start = rng.choice(chunks)[0] if chunks else None
    return None if start is None else data[:start] + b"\xff" + data[start + 1 :]


def _zeroed_range(data: bytes, rng: Rng) -> bytes | None:
    chunks = _pages(data)
    if not chunks:
        return None
    low, high = chunks[0][0], chunks[-1][1]
    size = min(512, high - low)
    at = rng.randrange(low, high - size + 1)
    return data[:at] + bytes(size) + data[at + size :]


def _page_size(data: bytes, rng: Rng) -> bytes | None:
    """Sizes follow the type: the second field is the uncompressed, the third the compressed one."""
    chunks = _pages(data)
    if not chunks:
        return None
    at = rng.choice(chunks)[0] + 3
    while data[at] & 0x80:
        at += 1
    at += 2  # head of the third field, its first byte
    return data[:at] + bytes([data[at] ^ 0x7E]) + data[at + 1 :]


_base("page_data", PAGES, _page_data)
_base("page_header", PAGES, _page_header)
_base("page_size", PAGES, _page_size)
_base("page_range_zeroed", PAGES, _zeroed_range)


@kind("table.check.named-file")
def base_gone(table: Table, rng: Rng) -> str | None:
    """A base file that a commit names."""
    stat = pick(rng, table.stats(is_base(table)))
    if stat is None:
        return None
    table.file(stat.path).unlink()
    return table.place(stat.instant)


@kind("table.check.named-file")
def partition_gone(table: Table, rng: Rng) -> list[str] | None:
    """A whole partition."""
    stats = [stat for stat in table.stats(is_base(table)) if stat.partition]
    stat = pick(rng, stats)
    if stat is None:
        return None
    shutil.rmtree(table.path / stat.partition)
    return [table.place(other.instant) for other in stats if other.partition == stat.partition]


@kind(COLUMNS)
def base_of_other_file(table: Table, rng: Rng) -> str | None:
    """A base file with the content of another."""
    paths = _with_meta_columns(table)
    if len(paths) < 2:
        return None
    path, other = rng.sample(paths, 2)
    shutil.copyfile(table.file(other), table.file(path))
    return path


@kind(COLUMNS)
def bases_swapped(table: Table, rng: Rng) -> list[str] | None:
    """Two base files under each other's name."""
    paths = _with_meta_columns(table)
    if len(paths) < 2:
        return None
    path, other = rng.sample(paths, 2)
    first, second = table.file(path).read_bytes(), table.file(other).read_bytes()
    table.file(path).write_bytes(second)
    table.file(other).write_bytes(first)
    return [path, other]


def _with_meta_columns(table: Table) -> list[str]:
    if table.properties.get("hoodie.populate.meta.fields") == "false":
        return []
    return [path for path in table.bases if pq.read_metadata(table.file(path)).num_rows > 0]


@kind("table.check.named-file", COLUMNS)
def base_moved(table: Table, rng: Rng) -> list[str] | None:
    """A base file in another partition."""
    stat = pick(rng, table.stats(is_base(table)))
    folders = {path.rpartition("/")[0] for path in table.bases}
    targets = sorted(folder for folder in folders if stat is not None and folder != stat.partition)
    if stat is None or not targets:
        return None
    target = f"{rng.choice(targets)}/{stat.path.rpartition('/')[2]}"
    shutil.move(table.file(stat.path), table.file(target))
    return [target, table.place(stat.instant)]


@kind("table.check.group-partitions")
def base_copied_to_partition(table: Table, rng: Rng) -> str | None:
    """A base file in two partitions."""
    path = pick(rng, table.bases)
    folders = sorted({other.rpartition("/")[0] for other in table.bases})
    targets = [folder for folder in folders if path is not None and folder != path.rpartition("/")[0]]
    if path is None or not targets:
        return None
    target = f"{rng.choice(targets)}/{path.rpartition('/')[2]}"
    shutil.copyfile(table.file(path), table.file(target))
    return target


@kind("table.check.stat-counts")
def row_lost(table: Table, rng: Rng) -> str | None:
    """A base file is written again with a row less."""
    stats = [stat for stat in table.stats(is_base(table)) if stat.values["numWrites"] > 1]
    stat = pick(rng, stats)
    if stat is None:
        return None
    rows = pq.read_table(table.file(stat.path))
    pq.write_table(rows.slice(1), table.file(stat.path))
    return table.place(stat.instant)


@kind("table.check.named-size", "table.check.stat-counts")
def base_written_again(table: Table, rng: Rng) -> list[str] | None:
    """A base file is written again with a row twice."""
    stat = pick(rng, table.stats(is_base(table)))
    if stat is None or not stat.values["numWrites"]:
        return None
    rows = pq.read_table(table.file(stat.path))
    pq.write_table(pa.concat_tables([rows, rows.slice(0, 1)]), table.file(stat.path))
    return [stat.path, table.place(stat.instant)]


@kind("table.slice.committed")
def base_retried(table: Table, rng: Rng) -> str | None:
    """A second base file of one commit, by another attempt."""
    stat = pick(rng, table.stats(is_base(table)))
    if stat is None:
        return None
    file_id, _, time = base_parts(stat.path)
    target = in_folder(stat.path, f"{file_id}_9-99-999_{time}.parquet")
    shutil.copyfile(table.file(stat.path), table.file(target))
    return target


@kind("table.check.foreign-file")
def foreign_parquet(table: Table, rng: Rng) -> str | None:
    """A Parquet file of another writer in a partition."""
    path = pick(rng, table.bases)
    if path is None:
        return None
    target = in_folder(path, "part-00000-1b4e28ba-2fa1-11d2-883f-0016d3cca427-c000.snappy.parquet")
    shutil.copyfile(table.file(path), table.file(target))
    return target


@kind("table.check.native-log")
def native_log(table: Table, rng: Rng) -> str | None:
    """A log file of table version 10."""
    path = pick(rng, table.bases)
    if path is None:
        return None
    file_id, token, time = base_parts(path)
    form = rng.choice(["log", "deletes", "cdc"])
    target = in_folder(path, f"{file_id}_{token}_{time}_1.{form}.parquet")
    shutil.copyfile(table.file(path), table.file(target))
    return target
