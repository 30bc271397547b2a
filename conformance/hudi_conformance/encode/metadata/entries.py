# SPDX-License-Identifier: Apache-2.0
"""Entries of a description → records of a metadata table.

An entry is one of

{"partitions": {PATH: is live}}                          the list of partitions
{"partition": PATH, "files": {NAME: size | null}}        a list of files; null is a delete
{"column", "partition", "file"?, "min", "max", "values", "nulls", "size", "uncompressed", "deleted", "tight",
 "value_type"}                                           statistics; without file those of the partition
{"partition", "file", "bloom", "type", "timestamp", "deleted"}    a Bloom filter, its text
{"key", "partition", "file_id", "instant_ms", "position"}    the location of a record
{"secondary", "record_key", "deleted"}                   a row of a secondary index
{"delete": KEY}                                          a key for a delete block
{"key", "record": ROW}                                   a record field by field, for invalid ones

A bound is {"type", "value"}, its type that of a branch of the union, and the value of an `array` a list of
bounds, null for a null; `group` puts an entry into another file group than that of its key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hudi_conformance.encode import table_versions as since
from hudi_conformance.encode.metadata import keys
from hudi_conformance.encode.metadata.schema import NAMESPACE
from hudi_conformance.encode.values import Values
from hudi_conformance.model.common import JsonValue

VALUES = Values("metadata.record.payload")
_MEMBERS = frozenset({
    "partitions", "partition", "files", "column", "file", "min", "max", "values", "nulls", "size",
    "uncompressed", "deleted", "tight", "value_type", "bloom", "type", "timestamp", "key", "file_id",
    "instant_ms", "position", "secondary", "record_key", "delete", "record", "group",
})  # fmt: skip
_BRANCHES = {
    "boolean": "Boolean", "int": "Int", "long": "Long", "float": "Float", "double": "Double",
    "bytes": "Bytes", "string": "String", "date": "Date", "decimal": "Decimal", "time-micros": "TimeMicros",
    "timestamp-micros": "TimestampMicros", "local-date": "LocalDate",
}  # fmt: skip
_NUMBERS = {
    "values": "valueCount", "nulls": "nullCount", "size": "totalSize", "uncompressed": "totalUncompressedSize"
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """A record to write.

    Attributes:
        key: record key.
        row: canonical row of the record's schema; None for a key of a delete block.
        routed: text whose hash determines the file group.
        group: file group that overrides it.
        data_partition: data partition of the record, None if there is none.
    """

    key: str
    row: dict[str, Any] | None
    routed: str
    group: int | None = None
    data_partition: str | None = None


def parse_entry(value: JsonValue, where: str, index: str, version: str, table_version: int) -> Entry:
    """Check an entry of a description.

    Args:
        value: the entry.
        where: its path in the description.
        index: partition of the metadata table.
        version: `V1` or `V2` of a secondary index.
        table_version: determines the fields of a record.

    Raises:
        EncodeError: malformed.
    """
    entry = VALUES.closed(value, where, _MEMBERS)
    partition = entry.get("partition")
    group = entry.get("group")
    if "delete" in entry:
        key, row = str(entry["delete"]), None
    elif "record" in entry:
        key, row = str(entry["key"]), {"key": "", **entry["record"]}
    else:
        key, kind, name, payload = _record(entry, where, index, table_version)
        row = {"key": key, "type": kind, name: payload}
    routed = key
    if index.startswith("secondary_index_") and version == "V2" and "secondary" in entry:
        routed = keys.secondary_part(entry["secondary"]) + "$"
    elif index.startswith("secondary_index_") and version == "V2":
        routed = keys.before_separator(key)
    full = None if row is None else {**_empty(table_version), **row}
    return Entry(key, full, routed, group, partition)


def _empty(table_version: int) -> dict[str, Any]:
    names = ["filesystemMetadata", "BloomFilterMetadata", "ColumnStatsMetadata", "recordIndexMetadata"]
    if table_version >= since.SECONDARY_INDEX:
        names.append("SecondaryIndexMetadata")
    return dict.fromkeys(names)


def _record(
    entry: Mapping[str, Any], where: str, index: str, table_version: int
) -> tuple[str, int, str, dict[str, Any]]:
    """Key, type, field and payload."""
    if "partitions" in entry:
        live = {path or ".": _file(0 if is_live else None) for path, is_live in entry["partitions"].items()}
        return keys.ALL_PARTITIONS, 1, "filesystemMetadata", live
    if "files" in entry:
        files = {name: _file(size) for name, size in entry["files"].items()}
        return entry["partition"] or ".", 2, "filesystemMetadata", files
    if "column" in entry:
        return _stats(entry, index, table_version)
    if "bloom" in entry:
        key = keys.hashed_partition(entry["partition"]) + keys.hashed_file(entry["file"])
        payload = {
            "type": entry.get("type", "SIMPLE"),
            "timestamp": entry["timestamp"],
            "bloomFilter": str(entry["bloom"]).encode().hex(),
            "isDeleted": bool(entry.get("deleted")),
        }
        return key, 4, "BloomFilterMetadata", payload
    if "file_id" in entry:
        place = {
            "partitionName": entry["partition"],
            **keys.location_fields(entry["file_id"]),
            "instantTime": str(entry["instant_ms"]),
        }
        if table_version >= since.LOCATION_POSITIONS:
            place["position"] = None if entry.get("position") is None else str(entry["position"])
        return entry["key"], 5, "recordIndexMetadata", place
    if "record_key" in entry:
        key = f"{keys.secondary_part(entry['secondary'])}${keys.secondary_part(entry['record_key'])}"
        return key, 7, "SecondaryIndexMetadata", {"isDeleted": bool(entry.get("deleted"))}
    raise VALUES.bad(where, "an entry of a known form", entry)


def _file(size: int | None) -> dict[str, Any]:
    return {"size": str(size or 0), "isDeleted": size is None}


def _stats(entry: Mapping[str, Any], index: str, table_version: int) -> tuple[str, int, str, dict[str, Any]]:
    file, partition = entry.get("file"), entry["partition"]
    payload: dict[str, Any] = {
        "fileName": partition if file is None else file,
        "columnName": entry["column"],
        "minValue": _bound(entry.get("min")),
        "maxValue": _bound(entry.get("max")),
        **{name: None if entry.get(word) is None else str(entry[word]) for word, name in _NUMBERS.items()},
        "isDeleted": bool(entry.get("deleted")),
    }
    if table_version >= since.TIGHT_BOUNDS:
        payload["isTightBound"] = bool(entry.get("tight"))
    if table_version >= since.VALUE_TYPES:
        kind = entry.get("value_type")
        payload["valueType"] = None if kind is None else {"typeOrdinal": kind[0], "additionalInfo": kind[1]}
    is_expression = index.startswith("expr_index_")
    key = keys.stats_key(entry["column"], partition, file, is_expression=is_expression)
    return key, 6 if file is None else 3, "ColumnStatsMetadata", payload


def _bound(bound: JsonValue) -> JsonValue:
    if bound is None:
        return None
    if bound["type"] == "array":
        return {f"{NAMESPACE}.ArrayWrapper": {"wrappedValues": [_bound(item) for item in bound["value"]]}}
    branch = _BRANCHES[VALUES.one_of(list(_BRANCHES))(bound["type"], "bound.type")]
    return {f"{NAMESPACE}.{branch}Wrapper": {"value": bound["value"]}}
