# SPDX-License-Identifier: Apache-2.0
"""A table for rows with some of its columns only, or that a filter selects: the others are not decoded."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace

import pyarrow.compute as pc

from hudi_conformance.decode.avro.schema import SchemaError, parse_schema
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.errors import Reject
from hudi_conformance.model.meta_fields import COMMIT_TIME, RECORD_KEY
from hudi_conformance.semantics.merge.merger import slice_merger
from hudi_conformance.table.arrow import view_schema
from hudi_conformance.table.column_rules import deciding
from hudi_conformance.table.log_columns import ByRows
from hudi_conformance.table.logs import fields_of
from hudi_conformance.table.view import Table, View, at_view


def narrowed(table: Table, view: View, names: Iterable[str]) -> Table:
    """Return the table with the columns `names` and those that its merge rules read.

    Return it unchanged if its rows need all columns: changes with rows before and after, keys of columns,
    columns from paths or sources of a bootstrap, and rules that combine the values of two versions.
    """
    table = at_view(table, view)
    is_complete = view.kind == "cdc" or not table.key.has_meta_fields
    if is_complete or table.partition_columns is not None or table.sources is not None:
        return table
    tree = table.schema.tree
    try:
        rule = deciding(slice_merger(table.rules, fields_of(table.schema)), row_shape(tree))
        kept = {*names, *rule.names, COMMIT_TIME, RECORD_KEY}
        fields = [member for member in tree["fields"] if member["name"] in kept]
        schema = parse_schema(json.dumps({**tree, "fields": fields}))
    except (ByRows, Reject, SchemaError):  # a type may be defined in a column that is left out
        return table
    return replace(table, schema=schema, schemas=None, states={}, plans={})


def filtered(table: Table, view: View, where: pc.Expression, names: Iterable[str]) -> Table:
    """Return the table with a filter on the columns `names`, by which its base files are read in part.

    It has none if statistics cannot decide: they omit NaN, and values from paths may differ from stored ones.
    """
    schema = view_schema(table, view)
    types = " ".join(str(schema.field(name).type) for name in names)  # with those inside structs
    is_exact = table.partition_columns is None and "float" not in types and "double" not in types
    return replace(table, where=where if is_exact else None)
