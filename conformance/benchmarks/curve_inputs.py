# SPDX-License-Identifier: Apache-2.0
"""Inputs of a given size on disk, the same bytes on every machine, by the writers of the other benchmarks."""

from __future__ import annotations

import mmap
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import bench_timeline
import log_files
import table_files
from curve_works import GIB, MIB, OTHER
from harness import HERE
from hudi_conformance.toolchain.build import build_adapter

LEN_BLOCK = MIB
ROWS_A_GROUP = 25_000  # about 1 MB of base and log file
INSTANTS_A_FILE = 10_000
_LEN_ROW = 40.3  # bytes of a row of a merged table, logs included
_LEN_STATE = 1877  # bytes of a state in an archive
_LEN_INSTANT = 48.8  # bytes of an instant in a history
_NUM_PATTERN = 20_000  # cells of the HFile by which the length of one is known


@dataclass(frozen=True, slots=True)
class Input:
    """A kind of input: `write` creates one of about this many bytes in an empty folder, and returns its path.

    `largest`: bytes up to which it is written by default, because writing takes long, or because larger ones
    do not occur.
    """

    title: str
    write: Callable[[Path, int], Path]
    largest: int = 4 * GIB


def write_log(folder: Path, num_bytes: int) -> Path:
    """A log file of many blocks, and another one whose last block has another instant."""
    len_block = min(LEN_BLOCK, num_bytes)
    path = log_files.make_file(folder, "curve", len_block, num_bytes - len_block // 2).path
    (folder / OTHER).mkdir()
    other = shutil.copyfile(path, folder / OTHER / path.name)
    with other.open("r+b") as file, mmap.mmap(file.fileno(), 0) as data:
        ofs = data.rfind(b"202401010000", 0, data.rfind(log_files.SCHEMA_TEXT.encode()))
        data[ofs : ofs + 4] = b"2025"
    return path


def write_one_block(folder: Path, num_bytes: int) -> Path:
    """A log file of one block."""
    return log_files.make_file(folder, "curve", num_bytes, 1).path


def write_hfile(folder: Path, num_bytes: int) -> Path:
    """An HFile by hudi-io, compressed as in metadata tables.

    Raises:
        ToolMissing: no Java, or no jars.
    """
    writer = build_adapter(str(HERE / "java_hfile"), "hudi-io")
    path, num = folder / "curve.hfile", _NUM_PATTERN
    for _ in range(2):
        subprocess.run([*writer, "write", str(path), "GZ", str(num)], check=True)
        num = max(1, num * num_bytes // path.stat().st_size)
    return path


def write_archive(folder: Path, num_bytes: int) -> Path:
    """A table of version 6 with an archive in files of 17 MB."""
    bench_timeline.write_archive(folder / "table", max(1, num_bytes // _LEN_STATE))
    return folder / "table"


def write_history(folder: Path, num_bytes: int) -> Path:
    """A table of version 9 with a history."""
    num = max(1, int(num_bytes / _LEN_INSTANT))
    bench_timeline.write_history(folder / "table", num, -(-num // INSTANTS_A_FILE))
    return folder / "table"


def write_groups(folder: Path, num_bytes: int) -> Path:
    """A merge-on-read table of many file groups of a megabyte."""
    num = max(1, round(num_bytes / (ROWS_A_GROUP * _LEN_ROW)))
    rows = min(ROWS_A_GROUP, max(10, int(num_bytes / _LEN_ROW)))
    table_files.write_copied_groups(folder / "table", num, rows)
    return folder / "table"


def write_one_group(folder: Path, num_bytes: int) -> Path:
    """A merge-on-read table of one file group."""
    table_files.write_merge_table(folder / "table", max(10, int(num_bytes / _LEN_ROW)), 1)
    return folder / "table"


INPUTS: Mapping[str, Input] = {
    "log": Input("Log files with blocks of 1 MiB", write_log),
    "log-one-block": Input("Log files of one block", write_one_block, GIB),
    "hfile": Input("HFiles, GZ, blocks of 64 KiB", write_hfile),
    "archive": Input("Archives of the first timeline layouts, files of 17 MB", write_archive),
    "history": Input("Histories of timeline layout 2, 10,000 instants a file", write_history, 256 * MIB),
    "table": Input("Merge-on-read tables, file groups of 1 MB, a tenth of the rows in logs", write_groups),
    "table-one-group": Input("Merge-on-read tables of one file group", write_one_group, 64 * MIB),
}
