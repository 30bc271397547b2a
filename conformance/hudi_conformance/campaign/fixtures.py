# SPDX-License-Identifier: Apache-2.0
"""Fixtures to damage: those small enough for thousands of edited copies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

_LOG_MAGIC = b"#HUDI#"


def small_files(folder: Path, largest: Mapping[str, int]) -> Iterator[tuple[str, Path]]:
    """Surface and path of log files and HFiles below a folder, in the order of their names.

    Args:
        folder: folder to search.
        largest: greatest file size in bytes, by surface; files of other surfaces are skipped.
    """
    for path in sorted(folder.rglob("*")):
        surface = _surface_of(path)
        if surface not in largest or not path.is_file() or not 0 < path.stat().st_size <= largest[surface]:
            continue
        if surface == "hfile" or path.read_bytes().startswith(_LOG_MAGIC):
            yield surface, path


def _surface_of(path: Path) -> str:
    if path.suffix == ".hfile":
        return "hfile"
    return "log" if path.suffix == ".log" or ".log." in path.name else ""
