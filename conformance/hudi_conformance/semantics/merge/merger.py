# SPDX-License-Identifier: Apache-2.0
"""Merging by the rules of a table: two versions of a record, or a version and the row in the base file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hudi_conformance.semantics.merge.deletes import DeleteRule
from hudi_conformance.semantics.merge.modes import MODE
from hudi_conformance.semantics.merge.ordering import DEFAULT_ORDERING
from hudi_conformance.semantics.merge.payloads import payload_strategy
from hudi_conformance.semantics.merge.rows import Merged, Outcome, Row, RowField, Version
from hudi_conformance.semantics.merge.rules import MergeRules, Mode
from hudi_conformance.semantics.merge.strategies import DELETED, MergeContext, Strategy
from hudi_conformance.views.log import OrderingValue


@dataclass(slots=True)
class RecordMerger:
    """The payload class or merge mode of a table, on one schema.

    Raises of all methods:
        Reject: bad-value where a version cannot be ordered [merge.ordering.null], [merge.ordering.same-type],
            or where a delete field has no marker [merge.delete.marker-pair].
    """

    rules: MergeRules
    fields: Sequence[RowField]
    strategy: Strategy = field(init=False)
    context: MergeContext = field(init=False)

    def __post_init__(self) -> None:
        rules, kinds = self.rules, {column.name: column.kind for column in self.fields}
        self.strategy = payload_strategy(rules.payload) if rules.mode is Mode.PAYLOAD else MODE
        is_delete = DeleteRule(self.strategy.signs, rules, kinds.get(rules.delete_field or ""))
        self.context = MergeContext(rules, self.fields, kinds, is_delete)

    def ordering(self, row: Row) -> OrderingValue | None:
        """Ordering value of a row by the table's ordering fields; the int 0 where there are none."""
        return self.context.ordering(row) if self.rules.ordering_fields else DEFAULT_ORDERING

    def is_delete(self, row: Row | None) -> bool:
        """Whether the table takes the row for a delete."""
        return self.context.is_delete(row)

    def pre_combine(self, old: Version, new: Version) -> Merged:
        """What survives of two versions that are not in a base file; NEW, OLD or MERGED."""
        return self.strategy.pre_combine(self.context, old, new)

    def survives(self, old: Version, deleted: Version) -> bool:
        """Whether an entry of a log stays when a key-only delete arrives."""
        return self.strategy.survives(self.context, old, deleted)

    def combine(self, current: Row, new: Version) -> Merged:
        """What becomes of the stored row; OLD leaves it as it is [merge.payload.sentinel]."""
        return self.strategy.combine(self.context, Version(current), new)

    def insert_value(self, new: Version) -> Merged:
        """What is written where no row is stored; DELETE writes nothing [merge.payload.insert]."""
        if not self.strategy.inserts or self.is_delete(new.row):
            return DELETED
        return Merged(Outcome.NEW, new)
