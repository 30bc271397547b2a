# SPDX-License-Identifier: Apache-2.0
"""The type of a content by its own bytes, if the type of its block is destroyed."""

from __future__ import annotations

from collections.abc import Mapping

from hudi_conformance.decode.log.avro_content import LEN_HEAD, VERSIONS
from hudi_conformance.decode.log.deletes import decode_deletes
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.block_type import BlockType, Payload
from hudi_conformance.model.common import Span
from hudi_conformance.model.hfile import MAGICS
from hudi_conformance.model.log import HeaderKey
from hudi_conformance.salvage.avro import chain_end

_PARQUET = b"PAR1"


def block_type_of(
    buffer: Buffer, content: Span, header: Mapping[HeaderKey, str | bytes], named: BlockType | None
) -> BlockType | None:
    """The type by the content: `named` if it fits, or if no other type does.

    Deletes declare the length of their payload, Avro records their number, which distinguishes them.
    """
    head = bytes(buffer[content.ofs : content.ofs + LEN_HEAD])
    if head in MAGICS:
        return BlockType.HFILE_DATA_BLOCK
    if head[:4] == _PARQUET and bytes(buffer[content.end - 4 : content.end]) == _PARQUET:
        return BlockType.PARQUET_DATA_BLOCK
    if HeaderKey.COMMAND_BLOCK_TYPE in header:
        return named if content.len or named is None else BlockType.COMMAND_BLOCK
    if content.len <= LEN_HEAD or int.from_bytes(head[:4], "big") not in VERSIONS:
        return named
    number = int.from_bytes(head[4:], "big", signed=True)
    if number == content.len - LEN_HEAD and (
        named is BlockType.DELETE_BLOCK or _are_deletes(buffer, content)
    ):
        return BlockType.DELETE_BLOCK
    if named is not None and named.payload is Payload.AVRO:
        return named
    data = bytes(buffer[content.ofs : content.end])
    if chain_end(data, number) == len(data) or (named is None and HeaderKey.SCHEMA in header):
        return BlockType.AVRO_DATA_BLOCK
    return named


def _are_deletes(buffer: Buffer, content: Span) -> bool:
    """Whether the content decodes as deletes from its first byte to its last."""
    try:
        for _ in decode_deletes(buffer, content, []):
            pass
    except (Reject, LimitExceeded, UnsupportedInput):
        return False
    return True
