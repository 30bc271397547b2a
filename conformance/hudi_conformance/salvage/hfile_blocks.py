# SPDX-License-Identifier: Apache-2.0
"""Blocks of a damaged HFile, from the front: by their headers, by checksums, by the magics that follow them.

A header with wrong sizes is retried with its other sizes, and with the start of the next block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hudi_conformance.decode.hfile.file import LEN_HEADER, checksum_words, decode_header
from hudi_conformance.decode.source import Buffer, read_s4
from hudi_conformance.errors import Reject
from hudi_conformance.model.hfile import MAGIC_TRAILER, MAGICS, ChecksumType, Codec, HFileBlock
from hudi_conformance.salvage.hfile_trial import cut_block

MAX_REREAD = 64  # checksums of bytes outside blocks cover at most this many times the file's size
LEN_MAGIC = 8
LEN_WORD = 4
_LEN_CHUNK = 16384  # bytes under a checksum that writers take
_WINDOW = 1 << 20
_ANY_MAGIC = re.compile(b"|".join(re.escape(magic) for magic in MAGICS))


@dataclass(frozen=True, slots=True)
class Gap:
    """Bytes that are not a block, or a block with wrong sizes (`len` is 0), and why."""

    ofs: int
    len: int
    error: Reject


@dataclass(slots=True)
class BlockWalk:
    """Blocks of the HFile that begins at `start` of a buffer; all offsets count from there.

    Attributes:
        buffer: around the file.
        start: where the file begins.
        limit: where its blocks end.
        has_checksums: whether headers have the checksum fields, None without a trailer.
        codec: of the payloads, None if unknown.
        allowance: bytes that checksums may still cover.
    """

    buffer: Buffer
    start: int
    limit: int
    has_checksums: bool | None = None
    codec: Codec | None = None
    allowance: int = field(init=False)

    def __post_init__(self) -> None:
        self.allowance = MAX_REREAD * self.limit

    def raw(self, start: int, end: int) -> bytes:
        """Bytes [`start`, `end`) of the file."""
        return bytes(self.buffer[self.start + start : self.start + end])

    def walk(self, pos: int) -> Iterator[HFileBlock | Gap]:
        """Yield blocks without payloads, and the bytes between them, from `pos` on."""
        while pos < self.limit:
            try:
                block = self._intact(pos)
            except Reject as error:
                found = self._find(pos + 1)
                mended = self._mended(pos, found)
                if mended is None:
                    yield Gap(pos, found - pos, error)
                    pos = found
                else:
                    yield Gap(pos, 0, error)
                    yield mended
                    pos = mended.end
                continue
            if _is_checked(block) or self._is_followed(block.end):
                yield block
                pos = block.end
                continue
            # Nothing confirms the sizes in this header: a block may begin inside.
            found = self._find(pos + 1, block.end)
            if found < block.end:
                yield from self._overlapped(block, found)
            else:
                yield block
            pos = found

    def _overlapped(self, block: HFileBlock, found: int) -> Iterator[HFileBlock | Gap]:
        """Yield the part of a block before another one that begins within it."""
        message = f"a block begins at {self.start + found}, inside this one, which has no checksums"
        why = Reject("overlap", block.ofs, "hfile.block.contiguous", message)
        mended = self._mended(block.ofs, found)
        if mended is None and self.codec is Codec.NONE and found >= block.stored_ofs:
            mended = cut_block(block, found)
        if mended is None:
            yield Gap(block.ofs, found - block.ofs, why)
            return
        yield Gap(block.ofs, 0, why)
        yield mended
        if mended.end < found:
            yield Gap(mended.end, found - mended.end, why)

    def _find(self, pos: int, limit: int | None = None) -> int:
        """Start of the next block that its checksums, or the bytes after it, confirm."""
        limit = self.limit if limit is None else limit
        while (pos := self._next_magic(pos, limit)) < limit:
            try:
                block = self._intact(pos)
                if _is_checked(block) or self._is_followed(block.end):
                    return pos
            except Reject:
                pass
            pos += 1
        return limit

    def _next_magic(self, pos: int, limit: int) -> int:
        while pos < limit:
            stop = min(pos + _WINDOW, limit)
            found = _ANY_MAGIC.search(self.raw(pos, min(stop + LEN_MAGIC - 1, limit)))
            if found is not None:
                return pos + found.start()
            pos = stop
        return limit

    def _intact(self, ofs: int) -> HFileBlock:
        """Block at `ofs`, its checksums compared.

        Raises:
            Reject: there is none, or a checksum differs.
        """
        kinds = (True, False) if self.has_checksums is None else (self.has_checksums,)
        failed: Reject | None = None
        for has_checksums in kinds:
            raw = self.raw(ofs, min(ofs + LEN_HEADER, self.limit))
            try:
                block = decode_header(raw, ofs, self.limit, has_checksums=has_checksums)
                self._verify(block)
            except Reject as error:
                failed = failed or error
                continue
            if _is_checked(block) or self.has_checksums is not None or self._is_followed(block.end):
                return block
        message = "no possible block follows this block"
        raise failed or Reject("bad-magic", ofs, "hfile.block.contiguous", message)

    def _mended(self, ofs: int, found: int) -> HFileBlock | None:
        """The block at `ofs` with other sizes, which its checksums, or a block after it, confirm.

        `found` is where the next block begins that is confirmed.
        """
        raw = self.raw(ofs, min(ofs + LEN_HEADER, self.limit))
        if raw[:LEN_MAGIC] not in MAGICS or len(raw) < LEN_HEADER or self.has_checksums is False:
            return None
        for header in mended_headers(raw, found - ofs, is_plain=self.codec is Codec.NONE):
            try:
                block = decode_header(header, ofs, self.limit, has_checksums=True)
            except Reject:
                continue
            if _is_checked(block):
                # A checksum may have been made with the header as it is, or before it was changed.
                for head in (raw, header):
                    try:
                        self._verify(block, head)
                    except Reject:
                        continue
                    return block
            elif self._is_followed(block.end):
                return block
        return None

    def _verify(self, block: HFileBlock, head: bytes = b"") -> None:
        """Compare checksums; `head` replaces the first bytes of the block."""
        if not _is_checked(block):
            return
        self.allowance -= block.size
        if self.allowance < 0:
            raise Reject("overlap", block.ofs, "hfile.block.contiguous", "too many nested blocks")
        end = block.stored_ofs + block.stored_len
        covered = head + self.raw(block.ofs + len(head), end)
        if checksum_words(block, covered) != self.raw(end, block.end):
            message = "a checksum of the block differs"
            raise Reject("bad-checksum", block.ofs, "hfile.checksum.mismatch", message)

    def _is_followed(self, end: int) -> bool:
        return end == self.limit or self.raw(end, end + LEN_MAGIC) in {*MAGICS, MAGIC_TRAILER}


def _is_checked(block: HFileBlock) -> bool:
    return block.checksum_type is not None and block.checksum_type != ChecksumType.NULL


def mended_headers(raw: bytes, total: int, *, is_plain: bool) -> Iterator[bytes]:
    """Yield the header with consistent sizes, first those that change the fewest of its sizes.

    Args:
        raw: header with the checksum fields.
        total: bytes up to the next block, header and checksums among them.
        is_plain: whether payloads are not compressed.
    """
    on_disk, inflated, own_chunk, with_header = (read_s4(raw, at) for at in (8, 12, 25, 29))
    found: dict[tuple[int, int], tuple[int, bool]] = {}
    for chunk in (own_chunk, _LEN_CHUNK):
        if chunk <= 0:
            continue
        lengths = [_len_stored(size, chunk) for size in (total - LEN_HEADER, on_disk)]
        for length in (*lengths, with_header - LEN_HEADER, inflated):
            rest = length + _len_words(length, chunk)
            if length < 0 or rest + LEN_HEADER > total:
                continue
            wrong = (rest != on_disk) + (length + LEN_HEADER != with_header)
            wrong += (rest + LEN_HEADER != total) + (is_plain and length != inflated)
            found[length, chunk] = wrong, chunk != own_chunk
    for length, chunk in sorted(found, key=lambda sizes: found[sizes]):
        numbers = (length + _len_words(length, chunk), length if is_plain else max(inflated, 0))
        head = raw[:8] + b"".join(number.to_bytes(4, "big") for number in numbers)
        yield head + raw[16:25] + chunk.to_bytes(4, "big") + (LEN_HEADER + length).to_bytes(4, "big")


def _len_words(length: int, chunk: int) -> int:
    return LEN_WORD * -(-(LEN_HEADER + length) // chunk)


def _len_stored(on_disk: int, chunk: int) -> int:
    """Bytes of a payload that has `on_disk` bytes with its checksums, -1 for none."""
    about = (LEN_HEADER + on_disk) // (chunk + LEN_WORD)
    for num in range(max(about - 1, 1), about + 3):
        length = on_disk - LEN_WORD * num
        if length >= 0 and -(-(LEN_HEADER + length) // chunk) == num:
            return length
    return -1
