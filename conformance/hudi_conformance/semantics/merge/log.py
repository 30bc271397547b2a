# SPDX-License-Identifier: Apache-2.0
"""The versions of one file slice reduced to one a key, and then joined with the base file [merge.log]."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hudi_conformance.semantics.merge.modes import is_delete, merge_by_mode
from hudi_conformance.semantics.merge.ordering import DEFAULT_ORDERING, compare, is_comparable, is_default
from hudi_conformance.semantics.merge.payloads import Outcome, Payload
from hudi_conformance.semantics.merge.rows import Row, RowField, Version, ordering_of
from hudi_conformance.semantics.merge.rules import Line, MergeRules, Mode
from hudi_conformance.views.log import OrderingValue


@dataclass(slots=True)
class LogMerger:
    """One entry a key; versions arrive in the order in which their blocks apply.

    Attributes:
        rules: rules of the table.
        fields: fields of the schema that rows are read with.
        entries: what is left of each key.
    """

    rules: MergeRules
    fields: Sequence[RowField]
    entries: dict[str, Version] = field(default_factory=dict)
    _payload: Payload = field(init=False)

    def __post_init__(self) -> None:
        self._payload = Payload(self.rules, self.fields)

    def ordering(self, row: Row) -> OrderingValue | None:
        """Ordering value of a row by the table's ordering fields; the int 0 where there are none."""
        if not self.rules.ordering_fields:
            return DEFAULT_ORDERING
        return ordering_of(row, self.rules.ordering_fields, self._payload.kinds)

    def add(self, key: str, new: Version, *, is_partial: bool = False) -> None:
        """Take a version of a data block; a partial one holds some fields only [merge.partial.block]."""
        old = self.entries.get(key)
        if old is None:
            self.entries[key] = _Partial(new.row, new.ordering) if is_partial else new
        elif is_partial:
            self.entries[key] = self._partial_over(old, new)
        elif self.rules.mode is Mode.PAYLOAD:
            self.entries[key] = self._payload.pre_combine(old, new).version or new
        else:
            self.entries[key] = merge_by_mode(self.rules, self.fields, old, new).version or new

    def _partial_over(self, old: Version, new: Version) -> Version:
        if old.row is None or is_delete(self.rules, new.row):
            return new
        if merge_by_mode(self.rules, (), old, new).outcome is Outcome.OLD:
            if isinstance(old, _Partial):
                return _Partial({**(new.row or {}), **old.row}, old.ordering)
            return old
        make = _Partial if isinstance(old, _Partial) else Version
        return make({**old.row, **(new.row or {})}, new.ordering)

    def delete(self, key: str, ordering: OrderingValue | None) -> None:
        """Take a key of a delete block."""
        new = Version(None, ordering)
        old = self.entries.get(key)
        if old is not None and self._survives(old, new):
            return
        self.entries[key] = new

    def _survives(self, old: Version, new: Version) -> bool:
        if self.rules.mode is not Mode.PAYLOAD:
            return merge_by_mode(self.rules, self.fields, old, new).outcome is Outcome.OLD
        if self.rules.line is Line.V0_9 or is_default(new.ordering):
            return False
        if old.ordering is None or new.ordering is None or not is_comparable(old.ordering, new.ordering):
            return False
        return compare(old.ordering, new.ordering) > 0

    def over(self, key: str, current: Row) -> Row | None:
        """The row that a reader shows for a row of the base file; None if it is deleted."""
        new = self.entries.get(key)
        if new is None:
            return current
        if isinstance(new, _Partial):
            merged = self._partial_over(Version(current, self.ordering(current)), new)
            return None if is_delete(self.rules, merged.row) else merged.row
        if self.rules.mode is Mode.PAYLOAD:
            result = self._payload.combine(current, new)
            return None if result.version is None else result.version.row
        old = Version(current, self.ordering(current))
        version = merge_by_mode(self.rules, self.fields, old, new).version
        return None if version is None or is_delete(self.rules, version.row) else version.row

    def alone(self, key: str) -> Row | None:
        """The row that a reader shows for a key that no base file holds; None if there is none to show."""
        new = self.entries[key]
        if self.rules.mode is Mode.PAYLOAD:
            result = self._payload.insert_value(new)
            return None if result.version is None else result.version.row
        return None if is_delete(self.rules, new.row) else new.row


class _Partial(Version):
    """A version of which only some fields are known so far."""
