# SPDX-License-Identifier: Apache-2.0
"""Dissection of files for human readers: every byte, its meaning, and the rule that governs it.

`inspect_file` returns the parts of a log file, an archive, an HFile or a file of a timeline; `terminal`
prints them as a tree, `inspection.page` as one HTML document without scripts or outside files, `json_view`
as plain values; notebooks display an inspection directly. Every byte belongs to exactly one field: other
bytes are reported as a gap or an overlap. Modules for a kind of file are imported when the kind is known.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hudi_conformance.decode.log.scan import MAGIC
from hudi_conformance.decode.source import Buffer, Input, Memory, open_source
from hudi_conformance.inspect.inspection import Inspection
from hudi_conformance.inspect.kinds import pieces_of
from hudi_conformance.inspect.model import LIMIT, Limits

if TYPE_CHECKING:
    from hudi_conformance.look.hexgrid import Piece

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
    kind = file_kind(buffer, name)
    if kind == "log":
        from hudi_conformance.inspect.log import inspect_log_buffer

        return inspect_log_buffer(buffer, name, limits)
    if kind == "hfile":
        from hudi_conformance.inspect.hfile import inspect_hfile

        return inspect_hfile(buffer, name, limits)
    from hudi_conformance.inspect.container import inspect_container, inspect_text

    data = bytes(buffer)
    return inspect_container(data, name, limits) if kind == "avro" else inspect_text(data, name)


def file_kind(buffer: Buffer, name: str = "") -> str:
    """`log` (damaged ones included), `hfile`, `avro`, or `text`: JSON and properties of a timeline."""
    if bytes(buffer[: len(MAGIC)]) == MAGIC:
        return "log"
    from hudi_conformance.decode.avro.container_fields import is_container
    from hudi_conformance.decode.hfile.fields import is_hfile
    from hudi_conformance.model.hfile import MAGICS

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
