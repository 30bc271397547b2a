# SPDX-License-Identifier: Apache-2.0
"""Partial versions of one key, for mutants drawn by chance.

drawn:partial-N    two drawn partial versions, alone and over a whole row older or newer than both: each field
                   has what was given last, by the ordering or by arrival

A whole row between the two in order is left out: versions merge in pairs, so that its place decides.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from chance_asked import Asked, Failure, imported, numbered

_NUM_QUESTIONS, _NUM_EACH = 3, 200
_FIELDS = ("a", "b", "c", "d")


def partial_questions() -> Iterator[Asked]:
    """All of them."""
    yield from numbered({"partial": _fault}, _NUM_QUESTIONS, _NUM_EACH)


def _fault(chance: random.Random) -> Failure:
    rules, rows = imported("semantics.merge.rules"), imported("semantics.merge.rows")
    by_event = chance.random() < 0.7
    mode = rules.Mode.EVENT_TIME if by_event else rules.Mode.COMMIT_TIME
    fields = [rows.RowField(name, "int") for name in (*_FIELDS, "ord")]
    merger = imported("semantics.merge.log").LogMerger(
        rules.MergeRules(rules.Line.V1_2, mode, ordering_fields=("ord",)), fields
    )
    partials = [_partial(chance, 10 * (at + 1)) for at in range(2)]
    base = {name: at for at, name in enumerate(_FIELDS)} | {"ord": chance.choice((0, 9))}
    for row in partials:
        merger.add("k", rows.Version(row, merger.ordering(row)), is_partial=True)
    found = merger.alone("k"), merger.over("k", base)
    expected = _laid_over(partials, by_event=by_event), _laid_over([base, *partials], by_event=by_event)
    return None if found == expected else f"{base}, {partials}, {mode}: {found}, not {expected}"


def _partial(chance: random.Random, first: int) -> dict[str, Any]:
    """Some fields, and the ordering, which a partial version has."""
    names = chance.sample(_FIELDS, chance.randrange(1, 4))
    return {name: first + at for at, name in enumerate(names)} | {"ord": chance.randrange(1, 4)}


def _laid_over(rows: list[dict[str, Any]], *, by_event: bool) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for one in sorted(rows, key=lambda one: one["ord"] if by_event else 0):  # in order of arrival where equal
        row |= one
    return row
