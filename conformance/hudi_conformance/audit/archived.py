# SPDX-License-Identifier: Apache-2.0
"""Facts about archived instants that the kernels can read; others are passed to the checked reader.

The facts of an archived commit are the sizes of its base files; those of a deleting action are all its texts,
which the checked reader always reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat
from pathlib import Path

import numpy as np
import pyarrow as pa

from hudi_conformance.audit.archived_sizes import entry_sizes, sizes_of
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.source import open_source
from hudi_conformance.decode.timeline.archive_entries import ArchiveBlock, archive_block, walk_proven
from hudi_conformance.decode.timeline.history import rows_of
from hudi_conformance.decode.timeline.history_proof import HistoryProof
from hudi_conformance.model.actions import COMMITS, DELETING
from hudi_conformance.model.common import Rejection
from hudi_conformance.model.log import LogBlock
from hudi_conformance.model.timeline import HistoryRow, State

Instant = tuple[str, str, State]  # time, action and state
ArchivedSizes = dict[str, tuple[str, int]]  # time and size by the path of a base file


def unproven_rows(
    batches: Iterable[pa.RecordBatch], name: str, proof: HistoryProof,
    archived: set[Instant], archived_sizes: ArchivedSizes,
) -> Iterator[HistoryRow]:  # fmt: skip
    """Yield rows of the history file `name` that are not validated; add the others to the facts."""
    for batch in batches:
        plain = proof.plain(batch)
        if plain is None:
            yield from rows_of(batch, name)
            continue
        archived.update(zip(plain.times, plain.actions, repeat(State.COMPLETED), strict=False))
        is_commit, is_deleting = plain.is_any_of(COMMITS), plain.is_any_of(DELETING)
        found, done = sizes_of(batch, plain, proof, is_commit), 0
        # The last of several sizes counts, so rows of the checked path are added in order.
        for number in np.flatnonzero(is_deleting | (is_commit & found.is_left)).tolist():
            archived_sizes.update(found.between(done, number, plain.times))
            yield from rows_of(batch.slice(number, 1), name)
            done = number + 1
        archived_sizes.update(found.between(done, batch.num_rows, plain.times))


def unproven_blocks(
    path: Path, archived: set[Instant], archived_sizes: ArchivedSizes
) -> Iterator[ArchiveBlock | Rejection]:
    """As `scan_archive`, without validated blocks, whose content is added to the facts."""
    with open_source(path) as buffer:
        reader = ContentReader(buffer)
        walk = walk_proven(buffer)
        for item in walk:
            if isinstance(item, LogBlock):
                yield archive_block(item, buffer, reader)
                continue
            instants = [instant for entries in item.entries for instant in entries.instants()]
            numbers = np.concatenate([np.zeros(0, np.int64), *(entries.numbers for entries in item.entries)])
            is_commit = [i is not None and i[1] in COMMITS and i[2] is State.COMPLETED for i in instants]
            found = entry_sizes(item, np.array(is_commit, np.bool_))
            is_odd = found.is_left | np.array([i is None or i[1] in DELETING for i in instants], np.bool_)
            is_proven = item.is_proven.copy()
            is_proven[numbers[is_odd]] = False
            archived.update(i for i, is_in in zip(instants, is_proven[numbers], strict=True) if is_in and i)
            # The last of several sizes counts, so rows of the checked path are added in order.
            times, done = [i[0] if i else "" for i in instants], 0
            for number in np.flatnonzero(~is_proven).tolist():
                first, last = np.searchsorted(numbers, [number, number + 1])
                archived_sizes.update(found.between(done, first, times))
                yield archive_block(item.blocks[number], buffer, reader)
                done = last
            archived_sizes.update(found.between(done, len(times), times))
        if walk.end.rejection is not None:
            yield walk.end.rejection
