# SPDX-License-Identifier: Apache-2.0
"""Rows of metadata tables by the kernels: those of the careful reader, or none."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from random import Random

import pyarrow as pa
import pytest
from archives import unpacked
from bulk_factory import datum, record
from hudi_conformance import resources
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.decode.bulk.file_lists import _lists
from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.bulk.locations import PAYLOAD, _rows, base_batches, by_group
from hudi_conformance.decode.bulk.metadata_cells import IrregularError, payload_tree
from hudi_conformance.decode.bulk.statistics import PAYLOAD as STATS_PAYLOAD
from hudi_conformance.decode.bulk.statistics import _Schemas, stat_batches
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.records import decode_record, read_schema
from hudi_conformance.decode.metadata.keys import route
from hudi_conformance.decode.metadata.payload import decode_payload
from hudi_conformance.decode.source import open_source
from hudi_conformance.encode.metadata.schema import record_schema
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import AvroSchema
from hudi_conformance.model.hfile import HFileCell
from hudi_conformance.model.metadata import VALUE_TYPES, ColumnStats, Location, RecordType
from hudi_conformance.table.metadata_records import base_records

pytestmark = pytest.mark.skipif(not has_kernels(), reason="needs the extra fast")
ARCHIVES = sorted((resources.fixtures_dir() / "real-metadata").glob("*/*.zip"))
LOCATIONS = "record_index/"
STATISTICS = ("column_stats/", "partition_stats/")


@pytest.fixture(scope="module")
def base_files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Base files of all metadata tables of the fixtures."""
    folder = tmp_path_factory.mktemp("tables")
    for archive in ARCHIVES:
        unpacked(archive, folder / archive.parent.name / archive.stem)
    return sorted(path for path in folder.rglob("*.hfile") if ".hoodie/metadata/" in path.as_posix())


def located(path: Path, keys: Sequence[str] | None) -> list[tuple[object, ...]]:
    rows = {record.key: record.payload for record in base_records(path)}
    return sorted(
        (key, at.partition, at.file_id, at.instant_ms, at.position, at.encoding)
        for key, at in rows.items()
        if isinstance(at, Location) and (keys is None or key in keys)
    )


def tuples(batches: Sequence[pa.RecordBatch]) -> list[tuple[object, ...]]:
    return sorted(tuple(row.values()) for batch in batches for row in batch.to_pylist())


def bits(value: object) -> object:
    return struct.pack(">d", value) if isinstance(value, float) else value


def stats_of(path: Path, keys: Sequence[str]) -> dict[str, tuple[object, ...]]:
    return {
        record.key: shown(record.payload)
        for record in base_records(path)
        if record.key in keys and isinstance(record.payload, ColumnStats) and not record.payload.is_deleted
    }


def shown(row: ColumnStats) -> tuple[object, ...]:
    bounds = [None if bound is None else bits(bound.value) for bound in (row.min, row.max)]
    counts = (row.num_values, row.num_nulls, row.size, row.uncompressed_size)
    return row.column, row.file, *bounds, *counts, row.is_tight


def quick_stats(batches: Sequence[pa.RecordBatch]) -> dict[str, tuple[object, ...]]:
    return {
        row["key"]: (
            row["column"],
            row["file"],
            bits(row["min"]),
            bits(row["max"]),
            row["valueCount"],
            row["nullCount"],
            row["totalSize"],
            row["totalUncompressedSize"],
            row["is_tight"],
        )
        for batch in batches
        for row in batch.to_pylist()
        if not row["is_deleted"]
    }


def test_locations_of_base_files(base_files: list[Path]) -> None:
    num_rows = 0
    for path in base_files:
        if LOCATIONS in path.as_posix():
            whole = located(path, None)
            keys = [str(row[0]) for row in whole[::2]] + ["absent", "", "\U0001f600"]
            for wanted in (None, keys):
                batches = base_batches(path, wanted)
                assert batches is not None
                assert tuples(batches) == located(path, wanted)
            num_rows += len(whole)
    assert num_rows > 20


def test_statistics_of_base_files(base_files: list[Path]) -> None:
    num_quick = 0
    for path in base_files:
        if any(name in path.as_posix() for name in STATISTICS):
            by_column: dict[object, list[str]] = {}
            for record in base_records(path):
                assert isinstance(record.payload, ColumnStats)
                by_column.setdefault(record.payload.column, []).append(record.key)
            for column, keys in by_column.items():
                batches = stat_batches(path, [*keys, "absent"])
                whole = stats_of(path, keys)
                if batches is None:  # decimals, which the kernels leave
                    assert "dec" in str(column)
                else:
                    assert quick_stats(batches) == whole
                    num_quick += len(whole)
    assert num_quick >= 100


@pytest.mark.parametrize("kind", [LOCATIONS, STATISTICS[0]])
def test_damaged_datums(kind: str, base_files: list[Path]) -> None:
    """The kernels leave a datum to the careful decoder, or read the same of it."""
    rng = Random(20261122)
    num_quick = num_left = 0
    for path in [path for path in base_files if kind in path.as_posix()][:6]:
        with open_source(path) as buffer:
            file = HFile(buffer)
            schema = read_schema(file)[1]
            cells = list(CellReader.of(file).scan())
        for cell in cells * (20 if kind == LOCATIONS else 2):
            value = bytearray(cell.value)
            value[rng.randrange(len(value))] ^= 1 << rng.randrange(8)
            damaged = cell._replace(value=bytes(value))
            try:
                payload = decode_payload(decode_record(damaged, schema)).payload
            except Reject:
                payload = None
            quick = by_kernels(damaged, schema.tree)
            num_quick += quick is not None
            num_left += quick is None
            if quick is not None:
                assert isinstance(payload, Location | ColumnStats)
                is_deleted = isinstance(payload, ColumnStats) and payload.is_deleted
                assert quick == ([] if is_deleted else [shown_by_careful(payload)])
    assert num_quick > 100
    assert num_left > 20


def by_kernels(cell: HFileCell, tree: AvroSchema) -> list[tuple[object, ...]] | None:
    table = pa.table({"row": [cell.row], "value": [cell.value]})
    try:
        locations = _rows(table, payload_tree(tree, PAYLOAD))
    except (IrregularError, Reject):
        pass
    else:
        return [tuple(row.values())[1:] for row in locations.to_pylist()]
    try:
        batches = list(_Schemas(payload_tree(tree, STATS_PAYLOAD)).rows(table))
    except IrregularError:
        return None
    return list(quick_stats(batches).values())


def shown_by_careful(payload: Location | ColumnStats) -> tuple[object, ...]:
    if isinstance(payload, ColumnStats):
        return shown(payload)
    return payload.partition, payload.file_id, payload.instant_ms, payload.position, payload.encoding


@pytest.mark.parametrize("num_groups", [1, 2, 10])
def test_routes(num_groups: int) -> None:
    rng = Random(num_groups)
    keys = ["".join(rng.choices("abcXYZ09$:", k=rng.randrange(40))) for _ in range(1200)]
    keys += ["polygenelubricants", ""]  # the first hashes to the smallest number
    for given in (keys, [*keys, "é", "\U0001f600", "\ud800"]):
        found = by_group(given, num_groups)
        assert sorted(key for group in found.values() for key in group) == sorted(given)
        assert all(route(key, num_groups) == number for number, group in found.items() for key in group)


ENTRY = {
    "type": "record",
    "name": "Entry",
    "fields": [
        {"name": "size", "type": ["null", "long"]},
        {"name": "isDeleted", "type": ["null", "boolean"]},
    ],
}
WHOLE = {"size": 1 << 40, "isDeleted": False}


@pytest.mark.parametrize(
    ("entry", "name", "is_quick"),
    [
        (WHOLE, "f", True),
        (None, "f", False),
        ({**WHOLE, "size": None}, "f", False),
        (WHOLE, "", True),
        ({**WHOLE, "isDeleted": None}, "f", False),
        ({"size": -1, "isDeleted": True}, "f", True),
    ],
)
def test_lists_with_absent_parts_are_left(entry: dict[str, object] | None, name: str, is_quick: bool) -> None:
    files = ["null", {"type": "map", "values": ["null", ENTRY]}]
    schema = record(key="string", type="int", filesystemMetadata=files)
    parts = [{"first": WHOLE, name: entry}, {}, {"last": WHOLE}]
    values = [datum(schema, {"key": "", "type": 2, "filesystemMetadata": part}) for part in parts]
    cells = pa.table({"row": [b"a", b"b", b"c"], "value": values})
    if not is_quick:
        with pytest.raises(IrregularError):
            list(_lists(schema, cells))
        return
    lists = list(_lists(schema, cells))
    assert [(found.key, found.type) for found in lists] == [(key, RecordType.FILES) for key in "abc"]
    shown_lists = [dict(zip(f.names, zip(f.sizes, f.deleted, strict=True), strict=True)) for f in lists]
    assert shown_lists == [
        {key: tuple(value.values()) for key, value in part.items() if value} for part in parts
    ]


BOUNDS: dict[str | None, object] = {
    None: None,
    "Boolean": True,
    "Int": 5,
    "Long": 1 << 40,
    "Float": 1.5,
    "Double": -2.5,
    "Bytes": b"b",
    "String": "s",
    "Date": 7,
    "Decimal": Decimal("1.5"),
    "TimeMicros": 9,
    "TimestampMicros": 11,
    "LocalDate": 13,
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("ordinal", [None, *range(len(VALUE_TYPES) + 1)])
def test_statistics_of_every_type_and_wrapper(ordinal: int | None) -> None:
    schema = parse_schema(record_schema(9))
    num_quick = 0
    for wrapper, other in [pair for name in BOUNDS for pair in ((name, name), (name, None), (None, name))]:
        bounds = [
            None if name is None else (f"org.apache.hudi.avro.model.{name}Wrapper", {"value": BOUNDS[name]})
            for name in (wrapper, other)
        ]
        stats = {
            "fileName": "f",
            "columnName": "c",
            "minValue": bounds[0],
            "maxValue": bounds[1],
            "isDeleted": False,
            "valueType": None if ordinal is None else {"typeOrdinal": ordinal, "additionalInfo": "9,2"},
        }
        row = {"key": "", "type": 3, "ColumnStatsMetadata": stats}
        cell = HFileCell(b"row", value=datum(json.loads(record_schema(9)), row))
        try:
            payload = decode_payload(decode_record(cell, schema)).payload
        except Reject:
            payload = None
        quick = by_kernels(cell, schema.tree)
        name = None if ordinal is None or ordinal >= len(VALUE_TYPES) else VALUE_TYPES[ordinal]
        # The kernels leave these to the careful decoder.
        is_left = "Decimal" in {wrapper, other} or name in {"null", "decimal"}
        is_left |= name == "float" and "Double" in {wrapper, other}
        assert (quick is not None) == (payload is not None and not is_left)
        if quick is None:
            continue
        assert isinstance(payload, ColumnStats)
        assert quick == [shown(payload)]
        table = pa.table({"row": [cell.row], "value": [cell.value]})
        (whole,) = _Schemas(payload_tree(schema.tree, STATS_PAYLOAD)).rows(table)
        (found,) = whole.to_pylist()
        assert (found["ordinal"], found["info"]) == (ordinal, None if ordinal is None else "9,2")
        assert (found["is_deleted"], found["record_type"], found["key"]) == (False, 3, "row")
        bound = payload.min or payload.max
        assert found["type"] == (bound and bound.type) or payload.min is payload.max is None
        num_quick += 1
    assert num_quick > 2 or ordinal in {0, 1, 10, len(VALUE_TYPES)}
