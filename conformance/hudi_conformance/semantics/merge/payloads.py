# SPDX-License-Identifier: Apache-2.0
"""The payload classes: merging of two versions of a record [merge.payload.*].

Rules of only some release series check `RecordMerger.rules.line`.
"""

from __future__ import annotations

from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.meta_fields import META_FIELDS
from hudi_conformance.semantics.merge.deletes import DeleteSigns, Marker
from hudi_conformance.semantics.merge.ordering import compare, is_comparable, is_default
from hudi_conformance.semantics.merge.rows import (
    Merged,
    Outcome,
    Row,
    Version,
    equals_default,
    fill_nulls,
    fill_unavailable,
)
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.semantics.merge.strategies import (
    DELETED,
    LATEST,
    Combine,
    Ordered,
    RecordMerger,
    Strategy,
    order,
    remove,
    take_new,
    take_new_row,
    take_old,
)

_FIRST = Ordered(keeps_ties=True)
_LOWEST = Ordered(sign=-1)


def _overwrite_pre_combine(merger: RecordMerger, old: Version, new: Version) -> Merged:
    """Ordered in 0.x only [merge.overwrite.pre-combine-1x]."""
    combine = take_new if merger.rules.line.has_modes else LATEST.pre_combine
    return combine(merger, old, new)


def _event_time_combine(merger: RecordMerger, old: Version, new: Version) -> Merged:
    """A delete is not ordered up to 1.0 [merge.event-time.flag-0x]."""
    is_ordered = merger.rules.line is Line.V1_2 and (merger.ordering(new.row) or new.ordering) is not None
    if not is_ordered and merger.is_delete(new.row):
        return DELETED
    return LATEST.combine(merger, old, new)


def _non_defaults_pre_combine(merger: RecordMerger, old: Version, new: Version) -> Merged:
    """1.x orders a row that arrives after a key-only delete [merge.payload.data-after-delete]."""
    if not merger.rules.line.has_modes:
        return LATEST.pre_combine(merger, old, new)
    return take_new(merger, old, new) if new.row is None else LATEST.compare(merger, old, new)


def _non_defaults_combine(merger: RecordMerger, old: Version, new: Version) -> Merged:
    if new.row is None or merger.is_delete(new.row):
        return DELETED
    # 0.9 does not detect that a null equals a default of null [merge.non-defaults.null-09].
    copies_null = merger.rules.line is Line.V0_9
    row = dict(old.row or {})
    for field in merger.fields:
        value = new.row.get(field.name)
        if not equals_default(field, value) or (copies_null and value is None):
            row[field.name] = value
    return Merged(Outcome.MERGED, Version(row, new.ordering))


def _partial_update_pre_combine(merger: RecordMerger, old: Version, new: Version) -> Merged:
    if new.row is None or old.row is None:
        return take_new(merger, old, new)
    is_old_later = order(old.ordering, new.ordering) > 0
    if merger.is_delete(old.row if is_old_later else new.row):  # a later delete gives way to what follows it
        return take_new(merger, old, new)
    return _filled(old, new, is_old_later)


def _partial_update_combine(merger: RecordMerger, old: Version, new: Version) -> Merged:
    if merger.is_delete(new.row):
        return DELETED
    stored, incoming = merger.ordering(old.row), merger.ordering(new.row) or new.ordering
    is_old_later = stored is not None and incoming is not None and order(stored, incoming) > 0
    if is_old_later and merger.is_delete(old.row):
        return DELETED
    return _filled(old, new, is_old_later)


def _filled(old: Version, new: Version, is_old_later: bool) -> Merged:
    winner, loser = (old, new) if is_old_later else (new, old)
    row = fill_nulls(winner.row, loser.row)
    if is_old_later:  # the row is written by the commit that arrived [merge.partial-update.meta]
        of_new = {name: (new.row or {}).get(name) for name in META_FIELDS if name in row}
        row = {**row, **fill_nulls(of_new, row)}
    return Merged(Outcome.MERGED, Version(row, winner.ordering))


# --- change data of databases: by the position in the database's log ---


def _mysql_pre_combine(merger: RecordMerger, old: Version, new: Version) -> Merged:
    """1.x does not order values of different types: the old version stays."""
    has_both = old.row is not None and old.ordering is not None and new.ordering is not None
    if has_both and merger.rules.line.has_modes and not is_comparable(old.ordering, new.ordering):
        return take_old(merger, old, new)
    return LATEST.pre_combine(merger, old, new)


def _mysql_combine(merger: RecordMerger, old: Version, new: Version) -> Merged:
    """By `_event_seq`; up to 1.0 a tie keeps the stored row [merge.mysql.sequence]."""
    if new.row is None:
        return DELETED
    if new.row.get("_event_seq") is None:
        raise Reject("bad-value", None, "merge.mysql.sequence", "the new row has no _event_seq")
    stored = _sequence(old.row or {})
    incoming = None if stored is None else _sequence(new.row)  # not parsed if there is nothing to compare
    is_tie_old = merger.rules.line is not Line.V1_2
    if stored and incoming and (stored > incoming or (stored == incoming and is_tie_old)):
        return take_old(merger, old, new)
    return take_new_row(merger, old, new)


def _postgres_combine(merger: RecordMerger, old: Version, new: Version) -> Merged:
    """By `_event_lsn`; values that were not sent come from the stored row [merge.postgres.lsn]."""
    if new.row is None:
        return DELETED
    stored_row = old.row or {}
    incoming, stored = new.row.get("_event_lsn"), stored_row.get("_event_lsn")
    if incoming is None:
        raise Reject("bad-value", None, "merge.postgres.lsn", "the new row has no _event_lsn")
    if stored is not None and int(incoming) < int(stored):
        return take_old(merger, old, new)
    if merger.is_delete(new.row):
        return DELETED
    row = fill_unavailable(new.row, stored_row, merger.fields, merger.rules.unavailable)
    if row == new.row:
        return Merged(Outcome.NEW, new)
    return Merged(Outcome.MERGED, Version(row, new.ordering))


def _sequence(row: Row) -> tuple[int, int] | None:
    """`_event_seq` as numbers of file and position."""
    text = row.get("_event_seq")
    if text is None:
        return None
    file, _, position = str(text).partition(".")
    try:
        return int(file), int(position or "0")
    except ValueError:
        message = f"_event_seq is {text!r:.40}"
        raise Reject("bad-value", None, "merge.mysql.sequence", message) from None


def _survives_delete(merger: RecordMerger, old: Version, new: Version) -> bool:
    """Whether a log's version stays when a key-only delete arrives [log.scan.delete-ordering]."""
    if merger.rules.line is Line.V0_9 or is_default(new.ordering):
        return False
    if old.ordering is None or new.ordering is None or not is_comparable(old.ordering, new.ordering):
        return False
    return compare(old.ordering, new.ordering) > 0


_NOTHING = DeleteSigns(has_flag=False)
_FLAG = DeleteSigns()
_MARKED = DeleteSigns(marker=Marker.INSTEAD)
_DMS = DeleteSigns(column="Op", operations=("D", "d"))
_DEBEZIUM = DeleteSigns(column="_change_operation_type", operations=("D", "d"))


def _payload(
    pre_combine: Combine, combine: Combine, signs: DeleteSigns, *, inserts: bool = True, is_whole: bool = True
) -> Strategy:
    return Strategy(pre_combine, combine, signs, _survives_delete, inserts, is_whole)


_PAYLOADS = {
    "OverwriteWithLatestAvroPayload": _payload(_overwrite_pre_combine, take_new_row, _FLAG),
    "DefaultHoodieRecordPayload": _payload(LATEST.pre_combine, LATEST.combine, _MARKED),
    "EventTimeAvroPayload": _payload(LATEST.pre_combine, _event_time_combine, _FLAG),
    "FirstValueAvroPayload": _payload(_FIRST.pre_combine, _FIRST.combine, _MARKED),
    "ReverseOrderHoodieRecordPayload": _payload(_LOWEST.pre_combine, _LOWEST.combine, _MARKED),
    "OverwriteNonDefaultsWithLatestAvroPayload": _payload(
        _non_defaults_pre_combine, _non_defaults_combine, _FLAG, is_whole=False
    ),
    "PartialUpdateAvroPayload": _payload(
        _partial_update_pre_combine, _partial_update_combine, _FLAG, is_whole=False
    ),
    "AWSDmsAvroPayload": _payload(LATEST.pre_combine, take_new_row, _DMS),
    "MySqlDebeziumAvroPayload": _payload(_mysql_pre_combine, _mysql_combine, _DEBEZIUM, is_whole=False),
    "PostgresDebeziumAvroPayload": _payload(LATEST.pre_combine, _postgres_combine, _DEBEZIUM, is_whole=False),
    "EmptyHoodieRecordPayload": _payload(take_old, remove, _FLAG, inserts=False),
    "HoodieAvroPayload": _payload(take_new, take_new_row, _NOTHING),
    "RewriteAvroPayload": _payload(take_new, take_new_row, _NOTHING),
}


def payload_strategy(name: str) -> Strategy:
    """Strategy of a payload class by its simple name.

    Raises:
        UnsupportedInput: a class, or a merge strategy, of an application [table.unknown.payload].
    """
    if name not in _PAYLOADS:
        raise UnsupportedInput(f"versions of records merge by {name:.80}, which is not known here")
    return _PAYLOADS[name]
