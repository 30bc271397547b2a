# SPDX-License-Identifier: Apache-2.0
"""HFiles and histories as Arrow columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow as pa

from hudi_conformance.api.timelines import Folder
from hudi_conformance.decode.bulk import history
from hudi_conformance.decode.bulk.hfile import scan as hfile
from hudi_conformance.decode.bulk.history import HistoryDetails
from hudi_conformance.decode.source import Input


def scan_hfile(
    source: Input,
    start: int = 0,
    end: int | None = None,
    *,
    columns: Sequence[str] = hfile.COLUMNS,
    views: bool = False,
    threads: int | None = None,
) -> Iterator[pa.RecordBatch]:
    """Yield the cells of an HFile as record batches, in its order.

    Args:
        source: path, bytes, or binary file object.
        start: offset of the HFile in it.
        end: offset of the first byte after it; None = the end of the source.
        columns: some of `row`, `family`, `qualifier`, `timestamp`, `type`, `value`, `tags` and `mvcc`, the
            last modulo 2^64, as signed.
        views: byte columns have the type `binary_view` and point into the file, or into decompressed blocks.
            Batches keep the buffers that they point into alive; do not truncate a file while a batch of it
            exists.
        threads: number of threads that decompress blocks of large files ahead; None = one for each processor,
            up to four.

    Raises:
        OSError: the file cannot be opened.
        Reject, UnsupportedInput, LimitExceeded: as `HFileReader.cells`, after the preceding cells.
    """
    return hfile.iter_cell_batches(source, start, end, columns, views=views, threads=threads)


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
