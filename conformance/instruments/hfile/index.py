# SPDX-License-Identifier: Apache-2.0
"""Damage to indexes, trailer and file info, with the checksums of their blocks right again."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from hudi_conformance.decode.hfile.info import decode_info
from hudi_conformance.decode.hfile.payload import Payload
from hudi_conformance.model.hfile import Codec

from instruments.hfile.kinds import kind
from instruments.hfile.parts import Entry, Part, Parts, varint, vlong

_SAME = "readers do not use the changed value, and it is not repeated elsewhere"


def _indexes(parts: Parts) -> list[Part]:
    """Index blocks with data entries, or entries of index blocks."""
    return [part for part in (parts.root, *parts.of_kind("LEAF_INDEX"), *parts.of_kind("INTERMEDIATE_INDEX"))
            if part.entries]  # fmt: skip


OnEntries = Callable[[list[Entry], random.Random], list[Entry] | None]


def _of_entries(name: str, change: OnEntries) -> None:
    @kind(f"index.{name}")
    def damage(parts: Parts, dice: random.Random) -> Parts | None:
        blocks = _indexes(parts)
        if not blocks:
            return None
        part = dice.choice(blocks)
        entries = change(list(part.entries), dice)
        if entries is None or tuple(entries) == part.entries:
            return None
        return parts.put(replace(part, entries=tuple(entries)))


def _at(entries: list[Entry], dice: random.Random, change: Callable[[Entry], Entry]) -> list[Entry]:
    index = dice.randrange(len(entries))
    entries[index] = change(entries[index])
    return entries


def _key_bit(entries: list[Entry], dice: random.Random) -> list[Entry]:
    index = dice.randrange(len(entries))
    key = bytearray(entries[index].key)
    if key:
        key[dice.randrange(len(key))] ^= 1 << dice.randrange(8)
    entries[index] = replace(entries[index], key=bytes(key))
    return entries


def _key_row_bit(entries: list[Entry], dice: random.Random) -> list[Entry]:
    index = dice.randrange(len(entries))
    key = bytearray(entries[index].key)
    end = 2 + int.from_bytes(key[:2], "big")
    if 2 < end <= len(key):
        key[dice.randrange(2, end)] ^= 1 << dice.randrange(8)
    entries[index] = replace(entries[index], key=bytes(key))
    return entries


def _swapped(entries: list[Entry], dice: random.Random) -> list[Entry] | None:
    if len(entries) < 2:
        return None
    one, two = dice.sample(range(len(entries)), 2)
    entries[one], entries[two] = entries[two], entries[one]
    return entries


def _keys_swapped(entries: list[Entry], dice: random.Random) -> list[Entry] | None:
    if len(entries) < 2:
        return None
    one, two = dice.sample(range(len(entries)), 2)
    left, right = entries[one], entries[two]
    entries[one], entries[two] = replace(left, key=right.key), replace(right, key=left.key)
    return entries


def _same_key(entries: list[Entry], dice: random.Random) -> list[Entry] | None:
    if len(entries) < 2:
        return None
    index = dice.randrange(1, len(entries))
    key = entries[index].key
    entries[index - 1 if dice.random() < 0.5 else index] = replace(entries[index], key=entries[index - 1].key)
    if entries[index - 1].key == key:
        return None
    return entries


def _shifted(entries: list[Entry], _: random.Random) -> list[Entry] | None:
    if len(entries) < 2:
        return None
    keys = [entry.key for entry in entries]
    return [replace(entry, key=key) for entry, key in zip(entries, [*keys[1:], keys[-1] + b""], strict=True)]


def _ofs(*values: int) -> OnEntries:
    def change(entries: list[Entry], dice: random.Random) -> list[Entry]:
        value = dice.choice(values)
        return _at(entries, dice, lambda entry: replace(entry, target=None, ofs=value))

    return change


def _ofs_of_other(entries: list[Entry], dice: random.Random) -> list[Entry] | None:
    if len(entries) < 2:
        return None
    one, two = dice.sample(range(len(entries)), 2)
    entries[one] = replace(entries[one], target=entries[two].target)
    return entries


def _size(entries: list[Entry], dice: random.Random) -> list[Entry]:
    change = dice.choice((1, -1, 100, -(1 << 20), 1 << 30))
    return _at(entries, dice, lambda entry: replace(entry, target=None, size=entry.size + change))


def _removed_at(which: Callable[[int, random.Random], int]) -> OnEntries:
    def change(entries: list[Entry], dice: random.Random) -> list[Entry] | None:
        if len(entries) < 2:
            return None
        del entries[which(len(entries), dice)]
        return entries

    return change


def _doubled(entries: list[Entry], dice: random.Random) -> list[Entry]:
    index = dice.randrange(len(entries))
    return [*entries[:index], entries[index], *entries[index:]]


_of_entries("key-bit", _key_bit)
_of_entries("key-row-bit", _key_row_bit)
_of_entries("key-empty", lambda entries, dice: _at(entries, dice, lambda entry: replace(entry, key=b"\0\0")))
_of_entries("key-same", _same_key)
_of_entries("keys-swapped", _keys_swapped)
_of_entries("keys-shifted", _shifted)
_of_entries("entries-swapped", _swapped)
_of_entries("entries-reversed", lambda entries, _: entries[::-1])
_of_entries("entry-doubled", _doubled)
_of_entries("entry-removed", _removed_at(lambda num, dice: dice.randrange(num)))
_of_entries("entry-removed-first", _removed_at(lambda _num, _dice: 0))
_of_entries("entry-removed-last", _removed_at(lambda num, _dice: num - 1))
_of_entries("entries-removed-all", lambda _entries, _dice: [])
_of_entries("offset-zero", _ofs(0))
_of_entries("offset-wild", _ofs(-1, 1, 1 << 40, -(1 << 62), 33))
_of_entries("offset-of-other", _ofs_of_other)
_of_entries("size", _size)


@kind("index.trailing")
def trailing(parts: Parts, dice: random.Random) -> Parts | None:
    """Bytes behind the entries of an index."""
    blocks = _indexes(parts)
    if not blocks:
        return None
    part = dice.choice(blocks)
    return parts.put(replace(part, payload=part.payload + dice.randbytes(dice.choice((1, 4, 16, 40)))))


@kind("index.mid-key")
def mid_key(parts: Parts, dice: random.Random) -> Parts | None:
    """A mid-key that names another entry, or none."""
    root = parts.root
    if not root.has_mid_key:
        return None
    wrong = dice.choice((b"", bytes(16), root.payload[:15] + b"\x7f", b"\x7f" * 16))
    return parts.put(replace(root, payload=wrong, has_mid_key=False))


# --- trailer -----------------------------------------------------------------------------------------


def _of_number(name: str, change: Callable[[int, random.Random], int], blind: str = "") -> None:
    @kind(f"trailer.{name.replace('_', '-')}", blind=blind)
    def damage(parts: Parts, dice: random.Random) -> Parts | None:
        numbers = {
            "data_index_count": len(parts.root.entries),
            "entry_count": parts.num_cells,
            "num_data_index_levels": parts.levels,
            "meta_index_count": parts.num_meta,
        }
        now = numbers.get(name, 0)
        value = change(now, dice)
        return None if value == now else parts.say(**{name: value})


def _near(now: int, dice: random.Random) -> int:
    return dice.choice((now - 1, now + 1, 0, (1 << 31) - 1, 2 * now))


_of_number("data_index_count", _near)
_of_number("entry_count", _near)
_of_number("meta_index_count", _near)
_of_number("num_data_index_levels", lambda now, dice: dice.choice((now + 1, now - 1, 0, 16, (1 << 31) - 1)))
_of_number("first_data_block_offset", lambda _, dice: dice.choice((-1, 1, 64, 1 << 40)))
_of_number("last_data_block_offset", lambda _, dice: dice.choice((-1, 1, 64, 1 << 40)))
_of_number("load_on_open_data_offset", lambda _, dice: dice.choice((0, 64, 100, 1 << 40, -1)))
_of_number("file_info_offset", lambda _, dice: dice.choice((1, 64, 1 << 40, -1)), _SAME)
_of_number("total_uncompressed_bytes", lambda _, dice: dice.choice((1, 1 << 40)), _SAME)
_of_number("compression_codec", lambda _, dice: dice.choice([*map(int, Codec), 9, 255]))


@kind("trailer.count-and-entries")
def count_and_entries(parts: Parts, dice: random.Random) -> Parts | None:
    """The root without its last entries, the count with it."""
    root = parts.root
    if len(root.entries) < 2:
        return None
    kept = dice.randrange(len(root.entries))
    return parts.put(replace(root, entries=root.entries[:kept]))


@kind("trailer.version")
def version(parts: Parts, dice: random.Random) -> Parts:
    """Another version in the last four bytes."""
    minor, major = dice.choice(((0, 3), (3, 3), (9, 3), (255, 3), (0, 2), (1, 2), (3, 2), (0, 4), (0, 1)))
    return replace(parts, version=bytes([minor, 0, 0, major]))


@kind("trailer.comparator", blind=_SAME)
def comparator(parts: Parts, dice: random.Random) -> Parts:
    """Another comparator."""
    return replace(parts, comparator=dice.choice((b"", b"x", b"org.example.Reversed", b"\xff")))


# --- file info ---------------------------------------------------------------------------------------


def _with_info(parts: Parts, info: dict[bytes, bytes]) -> Parts:
    """The file with other entries in its info."""
    part = parts.info
    if part.payload[:4] == b"PBUF":
        message = b""
        for key, value in info.items():
            pair = b"\x0a" + varint(len(key)) + key + b"\x12" + varint(len(value)) + value
            message += b"\x0a" + varint(len(pair)) + pair
        payload = b"PBUF" + varint(len(message)) + message
    else:
        payload = len(info).to_bytes(4, "big")
        for key, value in info.items():
            payload += vlong(len(key)) + key + b"\x01" + vlong(len(value)) + value
    return parts.put(replace(part, payload=payload))


OnInfo = Callable[[dict[bytes, bytes], random.Random], object]


def _of_info(name: str, change: OnInfo) -> None:
    @kind(f"info.{name}")
    def damage(parts: Parts, dice: random.Random) -> Parts | None:
        payload = Payload(parts.info.payload, 0)
        info = decode_info(payload, is_old=True)
        before = dict(info)
        change(info, dice)
        return None if info == before else _with_info(parts, info)


def _key_value_version(info: dict[bytes, bytes], dice: random.Random) -> None:
    if info.pop(b"KEY_VALUE_VERSION", None) is None or dice.random() < 0.5:
        info[b"KEY_VALUE_VERSION"] = dice.choice((b"\0\0\0\1", b"\0\0\0\0", b"\0\0\0\2", b"\1"))


def _tags(info: dict[bytes, bytes], _: random.Random) -> None:
    if info.pop(b"hfile.MAX_TAGS_LEN", None) is None:
        info[b"hfile.MAX_TAGS_LEN"] = bytes(4)


def _encoding(info: dict[bytes, bytes], dice: random.Random) -> None:
    info[b"DATA_BLOCK_ENCODING"] = dice.choice(
        (b"NONE", b"DIFF", b"FAST_DIFF", b"PREFIX", b"ROW_INDEX_V1", b"?")
    )


def _last_key(info: dict[bytes, bytes], dice: random.Random) -> None:
    info[b"hfile.LASTKEY"] = dice.choice((b"", b"\0\1a", b"\0\xff", b"\0\4~~~~", b"x"))


def _dictionary(info: dict[bytes, bytes], _: random.Random) -> None:
    if info.pop(b"hfile.TAGS_COMPRESSED", None) is None:
        info[b"hfile.TAGS_COMPRESSED"] = b"\xff"


def _max_mvcc(info: dict[bytes, bytes], dice: random.Random) -> None:
    info[b"MAX_MEMSTORE_TS_KEY"] = dice.choice((b"", bytes(8), b"\xff" * 8, b"\x7f" * 8))


_of_info("key-value-version", _key_value_version)
_of_info("tags", _tags)
_of_info("encoding", _encoding)
_of_info("last-key", _last_key)
_of_info("tag-dictionary", _dictionary)
_of_info("max-mvcc", _max_mvcc)
_of_info("empty", lambda info, _: info.clear())


@kind("info.bit")
def info_bit(parts: Parts, dice: random.Random) -> Parts:
    """A bit of the file info."""
    payload = bytearray(parts.info.payload)
    payload[dice.randrange(len(payload))] ^= 1 << dice.randrange(8)
    return parts.put(replace(parts.info, payload=bytes(payload)))


@kind("info.missing")
def info_missing(parts: Parts, _: random.Random) -> Parts:
    """The file info under the kind of a Bloom filter."""
    return parts.put(replace(parts.info, kind="GENERAL_BLOOM_META"))
