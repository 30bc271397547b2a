# SPDX-License-Identifier: Apache-2.0
"""Rows of engines that return Arrow without an Avro schema: their Arrow types, and those of a base file.

Some engines have a single type for text and bytes, or a single unit of time; then the schema of a base file
determines the type of a column. Values never come from it.
"""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from hudi_conformance.adapters import loop
from hudi_conformance.adapters.filters import Query
from hudi_conformance.adapters.table_rows import table_rows
from hudi_conformance.decode.base_file import open_base_file
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.base_file import BaseFileName
from hudi_conformance.model.common import AvroSchema


def engine_rows(table: pa.Table, folder: str, query: Query) -> loop.Answer:
    """The value of `table.read` for an engine's table, typed by the newest base file of the folder.

    A query without columns has counted the rows.

    Raises:
        pa.ArrowException: a value does not fit the type that the file has.
        ValueError: a type that Hudi does not write.
    """
    if query.columns == ():
        return {"rows": [{}] * sum(table.column(0).to_pylist())}
    stored = stored_schema(Path(folder))
    known = {} if stored is None else {field.name: field.type for field in stored}
    fields = [
        pa.field(field.name, _retyped(field.type, known.get(field.name, field.type)))
        for field in table.schema
    ]
    typed = table.cast(pa.schema(fields), safe=False)
    schema = {"type": "record", "name": "row", "fields": [_field(field, "row") for field in typed.schema]}
    return table_rows(typed.to_batches(), schema)


def stored_schema(root: Path) -> pa.Schema | None:
    """Schema of the base file with the latest completed instant in its name, None if there is none."""
    pending = _pending(root)
    files = [
        (name.instant, path)
        for path in root.rglob("*")
        if ".hoodie" not in path.relative_to(root).parts
        and (name := BaseFileName.parse(path.name)) is not None
        and name.instant not in pending
    ]
    for _, path in sorted(files, reverse=True):
        try:
            return open_base_file(path).schema
        except (Reject, UnsupportedInput, OSError):
            continue
    return None


def _pending(root: Path) -> set[str]:
    """Times of pending instants: requested or inflight, and not completed."""
    begun: set[str] = set()
    ended: set[str] = set()
    for folder in (root / ".hoodie", root / ".hoodie" / "timeline"):
        for path in folder.glob("[0-9]*.*"):
            time = path.name.partition(".")[0].partition("_")[0]
            (begun if path.name.endswith((".requested", ".inflight")) else ended).add(time)
    return begun - ended


def _is_bytes(kind: pa.DataType) -> bool:
    types = pa.types
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)) or bool(
        types.is_binary(kind) or types.is_large_binary(kind) or types.is_fixed_size_binary(kind)
    )


def _retyped(kind: pa.DataType, stored: pa.DataType) -> pa.DataType:
    """The engine's type, refined by the file if it is ambiguous: text or bytes, and the unit of time."""
    types = pa.types
    if _is_bytes(kind):
        is_text = types.is_string(stored) or types.is_large_string(stored)
        return pa.string() if is_text else pa.binary() if _is_bytes(stored) else kind
    if types.is_timestamp(kind):
        unit = stored.unit if types.is_timestamp(stored) else kind.unit
        return pa.timestamp(unit if unit in {"ms", "us"} else "us", kind.tz)
    if types.is_struct(kind) and types.is_struct(stored):
        known = {field.name: field.type for field in stored}
        return pa.struct(
            [(field.name, _retyped(field.type, known.get(field.name, field.type))) for field in kind]
        )
    if types.is_map(kind) and types.is_map(stored):
        return pa.map_(_retyped(kind.key_type, stored.key_type), _retyped(kind.item_type, stored.item_type))
    if _is_list(kind) and _is_list(stored):
        return pa.list_(_retyped(kind.value_type, stored.value_type))
    return kind


def _is_list(kind: pa.DataType) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind))


def _field(field: pa.Field, path: str) -> dict[str, AvroSchema]:
    return {"name": field.name, "type": ["null", _avro(field.type, f"{path}_{field.name}")]}


def _avro(kind: pa.DataType, path: str) -> AvroSchema:
    """The Avro type with the same canonical values; `path` makes names of records unique."""
    types = pa.types
    for holds, name in (
        (types.is_boolean, "boolean"), (types.is_float32, "float"), (types.is_float64, "double"),
        (types.is_string, "string"), (types.is_large_string, "string"),
        (types.is_date32, "int"), (types.is_time32, "int"), (types.is_time64, "long"),
        (types.is_timestamp, "long"),
    ):  # fmt: skip
        if holds(kind):
            return name
    if types.is_integer(kind):
        return "int" if kind.bit_width <= 32 and kind != pa.uint32() else "long"
    if types.is_decimal(kind):
        return {"type": "bytes", "logicalType": "decimal", "precision": kind.precision, "scale": kind.scale}
    if _is_bytes(kind):
        return "bytes"
    if types.is_struct(kind):
        return {"type": "record", "name": path, "fields": [_field(field, path) for field in kind]}
    if types.is_map(kind):
        return {"type": "map", "values": ["null", _avro(kind.item_type, path)]}
    if _is_list(kind):
        return {"type": "array", "items": ["null", _avro(kind.value_type, path)]}
    raise ValueError(f"a column of type {kind}")
