# SPDX-License-Identifier: Apache-2.0
"""Parts of HFiles that are put together byte by byte, for mutants drawn by chance.

    drawn:near-NAME    trailers and cells, and in `chance_near_index` payloads of chunks, entries of an index
                       and file infos: whole, and wrong in one place, with code, place and rule of the refusal

Places are counted while the bytes are put together; what is refused where follows from `spec/hfile*.md`.
"""

from __future__ import annotations

import itertools
import struct
from collections.abc import Callable, Iterator
from typing import Any

from chance_asked import Asked, Failure, imported, without_world

_NEAR: dict[str, Callable[[], Failure]] = {}
_MAGIC = b'TRABLK"$'
_MESSAGE = "hfile.trailer.message"


def near(name: str) -> Callable[[Callable[[], Failure]], Callable[[], Failure]]:
    """Register a question."""

    def register(fault: Callable[[], Failure]) -> Callable[[], Failure]:
        assert name not in _NEAR, name
        _NEAR[name] = fault
        return fault

    return register


def near_questions() -> Iterator[Asked]:
    """All of them."""
    for name, fault in _NEAR.items():
        yield f"drawn:near-{name}", "", without_world(fault)


def refusal_of(call: Callable[[], Any]) -> Any:
    """What a call returns, or code, place and rule of its refusal."""
    try:
        return call()
    except imported("errors").Reject as error:
        return error.code, error.at, error.requirement


def uvarint(value: int) -> bytes:
    """A number as Protocol Buffers have it."""
    raw = b""
    while value > 127:
        raw, value = raw + bytes([value & 127 | 128]), value >> 7
    return raw + bytes([value])


def vlong(value: int) -> bytes:
    """A number that is not negative as Hadoop has it."""
    if value < 128:
        return bytes([value])
    size = (value.bit_length() + 7) // 8
    return bytes([0x90 - size]) + value.to_bytes(size, "big")


# --- trailers --------------------------------------------------------------------------------------------

_LENGTHS = {2: 212, 3: 4096}
_VERSIONS = [(2, 2), (2, 3), (2, 4), (3, 0), (3, 1), (3, 2), (3, 3)]
_BLOCKS = 50  # bytes before the trailer
_FIELDS = {8: 1, 2: 7}


def _numbers(fields: dict[int, int]) -> bytes:
    return b"".join(uvarint(number << 3) + uvarint(value) for number, value in fields.items())


def _decoded_trailer(content: bytes, major: int, minor: int, start: int = 0) -> Any:
    """A trailer behind its magic, and where it begins in the file, which begins at `start` of a buffer."""
    size = _LENGTHS[major]
    data = _MAGIC + content
    data += bytes(size - 4 - len(data)) + bytes([minor]) + major.to_bytes(3, "big")
    buffer = bytes(start) + bytes(_BLOCKS) + data
    decode = imported("decode.hfile.trailer").decode_trailer
    return refusal_of(lambda: decode(buffer, start, len(buffer)))


def _broken_messages() -> Iterator[tuple[bytes, str, int | None, str]]:
    """Endings of a message, code and rule, and the byte of the ending that is told; None: the length."""
    for key in (0x00, 0x02, 0x0B, 0x0C, 0x0E, 0x0F, 0x83):
        raw = uvarint(key) if key < 128 else b"\x83\x01"
        yield raw, "bad-type", len(raw), _MESSAGE
    yield b"\x72\x05abcd", "length-mismatch", 2, _MESSAGE
    yield b"\x72\x01", "length-mismatch", 2, _MESSAGE
    yield b"\x72\x80\x01", "length-mismatch", 3, _MESSAGE
    yield b"\x71" + bytes(7), "truncated", None, _MESSAGE
    yield b"\x75" + bytes(3), "truncated", None, _MESSAGE
    yield b"\x70", "truncated", None, _MESSAGE
    yield b"\x70\x80", "truncated", None, _MESSAGE
    yield b"\x80", "truncated", None, _MESSAGE
    yield b"\x70" + b"\xff" * 9 + b"\x02", "bad-varint", 10, "hfile.varint.form"


@near("trailer-messages")
def _() -> Failure:
    """What is wrong in a message is told at its byte; what is cut at the message's length."""
    for (major, minor), start in itertools.product(_VERSIONS, (0, 3)):
        ofs = _BLOCKS
        for before in (b"", _numbers(_FIELDS), _numbers(_FIELDS) + b"\x7a\x7f" + bytes(127)):
            for ending, code, at, rule in _broken_messages():
                message = before + ending
                head = uvarint(len(message))
                place = ofs + 8 + (0 if at is None else len(head) + len(before) + at)
                found = _decoded_trailer(head + message, major, minor, start)
                if found != (code, place, rule):
                    return f"{major}.{minor} {ending.hex()}: {found}, expected {place}"
        found = _decoded_trailer(b"\xff" * 9 + b"\x02", major, minor, start)
        if found != ("bad-varint", ofs + 8 + 9, "hfile.varint.form"):
            return f"length of a message: {found}"
        room = _LENGTHS[major] - 4 - 8 - 2
        own = _numbers(_FIELDS)
        for length in (room - 1, room, room + 1, 16383):
            content = own + b"\x7a" + uvarint(length - len(own) - 3)
            found = _decoded_trailer(uvarint(length) + content, major, minor, start)
            if length <= room and getattr(found, "num_data_index_levels", None) != 1:
                return f"a message of {length} bytes in {room}: {found}"
            if length > room and found != ("length-mismatch", ofs + 10, _MESSAGE):
                return f"a message of {length} bytes in {room}: {found}"
    return None


@near("trailer-places")
def _() -> Failure:
    """Each number of a message, the last one of a field; where the last one lies."""
    for major, minor in _VERSIONS:
        names = {
            1: "file_info_offset", 2: "load_on_open_data_offset", 3: "uncompressed_data_index_size",
            4: "total_uncompressed_bytes", 5: "data_index_count", 6: "meta_index_count", 7: "entry_count",
            8: "num_data_index_levels", 9: "first_data_block_offset", 10: "last_data_block_offset",
            12: "compression_codec",
        }  # fmt: skip
        values = {number: at + 2 if number != 12 else 2 for at, number in enumerate(names)}
        parts = [(0, b"\x72\x03abc"), (0, b"\x71" + bytes(8)), (0, b"\x75" + bytes(4)), (0, b"\x70\x80\x01")]
        parts += [(number, uvarint(number << 3) + uvarint(300 - number)) for number in (7, 3, 9)]
        parts += [(number, uvarint(number << 3) + uvarint(value)) for number, value in values.items()]
        parts += [(0, b"\x7d" + bytes(4)), (11, b"\x5a\x03xyz"), (13, b"\x6a\x02k\xff"), (0, b"\x08\x02")]
        values[1] = 2
        parts[-1] = (1, b"\x08\x02")
        message = b"".join(raw for _, raw in parts)
        head = uvarint(len(message))
        pos, places = _BLOCKS + 8 + len(head), {}
        for number, raw in parts:
            width = 2 if number in {11, 13} else 1
            places[{11: "comparator_class_name", 13: "encryption_key"}.get(number) or names.get(number)] = (
                pos + width
            )
            pos += len(raw)
        places.pop(None)
        trailer = _decoded_trailer(head + message, major, minor)
        found = {name: getattr(trailer, name) for name in names.values()}
        if found != {names[number]: value for number, value in values.items()}:
            return f"{major}.{minor}: {found}"
        if (trailer.comparator_class_name, trailer.encryption_key) != ("xyz", b"k\xff"):
            return f"{trailer.comparator_class_name}, {trailer.encryption_key}"
        if dict(trailer.places) != places or (trailer.ofs, trailer.size) != (_BLOCKS, _LENGTHS[major]):
            return f"{trailer.places}, expected {places}"
    for content in (b"\0",):
        if _decoded_trailer(content, 3, 3)[0] != "bad-value":
            return "an empty message has a level"
    return None


_FIXED = (
    ("file_info_offset", "q"), ("load_on_open_data_offset", "q"), ("data_index_count", "i"),
    ("uncompressed_data_index_size", "q"), ("meta_index_count", "i"), ("total_uncompressed_bytes", "q"),
    ("entry_count", "q"), ("compression_codec", "i"), ("num_data_index_levels", "i"),
    ("first_data_block_offset", "q"), ("last_data_block_offset", "q"),
)  # fmt: skip


@near("trailer-fixed")
def _() -> Failure:
    """Numbers of a trailer of 2.0 and 2.1: their values, their places, and those that are refused."""
    plain = {name: at + 2 for at, (name, _) in enumerate(_FIXED)} | {"compression_codec": 1}
    places, pos = {}, _BLOCKS + 8
    for name, code in _FIXED:
        places[name], pos = pos, pos + struct.calcsize(code)
    places["comparator_class_name"] = pos
    refused = [
        *((name, value, "count-too-large", rule)
          for name, rule in (("data_index_count", "trailer.index-counts"),
                             ("meta_index_count", "trailer.index-counts"),
                             ("entry_count", "trailer.entry-count"))
          for value in (-1, -(2**31))),
        *(("num_data_index_levels", value, "bad-value", "index.levels") for value in (0, -1)),
        *(("load_on_open_data_offset", value, "offset-out-of-range", "trailer.load-on-open-range")
          for value in (-1, _BLOCKS, _BLOCKS + 1)),
        *(("compression_codec", value, "bad-type", "codec.unknown") for value in (-1, 9)),
    ]  # fmt: skip
    taken = [
        *((name, 0) for name, _ in _FIXED if name != "num_data_index_levels"), ("num_data_index_levels", 1),
        ("load_on_open_data_offset", _BLOCKS - 1), ("first_data_block_offset", -1),
        ("last_data_block_offset", -(2**63)), ("file_info_offset", 2**63 - 1),
    ]  # fmt: skip
    for minor, start in ((0, 0), (1, 0), (1, 9)):

        def found(values: dict[str, int], minor: int = minor, start: int = start) -> Any:
            raw = b"".join(struct.pack(">" + code, values[name]) for name, code in _FIXED)
            return _decoded_trailer(raw + b"text\0\0", 2, minor, start)

        for name, value in taken:
            trailer = found({**plain, name: value})
            read = {one: getattr(trailer, one) for one, _ in _FIXED}
            if read != {**plain, name: value} or dict(trailer.places) != places:
                return f"{name} {value}: {trailer}"
            if trailer.comparator_class_name != "text":
                return f"{trailer.comparator_class_name}"
        for name, value, code, rule in refused:
            if (refusal := found({**plain, name: value})) != (code, places[name], f"hfile.{rule}"):
                return f"{name} {value}: {refusal}"
    return None


@near("trailer-sizes")
def _() -> Failure:
    """Files that are too short for a version, or for a trailer; versions that nobody knows."""
    decode = imported("decode.hfile.trailer").decode_trailer
    short = "hfile.trailer.short-file"
    for start in (0, 5):
        for data, expected in (
            (b"", ("truncated", 0, short)), (b"\3\0\0", ("truncated", 0, short)),
            (b"\3\0\0\3", ("truncated", 0, short)),
            *((bytes(size - 4) + b"\0" + major.to_bytes(3, "big"), expected)
              for major, length in _LENGTHS.items()
              for size, expected in ((length - 1, ("truncated", 0, short)),
                                     (length, ("bad-magic", 0, "hfile.trailer.magic")),
                                     (length + 9, ("bad-magic", 9, "hfile.trailer.magic")))),
            *((bytes(5000) + b"\0" + major.to_bytes(3, "big"), ("bad-version", 5000, "hfile.trailer.major"))
              for major in (0, 1, 4, 256 + 2, 65536 + 3)),
            (_MAGIC[:-1] + b"%" + bytes(212 - 12) + b"\0\0\0\2", ("bad-magic", 0, "hfile.trailer.magic")),
        ):  # fmt: skip
            buffer = b"\7" * start + data
            if (found := refusal_of(lambda b=buffer, s=start: decode(b, s, len(b)))) != expected:
                return f"{len(data)} bytes at {start}: {found}, expected {expected}"
    return None


# --- cells -----------------------------------------------------------------------------------------------

OFS = 1000


def _plain(row: bytes, value: bytes, tags: bytes | None = None) -> bytes:
    key = struct.pack(">H", len(row)) + row + b"\1fq" + struct.pack(">qB", 7, 4)
    raw = struct.pack(">ii", len(key), len(value)) + key + value
    return raw if tags is None else raw + struct.pack(">H", len(tags)) + tags


def _cells(data: bytes, *, is_zero: bool, has_tags: bool) -> Any:
    """Rows and mvcc numbers of cells, findings, and the refusal that ends them."""
    cells, encodings = imported("decode.hfile.cells"), imported("decode.hfile.encodings")
    payloads = imported("decode.hfile.payload")
    layout = encodings.Layout(has_tags=has_tags, has_mvcc=True, is_mvcc_zero=is_zero)
    found: list[Any] = []
    notes: list[Any] = []

    def read() -> None:
        payload = payloads.Payload(data, OFS)
        found.extend((cell.row, cell.mvcc) for cell in cells.decode_cells(payload, layout, findings=notes))

    refusal = refusal_of(read)
    told = [(one.code, one.at, one.requirement) for one in notes]
    return found, told, refusal


@near("mvcc-of-zeros")
def _() -> Failure:
    """Where all numbers are 0 one byte is skipped, or a wider number where only that leaves a cell."""
    rule = "hfile.cell.mvcc-zero"
    for has_tags in (False, True):
        tags = b"" if has_tags else None
        first, last = _plain(b"a", b"v", tags), _plain(b"b", b"w", tags)
        at = OFS + len(first)
        told = ("bad-value", at, rule)
        for raw, mvcc in ((b"\0", None), (b"\5", 0), (b"\x7f", 0), (b"\x8f", 0), (vlong(200), 200),
                          (vlong(70_000), 70_000), (b"\x87\x01", -2)):  # fmt: skip
            notes = [] if mvcc is None else [told]
            for more in (b"", last + b"\0"):
                rows = [(b"a", mvcc or 0)] + [(b"b", 0)] * bool(more)
                found = _cells(first + raw + more, is_zero=True, has_tags=has_tags)
                if found != (rows, notes, None):
                    return f"{raw.hex()} before {len(more)} bytes: {found}"
        for raw in (b"\x8e\1", b"\x8d\1\1", b"\5\0", b"\x8f\0\0", b"\x8f\0", b"\5" + last[:19]):
            found = _cells(first + raw, is_zero=True, has_tags=has_tags)
            if found != ([], [told], told):
                return f"{raw.hex()} at the end: {found}"
        found = _cells(first, is_zero=True, has_tags=has_tags)
        if found != ([], [], ("truncated", at, "hfile.cell.lengths")):
            return f"no room for a number: {found}"
        for raw, value in ((b"\0", 0), (b"\x7f", 127), (vlong(128), 128), (vlong(1 << 40), 1 << 40)):
            found = _cells(first + raw + last + raw, is_zero=False, has_tags=has_tags)
            if found != ([(b"a", value), (b"b", value)], [], None):
                return f"numbers {raw.hex()}: {found}"
    return None


@near("mvcc-before-a-cell")
def _() -> Failure:
    """What follows the byte of a number is a cell where its lengths can be those of one."""
    rule = "hfile.cell.mvcc-zero"
    first, row = _plain(b"a", b"v"), b"bb"
    at = OFS + len(first)
    key = struct.pack(">H", len(row)) + row + b"\0" + struct.pack(">qB", 7, 4)
    for len_key, len_value, room, is_cell in (
        (len(key), 3, 4, True), (len(key), 3, 3, True), (len(key), 4, 4, True), (len(key), 5, 4, False),
        (len(key) - 1, 3, 4, False), (len(key), 0, 1, True), (len(key), -1, 1, False),
        (len(key), 2**31 - 1, 9, False), (-1, 3, 4, False), (len(key) + 2, 3, 4, False),
        (len(key) + 1, 3, 4, True),
    ):  # fmt: skip
        # Behind the value there is a byte for its own number.
        data = first + b"\5" + struct.pack(">ii", len_key, len_value) + key + bytes(room)
        rows, notes, refusal = _cells(data, is_zero=True, has_tags=False)
        if notes[:1] != [("bad-value", at, rule)]:
            return f"{len_key}, {len_value}: {notes}"
        if (rows[:1] == [(b"a", 0)]) is not is_cell or (refusal == ("bad-value", at, rule)) is is_cell:
            return f"{len_key} and {len_value} in {len(key) + room} bytes: {rows}, {refusal}"
    for room, is_cell in ((20, False), (21, True), (0, True), (1, False)):
        data = first + b"\5" + struct.pack(">ii", 12, 0)[:room] + bytes(max(room - 8, 0))
        rows, _, _ = _cells(data, is_zero=True, has_tags=False)
        if (rows[:1] == [(b"a", 0)]) is not is_cell:
            return f"{room} bytes behind a number: {rows}"
    for room, is_cell in ((22, False), (23, True)):
        data = _plain(b"a", b"v", b"") + b"\5" + struct.pack(">ii", 12, 0) + bytes(room - 8)
        rows, _, _ = _cells(data, is_zero=True, has_tags=True)
        if (rows[:1] == [(b"a", 0)]) is not is_cell:
            return f"{room} bytes behind a number, with tags: {rows}"
    return None
