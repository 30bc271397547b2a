# SPDX-License-Identifier: Apache-2.0
"""Which columns types alone refuse, and of which values decide: as `resolve` does with the values."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hudi_conformance.errors import Reject
from hudi_conformance.semantics.merge.column_types import compare_columns, hangs_on_values
from hudi_conformance.semantics.merge.resolve import resolver


def decimal(precision: int, scale: int) -> dict[str, Any]:
    return {"type": "bytes", "logicalType": "decimal", "precision": precision, "scale": scale}


def digits(precision: int) -> bytes:
    return (10**precision - 1).to_bytes(16, "big", signed=True)


DATE = {"type": "int", "logicalType": "date"}
EXTREMES: list[tuple[Any, list[Any]]] = [
    ("int", [2**31 - 1, -(2**31)]),
    ("long", [2**63 - 1, -(2**63)]),
    ("float", [1.5, float("inf")]),
    ("double", [1e300, 0.1]),
    ("string", ["x", ""]),
    ("bytes", [b"\xff", b""]),
    ("boolean", [True]),
    (DATE, [0, 2**31 - 1]),
    (decimal(10, 2), [digits(10)]),
    (decimal(12, 4), [digits(12)]),
    (decimal(22, 3), [digits(22)]),
    (decimal(9, 0), [digits(9)]),
    ({"type": "long", "logicalType": "timestamp-millis"}, [2**40]),
    ({"type": "long", "logicalType": "timestamp-micros"}, [2**40]),
    (["null", "int"], [None, 1]),
    ({"type": "array", "items": "long"}, [[2**63 - 1]]),
    ({"type": "array", "items": decimal(21, 2)}, [[digits(21)]]),
    ({"type": "map", "values": ["null", "string"]}, [{"a": None, "b": "x"}]),
    ({"type": "map", "values": DATE}, [{"a": 2**31 - 1}]),
]


def refuses(writer: Any, reader: Any, values: list[Any]) -> bool | None:
    """Whether some value is refused; None where the types are."""
    try:
        resolve = resolver(writer, reader)
    except Reject:
        return None
    try:
        for value in values:
            resolve(value)
    except Reject:
        return True
    return False


@pytest.mark.parametrize(("writer", "values"), EXTREMES, ids=lambda part: json.dumps(part, default=str)[:40])
def test_types_tell_whether_values_are_asked(writer: Any, values: list[Any]) -> None:
    found = set()
    for reader, _ in EXTREMES:
        is_refused = refuses(writer, reader, values)
        if is_refused is None:
            [(name, _)] = compare_columns(row(writer), row(reader)).refused
            assert name == "a"
            continue
        if is_refused:
            assert hangs_on_values(writer, reader), reader
        else:
            assert not hangs_on_values(writer, reader), reader
        found.add(is_refused)
    assert found


def row(kind: Any) -> dict[str, Any]:
    return {"type": "record", "name": "row", "fields": [{"name": "a", "type": kind}]}


def test_columns_of_records() -> None:
    old = {"type": "record", "name": "r", "fields": [{"name": "b", "type": "string"}]}
    new = {"type": "record", "name": "r", "fields": [{"name": "b", "type": DATE}]}
    types = compare_columns(row(old), row(new))
    assert (types.refused, types.by_value, types.by_null) == ((), ("a",), ())
    types = compare_columns(row(["null", "long"]), row("long"))
    assert (types.refused, types.by_value, types.by_null) == ((), (), ("a",))
    assert compare_columns(row(["null", "string"]), row(DATE)).by_value == ("a",)
    absent = {"type": "record", "name": "row", "fields": []}
    assert [name for name, _ in compare_columns(absent, row("long")).refused] == ["a"]
    assert compare_columns(absent, row("long"), {"a"}).refused == ()
    assert compare_columns(absent, row(["null", "long"])).refused == ()
