# SPDX-License-Identifier: Apache-2.0
"""Rows as Python libraries give them: dates, decimals and UUIDs, branches by the type of their value."""

from __future__ import annotations

import datetime
import decimal
import uuid
from typing import Any

import pytest
from hudi_conformance.canonical.rows import RowMapper

UTC = datetime.UTC
UNION = [
    "null",
    "boolean",
    "int",
    "long",
    "double",
    "string",
    {"type": "array", "items": "int"},
    {"type": "fixed", "name": "two", "size": 2},
    "bytes",
    {"type": "map", "values": "int"},
]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(None, None, id="null"),
        pytest.param(True, {"boolean": True}, id="boolean"),
        pytest.param(2**31 - 1, {"int": 2**31 - 1}, id="int"),
        pytest.param(2**31, {"long": str(2**31)}, id="long"),
        pytest.param(-(2**31), {"int": -(2**31)}, id="least-int"),
        pytest.param(1.0, {"double": "1.0"}, id="double"),
        pytest.param("a", {"string": "a"}, id="string"),
        pytest.param([1], {"array": [1]}, id="array"),
        pytest.param(b"ab", {"two": "6162"}, id="fixed-of-its-size"),
        pytest.param(b"abc", {"bytes": "616263"}, id="bytes"),
        pytest.param({"k": 1}, {"map": {"k": 1}}, id="map"),
        pytest.param(("long", 1), {"long": "1"}, id="branch-by-name"),
    ],
)
def test_the_branch_of_a_value(value: Any, expected: Any) -> None:
    assert RowMapper(UNION)(value) == expected


def logical(kind: str, name: str, **more: int) -> dict[str, Any]:
    return {"type": kind, "logicalType": name, **more}


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        pytest.param(logical("int", "date"), datetime.date(1969, 12, 31), -1, id="date"),
        pytest.param(logical("int", "time-millis"), datetime.time(0, 0, 1, 2000), 1002, id="time-millis"),
        pytest.param(
            logical("long", "time-micros"), datetime.time(1, 2, 3, 4), "3723000004", id="time-micros"
        ),
        pytest.param(
            logical("long", "timestamp-micros"),
            datetime.datetime(1970, 1, 2, tzinfo=UTC),
            "86400000000",
            id="micros",
        ),
        pytest.param(
            logical("long", "timestamp-millis"),
            datetime.datetime(1969, 12, 31, 23, 59, 59, tzinfo=UTC),
            "-1000",
            id="millis",
        ),
        pytest.param(
            logical("long", "local-timestamp-micros"),
            datetime.datetime(1970, 1, 1, 0, 0, 1),  # noqa: DTZ001 - a local timestamp has no zone
            "1000000",
            id="local",
        ),
        pytest.param(logical("long", "date"), 5, "5", id="date-on-a-long-is-ignored"),
        pytest.param(logical("bytes", "decimal", scale=2), decimal.Decimal("1.50"), "1.50", id="decimal"),
        pytest.param(logical("bytes", "decimal", scale=2), b"\xff\x6a", "-1.50", id="decimal-by-bytes"),
        pytest.param(logical("bytes", "decimal", scale=-1), b"\x01", "01", id="scale-below-0-is-ignored"),
        pytest.param(
            logical("string", "uuid"), uuid.UUID(int=1), "00000000-0000-0000-0000-000000000001", id="uuid"
        ),
        pytest.param({"type": {"type": "int"}}, 5, 5, id="type-of-a-type"),
    ],
)
def test_logical_types(schema: dict[str, Any], value: Any, expected: Any) -> None:
    assert RowMapper(schema)(value) == expected


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        pytest.param("null", 0, id="null"),
        pytest.param(logical("int", "date"), "x", id="text-for-a-date"),
        pytest.param(["int", "null", "boolean"], "x", id="no-branch"),
        pytest.param(
            {"type": "record", "name": "r", "fields": [{"name": "a", "type": "int"}]}, {}, id="missing-field"
        ),
        pytest.param({"type": "record", "name": "r", "fields": []}, [], id="record-of-a-list"),
    ],
)
def test_values_that_are_not_of_their_schema(schema: Any, value: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        RowMapper(schema)(value)


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param(5, id="number"),
        pytest.param([["int"]], id="union-in-a-union"),
        pytest.param({"type": "fixed", "size": 1}, id="fixed-without-a-name"),
    ],
)
def test_what_is_not_a_schema(schema: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        RowMapper(schema)
