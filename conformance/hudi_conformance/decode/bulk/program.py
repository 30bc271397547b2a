# SPDX-License-Identifier: Apache-2.0
"""Row shape to the program that the kernel runs over each datum, and the columns that it fills.

The program is a flat list of operations in the order of the datum's bytes. A required record needs none. A
nullable record has an operation that may skip its fields. An array or map has one at its start, and one at
its end that jumps back for the next element.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa

from hudi_conformance.decode.bulk._memory import Table
from hudi_conformance.decode.bulk.shape import MAX_FIXED, Kind, RowShape, Shape

# Columns of `Program.ops`.
OP = 0  # a Kind, or one of the two below
COLUMN = 1
NULL_BRANCH = 2  # index of null in the union around it, -1 without a union
SIZE = 3  # bytes of a fixed, symbols of an enum, least bytes of an element
TARGET = 4  # operation that follows an absent value or an empty array; of an END: the first inside
DEPTH = 5  # how many arrays and maps are around it
ABSENT_FROM = 6  # an absent record: the columns of `Program.absent` that get an empty value too
ABSENT_TO = 7
NUM_OP_FIELDS = 8

OP_STOP = 100  # end of the datum
OP_END = 101  # end of an array's or map's element

# Columns of `Program.layout`.
WIDTH = 0  # bytes of a value, 0 for one bit, WIDTH_OFFSETS for an offset into bytes or elements
PARENT = 1  # column of the array or map that it is inside, -1 for one value a row
NULLABLE = 2
NUM_LAYOUT_FIELDS = 3

WIDTH_OFFSETS = -1
WIDTH_NONE = -2  # null, record: no values

_WIDTHS = {
    Kind.NULL: WIDTH_NONE, Kind.BOOLEAN: 0, Kind.INT: 4, Kind.LONG: 8, Kind.FLOAT: 4, Kind.DOUBLE: 8,
    Kind.STRING: WIDTH_OFFSETS, Kind.BYTES: WIDTH_OFFSETS, Kind.ENUM: 4, Kind.DECIMAL_BYTES: 16,
    Kind.DECIMAL_FIXED: 16, Kind.ARRAY: WIDTH_OFFSETS, Kind.MAP: WIDTH_OFFSETS, Kind.RECORD: WIDTH_NONE,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Program:
    """A writer schema compiled for the kernel.

    Attributes:
        shape: the row shape; `shapes[i]` is the shape of column i, numbered parents first.
        shapes: shape of every column, including nested ones.
        ops: operations, int64, shape n × NUM_OP_FIELDS.
        layout: how columns are stored, int64, shape n × NUM_LAYOUT_FIELDS.
        absent: column numbers, of which ABSENT_FROM and ABSENT_TO select ranges.
        bounds: for a decimal column high and low word of 10^precision and of -10^precision, otherwise zeros.
        depth: nesting of arrays and maps.
        is_flat: operation i fills column i, with one value a row.
    """

    shape: RowShape
    shapes: tuple[Shape, ...]
    ops: Table
    layout: Table
    absent: Table
    bounds: Table
    depth: int
    is_flat: bool


def compile_program(shape: RowShape) -> Program | None:
    """Program for rows of `shape`, None if the kernel lacks an operation for a part of it."""
    shapes = [part for column in shape.columns for part in column.walk()]
    if not shape.columns or not all(_is_known(part) for part in shapes):
        return None
    if shape.is_record and _is_counted(shape.columns):
        return None
    compiler = _Compiler()
    for column in shape.columns:
        compiler.column(column, -1, 0)
    compiler.emit(OP_STOP, -1, -1)
    return Program(
        shape=shape,
        shapes=tuple(shapes),
        ops=np.array(compiler.ops, np.int64),
        layout=np.array(compiler.layout, np.int64),
        absent=np.array(compiler.absent, np.int64),
        bounds=np.array([_bounds(part) for part in shapes], np.int64),
        depth=compiler.depth,
        is_flat=not {Kind.RECORD, Kind.ARRAY, Kind.MAP, Kind.NULL} & {part.kind for part in shapes},
    )


def _is_known(shape: Shape) -> bool:
    match shape.kind:
        case Kind.JSON:
            return False
        case Kind.RECORD:
            return bool(shape.children) and not _is_counted(shape.children)
        case Kind.FIXED:
            return shape.size <= MAX_FIXED
        case Kind.DECIMAL_BYTES:
            return bool(pa.types.is_decimal128(shape.arrow))
        case Kind.DECIMAL_FIXED:
            return bool(pa.types.is_decimal128(shape.arrow)) and 0 < shape.size <= 16
        case Kind.ARRAY:
            # Zero-byte elements: the datum does not bound their number.
            item = shape.children[0]
            return item.len_min > 0 or item.null_branch is not None
    return True


def _is_counted(fields: Sequence[Shape]) -> bool:
    """Whether a record counts as zero-byte values, which the checked decoder limits."""
    least = sum(1 if child.null_branch is not None else child.len_min for child in fields)
    num_zero = sum(child.null_branch is None and not child.len_min for child in fields)
    return num_zero > 4 * least


def _bounds(shape: Shape) -> list[int]:
    if shape.kind not in {Kind.DECIMAL_BYTES, Kind.DECIMAL_FIXED}:
        return [0, 0, 0, 0]
    bound = 10**shape.arrow.precision
    return [bound >> 64, _signed(bound), -bound >> 64, _signed(-bound)]


def _signed(number: int) -> int:
    low = number & 0xFFFF_FFFF_FFFF_FFFF
    return low - (1 << 64) if low >> 63 else low


@dataclass(slots=True)
class _Compiler:
    ops: list[list[int]] = field(default_factory=list)
    layout: list[list[int]] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)
    depth: int = 0

    def emit(self, op: int, column: int, null_branch: int, size: int = 0, depth: int = 0) -> list[int]:
        row = [op, column, null_branch, size, 0, depth, 0, 0]
        self.ops.append(row)
        return row

    def column(self, shape: Shape, parent: int, depth: int) -> list[int]:
        """Append the column, its nested columns, and the operations; return columns of its own level."""
        number = len(self.layout)
        width = shape.size if shape.kind is Kind.FIXED else _WIDTHS[shape.kind]
        self.layout.append([width, parent, int(shape.null_branch is not None)])
        null_branch = -1 if shape.null_branch is None else shape.null_branch
        match shape.kind:
            case Kind.RECORD:
                return [number, *self._record(shape, number, null_branch, parent, depth)]
            case Kind.ARRAY | Kind.MAP:
                self._elements(shape, number, null_branch, depth)
            case _:
                size = len(shape.names) if shape.kind is Kind.ENUM else shape.size
                value = self.emit(shape.kind, number, null_branch, size, depth)
                value[TARGET] = len(self.ops)
        return [number]

    def _record(self, shape: Shape, number: int, null_branch: int, parent: int, depth: int) -> list[int]:
        # The operation also counts the record: its validity is a column like any other.
        begin = self.emit(Kind.RECORD, number, null_branch, 0, depth)
        inside = [rank for child in shape.children for rank in self.column(child, parent, depth)]
        begin[TARGET] = len(self.ops)
        begin[ABSENT_FROM] = len(self.absent)
        self.absent.extend(inside)
        begin[ABSENT_TO] = len(self.absent)
        return inside

    def _elements(self, shape: Shape, number: int, null_branch: int, depth: int) -> None:
        len_min = sum(1 if c.null_branch is not None else c.len_min for c in shape.children)
        begin = self.emit(shape.kind, number, null_branch, len_min, depth)
        first = len(self.ops)
        for child in shape.children:
            self.column(child, number, depth + 1)
        end = self.emit(OP_END, number, -1, len_min, depth)
        end[TARGET] = first
        begin[TARGET] = len(self.ops)
        self.depth = max(self.depth, depth + 1)
