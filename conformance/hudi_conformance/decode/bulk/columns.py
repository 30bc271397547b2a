# SPDX-License-Identifier: Apache-2.0
"""Column buffers of one batch: filled by the kernel, grown as needed, turned into Arrow without a copy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import numpy as np
import pyarrow as pa

from hudi_conformance.decode.bulk import _avro_kernel as krn
from hudi_conformance.decode.bulk import program as prg
from hudi_conformance.decode.bulk._memory import Table
from hudi_conformance.decode.bulk.program import Program
from hudi_conformance.decode.bulk.shape import Kind, Shape

_MIN_ROOM = 64
_SLACK = 16  # the kernel moves whole words
_FIRST_BYTES = 64 << 20  # of one column, before its first batch
MAX_BYTES = 1 << 30  # of all buffers of one batch
_HIGH_BITS = -0x7F7F_7F7F_7F7F_7F80  # 0x80 in every byte


class NotUtf8(ValueError):  # noqa: N818 - a property of the bytes
    """A string column holds bytes that are not well-formed UTF-8."""


class TooLarge(MemoryError):  # noqa: N818 - a property of the columns
    """Columns would exceed `MAX_BYTES`: absent values take space in Arrow."""


class Sizes:
    """Bytes or elements per row in the batches so far, which determine the capacity of the next one."""

    def __init__(self, program: Program) -> None:
        self.per_row = [16.0] * len(program.shapes)

    def learn(self, column: int, num_used: int, num_rows: int) -> None:
        """Record the size of a column."""
        self.per_row[column] = num_used / num_rows

    def room(self, column: int, num_rows: int, most: int) -> int:
        """Bytes or elements to reserve: slightly more than last time, never more than the input can need."""
        return min(int(self.per_row[column] * 1.1 * num_rows), most) + _MIN_ROOM


class Columns:
    """Buffers for up to `num_rows` rows of `num_bytes` bytes of datums.

    Attributes:
        table: int64, one row per column of the program, with the layout of `_avro_kernel`.
    """

    def __init__(self, program: Program, num_rows: int, num_bytes: int, sizes: Sizes) -> None:
        num_columns = len(program.shapes)
        self.table: Table = np.zeros((num_columns, krn.NUM_BUFFER_FIELDS), np.int64)
        self.table[:, krn.WIDTH : krn.NULLABLE + 1] = program.layout
        self.table[:, krn.BOUND : krn.BOUND + 4] = program.bounds
        self._program = program
        self._sizes = sizes
        self._num_bytes = 0
        self._values: list[pa.ResizableBuffer] = [None] * num_columns
        self._valid: list[pa.ResizableBuffer] = [None] * num_columns
        self._offsets: list[pa.ResizableBuffer] = [None] * num_columns
        for column in range(num_columns):
            parent = int(program.layout[column, prg.PARENT])
            num_values = num_rows if parent < 0 else int(self.table[parent, krn.ROOM])
            if program.layout[column, prg.WIDTH] == prg.WIDTH_OFFSETS:
                width = sum(child.width for child in program.shapes[column].children) or 1
                most = min(num_bytes, _FIRST_BYTES // width)
                self.table[column, krn.ROOM] = sizes.room(column, num_values, most)
            self._fit(column, num_values)

    def _fit(self, column: int, num_values: int) -> None:
        """Reserve space for `num_values` values and for the bytes or elements in ROOM."""
        layout, row = self._program.layout[column], self.table[column]
        width = int(layout[prg.WIDTH])
        if layout[prg.NULLABLE]:
            self._valid[column] = self._resized(self._valid[column], (num_values + 7) // 8)
            row[krn.ADR_VALID] = self._valid[column].address
        if width == prg.WIDTH_OFFSETS:
            is_new = self._offsets[column] is None
            self._offsets[column] = self._resized(self._offsets[column], 4 * (num_values + 1))
            row[krn.ADR_OFFSETS] = self._offsets[column].address
            if is_new:
                np.frombuffer(self._offsets[column], np.int32, 1)[0] = 0
            if self._program.shapes[column].kind in {Kind.STRING, Kind.BYTES}:
                self._values[column] = self._resized(self._values[column], int(row[krn.ROOM]))
                row[krn.ADR_VALUES] = self._values[column].address
        elif width != prg.WIDTH_NONE:
            self._values[column] = self._resized(
                self._values[column], width * num_values if width else (num_values + 7) // 8
            )
            row[krn.ADR_VALUES] = self._values[column].address

    def grow(self, column: int, num_needed: int) -> None:
        """Double the room of a string, bytes, array or map column, and add the space for one record.

        Raises:
            TooLarge: it would exceed the limit.
        """
        room = 2 * int(self.table[column, krn.ROOM]) + num_needed
        self.table[column, krn.ROOM] = room
        if self._program.shapes[column].kind in {Kind.STRING, Kind.BYTES}:
            self._values[column] = self._resized(self._values[column], room)
            self.table[column, krn.ADR_VALUES] = self._values[column].address
            return
        for inside in np.flatnonzero(self._program.layout[:, prg.PARENT] == column):
            self._fit(int(inside), room)

    def _resized(self, buffer: pa.ResizableBuffer | None, num_bytes: int) -> pa.ResizableBuffer:
        size = num_bytes + _SLACK
        if buffer is not None and buffer.size >= size:
            return buffer
        self._num_bytes += size - (0 if buffer is None else buffer.size)
        if self._num_bytes > MAX_BYTES:
            raise TooLarge(f"{self._num_bytes} bytes of columns")
        if buffer is None:
            return pa.allocate_buffer(size, resizable=True)
        buffer.resize(size)
        return buffer

    def arrays(self, num_rows: int) -> list[pa.Array]:
        """Top-level columns of the first `num_rows` rows; call it once per batch.

        Raises:
            NotUtf8: a string is not well-formed UTF-8.
        """
        numbers = count()
        return [self._array(shape, numbers, num_rows) for shape in self._program.shape.columns]

    def _array(self, shape: Shape, numbers: Iterator[int], length: int) -> pa.Array:
        column = next(numbers)
        valid = self._valid[column]
        match shape.kind:
            case Kind.NULL:
                return pa.nulls(length)
            case Kind.RECORD:
                children = [self._array(child, numbers, length) for child in shape.children]
                return pa.Array.from_buffers(shape.arrow, length, [valid], children=children)
            case Kind.ARRAY | Kind.MAP:
                num_inside = self._used(column, length)
                children = [self._array(child, numbers, num_inside) for child in shape.children]
                if shape.kind is Kind.MAP:
                    entries = pa.struct([shape.arrow.key_field, shape.arrow.item_field])
                    children = [pa.Array.from_buffers(entries, num_inside, [None], children=children)]
                return pa.Array.from_buffers(
                    shape.arrow, length, [valid, self._offsets[column]], children=children
                )
            case Kind.STRING | Kind.BYTES:
                self._used(column, length)
                buffers = [valid, self._offsets[column], self._values[column]]
                array = pa.Array.from_buffers(shape.arrow, length, buffers)
                if shape.kind is Kind.STRING and self.table[column, krn.HIGH_BITS] & _HIGH_BITS:
                    _check_utf8(array)
                return array
            case Kind.ENUM:
                indices = pa.Array.from_buffers(pa.int32(), length, [valid, self._values[column]])
                symbols = pa.array(shape.names, pa.string())
                return pa.DictionaryArray.from_arrays(indices, symbols, safe=False)
        return pa.Array.from_buffers(shape.arrow, length, [valid, self._values[column]])

    def _used(self, column: int, length: int) -> int:
        used = int(np.frombuffer(self._offsets[column], np.int32, length + 1)[length])
        if length:
            self._sizes.learn(column, used, length)
        return used


def _check_utf8(array: pa.Array) -> None:
    try:
        array.validate(full=True)
    except pa.ArrowInvalid as error:
        raise NotUtf8(str(error)) from None
