# SPDX-License-Identifier: Apache-2.0
"""Appends to the log files of one file slice: which file takes the next blocks, and which must not.

Up to table version 7 a writer continues the newest file of the slice; from 8 on it never touches a file
that it has not created itself [log.file.no-append-tv8]. A file that an append has made larger than the
threshold is closed, the next append opens the next file version [log.file.rollover].
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hudi_conformance.encode import table_versions as since
from hudi_conformance.encode.errors import EncodeError, check
from hudi_conformance.encode.log.description import parse_description
from hudi_conformance.encode.log.file import EncodedBlock, encode_plan
from hudi_conformance.encode.log.frame import MAGIC
from hudi_conformance.encode.log.names import FIRST_VERSION, encode_log_name
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.log import HeaderKey
from hudi_conformance.model.names import LogFileName

from instruments.writer.stores import Store

DEFAULT_THRESHOLD = 512 * 1024 * 1024  # bytes, the default of Hudi's writer builder
_CDC_SUFFIX = ".cdc"
_LEN_TRAILING_MIN = 38  # of a block with two empty maps and no content


@dataclass(frozen=True, slots=True)
class Slice:
    """Settings of all files of one appender.

    `instant` is the base instant of the file slice up to table version 7 [name.log.instant-tv6], and the
    instant of the write from 8 on [name.log.instant-tv8].
    """

    file_id: str
    instant: str
    table_version: int
    write_token: str = "1-0-1"  # noqa: S105 - task, stage and attempt, no secret
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class Append:
    """Result of one append: which file it went to, from which offset, how many bytes, and the model."""

    name: str
    ofs: int
    len: int
    blocks: tuple[EncodedBlock, ...]


class LogAppender:
    """Writes appends of one writer to one file slice.

    Args:
        store: where the files are.
        target: the slice.
        size_threshold: bytes; a file larger than this takes no further append.
    """

    def __init__(self, store: Store, target: Slice, size_threshold: int = DEFAULT_THRESHOLD) -> None:
        self._store = store
        self._target = target
        self._size_threshold = size_threshold
        self._open: str | None = None  # file of this writer that may take the next append

    def append(self, blocks: Sequence[Any]) -> Append:
        """Append the blocks of one write (each as in a description), data before deletes.

        Raises:
            EncodeError: blocks out of order, a violated rule of the format, or a file that does not end with
                a block.
        """
        plan = parse_description({"blocks": list(blocks), "table_version": self._target.table_version})
        self._check_order([block.type for block in plan.blocks])
        if any(block.knobs.is_damage for block in plan.blocks):
            raise EncodeError("bad-value", "log.block.size", "append", "blocks without damage", "knobs")
        self._check_instants([block.header.get(HeaderKey.INSTANT_TIME) for block in plan.blocks])
        name = self._open or self._appendable()
        content = b"" if name is None else self._store.read(name)
        if name is not None:
            check_appendable(content, name)
            log = encode_plan(plan, ofs_first=len(content))
            self._store.append(name, log.data)
        else:
            log = encode_plan(plan)
            name = self._create(log.data)
        size = len(content) + len(log.data)
        self._open = name if size <= self._size_threshold else None
        return Append(name, len(content), len(log.data), log.blocks)

    def _check_order(self, types: Sequence[BlockType]) -> None:
        """Within one append deletes come last [log.file.append-order]; change logs have own files."""
        deletes = [i for i, block_type in enumerate(types) if block_type is BlockType.DELETE_BLOCK]
        if len(deletes) > 1 or (deletes and deletes[0] != len(types) - 1):
            expected = "data blocks, then at most one delete block"
            raise EncodeError("bad-order", "log.file.append-order", "append", expected, types)
        is_cdc = self._target.suffix == _CDC_SUFFIX
        if any((block_type is BlockType.CDC_DATA_BLOCK) != is_cdc for block_type in types):
            expected = f"change-log blocks in {_CDC_SUFFIX} files, and nothing else there"
            raise EncodeError("bad-state", "log.cdc.file", "append", expected, types)

    def _check_instants(self, instants: Sequence[str | None]) -> None:
        """From table version 8 on a file holds one write, whose instant is in its name."""
        if self._target.table_version < since.INSTANT_NAMES:
            return
        rule, expected = "log.file.no-append-tv8", self._target.instant
        for instant in instants:
            check(instant == expected, "bad-state", rule, "INSTANT_TIME", expected, instant)

    def _versions(self) -> list[tuple[int, str]]:
        """File versions of this slice that exist, ascending, with any write token."""
        target = self._target
        file_id, instant, suffix = map(re.escape, (target.file_id, target.instant, target.suffix))
        pattern = re.compile(rf"\.{file_id}_{instant}\.log\.([0-9]+)(_[0-9]+-[0-9]+-[0-9]+)?{suffix}")
        matches = [(pattern.fullmatch(name), name) for name in self._store.names()]
        return sorted((int(match[1]), name) for match, name in matches if match)

    def _appendable(self) -> str | None:
        """A file of an earlier writer that may be continued: the newest one of an old table, if not full."""
        versions = self._versions()
        if self._target.table_version >= since.INSTANT_NAMES or not versions:
            return None
        newest = versions[-1][1]
        return newest if len(self._store.read(newest)) <= self._size_threshold else None

    def _create(self, data: bytes) -> str:
        """Create the next file version; skip those that another writer has just created."""
        versions = self._versions()
        version = versions[-1][0] + 1 if versions else FIRST_VERSION
        while True:
            t = self._target
            name = encode_log_name(LogFileName(t.file_id, t.instant, "log", version, t.write_token, t.suffix))
            try:
                self._store.create(name, data)
            except FileExistsError:
                version += 1
            else:
                return name


def check_appendable(data: bytes, name: str) -> None:
    """Check that a file ends with a block, and so backwards to its start [log.recovery.no-append].

    Blocks after stray bytes would be read, but the intact block before those bytes would not.

    Raises:
        EncodeError: bytes that belong to no block.
    """
    end = len(data)
    while end > 0:
        len_trailing = (
            int.from_bytes(data[end - 8 : end], "big", signed=True) if end >= _LEN_TRAILING_MIN + 8 else -1
        )
        start = end - 8 - len_trailing
        is_block = (
            len_trailing >= _LEN_TRAILING_MIN
            and start >= 0
            and data[start : start + 6] == MAGIC
            and int.from_bytes(data[start + 6 : start + 14], "big", signed=True) == len_trailing - 6
        )
        if not is_block:
            subject, expected = f"end of {name}", f"a block that ends at {end}"
            raise EncodeError("bad-state", "log.recovery.no-append", subject, expected, data[-8:].hex())
        end = start
