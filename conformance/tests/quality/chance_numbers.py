# SPDX-License-Identifier: Apache-2.0
"""Numbers of variable width at their bounds, and fields that nobody knows, for mutants drawn by chance.

    drawn:vlongs-ENCODING   HFiles whose mvcc numbers, lengths of keys and values, tags and timestamps are at
                            the bounds of their widths: views as the writer states them, and `minimal_hfile`
    drawn:trailers-N        trailers whose fields are in another order, with fields of every wire type between
                            them that no release writes: the answer is that of the plain file, and a refusal
                            is at the field it was at
    drawn:leaf-offsets-N    leaves and intermediate blocks of an index with one relative offset changed:
                            refused where the offsets do not begin at 0, ascend, and end with the entries
    drawn:cell-lengths-N    a length within a key at and around what the key has room for: refused where it
                            does not fit, and fields take each byte once
    drawn:bloom-limits      Bloom filters of more hashes than are followed: a limit, and none of one hash less

The trailer is put together here by the rules of Protocol Buffers.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported
from chance_drawn import ask, hfile_fault
from chance_fields import structure_fault
from chance_layout import blocks_of, drawn_description, written
from hudi_conformance import resources
from hudi_conformance.canonical import json as canonical_json

if TYPE_CHECKING:
    from chance_questions import World

_ENCODINGS = ("NONE", "PREFIX", "DIFF", "FAST_DIFF", "ROW_INDEX_V1")
_NUM_TRAILERS, _TRAILERS_EACH = 4, 12
_BOUNDS = sorted({
    near
    for bits in (0, 7, 8, 15, 16, 23, 24, 31, 32, 39, 40, 47, 48, 55, 56, 62, 63)
    for near in ((1 << bits) - 2, (1 << bits) - 1, 1 << bits, (1 << bits) + 1, 112, 113, 127, 128)
    if 0 <= near < 1 << 63
} | {-1, -2, -111, -112, -113, -127, -128, -129, -256, -257, -(1 << 31), -(1 << 63)})  # fmt: skip
_TIMES = [bound for bound in _BOUNDS if bound >= 0]
_LENGTHS = (0, 1, 2, 63, 64, 111, 112, 113, 127, 128, 129, 255, 256, 257, 300)
_LEAVES_EACH = 40
_INNER = ("LEAF_INDEX", "INTERMEDIATE_INDEX")
_LEN_TRAILER = 4096
_MOST_HASHES = 1 << 16  # a key of a filter whose bits are all set takes as many steps
Parts = list[tuple[int, int, bytes]]
"""Fields of a message: tag, wire type, bytes after the key."""


def numbers_questions() -> Iterator[Asked]:
    """All of them."""
    for encoding in _ENCODINGS:
        yield f"drawn:vlongs-{encoding.lower()}", "", partial(_vlongs, encoding)
    for number in range(_NUM_TRAILERS):
        yield f"drawn:trailers-{number}", f"{_TRAILERS_EACH}", partial(_trailers, number)
        yield f"drawn:leaf-offsets-{number}", f"{_LEAVES_EACH}", partial(_leaves, number)
        yield f"drawn:cell-lengths-{number}", f"{_TRAILERS_EACH}", partial(_cell_lengths, number)
    yield "drawn:bloom-limits", f"{_MOST_HASHES}", _bloom_limits


def _vlongs(encoding: str, _: World) -> Failure:
    for seed in range(4):
        chance = random.Random(f"vlongs {encoding} {seed}")
        has_tags = seed % 2 == 1
        cells: list[dict[str, Any]] = []
        for number, bound in enumerate(_BOUNDS):
            shared = "61" * chance.choice((0, 1, 127, 128))
            qualifier = f"{number % 4:02x}" + "62" * chance.choice(_LENGTHS)
            cell = {
                "row": f"{number // 4:04x}{shared}", "family": "66", "qualifier": qualifier,
                "value": "63" * chance.choice(_LENGTHS), "timestamp": str(chance.choice(_TIMES)),
                "type": 4, "mvcc": str(bound),
            }  # fmt: skip
            if has_tags:
                text = b"t" * chance.choice((0, 1, 60, 125, 126, 127, 128, 250))
                cell["tags"] = struct.pack(">HB", len(text) + 1, 7).hex() + text.hex()
            cells.append(cell)
        cells.sort(key=lambda cell: (bytes.fromhex(cell["row"]), bytes.fromhex(cell["qualifier"])))
        description = {
            "major": 3, "minor": 3, "cells": cells, "mvcc": True, "tags": has_tags, "compression": "NONE",
            "encoding": encoding, "checksum": "CRC32C", "block_size": chance.choice((1, 2000, 1 << 16)),
        }  # fmt: skip
        if fault := hfile_fault(description, ("hfile.cell.mvcc-sign",)):
            return f"{encoding} {seed}: {fault}"
    return _keys_fault(encoding)


def _keys_fault(encoding: str) -> Failure:
    """Index keys around the lengths at which their lengths get another byte: fields of the whole file."""
    for length in (126, 127, 128, 129, 255, 256, 257):
        cells = [
            {"row": f"{at:02d}".encode().hex() + "6b" * (length - 15), "family": "66", "qualifier": "",
             "value": "", "timestamp": "7", "type": 4}
            for at in range(3)
        ]  # fmt: skip
        data = written(
            {"cells": cells, "mvcc": False, "tags": False, "compression": "NONE", "encoding": encoding,
             "checksum": "CRC32", "block_size": 1, "index_block_size": 1}
        )  # fmt: skip
        fields = list(imported("decode.hfile.fields").hfile_fields(data))
        if fault := structure_fault(data, fields):
            return f"keys of {length} bytes: {fault}"
        keys = [field.len for field in fields if field.path.endswith("].key") and ".entries[" in field.path]
        if length not in keys:
            return f"no key of {length} bytes among {keys}"
    return None


def _trailers(number: int, _: World) -> Failure:
    for turn in range(_TRAILERS_EACH):
        chance = random.Random(f"trailers {number} {turn}")
        data = written(drawn_description(chance))
        parts = _parts(data)
        if turn % 2:
            at = chance.choice([at for at, (_, wire, _) in enumerate(parts) if wire == 0])
            parts[at] = (parts[at][0], 0, _varint(chance.choice((0, 3, 99, 1 << 31, (1 << 64) - 1))))
        mixed = [part for one in chance.sample(parts, len(parts)) for part in (_unknown(chance), one)]
        plain, other = _with(data, parts), _with(data, mixed)
        first, second = _answer(plain, parts), _answer(other, mixed)
        if first != second:
            return f"{number} {turn}: {second!r:.150} instead of {first!r:.150}"
        if not turn % 2 and first != _answer(data, parts):
            return f"{number} {turn}: another answer than of the file"
    return None


def _leaves(number: int, _: World) -> Failure:
    for turn in range(_LEAVES_EACH):
        chance = random.Random(f"leaves {number} {turn}")
        description = drawn_description(chance)
        blocks = [one for one in blocks_of(written(description)) if one.kind in _INNER]
        if not blocks:
            continue
        block = chance.choice(blocks)
        name = f"{block.kind}[{[one for one in blocks if one.kind == block.kind].index(block)}]"
        (num,) = struct.unpack_from(">i", block.payload)
        offsets = list(struct.unpack_from(f">{num + 1}i", block.payload, 4))
        place, len_entries = chance.randrange(num + 1), len(block.payload) - 8 - 4 * num
        near = (offsets[place], len_entries, len(block.payload), 0, 1 << 30)
        offsets[place] = chance.choice(near) + chance.choice((-1, 0, 1))
        is_right = offsets == sorted(offsets) and offsets[0] == 0 and offsets[-1] == len_entries
        edit = [4 + 4 * place, struct.pack(">i", offsets[place]).hex()]
        knobs = {"blocks": {name: {"payload_edits": [edit]}}}
        data = written({**description, "knobs": knobs})
        for command in ("hfile.index", "hfile.check"):
            answer = ask(command, data)
            is_told = answer["answer"] == "reject" or (
                command == "hfile.check" and answer["value"]["findings"]
            )
            if not is_right and not is_told:
                return f"{command} of {name} with offsets {offsets} of {len_entries}: {answer!r:.200}"
            if answer["answer"] not in {"value", "reject"}:
                return f"{command}: {answer!r:.200}"
    return None


def _cell_lengths(number: int, _: World) -> Failure:
    """Lengths of row and family of one cell; the key has 10 bytes beside row, family and qualifier."""
    for turn in range(_TRAILERS_EACH):
        chance = random.Random(f"cell lengths {number} {turn}")
        parts = [
            bytes(chance.choice((1, 2, 5))),
            bytes(chance.choice((0, 1, 4))),
            bytes(chance.choice((0, 3))),
        ]
        row, family, qualifier = (part.hex() for part in parts)
        cell = {
            "row": row,
            "family": family,
            "qualifier": qualifier,
            "value": "ab",
            "timestamp": "7",
            "type": 4,
        }
        description = {
            "cells": [cell], "mvcc": False, "tags": False, "compression": "NONE", "encoding": "NONE",
            "checksum": "CRC32", "block_size": 1 << 16,
        }  # fmt: skip
        len_row, len_rest = len(parts[0]), len(parts[1]) + len(parts[2])
        if chance.random() < 0.5:
            other = max(len_row + len_rest + chance.choice((-1, 0, 1, 2)), 0)
            edit, fits = [8, struct.pack(">H", other).hex()], other <= len_row + len_rest
            if fits and other != len_row:
                continue  # another byte is the length of the family
        else:
            other = max(len_rest + chance.choice((-1, 0, 1, 2)), 0)
            edit, fits = [10 + len_row, struct.pack(">B", other).hex()], other <= len_rest
        data = written({**description, "knobs": {"blocks": {"DATA[0]": {"payload_edits": [edit]}}}})
        answer = ask("hfile.cells", data)
        if (answer["answer"] == "value") != fits:
            return f"a key of {parts} with {edit}: {answer!r:.200}"
        fields = list(imported("decode.hfile.fields").hfile_fields(data))
        if fault := structure_fault(data, fields):
            return f"a key of {parts} with {edit}: {fault}"
        if fits and any(field.path.endswith(".rest") for field in fields):
            return f"a key of {parts} with {edit} is not shown whole"
    return None


def _bloom_limits(_: World) -> Failure:
    for name in ("bloom_jenkins", "bloom_murmur3"):
        recipe = resources.fixtures_dir() / "hfile" / f"{name}.write.json"
        description = canonical_json.loads(recipe.read_bytes())
        for num, expected in ((_MOST_HASHES, "value"), (_MOST_HASHES + 1, "limit"), ((1 << 31) - 1, "limit")):
            edit = [12, struct.pack(">i", num).hex()]
            knobs = {"blocks": {"GENERAL_BLOOM_META[0]": {"payload_edits": [edit]}}}
            answer = ask("hfile.bloom", written({**description, "knobs": knobs}), keys=["61", "7a7a"])
            if answer["answer"] != expected:
                return f"{name} with {num} hashes: {answer!r:.150}"
    return None


def _answer(data: bytes, parts: Parts) -> Any:
    """Fields of the trailer, or what is refused and the tag of the field that it is at."""
    decoder, refusal = imported("decode.hfile.file"), imported("errors").Reject
    shown = imported("canonical.hfile")
    try:
        trailer = shown.canonical_hfile_trailer(decoder.HFile(data).trailer)
    except refusal as error:
        return error.code, error.requirement, _place(data, parts, error.at)
    return trailer


def _place(data: bytes, parts: Parts, at: int | None) -> Any:
    """The tag of the field whose value is at an offset; the offset itself elsewhere."""
    message = b"".join(_key(tag, wire) + raw for tag, wire, raw in parts)
    pos = len(data) - _LEN_TRAILER + 8 + len(_varint(len(message)))
    for tag, wire, raw in parts:
        pos += len(_key(tag, wire))
        if pos == at:
            return tag
        pos += len(raw)
    return at


def _key(tag: int, wire: int) -> bytes:
    return _varint(tag << 3 | wire)


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def _read_varint(data: bytes, pos: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        number |= (data[pos] & 127) << shift
        shift += 7
        pos += 1
        if data[pos - 1] < 128:
            return number, pos


def _parts(data: bytes) -> Parts:
    """Fields of a plain trailer."""
    length, pos = _read_varint(data, len(data) - _LEN_TRAILER + 8)
    end, parts = pos + length, []
    while pos < end:
        key, pos = _read_varint(data, pos)
        value, after = _read_varint(data, pos)
        after += value if key & 7 == 2 else 0
        parts.append((key >> 3, key & 7, data[pos:after]))
        pos = after
    return parts


def _unknown(chance: random.Random) -> tuple[int, int, bytes]:
    """A field that no release knows."""
    wire = chance.choice((0, 1, 2, 5))
    text = chance.randbytes(chance.choice((0, 1, 130)))
    raw = {0: _varint(chance.choice((0, 127, 128, 1 << 40))), 1: chance.randbytes(8), 5: chance.randbytes(4)}
    return chance.choice((15, 16, 100, 5000)), wire, raw.get(wire, _varint(len(text)) + text)


def _with(data: bytes, parts: Parts) -> bytes:
    """The file with other fields in its trailer."""
    message = b"".join(_key(tag, wire) + raw for tag, wire, raw in parts)
    start = len(data) - _LEN_TRAILER
    body = data[start : start + 8] + _varint(len(message)) + message
    return data[:start] + body.ljust(_LEN_TRAILER - 4, b"\0") + data[-4:]
