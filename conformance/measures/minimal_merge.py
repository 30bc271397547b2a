# SPDX-License-Identifier: Apache-2.0
"""Merging two versions of a record, from `spec/merge.md` alone: the judge of drawn merges.

A version is a row, or None for a key-only delete, and an ordering value as (type, value). It covers less than
the page: one ordering field, flat rows, and no values whose result the page leaves open, for which it raises
`UnknownError`. Tables of the comparisons of each class replace a class hierarchy.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Row = Mapping[str, Any]
UNAVAILABLE = "__debezium_unavailable_value"
REFUSED = "refused"
DELETED = "deleted"
_BY_NUMBER = (
    "DefaultHoodieRecordPayload",
    "EventTimeAvroPayload",
    "FirstValueAvroPayload",
    "ReverseOrderHoodieRecordPayload",
)
_MARKED = ("DefaultHoodieRecordPayload", "FirstValueAvroPayload", "ReverseOrderHoodieRecordPayload")
_OPERATIONS = {
    "AWSDmsAvroPayload": "Op",
    "MySqlDebeziumAvroPayload": "_change_operation_type",
    "PostgresDebeziumAvroPayload": "_change_operation_type",
}
META = frozenset(
    f"_hoodie_{name}" for name in ("commit_time", "commit_seqno", "record_key", "partition_path", "file_name")
)
BLIND = ("HoodieAvroPayload", "RewriteAvroPayload")
_MODERN = ("1.0", "1.2")


class UnknownError(Exception):
    """The page does not define it."""


@dataclass(frozen=True)
class Version:
    """A row, or None for a key-only delete, and its ordering value."""

    row: Row | None
    ordering: tuple[str, Any] | None


@dataclass(frozen=True)
class Table:
    """Merge settings of a table: release series, payload class or mode, marker, and the fields of its
    rows."""

    line: str
    payload: str | None = None
    mode: str | None = None
    partial: str | None = None
    has_ordering: bool = True
    marker: tuple[str, str] | None = None
    ties_update: bool = True
    defaults: Mapping[str, Any] = field(default_factory=dict)
    texts: frozenset[str] = frozenset()


def is_delete(table: Table, row: Row | None) -> bool:
    """Whether a version is a delete: [merge.delete.*], [merge.mode.delete]."""
    if row is None:
        return True
    flag = row.get("_hoodie_is_deleted") is True
    marked = table.marker is not None and row.get(table.marker[0]) == table.marker[1]
    if table.mode is not None:
        return flag or marked or row.get("_hoodie_operation") in ("D", "-U")
    if table.payload in _MARKED and table.marker is not None and table.line != "0.9":
        return marked
    column = _OPERATIONS.get(table.payload or "")
    return flag or (column is not None and row.get(column) in ("D", "d"))


def reduce_two(table: Table, method: str, old: Version | None, new: Version) -> Any:
    """The row that is left, DELETED or REFUSED."""
    if table.mode is not None:
        assert old is not None
        version = merge_by_mode(table, old, new)
        return DELETED if is_delete(table, version.row) else version.row
    if method == "getInsertValue":
        gone = table.payload == "EmptyHoodieRecordPayload" or is_delete(table, new.row)
        if table.payload in BLIND:
            gone = new.row is None
        return DELETED if gone else new.row
    assert old is not None
    if method == "preCombine":
        kept_or_refused = pre_combine(table, old, new)
        if kept_or_refused == REFUSED:
            return REFUSED
        return DELETED if kept_or_refused.row is None else kept_or_refused.row
    return combine(table, old, new)


# --- payload classes ---------------------------------------------------------------------------------------


def _compared(old: Version, new: Version) -> Any:
    if old.ordering is None or new.ordering is None:
        raise UnknownError
    if old.ordering[0] != new.ordering[0]:
        return REFUSED
    first, second = _java_order(old.ordering[1]), _java_order(new.ordering[1])
    return (first > second) - (first < second)


def _java_order(value: Any) -> Any:
    """What to compare for an ordering value in the order of Java's objects [merge.ordering.java]."""
    if isinstance(value, str):
        return value.encode("utf-16-be", "surrogatepass")
    if isinstance(value, float):
        return (True, 0.0, 0.0) if math.isnan(value) else (False, value, math.copysign(1, value))
    return value


def pre_combine(table: Table, old: Version, new: Version) -> Any:
    """The version that is left of two in logs, or REFUSED."""
    name = table.payload
    if name == "EmptyHoodieRecordPayload":
        return old
    if name in BLIND:
        return new
    if name == "OverwriteWithLatestAvroPayload" and table.line in _MODERN:
        return new
    if name == "PartialUpdateAvroPayload":
        return _partial_pre_combine(table, old, new)
    if name == "OverwriteNonDefaultsWithLatestAvroPayload" and table.line in _MODERN:
        if new.row is None:
            return new
    elif old.row is None:
        return new
    order = _compared(old, new)
    if order == REFUSED:
        return old if name == "MySqlDebeziumAvroPayload" and table.line in _MODERN else REFUSED
    if name == "ReverseOrderHoodieRecordPayload":
        order = -order
    if name == "FirstValueAvroPayload":
        return old if order >= 0 else new
    return old if order > 0 else new


def _partial_pre_combine(table: Table, old: Version, new: Version) -> Any:
    if old.row is None or new.row is None:
        return new
    if is_delete(table, old.row) or is_delete(table, new.row):
        raise UnknownError
    order = _compared(old, new)
    if order == REFUSED:
        return REFUSED
    first, second = (old, new) if order > 0 else (new, old)
    row = _filled(first.row, second.row, lambda _, value: value is None)
    return Version(_with_meta(row, new.row), first.ordering)


def combine(table: Table, stored: Version, new: Version) -> Any:
    """The stored row and a version: a row, DELETED or REFUSED."""
    name = table.payload
    if name == "EmptyHoodieRecordPayload":
        return DELETED
    taken = DELETED if is_delete(table, new.row) else new.row
    if name in BLIND:
        return DELETED if new.row is None else new.row
    if name in ("OverwriteWithLatestAvroPayload", "AWSDmsAvroPayload"):
        return taken
    if name == "MySqlDebeziumAvroPayload":
        return _by_column(stored, new, taken, "_event_seq", _numbers, ties=table.line == "1.2")
    if name == "PostgresDebeziumAvroPayload":
        if taken is not DELETED:
            taken = _filled(
                new.row, stored.row, lambda column, value: column in table.texts and value == UNAVAILABLE
            )
        return _by_column(stored, new, taken, "_event_lsn", int, ties=True)
    if name == "OverwriteNonDefaultsWithLatestAvroPayload":
        is_nine = table.line == "0.9"
        return (
            taken
            if taken is DELETED
            else _filled(
                new.row,
                stored.row,
                lambda column, value: value == table.defaults.get(column) and not (is_nine and value is None),
            )
        )
    if name == "PartialUpdateAvroPayload":
        if taken is DELETED:
            return taken
        order = _compared(stored, new)
        if order == REFUSED:
            return REFUSED
        if order > 0 and is_delete(table, stored.row):
            return DELETED
        first, second = (stored, new) if order > 0 else (new, stored)
        row = _filled(first.row, second.row, lambda _, value: value is None)
        return _with_meta(row, new.row)
    if name in _BY_NUMBER:
        return _by_number(table, stored, new, taken)
    raise UnknownError


def _by_number(table: Table, stored: Version, new: Version, taken: Any) -> Any:
    """Classes that compare ordering values with the stored row [merge.default.*] [merge.event-time.*]."""
    if new.row is None and (table.line != "1.2" or new.ordering == ("int", 0)):
        return DELETED
    if table.payload == "EventTimeAvroPayload" and table.line != "1.2" and taken is DELETED:
        return DELETED
    if not table.has_ordering and table.line == "0.9":
        raise UnknownError
    if not table.has_ordering:
        return taken
    if stored.ordering is None and new.ordering is not None:
        return taken
    if new.ordering is None:
        if stored.ordering is not None and new.row is not None and table.line != "1.2":
            return REFUSED
        raise UnknownError
    order = _compared(stored, new)
    if order == REFUSED:
        return REFUSED
    if table.payload == "ReverseOrderHoodieRecordPayload":
        order = -order
    keeps_tie = table.payload == "FirstValueAvroPayload" or (table.line == "1.2" and not table.ties_update)
    return stored.row if order > 0 or (order == 0 and keeps_tie) else taken


def _numbers(text: str) -> tuple[int, int] | None:
    """A sequence as two numbers; None if it is not that."""
    match = re.fullmatch(r"(\d+)\.(\d+)", text, re.ASCII)
    return None if match is None else (int(match[1]), int(match[2]))


def _by_column(stored: Version, new: Version, taken: Any, column: str, number: Any, *, ties: bool) -> Any:
    """Classes that compare a place in a database's log."""
    if new.row is None:
        return DELETED
    if new.row.get(column) is None:
        return REFUSED
    assert stored.row is not None
    if stored.row.get(column) is None:
        return taken
    first, second = number(stored.row[column]), number(new.row[column])
    if first is None or second is None:
        return REFUSED
    return stored.row if first > second or (first == second and not ties) else taken


def _with_meta(row: dict[str, Any], arrived: Any) -> dict[str, Any]:
    """Meta fields of the version that arrived [merge.partial-update.meta]."""
    meta = {name: value for name, value in arrived.items() if name in META and value is not None}
    return {**row, **meta}


def _filled(row: Any, other: Any, is_absent: Any) -> dict[str, Any]:
    """A row whose absent values are those of another."""
    return {name: other.get(name) if is_absent(name, value) else value for name, value in row.items()}


# --- merge modes -------------------------------------------------------------------------------------------


def merge_by_mode(table: Table, old: Version, new: Version) -> Version:
    """The version that is left of two by a merge mode [merge.mode.*] [merge.partial.*]."""
    wins_old = (
        table.mode == "EVENT_TIME_ORDERING"
        and table.has_ordering
        and old.ordering is not None
        and new.ordering is not None
        and old.ordering[0] == new.ordering[0]
        and _java_order(old.ordering[1]) > _java_order(new.ordering[1])
        and not (is_delete(table, old.row) and old.ordering == ("int", 0))
        and not (is_delete(table, new.row) and new.ordering == ("int", 0))
    )
    winner, loser = (old, new) if wins_old else (new, old)
    if table.partial is None or is_delete(table, winner.row) or is_delete(table, loser.row):
        return winner
    if table.partial == "IGNORE_DEFAULTS":
        row = _filled(
            winner.row,
            loser.row,
            lambda name, value: value is None or (name in table.defaults and value == table.defaults[name]),
        )
    else:
        row = _filled(winner.row, loser.row, lambda name, value: name in table.texts and value == UNAVAILABLE)
    return Version(row, winner.ordering)
