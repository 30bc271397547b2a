# SPDX-License-Identifier: Apache-2.0
"""What writers write, against the same put together here, for mutants drawn by chance.

drawn:encoded-NAME-N      encoded blocks of cells that share parts in all ways: the writer's bytes, and
                          the cells that are read of them
drawn:index-damage        an entry of an index is found behind keys of any length
drawn:metadata-table-V    a metadata table: names of all files in their order, kinds and instants of their
                          blocks, groups of entries, properties
"""

from __future__ import annotations

import itertools
import random
import re
import struct
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported, numbered
from chance_drawn import ask
from chance_near import refusal_of, uvarint, vlong
from chance_told_hfile import _PLAIN

if TYPE_CHECKING:
    from chance_questions import World

_IDS = {"PREFIX": 2, "DIFF": 3, "FAST_DIFF": 4}
_TYPES = (4, 4, 4, 8, 10, 12, 14)
_TIMES = (0, 1, 255, 256, 1 << 16, 1 << 40, (1 << 40) + 1, 2**63 - 1, -1, -256, -(2**63), 1 << 56)
_TEXTS = (b"", b"\0", b"\0\0", b"a", b"a\0", b"ab", b"b", b"\0a")


def near_written_questions() -> Iterator[Asked]:
    """All of them."""
    faults = {f"encoded-{name.lower()}": partial(_encoded_fault, name) for name in _IDS}
    yield from numbered(faults, 3, 60)
    yield "drawn:index-damage", "", _damage_fault
    for version in (6, 8, 9):
        yield f"drawn:metadata-table-{version}", "", partial(_metadata_fault, version)


# --- encoded blocks --------------------------------------------------------------------------------------


def _common(left: bytes, right: bytes) -> int:
    return sum(
        1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False))
    )


def _flat(cell: Any) -> bytes:
    """A key without time and type."""
    head = struct.pack(">H", len(cell.row)) + cell.row + bytes([len(cell.family)])
    return head + cell.family + cell.qualifier


def _full(cell: Any) -> bytes:
    return _flat(cell) + struct.pack(">qB", cell.timestamp, cell.type)


def _signed(value: int) -> int:
    return (value + 2**63) % 2**64 - 2**63


def _num_bytes(value: int) -> int:
    return max(1, -(-abs(value).bit_length() // 8))


def _prefix_cell(cell: Any, before: Any) -> bytes:
    key = _full(cell)
    shared = 0 if before is None else _common(key, _full(before))
    return uvarint(len(key) - shared) + uvarint(len(cell.value)) + uvarint(shared) + key[shared:] + cell.value


def _diff_cell(cell: Any, before: Any, *, is_fast: bool) -> bytes:
    shared = 0 if before is None else _common(_flat(cell), _flat(before))
    same_key = before is not None and len(_flat(cell)) == len(_flat(before))
    same_value = before is not None and len(cell.value) == len(before.value)
    same_type = before is not None and cell.type == before.type
    lengths = b"" if same_key else uvarint(len(_full(cell)))
    lengths += (b"" if same_value else uvarint(len(cell.value))) + uvarint(shared)
    kind = b"" if same_type else bytes([cell.type])
    len_row = 2 + len(cell.row)
    if shared < len_row:
        rest = (struct.pack(">H", len(cell.row)) + cell.row)[shared:] + cell.qualifier
    else:
        rest = cell.qualifier[shared - len_row - 1 - len(cell.family) :]
    if is_fast:
        if before is None:
            return b"\0" + lengths + _full(cell) + cell.value
        time, last = struct.pack(">q", cell.timestamp), struct.pack(">q", before.timestamp)
        of_time = min(_common(time, last), 7)
        is_same = cell.value == before.value
        flags = of_time + 8 * same_key + 16 * same_value + 32 * same_type + 64 * is_same
        return bytes([flags]) + lengths + rest + time[of_time:] + kind + (b"" if is_same else cell.value)
    number, is_difference = cell.timestamp, False
    if before is not None:
        difference = _signed(before.timestamp - cell.timestamp)
        if _num_bytes(difference) < _num_bytes(number):
            number, is_difference = difference, True
    flags = same_key + 2 * same_value + 4 * same_type + 8 * is_difference + 16 * (_num_bytes(number) - 1)
    flags += 128 * (number < 0)
    raw = abs(number).to_bytes(_num_bytes(number), "little")
    return bytes([flags]) + lengths + rest + raw + kind + cell.value


def _block(cells: Sequence[Any], name: str, *, has_tags: bool, has_mvcc: bool) -> bytes:
    """An encoded block of the cells."""
    size = sum(8 + len(_full(cell)) + len(cell.value) for cell in cells)
    size += sum(2 + len(cell.tags) for cell in cells) * has_tags
    size += sum(len(vlong(cell.mvcc)) for cell in cells) * has_mvcc
    out = struct.pack(">Hi", _IDS[name], size)
    if name == "DIFF" and cells:
        out += bytes([len(cells[0].family)]) + cells[0].family
    for before, cell in zip([None, *cells], cells, strict=False):
        if name == "PREFIX":
            out += _prefix_cell(cell, before)
        else:
            out += _diff_cell(cell, before, is_fast=name == "FAST_DIFF")
        out += (uvarint(len(cell.tags)) + cell.tags) * has_tags + vlong(cell.mvcc) * has_mvcc
    return out


def _encoded_fault(name: str, chance: random.Random) -> Failure:
    module, cell_of = imported("encode.hfile.encodings"), imported("encode.hfile.cells")
    has_tags, has_mvcc = chance.random() < 0.5, chance.random() < 0.5
    families = (b"f", b"", b"gg") if name == "PREFIX" else (chance.choice((b"f", b"", b"gg")),)
    texts = chance.sample(_TEXTS, 3)
    cells = [
        cell_of.Cell(
            chance.choice(texts) + b"r" * chance.choice((0, 0, 130)), chance.choice(families),
            chance.choice(texts), chance.choice(_TIMES), chance.choice(_TYPES),
            chance.choice((b"", b"v", b"w", b"x" * 128)),
            chance.choice((b"", b"\0\2\1t", b"\0\1\1" * 50)) if has_tags else b"",
            chance.choice((0, 1, 127, 128, 1 << 40)) if has_mvcc else 0, 0, 0,
        )
        for _ in range(chance.randrange(1, 7))
    ]  # fmt: skip
    wanted = _block(cells, name, has_tags=has_tags, has_mvcc=has_mvcc)
    layout = cell_of.CellLayout(has_tags, has_mvcc)
    if (found := module.encode_payload(cells, layout, name)) != wanted:
        return f"{name}: {found.hex()} instead of {wanted.hex()}"[:390]
    reader, views = imported("decode.hfile.encodings"), imported("views.hfile")
    payloads = imported("decode.hfile.payload")
    own = reader.Layout(has_tags=has_tags, has_mvcc=has_mvcc)

    def read(data: bytes, bound: int = 1 << 20) -> Any:
        decode = reader.decode_encoded
        return refusal_of(lambda: list(decode(payloads.Payload(data, 90), views.Encoding[name], own, bound)))

    def shown(cell: Any) -> tuple[Any, ...]:
        return (cell.row, cell.family, cell.qualifier, cell.timestamp, cell.type, cell.value, cell.tags,
                cell.mvcc)  # fmt: skip

    again = read(wanted)
    if not isinstance(again, list) or list(map(shown, again)) != list(map(shown, cells)):
        return f"{name}: {str(again)[:200]}"
    sizes = [struct.unpack(">i", _block([cell], name, has_tags=has_tags, has_mvcc=has_mvcc)[2:6])[0]
             for cell in cells]  # fmt: skip
    if sum(reader.plain_size(cell, own) for cell in again) != sum(sizes):
        return f"{name}: {sizes}"
    if not isinstance(read(wanted, sum(sizes)), list):
        return "cells of as many bytes as are allowed"
    try:
        read(wanted, sum(sizes) - 1)
    except imported("errors").LimitExceeded:
        pass
    else:
        return "cells of more bytes than are allowed"
    starts = {
        len(_block(cells[:num], name, has_tags=has_tags, has_mvcc=has_mvcc)) for num in range(len(cells))
    } | {6, 7 + len(cells[0].family) if name == "DIFF" else 6}
    for end in chance.sample(range(6, len(wanted)), min(len(wanted) - 6, 20)):
        refusal = read(wanted[:end])
        if end in starts:
            continue
        if not isinstance(refusal, tuple) or refusal[0] not in {"truncated", "length-mismatch"}:
            return f"{name}, cut to {end} of {len(wanted)}: {str(refusal)[:100]}"
    return None


def _damage_fault(_: World) -> Failure:
    """An entry is found by the lengths of the keys before it, in roots and in leaves."""
    write = imported("encode.hfile.write").encode_hfile_description
    lengths = (20, 127, 128, 140, 255, 256, 300)
    cells = [
        {**_PLAIN["cells"][0], "row": bytes([97 + at]).hex() + "61" * (length - 15)}
        for at, length in enumerate(lengths)
    ]
    plain = {**_PLAIN, "cells": cells, "block_size": 1}
    for more, block, kind in (
        ({}, "ROOT_INDEX[0]", "ROOT_INDEX"), ({"index_block_size": 60, "min_index_entries": 2},
        "LEAF_INDEX[0]", "LEAF_INDEX"),
    ):  # fmt: skip
        before = write({**plain, **more})
        entries = ask("hfile.index", before.data)["value"]
        for number in range(len(lengths) if kind == "ROOT_INDEX" else 1):
            damage = {"block": block, "entry": number, "size": 7777}
            data = write({**plain, **more, "knobs": {"index": [damage]}}).data
            if number == 0:
                implied = {"block": block, "size": 7777}
                if write({**plain, **more, "knobs": {"index": [implied]}}).data != data:
                    return "the first entry is not the one that is meant"
            changed = [at for at, (one, two) in enumerate(zip(before.data, data, strict=True)) if one != two]
            place = data.find(struct.pack(">i", 7777))
            entry = entries["data"][number]
            start = before.data.find(struct.pack(">qi", int(entry["ofs"]), int(entry["size"])))
            if place != start + 8 or any(at < place for at in changed):
                return f"{block}, entry {number} is at {start}, changed at {place}"
    return None


# --- metadata tables -------------------------------------------------------------------------------------

_LOG = re.compile(r"\.hoodie/metadata/([a-z_]+)/\.(.+)_([0-9]+)\.log\.([0-9]+)_([0-9-]+)")
_BASE = re.compile(r"\.hoodie/metadata/([a-z_]+)/(.+)_0-1-0_([0-9]+)\.hfile")
_TIMES_OF_COMMITS = [f"2026010100000{at}000" for at in range(8)]


def _commits() -> list[dict[str, Any]]:
    t = _TIMES_OF_COMMITS
    place = {"partition": "p", "file_id": "00000000-0000-0000-0000-000000000001-0", "instant_ms": 5}
    rows = [{"key": f"k{at}", **place, "group": at % 3} for at in range(5)]
    return [
        {"time": t[0], "completion_time": t[1], "rows": {
            "files": [{"partitions": {"p": True}}, {"partition": "p", "files": {"a": 1, "b": None}}],
            "record_index": rows}},
        {"time": t[1], "completion_time": t[2], "rows": {
            "record_index": [{"delete": "k1", "group": 1}, rows[4]]}},
        {"time": t[2], "completion_time": t[3], "action": "compaction", "rows": {"record_index": rows[:2]}},
        {"time": t[3], "completion_time": t[4], "action": "rollback", "undoes": t[1]},
        {"time": t[4], "completion_time": t[5], "action": "rollback"},
        {"time": t[5], "completion_time": t[6], "undoes": t[1], "rows": {
            "files": [{"partitions": {"q": False}}]}},
    ]  # fmt: skip


def _properties(version: int) -> dict[str, str]:
    common = {
        "hoodie.table.name": "n", "hoodie.table.type": "COPY_ON_WRITE", "hoodie.table.version": f"{version}",
        "hoodie.table.recordkey.fields": "id", "hoodie.table.base.file.format": "PARQUET",
        "hoodie.table.timeline.timezone": "UTC", "hoodie.populate.meta.fields": "true",
        "hoodie.datasource.write.hive_style_partitioning": "true",
        "hoodie.table.metadata.partitions": "files,record_index",
        "hoodie.table.metadata.partitions.inflight": "",
    }  # fmt: skip
    if version == 6:
        return common | {"hoodie.archivelog.folder": "archived", "hoodie.timeline.layout.version": "1"}
    return common | {
        "hoodie.archivelog.folder": "history", "hoodie.timeline.path": "timeline",
        "hoodie.timeline.history.path": "history", "hoodie.table.initial.version": f"{version}",
        "hoodie.record.merge.mode": "COMMIT_TIME_ORDERING", "hoodie.timeline.layout.version": "2",
        "hoodie.table.index.defs.path": ".hoodie/.index_defs/index.json",
    }  # fmt: skip


def _blocks_of(version: int) -> list[tuple[str, int, str, str, list[tuple[str, str]]]]:
    """Partition, group, time in the name, number and blocks of each log, in the order of writing."""
    t, is_new = _TIMES_OF_COMMITS, version >= 8
    firsts = ["0" * 14 + f"{number if is_new else number + 10:03d}" for number in range(2)]
    groups = [("files", 0), *(("record_index", at) for at in range(3))]
    base = {group: firsts[group[0] == "record_index"] for group in groups}
    num = dict.fromkeys(groups, 0)
    out = []

    def log(group: tuple[str, int], time: str, *kinds: str) -> None:
        num[group] += 1
        out.append((*group, time if is_new else base[group], 1 if is_new else num[group],
                    [(kind, time) for kind in kinds]))  # fmt: skip

    for group in groups:
        log(group, base[group], "DELETE_BLOCK")
    for group in groups:
        log(group, t[0], "HFILE_DATA_BLOCK")
    log(groups[2], t[1], "HFILE_DATA_BLOCK", "DELETE_BLOCK")
    for group in groups[1:]:
        base[group], num[group] = t[2], 0
    for group in groups:
        log(group, t[3], "COMMAND_BLOCK")
    log(groups[0], t[5], "HFILE_DATA_BLOCK")
    return out


def _metadata_fault(version: int, _: World) -> Failure:
    encode = imported("encode.metadata.table").encode_metadata
    indexes: dict[str, Any] = {"files": {}, "record_index": {"groups": 3}}
    described = {"table_version": version, "name": "n", "indexes": indexes, "commits": _commits()}
    files = encode(described)
    ids: dict[str, list[str]] = {}
    for path in files:
        if match := _LOG.fullmatch(path):
            ids.setdefault(match[1], [])
            ids[match[1]] = sorted({*ids[match[1]], match[2]})
    if {name: len(own) for name, own in ids.items()} != {"files": 1, "record_index": 3}:
        return f"groups {ids}"
    found = []
    for path, data in files.items():
        if match := _LOG.fullmatch(path):
            blocks = ask("log.scan", data)["value"]["blocks"]
            kinds = [(one["kind"], one["header"]["INSTANT_TIME"]) for one in blocks]
            found.append((match[1], ids[match[1]].index(match[2]), match[3], int(match[4]), kinds))
            for one in blocks:
                if one["kind"] == "COMMAND_BLOCK" and (
                    one["header"]["TARGET_INSTANT_TIME"] != _TIMES_OF_COMMITS[1]
                ):
                    return f"{path} cancels {one['header']}"
    if found != (wanted := _blocks_of(version)):
        wrong = next(pair for pair in itertools.zip_longest(found, wanted) if pair[0] != pair[1])
        return f"{wrong[0]}, expected {wrong[1]}"
    bases = {
        (ids[match[1]].index(match[2]), match[3]): data
        for path, data in files.items()
        if (match := _BASE.fullmatch(path))
    }
    if set(bases) != {(at, _TIMES_OF_COMMITS[2]) for at in range(3)}:
        return f"base files {sorted(bases)}"
    for (at, _time), data in bases.items():
        rows = [bytes.fromhex(cell["row"]) for cell in ask("hfile.cells", data)["value"]["cells"]]
        if rows != [f"k{at}".encode()] * (at < 2):
            return f"group {at}: {rows}"
    text = files[".hoodie/hoodie.properties"].decode()
    lines = [line.partition("=") for line in text.splitlines() if line and not line.startswith("#")]
    properties = {key: value.replace("\\:", ":") for key, _, value in lines}
    properties.pop("hoodie.table.checksum", None)
    if properties != _properties(version):
        return f"properties {sorted(set(properties.items()) ^ set(_properties(version).items()))}"
    for wrong in ({"table_version": 7}, {"indexes": []}, {"x": 1}, {"indexes": {"files": {"groups": 0}}},
                  {"commits": [{"time": "1", "rows": {"x": []}}]}):  # fmt: skip
        try:
            encode({**described, **wrong})
        except imported("encode.errors").EncodeError:
            continue
        return f"{wrong} is written"
    return None
