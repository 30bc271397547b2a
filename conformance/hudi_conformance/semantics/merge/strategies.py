# SPDX-License-Identifier: Apache-2.0
"""Parts of a payload class or a merge mode, and shared strategies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from hudi_conformance.errors import Reject
from hudi_conformance.model.log import OrderingValue
from hudi_conformance.semantics.merge.deletes import DeleteSigns, is_delete
from hudi_conformance.semantics.merge.ordering import compare, is_comparable, is_default
from hudi_conformance.semantics.merge.rows import Merged, Outcome, Row, RowField, Version, ordering_of
from hudi_conformance.semantics.merge.rules import Line, MergeRules

DELETED = Merged(Outcome.DELETE)
Combine = Callable[["RecordMerger", Version, Version], Merged]


@dataclass(frozen=True, slots=True)
class Strategy:
    """Functions that merge versions of a record, the old one first.

    Attributes:
        pre_combine: two versions that are not in a base file.
        combine: the stored row and a version; OLD keeps the row [merge.payload.sentinel].
        signs: columns that mark a delete.
        inserts: whether a version without a stored row is written [merge.payload.insert].
        survives: whether a log's old version stays when a key-only delete arrives.
        is_whole: whether the outcome is always one of the two versions, and depends only on orderings and
            `signs`.
    """

    pre_combine: Combine
    combine: Combine
    signs: DeleteSigns
    survives: Callable[[RecordMerger, Version, Version], bool]
    inserts: bool = True
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class RecordMerger:
    """The payload class or merge mode of a table, on one schema.

    Attributes:
        rules: rules of the table.
        fields: fields of the schema with which rows are read.
        strategy: functions of the payload class or mode.
        kinds: kind of each field by its name.
        scales: scale of each decimal by its name.

    Raises of all methods:
        Reject: bad-value if a version cannot be ordered [merge.default.null-new], [merge.ordering.same-type],
            or if a delete field has no marker [merge.delete.marker-pair].
    """

    rules: MergeRules
    fields: Sequence[RowField]
    strategy: Strategy
    kinds: Mapping[str, str]
    scales: Mapping[str, int]

    def ordering(self, row: Row | None) -> OrderingValue | None:
        """Ordering value of a row; None if there are no ordering fields or no row, or if it is null."""
        return ordering_of(row, self.rules.ordering_fields, self.kinds, self.scales)

    def is_delete(self, row: Row | None, signs: DeleteSigns | None = None) -> bool:
        """Whether the table treats the row as a delete; `signs` other than those of its strategy."""
        marker_kind = self.kinds.get(self.rules.delete_field or "")
        return is_delete(row, signs or self.strategy.signs, self.rules, marker_kind)

    def pre_combine(self, old: Version, new: Version) -> Merged:
        """Merge two versions that are not in a base file; return NEW, OLD or MERGED."""
        return self.strategy.pre_combine(self, old, new)

    def survives(self, old: Version, deleted: Version) -> bool:
        """Whether an entry of a log stays when a key-only delete arrives."""
        return self.strategy.survives(self, old, deleted)

    def combine(self, current: Row, new: Version) -> Merged:
        """Merge a version with the stored row; OLD keeps the row [merge.payload.sentinel]."""
        return self.strategy.combine(self, Version(current), new)

    def insert_value(self, new: Version) -> Merged:
        """Merge a version without a stored row; DELETE writes nothing [merge.payload.insert]."""
        if not self.strategy.inserts or self.is_delete(new.row):
            return DELETED
        return Merged(Outcome.NEW, new)


def take_old(_: RecordMerger, old: Version, __: Version) -> Merged:
    """The version that arrived first."""
    return Merged(Outcome.OLD, old)


def take_new(_: RecordMerger, __: Version, new: Version) -> Merged:
    """The version that arrived last, even if it is a delete."""
    return Merged(Outcome.NEW, new)


def take_new_row(merger: RecordMerger, _: Version, new: Version) -> Merged:
    """The version that arrived last; none if it is a delete."""
    return DELETED if merger.is_delete(new.row) else Merged(Outcome.NEW, new)


def remove(_: RecordMerger, __: Version, ___: Version) -> Merged:
    """Nothing."""
    return DELETED


def order(old: OrderingValue | None, new: OrderingValue | None) -> int:
    """1 if the old version is later, 0 for a tie, otherwise -1.

    Raises:
        Reject: bad-value for values that cannot be ordered [merge.default.null-new],
            [merge.ordering.same-type].
    """
    if old is None or new is None:
        raise Reject("bad-value", None, "merge.default.null-new", "a version without an ordering value")
    if not is_comparable(old, new):
        message = f"ordering values of types {old.type} and {new.type}"
        raise Reject("bad-value", None, "merge.ordering.same-type", message)
    return compare(old, new)


@dataclass(frozen=True, slots=True)
class Ordered:
    """The version with the greater ordering value survives; on a tie the new one.

    Attributes:
        sign: -1 if the lesser ordering value survives.
        keeps_ties: whether a tie keeps the old version.
    """

    sign: int = 1
    keeps_ties: bool = False

    def pre_combine(self, merger: RecordMerger, old: Version, new: Version) -> Merged:
        """The old version stays only if it has a row [merge.payload.data-after-delete]."""
        return take_new(merger, old, new) if old.row is None else self.compare(merger, old, new)

    def compare(self, merger: RecordMerger, old: Version, new: Version) -> Merged:
        """The winner, a row or a key-only delete."""
        result = self.sign * order(old.ordering, new.ordering)
        is_old = result >= 0 if self.keeps_ties else result > 0
        return take_old(merger, old, new) if is_old else take_new(merger, old, new)

    def combine(self, merger: RecordMerger, old: Version, new: Version) -> Merged:
        """The stored row and a version [merge.default.combine]."""
        result = (_stored_order if new.row is None else _row_order)(merger, old, new)
        if result is None:
            return take_new_row(merger, old, new)
        if result * self.sign > 0 or (result == 0 and new.row is not None and self._leaves_tie(merger)):
            return take_old(merger, old, new)
        return take_new_row(merger, old, new)

    def _leaves_tie(self, merger: RecordMerger) -> bool:
        rules = merger.rules
        return self.keeps_ties or (rules.line is Line.V1_2 and not rules.update_on_same_ordering)


def _stored_order(merger: RecordMerger, old: Version, new: Version) -> int | None:
    """1 if the stored row is later than a key-only delete; None if they are not ordered."""
    is_ordered = merger.rules.line is Line.V1_2 and not is_default(new.ordering)
    stored = merger.ordering(old.row) if is_ordered else None
    return None if stored is None else order(stored, new.ordering)


def _row_order(merger: RecordMerger, old: Version, new: Version) -> int | None:
    """1 if the stored row is later, by the ordering fields of both rows; None if they are not ordered."""
    line = merger.rules.line
    if not merger.rules.ordering_fields:
        if line is Line.V0_9:
            raise Reject("bad-value", None, "merge.default.no-field", "no ordering field is named")
        return None
    stored, incoming = merger.ordering(old.row), merger.ordering(new.row)
    if incoming is None and line.has_modes:
        incoming = new.ordering
    if incoming is None and (stored is not None or line is Line.V0_9):
        raise Reject("bad-value", None, "merge.default.null-new", "the new row has no ordering value")
    if stored is None or incoming is None:
        return None
    return order(stored, incoming)


LATEST = Ordered()
