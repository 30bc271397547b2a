# SPDX-License-Identifier: Apache-2.0
"""Random schemas and random records of them, written by fastavro: the kernel equals the careful decoder."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pytest
from bulk_factory import avro_block, batches_of, datum, record
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.decode.bulk.shape import Kind, row_shape
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from instruments.fuzz.equality import bulk_records as bulk
from instruments.fuzz.equality import careful_records as careful

pytest.importorskip("numba", reason="needs the extra `fast`")

Typed = tuple[Any, st.SearchStrategy[Any]]  # Avro type, values of it
INTS = st.integers(-(1 << 31), (1 << 31) - 1) | st.integers(-70, 70)
LONGS = st.integers(-(1 << 63), (1 << 63) - 1) | st.integers(-70, 70)
PRIMITIVES: list[Typed] = [
    ("null", st.none()),
    ("boolean", st.booleans()),
    ("int", INTS),
    ("long", LONGS),
    ("float", st.floats(width=32)),
    ("double", st.floats()),
    ("string", st.text(max_size=40)),
    ("bytes", st.binary(max_size=40)),
    ({"type": "int", "logicalType": "date"}, INTS),
    ({"type": "int", "logicalType": "time-millis"}, INTS),
    ({"type": "long", "logicalType": "time-micros"}, LONGS),
    ({"type": "long", "logicalType": "timestamp-millis"}, LONGS),
    ({"type": "long", "logicalType": "timestamp-micros"}, LONGS),
    ({"type": "long", "logicalType": "local-timestamp-micros"}, LONGS),
    (
        {"type": "bytes", "logicalType": "decimal", "precision": 20, "scale": 3},
        st.binary(min_size=1, max_size=9),
    ),
    ({"type": "bytes", "logicalType": "decimal", "precision": 3}, st.binary(min_size=1, max_size=2)),
    ({"type": "string", "logicalType": "uuid"}, st.text(max_size=3)),
    (["null", "int", "string"], st.none() | INTS | st.text(max_size=3)),
]


@st.composite
def types(draw: st.DrawFn, names: Iterator[int], depth: int) -> Typed:
    kinds = ["primitive", "primitive", "nullable", "named"]
    kind = draw(st.sampled_from(kinds + ["array", "map", "record"] * (depth > 0)))
    if kind == "primitive":
        return draw(st.sampled_from(PRIMITIVES))
    if kind == "named":
        number = next(names)
        if draw(st.booleans()):
            symbols = [f"S{n}" for n in range(draw(st.integers(1, 200)))]
            return {"type": "enum", "name": f"E{number}", "symbols": symbols}, st.sampled_from(symbols)
        size = draw(st.integers(0, 20))
        fixed: dict[str, Any] = {"type": "fixed", "name": f"F{number}", "size": size}
        if size and draw(st.booleans()):
            fixed |= {"logicalType": "decimal", "precision": max(math.floor(2.4 * size - 1), 1), "scale": 1}
        return fixed, st.binary(min_size=size, max_size=size)
    inner, values = draw(types(names, depth - 1))
    if kind == "nullable":
        if isinstance(inner, list) or inner == "null":
            return inner, values
        return draw(st.sampled_from([["null", inner], [inner, "null"]])), st.none() | values
    if kind == "array":
        return {"type": "array", "items": inner}, st.lists(values, max_size=5)
    if kind == "map":
        return {"type": "map", "values": inner}, st.dictionaries(st.text(max_size=5), values, max_size=4)
    fields = [(inner, values), *draw(st.lists(types(names, depth - 1), max_size=3))]
    return _record(f"R{next(names)}", fields)


def _record(name: str, fields: list[Typed]) -> Typed:
    members = [{"name": f"f{i}", "type": type_} for i, (type_, _) in enumerate(fields)]
    values = st.fixed_dictionaries({f"f{i}": values for i, (_, values) in enumerate(fields)})
    return {"type": "record", "name": name, "fields": members}, values


@st.composite
def files(draw: st.DrawFn) -> bytes:
    names = itertools.count()
    schema, values = _record("Top", draw(st.lists(types(names, 3), min_size=1, max_size=5)))
    blocks = draw(st.lists(st.lists(values, max_size=4), min_size=1, max_size=3))
    return b"".join(avro_block(schema, [datum(schema, value) for value in rows]) for rows in blocks)


SETTINGS = settings(max_examples=120, suppress_health_check=list(HealthCheck))


@SETTINGS
@given(files(), st.sampled_from([1, 3, 65536]))
def test_random_records_of_random_schemas(data: bytes, batch_rows: int) -> None:
    shown = bulk(data, batch_rows)
    assert shown == careful(data)
    assert not isinstance(shown, str)
    assert not shown[1]


@pytest.mark.own_job
@SETTINGS
@given(files(), st.data())
def test_changed_bytes_never_make_a_difference(data: bytes, draw: st.DataObject) -> None:
    at = data.index(b'"Top"')
    changed = bytearray(data)
    for _ in range(draw.draw(st.integers(1, 4))):
        changed[draw.draw(st.integers(at, len(data) - 13))] = draw.draw(st.integers(0, 255))
    assert bulk(bytes(changed)) == careful(bytes(changed))


@pytest.mark.parametrize(
    ("type_", "value", "arrow"),
    [
        ("long", 1 << 62, pa.int64()),
        ({"type": "int", "logicalType": "date"}, 19000, pa.date32()),
        ({"type": "long", "logicalType": "timestamp-micros"}, -1, pa.timestamp("us", "UTC")),
        ({"type": "long", "logicalType": "timestamp-nanos"}, -1, pa.timestamp("ns", "UTC")),
        ({"type": "long", "logicalType": "local-timestamp-millis"}, 5, pa.timestamp("ms")),
        (
            {"type": "bytes", "logicalType": "decimal", "precision": 38, "scale": 2},
            b"\xff\x00",
            pa.decimal128(38, 2),
        ),
        ({"type": "enum", "name": "E", "symbols": ["A", "B"]}, "B", pa.dictionary(pa.int32(), pa.string())),
        ({"type": "fixed", "name": "F", "size": 3}, b"abc", pa.binary(3)),
        (
            {"type": "map", "values": "int"},
            {"k": 1},
            pa.map_(pa.string(), pa.field("value", pa.int32(), nullable=False)),
        ),
    ],
)
def test_arrow_types(type_: Any, value: Any, arrow: pa.DataType) -> None:
    from hudi_conformance.decode.bulk.program import compile_program

    schema = record(v=type_)
    program = compile_program(row_shape(parse_schema(json.dumps(schema)).tree))
    assert program is not None
    data = avro_block(schema, [datum(schema, {"v": value})])
    (batch,) = batches_of(data)
    assert batch.schema.field("v").type == arrow
    assert bulk(data) == careful(data)


ENUM = {"type": "enum", "name": "E", "symbols": ["A", "B"]}
INSIDE = {"type": "record", "name": "R", "fields": [{"name": "e", "type": ENUM}]}


@pytest.mark.parametrize(
    ("type_", "values"),
    [
        (ENUM, ["B", "A"]),
        (["null", ENUM], [None, "B"]),
        (["null", INSIDE], [None, None]),
        (["null", INSIDE], [None, {"e": "B"}]),
        ({"type": "array", "items": INSIDE}, [[], [{"e": "B"}]]),
        ({"type": "map", "values": ["null", INSIDE]}, [{}, {"k": None, "l": {"e": "A"}}]),
    ],
)
def test_enums_have_the_dictionary_of_their_schema_on_both_ways(type_: Any, values: list[Any]) -> None:
    # A fixed of no bytes makes the kernel leave the whole schema to the careful decoder.
    nothing = {"type": "fixed", "name": "Nothing", "size": 0}
    for schema in (record(v=type_), record(v=type_, careful=nothing)):
        rows = [{"v": value, "careful": b""} for value in values]
        data = avro_block(schema, [datum(schema, row) for row in rows])
        (batch,) = batches_of(data)
        batch.validate(full=True)
        assert bulk(data) == careful(data)
        column = batch.column(0)
        while not pa.types.is_dictionary(column.type):
            if pa.types.is_struct(column.type):
                column = column.field(0)
            else:
                column = column.items if pa.types.is_map(column.type) else column.values
        assert column.dictionary.to_pylist() == ["A", "B"]


DEEP: Any = "int"
for _level in range(40):
    DEEP = {"type": "array", "items": DEEP}


@pytest.mark.parametrize(
    ("type_", "value", "is_json"),
    [
        (["int", "string"], "x", True),
        (
            {"type": "record", "name": "N", "fields": [{"name": "n", "type": ["null", "N"]}]},
            {"n": {"n": None}},
            True,
        ),
        ({"type": "bytes", "logicalType": "decimal", "precision": 77, "scale": 2}, b"\x7f", True),
        ({"type": "bytes", "logicalType": "decimal", "precision": 60, "scale": 2}, b"\x7f", False),
        ({"type": "bytes", "logicalType": "decimal", "precision": 2}, b"\x7f\xff", True),
        ({"type": "fixed", "name": "F", "size": 0}, b"", True),
        ({"type": "fixed", "name": "F", "size": 70}, bytes(70), False),
        ({"type": "array", "items": "null"}, [None] * 9, False),
        ({"type": "record", "name": "Empty", "fields": []}, {}, False),
        (DEEP, [[[]]], True),
    ],
)
def test_what_the_kernel_does_not_know_is_decoded_with_care(type_: Any, value: Any, is_json: bool) -> None:
    schema = record(a="int", v=type_)
    data = avro_block(schema, [datum(schema, {"a": 1, "v": value})] * 3)
    assert bulk(data) == careful(data)
    (batch,) = batches_of(data)
    assert batch.schema.field("a").type == pa.int32()
    metadata = batch.schema.field("v").metadata or {}
    assert (metadata.get(b"hudi.encoding") == b"canonical-json") == is_json


@pytest.mark.parametrize(("depth", "kind"), [(31, Kind.RECORD), (32, Kind.JSON), (60, Kind.JSON)])
def test_records_inside_of_each_other_are_columns_down_to_a_depth(depth: int, kind: Kind) -> None:
    type_: Any = "int"
    for level in range(depth):
        type_ = {"type": "record", "name": f"R{level}", "fields": [{"name": "f", "type": type_}]}
    shape = row_shape(parse_schema(json.dumps(record(v=type_))).tree)
    assert shape.columns[0].kind is kind


def test_a_schema_that_is_no_record_has_one_column() -> None:
    schema = {"type": "map", "values": "long"}
    data = avro_block(schema, [datum(schema, {"a": 1}), datum(schema, {})])
    assert bulk(data) == careful(data)
    (batch,) = batches_of(data)
    assert batch.schema.names == ["value"]


def test_a_record_without_fields() -> None:
    schema = record()
    data = avro_block(schema, [b"", b""])
    assert bulk(data) == careful(data)


def test_types_that_use_each_other_over_and_over_do_not_blow_up() -> None:
    fields = [{"name": "f0", "type": record(x="int") | {"name": "T0"}}]
    for level in range(1, 25):
        inner = [{"name": name, "type": f"T{level - 1}"} for name in ("a", "b")]
        fields.append({"name": f"f{level}", "type": {"type": "record", "name": f"T{level}", "fields": inner}})
    shape = row_shape(parse_schema(json.dumps({"type": "record", "name": "Top", "fields": fields})).tree)
    assert shape.columns[3].kind is Kind.RECORD
    assert shape.columns[-1].kind is Kind.JSON
