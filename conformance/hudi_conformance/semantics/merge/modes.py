# SPDX-License-Identifier: Apache-2.0
"""The merge modes of 1.x: the same rule for log against log and for log against base [merge.mode.*]."""

from __future__ import annotations

from hudi_conformance.model.meta_fields import OPERATION
from hudi_conformance.semantics.merge.deletes import DeleteSigns, Marker
from hudi_conformance.semantics.merge.ordering import compare, is_comparable, is_default
from hudi_conformance.semantics.merge.rows import Merged, Outcome, Version, fill_defaults, fill_unavailable
from hudi_conformance.semantics.merge.rules import Mode
from hudi_conformance.semantics.merge.strategies import DELETED, RecordMerger, Strategy


def keeps_old(merger: RecordMerger, old: Version, new: Version) -> bool:
    """Whether the version that arrived first wins [merge.mode.event-time]."""
    rules = merger.rules
    if rules.mode is not Mode.EVENT_TIME or not rules.ordering_fields:
        return False
    # A delete whose ordering is the default means "by arrival": as the later one it wins, as the earlier
    # one it loses. A data row's ordering is always compared.
    if is_default(new.ordering) and merger.is_delete(new.row):
        return False
    if is_default(old.ordering) and merger.is_delete(old.row):
        return False
    left, right = old.ordering, new.ordering
    if left is None or right is None or not is_comparable(left, right):
        return False
    return compare(left, right) > 0


def _survives(merger: RecordMerger, old: Version, new: Version) -> bool:
    """Whether an entry stays when a delete block names its key [merge.mode.second-delete]."""
    is_by_arrival = merger.rules.mode is Mode.EVENT_TIME and is_default(old.ordering)
    return (is_by_arrival and merger.is_delete(old.row)) or keeps_old(merger, old, new)


def _pre_combine(merger: RecordMerger, old: Version, new: Version) -> Merged:
    """The winner may be a delete: then the outcome is NEW or OLD with its version."""
    rules, is_old = merger.rules, keeps_old(merger, old, new)
    winner, loser = (old, new) if is_old else (new, old)
    outcome = Outcome.OLD if is_old else Outcome.NEW
    if winner.row is None or loser.row is None or rules.partial is None:
        return Merged(outcome, winner)
    if merger.is_delete(winner.row) or merger.is_delete(loser.row):  # [merge.partial.deletes]
        return Merged(outcome, winner)
    if rules.partial == "FILL_UNAVAILABLE":
        row = fill_unavailable(winner.row, loser.row, merger.fields, rules.unavailable)
    else:
        row = fill_defaults(winner.row, loser.row, merger.fields)
    if row == winner.row:
        return Merged(outcome, winner)
    return Merged(Outcome.MERGED, Version(row, winner.ordering))


def _combine(merger: RecordMerger, old: Version, new: Version) -> Merged:
    merged = _pre_combine(merger, Version(old.row, merger.ordering(old.row)), new)
    return DELETED if merged.version is None or merger.is_delete(merged.version.row) else merged


MODE_DELETES = DeleteSigns(marker=Marker.BESIDE, column=OPERATION, operations=("D", "-U"))
MODE = Strategy(_pre_combine, _combine, MODE_DELETES, survives=_survives)
