# SPDX-License-Identifier: Apache-2.0
"""Avro binary of the reference writer: as an Avro library and our own decoder read it, and byte by byte."""

from __future__ import annotations

import io
import json
import math
from typing import Any

import fastavro
import pytest
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.avro.datum import Datum
from hudi_conformance.decode.avro.schema import parse_schema as parse_for_decoder
from hudi_conformance.encode import EncodeError
from hudi_conformance.encode.avro import rows as avro_rows
from hudi_conformance.encode.avro.binary import ArrayForm, encode_datum, encode_items, encode_long
from hudi_conformance.encode.avro.rows import avro_value, encode_row
from hudi_conformance.encode.avro.schema import parse_schema
from hypothesis import given
from hypothesis import strategies as st
from instruments.recipes.files import recipe_files

INT64 = st.integers(-(2**63), 2**63 - 1)


def read(schema: Any, data: bytes) -> Any:
    """One value by fastavro, without conversions of logical types, union branches told."""
    source = io.BytesIO(data)
    value = fastavro.schemaless_reader(
        source, fastavro.parse_schema(physical(schema)), return_record_name=True, return_named_type=True
    )
    assert not source.read(), "bytes after the datum"
    return value


def physical(node: Any) -> Any:
    if isinstance(node, list):
        return [physical(branch) for branch in node]
    if isinstance(node, dict):
        return {key: physical(value) for key, value in node.items() if key != "logicalType"}
    return node


@given(INT64)
def test_long_as_an_avro_library_reads_it(value: int) -> None:
    assert read("long", encode_long(value)) == value


@given(st.lists(INT64), st.sampled_from(ArrayForm))
def test_all_forms_of_an_array_read_alike(values: list[int], form: ArrayForm) -> None:
    data = encode_items([encode_long(value) for value in values], form)
    assert read({"type": "array", "items": "long"}, data) == values


def avro_blocks() -> list[Any]:
    found = []
    for path in recipe_files():
        for block in json.loads(path.read_text(encoding="utf-8"))["blocks"]:
            schema = block.get("header", {}).get("SCHEMA")
            if schema and block.get("records") and "content_hex" not in block:
                found.append(
                    pytest.param(json.loads(schema), block["records"][:40], id=path.name.split(".")[0])
                )
    return found


@pytest.mark.parametrize(("schema", "rows"), avro_blocks())
@pytest.mark.parametrize("form", ArrayForm)
def test_rows_of_all_recipes_read_back(schema: Any, rows: list[Any], form: ArrayForm) -> None:
    kind = parse_schema(json.dumps(schema))
    for row in rows:
        datum = encode_row(kind, row, form)
        assert physically_equal(read(schema, datum.data), row, schema)


@pytest.mark.parametrize(("schema", "rows"), avro_blocks())
def test_library_and_own_writer_give_what_the_own_decoder_reads(schema: Any, rows: list[Any]) -> None:
    text = json.dumps(schema)
    kind, decoder = parse_schema(text), parse_for_decoder(text)
    assert kind.library is not None
    for row in rows:
        value = avro_value(kind, row, "row")
        data = avro_rows._assemble(kind, value, ArrayForm.ONE)
        if "$utf8" not in json.dumps(row):
            assert encode_datum(kind.library, value) == data
        assert RowMapper(schema)(decoder.decode(Datum(data), 0)) == encode_row(kind, row).row


def test_a_schema_that_the_library_refuses_is_written_all_the_same() -> None:
    kind = parse_schema(json.dumps({"type": "enum", "name": "e", "symbols": ["a b", "c"]}))
    assert kind.library is None
    assert encode_row(kind, "c").data.hex() == "02"


def test_a_decimal_that_its_fixed_cannot_hold_is_none() -> None:
    schema = {"type": "fixed", "name": "f", "size": 1, "logicalType": "decimal", "precision": 3}
    assert encode_row(parse_schema(json.dumps(schema)), "fe").data.hex() == "fe"


def physically_equal(value: Any, row: Any, schema: Any) -> bool:
    """Whether the library's value is the row, by the mapper of rows that decoders use.

    Wide unions are left out: no library tells an int branch from a long one. Their bytes are below.
    """
    narrow = [f for f in schema["fields"] if not (isinstance(f["type"], list) and len(f["type"]) > 2)]
    shown = RowMapper(schema | {"fields": narrow})(untold(value))
    wanted = encode_row(parse_schema(json.dumps(schema)), row).row
    return bool(shown == {field["name"]: wanted[field["name"]] for field in narrow})


def untold(value: Any) -> Any:
    """Drop the branch names that fastavro tells for named types."""
    if isinstance(value, tuple):
        return untold(value[1])
    if isinstance(value, list):
        return [untold(item) for item in value]
    if isinstance(value, dict):
        return {key: untold(item) for key, item in value.items()}
    return value


@pytest.mark.parametrize(
    ("schema", "row", "data"),
    [
        ("null", None, ""),
        ("boolean", True, "01"),
        ("int", -1, "01"),
        ("int", 2147483647, "feffffff0f"),
        ("int", -2147483648, "ffffffff0f"),
        ("long", "-9223372036854775808", "ffffffffffffffffff01"),
        ("float", "1.5", "0000c03f"),
        ("float", "-0.0", "00000080"),
        ("float", "NaN", "0000c07f"),
        ("double", "-Infinity", "000000000000f0ff"),
        ("double", "0.1", "9a9999999999b93f"),
        ("bytes", "00ff", "0400ff"),
        ("string", "é", "04c3a9"),
        ({"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2}, "-1.28", "0280"),
        ({"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2}, "1.28", "040080"),
        ({"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2}, "0.00", "0200"),
        (
            {"type": "fixed", "name": "f", "size": 3, "logicalType": "decimal", "precision": 6, "scale": 0},
            "-2",
            "fffffe",
        ),
        ({"type": "enum", "name": "e", "symbols": ["A", "B"]}, "B", "02"),
        ({"type": "fixed", "name": "f", "size": 2}, "0102", "0102"),
        (["null", "int"], None, "00"),
        (["null", "int"], 3, "0206"),
        (["int", "null"], None, "02"),
        (["int", "null"], 3, "0006"),
        (["int", "long"], {"long": "3"}, "0206"),
        (["null", "int", "string"], {"string": "a"}, "040261"),
        (["null", "int", "long"], {"int": 3}, "0206"),
        (["null", "int", "long"], {"long": "3"}, "0406"),
        (["float", "double"], {"double": "0.5"}, "02000000000000e03f"),
        (["null", {"type": "array", "items": "int"}, "int"], {"array": [1]}, "02020200"),
        (["null", {"type": "map", "values": "int"}, "int"], {"map": {}}, "0200"),
        (["null", "bytes", {"type": "fixed", "name": "n.f", "size": 1}], {"n.f": "07"}, "0407"),
        (["string", {"type": "enum", "name": "e", "namespace": "n", "symbols": ["A"]}], {"n.e": "A"}, "0200"),
        # free in Avro, pinned here: one block with a positive count, the order of the row
        ({"type": "map", "values": "int"}, {"b": 1, "a": 2}, "0402620202610400"),
        ({"type": "array", "items": "int"}, [3, 1, 2], "0606020400"),
        ({"type": "array", "items": {"type": "array", "items": "int"}}, [[], [1]], "0400020200" + "00"),
        ({"type": "string"}, {"$utf8": "ff"}, "02ff"),
        (["bytes", "string"], {"string": {"$utf8": "ff"}}, "0202ff"),
        ({"type": "array", "items": "int"}, [], "00"),
    ],
)
def test_bytes_of_one_value(schema: Any, row: Any, data: str) -> None:
    made = encode_row(parse_schema(json.dumps(schema)), row)
    assert (made.data.hex(), made.row) == (data, row)


@given(st.floats(width=32), st.floats())
def test_floating_values_keep_their_bits(single: float, double: float) -> None:
    for kind, value in (("float", single), ("double", double)):
        text = "NaN" if math.isnan(value) else RowMapper(kind)(value)
        back = read(kind, encode_row(parse_schema(json.dumps(kind)), text).data)
        assert (
            math.isnan(back)
            if math.isnan(value)
            else (back, math.copysign(1, back)) == (value, math.copysign(1, value))
        )


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "5",
        '"integer"',
        '{"type":"record","name":"r"}',
        '{"type":"record","fields":[]}',
        '{"type":"enum","name":"e","symbols":"A"}',
        '{"type":"fixed","name":"f","size":-1}',
        '["int","int"]',
        '["null",["int"]]',
        '[{"type":"fixed","name":"f","size":1},{"type":"fixed","name":"f","size":2}]',
        "[" * 5000,
        '{"type":' * 300 + '"int"' + "}" * 300,
    ],
)
def test_schemas_that_do_not_parse(text: str) -> None:
    with pytest.raises(EncodeError) as caught:
        parse_schema(text)
    assert caught.value.requirement == "log.header.schema-json"


def test_every_schema_of_the_recipes_parses_in_an_avro_library_too() -> None:
    for block in avro_blocks():
        fastavro.parse_schema(json.loads(json.dumps(block.values[0])))
