# SPDX-License-Identifier: Apache-2.0
"""The data files of a table: listed by walking its folder, distinguished only by their names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hudi_conformance.decode.log.names import decode_name
from hudi_conformance.errors import Reject
from hudi_conformance.model.base_file import PARTITION_METADATA, name_parts
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.semantics.slices.files import BaseFile, SliceLog

MAX_DEPTH = 32  # folders below the table's


@dataclass(frozen=True, slots=True)
class DataFiles:
    """Base and log files of a table, without CDC files."""

    base_files: tuple[BaseFile, ...]
    log_files: tuple[SliceLog, ...]

    @property
    def all(self) -> tuple[BaseFile | SliceLog, ...]:
        """Base files, then log files."""
        return (*self.base_files, *self.log_files)


def list_data_files(table: Path, line: Line, *, is_partitioned: bool) -> DataFiles:
    """Data files of a table's partitions; `.hoodie` and links are not followed [table.partition.foreign].

    Args:
        table: the table's folder.
        line: release series; up to 0.11 only the plain name of the metafile marks a partition.
        is_partitioned: whether the table has partition fields; if not, its folder is its only partition.

    Raises:
        OSError: a folder cannot be listed.
    """
    if not is_partitioned:
        return _by_name(("", name) for name in _children(table, "")[0])
    return _by_name(_walk(table, "", 0, line))


def data_files_of(paths: Iterable[str]) -> DataFiles:
    """Data files among paths below a table's folder, `/` between folders."""
    return _by_name((path.rpartition("/")[0], path.rpartition("/")[2]) for path in paths)


def _by_name(paths: Iterable[tuple[str, str]]) -> DataFiles:
    bases: list[BaseFile] = []
    logs: list[SliceLog] = []
    for partition, name in paths:
        parts = name_parts(name)
        if parts is not None:
            bases.append(BaseFile(partition, *parts[:3], name))
        elif name.startswith(".") and ".log." in name:
            log = _log_file(partition, name)
            if log is not None:
                logs.append(log)
    return DataFiles(tuple(bases), tuple(logs))


def _log_file(partition: str, name: str) -> SliceLog | None:
    try:
        parsed = decode_name(name)
    except Reject:
        return None
    if parsed.extension != "log" or parsed.suffix == ".cdc":
        return None
    return SliceLog(
        partition,
        parsed.file_id,
        parsed.instant,
        parsed.file_version,
        parsed.write_token,
        parsed.suffix,
        name,
    )


def _children(table: Path, partition: str) -> tuple[list[str], list[str]]:
    """Names of files and of folders, sorted, without links."""
    with os.scandir(table / partition) as entries:
        children = [entry for entry in entries if not entry.is_symlink()]
    files = sorted(entry.name for entry in children if entry.is_file())
    return files, sorted(entry.name for entry in children if entry.is_dir() and entry.name != ".hoodie")


def _walk(table: Path, partition: str, depth: int, line: Line) -> Iterator[tuple[str, str]]:
    if depth > MAX_DEPTH:
        return
    files, folders = _children(table, partition)
    is_partition = any(is_metafile(name, line) for name in files)
    if is_partition:
        yield from ((partition, name) for name in files)
    if is_partition and (partition or line is Line.V0_9):
        return
    for name in folders:
        yield from _walk(table, f"{partition}/{name}" if partition else name, depth + 1, line)


def is_metafile(name: str, line: Line) -> bool:
    """Whether a file of this name makes its folder a partition [table.partition.metafile]."""
    return name == PARTITION_METADATA if line is Line.V0_9 else name.startswith(PARTITION_METADATA)
