# SPDX-License-Identifier: Apache-2.0
"""The same of payloads of chunks, entries of indexes and file infos, see `chance_near`."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Callable
from typing import Any

import cramjam
from chance_asked import Failure, imported
from chance_near import OFS, near, refusal_of, uvarint, vlong

# --- payloads of chunks ----------------------------------------------------------------------------------


@near("chunks-cut")
def _() -> Failure:
    """Groups of chunks, cut after each byte, and with bytes behind them [hfile.codec.groups]."""
    module = imported("decode.hfile.codec")
    plain = [b"abcabcabcabc", b"x", bytes(40)]
    rule = "hfile.codec.block-stream"
    packs: dict[str, Callable[[bytes], bytes]] = {
        "SNAPPY": lambda part: bytes(cramjam.snappy.compress_raw(part)),
        "LZ4": lambda part: bytes(cramjam.lz4.compress_block(part, store_size=False)),
        "ZSTD": lambda part: bytes(cramjam.zstd.compress(part)),
    }
    for name, pack in packs.items():
        codec = module.Codec[name]
        own = "hfile.codec.zstd" if name == "ZSTD" else rule
        chunks = [struct.pack(">i", len(raw)) + raw for raw in map(pack, plain)]
        stored = struct.pack(">i", 13) + chunks[0] + chunks[1] + struct.pack(">i", 40) + chunks[2]
        whole = b"".join(plain)
        end_of_group = 4 + len(chunks[0]) + len(chunks[1])

        def found(data: bytes, size: int = len(whole), codec: Any = codec) -> Any:
            return refusal_of(lambda: module.inflate(codec, data, size, OFS, 7))

        if found(stored) != whole:
            return f"{name}: other bytes"
        for end in range(len(stored)):
            expected: Any = ("decompress", OFS, own)
            if end in {0, end_of_group}:
                expected = "length-mismatch", 7, "hfile.block.inflated-exact"
            if (refusal := found(stored[:end])) != expected:
                return f"{name} of {end} bytes of {len(stored)}: {refusal}"
        for more in (b"\0", b"\0\0", b"\0\0\0", b"\xff\xff\xff\xff", b"\0\0\0\1", b"\0\0\0\1\0\0\0",
                     b"\0\0\0\1\0\0\0\0", b"\0\0\0\1\xff\xff\xff\xff"):  # fmt: skip
            if (refusal := found(stored + more)) != ("decompress", OFS, own):
                return f"{name} with {more.hex()}: {refusal}"
        if found(stored + bytes(4)) != whole:  # a group of nothing
            return f"{name}: a group without chunks"
        for size in (0, 12, 13, 14, len(whole) - 1, len(whole) + 1):
            if found(stored, size) != ("length-mismatch", 7, "hfile.block.inflated-exact"):
                return f"{name} as {size} bytes: {found(stored, size)}"
        if found(struct.pack(">i", 12) + chunks[0] + chunks[1], 13)[0] != "decompress":
            return f"{name}: a chunk behind its group"
        if found(struct.pack(">i", 11) + chunks[0], 11)[0] != "decompress":
            return f"{name}: a chunk that is longer than its group"
    return None


# --- indexes ---------------------------------------------------------------------------------------------


def _payload(data: bytes) -> Any:
    return imported("decode.hfile.payload").Payload(data, OFS)


_LIMIT = 500
_SIZES = (
    (0, 10, None), (0, 0, None), (_LIMIT - 1, 1, None), (_LIMIT - 1, 0, None), (7, _LIMIT - 7, None),
    (-1, 10, "offset-out-of-range"), (_LIMIT, 0, "offset-out-of-range"),
    (_LIMIT - 1, 2, "offset-out-of-range"),
    (7, -1, "length-mismatch"), (7, _LIMIT - 6, "offset-out-of-range"), (0, -(2**31), "length-mismatch"),
    (-(2**63), -1, "offset-out-of-range"),
)  # fmt: skip


@near("entries-of-a-root")
def _() -> Failure:
    """Entries of a root index: their ranges, lengths of keys as vlongs or varints, places of each."""
    module = imported("decode.hfile.index")
    keys = [b"", b"k", b"l" * 127, b"m" * 128, b"n" * 300]

    def read(data: bytes, num: int) -> Any:
        found = refusal_of(lambda: module.read_root_entries(_payload(data), num, _LIMIT))
        if not isinstance(found[0], str):
            found = [(one.ofs, one.size, one.key, one.at) for one in found[0]], found[1]
        return found

    for length in (vlong, uvarint):
        raw, wanted = b"", []
        for at, key in enumerate(keys):
            wanted.append((at * 9, 9, key, OFS + len(raw)))
            raw += struct.pack(">qi", at * 9, 9) + length(len(key)) + key
        if read(raw, len(keys)) != (wanted, len(raw)):
            return f"{read(raw, len(keys))}"
    data, wanted = b"", []
    for at, key in enumerate((*keys, keys[1])):
        wanted.append((at * 9, 9, key, OFS + len(data)))
        data += struct.pack(">qi", at * 9, 9) + vlong(len(key)) + key
        for rest in (b"", b"\0" * 16, b"\1"):
            if read(data + rest, at + 1) != (wanted, len(data)):
                return f"{at + 1} entries before {len(rest)} bytes: {read(data + rest, at + 1)}"
    last = wanted[-1][3] - OFS
    for end in range(last, len(data)):
        code = "length-mismatch" if end == len(data) - 1 else "truncated"
        place, rule = (12, "key-length") if end == len(data) - 1 else (0, "root")
        if read(data[:end], len(wanted)) != (code, OFS + last + place, f"hfile.index.{rule}"):
            return f"cut to {end} of {len(data)}: {read(data[:end], len(wanted))}"
    for ofs, size, code in _SIZES:
        for before in (b"", struct.pack(">qi", 3, 4) + b"\1k"):
            raw = before + struct.pack(">qi", ofs, size) + b"\1z"
            found = read(raw, 1 + bool(before))
            place = OFS + len(before)
            expected: Any = (code, place, "hfile.index.range")
            if code is None and found[0][-1] != (ofs, size, b"z", place):
                return f"{size} bytes at {ofs}: {found}"
            if code is not None and found != expected:
                return f"{size} bytes at {ofs}: {found}"
    return None


def _leaf(entries: list[tuple[int, int, bytes]]) -> bytes:
    raws = [struct.pack(">qi", ofs, size) + key for ofs, size, key in entries]
    ends = [0, *itertools.accumulate(map(len, raws))]
    return struct.pack(f">{len(ends) + 1}i", len(entries), *ends) + b"".join(raws)


def _read_leaf(data: bytes) -> Any:
    """Entries of a leaf with their places, or the refusal."""
    read = imported("decode.hfile.index").read_leaf_entries
    found = refusal_of(lambda: read(_payload(data), _LIMIT))
    return found if isinstance(found, tuple) else [(one.ofs, one.size, one.key, one.at) for one in found]


@near("entries-of-a-leaf")
def _() -> Failure:
    """Entries of a leaf: numbers that fill it, lengths, ranges [hfile.index.leaf-bounds]."""
    bounds, read = "hfile.index.leaf-bounds", _read_leaf
    for num in range(4):
        entries = [(at * 9, 9, b"k" * at) for at in range(num)]
        data, start, wanted = _leaf(entries), 8 + 4 * num, []
        for ofs, size, key in entries:
            wanted.append((ofs, size, key, OFS + start))
            start += 12 + len(key)
        if read(data) != wanted:
            return f"{num} entries: {read(data)}"
        for index in range(num + 1):
            place = 4 + 4 * index
            for change in (-1, 1):
                true = int.from_bytes(data[place : place + 4], "big")
                wrong = data[:place] + struct.pack(">i", true + change) + data[place + 4 :]
                found = read(wrong)
                expected: Any = ("length-mismatch", OFS + place, bounds)
                if 0 < index < num:
                    length = 12 + index - 1 + change
                    at = wanted[index - 1][3]
                    expected = ("length-mismatch", at, bounds) if length < 12 else None
                    if expected is None and change == 1 and index < num and 12 + index - 1 < 12:
                        expected = ("length-mismatch", wanted[index][3] + 1, bounds)
                if expected is not None and found != expected:
                    return f"offset {index} of {num} is {true + change}: {found}, expected {expected}"
        for wrong, code, place in (
            (data + b"\0", "length-mismatch", 4 + 4 * num), (struct.pack(">i", -1) + data[4:],
            "count-too-large", 0),
            (struct.pack(">i", len(data)) + data[4:], "count-too-large", 0),
        ):  # fmt: skip
            if read(wrong) != (code, OFS + place, bounds):
                return f"{num} entries: {read(wrong)} instead of {code} at {place}"
    for end in range(8):
        if read(bytes(end)) != ("truncated", OFS, bounds):
            return f"{end} bytes: {read(bytes(end))}"
    for num, room, is_taken in ((1, 16, True), (1, 15, False), (2, 32, True), (2, 31, False)):
        raw = struct.pack(">i", num) + bytes(room + 4)
        if (read(raw)[0] == "count-too-large") is is_taken:
            return f"{num} entries in {len(raw)} bytes: {read(raw)}"
    return None


@near("ranges-of-a-leaf")
def _() -> Failure:
    """Blocks of entries lie before the load-on-open section [hfile.index.range]."""
    for ofs, size, code in _SIZES:
        for before in ([], [(3, 4, b"k")]):
            found = _read_leaf(_leaf([*before, (ofs, size, b"z")]))
            place = OFS + 12 + (17 if before else 0)
            expected = (code, place, "hfile.index.range")
            if found[-1] != (ofs, size, b"z", place) if code is None else found != expected:
                return f"{size} bytes at {ofs}: {found}"
    return None


@near("sort-keys")
def _() -> Failure:
    """Keys of an index: bare rows, keys of cells, and what is neither [hfile.index.key]."""
    module, views = imported("decode.hfile.index"), imported("views.hfile")

    def found(key: bytes) -> Any:
        return refusal_of(lambda: module.entry_sort_key(views.IndexEntry(0, 1, key, 77)))

    for row in (b"", b"r", b"row" * 50):
        head = struct.pack(">H", len(row)) + row
        if found(head) != (row,):
            return f"bare {row!r}: {found(head)}"
        for family, qualifier, time, kind in (
            (b"f", b"q", 5, 4),
            (b"", b"", -(2**63), 255),
            (b"gh", b"", 0, 0),
        ):
            key = head + bytes([len(family)]) + family + qualifier + struct.pack(">qB", time, kind)
            if found(key) != (row, family, qualifier, -time, -kind):
                return f"{key.hex()}: {found(key)}"
        for wrong in (head + b"\0", head + b"\1f" + bytes(8), head + b"\0" + bytes(8)):
            code = found(wrong)
            if code[1:] != (77, "hfile.cell.row-length") and code[1:] != (77, "hfile.index.key"):
                return f"{wrong.hex()}: {code}"
    if found(b"")[1] != 77 or found(b"\0")[1] != 77:
        return "keys without a length"
    return None


# --- file info -------------------------------------------------------------------------------------------


def _info_pair(key: bytes, value: bytes) -> bytes:
    body = b"\x0a" + uvarint(len(key)) + key + b"\x12" + uvarint(len(value)) + value
    return b"\x0a" + uvarint(len(body)) + body


@near("infos")
def _() -> Failure:
    """File infos as messages: pairs, what is unknown, what is wrong [hfile.info.form]."""
    decode, form = imported("decode.hfile.info").decode_info, "hfile.info.form"

    def found(
        message: bytes, *, head: bytes = b"PBUF", length: int | None = None, is_old: bool = False
    ) -> Any:
        size = uvarint(len(message) if length is None else length)
        return refusal_of(lambda: decode(_payload(head + size + message), is_old=is_old))

    pair = _info_pair(b"k", b"value")
    for message, expected in (
        (b"", {}), (pair, {b"k": b"value"}), (pair + _info_pair(b"k", b""), {b"k": b""}),
        (_info_pair(b"", b"x" * 200) + pair, {b"": b"x" * 200, b"k": b"value"}),
        (b"\x1a\x02ab" + pair + b"\x10\x80\x01", {b"k": b"value"}),
        (b"\x19" + bytes(8) + b"\x1d" + bytes(4) + pair, {b"k": b"value"}),
        (b"\x0a\x09\x18\x05\x12\x01v\x0a\x02kk", {b"kk": b"v"}),
        (b"\x0a\x0b\x0a\x01a\x0a\x01b\x12\x03xyz", {b"b": b"xyz"}),
    ):  # fmt: skip
        for is_old in (False, True):
            if found(message, is_old=is_old) != expected:
                return f"{message.hex()}: {found(message, is_old=is_old)}"
    for head in (b"", pair, pair + _info_pair(b"l", b"x" * 200)):
        size = len(uvarint(len(head) + 20))
        for ending, code, at, rule in (
            (b"\x0a\x04\x0a\x01k\x12", "truncated", 5, form),
            (b"\x0a\x03\x0a\x01k", "missing-field", 2, form),
            (b"\x0a\x00", "missing-field", 2, form), (b"\x0a\x03\x12\x01k", "missing-field", 2, form),
            (b"\x0a\x04\x0a\x01k\x0b", "bad-type", 6, form),
            (b"\x0a\x05\x0a\x04kkk", "length-mismatch", 4, form),
            (b"\x0a\x06abc", "length-mismatch", 1, form),
            (b"\x0a\x01", "length-mismatch", 1, form), (b"\x0b", "bad-type", 1, form),
            (b"\x00", "bad-type", 1, form), (b"\x1a\x02a", "length-mismatch", 2, form),
            (b"\x19" + bytes(7), "truncated", 0, form), (b"\x10", "truncated", 0, form),
            (b"\x0a", "truncated", 1, form), (b"\x80", "truncated", 0, form),
            (b"\xff" * 9 + b"\x02", "bad-varint", 9, "hfile.varint.form"),
            (b"\x0a" + b"\xff" * 9 + b"\x02", "bad-varint", 10, "hfile.varint.form"),
        ):  # fmt: skip
            message = head + ending
            size = len(uvarint(len(message)))
            expected = (code, OFS + 4 + size + len(head) + at, rule)
            if (refusal := found(message)) != expected:
                return f"{ending.hex()} behind {len(head)} bytes: {refusal}, expected {expected}"
    if found(pair, length=len(pair) + 1) != ("length-mismatch", OFS + 4, form):
        return f"longer than its block: {found(pair, length=len(pair) + 1)}"
    if found(pair, length=0) != {}:
        return "what is behind the message"
    if found(pair, head=b"PBUG") != ("bad-magic", OFS, form):
        return f"another magic: {found(pair, head=b'PBUG')}"
    return None


@near("old-infos")
def _() -> Failure:
    """File infos of 2.0 and 2.1: their number, and lengths around a byte [hfile.info.old-form]."""
    decode, form = imported("decode.hfile.info").decode_info, "hfile.info.old-form"

    def found(data: bytes) -> Any:
        return refusal_of(lambda: decode(_payload(data), is_old=True))

    def entry(key: bytes, value: bytes, kind: int = 1) -> bytes:
        return vlong(len(key)) + key + bytes([kind]) + vlong(len(value)) + value

    entries = {b"k": b"v", b"": b"", b"l" * 127: b"w" * 128, b"m" * 300: b"x" * 127}
    raw = b"".join(entry(key, value) for key, value in entries.items())
    if found(struct.pack(">i", 4) + raw) != entries:
        return f"{found(struct.pack('>i', 4) + raw)}"
    if found(struct.pack(">i", 0)) != {} or found(struct.pack(">i", 3) + raw) == entries:
        return "a number of entries that is not followed"
    for end in range(4):
        if found(bytes(end)) != ("truncated", OFS, form):
            return f"{end} bytes: {found(bytes(end))}"
    for num, room, is_taken in ((1, 2, False), (1, 3, True), (2, 5, False), (2, 6, True), (-1, 9, False)):
        data = struct.pack(">i", num) + b"\0\1\0" * 3
        if (found(data[: 4 + room]) == ("count-too-large", OFS, form)) is is_taken:
            return f"{num} entries in {room} bytes: {found(data[: 4 + room])}"
    first = entry(b"k", b"v")
    for wrong, code, place in (
        (entry(b"k", b"v", 2), "bad-type", 2), (entry(b"k", b"v", 0), "bad-type", 2),
        (b"\5ab", "length-mismatch", 1), (b"\1k\1\2v", "length-mismatch", 4),
    ):  # fmt: skip
        for before in (b"", first):
            data = struct.pack(">i", 1 + bool(before)) + before + wrong
            expected = (code, OFS + 4 + len(before) + place, form)
            if found(data) != expected:
                return f"{wrong.hex()}: {found(data)}, expected {expected}"
    return None
