# SPDX-License-Identifier: Apache-2.0
"""Whole files that are put together byte by byte, for mutants drawn by chance.

drawn:lookups-N            rows, prefixes and predecessors in drawn HFiles with a block that cannot be read:
                           what is answered, and what is refused because the block may have it
drawn:checksum-words-N     a checksum of a block of several chunks that is wrong
drawn:container-fields-N   Avro containers with heads in several groups: path, place and length of fields
drawn:archive-NAME         findings in an archive with one wrong part
drawn:archive-list         archived instants, each state once, in their order
"""

from __future__ import annotations

import itertools
import json
import random
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported, numbered
from chance_layout import blocks_of
from chance_near import refusal_of, uvarint
from chance_told_hfile import _PLAIN

if TYPE_CHECKING:
    from chance_questions import World

_ROWS = (b"a", b"a\0", b"aa", b"ab", b"abc", b"b", b"ba", b"c", b"\xff", b"\xff\xff")
_ASKED = (*_ROWS, b"", b"\0", b"ac", b"bb", b"d", b"\xff\xff\xff")


def near_file_questions() -> Iterator[Asked]:
    """All of them."""
    yield from numbered({"lookups": _lookup_fault, "checksum-words": _words_fault}, 3, 25)
    yield "drawn:load-on-open", "", _section_fault
    yield from numbered({"container-fields": _container_fault}, 3, 60)


# --- HFiles ----------------------------------------------------------------------------------------------


def _hfile(chance: random.Random) -> tuple[list[list[bytes]], bytes]:
    """Rows by block, and a file of them whose index has bare rows, or keys of cells."""
    rows = sorted(chance.choices(_ROWS, k=chance.randrange(1, 10)))
    starts = sorted({0, *chance.choices(range(len(rows)), k=chance.randrange(4))})
    cells = [
        {**_PLAIN["cells"][0], "row": row.hex(), "timestamp": str(len(rows) - at)}
        for at, row in enumerate(rows)
    ]
    data = imported("encode.hfile.write").encode_hfile_description(
        {**_PLAIN, "cells": cells, "index_keys": chance.choice(("row_only", "full")),
         "knobs": {"boundaries": starts[1:]}}
    ).data  # fmt: skip
    return [rows[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)], data


class _DamagedError(Exception):
    """A block is asked for that cannot be read."""


def _from(blocks: list[list[bytes]], damaged: int, row: bytes, *, is_prefix: bool) -> Iterator[bytes]:
    """Rows at or after a row, of the blocks between whose first rows it may be."""
    firsts = [block[0] for block in blocks]
    start = max([at for at, first in enumerate(firsts) if first < row], default=0)
    for number in range(start, len(blocks)):
        is_beyond = firsts[number] > row and not (is_prefix and firsts[number].startswith(row))
        if number > start and is_beyond:
            return
        if number == damaged:
            raise _DamagedError
        yield from (one for one in blocks[number] if one >= row)


def _before(blocks: list[list[bytes]], damaged: int, row: bytes) -> bytes | None:
    firsts = [block[0] for block in blocks]
    for number in range(max([at for at, one in enumerate(firsts) if one < row], default=0), -1, -1):
        if number == damaged:
            raise _DamagedError
        if smaller := [one for one in blocks[number] if one < row]:
            return smaller[-1]
    return None


def _wanted(blocks: list[list[bytes]], damaged: int, row: bytes, kind: str) -> Any:
    found = []
    try:
        if kind == "before":
            return _before(blocks, damaged, row)
        for one in _from(blocks, damaged, row, is_prefix=kind == "prefix"):
            if one != row and not (kind == "prefix" and one.startswith(row)):
                break
            found.append(one)
    except _DamagedError:
        return "refused"
    return found


def _lookup_fault(chance: random.Random) -> Failure:
    blocks, data = _hfile(chance)
    damaged = chance.randrange(-1, len(blocks))
    if damaged >= 0:
        block = [one for one in blocks_of(data) if one.kind == "DATA"][damaged]
        place = block.ofs + chance.randrange(33, len(block.data))
        data = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
    lookup = imported("decode.hfile.lookup").Lookup(imported("decode.hfile.file").HFile(data))
    for row, kind in itertools.product(chance.sample(_ASKED, len(_ASKED)), ("get", "prefix", "before")):
        ask = getattr(lookup, kind)

        def found(row: bytes = row, kind: str = kind, ask: Any = ask) -> Any:
            answer = ask(row)
            if kind == "before":
                return None if answer is None else answer.row
            return [cell.row for cell in answer]

        answer = refusal_of(found)
        wanted = _wanted(blocks, damaged, row, kind)
        if isinstance(answer, tuple) and answer[0] == "bad-checksum":
            answer = "refused"
        if answer != wanted:
            return f"{kind} {row!r} of {blocks}, {damaged} cannot be read: {answer}, expected {wanted}"
    return None


def _words_fault(chance: random.Random) -> Failure:
    """Whichever word or byte is wrong, the block is told; words that are all zero where that is allowed."""
    kind = chance.choice(("CRC32", "CRC32C"))
    cells = [{**cell, "value": "ab" * chance.choice((1, 50))} for cell in _PLAIN["cells"]]
    chunk = chance.choice((33, 40, 100, 1000))
    data = (
        imported("encode.hfile.write")
        .encode_hfile_description({**_PLAIN, "cells": cells, "checksum": kind, "bytes_per_checksum": chunk})
        .data
    )
    file_of = imported("decode.hfile.file").HFile
    whole = file_of(data)
    places = [(one.ofs, one.end, one.stored_ofs + one.stored_len) for one in whole.blocks()]
    trailer = places[-1][1]
    pos = 0
    for ofs, end, _words in places:
        if ofs != pos:
            return f"a block at {ofs}, not {pos}"
        pos = end
    for _turn in range(12):
        ofs, end, words = chance.choice(places)
        place = chance.choice((chance.randrange(words, end), chance.randrange(ofs + 33, end), end - 1, words))
        wrong = bytearray(data)
        wrong[place] ^= 1 << chance.randrange(8)
        found = refusal_of(lambda raw=bytes(wrong): list(file_of(raw).blocks()))
        if found != ("bad-checksum", ofs, "hfile.checksum.mismatch"):
            return f"{kind}: byte {place} of the block at {ofs}: {str(found)[:100]}"
        number = (place - words) // 4 if place >= words else (place - ofs) // chunk
        try:
            list(file_of(bytes(wrong)).blocks())
        except imported("errors").Reject as error:
            if not error.message.startswith(f"checksum {number} of the block"):
                return f"{kind}: byte {place} of the block at {ofs}: {error.message}"
    ofs, end, words = chance.choice(places)
    wrong = bytearray(data)
    wrong[words:end] = bytes(end - words)
    for takes in (False, True):
        found = refusal_of(lambda raw=bytes(wrong), t=takes: list(file_of(raw, takes_zero_words=t).blocks()))
        expected = "bad-checksum", ofs, "hfile.checksum.mismatch"
        if (found == expected) is takes:
            return f"words of zeros, taken: {takes}: {str(found)[:100]}"
    return None if trailer == whole.trailer.ofs else "the trailer is not behind the last block"


def _section_fault(_: World) -> Failure:
    """Root index, meta index and file info follow each other: what is missing, or of another kind."""
    file_of = imported("decode.hfile.file").HFile
    write = imported("encode.hfile.write").encode_hfile_description
    data: bytes = write({**_PLAIN, "bloom": {"type": "ROW"}}).data
    blocks = blocks_of(data)
    at = next(number for number, one in enumerate(blocks) if one.kind == "ROOT_INDEX")
    parts, trailer = [one.data for one in blocks[:-1]], blocks[-1].data
    rules = ("hfile.trailer.load-on-open", "hfile.meta.index", "hfile.info.form")
    whole = file_of(data).load_on_open
    if [one.ofs for one in (*whole[:3], *whole[3])] != [one.ofs for one in blocks[at:-1]]:
        return f"{[one.ofs for one in whole[:3]]}"
    for number, rule in enumerate(rules):
        kept = b"".join(parts[: at + number])
        if number:
            found = refusal_of(lambda d=kept + trailer: file_of(d).load_on_open)
            if found != ("missing-field", len(kept), rule):
                return f"without {rule}: {found}"
        for other in (parts[0], parts[at + 2] if number < 2 else parts[at]):
            wrong = kept + other + b"".join(parts[at + number + 1 :]) + trailer
            found = refusal_of(lambda d=wrong: file_of(d).load_on_open)
            if found != ("bad-type", len(kept), rule):
                return f"another block for {rule}: {found}"
    return None


# --- containers ------------------------------------------------------------------------------------------


def zigzag(value: int) -> bytes:
    return uvarint(value << 1 if value >= 0 else -2 * value - 1)


_FRAMES = frozenset({"magic", "sync", "num_records", "len_records", "count[0]", "count[1]", "size[0]"})


Place = tuple[str, int, int, str]
"""Path, offset, length and rule of a field."""


def _container(chance: random.Random, most: int | None) -> tuple[bytes, list[Place], list[int]]:
    """A container of records of a long and a text, its fields in order, and where blocks end."""
    rule, codec_rule = "timeline.content.avro", "timeline.content.avro-codec"
    schema = {
        "type": "record",
        "name": "r",
        "fields": [{"name": "n", "type": "long"}, {"name": "s", "type": "string"}],
    }
    codec = chance.choice((None, b"null", b"deflate"))
    entries = [(b"avro.schema", json.dumps(schema).encode())]
    entries += [] if codec is None else [(b"avro.codec", codec)]
    entries += [
        (f"more{at}".encode(), b"x" * chance.choice((0, 5, 100))) for at in range(chance.randrange(4))
    ]
    chance.shuffle(entries)
    out = bytearray(b"Obj\1")
    fields: list[Place] = [("magic", 0, 4, rule)]

    def put(path: str, raw: bytes, own: str = rule) -> None:
        fields.append((path, len(out), len(raw), own))
        out.extend(raw)

    group = number = 0
    while number < len(entries):
        own = entries[number : number + chance.randrange(1, 3)]
        parts = []
        for key, value in own:
            for name, raw in (("key", key), ("value", value)):
                parts.append((f"head.entries[{number}].len_{name}", zigzag(len(raw))))
                parts.append((f"head.entries[{number}].{name}", raw))
            number += 1
        is_sized = chance.random() < 0.5
        put(f"head.count[{group}]", zigzag(-len(own) if is_sized else len(own)))
        if is_sized:
            put(f"head.size[{group}]", zigzag(sum(len(raw) for _, raw in parts)))
        for path, raw in parts:
            put(path, raw)
        group += 1
    put(f"head.count[{group}]", b"\0")
    sync = bytes(range(100, 116))
    put("head.sync", sync, "timeline.content.avro-sync")
    ends = [len(out)]
    for index in range(chance.randrange(4)):
        records = [zigzag(chance.choice((0, -1, 300))) + b"\4ab" for _ in range(chance.randrange(4))]
        raw = b"".join(records)
        if codec == b"deflate":
            pack = zlib.compressobj(wbits=-15)
            raw = pack.compress(raw) + pack.flush()
        put(f"blocks[{index}].num_records", zigzag(len(records)))
        put(f"blocks[{index}].len_records", zigzag(len(raw)))
        if codec == b"deflate":
            put(f"blocks[{index}].records", raw, codec_rule)
        else:
            kept = records[:most]
            for at, record in enumerate(kept):
                put(f"blocks[{index}].records[{at}]", record)
            if rest := b"".join(records[len(kept) :]):
                put(f"blocks[{index}].more", rest)
        put(f"blocks[{index}].sync", sync, "timeline.content.avro-sync")
        ends.append(len(out))
    return bytes(out), [one for one in fields if one[2] or one[0].startswith("head.")], ends


def _container_fault(chance: random.Random) -> Failure:
    most = chance.choice((None, None, 0, 1, 2))
    data, wanted, ends = _container(chance, most)
    module = imported("decode.avro.container_fields")

    def read(data: bytes) -> tuple[list[Place], Any]:
        found, refusal = module.container_fields(data, most)
        shown = [(one.path, one.ofs, one.len, one.requirement) for one in found]
        return shown, None if refusal is None else (refusal.code, refusal.at, refusal.requirement)

    found, refusal = read(data)
    if refusal is not None or found != wanted:
        wrong = next((pair for pair in itertools.zip_longest(found, wanted) if pair[0] != pair[1]), refusal)
        return f"{wrong}"
    for end in chance.sample(range(4, len(data)), 12):
        found, refusal = read(data[:end])
        if end in ends:
            if refusal is not None:
                return f"cut to {end}, where a block ends: {refusal}"
            continue
        # Without a container its records are one field.
        own = [one for one in wanted if one[1] + one[2] <= end and one[0].rpartition(".")[2] in _FRAMES]
        own += [one for one in wanted if one[1] + one[2] <= end and one[0].startswith("head.entries")]
        names = {path for path, *_ in own}
        if sorted(one for one in found if one[0] in names) != sorted(own):
            return f"cut to {end} of {len(data)}: {found}, expected {own}"
        if [one[1] for one in found] != [0, *itertools.accumulate(one[2] for one in found)][:-1]:
            return f"cut to {end} of {len(data)}: {found}"
        if found[-1][1] + found[-1][2] != end:
            return f"cut to {end} of {len(data)}: {found[-1]}"
        if refusal is None:
            return f"cut to {end} of {len(data)} is not refused"
    return None
