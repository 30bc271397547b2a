# SPDX-License-Identifier: Apache-2.0
"""Two ways through the same bytes, where small inputs take either, for mutants drawn by chance.

drawn:routes-maps-N     header and footer maps of blocks, entry by entry and as a whole: the same values,
                        the same refusal at the same place, also of drawn counts, lengths and cuts
drawn:routes-cells-N    cells of drawn and damaged blocks by slices and by the grammar
drawn:routes-steps      texts and checksums in steps of a few bytes against all at once
drawn:routes-tags-N     tags by a dictionary that forgets the one that was asked for longest ago
drawn:routes-heads      heads of containers whose entries do not fit: many are another matter than a few
"""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported, numbered
from chance_near import refusal_of, uvarint, vlong
from chance_near_bounds import lowered

if TYPE_CHECKING:
    from chance_questions import World

_OFS = 60


def near_route_questions() -> Iterator[Asked]:
    """All of them."""
    yield from numbered({"routes-maps": _maps_fault}, 2, 120)
    yield from numbered({"routes-cells": _cells_fault}, 2, 1200)
    yield from numbered({"routes-tags": _tags_fault}, 2, 6)
    yield "drawn:routes-steps", "", _steps_fault
    yield "drawn:routes-heads", "", _heads_fault


# --- maps ------------------------------------------------------------------------------------------------


def _map(chance: random.Random, *, is_header: bool) -> bytes:
    keys = (0, 1, 2, 3, 4, 5, 6, 7) if is_header else (0, 1, 5, 77)
    entries = [
        (chance.choice(keys), chance.randbytes(chance.choice((0, 1, 1, 9))))
        for _ in range(chance.randrange(6))
    ]
    raws = [struct.pack(">ii", key, len(value)) + value for key, value in entries]
    return struct.pack(">i", len(raws)) + b"".join(raws)


def _maps_fault(chance: random.Random) -> Failure:
    content = chance.randbytes(chance.choice((0, 4)))
    body = struct.pack(">ii", 1, chance.choice((0, 1, 2, 3))) + _map(chance, is_header=True)
    body += struct.pack(">q", len(content)) + content + _map(chance, is_header=False)
    raw = bytearray(b"#HUDI#" + struct.pack(">q", len(body) + 8) + body + struct.pack(">q", len(body) + 14))
    for _turn in range(chance.choice((0, 0, 1, 2))):
        place = chance.randrange(14, len(raw) - 8)
        raw[place] = chance.choice((0, 1, 2, 7, 8, 9, 127, 255, raw[place] ^ 1))
    scan, maps = imported("decode.log.scan"), imported("decode.log.maps")
    lead = chance.choice((0, 7))
    data = bytes(lead) + bytes(raw)

    def read() -> Any:
        return refusal_of(lambda: scan.read_block(data, lead))

    with lowered(maps, MAX_KEPT=1 << 20):
        whole = read()
    for most in (-1, 0, 1, 2, 3):
        with lowered(maps, MAX_KEPT=most):
            found = read()
        if found != whole or (not isinstance(found, tuple) and [*found.header] != [*whole.header]):
            return f"{bytes(raw).hex()}, {most} at a time: {found}, else {whole}"[:390]
    return None


# --- cells -----------------------------------------------------------------------------------------------


def _cells_fault(chance: random.Random) -> Failure:
    cells, slices = imported("decode.hfile.cells"), imported("decode.hfile.slices")
    encodings, payload_of = imported("decode.hfile.encodings"), imported("decode.hfile.payload").Payload
    has_tags, has_mvcc, is_zero = (chance.random() < 0.5 for _ in range(3))
    raw = b""
    for at in range(chance.randrange(1, 5)):
        row = b"r%d" % at + chance.choice((b"", b"\0", b"\1", b"\1\0", b"\0\1"))
        family, qualifier = chance.choice((b"", b"f", b"\0", b"\1")), chance.choice((b"", b"qq", b"\0\0"))
        key = struct.pack(">H", len(row)) + row + bytes([len(family)]) + family + qualifier
        key += struct.pack(">qB", chance.choice((0, 5, -1, 2**63 - 1)), chance.choice((4, 8, 255)))
        value = chance.randbytes(chance.choice((0, 3)))
        raw += struct.pack(">ii", len(key), len(value) if chance.random() < 0.97 else -1) + key + value
        if has_tags:
            tags = chance.choice((b"", b"\0\1\7", b"\0" * 5, b"\0\1\7" * 100))
            raw += struct.pack(">H", len(tags)) + tags
        if has_mvcc:
            widths = [chance.getrandbits(8 * width) | 1 << 8 * width - 1 for width in range(1, 8)]
            number = 0 if is_zero and chance.random() < 0.9 else chance.choice((0, 1, 126, 127, 128, *widths))
            # As it is, negated, or of one byte or eight.
            stored = vlong(number)
            negated = bytes([stored[0] - 8]) + stored[1:] if len(stored) > 1 else b"\xff"
            raw += chance.choice(
                (
                    stored,
                    stored,
                    negated,
                    b"\x90",
                    b"\x88" + chance.randbytes(8),
                    b"\x80" + chance.randbytes(8),
                )
            )
    edited = bytearray(raw)
    for _turn in range(chance.choice((0, 0, 1))):
        place = chance.randrange(len(edited))
        edited[place] = chance.choice((0, 1, 2, 20, 127, 128, 255, edited[place] ^ 1))
    if chance.random() < 0.3:
        del edited[chance.randrange(len(edited)) :]
    data, is_exact = bytes(edited), chance.random() < 0.8
    layout = encodings.Layout(has_tags=has_tags, has_mvcc=has_mvcc, is_mvcc_zero=has_mvcc and is_zero)
    end = chance.choice((None, None, len(data) - 1))

    def read() -> Any:
        found: list[Any] = []
        notes: list[Any] = []
        payload = payload_of(data, _OFS, is_exact)
        refusal = refusal_of(lambda: found.extend(cells.decode_cells(payload, layout, 0, end, notes)))
        return [(one, one.ofs_key, one.ofs_value) for one in found], notes, refusal

    quick = read()
    with slices.by_grammar():
        slow = read()
    if quick != slow:
        return f"{data.hex()}, tags {has_tags}, mvcc {has_mvcc}, zero {is_zero}: {quick}, else {slow}"[:390]
    return None


# --- steps -----------------------------------------------------------------------------------------------


def _steps_fault(_: World) -> Failure:
    source, pages = imported("decode.source"), imported("decode.parquet.pages")
    chance = random.Random("steps")
    for _turn in range(300):
        pieces = (b"a", "ü".encode(), "€".encode(), "😀".encode(), b"\xff", b"\xc3")
        data = b"".join(chance.choices(pieces[: chance.choice((4, 6))], k=chance.randrange(9)))
        ofs = chance.randrange(len(data) + 1)
        end = chance.randrange(ofs, len(data) + 1)
        try:
            data[ofs:end].decode()
            is_text = True
        except UnicodeDecodeError:
            is_text = False
        for step in (1, 2, 3, 4, 100):
            with lowered(source, _LEN_CHUNK=step):
                if source.is_utf8(data, ofs, end) is not is_text:
                    return f"{data[ofs:end]!r} by {step} bytes"
            with lowered(pages, _LEN_STEP=step):
                if pages.crc32_of(data, ofs, end) != zlib.crc32(data[ofs:end]):
                    return f"checksum of {data[ofs:end]!r} by {step} bytes"
        if source.utf8_or_bytes(data[ofs:end]) != (data[ofs:end].decode() if is_text else data[ofs:end]):
            return f"{data[ofs:end]!r} as a text"
    return None


# --- tags ------------------------------------------------------------------------------------------------


class _Known:
    """127 tags at most, and the order in which they were asked for."""

    def __init__(self) -> None:
        self.places: list[bytes] = []
        self.asked: list[int] = []

    def put(self, tag: bytes) -> bytes:
        """A tag as it is stored."""
        if tag in self.places:
            place = self.places.index(tag)
            self.asked.remove(place)
            self.asked.append(place)
            return struct.pack(">H", place)
        if len(self.places) < 127:
            place = len(self.places)
            self.places.append(tag)
        else:
            place = self.asked.pop(0)
            self.places[place] = tag
        self.asked.append(place)
        return b"\xff" + uvarint(len(tag)) + tag


def _tags_fault(chance: random.Random) -> Failure:
    module, views = imported("decode.hfile.encodings"), imported("views.hfile")
    payload_of = imported("decode.hfile.payload").Payload
    num, known = chance.choice((5, 126, 127, 128, 135)), _Known()
    pool = [bytes([at & 255, 7]) + b"t" * (at % 3) for at in range(num)]
    tags = [chance.choice(pool) for _ in range(700)] + pool + pool[::-1]
    cells, at, out, sizes = [], 0, b"", []
    while at < len(tags):
        own = tags[at : at + chance.randrange(4)]
        at += len(own)
        raw = b"".join(struct.pack(">H", len(tag)) + tag for tag in own)
        cells.append(raw)
        key = struct.pack(">H", 1) + b"r" + b"\0" + struct.pack(">qB", 5, 4)
        out += uvarint(len(key)) + uvarint(0) + uvarint(0) + key
        out += uvarint(len(raw)) + b"".join(map(known.put, own))
        sizes.append(len(out))
    layout = module.Layout(has_tags=True, has_mvcc=False, has_tag_dictionary=True)

    def read(data: bytes) -> Any:
        payload = payload_of(b"\0\2" + struct.pack(">i", 0) + data, _OFS)
        return refusal_of(
            lambda: [cell.tags for cell in module.decode_encoded(payload, views.Encoding.PREFIX, layout)]
        )

    if (found := read(out)) != cells:
        return f"{num} tags: {str(found)[:200]}"
    start, rule = _OFS + 6 + len(key) + 3, "hfile.encoding.tag-dictionary"
    head = uvarint(len(key)) + uvarint(0) + uvarint(0) + key
    for body, expected in (
        (b"\0", [b""]), (uvarint(5) + b"\xff\3abc", [b"\0\3abc"]), (uvarint(8) + b"\xff\2ab\0\0",
        [b"\0\2ab" * 2]),
        (uvarint(65537), ("length-mismatch", start, rule)), (uvarint(4) + b"\0\0", ("bad-reference",
        start + 1, rule)),
        (uvarint(8) + b"\xff\2ab\0\1", ("bad-reference", start + 5, rule)),
        (uvarint(5) + b"\xff\0abc", ("length-mismatch", start + 1, rule)),
        (uvarint(5) + b"\xff\6abcdef", ("length-mismatch", start + 1, rule)),
        (uvarint(4) + b"\xff\3abc", ("length-mismatch", start + 1, rule)),
        (uvarint(5) + b"\xff\4abcd", ("length-mismatch", start + 1, rule)),
        (uvarint(7) + b"\xff\2ab\0\0", ("length-mismatch", start + 5, rule)),
    ):  # fmt: skip
        if (found := read(head + body)) != expected:
            return f"{body.hex()}: {found}, expected {expected}"
    return None


def _heads_fault(_: World) -> Failure:
    """A few entries that do not fit were cut off, many are an attack [timeline.content.avro]."""
    decode, rule = imported("decode.avro.container").decode_container, "timeline.content.avro"
    for count in (1, 2, 63, 64, 65, 1000):
        for is_sized in (False, True):
            number = -count if is_sized else count
            head = b"Obj\1" + uvarint(number << 1 if number >= 0 else -2 * number - 1) + b"\2" * is_sized
            for room in (0, 2 * count - 1):
                found = refusal_of(lambda d=head + bytes(room): decode(d, 9))
                expected = ("truncated" if count <= 64 else "count-too-large", 9 + 4, rule)
                if found != expected:
                    return f"{count} entries in {room} bytes: {found}"
            found = refusal_of(lambda d=head + bytes(2 * count): decode(d, 9))
            if found[:2] == (("truncated" if count <= 64 else "count-too-large"), 9 + 4):
                return f"{count} entries in {2 * count} bytes: {found}"
    return None
