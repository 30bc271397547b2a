# SPDX-License-Identifier: Apache-2.0
"""Rows of a history whose containers the kernels validate, batch by batch.

A row that is not validated may still be intact; the checked decoder decides. For little data, loading the
kernels does not pay off, and no row is validated.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.decode.bulk.containers import ContainerReader, Run
from hudi_conformance.decode.bulk.framing import has_kernels

METADATA, PLAN = "metadata", "plan"
_TIMES = ("instantTime", "completionTime", "action")
_LITTLE = 8 << 20  # bytes of rows that are decoded carefully before kernels have started
_MAX_GROUPS = 32  # actions of a batch whose rows are read together

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class PlainRows:
    """Instants of a batch, whose text is all UTF-8.

    Attributes:
        times: requested times.
        names: the actions that occur.
        codes: for each row the index of its action.
    """

    times: Sequence[str]
    names: Sequence[str]
    codes: npt.NDArray[np.int32]

    @property
    def actions(self) -> Sequence[str]:
        """For each row its action."""
        return [self.names[code] for code in self.codes.tolist()]

    def is_any_of(self, actions: Collection[str]) -> Mask:
        """Mask of the rows with one of these actions."""
        return np.array([name in actions for name in self.names], np.bool_)[self.codes]


class HistoryProof:
    """Validates the batches of `history.read_batches`, using schemas learned from earlier ones."""

    def __init__(self) -> None:
        self._reader = ContainerReader()
        self._num_bytes = 0

    def plain(self, batch: pa.RecordBatch) -> PlainRows | None:
        """The instants of a batch; None if the checked reader must read it, which reports rejections."""
        self._num_bytes += batch.nbytes
        if self._num_bytes < _LITTLE and "numba" not in sys.modules:
            return None
        if not has_kernels() or not all(batch.schema.field(n).type == pa.string() for n in _TIMES):
            return None
        if any(batch.schema.field(name).type != pa.binary() for name in containers_of(batch)):
            return None
        if batch.column("instantTime").null_count or batch.column("action").null_count:
            return None
        actions = pc.dictionary_encode(batch.column("action"))
        try:
            batch.column("completionTime").validate(full=True)
            times = batch.column("instantTime").to_numpy(zero_copy_only=False).tolist()
            return PlainRows(times, actions.dictionary.to_pylist(), actions.indices.to_numpy())
        except (pa.ArrowException, UnicodeDecodeError):  # text that is not UTF-8
            return None

    def accepted(self, batch: pa.RecordBatch, plain: PlainRows, name: str) -> Mask:
        """Mask of the rows whose column `name` has a valid one-record container."""
        found = np.zeros(batch.num_rows, np.bool_)
        for places, (first, records, _) in self.records(batch, plain, name):
            found[places[first : first + records.num_rows]] = True
        return found

    def records(
        self, batch: pa.RecordBatch, plain: PlainRows, name: str
    ) -> Iterator[tuple[npt.NDArray[np.int64], Run]]:
        """Yield the records of accepted containers, with the rows that the numbers of a run refer to."""
        column = batch.column(name)
        valid = is_there(column)
        # Instants of one action share a head, so they are read together.
        codes, num_groups = plain.codes, len(plain.names)
        if num_groups > _MAX_GROUPS:
            codes, num_groups = np.zeros_like(codes), 1
        for group in range(num_groups):
            places = np.flatnonzero(valid & (codes == group))
            own = column if len(places) == batch.num_rows else column.take(pa.array(places))
            for run in self._reader.runs(own):
                yield places, run


def is_there(column: pa.Array) -> Mask:
    """Mask of the values of a column that are not null."""
    mask: Mask = column.is_valid().to_numpy(zero_copy_only=False)
    return mask


def containers_of(batch: pa.RecordBatch) -> list[str]:
    """Names of the columns of containers that a batch has."""
    return [name for name in (METADATA, PLAN) if name in batch.schema.names]
