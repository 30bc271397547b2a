# SPDX-License-Identifier: Apache-2.0
"""Audits of a small metadata table with one thing wrong each, for mutants drawn by chance.

    drawn:listed-NAME    findings about place, properties, file groups and timeline of the metadata table are
                         those of what was done to it: path, rule, code, verdict, severity, instant

The table holds no data files; what the audit says about those is not asked.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported
from chance_files import rows_of
from chance_small_table import GROUPS, PROPERTIES, T1, T2, T3, base_file

if TYPE_CHECKING:
    from chance_questions import World

Edit = Callable[[Path], None]
Found = tuple[str, str, str, str, str, str | None]
_OWN = ".hoodie/metadata"
_OWN_PROPERTIES = f"{_OWN}/{PROPERTIES}"
_READY = "hoodie.table.metadata.partitions"
_ASKED = {
    f"table.check.metadata-{name}"
    for name in ("partition", "groups", "properties", "pending", "ahead", "behind")
}
_CASES: dict[str, tuple[tuple[int, ...], str, Edit, tuple[Found, ...]]] = {}
VERSIONS = (6, 9)


def _damage(path: str, rule: str, code: str, time: str | None = None, severity: str = "error") -> Found:
    return path, f"table.check.metadata-{rule}", code, "damage", severity, time


def _violation(path: str, rule: str, code: str) -> Found:
    return path, f"table.check.metadata-{rule}", code, "violation", "warning", None


def listed(
    name: str, *expected: Found, history: str = "", versions: tuple[int, ...] = VERSIONS
) -> Callable[[Edit], Edit]:
    """Register what is done to a table with a history, and what is to be found."""

    def register(edit: Edit) -> Edit:
        _CASES[name] = versions, history, edit, expected
        return edit

    return register


def _nothing(_: Path) -> None:
    """A table as it is."""


listed("whole")(_nothing)
# A later delta commit takes nothing in; a compaction takes in what is before it.
listed("pending", history="pending")(_nothing)
listed("compacted", history="compacted")(_nothing)
listed("absorbed", _damage("compaction", "pending", "bad-state"), history="absorbed")(_nothing)


def _remove(folder: Path, time: str) -> None:
    for path in [*folder.glob(f"{time}*"), *folder.glob(f"timeline/{time}*")]:
        path.unlink()


@listed("behind", _damage("timeline", "behind", "missing-field", T2))
def _(table: Path) -> None:
    _remove(table / _OWN / ".hoodie", T2)


@listed("behind-and-pending", _damage("timeline", "behind", "missing-field", T2))
def _(table: Path) -> None:
    for folder in (table / _OWN / ".hoodie", table / _OWN / ".hoodie/timeline"):
        for path in folder.glob(f"{T2}*.deltacommit"):
            path.unlink()


@listed("ahead", _damage("commit", "ahead", "bad-reference", T2, "warning"))
def _(table: Path) -> None:
    _remove(table / ".hoodie", T2)


def _groups(old: str, new: str | None) -> Edit:
    """Rename the files of a group of the record index, or remove them."""

    def edit(table: Path) -> None:
        for path in sorted((table / _OWN / "record_index").iterdir()):
            if old in path.name:
                if new is None:
                    path.unlink()
                else:
                    path.rename(path.with_name(path.name.replace(old, new)))

    return edit


_INDEX = f"{_OWN}/record_index"
listed("first-group-gone", _damage(_INDEX, "groups", "missing-field"))(_groups("record-index-0000-0", None))
listed("last-group-gone")(_groups("record-index-0002-0", None))  # two groups are there, and count as all
listed("group-of-partition", _damage(_INDEX, "groups", "bad-state"))(
    _groups("record-index-0001-0", "record-index-p-0001-0")
)
listed("group-of-nothing", _damage(_INDEX, "groups", "bad-value"))(
    _groups("record-index-0002-0", "other-0002-0")
)


def _property(file: str, key: str, value: str) -> Edit:
    def edit(table: Path) -> None:
        path = table / file
        lines = [line for line in path.read_text().splitlines() if not line.startswith(f"{key}=")]
        path.write_text("\n".join([*lines, f"{key}={value}", ""]))

    return edit


listed(
    "own-type",
    _damage(_OWN_PROPERTIES, "properties", "bad-value"),
    # Log files of a copy-on-write table are read by nobody.
    *(_damage(f"{_OWN}/{index}", "groups", "missing-field") for index in ("files", "record_index")),
)(_property(_OWN_PROPERTIES, "hoodie.table.type", "COPY_ON_WRITE"))
listed("own-name", _damage(_OWN_PROPERTIES, "properties", "bad-reference"))(
    _property(_OWN_PROPERTIES, "hoodie.table.name", "other_metadata")
)
listed("own-version", _damage(_OWN_PROPERTIES, "properties", "bad-state"))(
    _property(_OWN_PROPERTIES, "hoodie.table.version", "7")
)
for _key, _value in (
    ("hoodie.table.base.file.format", "PARQUET"),
    ("hoodie.populate.meta.fields", "true"),
):
    listed(f"own-{_key}", _damage(_OWN_PROPERTIES, "properties", "bad-value"))(
        _property(_OWN_PROPERTIES, _key, _value)
    )
listed("ready-unknown", _damage(PROPERTIES, "partition", "bad-value"))(
    _property(PROPERTIES, _READY, "files,record_index,nope")
)
listed("ready-gone", _damage(PROPERTIES, "partition", "bad-reference"))(
    _property(PROPERTIES, _READY, "files,record_index,column_stats")
)
listed("ready-and-built", _damage(PROPERTIES, "partition", "bad-state"))(
    _property(PROPERTIES, f"{_READY}.inflight", "record_index")
)
listed("without-files", _violation(PROPERTIES, "partition", "missing-field"))(
    _property(PROPERTIES, _READY, "record_index")
)


def small_metadata_questions() -> Iterator[Asked]:
    """All of them."""
    for name, (versions, history, edit, expected) in _CASES.items():
        for version in versions:
            ask = partial(_fault, version, history, edit, expected)
            yield f"drawn:listed-{name}-{version}", f"{expected}", ask
    for version in VERSIONS:
        yield f"drawn:listed-gaps-{version}", "", partial(_gaps, version)


@cache
def _files(version: int, history: str) -> dict[str, bytes]:
    """Three commits of a table, the second pending in some histories, and perhaps a compaction."""
    times = {T1: "a", T2: "b", T3: "c"}
    instants = [{"time": time, "action": "commit", "completion_time": str(int(time) + 500)} for time in times]
    if history in {"pending", "absorbed"}:
        instants[1] = {"time": T2, "action": "commit", "states": ["REQUESTED", "INFLIGHT"]}
    commits: list[dict[str, Any]] = [
        {"time": time, "completion_time": str(int(time) + 400), "rows": {"files": [
            {"partitions": {"p=1": True}}, {"partition": "p=1", "files": {f"{name}.parquet": 7}}]}}
        for time, name in times.items()
    ]  # fmt: skip
    if history in {"compacted", "absorbed"}:
        time = f"{T2}001" if version < 8 else str(int(T2) + 5000)
        rows = {"files": [{"partitions": {"p=1": True}}, {"partition": "p=1", "files": {"a.parquet": 7}}]}
        compaction = {
            "time": time, "completion_time": str(int(T2) + 5500), "action": "compaction", "rows": rows
        }  # fmt: skip
        commits.insert(2, compaction)
    made: dict[str, bytes] = imported("encode.metadata.table").encode_metadata({
        "table_version": version, "name": "t", "partition_field": "p",
        "indexes": {"files": {}, "record_index": {"groups": 3}}, "instants": instants, "commits": commits,
    })  # fmt: skip
    return made


def _gaps(version: int, _: World) -> Failure:
    """Statistics of a footer without bounds and counts: each row is a gap, and none when values are read."""
    columns = {"ord": ("long", "0", "2", 4), "val": ("string", "x", "x", 7), "id": ("string", "k0", "k2", 7)}
    name = f"{GROUPS[0]}_0-0-0_{T1}.parquet"
    for has_bounds in (True, False):
        data = base_file(f"p=1/{name}", T1, 3, has_bounds=has_bounds)
        for num in range(1, len(columns) + 1):
            stats = [
                {"column": column, "partition": "p=1", "file": name, "min": {"type": kind, "value": low},
                 "max": {"type": kind, "value": high}, "values": 3, "nulls": 0, "size": 9, "uncompressed": 9,
                 "deleted": False, **({"value_type": [ordinal, None]} if version >= 9 else {})}
                for column, (kind, low, high, ordinal) in list(columns.items())[:num]
            ]  # fmt: skip
            rows = {
                "files": [{"partitions": {"p=1": True}}, {"partition": "p=1", "files": {name: len(data)}}],
                "column_stats": stats,
            }
            instant = {"time": T1, "action": "commit", "completion_time": str(int(T1) + 500)}
            made: dict[str, bytes] = imported("encode.metadata.table").encode_metadata({
                "table_version": version, "name": "t", "partition_field": "p",
                "indexes": {"files": {}, "column_stats": {"groups": 1}}, "instants": [instant],
                "commits": [{"time": T1, "completion_time": str(int(T1) + 400), "rows": rows}],
            })  # fmt: skip
            for deep in (True, False):
                gaps = _gaps_of({**made, f"p=1/{name}": data}, deep=deep)
                expected = [] if deep or has_bounds else [num, num]  # no bounds, and no count of nulls
                if gaps != expected:
                    return f"{num} rows, bounds {has_bounds}, deep {deep}: gaps {gaps}, expected {expected}"
    return None


def _gaps_of(files: dict[str, bytes], *, deep: bool) -> list[int]:
    """How many rows of column statistics were not checked, by each reason."""
    audit = imported("audit.run")
    with tempfile.TemporaryDirectory() as place:
        folder, out = Path(place) / "t", Path(place) / "out"
        for path, data in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        store = audit.run_audit(audit.Options([str(folder)], deep=deep), out).store
        return [gap.number for gap in store.gaps if gap.what == "rows of column statistics"]


def _fault(version: int, history: str, edit: Edit, expected: tuple[Found, ...], _: World) -> Failure:
    own = f"{_OWN}/.hoodie" + ("/timeline" if version >= 8 else "")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "t"
        for path, data in _files(version, history).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        edit(folder)
        rows = rows_of(folder, deep=True)
    start = len(str(folder)) + 1
    done = f"_{int(T2) + 400}" if version >= 8 else ""
    compaction = f"{T2}001" if version < 8 else f"{int(T2) + 5000}_{int(T2) + 5500}"
    names = {
        "timeline": own, "commit": f"{own}/{T2}{done}.deltacommit", "compaction": f"{own}/{compaction}.commit"
    }  # fmt: skip
    found = sorted(
        str((row.path[start:], row.requirement, row.code, row.verdict, row.severity, row.instant))
        for row in rows
        if row.requirement in _ASKED
    )
    wanted = sorted(str((names.get(one[0], one[0]), *one[1:])) for one in expected)
    return None if found == wanted else f"found {found}, expected {wanted}"[:390]
