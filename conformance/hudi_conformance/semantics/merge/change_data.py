# SPDX-License-Identifier: Apache-2.0
"""Change data of databases: versions ordered by their place in the database's log [merge.mysql.sequence]."""

from __future__ import annotations

from hudi_conformance.errors import Reject
from hudi_conformance.semantics.merge.columns import fill_unavailable
from hudi_conformance.semantics.merge.ordered import LATEST
from hudi_conformance.semantics.merge.ordering import is_comparable
from hudi_conformance.semantics.merge.rows import Merged, Outcome, Row, Version
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.semantics.merge.strategies import DELETED, MergeContext, take_new_row, take_old


def mysql_pre_combine(context: MergeContext, old: Version, new: Version) -> Merged:
    """1.x does not order values of different types: the old version stays."""
    has_both = old.row is not None and old.ordering is not None and new.ordering is not None
    if has_both and context.rules.line is Line.V1_2 and not is_comparable(old.ordering, new.ordering):
        return take_old(context, old, new)
    return LATEST.pre_combine(context, old, new)


def mysql_combine(context: MergeContext, old: Version, new: Version) -> Merged:
    """By `_event_seq`; a tie leaves the stored row up to 1.0 [merge.mysql.sequence]."""
    if new.row is None:
        return DELETED
    incoming, stored = _sequence(new.row), _sequence(old.row or {})
    if incoming is None:
        raise Reject("bad-value", None, "merge.payload.mysql-sequence", "the new row has no _event_seq")
    is_tie_old = context.rules.line is not Line.V1_2
    if stored is not None and (stored > incoming or (stored == incoming and is_tie_old)):
        return take_old(context, old, new)
    return take_new_row(context, old, new)


def postgres_combine(context: MergeContext, old: Version, new: Version) -> Merged:
    """By `_event_lsn`; values that were not sent are taken from the stored row [merge.postgres.lsn]."""
    if new.row is None:
        return DELETED
    stored_row = old.row or {}
    incoming, stored = new.row.get("_event_lsn"), stored_row.get("_event_lsn")
    if incoming is None:
        raise Reject("bad-value", None, "merge.payload.postgres-lsn", "the new row has no _event_lsn")
    if stored is not None and int(incoming) < int(stored):
        return take_old(context, old, new)
    if context.is_delete(new.row):
        return DELETED
    row = fill_unavailable(new.row, stored_row, context.fields, context.rules.unavailable)
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
        raise Reject("bad-value", None, "merge.payload.mysql-sequence", message) from None
