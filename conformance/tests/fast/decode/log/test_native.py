# SPDX-License-Identifier: Apache-2.0
"""Names of native log files are told from those of base files and inline logs."""

from __future__ import annotations

import pytest
from hudi_conformance.decode.log.native import NativeLogName, decode_native_name

FILE_ID = "e7a8b5d0-0000-4d5c-9d6b-1f1f1f1f1f1f-0"


@pytest.mark.parametrize("kind", ["log", "deletes", "cdc"])
@pytest.mark.parametrize("form", ["parquet", "hfile", "orc"])
def test_parts(kind: str, form: str) -> None:
    name = f"{FILE_ID}_1-22-333_20240101000000002_7.{kind}.{form}"
    assert decode_native_name(name) == NativeLogName(FILE_ID, "1-22-333", "20240101000000002", 7, kind, form)


@pytest.mark.parametrize(
    "name",
    [
        f"{FILE_ID}_1-22-333_20240101000000002.parquet",
        f".{FILE_ID}_20240101000000002.log.1_1-22-333",
        f".{FILE_ID}_20240101000000002.log.1_1-22-333.cdc",
        f"{FILE_ID}_1-22-333_20240101000000002_7.delete.parquet",
        f"{FILE_ID}_1-22-333_20240101000000002_7.log",
        f"{FILE_ID}_1-22_20240101000000002_7.log.parquet",
        f"{FILE_ID}_1-22-333_20240101000000002_x.log.parquet",
        f"{FILE_ID}_1-22-333_20240101000000002_{'9' * 5000}.log.parquet",
        "_1-22-333_20240101000000002_7.log.parquet",
        "",
    ],
)
def test_other_names(name: str) -> None:
    assert decode_native_name(name) is None
