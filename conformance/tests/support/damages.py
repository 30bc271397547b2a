# SPDX-License-Identifier: Apache-2.0
"""Damages of log files, HFiles, Parquet files and names, and what each must be found as.

A damage is made from the layout of the file as the specification tells it, which a few lines here read again:
neither the decoder nor the audit says where it goes, or what it must be found as. Expected are a requirement
(a code for Parquet files, whose rules are not ours) and an offset; a damage that by the specification breaks
nothing is expected to be found nowhere.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

LOG_MAGIC = b"#HUDI#"
AVRO, DELETE, COMMAND = 3, 1, 0
INSTANT, TARGET, SCHEMA = 0, 1, 2
HUGE = 2**31 - 1
COUNTS = ((HUGE, "log.map.count-bounds"), (-1, "log.map.count-negative"))
"""Counts of a map that do not fit, and the rule that says so."""


@dataclass(frozen=True)
class Damage:
    """What was done to a copy; `expected` is (requirement or code, offset), None: nothing is broken."""

    kind: str
    source: str
    data: bytes
    expected: tuple[str, int | None] | None
    name: str | None = None


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


# --- damages of log files ------------------------------------------------------------------------------

CORRUPT = "log.recovery.corrupt-check"
Made = tuple[bytes, tuple[str, int | None] | None] | None


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
    """One digit of an instant for another: no rule of one file speaks of which it is."""
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


# --- damages of HFiles of version 3 --------------------------------------------------------------------


def varint(data: bytes, pos: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[pos]
        pos += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, pos


def trailer_places(data: bytes) -> dict[int, int]:
    """Offsets of the numbers of the trailer's message, by field number."""
    pos = len(data) - 4096 + 8
    size, pos = varint(data, pos)
    end, places = pos + size, {}
    while pos < end:
        key, pos = varint(data, pos)
        if key & 7 == 0:
            places[key >> 3] = pos
            _, pos = varint(data, pos)
        else:
            size, pos = varint(data, pos)
            pos += size
    return places


def hfile_blocks(data: bytes) -> list[tuple[int, int]]:
    """Start and end of each block."""
    found, pos = [], 0
    while pos < len(data) - 4096:
        end = pos + 33 + int_at(data, pos + 8)
        found.append((pos, end))
        pos = end
    return found


HFile = tuple[list[tuple[int, int]], dict[int, int]]


def flip(data: bytes, at: int, mask: int = 1) -> bytes:
    return data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :]


def hfile_magic(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    ofs, _ = rng.choice(hfile[0])
    return flip(data, ofs + rng.randrange(6)), ("hfile.block.magic", ofs)


def hfile_size(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    ofs, _ = rng.choice(hfile[0])
    return put(data, ofs + 8, rng.choice([HUGE, -1])), ("hfile.block.sizes-bounds", ofs + 8)


def hfile_checksum(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    checked = [(ofs, end) for ofs, end in hfile[0] if data[ofs + 24] in {1, 2} and end - ofs > 41]
    if not checked:
        return None
    ofs, _ = rng.choice(checked)
    len_data = int_at(data, ofs + 29)  # header and payload
    at = ofs + rng.randrange(33, len_data)
    return flip(data, at, 1 << rng.randrange(8)), ("hfile.checksum.mismatch", ofs)


def hfile_prev(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    """The checksum covers the header, too."""
    checked = [ofs for ofs, _ in hfile[0] if data[ofs + 24] in {1, 2}]
    if not checked:
        return None
    ofs = rng.choice(checked)
    return flip(data, ofs + 16 + rng.randrange(8)), ("hfile.checksum.mismatch", ofs)


def hfile_checksum_type(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    ofs, _ = rng.choice(hfile[0])
    made = data[: ofs + 24] + bytes([rng.randrange(3, 256)]) + data[ofs + 25 :]
    return made, ("hfile.checksum.unknown-type", ofs + 24)


def hfile_trailer_magic(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    ofs = len(data) - 4096
    return flip(data, ofs + rng.randrange(8)), ("hfile.trailer.magic", ofs)


def hfile_major(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    at = len(data) - 1
    return data[:at] + bytes([rng.choice([0, 4, 77])]), ("hfile.trailer.major", len(data) - 4)


def hfile_entries(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    at = hfile[1].get(7)
    return None if at is None else (flip(data, at), ("hfile.trailer.entry-count", at))


def hfile_first_block(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    at = hfile[1].get(9)
    has_data = any(data[ofs : ofs + 4] == b"DATA" for ofs, _ in hfile[0])
    rule = "hfile.trailer.first-last-data" if has_data else "hfile.file.empty"
    return None if at is None else (flip(data, at), (rule, at))


def hfile_truncation(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    """What is at the end is no version."""
    cut = rng.randrange(5000, len(data) - 1) if len(data) > 5100 else len(data) - rng.randrange(1, 900)
    if int.from_bytes(data[cut - 3 : cut], "big") in {1, 2, 3}:
        return None
    return data[:cut], ("hfile.trailer.major", cut - 4)


HFILE_KINDS: tuple[Callable[[bytes, HFile, random.Random], Made], ...] = (
    hfile_magic, hfile_size, hfile_checksum, hfile_prev, hfile_checksum_type, hfile_trailer_magic,
    hfile_major, hfile_entries, hfile_first_block, hfile_truncation,
)  # fmt: skip


# --- damages of Parquet files and of names -------------------------------------------------------------


def parquet_truncation(data: bytes, rng: random.Random) -> Made:
    cut = rng.randrange(12, len(data))
    return None if data[cut - 4 : cut] == b"PAR1" else (data[:cut], ("truncated", cut - 4))


def parquet_footer_length(data: bytes, rng: random.Random) -> Made:
    size = struct.pack("<I", rng.randrange(len(data), 2**32))
    return data[:-8] + size + data[-4:], ("length-mismatch", len(data) - 8)


def parquet_footer(data: bytes, rng: random.Random) -> Made:
    size = int.from_bytes(data[-8:-4], "little")
    ofs = len(data) - 8 - size
    return data[:ofs] + b"\xff" * size + data[-8:], ("schema-mismatch", ofs)


PARQUET_KINDS: tuple[Callable[[bytes, random.Random], Made], ...] = (
    parquet_truncation, parquet_footer_length, parquet_footer,
)  # fmt: skip
NAMES = (
    ("name-suffix", ".f1_20240101000000000.log.1_0-0-0.bak", "name.log.whole-match"),
    ("name-file-id", ".f.1_20240101000000000.log.1_0-0-0", "name.log.file-id-characters"),
    ("name-version-range", ".f1_20240101000000000.log.4294967296_0-0-0", "name.log.version-range"),
    ("name-version-zero", ".f1_20240101000000000.log.0_0-0-0", "name.log.first-version"),
)


# --- all of it -----------------------------------------------------------------------------------------


def makers(files: list[Path], rng: random.Random) -> dict[str, Callable[[], Damage | None]]:
    """What makes one damage of each kind out of some healthy file."""
    logs = [path for path in files if path.read_bytes()[:6] == LOG_MAGIC]
    hfiles = [path for path in files if path.suffix == ".hfile" and path.read_bytes()[-1:] == b"\x03"]
    parquets = [path for path in files if path.suffix == ".parquet"]

    def log(make: Callable[[bytes, Block, random.Random], Made]) -> Damage | None:
        path = rng.choice(logs)
        data = path.read_bytes()
        made = make(data, rng.choice(read_log(data)), rng)
        return None if made is None or made[0] == data else Damage(make.__name__, str(path), *made)

    def hfile(make: Callable[[bytes, HFile, random.Random], Made]) -> Damage | None:
        path = rng.choice(hfiles)
        data = path.read_bytes()
        made = make(data, (hfile_blocks(data), trailer_places(data)), rng)
        return None if made is None else Damage(make.__name__, str(path), *made)

    def parquet(make: Callable[[bytes, random.Random], Made]) -> Damage | None:
        path = rng.choice(parquets)
        made = make(path.read_bytes(), rng)
        return None if made is None else Damage(make.__name__, str(path), *made)

    def named(kind: str, name: str, rule: str) -> Damage:
        path = rng.choice(logs)
        return Damage(kind, str(path), path.read_bytes(), (rule, None), name)

    found: dict[str, Callable[[], Damage | None]] = {}
    if logs:
        found |= {make.__name__: lambda make=make: log(make) for make in LOG_KINDS}
        found |= {one[0]: lambda one=one: named(*one) for one in NAMES}
    if hfiles:
        found |= {make.__name__: lambda make=make: hfile(make) for make in HFILE_KINDS}
    if parquets:
        found |= {make.__name__: lambda make=make: parquet(make) for make in PARQUET_KINDS}
    return found


def make_damages(files: list[Path], num: int, seed: int) -> list[Damage]:
    """`num` damages, kind after kind."""
    rng = random.Random(seed)
    kinds = makers(files, rng)
    found: list[Damage] = []
    while len(found) < num:
        before = len(found)
        for make in kinds.values():
            for _ in range(200):
                damage = make()
                if damage is not None:
                    found.append(damage)
                    break
        assert len(found) > before, "no file fits any kind of damage"
    return found[:num]
