# SPDX-License-Identifier: Apache-2.0
"""Views of the metadata table: its records by meaning, and its statements about the data table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, TypeAlias

BoundValue: TypeAlias = "bool | int | float | str | bytes | Scaled | tuple[Bound, ...]"
"""Physical value of a bound; an array is its bounds."""


class RecordType(IntEnum):
    """Field `type` of a record [metadata.record.type]."""

    PARTITIONS = 1
    FILES = 2
    COLUMN_STATS = 3
    BLOOM_FILTER = 4
    RECORD_INDEX = 5
    PARTITION_STATS = 6
    SECONDARY_INDEX = 7


VALUE_TYPES = (
    "v1", "null", "boolean", "int", "long", "float", "double", "string", "bytes", "fixed", "decimal", "uuid",
    "date", "time-millis", "time-micros", "timestamp-millis", "timestamp-micros", "timestamp-nanos",
    "local-timestamp-millis", "local-timestamp-micros", "local-timestamp-nanos",
)  # fmt: skip
"""Names by `valueType.typeOrdinal` [metadata.stats.value-type]; 0 is never stored."""


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One entry of a file list, or of the list of partitions."""

    size: int
    is_deleted: bool


@dataclass(frozen=True, slots=True)
class FileList:
    """Payload of types 1 and 2: entries by name of partition or file."""

    entries: Mapping[str, FileEntry]


@dataclass(frozen=True, slots=True)
class Scaled:
    """A decimal: its unscaled value, big-endian two's complement, and its scale."""

    unscaled: bytes
    scale: int


@dataclass(frozen=True, slots=True)
class Bound:
    """Lower or upper bound of a column.

    Attributes:
        type: name of `VALUE_TYPES`, or of a branch of the union: also `local-date`, `array`.
        value: physical value.
    """

    type: str
    value: BoundValue


@dataclass(frozen=True, slots=True)
class ValueType:
    """`valueType` of a row: index into `VALUE_TYPES`, and `additionalInfo`."""

    ordinal: int
    info: str | None


@dataclass(frozen=True, slots=True)
class ColumnStats:
    """Payload of types 3 and 6.

    Attributes:
        column: name of the column, None in rows without one.
        file: file name; partition path in type 6.
        min: lower bound, None if there is none.
        max: upper bound, None if there is none.
        num_values: rows, nulls included; None if the row has none.
        num_nulls: rows with a null.
        size: bytes of the column in the file, compressed.
        uncompressed_size: the same, uncompressed.
        is_deleted: whether the row is a tombstone.
        is_tight: whether the bounds are those of the rows of the partition's files.
        value_type: in rows of index version V2.
    """

    column: str | None
    file: str | None
    min: Bound | None
    max: Bound | None
    num_values: int | None
    num_nulls: int | None
    size: int | None
    uncompressed_size: int | None
    is_deleted: bool
    is_tight: bool
    value_type: ValueType | None


@dataclass(frozen=True, slots=True)
class BloomRow:
    """Payload of type 4.

    Attributes:
        type: type code, `SIMPLE` or `DYNAMIC_V0`.
        timestamp: instant that indexed the file.
        filter: the filter's text as UTF-8.
        is_deleted: whether the row is a tombstone.
    """

    type: str
    timestamp: str
    filter: bytes
    is_deleted: bool


class Location(NamedTuple):
    """Payload of type 5: the location of a record. A tuple, since each record has one.

    Attributes:
        partition: partition path in the data table.
        file_id: file id, decoded [metadata.location.encoding].
        instant_ms: milliseconds since the epoch.
        position: position in the base file, None if it is not stored.
        encoding: 0 for two numbers, 1 for text.
    """

    partition: str
    file_id: str
    instant_ms: int
    position: int | None
    encoding: int


@dataclass(frozen=True, slots=True)
class SecondaryRow:
    """Payload of type 7: all other information is in its key."""

    is_deleted: bool


Payload: TypeAlias = "FileList | ColumnStats | BloomRow | Location | SecondaryRow"


class MetadataRecord(NamedTuple):
    """A record of the metadata table.

    Attributes:
        key: record key.
        type: type of the payload.
        payload: a value of the type that `type` names.
    """

    key: str
    type: RecordType
    payload: Payload


@dataclass(frozen=True, slots=True)
class IndexDefinition:
    """An entry of `.hoodie/.index_defs/index.json` [metadata.index.definitions]."""

    name: str
    type: str
    function: str
    source_fields: tuple[str, ...]
    options: Mapping[str, str]
    version: str


class LocatedRow(NamedTuple):
    """A row of an index of records: `location` is None if no record has the key of a secondary index."""

    key: str | None
    record_key: str
    location: Location | None


@dataclass(frozen=True, slots=True)
class StatsRow:
    """Statistics with the partition path they belong to; `file` is None for those of a partition."""

    partition: str
    file: str | None
    stats: ColumnStats
