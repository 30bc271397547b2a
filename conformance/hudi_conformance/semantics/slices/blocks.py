# SPDX-License-Identifier: Apache-2.0
"""Blocks of a file slice that are in effect, in the order in which they apply [log.scan.*].

A writer never removes a block: it appends a command block that cancels the blocks of an instant. A log
compaction writes a block that replaces others. Instants that did not complete do not count. So the content of
a slice is known only after reading all of its blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hudi_conformance.errors import Reject
from hudi_conformance.model.block_type import BlockType, Payload
from hudi_conformance.model.log import HeaderKey, LogBlock
from hudi_conformance.model.table_version import Feature, TableVersion

Predicate = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class SliceBlock:
    """A block, and the number of its file in the order of the slice."""

    file: int
    block: LogBlock

    @property
    def instant(self) -> str:
        """INSTANT_TIME of the header.

        Raises:
            Reject: missing-field [log.header.instant-time].
        """
        value = self.block.header.get(HeaderKey.INSTANT_TIME)
        if not isinstance(value, str):
            at = self.block.span.ofs + 22
            raise Reject("missing-field", at, "log.header.instant-time", "a block without INSTANT_TIME")
        return value


@dataclass(frozen=True, slots=True)
class ScanLimits:
    """Limits of a read.

    Attributes:
        table_version: `hoodie.table.version`.
        latest: data of later instants is skipped; None = no limit.
        is_committed: whether an instant counts as completed; used below table version 8 only.
        in_range: whether an instant is requested (incremental reads); None = all are.
    """

    table_version: int
    latest: str | None
    is_committed: Predicate | None
    in_range: Predicate | None = None

    def is_taken(self, instant: str) -> bool:
        """Whether data and deletes of an instant are read [log.scan.limit], [log.scan.committed]."""
        if self.latest is not None and instant > self.latest:
            return False
        is_judged = (
            not TableVersion(self.table_version).has(Feature.FILES_BY_TIMELINE)
            and self.is_committed is not None
        )
        if is_judged and self.is_committed is not None and not self.is_committed(instant):
            return False
        return self.in_range is None or self.in_range(instant)


def blocks_in_effect(blocks: Iterable[SliceBlock], limits: ScanLimits) -> list[SliceBlock]:
    """Data and delete blocks in the order in which they apply.

    Args:
        blocks: all blocks of the slice, files in order, blocks in file order.
        limits: limits of the read; commands are exempt [log.scan.rollback-limit].

    Raises:
        Reject: a block without instant, a CDC block among data [log.scan.cdc], an invalid command
            [log.command.type].
    """
    order: dict[str, list[SliceBlock]] = {}  # instant -> its blocks, instants in order of arrival
    for item in blocks:
        kind = item.block.type
        if kind.payload is Payload.UNKNOWN:
            continue
        instant = item.instant
        if kind.payload is Payload.COMMAND:
            target = _rolled_back(item.block)
            if target is not None:
                # All earlier blocks of it, adjacent or not; later ones start it again [log.scan.rollback].
                order.pop(target, None)
        elif kind is BlockType.CDC_DATA_BLOCK:
            at = item.block.span.ofs + 18
            raise Reject("bad-type", at, "log.scan.cdc", "a CDC block among the data of a slice")
        elif limits.is_taken(instant):
            order.setdefault(instant, []).append(item)
    return _with_compacted(order)


def _rolled_back(block: LogBlock) -> str | None:
    command = block.header.get(HeaderKey.COMMAND_BLOCK_TYPE)
    if command != "0":
        message = f"COMMAND_BLOCK_TYPE is {command!r}, expected '0'"
        raise Reject("bad-value", block.span.ofs + 22, "log.command.type", message)
    target = block.header.get(HeaderKey.TARGET_INSTANT_TIME)
    return target if isinstance(target, str) else None


def _with_compacted(order: dict[str, list[SliceBlock]]) -> list[SliceBlock]:
    """Move blocks of log compactions to the position of their latest original [log.scan.compacted]."""
    replaced_by: dict[str, str] = {}  # original -> the instant that replaces it
    taken: list[list[SliceBlock]] = []
    placed: set[str] = set()
    for instant in reversed(list(order)):
        originals = _compacted_times(order[instant][0].block)
        if originals:
            final = replaced_by.get(instant, instant)
            for original in originals:
                replaced_by.setdefault(original, final)
            # Without an original in the slice it keeps its position [log.scan.compacted-alone].
            if instant not in replaced_by and not any(original in order for original in originals):
                taken.append(order[instant])
            continue
        final = replaced_by.get(instant, instant)
        if final not in placed:
            placed.add(final)
            taken.append(order[final])
    return [block for blocks in reversed(taken) for block in blocks]


def _compacted_times(block: LogBlock) -> list[str]:
    value = block.header.get(HeaderKey.COMPACTED_BLOCK_TIMES)
    if not isinstance(value, str):
        return []
    return [part.strip() for part in value.split(",") if part.strip()]
