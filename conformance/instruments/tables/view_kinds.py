# SPDX-License-Identifier: Apache-2.0
"""Damages of instants that make queries lose or gain rows, although each file is intact."""

from __future__ import annotations

import base64
import io
import json
import shutil
from collections.abc import Callable

import pyarrow as pa
import pyarrow.parquet as pq

from instruments.tables.kinds import add, kind, pick
from instruments.tables.table import HIDDEN, Instant, Json, Rng, Table, base_parts, in_folder
from instruments.tables.timeline_kinds import named

REPLACED, KEYS = "table.check.replaced-groups", "table.check.record-keys"
KEY, FILTER = "_hoodie_record_key", b"org.apache.hudi.bloomfilter"


def newest_bases(table: Table) -> list[str]:
    """The newest base file of each file group, of groups that no active commit replaced."""
    replaced = {
        (partition, file_id)
        for instant in table.completed("replacecommit")
        for partition, ids in ((table.load(instant) or {}).get("partitionToReplaceFileIds") or {}).items()
        for file_id in ids
    }
    newest: dict[tuple[str, str], str] = {}
    for path in sorted(table.bases, key=lambda path: base_parts(path)[2]):
        group = path.rpartition("/")[0], base_parts(path)[0]
        if group not in replaced:
            newest[group] = path
    times = {instant.time for instant in table.completed("commit", "deltacommit", "replacecommit")}
    return [path for path in newest.values() if base_parts(path)[2] in times]


def _disown(table: Table, rng: Rng, action: str = "clean") -> tuple[str, str] | None:
    """Add the newest base file of a group to the account of a later clean or rollback; paths of both."""
    clean = pick(rng, named(table, action))
    path = pick(rng, [path for path in newest_bases(table) if clean and base_parts(path)[2] < clean.time])
    if clean is None or path is None:
        return None
    partition, _, name = path.rpartition("/")
    value: Json = table.load(clean)
    template = next(iter(value["partitionMetadata"].values()), None)
    if template is None:
        return None
    empty = {key: [] if isinstance(item, list) else item for key, item in template.items()}
    part = value["partitionMetadata"].setdefault(partition, {**empty, "partitionPath": partition})
    part["successDeleteFiles"] = [*part["successDeleteFiles"], name]
    table.store(clean, value)
    return path, table.place(clean)


@kind("table.check.deleted-live")
def clean_of_live_file(table: Table, rng: Rng) -> str | None:
    """A clean names a file that a snapshot reads."""
    paths = _disown(table, rng)
    return None if paths is None else paths[0]


@kind("table.check.deleted-live")
def rollback_of_live_file(table: Table, rng: Rng) -> str | None:
    """A rollback names a file of another instant than the one that it undid."""
    paths = _disown(table, rng, "rollback")
    return None if paths is None else paths[0]


@kind("table.check.deleted-live")
def live_file_cleaned(table: Table, rng: Rng) -> str | None:
    """A clean has deleted a file that a snapshot reads."""
    paths = _disown(table, rng)
    if paths is None:
        return None
    table.file(paths[0]).unlink()
    return paths[1]


# --- replaced file groups -------------------------------------------------------------------------------


def _replace(name: str, change: Callable[[Table, Instant, Json, Rng], bool]) -> None:
    def apply(table: Table, rng: Rng) -> str | None:
        for instant in named(table, "replacecommit"):
            value = table.load(instant)
            groups: Json = value.get("partitionToReplaceFileIds") or {}
            if any(groups.values()) and change(table, instant, groups, rng):
                value["partitionToReplaceFileIds"] = groups
                table.store(instant, value)
                return table.place(instant)
        return None

    add(name, [REPLACED], apply)


def _nothing(table: Table, instant: Instant, groups: Json, rng: Rng) -> bool:
    """Of a clustering, whose plan is there."""
    groups.clear()
    return any(one.time == instant.time and one.state == "requested" for one in table.instants) and (
        (table.load(instant).get("operationType")) == "CLUSTER"
    )


def _unknown(table: Table, instant: Instant, groups: Json, rng: Rng) -> bool:
    ids = next(ids for ids in groups.values() if ids)
    ids[0] = f"{rng.randrange(16**8):08x}-0000-4000-8000-000000000000-0"
    return True


def _elsewhere(table: Table, instant: Instant, groups: Json, rng: Rng) -> bool:
    partition = next(partition for partition, ids in groups.items() if ids)
    groups[f"{partition}x"] = groups.pop(partition)
    return True


def _own(table: Table, instant: Instant, groups: Json, rng: Rng) -> bool:
    stats = table.stats(lambda stat: stat.instant == instant)
    if stats:
        groups.setdefault(stats[0].partition, []).append(stats[0].values["fileId"])
    return bool(stats)


for _name, _change in (
    ("nothing", _nothing),
    ("unknown", _unknown),
    ("elsewhere", _elsewhere),
    ("own", _own),
):
    _replace(f"replaced_{_name}", _change)


# --- instants and schemas -------------------------------------------------------------------------------


@kind("table.check.timeline-missing")
def completed_gone(table: Table, _: Rng) -> str | None:
    """No file of a completed instant is left; pending ones are."""
    times = {base_parts(path)[2] for path in table.bases}
    has_archive = table.history or (table.path / HIDDEN / "archived").is_dir()
    if has_archive or len(times) < 2:
        return None
    for instant in table.instants:
        if instant.state == "completed":
            table.file(table.place(instant)).unlink()
    return table.folder


@kind("table.check.stat-previous")
def built_on_pending(table: Table, rng: Rng) -> str | None:
    """The commit before one that has written the same file group loses its completed file."""
    times = {stat.instant.time: stat.instant for stat in table.stats(lambda stat: not stat.is_log)}
    later = [s for s in table.stats(lambda stat: not stat.is_log) if s.values["prevCommit"] in times]
    stat = pick(rng, [s for s in later if any(i.time == s.values["prevCommit"] for i in table.instants)])
    if stat is None:
        return None
    previous = times[stat.values["prevCommit"]]
    if sum(one.time == previous.time for one in table.instants) < 2:
        return None
    table.file(table.place(previous)).unlink()
    return table.place(stat.instant)


@kind("table.check.schema-columns")
def commit_schema_without_column(table: Table, rng: Rng) -> str | None:
    """A commit states a schema without a column of its base files."""
    stats = table.stats(lambda stat: not stat.is_log and table.file(stat.path).is_file())
    stat = pick(rng, [stat for stat in stats if (stat.values.get("numWrites") or 0) > 0])
    value: Json = None if stat is None else table.load(stat.instant)
    text = ((value or {}).get("extraMetadata") or {}).get("schema")
    if stat is None or not text:
        return None
    schema = json.loads(text)
    given = set(table.properties.get("hoodie.table.partition.fields", "").split(","))
    stored = set(pq.read_schema(table.file(stat.path)).names)
    names = [one["name"] for one in schema["fields"]]
    names = [name for name in names if name in stored - given and not name.startswith("_hoodie")]
    if not names:
        return None
    schema["fields"] = [one for one in schema["fields"] if one["name"] != names[-1]]
    value["extraMetadata"]["schema"] = json.dumps(schema)
    table.store(stat.instant, value)
    return table.place(stat.instant)


@kind("table.slice.committed")
def file_of_another_table(table: Table, rng: Rng) -> str | None:
    """A base file of another table, older than a timeline of which nothing is archived."""
    path = pick(rng, table.bases)
    if path is None or table.history or (table.path / HIDDEN / "archived").is_dir():
        return None
    place = in_folder(path, "0f0f0f0f-0000-4000-8000-000000000000-0_0-1-1_20200101000000000.parquet")
    shutil.copyfile(table.file(path), table.file(place))
    return place


# --- keys -----------------------------------------------------------------------------------------------


def _rewrite(table: Table, path: str, rows: pa.Table) -> None:
    """Write a base file again, with the texts of its footer, and its new size in the stat."""
    sink = io.BytesIO()
    pq.write_table(rows, sink)
    table.file(path).write_bytes(sink.getvalue())
    for stat in table.stats(lambda stat: stat.path == path):
        table.change(stat, fileSizeInBytes=len(sink.getvalue()), totalWriteBytes=len(sink.getvalue()))


def _keys(name: str, rule: str, change: Callable[[list[str]], list[str | None]]) -> None:
    def apply(table: Table, rng: Rng) -> str | None:
        paths = rng.sample(found := newest_bases(table), len(found))
        for path in paths:
            rows = pq.ParquetFile(table.file(path)).read()
            keys = rows.column(KEY).to_pylist() if KEY in rows.schema.names else []
            if len(keys) < 3 or not all(keys):
                continue
            at = rows.schema.get_field_index(KEY)
            kind_of_key = rows.schema.field(at).with_nullable(True)
            _rewrite(table, path, rows.set_column(at, kind_of_key, pa.array(change(keys), pa.string())))
            return path
        return None

    add(name, [rule], apply)


_keys("key_null", KEYS, lambda keys: [None, *keys[1:]])
_keys("key_changed", KEYS, lambda keys: [f"{keys[0]}x", *keys[1:]])
_keys("key_twice", KEYS, lambda keys: [keys[1], *keys[1:]])


def _footer(name: str, change: Callable[[dict[bytes, bytes]], bool]) -> None:
    def apply(table: Table, rng: Rng) -> str | None:
        for path in rng.sample(found := newest_bases(table), len(found)):
            rows = pq.ParquetFile(table.file(path)).read()
            texts = dict(rows.schema.metadata or pq.read_metadata(table.file(path)).metadata or {})
            if rows.num_rows and change(texts):
                _rewrite(table, path, rows.replace_schema_metadata(texts))
                return path
        return None

    add(name, ["table.check.footer-keys"], apply)


def _zeroed(texts: dict[bytes, bytes]) -> bool:
    """The bits of the filter are zero, its head is as it was."""
    text = texts.get(FILTER)
    if text is None:
        return False
    data = base64.b64decode(text)
    texts[FILTER] = base64.b64encode(data[:13] + bytes(len(data) - 13))
    return True


def _narrowed(texts: dict[bytes, bytes]) -> bool:
    is_there = b"hoodie_min_record_key" in texts
    texts |= {b"hoodie_min_record_key": b"~", b"hoodie_max_record_key": b"~~"}
    return is_there


_footer("filter_zeroed", _zeroed)
_footer("key_range_changed", _narrowed)
