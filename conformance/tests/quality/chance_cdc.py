# SPDX-License-Identifier: Apache-2.0
"""Changes of drawn tables with CDC, for mutants drawn by chance.

    drawn:cdc-wrong-WHAT-VERSION  a CDC file that is gone, of another kind, or without images is refused
    drawn:cdc-TYPE-MODE-VERSION   commits that insert, update, delete, empty and replace file groups: the CDC
                                  view of drawn ranges is what the steps did, with the images of their mode

The judge keeps the rows of each group itself; the files come from the reference writer and an Arrow library.
"""

from __future__ import annotations

import importlib
import json
import random
import struct
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import minimal_log
import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Asked

if TYPE_CHECKING:
    from chance_questions import Failure, World

PACKAGE = "hudi_conformance"
_MODES = ("OP_KEY_ONLY", "DATA_BEFORE", "DATA_BEFORE_AFTER")
_VERSIONS = (6, 8, 9)
_NUM_TABLES, _NUM_COMMITS, _NUM_RANGES = 3, 7, 5
_KEYS = tuple("abcdefgh")
Row = dict[str, Any]
Change = tuple[str, str, Row | None, Row | None]
"""Time, operation, row before and row after."""


def cdc_questions() -> Iterator[Asked]:
    """One question for each type of table, mode and table version."""
    digest = f"{_NUM_TABLES} {_NUM_COMMITS} {_NUM_RANGES}"
    for version in _VERSIONS:
        for mode in _MODES:
            name = mode.lower().replace("_", "-")
            yield f"drawn:cdc-cow-{name}-{version}", digest, partial(_asked, False, mode, version)
        yield f"drawn:cdc-mor-{version}", digest, partial(_asked, True, _MODES[0], version)
        for name, wrong in _WRONG.items():
            yield f"drawn:cdc-wrong-{name}-{version}", f"{wrong}", partial(_refused, name, version)


def _asked(is_mor: bool, mode: str, version: int, _: World) -> Failure:
    table_read = importlib.import_module(f"{PACKAGE}.adapters.kaitai_table").table_read
    for number in range(_NUM_TABLES):
        chance = random.Random(f"cdc {is_mor} {mode} {version} {number}")
        with tempfile.TemporaryDirectory() as place:
            table = _Table(Path(place) / "table", is_mor, mode, version)
            for _step in range(_NUM_COMMITS):
                table.commit(chance)
            table.store()
            times = ["000", *table.times]
            ranges = [sorted(chance.choices(times, k=2)) for _ in range(_NUM_RANGES)]
            for begin, end in [["000", times[-1]], *ranges]:
                args = {"line": "1.2", "view": "cdc", "begin": begin, "end": end}
                expected = [one for one in table.changes if begin < one[0] <= end]
                found = table_read(table.folder, args)["rows"]
                if _sorted(map(_without_null_meta, found)) != _sorted(map(_shown, expected)):
                    return f"table {number}: other changes from {begin} to {end}"
    return None


# Mode, what is done to a CDC file, and code of the refusal.
_WRONG: dict[str, tuple[str, str]] = {
    "records": ("DATA_BEFORE_AFTER", "count-too-large"), "type": ("DATA_BEFORE_AFTER", "bad-type"),
    "gone": ("DATA_BEFORE_AFTER", "bad-reference"), "op": ("DATA_BEFORE_AFTER", "bad-value"),
    "after-gone": ("DATA_BEFORE", "bad-reference"), "before-gone": ("OP_KEY_ONLY", "bad-reference"),
    "key": ("OP_KEY_ONLY", "bad-reference"), "mode": ("KEY_ONLY", "bad-value"),
}  # fmt: skip


def _refused(name: str, version: int, _: World) -> Failure:
    """A view of changes without a change, or with another one, is never given instead of a refusal."""
    mode, code = _WRONG[name]
    table_read = importlib.import_module(f"{PACKAGE}.adapters.kaitai_table").table_read
    reject: Any = importlib.import_module(f"{PACKAGE}.errors").Reject
    chance = random.Random(f"cdc wrong {name} {version}")
    with tempfile.TemporaryDirectory() as place:
        table = _Table(Path(place) / "table", False, mode if name != "mode" else "DATA_BEFORE", version)
        while not (files := sorted(table.folder.glob(".*.cdc"))):
            table.commit(chance)
        time = table.times[-1]
        table.mode = mode
        table.store()
        args = {"line": "1.2", "view": "cdc", "begin": "000", "end": time}
        if name != "mode" and not table_read(table.folder, args)["rows"]:
            return "no changes of a whole table"
        _damage(name, files[0], time)
        try:
            rows = table_read(table.folder, args)["rows"]
        except reject as error:
            return None if error.code == code else f"refused with {error.code}, expected {code}"
    return f"{len(rows)} rows of a table with a CDC file that is wrong"


def _damage(name: str, path: Path, time: str) -> None:
    """Change a CDC file, or what images are taken from."""
    data = path.read_bytes()
    block = next(minimal_log.scan(data))
    ofs = block.content[0]
    group = path.name[1:].partition("_")[0]
    match name:
        case "records":
            path.write_bytes(data[: ofs + 4] + struct.pack(">i", 99) + data[ofs + 8 :])
        case "type":
            path.write_bytes(data[:18] + struct.pack(">i", 3) + data[22:])
        case "gone":
            path.unlink()
        case "op":  # branch and length, then the letter
            path.write_bytes(data[: ofs + 14] + b"x" + data[ofs + 15 :])
        case "key":
            keys = [
                row["record_key"].encode() for row in minimal_log.records(data, block) if row["op"] != "i"
            ]
            path.write_bytes(data.replace(keys[0], b"?" * len(keys[0])))
        case "after-gone":
            (path.parent / f"{group}_0-0-0_{time}.parquet").unlink()
        case "before-gone":
            for file in path.parent.glob(f"{group}_*.parquet"):
                if time not in file.name:
                    file.unlink()


def _shown(change: Change) -> Row:
    time, op, *images = change
    before, after = (None if row is None else {**row, "ord": str(row["ord"])} for row in images)
    return {"op": op, "ts_ms": time, "before": before, "after": after}


def _without_null_meta(change: Row) -> Row:
    """Images from CDC files may have the meta fields as nulls or not at all."""
    shown = dict(change)
    for name in ("before", "after"):
        row = change[name] or {}
        own = {
            key: value for key, value in row.items() if value is not None or not key.startswith("_hoodie_")
        }
        shown[name] = None if change[name] is None else own
    return shown


def _sorted(rows: Any) -> list[str]:
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


@dataclass
class _Group:
    file_id: str
    rows: dict[str, Row] = field(default_factory=dict)
    base: str | None = None  # its name
    base_time: str | None = None
    logs: list[str] = field(default_factory=list)  # of the slice, in order


class _Table:
    """Carries drawn commits out, and keeps what each changed."""

    def __init__(self, folder: Path, is_mor: bool, mode: str, version: int) -> None:
        self.folder, self.is_mor, self.mode, self.version = folder, is_mor, mode, version
        self.parts: Any = importlib.import_module("history_tables")
        self.times: list[str] = []
        self.changes: list[Change] = []
        self.groups: list[_Group] = []
        self.instants: list[dict[str, Any]] = []
        self._num_groups = 0
        folder.mkdir()

    def commit(self, chance: random.Random) -> None:
        """One drawn commit: the first inserts two groups, later ones do anything to some."""
        time = f"202601010000{len(self.times) + 1:02}000"
        self.times.append(time)
        alive = [group for group in self.groups if group.rows]
        what = chance.choice(("write", "write", "write", "insert", "empty", "replace")) if alive else "insert"
        if self.is_mor and what == "empty":
            what = "write"
        replaced: list[_Group] = []
        match what:
            case "insert":
                stats = [self._insert(time, chance) for _ in range(2)]
            case "empty":
                stats = [self._empty(time, chance.choice(alive))]
            case "replace":
                replaced = [chance.choice(alive)]
                stats = [self._insert(time, chance)]
                self.changes += [(time, "d", row, None) for row in replaced[0].rows.values()]
                self.groups.remove(replaced[0])
            case _:
                write = self._append if self.is_mor else self._rewrite
                stats = [write(time, group, chance) for group in chance.sample(alive, min(len(alive), 2))]
        operation = {"insert": "INSERT", "empty": "DELETE", "replace": "INSERT_OVERWRITE"}.get(what, "UPSERT")
        self._instant(time, operation, stats, replaced)

    def store(self) -> None:
        """Write the timeline."""
        encode = importlib.import_module(f"{PACKAGE}.encode.timeline.table").encode_timeline
        properties = self.parts.properties_of("EVENT_TIME_ORDERING", self.version) | {
            "hoodie.table.type": "MERGE_ON_READ" if self.is_mor else "COPY_ON_WRITE",
            "hoodie.table.cdc.enabled": "true",
            "hoodie.table.cdc.supplemental.logging.mode": self.mode,
        }
        made = encode(
            {
                "release": self.parts.RELEASES[self.version],
                "table_version": self.version,
                "properties": properties,
                "instants": self.instants,
            }
        )
        for path, data in made.files.items():
            target = self.folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        (self.folder / ".hoodie_partition_metadata").write_text("commitTime=1\npartitionDepth=0\n")

    def _instant(
        self, time: str, operation: str, stats: Sequence[dict[str, Any]], replaced: Sequence[_Group]
    ) -> None:
        content = self.parts.commit(operation, stats, self.version)
        action = "deltacommit" if self.is_mor else "commit"
        instant: dict[str, Any] = {"time": time, "states": ["REQUESTED", "INFLIGHT", "COMPLETED"]}
        if replaced:
            action = "replacecommit"
            content["partitionToReplaceFileIds"] = {"": [group.file_id for group in replaced]}
        if self.version >= 8:
            instant["completion_time"] = time[:-3] + "500"
        self.instants.append(instant | {"action": action, "completed": content})

    def _insert(self, time: str, chance: random.Random) -> dict[str, Any]:
        """A new group."""
        group = _Group(f"{self._num_groups:08}-1111-4222-8333-444444444444-0")
        self._num_groups += 1
        self.groups.append(group)
        keys = [f"{self._num_groups}{key}" for key in chance.sample(_KEYS, chance.randrange(1, 5))]
        rows = {key: self._row(time, key, chance) for key in keys}
        stat = self._base(time, group, rows, num_inserts=len(rows))
        self.changes += [(time, "i", None, row) for row in group.rows.values()]
        return stat

    def _empty(self, time: str, group: _Group) -> dict[str, Any]:
        """A delete that leaves no row, and no CDC file."""
        self.changes += [(time, "d", row, None) for row in group.rows.values()]
        return self._base(time, group, {}, num_deletes=len(group.rows))

    def _rewrite(self, time: str, group: _Group, chance: random.Random) -> dict[str, Any]:
        """A new base file, and a CDC file with what changed."""
        old, rows = dict(group.rows), dict(group.rows)
        ops: dict[str, str] = {}
        for key in chance.sample(sorted(rows), chance.randrange(1, len(rows) + 1)):
            ops[key] = chance.choice("uud") if len(rows) > 1 else "u"
            if ops[key] == "u":
                rows[key] = self._row(time, key, chance)
            else:
                del rows[key]
        key = f"{time[12:14]}{chance.choice(_KEYS)}"
        rows[key], ops[key] = self._row(time, key, chance), "i"
        counts = {op: sum(one == op for one in ops.values()) for op in "iud"}
        stat = self._base(
            time, group, rows, num_inserts=counts["i"], num_updates=counts["u"], num_deletes=counts["d"]
        )
        name = f".{group.file_id}_{time}.log.1_0-1-1.cdc"
        self._store_cdc(name, time, group, old, ops)
        own = [field["name"] for field in self.parts.OWN]
        for key, op in ops.items():
            before, after = old.get(key), group.rows.get(key)
            if self.mode != "OP_KEY_ONLY" and before is not None:
                before = {name: before[name] for name in own}
            if self.mode == "DATA_BEFORE_AFTER" and after is not None:
                after = {name: after[name] for name in own}
            self.changes.append((time, op, before, after))
        size: int | str = (self.folder / name).stat().st_size
        size = str(size) if self.version >= 8 else size  # as the reference writer takes longs of Avro
        return stat | {"cdcStats": {name: size}}

    def _store_cdc(
        self, name: str, time: str, group: _Group, old: dict[str, Row], ops: dict[str, str]
    ) -> None:
        image = json.loads(self.parts.TABLE_SCHEMA)
        text = ["null", "string"]
        fields: list[dict[str, Any]] = [{"name": "op", "type": text}]
        names = {"OP_KEY_ONLY": ("record_key",), "DATA_BEFORE": ("record_key", "before")}
        for one in names.get(self.mode, ("ts_ms", "before", "after")):
            kinds: dict[str, Any] = {"before": ["null", image], "after": ["null", "t.row"]}
            fields.append({"name": one, "type": kinds.get(one, text)})
        records = []
        for key, op in ops.items():
            whole = {
                "op": op, "record_key": key, "ts_ms": time,
                "before": self._image(old.get(key)), "after": self._image(group.rows.get(key)),
            }  # fmt: skip
            records.append({one["name"]: whole[one["name"]] for one in fields})
        schema = json.dumps({"type": "record", "name": "Record", "fields": fields})
        block = {"kind": "CDC_DATA_BLOCK", "header": {"INSTANT_TIME": time, "SCHEMA": schema}}
        self._store_log(name, [block | {"records": records}])

    def _image(self, row: Row | None) -> Row | None:
        if row is None:
            return None
        return {field["name"]: row[field["name"]] for field in self.parts.OWN} | {"ord": str(row["ord"])}

    def _append(self, time: str, group: _Group, chance: random.Random) -> dict[str, Any]:
        """A log file; a row of a lower ordering value changes nothing, a delete of a row that is there does.

        Deletes have the highest ordering value, so that rows and changes agree.
        """
        version = importlib.import_module("history_model").Version
        versions: dict[str, Any] = {}
        num_inserts = num_deletes = 0
        for key in chance.sample(sorted(group.rows), chance.randrange(1, len(group.rows) + 1)):
            stored = group.rows[key]
            if chance.random() < 0.3 and len(group.rows) > 1:
                versions[key] = version(9, None)
                self.changes.append((time, "d", stored, None))
                del group.rows[key]
                num_deletes += 1
                continue
            row = self._row(time, key, chance, group.file_id)
            versions[key] = version(row["ord"], row)
            if row["ord"] >= stored["ord"]:
                self.changes.append((time, "u", stored, row))
                group.rows[key] = row
        key = f"{time[12:14]}{chance.choice(_KEYS)}"
        if chance.random() < 0.5:
            row = group.rows[key] = self._row(time, key, chance, group.file_id)
            versions[key] = version(row["ord"], row)
            self.changes.append((time, "i", None, row))
            num_inserts = 1
        if chance.random() < 0.3:  # a delete of what is not there is no change
            versions["nobody"] = version(9, None)
        base = group.base_time if self.version < 8 else time
        number = len(group.logs) + 1 if self.version < 8 else 1
        name = f".{group.file_id}_{base}.log.{number}_0-1-1"
        self._store_log(name, list(self.parts.blocks(time, versions)))
        group.logs.append(name)
        stat = self.parts.stat_of(
            group.file_id, name, (self.folder / name).stat().st_size, previous=group.base_time,
            num_inserts=num_inserts, num_deletes=num_deletes,
            num_updates=len(versions) - num_inserts - num_deletes, log_version=number,
        )  # fmt: skip
        return {**stat, "baseFile": group.base or "", "logFiles": list(group.logs)}

    def _base(self, time: str, group: _Group, rows: dict[str, Row], **counts: int) -> dict[str, Any]:
        """A base file with all rows of a group."""
        name = f"{group.file_id}_0-0-0_{time}.parquet"
        group.rows = {key: row | {"_hoodie_file_name": name} for key, row in rows.items()}
        pq.write_table(
            pa.Table.from_pylist(list(group.rows.values()), self.parts.ARROW_SCHEMA), self.folder / name
        )
        previous, group.base, group.base_time = group.base_time, name, time
        size = (self.folder / name).stat().st_size
        stat: dict[str, Any] = self.parts.stat_of(
            group.file_id, name, size, previous=previous, num_writes=len(rows), **counts
        )
        return stat

    def _store_log(self, name: str, blocks: list[dict[str, Any]]) -> None:
        encode_log = importlib.import_module(f"{PACKAGE}.encode").encode_log
        (self.folder / name).write_bytes(encode_log({"blocks": blocks}).data)

    def _row(self, time: str, key: str, chance: random.Random, file: str = "") -> Row:
        meta = (time, f"{time}_0_{key}", key, "", file)
        names = (f"_hoodie_{name}" for name in self.parts.META)
        own = {"id": key, "ord": chance.randrange(1, 4), "val": chance.choice(["x", "yy", None])}
        return {**dict(zip(names, meta, strict=True)), **own}
