# SPDX-License-Identifier: Apache-2.0
"""Columns of a Parquet base file: counts and bounds from the footer, or from the values."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from hudi_conformance.decode.parquet.checksums import parquet_refusal
from hudi_conformance.decode.parquet.footer import ColumnChunk, key_values, row_groups
from hudi_conformance.decode.parquet.rows import check_values
from hudi_conformance.decode.source import Buffer, open_source
from hudi_conformance.model.metadata import Bound, Scaled

Comparable: TypeAlias = "int | float | bytes | Fraction"
"""A value: numbers as stored, booleans as 0 and 1, texts as UTF-8."""
INT, FLOAT, BOOL, BYTES, DECIMAL = "int", "float", "bool", "bytes", "decimal"
CUT = 64  # least size of a bound that a writer may have truncated
_PATTERNS = {"INT32": "<i", "INT64": "<q", "FLOAT": "<f", "DOUBLE": "<d", "BOOLEAN": "<?"}
_FORMS = {
    "INT32": INT, "INT64": INT, "FLOAT": FLOAT, "DOUBLE": FLOAT, "BOOLEAN": BOOL, "BYTE_ARRAY": BYTES,
    "FIXED_LEN_BYTE_ARRAY": BYTES,
}  # fmt: skip
_FORMS_OF_BOUNDS = {
    "float": FLOAT, "double": FLOAT, "boolean": BOOL, "string": BYTES, "uuid": BYTES, "bytes": BYTES,
    "fixed": BYTES, "decimal": DECIMAL,
}  # fmt: skip
_MAX_DECIMAL_BYTES = 1024


@dataclass(frozen=True, slots=True)
class Column:
    """One leaf of the schema of a base file.

    Attributes:
        name: its path, names joined by dots.
        physical: type as Parquet stores it.
        form: how its values compare; None if unknown.
        scale: of a decimal.
        is_repeated: whether a row may have several values.
        chunks: by row group.
    """

    name: str
    physical: str
    form: str | None
    scale: int
    is_repeated: bool
    chunks: tuple[ColumnChunk, ...]

    @property
    def num_values(self) -> int:
        """Values, nulls included."""
        return sum(chunk.num_values for chunk in self.chunks)

    @property
    def num_nulls(self) -> int | None:
        """Number of nulls in the footer, None if it does not count them."""
        numbers = [chunk.num_nulls for chunk in self.chunks if chunk.num_nulls is not None]
        return sum(numbers) if len(numbers) == len(self.chunks) else None

    @property
    def has_values(self) -> bool:
        """Whether the pages are larger than pages that contain only nulls."""
        most = sum(200 * (chunk.num_values // 1000 + 2) for chunk in self.chunks)
        return sum(chunk.len_plain or 0 for chunk in self.chunks) > most

    def bounds(self) -> tuple[Comparable, Comparable] | None:
        """Least and greatest value in the footer; None if a row group lacks them."""
        pairs = []
        for chunk in self.chunks:
            if chunk.num_nulls == chunk.num_values:
                continue
            low, high = self._value(chunk.low), self._value(chunk.high)
            if low is None or high is None or _is_nan(low) or _is_nan(high):
                return None
            pairs.append((low, high))
        if not pairs:
            return None
        return min(low for low, _ in pairs), max(high for _, high in pairs)

    def _value(self, raw: bytes | None) -> Comparable | None:
        """A bound of a footer: bytes as in the pages, without a length."""
        if raw is None or self.form is None:
            return None
        pattern = _PATTERNS.get(self.physical)
        if pattern is None:
            if self.form == DECIMAL and len(raw) <= _MAX_DECIMAL_BYTES:
                return Fraction(int.from_bytes(raw, "big", signed=True), 10**self.scale)
            return raw if self.form == BYTES else None
        if len(raw) != struct.calcsize(pattern):
            return None
        value = struct.unpack(pattern, raw)[0]
        return Fraction(value, 10**self.scale) if self.form == DECIMAL else +value


@dataclass(frozen=True, slots=True)
class BaseFacts:
    """Footer of a base file: rows, leaves and texts by name."""

    num_rows: int
    columns: Mapping[str, Column]
    texts: Mapping[bytes, bytes]


def base_facts(path: Path) -> BaseFacts:
    """Facts of a base file.

    Raises:
        OSError: it cannot be opened.
        Reject: its footer cannot be read.
    """
    with open_source(path) as buffer:
        return footer_facts(buffer, path, path.name)


def footer_facts(buffer: Buffer, file: Path | pa.BufferReader, name: str) -> BaseFacts:
    """Facts of a base file that is already open twice.

    Raises:
        OSError, Reject: as `base_facts`.
    """
    try:
        metadata = pq.read_metadata(file)
        groups = [{chunk.column: chunk for chunk in group} for group in row_groups(buffer)]
        texts = key_values(buffer)
        columns = {}
        for at in range(metadata.num_columns):
            leaf = metadata.schema.column(at)
            chunks = tuple(group[leaf.path] for group in groups if leaf.path in group)
            form, scale = _form(leaf)
            is_repeated = leaf.max_repetition_level > 0
            columns[leaf.path] = Column(leaf.path, leaf.physical_type, form, scale, is_repeated, chunks)
    except (pa.ArrowException, ValueError) as error:
        raise parquet_refusal(error, name, "table.base-file.form") from None
    return BaseFacts(metadata.num_rows, columns, texts)


def _form(leaf: pq.ColumnSchema) -> tuple[str | None, int]:
    if leaf.converted_type == "DECIMAL" or leaf.logical_type.type == "DECIMAL":
        return DECIMAL, max(leaf.scale, 0)
    return _FORMS.get(leaf.physical_type), 0


def comparable(bound: Bound, form: str) -> Comparable | None:
    """Value of a bound as that of a column; None if its type is not that of the column."""
    if _FORMS_OF_BOUNDS.get(bound.type, INT) != form:
        return None
    value = bound.value
    if isinstance(value, Scaled):
        if len(value.unscaled) > _MAX_DECIMAL_BYTES:
            return None
        return Fraction(int.from_bytes(value.unscaled, "big", signed=True), 10**value.scale)
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass")
    if isinstance(value, tuple):
        return None
    return int(value) if isinstance(value, bool) else value


@dataclass(frozen=True, slots=True)
class Values:
    """Statistics of the values of a column.

    Attributes:
        num_nulls: number of nulls.
        num_nan: number of NaNs.
        bounds: least and greatest other value; None if there is none.
        num_outside: number of values outside the requested bounds.
    """

    num_nulls: int
    num_nan: int
    bounds: tuple[Comparable, Comparable] | None
    num_outside: int


def read_values(path: Path, column: Column, low: Comparable | None, high: Comparable | None) -> Values:
    """Read a column that is not repeated, and count the values outside some bounds.

    Raises:
        OSError: the file cannot be opened.
        Reject: it cannot be read.
        LimitExceeded: see `rows.check_values`.
    """
    try:
        with pq.ParquetFile(path) as file:
            check_values(file.metadata, path.stat().st_size)
            batches = file.iter_batches(columns=[column.name], use_threads=False)
            return sum_values((array for batch in batches for array in batch.columns), column, low, high)
    except (pa.ArrowException, ValueError) as error:
        raise parquet_refusal(error, path.name, "table.base-file.form") from None


def sum_values(
    arrays: Iterator[pa.Array], column: Column, low: Comparable | None, high: Comparable | None
) -> Values:
    """Statistics of the arrays of a column, and the number of values outside some bounds."""
    num_nulls = num_nan = num_outside = 0
    limits = None if low is None or high is None else (low, high)
    candidates: list[Comparable] = []
    for part in arrays:
        array = _leaf(part, column)
        num_nulls += array.null_count
        array = array.drop_null()
        if column.form == FLOAT:
            nan = pc.is_nan(array)
            num_nan += pc.sum(nan).as_py() or 0
            array = array.filter(pc.invert(nan))
        if not len(array):
            continue
        if column.form == DECIMAL:
            decimals = [Fraction(value) for value in array.to_pylist()]
            candidates += [min(decimals), max(decimals)]
            num_outside += 0 if limits is None else sum(not _within(value, *limits) for value in decimals)
            continue
        extremes = pc.min_max(array).as_py()
        candidates += [extremes["min"], extremes["max"]]
        num_outside += 0 if limits is None else _outside(array, *limits)
    bounds = (min(candidates), max(candidates)) if candidates else None
    return Values(num_nulls, num_nan, bounds, num_outside)


def _leaf(array: pa.Array, column: Column) -> pa.Array:
    """The column as an array of the physical type."""
    while pa.types.is_struct(array.type):
        array = pc.struct_field(array, [0])
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    kind = array.type
    if column.form == BYTES:
        return array.cast(pa.large_binary())
    if column.form == BOOL:
        return array.cast(pa.int8())
    if column.form == INT:
        return array.view(pa.int64()) if kind.bit_width == 64 else array.view(pa.int32()) if (
            kind.bit_width == 32
        ) else array.cast(pa.int64())  # fmt: skip
    return array


def _outside(array: pa.Array, low: Comparable, high: Comparable) -> int:
    less = pc.less(array, pa.scalar(low, array.type)) if _fits(low, array) else None
    more = pc.greater(array, pa.scalar(high, array.type)) if _fits(high, array) else None
    if less is None or more is None:
        return sum(not _within(value, low, high) for value in array.to_pylist())
    return int(pc.sum(pc.or_(less, more)).as_py() or 0)


def _fits(value: Comparable, array: pa.Array) -> bool:
    """Whether Arrow can compare the values of an array with `value`."""
    if not pa.types.is_integer(array.type):
        return True
    end = 1 << (array.type.bit_width - 1)
    return isinstance(value, int) and -end <= value < end


def _within(value: Comparable, low: Comparable, high: Comparable) -> bool:
    return not (is_less(value, low) or is_less(high, value))


def is_less(first: Comparable, second: Comparable) -> bool:
    """Whether a value is less than another of the same form."""
    if isinstance(first, bytes) or isinstance(second, bytes):
        return isinstance(first, bytes) and isinstance(second, bytes) and first < second
    return bool(first < second)


def _is_nan(value: Comparable) -> bool:
    return isinstance(value, float) and math.isnan(value)


def text_of(value: Comparable | None) -> str:
    """A value for a message."""
    if isinstance(value, bytes):
        return repr(value[:40].decode("utf-8", "backslashreplace"))
    if isinstance(value, Fraction):
        return format(float(value), "g")
    if isinstance(value, float) and not math.isnan(value) and value == int(min(max(value, -1e15), 1e15)):
        return f"{value:.1f}"
    return str(value)
