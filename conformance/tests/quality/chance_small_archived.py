# SPDX-License-Identifier: Apache-2.0
"""A small table with an archive, for mutants drawn by chance.

drawn:archived-NAME    findings between files are those of what was done to the table: path, rule, code,
                       verdict, severity, instant; what is wrong with the archive by itself is not asked
"""

from __future__ import annotations

import copy
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure
from chance_files import rows_of
from chance_small import _OLD, _OLD_FILE, Edit, Found, _clean, _rollback, damage, violation
from chance_small_table import GROUPS, PROPERTIES, T1, T2, Small, base_name

if TYPE_CHECKING:
    from chance_questions import World

_CASES: dict[str, tuple[tuple[int, ...], Edit, tuple[Found, ...]]] = {}
_ARCHIVE = ".hoodie/archived/.commits_.archive.1_1-0-1"
_BETWEEN = "20260101000130000"
_BETWEEN_FILE = f"p=1/{GROUPS[0]}_7-1-1_{_BETWEEN}.parquet"


def archived(
    name: str, *expected: Found, versions: tuple[int, ...] = (6, 9)
) -> Callable[[Callable[[Small], None]], Callable[[Small], None]]:
    """Register what is done to a table, and what is to be found between its files."""

    def register(edit: Edit) -> Edit:
        _CASES[name] = versions, edit, expected
        return edit

    return register


def _commit(table: Small, path: str = _OLD_FILE, size: int | None = None) -> dict[str, Any]:
    """Metadata of a commit of one file, of the size that it has unless another is stated."""
    commit = copy.deepcopy(table.completed(T1))
    [stat] = commit["partitionToWriteStats"]["p=1"]
    size = len(table.files.get(path, b"")) if size is None else size
    stat.update(path=path, fileSizeInBytes=size, totalWriteBytes=size)
    commit["partitionToWriteStats"] = {"p=1": [stat]}
    return commit  # type: ignore[no-any-return]  # JSON


def _of_size(name: str, change: int, *expected: Found, path: str = _OLD_FILE) -> None:
    def edit(table: Small) -> None:
        if path == _OLD_FILE:
            table.add_base(path, _OLD)
        else:
            table.files[path] = table.log_of(_OLD)
        size = len(table.files[path]) + change if change > -99 else 0
        table.archive(_OLD, "deltacommit", completed=_commit(table, path, size))

    archived(f"size-{name}", *expected)(edit)


_WRONG = damage(_OLD_FILE, "named-size", "length-mismatch", _OLD)
_of_size("right", 0)
_of_size("less", -1, _WRONG)
_of_size("more", 1, _WRONG)
_of_size("unknown", -99)
_of_size("of-a-log", -1, path=f"p=1/.{GROUPS[0]}_{_OLD}.log.1_0-1-1")


@archived("size-of-the-named")
def _(table: Small) -> None:
    """The active commit says otherwise, and counts."""
    table.archive(_OLD, "deltacommit", completed=_commit(table, base_name(0), 5))


@archived("size-of-the-gone")
def _(table: Small) -> None:
    table.archive(_OLD, "deltacommit", completed=_commit(table, _OLD_FILE, 5))


def _note(path: str, time: str) -> Found:
    return path, "archive.recovery.union", "duplicate", "note", "info", time


@archived("and-active", _note(f"deltacommit:{T1}", T1))
def _(table: Small) -> None:
    table.archive(T1, "deltacommit", completed=table.completed(T1))


@archived("another-action-of-a-time")
def _(table: Small) -> None:
    table.archive(T1, "clean", **_clean(_OLD_FILE))


@archived("and-pending", versions=(6,))
def _(table: Small) -> None:
    """Cut short before the completed state was written: it is active and completed there."""
    table.archive(T1, "deltacommit", states=["REQUESTED", "INFLIGHT"])


@archived(
    "never-completed",
    (PROPERTIES, "archive.plan.all-states", "bad-state", "violation", "warning", _OLD), versions=(6,),
)  # fmt: skip
def _(table: Small) -> None:
    table.archive(_OLD, "deltacommit", states=["REQUESTED", "INFLIGHT"])


@archived("completed-as-joined", versions=(6,))
def _(table: Small) -> None:
    """A compaction is requested under one name and completed under another."""
    table.archive(_OLD, "compaction", states=["REQUESTED", "INFLIGHT"])
    table.archive(_OLD, "commit", states=["COMPLETED"], completed=_commit(table, _OLD_FILE, 5))


@archived("cleaned")
def _(table: Small) -> None:
    table.archive(_OLD, "clean", **_clean(base_name(1)))
    del table.files[base_name(1)]


@archived("cleaned-and-there")
def _(table: Small) -> None:
    """Only active cleans are held to what they have deleted."""
    table.archive(_OLD, "clean", **_clean(base_name(1)))


@archived("undone", violation(_BETWEEN_FILE, "slice.committed", "bad-state", _BETWEEN))
def _(table: Small) -> None:
    table.archive(_OLD, "rollback", **_rollback(_BETWEEN))
    table.add_base(_BETWEEN_FILE, _BETWEEN)


@archived("undone-and-active")
def _(table: Small) -> None:
    """Which of the two came first is not known."""
    table.archive(_OLD, "rollback", **_rollback(T2))


@archived("known-time")
def _(table: Small) -> None:
    table.archive(_BETWEEN, "clean", **_clean("p=1/none.parquet"))
    table.add_base(_BETWEEN_FILE, _BETWEEN)


@archived("known-time-of-partition")
def _(table: Small) -> None:
    table.archive(_BETWEEN, "clean", **_clean("p=1/none.parquet"))
    table.files["p=1/.hoodie_partition_metadata"] = f"commitTime={_BETWEEN}\npartitionDepth=1\n".encode()


def _broken(name: str, gone: bool, version: int, path: str, code: str) -> None:
    def edit(table: Small) -> None:
        table.archive(_OLD, "clean", **_clean(_OLD_FILE))
        table.is_history_cut = True
        if gone:
            del table.files[base_name(1)]

    expected = [damage(path, "archive-unreadable", code, severity="warning")]
    if gone:
        expected.append(damage(f"completed:{T1}", "named-file", "bad-reference", T1, severity="warning"))
    archived(name, *expected, versions=(version,))(edit)


for _gone, _end in ((False, ""), (True, "-and-gone")):
    _broken(f"unreadable{_end}", _gone, 9, ".hoodie", "bad-value")
    _broken(f"torn{_end}", _gone, 6, _ARCHIVE, "truncated")


def archived_questions() -> Iterator[Asked]:
    """All of them."""
    for name, (versions, edit, expected) in _CASES.items():
        for version in versions:
            yield f"drawn:archived-{name}-{version}", f"{expected}", partial(_fault, version, edit, expected)


def _fault(version: int, edit: Edit, expected: tuple[Found, ...], _: World) -> Failure:
    table = Small(version)
    edit(table)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "t"
        table.write(folder)
        rows = [row for row in rows_of(folder, deep=True) if row.surface == "table"]
    start = len(str(folder)) + 1
    wanted = sorted(
        str((table.resolve(one[0]), one[1].replace("check.slice", "slice"), *one[2:])) for one in expected
    )
    found = sorted(
        str((row.path[start:], row.requirement, row.code, row.verdict, row.severity, row.instant))
        for row in rows
    )
    return None if found == wanted else f"found {found}, expected {wanted}"[:390]
