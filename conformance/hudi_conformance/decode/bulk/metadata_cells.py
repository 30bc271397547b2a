# SPDX-License-Identifier: Apache-2.0
"""Cells of base files of a metadata table by the kernels: those of requested keys, with a reduced schema."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.bulk.hfile.scan import iter_cell_batches
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.records import KEY_FIELD, read_schema
from hudi_conformance.decode.source import open_source
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.common import AvroSchema

_PRIMITIVES = {"null", "boolean", "int", "long", "float", "double", "bytes", "string"}
MAX_CELL_BYTES = 64 << 20  # of cells that are decoded at once
T = TypeVar("T")


class IrregularError(Exception):
    """The kernels leave a file to the checked decoder."""


REFUSALS = IrregularError, Reject, LimitExceeded, UnsupportedInput, pa.ArrowException, UnicodeError
"""Errors that stop the kernels in a file; the checked decoder reports the cause."""


def decode_cells(
    path: Path,
    payload: str,
    keys: Sequence[str] | None,
    decoder: Callable[[AvroSchema], Callable[[pa.Table], Iterable[T]]],
) -> list[T] | None:
    """Results of a decoder of the file's `payload_tree` for its cells; None if it must take the checked path.

    All results at once: the last cell may be irregular.

    Args:
        path: a base file.
        payload: the field of the records that is decoded.
        keys: only these; None = all.
        decoder: maps the schema to a decoder of tables of cells; both may raise `REFUSALS`.

    Raises:
        OSError: the file cannot be read.
    """
    if not has_kernels():
        return None
    try:
        decode = decoder(file_tree(path, payload))
        wanted = None if keys is None else pa.array(keys, pa.string()).cast(pa.binary())
        return [item for cells in wanted_cells(path, wanted) for item in decode(cells)]
    except REFUSALS:
        return None


def file_tree(path: Path, payload: str) -> AvroSchema:
    """`payload_tree` of the schema in a base file.

    Raises:
        OSError: the file cannot be read.
        IrregularError, Reject, LimitExceeded, UnsupportedInput: it has no such schema.
    """
    with open_source(path) as buffer:
        return payload_tree(read_schema(HFile(buffer))[1].tree, payload)


def payload_tree(tree: AvroSchema, payload: str) -> AvroSchema:
    """The schema, payloads of other types as booleans: see `check_rows`.

    Raises:
        IrregularError: a field that cannot be omitted.
    """
    fields = tree.get("fields") if isinstance(tree, Mapping) else None
    kept = []
    for member in fields or ():
        kind = member["type"]
        if member["name"] not in {KEY_FIELD, "type", payload} and not _is_plain(kind):
            if not isinstance(kind, list) or "null" not in kind[:2] or len(kind) < 2:
                raise IrregularError
            kind = ["boolean", "null"] if kind[1] == "null" else ["null", "boolean"]
        kept.append({**member, "type": kind})
    return {**tree, "fields": kept}


def _is_plain(kind: AvroSchema) -> bool:
    """Whether a type, or each branch of a union, is a primitive one: meta fields are in older releases."""
    branches = kind if isinstance(kind, list) else [kind]
    plain = (branch.get("type") if isinstance(branch, Mapping) else branch for branch in branches)
    return all(isinstance(name, str) and name in _PRIMITIVES for name in plain)


def wanted_cells(path: Path, wanted: pa.Array | None) -> Iterator[pa.Table]:
    """Cells of the requested rows, in tables of up to `MAX_CELL_BYTES` of scanned cells.

    Raises:
        IrregularError: rows do not ascend strictly: the last of equal ones counts.
    """
    parts: list[pa.RecordBatch] = []
    size = 0
    last: pa.Scalar | None = None
    for batch in iter_cell_batches(path, columns=("row", "value")):
        if last is not None and not pc.less(last, batch["row"][0]).as_py():
            raise IrregularError
        last = batch["row"][-1]
        parts.append(batch)
        size += batch.nbytes
        if size >= MAX_CELL_BYTES:
            yield from _wanted(parts, wanted)
            parts, size = [], 0
    if parts:
        yield from _wanted(parts, wanted)


def _wanted(parts: Sequence[pa.RecordBatch], wanted: pa.Array | None) -> Iterator[pa.Table]:
    table = pa.Table.from_batches(parts)
    rows = table["row"].combine_chunks()
    if len(rows) > 1 and not pc.all(pc.less(rows[:-1], rows[1:])).as_py():
        raise IrregularError
    if wanted is not None:
        table = table.filter(pc.is_in(rows, value_set=wanted))
    if table.num_rows:
        yield table.combine_chunks()


def check_rows(rows: pa.RecordBatch, payload: str, kinds: Collection[int]) -> None:
    """Decoded rows of `payload_tree` are of these types and have this payload and no other.

    Raises:
        IrregularError: a row is not.
    """
    names = {KEY_FIELD, "type", payload}
    if not names <= set(rows.schema.names):
        raise IrregularError
    is_of_kind = pc.is_in(rows["type"], value_set=pa.array(kinds, pa.int32()))
    is_plain = pc.and_(pc.equal(rows[KEY_FIELD], ""), is_of_kind)
    others = [column for column in rows.columns if column.type == pa.bool_()]
    has_other = any(column.null_count < len(column) for column in others)
    if has_other or rows[payload].null_count or not pc.all(is_plain).as_py():
        raise IrregularError


def member(payload: pa.StructArray, name: str, kind: pa.DataType, default: object) -> pa.Array:
    """A member of all rows; `default` if it is null or missing in the schema.

    Raises:
        IrregularError: it is of another type.
    """
    number = payload.type.get_field_index(name)
    if number < 0:
        return pa.array([default] * len(payload), kind)
    column = payload.field(number)
    if column.type != kind:
        raise IrregularError
    return column if default is None else pc.fill_null(column, pa.scalar(default, kind))
