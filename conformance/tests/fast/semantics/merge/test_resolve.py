# SPDX-License-Identifier: Apache-2.0
"""Rows of an older schema: the same as what a library reads by Avro's resolution."""

from __future__ import annotations

import io
import itertools
import json
from typing import Any

import fastavro
import pytest
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.errors import Reject
from hudi_conformance.semantics.merge.resolve import resolver
from hypothesis import given
from hypothesis import strategies as st

VALUES: dict[str, st.SearchStrategy[Any]] = {
    "int": st.integers(-(1 << 31), (1 << 31) - 1),
    "long": st.integers(-(1 << 53), 1 << 53),
    # Of few digits: Hudi widens a float by its shortest text, the library by its bits.
    "float": st.integers(-(1 << 20), 1 << 20).map(lambda number: number / 8),
    "double": st.floats(allow_nan=False),
    "string": st.text(max_size=5),
    "boolean": st.booleans(),
}
WIDER = {
    "int": ["int", "long", "float", "double"],
    "long": ["long", "float", "double"],
    "float": ["float", "double"],
}


NUMBERS = itertools.count()


@st.composite
def pairs(draw: st.DrawFn, depth: int = 2) -> tuple[Any, Any, st.SearchStrategy[Any]]:
    """A writer's type, a reader's type that it resolves to, and values of the first."""
    kinds = ["leaf", "nullable", *(["array", "map", "record"] if depth else [])]
    match draw(st.sampled_from(kinds)):
        case "leaf":
            name = draw(st.sampled_from(sorted(VALUES)))
            return name, draw(st.sampled_from(WIDER.get(name, [name]))), VALUES[name]
        case "nullable":
            name = draw(st.sampled_from(sorted(VALUES)))
            return ["null", name], ["null", name], st.none() | VALUES[name]
        case "array":
            writer, reader, values = draw(pairs(depth - 1))
            return (
                {"type": "array", "items": writer},
                {"type": "array", "items": reader},
                st.lists(values, max_size=3),
            )
        case "map":
            writer, reader, values = draw(pairs(depth - 1))
            inner = st.dictionaries(st.text(max_size=3), values, max_size=3)
            return {"type": "map", "values": writer}, {"type": "map", "values": reader}, inner
    return draw(records(depth - 1))


@st.composite
def records(draw: st.DrawFn, depth: int = 2) -> tuple[Any, Any, st.SearchStrategy[Any]]:
    name = f"R{next(NUMBERS)}"  # drawn numbers repeat, and a library refuses a name that is defined twice
    written, read, members = [], [], {}
    for number in range(draw(st.integers(1, 4))):
        writer, reader, values = draw(pairs(depth))
        written.append({"name": f"f{number}", "type": writer})
        members[f"f{number}"] = values
        if draw(st.booleans()):
            read.append({"name": f"f{number}", "type": reader})
    if draw(st.booleans()):
        read.insert(0, {"name": "more", "type": ["null", "string"], "default": None})
    if draw(st.booleans()):
        read.append({"name": "number", "type": "int", "default": 7})
    shapes = ({"type": "record", "name": name, "fields": fields} for fields in (written, read))
    return (*shapes, st.fixed_dictionaries(members))


@given(st.data())
def test_equals_a_library(data: st.DataObject) -> None:
    writer, reader, values = data.draw(records())
    value = data.draw(values)
    out = io.BytesIO()
    fastavro.schemaless_writer(out, fastavro.parse_schema(writer), value)
    out.seek(0)
    expected = fastavro.schemaless_reader(out, fastavro.parse_schema(writer), fastavro.parse_schema(reader))
    written, read = (parse_schema(json.dumps(schema)).tree for schema in (writer, reader))
    assert resolver(written, read)(value) == expected


@pytest.mark.parametrize(
    ("writer", "reader"),
    [
        ("long", "int"),
        ("string", "long"),
        ("boolean", "int"),
        ("boolean", "string"),
        (["null", "int", "string"], "int"),
        ("double", "float"),
    ],
)
def test_what_does_not_fit_is_refused(writer: Any, reader: Any) -> None:
    with pytest.raises(Reject) as caught:
        resolver(writer, reader)
    assert caught.value.code == "schema-mismatch"


def test_a_null_where_none_may_be_is_refused() -> None:
    with pytest.raises(Reject):
        resolver(["null", "int"], "int")(None)


def test_numbers_become_text_as_hudi_lets_a_column_evolve() -> None:
    assert resolver("int", "string")(5) == "5"
