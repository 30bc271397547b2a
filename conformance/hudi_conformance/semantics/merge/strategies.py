# SPDX-License-Identifier: Apache-2.0
"""What a payload class or a merge mode is made of, and what all of them share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from hudi_conformance.errors import Reject
from hudi_conformance.semantics.merge.deletes import DeleteRule, DeleteSigns
from hudi_conformance.semantics.merge.ordering import compare, is_comparable
from hudi_conformance.semantics.merge.rows import Merged, Outcome, Row, RowField, Version, ordering_of
from hudi_conformance.semantics.merge.rules import MergeRules
from hudi_conformance.views.log import OrderingValue

DELETED = Merged(Outcome.DELETE)


@dataclass(frozen=True, slots=True)
class MergeContext:
    """What strategies ask of a table: its rules, its columns, and which of its rows are deletes."""

    rules: MergeRules
    fields: Sequence[RowField]
    kinds: Mapping[str, str]
    is_delete: DeleteRule

    def ordering(self, row: Row | None) -> OrderingValue | None:
        """Ordering value of a row; None without ordering fields or row, and where it is null."""
        return ordering_of(row, self.rules.ordering_fields, self.kinds)


Combine = Callable[[MergeContext, Version, Version], Merged]


@dataclass(frozen=True, slots=True)
class Strategy:
    """How versions of a record merge, the old one first.

    Attributes:
        pre_combine: two versions that are not in a base file.
        combine: the stored row and a version; OLD leaves the row as it is [merge.payload.sentinel].
        signs: what makes a row a delete.
        inserts: whether a version without a stored row is written [merge.payload.insert].
        survives: whether a log's old version stays when a key-only delete arrives.
    """

    pre_combine: Combine
    combine: Combine
    signs: DeleteSigns
    survives: Callable[[MergeContext, Version, Version], bool]
    inserts: bool = True


def take_old(_: MergeContext, old: Version, __: Version) -> Merged:
    """The version that arrived first."""
    return Merged(Outcome.OLD, old)


def take_new(_: MergeContext, __: Version, new: Version) -> Merged:
    """The version that arrived last, whatever it holds."""
    return Merged(Outcome.NEW, new)


def take_new_row(context: MergeContext, _: Version, new: Version) -> Merged:
    """The version that arrived last; nothing if it is a delete."""
    return DELETED if context.is_delete(new.row) else Merged(Outcome.NEW, new)


def remove(_: MergeContext, __: Version, ___: Version) -> Merged:
    """Nothing."""
    return DELETED


def order(old: OrderingValue | None, new: OrderingValue | None) -> int:
    """1 if the old version is later, 0 for a tie, else -1.

    Raises:
        Reject: bad-value for values that cannot be ordered [merge.ordering.null], [merge.ordering.same-type].
    """
    if old is None or new is None:
        raise Reject("bad-value", None, "merge.ordering.null", "a version without an ordering value")
    if not is_comparable(old, new):
        message = f"ordering values of types {old.type} and {new.type}"
        raise Reject("bad-value", None, "merge.ordering.same-type", message)
    return compare(old, new)
