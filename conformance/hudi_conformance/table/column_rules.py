# SPDX-License-Identifier: Apache-2.0
"""Merge rules that decide by columns, and the columns that they check [merge.*].

There are three kinds of rules. Rules that only compare orderings decide for all keys at once. Other rules
that select one of two versions unchanged decide key by key, on the few columns that they check. The rest
needs rows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.decode.bulk.shape import Kind, RowShape
from hudi_conformance.model.meta_fields import IS_DELETED, OPERATION
from hudi_conformance.model.properties.values import DEFAULT_PAYLOAD, OVERWRITE_WITH_LATEST
from hudi_conformance.semantics.merge.deletes import OPERATION_DELETES, Marker
from hudi_conformance.semantics.merge.rules import Line, Mode
from hudi_conformance.semantics.merge.strategies import RecordMerger
from hudi_conformance.table.log_columns import ByRows

Mask = npt.NDArray[np.bool_]
_ORDERED = frozenset({Kind.INT, Kind.LONG, Kind.FLOAT, Kind.DOUBLE, Kind.STRING})
_SIMPLE = _ORDERED | {Kind.BOOLEAN}


@dataclass(frozen=True, slots=True)
class ColumnRule:
    """A rule that compares orderings: the greater one wins, the later version on a tie.

    Attributes:
        ordering: column by which versions of the log files are ordered; None = the later one wins.
        orders_base: whether a row of the base file with a greater ordering stays.
        orders_deletes: whether key-only deletes are ordinary versions.
    """

    ordering: str | None
    orders_base: bool
    orders_deletes: bool


@dataclass(frozen=True, slots=True)
class Deciding:
    """How the versions of a table merge by columns.

    Attributes:
        rule: the rule for all keys at once; None if each key is decided separately.
        names: columns that the rule of a single key checks.
        flag: Boolean column that may mark a row as a delete.
        signs: text columns that may do so, and the values that mark a delete.
    """

    rule: ColumnRule | None
    names: tuple[str, ...]
    flag: str | None
    signs: tuple[tuple[str, tuple[str, ...]], ...]

    def may_delete(self, rows: pa.RecordBatch) -> Mask:
        """Rows that may be deletes: the rule of a single key decides."""
        mask: Mask = np.zeros(rows.num_rows, np.bool_)
        if self.flag is not None:
            mask |= _true(rows.column(self.flag))
        for name, values in self.signs:
            mask |= _true(pc.is_in(rows.column(name), value_set=pa.array(values, pa.string())))
        return mask


def deciding(merger: RecordMerger, shape: RowShape) -> Deciding:
    """How the versions of a table merge by columns.

    Raises:
        ByRows: they cannot.
    """
    rules, strategy = merger.rules, merger.strategy
    if rules.partial is not None or not strategy.is_whole:
        raise ByRows("values of two versions")
    kinds = dict(zip(shape.names, (column.kind for column in shape.columns), strict=True))
    is_custom = rules.mode is Mode.PAYLOAD and rules.line.has_modes  # also detects deletes itself
    has_marker = (is_custom or strategy.signs.marker is not Marker.IGNORED) and rules.delete_field is not None
    if any("." in name for name in rules.ordering_fields) and rules.mode is not Mode.COMMIT_TIME:
        raise ByRows("ordering field inside a record")
    looked_at = [*rules.ordering_fields, IS_DELETED, strategy.signs.column]
    if is_custom or rules.line is Line.V0_15:
        looked_at.append(OPERATION)
    if has_marker:
        looked_at.append(rules.delete_field)
    names = tuple(dict.fromkeys(name for name in looked_at if name is not None and name in kinds))
    if any(kinds[name] not in _SIMPLE for name in names):
        raise ByRows("type of a deciding column")
    signs: list[tuple[str, tuple[str, ...]]] = []
    is_half = (merger.rules.delete_field is None) != (merger.rules.delete_marker is None)
    is_plain = not (strategy.signs.marker is Marker.INSTEAD and is_half)
    if strategy.signs.column in names:
        signs.append((strategy.signs.column or "", strategy.signs.operations))
    if rules.line is Line.V0_15 and OPERATION in names:
        signs.append((OPERATION, OPERATION_DELETES))
    if has_marker and rules.delete_field in names and rules.delete_marker is not None:
        signs.append((rules.delete_field or "", (rules.delete_marker,)))
    is_plain = is_plain and all(kinds[name] is Kind.STRING for name, _ in signs)
    flag = IS_DELETED if kinds.get(IS_DELETED) is Kind.BOOLEAN else None
    return Deciding(_rule(merger, kinds) if is_plain else None, names, flag, tuple(signs) if is_plain else ())


def _rule(merger: RecordMerger, kinds: dict[str, Kind]) -> ColumnRule | None:
    rules = merger.rules
    if rules.mode is Mode.COMMIT_TIME:
        return ColumnRule(None, orders_base=False, orders_deletes=True)
    fields = rules.ordering_fields
    if len(fields) > 1 or any(kinds.get(name) not in _ORDERED for name in fields):
        return None
    ordering = fields[0] if fields else None
    if rules.mode is Mode.EVENT_TIME:
        return ColumnRule(ordering, orders_base=ordering is not None, orders_deletes=True)
    if rules.line is not Line.V0_15 or rules.payload not in {OVERWRITE_WITH_LATEST, DEFAULT_PAYLOAD}:
        return None
    is_default = rules.payload == DEFAULT_PAYLOAD
    return ColumnRule(ordering, orders_base=is_default and ordering is not None, orders_deletes=False)


def _true(column: pa.BooleanArray) -> Mask:
    mask: Mask = column.fill_null(False).to_numpy(zero_copy_only=False)
    return mask
