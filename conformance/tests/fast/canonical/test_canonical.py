# SPDX-License-Identifier: Apache-2.0
"""Canonical JSON: every mapping of the conventions, and the limits that hostile values run into."""

from __future__ import annotations

import datetime
import decimal
import hashlib
import json
import math
import struct
import uuid

import pytest
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.canonical.json import merge_patch
from hudi_conformance.canonical.log import canonical_findings, canonical_ordering
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.canonical.scalars import (
    canonical_bytes,
    canonical_decimal,
    canonical_float32,
    canonical_float64,
    canonical_text,
)
from hudi_conformance.errors import LimitExceeded
from hudi_conformance.model.common import Finding
from hudi_conformance.model.log import OrderingValue
from hypothesis import example, given
from hypothesis import strategies as st

# --- JSON text ---------------------------------------------------------------------------------------


def test_dumps_is_sorted_compact_and_strict() -> None:
    assert canonical_json.dumps({"b": [1, True, None], "a": "é"}) == '{"a":"é","b":[1,true,null]}'
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical_json.dumps(math.nan)


def test_lines_are_ascii_whatever_the_text() -> None:
    line = canonical_json.dumps_line({"message": "lone \ud800, é"})
    assert line.isascii()
    assert line.endswith(b"\n")
    assert json.loads(line)["message"] == "lone \ud800, é"


@pytest.mark.parametrize("text", ['{"a":1,"a":2}', "NaN", "[Infinity]", "{", b"\xff", '"\x00"', "1" * 5000])
def test_loads_is_strict(text: str | bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the texts are json's own
        canonical_json.loads(text)


def test_duplicate_key_is_named() -> None:
    with pytest.raises(ValueError, match="duplicate key 'b'"):
        canonical_json.loads('{"a":1,"b":2,"b":3,"a":1}'.replace('"a":1}', '"c":1}'))


@pytest.mark.parametrize("depth", [100_000, 2_000_000])
def test_depth_is_a_limit_not_a_crash(depth: int) -> None:
    with pytest.raises((LimitExceeded, ValueError)):
        canonical_json.loads("[" * depth)


# --- scalars -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.5, "1.5"),
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (math.nan, "NaN"),
        (math.inf, "Infinity"),
        (-math.inf, "-Infinity"),
        (1e16, "1e+16"),
        (9999999999999998.0, "9999999999999998.0"),
        (1e-4, "0.0001"),
        (1e-5, "1e-05"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
    ],
)
def test_float64(value: float, text: str) -> None:
    assert canonical_float64(value) == text


@pytest.mark.parametrize(
    ("bits", "text"),
    [
        (0x3DCCCCCD, "0.1"),
        (0x00000001, "1e-45"),
        (0x7F7FFFFF, "3.4028235e+38"),
        (0x80000000, "-0.0"),
        (0x00000000, "0.0"),
        (0x4B800000, "16777216.0"),
        (0x7FC00000, "NaN"),
        (0x7F800000, "Infinity"),
        (0xFF800000, "-Infinity"),
        (0x3F800000, "1.0"),
        (0xBFC00000, "-1.5"),
        (0x0F800000, "1.2621775e-29"),
        (0x5A0E1BCA, "1e+16"),
    ],
)
def test_float32(bits: int, text: str) -> None:
    (value,) = struct.unpack(">f", struct.pack(">I", bits))
    assert canonical_float32(value) == text


@given(st.integers(0, 2**32 - 1))
@example(0x00800000)
@example(0x0F800000)
@example(0x6C000000)
def test_float32_round_trips_and_no_shorter_text_does(bits: int) -> None:
    (value,) = struct.unpack(">f", struct.pack(">I", bits))
    text = canonical_float32(value)
    if not math.isfinite(value):
        return
    assert struct.pack(">f", float(text)) == struct.pack(">f", value)
    digits = len(text.lstrip("-").split("e")[0].replace(".", "").strip("0"))
    if digits > 1:
        shorter = f"{value:.{digits - 2}e}"
        assert struct.pack(">f", float(shorter)) != struct.pack(">f", value)


def test_float32_refuses_what_is_no_float() -> None:
    with pytest.raises(ValueError, match="no 32-bit float"):
        canonical_float32(1e39)


def test_text_and_bytes() -> None:
    assert canonical_text("é") == "é"
    assert canonical_text("é".encode()) == "é"
    assert canonical_text(b"\xff\x00") == {"$utf8": "ff00"}
    assert canonical_text("\ud800") == {"$utf8": "eda080"}
    assert canonical_bytes(b"\x00\xab") == "00ab"
    assert canonical_bytes(bytes(1024)) == "00" * 1024
    digest = {"len": "1025", "sha256": hashlib.sha256(bytes(1025)).hexdigest()}
    assert canonical_bytes(bytes(1025)) == {"$digest": digest}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (decimal.Decimal("-1.20"), "-1.20"),
        (decimal.Decimal("1E+3"), "1000"),
        (decimal.Decimal("1E-7"), "0.0000001"),
        ((b"\xff\x88", 2), "-1.20"),
        ((b"\x05", 3), "0.005"),
        ((b"", 0), "0"),
        ((b"\x80", 0), "-128"),
        ("7.50", "7.50"),
    ],
)
def test_decimal(value: decimal.Decimal | tuple[bytes, int] | str, text: str) -> None:
    assert canonical_decimal(value) == text


@pytest.mark.parametrize(
    "value",
    [(bytes(2000), 0), (b"\x01", 5000), (b"\x01", -1), decimal.Decimal("1E+9999"), decimal.Decimal("NaN")],
)
def test_decimals_without_bounds_are_a_limit(value: decimal.Decimal | tuple[bytes, int]) -> None:
    with pytest.raises(LimitExceeded):
        canonical_decimal(value)


# --- rows --------------------------------------------------------------------------------------------

ALL = {
    "type": "record",
    "name": "all",
    "namespace": "n.s",
    "fields": [
        {"name": "bool", "type": "boolean"},
        {"name": "i", "type": "int"},
        {"name": "l", "type": "long"},
        {"name": "f", "type": "float"},
        {"name": "d", "type": "double"},
        {"name": "s", "type": "string"},
        {"name": "b", "type": {"type": "bytes"}},
        {"name": "x", "type": {"type": "fixed", "name": "two", "size": 2}},
        {"name": "e", "type": {"type": "enum", "name": "color", "symbols": ["RED"]}},
        {"name": "again", "type": "color"},
        {"name": "far", "type": ["null", "n.s.two"]},
        {"name": "dec", "type": {"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2}},
        {
            "name": "decx",
            "type": {
                "type": "fixed",
                "name": "f4",
                "size": 4,
                "logicalType": "decimal",
                "precision": 4,
                "scale": 0,
            },
        },
        {"name": "date", "type": {"type": "int", "logicalType": "date"}},
        {"name": "time", "type": {"type": "int", "logicalType": "time-millis"}},
        {"name": "ts", "type": {"type": "long", "logicalType": "timestamp-micros"}},
        {"name": "uuid", "type": {"type": "string", "logicalType": "uuid"}},
        {"name": "opt", "type": ["null", "int"]},
        {"name": "rev", "type": ["int", "null"]},
        {"name": "many", "type": ["null", "int", "string", "two"]},
        {"name": "arr", "type": {"type": "array", "items": "long"}},
        {"name": "map", "type": {"type": "map", "values": "int"}},
        {"name": "tree", "type": ["null", "all"]},
    ],
}


def row(**other: object) -> dict[str, object]:
    return {
        "bool": True,
        "i": -1,
        "l": 2**62,
        "f": struct.unpack(">f", struct.pack(">f", 0.1))[0],
        "d": 0.1,
        "s": "ß",
        "b": b"\x01",
        "x": b"ab",
        "e": "RED",
        "again": "RED",
        "far": b"cd",
        "dec": b"\xff\x88",
        "decx": b"\0\0\0\7",
        "date": 19000,
        "time": 5,
        "ts": 7,
        "uuid": "u",
        "opt": None,
        "rev": 3,
        "many": "t",
        "arr": [1],
        "map": {"k": 1},
        "tree": None,
        **other,
    }


def test_row_of_every_type() -> None:
    inner = row()
    got = RowMapper(ALL)(row(tree=inner))
    expected = {
        "bool": True,
        "i": -1,
        "l": "4611686018427387904",
        "f": "0.1",
        "d": "0.1",
        "s": "ß",
        "b": "01",
        "x": "6162",
        "e": "RED",
        "again": "RED",
        "far": "6364",
        "dec": "-1.20",
        "decx": "7",
        "date": 19000,
        "time": 5,
        "ts": "7",
        "uuid": "u",
        "opt": None,
        "rev": 3,
        "many": {"string": "t"},
        "arr": ["1"],
        "map": {"k": 1},
        "tree": None,
    }
    assert got == {**expected, "tree": expected}


def test_python_values_of_logical_types_become_physical() -> None:
    got = RowMapper(ALL)(
        row(
            dec=decimal.Decimal("-1.20"),
            date=datetime.date(1970, 1, 2),
            time=datetime.time(0, 0, 1, 2000),
            ts=datetime.datetime(1969, 12, 31, 23, 59, 59, 999999, tzinfo=datetime.UTC),
            uuid=uuid.UUID(int=1),
        )
    )
    assert (got["dec"], got["date"], got["time"], got["ts"]) == ("-1.20", 1, 1002, "-1")
    assert got["uuid"] == "00000000-0000-0000-0000-000000000001"


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        (["null", "string", "int"], None, None),
        (["int", "string"], 1, {"int": 1}),
        (["int", "long"], 2**40, {"long": "1099511627776"}),
        (["int", "long"], ("long", 1), {"long": "1"}),
        (["null", "string"], ("string", "x"), "x"),
        (["string", {"type": "array", "items": "int"}], [1], {"array": [1]}),
        (["string", {"type": "map", "values": "int"}], {"a": 1}, {"map": {"a": 1}}),
        (["string", {"type": "record", "name": "q.R", "fields": []}], {}, {"q.R": {}}),
        (
            ["string", {"type": "record", "name": "R", "namespace": "q", "fields": []}],
            ("q.R", {}),
            {"q.R": {}},
        ),
        (["bytes", "double", "boolean"], False, {"boolean": False}),
        (["bytes", "double", "boolean"], 1.0, {"double": "1.0"}),
        (["null"], None, None),
    ],
)
def test_unions(schema: object, value: object, expected: object) -> None:
    assert RowMapper(schema)(value) == expected


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ("null", 1),
        ("nobody", 1),
        ({"type": "record", "name": "r", "fields": [{"name": "a", "type": "int"}]}, {}),
        ({"type": "record", "name": "r", "fields": []}, 3),
        (["int", "string"], b"x"),
        ({"type": "enum"}, "A"),
        (3, 3),
    ],
)
def test_rows_that_are_not_of_their_schema(schema: object, value: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - texts differ by case
        RowMapper(schema)(value)


def test_depth_of_rows_and_schemas_is_limited() -> None:
    node: dict[str, object] = {"next": None}
    for _ in range(100_000):
        node = {"next": node}
    chain = {"type": "record", "name": "n", "fields": [{"name": "next", "type": ["null", "n"]}]}
    with pytest.raises(LimitExceeded, match="row nested"):
        RowMapper(chain)(node)
    schema: object = "int"
    for _ in range(100_000):
        schema = {"type": "array", "items": schema}
    with pytest.raises(LimitExceeded, match="schema nested"):
        RowMapper(schema)


def test_simple_name_prefers_its_own_namespace() -> None:
    inner = {"type": "record", "name": "b.R", "fields": [{"name": "q", "type": "T"}]}
    schema = {
        "type": "record",
        "name": "top",
        "fields": [
            {"name": "one", "type": {"type": "fixed", "name": "T", "size": 1}},
            {"name": "two", "type": {"type": "enum", "name": "b.T", "symbols": ["S"]}},
            {"name": "r", "type": inner},
        ],
    }
    assert RowMapper(schema)({"one": b"1", "two": "S", "r": {"q": "S"}})["r"] == {"q": "S"}


# --- views -------------------------------------------------------------------------------------------


def test_ordering_limits() -> None:
    assert canonical_ordering(None) is None
    with pytest.raises(ValueError, match="unknown ordering type"):
        canonical_ordering(OrderingValue("nobody", 1))
    deep = OrderingValue("int", 1)
    for _ in range(1000):
        deep = OrderingValue("array", [deep])
    with pytest.raises(LimitExceeded):
        canonical_ordering(deep)


def test_findings_are_in_order_of_their_places() -> None:
    found = [
        Finding("b", "x", 10, ""),
        Finding("a", "x", 10, ""),
        Finding("z", "x", 9, ""),
        Finding("y", "x", None, ""),
    ]
    listed = canonical_findings(found)["findings"]
    assert [(f["requirement"], f["at"]) for f in listed] == [
        ("y", None),
        ("z", "9"),
        ("a", "10"),
        ("b", "10"),
    ]


# --- merge patch -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "patch", "merged"),
    [  # the examples of RFC 7396, appendix A
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        (["a", "b"], ["c", "d"], ["c", "d"]),
        ({"a": "b"}, ["c"], ["c"]),
        ({"a": "foo"}, None, None),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ],
)
def test_merge_patch(target: object, patch: object, merged: object) -> None:
    before = json.dumps(target)
    assert merge_patch(target, patch) == merged
    assert json.dumps(target) == before
