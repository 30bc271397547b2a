# SPDX-License-Identifier: Apache-2.0
"""Files of a table's folder: names and bounded contents, never through links."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from hudi_conformance.errors import LimitExceeded

MAX_FILE_BYTES = 1 << 30
MAX_DEPTH = 32
_MACOS = re.compile(r"\._(?!\d+\.(log|archive)\.)")  # but for a log file without a file id


def is_checksum(name: str) -> bool:
    """Whether a name is that of a Hadoop checksum file."""
    return name.startswith(".") and name.endswith(".crc")


def is_macos(name: str) -> bool:
    """Whether a name is that of a file that macOS writes next to another [table.foreign.ignored]."""
    return _MACOS.match(name) is not None


def file_names(folder: Path) -> list[str]:
    """Names of the regular files of a folder, without those of Hadoop and macOS, sorted."""
    if not folder.is_dir():
        return []
    with os.scandir(folder) as entries:
        names = [entry.name for entry in entries if entry.is_file(follow_symlinks=False)]
    return sorted(name for name in names if not (is_checksum(name) or is_macos(name)))


def is_regular(path: Path) -> bool:
    """Whether the path is a regular file, not a link."""
    return path.is_file() and not path.is_symlink()


def read_file(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        OSError: it cannot be read.
        LimitExceeded: it is larger than files of a timeline may be.
    """
    size = path.stat(follow_symlinks=False).st_size
    if size > MAX_FILE_BYTES:
        raise LimitExceeded(f"{path.name} has {size} bytes")
    with path.open("rb", buffering=0) as file:
        return file.read()


def walk_folder(folder: Path, skip: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield (path of the folder below `folder`, file name) of all regular files, sorted by folder."""
    yield from _walk(folder, "", 0, skip)


def _walk(folder: Path, below: str, depth: int, skip: frozenset[str]) -> Iterator[tuple[str, str]]:
    if depth > MAX_DEPTH:
        return
    with os.scandir(folder / below) as entries:
        ordered = sorted(entries, key=lambda entry: entry.name)
    for entry in ordered:
        if entry.is_file(follow_symlinks=False):
            yield below, entry.name
    for entry in ordered:
        if entry.is_dir(follow_symlinks=False) and entry.name not in skip:
            yield from _walk(folder, f"{below}/{entry.name}" if below else entry.name, depth + 1, skip)
