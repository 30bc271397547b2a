# SPDX-License-Identifier: Apache-2.0
"""Avro values: equal to what a general-purpose reader says, and bounded where that one is not."""

from __future__ import annotations

import io
import json
import time
import tracemalloc
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import fastavro
import pytest
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.avro.datum import MAX_DEPTH, MAX_ZERO_SIZE, Datum, RepeatedMap
from hudi_conformance.decode.avro.schema import MAX_SCHEMA_DEPTH, MAX_SCHEMA_TEXT, SchemaError, parse_schema
from hudi_conformance.decode.log.avro_content import decode_avro_content
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import Span
from hypothesis import given, settings
from hypothesis import strategies as st


def decode(schema: Any, data: bytes) -> Any:
    datum = Datum(data)
    value = parse_schema(json.dumps(schema)).decode(datum, 0)
    assert datum.pos <= len(data)
    return value


def refusal(schema: Any, data: bytes) -> Reject:
    with pytest.raises(Reject) as caught:
        decode(schema, data)
    return caught.value


PRIMITIVES = {
    "null": st.none(),
    "boolean": st.booleans(),
    "int": st.integers(-(2**31), 2**31 - 1),
    "long": st.integers(-(2**63), 2**63 - 1),
    "float": st.floats(width=32),
    "double": st.floats(),
    "bytes": st.binary(max_size=9),
    "string": st.text(max_size=9),
}


@st.composite
def schemas(draw: st.DrawFn, depth: int = 0) -> tuple[Any, st.SearchStrategy[Any]]:
    """A schema, and a strategy for its values as fastavro writes and reads them."""
    kind = draw(
        st.sampled_from(
            [*PRIMITIVES, *([] if depth > 2 else ["record", "array", "map", "optional"]), "fixed", "enum"]
        )
    )
    name = "n"
    if kind in PRIMITIVES:
        return kind, PRIMITIVES[kind]
    if kind == "fixed":
        size = draw(st.integers(0, 9))
        return {"type": "fixed", "name": name, "size": size}, st.binary(min_size=size, max_size=size)
    if kind == "enum":
        return {"type": "enum", "name": name, "symbols": ["A", "B", "C"]}, st.sampled_from(["A", "B", "C"])
    inner, values = draw(schemas(depth=depth + 1))
    if kind == "array":
        return {"type": "array", "items": inner}, st.lists(values, max_size=4)
    if kind == "map":
        return {"type": "map", "values": inner}, st.dictionaries(st.text(max_size=4), values, max_size=3)
    if kind == "optional":
        if inner == "null" or isinstance(inner, list):
            return "long", PRIMITIVES["long"]
        return ["null", inner], st.none() | values
    second, more = draw(schemas(depth=depth + 1))
    fields = [{"name": "a", "type": inner}, {"name": "b", "type": second}]
    return {"type": "record", "name": name, "fields": fields}, st.fixed_dictionaries({"a": values, "b": more})


def named(schema: Any, names: Iterator[str]) -> Any:
    """The schema with a name of its own for each named type."""
    if isinstance(schema, list):
        return [named(branch, names) for branch in schema]
    if not isinstance(schema, dict):
        return schema
    given = {
        key: named(value, names) if key in {"items", "values", "type"} else value
        for key, value in schema.items()
    }
    if schema["type"] in {"fixed", "enum", "record"}:
        given["name"] = next(names)
    if "fields" in schema:
        given["fields"] = [{**field, "type": named(field["type"], names)} for field in schema["fields"]]
    return given


@settings(max_examples=300)
@given(st.data())
def test_equal_to_fastavro(data: st.DataObject) -> None:
    drawn, values = data.draw(schemas())
    schema = named(drawn, (f"n{number}" for number in count()))
    value = data.draw(values)
    parsed = fastavro.parse_schema(schema)
    file = io.BytesIO()
    fastavro.schemaless_writer(file, parsed, value)
    written = file.getvalue()
    theirs = fastavro.schemaless_reader(io.BytesIO(written), parsed, None)
    mapper = RowMapper(schema)
    datum = Datum(written)
    ours = parse_schema(json.dumps(schema)).decode(datum, 0)
    assert datum.pos == len(written)
    assert mapper(ours) == mapper(theirs)
    # Cut anywhere, it is refused or needs fewer bytes than it has; it never reads beyond its end.
    cut = data.draw(st.integers(0, len(written)))
    short = Datum(written)
    short.end = cut
    try:
        parse_schema(json.dumps(schema)).decode(short, 0)
    except Reject:
        assert cut < len(written)
    assert short.pos <= cut


R = {
    "type": "record",
    "name": "r",
    "namespace": "t",
    "fields": [{"name": "id", "type": "string"}, {"name": "v", "type": ["null", "int"]}],
}


def test_values() -> None:
    assert decode(R, bytes.fromhex("02 61 02 02")) == {"id": "a", "v": 1}
    assert decode(["null", "int", "string"], b"\x02\x03") == ("int", -2)
    assert decode(["int"], b"\x00\x03") == ("int", -2)
    assert decode(["null"], b"\x00") is None
    assert decode({"type": "array", "items": "int"}, bytes.fromhex("03 04 02 04 00")) == [1, 2]
    assert decode("string", b"\x04\xc3\x28") == b"\xc3\x28"
    assert decode("long", b"\xff" * 9 + b"\x01") == -(2**63)
    # The branch of a union of two records that look alike is what was written.
    a, b = (
        {"type": "record", "name": n, "namespace": "x", "fields": [{"name": "f", "type": "int"}]}
        for n in "ab"
    )
    assert decode([a, b], b"\x02\x02") == ("x.b", {"f": 1})
    linked = {"type": "record", "name": "l", "fields": [{"name": "n", "type": ["null", "l"]}]}
    assert decode(linked, b"\x02\x02\x00") == {"n": {"n": {"n": None}}}


@pytest.mark.parametrize(
    ("schema", "data", "code", "at"),
    [
        ("boolean", "02", "schema-mismatch", 0),
        ("int", "8080808010", "bad-varint", 0),
        ("int", "808080808001", "bad-varint", 0),
        ("long", "ffffffffffffffffff02", "bad-varint", 0),
        ("long", "ff" * 11, "bad-varint", 0),
        ("long", "ff", "truncated", 0),
        ("float", "0000", "truncated", 0),
        ("string", "09 61", "schema-mismatch", 0),
        ("string", "04 61", "truncated", 0),
        ("string", "feffffff0f 61", "truncated", 0),
        (["null", "int"], "04", "schema-mismatch", 0),
        (["null", "int"], "01", "schema-mismatch", 0),
        ({"type": "enum", "name": "e", "symbols": ["A"]}, "02", "schema-mismatch", 0),
        ({"type": "array", "items": "int"}, "feffffffffffffffff01", "count-too-large", 0),
        ({"type": "array", "items": "int"}, "ffffffffffffffffff01 00", "count-too-large", 0),
        ({"type": "array", "items": "int"}, "03 20 02 04 00", "length-mismatch", 0),
        ({"type": "map", "values": "null"}, "80808001 00", "count-too-large", 0),
        (R, "02 61 04", "schema-mismatch", 2),
    ],
)
def test_refusals(schema: Any, data: str, code: str, at: int) -> None:
    error = refusal(schema, bytes.fromhex(data))
    assert (error.code, error.at) == (code, at)


NULLS = {"type": "array", "items": "null"}


def varint(number: int) -> bytes:
    number <<= 1
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def test_bombs_of_zero_bytes() -> None:
    assert decode(NULLS, varint(1000) + b"\0") == [None] * 1000
    assert refusal(NULLS, varint(400_000_000) + b"\0").requirement == "limits.count-zero-size"
    # Few bytes, many runs: the allowance is for all of a block.
    many = (varint(MAX_ZERO_SIZE // 2)) * 4 + b"\0"
    assert refusal(NULLS, many).requirement == "limits.count-zero-size"


def test_bomb_of_doubling_records() -> None:
    """Each record holds the one before twice, and none has a byte."""
    schema: Any = {"type": "record", "name": "r0", "fields": []}
    for index in range(1, 40):
        fields = [{"name": "a", "type": schema}, {"name": "b", "type": f"r{index - 1}"}]
        schema = {"type": "record", "name": f"r{index}", "fields": fields}
    start = time.process_time()
    assert refusal(schema, b"").requirement == "limits.count-zero-size"
    assert time.process_time() - start < 20


def test_wide_records_of_nothing() -> None:
    fields = [{"name": f"f{index}", "type": "null"} for index in range(1000)]
    schema = parse_schema(json.dumps({"type": "record", "name": "r", "fields": fields}))
    num = 100_000
    content = (3).to_bytes(4) + num.to_bytes(4) + bytes(4 * num)
    tracemalloc.start()
    found = decode_avro_content(content, Span(0, len(content)), schema)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.rejection is not None
    assert found.rejection.requirement == "limits.count-zero-size"
    assert peak < 64 << 20


def test_depth() -> None:
    linked = {"type": "record", "name": "l", "fields": [{"name": "n", "type": ["null", "l"]}]}
    assert refusal(linked, b"\x02" * 60_000 + b"\0").requirement == "limits.depth"
    assert decode(linked, b"\x02" * (MAX_DEPTH // 2) + b"\0") is not None
    endless = {"type": "record", "name": "e", "fields": [{"name": "n", "type": "e"}]}
    assert refusal(endless, b"").requirement == "limits.depth"


@pytest.mark.parametrize(
    "text",
    [
        *Path(__file__).with_name("no_schemas.txt").read_text("utf-8").splitlines(),
        "",
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '"' * 50_000,
        '{"type": "array", "items": ' * (MAX_SCHEMA_DEPTH + 2) + '"int"' + "}" * (MAX_SCHEMA_DEPTH + 2),
        '{"type": "array", "items": ' * 50_000 + '"int"' + "}" * 50_000,
        json.dumps([f"t{index}" for index in range(10_000)]),
        pytest.param(json.dumps({"type": "int", "doc": "x" * MAX_SCHEMA_TEXT}), id="long"),
    ],
)
def test_no_schema(text: str) -> None:
    with pytest.raises(SchemaError):
        parse_schema(text)


def test_invalid_decimals_are_bytes() -> None:
    plain = {"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2}
    assert RowMapper(parse_schema(json.dumps(plain)).tree)(b"\xff\x85") == "-1.23"
    for wrong in ({"scale": 5}, {"precision": 0}, {"precision": "4"}, {"precision": 10**9, "scale": 10**9}):
        tree = parse_schema(json.dumps({**plain, **wrong})).tree
        assert RowMapper(tree)(b"\xff\x85") == "ff85"
    fixed = {"type": "fixed", "name": "f", "size": 2, "logicalType": "decimal", "precision": 5}
    assert RowMapper(parse_schema(json.dumps(fixed)).tree)(b"\xff\x85") == "ff85"


def content(*records: bytes, version: int = 3, num: int | None = None) -> bytes:
    head = version.to_bytes(4, signed=True) + (len(records) if num is None else num).to_bytes(4, signed=True)
    return head + b"".join(len(record).to_bytes(4) + record for record in records)


A, B = bytes.fromhex("02610202"), bytes.fromhex("026200")


@pytest.mark.parametrize(
    ("data", "num", "reject"),
    [
        (content(A, B), 2, None),
        (content(), 0, None),
        (content(A + b"padding", B), 2, None),
        (content(A, B) + b"trailing", 2, None),
        (content(A, B, num=1), 1, None),
        (content(A, B, version=1), 2, None),
        (content(A, B, version=2), 2, None),
        (content(A, B, version=0), None, ("bad-version", 10)),
        (content(A, B, version=4), None, ("bad-version", 10)),
        (b"", None, ("truncated", 10)),
        (b"\0\0\0\3\0\0\0", None, ("truncated", 10)),
        (content(A, B, num=-1), 0, ("count-too-large", 14)),
        (content(A, B, num=5), 2, ("count-too-large", 14)),
        (content(A, B, num=3), 2, ("truncated", 33)),
        (content(A)[:-1], 0, ("length-mismatch", 18)),
        (content(A[:2], B), 0, ("truncated", 24)),
        (content(A, b"\x02\x62\x09"), 1, ("schema-mismatch", 32)),
    ],
)
def test_content(data: bytes, num: int | None, reject: tuple[str, int] | None) -> None:
    buffer = b"x" * 10 + data + b"behind"
    found = decode_avro_content(buffer, Span(10, len(data)), parse_schema(json.dumps(R)))
    assert (None if found.records is None else len(found.records)) == num
    assert (None if found.rejection is None else (found.rejection.code, found.rejection.at)) == reject


def test_padding_and_trailing_bytes_are_told() -> None:
    data = content(A + b"pad", B) + b"tail"
    found = decode_avro_content(data, Span(0, len(data)), parse_schema(json.dumps(R)))
    assert found.padding == [Span(16, 3)]
    assert found.len_trailing == 4


def test_a_key_that_occurs_twice_is_remembered() -> None:
    found = parse_schema('{"type": "map", "values": "int"}').decode(Datum(b"\4\2a\2\2a\4\0"), 0)
    assert found == {"a": 2}
    assert isinstance(found, RepeatedMap)
    assert found.key == "a"
