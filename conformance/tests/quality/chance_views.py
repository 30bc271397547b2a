# SPDX-License-Identifier: Apache-2.0
"""Views of drawn tables at drawn times, for mutants drawn by chance.

    drawn:views-VERSION-MODE   of a drawn history: the snapshot as of each step, changes between any two
                               steps, the read-optimised view, and what each slice says of keys are what the
                               model of the history says
    drawn:views-damaged-VERSION
                               a table one of whose data blocks has another number of records: its snapshot
                               is refused
    drawn:views-checked        views that nobody may ask for are refused, the others are not

Histories have no steps that are undone, so that the rows of a time are those of the steps up to it.
"""

from __future__ import annotations

import datetime
import importlib
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported

if TYPE_CHECKING:
    from chance_questions import World

_VERSIONS = (6, 8, 9)
_NUM_HISTORIES, _NUM_STEPS, _NUM_RANGES = 4, 6, 6
_LINE = "1.2"


def views_questions() -> Iterator[Asked]:
    """One question for each table version and merge mode, and one about what may be asked."""
    for version in _VERSIONS:
        for mode in ("EVENT_TIME_ORDERING", "COMMIT_TIME_ORDERING"):
            digest = f"{_NUM_HISTORIES} {_NUM_STEPS} {_NUM_RANGES}"
            yield f"drawn:views-{version}-{mode[:-9].lower()}", digest, _views(version, mode)
    yield "drawn:views-checked", "", _checked
    for version in _VERSIONS:
        yield f"drawn:views-damaged-{version}", f"{_NUM_HISTORIES}", partial(_damaged, version)


def _views(version: int, mode: str) -> Callable[[World], Failure]:
    def fault(_: World) -> Failure:
        histories = _fresh_histories()
        for number in range(_NUM_HISTORIES):
            chance = random.Random(f"views {version} {mode} {number}")
            history = histories.History(mode, version)
            moments = _carried_out(history, _steps(histories, chance, mode))
            is_compacted = number % 2 == 1
            if is_compacted:
                history.run([histories.Schedule(), histories.Compact()])
            with tempfile.TemporaryDirectory() as place:
                folder = Path(place) / "table"
                history.store(folder)
                if found := _history_fault(folder, history, moments, None if is_compacted else chance):
                    return f"history {number}: {found}"[:400]
        return None

    return fault


def _fresh_histories() -> Any:
    """The module with the writer as it is now: it holds the one that it has imported. Others keep theirs."""
    known = sys.modules.pop("histories", None)
    try:
        return importlib.import_module("histories")
    finally:
        if known is not None:
            sys.modules["histories"] = known


def _steps(histories: Any, chance: random.Random, mode: str) -> list[Any]:
    """A first write of all keys, then writes; a log file of one commit, where versions are ordered."""
    steps = [histories.Write({key: (chance.randrange(1, 4), "0") for key in histories.KEYS})]
    for _ in range(_NUM_STEPS):
        keys = chance.sample(histories.KEYS, chance.randrange(1, 5))
        entries = {key: (chance.randrange(1, 5), chance.choice(["x", "yy", "zzz", None])) for key in keys}
        is_last = mode == "COMMIT_TIME_ORDERING"
        steps.append(histories.Write(entries, True, is_last and chance.random() < 0.5))
    return steps


def _carried_out(history: Any, steps: Sequence[Any]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Times between two steps, each with the rows that the table has then."""
    moments = []
    for step in steps:
        history.run([step])
        moments.append((_time(history.clock, 30), history.rows()))
    return moments


def _time(minutes: int, seconds: int) -> str:
    start = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    moment = start + datetime.timedelta(minutes=minutes, seconds=seconds)
    return f"{moment:%Y%m%d%H%M%S}000"


def _history_fault(
    folder: Path,
    history: Any,
    moments: Sequence[tuple[str, list[dict[str, Any]]]],
    chance: random.Random | None,
) -> Failure:
    """What is wrong with views; without `chance` those of changes are not asked for."""
    table_read = imported("adapters.kaitai_table").table_read

    def rows(view: str, **limits: str) -> list[Any]:
        return _keyed(table_read(folder, {"line": _LINE, "view": view, **limits})["rows"])

    for time, expected in moments:
        if rows("snapshot", as_of=time) != _keyed(expected):
            return f"other rows as of {time}"
    if rows("snapshot", as_of=_time(0, 30)):
        return "rows before the first commit"
    bases = [{**row, "ord": str(row["ord"])} for group in history.groups for row in group.base.values()]
    if rows("read_optimized") != _keyed(bases):
        return "other rows in the read-optimised view"
    if rows("snapshot") != _keyed(moments[-1][1]):
        return "other rows"
    if chance is None:
        return None
    times = [_time(0, 30), *(time for time, _ in moments)]
    for _ in range(_NUM_RANGES):
        begin, end = sorted(chance.choices(times, k=2))
        expected = _changes(history, begin, end)
        if rows("incremental", begin=begin, end=end) != _keyed(expected):
            return f"other changes from {begin} to {end}"
    if fault := _entries_fault(folder, history, [_key(row) for row in moments[0][1]]):
        return fault
    begin = times[1]
    expected = _changes(history, begin, times[-1])
    return None if rows("incremental", begin=begin) == _keyed(expected) else f"other changes from {begin}"


def _key(row: dict[str, Any]) -> str:
    return str(row["_hoodie_record_key"])


def _entries_fault(folder: Path, history: Any, keys: Sequence[str]) -> Failure:
    """What each slice says of some keys: the log of its group, and its base file."""
    module = imported("table.slice_rows")
    line = imported("semantics.merge.rules").Line(_LINE)
    table = imported("table.state").open_table(folder, line)
    view = imported("table.view").checked_view("snapshot")
    for asked in (set(keys), set(keys[:1]), {"absent"}):
        expected = []
        for group in history.groups:
            newest: dict[str, Any] = {}
            for _, versions in group.said:
                newest |= {
                    key: version
                    for key, version in versions.items()
                    if key not in newest
                    or history.mode == "COMMIT_TIME_ORDERING"
                    or version.ordering >= newest[key].ordering
                }
            said = {key: version.row is not None for key, version in newest.items() if key in asked}
            expected.append((bool(group.base), sorted(said.items()), sorted(set(group.base) & asked)))
        found = [
            (has_base, sorted(entries.items()), sorted(stored))
            for has_base, entries, stored in module.slice_entries(table, view, asked)
        ]
        if sorted(found) != sorted(expected):
            return f"entries {found} instead of {expected}"
    return None


def _changes(history: Any, begin: str, end: str) -> list[dict[str, Any]]:
    """Rows of the commits of a range: what they wrote is merged, and with nothing else."""
    model: Any = importlib.import_module("history_model")
    rows = []
    for group in history.groups:
        base = {key: row for key, row in group.base.items() if begin < row["_hoodie_commit_time"] <= end}
        said = [(time, versions) for time, versions in group.said if begin < time <= end]
        rows += model.Group(base, said).rows(history.mode).values()
    return [{**row, "ord": str(row["ord"])} for row in rows]


def _keyed(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows by key, without the file that holds them: compaction moves rows of earlier times, too."""
    shown = [{name: value for name, value in row.items() if name != "_hoodie_file_name"} for row in rows]
    return sorted(shown, key=lambda row: str(row["_hoodie_record_key"]))


def _damaged(version: int, _: World) -> Failure:
    histories = _fresh_histories()
    table_read, reject = imported("adapters.kaitai_table").table_read, imported("errors").Reject
    for number in range(_NUM_HISTORIES):
        chance = random.Random(f"views damaged {version} {number}")
        history = histories.History("COMMIT_TIME_ORDERING", version)
        _carried_out(history, _steps(histories, chance, "COMMIT_TIME_ORDERING"))
        blocks = [
            block
            for logs in history.logs
            for log in logs
            for block in log.blocks
            if block["kind"] == "AVRO_DATA_BLOCK"
        ]
        block = chance.choice(blocks)
        num = len(block["records"]) + chance.choice((1, 1, 2, -len(block["records"]) - 1))
        block["knobs"] = {"num_records": num}
        with tempfile.TemporaryDirectory() as place:
            history.store(Path(place) / "table")
            try:
                rows = table_read(Path(place) / "table", {"line": _LINE, "view": "snapshot"})["rows"]
            except reject:
                continue
            return f"history {number}: {num} records in {block}: {len(rows)} rows"[:400]
    return None


_ASKED = (
    ({}, True), ({"kind": "read_optimized"}, True), ({"kind": "history"}, False), ({"kind": ""}, False),
    ({"as_of": "20240101"}, True), ({"as_of": "2"}, True), ({"as_of": "2" * 17}, True),
    ({"as_of": "2" * 18}, False), ({"as_of": ""}, False), ({"as_of": "2024-01-01"}, False),
    ({"as_of": "２０２４"}, False), ({"as_of": "20240101\n"}, False), ({"begin": "2024"}, False),
    ({"end": "2024"}, False), ({"kind": "read_optimized", "as_of": "2024"}, True),
    ({"kind": "incremental", "begin": "2024"}, True), ({"kind": "incremental", "end": "2024"}, True),
    ({"kind": "cdc", "begin": "2024", "end": "2025"}, True), ({"kind": "cdc", "as_of": "2024"}, False),
    ({"kind": "incremental", "as_of": "2024"}, False), ({"kind": "incremental", "begin": "now"}, False),
    ({"kind": "cdc", "end": "x"}, False), ({"kind": "incremental"}, True),
)  # fmt: skip


def _checked(_: World) -> Failure:
    view = imported("table.view")
    for asked, is_right in _ASKED:
        limits: dict[str, Any] = {"kind": "snapshot", **asked}
        try:
            found = view.checked_view(**limits)
        except ValueError:
            if is_right:
                return f"{asked} is refused"
            continue
        if not is_right:
            return f"{asked} is not refused"
        wanted = [limits.get(name) for name in ("kind", "as_of", "begin", "end")]
        if [found.kind, found.as_of, found.begin, found.end] != wanted:
            return f"{asked} is {found}"
    return None
