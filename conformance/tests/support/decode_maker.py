# SPDX-License-Identifier: Apache-2.0
"""Blocks that no careful writer makes: any header, any content, lengths that fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.log import HeaderKey


def raw_map(entries: Sequence[tuple[int, bytes]]) -> bytes:
    """A header or footer map of these entries."""
    return len(entries).to_bytes(4) + b"".join(
        key.to_bytes(4, signed=True) + len(value).to_bytes(4) + value for key, value in entries
    )


def raw_block(
    kind: str | int,
    header: Mapping[str, str] | Sequence[tuple[int, bytes]],
    content: bytes = b"",
    footer: Sequence[tuple[int, bytes]] = (),
) -> bytes:
    """A block whose lengths are right, whatever else is wrong with it."""
    if isinstance(header, Mapping):
        header = [(int(HeaderKey[key]), value.encode("utf-8")) for key, value in header.items()]
    ordinal = int(BlockType[kind]) if isinstance(kind, str) else kind
    body = (1).to_bytes(4) + ordinal.to_bytes(4, signed=True) + raw_map(header)
    body += len(content).to_bytes(8) + content + raw_map(footer)
    return b"#HUDI#" + (len(body) + 8).to_bytes(8) + body + (len(body) + 14).to_bytes(8)


def avro_content(*data: bytes, version: int = 3, num: int | None = None, padding: bytes = b"") -> bytes:
    """Content of an Avro block with these datums."""
    head = version.to_bytes(4, signed=True) + (len(data) if num is None else num).to_bytes(4, signed=True)
    return head + b"".join(len(datum + padding).to_bytes(4) + datum + padding for datum in data)


def delete_content(payload: bytes, version: int = 3) -> bytes:
    """Content of a delete block with this payload."""
    return version.to_bytes(4, signed=True) + len(payload).to_bytes(4) + payload
