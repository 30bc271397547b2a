# SPDX-License-Identifier: Apache-2.0
"""Merge the versions of one file slice to one per key, and join them with the base file [log.scan.*]."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hudi_conformance.errors import Reject
from hudi_conformance.model.log import OrderingValue
from hudi_conformance.semantics.merge.merger import slice_merger
from hudi_conformance.semantics.merge.modes import MODE_DELETES, keeps_old
from hudi_conformance.semantics.merge.ordering import DEFAULT_ORDERING
from hudi_conformance.semantics.merge.rows import Merged, Row, RowField, Version
from hudi_conformance.semantics.merge.rules import MergeRules
from hudi_conformance.semantics.merge.strategies import RecordMerger


@dataclass(slots=True)
class LogMerger:
    """One entry per key; versions arrive in the order in which their blocks apply.

    Attributes:
        rules: rules of the table.
        fields: fields of the schema with which rows are read.
        entries: merged version of each key.
    """

    rules: MergeRules
    fields: Sequence[RowField]
    entries: dict[str, Version] = field(default_factory=dict)
    _merger: RecordMerger = field(init=False)
    _is_ordered: bool = field(init=False)

    def __post_init__(self) -> None:
        self._merger = slice_merger(self.rules, self.fields)
        names, columns = self.rules.ordering_fields, {item.name for item in self.fields}
        self._is_ordered = bool(names) and (self.rules.line.has_modes or columns.issuperset(names))

    def ordering(self, row: Row) -> OrderingValue | None:
        """Ordering value of a row; the int 0 without ordering fields [merge.ordering.member-0x]."""
        return self._merger.ordering(row) if self._is_ordered else DEFAULT_ORDERING

    def add(self, key: str, new: Version, *, is_partial: bool = False) -> None:
        """Add a version of a data block; a partial one has only some fields [log.header.partial]."""
        old = self.entries.get(key)
        if old is None:
            self.entries[key] = _Partial(new.row, new.ordering) if is_partial else new
        elif is_partial:
            self.entries[key] = self._partial_over(old, new)
        else:
            self.entries[key] = self._merger.pre_combine(old, new).version or new

    def _partial_over(self, old: Version, new: Version) -> Version:
        if old.row is None or self._is_partial_delete(new.row):
            return new
        if keeps_old(self._merger, old, new):
            if isinstance(old, _Partial):
                return _Partial({**(new.row or {}), **old.row}, old.ordering)
            return old
        make = _Partial if isinstance(old, _Partial) else Version
        return make({**old.row, **(new.row or {})}, new.ordering)

    def _is_partial_delete(self, row: Row | None) -> bool:
        # Only readers of 1.x read partial blocks; they detect deletes like modes, regardless of the class.
        return self._merger.is_delete(row, MODE_DELETES)

    def delete(self, key: str, ordering: OrderingValue | None) -> None:
        """Add a key of a delete block."""
        new = Version(None, ordering)
        old = self.entries.get(key)
        if old is not None and self._merger.survives(old, new):
            return
        self.entries[key] = new

    def over(self, key: str, current: Row) -> Row | None:
        """The row that a reader returns for a row of the base file; None if it is deleted."""
        new = self.entries.get(key)
        if new is None:
            return current
        if isinstance(new, _Partial):
            row = self._partial_over(Version(current, self.ordering(current)), new).row
            return None if self._is_partial_delete(row) else row
        return _row(self._merger.combine(current, new))

    def is_partial(self, key: str) -> bool:
        """Whether an entry is a partial update of a row that is in no log file."""
        return isinstance(self.entries[key], _Partial)

    def alone(self, key: str) -> Row | None:
        """The row that a reader returns for a key that is in no base file; None if there is none.

        Raises:
            Reject: missing-field: a partial update that lacks columns [table.view.partial-alone].
        """
        entry = self.entries[key]
        if isinstance(entry, _Partial) and entry.row is not None:
            lacking = [item.name for item in self.fields if item.name not in entry.row]
            if lacking:
                message = (
                    f"a partial update of the key {key!r:.60} without its row lacks {', '.join(lacking)}"
                )
                raise Reject("missing-field", None, "table.view.partial-alone", message)
        return _row(self._merger.insert_value(entry))


def _row(merged: Merged) -> Row | None:
    return None if merged.version is None else merged.version.row


class _Partial(Version):
    """A version with only some known fields."""
