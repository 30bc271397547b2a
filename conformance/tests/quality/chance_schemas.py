# SPDX-License-Identifier: Apache-2.0
"""Schemas and rows that are wrong in one place, and numbers at their bounds, for mutants drawn by chance.

    drawn:schemas-N     drawn Avro schemas with one wrong place: writer and decoder, which share no code, both
                        refuse them
    drawn:rows-N        rows of drawn schemas with one wrong value: the writer refuses them; values at both
                        ends of a range are written, and fastavro reads what is written
    drawn:decimals-N    decimals of all widths: precision, scale and size decide alike in writer and decoder

The refusals are those of the Avro specification and of the canonical form of rows.
"""

from __future__ import annotations

import copy
import io
import json
import random
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import fastavro
from chance_asked import Asked, Failure, imported, numbered
from chance_avro import drawn_schema, drawn_value, named
from chance_descriptions import nodes, replaced
from hudi_conformance.canonical.rows import RowMapper

if TYPE_CHECKING:
    pass

_NUM_QUESTIONS, _NUM_EACH = 4, 60


def schema_questions() -> Iterator[Asked]:
    """All of them."""
    kinds = {"schemas": schema_fault, "rows": row_fault, "decimals": decimal_fault}
    yield from numbered(kinds, _NUM_QUESTIONS, _NUM_EACH, "schemas")


# --- schemas ------------------------------------------------------------------------------------------------


def _wrong_schemas(schema: Any) -> Iterator[Any]:
    """Copies of a schema, each wrong in one place."""
    for path, node in nodes(schema):
        if isinstance(node, dict) and isinstance(node.get("type"), str):
            for edit in _edits(node):
                yield replaced(schema, path, edit)
        is_union = isinstance(node, list) and (not path or path[-1] in {"type", "items", "values"})
        if is_union:
            for edit in ([*node, node[0]], [*node, ["null"]], [*node, 7]):
                yield replaced(schema, path, edit)


def _edits(node: dict[str, Any]) -> Iterator[Any]:
    kind = node["type"]
    required = {"record": ("name", "fields"), "enum": ("name", "symbols"), "fixed": ("name", "size"),
                "array": ("items",), "map": ("values",)}.get(kind, ())  # fmt: skip
    if "name" in node and not required:
        return  # a field
    yield {**node, "type": "nothing"}
    yield {**node, "type": 7}
    for name in required:
        yield {key: value for key, value in node.items() if key != name}
        yield {**node, name: 7 if name != "size" else "7"}
        yield {**node, name: None}
    if "name" in required:
        yield {**node, "name": ""}
        yield {**node, "namespace": 7}
    if kind == "fixed":
        yield {**node, "size": -1}
    if kind == "enum":
        yield {**node, "symbols": [*node["symbols"], 7]}
    if kind == "record":
        fields = node["fields"]
        yield {**node, "fields": [*fields, {"name": "zz"}]}
        yield {**node, "fields": [*fields, {"type": "int"}]}
        yield {**node, "fields": [*fields, 7]}
        yield {**node, "fields": [*fields, {"name": 7, "type": "int"}]}
        yield {**node, "fields": [*fields, {"name": "zz", "type": "int"}, {"name": "zz", "type": "int"}]}
        yield {**node, "fields": [*fields, {"name": "zz", "type": copy.deepcopy(node)}]}  # defined twice
        yield {**node, "fields": [*fields, {"name": "zz", "type": "not.defined"}]}


def schema_fault(chance: random.Random) -> Failure:
    """What is wrong with how wrong schemas are taken."""
    schema = drawn_schema(chance, 0, [])
    writer, reader = imported("encode.avro.schema").parse_schema, imported("decode.avro.schema").parse_schema
    refusal, other = imported("encode.errors").EncodeError, imported("decode.avro.schema").SchemaError
    text = json.dumps(schema)
    reader(text)
    writer(text)
    wrong = list(_wrong_schemas(schema))
    for one in chance.sample(wrong, min(len(wrong), 12)):
        text = json.dumps(one)
        for parse, error, name in ((writer, refusal, "writer"), (reader, other, "decoder")):
            try:
                parse(text)
            except error:
                continue
            except Exception as fault:
                return f"{name}: {type(fault).__name__}: {fault}: {text}"
            return f"the {name} takes {text}"
    for wrong_text in ("", "{", "7", "null", "[", '"x"', json.dumps(schema)[:-1]):
        for parse, error in ((writer, refusal), (reader, other)):
            try:
                parse(wrong_text)
            except error:
                continue
            return f"{wrong_text!r} is taken"
    return None


# --- rows ---------------------------------------------------------------------------------------------------

_WRONG: dict[str, tuple[Any, ...]] = {
    "null": (0, "", False, "null"),
    "boolean": (0, 1, "true", None),
    "int": (1 << 31, -(1 << 31) - 1, "1", 1.0, True, None),
    "long": (str(1 << 63), str(-(1 << 63) - 1), 1, "", "1.0", "+1", " 1", "1\n", "0x1", None, "9" * 21),
    "float": ("1e39", "-1e39", 1.5, "", "nan", "inf", "1e", ".5", "1.", "1\n", "1e999", None),
    "double": ("1e309", 1.5, "", "nan", "infinity", "1e", ".5", "1.", "1\n", None, "--1"),
    "bytes": ("0", "zz", 7, None, ["00"]),
    "string": (7, None, ["a"], {"$utf8": "zz"}, {"$utf8": "61", "more": 1}, {"$hex": "61"}),
    "array": ({}, "", None, 7),
    "map": ([], "", None, 7, {"\ud800": None}),
    "record": ([], "", None, 7, {"not a field": 1}),
}
_ENDS: dict[str, tuple[Any, ...]] = {
    "int": (-(1 << 31), (1 << 31) - 1, 0, -1),
    "long": (str(-(1 << 63)), str((1 << 63) - 1), "0", "-0", "007"),
    "float": (
        "3.4028234663852886e38",
        "-3.4028234663852886e38",
        "NaN",
        "Infinity",
        "-Infinity",
        "1E5",
        "-0.0",
    ),
    "double": ("1.7976931348623157e308", "NaN", "-Infinity", "1e-400", "5", "0.1e+1"),
    "boolean": (True, False),
    "bytes": ("", "00", "FF"),
}


def row_fault(chance: random.Random) -> Failure:
    """What is wrong with how wrong and extreme rows are taken."""
    schema = drawn_schema(chance, 0, [])
    text = json.dumps(schema)
    kind = imported("encode.avro.schema").parse_schema(text)
    encode, refusal = imported("encode.avro.rows").encode_row, imported("encode.errors").EncodeError
    row = RowMapper(json.loads(text))(drawn_value(chance, schema, named(schema)))
    encode(kind, row)
    places = list(_places(schema, row, named(schema), ()))
    for path, part, value in chance.sample(places, min(len(places), 12)):
        name = part if isinstance(part, str) else part["type"]
        for wrong in _wrong_values(name, part, value):
            try:
                encode(kind, replaced(row, path, wrong))
            except refusal:
                continue
            except Exception as fault:
                return f"{type(fault).__name__}: {fault}: {wrong!r} as {part!r:.100}"
            return f"{wrong!r} is written as {part!r:.100}"
        for end in _ENDS.get(name, ()) if isinstance(part, str) else ():
            changed = replaced(row, path, end)
            if (found := _read(kind, changed, path, schema)) != (right := _right(name, end)):
                return f"{end!r} is written as {found}, not as {right}"
    return None


def _wrong_values(name: str, part: Any, value: Any) -> Iterator[Any]:
    if name == "fixed":
        yield from ("00" * (part["size"] + 1), "zz", None, 7)
        if part["size"]:
            yield "00" * (part["size"] - 1)
    elif name == "enum":
        yield from ("not a symbol", None, 7, "")
    elif isinstance(part, dict) and "logicalType" in part:
        yield None
    else:
        yield from _WRONG.get(name, ())
    if name == "record" and value:
        yield {**value, "zz": 1}
        yield {key: one for key, one in value.items() if key != next(iter(value))}


def _places(schema: Any, row: Any, known: dict[str, Any], path: tuple[Any, ...]) -> Iterator[Any]:
    """Paths into a row, with the schema and the value there; without unions and null in them."""
    if isinstance(schema, list):
        others = [branch for branch in schema if branch != "null"]
        if len(others) == 1 and len(schema) == 2 and row is not None:
            for place, part, value in _places(others[0], row, known, path):
                yield from [(place, part, value)] if place != path else ()
        elif isinstance(row, dict) and len(row) == 1:
            ((name, inner),) = row.items()
            names = {_branch(branch): branch for branch in schema}
            if name in names:
                for place, part, value in _places(names[name], inner, known, (*path, name)):
                    yield from [(place, part, value)] if place != (*path, name) else ()
        return
    if isinstance(schema, str) and schema in known:
        schema = known[schema]
    yield path, schema, row
    kind = schema if isinstance(schema, str) else schema["type"]
    if kind == "record":
        for field in schema["fields"]:
            yield from _places(field["type"], row[field["name"]], known, (*path, field["name"]))
    elif kind in {"array", "map"}:
        inner = schema["items" if kind == "array" else "values"]
        for key, one in row.items() if kind == "map" else enumerate(row):
            yield from _places(inner, one, known, (*path, key))


def _branch(schema: Any) -> str:
    if isinstance(schema, str):
        return schema
    return str(schema.get("name", schema["type"]))


def _read(kind: Any, row: Any, path: tuple[Any, ...], schema: Any) -> str:
    """What fastavro reads at a place of a row that is written."""
    written = imported("encode.avro.rows").encode_row(kind, row)
    parsed: Any = fastavro.parse_schema(json.loads(json.dumps(schema)))
    value: Any = fastavro.schemaless_reader(io.BytesIO(written.data), parsed, None)
    for part in path:
        if isinstance(value, list) or (isinstance(value, dict) and part in value):
            value = value[part]  # else: the name of a branch, which fastavro leaves out
    return repr(value)


def _right(name: str, end: Any) -> str:
    """The same value from its text."""
    if name in {"int", "long", "boolean"}:
        return repr(int(end) if name == "long" else end)
    if name == "bytes":
        return repr(bytes.fromhex(end))
    number = float(end.replace("Infinity", "inf"))
    return repr(struct.unpack(">f", struct.pack(">f", number))[0] if name == "float" else number)


# --- decimals -----------------------------------------------------------------------------------------------


def decimal_fault(chance: random.Random) -> Failure:
    """What is wrong with a decimal type and its values at the ends of its range."""
    size = chance.choice((0, 1, 2, 3, 4, 7, 8, 9, 16))
    bits = 8 * size
    most = len(str((1 << bits - 1) - 1)) - 1 if size else 0  # digits that every number has room for
    precision = chance.choice((most - 1, most, most + 1, 1, 5, 18, 38, 0, -1))
    scale = chance.choice((0, 1, precision - 1, precision, precision + 1, -1))
    base = chance.choice((
        {"type": "bytes"}, {"type": "fixed", "name": "f", "size": size}, {"type": "string"}, {"type": "int"}
    ))  # fmt: skip
    schema = {**base, "logicalType": "decimal", "precision": precision, "scale": scale}
    if scale == 0 and chance.random() < 0.5:
        del schema["scale"]
    has_room = base["type"] == "bytes" or (base["type"] == "fixed" and precision <= most)
    is_decimal = has_room and precision >= 1 and 0 <= scale <= precision
    text = json.dumps({"type": "record", "name": "r", "fields": [{"name": "d", "type": schema}]})
    kind = imported("encode.avro.schema").parse_schema(text)
    clean = imported("decode.avro.schema").parse_schema(text)
    encode, refusal = imported("encode.avro.rows").encode_row, imported("encode.errors").EncodeError
    if not is_decimal:
        rows: dict[str, Any] = {"bytes": "00ff", "fixed": "7f" * size, "string": "t", "int": 5}
        return _kept(kind, clean, {"d": rows[base["type"]]}, schema)
    largest = 10**precision - 1
    for number in (largest, -largest, 0, 1, -1, 128, -129):
        if abs(number) > largest:
            continue
        row = {"d": _decimal_text(number, scale)}
        if fault := _kept(kind, clean, row, schema):
            return fault
        data: bytes = encode(kind, row).data
        stored = data if base["type"] == "fixed" else data[-(data[0] >> 1) :]
        if int.from_bytes(stored, "big", signed=True) != number:
            return f"{number} is stored as {stored.hex()} by {schema}"
        is_signed = len(stored) > 1 and stored[0] in {0, 255} and (stored[0] == 255) == (stored[1] > 127)
        if base["type"] == "bytes" and is_signed:
            return f"{number} is stored as {stored.hex()}, which is not the shortest"
    beyond = _decimal_text(10**precision, scale)
    finer = f"0.{'0' * scale}1"
    for wrong in (beyond, f"-{beyond}", finer, "", "1e1", "+1", ".5", "1.", " 1", "1\n", 1, None, "9" * 1001):
        try:
            encode(kind, {"d": wrong})
        except refusal:
            continue
        return f"{wrong!r:.60} is written as {schema}"
    return None


def _decimal_text(number: int, scale: int) -> str:
    digits = str(abs(number)).zfill(scale + 1)
    whole, fraction = digits[: len(digits) - scale], digits[len(digits) - scale :]
    return f"{'-' if number < 0 else ''}{whole}{'.' if scale else ''}{fraction}"


def _kept(kind: Any, clean: Any, row: Any, schema: Any) -> Failure:
    """A row that is written is read again."""
    written = imported("encode.avro.rows").encode_row(kind, row)
    datum = imported("decode.avro.datum").Datum(written.data)
    read = RowMapper(clean.tree)(clean.decode(datum, 0))
    if datum.pos != len(written.data) or read != row or written.row != row:
        return f"{row} is read as {read}, told as {written.row}, by {schema}"
    return None
