# SPDX-License-Identifier: Apache-2.0
"""Both sides of indexes of records, of drawn rows, for mutants drawn by chance.

    drawn:sides-sums-N    sums and rows of an index and of the data: equal where both say the same, and
                          different in the group of what is changed
    drawn:sides-routes    what sums tell apart, and how keys are shared out among buckets
    drawn:sides-columns   columns of a secondary index whose text is known

Keys, file groups and ids are those of the writer, which shares no code with the audit.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
from chance_asked import Asked, Failure, imported, numbered, without_world
from chance_findings import replaced

_SECONDARY = "secondary_index_a"
_Row = tuple[str, str, str]
_GROUPS = (("", "f0"), ("p", "f1"), ("p", "f2"), ("q/r", "f1"), ("nowhere", "f3"))


def _sides(
    chance: random.Random, index: str, is_partitioned: bool, version: str
) -> tuple[Any, dict[str, dict[str, Any]], dict[Any, list[Any]], Counter[tuple[int, _Row]]]:
    """A state, records of its groups by file id, rows of the data, and which of them are in which group."""
    keys, views = imported("encode.metadata.keys"), imported("views.metadata")
    owners: Sequence[str | None] = ("", "p", "q/r") if is_partitioned else (None,)
    counts = {part: chance.choice((1, 2, 5)) for part in owners}
    # A data partition whose path is empty has no name in an id; its rows are in no group.
    ids = sorted(
        keys.id_of(index, at, part) for part, num in counts.items() for at in range(num) if part != ""
    )
    rows: dict[Any, list[Any]] = {group: [] for group in _GROUPS}
    records: dict[str, dict[str, Any]] = {one: {} for one in ids}
    where: Counter[tuple[int, _Row]] = Counter()
    for number in range(chance.choice((0, 1, 9, 40))):
        key = chance.choice((f"k{number}", f"ü{number}", f"{'x' * chance.randrange(250, 260)}{number}"))
        group = chance.choice(_GROUPS)
        value = chance.choice(("v", "w$", True, False, 7, None)) if index == _SECONDARY else None
        rows[group].append((key, value))
        if index == "record_index":
            same = [one for one in ids if not is_partitioned or one in {
                keys.id_of(index, at, group[0]) for at in range(9)}]  # fmt: skip
            if same:
                own = same[keys.group_of(key, len(same))]
                records[own][key] = views.MetadataRecord(
                    key, views.RecordType(5), views.Location(*group, 1, None, 1)
                )
            where[ids.index(own) if same else -1, (key, *group)] += 1
        elif value is not None or version == "V2":
            text = (
                {True: "true", False: "false", None: None}[value]
                if value in {True, False, None}
                else str(value)
            )
            text = str(value) if isinstance(value, int) and not isinstance(value, bool) else text
            whole = f"{keys.secondary_part(text)}${keys.secondary_part(key)}"
            routed = keys.before_separator(whole) if version == "V2" else whole
            at = keys.group_of(routed, len(ids))
            records[ids[at]][whole] = views.MetadataRecord(
                whole, views.RecordType(7), views.SecondaryRow(False)
            )
            where[at, (whole, "", "")] += 1
    rows[_GROUPS[0]].append((None, "v"))  # a row without a key is in no index
    if index == _SECONDARY:
        for key, is_deleted in (("gone$k", True), ("no separator", False), ("\0$null", version == "V2")):
            records[chance.choice(ids)][key] = views.MetadataRecord(
                key, views.RecordType(7), views.SecondaryRow(is_deleted)
            )
    options = {"isPartitioned": "true"} if is_partitioned else {}
    definition = views.IndexDefinition(index, "t", "f", ("c",), options, version)
    metadata = SimpleNamespace(
        slices={index: [SimpleNamespace(file_id=one) for one in ids]}, definitions={index: definition}
    )
    kinds = [{"name": "c", "type": ["null", "string"]}]
    schema = SimpleNamespace(tree={"type": "record", "name": "r", "fields": kinds})
    state = SimpleNamespace(
        metadata=metadata, slices={group: group for group in _GROUPS}, table=SimpleNamespace(schema=schema)
    )
    return state, records, rows, where


def sides_fault(chance: random.Random) -> Failure:
    """Rows of both sides that say the same, and what differs once one of them is changed."""
    module, routes = imported("audit.metadata.locations"), imported("audit.metadata.routes")
    index = chance.choice(("record_index", _SECONDARY))
    is_partitioned = index == "record_index" and chance.random() < 0.5
    version = chance.choice(("V1", "V2"))
    state, records, rows, where = _sides(chance, index, is_partitioned, version)
    numbers = range(len(state.metadata.slices[index]))

    def sums_of(side: Any) -> tuple[Any, Any]:
        data, own = routes.Sums(), routes.Sums()
        for group in _GROUPS:
            data.add_json(module.data_sums(state, side, group).to_json())
        for number in numbers:
            own.add_json(module.index_sums(state, side, number)[0].to_json())
        return data, own

    def values(_: Any, group: Any, columns: Sequence[str]) -> Iterator[Any]:
        if columns != (("c",) if index == _SECONDARY else ()):
            raise AssertionError(f"columns {columns}")
        return iter([row if columns else row[:1] for row in rows[group]])

    with replaced(
        module, read_group=lambda _, name, item: records[item.file_id] if name == index else {},
        slice_values=values,
    ):  # fmt: skip
        in_groups = {one: num for one, num in where.items() if one[0] >= 0}
        counted = Counter[int]()
        for (number, _), num in in_groups.items():
            counted[number] += num
        counted[-1] += sum(num for one, num in where.items() if one[0] < 0)
        for buckets in (1, 2, 7):
            side = module.Side(index, buckets)
            data, own = sums_of(side)
            if fault := _sums_fault(data, own, buckets, counted) or _rows_fault(
                module, state, side, data, where
            ):
                return fault
        _, counts = module.index_sums(state, module.Side(index), 0)
        expected = Counter(row[1:] for (at, row), num in in_groups.items() if at == 0)
        if counts != expected:
            return f"{counts} rows of data file groups, expected {expected}"
        changed = sorted(one for one in in_groups if in_groups[one] == 1)
        if not changed:
            return None
        number, row = chance.choice(changed)
        file_id = state.metadata.slices[index][number].file_id
        record = records[file_id].pop(row[0])
        if index == "record_index" and chance.random() < 0.5:
            views = imported("views.metadata")
            location = views.Location("elsewhere", row[2], 1, None, 1)
            records[file_id][row[0]] = views.MetadataRecord(row[0], record.type, location)
        data, own = sums_of(module.Side(index))
        cells = [cell for cell in data.differences(own) if cell[0] >= 0]
        return None if cells == [(number, 0)] else f"{row} of {number} changed: {cells} differ"


def _sums_fault(data: Any, own: Any, buckets: int, counted: Counter[int]) -> Failure:
    """Sums of sides that say the same: as many rows in each group, -1 for none, and no difference."""
    found = Counter[int]()
    for (number, bucket), (num, _) in data.cells.items():
        found[number] += num
        if not 0 <= bucket < buckets:
            return f"bucket {bucket} of {buckets}"
    if +found != +counted:
        return f"{buckets} buckets: {found} rows by group, expected {counted}"
    if any(cell[0] >= 0 for cell in data.differences(own)):
        return f"{buckets} buckets: equal sides differ in {data.differences(own)}"
    return None


def _rows_fault(module: Any, state: Any, side: Any, data: Any, where: Counter[tuple[int, _Row]]) -> Failure:
    """Rows in cells that are wanted: by both sides the same, and all of them together every row once."""
    everything: Counter[tuple[int, _Row]] = Counter()
    for cell in data.cells:
        one = module.Side(side.index, side.num_buckets, frozenset({cell}))
        found = Counter(row for group in _GROUPS for row in module.data_rows(state, one, group))
        if sum(found.values()) != data.cells[cell][0]:
            return f"{found} rows in a cell of {data.cells[cell][0]}"
        for row, num in found.items():
            everything[cell[0], row] += num
        if cell[0] >= 0:
            own = Counter(module.index_rows(state, one, cell[0]))
            if own != Counter(set(found)):
                return f"rows of {cell}: {own} by the index, {found} by the data"
            sums, _ = module.index_sums(state, one, cell[0])
            if list(sums.cells) != [cell] or module.data_sums(state, one, _GROUPS[0]).cells.keys() - {cell}:
                return f"sums of {cell}: {list(sums.cells)}"
    return None if everything == where else f"rows {everything}, expected {where}"


def _columns() -> Failure:
    """Columns of a secondary index: one of a type whose text is known."""
    module, views = imported("audit.metadata.locations"), imported("views.metadata")
    refused = imported("errors").UnsupportedInput
    long_of = {"type": "long", "logicalType": "timestamp-micros"}
    cases: list[tuple[Any, tuple[str, ...], bool]] = [
        ("string", ("c",), True), ("int", ("c",), True), ("long", ("c",), True), ("boolean", ("c",), True),
        (["null", "string"], ("c",), True), (["string", "null"], ("c",), True), ("double", ("c",), False),
        (["null", "double"], ("c",), False), (long_of, ("c",), False), (["null", long_of], ("c",), False),
        ({"type": "string", "x": "y"}, ("c",), True), ([], ("c",), False), ("string", ("d",), False),
        ("string", (), False), ("string", ("c", "c"), False), ("string", None, False),
        ("null", ("c",), True), (["null", "string", "double"], ("c",), False), (None, ("c",), False),
    ]  # fmt: skip
    for kind, fields, is_known in cases:
        tree: Any = (
            {"type": "record", "fields": [{"name": "c", "type": kind}]} if kind is not None else "string"
        )
        definition = None if fields is None else views.IndexDefinition("x", "t", "f", fields, {}, "V1")
        state = SimpleNamespace(
            metadata=SimpleNamespace(definitions={} if definition is None else {_SECONDARY: definition}),
            table=SimpleNamespace(schema=SimpleNamespace(tree=tree)),
        )
        try:
            found = module.source_column(state, _SECONDARY)
        except refused:
            found = None
        if found != ("c" if is_known else None):
            return f"column {fields} of {kind}: {found}"
        if module.has_nulls(state, _SECONDARY):
            return "null has rows in V1"
    return None


def _routes() -> Failure:
    """Sums tell apart what differs in one bit, or in a row of no digest; keys go to all of some buckets."""
    routes = imported("audit.metadata.routes")
    for rows, is_equal in (
        (((1, 5), (1, 5)), True), (((1, 5), (1, 5 + (1 << 63))), False), (((1, 0), (0, 0)), False),
        (((1, 5), (1, 5 + (1 << 64))), True), (((1, 5), (2, 5)), False), (((1, 5), (1, 6)), False),
    ):  # fmt: skip
        sides = [routes.Sums() for _ in rows]
        for side, (num, total) in zip(sides, rows, strict=True):
            if num:
                side.add((3, 0), num, total)
        if sides[0].differences(sides[1]) != ([] if is_equal else [(3, 0)]):
            return f"sums of {rows}"
    keys = [f"k{number}" for number in range(300)]
    for num in (1, 2, 3, 7):
        found = {routes.bucket_of(key, num) for key in keys}
        if found != set(range(num)):
            return f"300 keys in the buckets {found} of {num}"
    with np.errstate(all="raise"):
        for num in (0, 1, 3):
            expected = [imported("encode.metadata.keys").group_of(key, num) if num else 0 for key in keys]
            if routes.groups_of(keys, num).tolist() != expected:
                return f"groups among {num}"
        for texts in ([""], ["", "a"], []):
            if routes.groups_of(texts, 5).tolist() != [97 % 5 if text else 0 for text in texts]:
                return f"groups of {texts}"
    return None


def side_questions() -> Iterator[Asked]:
    """All of them."""
    yield from numbered({"sides-sums": sides_fault}, 4, 12)
    yield "drawn:sides-routes", "", without_world(_routes)
    yield "drawn:sides-columns", "", without_world(_columns)
