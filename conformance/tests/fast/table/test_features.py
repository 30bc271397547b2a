# SPDX-License-Identifier: Apache-2.0
"""`table.features`: what is not read is refused by its name."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.table.features import check_files, check_types
from hudi_conformance.table.files import data_files_of
from hudi_conformance.table.state import open_table

FORMAT = "hoodie.table.base.file.format"
NAME = "a-0_0-1-2_20240101000000000"


@pytest.mark.parametrize(
    ("properties", "names", "written", "message"),
    [
        ({"hoodie.table.format": "iceberg"}, [], [], "hoodie.table.format is 'iceberg'"),
        ({}, [], [f"p/{NAME}.vortex"], "a commit wrote a file of an unknown format"),
        ({}, [], ["p/data.parquet_20240101000000_hudiext"], "_hudiext"),
    ],
)
def test_files_that_are_not_read(
    properties: dict[str, str], names: list[str], written: list[str], message: str
) -> None:
    with pytest.raises(UnsupportedInput, match=message):
        check_files(properties, data_files_of(names).base_files, written)


@pytest.mark.parametrize("properties", [{}, {FORMAT: "PARQUET"}])
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


def test_a_table_with_such_a_property_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(resources.fixtures_dir() / "real-rows/1.2.0/cow_plain.zip") as archive:
        archive.extractall(tmp_path)
    properties = tmp_path / ".hoodie/hoodie.properties"
    properties.write_text(properties.read_text().replace("format=native", "format=iceberg"))
    with pytest.raises(UnsupportedInput, match="iceberg"):
        open_table(tmp_path)


def test_a_table_whose_upgrade_stopped_is_refused(tmp_path: Path) -> None:
    table = unpacked("real-rows/0.15.0/cow_plain.zip", tmp_path)
    (table / ".hoodie/timeline").mkdir()
    (table / ".hoodie/timeline/20240101000001000_20240101000002000.commit").write_bytes(b"")
    with pytest.raises(Reject, match="folder of the other layout") as caught:
        open_table(table)
    assert caught.value.requirement == "timeline.table.one-layout"
