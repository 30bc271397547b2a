# SPDX-License-Identifier: Apache-2.0
"""`table.partition_columns`: values that paths of partitions hold instead of files."""

from __future__ import annotations

import decimal
import json
from typing import Any

import pyarrow as pa
import pytest
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.table.partition_columns import PartitionColumns, partition_columns, without_columns

DROP = "hoodie.datasource.write.drop.partition.columns"
FIELDS = "hoodie.table.partition.fields"
HIVE = "hoodie.datasource.write.hive_style_partitioning"
ENCODE = "hoodie.datasource.write.partitionpath.urlencode"
DECIMAL = {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}


def schema(**columns: Any) -> str:
    fields = [{"name": name, "type": ["null", kind], "default": None} for name, kind in columns.items()]
    return json.dumps({"type": "record", "name": "row", "fields": fields})


def columns_of(fields: str, *schemas: str, **properties: str) -> PartitionColumns:
    columns = partition_columns({DROP: "true", FIELDS: fields, **properties}, schemas)
    assert columns is not None
    return columns


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("string", "a=b", "a=b"),
        ("string", "", ""),
        ("int", "-7", -7),
        ("long", "4294967296", 1 << 32),
        ("double", "1.5", 1.5),
        ("boolean", "true", True),
        ({"type": "int", "logicalType": "date"}, "1970-01-11", 10),
        (DECIMAL, "12.50", decimal.Decimal("12.50")),
        ("int", "__HIVE_DEFAULT_PARTITION__", None),
        ("string", "default", "default"),
    ],
    ids=lambda value: json.dumps(value, default=str)[:40],
)
def test_texts_are_read_by_the_type_of_their_column(kind: object, text: str, value: object) -> None:
    columns = columns_of("p", schema(id="string", p=kind))
    assert columns.values(text) == {"p": value}


@pytest.mark.parametrize(
    ("fields", "properties", "path", "values"),
    [
        ("p", {}, "p=1", {"p": "p=1"}),
        ("p", {HIVE: "true"}, "p=1", {"p": "1"}),
        ("p", {HIVE: "TRUE"}, "p=a=b", {"p": "a=b"}),
        ("p", {}, "2024/01/02", {"p": "2024/01/02"}),
        ("p", {HIVE: "true"}, "p=2024/01/02", {"p": "2024/01/02"}),
        ("p,q", {}, "a/b", {"p": "a", "q": "b"}),
        ("p,q", {HIVE: "true"}, "p=a/q=b", {"p": "a", "q": "b"}),
        ("p,q", {HIVE: "true"}, "p=a/x/q=b", {"p": "a/x", "q": "b"}),
        ("p", {ENCODE: "true"}, "a%2Fb+c%3d", {"p": "a/b+c="}),
        ("p", {ENCODE: "true"}, "100%", {"p": "100%"}),
        ("p", {}, "a%2Fb", {"p": "a%2Fb"}),
        ("p:SIMPLE", {}, "a", {"p": "a"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_segments_of_a_path(
    fields: str, properties: dict[str, str], path: str, values: dict[str, str]
) -> None:
    kinds = dict.fromkeys(values, "string")
    assert columns_of(fields, schema(id="string", **kinds), **properties).values(path) == values


def test_a_column_stands_where_the_schema_has_it() -> None:
    columns = columns_of("p", schema(p="int", id="string"))
    assert [member["name"] for member in columns.schema.tree["fields"]] == ["p", "id"]
    assert columns.row("3", {"id": "a"}) == {"id": "a", "p": 3}


def test_a_column_that_the_newest_schema_lacks_is_the_last_with_its_older_type() -> None:
    columns = columns_of("p", schema(id="string"), schema(id="string"), schema(p="long", id="string"))
    assert columns.schema.tree["fields"][-1]["type"] == ["null", "long"]
    assert columns.values("5") == {"p": 5}


def test_a_column_that_no_schema_has_is_text() -> None:
    columns = columns_of("p", schema(id="string"))
    assert columns.schema.tree["fields"][-1] == {"name": "p", "type": ["null", "string"], "default": None}


def test_batches_have_the_values_beside_the_columns_of_the_file() -> None:
    columns = columns_of("d,p", schema(p="string", id="string", d={"type": "int", "logicalType": "date"}))
    batch = pa.record_batch({"id": ["a", "b"]})
    rows = columns.batch("1970-01-02/x", batch)
    assert rows.to_pydict() == {
        "p": ["x", "x"],
        "id": ["a", "b"],
        "d": [rows["d"][0].as_py(), rows["d"][1].as_py()],
    }
    assert rows["d"].cast(pa.int32()).to_pylist() == [1, 1]
    assert columns.batch("1970-01-02/x", batch.slice(0, 0)).num_rows == 0


def test_files_are_read_without_the_columns() -> None:
    columns = columns_of("p", schema(p="string", id="string"))
    kept = without_columns(columns.schema, columns.names)
    assert [member["name"] for member in kept.tree["fields"]] == ["id"]


@pytest.mark.parametrize("properties", [{}, {DROP: "false", FIELDS: "p"}, {DROP: "true"}])
def test_tables_whose_files_have_all_columns(properties: dict[str, str]) -> None:
    assert partition_columns(properties, [schema(id="string", p="string")]) is None


@pytest.mark.parametrize(
    ("fields", "path", "message"),
    [("p", "x", "'x' in a path is not a value of column p"), ("p,q", "1", "has 1 segments for columns p, q")],
)
def test_paths_that_hold_no_values_are_rejected(fields: str, path: str, message: str) -> None:
    columns = columns_of(fields, schema(id="string", p="int", q="string"))
    with pytest.raises(Reject, match=message) as caught:
        columns.values(path)
    assert (caught.value.code, caught.value.requirement) == ("bad-value", "table.partition.dropped")


@pytest.mark.parametrize(
    "properties",
    [
        {"hoodie.table.ordering.fields": "p"},
        {"hoodie.table.precombine.field": "p"},
        {"hoodie.populate.meta.fields": "false", "hoodie.table.recordkey.fields": "id,p"},
        {"hoodie.table.keygenerator.class": "org.apache.hudi.keygen.TimestampBasedKeyGenerator"},
        {"hoodie.table.keygenerator.type": "TIMESTAMP"},
        {FIELDS: "p:TIMESTAMP"},
    ],
    ids=lambda properties: next(iter(properties)),
)
def test_columns_whose_values_paths_cannot_give_are_refused(properties: dict[str, str]) -> None:
    with pytest.raises(UnsupportedInput, match="partition column"):
        partition_columns({DROP: "true", FIELDS: "p", **properties}, [schema(id="string", p="string")])


def test_types_that_paths_do_not_hold_are_refused() -> None:
    columns = columns_of("p", schema(p={"type": "long", "logicalType": "timestamp-micros"}))
    with pytest.raises(UnsupportedInput, match="partition column p, of type"):
        columns.values("2024-01-02")
