# SPDX-License-Identifier: Apache-2.0
"""Partitions of the metadata table, ids of their file groups, and ids of data file groups in locations."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass

from hudi_conformance.errors import Reject
from hudi_conformance.model.names import UUID

FILES = "files"
COLUMN_STATS = "column_stats"
PARTITION_STATS = "partition_stats"
BLOOM_FILTERS = "bloom_filters"
RECORD_INDEX = "record_index"
SECONDARY_INDEX = "secondary_index_"
EXPRESSION_INDEX = "expr_index_"
_PREFIXES = {
    FILES: "files",
    COLUMN_STATS: "col-stats",
    PARTITION_STATS: "partition-stats",
    BLOOM_FILTERS: "bloom-filters",
    RECORD_INDEX: "record-index",
}
_ID = re.compile(r"(?P<middle>.*?)-?(?P<index>[0-9]{4,9})(?:-0)?", re.ASCII | re.DOTALL)
_UUID = re.compile(rf"(?P<uuid>{UUID})(?:-(?P<index>0|[1-9][0-9]{{0,9}}))?", re.ASCII)
_ESCAPED = frozenset("\"#%'*/:=?[\\]^{-\x7f") | {chr(code) for code in range(32)}
_ID_RULE = "metadata.group.id"
_LOCATION = "metadata.location.encoding"


def id_prefix(index: str) -> str:
    """Beginning of the file ids of a partition of the metadata table, without the dash after it.

    Raises:
        Reject: bad-value for an unknown partition [metadata.group.id].
    """
    known = _PREFIXES.get(index)
    if known is not None:
        return known
    if index.startswith((SECONDARY_INDEX, EXPRESSION_INDEX)):
        return index.replace("_", "-")
    raise Reject("bad-value", None, _ID_RULE, f"{index!r:.60} is not a partition of the metadata table")


def group_id(index: str, number: int, data_partition: str | None) -> str:
    """File id of a file group [metadata.group.id], [metadata.group.partitioned]."""
    middle = "" if data_partition is None else f"{escaped_partition(data_partition)}-"
    return f"{id_prefix(index)}-{middle}{number:04d}-0"


def parse_group_id(index: str, file_id: str) -> tuple[int, str | None]:
    """Number of a file group and, for a partitioned record index, its data partition.

    Raises:
        Reject: bad-value for a malformed id [metadata.group.id].
    """
    prefix = id_prefix(index) + "-"
    match = _ID.fullmatch(file_id, len(prefix)) if file_id.startswith(prefix) else None
    if match is None or (match["middle"] and index != RECORD_INDEX):
        raise Reject("bad-value", None, _ID_RULE, f"{file_id!r:.80} is not a file id of {index}")
    partition = re.sub(r"%([0-9A-Fa-f]{2})", lambda byte: chr(int(byte[1], 16)), match["middle"] or "")
    return int(match["index"]), partition or None


def escaped_partition(path: str) -> str:
    """A data partition's path in a file id [metadata.group.partitioned]."""
    return "".join(f"%{ord(char):02X}" if char in _ESCAPED else char for char in path)


@dataclass(frozen=True, slots=True)
class FileIdFields:
    """Fields by which a row of the record index names a data file group."""

    encoding: int
    high: int
    low: int
    index: int
    text: str


def encode_location(file_id: str) -> FileIdFields:
    """Fields of a file id: numbers if they decode to it, otherwise its text [metadata.location.lossless]."""
    match = _UUID.fullmatch(file_id)
    index = -1 if match is None or match["index"] is None else int(match["index"])
    if match is None or index >= 1 << 31:
        return FileIdFields(1, -1, -1, -1, file_id)
    bits = uuid.UUID(match["uuid"]).int
    return FileIdFields(0, _signed(bits >> 64), _signed(bits & (1 << 64) - 1), index, "")


def decode_location(fields: FileIdFields, at: int | None = None) -> str:
    """File id that a row names [metadata.location.encoding].

    Raises:
        Reject: bad-value for an unknown encoding, or numbers that do not form an id.
    """
    if fields.encoding == 1:
        return fields.text
    if fields.encoding != 0:
        message = f"file id encoding {fields.encoding}, expected 0 or 1"
        raise Reject("bad-value", at, _LOCATION, message)
    bits = fields.high, fields.low
    if not all(-(1 << 63) <= half < 1 << 63 for half in bits) or not -1 <= fields.index < 1 << 31:
        raise Reject("bad-value", at, _LOCATION, f"numbers {bits}, {fields.index} do not form a file id")
    text = str(uuid.UUID(int=(fields.high % (1 << 64)) << 64 | fields.low % (1 << 64)))
    return text if fields.index == -1 else f"{text}-{fields.index}"


def _signed(bits: int) -> int:
    return bits - (1 << 64) if bits >= 1 << 63 else bits
