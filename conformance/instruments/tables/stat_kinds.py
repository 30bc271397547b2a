# SPDX-License-Identifier: Apache-2.0
"""Damages of write stats: one member of one stat of a commit, and all that is stated of a file."""

from __future__ import annotations

from collections.abc import Callable

from instruments.tables.kinds import add, kind, pick
from instruments.tables.table import (
    COMMITS,
    Json,
    Rng,
    Stat,
    Table,
    base_parts,
)

REWRITING = {"COMPACT", "CLUSTER", "LOG_COMPACT"}
COUNTS, PREVIOUS = "table.check.stat-counts", "table.check.stat-previous"
NONE = (None, "null", "")


def is_base(table: Table) -> Callable[[Stat], bool]:
    """Stats of base files that are there."""
    return lambda stat: not stat.is_log and table.file(stat.path).is_file()


def is_log(table: Table) -> Callable[[Stat], bool]:
    """Stats of log files that are there."""
    return lambda stat: stat.is_log and table.file(stat.path).is_file()


Change = Callable[[Table, Stat, Rng], dict[str, Json] | None]


def _member(name: str, rule: str, choose: Callable[[Table], list[Stat]], change: Change) -> None:
    def apply(table: Table, rng: Rng) -> str | None:
        stats = choose(table)
        for stat in rng.sample(stats, len(stats)):
            values = change(table, stat, rng)
            if values is not None and any(stat.values.get(key) != value for key, value in values.items()):
                table.change(stat, **values)
                return table.place(stat.instant)
        return None

    add(name, [rule], apply)


def _bases(table: Table) -> list[Stat]:
    return table.stats(is_base(table))


def _logs(table: Table) -> list[Stat]:
    return table.stats(is_log(table))


def _merged(table: Table) -> list[Stat]:
    """Base files of a commit whose group an active commit has written before."""
    before = {
        (stat.values["fileId"], stat.instant.time) for stat in table.stats(lambda stat: not stat.is_log)
    }
    return [
        stat for stat in table.stats(lambda stat: not stat.is_log and stat.operation not in REWRITING)
        if (stat.values["fileId"], stat.values["prevCommit"]) in before
    ]  # fmt: skip


def _with_rows(table: Table) -> list[Stat]:
    """Base files whose rows carry their commit's time."""
    if table.properties.get("hoodie.populate.meta.fields") == "false":
        return []
    return [stat for stat in _bases(table) if stat.operation not in REWRITING]


def _counted_logs(table: Table) -> list[Stat]:
    return [stat for stat in _logs(table) if stat.values["numInserts"] is not None]


def _more(key: str) -> Change:
    return lambda _, stat, rng: {key: (stat.values[key] or 0) + rng.randrange(1, 9)}


for _key, _choose, _name in (
    ("numWrites", _bases, "base_num_writes"), ("numUpdateWrites", _with_rows, "base_num_updates"),
    ("numInserts", _with_rows, "base_num_inserts"), ("numDeletes", _merged, "base_num_deletes"),
    ("numWrites", _counted_logs, "log_num_writes"), ("numUpdateWrites", _counted_logs, "log_num_updates"),
    ("numInserts", _counted_logs, "log_num_inserts"), ("numDeletes", _counted_logs, "log_num_deletes"),
):  # fmt: skip
    _member(_name, COUNTS, _choose, _more(_key))
_member("count_negative", COUNTS, _bases, lambda *_: {"numDeletes": -1})
_member("written_bytes", "table.check.stat-sizes", _bases, _more("totalWriteBytes"))
_member("log_written_bytes", "table.check.stat-sizes", _logs, _more("totalWriteBytes"))
_member("base_file_id", "table.check.stat-file-id", _bases, lambda *_: {"fileId": "00000000-aaaa-0"})
_member("log_file_id", "table.check.stat-file-id", _logs, lambda *_: {"fileId": "00000000-aaaa-0"})
_member("file_id_empty", "table.check.stat-file-id", _bases, lambda *_: {"fileId": ""})
_member(
    "base_partition", "table.check.stat-partition", _bases, lambda *_: {"partitionPath": "part=elsewhere"}
)
_member("log_partition", "table.check.stat-partition", _logs, lambda *_: {"partitionPath": "part=elsewhere"})
_member(
    "base_path_folder",
    "table.check.stat-partition",
    _bases,
    lambda _, stat, __: {"path": f"part=elsewhere/{stat.path.rpartition('/')[2]}"},
)
_member("base_path_garbage", "table.check.stat-path", _bases, lambda _, stat, __: {"path": f"{stat.path}~"})
_member(
    "log_path_garbage",
    "table.check.stat-path",
    _logs,
    lambda _, stat, __: {"path": stat.path.replace(".log.", ".lgo.")},
)
_member(
    "base_path_instant",
    "table.check.stat-path",
    _bases,
    lambda _, stat, __: {"path": stat.path.replace(base_parts(stat.path)[2], "20200101000000000")},
)
_member(
    "base_path_token",
    "table.check.named-file",
    _bases,
    lambda _, stat, __: {"path": stat.path.replace(f"_{base_parts(stat.path)[1]}_", "_9-99-999_")},
)
_member("base_previous_later", PREVIOUS, _bases, lambda *_: {"prevCommit": "20980101000000000"})
_member("base_previous_itself", PREVIOUS, _bases, lambda _, stat, __: {"prevCommit": stat.instant.time})
_member("base_previous_no_time", PREVIOUS, _bases, lambda *_: {"prevCommit": "yesterday"})
_member("log_previous_later", PREVIOUS, _logs, lambda *_: {"prevCommit": "20980101000000000"})
_member(
    "base_previous_lost",
    PREVIOUS,
    _merged,
    lambda _, stat, __: None if stat.values["prevCommit"] in NONE else {"prevCommit": "null"},
)
_member(
    "base_previous_unknown",
    PREVIOUS,
    _merged,
    lambda _, stat, __: {"prevCommit": f"{int(stat.values['prevCommit']) + 1:0{len(stat.instant.time)}d}"},
)
_member(
    "log_version",
    "table.check.stat-log",
    _logs,
    lambda _, stat, __: None if stat.values.get("logVersion") is None else {"logVersion": 77},
)
_member(
    "log_base_file_foreign",
    "table.check.stat-log",
    _logs,
    lambda _, stat, __: (
        {"baseFile": "x-0_0-1-1_20200101000000000.parquet"} if stat.values.get("baseFile") else None
    ),
)
_member(
    "log_files_foreign",
    "table.check.stat-log",
    _logs,
    lambda _, stat, __: (
        {"logFiles": [".x-0_20200101000000000.log.1_0-1-1"]} if stat.values.get("logFiles") else None
    ),
)
_member(
    "log_previous_of_other_slice",
    PREVIOUS,
    lambda table: _logs(table) if table.version < 8 else [],
    lambda *_: {"prevCommit": "20200101000000000"},
)


@kind("table.check.named-size")
def stated_size(table: Table, rng: Rng) -> str | None:
    """Both sizes of a stat, by the same number of bytes; found at the data file."""
    stat = pick(rng, table.stats(is_base(table)))
    if stat is None:
        return None
    size = stat.values["fileSizeInBytes"] + rng.randrange(1, 99)
    table.change(stat, fileSizeInBytes=size, totalWriteBytes=size)
    return stat.path


@kind("table.check.stat-partition")
def stats_under_other_partition(table: Table, rng: Rng) -> str | None:
    """All stats of one partition under the name of another."""
    instant = pick(rng, [i for i in table.completed(*COMMITS) if table.load(i)])
    value = table.load(instant) if instant is not None else None
    if instant is None or value is None or not any(value["partitionToWriteStats"].values()):
        return None
    partitions = value["partitionToWriteStats"]
    name = rng.choice([key for key, group in partitions.items() if group])
    partitions["part=another"] = partitions.pop(name)
    table.store(instant, value)
    return table.place(instant)


def _forgotten(name: str, rule: str, choose: Callable[[Table], list[Stat]]) -> None:
    def apply(table: Table, rng: Rng) -> str | None:
        stat = pick(rng, choose(table))
        if stat is None:
            return None
        value = table.load(stat.instant)
        del value["partitionToWriteStats"][stat.partition][stat.number]
        table.store(stat.instant, value)
        return stat.path

    add(name, [rule], apply)


_forgotten("base_file_forgotten", "table.slice.committed", _bases)
_forgotten("log_file_forgotten", "table.check.log-not-named", _logs)
