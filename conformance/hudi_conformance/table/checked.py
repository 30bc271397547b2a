# SPDX-License-Identifier: Apache-2.0
"""Rows of a view together with missing rows: every public read uses this module.

The underlying readers skip corrupt blocks as Hudi does, and read the listed files. This module turns damage
into an error, warnings, or a list, as requested when the table was opened [table.damage.*].
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Generic, Self, TypeVar

import pyarrow as pa

from hudi_conformance.errors import Reject
from hudi_conformance.table.arrow import MergeCounts
from hudi_conformance.table.damages import Damage, DamagedFiles, DamageList, DamageWarning, OnDamage
from hudi_conformance.table.reader import read_view
from hudi_conformance.table.view import Row, Table, View
from hudi_conformance.table.view_batches import view_batches
from hudi_conformance.table.view_damages import planned_damages, view_damages

T = TypeVar("T")


class Checked(Iterator[T], Generic[T]):
    """Items of a view up to its end, or to `DamagedFiles`.

    Args:
        table: the table; its `on_damage` applies.
        view: the view.
        read: returns the items of a table, and adds to its `damages`.

    Raises:
        DamagedFiles: while iterating, if `on_damage` is `raise`: all damaged files of the view. No item of a
            damaged file group was yielded before.
    """

    def __init__(self, table: Table, view: View, read: Callable[[Table], Iterator[T]]) -> None:
        self._table = replace(table, damages=DamageList())
        self._view = view
        self._items = self._checked(read)

    @property
    def damages(self) -> list[Damage]:
        """The damages, by path and offset; complete when iteration has ended."""
        return self._table.damages.sorted()

    def map(self, change: Callable[[T], T]) -> Self:
        """The same reading with each item mapped by a function."""
        self._items = map(change, self._items)
        return self

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> T:
        return next(self._items)

    def _checked(self, read: Callable[[Table], Iterator[T]]) -> Iterator[T]:
        table = self._table
        try:
            report_planned(table, self._view)
            yield from reporting(table, read(table))
        except DamagedFiles as error:
            raise DamagedFiles(view_damages(table, self._view) or error.damages) from None
        except (Reject, FileNotFoundError) as error:
            damages = view_damages(table, self._view)
            if not damages:
                raise
            raise DamagedFiles(damages) from error


def report_planned(table: Table, view: View) -> None:
    """Report the files of a view that are missing or too short, and add them to the table's damages.

    Raises:
        DamagedFiles: there are some, and `on_damage` is `raise`.
    """
    for damage in planned_damages(table, view):
        table.damages.add(damage)
    _report(table, 0)


def reporting(table: Table, items: Iterator[T]) -> Iterator[T]:
    """Yield items, and report the damages that reading them adds to the table's.

    Raises:
        DamagedFiles: there are some, and `on_damage` is `raise`.
    """
    num = len(table.damages)
    for item in items:
        num = _report(table, num)
        yield item
    _report(table, num)


def _report(table: Table, num: int) -> int:
    """Report damages if there are more than the `num` already reported; return the new number."""
    if len(table.damages) > num:
        if table.on_damage is OnDamage.RAISE:
            raise DamagedFiles(table.damages.sorted())
        if table.on_damage is OnDamage.WARN:
            for damage in table.damages.after(num):
                warnings.warn(damage.text, DamageWarning, stacklevel=3)
    return len(table.damages)


def checked_rows(table: Table, view: View) -> Checked[Row]:
    """Rows of a view from `reader.read_view`, with the damages."""
    return Checked(table, view, lambda of: read_view(of, view))


def checked_batches(table: Table, view: View, counts: MergeCounts | None = None) -> Checked[pa.RecordBatch]:
    """Batches of a view from `view_batches`, with the damages."""
    return Checked(table, view, lambda of: view_batches(of, view, counts))
