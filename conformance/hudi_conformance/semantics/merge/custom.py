# SPDX-License-Identifier: Apache-2.0
"""Readers of 1.x with a payload class: one rule for logs and base files [merge.custom.*].

They no longer call `preCombine`: two versions in log files merge like a version and the stored row. Deletes
do not reach the class in 1.0, which orders them itself; from 1.1 on they do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hudi_conformance.model.meta_fields import OPERATION
from hudi_conformance.semantics.merge.deletes import DeleteSigns, Marker
from hudi_conformance.semantics.merge.ordering import compare, is_comparable, is_default
from hudi_conformance.semantics.merge.rows import Merged, Outcome, Version
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.semantics.merge.strategies import (
    DELETED,
    Combine,
    RecordMerger,
    Strategy,
    take_new,
    take_old,
)

_SIGNS_1_0 = DeleteSigns(marker=Marker.BESIDE)
_SIGNS = DeleteSigns(marker=Marker.BESIDE, column=OPERATION, operations=("D", "-U"))


def reader_strategy(payload: Strategy, line: Line) -> Strategy:
    """How a reader of 1.x merges the versions of a slice by a payload class."""
    in_logs, over_stored, survives = (_of_1_0 if line is Line.V1_0 else _since_1_1)(payload.combine)
    return replace(payload, pre_combine=in_logs, combine=over_stored, survives=survives)


_Parts = tuple[Combine, Combine, Callable[[RecordMerger, Version, Version], bool]]


def _of_1_0(combine: Combine) -> _Parts:
    """Deletes are ordered, regardless of the class [merge.custom.deletes-1-0]."""

    def in_logs(merger: RecordMerger, old: Version, new: Version) -> Merged:
        is_new_delete = merger.is_delete(new.row, _SIGNS_1_0)
        if is_new_delete or merger.is_delete(old.row, _SIGNS_1_0):
            is_old = _is_later(old, new, is_new_delete=is_new_delete)
            return (take_old if is_old else take_new)(merger, old, new)
        return _as_entry(merger, old, new, combine(merger, old, new))

    def over_stored(merger: RecordMerger, old: Version, new: Version) -> Merged:
        if merger.is_delete(new.row, _SIGNS_1_0):
            stored = Version(old.row, merger.ordering(old.row))
            return take_old(merger, old, new) if _is_later(stored, new, is_new_delete=True) else DELETED
        return combine(merger, old, new)

    def survives(merger: RecordMerger, old: Version, new: Version) -> bool:
        if is_default(old.ordering) and merger.is_delete(old.row, _SIGNS_1_0):
            return True  # [merge.mode.second-delete]
        return _is_later(old, new, is_new_delete=True)

    return in_logs, over_stored, survives


def _is_later(old: Version, new: Version, *, is_new_delete: bool) -> bool:
    """Whether the version that arrived first has the greater ordering value."""
    if old.ordering is None or new.ordering is None or not is_comparable(old.ordering, new.ordering):
        return False
    if is_new_delete and is_default(new.ordering):
        return False
    return compare(old.ordering, new.ordering) > 0


def _since_1_1(combine: Combine) -> _Parts:
    """A delete is a version without a row; a version after it wins [merge.custom.deletes-1-1]."""

    def in_logs(merger: RecordMerger, old: Version, new: Version) -> Merged:
        if old.row is None or _is_by_arrival(merger, old) or _is_by_arrival(merger, new):
            return take_new(merger, old, new)
        return _as_entry(merger, old, new, combine(merger, old, new))

    def over_stored(merger: RecordMerger, old: Version, new: Version) -> Merged:
        return DELETED if _is_by_arrival(merger, new) else combine(merger, old, new)

    def survives(merger: RecordMerger, old: Version, new: Version) -> bool:
        if old.row is not None and not is_comparable(old.ordering, new.ordering):
            return False  # [log.scan.delete-ordering]
        return in_logs(merger, old, new).outcome is Outcome.OLD

    return in_logs, over_stored, survives


def _is_by_arrival(merger: RecordMerger, version: Version) -> bool:
    """Whether it is a delete with the default ordering value."""
    return is_default(version.ordering) and merger.is_delete(version.row, _SIGNS)


def _as_entry(merger: RecordMerger, old: Version, new: Version, merged: Merged) -> Merged:
    """The outcome as the entry of a key: a removed row is a delete, a merged row has its own ordering."""
    if merged.outcome is Outcome.OLD:
        return take_old(merger, old, new)  # with its own ordering
    if merged.version is None:
        later = old if _is_later(old, new, is_new_delete=False) else new
        return Merged(Outcome.MERGED, Version(None, later.ordering))
    if merged.outcome is Outcome.MERGED:
        ordering = merger.ordering(merged.version.row)
        return Merged(Outcome.MERGED, Version(merged.version.row, ordering or new.ordering))
    return merged
