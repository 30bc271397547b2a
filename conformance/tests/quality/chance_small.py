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
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure
from chance_files import rows_of
from chance_small_table import GROUPS, LOG, PROPERTIES, T1, T2, T3, Small, base_name, plan_of

if TYPE_CHECKING:
    from chance_questions import World

Edit = Callable[[Small], None]
Found = tuple[str, str, str, str, str, str | None]
"""Path, rule, code, verdict, severity and instant of a finding."""
_SUMMARY: dict[str, tuple[int, tuple[int, ...], Edit, tuple[Found, ...]]] = {}
VERSIONS = (6, 9)
_LATE = "29990101000000000"
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


# --- properties -------------------------------------------------------------------------------------------


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


# --- files -------------------------------------------------------------------------------------------------


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


# --- what writers leave behind -------------------------------------------------------------------------------


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


# --- instants ------------------------------------------------------------------------------------------------


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


# --- write stats -----------------------------------------------------------------------------------------------


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


# --- questions -----------------------------------------------------------------------------------------------


def small_questions() -> Iterator[Asked]:
    """All of them."""
    for name, (_, versions, edit, expected) in _SUMMARY.items():
        for version in versions:
            yield f"drawn:small-{name}-{version}", f"{expected}", partial(_fault, version, edit, expected)
    for version in VERSIONS:
        yield f"drawn:alike-moved-{version}", "", partial(_alike, version)


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


if __name__ == "__main__":
    sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "support"))
    for _name, _, _ask in small_questions():
        print(_name, _ask(None), flush=True)  # type: ignore[arg-type]  # no question asks the world
