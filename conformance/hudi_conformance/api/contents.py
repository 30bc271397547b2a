# SPDX-License-Identifier: Apache-2.0
"""Contents of the blocks of log files."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from hudi_conformance.api.decimals import decimals_of
from hudi_conformance.api.reading import Reading
from hudi_conformance.decode.log.content import walk_contents
from hudi_conformance.decode.source import Buffer, Input
from hudi_conformance.model.common import Rejection
from hudi_conformance.model.log import BlockContent


def read_log(source: Input) -> Reading[BlockContent]:
    """Contents of a log file block by block: records, deleted keys, commands, each with its block.

    A rejected content does not stop the reading: its `BlockContent` has the rejection.

    Args:
        source: path, bytes, or binary file object.

    Raises:
        OSError: the file cannot be opened.
    """

    def walk(buffer: Buffer) -> Generator[BlockContent, None, Rejection | None]:
        contents = walk_contents(buffer)
        while True:
            try:
                content = next(contents)
            except StopIteration as end:
                rejection: Rejection | None = end.value.rejection
                return rejection
            yield _with_decimals(content)

    return Reading.of(source, walk)


def _with_decimals(content: BlockContent) -> BlockContent:
    convert = decimals_of(content.schema) if content.records else None
    if convert is None:
        return content
    return replace(content, records=[convert(record) for record in content.records or ()])
