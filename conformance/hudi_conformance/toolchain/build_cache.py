# SPDX-License-Identifier: Apache-2.0
"""Folders of the cache that are built once for a digest of all that goes in."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from hudi_conformance import resources

from ._filelock import file_lock


def source_files(parts: Sequence[tuple[str, Path]]) -> list[tuple[str, Path]]:
    """Files of folders that are put together: (place of the file with forward slashes, file), sorted.

    Args:
        parts: place ("" for the top) and folder. Of files with one place that of the last folder counts.
    """
    found = {
        (f"{place}/" if place else "") + path.relative_to(root).as_posix(): path
        for place, root in parts
        for path in root.rglob("*")
        if path.is_file()
    }
    return sorted(found.items())


def cache_folder(title: str, about: Sequence[str], files: Iterable[tuple[str, Path]]) -> Path:
    """Folder for what is built of `files` (place, file) in the way that the words `about` name."""
    total = hashlib.sha256("".join(f"{word}\0" for word in about).encode())
    for place, path in files:
        total.update(f"{place}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return resources.cache_dir() / "adapters" / f"{title}-{total.hexdigest()[:20]}"


def build_once(target: Path, product: Path, build: Callable[[Path], None]) -> None:
    """Build the folder `target` unless its `product` is there; one process at a time.

    `build` fills a scratch folder beside the target, which is renamed when it returns.
    """
    if product.exists():
        return
    with file_lock(target.with_name(f".{target.name}.lock")):
        if product.exists():
            return
        with tempfile.TemporaryDirectory(prefix=".building-", dir=target.parent) as scratch:
            result = Path(scratch) / "result"
            result.mkdir()
            build(result)
            if target.is_dir():  # emptied by something that cleans up
                shutil.rmtree(target)
            result.rename(target)
