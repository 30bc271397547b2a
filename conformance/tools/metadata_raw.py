# SPDX-License-Identifier: Apache-2.0
"""Internal data of real Hudi for a metadata table: merged records, file slices, routing."""

from __future__ import annotations

import base64
import math
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from hudi_conformance.decode.metadata.groups import FileIdFields, decode_location
from hudi_conformance.decode.metadata.keys import route
from hudi_conformance.model.metadata import (
    BloomRow,
    Bound,
    ColumnStats,
    FileList,
    Location,
    MetadataRecord,
    Scaled,
    SecondaryRow,
)
from hudi_conformance.table.metadata import open_metadata, read_records

FLOATS = frozenset({"FloatWrapper", "DoubleWrapper", "member3", "member4"})
DECIMAL = "member8"
GROUPS = (2, 3, 10)
Oracle = Mapping[str, Any]
Rows = Counter[str]


def raw_rows(record: Oracle) -> dict[str, Rows]:
    """Rows by question; merged records are those that Spark reads from the metadata table as a table."""
    api = record["api"]
    found = {
        "file slices": Counter(
            _slice(index, item["fileId"], item["baseFile"], item["logFiles"])
            for index, slices in api["fileSlices"].items()
            for item in slices
        ),
        "routing": Counter(
            f"{key!r} {list(groups)}" for key, groups in api.get("routing_2_3_10", {}).items()
        ),
    }
    rows = record.get("rawPayloadRows")
    if isinstance(rows, list):
        found["merged records"] = Counter(map(_their_fields, rows))
    return found


def own_raw_rows(folder: Path, record: Oracle) -> dict[str, Rows]:
    """The same of the reference."""
    table = open_metadata(folder)
    return {
        "file slices": Counter(
            _slice(index, item.file_id, item.base_file and item.base_file.name,
                   [log.name for log in item.log_files])
            for index, slices in table.slices.items()
            for item in slices
        ),
        "routing": Counter(
            f"{key!r} {[route(key, number) for number in GROUPS]}"
            for key in record["api"].get("routing_2_3_10", {})
        ),
        "merged records": Counter(_fields(row) for name in table.ready for row in read_records(table, name)),
    }  # fmt: skip


def _slice(index: str, file_id: str, base: str | None, logs: list[str]) -> str:
    return f"{index}/{file_id} {base} {sorted(logs)}"


def _fields(record: MetadataRecord) -> str:
    value: object
    match record.payload:
        case FileList() as files:
            value = sorted((name, (e.size, e.is_deleted)) for name, e in files.entries.items())
        case ColumnStats() as stats:
            value = sorted(_stats(stats).items())
        case BloomRow() as bloom:
            value = (bloom.type, bloom.timestamp, bloom.filter, bloom.is_deleted)
        case Location() as place:
            value = (place.partition, place.file_id, place.instant_ms, place.position)
        case SecondaryRow() as row:
            value = row.is_deleted
    return repr((record.key, int(record.type), value))


def _stats(stats: ColumnStats) -> dict[str, Any]:
    return {
        "columnName": stats.column,
        "fileName": stats.file,
        "minValue": _physical(stats.min),
        "maxValue": _physical(stats.max),
        "valueCount": stats.num_values,
        "nullCount": stats.num_nulls,
        "totalSize": stats.size,
        "totalUncompressedSize": stats.uncompressed_size,
        "isDeleted": stats.is_deleted,
        "isTightBound": stats.is_tight,
        "valueType": stats.value_type and (stats.value_type.ordinal, stats.value_type.info),
    }


def _physical(bound: Bound | None) -> object:
    """The value as it lies in the wrapper: a decimal by its bytes, a number by its text."""
    if bound is None:
        return None
    value = bound.value.unscaled if isinstance(bound.value, Scaled) else bound.value
    return _float_text(value) if isinstance(value, float) else value


def _their_fields(row: Oracle) -> str:
    value: object
    match row["type"]:
        case 1 | 2:
            files = row.get("filesystemMetadata", {})
            value = sorted((name, (e["size"], e["isDeleted"])) for name, e in files.items())
        case 3 | 6:
            value = sorted(_their_stats(row["ColumnStatsMetadata"]).items())
        case 4:
            bloom = row["BloomFilterMetadata"]
            data = base64.b64decode(bloom["bloomFilter"]["base64"])
            value = (bloom["type"], bloom["timestamp"], data, bloom["isDeleted"])
        case 5:
            place = row["recordIndexMetadata"]
            bits = place["fileIdHighBits"], place["fileIdLowBits"], place["fileIndex"]
            file_id = decode_location(FileIdFields(place["fileIdEncoding"], *bits, place["fileId"]))
            value = (place["partitionName"], file_id, place["instantTime"], place.get("position"))
        case _:
            value = row["SecondaryIndexMetadata"]["isDeleted"]
    return repr((row["key"], row["type"], value))


def _their_stats(row: Oracle) -> dict[str, Any]:
    kind = row.get("valueType")
    bounds = {"minValue", "maxValue", "valueType"}
    return {
        **{name: value for name, value in row.items() if name not in bounds},
        "minValue": _their_value(row.get("minValue")),
        "maxValue": _their_value(row.get("maxValue")),
        "isTightBound": bool(row.get("isTightBound")),
        "valueType": kind and (kind["typeOrdinal"], kind.get("additionalInfo")),
    }


def _their_value(wrapped: Oracle | None) -> object:
    if wrapped is None:
        return None
    branch, value = wrapped.get("wrapper"), wrapped.get("value")
    if branch is None:  # a row of the engine: the branch that is not null
        branch, value = next((name, b["value"]) for name, b in wrapped.items() if b is not None)
    if isinstance(value, Mapping):
        return base64.b64decode(value["base64"])
    if branch in FLOATS:
        return _float_text(float(value))
    if branch == DECIMAL:
        unscaled = int(Decimal(value).scaleb(15))
        return unscaled.to_bytes((8 + (unscaled + (unscaled < 0)).bit_length()) // 8, "big", signed=True)
    return value


def _float_text(value: float) -> str:
    return "NaN" if math.isnan(value) else repr(value)
