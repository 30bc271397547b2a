# SPDX-License-Identifier: Apache-2.0
"""The merge modes of 1.x: the same rule for log against log and for log against base [merge.mode]."""

from __future__ import annotations

from collections.abc import Sequence

from hudi_conformance.semantics.merge.ordering import compare, is_comparable, is_default
from hudi_conformance.semantics.merge.payloads import DELETE_FLAG, Merged, Outcome, fill_unavailable
from hudi_conformance.semantics.merge.rows import NO_DEFAULT, Row, RowField, Version
from hudi_conformance.semantics.merge.rules import MergeRules, Mode


def is_delete(rules: MergeRules, row: Row | None) -> bool:
    """Flag, custom marker or operation: each alone makes a delete [merge.mode.delete]."""
    if row is None or row.get(DELETE_FLAG) is True:
        return True
    if rules.delete_field is not None and rules.delete_marker is not None:
        value = row.get(rules.delete_field)
        if value is not None and str(value) == rules.delete_marker:
            return True
    return row.get("_hoodie_operation") in {"D", "-U"}


def merge_by_mode(rules: MergeRules, fields: Sequence[RowField], old: Version, new: Version) -> Merged:
    """What survives of two versions.

    The winner may be a delete: then the outcome is NEW or OLD with its version, and whoever shows rows
    drops it.
    """
    is_old = rules.mode is Mode.EVENT_TIME and bool(rules.ordering_fields) and _is_old_later(rules, old, new)
    winner, loser = (old, new) if is_old else (new, old)
    outcome = Outcome.OLD if is_old else Outcome.NEW
    if rules.partial is None or is_delete(rules, winner.row) or is_delete(rules, loser.row):
        return Merged(outcome, winner)
    if winner.row is None or loser.row is None:
        return Merged(outcome, winner)
    if rules.partial == "FILL_UNAVAILABLE":
        row = fill_unavailable(winner.row, loser.row, fields, rules.unavailable)
    else:
        row = _without_defaults(winner.row, loser.row, fields)
    if row == winner.row:
        return Merged(outcome, winner)
    return Merged(Outcome.MERGED, Version(row, winner.ordering))


def _is_old_later(rules: MergeRules, old: Version, new: Version) -> bool:
    """Whether an event-time table keeps the version that arrived first [merge.mode.event-time]."""
    # A delete whose ordering is the default means "by arrival": as the later one it wins, as the earlier
    # one it loses. A data row's ordering is compared whatever it is.
    if is_delete(rules, new.row) and is_default(new.ordering):
        return False
    if is_delete(rules, old.row) and is_default(old.ordering):
        return False
    left, right = old.ordering, new.ordering
    if left is None or right is None or not is_comparable(left, right):
        return False
    return compare(left, right) > 0


def _without_defaults(winner: Row, loser: Row, fields: Sequence[RowField]) -> Row:
    """The winner's row with null and default values taken from the loser, by value [merge.partial.ignore]."""
    row = dict(winner)
    for field in fields:
        value = winner.get(field.name)
        is_default_value = field.default is not NO_DEFAULT and value == field.default
        if value is None or is_default_value:
            row[field.name] = loser.get(field.name)
    return row
