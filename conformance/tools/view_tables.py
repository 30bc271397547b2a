# SPDX-License-Identifier: Apache-2.0
"""Make the tables of `fixtures/views`: keys without meta fields, earlier states, changes, archived log files.

    python conformance/tools/view_tables.py [--check]

Timelines and logs come from the reference writer, base files from pyarrow. Expected rows come from the
functions below, which state what a reader may see. Nothing of `decode`, `semantics` or `table` takes part.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
from hudi_conformance import resources
from recreation.minimal import T1, T2, T3, T4, A, B, C, Row, Table
from recreation.parquet import parquet
from recreation.products import archives_and_rows, run

FOLDER = "views"
T5 = "20260101000500000"
KEYS = "hoodie.table.recordkey.fields"
NUM, FLAG, RATIO = {"num": pa.int32()}, {"flag": pa.bool_()}, {"ratio": pa.float64()}
Made = tuple[dict[str, bytes], dict[str, list[Row]]]
"""Files, and rows by view."""


# --- tables without meta fields ---


def keyed(version: int, fields: str, extra: dict[str, pa.DataType], generator: str = "") -> Table:
    """A merge-on-read table without meta fields, whose key has these fields."""
    generator = generator or ("Complex" if "," in fields else "Nonpartitioned")
    properties: dict[str, str | None] = {
        "hoodie.populate.meta.fields": "false",
        KEYS: fields,
        "hoodie.table.keygenerator.class": f"org.apache.hudi.keygen.{generator}KeyGenerator",
    }
    return Table(version, "MERGE_ON_READ", properties, extra=extra)


def keyed_rows(table: Table, rows: Sequence[Row], updates: Sequence[Row], deletes: tuple[str, ...]) -> None:
    """A base file of these rows, and a log file of updates and deletes."""
    schema = pa.schema(
        [("id", pa.string()), ("ord", pa.int64()), ("val", pa.string()), *table.extra.items()],
        metadata={"org.apache.hudi.bloomfilter.type": "none"},
    )
    stored = [{**row, "ord": int(row["ord"])} for row in rows]
    table.files[f"{A}_0-0-0_{T1}.parquet"] = parquet(pa.Table.from_pylist(stored, schema))
    table.commit(T1, [A])
    table.log(A, T1, T2, list(updates), deletes, meta=False)
    table.commit(T2, [A])


def row(key: str | None, order: int, value: str, **columns: Any) -> Row:
    """A row without meta fields."""
    return {"id": key, "ord": str(order), "val": value, **columns}


def keys_of_two(version: int) -> Made:
    """Two fields make the key: one alone occurs in several rows."""
    table = keyed(version, "id,num", NUM)
    rows = [row("a", 1, "1", num=1), row("a", 1, "1", num=2), row("b", 1, "1", num=1)]
    updates = [row("a", 2, "2", num=2), row("b", 2, "2", num=2)]
    keyed_rows(table, rows, updates, ("id:a,num:1",))
    return table.archive(), {"snapshot": [rows[2], *updates], "read_optimized": rows}


def keys_reversed(version: int) -> Made:
    """The order of the key's fields is that of the property, not that of the columns."""
    table = keyed(version, "num,id", NUM)
    rows = [row("a", 1, "1", num=1), row("b", 1, "1", num=2)]
    keyed_rows(table, rows, [row("b", 2, "2", num=2)], ("num:1,id:a", "id:b,num:2"))
    return table.archive(), {"snapshot": [row("b", 2, "2", num=2)]}


def keys_null(version: int) -> Made:
    """A null field of the key, and an empty one, have separate placeholders."""
    table = keyed(version, "id,num", NUM)
    rows = [row("a", 1, "1", num=None), row("a", 1, "1", num=1), row("", 1, "1", num=1)]
    keyed_rows(table, rows, [], ("id:a,num:__null__", "id:__empty__,num:1"))
    return table.archive(), {"snapshot": rows[1:2], "base": rows}


def keys_boolean(version: int) -> Made:
    """A Boolean in a key is `true` or `false`."""
    table = keyed(version, "id,flag", FLAG)
    rows = [row("a", 1, "1", flag=True), row("a", 1, "1", flag=False)]
    keyed_rows(table, rows, [], ("id:a,flag:true",))
    return table.archive(), {"snapshot": rows[1:], "base": rows}


def keys_double(version: int) -> Made:
    """A double in a key is the text that Java prints."""
    table = keyed(version, "id,ratio", RATIO)
    rows = [row("a", 1, "1", ratio=1e7), row("a", 1, "1", ratio=0.5)]
    keyed_rows(table, rows, [], ("id:a,ratio:1.0E7",))
    return table.archive(), {"snapshot": [rows[1] | {"ratio": "0.5"}]}


def key_number(version: int) -> Made:
    """The one field of the key is a number: its digits are the key, without a name."""
    table = keyed(version, "num", NUM)
    rows = [row("a", 1, "1", num=1), row("b", 1, "1", num=-2)]
    keyed_rows(table, rows, [row("c", 2, "2", num=1)], ("-2", "num:1"))
    return table.archive(), {"snapshot": [row("c", 2, "2", num=1)]}


def key_complex(version: int) -> Made:
    """The Complex generator and one field: deletes name the row with and without the field's name."""
    table = keyed(version, "id", {}, "Complex")
    rows = [row("a", 1, "1"), row("b", 1, "1"), row("c", 1, "1"), row("d", 1, "1")]
    keyed_rows(table, rows, [row("c", 2, "2")], ("id:a", "b"))
    return table.archive(), {"snapshot": [row("c", 2, "2"), rows[3]]}


def key_null(version: int) -> Made:
    """The one field of the key is null in a row of the base file."""
    table = keyed(version, "num", NUM)
    rows = [row("a", 1, "1", num=1), row("b", 1, "1", num=None)]
    keyed_rows(table, rows, [row("a", 2, "2", num=1)], ())
    return table.archive(), {"base": rows}


def key_boolean(version: int) -> Made:
    """The one field of the key is a Boolean."""
    table = keyed(version, "flag", FLAG)
    rows = [row("a", 1, "1", flag=True), row("b", 1, "1", flag=False)]
    keyed_rows(table, rows, [], ("false",))
    return table.archive(), {"snapshot": rows[:1]}


# --- earlier states ---


def four(version: int) -> tuple[Table, dict[str, list[Row]]]:
    """A copy-on-write table of four commits to one group, and the rows as of each."""
    table, then = Table(version), {}
    for number, time in enumerate((T1, T2, T3, T4), 1):
        then[f"as-of-{number}"] = table.base(A, time, {"a": str(number), "b": "1"})
        table.commit(time, [A])
    return table, then


def after(time: str) -> str:
    """Half a minute later."""
    return str(int(time) + 30_000)


def cleans(version: int) -> Made:
    """Two cleans, the later of which retained less."""
    table, then = four(version)
    table.clean(after(T2), T2)
    table.clean(after(T4), T3)
    for gone in (T1, T2):
        del table.files[f"{A}_0-0-0_{gone}.parquet"]
    return table.archive(), then


def clean_pending(version: int) -> Made:
    """A clean that completed, and one that is planned: all files are there that the first retained."""
    table, then = four(version)
    table.clean(after(T2), T2)
    table.clean(after(T4), T4, states=("REQUESTED",))
    return table.archive(), then


def clean_unnamed(version: int) -> Made:
    """The last clean names no commit, an earlier one does: the active timeline shows remaining files."""
    table, then = four(version)
    table.clean(after(T3), T3)
    table.clean(after(T4), "")
    table.instants = [instant for instant in table.instants if instant["time"] != T1]
    return table.archive(), then


def replaced(version: int) -> Made:
    """Two groups, replaced one after the other."""
    table = Table(version)
    first = table.base(A, T1, {"a": "1"}) + table.base(B, T1, {"b": "1"})
    table.commit(T1, [A, B])
    second = table.base(C, T2, {"a": "2"})
    table.commit(T2, [C], action="replacecommit", operation="INSERT_OVERWRITE", replaces={"": [A]})
    table.commit(T3, [], action="replacecommit", operation="DELETE_PARTITION", replaces={"": [B, C]})
    return table.archive(), {"as-of-1": first, "as-of-2": [first[1], *second], "snapshot": []}


def logs_then(version: int) -> Made:
    """A group whose log files came one by one, then a compaction."""
    table = Table(version, "MERGE_ON_READ")
    rows = table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A])
    first = table.log(A, T1, T2, [table.row(T2, "a", "2", A)])
    table.commit(T2, [A])
    second = table.log(A, T1, T3, [table.row(T3, "b", "3", A)])
    table.commit(T3, [A])
    name = f"{A}_0-0-0_{T4}.parquet"
    carried = [old | {"_hoodie_file_name": name} for old in (*first, *second)]
    table.base(A, T4, {}, carried=carried)
    table.commit(T4, [A], action="commit", operation="COMPACT")
    return table.archive(), {"as-of-1": rows, "as-of-2": [*first, rows[1]], "as-of-3": first + second,
                             "snapshot": carried}  # fmt: skip


# --- what is archived ---


def archived_log_late(version: int) -> Made:
    """It completed after the compaction began: its log file amends the compacted base file."""
    table = Table(version, "MERGE_ON_READ")
    table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A], archived=True)
    new = table.log(A, T1, T2, [table.row(T2, "a", "2", A)])
    table.commit(T2, [A], archived=True)
    table.history[-1]["completion_time"] = after(T3)
    name = f"{A}_0-0-0_{T3}.parquet"
    carried = [table.row(T1, key, "1", name) for key in ("a", "b")]
    table.base(A, T3, {}, carried=carried)
    table.commit(T3, [A], action="commit", operation="COMPACT", archived=True)
    other = table.base(B, T4, {"c": "4"})
    table.commit(T4, [B])
    return table.archive(), {"snapshot": [*new, carried[1], *other]}


def archived_log_early(version: int) -> Made:
    """It completed before the compaction began, which has merged it: its log file is of the older slice."""
    table = Table(version, "MERGE_ON_READ")
    table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A], archived=True)
    table.log(A, T1, T2, [], ("b",))
    table.commit(T2, [A], archived=True)
    compacted = [table.row(T1, "a", "1", A)]
    table.base(A, T3, {}, carried=compacted)
    table.commit(T3, [A], action="commit", operation="COMPACT", archived=True)
    rows = table.base(A, T4, {"b": "4"}, carried=compacted)
    table.commit(T4, [A])
    return table.archive(), {"snapshot": rows}


# --- changes ---


def changes(version: int) -> Made:
    """Commits that update a row, open a group, cluster both groups, and update a row again."""
    table = Table(version)
    first = table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A])
    second = table.base(A, T2, {"a": "2"}, carried=first[1:])
    table.commit(T2, [A])
    three = table.base(B, T3, {"c": "3"})
    table.commit(T3, [B])
    name = f"{C}_0-0-0_{T4}.parquet"
    clustered = [old | {"_hoodie_file_name": name} for old in (*second, *three)]
    table.base(C, T4, {}, carried=clustered)
    table.commit(T4, [C], action="replacecommit", operation="CLUSTER", replaces={"": [A, B]})
    five = table.base(C, T5, {"b": "5"}, carried=[clustered[0], clustered[2]])
    table.commit(T5, [C])
    return table.archive(), {
        "snapshot": five, "update-only": second[:1], "insert-only": three, "last-only": five[:1],
        "from-second": [five[1], five[2], five[0]], "none": [],
    }  # fmt: skip


def pending_clustering(version: int) -> Made:
    """A clustering that is planned, with its first file, and an overwrite without a plan: none is visible."""
    table = Table(version, "MERGE_ON_READ")
    _, old_b = rows = table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A])
    clustered = {
        "dataFilePath": f"{A}_0-0-0_{T1}.parquet", "deltaFilePaths": [], "fileId": A, "partitionPath": "",
        "bootstrapFilePath": None, "version": 1,
    }  # fmt: skip
    group = {
        "slices": [clustered], "metrics": {}, "numOutputFileGroups": 1, "extraMetadata": {}, "version": 1,
    }  # fmt: skip
    plan = {
        "inputGroups": [group], "strategy": None, "extraMetadata": {}, "version": 1,
        "preserveHoodieMetadata": True,
    }  # fmt: skip
    requested = {"operationType": "CLUSTER", "clusteringPlan": plan, "extraMetadata": {}, "version": 1}
    action = "replacecommit" if version < 8 else "clustering"
    states = ["REQUESTED", "INFLIGHT"]
    table.instants.append({"time": T2, "action": action, "states": states, "requested": requested})
    table.base(C, T2, {}, carried=rows)
    new_a = table.row(T3, "a", "3", A)
    table.log(A, T1, T3, [new_a])
    table.commit(T3, [A])
    more = table.base(B, T4, {"c": "4"})
    table.commit(T4, [B])
    table.instants.append({"time": T5, "action": "replacecommit", "states": states})
    return table.archive(), {"snapshot": [new_a, old_b, *more], "read_optimized": [*rows, *more]}


def change(op: str, time: str, before: Row | None, after: Row | None) -> Row:
    """A row of the view of change data."""
    return {"op": op, "ts_ms": time, "before": before, "after": after}


def change_data(version: int) -> Made:
    """Changes without files of changes: base files, logs, a replaced group, and a group that became empty."""
    properties: dict[str, str | None] = {
        "hoodie.table.cdc.enabled": "true",
        "hoodie.table.cdc.supplemental.logging.mode": "data_before_after",
    }
    table = Table(version, "MERGE_ON_READ", properties)
    old_a, old_b = table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A], operation="INSERT")
    logs: list[str] = []
    for time, keys, deletes in ((T2, "a", ("b",)), (T3, "c", ())):
        table.log(A, T1, time, [table.row(time, key, "2", A) for key in keys], deletes)
        logs.append(table.log_name(A, T1, time))
        table.commit(time, [A])
        [stat] = table.instants[-1]["completed"]["partitionToWriteStats"][""]
        stat |= {"baseFile": f"{A}_0-0-0_{T1}.parquet", "logFiles": list(logs)}
    new_a, new_c = table.row(T2, "a", "2", A), table.row(T3, "c", "2", A)
    [d] = table.base(C, T4, {"d": "4"})
    table.commit(T4, [C], action="replacecommit", operation="INSERT_OVERWRITE", replaces={"": [A]})
    table.base(C, T5, {})
    table.commit(T5, [C], operation="DELETE")
    events = [
        change("i", T1, None, old_a), change("i", T1, None, old_b), change("u", T2, old_a, new_a),
        change("d", T2, old_b, None), change("i", T3, None, new_c), change("d", T4, new_a, None),
        change("d", T4, new_c, None), change("i", T4, None, d), change("d", T5, d, None),
    ]  # fmt: skip
    return table.archive(), {"changes": events, "changes-since": events[5:], "snapshot": []}


# --- buckets ---


def bucket(number: int) -> str:
    """File id of a simple bucket."""
    return f"{number:08d}-0000-4000-8000-00000000000{number}-0"


def bucket_parsings(version: int) -> Made:
    """Four buckets, keys with colons: first written as 0.15 parses keys, then updated as 1.x does.

    Release 0.15 finds no value in such a key and puts all into bucket 1; 1.x hashes the whole key.
    """
    table = Table(version, properties={KEYS: "id"})
    first = table.base(bucket(1), T1, {f"a:{number}": "1" for number in range(6)})
    table.commit(T1, [bucket(1)])
    unchanged = [row for row in first if row["_hoodie_record_key"] != "a:3"]
    name = f"{bucket(1)}_0-0-0_{T2}.parquet"
    carried = [row | {"_hoodie_file_name": name} for row in unchanged]
    rows = table.base(bucket(1), T2, {"a:3": "2"}, carried=carried)
    for number, keys in {0: ("a:2",), 2: ("a:0", "a:4"), 3: ("a:1", "a:5")}.items():
        rows = rows + table.base(bucket(number), T2, dict.fromkeys(keys, "2"))
    table.commit(T2, [bucket(number) for number in range(4)])
    return table.archive(), {"snapshot": rows}


def key_forms(version: int) -> Made:
    """The Complex generator and one key field: two releases have written the same two entities."""
    generator = "org.apache.hudi.keygen.ComplexKeyGenerator"
    table = Table(version, properties={KEYS: "id", "hoodie.table.keygenerator.class": generator})
    rows = table.base(A, T1, {"k000": "1", "k001": "1"})
    table.commit(T1, [A])
    rows = rows + table.base(B, T2, {"id:k000": "2", "id:k001": "2"})
    table.commit(T2, [B])
    return table.archive(), {"snapshot": rows}


TABLES = {
    "bucket-parsings": (bucket_parsings, (6, 9)),
    "key-forms": (key_forms, (6,)),
    "keys-of-two": (keys_of_two, (6, 9)),
    "keys-reversed": (keys_reversed, (6, 9)),
    "keys-null": (keys_null, (6, 9)),
    "keys-boolean": (keys_boolean, (6, 9)),
    "keys-double": (keys_double, (9,)),
    "key-number": (key_number, (6, 9)),
    "key-complex": (key_complex, (6, 9)),
    "key-boolean": (key_boolean, (9,)),
    "key-null": (key_null, (9,)),
    "cleans": (cleans, (6, 9)),
    "clean-pending": (clean_pending, (6, 9)),
    "clean-unnamed": (clean_unnamed, (6, 9)),
    "replaced": (replaced, (6, 9)),
    "logs-then": (logs_then, (6, 9)),
    "archived-log-late": (archived_log_late, (9,)),
    "archived-log-early": (archived_log_early, (9,)),
    "changes": (changes, (6, 9)),
    "change-data": (change_data, (9,)),
    "pending-clustering": (pending_clustering, (6, 9)),
}


def products() -> dict[str, bytes]:
    """All fixtures: an archive per table, and a file of rows per view."""
    return archives_and_rows(TABLES)


def targets() -> dict[Path, bytes]:
    """Contents of all files by path."""
    return {resources.fixtures_dir() / FOLDER / name: data for name, data in products().items()}


def main(arguments: list[str] | None = None) -> int:
    """Entry point; 1 if `--check` finds a difference."""
    return run("Make the tables of views.", targets, arguments)


if __name__ == "__main__":
    sys.exit(main())
