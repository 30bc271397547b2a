# SPDX-License-Identifier: Apache-2.0
"""All batches of a view, group by group; small file groups are read ahead by threads.

Most of the time of a small group goes to the Parquet library, which other threads need not wait for. Groups
of large files are read in order, with columns decoded in parallel: at most `_AHEAD` times `_TOGETHER` small
groups per thread are in memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import TypeAlias

import pyarrow as pa

from hudi_conformance.decode.bulk.ahead import num_threads
from hudi_conformance.semantics.slices.files import GroupId
from hudi_conformance.table.arrow import MergeCounts, group_batches
from hudi_conformance.table.reader import view_groups
from hudi_conformance.table.view import Table, View
from hudi_conformance.table.view_files import files_of, path_of

MAX_SMALL = 1 << 20  # bytes of all files of a group that is read ahead
MIN_GROUPS = 16  # of a view that is worth threads
_TOGETHER = 8  # groups that a thread reads before it hands them over
_AHEAD = 2
_Held: TypeAlias = "tuple[list[pa.RecordBatch], MergeCounts] | None"


def view_batches(
    table: Table, view: View, counts: MergeCounts | None = None, threads: int | None = None
) -> Iterator[pa.RecordBatch]:
    """Batches of a view in `view_schema`, in the order of its file groups.

    Damage is treated as by `reader.read_view`. For a checked read see `checked.checked_batches`.

    Args:
        table: the table.
        view: the requested view.
        counts: receives how slices with log files were merged.
        threads: number of threads for small file groups, and whether large ones may use more than one; None =
            one per processor, up to four.

    Raises:
        OSError: a file cannot be read.
        Reject: a file that cannot be decoded, or versions that cannot be merged; a view that the table does
            not support.
    """
    counts = MergeCounts() if counts is None else counts
    groups = view_groups(table, view)
    threads = num_threads(threads)
    if threads < 2 or len(groups) < MIN_GROUPS or view.kind == "cdc":
        for group in groups:
            yield from group_batches(table, group, view, counts, parallel=threads > 1)
        return
    with ThreadPoolExecutor(threads, thread_name_prefix="file-groups") as pool:
        yield from _Ahead(table, view, counts, pool, threads * _AHEAD).batches(groups)


@dataclass(frozen=True, slots=True)
class _Ahead:
    """Reads file groups ahead, several at a time: waking a thread takes as long as reading a small group.

    The calling thread reads large or unreadable groups itself, in order and by parts, so that an error is
    raised after all earlier groups.
    """

    table: Table
    view: View
    counts: MergeCounts
    pool: ThreadPoolExecutor
    most: int

    def batches(self, groups: list[GroupId]) -> Iterator[pa.RecordBatch]:
        remaining = iter(groups)
        waiting: deque[tuple[list[GroupId], Future[list[_Held]]]] = deque()
        try:
            while True:
                while len(waiting) < self.most and (some := list(islice(remaining, _TOGETHER))):
                    waiting.append((some, self.pool.submit(_read_small, self.table, some, self.view)))
                if not waiting:
                    return
                some, future = waiting.popleft()
                for group, held in zip_longest(some, future.result()):
                    if held is None:
                        yield from group_batches(self.table, group, self.view, self.counts, parallel=True)
                        continue
                    batches, counts = held
                    self.counts.add(counts)
                    yield from batches
        finally:
            for _, future in waiting:
                future.cancel()


def _read_small(table: Table, groups: list[GroupId], view: View) -> list[_Held]:
    """Batches of file groups up to the first that cannot be read; None for one that is not small."""
    read: list[_Held] = []
    for group in groups:
        if not _is_small(table, group):
            read.append(None)
            continue
        counts = MergeCounts()
        try:
            batches = list(group_batches(table, group, view, counts))
        except Exception:  # raised again when the group is read sequentially
            break
        read.append((batches, counts))
    return read


def _is_small(table: Table, group: GroupId) -> bool:
    """Whether all files of the group together are small; groups of unknown size are read sequentially."""
    size = 0
    if group not in table.slices:  # of files that a commit wrote and that no longer exist
        return False
    if table.sources is not None and group in table.sources.files:  # most of its bytes are elsewhere
        return False
    try:
        for item in table.slices[group]:
            size += sum(table.path.joinpath(path_of(file)).stat().st_size for file in files_of(item))
            if size > MAX_SMALL:
                return False
    except OSError:
        return False
    return True
