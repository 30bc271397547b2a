# SPDX-License-Identifier: Apache-2.0
"""The strategies that compare ordering values [merge.default.combine]."""

from __future__ import annotations

from dataclasses import dataclass

from hudi_conformance.errors import Reject
from hudi_conformance.semantics.merge.ordering import is_default
from hudi_conformance.semantics.merge.rows import Merged, Version
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.semantics.merge.strategies import (
    MergeContext,
    order,
    take_new,
    take_new_row,
    take_old,
)


@dataclass(frozen=True, slots=True)
class Ordered:
    """The version with the greater ordering value survives, the new one on a tie.

    Attributes:
        sign: -1 where the lesser ordering value survives.
        keeps_ties: whether a tie leaves the old version.
    """

    sign: int = 1
    keeps_ties: bool = False

    def pre_combine(self, context: MergeContext, old: Version, new: Version) -> Merged:
        """The old version stays only if it has a row [merge.payload.data-after-delete]."""
        return take_new(context, old, new) if old.row is None else self.compare(context, old, new)

    def compare(self, context: MergeContext, old: Version, new: Version) -> Merged:
        """The winner, rows and key-only deletes alike."""
        result = self.sign * order(old.ordering, new.ordering)
        is_old = result >= 0 if self.keeps_ties else result > 0
        return take_old(context, old, new) if is_old else take_new(context, old, new)

    def combine(self, context: MergeContext, old: Version, new: Version) -> Merged:
        """The stored row and a version [merge.default.combine]."""
        result = self.sign * (_stored_order if new.row is None else _row_order)(context, old, new)
        if result > 0 or (result == 0 and new.row is not None and self._leaves_tie(context)):
            return take_old(context, old, new)
        return take_new_row(context, old, new)

    def _leaves_tie(self, context: MergeContext) -> bool:
        rules = context.rules
        return self.keeps_ties or (rules.line is Line.V1_2 and not rules.update_on_same_ordering)


def _stored_order(context: MergeContext, old: Version, new: Version) -> int:
    """1 if the stored row is later than a key-only delete."""
    is_ordered = context.rules.line is Line.V1_2 and not is_default(new.ordering)
    stored = context.ordering(old.row) if is_ordered else None
    return 0 if stored is None else order(stored, new.ordering)


def _row_order(context: MergeContext, old: Version, new: Version) -> int:
    """1 if the stored row is later, by the ordering fields of both rows; -1 if nothing can be said."""
    line = context.rules.line
    if not context.rules.ordering_fields:
        if line is Line.V0_9:
            raise Reject("bad-value", None, "merge.ordering.null", "no ordering field is named")
        return -1
    stored, incoming = context.ordering(old.row), context.ordering(new.row)
    if incoming is None and line is Line.V1_2:
        incoming = new.ordering
    if incoming is None and (stored is not None or line is Line.V0_9):
        raise Reject("bad-value", None, "merge.ordering.null", "the new row has no ordering value")
    if stored is None or incoming is None:
        return -1
    return order(stored, incoming)


LATEST = Ordered()
