# SPDX-License-Identifier: Apache-2.0
"""Runs of the check of a metadata table whose tasks are answered here, for mutants drawn by chance.

    drawn:runs-tasks-N     which tasks are asked for: kind, place, weight, and how files are shared out
    drawn:runs-indexes-N   rows of an index of records that differ from those of the data, fetched at once or
                           narrowed down first: findings, gaps, and no more than what differs is asked for
    drawn:runs-counts-N    numbers of keys by file group against the rows of base files
    drawn:runs-check       gaps of what is not read, whatever fails, and paths below the lake

An engine of this module answers the tasks from drawn rows; it shares no code with the tasks.
"""

from __future__ import annotations

import hashlib
import io
import json
import random
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Asked, Failure, imported, numbered
from chance_findings import Told, damage, difference, gap, replaced

_OWN = ".hoodie/metadata"
_SECONDARY, _EXPRESSION = "secondary_index_a", "expr_index_b"
_GROUPS = (("", "f0"), ("p", "f1"), ("p", "f2"), ("q", "f1"))
_NOWHERE = ("q", "f9")
_Row = tuple[str, str, str]
_Expected = list[tuple[Told, list[str]]]


def _item(index: str, number: int) -> Any:
    files = imported("semantics.slices.files")
    file_id = f"{index}-{number:04d}-0"
    log = files.SliceLog(index, file_id, "1", 1, None, "", f".{file_id}.log")
    return files.FileSlice(index, file_id, "1", None, (log,))


def _path(index: str, number: int) -> str:
    return f"{_OWN}/{index}/.{index}-{number:04d}-0.log"


def _target(*, is_deep: bool) -> Any:
    return imported("audit.metadata.tasks").Target("/t", "token", is_deep, ("skipped",))


def _state(slices: Mapping[str, int], groups: Sequence[Any], *, has_keys: bool = True, **more: Any) -> Any:
    """A state of indexes by their number of file groups."""
    metadata = SimpleNamespace(
        slices={index: tuple(_item(index, at) for at in range(num)) for index, num in slices.items()},
        ready=tuple(more.get("ready", slices)), inflight=tuple(more.get("inflight", ())),
        definitions=more.get("definitions", {}),
    )  # fmt: skip
    return SimpleNamespace(
        metadata=metadata, slices=dict.fromkeys(groups), listing=more.get("listing", {}),
        table=SimpleNamespace(key=SimpleNamespace(has_meta_fields=has_keys)),
        file=lambda partition, name: Path(more.get("path", "/none")) / partition / name,
    )  # fmt: skip


# --- tasks -----------------------------------------------------------------------------------------------


def tasks_fault(chance: random.Random) -> Failure:
    """Tasks by kind, as the indexes, the files and the file groups of the data ask for them."""
    run = imported("audit.metadata.run")
    names = (
        "files",
        "column_stats",
        "partition_stats",
        "bloom_filters",
        "record_index",
        _SECONDARY,
        _EXPRESSION,
    )
    slices = {name: chance.randrange(4) for name in names if chance.random() < 0.7}
    ready = [name for name in names if name in slices or chance.random() < 0.1]
    listing = {
        part: {f"f{chance.random()}": 1 for _ in range(chance.randrange(5))}
        for part in ("", "p")
        if chance.random() < 0.8
    }
    groups = [("p", f"g{at}") for at in range(chance.choice((0, 1, 2, 3, 4, 5)))]
    is_deep, has_keys = chance.random() < 0.7, chance.random() < 0.7
    state = _state(slices, groups, has_keys=has_keys, ready=ready, listing=listing)
    expected: list[tuple[str, Any, int]] = []
    for index in ready:
        for number in range(slices.get(index, 0)):
            what = {"index": index, "number": number, "place": _path(index, number)}
            expected.append(("group", what, 0))
            if index == "record_index" or (index == _SECONDARY and is_deep):
                expected.append(("index-sums", what, 0))
        if is_deep and has_keys and index in {"record_index", _SECONDARY}:
            for start in range(0, len(groups), 2):
                chosen = [list(group) for group in groups[start : start + 2]]
                what = {"index": index, "groups": chosen, "place": f"{_OWN}/{index}"}
                expected.append(("data-sums", what, len(chosen)))
    files = [[partition, name] for partition, own in listing.items() for name in sorted(own)]
    for index, kind in (("column_stats", "files"), ("bloom_filters", "blooms")):
        for start in range(0, len(files) if slices.get(index) else 0, 3):
            chosen = files[start : start + 3]
            expected.append((kind, {"files": chosen, "place": f"{_OWN}/{index}"}, len(chosen)))
    if slices.get("partition_stats"):
        expected.append(("partitions", {"place": f"{_OWN}/partition_stats"}, 0))
    asked: list[Any] = []

    def engine(table: Any, *_: Any, **__: Any) -> None:
        asked.extend(table.to_pylist())

    with replaced(run, FILES_OF_A_TASK=3, GROUPS_OF_A_TASK=2):
        checked = run._Run(state, _target(is_deep=is_deep), engine)
        with replaced(run._Run, _index=lambda *_: iter(())):
            list(checked.check())
    found = [(task["kind"], json.loads(task["what"]), task["weight"]) for task in asked]
    if sorted(found, key=str) != sorted(expected, key=str):
        return f"tasks {found}, expected {expected}"
    if [task["weight"] for task in asked] != sorted((one[2] for one in expected), reverse=True):
        return "light tasks first"
    for task in asked:
        if (task["table"], task["token"], task["deep"], task["skip"]) != (
            "/t",
            "token",
            is_deep,
            ["skipped"],
        ):
            return f"{task}"
    return None


# --- indexes of records ----------------------------------------------------------------------------------


def _number_of(text: str) -> int:
    return int.from_bytes(hashlib.md5(text.encode(), usedforsecurity=False).digest()[:8], "big")


@dataclass
class _Engine:
    """Answers tasks about an index from rows of both sides."""

    num_groups: int
    data: Sequence[_Row]
    index: Sequence[_Row]
    asked: list[Any] = field(default_factory=list)
    told: list[str] = field(default_factory=list)  # paths of findings of tasks that ask for some rows

    def group(self, row: _Row) -> int:
        return _number_of(row[0]) % self.num_groups

    def __call__(self, table: Any, func: Any, schema: Any, *, on_batch: Any, on_lost: Any) -> None:
        tasks = imported("audit.metadata.tasks")
        if (func, schema, on_lost) != (tasks.check_batch, tasks.RESULT_SCHEMA, tasks.lost):
            raise AssertionError("other functions of tasks")
        rows: list[dict[str, str]] = []
        for task in table.to_pylist():
            what = json.loads(task["what"])
            self.asked.append((task["kind"], what))
            rows += [
                {"kind": kind, "value": json.dumps(value)} for kind, value in self._answer(task["kind"], what)
            ]
            if "cells" in what and not self.told.count(f"found/{task['kind']}"):
                self.told.append(f"found/{task['kind']}")
                row = {
                    "path": self.told[-1],
                    "surface": "x",
                    "verdict": "damage",
                    "code": "c",
                    "message": "m",
                }
                rows.append({"kind": "finding", "value": json.dumps(row)})
        on_batch(table, [pa.RecordBatch.from_pylist(rows, schema)])

    def _answer(self, kind: str, what: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        side, _, form = kind.partition("-")
        if form not in {"sums", "rows"}:
            return
        if side == "index":
            rows = [row for row in self.index if self.group(row) == what["number"]]
        else:
            groups = [tuple(group) for group in what["groups"]]
            rows = [row for row in self.data if (row[1:] if row[1] or row[2] else _GROUPS[0]) in groups]
        buckets, cells = what.get("buckets", 1), what.get("cells")
        chosen = []
        for row in rows:
            cell = [self.group(row), _number_of(f"b{row[0]}") % buckets]
            if cells is None or cell in cells or [cell[0], -1] in cells:
                chosen.append((cell, row))
        if form == "rows":
            yield "rows", [side, what["index"], [row for _, row in chosen]]
            return
        for cell, row in chosen:
            yield "sums", [side, what["index"], [[*cell, 1, _number_of(str(row))]]]
        if side == "index" and what["index"] == "record_index" and cells is None:
            counts = Counter(row[1:] for row in rows)
            yield "counts", [[*group, num] for group, num in counts.items()]


def _draw_rows(chance: random.Random, index: str) -> tuple[list[_Row], list[_Row]]:
    """Rows of the data and of the index, some of which differ."""
    data: list[_Row] = []
    own: list[_Row] = []
    for number in range(chance.choice((0, 3, 9, 20))):
        key, group = f"k{number}", chance.choice(_GROUPS) if index == "record_index" else ("", "")
        change = chance.choice(("same",) * 7 + ("missing", "extra", "elsewhere", "twice", "nowhere"))
        if change not in {"extra", "nowhere"}:
            data.append((key, *group))
        if change == "twice":
            data.append((key, *(chance.choice(_GROUPS) if index == "record_index" else group)))
        if change == "nowhere" and index == "record_index":
            own.append((key, *_NOWHERE))
        elif change == "elsewhere" and index == "record_index":
            own.append((key, *chance.choice((*_GROUPS, _NOWHERE))))
        elif change != "missing":
            own.append((key, *group))
    # Tasks read file groups in their order.
    return sorted(data, key=lambda row: _GROUPS.index(row[1:]) if row[2] else 0), own


def _differences(
    data: Sequence[_Row], index: Sequence[_Row], *, is_by_partition: bool
) -> dict[tuple[str, Any, Any], list[str]]:
    """Keys of what both sides tell differently, by kind and place."""
    found: dict[tuple[str, Any, Any], list[str]] = {}

    def ident(row: _Row) -> tuple[str, str]:
        return row[0], row[1] if is_by_partition else ""

    places = {ident(row): row[1:] for row in index}
    for one in dict.fromkeys(ident(row) for row in (*data, *index)):
        there, place = [row[1:] for row in data if ident(row) == one], places.get(one)
        if len(there) > 1:
            found.setdefault(("twice", there[1], there[0]), []).append(one[0])
        if there and place is None:
            found.setdefault(("missing", there[0], None), []).append(one[0])
        elif there and place not in there:
            found.setdefault(("elsewhere", there[0], place), []).append(one[0])
        elif not there:
            found.setdefault(("extra", place, None), []).append(one[0])
    return found


def _shown(group: tuple[str, str]) -> str:
    return f"{group[0]}/{group[1]}" if group[0] else group[1]


def _told_of(index: str, what: str, group: Any, other: Any, keys: Sequence[str]) -> tuple[Told, list[str]]:
    """The finding of one difference, and words of its message."""
    where, num = f"{_OWN}/{index}", f"{len(keys)} key{'' if len(keys) == 1 else 's'}"
    names = [repr(key) for key in keys] if len(keys) <= 3 else [f"and {len(keys) - 3} more"]
    if index == _SECONDARY:
        lost = {"missing": "not in the index", "extra": "of no row", "twice": "of two rows"}[what]
        return damage(where, "metadata-secondary-index", "bad-value"), [num, *names, lost]
    code = {"elsewhere": "bad-reference", "twice": "duplicate"}.get(what, "missing-field")
    words = [num, *names]
    if what == "extra" and group == _NOWHERE:
        words += [f"located at {_shown(group)}, a file group that no query reads"]
    elif what == "twice":
        words += [f"of two file groups, {_shown(other)} and {_shown(group)}:"]
    else:
        words += [f" {_shown(group)} (", {"missing": "not in the index", "extra": "of no row"}.get(what, "")]
        words += [f"located at {_shown(other)}:"] if what == "elsewhere" else []
    return damage(where, "metadata-record-index", code), words


def indexes_fault(chance: random.Random) -> Failure:
    """One index whose rows differ from those of the data; rows are few, or many by smaller limits."""
    run = imported("audit.metadata.run")
    index, num = chance.choice(("record_index", _SECONDARY)), chance.choice((1, 2, 5))
    data, own = _draw_rows(chance, index)
    engine = _Engine(num, data, own)
    at_once, bucket_rows, most = (
        chance.choice((0, 2, 5, 50_000)),
        chance.choice((1, 3)),
        chance.choice((1, 3, 256)),
    )
    option = chance.choice(("true", "false"))
    definition = imported("views.metadata").IndexDefinition(
        index, "t", "f", (), {"isPartitioned": option}, "V2"
    )
    state = _state({index: num}, _GROUPS, definitions={index: definition})
    sides = [Counter[int]() for _ in range(2)]
    by_group: list[dict[int, Counter[_Row]]] = [{}, {}]
    for side, rows in enumerate((data, own)):
        for row in rows:
            sides[side][engine.group(row)] += 1
            by_group[side].setdefault(engine.group(row), Counter())[row] += 1
    cells = [at for at in range(num) if by_group[0].get(at) != by_group[1].get(at)]
    total = sum(max(side[at] for side in sides) for at in cells)
    expected: _Expected = []
    buckets = 1
    wanted = [(at, 0) for at in cells]
    if cells and total > at_once:
        buckets = max(total // len(cells) // bucket_rows, 2)
        by_cell: list[dict[tuple[int, int], Counter[_Row]]] = [{}, {}]
        for side, rows in enumerate((data, own)):
            for row in rows:
                cell = engine.group(row), _number_of(f"b{row[0]}") % buckets
                by_cell[side].setdefault(cell, Counter())[row] += 1
        differing = sorted(
            cell for cell in {*by_cell[0], *by_cell[1]} if by_cell[0].get(cell) != by_cell[1].get(cell)
        )
        wanted = differing[:most]
        if len(differing) > most:
            why = f"buckets of {index} that differ beyond {most}"
            expected.append((gap("keys", len(differing) - most, why), []))

    def is_wanted(row: _Row) -> bool:
        return (engine.group(row), _number_of(f"b{row[0]}") % buckets) in wanted

    differences = _differences(
        [row for row in data if is_wanted(row)], [row for row in own if is_wanted(row)],
        is_by_partition=index == "record_index" and option == "true",
    )  # fmt: skip
    expected += [_told_of(index, *ident, keys) for ident, keys in differences.items()]
    with replaced(run, ROWS_AT_ONCE=at_once, _BUCKET_ROWS=bucket_rows, _MAX_CELLS=most, GROUPS_OF_A_TASK=3):
        found = list(run._Run(state, _target(is_deep=True), engine).check())
    expected += [(damage(path, "", "c"), []) for path in engine.told]
    if fault := difference(found, expected):
        return fault
    fetched = [what for kind, what in engine.asked if kind.endswith("-rows")]
    if bool(fetched) != bool(cells) or any(what.get("buckets", 1) != buckets for what in fetched):
        return f"rows of {len(fetched)} tasks, {buckets} buckets"
    if any([tuple(cell) for cell in what["cells"]] != wanted for what in fetched):
        return f"rows of other cells than {wanted}"
    numbers = sorted(what["number"] for kind, what in engine.asked if kind == "index-rows")
    return None if numbers == sorted({at for at, _ in wanted}) else f"rows of the groups {numbers}"


# --- counts ----------------------------------------------------------------------------------------------


@cache
def _parquet(num_rows: int) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table({"a": list(range(num_rows))}), out)
    return out.getvalue()


def counts_fault(chance: random.Random) -> Failure:
    """Keys by file group without `--deep`: of base files by their rows, of log files nobody knows."""
    run = imported("audit.metadata.run")
    rule, where = "metadata-record-index", f"{_OWN}/record_index"
    expected: _Expected = []
    engine = _Engine(1, (), [])
    rows: list[_Row] = []
    with tempfile.TemporaryDirectory() as place:
        state = _state({"record_index": 1}, _GROUPS, path=place)
        for partition, file_id in _GROUPS:
            kind = chance.choice(("base", "base", "base", "log", "only-log", "garbage", "gone"))
            num_rows, num_keys = chance.choice((0, 1, 2, 5)), chance.choice((0, 1, 2, 2, 5))
            rows += [(f"{file_id}{at}", partition, file_id) for at in range(num_keys)]
            base = SimpleNamespace(name=f"{file_id}.parquet") if kind != "only-log" else None
            logs = (SimpleNamespace(name="x.log"),) if kind in {"log", "only-log"} else ()
            state.slices[partition, file_id] = SimpleNamespace(
                partition=partition, base_file=base, log_files=logs
            )
            path = Path(place) / partition / f"{file_id}.parquet"
            path.parent.mkdir(exist_ok=True)
            if kind != "gone":
                path.write_bytes(b"PAR1PAR1" if kind == "garbage" else _parquet(num_rows))
            if logs:
                why = "keys of log files against the record index; --deep reads them"
                expected.append((gap("data file groups", 1, why), []))
            elif kind == "base" and num_rows != num_keys:
                words = [f"{file_id}.parquet has {num_rows} row", f"the index has {num_keys} of"]
                lost = num_rows - num_keys
                words.append(f"lose {lost} row" if lost > 0 else f"{-lost} key")
                words.append("too many" if lost < 0 else "!too many")
                expected.append((damage(where, rule, "bad-value"), words))
        num = chance.choice((0, 1, 2))
        rows += [(f"n{at}", *_NOWHERE) for at in range(num)]
        if num:
            words = [f"{num} key", f"located at {_shown(_NOWHERE)}"]
            expected.append((damage(where, rule, "bad-reference"), words))
        expected.append((gap("indexes of records", 1, "keys of record_index; --deep reads them"), []))
        engine.index = rows
        return difference(run._Run(state, _target(is_deep=False), engine).check(), expected)


def run_questions() -> Iterator[Asked]:
    """All of them."""
    faults = {"runs-tasks": tasks_fault, "runs-indexes": indexes_fault, "runs-counts": counts_fault}
    return numbered(faults, 3, 20)
