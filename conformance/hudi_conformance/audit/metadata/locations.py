# SPDX-License-Identifier: Apache-2.0
"""Record index and secondary indexes against the rows of the table: both sides as sums, or as rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from hudi_conformance.audit.findings import chunks
from hudi_conformance.audit.metadata.groups import is_partitioned, routed_text
from hudi_conformance.audit.metadata.routes import (
    Cell,
    Sums,
    add_rows,
    bucket_of,
    digest_of,
    groups_of,
    seed_of,
)
from hudi_conformance.audit.metadata.state import State, slice_values
from hudi_conformance.decode.metadata.groups import RECORD_INDEX, parse_group_id
from hudi_conformance.decode.metadata.secondary import secondary_key, split_key
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.metadata import Location, SecondaryRow
from hudi_conformance.semantics.slices.files import GroupId
from hudi_conformance.table.metadata import read_group

NO_GROUP = ALL = -1
Found = tuple[str, str, str]  # key, partition and file id; a secondary index has neither of these
_ROWS_AT_ONCE = 1 << 16
_TEXTS = frozenset({"string", "int", "long", "boolean"})


@dataclass(frozen=True)
class Side:
    """Request to both sides of an index.

    Attributes:
        index: `record_index` or `secondary_index_NAME`.
        num_buckets: number of buckets of a file group.
        cells: the requested ones; None = all. Bucket -1 denotes all of a file group.
    """

    index: str
    num_buckets: int
    cells: frozenset[Cell] | None

    def wants(self, cell: Cell) -> bool:
        """Whether rows of a cell are requested."""
        return self.cells is None or cell in self.cells or (cell[0], ALL) in self.cells


def locations_of(state: State, side: Side, number: int) -> Iterator[Found]:
    """Yield rows of one file group of the index; nulls of a V1 secondary index are skipped."""
    item = state.metadata.slices[side.index][number]
    for record in read_group(state.metadata, side.index, item).values():
        if isinstance(record.payload, Location):
            yield record.key, record.payload.partition, record.payload.file_id
        elif isinstance(record.payload, SecondaryRow):
            try:
                is_null = split_key(record.key)[0] is None
            except Reject:  # the check of the group reports it
                continue
            if not is_null or has_nulls(state, side.index):
                yield record.key, "", ""


def index_sums(state: State, side: Side, number: int) -> tuple[Sums, Counter[GroupId]]:
    """Sums of a file group of the index, and the number of its rows in each data file group."""
    sums, counts = Sums(), Counter[GroupId]()
    for key, partition, file_id in locations_of(state, side, number):
        cell = number, bucket_of(key, side.num_buckets)
        counts[partition, file_id] += 1
        if side.wants(cell):
            sums.add(cell, 1, digest_of(key, _seed(side, partition, file_id)))
    return sums, counts


def index_rows(state: State, side: Side, number: int) -> Iterator[Found]:
    """Rows of a file group of the index in the requested cells."""
    for row in locations_of(state, side, number):
        if side.wants((number, bucket_of(row[0], side.num_buckets))):
            yield row


def data_sums(state: State, side: Side, group: GroupId) -> Sums:
    """Sums of the rows of a data file group, by file group of the index.

    Raises:
        OSError, Reject: a file cannot be read.
        UnsupportedInput: a column whose text is unknown.
    """
    sums = Sums()
    for keys, routes in _routed(state, side, group):
        add_rows(sums, keys, routes, _seed(side, *group), side.num_buckets)
    return Sums({cell: value for cell, value in sums.cells.items() if side.wants(cell)})


def data_rows(state: State, side: Side, group: GroupId) -> Iterator[Found]:
    """Rows of a data file group in the requested cells."""
    for keys, routes in _routed(state, side, group):
        for key, number in zip(keys, routes, strict=True):
            if side.wants((int(number), bucket_of(key, side.num_buckets))):
                yield (key, *(group if side.index == RECORD_INDEX else ("", "")))


def _seed(side: Side, partition: str, file_id: str) -> int:
    return seed_of(partition, file_id) if side.index == RECORD_INDEX else 0


def _routed(state: State, side: Side, group: GroupId) -> Iterator[tuple[list[str], npt.NDArray[np.int64]]]:
    """Index keys of a data file group, with the numbers of their index file groups."""
    item = state.slices[group]
    if side.index == RECORD_INDEX:
        numbers = _numbers(state, group[0])
        for rows in chunks(slice_values(state, item, ()), _ROWS_AT_ONCE):
            keys = [str(key) for (key,) in rows if key is not None]
            yield (
                keys,
                numbers[groups_of(keys, len(numbers))] if len(numbers) else np.full(len(keys), NO_GROUP),
            )
        return
    column = source_column(state, side.index)
    with_nulls, num_groups = has_nulls(state, side.index), len(state.metadata.slices[side.index])
    for rows in chunks(slice_values(state, item, (column,)), _ROWS_AT_ONCE):
        chosen = [row for row in rows if row[0] is not None and (with_nulls or row[1] is not None)]
        keys = [secondary_key(_text(row[1]), str(row[0])) for row in chosen]
        yield keys, groups_of([routed_text(state, side.index, key) for key in keys], num_groups)


def _numbers(state: State, partition: str) -> npt.NDArray[np.int64]:
    """Numbers of the file groups of the record index to which the keys of a data partition are routed."""
    items = state.metadata.slices[RECORD_INDEX]
    if not is_partitioned(state):
        return np.arange(len(items))
    owners = [parse_group_id(RECORD_INDEX, item.file_id)[1] for item in items]
    return np.array([at for at, owner in enumerate(owners) if owner == partition], np.int64)


def has_nulls(state: State, index: str) -> bool:
    """Whether null has rows: from version V2 on [metadata.secondary.null]."""
    definition = state.metadata.definitions.get(index)
    return definition is not None and definition.version == "V2"


def source_column(state: State, index: str) -> str:
    """The column of a secondary index.

    Raises:
        UnsupportedInput: no column, or a type whose text is unknown.
    """
    definition = state.metadata.definitions.get(index)
    fields = () if definition is None else definition.source_fields
    if len(fields) != 1:
        raise UnsupportedInput(f"{index} is of {len(fields)} columns")
    tree = state.table.schema.tree
    members: Mapping[str, Any] = (
        {f["name"]: f["type"] for f in tree["fields"]} if isinstance(tree, dict) else {}
    )
    [column] = fields
    kind = members.get(column)
    branches = kind if isinstance(kind, list) else [kind]
    if {_plain_type(branch) for branch in branches} - _TEXTS - {"null"} or not branches:
        raise UnsupportedInput(f"{column} of {index} has a type other than {', '.join(sorted(_TEXTS))}")
    return column


def _plain_type(node: object) -> str | None:
    """Name of a type without a logical type, even if other properties make it an object."""
    kind = node.get("type") if isinstance(node, dict) and "logicalType" not in node else node
    return kind if isinstance(kind, str) else None


def _text(value: object) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    return None if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Difference:
    """Differing rows of one data file group."""

    kind: str
    group: GroupId
    other: GroupId | None
    keys: tuple[str, ...]


MISSING, EXTRA, ELSEWHERE, TWICE = "missing", "extra", "elsewhere", "twice"


def compare(data: Sequence[Found], index: Sequence[Found], *, is_by_partition: bool) -> list[Difference]:
    """Differing rows of some cells, by data file group."""
    differences: dict[tuple[str, GroupId, GroupId | None], list[str]] = {}
    by_key: dict[tuple[str, str], list[GroupId]] = {}
    places: dict[tuple[str, str], GroupId] = {}
    for key, partition, file_id in data:
        by_key.setdefault((key, partition if is_by_partition else ""), []).append((partition, file_id))
    for key, partition, file_id in index:
        places[key, partition if is_by_partition else ""] = partition, file_id
    for ident, groups in by_key.items():
        location = places.get(ident)
        if len(groups) > 1:
            differences.setdefault((TWICE, groups[1], groups[0]), []).append(ident[0])
        if location is None:
            differences.setdefault((MISSING, groups[0], None), []).append(ident[0])
        elif location not in groups:
            differences.setdefault((ELSEWHERE, groups[0], location), []).append(ident[0])
    for ident, location in places.items():
        if ident not in by_key:
            differences.setdefault((EXTRA, location, None), []).append(ident[0])
    return [
        Difference(*ident, tuple(keys))
        for ident, keys in sorted(differences.items(), key=lambda item: str(item[0]))
    ]
