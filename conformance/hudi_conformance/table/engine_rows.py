# SPDX-License-Identifier: Apache-2.0
"""Rows of an engine in the types of a table, and columns that only one of them has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from hudi_conformance.decode.parquet.rows import arrow_values
from hudi_conformance.decode.parquet.schema import avro_of_arrow
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import AvroSchema
from hudi_conformance.model.meta_fields import ALL_META_FIELDS
from hudi_conformance.semantics.merge.resolve import Resolve, resolver


@dataclass(frozen=True, slots=True)
class ComparedColumns:
    """Columns of a comparison.

    Attributes:
        both: columns of both, in the order of the table.
        only: `columns-only-reference` and `columns-only-engine` to the names of columns and of members of
            structs (`a.b`) that only that side has; without meta fields that an engine does not return.
    """

    both: tuple[str, ...]
    only: Mapping[str, tuple[str, ...]]


def compared_columns(
    tree: Mapping[str, Any], batches: Sequence[pa.RecordBatch], ignored: Sequence[str]
) -> ComparedColumns:
    """Columns of a table's schema and of the batches of an engine; without batches all are compared."""
    names = [member["name"] for member in tree["fields"] if member["name"] not in ignored]
    if not batches:
        return ComparedColumns(tuple(names), {})
    schema = batches[0].schema
    missing = [path for path in _absent(tree, schema) if path not in {*ALL_META_FIELDS, *ignored}]
    additional = [name for name in schema.names if name not in {*names, *ALL_META_FIELDS, *ignored}]
    return ComparedColumns(
        tuple(name for name in names if name in schema.names),
        {"columns-only-reference": tuple(missing), "columns-only-engine": tuple(additional)},
    )


def engine_rows(batch: pa.RecordBatch, tree: AvroSchema) -> Iterator[dict[str, Any]]:
    """Rows of a batch, each column in the type of the table if it can be read as that.

    Args:
        batch: of an engine.
        tree: schema of the table from `nullable`: columns that the engine lacks are null.
    """
    types = {member["name"]: member["type"] for member in tree["fields"]}
    names = [name for name in batch.schema.names if name in types]
    stored = {m["name"]: m["type"] for m in avro_of_arrow(batch.schema, tree)["fields"]}
    convert = {name: _resolver(stored[name], types[name]) for name in names}
    columns = [[convert[name](value) for value in arrow_values(batch.column(name))] for name in names]
    nothing = dict.fromkeys(types)
    for values in zip(*columns, strict=True):
        yield {**nothing, **dict(zip(names, values, strict=True))}


def nullable(node: AvroSchema) -> AvroSchema:
    """A schema whose members may all be null, at any depth."""
    if isinstance(node, list):
        return [nullable(branch) for branch in node]
    if not isinstance(node, Mapping):
        return node
    if isinstance(node.get("type"), Mapping | list):
        return nullable(node["type"])
    changed = {key: nullable(node[key]) for key in ("items", "values") if key in node}
    if "fields" in node:
        members = [(member["name"], nullable(member["type"])) for member in node["fields"]]
        changed["fields"] = [{"name": name, "type": _or_null(inner)} for name, inner in members]
    return {**node, **changed}


def _or_null(node: AvroSchema) -> AvroSchema:
    branches = node if isinstance(node, list) else [node]
    return node if node == "null" or "null" in branches else ["null", *branches]


def _resolver(stored: AvroSchema, target: AvroSchema) -> Resolve:
    try:
        return resolver(stored, target)
    except Reject:
        return lambda value: value  # compared as it is


def _absent(node: AvroSchema, kind: pa.Schema | pa.DataType, path: str = "") -> Iterator[str]:
    """Paths of record members of a schema that a type of Arrow lacks."""
    for branch in node if isinstance(node, list) else [node]:
        if not isinstance(branch, Mapping):
            continue
        if "fields" in branch and isinstance(kind, pa.Schema | pa.StructType):
            fields = kind if isinstance(kind, pa.Schema) else kind.fields
            types = {field.name: field.type for field in fields}
            for member in branch["fields"]:
                inner = f"{path}{member['name']}"
                if member["name"] in types:
                    yield from _absent(member["type"], types[member["name"]], f"{inner}.")
                else:
                    yield inner
        elif "items" in branch and isinstance(kind, pa.ListType | pa.LargeListType):
            yield from _absent(branch["items"], kind.value_type, path)
        elif "values" in branch and isinstance(kind, pa.MapType):
            yield from _absent(branch["values"], kind.item_type, path)
