# SPDX-License-Identifier: Apache-2.0
"""What the writer does where a reader minds nothing, or everything: sizes at which it splits, and damage.

    drawn:hfile-splits-N   blocks of data and of index leaves are closed where the description says: each is
                           full, and was not before its last entry; intermediate levels are as few as can be
    drawn:hfile-knobs-N    an HFile with one knob of a block, an index entry or the trailer differs from the
                           file without it in that field, and in the checksum over it
    drawn:log-knobs-N      the same of a field of a log block
    drawn:writer-refuses-N descriptions with one wrong member are refused

The judge takes files apart by `struct` and the layouts of the specification, and sums with `zlib`; the names
of knobs are those of `fixtures/recipes/reference/README.md`.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported, numbered
from chance_layout import (
    HEADER,
    LEN_HEADER,
    Block,
    blocks_of,
    drawn_description,
    splits_fault,
    written,
)

if TYPE_CHECKING:
    pass

_NUM_QUESTIONS, _NUM_EACH = 4, 30
_KNOBS = ("magic", "checksums", "payload_edits", "payload_cut", "payload_append", "stored_append", "payload",
          "index")  # fmt: skip


def writing_questions() -> Iterator[Asked]:
    """All of them."""
    kinds = {"hfile-splits": splits_fault, "hfile-knobs": _hfile_fault, "log-knobs": _log_fault,
             "writer-refuses": _refusal_fault}  # fmt: skip
    yield from numbered(kinds, _NUM_QUESTIONS, _NUM_EACH, "writing")


# --- HFiles ---


def _hfile_fault(chance: random.Random) -> Failure:
    description = drawn_description(chance)
    plain = blocks_of(written(description))
    number = chance.randrange(len(plain) - 1)
    block = plain[number]
    if block.kind == "OTHER":
        return None
    of_kind = [at for at, one in enumerate(plain) if one.kind == block.kind]
    name = f"{block.kind}[{of_kind.index(number)}]"
    has_entries = block.kind.endswith("_INDEX") and block.payload
    word = chance.choice((*(field for field, _ in HEADER), *_KNOBS))
    word = "index" if has_entries and chance.random() < 0.6 else word
    value, expected = _damage(chance, block, word)
    if word == "index":
        if not has_entries:
            return None
        entry, fields, expected = _index_damage(chance, block, plain)
        knobs: dict[str, Any] = {"index": [{"block": name, "entry": entry, **fields}]}
    else:
        knobs = {"blocks": {name: {word: value}}}
    damaged = written({**description, "knobs": knobs})
    shift = len(expected) - len(block.data)
    end = block.ofs + len(block.data)
    if damaged[: block.ofs] != written(description)[: block.ofs]:
        return f"{name} {word}: bytes before it"
    if damaged[block.ofs : end + shift] != expected:
        return (
            f"{name} {knobs}: {damaged[block.ofs : end + shift].hex():.160} instead of {expected.hex():.160}"
        )
    after = written(description)[end:]
    return f"{name} {word}: bytes after it" if not shift and damaged[end:] != after else None


def _damage(chance: random.Random, block: Block, word: str) -> tuple[Any, bytes]:
    """Value of a knob, and the block with it."""
    header, chunk = block.header, block.header["bytes_per_checksum"]
    head, payload = bytearray(block.data[:LEN_HEADER]), block.payload
    if word in header:
        value: Any = (
            chance.choice((0, 1, 2, 77))
            if word == "checksum_type"
            else chance.choice((-1, 0, 1, 255, 70_000))
        )
        code = dict(HEADER)[word]
        head[block.field(word)] = struct.pack(f">{code}", value)
        return str(value) if code == "q" else value, _summed(block, head, payload, chunk)
    if word == "magic":
        head[:8] = b"DATABLK#"
        return b"DATABLK#".hex(), _summed(block, head, payload, chunk)
    if word == "checksums":
        words = chance.randbytes(chance.choice((0, 4, 9)))
        head[block.field("on_disk_size")] = struct.pack(">i", header["on_disk_size"])
        return words.hex(), bytes(head) + payload + words
    place = chance.randrange(len(payload) or 1)
    changed = {
        "payload_edits": payload[:place] + b"?" + payload[place + 1 :] if payload else b"",
        "payload_cut": payload[: len(payload) - min(place, len(payload))],
        "payload_append": payload + b"abc",
        "stored_append": payload + b"abc",
        "payload": b"other",
    }.get(word, payload)
    num_words = -(-(LEN_HEADER + len(changed)) // chunk)
    head[block.field("on_disk_size")] = struct.pack(">i", len(changed) + 4 * num_words)
    if word != "stored_append":
        head[block.field("uncompressed_size")] = struct.pack(">i", len(changed))
    head[block.field("on_disk_data_size")] = struct.pack(">i", LEN_HEADER + len(changed))
    values = {"payload_edits": [[place, b"?".hex()]] if payload else [],
              "payload_cut": min(place, len(payload)), "payload": b"other".hex()}  # fmt: skip
    return values.get(word, b"abc".hex()), _summed(block, head, changed, chunk)


def _summed(block: Block, head: bytearray, payload: bytes, chunk: int) -> bytes:
    covered = bytes(head) + payload
    return covered + block.summed(covered, chunk)


def _index_damage(
    chance: random.Random, block: Block, plain: list[Block]
) -> tuple[int, dict[str, Any], bytes]:
    """An entry of an index block with another address or key."""
    payload = block.payload
    if block.kind == "ROOT_INDEX":
        starts, pos = [], 0
        while (
            pos + 13 <= len(payload)
            and payload[pos + 12] < 128
            and pos + 13 + payload[pos + 12] <= len(payload)
        ):
            starts.append(pos)
            pos += 13 + payload[pos + 12]
        before_key = 13
    else:
        ends = struct.unpack_from(f">{struct.unpack_from('>i', payload)[0] + 1}i", payload, 4)
        starts, before_key = [4 + 4 * len(ends) + end for end in ends[:-1]], 12
    entry = chance.randrange(len(starts))
    place, edited, fields = starts[entry], bytearray(payload), {}
    match chance.randrange(4):
        case 0:
            number = plain.index(chance.choice([one for one in plain if one.kind in {"DATA", "META"}]))
            target = plain[number]
            same = [one for one in plain if one.kind == target.kind]
            fields = {"ofs": f"{target.kind}[{same.index(target)}]"}
            edited[place : place + 12] = struct.pack(">qi", target.ofs, len(target.data))
        case 1:
            fields = {"ofs": 12345}
            edited[place : place + 8] = struct.pack(">q", 12345)
        case 2:
            fields = {"size": 77}
            edited[place + 8 : place + 12] = struct.pack(">i", 77)
        case _:
            fields = {"key": b"Z".hex()}
            edited[place + before_key : place + before_key + 1] = b"Z"
    chunk = block.header["bytes_per_checksum"]
    return entry, fields, _summed(block, bytearray(block.data[:LEN_HEADER]), bytes(edited), chunk)


# --- logs ---------------------------------------------------------------------------------------------------

_FRAME = {"len_block": (6, ">q"), "format_version": (14, ">i"), "type": (18, ">i"), "num_header": (22, ">i")}


def _log_fault(chance: random.Random) -> Failure:
    texts = [chance.choice(("a", "bb", "")) for _ in range(chance.randrange(1, 4))]
    schema = '{"type":"record","name":"r","fields":[{"name":"s","type":"string"}]}'
    header = {"INSTANT_TIME": "20240101000000000", "SCHEMA": schema}
    block = {"kind": "AVRO_DATA_BLOCK", "header": header, "records": [{"s": text} for text in texts]}
    encode = imported("encode").encode_log
    plain: bytes = encode({"blocks": [block]}).data
    pos = 26
    for _ in header:
        pos += 8 + struct.unpack_from(">i", plain, pos + 4)[0]
    (len_content,) = struct.unpack_from(">q", plain, pos)
    content = pos + 8
    places = {**_FRAME, "len_content": (pos, ">q"), "content_version": (content, ">i"),
              "num_records": (content + 4, ">i"), "num_footer": (content + len_content, ">i"),
              "len_trailing": (len(plain) - 8, ">q")}  # fmt: skip
    word = chance.choice((*places, "len_block_delta", "pad", "len_records", "outer"))
    value = chance.choice((-1, 0, 1, 255, 70_000))
    edited = bytearray(plain)
    outer: dict[str, Any] = {}
    if word in places:
        place, code = places[word]
        knobs: dict[str, Any] = {word: value}
        edited[place : place + struct.calcsize(code)] = struct.pack(code, value)
    elif word == "len_block_delta":
        knobs = {word: value}
        edited[6:14] = struct.pack(">q", struct.unpack_from(">q", plain, 6)[0] + value)
    elif word == "len_records":
        lengths = [chance.choice((-1, 0, 5, 99)) for _ in texts]
        knobs, place = {word: lengths}, content + 8
        for text, length in zip(texts, lengths, strict=True):
            edited[place : place + 4] = struct.pack(">i", length)
            place += 4 + 1 + len(text)
    elif word == "pad":
        knobs, place = {"pad_before_footer_hex": "aabbcc"}, content + len_content
        edited[place:place] = bytes.fromhex("aabbcc")
        for at in (6, len(edited) - 8):
            edited[at : at + 8] = struct.pack(">q", struct.unpack_from(">q", edited, at)[0] + 3)
    else:
        knobs, outer = {}, {"prefix_hex": "00ff", "append_hex": "23"}
        edited = bytearray(b"\x00\xff" + plain + b"#")
    damaged = encode({"blocks": [{**block, "knobs": knobs}], **outer}).data
    return None if damaged == bytes(edited) else f"{knobs} {outer}: {damaged.hex()} instead of {edited.hex()}"


# --- refusals -----------------------------------------------------------------------------------------------


def _refusal_fault(chance: random.Random) -> Failure:
    """A description with one member of another type, or an unknown one."""
    refusal: Any = imported("encode.errors").EncodeError
    description = drawn_description(chance)
    write = imported("encode.hfile.write").encode_hfile_description
    wrong = chance.choice((
        {"minor": 9}, {"major": 4, "minor": 0}, {"compression": "NOPE"}, {"encoding": 1},
        {"bytes_per_checksum": 32}, {"checksum": "CRC"}, {"block_size": 0}, {"index_block_size": -1},
        {"min_index_entries": 0}, {"cells": {}}, {"meta": [{"name_text": "m"}, 1]}, {"more": 1},
        {"mvcc": "no"},
        {"cells": list(reversed(description["cells"]))} if len(description["cells"]) > 1 else {"tags": 3},
        {"knobs": {"blocks": {"DATA": {}}}}, {"knobs": {"blocks": {"DATA[0]": {"magic": 1}}}},
        {"knobs": {"index": [{"entry": 0}]}}, {"knobs": {"index": [{"block": "ROOT_INDEX[0]", "entry": 99}]}},
        {"knobs": {"index": [{"block": "ROOT_INDEX[0]", "ofs": "DATA[99]"}]}}, {"knobs": {"chunk_bytes": 0}},
        {"knobs": {"index": [{"block": "ROOT_INDEX[0]", "entry": -1}]}}, {"knobs": {"more": 1}},
        {"knobs": {"blocks": {"DATA[0]": {"payload_edits": [[1]]}}}},
        {"knobs": {"blocks": {"DATA[0]": {"payload_edits": [[-1, "00"]]}}}},
    ))  # fmt: skip
    write(description)
    try:
        write({**description, **wrong})
    except refusal:
        return None
    except Exception as error:
        return f"{wrong}: {type(error).__name__}: {error}"
    return f"{wrong} is written"
