# SPDX-License-Identifier: Apache-2.0
"""Compare what our reader makes of metadata tables with what real Hudi answered about them.

    python conformance/tools/compare_metadata.py DIR... [--json]

Below each DIR are RELEASE/NAME.zip, a table with its metadata table, and RELEASE/NAME.metadata.json, the
answers of the classes of that release: under `api` valid instants, files, statistics of columns, locations,
secondary keys, file groups by number of groups; `rawPayloadRows` are the merged records as Spark reads them.

Every answer is one comparison, counted by kind; an exception of Hudi is counted as `refused`. A difference
counts as explained only by an entry of `metadata_differences.toml` that states table, kind and number; an
entry that is not met is an error too. Exit code: 0 all equal or explained, 1 a difference, 2 wrong usage.
"""

from __future__ import annotations

import base64
import datetime
import json
import math
import sys
import tempfile
import tomllib
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from hudi_conformance.decode.metadata.groups import FileIdFields, decode_location
from hudi_conformance.decode.metadata.keys import route
from hudi_conformance.semantics.metadata.instants import latest_compaction, synced_instant
from hudi_conformance.table.metadata import MetadataTable, open_metadata, read_records
from hudi_conformance.table.metadata_answers import list_files, locate, statistics
from hudi_conformance.views.metadata import (
    BloomRow,
    Bound,
    ColumnStats,
    FileList,
    Location,
    MetadataRecord,
    Scaled,
    SecondaryRow,
)

SUFFIX = ".metadata.json"
DIFFERENCES = Path(__file__).parent / "metadata_differences.toml"
FLOATS = frozenset({"FloatWrapper", "DoubleWrapper", "member3", "member4"})
DECIMAL = "member8"
Comparison = tuple[str, str, Any, Any]  # kind, what, ours, theirs
Oracle = Mapping[str, Any]


def comparisons(table: MetadataTable, oracle: Oracle) -> Iterator[Comparison]:
    """Yield every answer about one table: kind, what is asked, our answer, Hudi's."""
    api = oracle["api"]
    own = table.timeline.instants if table.timeline is not None else ()
    yield "available", "", table.is_available, api["metadataAvailable"]
    yield "ready", "", list(table.ready), api["metadataPartitions"]
    yield "instants", "valid", sorted(table.valid), api["validInstants"]
    yield "instants", "synced", synced_instant(own), api["syncedInstantTime"]
    yield "instants", "compaction", latest_compaction(own), api["latestCompactionTime"]
    listing = list_files(table)
    yield "partitions", "", sorted(listing), sorted(api["partitions"])
    for partition, files in api["files"].items():
        ours = listing.get(partition, {})
        for name in sorted({*files, *ours}):
            yield "files", f"{partition}/{name}", ours.get(name), files.get(name)
    yield from _slices(table, api)
    yield from _stats(table, api)
    yield from _locations(table, api)
    yield from _secondary(table, api)
    for key, groups in api.get("routing_2_3_10", {}).items():
        yield "routing", key, [route(key, number) for number in (2, 3, 10)], groups
    yield from _raw(table, oracle)


def _slices(table: MetadataTable, api: Oracle) -> Iterator[Comparison]:
    for partition, slices in api["fileSlices"].items():
        theirs = {item["fileId"]: (item["baseFile"], sorted(item["logFiles"])) for item in slices}
        ours = {
            item.file_id: (item.base_file and item.base_file.name, sorted(log.name for log in item.log_files))
            for item in table.slices[partition]
        }
        for file_id in sorted({*ours, *theirs}):
            yield "slices", f"{partition}/{file_id}", ours.get(file_id), theirs.get(file_id)


def _stats(table: MetadataTable, api: Oracle) -> Iterator[Comparison]:
    theirs = api.get("columnStats")
    if theirs is None:
        return
    ours = {
        (row.stats.column, f"{row.partition}|{row.file}"): _stats_fields(row.stats)
        for row in statistics(table, "column_stats")
    }
    wanted = {(column, file): row for column, rows in theirs.items() for file, row in rows.items()}
    for key in sorted({*ours, *wanted}, key=str):
        row = wanted.get(key)
        yield "statistics", str(key), ours.get(key), None if row is None else _their_stats(row)


def _stats_fields(stats: ColumnStats) -> dict[str, Any]:
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


def _their_stats(row: Oracle) -> dict[str, Any]:
    kind = row.get("valueType")
    return {
        **{name: value for name, value in row.items() if name not in {"minValue", "maxValue", "valueType"}},
        "minValue": _their_value(row.get("minValue")),
        "maxValue": _their_value(row.get("maxValue")),
        "isTightBound": bool(row.get("isTightBound")),
        "valueType": kind and (kind["typeOrdinal"], kind.get("additionalInfo")),
    }


def _physical(bound: Bound | None) -> object:
    """The value as it lies in the wrapper: a decimal by its bytes, a number by its text."""
    if bound is None:
        return None
    value = bound.value.unscaled if isinstance(bound.value, Scaled) else bound.value
    return _float_text(value) if isinstance(value, float) else value


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


def _locations(table: MetadataTable, api: Oracle) -> Iterator[Comparison]:
    asked = {None: api.get("recordIndex", {}), **api.get("recordIndexByPartition", {})}
    for partition, answers in asked.items():
        if "error" in answers:
            yield "refused", "recordIndex", True, True
            continue
        rows = {row.key: row.location for row in locate(table, "record_index", list(answers), partition)}
        for key, answer in answers.items():
            yield "locations", f"{partition}:{key}", _where(rows.get(key)), _there(answer)


def _where(location: Location | None) -> object:
    return location and (location.partition, location.file_id, location.instant_ms, location.position)


def _there(answer: Oracle | None) -> object:
    if answer is None:
        return None
    position = answer.get("position", -1)
    time = _milliseconds(answer["instantTime"])
    return answer["partition"], answer["fileId"], time, None if position == -1 else position


def _milliseconds(instant: str) -> int:
    time = datetime.datetime.strptime(instant[:14], "%Y%m%d%H%M%S").replace(tzinfo=datetime.UTC)
    return int(time.timestamp()) * 1000 + int(instant[14:17] or 0)


def _secondary(table: MetadataTable, api: Oracle) -> Iterator[Comparison]:
    for index, answers in api.get("secondaryIndex", {}).items():
        by_key: dict[str | None, list[str]] = {}
        places: dict[str, object] = {}
        for row in locate(table, index):
            by_key.setdefault(row.key, []).append(row.record_key)
            places[row.record_key] = _where(row.location)
        for name, answer in answers.items():
            for key, found in answer.items() if isinstance(answer, Mapping) else ():
                if "Location" in name or name == "readSecondaryIndex":
                    yield "secondary", f"{index}:{key}", places.get(key), _there(found)
                else:
                    yield "secondary", f"{index}:{key}", sorted(by_key.get(key, [])), sorted(found)


def _raw(table: MetadataTable, oracle: Oracle) -> Iterator[Comparison]:
    rows = oracle.get("rawPayloadRows")
    if not isinstance(rows, list):
        return
    # Keys repeat: once per data partition of a partitioned index, and in indexes of statistics of two kinds.
    ours = Counter(_fields(record) for name in table.ready for record in read_records(table, name))
    theirs = Counter(map(_their_fields, rows))
    for row in sorted({*ours, *theirs}):
        yield "records", row[:200], ours[row], theirs[row]


def _fields(record: MetadataRecord) -> str:
    match record.payload:
        case FileList() as files:
            value: object = {name: (e.size, e.is_deleted) for name, e in sorted(files.entries.items())}
        case ColumnStats() as stats:
            value = _stats_fields(stats)
        case BloomRow() as bloom:
            value = (bloom.type, bloom.timestamp, bloom.filter, bloom.is_deleted)
        case Location() as place:
            value = (place.partition, place.file_id, place.instant_ms, place.position)
        case SecondaryRow() as row:
            value = row.is_deleted
    return repr((record.key, int(record.type), sorted(value.items()) if isinstance(value, dict) else value))


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


def compare(archive: Path, oracle: Path, report: Callable[[str, str], None]) -> Counter[str]:
    """Number of comparisons by kind; `report` takes the kind and a line of each difference."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(archive) as file:
        file.extractall(folder)
        (root,) = Path(folder).iterdir()
        expected = json.loads(oracle.read_text(encoding="utf-8"))
        for kind, what, ours, theirs in comparisons(open_metadata(root), expected):
            counts[kind] += 1
            if ours != theirs:
                report(kind, f"{what}: {ours!r:.300} instead of {theirs!r:.300}")
    return counts


def explained(table: str) -> Counter[str]:
    """Number of differences by kind that have a reason."""
    entries = tomllib.loads(DIFFERENCES.read_text(encoding="utf-8"))["difference"]
    return Counter({entry["kind"]: entry["count"] for entry in entries if entry["table"] == table})


def main(arguments: list[str]) -> int:
    """See the text of the module."""
    folders = [Path(argument) for argument in arguments if argument != "--json"]
    oracles = sorted(path for folder in folders for path in folder.rglob(f"*{SUFFIX}"))
    if not oracles:
        print(__doc__)
        return 2
    total: Counter[str] = Counter()
    tables: dict[str, Counter[str]] = {}
    num_open = 0
    for oracle in oracles:
        archive = oracle.with_name(oracle.name.removesuffix(SUFFIX) + ".zip")
        name = f"{oracle.parent.name}/{archive.stem}"
        lines: list[tuple[str, str]] = []
        counts = compare(archive, oracle, lambda *line, lines=lines: lines.append(line))
        found, known = Counter(kind for kind, _ in lines), explained(name)
        for kind, line in lines:
            if found[kind] != known[kind]:
                print(f"{name}: {kind} {line}", file=sys.stderr)
        for kind in sorted(known.keys() - found.keys()):
            print(f"{name}: {kind}: {known[kind]} explained, none found", file=sys.stderr)
        num_open += sum(found[kind] != known[kind] for kind in {*found, *known})
        counts["explained"] = sum(known.values())
        tables[name] = counts
        total += counts
    if "--json" in arguments:
        print(json.dumps({"tables": tables, "total": total}, indent=1))
    else:
        for name, counts in [*tables.items(), ("total", total)]:
            print(f"{name}: " + ", ".join(f"{kind} {number}" for kind, number in counts.items()))
    return 1 if num_open else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
