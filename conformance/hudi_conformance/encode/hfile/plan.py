# SPDX-License-Identifier: Apache-2.0
"""Plan of an HFile: checked values, parsed from a description by `hfile.description`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from hudi_conformance.encode.hfile.block import BlockDamage
from hudi_conformance.encode.hfile.bloom import BloomPlan
from hudi_conformance.encode.hfile.cells import Cell
from hudi_conformance.encode.hfile.trailer import TrailerDamage
from hudi_conformance.encode.values import changes

HBASE_COMPARATOR = "org.apache.hadoop.hbase.KeyValue$KVComparator"
OLD_COMPARATOR = "org.apache.hadoop.hbase.KeyValue$KeyComparator"
HUDI_COMPARATOR = "org.apache.hudi.io.storage.HoodieHBaseKVComparator"


class Style(StrEnum):
    """Writer to imitate if the format permits a choice."""

    HBASE = "hbase"
    HUDI_IO = "hudi-io"


class IndexKeys(StrEnum):
    """Keys of the data index."""

    FULL = "full"  # the first key of the block
    ROW_ONLY = "row_only"  # u16 length and row, as Hudi 1.1.x and 1.2.0 write it
    FAKE = "fake"  # as short as possible, as HBase writes it


@dataclass(frozen=True, slots=True)
class IndexDamage:
    """Another address or key for one entry of an index block.

    `block` and `ofs` may name a block as `TYPE[i]`; then its offset (and its size) is used.
    """

    block: str
    entry: int
    ofs: int | str | None = None
    size: int | None = None
    key: bytes | None = None


@dataclass(frozen=True, slots=True)
class HFileKnobs:
    """Deviations from the canonical output; None and empty mean: follow the rules.

    Those in `_HARMLESS` give a file that every reader must read identically; all others are damage.
    """

    chunk_bytes: int | None = None
    info_descending: bool = False
    unsorted: bool = False
    long_rows: bool = False
    any_tags: bool = False  # tags of any form, in a file of any version
    uvarint_index_lengths: bool = False
    own_prev_offsets: bool = False
    stated_encoding: str | None = None  # encoding that file info and magic name
    info: Mapping[bytes, bytes | None] = field(default_factory=dict)
    trailer: Mapping[str, Any] = field(default_factory=dict)
    trailer_damage: TrailerDamage = field(default_factory=TrailerDamage)
    trailer_unknown: bytes = b""
    blocks: Mapping[str, BlockDamage] = field(default_factory=dict)
    index: tuple[IndexDamage, ...] = ()
    index_reversed: bool = False
    meta_reversed: bool = False
    boundaries: tuple[int, ...] | None = None  # numbers of cells that begin a block, rules or not
    append: bytes = b""

    @property
    def is_damage(self) -> bool:
        """True when the output is not guaranteed to be readable."""
        return changes(self, HFileKnobs(), _HARMLESS)


# Forward readers do not use prev offsets [hfile.block.prev-offset-ignored]; they are in the model as written.
_HARMLESS = {
    "chunk_bytes", "info_descending", "own_prev_offsets", "trailer_unknown", "uvarint_index_lengths",
    "meta_reversed",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class HFilePlan:
    """An HFile to write."""

    cells: tuple[Cell, ...]
    style: Style = Style.HBASE
    major: int = 3
    minor: int = 3
    compression: str = "NONE"
    zstd_framing: str = "block"
    checksum: str = "CRC32C"
    bytes_per_checksum: int = 16384
    block_size: int = 65536
    index_block_size: int = 131072
    min_index_entries: int = 16
    encoding: str = "NONE"
    mvcc: bool = True
    tags: bool = False
    comparator: str = HBASE_COMPARATOR
    meta: Mapping[bytes, bytes] = field(default_factory=dict)
    info: Mapping[bytes, bytes] = field(default_factory=dict)
    create_time: int | None = None
    bloom: BloomPlan | None = None
    index_keys: IndexKeys = IndexKeys.FULL
    schema: str | None = None
    rows: tuple[Any, ...] | None = None  # canonical rows of `records`
    knobs: HFileKnobs = field(default_factory=HFileKnobs)

    @property
    def stated_encoding(self) -> str:
        """Encoding that file info and magic name."""
        return self.encoding if self.knobs.stated_encoding is None else self.knobs.stated_encoding
