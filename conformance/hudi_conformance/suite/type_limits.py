# SPDX-License-Identifier: Apache-2.0
"""Comparison of rows from engines whose types cannot represent every value of a table.

| limit | values that the engine's types cannot distinguish |
|---|---|
| `null-container` | null arrays, maps and structs, and those that are empty or have null members only |

An answer names such limits. Rows that differ from the expected ones only because of them are not wrong: the
verdict is `limit`. Any other difference is wrong, and is reported.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.model.common import JsonValue
from hudi_conformance.suite.mismatch import Mismatch, first_mismatch

NULL_CONTAINER = "null-container"
LIMITS = (NULL_CONTAINER,)
MEANING = {NULL_CONTAINER: "its arrays, maps and structs cannot be null"}


def mismatch_beyond(limits: Collection[str], expected: JsonValue, got: JsonValue) -> Mismatch | None:
    """The first difference of rows that the limits do not explain; None if they explain all.

    Args:
        limits: members of `LIMITS`.
        expected: `{"rows": [...]}` of the case; rows are compared as a multiset.
        got: `{"rows": [...]}` of the answer.
    """
    if NULL_CONTAINER not in limits:
        return first_mismatch(expected, got)
    return first_mismatch(_folded(expected), _folded(got))


def _folded(value: JsonValue) -> JsonValue:
    rows = value.get("rows") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or not isinstance(rows, list):
        return value
    folded = [
        {name: _fold(part) for name, part in row.items()} if isinstance(row, Mapping) else row for row in rows
    ]
    return {**value, "rows": sorted(folded, key=canonical_json.dumps)}


def _fold(value: JsonValue) -> JsonValue:
    """The value with null in place of empty containers, the innermost first."""
    if isinstance(value, Mapping):
        members = {name: _fold(part) for name, part in value.items()}
        return None if all(part is None for part in members.values()) else members
    if isinstance(value, list):
        return [_fold(part) for part in value] or None
    return value
