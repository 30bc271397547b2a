# SPDX-License-Identifier: Apache-2.0
"""Tables as writers in reports left them, made from intact ones, where `instruments.tables` has no kind."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable

import pyarrow as pa
import pyarrow.parquet as pq

from instruments.tables.kinds import pick
from instruments.tables.stat_kinds import is_base
from instruments.tables.table import COMMITS, Rng, Stat, Table, base_parts, in_folder, log_parts

_KEY, _META = "_hoodie_record_key", "_hoodie_"
_UUID = "9d2b7c1e-4f3a-4b6d-8e5f-0a1b2c3d4e5f"


def same_bucket_twice(table: Table, rng: Rng) -> bool:
    """The base file of a bucket again, as a second file group of that bucket."""
    return _second_group(table, rng, lambda file_id: f"{file_id[:8]}{_UUID[8:]}-0")


def same_keys_twice(table: Table, rng: Rng) -> bool:
    """A base file again, as another file group of its partition."""
    return _second_group(table, rng, lambda _: f"{_UUID}-0")


def _second_group(table: Table, rng: Rng, new_id: Callable[[str], str]) -> bool:
    stat = pick(rng, _newest(table))
    if stat is None:
        return False
    file_id, token, time = base_parts(stat.path)
    name = f"{new_id(file_id)}_{token}_{time}.parquet"
    place = in_folder(stat.path, name)
    shutil.copyfile(table.file(stat.path), table.file(place))
    value = table.load(stat.instant)
    value["partitionToWriteStats"][stat.partition].append(
        {**stat.values, "fileId": new_id(file_id), "path": place, "prevCommit": "null"}
    )
    table.store(stat.instant, value)
    return True


def _newest(table: Table) -> list[Stat]:
    """Write stats of the newest base file of each file group."""
    newest: dict[tuple[str, str], Stat] = {}
    for stat in table.stats(is_base(table)):
        newest[stat.partition, base_parts(stat.path)[0]] = stat
    return [stat for stat in newest.values() if stat.values["numWrites"]]


def service_loses_row(table: Table, rng: Rng) -> bool:
    """A base file of a compaction or clustering with a row less, which its commit states."""
    return _rewrite(table, pick(rng, _of_service(table)), lambda rows: rows.slice(1))


def service_revives_row(table: Table, rng: Rng) -> bool:
    """A base file of a compaction or clustering with one more row, which its commit states."""
    return _rewrite(table, pick(rng, _of_service(table)), _with_another)


def service_nulls(table: Table, rng: Rng) -> bool:
    """A base file of a compaction or clustering whose columns of data are all null."""
    return _rewrite(table, pick(rng, _of_service(table)), _nulls)


def compaction_leaves_logs(table: Table, rng: Rng) -> bool:
    """A base file of a compaction with the rows of the base file before it: the log files were left out."""
    stat = pick(rng, [stat for stat in _of_service(table) if stat.operation == "COMPACT"])
    if stat is None:
        return False
    file_id, _, time = base_parts(stat.path)
    groups = [(base_parts(path), path) for path in table.bases]
    before = [path for (name, _, at), path in groups if name == file_id and at < time]
    return bool(before) and _rewrite(table, stat, lambda _: pq.read_table(table.file(max(before))))


def upsert_revives_row(table: Table, rng: Rng) -> bool:
    """A base file of an upsert with a row that the base file before it does not have."""
    bases = table.stats(is_base(table))
    upserts = [stat for stat in bases if stat.values.get("prevCommit") not in {"null", None}]
    return _rewrite(table, pick(rng, upserts), _with_another)


def key_in_two_partitions(table: Table, rng: Rng) -> bool:
    """A key of one partition in a base file of another one, too."""
    stats = _newest(table)
    one = pick(rng, stats)
    other = pick(rng, [stat for stat in stats if one is not None and stat.partition != one.partition])
    if one is None or other is None:
        return False
    key = pq.read_table(table.file(one.path))[_KEY][0].as_py()
    return _rewrite(table, other, lambda rows: _with_another(rows, key))


def rows_in_two_partitions(table: Table, rng: Rng) -> bool:
    """The rows of a base file again, as a file group of another partition: keys moved, and rows stayed."""
    stats = _newest(table)
    stat = pick(rng, stats)
    other = pick(rng, [item for item in stats if stat is not None and item.partition != stat.partition])
    names = [name for name in table.properties.get("hoodie.table.partition.fields", "").split(",") if name]
    if stat is None or other is None or len(names) != 1:
        return False
    _, token, time = base_parts(stat.path)
    path = in_folder(other.path, f"{_UUID}-0_{token}_{time}.parquet")
    rows, target = pq.read_table(table.file(stat.path)), pq.read_table(table.file(other.path))
    values = {name: target[name][0].as_py() for name in ("_hoodie_partition_path", *names)}
    values["_hoodie_file_name"] = path.rpartition("/")[2]
    for name, value in values.items():
        field = rows.schema.field(name)
        column = pa.array([value] * rows.num_rows, field.type)
        rows = rows.set_column(rows.schema.get_field_index(name), field, column)
    pq.write_table(rows, table.file(path))
    size = table.file(path).stat().st_size
    changed = {"fileId": f"{_UUID}-0", "path": path, "prevCommit": "null", "partitionPath": other.partition}
    sizes = {"fileSizeInBytes": size, "totalWriteBytes": size}
    value = table.load(stat.instant)
    value["partitionToWriteStats"].setdefault(other.partition, []).append({**stat.values, **changed, **sizes})
    table.store(stat.instant, value)
    return True


def statistics_of_two_versions(table: Table, _: Rng) -> bool:
    """Statistics of partitions are defined in version V1, those of files in V2."""
    path = table.file(".hoodie/.index_defs/index.json")
    if not path.is_file():
        return False
    value = json.loads(path.read_text("utf-8"))
    definitions = value["indexDefinitions"]
    if definitions.get("column_stats", {}).get("version") != "V2":
        return False
    definitions["partition_stats"] = {
        **definitions["column_stats"],
        "indexName": "partition_stats",
        "version": "V1",
    }
    path.write_text(json.dumps(value), "utf-8")
    return True


def restore_died(table: Table, _: Rng) -> bool:
    """A restore died after the newest commit of its plan: the one before is back, and nothing came later."""
    for restore in table.completed("restore"):
        value = table.load(
            next(i for i in table.instants if i.time == restore.time and i.state == "requested")
        )
        times = sorted(item["commitTime"] for item in value["instantsToRollback"])
        model = table.completed(*COMMITS)[0]
        if len(times) < 2:
            continue
        for later in {item.time for item in table.instants if item.time > restore.time}:
            table.drop(later)
        table.file(table.place(restore)).unlink()
        name = model.name.replace(model.time, times[0], 1)
        if model.completion is not None:
            name = name.replace(model.completion, f"{times[0][:-1]}9", 1)
        shutil.copyfile(table.file(table.place(model)), table.file(f"{table.folder}/{name}"))
        return True
    return False


def empty_log_left(table: Table, rng: Rng) -> bool:
    """A log file of no bytes that no commit names, as the next version of one that is there."""
    path = pick(rng, table.logs)
    if path is None:
        return False
    file_id, time, version = log_parts(path)
    table.file(in_folder(path, f".{file_id}_{time}.log.{version + 1}_7-7-7")).touch()
    return True


def deletes_in_first_write(table: Table, rng: Rng) -> bool:
    """The first base file of a group of a table with CDC: its commit counts a delete, too."""
    first = [stat for stat in table.stats(is_base(table)) if stat.values.get("prevCommit") in {"null", None}]
    stat = pick(rng, [stat for stat in first if not stat.values.get("cdcStats")])
    if stat is None or table.properties.get("hoodie.table.cdc.enabled") != "true":
        return False
    table.change(stat, numDeletes=1)
    return True


def restored_past_clean(table: Table, _: Rng) -> bool:
    """Everything after a commit is undone, and a clean has deleted a base file of it before."""
    cleaned = [
        (base_parts(name)[2], partition)
        for clean in table.completed("clean")
        for partition, part in table.load(clean)["partitionMetadata"].items()
        for name in part["successDeleteFiles"]
        if name.endswith(".parquet")
    ]
    commits = table.completed(*COMMITS)
    time = max((time for time, _ in cleaned if time in {commit.time for commit in commits}), default=None)
    if time is None:
        return False
    for path in table.bases:
        if base_parts(path)[2] > time:
            table.file(path).unlink()
    for commit in commits:
        if commit.time > time:
            table.drop(commit.time)
    return True


def _of_service(table: Table) -> list[Stat]:
    services = {"COMPACT", "CLUSTER", "compact", "cluster"}
    stats = [stat for stat in table.stats(is_base(table)) if stat.operation in services]
    return [stat for stat in stats if stat.values["numWrites"] > 1]


def _rewrite(table: Table, stat: Stat | None, change: Callable[[pa.Table], pa.Table]) -> bool:
    if stat is None:
        return False
    path = table.file(stat.path)
    before = pq.read_table(path)
    rows = change(before)
    pq.write_table(rows, path)
    size = path.stat().st_size
    values = {"numWrites": rows.num_rows, "fileSizeInBytes": size, "totalWriteBytes": size}
    table.change(stat, **{key: value for key, value in values.items() if key in stat.values})
    return True


def _with_another(rows: pa.Table, key: str = "another") -> pa.Table:
    row = rows.slice(0, 1)
    column = pa.array([key], rows.schema.field(_KEY).type)
    return pa.concat_tables([rows, row.set_column(row.schema.get_field_index(_KEY), _KEY, column)])


def _nulls(rows: pa.Table) -> pa.Table:
    names = [name for name in rows.schema.names if not name.startswith(_META)]
    for name in names:
        at = rows.schema.get_field_index(name)
        field = rows.schema.field(name)
        rows = rows.set_column(at, field, pa.nulls(rows.num_rows, field.type))
    return rows


_ALL = (
    same_bucket_twice, same_keys_twice, service_loses_row, service_revives_row, service_nulls,
    compaction_leaves_logs, upsert_revives_row, key_in_two_partitions, empty_log_left,
    deletes_in_first_write, restored_past_clean, rows_in_two_partitions,
    statistics_of_two_versions, restore_died,
)  # fmt: skip
DAMAGES: dict[str, Callable[[Table, Rng], bool]] = {damage.__name__: damage for damage in _ALL}
