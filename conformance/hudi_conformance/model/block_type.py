# SPDX-License-Identifier: Apache-2.0
"""Types of log blocks: the payload of each, and the first release that writes it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, IntEnum, auto
from typing import NamedTuple


class Payload(Enum):
    """Kind of the content of a block."""

    COMMAND = auto()
    DELETES = auto()
    UNKNOWN = auto()
    AVRO = auto()
    HFILE = auto()
    PARQUET = auto()


class BlockType(IntEnum):
    """Block type by the ordinal on disk [log.block.type]."""

    COMMAND_BLOCK = 0
    DELETE_BLOCK = 1
    CORRUPT_BLOCK = 2
    AVRO_DATA_BLOCK = 3
    HFILE_DATA_BLOCK = 4
    PARQUET_DATA_BLOCK = 5
    CDC_DATA_BLOCK = 6

    @property
    def payload(self) -> Payload:
        """Kind of the content of such a block."""
        return _KINDS[self].payload

    @property
    def has_records(self) -> bool:
        """Whether the content holds records, and the header their schema."""
        return self in RECORD_BLOCKS

    @property
    def since(self) -> str:
        """The first release of Hudi that writes such blocks."""
        return _KINDS[self].since


class _Kind(NamedTuple):
    payload: Payload
    since: str


_KINDS: Mapping[BlockType, _Kind] = {
    BlockType.COMMAND_BLOCK: _Kind(Payload.COMMAND, "0.5.0"),
    BlockType.DELETE_BLOCK: _Kind(Payload.DELETES, "0.5.0"),
    BlockType.CORRUPT_BLOCK: _Kind(Payload.UNKNOWN, "0.5.0"),  # made by readers, never written
    BlockType.AVRO_DATA_BLOCK: _Kind(Payload.AVRO, "0.5.0"),
    BlockType.HFILE_DATA_BLOCK: _Kind(Payload.HFILE, "0.7.0"),
    BlockType.PARQUET_DATA_BLOCK: _Kind(Payload.PARQUET, "0.11.0"),
    BlockType.CDC_DATA_BLOCK: _Kind(Payload.AVRO, "0.13.0"),
}
AVRO_BLOCKS = frozenset(kind for kind in BlockType if _KINDS[kind].payload is Payload.AVRO)
RECORD_BLOCKS = frozenset(
    kind for kind in BlockType if _KINDS[kind].payload in {Payload.AVRO, Payload.HFILE, Payload.PARQUET}
)
"""Blocks of records, changes of a CDC block included."""
