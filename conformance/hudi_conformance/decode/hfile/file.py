# SPDX-License-Identifier: Apache-2.0
"""An HFile as blocks: walked from the start, or read by offset, verified and decompressed.

At most one block is in memory, for any length of the file. Offsets are relative to the start of the HFile,
which may lie inside another file [hudi.hfile.in-log].
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType

import google_crc32c
from hudi_parsers.hfile_block_header import HfileBlockHeader
from kaitaistruct import KaitaiStructError

from hudi_conformance.decode.grammar import Structure, checks_of
from hudi_conformance.decode.hfile.codec import check_codec, inflate, max_inflated
from hudi_conformance.decode.hfile.info import decode_info
from hudi_conformance.decode.hfile.payload import Payload
from hudi_conformance.decode.hfile.trailer import decode_trailer
from hudi_conformance.decode.source import Buffer, expect_access
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.hfile import DATA_TYPES, MAGICS, ChecksumType, Codec, HFileBlock, HFileTrailer

LEN_HEADER = 33
LEN_HEADER_OLD = 24
_MAX_HEADERS = 1024  # that are kept of a file
_HEADER = Structure("block header", "truncated", "hfile.block.contiguous", checks_of("hfile_block_header"))


class HFile:
    """A complete HFile at [`start`, `end`) of a buffer.

    If `takes_zero_words`, checksum words that are all zero are not compared: one released writer leaves them
    empty.

    Raises:
        Reject: the trailer is rejected.
    """

    def __init__(
        self, buffer: Buffer, start: int = 0, end: int | None = None, *, takes_zero_words: bool = False
    ) -> None:
        self._buffer = buffer
        self._takes_zero_words = takes_zero_words
        self._start = start
        self._end = len(buffer) if end is None else end
        self.trailer: HFileTrailer = decode_trailer(buffer, start, self._end)
        self._blocks: dict[int, HFileBlock] = {}
        self._headers: dict[int, HFileBlock] = {}

    def expect_access(self, *, is_random: bool) -> None:
        """As `source.expect_access`."""
        expect_access(self._buffer, is_random=is_random)

    @property
    def len(self) -> int:
        """Bytes of the file."""
        return self._end - self._start

    @cached_property
    def ofs_first(self) -> int:
        """Start of the blocks: 0, or the first data block if no block is at 0.

        A file whose first data block is elsewhere is read [hfile.file.offsets-64], though the bytes before it
        belong to no block [hfile.file.blocks]. The block's header confirms that it is the first.
        """
        ofs = self.trailer.first_data_block_offset
        if not 0 < ofs < self.trailer.ofs or self.raw(0, 8) in MAGICS:
            return 0
        try:
            block = self.header(ofs)
        except Reject:
            return 0
        return ofs if block.type in DATA_TYPES and block.prev_block_offset in {-1, ofs} else 0

    def raw(self, ofs: int, end: int) -> bytes:
        """Bytes of the file."""
        return bytes(self._buffer[self._start + ofs : self._start + end])

    @cached_property
    def codec(self) -> Codec:
        """Codec of all payloads.

        Raises:
            UnsupportedInput: encrypted [hfile.encryption], or an unsupported codec.
        """
        if self.trailer.encryption_key is not None:
            raise UnsupportedInput("encrypted HFile")
        return check_codec(self.trailer.compression_codec)

    def header(self, ofs: int, limit: int | None = None) -> HFileBlock:
        """Block at `ofs` without its payload; it ends at `limit`, the trailer, or before.

        Raises:
            Reject: there is no block, or its header is inconsistent.
        """
        if limit is None:
            # Checks and lookups walk the blocks of a file several times.
            known = self._headers.get(ofs)
            if known is None:
                known = self.header(ofs, self.trailer.ofs)
                if len(self._headers) < _MAX_HEADERS:
                    self._headers[ofs] = known
            return known
        if not 0 <= ofs <= limit:
            message = f"block at {ofs} of a file whose blocks end at {limit}"
            raise Reject("offset-out-of-range", ofs if ofs >= 0 else None, "hfile.block.contiguous", message)
        raw = self.raw(ofs, min(ofs + LEN_HEADER, limit))
        return decode_header(raw, ofs, limit, has_checksums=self.trailer.has_checksums)

    def read(self, ofs: int) -> HFileBlock:
        """Block at `ofs`, verified and decompressed. The last two that were read are kept.

        Raises:
            Reject: no block, a wrong checksum, or a payload that does not decompress.
        """
        block = self._blocks.get(ofs)
        if block is None:
            block = self.load(self.header(ofs))
            for old in list(self._blocks)[:-1]:
                del self._blocks[old]
            self._blocks[ofs] = block
        return block

    def load(self, block: HFileBlock) -> HFileBlock:
        """The block with its payload.

        Raises:
            Reject: as `read`.
        """
        codec = self.codec
        self.verify(block)
        stored = self.raw(block.stored_ofs, block.stored_ofs + block.stored_len)
        announced = block.uncompressed_size_without_header
        bound = max_inflated(self.len)
        payload = inflate(codec, stored, announced, block.stored_ofs, block.ofs + 12, bound=bound)
        return block._replace(payload=payload)

    def verify(self, block: HFileBlock) -> None:
        """Compare the checksum words with the bytes that they cover [hfile.checksum.coverage].

        Raises:
            Reject: `bad-checksum` at the block's start.
        """
        end = block.stored_ofs + block.stored_len
        expected = checksum_words(block, self.raw(block.ofs, end))
        stored = self.raw(end, block.end)
        if self._takes_zero_words and not any(stored):
            return
        if expected is not None and stored != expected:
            index = next(i for i in range(0, len(stored), 4) if stored[i : i + 4] != expected[i : i + 4]) // 4
            message = f"checksum {index} of the block differs from the bytes it covers"
            raise Reject("bad-checksum", block.ofs, "hfile.checksum.mismatch", message)

    def headers(self, ofs: int | None = None) -> Iterator[HFileBlock]:
        """Yield the blocks from `ofs` (the first one) up to the trailer, without payloads."""
        ofs = self.ofs_first if ofs is None else ofs
        while ofs < self.trailer.ofs:
            block = self.header(ofs)
            yield block
            ofs = block.end

    def blocks(self) -> Iterator[HFileBlock]:
        """Yield all blocks in file order, verified and decompressed [hfile.block.contiguous]."""
        for block in self.headers():
            yield self.load(block)

    def payload(self, block: HFileBlock) -> Payload:
        """The payload with its location in the file."""
        is_plain = self.codec is Codec.NONE
        return Payload(block.payload, block.stored_ofs if is_plain else block.ofs, is_plain)

    @cached_property
    def load_on_open(self) -> tuple[HFileBlock, HFileBlock, HFileBlock, tuple[HFileBlock, ...]]:
        """Root data index, meta index, file info, and the blocks after them, by position; without payloads.

        Raises:
            Reject: an unexpected block in their place.
        """
        trailer = self.trailer
        expected = (
            ("ROOT_INDEX", "hfile.trailer.load-on-open"),
            ("ROOT_INDEX", "hfile.meta.index"),
            ("FILE_INFO", "hfile.info.form"),
        )
        blocks: list[HFileBlock] = []
        ofs = trailer.load_on_open_data_offset
        for kind, rule in expected:
            if ofs >= trailer.ofs:
                raise Reject("missing-field", trailer.ofs, rule, f"the trailer follows where {kind} must be")
            block = self.header(ofs)
            if block.type != kind:
                raise Reject("bad-type", ofs, rule, f"a {block.type} block where {kind} must be")
            blocks.append(block)
            ofs = block.end
        return blocks[0], blocks[1], blocks[2], tuple(self.headers(ofs))

    @cached_property
    def info(self) -> Mapping[bytes, bytes]:
        """File info.

        Raises:
            Reject: no file info block, or one that is damaged.
        """
        block = self.load(self.load_on_open[2])
        return MappingProxyType(decode_info(self.payload(block), is_old=not self.trailer.has_message))


def decode_header(raw: bytes, ofs: int, limit: int, *, has_checksums: bool) -> HFileBlock:
    """Header of the block that starts at `ofs` and must end at `limit` or before.

    Args:
        raw: bytes from the start of the block on, as many as a header has.
        ofs: start of the block.
        limit: greatest allowed end of the block.
        has_checksums: whether headers have the checksum fields.

    Raises:
        Reject: these bytes are not a header, or an inconsistent one.
    """
    len_header = LEN_HEADER if has_checksums else LEN_HEADER_OLD
    payload = Payload(raw[:len_header], ofs)
    magic = payload.data[:8]
    # Outside the grammar, for which a magic is text: this one may be any bytes.
    if len(magic) == 8 and magic not in MAGICS:
        raise Reject("bad-magic", ofs, "hfile.block.magic", f"{magic!r} opens no block")
    try:
        parsed = HfileBlockHeader(has_checksums, limit - ofs, payload.stream())
    except KaitaiStructError as error:
        raise payload.reject(error, 0, _HEADER) from None
    except UnicodeDecodeError:
        raise Reject("truncated", ofs, "hfile.block.contiguous", f"{len(raw)} bytes of a block") from None
    return HFileBlock(
        type=MAGICS[magic],
        ofs=ofs,
        on_disk_size_without_header=parsed.len_payload_and_checksums,
        uncompressed_size_without_header=parsed.len_payload_inflated,
        prev_block_offset=parsed.ofs_prev_block,
        checksum_type=int(parsed.checksum_type) if has_checksums else None,
        bytes_per_checksum=parsed.len_checksum_chunk if has_checksums else None,
        on_disk_data_size_with_header=parsed.len_header_and_payload if has_checksums else None,
        stored_ofs=ofs + len_header,
        stored_len=parsed.len_payload,
    )


def checksum_words(block: HFileBlock, covered: bytes) -> bytes | None:
    """The checksum words expected of a block, None if it has none [hfile.checksum.coverage].

    Args:
        block: header with kind and chunks.
        covered: header and stored payload.
    """
    kind, size = block.checksum_type, block.bytes_per_checksum
    if kind is None or kind == ChecksumType.NULL or size is None:
        return None
    checksum = zlib.crc32 if kind == ChecksumType.CRC32 else google_crc32c.value
    checksums = (checksum(covered[ofs : ofs + size]) for ofs in range(0, len(covered), size))
    return b"".join(value.to_bytes(4, "big") for value in checksums)
