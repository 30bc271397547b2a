# SPDX-License-Identifier: Apache-2.0
"""Log records, HFiles and histories as Arrow columns."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from pathlib import Path

import pyarrow as pa

from hudi_conformance.api.reading import Reading
from hudi_conformance.api.timelines import Folder
from hudi_conformance.decode.bulk import history
from hudi_conformance.decode.bulk.avro_arrow import BATCH_ROWS, LogReader
from hudi_conformance.decode.bulk.hfile import scan as hfile
from hudi_conformance.decode.bulk.history import HistoryDetails
from hudi_conformance.decode.grammar import reject_of
from hudi_conformance.decode.source import Buffer, Input
from hudi_conformance.model.common import Finding, Rejection
from hudi_conformance.model.log import LogBlock


class LogBatches(Reading[pa.RecordBatch]):
    """Records of a log file as record batches.

    Attributes:
        rejections: offset and rejection of each block whose content cannot be read to its end; reading
            continues with the next block.
        findings: offset of a block, and a rule that it violates although its records are returned.
    """

    rejections: list[tuple[int, Rejection]]
    findings: list[tuple[int, Finding]]

    def all(self) -> list[pa.RecordBatch]:
        """Return all remaining batches; raises Reject if the file or a content is rejected."""
        batches = super().all()
        for _, rejection in self.rejections:
            raise reject_of(rejection)
        return batches


def scan_log_records(source: Input, columns: Iterable[str] | None = None) -> LogBatches:
    """Return the records of all data blocks of a log file as record batches, in file order.

    Batches of one schema have one Arrow schema. No more than one batch or one block is in memory.

    Args:
        source: path, bytes, or binary file object.
        columns: names of the columns to return, in this order; a block without one of them has nulls. None =
            all columns of each block.

    Raises:
        OSError: the file cannot be opened.
    """
    names = None if columns is None else list(columns)
    rejections: list[tuple[int, Rejection]] = []
    findings: list[tuple[int, Finding]] = []
    ends: list[Rejection] = []

    def on_reject(block: LogBlock | None, why: Rejection) -> None:
        ends.append(why) if block is None else rejections.append((block.span.ofs, why))

    def walk(buffer: Buffer) -> Generator[pa.RecordBatch, None, Rejection | None]:
        reader = LogReader(
            buffer, BATCH_ROWS, False, on_reject, lambda block, what: findings.append((block.span.ofs, what))
        )
        for batch in reader.batches():
            yield batch if names is None else _selected(batch, names)
        return ends[0] if ends else None

    batches = LogBatches.of(source, walk)
    batches.rejections, batches.findings = rejections, findings
    return batches


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
