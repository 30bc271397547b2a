# SPDX-License-Identifier: Apache-2.0
"""Log records, HFiles and histories as Arrow columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pyarrow as pa

from hudi_conformance.api.timelines import Folder
from hudi_conformance.decode.bulk import history
from hudi_conformance.decode.bulk.avro_arrow import OnReject, iter_record_batches
from hudi_conformance.decode.bulk.hfile import scan as hfile
from hudi_conformance.decode.bulk.history import HistoryDetails
from hudi_conformance.decode.source import Input
from hudi_conformance.model.common import Finding


def scan_log_records(
    source: Input, columns: Iterable[str] | None = None, *, on_reject: OnReject | None = None
) -> Iterator[pa.RecordBatch]:
    """Yield the records of all data blocks of a log file as record batches, in file order.

    Batches of one schema have one Arrow schema. No more than one batch or one block is in memory.

    Args:
        source: path, bytes, or binary file object.
        columns: names of the columns to return, in this order; a block without one of them has nulls. None =
            all columns of each block.
        on_reject: called with a block and the rejection of its content, and reading continues with the next
            block; with None and a rejection if reading has to stop.

    Raises:
        OSError: the file cannot be opened.
        Reject: a rejection, after the records before it, if there is no `on_reject`.
    """
    names = None if columns is None else list(columns)
    for batch in iter_record_batches(source, on_reject=on_reject):
        yield batch if names is None else _selected(batch, names)


def _selected(batch: pa.RecordBatch, names: Sequence[str]) -> pa.RecordBatch:
    held = set(batch.schema.names)
    arrays = [batch.column(name) if name in held else pa.nulls(batch.num_rows) for name in names]
    fields = [batch.schema.field(name) if name in held else pa.field(name, pa.null()) for name in names]
    return pa.RecordBatch.from_arrays(arrays, schema=pa.schema(fields))


class CellBatches(Iterator[pa.RecordBatch]):
    """Cells of an HFile as record batches.

    Attributes:
        findings: rules that the file violates although its cells are returned: their order, numbers, sums,
            index and Bloom filter. Complete when iteration has ended; at most 16 of each rule.
            None without checks.
    """

    def __init__(self, findings: list[Finding] | None, batches: Iterator[pa.RecordBatch]) -> None:
        self.findings = findings
        self._batches = batches

    def __next__(self) -> pa.RecordBatch:
        return next(self._batches)


def scan_hfile(
    source: Input,
    start: int = 0,
    end: int | None = None,
    *,
    columns: Sequence[str] = hfile.COLUMNS,
    views: bool = False,
    threads: int | None = None,
    check: bool = True,
) -> CellBatches:
    """Return the cells of an HFile as record batches, in its order.

    Args:
        source: path, bytes, or binary file object.
        start: offset of the HFile in it.
        end: offset of the first byte after it; None = the end of the source.
        columns: some of `row`, `family`, `qualifier`, `timestamp`, `type`, `value`, `tags` and `mvcc`, the
            last modulo 2^64, as signed.
        views: columns of bytes are of the type `binary_view` and point into the file, or into its blocks
            where they are compressed. Batches keep what they point into; a file must not be cut for as long
            as one of them is there.
        threads: how many decompress blocks of large files ahead; None = one for each processor, up to four.
        check: fill `findings`; a file with a Bloom filter, or one with findings, is then read a second time.

    Raises:
        OSError: the file cannot be opened.
        Reject, UnsupportedInput, LimitExceeded: as `HFileReader.cells`, after the preceding cells.
    """
    findings: list[Finding] | None = [] if check else None
    batches = hfile.iter_cell_batches(source, start, end, columns, findings, views=views, threads=threads)
    return CellBatches(findings, batches)


def list_history(table: Folder, begin: str | None = None, end: str | None = None) -> pa.Table:
    """Instants of the history of a table of layout 2, by time and action.

    Columns are `instantTime`, `completionTime` and `action`; damage in other columns is not detected.

    Raises:
        OSError: a file cannot be read.
        Reject: the folder is not such a table, or a current file cannot be read.
    """
    return history.list_history(Path(table), begin, end)


def scan_history(table: Folder, begin: str | None = None, end: str | None = None) -> Iterator[HistoryDetails]:
    """Yield the instants of the history in batches, with decoded metadata.

    Raises:
        OSError: a file cannot be read.
        Reject: as `read_history`, or metadata that is not a container of one record.
    """
    return history.iter_history_details(Path(table), begin, end)
