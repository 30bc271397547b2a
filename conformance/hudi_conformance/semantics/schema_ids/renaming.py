# SPDX-License-Identifier: Apache-2.0
"""Map names of stored columns to the names that readers return, by the ids of both [table.ids.renamed].

A renaming is applied to the schema of a file and to its rows, before resolution by names. A stored column is
hidden if the newer schema lacks its id and another column has its name: values of a dropped column must not
appear in a column that was added with its name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hudi_conformance.model.common import AvroSchema, AvroValue
from hudi_conformance.semantics.schema_ids.types import Entries, IdSchema, Items, Struct, Type

RECORD, ARRAY, MAP = "record", "array", "map"
ELEMENT, VALUE = "element", "value"


@dataclass(frozen=True, slots=True)
class Renaming:
    """Names for readers of the columns of a stored record, or of those in an array or map.

    Attributes:
        kind: `RECORD`, `ARRAY` or `MAP`.
        names: new names of columns by stored names, None for hidden ones; other columns keep their names.
        inner: renamings in columns by stored names, or of `ELEMENT` or `VALUE`.
    """

    kind: str
    names: Mapping[str, str | None]
    inner: Mapping[str, Renaming]

    def name(self, stored: str) -> str | None:
        """Name of a stored column for readers; None for a hidden one."""
        return self.names.get(stored, stored)

    def tree(self, tree: AvroSchema) -> AvroSchema:
        """Return an Avro schema with the new names."""
        if isinstance(tree, list):
            return [self.tree(branch) for branch in tree]
        if not isinstance(tree, Mapping):
            return tree
        match tree.get("type"):
            case "record" | "error" if self.kind == RECORD:
                return {**tree, "fields": list(self._members(tree["fields"]))}
            case "array" if self.kind == ARRAY:
                return {**tree, "items": self.inner[ELEMENT].tree(tree["items"])}
            case "map" if self.kind == MAP:
                return {**tree, "values": self.inner[VALUE].tree(tree["values"])}
            case Mapping() | list():
                return {**tree, "type": self.tree(tree["type"])}
        return tree

    def _members(self, members: Sequence[AvroSchema]) -> Iterator[AvroSchema]:
        for member in members:
            name, inner = self.name(member["name"]), self.inner.get(member["name"])
            if name is not None:
                kind = member["type"] if inner is None else inner.tree(member["type"])
                yield {**member, "name": name, "type": kind}

    def row(self, row: Mapping[str, AvroValue]) -> dict[str, AvroValue]:
        """Return a decoded record with the new names."""
        inner = self.inner
        return {
            name: inner[stored].value(value) if stored in inner else value
            for stored, value in row.items()
            if (name := self.name(stored)) is not None
        }

    def value(self, value: AvroValue) -> AvroValue:
        """Return a decoded value of a column with the new names in it."""
        if value is None:
            return None
        match self.kind:
            case "array":
                return [self.inner[ELEMENT].value(item) for item in value]
            case "map":
                return {key: self.inner[VALUE].value(item) for key, item in value.items()}
        return self.row(value)


def renaming(stored: IdSchema, target: IdSchema) -> Renaming | None:
    """Renaming of columns from one schema to another; None if all names are equal.

    Args:
        stored: schema in effect when the files were written.
        target: schema in which readers return rows.
    """
    return None if stored is target else _of_record(stored.record, target.record)


def by_letter_case(stored: Iterable[str], target: Collection[str]) -> Renaming | None:
    """Renaming of columns whose names differ only in letter case from absent ones; None if there is none."""
    columns, names = frozenset(stored), {}
    for name in set(target) - columns:
        alike = [column for column in columns.difference(target) if column.lower() == name.lower()]
        if len(alike) == 1:
            names[alike[0]] = name
    return Renaming(RECORD, names, {}) if names else None


def _of(stored: Type, target: Type) -> Renaming | None:
    match stored, target:
        case Struct(), Struct():
            return _of_record(stored, target)
        case Items(), Items():
            return _of_part(ARRAY, ELEMENT, stored.element.type, target.element.type)
        case Entries(), Entries():
            return _of_part(MAP, VALUE, stored.value.type, target.value.type)
    return None


def _of_part(kind: str, name: str, stored: Type, target: Type) -> Renaming | None:
    inner = _of(stored, target)
    return None if inner is None else Renaming(kind, {}, {name: inner})


def _of_record(stored: Struct, target: Struct) -> Renaming | None:
    # Fixed ids of VARIANT and BLOB repeat, but not within one record.
    by_id = {column.ident: column for column in target.columns}
    taken = {column.name for column in target.columns}
    names: dict[str, str | None] = {}
    inner: dict[str, Renaming] = {}
    for column in stored.columns:
        same = by_id.get(column.ident)
        if same is None:
            if column.name in taken:
                names[column.name] = None
            continue
        if same.name != column.name:
            names[column.name] = same.name
        below = _of(column.type, same.type)
        if below is not None:
            inner[column.name] = below
    # A column of the file that is missing in its schema must not coexist with one that has its new name.
    for name in {name for name in names.values() if name is not None} - {c.name for c in stored.columns}:
        names[name] = None
    return Renaming(RECORD, names, inner) if names or inner else None
