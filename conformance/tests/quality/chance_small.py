# SPDX-License-Identifier: Apache-2.0
"""Audits of a small table with one thing wrong each, for mutants drawn by chance.

    drawn:small-NAME    one finding, or as many as said: path, rule, code, verdict, severity, instant and
                        place are those of what was done to the table; and none where it was done rightly
    drawn:alike-NAME    what an audit finds does not depend on where a table is, nor on others beside it

What is to be found follows from what was done and from the rules of `spec/`. An audit takes some 20 ms.
"""

from __future__ import annotations

import copy
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure
from chance_files import rows_of
from chance_small_table import GROUPS, PROPERTIES, T1, T2, T3, Small, base_file, base_name, plan_of

if TYPE_CHECKING:
    from chance_questions import World

Edit = Callable[[Small], None]
Found = tuple[str, str, str, str, str, str | None]
"""Path, rule, code, verdict, severity and instant of a finding."""
_SUMMARY: dict[str, tuple[int, tuple[int, ...], Edit, tuple[Found, ...]]] = {}
VERSIONS = (6, 9)
_LATE = "29990101000000000"
_OF_ITS_VERSION = frozenset({"initial-version-same", "edge-log-of-a-rollback"})
_PARTITION = ".hoodie_partition_metadata"


def small(name: str, *expected: Found, versions: tuple[int, ...] = VERSIONS) -> Callable[[Edit], Edit]:
    """Register what is done to a table, and what is to be found."""

    def register(edit: Edit) -> Edit:
        _SUMMARY[name] = len(_SUMMARY), versions, edit, expected
        return edit

    return register


def damage(path: str, rule: str, code: str, time: str | None = None, severity: str = "error") -> Found:
    """What readers lose rows by."""
    return path, f"table.check.{rule}", code, "damage", severity, time


def violation(path: str, rule: str, code: str, time: str | None = None, severity: str = "warning") -> Found:
    """What readers pass over."""
    return path, f"table.check.{rule}", code, "violation", severity, time


# --- properties ------------------------------------------------------------------------------------------


def _property(name: str, key: str, value: str | None, *expected: Found, **options: Any) -> None:
    def edit(table: Small) -> None:
        if value is None:
            table.properties.pop(key, None)
        else:
            table.properties[key] = value

    small(name, *expected, **options)(edit)


_WRONG_VALUE = damage(PROPERTIES, "property-value", "bad-value")
_property("meta-fields-text", "hoodie.populate.meta.fields", "perhaps", _WRONG_VALUE)
_property("hive-text", "hoodie.datasource.write.hive_style_partitioning", "perhaps", _WRONG_VALUE)
_property("hive-upper", "hoodie.datasource.write.hive_style_partitioning", " TRUE ")
_property("cdc-text", "hoodie.table.cdc.enabled", "perhaps", _WRONG_VALUE)
_property(
    "initial-version", "hoodie.table.initial.version", "10",
    violation(PROPERTIES, "table-version", "bad-version"), versions=(9,),
)  # fmt: skip
_property("initial-version-same", "hoodie.table.initial.version", "9", versions=(9,))
_property("initial-version-text", "hoodie.table.initial.version", "x", versions=(9,))
for _key in ("hoodie.table.recordkey.fields", "hoodie.table.precombine.field"):
    _property(f"field-{_key}", _key, "nope", damage(PROPERTIES, "property-field", "bad-reference"))
    _property(f"fields-{_key}", _key, "id, nope ,val", damage(PROPERTIES, "property-field", "bad-reference"))
_property("field-of-meta", "hoodie.table.recordkey.fields", "_hoodie_record_key")
_property("field-case", "hoodie.table.recordkey.fields", "ID")
_property("field-within", "hoodie.table.recordkey.fields", "id.nope",
          damage(PROPERTIES, "property-field", "bad-reference"))  # fmt: skip
_property("partition-field", "hoodie.table.partition.fields", "nope",
          damage(PROPERTIES, "property-field", "bad-reference"))  # fmt: skip
_property("partition-type", "hoodie.table.partition.fields", "val:simple")
_property("no-partition-fields", "hoodie.table.partition.fields", "",
          damage(PROPERTIES, "property-field", "missing-field"))  # fmt: skip
_property("meta-fields", "hoodie.populate.meta.fields", "false",
          damage(PROPERTIES, "property-value", "bad-state"))  # fmt: skip
_property("format", "hoodie.table.base.file.format", "ORC",
          damage(PROPERTIES, "property-value", "bad-state"))  # fmt: skip


@small("dropped-partition-field")
def _(table: Small) -> None:
    table.properties["hoodie.table.partition.fields"] = "nope"
    table.properties["hoodie.datasource.write.drop.partition.columns"] = "true"


@small("no-keys-stated")
def _(table: Small) -> None:
    table.properties["hoodie.table.partition.fields"] = ""
    for key in ("class", "type"):
        table.properties.pop(f"hoodie.table.keygenerator.{key}", None)


@small("key-type-stated", damage(PROPERTIES, "property-field", "missing-field"))
def _(table: Small) -> None:
    table.properties["hoodie.table.partition.fields"] = ""
    table.properties.pop("hoodie.table.keygenerator.class")
    table.properties["hoodie.table.keygenerator.type"] = "SIMPLE"


@small("key-class-stated", damage(PROPERTIES, "property-field", "missing-field"))
def _(table: Small) -> None:
    table.properties["hoodie.table.partition.fields"] = ""
    table.properties["hoodie.table.keygenerator.class"] = "org.apache.hudi.keygen.SimpleKeyGenerator"


# --- files -----------------------------------------------------------------------------------------------


@small("metafile-gone", damage(f"p=1/{_PARTITION}", "partition-metafile", "missing-field"))
def _(table: Small) -> None:
    del table.files[f"p=1/{_PARTITION}"]


@small("metafile-parquet")
def _(table: Small) -> None:
    table.files[f"p=1/{_PARTITION}.parquet"] = table.files[base_name(0)]
    del table.files[f"p=1/{_PARTITION}"]


@small("metafile-of-nobody", violation(f"p=2/{_PARTITION}", "partition-metafile", "bad-reference"))
def _(table: Small) -> None:
    table.files[f"p=2/{_PARTITION}"] = b"commitTime=20260101000130000\npartitionDepth=1\n"


@small("metafile-of-the-archived")
def _(table: Small) -> None:
    table.files[f"p=2/{_PARTITION}"] = b"commitTime=20250101000130000\npartitionDepth=1\n"


@small("foreign-file", violation("p=1/other.parquet", "foreign-file", "bad-value"))
def _(table: Small) -> None:
    table.files["p=1/other.parquet"] = table.files[base_name(0)]
    table.files["p=1/other.txt"] = b"text"


@small(
    "native-log",
    violation(f"p=1/{GROUPS[0]}_0-1-1_{T2}_1.log.parquet", "native-log", "bad-version"),
)
def _(table: Small) -> None:
    table.files[f"p=1/{GROUPS[0]}_0-1-1_{T2}_1.log.parquet"] = table.files[base_name(0)]


@small("named-file-gone", damage(f"completed:{T1}", "named-file", "bad-reference", T1))
def _(table: Small) -> None:
    del table.files[base_name(1)]


@small("named-size", damage(base_name(1), "named-size", "length-mismatch", T1))
def _(table: Small) -> None:
    table.stat(1)["fileSizeInBytes"] += 1
    table.stat(1)["totalWriteBytes"] += 1


@small("orphan", violation(f"p=1/{GROUPS[0]}_7-1-1_{T2}.parquet", "slice.committed", "bad-reference", T2))
def _(table: Small) -> None:
    table.add_base(f"p=1/{GROUPS[0]}_7-1-1_{T2}.parquet", T2)


@small("orphan-of-nobody",
       violation(f"p=1/{GROUPS[0]}_7-1-1_{T3}.parquet", "slice.committed", "bad-state", T3))  # fmt: skip
def _(table: Small) -> None:
    table.add_base(f"p=1/{GROUPS[0]}_7-1-1_{T3}.parquet", T3)


@small("before-the-timeline")
def _(table: Small) -> None:
    table.add_base(f"p=1/{GROUPS[0]}_7-1-1_20250101000000000.parquet", "20250101000000000")


@small("of-the-pending")
def _(table: Small) -> None:
    table.instant(T3, "deltacommit", states=["REQUESTED", "INFLIGHT"])
    table.add_base(f"p=1/{GROUPS[0]}_7-1-1_{T3}.parquet", T3)


@small(
    "two-partitions",
    violation(f"p=2/{GROUPS[0]}_0-0-0_20250101000000000.parquet", "group-partitions", "duplicate"),
)
def _(table: Small) -> None:
    table.add_base(f"p=2/{GROUPS[0]}_0-0-0_20250101000000000.parquet", "20250101000000000")


@small("log-of-nobody", damage("log:2", "log-not-named", "bad-state", T2))
def _(table: Small) -> None:
    table.files[table.log_path(1, 2)] = table.files[table.log_path()]


@small("log-twice", damage("log:token", "log-not-named", "duplicate", T2))
def _(table: Small) -> None:
    table.files[table.log_path(token="9-9-9")] = table.files[table.log_path()]


_BLOCK_OF_NOBODY = violation("log:1", "slice.committed", "bad-state", "20260101000130000")
_NO_APPEND = ("log:1", "log.file.no-append-tv8", "bad-state", "violation", "error", None)


@small("block-of-nobody", _BLOCK_OF_NOBODY, versions=(6,))
@small("block-appended", _BLOCK_OF_NOBODY, _NO_APPEND, versions=(9,))
def _(table: Small) -> None:
    path = table.log_path()
    table.files[path] += table.log_of("20260101000130000")
    table.stat(0, T2)["fileSizeInBytes"] = table.stat(0, T2)["totalWriteBytes"] = len(table.files[path])


def _keys(name: str, stated: str, has_keys: bool, has_bounds: bool, *expected: Found) -> None:
    """Base files of a table that says whether they have record keys, with or without bounds in footers."""

    def edit(table: Small) -> None:
        table.properties["hoodie.populate.meta.fields"] = stated
        for number in range(len(GROUPS)):
            path = base_name(number)
            table.files[path] = base_file(path, T1, 3, has_keys=has_keys, has_bounds=has_bounds)
            size = len(table.files[path])
            table.stat(number).update(fileSizeInBytes=size, totalWriteBytes=size)

    small(f"keys-{name}", *expected)(edit)


_NOT_AS_STATED = damage(PROPERTIES, "property-value", "bad-state")
_keys("there", "true", True, True)
_keys("gone", "true", False, True, _NOT_AS_STATED)
_keys("untold", "true", True, False)
_keys("untold-gone", "true", False, False)
_keys("none", "false", False, True)
_keys("none-but-there", "false", True, True, _NOT_AS_STATED)
_keys("none-untold", "false", True, False)
_keys("none-untold-gone", "false", False, False)


# --- what writers leave behind ---------------------------------------------------------------------------


def _leftover(path: str, time: str) -> Found:
    return violation(f".hoodie/{path}", "leftover", "bad-state", time, "info")


@small("markers", _leftover(f".temp/{T2}/a.marker.MERGE", T2))
def _(table: Small) -> None:
    for name in ("a.marker.MERGE", "b.marker.CREATE", "p=1/c.marker.APPEND"):
        table.files[f".hoodie/.temp/{T2}/{name}"] = b""


@small("heartbeats", _leftover(f".heartbeat/{T1}", T1), _leftover(f".heartbeat/{T2}", T2))
def _(table: Small) -> None:
    table.instant(T3, "deltacommit", states=["REQUESTED", "INFLIGHT"])
    for time in (T1, T2, T3, "x"):
        table.files[f".hoodie/.heartbeat/{time}"] = b""


@small("timeline-elsewhere", violation(f".hoodie/{T2}_{_LATE}.deltacommit", "foreign-file", "bad-state"),
       versions=(9,))  # fmt: skip
def _(table: Small) -> None:
    table.files[f".hoodie/{T2}_{_LATE}.deltacommit"] = b""


# --- instants --------------------------------------------------------------------------------------------


@small("future", *(damage(f"{state}:{_LATE}", "future-instant", "bad-order", _LATE)
                   for state in ("requested", "inflight")))  # fmt: skip
def _(table: Small) -> None:
    table.instant(_LATE, "deltacommit", states=["REQUESTED", "INFLIGHT"])


@small("schema-text", damage(f"completed:{T2}", "commit-schema", "bad-schema", T2))
def _(table: Small) -> None:
    table.completed(T2)["extraMetadata"]["schema"] = '{"type": "record"}'


@small("schema-no-record", damage(f"completed:{T2}", "commit-schema", "bad-schema", T2))
def _(table: Small) -> None:
    table.completed(T2)["extraMetadata"]["schema"] = '"string"'


@small("planned-file", damage(f"requested:{T3}", "planned-file", "bad-reference", T3))
def _(table: Small) -> None:
    table.instant(T3, "compaction", states=["REQUESTED"], requested=plan_of(table, f"x{base_name(1)[4:]}"))


@small("planned")
def _(table: Small) -> None:
    table.instant(T3, "compaction", states=["REQUESTED"], requested=plan_of(table, base_name(1)[4:]))


@small("table-type", damage(PROPERTIES, "table-type", "bad-value"))
def _(table: Small) -> None:
    table.properties["hoodie.table.type"] = "COPY_ON_WRITE"


@small("one-commit", damage(f"completed:{T2}", "table-type", "bad-state", T2))
def _(table: Small) -> None:
    table.entry(T2)["action"] = "commit"


@small("bulk-insert")
def _(table: Small) -> None:
    table.entry(T1)["action"] = "commit"
    table.completed(T1)["operationType"] = "BULK_INSERT"


# --- what is undone, cleaned, saved, archived ------------------------------------------------------------


def _rollback(of: str) -> dict[str, Any]:
    target = {"commitTime": of, "action": "deltacommit"}
    return {
        "requested": {"instantToRollback": target, "RollbackRequests": []},
        "completed": {
            "startRollbackTime": T3, "timeTakenInMillis": "1", "totalFilesDeleted": 0,
            "commitsRollback": [of], "partitionMetadata": {}, "instantsRollback": [target],
        },
    }  # fmt: skip


def _clean(path: str) -> dict[str, Any]:
    partition, _, name = path.partition("/")
    done = {
        "partitionPath": partition, "policy": "KEEP_LATEST_COMMITS", "deletePathPatterns": [name],
        "successDeleteFiles": [name], "failedDeleteFiles": [],
    }  # fmt: skip
    return {
        "requested": {"policy": "KEEP_LATEST_COMMITS", "version": 2, "filePathsToBeDeletedPerPartition": {
            partition: [{"filePath": f"file:/t/{path}", "isBootstrapBaseFile": False}]}},
        "completed": {
            "startCleanTime": T3, "timeTakenInMillis": "1", "totalFilesDeleted": 1,
            "earliestCommitToRetain": T1, "partitionMetadata": {partition: done}, "version": 2,
        },
    }  # fmt: skip


_OLD = "20250101000000000"
_OLD_FILE = f"p=1/{GROUPS[0]}_0-0-0_{_OLD}.parquet"


@small("undone", damage(f"completed:{T2}", "undone-commit", "bad-state", T2))
def _(table: Small) -> None:
    table.instant(T3, "rollback", **_rollback(T2))


@small("undone-and-gone")
def _(table: Small) -> None:
    table.instant(T3, "rollback", **_rollback("20260101000130000"))


@small("left-of-the-undone",
       violation(f"p=1/{GROUPS[0]}_7-1-1_20260101000130000.parquet", "slice.committed", "bad-state",
                 "20260101000130000"))  # fmt: skip
def _(table: Small) -> None:
    table.instant(T3, "rollback", **_rollback("20260101000130000"))
    table.add_base(f"p=1/{GROUPS[0]}_7-1-1_20260101000130000.parquet", "20260101000130000")


@small("cleaned")
def _(table: Small) -> None:
    table.instant(T3, "clean", **_clean(_OLD_FILE))


@small("not-cleaned", violation(_OLD_FILE, "deleted-file-left", "bad-state", T3))
def _(table: Small) -> None:
    table.instant(T3, "clean", **_clean(_OLD_FILE))
    table.add_base(_OLD_FILE, _OLD)


@small("to-be-cleaned")
def _(table: Small) -> None:
    table.instant(T3, "clean", states=["REQUESTED"], requested=_clean(_OLD_FILE)["requested"])
    table.add_base(_OLD_FILE, _OLD)


@small("named-and-cleaned")
def _(table: Small) -> None:
    table.instant(T3, "clean", **_clean(base_name(1)))
    del table.files[base_name(1)]


def _savepoint(table: Small, name: str) -> None:
    parts = {"p=2": {"partitionPath": "p=2", "savepointDataFile": [name]}}
    content = {"savepointedBy": "a", "savepointedAt": "1", "comments": "", "partitionMetadata": parts}
    table.instant(T2, "savepoint", states=["INFLIGHT", "COMPLETED"], completed=content)


@small("saved")
def _(table: Small) -> None:
    _savepoint(table, base_name(1)[4:])


@small("saved-file-gone", damage(f"savepoint:{T2}", "savepoint-file", "bad-reference", T2))
def _(table: Small) -> None:
    _savepoint(table, f"x{base_name(1)[4:]}")


@small("no-timeline", damage("timeline", "timeline-missing", "missing-field"),
       violation("log:1", "slice.committed", "bad-state", T2))  # fmt: skip
def _(table: Small) -> None:
    table.instants = []


@small("columns-of-another", *(
    violation(base_name(1), "base-file-columns", "bad-value", T1, "error") for _ in range(2)))  # fmt: skip
def _(table: Small) -> None:
    table.files[base_name(1)] = base_file(base_name(0), T1)
    size = len(table.files[base_name(1)])
    table.stat(1).update(fileSizeInBytes=size, totalWriteBytes=size)


@small("later-rows", violation(base_name(1), "base-file-columns", "bad-value", T1, "error"),
       damage(f"completed:{T1}", "stat-counts", "bad-value", T1))  # fmt: skip
def _(table: Small) -> None:
    table.files[base_name(1)] = base_file(base_name(1), T2)
    size = len(table.files[base_name(1)])
    table.stat(1).update(fileSizeInBytes=size, totalWriteBytes=size)


@small("beside-the-table", damage(PROPERTIES, "property-field", "bad-value"))
def _(table: Small) -> None:
    table.add_base(f"{GROUPS[0][::-1]}_0-0-0_{_OLD}.parquet", _OLD)


@small("completed-twice", damage(f"deltacommit:{T2}", "completed-twice", "duplicate", T2))
def _(table: Small) -> None:
    table.instant(T2, "clean", states=["COMPLETED"], completed=_clean(_OLD_FILE)["completed"])


@small("completed-as-another",
       *(damage(f"clean:{T3}", "completed-action", "bad-state", T3) for _ in range(2)))  # fmt: skip
def _(table: Small) -> None:
    table.instant(T3, "deltacommit", states=["REQUESTED", "INFLIGHT"])
    table.instant(T3, "clean", states=["COMPLETED"], completed=_clean(_OLD_FILE)["completed"])


# --- write stats -----------------------------------------------------------------------------------------


def _stat(name: str, number: int, time: str, rule: str, code: str, *, num: int = 1, **members: Any) -> None:
    def edit(table: Small) -> None:
        table.stat(number, time).update(members)

    expected = (damage(f"completed:{time}", rule, code, time),) * num if rule else ()
    small(f"stat-{name}", *expected)(edit)


_stat("writes", 1, T1, "stat-counts", "bad-value", numWrites=4)
_stat("fewer-inserts", 1, T1, "stat-counts", "bad-value", numInserts=2)
_stat("no-inserts", 1, T1, "", "", numInserts=None)
# More than it has written, and more than there are rows of the commit.
_stat("more-inserts", 1, T1, "stat-counts", "bad-value", num=2, numInserts=4)
_stat("negative", 1, T1, "stat-counts", "bad-value", numDeletes=-1)
_stat("partition", 1, T1, "stat-partition", "bad-value", partitionPath="p=3")
_stat("file-id", 1, T1, "stat-file-id", "bad-value", fileId="other")
_stat("sizes", 1, T1, "stat-sizes", "length-mismatch", totalWriteBytes=5)


def _path(name: str, path: str, code: str, *others: Found) -> None:
    """The commit names another file, which is not there, and not the one that is there."""

    def edit(table: Small) -> None:
        table.stat(1)["path"] = path

    expected = (
        damage(f"completed:{T1}", "stat-path", code, T1),
        damage(f"completed:{T1}", "named-file", "bad-reference", T1),
        violation(base_name(1), "slice.committed", "bad-reference", T1),
    )
    small(f"stat-path-{name}", *expected, *others)(edit)


_path("of-nothing", "p=2/x", "bad-value")
_path("of-another", f"p=2/{GROUPS[1]}_1-0-0_{_OLD}.parquet", "bad-reference")
_stat("previous-text", 1, T1, "stat-previous", "bad-value", prevCommit="x")
_stat("previous-late", 1, T1, "stat-previous", "bad-reference", prevCommit=T2)
_stat("previous-same", 1, T1, "stat-previous", "bad-reference", prevCommit=T1)
_stat("previous-empty", 1, T1, "", "", prevCommit="")
_stat("log-updates", 0, T2, "stat-counts", "bad-value", numUpdateWrites=2)
_stat("log-both", 0, T2, "stat-counts", "bad-value", numUpdateWrites=2, numWrites=2)
_stat("log-version", 0, T2, "stat-log", "bad-value", logVersion=2)
_stat("log-files", 0, T2, "stat-log", "bad-value", logFiles=["x"])
_stat("base-file", 0, T2, "stat-log", "bad-reference",
      baseFile=f"{GROUPS[0]}_3-3-3_{T1}.parquet")  # fmt: skip
_stat("base-file-there", 0, T2, "", "", baseFile=base_name(0)[4:])
_stat("base-file-other", 0, T2, "stat-log", "bad-value", baseFile=base_name(1)[4:])
_stat("log-previous-text", 0, T2, "stat-previous", "bad-value", prevCommit="x")


# --- questions -------------------------------------------------------------------------------------------


def small_questions() -> Iterator[Asked]:
    """All of them."""
    for name, (_, versions, edit, expected) in _SUMMARY.items():
        for version in _asked_versions(name, versions):
            yield f"drawn:small-{name}-{version}", f"{expected}", partial(_fault, version, edit, expected)
    for version in VERSIONS:
        yield f"drawn:alike-moved-{version}", "", partial(_alike, version)
    yield "drawn:small-other-version", "", _other_version


def _asked_versions(name: str, versions: tuple[int, ...]) -> tuple[int, ...]:
    """What holds of version 9 holds of 8, and what holds of 6 of 5: no rule between files came with them."""
    if name in _OF_ITS_VERSION:
        return versions
    return *versions, *(older for newer, older in ((9, 8), (6, 5)) if newer in versions)


@cache
def _healthy(version: int) -> Small:
    return Small(version)


def _table(version: int, edit: Edit | None = None) -> Small:
    table = copy.deepcopy(_healthy(version))
    if edit is not None:
        edit(table)
    return table


def found_in(folder: Path, **options: Any) -> list[tuple[Any, ...]]:
    """Findings of an audit by path below the folder, in order."""
    rows = rows_of(folder, deep=True, **options)
    start = len(str(folder)) + 1
    return sorted(
        (row.path[start:], row.requirement, row.code, row.verdict, row.severity, row.instant) for row in rows
    )


def _fault(version: int, edit: Edit, expected: tuple[Found, ...], _: World) -> Failure:
    table = _table(version, edit)
    wanted = sorted((_rule(table.resolve(one[0]), *one[1:]) for one in expected), key=str)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "t"
        table.write(folder)
        found = sorted(found_in(folder), key=str)
    return None if found == wanted else f"{sorted(set(found) ^ set(wanted), key=str)}"[:390] or "as many"


def _rule(path: str, rule: str, *rest: Any) -> tuple[Any, ...]:
    return path, rule.replace("check.slice", "slice"), *rest


def _other_version(_: World) -> Failure:
    """A version that the caller states overrides that of the table [log.file.no-append-tv8]."""
    edit = _SUMMARY["block-appended"][2]
    for version in VERSIONS:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "t"
            _table(version, edit).write(folder)
            for stated in (None, *VERSIONS):
                rules = {one[1] for one in found_in(folder, table_version=stated)}
                if ("log.file.no-append-tv8" in rules) != ((stated or version) >= 8):
                    return f"version {version}, stated as {stated}: {sorted(map(str, rules))}"
    return None


def _alike(version: int, _: World) -> Failure:
    """Two tables with findings: each alone, both, and one of them moved."""
    edits = [one[2] for name, one in _SUMMARY.items() if name in {"markers", "stat-writes", "orphan"}]
    with tempfile.TemporaryDirectory() as place:
        alone: dict[str, list[Any]] = {}
        for number, edit in enumerate(edits):
            _table(version, edit).write(Path(place) / "all" / f"t{number}")
            alone[f"t{number}"] = found_in(Path(place) / "all" / f"t{number}")
        together = [(f"{name}/{one[0]}", *one[1:]) for name, rows in alone.items() for one in rows]
        if found_in(Path(place) / "all") != sorted(together):
            return "tables beside each other have other findings than alone"
        shallow = rows_of(Path(place) / "all")
        if {(row.path, row.requirement) for row in shallow} - {
            (f"{place}/all/{one[0]}", one[1]) for one in together
        }:
            return "more is found without reading all"
        other = Path(place) / "x y" / ".hoodie%20" / "ü"
        other.parent.mkdir(parents=True)
        shutil.move(Path(place) / "all" / "t1", other)
        if found_in(other) != alone["t1"]:
            return "a table that was moved has other findings"
    return None
