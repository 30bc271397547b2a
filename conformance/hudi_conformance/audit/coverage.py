# SPDX-License-Identifier: Apache-2.0
"""Parts that an audit did not check: folders that are no longer a table, and paths without Hudi files.

A lake is not healthy if no file was checked.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from hudi_conformance.audit.findings import DAMAGE, UNREADABLE, FindingRow
from hudi_conformance.audit.table_lookup import Tables
from hudi_conformance.lake.files import FileRef, folders_above, read_small
from hudi_conformance.lake.filesystem import local_path
from hudi_conformance.model.base_file import METAFILES
from hudi_conformance.model.properties.table import FILE

HIDDEN = "/.hoodie/"
NOTHING_CHECKED = "nothing-checked"
_MAX_DEPTH = 32


def is_below(path: str, roots: Sequence[str]) -> bool:
    """Whether a path is one of `roots`, or below one."""
    folders = [os.fspath(root).rstrip("/") for root in roots]
    if path.startswith("file:"):  # of a name that is not text; roots may be relative
        path = local_path(path) or path
        folders = [str(Path(local_path(folder) or folder).absolute()) for folder in folders]
    return any(path == folder or path.startswith(f"{folder}/") for folder in folders)


def check_coverage(
    paths: Sequence[str], refs: Sequence[FileRef], known: Collection[str], tables: Tables
) -> Iterator[FindingRow]:
    """Yield folders that were tables, and paths in which nothing was checked.

    `known`: files of a known format.
    """
    lost = set(_lost_tables(refs, tables))
    for folder in sorted(lost):
        if lost.isdisjoint(folders_above(folder)):
            message = (
                "neither hoodie.properties nor a backup can be read: every reader rejects the table"
                + _renamed(folder, refs)
            )
            yield FindingRow(
                f"{folder}{HIDDEN}{FILE}", "table", DAMAGE, "missing-field", message,
                "timeline.table.folder",
            )  # fmt: skip
    for path in dict.fromkeys(os.fspath(path).rstrip("/") for path in paths):
        own = [ref for ref in refs if is_below(ref.path, [path])]
        is_checked = any(ref.path in known or tables.folder_of(ref.path) for ref in own)
        if not is_checked and not any(is_below(folder, [path]) for folder in lost):
            message = f"no Hudi file was checked here: {len(own)} files, all of unknown formats"
            yield FindingRow(path, "file", UNREADABLE, NOTHING_CHECKED, message)


def _renamed(folder: str, refs: Sequence[FileRef]) -> str:
    """Describe where the missing properties of a table may be."""
    first, end = (bisect_left(refs, FileRef(folder + mark, 0)) for mark in "/0")  # 0 follows /
    for ref in refs[first:end]:
        above, _, name = ref.path[len(folder) + 1 :].partition("/")
        if name == FILE:
            return f"; the folder is there as {above}"
        if above == HIDDEN.strip("/") and name.startswith("hoodie.properties"):
            return f"; {above}/{name} is there"
    return ""


def _lost_tables(refs: Sequence[FileRef], tables: Tables) -> Iterator[str]:
    """Folders with a `.hoodie` or with partition metadata outside all readable tables."""
    folders: set[str] = set()
    for ref in refs:
        folder = _hoodie_parent(ref.path)
        if folder is not None and not tables.is_table(folder):
            folders.add(folder)
        elif folder is None and ref.name in METAFILES and tables.folder_of(ref.path) is None:
            folders.add(_root_of_partition(ref))
    yield from folders


def _hoodie_parent(path: str) -> str | None:
    """The parent folder of the innermost `.hoodie` of a path."""
    ofs = path.rfind(HIDDEN)
    return path[:ofs] if ofs > 0 else None


def _root_of_partition(ref: FileRef) -> str:
    """The table's folder, by the depth in the partition metadata; otherwise the folder itself."""
    folder = ref.path.rpartition("/")[0]
    for line in (read_small(ref.path) or b"").decode("latin-1").splitlines():
        key, _, value = line.partition("=")
        if key.strip() == "partitionDepth" and value.strip().isdecimal():
            for _ in range(min(int(value), _MAX_DEPTH)):
                folder = folder.rpartition("/")[0] or folder
    return folder
