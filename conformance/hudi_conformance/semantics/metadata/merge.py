# SPDX-License-Identifier: Apache-2.0
"""Merging of two versions of a record of the metadata table [metadata.merge.*].

There is no ordering value: the later block is the newer one. The versions in the logs of a slice merge first,
and the result merges with the base file.
"""

from __future__ import annotations

import struct
import uuid
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.common import AvroValue
from hudi_conformance.model.metadata import (
    Bound,
    BoundValue,
    ColumnStats,
    FileEntry,
    FileList,
    MetadataRecord,
    Scaled,
)
from hudi_conformance.semantics.java_order import bytes_key, float_key, text_key

Record = MetadataRecord | None  # None: a tombstone
_RULE = "metadata.merge.type"
_MAX_DECIMAL_BYTES = 1024


def merge_records(older: Record, newer: Record) -> Record:
    """Merge the newer version with the older one; None is a tombstone [metadata.record.delete].

    Raises:
        Reject: versions of two types, or bounds that do not compare [metadata.merge.type].
    """
    if older is None or newer is None:
        return newer
    if older.type is not newer.type:
        message = f"key {newer.key!r:.60} has type {older.type.value} and then {newer.type.value}"
        raise Reject("bad-state", None, _RULE, message)
    match older.payload, newer.payload:
        case FileList() as old, FileList() as new:
            return newer._replace(payload=merge_files(old, new))
        case ColumnStats() as old, ColumnStats() as new:
            return newer._replace(payload=merge_stats(old, new))
    return newer  # [metadata.merge.replace]


def merge_files(older: FileList, newer: FileList) -> FileList:
    """Union of two lists [metadata.merge.files].

    A delete removes an entry and itself; a delete without an entry stays [metadata.merge.files-delete].
    """
    entries = dict(older.entries)
    for name, entry in newer.entries.items():
        old = entries.get(name)
        if old is None:
            entries[name] = entry
        elif not entry.is_deleted:
            entries[name] = FileEntry(max(old.size, entry.size), is_deleted=False)
        elif old.is_deleted:
            entries[name] = entry
        else:
            del entries[name]
    return FileList(entries)


def merge_stats(older: ColumnStats, newer: ColumnStats) -> ColumnStats:
    """Merge both statistics [metadata.merge.stats]; a deleted or tight row is not combined.

    Raises:
        Reject: bounds of two types.
    """
    if older.is_deleted or newer.is_deleted or newer.is_tight:
        return newer
    return replace(
        newer,
        min=_least(older.min, newer.min, 1),
        max=_least(older.max, newer.max, -1),
        num_values=_sum(older.num_values, newer.num_values),
        num_nulls=_sum(older.num_nulls, newer.num_nulls),
        size=_sum(older.size, newer.size),
        uncompressed_size=_sum(older.uncompressed_size, newer.uncompressed_size),
    )


def _sum(first: int | None, second: int | None) -> int | None:
    return None if first is None and second is None else (first or 0) + (second or 0)


def _least(older: Bound | None, newer: Bound | None, sign: int) -> Bound | None:
    if older is None or newer is None:
        return newer if older is None else older
    if older.type != newer.type:
        raise Reject("bad-state", None, _RULE, f"bounds of types {older.type} and {newer.type}")
    return older if sign * compare_bounds(older, newer) <= 0 else newer


def compare_bounds(first: Bound, second: Bound) -> int:
    """-1, 0 or 1 as Java compares the values of two bounds of one type [metadata.merge.stats].

    Texts by UTF-16 units, bytes as signed numbers, UUIDs as two of them, -0.0 before 0.0, NaN last.

    Raises:
        Reject: bad-value for an invalid UUID.
    """
    key = _ORDER.get(first.type, _itself)
    left, right = key(first.value), key(second.value)
    return int(left > right) - int(left < right)


def _itself(value: BoundValue) -> AvroValue:
    return value


def _units(value: BoundValue) -> bytes:
    return text_key(str(value))


def _uuid(value: BoundValue) -> tuple[int, int]:
    try:
        high, low = struct.unpack(">qq", uuid.UUID(str(value)).bytes)
    except ValueError:
        raise Reject("bad-value", None, "metadata.stats.value-type", f"{value!r:.60} is not a UUID") from None
    return high, low


def _signed(value: BoundValue) -> bytes:
    return bytes_key(value if isinstance(value, bytes) else b"")


def _float(value: BoundValue) -> tuple[bool, float, float]:
    return float_key(value if isinstance(value, float) else 0.0)


def _decimal(value: BoundValue) -> Fraction:
    if not isinstance(value, Scaled):
        return Fraction(0)
    if len(value.unscaled) > _MAX_DECIMAL_BYTES:
        raise LimitExceeded(f"a decimal of more than {_MAX_DECIMAL_BYTES} bytes")
    return Fraction(int.from_bytes(value.unscaled, "big", signed=True), 10**value.scale)


def _members(value: BoundValue) -> list[AvroValue]:
    members = value if isinstance(value, tuple) else ()
    return [_ORDER.get(item.type, _itself)(item.value) for item in members]


_ORDER: Mapping[str, Callable[[BoundValue], AvroValue]] = {
    "string": _units, "uuid": _uuid, "bytes": _signed, "fixed": _signed, "float": _float, "double": _float,
    "decimal": _decimal, "array": _members,
}  # fmt: skip
