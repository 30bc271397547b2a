# SPDX-License-Identifier: Apache-2.0
"""The metadata table through Spark: answers from the rows of the table-valued function `hudi_metadata`.

Releases before 1.0 have no such function: the folder of the metadata table is read as a table instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING

from hudi_conformance.adapters.loop import Request
from hudi_conformance.canonical.metadata import canonical_files, canonical_locations, canonical_stats
from hudi_conformance.decode.metadata.payload import WRAPPERS, decode_payload
from hudi_conformance.errors import UnsupportedInput
from hudi_conformance.model.common import JsonValue
from hudi_conformance.model.metadata import (
    ColumnStats,
    FileList,
    LocatedRow,
    Location,
    MetadataRecord,
    RecordType,
    StatsRow,
)

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, Row, SparkSession

COMMANDS = ("metadata.files", "metadata.stats", "metadata.locate")
_ALL, _NOT_PARTITIONED = "__all_partitions__", "."
_INDEXES = {
    "column_stats": RecordType.COLUMN_STATS,
    "partition_stats": RecordType.PARTITION_STATS,
    "record_index": RecordType.RECORD_INDEX,
}
_LISTS = (RecordType.PARTITIONS, RecordType.FILES)
Listing = Mapping[str, Mapping[str, int]]


def frame_of(spark: SparkSession, version: str, folder: str) -> DataFrame:
    """Rows of the metadata table of the data table in a folder."""
    if version.startswith("0."):
        return spark.read.format("hudi").load(f"{folder}/.hoodie/metadata")
    path = folder.replace("\\", "\\\\").replace("'", "\\'")
    return spark.sql(f"SELECT * FROM hudi_metadata('{path}')")  # noqa: S608 - the path is quoted


def answer(command: str, args: Request, ready: frozenset[str], rows: Callable[[], DataFrame]) -> JsonValue:
    """The value of an answer.

    Args:
        command: one of `COMMANDS`.
        args: its arguments.
        ready: partitions of the metadata table that the table's properties name.
        rows: returns those of the metadata table.

    Raises:
        UnsupportedInput: the function's rows lack the information.
    """
    if "files" not in ready:
        nothing = {"available": False, "partitions": []}
        return nothing if command == "metadata.files" else {"rows": []}
    if command == "metadata.files":
        return {"available": True, "partitions": canonical_files(_listing(rows(), args.get("partitions")))}
    index = args.get("index")
    if index not in _INDEXES:
        raise UnsupportedInput(f"index {index!r:.60}, which rows of the function do not name")
    if any(name.startswith("expr_index_") for name in ready) and index == "column_stats":
        raise UnsupportedInput("rows of expression indexes are not distinguished from those of column_stats")
    frame = rows()
    found = _records(frame, (_INDEXES[index],))
    if command == "metadata.locate":
        return {"rows": canonical_locations(_located(found, args))}
    listing = _listing(frame, args.get("partitions"))
    return {"rows": canonical_stats(_statistics(found, listing, args.get("columns")))}


def _records(rows: DataFrame, types: Iterable[RecordType]) -> list[MetadataRecord]:
    if "type" not in rows.columns:
        raise UnsupportedInput("commits of the metadata table have no schema, and Spark gives no columns")
    numbers = ", ".join(str(int(one)) for one in types)
    return [decode_payload(avro_of(row)) for row in rows.filter(f"type IN ({numbers})").collect()]


def avro_of(row: Row) -> dict[str, object]:
    """A row as its original Avro datum: a union of records is a struct, a branch a member."""
    return {name: _value(name, value) for name, value in row.asDict(recursive=True).items()}


def _value(name: str, value: object) -> object:
    if name in {"minValue", "maxValue"} and isinstance(value, dict):
        return _branch(value)
    if isinstance(value, dict):
        return {key: _value(key, member) for key, member in value.items()}
    return bytes(value) if isinstance(value, bytearray) else value


def _branch(members: Mapping[str, Mapping[str, object] | None]) -> tuple[str, Mapping[str, object]] | None:
    for wrapper, member in zip(WRAPPERS, members.values(), strict=False):
        if member is not None:
            inner = member.get("wrappedValues")
            if isinstance(inner, list):
                return wrapper, {"wrappedValues": [_branch(one) for one in inner]}
            return wrapper, {name: _plain(value) for name, value in member.items()}
    return None


def _plain(value: object) -> object:
    """Physical value; for a decimal its digits, with the scale of the column."""
    if isinstance(value, Decimal):
        sign, digits, _ = value.as_tuple()
        unscaled = int("".join(map(str, digits))) * (-1 if sign else 1)
        return unscaled.to_bytes(unscaled.bit_length() // 8 + 1, "big", signed=True)
    return bytes(value) if isinstance(value, bytearray) else value


def _listing(rows: DataFrame, wanted: JsonValue) -> Listing:
    lists = {record.key: record.payload for record in _records(rows, _LISTS)}

    def live(key: str) -> dict[str, int]:
        found = lists.get(key)
        entries = found.entries if isinstance(found, FileList) else {}
        return {name: entry.size for name, entry in entries.items() if not entry.is_deleted}

    names = live(_ALL) if wanted is None else wanted
    shown = ["" if name == _NOT_PARTITIONED else name for name in names]
    return {name: live(name or _NOT_PARTITIONED) for name in shown}


def _statistics(records: Iterable[MetadataRecord], listing: Listing, columns: JsonValue) -> list[StatsRow]:
    """Rows of listed files and partitions; a row of a file does not name its partition."""
    partitions = {file: partition for partition, files in listing.items() for file in files}
    found = []
    for record in records:
        stats = record.payload
        if not isinstance(stats, ColumnStats) or stats.is_deleted:
            continue
        if columns is not None and stats.column not in columns:
            continue
        if record.type is RecordType.PARTITION_STATS:
            name = "" if stats.file in {None, _NOT_PARTITIONED} else str(stats.file)
            found += [StatsRow(name, None, stats)] * (name in listing)
        elif stats.file in partitions:
            found.append(StatsRow(partitions[stats.file], stats.file, stats))
    return found


def _located(records: Iterable[MetadataRecord], args: Request) -> list[LocatedRow]:
    """Locations of records; of a partitioned index all rows, a partition of data is a filter."""
    keys, partition = args.get("keys"), args.get("partition")
    return [
        LocatedRow(record.key, record.key, record.payload)
        for record in records
        if isinstance(record.payload, Location)
        and (keys is None or record.key in keys)
        and (partition is None or record.payload.partition == partition)
    ]
