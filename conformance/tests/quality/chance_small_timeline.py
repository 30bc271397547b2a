# SPDX-License-Identifier: Apache-2.0
"""A timeline of a small table with one thing wrong, for mutants drawn by chance.

drawn:small-timeline-NAME    as `chance_small`: rules of `spec/timeline.md`,
at both sides of each condition
drawn:small-names            names of instants' files, by layout [timeline.name.ignored]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported
from chance_small import Found, small
from chance_small_table import PROPERTIES, T1, T2, T3, Small, base_name, plan_of

if TYPE_CHECKING:
    from chance_questions import World

_METAFILE = "p=1/.hoodie_partition_metadata"
_UUID = "01234567-89ab-cdef-0123-456789abcdef"


def _found(path: str, rule: str, code: str, time: str | None = None, severity: str = "error") -> Found:
    """What readers pass over is a violation: steps left out or out of order; all else is damage."""
    passed = code in {"bad-state", "bad-order", "duplicate", "trailing-bytes"}
    return path, f"timeline.{rule}", code, "violation" if passed else "damage", severity, time


def _edge(name: str, *expected: Found, versions: tuple[int, ...] = (6, 9)) -> Any:
    return small(f"timeline-{name}", *expected, versions=versions)


def _place(table: Small, name: str) -> str:
    return f"{'.hoodie' if table.version < 8 else '.hoodie/timeline'}/{name}"


@_edge("cut-short", _found("timeline", "state.requested", "bad-state"))
def _(table: Small) -> None:
    table.instant(T3, "deltacommit", states=["INFLIGHT"])


@_edge("requested-alone")
def _(table: Small) -> None:
    table.instant(T3, "deltacommit", states=["REQUESTED"])


@_edge("joined-states")
def _(table: Small) -> None:
    """The inflight file of a compaction belongs to its request."""
    table.instant(
        T3, "compaction", states=["REQUESTED", "INFLIGHT"], requested=plan_of(table, base_name(1)[4:])
    )


@_edge("savepoint-cut-short")
def _(table: Small) -> None:
    table.instant(T2, "savepoint", states=["INFLIGHT"])


@_edge("rollback-cut-short", _found("timeline", "state.requested", "bad-state"))
def _(table: Small) -> None:
    table.instant(T3, "rollback", states=["INFLIGHT"])


@_edge("completed-before", _found("timeline", "completion.order", "bad-order"), versions=(9,))
def _(table: Small) -> None:
    table.entry(T2)["completion_time"] = str(int(T2) - 1)


@_edge("completed-at-once", versions=(9,))
def _(table: Small) -> None:
    table.entry(T2)["completion_time"] = T2


@_edge("completed-together", _found("timeline", "completion.unique", "duplicate"), versions=(9,))
def _(table: Small) -> None:
    table.entry(T1)["completion_time"] = table.entry(T2)["completion_time"]


@_edge("temporary", _found("timeline", "name.temporary", "bad-state"),
       _found("timeline", "name.temporary", "bad-state"))  # fmt: skip
def _(table: Small) -> None:
    for name in (f"{T3}.deltacommit.inflight.tmp", f"{T3}.deltacommit.inflight.{_UUID}", "x.tmp",
    f"x.{_UUID}",
                 f"{T3}.deltacommit.inflight.{_UUID}0", f"{T3}.deltacommit.inflight.tmp.x"):  # fmt: skip
        table.files[_place(table, name)] = b""


@_edge("pending-with-content", _found(f"inflight:{T3}", "content.pending-empty", "trailing-bytes", T3))
def _(table: Small) -> None:
    table.instant(T3, "savepoint", states=["INFLIGHT"])
    table.others[_place(table, f"{T3}.savepoint.inflight")] = b"{}"


@_edge("empty-and-completed", _found(f"completed:{T3}", "content.empty-completed", "bad-state", T3))
def _(table: Small) -> None:
    table.instant(T3, "clean", completed=None)


@_edge("metafile-no-time", _found(_METAFILE, "partition-metadata.keys", "missing-field"))
def _(table: Small) -> None:
    table.files[_METAFILE] = b"partitionDepth=1\n"


@_edge("metafile-no-depth", _found(_METAFILE, "partition-metadata.keys", "missing-field"))
def _(table: Small) -> None:
    table.files[_METAFILE] = f"commitTime={T1}\n".encode()


for _depth in ("x", "", "1.0", "1 1", "0000000001", "0", "2", "-1", "01"):

    def _edit_depth(table: Small, depth: str = _depth) -> None:
        table.files[_METAFILE] = f"commitTime={T1}\npartitionDepth={depth}\n".encode()

    _is_number = len(_depth) <= 9 and _depth.lstrip("-").isdecimal()
    _told = "depth" if _is_number else "keys"
    _expected = () if _depth == "01" else (_found(_METAFILE, f"partition-metadata.{_told}", "bad-value"),)
    _edge(f"metafile-depth-{_depth}", *_expected)(_edit_depth)


@_edge("backup", _found(PROPERTIES, "properties.backup-left", "bad-state", severity="warning"))
def _(table: Small) -> None:
    table.others[f"{PROPERTIES}.backup"] = None


@_edge("backup-cut", _found(PROPERTIES, "properties.backup-left", "bad-state", severity="warning"))
def _(table: Small) -> None:
    table.others[f"{PROPERTIES}.backup"] = b"hoodie.table.name=t\nhoodie.table.checksum=1\n"


@_edge("backup-of-more", _found(PROPERTIES, "properties.backup-left", "bad-state", severity="warning"),
       _found(PROPERTIES, "properties.update", "bad-state"))  # fmt: skip
def _(table: Small) -> None:
    table.others[f"{PROPERTIES}.backup"] = b"hoodie.table.name=t\nhoodie.table.more=x\n"


def timeline_edge_questions() -> Iterator[Asked]:
    """Those beside `small_questions`."""
    yield "drawn:small-names", "", _names


_TIME = "20260101000000123"
# A name; time, action, state and completion in layout 1 and in layout 2.
_NAMES: dict[str, tuple[tuple[str, str, str, str | None] | None, tuple[str, str, str, str | None] | None]] = {
    **{
        f"{_TIME}.{action}.{state}": ((_TIME, action, state.upper(), None),) * 2
        for action in ("deltacommit", "clean", "rollback", "savepoint", "replacecommit", "compaction",
        "restore",
                       "indexing", "logcompaction")
        for state in ("requested", "inflight")
    },
    **{f"{_TIME}.{action}": ((_TIME, action, "COMPLETED", None),) * 2 for action in ("commit",
    "deltacommit", "clean")},
    f"{_TIME}.commit.requested": ((_TIME, "commit", "REQUESTED", None),) * 2,
    f"{_TIME}.inflight": ((_TIME, "commit", "INFLIGHT", None),) * 2,
    f"{_TIME}.commit.inflight": (None, None),
    f"{_TIME}_{_TIME}.commit": (None, (_TIME, "commit", "COMPLETED", _TIME)),
    f"{_TIME}_{_TIME}.commit.requested": (None, None), f"{_TIME}_.commit": (None, None),
    f"{_TIME}.clustering.requested": (None, (_TIME, "clustering", "REQUESTED", None)),
    f"{_TIME}.compaction": (None, None), f"{_TIME}.logcompaction": (None, None),
    f"{_TIME}.nothing": (None, None), f"{_TIME}.commit.completed": (None, None), f"{_TIME}": (None, None),
    f"x{_TIME}.commit": (None, None), f"{_TIME}.commit.crc": (None, None), f"{_TIME}.COMMIT": (None, None),
    "0.commit": (("0", "commit", "COMPLETED", None),) * 2,
}  # fmt: skip


def _names(_: World) -> Failure:
    decode = imported("decode.timeline.names").decode_instant_name
    for name, both in _NAMES.items():
        for layout, expected in enumerate(both, 1):
            item = decode(name, layout)
            found = None if item is None else (item.time, item.action, item.state.name, item.completion_time)
            if found != expected:
                return f"{name} in layout {layout}: {found}"
    return None
