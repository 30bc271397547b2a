# SPDX-License-Identifier: Apache-2.0
"""Command `metadata.possible` of the adapter `kaitai-python`: values that a footer does not exclude."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pyarrow as pa

from hudi_conformance.adapters.kaitai.request import (
    Args,
    BadRequestError,
    FileCommand,
    Source,
    Value,
    text_argument,
)  # fmt: skip
from hudi_conformance.decode.parquet import columns
from hudi_conformance.decode.source import open_source
from hudi_conformance.errors import UnsupportedInput
from hudi_conformance.model.common import JsonValue
from hudi_conformance.model.metadata import Bound, BoundValue

_TYPES = frozenset({"boolean", "int", "long", "float", "double", "string"})


def possible(source: Source, args: Args) -> Value:
    """Answer `metadata.possible`; args: `column`, `values`."""
    name, values = text_argument(args, "column"), args.get("values")
    if name is None or not isinstance(values, list):
        raise BadRequestError("args.column is not a text, or args.values is not a list")
    with open_source(source) as buffer:
        file = pa.BufferReader(bytes(buffer[:]))
        column = columns.footer_facts(buffer, file, "the base file").columns.get(name)
    return {"possible": [column is None or is_possible(column, value) for value in values]}


def is_possible(column: columns.Column, given: JsonValue) -> bool:
    """Whether the footer does not exclude a value; None is null [metadata.stats.footer]."""
    num_nulls = column.num_nulls
    if given is None:
        return num_nulls is None or num_nulls > 0
    value = _value(column, given)
    if num_nulls == column.num_values:
        return False
    if column.form == columns.FLOAT and isinstance(value, float) and math.isnan(value):
        return True
    bounds = column.bounds()
    return bounds is None or not (columns.is_less(value, bounds[0]) or columns.is_less(bounds[1], value))


def _value(column: columns.Column, given: JsonValue) -> columns.Comparable:
    if not isinstance(given, Mapping) or given.get("type") not in _TYPES or column.form is None:
        raise UnsupportedInput(f"a value {given!r:.60} of a column of Parquet type {column.physical}")
    kind, text = str(given["type"]), given.get("value")
    plain: BoundValue
    if (kind == "string" and isinstance(text, str)) or (kind == "boolean" and isinstance(text, bool)):
        plain = text
    else:
        try:
            plain = float(str(text)) if kind in {"float", "double"} else int(str(text))
        except ValueError:
            raise BadRequestError("args.values: type and value do not fit") from None
    value = columns.comparable(Bound(kind, plain), column.form)
    if value is None:
        raise UnsupportedInput(f"a value of type {kind} in a column of Parquet type {column.physical}")
    return value


OF_FILES: Mapping[str, FileCommand] = {"metadata.possible": possible}
