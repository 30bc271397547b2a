# SPDX-License-Identifier: Apache-2.0
"""Differences by key between the reference's rows of a table and an engine's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

SCHEMA = pa.schema(
    [
        ("key", pa.string()),
        ("partition", pa.string()),
        ("kind", pa.string()),  # only-reference, only-engine, differs, columns-only-reference, …-engine
        ("columns", pa.list_(pa.string())),
        ("reference", pa.string()),
        ("engine", pa.string()),
        ("origin", pa.string()),  # base, log, merged, deleted, none
        ("rule", pa.string()),  # null if the files do not determine it
        ("reason", pa.string()),
    ]
)


@dataclass(frozen=True, slots=True)
class RowDifference:
    """One key with different rows; rows as canonical JSON objects, None if there is none."""

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
    """Yield differences between two sets of canonical rows, sorted by partition and key.

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
