# SPDX-License-Identifier: Apache-2.0
"""Answers of real Hudi about a metadata table, and answers of the reference in the same format."""

from __future__ import annotations

import base64
import json
import struct
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from hudi_conformance.adapters.kaitai.metadata import metadata_files, metadata_locate, metadata_stats

COUNTS = ("valueCount", "nullCount", "totalSize", "totalUncompressedSize")
OWN_COUNTS = ("value_count", "null_count", "size", "uncompressed_size")


def oracle_rows(api: Mapping[str, Any]) -> dict[str, Counter[str]]:
    """Rows by request from the member `api` of a record, without errors."""
    rows = {"files": Counter(f"valid {time}" for time in api["validInstants"])}
    rows["files"][f"synced {api['syncedInstantTime']} compacted {api['latestCompactionTime']}"] += 1
    for partition, files in api["files"].items():
        rows["files"].update(f"{partition}|{name} {size}" for name, size in files.items())
    if "columnStats" in api:
        rows["stats column_stats"] = Counter(
            _text(place, column, stats["minValue"], stats["maxValue"], [stats[name] for name in COUNTS])
            for column, found in api["columnStats"].items()
            for place, stats in found.items()
        )
    by_partition = api.get("recordIndexByPartition") or {"": api.get("recordIndex", {})}
    if "error" not in next(iter(by_partition.values()), {"error": None}):
        rows["locate record"] = Counter(
            _location(key, location)
            for found in by_partition.values()
            for key, location in found.items()
            if location is not None
        )
    secondary = api.get("secondaryIndex")
    if secondary:
        rows["locate secondary"] = Counter(
            f"{index} {key} {record}"
            for index, found in secondary.items()
            for key, records in _pairs(found)
            for record in records
        )
    return rows


def _pairs(found: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    """Record keys by secondary key, under the names that releases give the method."""
    members = (
        found.get("getSecondaryIndexRecords")
        or found.get("readSecondaryIndexDataTableRecordKeysWithKeys")
        or {}
    )
    return [(key, value if isinstance(value, list) else [value]) for key, value in members.items()]


def physical_rows(folder: Path, question: str, theirs: Mapping[str, int]) -> Counter[str]:
    """The reference's answer to a request, in the format of a record.

    Records only contain locations of chosen keys: the reference is also queried for these.
    """
    if question == "files":
        value = metadata_files(folder, {})
        rows = Counter(f"valid {time}" for time in value["valid_instants"])
        rows[f"synced {value['synced_instant']} compacted {value['latest_compaction']}"] += 1
        for partition in value["partitions"]:
            rows.update(
                f"{partition['partition']}|{file['name']} {file['size']}" for file in partition["files"]
            )
        return rows
    if question == "stats column_stats":
        return Counter(
            _text(f"{row['partition']}|{row['file']}", row["column"],
                  _physical(row, "min"), _physical(row, "max"),
                  [None if row[name] is None else int(row[name]) for name in OWN_COUNTS])
            for row in metadata_stats(folder, {"index": "column_stats"})["rows"]
        )  # fmt: skip
    if question == "locate record":
        keys = sorted({json.loads(row)[0] for row in theirs})
        rows = metadata_locate(folder, {"index": "record_index", "keys": keys})["rows"]
        return Counter(
            _location(row["key"], {"partition": row["partition"], "fileId": row["file_id"],
                                   "instantTime": _instant(int(row["instant_ms"]))})
            for row in rows
        )  # fmt: skip
    found: Counter[str] = Counter()
    for index in {row.split(" ", 1)[0] for row in theirs}:
        keys = sorted({row.split(" ")[1] for row in theirs if row.startswith(f"{index} ")})
        for row in metadata_locate(folder, {"index": index, "keys": keys})["rows"]:
            found[f"{index} {row['key']} {row['record_key']}"] += 1
    return found


def _location(key: str, location: Mapping[str, Any]) -> str:
    return json.dumps([key, location["partition"], location["fileId"], location["instantTime"]])


def _instant(milliseconds: int) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y%m%d%H%M%S}{rest:03d}"


def _text(place: str, column: str, least: Any, most: Any, counts: list[int | None]) -> str:
    return json.dumps([place, column, _value(least), _value(most), counts])


def _value(bound: Mapping[str, Any] | None) -> Any:
    """A bound as its physical value: a number, text, or hex of bytes."""
    if bound is None:
        return None
    value, wrapper = bound["value"], bound["wrapper"]
    if isinstance(value, dict):
        raw = base64.b64decode(value["base64"])
        return ["hex", raw.hex()]
    if wrapper in {"FloatWrapper", "DoubleWrapper"}:
        return ["float", struct.pack(">f" if wrapper == "FloatWrapper" else ">d", float(value)).hex()]
    return value


def _physical(row: Mapping[str, Any], side: str) -> Mapping[str, Any] | None:
    """A bound of the reference with the wrapper and the value of a record."""
    bound = row[side]
    if bound is None:
        return None
    kind, value = bound["type"], bound["value"]
    if kind == "decimal":
        unscaled = int(Decimal(value).scaleb(len(value.partition(".")[2])))
        raw = unscaled.to_bytes(
            (unscaled if unscaled >= 0 else ~unscaled).bit_length() // 8 + 1, "big", signed=True
        )
        return {"wrapper": "BytesWrapper", "value": {"base64": base64.b64encode(raw)}}
    if kind in {"bytes", "fixed"}:
        return {"wrapper": "BytesWrapper", "value": {"base64": base64.b64encode(bytes.fromhex(value))}}
    if kind in {"float", "double"}:
        return {"wrapper": f"{kind.capitalize()}Wrapper", "value": value}
    is_number = kind == "long" or kind.startswith(("time", "local-time"))
    return {"wrapper": "", "value": int(value) if is_number else value}
