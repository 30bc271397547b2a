# SPDX-License-Identifier: Apache-2.0
"""Folders of the cache that are built once per digest of all their inputs."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from filelock import FileLock

from hudi_conformance import resources


def source_files(parts: Sequence[tuple[str, Path]]) -> list[tuple[str, Path]]:
    """Files of merged folders: (path in the result with forward slashes, file), sorted.

    Args:
        parts: path in the result ("" for the top) and folder; a later folder takes precedence.
    """
    found = {
        (f"{place}/" if place else "") + path.relative_to(root).as_posix(): path
        for place, root in parts
        for path in root.rglob("*")
        if path.is_file()
    }
    return sorted(found.items())


def cache_folder(title: str, about: Sequence[str], files: Iterable[tuple[str, Path]]) -> Path:
    """Folder for the result built from `files` (path, file); `about` lists all other inputs."""
    total = hashlib.sha256("".join(f"{word}\0" for word in about).encode())
    for place, path in files:
        total.update(f"{place}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return resources.cache_dir() / "adapters" / f"{title}-{total.hexdigest()[:20]}"


def build_once(target: Path, product: Path, build: Callable[[Path], None]) -> None:
    """Build the folder `target` unless its `product` is there; one process at a time.

    `build` fills a scratch folder next to the target, which is renamed when it returns.
    """
    if product.exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(target.with_name(f".{target.name}.lock")):
        if product.exists():
            return
        with tempfile.TemporaryDirectory(prefix=".building-", dir=target.parent) as scratch:
            result = Path(scratch) / "result"
            result.mkdir()
            build(result)
            if target.is_dir():  # without its product: emptied by a cleanup
                shutil.rmtree(target)
            result.rename(target)
