# SPDX-License-Identifier: Apache-2.0
"""`table.features`: what is not read is refused by its name."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.errors import UnsupportedInput
from hudi_conformance.table.features import check_files, check_ids, check_types
from hudi_conformance.table.files import data_files_of
from hudi_conformance.table.state import open_table

FORMAT = "hoodie.table.base.file.format"
NAME = "a-0_0-1-2_20240101000000000"


@pytest.mark.parametrize(
    ("properties", "names", "written", "message"),
    [
        ({FORMAT: "VORTEX"}, [], [], "format 'VORTEX' \\(hoodie.table.base.file.format\\) are not read"),
        ({}, ["a_0-1-2_00000000000001.parquet"], [], "metadata-only bootstrap"),
        ({}, [], ["p/data.parquet_20240101000000_hudiext"], "_hudiext"),
    ],
)
def test_files_that_are_not_read(
    properties: dict[str, str], names: list[str], written: list[str], message: str
) -> None:
    with pytest.raises(UnsupportedInput, match=message):
        check_files(properties, data_files_of(names).base_files, written)


@pytest.mark.parametrize("properties", [{}, {FORMAT: "PARQUET"}, {FORMAT: "parquet"}])
def test_parquet_files_are_read(properties: dict[str, str]) -> None:
    full_record = "a-0_0-1-2_00000000000002.parquet"
    files = data_files_of([f"{NAME}.parquet", full_record])
    check_files(properties, files.base_files, [f"p/{NAME}.parquet"])


def record(kind: Any) -> dict[str, Any]:
    return {"type": "record", "name": "row", "fields": [{"name": "c", "type": kind}]}


TENSOR = {"type": "fixed", "name": "tensor_float_3", "size": 12, "logicalType": "tensor"}


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (TENSOR, "column c has the logical type 'tensor'"),
        (["null", TENSOR], "column c has the logical type 'tensor'"),
        ({"type": "array", "items": TENSOR}, "column c has"),
        ({"type": "map", "values": TENSOR}, "column c has"),
        ({"type": "record", "name": "clip", "logicalType": "clip", "fields": []}, "'clip'"),
        (
            record(["null", {"type": "bytes", "logicalType": "money"}]),
            "column c.c has the logical type 'money'",
        ),
    ],
)
def test_logical_types_that_are_not_read(kind: Any, message: str) -> None:
    with pytest.raises(UnsupportedInput, match=message):
        check_types(record(kind))


@pytest.mark.parametrize("name", ["date", "timestamp-micros", "local-timestamp-millis", "uuid"])
def test_logical_types_that_are_read(name: str) -> None:
    check_types(record(["null", {"type": "long", "logicalType": name}]))


def by_id(**columns: int) -> str:
    fields = [
        {"id": ident, "name": name, "optional": True, "type": "string"} for name, ident in columns.items()
    ]
    return json.dumps({"max_column_id": 9, "version_id": 1, "type": "record", "fields": fields})


def history(folder: Path, *schemas: str) -> None:
    path = folder / ".hoodie/.schema/20240101000000000.schemacommit"
    path.parent.mkdir(parents=True)
    path.write_text(f'{{"schemas":[{",".join(schemas)}]}}')


def test_columns_that_keep_their_ids_are_read_by_name(tmp_path: Path) -> None:
    history(tmp_path, by_id(a=0, c=2), by_id(a=0, b=1))
    check_ids(tmp_path, [by_id(a=0, c=2)])
    check_ids(tmp_path, [])


@pytest.mark.parametrize(
    ("older", "message"),
    [(by_id(b=0), "column a is now b"), (by_id(a=1), "another column took the name a"), ("[", "parsed")],
    ids=["renamed", "added-again", "damaged"],
)
@pytest.mark.parametrize("is_in_history", [True, False])
def test_columns_by_id_are_refused(older: str, message: str, is_in_history: bool, tmp_path: Path) -> None:
    if is_in_history:
        history(tmp_path, by_id(a=0), older)
    latest = [by_id(a=0)] if is_in_history else [by_id(a=0), older]
    with pytest.raises(UnsupportedInput, match=message):
        check_ids(tmp_path, latest)


def test_names_of_nested_columns_are_compared_in_full(tmp_path: Path) -> None:
    def nested(name: str) -> str:
        inner = {"type": "record", "fields": [{"id": 1, "name": name, "type": "int"}]}
        array = {"type": "array", "element_id": 2, "element": inner}
        return json.dumps({"fields": [{"id": 0, "name": "a", "type": array}]})

    with pytest.raises(UnsupportedInput, match=r"column a.element.x is now a.element.y"):
        check_ids(tmp_path, [nested("x"), nested("y")])


def test_a_table_with_such_a_property_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(resources.fixtures_dir() / "real-rows/1.2.0/cow_plain.zip") as archive:
        archive.extractall(tmp_path)
    properties = tmp_path / ".hoodie/hoodie.properties"
    properties.write_text(properties.read_text() + f"{FORMAT}=VORTEX\n")
    with pytest.raises(UnsupportedInput, match="format 'VORTEX'"):
        open_table(tmp_path)
