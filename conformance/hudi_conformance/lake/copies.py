# SPDX-License-Identifier: Apache-2.0
"""Local copies of files at a URI, for readers that need complete files."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hudi_conformance.lake.files import FileRef, list_files, opened
from hudi_conformance.lake.filesystem import NUM_READERS

_PIECE = 8 << 20  # bytes that are in memory at a time, per reader


def copy_below(uri: str, folder: Path, on_file: Callable[[int, int], None] = lambda *_: None) -> Path:
    """Copy the file or all files at a URI into a folder; return the local path of the copy.

    Args:
        uri: a file, or a folder such as a table.
        folder: an existing folder; the copy has the last name of the URI.
        on_file: receives the number of copied files, and the total.

    Raises:
        FileNotFoundError: the URI does not exist.
        OSError: a file cannot be read or written, its path would be outside the folder, or the disk has less
            free space than the files need.
        ValueError: a scheme without a file system in this build of pyarrow.
    """
    root = uri.rstrip("/")
    refs = list_files([root])
    num_bytes = sum(ref.size for ref in refs)
    if num_bytes > (free := shutil.disk_usage(folder).free):
        raise OSError(f"a copy of {root} needs {num_bytes:,} bytes, {folder} has {free:,}")
    top = folder / (root.rpartition("/")[2] or "copy")
    places = {ref: _place(ref, root, top) for ref in refs}
    with ThreadPoolExecutor(NUM_READERS) as pool:
        for number, _ in enumerate(pool.map(copy_file, places, places.values()), 1):
            on_file(number, len(refs))
    if not refs:
        top.mkdir()
    return top


def _place(ref: FileRef, root: str, top: Path) -> Path:
    if ref.path == root:
        return top
    parts = ref.path.removeprefix(f"{root}/").split("/")
    if ".." in parts:
        raise OSError(f"{ref.path!r} is outside {root}")
    return top.joinpath(*parts)


def copy_file(ref: FileRef, target: Path) -> None:
    """Copy a file of a store; raises OSError."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with opened(ref) as buffer, target.open("wb") as file:
        for ofs in range(0, len(buffer), _PIECE):
            file.write(buffer[ofs : ofs + _PIECE])
