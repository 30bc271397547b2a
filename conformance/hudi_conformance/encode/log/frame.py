# SPDX-License-Identifier: Apache-2.0
"""The frame of a log block: header and footer maps, the two lengths, and knobs that falsify them."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from hudi_conformance.encode.errors import EncodeError

MAGIC = b"#HUDI#"
FORMAT_VERSION = 1
_MAX_LENGTH = 2**31 - 1

Entry = tuple[int, bytes]  # key ordinal, value


@dataclass(frozen=True, slots=True)
class Frame:
    """Parts of a block around its content. A length of None means the correct one."""

    block_type: int
    header: bytes
    content: bytes
    footer: bytes = b"\x00\x00\x00\x00"
    format_version: int = FORMAT_VERSION
    pad_before_footer: bytes = b""
    len_block: int | None = None
    len_trailing: int | None = None
    len_content: int | None = None
    len_block_delta: int = 0


@dataclass(frozen=True, slots=True)
class Framed:
    """A block's bytes, and where its content starts in them."""

    data: bytes
    ofs_content: int


def encode_map(entries: Sequence[Entry], num_entries: int | None = None) -> bytes:
    """Encode a header or footer map [log.map.form]: i32 count, then i32 ordinal, i32 length, bytes each."""
    count = len(entries) if num_entries is None else num_entries
    parts = [struct.pack(">i", count)]
    parts += [struct.pack(">ii", ordinal, len(value)) + value for ordinal, value in entries]
    return b"".join(parts)


def encode_frame(frame: Frame) -> Framed:
    """Encode one block.

    S = 4 + 4 + H + 8 + C + F + 8 counts from the format version to the end [log.block.size];
    T = S + 6 counts from the magic to just before itself [log.block.trailing-length].

    Raises:
        EncodeError: a length that exceeds the 4-byte fields of readers [log.block.length-range].
    """
    body = (
        struct.pack(">ii", frame.format_version, frame.block_type)
        + frame.header
        + _i64(len(frame.content) if frame.len_content is None else frame.len_content)
    )
    ofs_content = len(MAGIC) + 8 + len(body)
    body += frame.content + frame.pad_before_footer + frame.footer
    len_block = len(body) + 8
    if len_block + 6 > _MAX_LENGTH:
        expected = f"at most {_MAX_LENGTH} bytes"
        raise EncodeError("bad-value", "log.block.length-range", "block", expected, len_block)
    len_trailing = len_block + 6
    stated = (len_block if frame.len_block is None else frame.len_block) + frame.len_block_delta
    trailing = len_trailing if frame.len_trailing is None else frame.len_trailing
    return Framed(MAGIC + _i64(stated) + body + _i64(trailing), ofs_content)


def _i64(value: int) -> bytes:
    return struct.pack(">q", value)
