# SPDX-License-Identifier: Apache-2.0
"""What a metastore is told of a table, and what becomes of Trino's JSON; no server is started."""

from __future__ import annotations

import datetime
import decimal
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hudi_conformance.adapters.trino import catalog as trino_catalog
from hudi_conformance.adapters.trino import types as trino_types
from hudi_conformance.toolchain import ToolMissing, java

BASE = "f-0_0-0-0_20260101000000000.parquet"


def _table(root: Path, properties: str, folders: tuple[str, ...], schema: pa.Schema) -> Path:
    (root / ".hoodie").mkdir(parents=True)
    (root / ".hoodie" / "hoodie.properties").write_text(properties, encoding="utf-8")
    for folder in folders:
        (root / folder).mkdir(parents=True, exist_ok=True)
        (root / folder / ".hoodie_partition_metadata").touch()
        pq.write_table(schema.empty_table(), root / folder / BASE)
    return root


def test_a_partitioned_table_is_registered_by_its_paths(tmp_path: Path) -> None:
    schema = pa.schema(
        [
            ("Id", pa.string()),
            ("day", pa.date32()),
            ("at", pa.timestamp("us")),
            ("m", pa.map_("int32", "double")),
        ]
    )
    table = _table(
        tmp_path / "t", "hoodie.table.partition.fields=day\n", ("2026/01/02", "2026/01/03"), schema
    )
    found = trino_catalog.registration(table)
    assert found.columns == (("id", "string"), ("at", "timestamp"), ("m", "map<int,double>"))
    assert found.keys == (("day", "date"),)
    assert found.partitions == (("2026/01/02", ("2026-01-02",)), ("2026/01/03", ("2026-01-03",)))
    assert found.renamed(pa.table({"id": ["a"], "day": ["b"]})).column_names == ["Id", "day"]
    words = [*found.words()]
    assert words[:3] == [str(table.resolve()), "3", "id"]
    assert words[-2:] == ["2026/01/03", "2026-01-03"]


def test_values_are_decoded_where_the_properties_say_so(tmp_path: Path) -> None:
    schema = pa.schema([("a", pa.string()), ("b", pa.string())])
    keys = "hoodie.table.partition.fields=a:SIMPLE,b:SIMPLE\n"
    encoded = keys + "hoodie.datasource.write.partitionpath.urlencode=true\n"
    for number, (properties, value) in enumerate([(keys, "x%2Fy"), (encoded, "x/y")]):
        table = _table(tmp_path / str(number), properties, ("a=x%2Fy/b=z", "b=lonely"), schema)
        assert trino_catalog.registration(table).partitions == (("a=x%2Fy/b=z", (value, "z")),)


def test_columns_of_hudi_are_left_out_of_a_table_without_them(tmp_path: Path) -> None:
    schema = pa.schema([("_hoodie_commit_time", pa.string()), ("id", pa.int64())])
    table = _table(tmp_path / "t", "hoodie.populate.meta.fields=false\n", (".",), schema)
    assert trino_catalog.registration(table).columns == (("id", "bigint"),)


def test_without_a_base_file_nothing_is_invented(tmp_path: Path) -> None:
    table = _table(tmp_path / "t", "", (), pa.schema([]))
    with pytest.raises(trino_catalog.NoColumns):
        trino_catalog.registration(table)


def _simple(raw: str, *arguments: object) -> dict[str, object]:
    return {"rawType": raw, "arguments": [{"value": argument} for argument in arguments]}


def test_values_of_every_type_become_arrow() -> None:
    member = {"fieldName": {"name": "n"}, "typeSignature": _simple("integer")}
    columns = [
        ("text", _simple("varchar", 2147483647), "a", "a"),
        ("bytes", _simple("varbinary"), "AP8=", b"\x00\xff"),
        ("real", _simple("real"), "NaN", None),
        ("money", _simple("decimal", 10, 2), "-20.01", decimal.Decimal("-20.01")),
        ("day", _simple("date"), "2026-01-02", datetime.date(2026, 1, 2)),
        (
            "at",
            _simple("timestamp", 6),
            "2026-01-02 03:04:05.000006",
            datetime.datetime.fromisoformat("2026-01-02T03:04:05.000006"),
        ),
        ("list", _simple("array", _simple("bigint")), [1, None], [1, None]),
        (
            "map",
            _simple("map", _simple("varchar"), _simple("double")),
            {"k": "Infinity"},
            [("k", float("inf"))],
        ),
        ("row", {"rawType": "row", "arguments": [{"value": member}]}, [7], {"n": 7}),
    ]
    heads = [{"name": name, "typeSignature": signature} for name, signature, _, _ in columns]
    table = trino_types.arrow_table(heads, [[value for _, _, value, _ in columns], [None] * len(columns)])
    first, nulls = table.to_pylist()
    assert first["real"] != first["real"]  # NaN
    assert {name: first[name] for name, _, _, _ in columns if name != "real"} == {
        name: value for name, _, _, value in columns if name != "real"
    }
    assert set(nulls.values()) == {None}


def test_a_type_that_hudi_never_writes_is_an_error() -> None:
    with pytest.raises(ValueError, match="hyperloglog"):
        trino_types.arrow_table([{"name": "x", "typeSignature": _simple("hyperloglog")}], [])


def test_a_runtime_without_a_module_is_named_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin" / "java"
    program.parent.mkdir()
    program.write_text(
        '#!/bin/sh\n[ "$1" = --list-modules ] && echo java.base@25 || echo \'openjdk version "25"\' >&2\n',
        encoding="utf-8",
    )
    program.chmod(0o755)
    monkeypatch.setattr(java, "_candidates", lambda: [("JAVA_HOME", program)])
    assert java.find_java(25, modules=["java.base"]).executable == program
    with pytest.raises(ToolMissing, match=r"lacks the module jdk\.incubator\.vector\. Install a JDK"):
        java.find_java(25, modules=["jdk.incubator.vector"])
