# SPDX-License-Identifier: Apache-2.0
"""Consistent hashing of a partition of a table in a folder: the valid hashing file [bucket.ring.holding]."""

from __future__ import annotations

from pathlib import Path

from hudi_conformance.decode.bucket.files import decode_hashing_meta
from hudi_conformance.decode.folder import read_file
from hudi_conformance.decode.timeline.listing import inside
from hudi_conformance.errors import Reject
from hudi_conformance.model.base_file import BaseFileName
from hudi_conformance.model.bucket import HASHING_FOLDER, HASHING_SUFFIX
from hudi_conformance.model.timeline import State
from hudi_conformance.semantics.keys.ring import holding_file
from hudi_conformance.table.state import open_timeline

_HOLDING = frozenset({"commit", "replacecommit"})


def holding_metadata(path: Path, partition: str) -> str | None:
    """Name of the valid hashing file of a partition; None if it has none.

    Raises:
        OSError, Reject: the table or a file cannot be read; a marker without its file.
    """
    timeline, _ = open_timeline(path)
    instants = [instant for instant in timeline.instants if instant.action in _HOLDING]
    folder = inside(path / ".hoodie" / HASHING_FOLDER, partition)
    names = [file.name for file in folder.iterdir()] if folder.is_dir() else []
    prefixes = _live_prefixes(inside(path, partition))
    return holding_file(
        names,
        {instant.time for instant in instants if instant.state is State.COMPLETED},
        {instant.time for instant in timeline.instants if instant.state is not State.COMPLETED},
        {name for name in names if name.endswith(HASHING_SUFFIX) and _has_node(folder / name, prefixes)},
    )


def _live_prefixes(folder: Path) -> set[str]:
    files = (BaseFileName.parse(file.name) for file in folder.iterdir()) if folder.is_dir() else ()
    return {file.file_id.rpartition("-")[0] for file in files if file is not None}


def _has_node(file: Path, prefixes: set[str]) -> bool:
    try:
        return any(node.file_id_prefix in prefixes for node in decode_hashing_meta(read_file(file)).nodes)
    except Reject:
        return False
