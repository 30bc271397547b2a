# SPDX-License-Identifier: Apache-2.0
"""Records of drawn file groups of a metadata table, for mutants drawn by chance.

    drawn:grouped-records-N   records of another type, under another key or in another group, and blocks that
                              nobody reads: what is told is what the draw makes wrong
    drawn:grouped-together    records of all file groups of an index

Keys, file groups and ids are those of the writer, which shares no code with the audit.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from chance_asked import Asked, Failure, imported, numbered, without_world
from chance_findings import Told, damage, difference, replaced

_OWN = ".hoodie/metadata"
_PARTITIONS = ("", "p=1", "q/r")
_SECONDARY, _EXPRESSION = "secondary_index_a", "expr_index_b"
_INDEXES = (
    "files", "column_stats", "partition_stats", "bloom_filters", "record_index", _SECONDARY, _EXPRESSION
)  # fmt: skip
_TYPES = {
    "files": {1, 2}, "column_stats": {3}, "partition_stats": {6}, "bloom_filters": {4}, "record_index": {5},
    _SECONDARY: {7}, _EXPRESSION: {3, 4, 6},
}  # fmt: skip
_Expected = list[tuple[Told, list[str]]]


def _payload(kind: int, key: str, column: str | None, file: str | None) -> Any:
    views = imported("views.metadata")
    match kind:
        case 1 | 2:
            return views.FileList({})
        case 3 | 6:
            return views.ColumnStats(column, file, None, None, 1, 0, 1, 1, False, False, None)
        case 4:
            return views.BloomRow("SIMPLE", "1", b"", False)
        case 5:
            return views.Location("p", "f", 1, None, 1)
    return views.SecondaryRow(False)


def _stat_key(chance: random.Random, index: str, kind: int, place: tuple[str, str, str]) -> tuple[str, bool]:
    """The key of a row of statistics, right or of something else."""
    keys, (column, partition, file) = imported("encode.metadata.keys"), place
    if kind == 6:
        is_expression = index == _EXPRESSION
        right = keys.stats_key(column, partition, None, is_expression=is_expression)
        wrong = [
            keys.stats_key(f"{column}x", partition, None, is_expression=is_expression),
            keys.stats_key(column, f"{partition}x", None, is_expression=is_expression),
            keys.stats_key(column, partition, None, is_expression=not is_expression),
        ]
    else:
        right = keys.stats_key(column, partition, file, is_expression=False)
        wrong = [
            keys.stats_key(f"{column}x", partition, file, is_expression=False),
            keys.stats_key(column, partition, f"{file}x", is_expression=False),
        ]
        if not file.startswith("gone"):  # of a file that is not listed the partition is not known
            wrong.append(keys.stats_key(column, f"{partition}x", file, is_expression=False))
    return (right, True) if chance.random() < 0.7 else (chance.choice(wrong), False)


def _draw_key(chance: random.Random, index: str, kind: int) -> tuple[str, Any, bool]:
    """A key, its payload, and whether it is the hash of what the payload is about."""
    column, partition = chance.choice("abc"), chance.choice(_PARTITIONS)
    file = f"{chance.choice(('gone', 'f'))}-{partition.replace('/', '-')}"
    if kind in {3, 6} and chance.random() < 0.9:
        key, is_right = _stat_key(chance, index, kind, (column, partition, file))
        return key, _payload(kind, key, column, partition if kind == 6 else file), is_right
    key = f"k{chance.randrange(1000)}"
    if index == _SECONDARY:
        key = f"s{chance.randrange(9)}{chance.choice(('$', '$', '$', chr(92) + '$', ''))}r{key}"
    absent = chance.choice(((None, "f"), ("a", None)))
    return key, _payload(kind, key, *absent), True


def records_fault(chance: random.Random) -> Failure:
    """A drawn group: what is wrong with its records, keys, routes and blocks."""
    keys, views = imported("encode.metadata.keys"), imported("views.metadata")
    index = chance.choice(_INDEXES)
    has_owners = index == "record_index" and chance.random() < 0.6
    is_partitioned = has_owners and chance.random() < 0.7
    owners: Sequence[str | None] = ("p", "q/r") if has_owners else (None,)
    ids = sorted(keys.id_of(index, at, part) for part in owners for at in range(chance.choice((1, 2, 5))))
    file_id = chance.choice(ids)
    prefix = file_id[: -len("0000-0")] if is_partitioned else ""
    same = [one for one in ids if one.startswith(prefix)]
    version = chance.choice(("V1", "V2", None))
    records: dict[str, Any] = {}
    foreign, wrong, lost, broken = [], [], [], []
    for _ in range(chance.randrange(6)):
        is_own = chance.random() < 0.8
        kind = chance.choice(sorted(_TYPES[index])) if is_own else chance.randrange(1, 8)
        key, payload, is_right = _draw_key(chance, index, kind)
        if key in records:
            continue
        records[key] = views.MetadataRecord(key, views.RecordType(kind), payload)
        foreign += [key] * (kind not in _TYPES[index])
        wrong += [key] * (not is_right)
        before = keys.before_separator(key) if index == _SECONDARY else key
        if index == _SECONDARY and not before.endswith("$"):
            broken.append(key)
        elif same[keys.group_of(before if version == "V2" else key, len(same))] != file_id:
            lost.append(key)
    with tempfile.TemporaryDirectory() as place:
        logs = _draw_logs(chance, Path(place), index, file_id)
        base = f"{file_id}_0-1-0_1.hfile" if chance.random() < 0.5 else None
        name = logs[-1][0] if logs else base
        where = f"{_OWN}/{index}/{name}" if name else f"{_OWN}/{index}"
        expected: _Expected = []
        if foreign:
            expected.append((damage(where, "metadata-key", "bad-type"), [_shown(foreign)]))
        expected += [(damage(where, "metadata-key", "missing-field"), [repr(key)]) for key in broken]
        if lost:
            words = [f"{_number(len(lost), 'key')} of another of the {len(same)}", _shown(lost)]
            words.append("file groups of" if is_partitioned else "!file groups of")
            expected.append((damage(where, "metadata-key", "bad-reference"), words))
        if wrong:
            words = [f"{_number(len(wrong), 'record')} under keys", _shown(wrong)]
            expected.append((damage(where, "metadata-key", "bad-value"), words))
        for log, unread in logs:
            if unread:
                path = f"{_OWN}/{index}/{log}"
                expected.append((damage(path, "metadata-block", "bad-reference"), [_shown(unread)]))
        item = _item(index, file_id, base, [log for log, _ in logs])
        state = _state(Path(place), {index: [_item(index, one, None, []) for one in ids]})
        options = {"isPartitioned": "true" if is_partitioned else "false"}
        if version is not None or is_partitioned:
            definition = views.IndexDefinition(index, "t", "f", (), options, version or "V1")
            state.metadata.definitions[index] = definition
        state.listing = {one: {f"f-{one.replace('/', '-')}": 1} for one in _PARTITIONS}
        found = imported("audit.metadata.groups").check_group(state, index, item, records)
        return difference(found, expected)


def _records_of() -> Failure:
    """Records of all file groups of an index, none of one that there is not."""
    module = imported("audit.metadata.groups")
    metadata = SimpleNamespace(slices={"files": ({"a": 1}, {"b": 2}), "empty": ()})
    with replaced(module, read_group=lambda table, index, item: item if table is metadata else {}):
        for index, expected in (("files", {"a": 1, "b": 2}), ("empty", {}), ("none", {})):
            if (found := module.records_of(SimpleNamespace(metadata=metadata), index)) != expected:
                return f"records of {index}: {found}"
    return None


def _number(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _shown(names: Sequence[str]) -> str:
    head = ", ".join(repr(name[:60]) for name in names[:3])
    return head if len(names) <= 3 else f"{head} and {len(names) - 3} more"


def _item(index: str, file_id: str, base: str | None, logs: Sequence[str]) -> Any:
    files = imported("semantics.slices.files")
    return files.FileSlice(
        index, file_id, "1", None if base is None else files.BaseFile(index, file_id, "0-1-0", "1", base),
        tuple(files.SliceLog(index, file_id, "1", at, "0-1-0", "", name) for at, name in enumerate(logs)),
    )  # fmt: skip


_COUNTING, _PENDING, _OF_NOBODY = ("11", "12"), ("13", "14"), ("15", "16")


def _draw_logs(chance: random.Random, place: Path, index: str, file_id: str) -> list[tuple[str, list[str]]]:
    """Log files by name, each with the instants of its blocks that nobody reads."""
    write, logs = imported("encode").encode_log, []
    for number in range(chance.randrange(3)):
        blocks, unread = [], set()
        for _ in range(chance.randrange(1, 4)):
            time = chance.choice((*_COUNTING, *_PENDING, *_OF_NOBODY, ""))
            is_damaged = chance.random() < 0.15
            knobs = {"knobs": {"len_trailing": 7}} if is_damaged else {}
            blocks.append({"kind": "DELETE_BLOCK", "header": {"INSTANT_TIME": time}, "deletes": [], **knobs})
            if time in _OF_NOBODY and not is_damaged:
                unread.add(time)
        name = f".{file_id}_1.log.{number}_0-1-0"
        path = place / _OWN / index / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(write({"blocks": blocks}).data)
        logs.append((name, sorted(unread)))
    return logs


def _state(place: Path, slices: Mapping[str, Any]) -> Any:
    views = imported("views.timeline")
    instants = [views.Instant(time, "commit", views.State.COMPLETED, None, "x") for time in _COUNTING]
    instants += [
        views.Instant(time, "commit", state, None, "x")
        for time, state in zip(_PENDING, (views.State.REQUESTED, views.State.INFLIGHT), strict=True)
    ]
    # A completed instant that does not count is not pending either.
    instants.append(views.Instant(_OF_NOBODY[0], "commit", views.State.COMPLETED, None, "x"))
    metadata = SimpleNamespace(
        slices=dict(slices),
        definitions={},
        valid=frozenset(_COUNTING),
        data=SimpleNamespace(instants=instants),
    )
    return SimpleNamespace(path=place, metadata=metadata, listing={})


def grouped_questions() -> Iterator[Asked]:
    """All of them."""
    yield from numbered({"grouped-records": records_fault}, 4, 30)
    yield "drawn:grouped-together", "", without_world(_records_of)
