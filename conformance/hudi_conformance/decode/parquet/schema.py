# SPDX-License-Identifier: Apache-2.0
"""Types of stored Parquet columns as Avro types, to detect changes since a file was written.

| stored | Avro |
|---|---|
| integers of up to 32 bits; other integers | int; long |
| half, float; double | float; double |
| text; binary; binary of a fixed length | string; bytes; fixed |
| decimal | bytes with the logical type decimal |
| date; time; timestamp | int or long with the logical type of the unit |
| list, map, struct | array, map, record |

Other columns have the type in the Avro schema of the footer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import count
from typing import Any

import pyarrow as pa

from hudi_conformance.model.common import AvroSchema

MAX_DEPTH = 64
_UNITS = {"ms": "millis", "us": "micros", "ns": "nanos", "s": "millis"}
_NAME = re.compile(r'("type": "(?:record|fixed)", "name": )"\w+"')
_types = pa.types
_OPEN: dict[str, Any] = {"type": "record"}  # of columns that no schema names: these have their stored types
_SPARE = {"typed_value": _OPEN}  # of a shredded VARIANT [logical.variant.shredded]


def avro_of_arrow(stored: pa.Schema, hint: AvroSchema) -> AvroSchema:
    """A record of the stored columns.

    Args:
        stored: schema of the file from the library.
        hint: Avro record that names unions and recursive types.
    """
    return _record(stored, hint, 0)


def text_of_columns(stored: pa.Schema) -> str:
    """An Avro record of the stored columns, by these alone; each record inside has a separate name."""
    numbers = count()
    text = json.dumps(_record(stored, _OPEN, 0))
    return _NAME.sub(lambda match: f'{match[1]}"stored_{next(numbers)}"', text)


def _record(members: pa.Schema | pa.StructType, hint: AvroSchema, depth: int) -> AvroSchema:
    known: dict[str, Any] = dict.fromkeys((m.name for m in members), hint) if hint is _OPEN else {}
    if isinstance(hint, Mapping) and isinstance(hint.get("fields"), list):
        known = {member["name"]: member["type"] for member in hint["fields"]}
    stored = [members.field(i) for i in range(len(members))]  # a struct of Arrow 17 has no list of names
    fields = [
        {"name": m.name, "type": _node(m, known.get(m.name, _SPARE.get(m.name)), depth + 1)} for m in stored
    ]
    return {"type": "record", "name": "stored", "fields": fields}


def _node(member: pa.Field, hint: AvroSchema, depth: int) -> AvroSchema:
    is_open = isinstance(hint, list) and "null" in hint
    inner = [branch for branch in hint if branch != "null"] if isinstance(hint, list) else [hint]
    if len(inner) > 1 or depth > MAX_DEPTH:
        return hint  # a union of several types is stored as a struct of its branches
    converted = _type(member.type, inner[0] if inner else None, depth)
    return ["null", converted] if member.nullable or is_open else converted


def _type(kind: pa.DataType, hint: AvroSchema, depth: int) -> AvroSchema:
    if isinstance(hint, Mapping) and isinstance(hint.get("type"), Mapping | list):
        hint = hint["type"]
    if isinstance(kind, pa.BaseExtensionType):
        return _type(kind.storage_type, hint, depth)
    if _types.is_dictionary(kind):
        return _type(kind.value_type, hint, depth)
    if _types.is_struct(kind):
        if hint is None:
            return "null"
        is_record = isinstance(hint, Mapping) and hint.get("type") in {"record", "error"}
        return _record(kind, hint if is_record else None, depth)
    items = hint.get("items", hint if hint is _OPEN else None) if isinstance(hint, Mapping) else None
    if _types.is_list(kind) or _types.is_large_list(kind) or _types.is_fixed_size_list(kind):
        return {"type": "array", "items": _node(kind.value_field, items, depth + 1)}
    if _types.is_map(kind):
        values = hint.get("values") if isinstance(hint, Mapping) else None
        return {"type": "map", "values": _node(kind.item_field, values, depth + 1)}
    return _leaf(kind, hint)


def _leaf(kind: pa.DataType, hint: AvroSchema) -> AvroSchema:
    if _types.is_decimal(kind):
        return {
            "type": "bytes", "logicalType": "decimal", "precision": kind.precision, "scale": kind.scale,
        }  # fmt: skip
    if _types.is_fixed_size_binary(kind):
        fixed = {"type": "fixed", "name": "stored_fixed", "size": kind.byte_width}
        is_vector = isinstance(hint, Mapping) and hint.get("logicalType") == "vector"
        return {**hint, **fixed} if is_vector else fixed
    if _types.is_date32(kind):
        return {"type": "int", "logicalType": "date"}
    if _types.is_time(kind):
        unit = _UNITS[kind.unit]
        return {"type": "int" if unit == "millis" else "long", "logicalType": f"time-{unit}"}
    if _types.is_timestamp(kind):
        local = "" if kind.tz else "local-"
        return {"type": "long", "logicalType": f"{local}timestamp-{_UNITS[kind.unit]}"}
    for is_kind, name in _LEAVES:
        if is_kind(kind):
            return name
    return "null" if hint is None else hint


def _is_int(kind: pa.DataType) -> bool:
    return bool(_types.is_integer(kind) and (kind.bit_width < 32 or kind == pa.int32()))


_LEAVES = (
    (_is_int, "int"), (_types.is_integer, "long"), (_types.is_boolean, "boolean"),
    (_types.is_float64, "double"), (_types.is_floating, "float"),
    (_types.is_string, "string"), (_types.is_large_string, "string"),
    (_types.is_binary, "bytes"), (_types.is_large_binary, "bytes"),
)  # fmt: skip
