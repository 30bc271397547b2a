# SPDX-License-Identifier: Apache-2.0
"""Log files: their blocks."""

from __future__ import annotations

from collections.abc import Generator

from hudi_conformance.api.reading import Reading
from hudi_conformance.decode.log.scan import scan_log, walk_log
from hudi_conformance.decode.source import Buffer, Input
from hudi_conformance.model.common import Rejection
from hudi_conformance.model.log import LogBlock

__all__ = ["scan_log", "walk_blocks"]


def walk_blocks(source: Input) -> Reading[LogBlock]:
    """Blocks of a log file one by one, without their contents; `scan_log` returns all at once.

    Args:
        source: path, bytes, or binary file object.

    Raises:
        OSError: the file cannot be opened.
    """

    def walk(buffer: Buffer) -> Generator[LogBlock, None, Rejection | None]:
        end = yield from walk_log(buffer)
        return end.rejection

    return Reading.of(source, walk)
