# SPDX-License-Identifier: Apache-2.0
"""Conversion of Arrow types of formats other than Parquet to the types that Hudi's Avro stores.

| in the file | stored |
|---|---|
| fixed-size list of float, double or int8: a VECTOR | bytes of a fixed length, little-endian |
| large binary, large string, views | binary, string |

Only columns of the first level can be vectors.
"""

from __future__ import annotations

import pyarrow as pa

_ELEMENTS = {pa.float32(): 4, pa.float64(): 8, pa.int8(): 1}
_types = pa.types


def stored_schema(schema: pa.Schema) -> pa.Schema:
    """The schema with stored types, without metadata."""
    return pa.schema([pa.field(f.name, stored_type(f.type), nullable=f.nullable) for f in schema])


def stored_type(kind: pa.DataType) -> pa.DataType:
    """The stored type of a column."""
    if is_vector(kind):
        return pa.binary(kind.list_size * _ELEMENTS[kind.value_type])
    return _narrow(kind)


def is_vector(kind: pa.DataType) -> bool:
    """Whether a type is that of a VECTOR column."""
    return bool(_types.is_fixed_size_list(kind) and kind.value_type in _ELEMENTS and kind.list_size > 0)


def _narrow(kind: pa.DataType) -> pa.DataType:
    if _types.is_large_binary(kind):
        return pa.binary()
    if _types.is_large_string(kind):
        return pa.string()
    if _types.is_struct(kind):
        members = [kind.field(i) for i in range(kind.num_fields)]
        return pa.struct([pa.field(m.name, _narrow(m.type), nullable=m.nullable) for m in members])
    if _types.is_list(kind) or _types.is_large_list(kind):
        item = kind.value_field
        return pa.list_(pa.field(item.name, _narrow(item.type), nullable=item.nullable))
    return kind


def as_stored(batch: pa.RecordBatch) -> pa.RecordBatch:
    """A batch with stored types.

    Raises:
        pa.ArrowException: a value that its type cannot hold, such as a vector with a null element.
    """
    schema = stored_schema(batch.schema)
    columns = [_column(column, field.type) for column, field in zip(batch.columns, schema, strict=True)]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _column(column: pa.Array, target: pa.DataType) -> pa.Array:
    if is_vector(column.type):
        return vector_bytes(column)
    return column if column.type == target else column.cast(target)


def vector_bytes(column: pa.FixedSizeListArray) -> pa.Array:
    """Vectors as bytes of a fixed length.

    Raises:
        pa.ArrowInvalid: a vector with a null element.
    """
    kind = column.type
    first, total = column.offset * kind.list_size, len(column) * kind.list_size
    elements = column.values.slice(first, total)
    width = _ELEMENTS[kind.value_type]
    if elements.null_count and column.flatten().null_count:
        raise pa.ArrowInvalid("a vector with a null element")
    data = elements.buffers()[1]
    start = elements.offset * width
    raw = pa.py_buffer(b"") if data is None else data.slice(start, total * width)
    valid = None if not column.null_count else pa.array(column.is_valid()).buffers()[1]
    return pa.FixedSizeBinaryArray.from_buffers(
        pa.binary(kind.list_size * width), len(column), [valid, raw], null_count=column.null_count
    )
