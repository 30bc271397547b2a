# SPDX-License-Identifier: Apache-2.0
"""Encoded data blocks: restores the bytes that a cell shares with the previous one.

Parsers read one cell at a time; this module holds the state between cells: the previous cell, and the
dictionary of tags.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hudi_parsers.hadoop_vlong import HadoopVlong
from hudi_parsers.hfile_encoded_block import HfileEncodedBlock
from hudi_parsers.hfile_key import HfileKey
from hudi_parsers.varint import Varint
from kaitaistruct import KaitaiStream, KaitaiStructError

from hudi_conformance.decode import limits
from hudi_conformance.decode.grammar import Parsed, Structure, checks_of
from hudi_conformance.decode.hfile.payload import Payload
from hudi_conformance.decode.source import read_s4
from hudi_conformance.errors import Reject
from hudi_conformance.model.hfile import Encoding, HFileCell

LEN_START = 6  # encoding id and plain size
MAX_DICTIONARY = 127  # tags that the dictionary of a block holds
_COMMON = "hfile.encoding.common"
_DICTIONARY = "hfile.encoding.tag-dictionary"


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts that the cells of a file have."""

    has_tags: bool
    has_mvcc: bool
    has_tag_dictionary: bool = False
    is_mvcc_zero: bool = False  # the file info states that every mvcc is 0: one byte [hfile.cell.mvcc-zero]

    @classmethod
    def of(cls, info: Mapping[bytes, bytes]) -> Layout:
        """The layout of cells according to the file info."""
        has_mvcc = info.get(b"KEY_VALUE_VERSION") == b"\x00\x00\x00\x01"
        return cls(
            has_tags=b"hfile.MAX_TAGS_LEN" in info,
            has_mvcc=has_mvcc,
            has_tag_dictionary=info.get(b"hfile.TAGS_COMPRESSED", b"\0") != b"\0",
            is_mvcc_zero=has_mvcc and info.get(b"MAX_MEMSTORE_TS_KEY") == bytes(8),
        )


_CELL = Structure("encoded cell", "truncated", _COMMON, checks_of("hfile_encoded_block", "varint"))
_KEY = Structure("key", "length-mismatch", "hfile.cell.row-length")


def plain_size(cell: HFileCell, layout: Layout) -> int:
    """Size of the cell in a plain block."""
    size = 20 + len(cell.row) + len(cell.family) + len(cell.qualifier) + len(cell.value)
    if layout.has_tags:
        size += 2 + len(cell.tags)
    return size + (_len_vlong(cell.mvcc) if layout.has_mvcc else 0)


def decode_encoded(payload: Payload, encoding: Encoding, layout: Layout, bound: int) -> Iterator[HFileCell]:
    """Yield the cells of a PREFIX, DIFF or FAST_DIFF payload.

    Args:
        payload: the complete payload, with the id of the encoding.
        encoding: of the cells.
        layout: parts of a cell.
        bound: greatest size of the cells in the plain layout, that of an inflated block.

    Raises:
        Reject: a cell shares bytes that do not exist, or a length does not fit.
        LimitExceeded: the cells exceed `bound` [limits.allocation].
    """
    if len(payload.data) < LEN_START:
        message = f"{len(payload.data)} bytes of an encoded block"
        raise Reject("truncated", payload.at(0), "hfile.encoding.plain-size", message)
    if read_s4(payload.data, 2) < 0:
        message = f"{read_s4(payload.data, 2)} bytes of plain cells"
        raise Reject("length-mismatch", payload.at(2), "hfile.encoding.plain-size", message)
    decoder = _DECODERS[encoding](payload, layout)
    size = 0
    for cell in decoder.cells():
        size += plain_size(cell, layout)
        if size > bound and not limits.is_lifted():
            raise limits.exceeded(
                f"encoded block at {payload.ofs} of more than {bound} bytes of cells, the limit for a file of"
                f" its size"
            )
        yield cell


class _Decoder(ABC):
    """Reads cells one by one; each encoding has a subclass."""

    def __init__(self, payload: Payload, layout: Layout) -> None:
        self.payload = payload
        self.stream: KaitaiStream = payload.stream(LEN_START)
        self.layout = layout
        # With a dictionary the end of a cell is read here, not by its grammar.
        self.has_ends = not (layout.has_tags and layout.has_tag_dictionary)
        self.tags = _Tags(payload)
        self.before: HFileCell | None = None

    def cells(self) -> Iterator[HFileCell]:
        size = len(self.payload.data)
        try:
            self.begin()
        except KaitaiStructError as error:
            raise self.payload.reject(error, LEN_START, _CELL) from None
        while self.stream.pos() < size:
            start = self.stream.pos()
            try:
                cell = self.next(start)
            except KaitaiStructError as error:
                raise self.payload.reject(error, start, _CELL) from None
            self.before = cell
            yield cell

    def begin(self) -> None:  # noqa: B027 - most blocks begin with a cell
        """Read the bytes before the cells."""

    @abstractmethod
    def next(self, start: int) -> HFileCell:
        """Read one cell."""

    @property
    def flags(self) -> tuple[bool, bool]:
        """Parameters of the grammar: whether it reads tags and mvcc."""
        return self.layout.has_tags and self.has_ends, self.layout.has_mvcc and self.has_ends

    def end(self, parsed: Parsed) -> tuple[bytes, int]:
        """Tags and mvcc of the cell whose grammar has just read it."""
        if self.has_ends:
            tags = parsed.end.tags if self.layout.has_tags else b""
            return tags, parsed.end.mvcc.value if self.layout.has_mvcc else 0
        tags = self.tags.read(self.stream)
        return tags, HadoopVlong(self.stream).value if self.layout.has_mvcc else 0


class _Prefix(_Decoder):
    def begin(self) -> None:
        self.key = b""

    def next(self, start: int) -> HFileCell:
        parsed = HfileEncodedBlock.PrefixCell(*self.flags, len(self.key), self.stream)
        key = self.key[: parsed.num_shared.value] + parsed.key_rest
        parts = Payload(key, self.payload.at(start), is_exact=False)
        try:
            split = HfileKey(parts.stream())
        except KaitaiStructError as error:
            raise parts.reject(error, 0, _KEY) from None
        self.key = key
        tags, mvcc = self.end(parsed)
        at = self.payload.at(start)
        return HFileCell(
            split.row, split.family, split.qualifier, split.timestamp, split.key_type,
            parsed.value, tags, mvcc, at, at,
        )  # fmt: skip


class _Shared(_Decoder):
    """Common part of DIFF and FAST_DIFF: rows and qualifiers by shared bytes."""

    def key_parts(self, parsed: Parsed, family: bytes, before: HFileCell | None) -> tuple[bytes, bytes]:
        """Row and qualifier."""
        row = b"" if before is None else before.row
        if before is not None and parsed.is_row_shared:
            num = parsed.shared - (3 + len(before.row) + len(family))
            return row, before.qualifier[:num] + parsed.qualifier_rest
        return row[: max(parsed.shared - 2, 0)] + parsed.row_rest, parsed.qualifier_rest

    def lengths(self, family: bytes) -> tuple[int, int, int]:
        """Lengths of key, value and row of the previous cell, all 0 if there is none."""
        before = self.before
        if before is None:
            return 0, 0, 0
        len_key = 12 + len(before.row) + len(family) + len(before.qualifier)
        return len_key, len(before.value), len(before.row)

    def cell(self, parsed: Parsed, family: bytes, timestamp: int, value: bytes, start: int) -> HFileCell:
        before = self.before
        row, qualifier = self.key_parts(parsed, family, before)
        is_same_type = not hasattr(parsed, "key_type")
        kind = before.type if is_same_type and before is not None else parsed.key_type
        tags, mvcc = self.end(parsed)
        at = self.payload.at(start)
        return HFileCell(row, family, qualifier, timestamp, kind, value, tags, mvcc, at, at)


class _Diff(_Shared):
    def begin(self) -> None:
        self.family = b""
        if self.stream.pos() < len(self.payload.data):
            length = self.stream.read_u1()
            self.family = self.stream.read_bytes(length)

    def next(self, start: int) -> HFileCell:
        before, family = self.before, self.family
        parsed = HfileEncodedBlock.DiffCell(
            *self.flags, len(family), before is None, *self.lengths(family), self.stream
        )
        number = int.from_bytes(parsed.timestamp_bytes, "little")
        if parsed.is_negative:
            number = -number
        if parsed.is_difference and before is not None:
            number = before.timestamp - number
        timestamp = (number + (1 << 63)) % (1 << 64) - (1 << 63)  # as in 64-bit arithmetic
        return self.cell(parsed, family, timestamp, parsed.value, start)


class _FastDiff(_Shared):
    def next(self, start: int) -> HFileCell:
        before = self.before
        if before is None:
            parsed = HfileEncodedBlock.FastDiffFirst(*self.flags, self.stream)
            tags, mvcc = self.end(parsed)
            at = self.payload.at(start)
            return HFileCell(
                parsed.row, parsed.family, parsed.qualifier, parsed.timestamp, parsed.key_type,
                parsed.value, tags, mvcc, at, at,
            )  # fmt: skip
        family = before.family
        parsed = HfileEncodedBlock.FastDiffCell(*self.flags, len(family), *self.lengths(family), self.stream)
        shared = before.timestamp.to_bytes(8, "big", signed=True)[: parsed.flags & 7]
        timestamp = int.from_bytes(shared + parsed.timestamp_rest, "big", signed=True)
        value = parsed.value if parsed.has_value else before.value
        return self.cell(parsed, family, timestamp, value, start)


class _Tags:
    """Tags stored by a dictionary that starts empty in each block [hfile.encoding.tag-dictionary]."""

    def __init__(self, payload: Payload) -> None:
        self._payload = payload
        self._known: OrderedDict[int, bytes] = OrderedDict()

    def read(self, stream: KaitaiStream) -> bytes:
        """Tags of one cell in the layout without a dictionary: u16 length, type and body of each."""
        at = self._payload.at(stream.pos())
        len_tags: int = Varint(stream).value
        if len_tags > 0xFFFF:
            raise Reject("length-mismatch", at, _DICTIONARY, f"tags of {len_tags} bytes")
        tags = bytearray()
        while len(tags) < len_tags:
            at = self._payload.at(stream.pos())
            status = stream.read_u1()
            if status == 0xFF:
                length: int = Varint(stream).value
                if not 1 <= length <= len_tags:
                    raise Reject("length-mismatch", at, _DICTIONARY, f"a tag of {length} bytes")
                tag = stream.read_bytes(length)
                self._enter(tag)
            else:
                index = status << 8 | stream.read_u1()
                known = self._known.get(index)
                if known is None:
                    raise Reject("bad-reference", at, _DICTIONARY, f"tag {index} is not in the dictionary")
                self._known.move_to_end(index)
                tag = known
            tags += len(tag).to_bytes(2, "big") + tag
        if len(tags) != len_tags:
            raise Reject(
                "length-mismatch", at, _DICTIONARY, f"{len(tags)} bytes of tags instead of {len_tags}"
            )
        return bytes(tags)

    def _enter(self, tag: bytes) -> None:
        if tag in self._known.values():
            return
        index = len(self._known)
        if index >= MAX_DICTIONARY:
            index, _ = self._known.popitem(last=False)
        self._known[index] = tag


def _len_vlong(value: int) -> int:
    if -112 <= value <= 127:
        return 1
    magnitude = ~value if value < 0 else value
    return 1 + (magnitude.bit_length() + 7) // 8


_DECODERS: dict[Encoding, type[_Decoder]] = {
    Encoding.PREFIX: _Prefix,
    Encoding.DIFF: _Diff,
    Encoding.FAST_DIFF: _FastDiff,
}
