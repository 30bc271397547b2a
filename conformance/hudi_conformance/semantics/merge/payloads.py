# SPDX-License-Identifier: Apache-2.0
"""The payload classes: what survives of two versions of a record [merge.payload].

Three methods, as writers and readers call them: `pre_combine` of two versions in logs or in one batch,
`combine` of a version with the row in the base file, `insert_value` of a version without one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hudi_conformance.errors import Reject
from hudi_conformance.semantics.merge.ordering import compare, is_comparable, is_default
from hudi_conformance.semantics.merge.rows import NO_DEFAULT, Row, RowField, Version, ordering_of
from hudi_conformance.semantics.merge.rules import Line, MergeRules
from hudi_conformance.views.log import OrderingValue

DELETE_FLAG = "_hoodie_is_deleted"
OPERATION = "_change_operation_type"
_MARKED = frozenset(
    {"DefaultHoodieRecordPayload", "FirstValueAvroPayload", "ReverseOrderHoodieRecordPayload"}
)
_DEBEZIUM = frozenset({"MySqlDebeziumAvroPayload", "PostgresDebeziumAvroPayload"})
_PLAIN = frozenset({"HoodieAvroPayload", "RewriteAvroPayload"})  # the new version, whatever it holds


class Outcome(StrEnum):
    """What came of two versions."""

    NEW = "new"
    OLD = "old"  # the stored row stays as it is
    MERGED = "merged"
    DELETE = "delete"  # the row is removed; without a stored row nothing is written


@dataclass(frozen=True, slots=True)
class Merged:
    """Outcome, and the version that it leaves; `version` is None for DELETE."""

    outcome: Outcome
    version: Version | None = None


@dataclass(frozen=True, slots=True)
class Payload:
    """A payload class on one schema.

    Raises of all methods:
        Reject: bad-value where a version cannot be ordered [merge.ordering.null], [merge.ordering.same-type].
    """

    rules: MergeRules
    fields: Sequence[RowField]

    @property
    def kinds(self) -> Mapping[str, str]:
        """Kind of each field by its name."""
        return {field.name: field.kind for field in self.fields}

    # --- deletes ---------------------------------------------------------------------------------------

    def is_delete(self, row: Row | None) -> bool:
        """Whether this class takes the row for a delete [merge.delete.flag], [merge.delete.marker]."""
        if row is None:
            return True
        rules, name = self.rules, self.rules.payload
        if name in _PLAIN:
            return False
        if name in _MARKED and rules.line is not Line.V0_9:
            rules.check()
            if rules.delete_field is not None:
                value = row.get(rules.delete_field)
                return value is not None and _text(value) == rules.delete_marker
        if row.get(DELETE_FLAG) is True:
            return True
        if name == "AWSDmsAvroPayload":
            return str(row.get("Op") or "").upper() == "D"
        if name in _DEBEZIUM:
            return str(row.get(OPERATION) or "").lower() == "d"
        return False

    # --- version against version -----------------------------------------------------------------------

    def pre_combine(self, old: Version, new: Version) -> Merged:
        """What survives of two versions that are not in a base file; NEW, OLD or MERGED."""
        name, line = self.rules.payload, self.rules.line
        if name == "EmptyHoodieRecordPayload":
            return Merged(Outcome.OLD, old)
        if name in _PLAIN or (name == "OverwriteWithLatestAvroPayload" and line is Line.V1_2):
            return Merged(Outcome.NEW, new)
        if name == "OverwriteNonDefaultsWithLatestAvroPayload" and line is Line.V1_2:
            if new.row is None:
                return Merged(Outcome.NEW, new)
        elif old.row is None:
            return Merged(Outcome.NEW, new)
        if name == "PartialUpdateAvroPayload":
            return self._partial_pre_combine(old, new)
        order = self._order(old.ordering, new.ordering)
        if name == "ReverseOrderHoodieRecordPayload":
            order = -order
        is_old = order >= 0 if name == "FirstValueAvroPayload" else order > 0
        return Merged(Outcome.OLD, old) if is_old else Merged(Outcome.NEW, new)

    def _partial_pre_combine(self, old: Version, new: Version) -> Merged:
        if new.row is None or old.row is None:
            return Merged(Outcome.NEW, new)
        is_old_later = self._order(old.ordering, new.ordering) > 0
        if self.is_delete(new.row):
            if not is_old_later:
                return Merged(Outcome.NEW, new)
            return Merged(Outcome.MERGED, Version({**old.row, DELETE_FLAG: True}, old.ordering))
        winner, loser = (old, new) if is_old_later else (new, old)
        return Merged(Outcome.MERGED, Version(_filled(winner.row, loser.row), winner.ordering))

    def _order(self, old: OrderingValue | None, new: OrderingValue | None) -> int:
        """1 if the old version is later."""
        if old is None or new is None:
            raise Reject("bad-value", None, "merge.ordering.null", "a version without an ordering value")
        if not is_comparable(old, new):
            if self.rules.payload == "MySqlDebeziumAvroPayload" and self.rules.line is Line.V1_2:
                return 1
            message = f"ordering values of types {old.type} and {new.type}"
            raise Reject("bad-value", None, "merge.ordering.same-type", message)
        return compare(old, new)

    # --- version against the row in the base file --------------------------------------------------------

    def combine(self, current: Row, new: Version) -> Merged:
        """What becomes of the stored row; OLD leaves it as it is [merge.payload.sentinel]."""
        match self.rules.payload:
            case "EmptyHoodieRecordPayload":
                return Merged(Outcome.DELETE)
            case "HoodieAvroPayload" | "RewriteAvroPayload":
                return Merged(Outcome.NEW, new)
            case "OverwriteWithLatestAvroPayload" | "AWSDmsAvroPayload":
                return self._new(new)
            case "OverwriteNonDefaultsWithLatestAvroPayload":
                return self._non_defaults(current, new)
            case "PartialUpdateAvroPayload":
                return self._partial(current, new)
            case "MySqlDebeziumAvroPayload":
                return self._mysql(current, new)
            case "PostgresDebeziumAvroPayload":
                return self._postgres(current, new)
            case "EventTimeAvroPayload" if self.rules.line is not Line.V1_2 and self.is_delete(new.row):
                return Merged(Outcome.DELETE)
        return self._ordered(current, new)

    def _new(self, new: Version) -> Merged:
        return Merged(Outcome.DELETE) if self.is_delete(new.row) else Merged(Outcome.NEW, new)

    def _ordered(self, current: Row, new: Version) -> Merged:
        """The default family."""
        rules = self.rules
        if new.row is None:
            is_late = rules.line is Line.V1_2 and not is_default(new.ordering)
            order = self._persisted_order(current, new.ordering) if is_late else 0
        else:
            order = self._row_order(current, new)
        if rules.payload == "ReverseOrderHoodieRecordPayload":
            order = -order
        if order > 0 or (order == 0 and self._keeps_ties(current, new)):
            return Merged(Outcome.OLD, Version(current))
        return self._new(new)

    def _keeps_ties(self, current: Row, new: Version) -> bool:
        if new.row is None or ordering_of(current, self.rules.ordering_fields, self.kinds) is None:
            return False
        if self.rules.payload == "FirstValueAvroPayload":
            return True
        return self.rules.line is Line.V1_2 and not self.rules.update_on_same_ordering

    def _persisted_order(self, current: Row, new: OrderingValue | None) -> int:
        persisted = ordering_of(current, self.rules.ordering_fields, self.kinds)
        if persisted is None or new is None:
            return 0
        return self._order(persisted, new)

    def _row_order(self, current: Row, new: Version) -> int:
        """1 if the stored row is later, by the ordering fields of both rows; 0 if nothing can be said."""
        names, line = self.rules.ordering_fields, self.rules.line
        if not names:
            if line is Line.V0_9:
                raise Reject("bad-value", None, "merge.ordering.null", "no ordering field is named")
            return -1
        persisted = ordering_of(current, names, self.kinds)
        incoming = ordering_of(new.row, names, self.kinds)
        if incoming is None and line is Line.V1_2:
            incoming = new.ordering
        if incoming is None and (persisted is not None or line is Line.V0_9):
            raise Reject("bad-value", None, "merge.ordering.null", "the new row has no ordering value")
        if persisted is None or incoming is None:
            return -1
        return self._order(persisted, incoming)

    def _non_defaults(self, current: Row, new: Version) -> Merged:
        if new.row is None or self.is_delete(new.row):
            return Merged(Outcome.DELETE)
        # 0.9 does not see that a null equals a default of null [merge.payload.non-defaults-null].
        copies_null = self.rules.line is Line.V0_9
        row = dict(current)
        for field in self.fields:
            value = new.row.get(field.name)
            is_unset = field.default is not NO_DEFAULT and _equal(value, field.default)
            if not is_unset or (copies_null and value is None):
                row[field.name] = value
        return Merged(Outcome.MERGED, Version(row, new.ordering))

    def _partial(self, current: Row, new: Version) -> Merged:
        if new.row is None or self.is_delete(new.row):
            return Merged(Outcome.DELETE)
        persisted = ordering_of(current, self.rules.ordering_fields, self.kinds)
        incoming = ordering_of(new.row, self.rules.ordering_fields, self.kinds) or new.ordering
        is_old_later = persisted is not None and incoming is not None and self._order(persisted, incoming) > 0
        winner, loser = (current, new.row) if is_old_later else (new.row, current)
        return Merged(Outcome.MERGED, Version(_filled(winner, loser), new.ordering))

    # --- change data of databases ------------------------------------------------------------------------

    def _mysql(self, current: Row, new: Version) -> Merged:
        if new.row is None:
            return Merged(Outcome.DELETE)
        incoming, persisted = _sequence(new.row), _sequence(current)
        if incoming is None:
            raise Reject("bad-value", None, "merge.payload.mysql-sequence", "the new row has no _event_seq")
        is_tie_old = self.rules.line is not Line.V1_2
        if persisted is not None and (persisted > incoming or (persisted == incoming and is_tie_old)):
            return Merged(Outcome.OLD, Version(current))
        return self._new(new)

    def _postgres(self, current: Row, new: Version) -> Merged:
        if new.row is None:
            return Merged(Outcome.DELETE)
        incoming, persisted = new.row.get("_event_lsn"), current.get("_event_lsn")
        if incoming is None:
            raise Reject("bad-value", None, "merge.payload.postgres-lsn", "the new row has no _event_lsn")
        if persisted is not None and int(incoming) < int(persisted):
            return Merged(Outcome.OLD, Version(current))
        if self.is_delete(new.row):
            return Merged(Outcome.DELETE)
        row = fill_unavailable(new.row, current, self.fields, self.rules.unavailable)
        if row == new.row:
            return Merged(Outcome.NEW, new)
        return Merged(Outcome.MERGED, Version(row, new.ordering))

    # --- version without a row ---------------------------------------------------------------------------

    def insert_value(self, new: Version) -> Merged:
        """What is written where no row is stored; DELETE writes nothing [merge.payload.insert]."""
        if self.rules.payload == "EmptyHoodieRecordPayload" or new.row is None:
            return Merged(Outcome.DELETE)
        return self._new(new)


def fill_unavailable(row: Row, other: Row, fields: Sequence[RowField], unavailable: str) -> Row:
    """The row, values that were not sent taken from the other; text and bytes only [merge.partial.fill]."""
    marks: tuple[Any, ...] = (unavailable, unavailable.encode())
    filled = dict(row)
    for field in fields:
        if field.kind in {"string", "bytes"} and row.get(field.name) in marks:
            filled[field.name] = other.get(field.name)
    return filled


def _filled(winner: Row | None, loser: Row | None) -> Row:
    """The winner's values, nulls taken from the loser."""
    first, second = winner or {}, loser or {}
    return {name: second.get(name) if value is None else value for name, value in first.items()}


def _equal(value: Any, default: Any) -> bool:
    """Equality by value that does not take 1 for true."""
    return bool(value == default) and isinstance(value, bool) == isinstance(default, bool)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else str(value)


def _sequence(row: Row) -> tuple[int, int] | None:
    """`_event_seq` as numbers of file and position [merge.payload.mysql-sequence]."""
    text = row.get("_event_seq")
    if text is None:
        return None
    file, _, position = str(text).partition(".")
    try:
        return int(file), int(position or "0")
    except ValueError:
        message = f"_event_seq is {text!r:.40}"
        raise Reject("bad-value", None, "merge.payload.mysql-sequence", message) from None
