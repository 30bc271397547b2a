# SPDX-License-Identifier: Apache-2.0
"""Dissection of files for human readers: every byte, its meaning, and the rule that governs it.

`inspect_file` returns the parts of a log file, an archive, an HFile or a file of a timeline; `tree` prints
them in a terminal, `page` as one HTML document without scripts or outside files, `to_json` as plain values;
notebooks display an inspection directly. Every byte belongs to exactly one field: other bytes are reported as
a gap or an overlap.

    from hudi_conformance.inspect import inspect_file
    inspect_file("f1_001.log.1_0-1-0")
    inspect_file("f1_001.log.1_0-1-0", block=3)
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from hudi_conformance.decode.avro.container_fields import is_container
from hudi_conformance.decode.hfile.fields import is_hfile
from hudi_conformance.decode.log.scan import MAGIC
from hudi_conformance.decode.source import Buffer, Input, Memory, open_source
from hudi_conformance.inspect.container import inspect_container, inspect_text
from hudi_conformance.inspect.hfile import inspect_hfile
from hudi_conformance.inspect.inspection import Inspection, page
from hudi_conformance.inspect.json_view import to_json
from hudi_conformance.inspect.kinds import pieces_of
from hudi_conformance.inspect.log import inspect_log, inspect_log_buffer
from hudi_conformance.inspect.model import LIMIT, Flaw, Limits, NoSuchBlockError, Note, Part, account
from hudi_conformance.inspect.terminal import print_tree, tree
from hudi_conformance.look import Piece
from hudi_conformance.model.hfile import MAGICS

__all__ = [
    "LIMIT", "Flaw", "Inspection", "Limits", "NoSuchBlockError", "Note", "Part", "account", "file_kind",
    "inspect_file", "inspect_log", "page", "pieces", "print_tree", "to_json", "tree",
]  # fmt: skip

_TIMELINE = (
    ".properties", ".json", ".schema", ".hoodie_partition_metadata", ".requested", ".inflight", ".commit",
    ".deltacommit", ".clean", ".rollback", ".savepoint", ".restore", ".replacecommit", ".indexing",
)  # fmt: skip


def inspect_file(
    source: Input, *, name: str | None = None, block: int | None = None, limit: int | None = LIMIT
) -> Inspection:
    """Dissect a file; its kind follows from its bytes, or from its name if the bytes are ambiguous.

    Args:
        source: path, bytes or open file. Files are mapped, and only the necessary parts are read.
        name: name of the file if `source` is not a path.
        block: number of the block of a log file or HFile to dissect, all if None.
        limit: number of records, cells or entries of a block that are separate fields, all if None.

    Raises:
        OSError: the file cannot be opened.
        NoSuchBlockError: the file has fewer blocks.
    """
    if name is None:
        name = Path(source).name if isinstance(source, (str, os.PathLike)) else "bytes"
    with open_source(source) as buffer:
        return _inspect(buffer, name, Limits(block, limit))


def _inspect(buffer: Memory, name: str, limits: Limits) -> Inspection:
    match file_kind(buffer, name):
        case "hfile":
            return inspect_hfile(buffer, name, limits)
        case "avro":
            return inspect_container(bytes(buffer), name, limits)
        case "text":
            return inspect_text(bytes(buffer), name)
    return inspect_log_buffer(buffer, name, limits)


def file_kind(buffer: Buffer, name: str = "") -> str:
    """`log` (damaged ones included), `hfile`, `avro`, or `text`: JSON and properties of a timeline."""
    if bytes(buffer[: len(MAGIC)]) == MAGIC:
        return "log"
    if is_hfile(buffer) or bytes(buffer[:8]) in MAGICS:
        return "hfile"
    if is_container(bytes(buffer[:4])):
        return "avro"
    is_json = bytes(buffer[:1]) == b"{"
    return "text" if is_json or name.endswith(_TIMELINE) else "hfile" if name.endswith(".hfile") else "log"


def pieces(data: bytes, name: str = "") -> Sequence[Piece]:
    """The fields of a file in file order, for coloured hex."""
    inspection = _inspect(data, name, Limits(check=False))
    return [piece for part in inspection.parts for piece in pieces_of(part)]
