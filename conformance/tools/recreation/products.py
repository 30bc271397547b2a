# SPDX-License-Identifier: Apache-2.0
"""Files that a tool makes: written, or compared with what is there."""

from __future__ import annotations

import argparse
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from instruments.recipes.timelines import from_zip, same_files

Make: TypeAlias = Callable[[int], tuple[Mapping[str, bytes], Mapping[str, Any]]]


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    """An archive that is the same for the same files."""
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", method) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data, method)
    return sink.getvalue()


def archives_and_rows(
    tables: Mapping[str, tuple[Make, Iterable[int]]], method: int = zipfile.ZIP_STORED
) -> dict[str, bytes]:
    """An archive of each table and version, and a file of rows of each view.

    Args:
        tables: by name a function that gives files and rows by view of a table version, and the versions.
        method: compression of archives.
    """
    files_by_name: dict[str, bytes] = {}
    for name, (make, versions) in tables.items():
        for version in versions:
            files, views = make(version)
            files_by_name[f"{name}-v{version}.zip"] = zipped(files, method)
            for view, rows in views.items():
                ordered = sorted(rows, key=lambda item: json.dumps(item, sort_keys=True))
                text = json.dumps({"rows": ordered}, ensure_ascii=False, indent=1)
                files_by_name[f"{name}-v{version}.{view}.json"] = text.encode() + b"\n"
    return files_by_name


def run(
    description: str, make: Callable[[], Mapping[Path, bytes]], arguments: list[str] | None = None
) -> int:
    """A command line that writes files; 1 when `--check` finds a difference."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--check", action="store_true", help="change nothing, fail on any difference")
    is_check = parser.parse_args(arguments).check
    targets = make()
    wrong = [
        path for path, data in targets.items() if not path.is_file() or not same(path.read_bytes(), data)
    ]
    if is_check:
        right = f"{len(targets)} files are as they are made"
        print("\n".join(f"differs: {path.name}" for path in wrong) or right)
        return int(bool(wrong))
    for path in wrong:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(targets[path])
    print(f"{len(targets)} files, {len(wrong)} written")
    return 0


def same(stored: bytes, recreated: bytes) -> bool:
    """Whether files are equal, or archives of equal files: bytes depend on the releases of zlib and Arrow."""
    if stored == recreated or not recreated.startswith(b"PK"):
        return stored == recreated
    return same_files(from_zip(stored), from_zip(recreated))
