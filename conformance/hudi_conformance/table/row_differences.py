# SPDX-License-Identifier: Apache-2.0
"""Differences by key between the reference's rows of a table and an engine's, with the deciding rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from hudi_conformance.semantics.merge.rules import Mode
from hudi_conformance.table.slice_rows import slice_entries
from hudi_conformance.table.view import Table, View

SCHEMA = pa.schema(
    [
        ("key", pa.string()),
        ("partition", pa.string()),
        ("kind", pa.string()),  # only-reference, only-engine, differs
        ("columns", pa.list_(pa.string())),
        ("reference", pa.string()),
        ("engine", pa.string()),
        ("origin", pa.string()),  # base, log, merged, deleted, none
        ("rule", pa.string()),
    ]
)


@dataclass(frozen=True, slots=True)
class RowDifference:
    """One key whose rows are not the same; rows as canonical JSON objects, None where there is none."""

    key: str
    partition: str
    kind: str
    columns: tuple[str, ...]
    reference: Mapping[str, Any] | None
    engine: Mapping[str, Any] | None


def row_differences(
    reference: Iterable[Mapping[str, Any]],
    engine: Iterable[Mapping[str, Any]],
    key_of: Callable[[Mapping[str, Any]], tuple[str, str]],
    columns: Iterable[str],
) -> Iterator[RowDifference]:
    """Yield what differs between two sets of canonical rows, sorted by partition and key.

    Args:
        reference: rows of the reference.
        engine: rows of the engine.
        key_of: partition and key of a row.
        columns: columns that are compared.
    """
    names = tuple(columns)
    both: dict[tuple[str, str], tuple[list[Any], list[Any]]] = defaultdict(lambda: ([], []))
    for side, rows in enumerate((reference, engine)):
        for row in rows:
            both[key_of(row)][side].append(row)
    for (partition, key), (ours, theirs) in sorted(both.items()):
        rest = list(theirs)
        for row in ours:
            same = next((other for other in rest if all(row.get(n) == other.get(n) for n in names)), None)
            if same is not None:
                rest.remove(same)
            elif rest:
                other = rest.pop(0)
                changed = tuple(name for name in names if row.get(name) != other.get(name))
                yield RowDifference(key, partition, "differs", changed, row, other)
            else:
                yield RowDifference(key, partition, "only-reference", (), row, None)
        for other in rest:
            yield RowDifference(key, partition, "only-engine", (), None, other)


def deciding_rules(table: Table, view: View, keys: set[str]) -> dict[str, tuple[str, str]]:
    """Where the row of each key comes from, and the requirement that decides it.

    Returns:
        Key to (origin, requirement); origins are `base`, `log`, `merged`, `deleted` and `none`.
    """
    origins: dict[str, tuple[str, str]] = {}
    for has_base, entries, base_keys in slice_entries(table, view, keys):
        for key in keys:
            if key in entries:
                origins[key] = _of_entry(table, key in base_keys and has_base, entries[key])
            elif key in base_keys:
                origins.setdefault(key, ("base", "table.view.snapshot"))
    return {key: origins.get(key, ("none", "table.slice.committed")) for key in keys}


def _of_entry(table: Table, is_stored: bool, is_row: bool) -> tuple[str, str]:
    rules = table.rules
    if not is_row:
        is_mode = rules.mode is not Mode.PAYLOAD
        return "deleted", "merge.mode.delete" if is_mode else "log.scan.delete-ordering"
    if not is_stored:
        return "log", "merge.payload.insert"
    return "merged", {
        Mode.EVENT_TIME: "merge.mode.event-time",
        Mode.COMMIT_TIME: "merge.mode.commit-time",
        Mode.PAYLOAD: "merge.payload.sentinel",
    }[rules.mode]
