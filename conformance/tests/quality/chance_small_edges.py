# SPDX-License-Identifier: Apache-2.0
"""Both sides of each condition of the rules between files, for mutants drawn by chance.

    drawn:small-edge-NAME    as `chance_small`: what was done to the small table, and what is to be found

Each rule of `spec/table_files.md` has here what it must find at its bound, and what it must leave alone.
"""

from __future__ import annotations

import copy
import json
from typing import Any

from chance_small import _OLD, _OLD_FILE, Found, _clean, _rollback, damage, small, violation
from chance_small_table import GROUPS, PROPERTIES, T1, T2, T3, Small, base_name, plan_of

_BETWEEN = "20260101000130000"  # after the first commit, of no instant
_EARLY = "20260101000030000"  # before the first commit
_BASE_NAME = base_name(1)[4:]
_PREVIOUS = "stat-previous"


def edge(name: str, *expected: Found, **options: Any) -> Any:
    """Register as `small`."""
    return small(f"edge-{name}", *expected, **options)


def _set(name: str, number: int, time: str, *expected: Found, versions: tuple[int, ...] = (6, 9),
         **members: Any) -> None:  # fmt: skip
    """Members of a write stat."""

    def edit(table: Small) -> None:
        table.stat(number, time).update(members)

    edge(name, *expected, versions=versions)(edit)


def _of(rule: str, code: str, time: str = T1, num: int = 1) -> tuple[Found, ...]:
    return (damage(f"completed:{time}", rule, code, time),) * num


# --- files and timeline ----------------------------------------------------------------------------------


@edge("no-data-no-timeline", violation("p=1/x.avro", "foreign-file", "bad-value"))
def _(table: Small) -> None:
    table.instants, table.files = [], {"p=1/x.avro": b"x"}


@edge("one-file-no-timeline", damage("timeline", "timeline-missing", "missing-field"))
def _(table: Small) -> None:
    table.instants = []
    table.files = {path: table.files[path] for path in (base_name(0), "p=1/.hoodie_partition_metadata")}


@edge("one-log-no-timeline", damage("timeline", "timeline-missing", "missing-field"),
      violation("log:1", "slice.committed", "bad-state", T2))  # fmt: skip
def _(table: Small) -> None:
    table.instants = []
    table.files = {path: table.files[path] for path in (table.log_path(), "p=1/.hoodie_partition_metadata")}


def _size(name: str, number: int, time: str, change: int | None, *expected: Found, **options: Any) -> None:
    """The size of a file, as its commit says, and the bytes written with it."""

    def edit(table: Small) -> None:
        stat = table.stat(number, time)
        size = 0 if change is None else stat["fileSizeInBytes"] + change
        stat.update(fileSizeInBytes=size, totalWriteBytes=size)

    edge(f"size-{name}", *expected, **options)(edit)


def _wrong_size(path: str, time: str) -> Found:
    return damage(path, "named-size", "length-mismatch", time)


_size("less", 1, T1, -1, _wrong_size(base_name(1), T1))
_size("more", 1, T1, 1, _wrong_size(base_name(1), T1))
_size("unknown", 1, T1, None)
_size("log-grown", 0, T2, -1, versions=(6,))
_size("log-shrunk", 0, T2, 1, _wrong_size("log:1", T2))
_size("log-less", 0, T2, -1, _wrong_size("log:1", T2), versions=(9,))
for _bytes in (-1, 1):
    _set(f"one-byte-{_bytes}", 1, T1, *(
        (_wrong_size(base_name(1), T1),) if _bytes > 0 else _of("stat-counts", "bad-value", num=2)
    ), fileSizeInBytes=_bytes, totalWriteBytes=_bytes)  # fmt: skip
_set("sizes-none-written", 1, T1, totalWriteBytes=0)
_set("sizes-one-written", 1, T1, *_of("stat-sizes", "length-mismatch"), totalWriteBytes=1)


@edge("cleaned-and-there", violation(base_name(1), "deleted-file-left", "bad-state", T3))
def _(table: Small) -> None:
    table.instant(T3, "clean", **_clean(base_name(1)))


@edge("cleaned-before-it-was-written")
def _(table: Small) -> None:
    table.instant(_EARLY, "clean", **_clean(base_name(1)))


@edge("cleaned-by-plan", violation(_OLD_FILE, "deleted-file-left", "bad-state", T3))
def _(table: Small) -> None:
    clean = _clean(_OLD_FILE)
    part = clean["completed"]["partitionMetadata"]["p=1"]
    clean["completed"]["partitionMetadata"] = {"p=1": part | {"successDeleteFiles": []}}
    table.instant(T3, "clean", **clean)
    table.add_base(_OLD_FILE, _OLD)


@edge("cleaned-by-old-plan", violation(_OLD_FILE, "deleted-file-left", "bad-state", T3))
def _(table: Small) -> None:
    clean = _clean(_OLD_FILE)
    part = clean["completed"]["partitionMetadata"]["p=1"]
    clean["completed"]["partitionMetadata"] = {"p=1": part | {"successDeleteFiles": []}}
    del clean["requested"]["filePathsToBeDeletedPerPartition"]
    clean["requested"].update(version=1, filesToBeDeletedPerPartition={"p=1": [_OLD_FILE[4:]]})
    table.instant(T3, "clean", **clean)
    table.add_base(_OLD_FILE, _OLD)


def _undoing(of: str, *paths: str) -> dict[str, Any]:
    """A rollback whose plan deletes files."""
    rollback = _rollback(of)
    request = {
        "partitionPath": "p=1", "fileId": "", "latestBaseInstant": "", "filesToBeDeleted": list(paths),
        "logBlocksToBeDeleted": {},
    }  # fmt: skip
    rollback["requested"]["RollbackRequests"] = [request]
    return rollback


_UNDONE_FILE = f"p=1/{GROUPS[0]}_7-1-1_{_BETWEEN}.parquet"


@edge("rolled-back-by-plan", violation(_UNDONE_FILE, "deleted-file-left", "bad-state", T3),
      violation(_UNDONE_FILE, "slice.committed", "bad-state", _BETWEEN))  # fmt: skip
def _(table: Small) -> None:
    table.instant(T3, "rollback", **_undoing(_BETWEEN, _UNDONE_FILE))
    table.add_base(_UNDONE_FILE, _BETWEEN)


@edge("rollback-pending", violation(_UNDONE_FILE, "slice.committed", "bad-state", _BETWEEN))
def _(table: Small) -> None:
    rollback = _undoing(_BETWEEN, _UNDONE_FILE)
    table.instant(T3, "rollback", states=["REQUESTED", "INFLIGHT"], requested=rollback["requested"])
    table.add_base(_UNDONE_FILE, _BETWEEN)


@edge("rollback-pending-of-the-completed")
def _(table: Small) -> None:
    table.instant(T3, "rollback", states=["REQUESTED", "INFLIGHT"], requested=_rollback(T2)["requested"])


@edge("log-of-a-rollback", versions=(6,))
def _(table: Small) -> None:
    """Log files that a rollback says it has written are named by no commit."""
    rollback = _rollback(_BETWEEN)
    log = table.log_path(1, 2)
    part = {
        "partitionPath": "p=1", "successDeleteFiles": [], "failedDeleteFiles": [],
        "rollbackLogFiles": {f"file:/t/{log}": "7"}, "logFilesFromFailedCommit": {},
    }  # fmt: skip
    rollback["completed"]["partitionMetadata"] = {"p=1": part}
    table.instant(T3, "rollback", **rollback)
    table.files[log] = table.files[table.log_path()]


@edge("named-file-undone")
def _(table: Small) -> None:
    table.instant(T3, "rollback", **_undoing(_BETWEEN, base_name(1)))
    del table.files[base_name(1)]


def _cut(rule: str, code: str) -> Found:
    return f"completed:{T3}", rule, code, "damage", "error", T3


@edge("commit-unreadable", _cut("timeline.content.avro", "bad-magic"), versions=(9,))
@edge("commit-cut", _cut("timeline.content.json-cut", "truncated"),
      _cut("archive.recovery.no-delete", "truncated"), versions=(6,))  # fmt: skip
def _(table: Small) -> None:
    table.instant(T3, "deltacommit", completed=table.completed(T2))
    table.add_base(f"p=1/{GROUPS[0]}_7-1-1_{T3}.parquet", T3)
    table.raw[T3] = b"{"


@edge(
    "empty-commit", violation(f"p=1/{GROUPS[0]}_7-1-1_{T3}.parquet", "slice.committed", "bad-reference", T3)
)
def _(table: Small) -> None:
    commit = copy.deepcopy(table.completed(T2))
    commit["partitionToWriteStats"] = {}
    table.instant(T3, "deltacommit", completed=commit)
    table.add_base(f"p=1/{GROUPS[0]}_7-1-1_{T3}.parquet", T3)


@edge("log-of-the-pending")
def _(table: Small) -> None:
    table.instant(T3, "deltacommit", states=["REQUESTED", "INFLIGHT"])
    name = table.log_path(1, 2) if table.version < 8 else table.log_path().replace(T2, T3)
    table.files[name] = table.log_of(T3)


@edge("log-before-the-timeline")
def _(table: Small) -> None:
    name = table.log_path(1, 2) if table.version < 8 else table.log_path().replace(T2, _OLD)
    table.files[name] = table.log_of(_OLD)


@edge("log-of-no-instant", violation("log:2", "slice.committed", "bad-state", _BETWEEN), versions=(6,))
def _(table: Small) -> None:
    table.files[table.log_path(1, 2)] = table.log_of(_BETWEEN)


@edge("log-of-two-instants", versions=(6,))
def _(table: Small) -> None:
    """A commit that can be read and one that is pending: who wrote it is not told."""
    table.instant(T3, "deltacommit", states=["REQUESTED", "INFLIGHT"])
    table.files[table.log_path(1, 2)] = table.log_of(T2) + table.log_of(T3)


# --- archive and active timeline -------------------------------------------------------------------------


@edge("savepoint-and-commit")
def _(table: Small) -> None:
    parts = {"p=1": {"partitionPath": "p=1", "savepointDataFile": [table.log_path()[4:]]},
             "p=2": {"partitionPath": "p=2", "savepointDataFile": [_BASE_NAME]}}  # fmt: skip
    content = {"savepointedBy": "a", "savepointedAt": "1", "comments": "", "partitionMetadata": parts}
    table.instant(T2, "savepoint", states=["INFLIGHT", "COMPLETED"], completed=content)


@edge("savepoint-pending")
def _(table: Small) -> None:
    table.instant(T2, "savepoint", states=["INFLIGHT"])


@edge("planned-log-gone", damage(f"requested:{T3}", "planned-file", "bad-reference", T3))
def _(table: Small) -> None:
    plan = plan_of(table, _BASE_NAME)
    plan["operations"][0]["deltaFilePaths"] = [f".{GROUPS[1]}_{T1}.log.1_0-1-1"]
    table.instant(T3, "compaction", states=["REQUESTED"], requested=plan)


@edge("planned-log", versions=(6,))
def _(table: Small) -> None:
    plan = plan_of(table, base_name(0)[4:])
    plan["operations"][0].update(partitionPath="p=1", fileId=GROUPS[0], deltaFilePaths=[table.log_path()[4:]])
    table.instant(T3, "compaction", states=["REQUESTED"], requested=plan)


@edge("planned-nothing")
def _(table: Small) -> None:
    table.instant(T3, "compaction", states=["REQUESTED"], requested=plan_of(table, ""))


def _clustering(name: str) -> dict[str, Any]:
    piece = {
        "dataFilePath": name, "deltaFilePaths": [], "fileId": GROUPS[1], "partitionPath": "p=2",
        "bootstrapFilePath": "", "version": 1,
    }  # fmt: skip
    group = {"slices": [piece], "metrics": {}, "numOutputFileGroups": 1, "extraMetadata": {}, "version": 1}
    plan = {
        "inputGroups": [group], "strategy": None, "extraMetadata": {}, "version": 1,
        "preserveHoodieMetadata": True,
    }  # fmt: skip
    return {"operationType": "CLUSTER", "clusteringPlan": plan, "extraMetadata": {}, "version": 1}


@edge("clustering-of-nothing", damage(f"requested:{T3}", "planned-file", "bad-reference", T3))
def _(table: Small) -> None:
    table.instant(T3, "replacecommit", states=["REQUESTED"], requested=_clustering(f"p=2/x{_BASE_NAME}"))


@edge("clustering")
def _(table: Small) -> None:
    table.instant(T3, "replacecommit", states=["REQUESTED"], requested=_clustering(f"p=2/{_BASE_NAME}"))


# --- instants --------------------------------------------------------------------------------------------


@edge("completed-as-joined")
def _(table: Small) -> None:
    """A compaction is completed by a commit [timeline.state.group]."""
    table.instant(T3, "compaction", requested=plan_of(table, _BASE_NAME), completed=_no_stats(table))


def _no_stats(table: Small, operation: str | None = "COMPACT") -> dict[str, Any]:
    commit = copy.deepcopy(table.completed(T2))
    commit.update(partitionToWriteStats={}, operationType=operation)
    return commit  # type: ignore[no-any-return]  # JSON


for _operation, _is_of_table in (
    ("COMPACT", True), ("UNKNOWN", True), ("BULK_INSERT", True), ("BULK_INSERT_PREPPED", True), (None, True),
    ("INSERT", False), ("UPSERT_PREPPED", False),
):  # fmt: skip

    def _edit(table: Small, operation: str | None = _operation) -> None:
        table.instant(T3, "commit", completed=_no_stats(table, operation))

    _expected = () if _is_of_table else (damage(f"completed:{T3}", "table-type", "bad-state", T3),)
    edge(f"commit-{_operation}", *_expected)(_edit)


@edge("all-commits", damage(PROPERTIES, "table-type", "bad-value"))
def _(table: Small) -> None:
    for time in (T1, T2):
        table.entry(time)["action"] = "commit"
        table.completed(time)["operationType"] = "UPSERT"


@edge("all-commits-but-one-replaced", damage(PROPERTIES, "table-type", "bad-value"))
def _(table: Small) -> None:
    for time in (T1, T2):
        table.entry(time)["action"] = "commit"
        table.completed(time)["operationType"] = "UPSERT"
    replaced = _no_stats(table, "INSERT_OVERWRITE") | {"partitionToReplaceFileIds": {}}
    table.instant(T3, "replacecommit", completed=replaced)


@edge("one-delta-in-copy-on-write", *(damage(f"completed:{T2}", "table-type", "bad-state", T2),))
def _(table: Small) -> None:
    table.properties["hoodie.table.type"] = "COPY_ON_WRITE"
    table.entry(T1)["action"] = "commit"


@edge("commits-in-copy-on-write")
def _(table: Small) -> None:
    table.properties["hoodie.table.type"] = "COPY_ON_WRITE"
    for time in (T1, T2):
        table.entry(time)["action"] = "commit"
        table.completed(time)["operationType"] = "UPSERT"


def _foreign(time: str, rule: str) -> Found:
    return f"completed:{time}", rule.replace("table.check.", ""), "bad-schema", "damage", "error", time


@edge("replaced-by-a-commit", _foreign(T2, "timeline.content.replace"), versions=(6,))
@edge("replaced-by-a-record", _foreign(T2, "timeline.content.format"), versions=(9,))
def _(table: Small) -> None:
    commit = table.completed(T2)
    commit["partitionToReplaceFileIds"] = {}
    table.raw[T2] = table.content_of(T2, "replacecommit")
    del commit["partitionToReplaceFileIds"]


@edge("replaced", versions=(6, 9))
def _(table: Small) -> None:
    replaced = _no_stats(table, "INSERT_OVERWRITE") | {"partitionToReplaceFileIds": {"p=1": []}}
    table.instant(T3, "replacecommit", completed=replaced)


def _schema(name: str, text: str, *expected: Found, both: bool = False) -> None:
    def edit(table: Small) -> None:
        for time in (T1, T2) if both else (T2,):
            table.completed(time)["extraMetadata"]["schema"] = text

    edge(f"schema-{name}", *expected)(edit)


_NO_SCHEMA = damage(f"completed:{T2}", "commit-schema", "bad-schema", T2)
_FIELDS = [{"name": name, "type": ["null", "string"]} for name in ("id", "ord", "val")]
_schema("list", '["null", "string"]', _NO_SCHEMA)
_schema("enum", '{"type": "enum", "name": "e", "symbols": ["A"]}', _NO_SCHEMA)
_schema("twice", "{", _NO_SCHEMA, damage(f"completed:{T1}", "commit-schema", "bad-schema", T1), both=True)
_schema("empty", "")
_schema("deep", "[" * 5000 + "]" * 5000, _NO_SCHEMA)
_NO_FIELD = damage(PROPERTIES, "property-field", "bad-reference")


def _record(*fields: dict[str, Any]) -> str:
    return json.dumps({"type": "record", "name": "r", "fields": [*_FIELDS, *fields]})


def _default_of(kind: Any) -> Any:
    """What rows that lack a field are read with; of a union a value of its first type."""
    first = kind[0] if isinstance(kind, list) else kind
    if isinstance(first, dict):
        return {"y": 0} if first["type"] == "record" else 0
    return {"null": None, "string": ""}.get(first, 0)


def _field(name: str, field: str, kind: Any, *expected: Found) -> None:
    """A record key within another field."""

    def edit(table: Small) -> None:
        table.completed(T2)["extraMetadata"]["schema"] = _record(
            {"name": "x", "type": kind, "default": _default_of(kind)}
        )
        table.properties["hoodie.table.recordkey.fields"] = field

    edge(f"field-{name}", *expected)(edit)


_INNER = {"type": "record", "name": "i", "fields": [{"name": "y", "type": "long"}]}
_field("within", "x.y", _INNER)
_field("within-union", "x.Y", ["null", _INNER])
_field("within-union-last", "x.y", [_INNER, "null"])
_field("not-within", "x.z", _INNER, _NO_FIELD)
_field("not-within-union", "x.z", ["null", _INNER], _NO_FIELD)
_field("within-text", "x.y", "string", _NO_FIELD)
_field("within-null", "x.y", ["null"], _NO_FIELD)
_field("within-logical", "x.y", {"type": "long", "logicalType": "timestamp-millis"}, _NO_FIELD)
_field("below-the-last", "x.y.z", _INNER, _NO_FIELD)
_field("last", "x", _INNER)
_field("first-of-two", "x , id", "long")
_field("ordered-as-text", "x:simple", "long")


@edge("field-of-the-old", _NO_FIELD)
def _(table: Small) -> None:
    """Fields are those of the last commit."""
    table.completed(T1)["extraMetadata"]["schema"] = _record({"name": "old", "type": "long"})
    table.completed(T2)["extraMetadata"]["schema"] = _record()
    table.properties["hoodie.table.recordkey.fields"] = "old"


@edge("field-of-the-readable", *(damage(f"completed:{T2}", "commit-schema", "bad-schema", T2),))
def _(table: Small) -> None:
    table.completed(T1)["extraMetadata"]["schema"] = _record({"name": "old", "type": "long"})
    table.completed(T2)["extraMetadata"]["schema"] = "{"
    table.properties["hoodie.table.recordkey.fields"] = "old"


@edge("field-of-creation", _NO_FIELD)
def _(table: Small) -> None:
    for time in (T1, T2):
        table.completed(time)["extraMetadata"].pop("schema", None)
    table.properties["hoodie.table.recordkey.fields"] = "nope"


@edge("field-of-nothing")
def _(table: Small) -> None:
    for time in (T1, T2):
        table.completed(time)["extraMetadata"].pop("schema", None)
    table.properties.pop("hoodie.table.create.schema")
    table.properties["hoodie.table.recordkey.fields"] = "nope"


def _types(name: str, field: dict[str, Any], *paths: str) -> None:
    """Another schema of the last commit: the files `paths` cannot be read with it."""

    def edit(table: Small) -> None:
        others = [one for one in _FIELDS if one["name"] != field["name"]]
        schema = {"type": "record", "name": "r", "fields": [*others, field]}
        table.completed(T2)["extraMetadata"]["schema"] = json.dumps(schema)

    edge(f"types-{name}", *(damage(path, "column-types", "schema-mismatch", T2) for path in paths))(edit)


_ALL_FILES = (base_name(0), base_name(1), "log:1")
_types("narrowed", {"name": "ord", "type": ["null", "int"]}, *_ALL_FILES)
_types("boolean", {"name": "val", "type": "boolean"}, *_ALL_FILES)
_types("widened", {"name": "ord", "type": ["null", "double"]})
_types("by-value", {"name": "val", "type": {"type": "int", "logicalType": "date"}})
_types("required", {"name": "new", "type": "long"}, *_ALL_FILES)
_types("with-default", {"name": "new", "type": "long", "default": 1})
_types("nullable", {"name": "new", "type": ["null", "long"]})


_set("path-empty", 1, T1, violation(base_name(1), "slice.committed", "bad-reference", T1), path="")
_set("path-null", 1, T1, violation(base_name(1), "slice.committed", "bad-reference", T1), path=None)
for _text in ("20250101000000000", "null"):
    _set(f"previous-{_text}", 1, T1, prevCommit=_text)
_set("previous-of-nobody", 0, T2, *_of(_PREVIOUS, "bad-reference", T2), prevCommit=_BETWEEN)
_set("log-previous-late", 0, T2, *_of(_PREVIOUS, "bad-reference", T2), prevCommit=T3)
_set("log-previous-own", 0, T2, prevCommit=T2, versions=(9,))
_set("log-previous-not-slice", 0, T2, *_of(_PREVIOUS, "bad-reference", T2), prevCommit=T2, versions=(6,))
_set("log-version-null", 0, T2, logVersion=None)
_set("log-more-deletes", 0, T2, *_of("stat-counts", "bad-value", T2), numDeletes=1)
_set("log-counts-deletes", 0, T2, *_of("stat-counts", "bad-value", T2), numDeletes=1, numWrites=2)
_set("log-counts-deletes-too", 0, T2, *_of("stat-counts", "bad-value", T2), numDeletes=1, numWrites=2,
     totalWriteErrors=None)  # fmt: skip
_set("log-null-deletes", 0, T2, numDeletes=None)
_set("log-more-writes", 0, T2, *_of("stat-counts", "bad-value", T2), numWrites=2)
for _name in ("numWrites", "numUpdateWrites", "numInserts"):
    _set(f"log-null-{_name}", 0, T2, **{_name: None})
_set("log-inserts", 0, T2, numInserts=1, numUpdateWrites=0)
_set("base-file-deeper", 0, T2, *_of("stat-log", "bad-value", T2), baseFile=f"x{base_name(0)[4:]}.x")
_set("base-file-none", 0, T2, baseFile="")
_set("log-files-other", 0, T2, *_of("stat-log", "bad-value", T2), logFiles=[f".{GROUPS[1]}_{T1}.log.1_0-1-1"])
_set("log-files-none", 0, T2, logFiles=[])
for _name in ("numInserts", "numUpdateWrites", "numDeletes"):
    _set(f"null-{_name}", 1, T1, **{_name: None})
_set("null-writes", 1, T1, numWrites=None)
for _name in ("numWrites", "numDeletes", "numUpdateWrites", "numInserts"):
    _set(f"zero-{_name}", 1, T1, *(
        _of("stat-counts", "bad-value", num={"numWrites": 2, "numInserts": 1}.get(_name, 0))
    ), **{_name: 0})  # fmt: skip
