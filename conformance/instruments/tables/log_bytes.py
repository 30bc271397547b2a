# SPDX-License-Identifier: Apache-2.0
"""Damages of log files.

The layout is read again here, in a few lines, as the specification defines it: neither the decoder nor the
audit determines where a damage goes, or which rule it violates. A function takes bytes, the offset and a
random generator, and returns damaged bytes with (rule, offset), or with None if the specification permits the
result; or None if it cannot be applied.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

LOG_MAGIC = b"#HUDI#"
AVRO, DELETE, COMMAND = 3, 1, 0
INSTANT, TARGET, SCHEMA = 0, 1, 2
HUGE = 2**31 - 1
COUNTS = ((HUGE, "log.map.count-bounds"), (-1, "log.map.count-negative"))
Made = tuple[bytes, tuple[str, int | None] | None] | None


@dataclass
class Entry:
    """Header entry: key, offset of the key, offset and length of the value."""

    key: int
    ofs: int
    value: int
    len: int


@dataclass
class Block:
    """Block of a log file by offsets."""

    ofs: int
    end: int
    type: int
    entries: list[Entry]
    content: int
    len_content: int
    footer: int
    records: list[tuple[int, int]] = field(default_factory=list)

    def entry(self, key: int) -> Entry | None:
        """Header entry of a key."""
        return next((one for one in self.entries if one.key == key), None)


def int_at(data: bytes, ofs: int, size: int = 4) -> int:
    return int.from_bytes(data[ofs : ofs + size], "big", signed=True)


def put(data: bytes, ofs: int, value: int, size: int = 4) -> bytes:
    return data[:ofs] + value.to_bytes(size, "big", signed=True) + data[ofs + size :]


def read_log(data: bytes) -> list[Block]:
    """Blocks of an undamaged log file."""
    blocks, pos = [], 0
    while pos < len(data):
        assert data[pos : pos + 6] == LOG_MAGIC
        end = pos + 14 + int_at(data, pos + 6, 8)
        at = pos + 26
        entries = []
        for _ in range(int_at(data, pos + 22)):
            size = int_at(data, at + 4)
            entries.append(Entry(int_at(data, at), at, at + 8, size))
            at += 8 + size
        size = int_at(data, at, 8)
        block = Block(pos, end, int_at(data, pos + 18), entries, at + 8, size, at + 8 + size)
        if block.type == AVRO:
            at = block.content + 8
            for _ in range(int_at(data, block.content + 4)):
                size = int_at(data, at)
                block.records.append((at, size))
                at += 4 + size
        blocks.append(block)
        pos = end
    return blocks


CORRUPT = "log.recovery.corrupt-check"


def magic(data: bytes, block: Block, rng: random.Random) -> Made:
    at = block.ofs + rng.randrange(6)
    made = data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
    return made, ("log.recovery.bad-magic", 0) if block.ofs == 0 else (CORRUPT, block.ofs)


def size_field(data: bytes, block: Block, rng: random.Random) -> Made:
    value = block.end - block.ofs - 14 + rng.randrange(1, 1000)
    end = block.ofs + 14 + value
    at = block.ofs + 6 if end > len(data) else end - 8
    return put(data, block.ofs + 6, value, 8), (CORRUPT, at)


def size_negative(data: bytes, block: Block, rng: random.Random) -> Made:
    return put(data, block.ofs + 6, -rng.randrange(1, 2**40), 8), (CORRUPT, block.ofs + 6)


def trailing_length(data: bytes, block: Block, rng: random.Random) -> Made:
    at = block.end - 8
    return put(data, at, int_at(data, at, 8) + rng.randrange(1, 99), 8), (CORRUPT, at)


def block_type(data: bytes, block: Block, rng: random.Random) -> Made:
    return put(data, block.ofs + 18, rng.choice([2, 7, 99, -1])), ("log.block.type", block.ofs + 18)


def format_version(data: bytes, block: Block, rng: random.Random) -> Made:
    value = rng.choice([0, 2, 3, -1])
    return put(data, block.ofs + 14, value), ("log.block.format-version", block.ofs + 14)


def header_count(data: bytes, block: Block, rng: random.Random) -> Made:
    count, rule = rng.choice(COUNTS)
    return put(data, block.ofs + 22, count), (rule, block.ofs + 22)


def header_key(data: bytes, block: Block, rng: random.Random) -> Made:
    entry = rng.choice(block.entries)
    return put(data, entry.ofs, rng.choice([9, 99, -1])), ("log.header.key", entry.ofs)


def value_length(data: bytes, block: Block, rng: random.Random) -> Made:
    entry = rng.choice(block.entries)
    return put(data, entry.ofs + 4, rng.choice([HUGE, -5])), ("log.map.length-bounds", entry.ofs + 4)


def content_length(data: bytes, block: Block, rng: random.Random) -> Made:
    at = block.content - 8
    value = rng.choice([block.end - block.content + rng.randrange(99), -1, 2**62])
    return put(data, at, value, 8), ("log.block.content-length", at)


def footer_count(data: bytes, block: Block, rng: random.Random) -> Made:
    count, rule = rng.choice(COUNTS)
    return put(data, block.footer, count), (rule, block.footer)


def record_count(data: bytes, block: Block, rng: random.Random) -> Made:
    if not block.records:
        return None
    at = block.content + 4
    if rng.random() < 0.5:
        count, rule = rng.choice([(HUGE, "log.avro.count"), (-1, "log.avro.count-negative")])
        return put(data, at, count), (rule, at)
    return put(data, at, len(block.records) + 1), ("log.avro.count", block.content + block.len_content)


def datum_length(data: bytes, block: Block, rng: random.Random) -> Made:
    if not block.records:
        return None
    at, _ = rng.choice(block.records)
    return put(data, at, rng.choice([HUGE, -1])), ("log.avro.record-length", at)


def datum_padding(data: bytes, block: Block, rng: random.Random) -> Made:
    """The last datum gets bytes of its record that it does not use; all lengths around are made to fit."""
    if not block.records:
        return None
    at, size = block.records[-1]
    extra = rng.randrange(1, 40)
    made = put(data, at, size + extra)
    made = put(made, block.content - 8, block.len_content + extra, 8)
    made = put(made, block.ofs + 6, block.end - block.ofs - 14 + extra, 8)
    made = put(made, block.end - 8, block.end - block.ofs - 8 + extra, 8)
    return made[: at + 4 + size] + bytes(extra) + made[at + 4 + size :], ("log.avro.datum", at + 4 + size)


def content_version(data: bytes, block: Block, rng: random.Random) -> Made:
    if block.type not in {AVRO, DELETE}:
        return None
    rule = "log.content.version" if block.type == AVRO else "log.delete.unknown-version"
    return put(data, block.content, rng.choice([0, 4, 99])), (rule, block.content)


def delete_length(data: bytes, block: Block, rng: random.Random) -> Made:
    if block.type != DELETE:
        return None
    return put(data, block.content + 4, rng.choice([HUGE, -1])), ("log.delete.length", block.content + 4)


def instant_gone(data: bytes, block: Block, rng: random.Random) -> Made:
    entry = block.entry(INSTANT)
    if entry is None or block.type == COMMAND:
        return None
    return put(data, entry.ofs, TARGET), ("log.header.instant-time", block.ofs + 22)


def schema_text(data: bytes, block: Block, rng: random.Random) -> Made:
    entry = block.entry(SCHEMA)
    if entry is None or block.type != AVRO or entry.len == 0:
        return None
    made = data[: entry.value] + b"X" + data[entry.value + 1 :]
    return made, ("log.header.schema-json", entry.value)


def not_utf8(data: bytes, block: Block, rng: random.Random) -> Made:
    entry = block.entry(INSTANT)
    if entry is None or entry.len == 0:
        return None
    at = entry.value + rng.randrange(entry.len)
    return data[:at] + b"\xff" + data[at + 1 :], ("log.map.utf8-write", entry.value)


def truncation(data: bytes, block: Block, rng: random.Random) -> Made:
    cut = rng.randrange(block.ofs + 1, block.end)
    left = cut - block.ofs
    if left < 6:
        return data[:cut], ("log.recovery.short-tail", block.ofs)
    rule = "log.recovery.short-size" if left < 14 else CORRUPT
    return data[:cut], (rule, block.ofs + 6)


def stray_bytes(data: bytes, block: Block, rng: random.Random) -> Made:
    stray = bytes(rng.randrange(128, 256) for _ in range(rng.randrange(6, 300)))
    return data[: block.end] + stray + data[block.end :], (CORRUPT, block.end)


def short_tail(data: bytes, block: Block, rng: random.Random) -> Made:
    return data + bytes(rng.randrange(1, 6)), ("log.recovery.short-tail", len(data))


def zeroed_page(data: bytes, block: Block, rng: random.Random) -> Made:
    size = min(rng.choice([512, 4096]), block.end - block.ofs)
    made = data[: block.ofs] + bytes(size) + data[block.ofs + size :]
    return made, ("log.recovery.bad-magic", 0) if block.ofs == 0 else (CORRUPT, block.ofs)


def cut_between(data: bytes, block: Block, rng: random.Random) -> Made:
    """A file that ends where a block ends is whole, whatever else was written."""
    return (data[: block.end], None) if block.end < len(data) else None


def other_instant(data: bytes, block: Block, rng: random.Random) -> Made:
    """One digit of an instant replaced: no rule of a single file determines its value."""
    entry = block.entry(INSTANT)
    if entry is None or not data[entry.value : entry.value + entry.len].isdigit():
        return None
    at = entry.value + entry.len - 1
    digit = b"0123456789"[(data[at] - 48 + rng.randrange(1, 10)) % 10]
    return data[:at] + bytes([digit]) + data[at + 1 :], None


def block_twice(data: bytes, block: Block, rng: random.Random) -> Made:
    """A block that is there twice is two blocks."""
    return data[: block.end] + data[block.ofs : block.end] + data[block.end :], None


LOG_KINDS: tuple[Callable[[bytes, Block, random.Random], Made], ...] = (
    magic, size_field, size_negative, trailing_length, block_type, format_version, header_count, header_key,
    value_length, content_length, footer_count, record_count, datum_length, datum_padding, content_version,
    delete_length, instant_gone, schema_text, not_utf8, truncation, stray_bytes, short_tail, zeroed_page,
    cut_between, other_instant, block_twice,
)  # fmt: skip
