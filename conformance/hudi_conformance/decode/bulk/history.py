# SPDX-License-Identifier: Apache-2.0
"""The history of layout 2 in bulk: the list of its instants, and their metadata, as Arrow batches.

The list reads only the columns that it returns, and does not detect damage in others; `timeline.history` and
the checks read all. Metadata are one-record containers: the kernels decode those with the same head as the
previous one in place, the checked decoder reads the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.decode.bulk.containers import ContainerReader
from hudi_conformance.decode.bulk.rows import batch_of_rows
from hudi_conformance.decode.bulk.shape import RowShape, row_shape
from hudi_conformance.decode.parquet.checksums import parquet_refusal
from hudi_conformance.decode.timeline import history as timeline_history
from hudi_conformance.decode.timeline.content import decode_one_record
from hudi_conformance.errors import Reject

TIMES = ("instantTime", "completionTime", "action")
METADATA = "metadata"
_BATCH = 4096
_FEW = 1000  # number of rows up to which pairwise comparison is faster than grouping columns


@dataclass(frozen=True, slots=True)
class HistoryDetails:
    """Consecutive instants in a file of a history.

    Attributes:
        instants: their columns `TIMES`.
        metadata: one row per instant, in the columns of the writer's schema; None if the history has no
            metadata for them.
        shape: columns of `metadata`.
    """

    instants: pa.RecordBatch
    metadata: pa.RecordBatch | None
    shape: RowShape | None


def list_history(table: Path, begin: str | None = None, end: str | None = None) -> pa.Table:
    """Instants of the history, each once, sorted by time and action; columns `TIMES` as text.

    Args:
        table: the table's folder.
        begin: first requested time.
        end: last requested time.

    Raises:
        OSError: a file cannot be read.
        Reject: a manifest or a current file cannot be read.
        LimitExceeded: a file with too many rows.
    """
    return list_rows(timeline_history.history_folder(table), begin, end)


def list_rows(folder: Path, begin: str | None = None, end: str | None = None) -> pa.Table:
    """`list_history`, given the folder of a history."""
    rows, _ = _listed(_files(folder, begin, end), begin, end)
    if rows.num_rows < 2:
        return rows
    return rows.sort_by([("instantTime", "ascending"), ("action", "ascending")])


def iter_history_details(
    table: Path, begin: str | None = None, end: str | None = None
) -> Iterator[HistoryDetails]:
    """Yield the metadata of the instants of the history, each once, in the order of its files.

    Raises:
        as `list_history`; Reject also for metadata that is not a container of one record.
    """
    files = _files(timeline_history.history_folder(table), begin, end)
    _, places = _listed(files, begin, end)
    positions = np.sort(places)
    decoder = _Decoder()
    num_rows = 0
    for path in files:
        timeline_history.check_file(path)
        try:
            file, present = timeline_history.open_rows(path, path.name)
            columns = [name for name in present if name in {*TIMES, METADATA}]
            for batch in file.iter_batches(_BATCH, columns=columns, use_threads=False):
                first, last = np.searchsorted(positions, [num_rows, num_rows + batch.num_rows])
                own = batch.take(pa.array(positions[first:last] - num_rows))
                num_rows += batch.num_rows
                yield from decoder.details(own)
        except (pa.ArrowException, OSError) as error:
            raise parquet_refusal(error, path.name, "history.row.form") from None


def _files(folder: Path, begin: str | None, end: str | None) -> list[Path]:
    version, _ = timeline_history.version_in_force(folder)
    if version is None:
        return []
    names = [name for name, _ in timeline_history.read_manifest(folder, version).files]
    return [folder / name for name in names if timeline_history.is_in_range(name, begin, end)]


def _listed(files: list[Path], begin: str | None, end: str | None) -> tuple[pa.Table, npt.NDArray[np.int64]]:
    """Instants of the range, and the number of the first row of each over all files."""
    schema = pa.schema([(name, pa.string()) for name in TIMES])
    if not files:
        return pa.Table.from_batches([], schema), np.zeros(0, np.int64)
    rows = pa.concat_tables([_times(path, schema) for path in files])
    rows = rows.append_column("place", pa.array(np.arange(rows.num_rows)))
    for limit, compare in ((begin, pc.greater_equal), (end, pc.less_equal)):
        if limit is not None:
            rows = rows.filter(compare(rows["instantTime"], limit))
    if _has_repeats(rows):  # [history.read.once]
        first = rows.group_by(["instantTime", "action"], use_threads=False).aggregate([("place", "min")])
        rows = rows.filter(pc.is_in(rows["place"], value_set=first["place_min"].combine_chunks()))
    return rows.drop_columns("place"), rows["place"].to_numpy()


def _has_repeats(rows: pa.Table) -> bool:
    """Whether instants may occur more than once; for many rows the grouping decides."""
    if rows.num_rows > _FEW:
        return True
    # As bytes: invalid UTF-8 does not matter for repeats.
    times, actions = (rows[name].cast(pa.binary()).to_pylist() for name in ("instantTime", "action"))
    return len(set(zip(times, actions, strict=True))) < int(rows.num_rows)


def _times(path: Path, schema: pa.Schema) -> pa.Table:
    timeline_history.check_file(path)
    try:
        file, _ = timeline_history.open_rows(path, path.name)
        rows = file.read(columns=list(TIMES), use_threads=False).select(TIMES).cast(schema)
    except (pa.ArrowException, OSError) as error:
        raise parquet_refusal(error, path.name, "history.row.form") from None
    for name in ("instantTime", "action"):
        if rows[name].null_count:
            number = int(np.flatnonzero(rows[name].is_null().to_numpy())[0])
            time, action = rows["instantTime"][number].as_py(), rows["action"][number].as_py()
            message = f"{path.name}: a row with instantTime {time!r:.30} and action {action!r:.30}"
            raise Reject("missing-field", None, "history.row.required", message)
    return rows


@dataclass(frozen=True, slots=True)
class _Decoder:
    """Decoder of metadata."""

    reader: ContainerReader = field(default_factory=ContainerReader)

    def details(self, rows: pa.RecordBatch) -> Iterator[HistoryDetails]:
        """Yield runs of rows with and without metadata."""
        instants = rows.select(TIMES)
        if METADATA not in rows.schema.names:
            yield HistoryDetails(instants, None, None)
            return
        column = rows.column(METADATA).cast(pa.binary())
        valid = column.is_valid().to_numpy(zero_copy_only=False)
        borders = [0, *(np.flatnonzero(valid[1:] != valid[:-1]) + 1).tolist(), len(valid)]
        for first, last in pairwise(borders):
            part = instants.slice(first, last - first)
            if first == last:
                continue
            if not valid[first]:
                yield HistoryDetails(part, None, None)
                continue
            done = 0
            for batch, shape in self._decoded(column.slice(first, last - first)):
                yield HistoryDetails(part.slice(done, batch.num_rows), batch, shape)
                done += batch.num_rows

    def _decoded(self, column: pa.BinaryArray) -> Iterator[tuple[pa.RecordBatch, RowShape]]:
        done = 0
        for first, batch, shape in self.reader.runs(column):
            yield from map(_careful, column[done:first].to_pylist())
            yield batch, shape
            done = first + batch.num_rows
        yield from map(_careful, column[done:].to_pylist())


def _careful(data: bytes) -> tuple[pa.RecordBatch, RowShape]:
    tree, record = decode_one_record(data)
    shape = row_shape(tree)
    return batch_of_rows([record], shape, tree), shape
