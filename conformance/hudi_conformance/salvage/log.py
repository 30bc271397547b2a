# SPDX-License-Identifier: Apache-2.0
"""Everything readable of a log file: blocks of the scan, blocks next to damage, parts of damaged blocks.

Blocks of the scan and those of `log.salvage` are merged in file order. The bytes between them are searched
for blocks without part of their frame, and for records. One block is in memory at a time.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from typing import TypeAlias

from hudi_conformance.decode.bulk.framing import drop_pages
from hudi_conformance.decode.log.salvage import walk_salvage
from hudi_conformance.decode.log.scan import walk_log
from hudi_conformance.decode.source import Buffer, Memory
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.log import LogBlock
from hudi_conformance.salvage.account import Account, Loss, reason_of
from hudi_conformance.salvage.contents import SALVAGE, SCAN, Contents
from hudi_conformance.salvage.gaps import Gaps
from hudi_conformance.salvage.line_ends import without_added_cr
from hudi_conformance.salvage.schemas import Schemas
from hudi_conformance.salvage.tables import Tables

MakeContents: TypeAlias = Callable[[Memory, Account, Schemas], Contents]


def salvage_log_file(buffer: Memory, tables: Tables, account: Account) -> None:
    """Write the readable content of a log file to `tables`, and record the losses in `account`."""
    read_log_file(buffer, account, lambda plain, own, schemas: Contents(plain, tables, own, schemas))


def read_log_file(buffer: Memory, account: Account, make: MakeContents) -> None:
    """Have the readable content of a log file taken by the contents that `make` returns."""
    with without_added_cr(buffer) as plain:
        if plain is None:
            _salvage(buffer, account, make)
            return
        why = Reject("length-mismatch", 0, "log.recovery.salvage", "a CR before each LF")
        account.lose(Loss("line-ends", 0, 0, **reason_of(why)))
        with account.moved(plain[1]):
            _salvage(plain[0], account, make)


def _salvage(buffer: Memory, account: Account, make: MakeContents) -> None:
    schemas = Schemas(buffer, (block for block, _ in blocks_of(buffer)), account.note)
    contents = make(buffer, account, schemas)
    gaps = Gaps(buffer, account, contents, schemas)
    covered = dropped = 0
    for block, method in blocks_of(buffer):
        if block.span.ofs > covered:
            gaps.gap(covered, block.span.ofs)
        contents.block(block, method)
        covered = max(covered, block.span.end)
        dropped = drop_pages(buffer, dropped, covered)
    if covered < len(buffer):
        gaps.gap(covered, len(buffer))


def blocks_of(buffer: Buffer) -> Iterator[tuple[LogBlock, str]]:
    """Yield all intact blocks in file order, each with how it was found."""
    intact = (block for block in walk_log(buffer) if block.type is not BlockType.CORRUPT_BLOCK)
    scanned = ((block.span.ofs, SCAN, block) for block in _until_limit(intact))
    salvaged = ((block.span.ofs, SALVAGE, block) for block in _until_limit(walk_salvage(buffer)))
    for _, method, block in heapq.merge(scanned, salvaged, key=itemgetter(0)):
        yield block, method


def _until_limit(blocks: Iterable[LogBlock]) -> Iterator[LogBlock]:
    try:
        yield from blocks
    except LimitExceeded:
        return  # the rest is a gap, with a reason at each of its magics
