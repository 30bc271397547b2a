# SPDX-License-Identifier: Apache-2.0
"""A schema whose columns have ids, as in `latest_schema` and in `.hoodie/.schema`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Leaf:
    """A type without columns.

    Attributes:
        name: in lower case, without arguments, such as `decimal`.
        arguments: numbers in parentheses or brackets: precision and scale, size, dimension.
    """

    name: str
    arguments: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a record; ids of VARIANT and BLOB columns are negative and repeat."""

    ident: int
    name: str
    is_optional: bool
    type: Type


@dataclass(frozen=True, slots=True)
class Struct:
    """A record."""

    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """An array."""

    element: Column


@dataclass(frozen=True, slots=True)
class Entries:
    """A map."""

    key: Column
    value: Column


Type: TypeAlias = "Leaf | Struct | Items | Entries"


@dataclass(frozen=True, slots=True)
class IdSchema:
    """A schema with ids.

    Attributes:
        version: number of the instant that created it; 0 before the first change.
        max_id: greatest assigned id; None if it is not stated.
        record: its columns.
    """

    version: int
    max_id: int | None
    record: Struct

    def ids(self) -> Iterator[tuple[int, str]]:
        """Yield the id and the full name of every column, element, key and value."""
        yield from _ids(self.record, "")


def _ids(kind: Type, prefix: str) -> Iterator[tuple[int, str]]:
    for column in children(kind):
        yield column.ident, f"{prefix}{column.name}"
        yield from _ids(column.type, f"{prefix}{column.name}.")


def children(kind: Type) -> tuple[Column, ...]:
    """Columns of a record, the element of an array, key and value of a map."""
    match kind:
        case Struct():
            return kind.columns
        case Items():
            return (kind.element,)
        case Entries():
            return kind.key, kind.value
    return ()


def schema_at(history: Sequence[IdSchema], instant: str) -> IdSchema | None:
    """The schema in effect at an instant: the greatest version up to its number [table.ids.version].

    Args:
        history: in any order.
        instant: digits, as in the name of a file or the header of a block.

    Returns:
        None if no schema is old enough, or the instant is not a number: then columns have no ids.
    """
    if not (instant.isascii() and instant.isdigit()):
        return None
    number = int(instant)
    older = [schema for schema in history if schema.version <= number]
    return max(older, key=lambda schema: schema.version, default=None)
