# SPDX-License-Identifier: Apache-2.0
"""The payload classes: what survives of two versions of a record [merge.payload].

Rules that only some release lines know look at `MergeContext.rules.line`.
"""

from __future__ import annotations

from hudi_conformance.semantics.merge.change_data import mysql_combine, mysql_pre_combine, postgres_combine
from hudi_conformance.semantics.merge.columns import equals_default, fill_nulls
from hudi_conformance.semantics.merge.deletes import DELETE_FLAG, DeleteSigns, Marker
from hudi_conformance.semantics.merge.ordered import LATEST, Ordered
from hudi_conformance.semantics.merge.ordering import compare, is_comparable, is_default
from hudi_conformance.semantics.merge.rows import Merged, Outcome, Version
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.semantics.merge.strategies import (
    DELETED,
    Combine,
    MergeContext,
    Strategy,
    order,
    remove,
    take_new,
    take_new_row,
    take_old,
)

_FIRST = Ordered(keeps_ties=True)
_LOWEST = Ordered(sign=-1)


def _overwrite_pre_combine(context: MergeContext, old: Version, new: Version) -> Merged:
    """Ordered in 0.x only [merge.overwrite.pre-combine-1x]."""
    combine = take_new if context.rules.line is Line.V1_2 else LATEST.pre_combine
    return combine(context, old, new)


def _event_time_combine(context: MergeContext, old: Version, new: Version) -> Merged:
    """A delete of 0.x is not ordered [merge.event-time.flag-0x]."""
    if context.rules.line is not Line.V1_2 and context.is_delete(new.row):
        return DELETED
    return LATEST.combine(context, old, new)


def _non_defaults_pre_combine(context: MergeContext, old: Version, new: Version) -> Merged:
    """1.x orders a row that arrives after a key-only delete [merge.payload.data-after-delete]."""
    if context.rules.line is not Line.V1_2:
        return LATEST.pre_combine(context, old, new)
    return take_new(context, old, new) if new.row is None else LATEST.compare(context, old, new)


def _non_defaults_combine(context: MergeContext, old: Version, new: Version) -> Merged:
    if new.row is None or context.is_delete(new.row):
        return DELETED
    # 0.9 does not see that a null equals a default of null [merge.non-defaults.null-09].
    copies_null = context.rules.line is Line.V0_9
    row = dict(old.row or {})
    for field in context.fields:
        value = new.row.get(field.name)
        if not equals_default(field, value) or (copies_null and value is None):
            row[field.name] = value
    return Merged(Outcome.MERGED, Version(row, new.ordering))


def _partial_update_pre_combine(context: MergeContext, old: Version, new: Version) -> Merged:
    if new.row is None or old.row is None:
        return take_new(context, old, new)
    is_old_later = order(old.ordering, new.ordering) > 0
    if context.is_delete(new.row):
        if not is_old_later:
            return take_new(context, old, new)
        return Merged(Outcome.MERGED, Version({**old.row, DELETE_FLAG: True}, old.ordering))
    return _filled(old, new, is_old_later)


def _partial_update_combine(context: MergeContext, old: Version, new: Version) -> Merged:
    if context.is_delete(new.row):
        return DELETED
    stored, incoming = context.ordering(old.row), context.ordering(new.row) or new.ordering
    is_old_later = stored is not None and incoming is not None and order(stored, incoming) > 0
    return _filled(old, new, is_old_later)


def _filled(old: Version, new: Version, is_old_later: bool) -> Merged:
    winner, loser = (old, new) if is_old_later else (new, old)
    return Merged(Outcome.MERGED, Version(fill_nulls(winner.row, loser.row), winner.ordering))


def _survives_delete(context: MergeContext, old: Version, new: Version) -> bool:
    """Whether a log's version stays when a key-only delete arrives [log.scan.delete-ordering]."""
    if context.rules.line is Line.V0_9 or is_default(new.ordering):
        return False
    if old.ordering is None or new.ordering is None or not is_comparable(old.ordering, new.ordering):
        return False
    return compare(old.ordering, new.ordering) > 0


_NOTHING = DeleteSigns(has_flag=False)
_FLAG = DeleteSigns()
_MARKED = DeleteSigns(marker=Marker.INSTEAD)
_DMS = DeleteSigns(column="Op", operations=("D", "d"))
_DEBEZIUM = DeleteSigns(column="_change_operation_type", operations=("D", "d"))


def _payload(pre_combine: Combine, combine: Combine, signs: DeleteSigns, *, inserts: bool = True) -> Strategy:
    return Strategy(pre_combine, combine, signs, _survives_delete, inserts)


_PAYLOADS = {
    "OverwriteWithLatestAvroPayload": _payload(_overwrite_pre_combine, take_new_row, _FLAG),
    "DefaultHoodieRecordPayload": _payload(LATEST.pre_combine, LATEST.combine, _MARKED),
    "EventTimeAvroPayload": _payload(LATEST.pre_combine, _event_time_combine, _FLAG),
    "FirstValueAvroPayload": _payload(_FIRST.pre_combine, _FIRST.combine, _MARKED),
    "ReverseOrderHoodieRecordPayload": _payload(_LOWEST.pre_combine, _LOWEST.combine, _MARKED),
    "OverwriteNonDefaultsWithLatestAvroPayload": _payload(
        _non_defaults_pre_combine, _non_defaults_combine, _FLAG
    ),
    "PartialUpdateAvroPayload": _payload(_partial_update_pre_combine, _partial_update_combine, _FLAG),
    "AWSDmsAvroPayload": _payload(LATEST.pre_combine, take_new_row, _DMS),
    "MySqlDebeziumAvroPayload": _payload(mysql_pre_combine, mysql_combine, _DEBEZIUM),
    "PostgresDebeziumAvroPayload": _payload(LATEST.pre_combine, postgres_combine, _DEBEZIUM),
    "EmptyHoodieRecordPayload": _payload(take_old, remove, _FLAG, inserts=False),
    "HoodieAvroPayload": _payload(take_new, take_new, _NOTHING),
    "RewriteAvroPayload": _payload(take_new, take_new, _NOTHING),
}
_UNKNOWN = _payload(LATEST.pre_combine, LATEST.combine, _FLAG)  # a class of the table's own


def payload_strategy(name: str) -> Strategy:
    """Strategy of a payload class by its simple name; the default class's for one that is not known."""
    return _PAYLOADS.get(name, _UNKNOWN)
