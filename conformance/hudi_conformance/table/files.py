# SPDX-License-Identifier: Apache-2.0
"""The data files of a table: found by walking its folder, distinguished by their names alone."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hudi_conformance.decode.log.names import decode_name
from hudi_conformance.errors import Reject
from hudi_conformance.semantics.slices.files import BaseFile, SliceLog

MAX_DEPTH = 32  # folders below the table's
_BASE = re.compile(
    r"(?P<file_id>[^_]+)_(?P<token>[0-9]+-[0-9]+-[0-9]+)_(?P<instant>[0-9]+)\.(?:parquet|orc|hfile)"
)


@dataclass(frozen=True, slots=True)
class DataFiles:
    """Base and log files of a table, CDC files aside."""

    base_files: tuple[BaseFile, ...]
    log_files: tuple[SliceLog, ...]


def list_data_files(table: Path) -> DataFiles:
    """All data files below the folder of a table; `.hoodie` and links are not followed.

    Raises:
        OSError: a folder cannot be listed.
    """
    return _by_name(_walk(table, "", 0))


def data_files_of(paths: Iterable[str]) -> DataFiles:
    """Data files among paths below a table's folder, `/` between folders."""
    return _by_name((path.rpartition("/")[0], path.rpartition("/")[2]) for path in paths)


def _by_name(paths: Iterable[tuple[str, str]]) -> DataFiles:
    bases: list[BaseFile] = []
    logs: list[SliceLog] = []
    for partition, name in paths:
        match = _BASE.fullmatch(name)
        if match is not None:
            bases.append(BaseFile(partition, match["file_id"], match["token"], match["instant"], name))
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


def _walk(table: Path, partition: str, depth: int) -> Iterator[tuple[str, str]]:
    if depth > MAX_DEPTH:
        return
    with os.scandir(table / partition) as entries:
        children = sorted(entries, key=lambda entry: entry.name)
    for entry in children:
        if entry.is_symlink():
            continue
        if entry.is_dir():
            if entry.name != ".hoodie":
                yield from _walk(table, f"{partition}/{entry.name}" if partition else entry.name, depth + 1)
        elif entry.is_file():
            yield partition, entry.name
