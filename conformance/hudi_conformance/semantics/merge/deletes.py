# SPDX-License-Identifier: Apache-2.0
"""Detection of deletes: one rule for payload classes and merge modes [merge.delete.flag].

Families of rules differ only in the columns that they check, which `DeleteSigns` lists.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from hudi_conformance.canonical.scalars import canonical_float32, canonical_float64
from hudi_conformance.model.common import AvroValue
from hudi_conformance.model.meta_fields import IS_DELETED, OPERATION
from hudi_conformance.semantics.merge.rows import Row
from hudi_conformance.semantics.merge.rules import Line, MergeRules

OPERATION_DELETES = ("D",)  # for readers of 0.14 and 0.15, in addition to other columns


class Marker(Enum):
    """Effect of a table's delete marker on a payload class or mode."""

    IGNORED = "ignored"
    INSTEAD = "instead of the flag"  # from 0.14 on [merge.delete.marker]
    BESIDE = "in addition to the flag"  # [merge.mode.delete]


@dataclass(frozen=True, slots=True)
class DeleteSigns:
    """The columns that can mark a row as a delete.

    Attributes:
        has_flag: whether `_hoodie_is_deleted` counts [merge.delete.flag].
        marker: whether the table's delete marker counts.
        column: column of the operation that led to the row; None = none.
        operations: values of that column that mark a delete.
    """

    has_flag: bool = True
    marker: Marker = Marker.IGNORED
    column: str | None = None
    operations: tuple[str, ...] = ()


def is_delete(row: Row | None, signs: DeleteSigns, rules: MergeRules, marker_kind: str | None) -> bool:
    """Whether the row is a delete; a version without a row is one.

    Args:
        row: values by field.
        signs: columns to check.
        rules: rules of the table, with its marker.
        marker_kind: type of the marker's column.

    Raises:
        Reject: bad-value for a delete field without its marker [merge.delete.marker-pair].
    """
    if row is None or (rules.line is Line.V0_15 and row.get(OPERATION) in OPERATION_DELETES):
        return True  # [merge.delete.operation]
    if signs.marker is not Marker.IGNORED and rules.line is not Line.V0_9:
        if signs.marker is Marker.INSTEAD:
            rules.check()
        if rules.delete_field is not None and rules.delete_marker is not None:
            text = marker_text(row.get(rules.delete_field), marker_kind)
            if text == rules.delete_marker or signs.marker is Marker.INSTEAD:
                return text == rules.delete_marker
    if signs.has_flag and row.get(IS_DELETED) is True:
        return True
    return signs.column is not None and row.get(signs.column) in signs.operations


def marker_text(value: AvroValue, kind: str | None) -> str | None:
    """Text of a value for comparison with a delete marker [merge.delete.marker].

    None for a null and for values that equal no marker, such as bytes and decimals.
    """
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return _float_text(canonical_float32(value) if kind == "float" else canonical_float64(value))
    return None


def _float_text(text: str) -> str:
    """Java's notation of a number in Python's: plain from 0.001 up to 10 million."""
    number = Decimal(text)
    if not number.is_finite() or number == 0 or Decimal("0.001") <= abs(number) < 10_000_000:
        return text
    sign, digits, _ = number.normalize().as_tuple()
    rest = "".join(map(str, digits[1:])) or "0"
    return f"{'-' if sign else ''}{digits[0]}.{rest}E{number.adjusted()}"
