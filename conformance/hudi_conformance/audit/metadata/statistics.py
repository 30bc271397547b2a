# SPDX-License-Identifier: Apache-2.0
"""Rows of column statistics against footers and values of the files that they describe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.audit.metadata.report import damage, note, violation
from hudi_conformance.decode.parquet.columns import (
    CUT,
    FLOAT,
    BaseFacts,
    Column,
    Comparable,
    Values,
    comparable,
    is_less,
    text_of,
)
from hudi_conformance.look.text import counted
from hudi_conformance.model.metadata import ColumnStats

RULE = "metadata-statistics"
ValuesOf: TypeAlias = "Callable[[Column, Comparable | None, Comparable | None], Values]"


@dataclass(frozen=True, slots=True)
class FileStats:
    """A row and the file that it describes.

    Attributes:
        path: file of the metadata table, below the table, for findings.
        label: partition and name of the data file.
        facts: its footer, or an equivalent.
        row: the row.
        values: function that reads a column, with the values outside two bounds; None if values are not read.
    """

    path: str
    label: str
    facts: BaseFacts
    row: ColumnStats
    values: ValuesOf | None

    def check(self) -> Iterator[FindingRow | Gap]:
        """Yield errors of the row."""
        column = self.facts.columns.get(self.row.column or "")
        if column is None:
            yield Gap(
                "rows of column statistics", 1, "of a column that the data file does not have under this name"
            )
            return
        yield from self._check_counts(column)
        if column.form is None:
            yield Gap("rows of column statistics", 1, f"of the Parquet type {column.physical}")
        elif self.row.num_nulls != self.row.num_values:
            yield from self._check_bounds(column, column.form)

    @property
    def _name(self) -> str:
        return f"{self.row.column} of {self.label}"

    def _check_counts(self, column: Column) -> Iterator[FindingRow | Gap]:
        row, num_values = self.row, column.num_values
        num_nulls = column.num_nulls
        if (
            num_nulls is None
            and self.values is not None
            and not column.is_repeated
            and column.form is not None
        ):
            num_nulls = self.values(column, None, None).num_nulls
        if row.num_values is not None and row.num_values != num_values:
            message = (
                f"{self._name}: {row.num_values:,} values, the file has {num_values:,}: no query skips it "
                "by that, unless as many nulls are counted"
            )
            yield violation(self.path, RULE, "bad-value", message)
        if row.num_nulls is None:
            return
        says_null = row.num_values is not None and row.num_nulls >= row.num_values > 0
        if num_nulls is None:
            if says_null and column.has_values:
                why = "the footer has no null count, and the pages contain values"
                yield self._all_null(num_values, why, is_uncounted=True)
            else:
                why = "the footer has no null count; --deep reads the pages"
                yield Gap("rows of column statistics", 1, why)
        elif says_null and num_nulls < num_values:
            why = f"the file has {counted(num_values - num_nulls, 'value')}"
            yield self._all_null(num_values - num_nulls, why, is_uncounted=column.num_nulls is None)
        elif row.num_nulls == 0 and num_nulls:
            message = (
                f"{self._name}: 0 nulls, the file has {num_nulls:,}: "
                f"IS NULL skips the file and loses {counted(num_nulls, 'row')}"
            )
            yield damage(self.path, RULE, "bad-value", message)
        elif row.num_nulls != num_nulls:
            message = (
                f"{self._name}: {row.num_nulls:,} nulls, the file has {num_nulls:,}: no query skips it by "
                f"that"
            )
            yield violation(self.path, RULE, "bad-value", message)

    def _all_null(self, most: int, why: str, *, is_uncounted: bool) -> FindingRow:
        """`is_uncounted`: whether the writer had no count of nulls to copy."""
        message = (
            f"{self._name}: nullCount = valueCount = {self.row.num_nulls:,}, but {why}: IS NOT NULL and "
            f"every comparison skip the file and lose up to {counted(most, 'row')}"
        )
        return damage(self.path, RULE, "missing-field" if is_uncounted else "bad-value", message)

    def _check_bounds(self, column: Column, form: str) -> Iterator[FindingRow | Gap]:
        row = self.row
        if row.min is None or row.max is None:
            if row.num_values:
                number = "one bound of two" if (row.min is None) != (row.max is None) else "no bounds"
                message = (
                    f"{self._name}: {number}, and not only nulls: comparisons by it skip the file and lose "
                    f"up to {counted(row.num_values - (row.num_nulls or 0), 'row')}"
                )
                yield damage(self.path, RULE, "bad-value", message)
            return
        low, high = comparable(row.min, form), comparable(row.max, form)
        if low is None or high is None:
            message = (
                f"{self._name}: bounds of type {row.min.type} and {row.max.type} for values of type "
                f"{column.physical}: a query by it fails, or compares incomparable values"
            )
            yield damage(self.path, RULE, "bad-type", message)
            return
        if self.values is not None and not column.is_repeated:
            values = self.values(column, low, high)
            bounds, num_outside = values.bounds, values.num_outside
            if values.num_nan and low == high == 0:
                yield self._nan(values)
                return
            if num_outside and bounds is not None:
                yield self._outside(low, high, bounds, counted(num_outside, "row"))
            elif bounds is not None:
                yield from self._wide(low, high, bounds)
            return
        yield from self._check_footer(column, low, high)

    def _check_footer(self, column: Column, low: Comparable, high: Comparable) -> Iterator[FindingRow | Gap]:
        bounds = column.bounds()
        if bounds is None:
            if column.form == FLOAT and low == high == 0 and column.chunks:
                yield self._nan(None)
            else:
                yield Gap("rows of column statistics", 1, "the footer has no bounds; --deep reads values")
        elif is_less(bounds[0], low) or is_less(high, bounds[1]):
            if any(isinstance(bound, bytes) and len(bound) >= CUT for bound in bounds):
                yield Gap(
                    "rows of column statistics",
                    1,
                    "bounds of the footer may be truncated; --deep reads values",
                )
            else:
                yield self._outside(low, high, bounds, f"some of {counted(self.facts.num_rows, 'row')}")
        else:
            yield from self._wide(low, high, bounds)

    def _outside(
        self, low: Comparable, high: Comparable, bounds: tuple[Comparable, Comparable], lost: str
    ) -> FindingRow:
        # Only an order of signed bytes has a least value above the greatest.
        is_signed = isinstance(low, bytes) and isinstance(high, bytes) and low > high
        order = ", in the order of signed bytes" if is_signed else ""
        message = (
            f"{self._name}: from {text_of(low)} to {text_of(high)}{order}, the file has "
            f"{text_of(bounds[0])} to {text_of(bounds[1])}: queries by it skip the file and lose {lost}"
        )
        return damage(self.path, RULE, "bad-value", message)

    def _wide(
        self, low: Comparable, high: Comparable, bounds: tuple[Comparable, Comparable]
    ) -> Iterator[FindingRow]:
        if (low, high) != bounds and not any(isinstance(b, bytes) and len(b) >= CUT for b in bounds):
            message = (
                f"{self._name}: from {text_of(low)} to {text_of(high)}, the file has {text_of(bounds[0])} to "
                f"{text_of(bounds[1])}: queries open the file needlessly, and lose no row"
            )
            yield note(self.path, RULE, "bad-value", message)

    def _nan(self, values: Values | None) -> FindingRow:
        """Bounds of 0.0, which a writer uses for NaN; `values` is None if none are read."""
        if values is None:
            lost = (
                "for which the footer has no bounds, as with a NaN: queries by it skip the file and lose its"
                " rows"
            )
        else:
            lost = (
                f"and {counted(values.num_nan, 'NaN')} among the values: queries by it skip the file and "
                f"lose {counted(values.num_outside + values.num_nan, 'row')}"
            )
        return damage(self.path, RULE, "bad-state", f"{self._name}: from 0.0 to 0.0, {lost}")
