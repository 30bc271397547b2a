# SPDX-License-Identifier: Apache-2.0
"""View of a log file. Offsets and lengths are in bytes, offsets from the start of the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import Finding, Rejection, Span
from hudi_conformance.model.table_version import Feature


class HeaderKey(IntEnum):
    """Header metadata key by the ordinal on disk [log.header.key]."""

    INSTANT_TIME = 0
    TARGET_INSTANT_TIME = 1
    SCHEMA = 2
    COMMAND_BLOCK_TYPE = 3
    COMPACTED_BLOCK_TIMES = 4
    RECORD_POSITIONS = 5
    BLOCK_IDENTIFIER = 6
    IS_PARTIAL = 7
    BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS = 8


FEATURE_OF_KEY: Mapping[HeaderKey, Feature] = {
    HeaderKey.COMPACTED_BLOCK_TIMES: Feature.COMPACTED_BLOCK_TIMES,
    HeaderKey.RECORD_POSITIONS: Feature.RECORD_POSITIONS,
    HeaderKey.BLOCK_IDENTIFIER: Feature.BLOCK_IDENTIFIER,
    HeaderKey.IS_PARTIAL: Feature.PARTIAL_UPDATES,
    HeaderKey.BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS: Feature.BASE_INSTANT_OF_POSITIONS,
}
"""The feature that introduced each key that the first table versions do not have
[log.header.table-version]."""


@dataclass(frozen=True, slots=True)
class LogBlock:
    """One block by its frame; its content is not read.

    For a corrupt block `span` runs from its magic to the next magic or the end of the file, `content` is the
    same range without the magic, header and footer are empty, `format_version` is None and `why` names the
    failed check.
    """

    type: BlockType
    span: Span
    format_version: int | None
    header: Mapping[HeaderKey, str | bytes]  # bytes if the value is not well-formed UTF-8
    content: Span
    footer: Mapping[int, str | bytes] = field(default_factory=dict)
    why: Rejection | None = None

    @property
    def ofs_type(self) -> int:
        """Offset of the block type of an intact block."""
        return self.span.ofs + 18

    @property
    def ofs_header(self) -> int:
        """Offset of the number of header entries of an intact block."""
        return self.span.ofs + 22


@dataclass(frozen=True, slots=True)
class LogScan:
    """Framing of a file.

    Attributes:
        blocks: intact and corrupt blocks in file order, up to `rejection` if there is one.
        len_file: size of the file.
        len_ignored: 0 to 5 bytes after the last block that count as end of file [log.recovery.short-tail].
        rejection: set if the scan stopped before the end of the file.
    """

    blocks: Sequence[LogBlock]
    len_file: int
    len_ignored: int
    rejection: Rejection | None


@dataclass(frozen=True, slots=True)
class OrderingValue:
    """Ordering value of a delete; `type` names its branch [log.delete.ordering-branch]."""

    type: str
    value: Any


@dataclass(frozen=True, slots=True)
class DeletedKey:
    """One entry of a delete block; `ordering` None means an explicit null or a version without ordering."""

    record_key: str | None
    partition_path: str | None
    ordering: OrderingValue | None


@dataclass(frozen=True, slots=True)
class BlockContent:
    """Decoded content of one block.

    Exactly one of `records`, `deletes`, `command` is set for a readable block; none for a corrupt one.
    `schema` is the parsed Avro schema of `records`. When `rejection` is set, `records` or `deletes` hold
    what was readable before it. `findings` list violations that did not prevent reading: bytes that belong to
    no record or delete, and the findings of a scan of an HFile.
    """

    block: LogBlock
    content_version: int | None = None
    schema: Any = None
    records: Sequence[Any] | None = None
    deletes: Sequence[DeletedKey] | None = None
    command: str | None = None
    rejection: Rejection | None = None
    findings: Sequence[Finding] = ()
