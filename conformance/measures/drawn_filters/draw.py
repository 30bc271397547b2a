# SPDX-License-Identifier: Apache-2.0
"""Filters drawn from what a table holds: values of a column, their neighbours, null and NaN."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from hudi_conformance.canonical.filters import COMPARISONS, TYPES
from hudi_conformance.canonical.scalars import canonical_float32, canonical_float64

Row = Mapping[str, Any]
Tree = dict[str, Any]
_NULL = {"null": True}
_LOGICAL = {
    "date": "date",
    "timestamp-millis": "timestamp-millis",
    "timestamp-micros": "timestamp-micros",
    "decimal": "decimal",
}
_KEYS = ("_hoodie_record_key", "_hoodie_partition_path", "_hoodie_commit_time", "_hoodie_file_name")
_INTEGERS = {"int": 31, "long": 63, "date": 21, "timestamp-millis": 48, "timestamp-micros": 58}


@dataclass(frozen=True, slots=True)
class Column:
    """A column, or a field of structs, that filters can compare.

    Attributes:
        path: its path.
        type: as a filter states it.
        values: canonical values, all different, null not among them.
    """

    path: str
    type: str
    values: tuple[Any, ...]


def columns_of(schema: Mapping[str, Any], rows: Sequence[Row]) -> list[Column]:
    """Columns of an Avro schema of rows, with the values that rows have."""
    columns = []
    for path, kind in _leaves(schema["fields"], ""):
        if path.startswith("_hoodie_") and path not in _KEYS:
            continue
        values = {_text(value): value for row in rows if (value := _value(row, path)) is not None}
        if not all(_has_type(value, kind) for value in values.values()):
            continue
        columns.append(Column(path, kind, tuple(values[text] for text in sorted(values))))
    return columns


def _has_type(value: Any, kind: str) -> bool:
    """Whether an engine shows a value as the table has it; a digest and text that is not UTF-8 are none."""
    try:
        return not isinstance(value, Mapping) and TYPES[kind](value) is not None
    except ValueError:
        return False


def _leaves(fields: Sequence[Mapping[str, Any]], prefix: str) -> Iterator[tuple[str, str]]:
    for field in fields:
        path, kind = f"{prefix}{field['name']}", field["type"]
        if "." in field["name"]:
            continue
        if isinstance(kind, list):
            branches = [branch for branch in kind if branch != "null"]
            if len(branches) != 1:
                continue
            [kind] = branches
        if isinstance(kind, Mapping):
            if kind.get("type") == "record" and "logicalType" not in kind:
                yield from _leaves(kind["fields"], f"{path}.")
                continue
            logical = kind.get("logicalType")
            if logical is not None and logical not in _LOGICAL:
                continue
            kind = _LOGICAL[logical] if logical else kind.get("type")
        if kind in {"boolean", "int", "long", "float", "double", "string", "bytes", *_LOGICAL.values()}:
            yield path, kind


def _value(row: Row, path: str) -> Any:
    value: Any = row
    for name in path.split("."):
        value = None if value is None else value.get(name)
    return value


def _text(value: Any) -> str:
    return f"{type(value).__name__}:{value}"


def draw(columns: Sequence[Column], rng: random.Random, *, depth: int = 2, plain: bool = False) -> Tree:
    """A filter: mostly one predicate, or a few that are joined; `plain`: in forms that hudi-rs takes."""
    if depth and rng.random() < 0.35:
        op = "and" if plain else rng.choice(["and", "and", "or", "not"])
        num = 1 if op == "not" else rng.randint(2, 3)
        return {"op": op, "args": [draw(columns, rng, depth=depth - 1, plain=plain) for _ in range(num)]}
    if plain:
        columns = [each for each in columns if "." not in each.path and each.type != "bytes"]
    column = rng.choice(columns)
    nulls = [] if plain else ["is_null", "is_not_null", "starts_with"]
    op = rng.choice([*COMPARISONS, *COMPARISONS, "in", "between", *nulls])
    if op in {"is_null", "is_not_null"}:
        return {"op": op, "column": column.path}
    if op == "starts_with" and column.type != "string":
        op = "="
    num = {"in": rng.randint(1, 4), "between": 2}.get(op, 1)
    values = [_NULL if not plain and rng.random() < 0.03 else _drawn(column, rng) for _ in range(num)]
    if op == "starts_with":
        text = rng.choice(column.values) if column.values else "a"
        values = [text[: rng.randint(0, 3)]]
    return {"op": op, "column": column.path, "type": column.type, "values": values}


def _drawn(column: Column, rng: random.Random) -> Any:
    value = rng.choice(column.values) if column.values else None
    if value is None or rng.random() < 0.1:
        value = rng.choice(_EDGES[column.type])
    return _NEIGHBOURS[column.type](value, rng) if rng.random() < 0.5 else value


def _integer(kind: str) -> Callable[[Any, random.Random], Any]:
    def neighbour(value: Any, rng: random.Random) -> Any:
        number = int(value) + rng.choice([-1, 1])
        number = max(min(number, (1 << _INTEGERS[kind]) - 1), -(1 << _INTEGERS[kind]))
        return number if kind in {"int", "date"} else str(number)

    return neighbour


def _float(show: Callable[[float], str], most: float, step: float) -> Callable[[Any, random.Random], Any]:
    def neighbour(value: Any, rng: random.Random) -> Any:
        number = float(value)
        if not math.isfinite(number):
            return rng.choice(["NaN", "Infinity", "-Infinity", "0.0"])
        toward = rng.choice([most, -most])
        near = number + math.copysign(abs(number) * step, toward) if step else math.nextafter(number, toward)
        return rng.choice([show(max(min(near, most), -most)), "NaN", "-0.0"])

    return neighbour


def _decimal(value: Any, rng: random.Random) -> Any:
    number = Decimal(value)
    near = number + rng.choice([-1, 1]) * Decimal(1).scaleb(int(number.as_tuple().exponent))
    # one digit more than the column's precision is another type
    return format(near, "f") if len(near.as_tuple().digits) <= len(number.as_tuple().digits) else value


def _string(value: Any, rng: random.Random) -> Any:
    return rng.choice(
        [value + "a", value[:-1], value.upper(), value + "\x01", "\U0010ffff" + value, value[1:]]
    )


def _bytes(value: Any, rng: random.Random) -> Any:
    return rng.choice([value + "00", value[:-2], "ff" + value])


_NEIGHBOURS: Mapping[str, Callable[[Any, random.Random], Any]] = {
    "boolean": lambda value, _: not value,
    "float": _float(canonical_float32, 3.4028234663852886e38, 2**-22),
    "double": _float(canonical_float64, sys.float_info.max, 0.0),
    "decimal": _decimal,
    "string": _string,
    "bytes": _bytes,
    **{kind: _integer(kind) for kind in _INTEGERS},
}
_EDGES: Mapping[str, Sequence[Any]] = {
    "boolean": [True, False],
    "int": [0, -1, 2**31 - 1, -(2**31)],
    "long": ["0", "-1", str(2**63 - 1), str(-(2**63))],
    "float": ["NaN", "0.0", "-0.0", "Infinity", "-Infinity", "3.4028235e+38"],
    "double": ["NaN", "0.0", "-0.0", "Infinity", "-Infinity", "1.7976931348623157e+308"],
    "decimal": ["0", "0.5", "-1"],
    "string": ["", "a", "z", "\U0010ffff"],
    "bytes": ["", "00", "ff"],
    "date": [0, -1, 18262],
    "timestamp-millis": ["0", "-1"],
    "timestamp-micros": ["0", "-1"],
}
