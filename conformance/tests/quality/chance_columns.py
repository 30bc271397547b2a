# SPDX-License-Identifier: Apache-2.0
"""Columns of drawn Parquet files as an audit reads them, for mutants drawn by chance.

    drawn:columns-N   of columns of all types: nulls, NaNs, bounds by the footer and by the values, and how
                      many values lie outside of drawn bounds are what the drawn values say
    drawn:bounds-N    bounds of statistics of each type are values of the column's form, or of none

The judge computes from the values that are drawn, and from nothing that is read.
"""

from __future__ import annotations

import math
import random
import tempfile
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Asked, Failure, imported, numbered

if TYPE_CHECKING:
    pass

_NUM_QUESTIONS, _NUM_EACH = 4, 12
# Around the bounds of widths: a bound is compared as an integer of the column's width if it is one.
_WIDTHS = tuple(
    sign * (1 << bits) + near
    for bits in (0, 29, 30, 31, 32, 61, 62, 63, 64)
    for sign in (-1, 1)
    for near in (-1, 0, 1)
)
_TYPES: dict[str, tuple[pa.DataType, str, tuple[Any, ...]]] = {
    "int": (pa.int32(), "int", (0, 1, -1, 7, (1 << 31) - 1, -(1 << 31))),
    "long": (pa.int64(), "int", (0, 1, -1, 1 << 40, (1 << 63) - 1, -(1 << 63))),
    "float": (pa.float32(), "float", (0.5, -2.25, 0.0, 2.0**100, math.nan)),
    "double": (pa.float64(), "float", (0.5, -2.25, 3.0, 1e300, math.nan)),
    "boolean": (pa.bool_(), "bool", (True, False)),
    "text": (pa.string(), "bytes", ("", "a", "b", "é", "x" * 70)),
    "bytes": (pa.binary(), "bytes", (b"", b"\x00", b"\xff", b"ab")),
    "decimal": (pa.decimal128(9, 2), "decimal", tuple(map(Decimal, ("0.00", "1.25", "-7.10", "9999999.99")))),
    "wide": (pa.decimal128(30, 5), "decimal", (Decimal("0.00001"), Decimal("-123456789012345678901.5"))),
    "date": (pa.date32(), "int", (0, 1, 20000, -5)),
    "moment": (pa.timestamp("us"), "int", (0, 1, 10**15, -5)),
}


def column_questions() -> Iterator[Asked]:
    """All of them."""
    yield from numbered(
        {"columns": column_fault, "bounds": bound_fault}, _NUM_QUESTIONS, _NUM_EACH, "columns"
    )


def _stored(value: Any) -> Any:
    """A drawn value as it compares: texts as UTF-8, decimals as fractions, booleans as numbers."""
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, Decimal):
        return Fraction(value)
    return int(value) if isinstance(value, bool) else value


def column_fault(chance: random.Random) -> Failure:
    """What is wrong with what is read of the columns of a drawn file."""
    module = imported("audit.metadata.columns")
    num = chance.choice((0, 1, 3, 20, 300))
    drawn = {
        name: [None if chance.random() < 0.2 else chance.choice(values) for _ in range(num)]
        for name, (_, _, values) in _TYPES.items()
    }
    drawn["int"] = [None] * num if chance.random() < 0.3 else drawn["int"]
    arrays = {name: pa.array(values, _TYPES[name][0]) for name, values in drawn.items()}
    nested = pa.StructArray.from_arrays([arrays["long"], arrays["text"]], ["n", "t"])
    table = pa.table({**arrays, "s": nested, "l": pa.array([[1]] * num, pa.list_(pa.int32()))})
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "f.parquet"
        pq.write_table(
            table, path, row_group_size=chance.choice((1, 7, 1000)), use_dictionary=chance.random() < 0.5,
            version="2.6",
        )  # fmt: skip
        facts = module.base_facts(path)
        repeated = [name for name, column in facts.columns.items() if column.is_repeated]
        if facts.num_rows != num or repeated != ["l.list.element"]:
            return f"{facts.num_rows} rows, {repeated} repeated"
        for name, values in (*drawn.items(), ("s.n", drawn["long"])):
            column = facts.columns[name]
            if fault := _values_fault(module, path, column, values, chance):
                return f"{name} of {num} rows: {fault}"
            form = _TYPES["long" if name == "s.n" else name][1]
            if (column.form, column.num_values) != (form, num):
                return f"{name}: {column.form} of {column.num_values} values"
            if name != "s.n" and num and column.num_nulls != values.count(None):
                return f"{name}: {column.num_nulls} nulls by the footer"
    return None


def _values_fault(module: Any, path: Path, column: Any, values: list[Any], chance: random.Random) -> Failure:
    known = [_stored(value) for value in values if value is not None]
    plain = [value for value in known if not (isinstance(value, float) and math.isnan(value))]
    bounds = (min(plain), max(plain)) if plain else None
    low, high = sorted(chance.choices(plain, k=2)) if len(plain) > 1 else (None, None)
    if column.form == "int" and isinstance(low, int) and chance.random() < 0.5:
        low, high = sorted(chance.choices(_WIDTHS, k=2))
    outside = [value for value in plain if low is not None and not low <= value <= high]
    found = module.read_values(path, column, low, high)
    right = (values.count(None), len(known) - len(plain), bounds, len(outside))
    if (found.num_nulls, found.num_nan, found.bounds, found.num_outside) != right:
        return f"{found} instead of {right} with bounds {low!r}, {high!r}"
    told = column.bounds()
    is_float = column.form == "float"
    if is_float and told is not None and bounds is not None:
        told = tuple(map(float, told))
    if told != bounds and not (told is None and len(known) > len(plain)):
        return f"{told} by the footer instead of {bounds}"
    return None


_FORMS = {"int": "int", "long": "int", "float": "float", "double": "float", "boolean": "bool",
          "string": "bytes", "bytes": "bytes", "date": "int", "timestamp-micros": "int"}  # fmt: skip


def bound_fault(chance: random.Random) -> Failure:
    """What is wrong with bounds of statistics as values."""
    module, views = imported("audit.metadata.columns"), imported("views.metadata")
    scale = chance.choice((0, 2, 10))
    unscaled = chance.choice((b"\x00", b"\xff", b"\x7f" * 16, b"\x01" + bytes(1023), b"\x01" + bytes(1024)))
    is_small = len(unscaled) <= 1024
    number = Fraction(int.from_bytes(unscaled, "big", signed=True), 10**scale) if is_small else None
    values: list[tuple[str, Any, str, Any]] = [
        ("int", 5, "int", 5), ("long", -1, "int", -1), ("boolean", True, "bool", 1),
        ("string", "é", "bytes", "é".encode()), ("bytes", b"\xff", "bytes", b"\xff"),
        ("float", 0.5, "float", 0.5), ("double", -1.5, "float", -1.5),
        ("decimal", views.Scaled(unscaled, scale), "decimal", number),
    ]  # fmt: skip
    for kind, value, own, right in values:
        for form in ("int", "float", "bool", "bytes", "decimal"):
            found = module.comparable(views.Bound(kind, value), form)
            expected = right if form == own else None
            if found != expected or isinstance(found, bool):
                return f"{value!r:.60} of {kind} as {form} is {found!r:.60}"
    return None
