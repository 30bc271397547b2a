# SPDX-License-Identifier: Apache-2.0
"""Log files: what their blocks hold."""

from __future__ import annotations

from collections.abc import Generator

from hudi_conformance.api.reading import Reading
from hudi_conformance.decode.log.content import walk_contents
from hudi_conformance.decode.source import Buffer, Input
from hudi_conformance.model.common import Rejection
from hudi_conformance.model.log import BlockContent


def read_log(source: Input) -> Reading[BlockContent]:
    """Contents of a log file block by block: records, deleted keys, commands, each with its block.

    A content that is refused does not stop the reading: the refusal stands in its `BlockContent`.

    Args:
        source: path, bytes, or binary file object.

    Raises:
        OSError: the file cannot be opened.
    """

    def walk(buffer: Buffer) -> Generator[BlockContent, None, Rejection | None]:
        end = yield from walk_contents(buffer)
        return end.rejection

    return Reading.of(source, walk)
