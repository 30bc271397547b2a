# SPDX-License-Identifier: Apache-2.0
"""Top-level schemas of every shape: careful, bulk and salvaged rows are those that were written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from bulk_factory import avro_block, batches_of, datum, record
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.salvage import salvage_file
from hudi_conformance.salvage.tables import ORIGIN
from instruments.fuzz.equality import bulk_records as bulk
from instruments.fuzz.equality import careful_records as careful

pytest.importorskip("numba", reason="needs the extra `fast`")
AB = record(a="int", b=["null", "string"])
ROW = {"a": 5, "b": "five"}
NULLS = {"a": 7, "b": None}
OTHER = {"type": "record", "name": "other", "fields": [{"name": "z", "type": "long"}]}
SHAPES: dict[str, tuple[Any, list[Any]]] = {
    "record": (AB, [ROW, NULLS]),
    "null-record": (["null", AB], [ROW, None, NULLS]),
    "record-null": ([AB, "null"], [None, ROW, NULLS]),
    "record-alone": ([AB], [ROW, NULLS]),
    "two-records": ([AB, OTHER], [("t.Row", ROW), ("other", {"z": 9})]),
    "null-two-records": (["null", AB, OTHER], [None, ("other", {"z": 9}), ("t.Row", ROW)]),
    "record-without-fields": (["null", record()], [None, {}]),
    "null": ("null", [None, None]),
    "null-alone": (["null"], [None]),
    "int": ("int", [1, -1]),
    "null-int": (["null", "int"], [1, None, 2]),
    "int-string": (["int", "string"], [1, "one"]),
    "date": ({"type": "int", "logicalType": "date"}, [19723]),
    "string": ("string", ["a", "ż" * 20]),
    "bytes": ("bytes", [b"\0\xff"]),
    "decimal": ({"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}, [b"\x04\xd2"]),
    "fixed": ({"type": "fixed", "name": "f", "size": 3}, [b"abc"]),
    "null-enum": (["null", {"type": "enum", "name": "e", "symbols": ["A", "B"]}], ["B", None, "A"]),
    "array-of-records": ({"type": "array", "items": AB}, [[ROW, NULLS], []]),
    "null-array": (["null", {"type": "array", "items": ["null", AB]}], [None, [None, ROW], []]),
    "map": ({"type": "map", "values": ["null", AB]}, [{"k": ROW, "n": None}, {}]),
}


def log_of(schema: Any, rows: list[Any], num: int) -> bytes:
    datums = [datum(schema, row) for row in rows]
    return avro_block(schema, [data for _ in range(num) for data in datums])


def salvaged(log: Path, out: Path) -> list[Any]:
    report = salvage_file(log, out).report
    assert not report["losses"]
    rows = []
    for file in sorted(out.glob("records/*/*.parquet")):
        table = pq.ParquetFile(file).read()
        shape = row_shape(parse_schema(table.schema.metadata[b"hudi.avro.schema"].decode()).tree)
        table = table.select(table.column_names[: len(table.column_names) - len(ORIGIN)])
        rows += [row for batch in table.to_batches() for row in canonical_rows(batch, shape)]
    return rows


@pytest.mark.sampled(3)
@pytest.mark.parametrize("num_bytes", [0, 80_000], ids=["small", "large"])
@pytest.mark.parametrize("name", SHAPES)
def test_rows_of_a_top_level_schema(name: str, num_bytes: int, tmp_path: Path) -> None:
    schema, rows = SHAPES[name]
    num = 1 + num_bytes // sum(4 + len(datum(schema, row)) for row in rows)
    log = log_of(schema, rows, num)
    tree = parse_schema(json.dumps(schema)).tree
    expected = [RowMapper(tree)(row) for row in rows] * num
    shape = row_shape(tree)
    assert [row for batch in batches_of(log) for row in canonical_rows(batch, shape)] == expected
    assert bulk(log) == careful(log)
    path = tmp_path / "f_1.log.1_0-1-0"
    path.write_bytes(log)
    got = salvaged(path, tmp_path / "out")
    assert len(got) == len(expected)
    assert got == expected
