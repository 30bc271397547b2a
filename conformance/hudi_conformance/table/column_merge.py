# SPDX-License-Identifier: Apache-2.0
"""The log files of one slice as columns: one entry per key, joined with batches of its base file.

Rules that compare orderings decide for all keys at once. `LogMerger` decides about irregular keys (a version
without an ordering, a row that may be a delete), on rows with only the columns that it checks and the number
of the original row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.decode.parquet.rows import arrow_values
from hudi_conformance.errors import Reject
from hudi_conformance.model.log import DeletedKey
from hudi_conformance.model.meta_fields import RECORD_KEY
from hudi_conformance.semantics.merge.log import LogMerger
from hudi_conformance.semantics.merge.rows import Row, Version
from hudi_conformance.table.column_rules import ColumnRule, Deciding, Mask
from hudi_conformance.table.log_columns import ByRows, LogVersions, Numbers

_PLACE = "#"  # number of a row among the columns that a rule checks: not a valid column name in Avro
_OF_BASE = -1
_ABOVE_FIRST_PLANE = r"[\x{10000}-\x{10FFFF}]"  # Java sorts these before the last of the basic plane
Values: TypeAlias = npt.NDArray[np.int64] | npt.NDArray[np.float64]
Orderings: TypeAlias = Values | pa.StringArray


@dataclass(slots=True)
class ColumnLog:
    """Entries of a slice's log files, one per key; the regular ones first.

    Attributes:
        keys: their keys.
        rows: rows of the log files in the reader's schema.
        num_regular: number of entries that columns decide.
        num_asked: number of pairs and keys that the rule of a single key decided.
    """

    keys: pa.StringArray
    rows: pa.RecordBatch
    num_regular: int
    _places: Numbers  # of regular entries
    _orderings: Orderings | None  # of regular entries
    _deciding: Deciding
    _deletes: Sequence[DeletedKey]
    _merger: LogMerger
    num_asked: int
    _seen: Mask = field(init=False)

    def __post_init__(self) -> None:
        self._seen = np.zeros(len(self.keys), np.bool_)

    @property
    def seen(self) -> set[str]:
        """Keys of the base file so far."""
        return set(self.keys.filter(pa.array(self._seen)).to_pylist())

    def over(self, base: pa.RecordBatch) -> tuple[pa.RecordBatch, pa.RecordBatch]:
        """Retained rows of a batch of the base file, and rows of the log files in place of others.

        An entry only changes the first row of its key in the file [table.view.key-twice].

        Raises:
            Reject: versions that cannot be merged.
        """
        found = pc.index_in(base.column(RECORD_KEY), value_set=self.keys)
        if found.null_count == len(found):
            return base, self.rows.slice(0, 0)
        touched = found.is_valid().to_numpy(zero_copy_only=False)
        entries = found.drop_null().to_numpy().astype(np.int64)
        is_first = np.zeros(len(entries), np.bool_)
        is_first[np.unique(entries, return_index=True)[1]] = True
        is_first &= ~self._seen[entries]
        touched[np.flatnonzero(touched)] = is_first
        entries = entries[is_first]
        self._seen[entries] = True
        held = base.filter(pa.array(touched))
        is_asked = (entries >= self.num_regular) | self._deciding.may_delete(held)
        stays: Mask = np.zeros(len(entries), np.bool_)
        places = np.full(len(entries), _OF_BASE, np.int64)
        places[~is_asked] = self._places[entries[~is_asked]]
        rule = self._deciding.rule
        if rule is not None and rule.orders_base and self._orderings is not None:
            stays, is_odd = _is_greater(held.column(rule.ordering or ""), self._orderings, entries, ~is_asked)
            is_asked |= is_odd
        asked = np.flatnonzero(is_asked)
        for number, (kept, place) in zip(asked, self._ask(held, entries, asked), strict=True):
            stays[number], places[number] = kept, place
        shown = places[(places >= 0) & ~stays]
        left = ~touched
        left[np.flatnonzero(touched)] = stays
        return base.filter(pa.array(left)), self.rows.take(pa.array(shown))

    def _ask(self, held: pa.RecordBatch, entries: Numbers, asked: Numbers) -> list[tuple[bool, int]]:
        """For some rows of the base file whether they stay, and the row of the logs that replaces them."""
        if not len(asked):
            return []
        self.num_asked += len(asked)
        rows = _narrow(held.take(pa.array(asked)), self._deciding.names, np.full(len(asked), _OF_BASE))
        keys = self.keys.take(pa.array(entries[asked])).to_pylist()
        answers = []
        for key, entry, row in zip(keys, entries[asked].tolist(), rows, strict=True):
            if key not in self._merger.entries:
                self._merger.entries[key] = self._version(int(self._places[entry]))
            shown = self._merger.over(key, row)
            place = None if shown is None else shown[_PLACE]
            answers.append((place == _OF_BASE, _OF_BASE if place is None else place))
        return answers

    def _version(self, place: int) -> Version:
        if place < 0:
            return Version(None, self._deletes[-1 - place].ordering)
        [row] = _narrow(self.rows.slice(place, 1), self._deciding.names, np.array([place]))
        return Version(row, self._merger.ordering(row))

    def alone(self) -> pa.RecordBatch:
        """Rows of keys that are not in the base file.

        Raises:
            Reject: versions that cannot be merged.
        """
        places = self._places[~self._seen[: self.num_regular]]
        asked = (
            self.keys.slice(self.num_regular).filter(pa.array(~self._seen[self.num_regular :])).to_pylist()
        )
        shown = [row[_PLACE] for key in asked if (row := self._merger.alone(key)) is not None]
        return self.rows.take(pa.array(np.concatenate([places[places >= 0], np.array(shown, np.int64)])))


def column_log(versions: LogVersions, deciding: Deciding, merger: LogMerger) -> ColumnLog:
    """The entries of versions.

    Args:
        versions: those of a slice.
        deciding: how they merge.
        merger: merger of the slice without entries; it decides the other keys.

    Raises:
        ByRows: versions that cannot be merged: the row-by-row path determines which error is reported first.
    """
    rule, places = deciding.rule, versions.places
    codes, distinct = _codes(versions.keys)
    is_odd: Mask = np.ones(len(places), np.bool_)
    orderings: Orderings | None = None
    if rule is not None:
        orderings, is_odd = _orderings(versions, rule, merger)
        is_row = places >= 0
        is_odd[is_row] |= deciding.may_delete(versions.rows)[places[is_row]]
        if not rule.orders_deletes:
            is_odd |= ~is_row
    is_asked: Mask = np.zeros(len(distinct), np.bool_)
    is_asked[codes[is_odd]] = True
    asked = np.flatnonzero(is_asked[codes])
    try:
        _merge(versions, asked, deciding, merger)
    except Reject as error:
        raise ByRows("refusal") from error
    winners = _winners(codes, np.flatnonzero(~is_asked[codes]), orderings)
    keys = [versions.keys.take(pa.array(winners)), pa.array(list(merger.entries), pa.string())]
    if isinstance(orderings, pa.StringArray):
        kept: Orderings | None = orderings.take(pa.array(winners))
    else:
        kept = None if orderings is None else orderings[winners]
    return ColumnLog(
        pa.concat_arrays(keys), versions.rows, len(winners), places[winners], kept, deciding,
        versions.deletes, merger, len(keys[1]),
    )  # fmt: skip


def _codes(keys: pa.StringArray) -> tuple[Numbers, pa.StringArray]:
    """Key number of each version, and the keys by number, in order of their first version."""
    encoded = keys.dictionary_encode()
    return encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64), encoded.dictionary


def _winners(codes: Numbers, regular: Numbers, orderings: Orderings | None) -> Numbers:
    """The merged version of each key in `regular`; keys in order of their first version."""
    by: tuple[Values, ...] = (regular, codes[regular])
    if orderings is not None:
        if isinstance(orderings, pa.StringArray):
            ranks = pc.rank(orderings.take(pa.array(regular)), tiebreaker="dense")
            by = (regular, ranks.to_numpy(), codes[regular])
        else:
            by = (regular, orderings[regular], codes[regular])
    order = np.lexsort(by)
    of_key = codes[regular][order]
    is_last = np.append(of_key[1:] != of_key[:-1], np.ones(min(len(of_key), 1), np.bool_))
    winners: Numbers = regular[order[is_last]]
    return winners


def _merge(versions: LogVersions, asked: Numbers, deciding: Deciding, merger: LogMerger) -> None:
    """Pass some versions to the merger, in order."""
    if not len(asked):
        return
    places = versions.places[asked]
    rows = places[places >= 0]
    narrow = iter(_narrow(versions.rows.take(pa.array(rows)), deciding.names, rows))
    for key, place in zip(versions.keys.take(pa.array(asked)).to_pylist(), places.tolist(), strict=True):
        if place < 0:
            merger.delete(key, versions.deletes[-1 - place].ordering)
        else:
            row = next(narrow)
            merger.add(key, Version(row, merger.ordering(row)))


def _narrow(rows: pa.RecordBatch, names: Sequence[str], places: Numbers) -> list[Row]:
    """Rows with the columns that a rule checks, and their numbers."""
    columns = [arrow_values(rows.column(name)) for name in names]
    keys = (*names, _PLACE)
    return [dict(zip(keys, row, strict=True)) for row in zip(*columns, places.tolist(), strict=True)]


# --- orderings -------------------------------------------------------------------------------------------


def _orderings(versions: LogVersions, rule: ColumnRule, merger: LogMerger) -> tuple[Orderings | None, Mask]:
    """Ordering of each version, and the versions without a comparable ordering."""
    places = versions.places
    if rule.ordering is None:
        return None, np.zeros(len(places), np.bool_)
    values, is_odd_row = _comparable(versions.rows.column(rule.ordering))
    kind = next(f.kind for f in merger.fields if f.name == rule.ordering)
    is_row = places >= 0
    is_odd: Mask = np.ones(len(places), np.bool_)
    is_odd[is_row] = is_odd_row[places[is_row]]
    told = {
        number: _told(versions.deletes[-1 - places[number]], kind, values)
        for number in np.flatnonzero(~is_row)
    }
    is_odd[[number for number, value in told.items() if value is not None]] = False
    if isinstance(values, pa.StringArray):
        deleted = pa.array([value or "" for value in told.values()], pa.string())
        at = places.copy()
        at[~is_row] = len(values) + np.arange(len(deleted))
        return pa.concat_arrays([values, deleted]).take(pa.array(at)), is_odd
    every = np.zeros(len(places), values.dtype)
    every[is_row] = values[places[is_row]]
    every[~is_row] = [0 if value is None else value for value in told.values()]
    return every, is_odd


def _told(delete: DeletedKey, kind: str, values: Orderings) -> int | str | None:
    """Ordering of a delete, in the form of rows' orderings; None for another type, or the default."""
    value = delete.ordering
    if value is None or value.type != kind or (kind == "int" and value.value == 0):
        return None
    if isinstance(values, pa.StringArray):
        is_near = isinstance(value.value, str) and max(value.value, default="") <= "\uffff"
        return value.value if is_near else None
    if values.dtype == np.int64:
        is_fit = type(value.value) is int and -(2**63) <= value.value < 2**63
        return value.value if is_fit else None
    return None  # floating point: a delete may have a value that the column type lacks


def _comparable(column: pa.Array) -> tuple[Orderings, Mask]:
    """Values with the order of rows' values, and a mask of missing ones [merge.ordering.java]."""
    is_odd: Mask = column.is_null().to_numpy(zero_copy_only=False)
    kind = column.type
    if pa.types.is_string(kind):
        is_far = pc.match_substring_regex(column.fill_null(""), _ABOVE_FIRST_PLANE)
        return column.fill_null(""), is_odd | is_far.to_numpy(zero_copy_only=False)
    if pa.types.is_temporal(kind):
        column = column.view(pa.int32() if kind.bit_width == 32 else pa.int64())
    target = np.float64 if pa.types.is_floating(kind) else np.int64
    values = column.fill_null(0).to_numpy(zero_copy_only=False).astype(target)
    if target is np.float64:
        is_odd = is_odd | np.isnan(values) | ((values == 0) & np.signbit(values))
    return values, is_odd


def _is_greater(
    column: pa.Array, orderings: Orderings, entries: Numbers, is_regular: Mask
) -> tuple[Mask, Mask]:
    """Masks of rows with a greater ordering than their entry, and of rows without a comparable value."""
    values, is_odd = _comparable(column)
    is_null = column.is_null().to_numpy(zero_copy_only=False)
    greater: Mask = np.zeros(len(entries), np.bool_)
    at = np.flatnonzero(is_regular & ~is_odd)
    if isinstance(orderings, pa.StringArray):
        chosen = pc.greater(values.take(pa.array(at)), orderings.take(pa.array(entries[at])))
        greater[at] = chosen.to_numpy(zero_copy_only=False)
    else:
        greater[at] = values[at] > orderings[entries[at]]
    return greater, is_odd & ~is_null
