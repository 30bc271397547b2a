# SPDX-License-Identifier: Apache-2.0
"""Steps of the check of a metadata table, each answered here, for mutants drawn by chance.

    drawn:checked-steps-N   which steps are taken of a local or copied table, as far as what is read allows
    drawn:checked-ends-N    findings and gaps as the caller gets them: paths, instants, sums, whatever fails
    drawn:checked-sides-N   indexes whose sides are compared, and the gaps of those that are not
    drawn:checked-tasks-N   tasks as they travel: heavy ones first, results back, what failed and why
    drawn:checked-kinds     what each kind of task asks for

What a step would find is a mark of this module: the steps themselves are asked elsewhere.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
from chance_asked import Asked, Failure, imported, numbered, without_world
from chance_findings import Told, damage, difference, gap, replaced, told

_OWN = ".hoodie/metadata"
_READY = "hoodie.table.metadata.partitions"
_SECONDARY, _EXPRESSION = "secondary_index_a", "expr_index_b"


def _mark(name: str) -> Callable[..., Iterator[Any]]:
    """A step that finds a gap of its name."""
    return lambda *_, **__: iter([imported("audit.gaps").Gap(name, 1, "mark")])


def _raises(error: Exception | None, value: Any) -> Callable[..., Any]:
    def call(*_: Any, **__: Any) -> Any:
        if error is not None:
            raise error
        return value

    return call


def _unread(path: str, code: str, rule: str = "") -> Told:
    return path, rule, code, "unreadable", "error"


def _failure(chance: random.Random) -> tuple[Exception | None, str, str]:
    """An error, or none, with the code and rule of what is told of it."""
    errors = imported("errors")
    return chance.choice((
        (None, "", ""), (None, "", ""), (None, "", ""), (OSError("x"), "io", ""),
        (errors.Reject("bad-magic", 1, "a.b", "x"), "bad-magic", "a.b"),
        (errors.LimitExceeded("x"), "limit", ""), (errors.UnsupportedInput("x"), "unsupported", ""),
    ))  # fmt: skip


def steps_fault(chance: random.Random) -> Failure:
    """The steps of one check, some of which fail."""
    run, gaps = imported("audit.metadata.run"), imported("audit.gaps")
    is_remote, is_deep = chance.random() < 0.5, chance.random() < 0.5
    ready, inflight = chance.choice(("", "files", "files", "files,x", "x")), chance.choice(("", "x"))
    absent = frozenset({"files"} if chance.random() < 0.2 else ())
    skipped = frozenset(chance.choice((("files",), ("x",), ("z", "y"), ())))
    is_timeline = chance.random() < 0.9
    no_copy, code, rule = _failure(chance)
    no_state, state_code, state_rule = _failure(chance)
    no_facts, facts_code, facts_rule = _failure(chance)
    near = run.Copied(skipped, not is_deep, (gaps.Gap("copied", 1, "mark"),))
    table = SimpleNamespace(path="mock://t" if is_remote else "/t", context=SimpleNamespace(deep=is_deep))
    opened: list[Any] = []

    def open_state(path: str, token: str, **options: Any) -> Any:
        opened.append((path, token, options["is_deep"], options["skip"]))
        return _raises(no_state, SimpleNamespace(metadata="metadata"))()

    def marks() -> Iterator[str]:
        if not is_timeline or not (ready or inflight):
            return
        if is_remote:
            if no_copy is not None:
                yield from ("own", f"!{code} {rule}")
                return
            yield from ("copied", "timelines")
        yield "announced"
        if absent or "files" not in ready or (is_remote and "files" in skipped):
            return
        yield "own"
        if no_state is not None or no_facts is not None:
            yield f"!{state_code} {state_rule}" if no_state is not None else f"!{facts_code} {facts_rule}"
            return
        yield from ("definitions", "groups", "compactions", "listing", "run")

    expected: list[tuple[Told, list[str]]] = []
    for mark in marks():
        if mark.startswith("!"):
            failed = mark[1:].split(" ")
            expected.append((_unread(_OWN, *failed), ["not checked: "]))
        else:
            expected.append((gap(mark, 1, "mark"), []))
    refused = None if is_timeline else imported("errors").Reject("bad-magic", 1, "a.b", "x")
    timeline = SimpleNamespace(properties={_READY: ready, f"{_READY}.inflight": inflight})
    with (
        replaced(
            run, read_timeline=_raises(refused, timeline), copy_table=_raises(no_copy, near),
            _check_copied_timelines=_mark("timelines"), absent_partitions=lambda _: absent,
            open_state=open_state, gather=_raises(no_facts, None), read_disk=lambda _: None,
            Listing=lambda *_: SimpleNamespace(check=_mark("listing")),
            _Run=lambda *_: SimpleNamespace(check=_mark("run")),
        ),
        replaced(
            run.place, check_announced=_mark("announced"), check_own_properties=_mark("own"),
            check_definitions=_mark("definitions"), check_groups=_mark("groups"),
            check_compactions=_mark("compactions"),
        ),
    ):  # fmt: skip
        found = list(run._check(Path("/folder"), table, "token", None))
    if fault := difference(found, expected):
        return fault
    wanted = (
        "/folder",
        "token",
        not is_deep if is_remote else is_deep,
        tuple(sorted(skipped)) if is_remote else (),
    )
    if opened and opened != [wanted]:
        return f"opened {opened}, expected {wanted}"
    return None


def ends_fault(chance: random.Random) -> Failure:
    """What the caller gets of the items that a check yields."""
    run, gaps = imported("audit.metadata.run"), imported("audit.gaps")
    row_of, surface = imported("audit.findings").FindingRow, imported("audit.surface")
    is_remote, copy = chance.random() < 0.5, chance.choice((None, "/copy"))
    since = chance.choice((None, "5"))
    context = surface.Context(since=since)
    table = surface.TableRef("mock://s/t" if is_remote else "/t", (), context, copy=copy)
    items: list[Any] = [gaps.Gap("a", chance.randrange(1, 4), "x") for _ in range(chance.randrange(3))]
    items += [
        row_of(
            f"x{number}", "metadata", "damage", "c", "m", "r", instant=chance.choice((None, "4", "5", "6"))
        )
        for number in range(chance.randrange(4))
    ]
    chance.shuffle(items)
    fails = chance.random() < 0.3
    seen: list[Any] = []

    def check(path: Path, *rest: Any) -> Iterator[Any]:
        seen.append((str(path), rest[2]))
        yield from items
        if fails:
            raise ValueError("x")

    def engine(*_: Any, **__: Any) -> None:
        return None

    explained: list[str] = []

    def explain(row: Any) -> Any:
        explained.append(row.path)
        return replace(row, message="explained")

    with replaced(run, _check=check, explained=explain):
        result = run.check_metadata(table, "token", engine)
    if is_remote and copy is None:
        wanted = [gap("metadata tables", 1, "the timeline of the table cannot be copied")]
        return None if [told(one) for one in result.gaps] == wanted and not result.findings else f"{result}"
    rows = [one for one in items if hasattr(one, "verdict")]
    kept = [row for row in rows if since is None or row.instant is None or row.instant >= since]
    paths = [f"{table.path}/{row.path}" for row in kept] + [f"{table.path}/{_OWN}"] * fails
    if [row.path for row in result.findings] != paths:
        return f"findings of {[row.path for row in result.findings]}, expected {paths}"
    if fails and (result.findings[-1].code, result.findings[-1].verdict) != ("internal", "unreadable"):
        return f"an error is {result.findings[-1]}"
    total = sum(one.number for one in items if not hasattr(one, "verdict"))
    if [told(one) for one in result.gaps] != ([gap("a", total, "x")] if total else []):
        return f"gaps {result.gaps}, expected {total}"
    near = [f"{copy}/{row.path}" for row in rows] if is_remote else []
    if explained != near or [row.message for row in result.findings[: len(kept)]] != [
        "explained" if is_remote else "m"
    ] * len(kept):
        return f"explained {explained}, expected {near}"
    [(folder, used)] = seen
    if folder != (copy if is_remote else "/t") or (used is engine) is is_remote:
        return f"checked {folder} by {used}"
    return None


def sides_fault(chance: random.Random) -> Failure:
    """Indexes by what their tasks answer: sides that are equal, differ, or could not be read."""
    run, tasks, gaps = (imported(f"audit.{name}") for name in ("metadata.run", "metadata.tasks", "gaps"))
    row_of = imported("audit.findings").FindingRow
    ready = [name for name in ("files", "record_index", _SECONDARY, _EXPRESSION) if chance.random() < 0.7]
    inflight = [name for name in ("x", "y") if chance.random() < 0.5]
    slices = {
        name: (SimpleNamespace(log_files=(), base_file=None),) * (chance.random() < 0.8) for name in ready
    }
    is_deep, has_keys = chance.random() < 0.7, chance.random() < 0.8
    answers = tasks.Results()
    differing: list[str] = []
    expected: list[tuple[Told, list[str]]] = [
        (gap("indexes that are being built", 1, f"{name} is not read by anybody yet"), [])
        for name in inflight
    ]
    for index in ready:
        fate = chance.choice(("equal", "different", "different", "gap", "unreadable", "damaged"))
        value = [[0, 0, 1, 5], [2, 0, 1, 7]]
        answers.others.append(("sums", ["data", index, value]))
        answers.others.append(("other", ["data", index, value]))
        answers.others.append(("sums", ["index", index, value[: None if fate == "equal" else 1]]))
        if fate == "gap":
            answers.gaps.append(gaps.Gap(index, 1, "x"))
            expected.append((gap(index, 1, "x"), []))
        if fate in {"unreadable", "damaged"}:
            verdict = "damage" if fate == "damaged" else fate
            path = f"{chance.choice((_OWN + '/', ''))}{index}/x"
            answers.findings.append(row_of(path, "metadata", verdict, "c", "m", "r"))
            expected.append(((path, "r", "c", verdict, "error"), []))
        if index == _EXPRESSION:
            why = f"keys alone of {index}: values of its expression are not computed"
            expected.append((gap("expression indexes", 1, why), []))
        elif index != "files" and slices[index]:
            if not is_deep:
                expected.append((gap("indexes of records", 1, f"keys of {index}; --deep reads them"), []))
                if index == "record_index":
                    expected.append((gap("counts", 1, "mark"), []))
            elif not has_keys:
                why = f"{index}: rows without meta fields have no stored key"
                expected.append((gap("indexes of records", 1, why), []))
            elif fate in {"different", "damaged"}:
                differing.append(index)
                expected.append((gap("rows", 1, "mark"), []))
    metadata = SimpleNamespace(ready=ready, inflight=inflight, slices=slices)
    state = SimpleNamespace(
        metadata=metadata, table=SimpleNamespace(key=SimpleNamespace(has_meta_fields=has_keys))
    )
    asked: list[tuple[str, Any]] = []

    def rows_of(_: Any, index: str, cells: Any, sides: Any) -> Iterator[Any]:
        asked.append((index, cells))
        if sides["data"].cells != {(0, 0): (1, 5), (2, 0): (1, 7)} or sides["index"].cells != {
            (0, 0): (1, 5)
        }:
            raise AssertionError(f"sides {sides}")
        return _mark("rows")()

    target = tasks.Target("/t", "token", is_deep)
    with replaced(
        run._Run, _first_tasks=lambda _: iter(()), _run=lambda *_: answers, _rows=rows_of,
        _counts=_mark("counts"),
    ):  # fmt: skip
        found = list(run._Run(state, target, None).check())
    if asked != [(index, [(2, 0)]) for index in differing]:
        return f"rows of {asked}, expected {differing}"
    return difference(found, expected)


def tasks_fault(chance: random.Random) -> Failure:
    """Tasks as a table, run here, and their results."""
    tasks, gaps = imported("audit.metadata.tasks"), imported("audit.gaps")
    row_of = imported("audit.findings").FindingRow
    target = tasks.Target("/t", "token", True, ("y",))
    wanted, expected, others = [], [], []
    for number in range(chance.choice((0, 1, 4))):
        fate, code, rule = _failure(chance)
        fate = chance.choice((fate, ValueError("x") if code == "io" else fate))
        code = "internal" if isinstance(fate, ValueError) else code
        place, index = chance.choice((None, f"at{number}")), chance.choice((None, f"of{number}"))
        what = {"number": number, "fate": len(wanted)}
        what |= {} if place is None else {"place": place}
        what |= {} if index is None else {"index": index}
        wanted.append((tasks.MetadataTask("kind", what, chance.randrange(9)), fate))
        expected.append((damage(f"found{number}", "r", "c"), []))
        expected.append((gap(f"gap{number}", 2, "why"), []))
        others.append(("rows", [number]))
        if code == "unsupported":
            expected.append((gap(index or "kind", 1, "x"), []))
        elif fate is not None:
            expected.append((_unread(place or _OWN, code, rule), ["not checked: "]))

    def kind(state: Any, what: Any) -> Iterator[tuple[str, Any]]:
        if state != ("/t", "token", True, ("y",)):
            raise AssertionError(f"state {state}")
        number = what["number"]
        row = row_of(f"found{number}", "metadata", "damage", "c", "m", "table.check.r", ofs=number)
        yield "finding", row
        yield "gap", {"what": f"gap{number}", "number": 2, "why": "why"}
        yield "rows", [number]
        if (error := wanted[what["fate"]][1]) is not None:
            raise error

    table = tasks.to_table(target, [task for task, _ in wanted])
    weights = [task["weight"] for task in table.to_pylist()]
    if weights != sorted((task.weight for task, _ in wanted), reverse=True):
        return f"tasks of weights {weights}"
    results = tasks.Results()
    with replaced(
        tasks, _KINDS={"kind": kind},
        open_state=lambda path, token, *, is_deep, skip: (path, token, is_deep, skip),
    ):  # fmt: skip
        results.add(table, tasks.check_batch(iter(table.to_batches())))
    if sorted(results.others) != others:
        return f"others {results.others}, expected {others}"
    if any(
        one.ofs not in {None, int(one.path[5:] or 0)} for one in results.findings if one.path[:5] == "found"
    ):
        return "findings at other places"
    lost = tasks.Results()
    lost.add(table, tasks.lost(table, "no worker"))
    if [told(one) for one in lost.findings] != [_unread(_OWN, "lost")] * len(wanted):
        return f"lost {lost.findings}"
    if any(one.message != "not checked: kind: no worker" for one in lost.findings):
        return f"lost {lost.findings}"
    if not all(isinstance(one, gaps.Gap) for one in results.gaps):
        return "other gaps"
    return difference([*results.findings, *results.gaps], expected)


def _kinds() -> Failure:
    """Each kind of task asks one part of the check, and passes on what its task says."""
    tasks, module_of = imported("audit.metadata.tasks"), imported
    sums = module_of("audit.metadata.routes").Sums
    items = ("item0", "item1")
    state = SimpleNamespace(metadata=SimpleNamespace(slices={"record_index": items, "x": items}))
    both = [("a", "b"), ("c", "d")]
    cell = {"cells": [[1, 2]], "buckets": 7}

    def recorded(name: str) -> Callable[..., Iterator[Any]]:
        return lambda *args: iter([imported("audit.gaps").Gap(name, 1, f"{args[1:]}")])

    def of_index(_: Any, side: Any, number: int) -> Any:
        made = sums()
        made.add((number, side.num_buckets), 1, 9)
        return made, {("p", "f"): number}

    def of_data(_: Any, side: Any, group: Any) -> Any:
        made = sums()
        made.add((both.index(group), side.num_buckets), 1, 9)
        return made

    def rows(_: Any, side: Any, of: Any) -> Iterator[Any]:
        return iter([(f"{of}", f"{side.num_buckets}", f"{sorted(side.cells or ())}")] * 5)

    row = ["1", "7", "[(1, 2)]"]
    gap_of: Callable[[str, str], Any] = lambda name, args: ("gap", {"what": name, "number": 1, "why": args})
    cases: list[tuple[str, dict[str, Any], list[Any]]] = [
        ("group", {"index": "x", "number": 1}, [gap_of("group", "('x', 'item1', ('x', 'item1'))")]),
        ("files", {"files": [1]}, [gap_of("files", "([1],)")]),
        ("blooms", {"files": [1]}, [gap_of("blooms", "([1],)")]),
        ("partitions", {}, [gap_of("partitions", "()")]),
        ("index-sums", {"index": "record_index", "number": 1},
         [("sums", ["index", "record_index", [[1, 1, 1, 9]]]), ("counts", [["p", "f", 1]])]),
        ("index-sums", {"index": "record_index", "number": 1, **cell},
         [("sums", ["index", "record_index", [[1, 7, 1, 9]]])]),
        ("index-sums", {"index": "x", "number": 0}, [("sums", ["index", "x", [[0, 1, 1, 9]]])]),
        ("data-sums", {"index": "x", "groups": both},
         [("sums", ["data", "x", [[0, 1, 1, 9]]]), ("sums", ["data", "x", [[1, 1, 1, 9]]])]),
        ("index-rows", {"index": "x", "number": 1, **cell},
         [("rows", ["index", "x", [tuple(row)] * 2])] * 2 + [("rows", ["index", "x", [tuple(row)]])]),
        ("data-rows", {"index": "x", "groups": both[:1]},
         [("rows", ["data", "x", [("('a', 'b')", "1", "[]")] * num]) for num in (2, 2, 1)]),
    ]  # fmt: skip
    with replaced(
        tasks, check_group=recorded("group"), check_files=recorded("files"), check_blooms=recorded("blooms"),
        check_partitions=recorded("partitions"), index_sums=of_index, data_sums=of_data, index_rows=rows,
        data_rows=rows, read_group=lambda _, index, item: (index, item), _ROWS_OF_A_MESSAGE=2,
    ):  # fmt: skip
        for kind, what, expected in cases:
            found = list(tasks._KINDS[kind](state, what))
            if found != expected:
                return f"{kind} of {what}: {found}, expected {expected}"
    batch = pa.RecordBatch.from_pylist(
        [{"kind": "gap", "value": json.dumps(cases[1][2][0][1])}], tasks.RESULT_SCHEMA
    )
    results = tasks.Results()
    results.add(None, [batch, batch])
    return None if len(results.gaps) == 2 and not results.findings and not results.others else f"{results}"


def checked_questions() -> Iterator[Asked]:
    """All of them."""
    faults = {
        "checked-steps": steps_fault,
        "checked-ends": ends_fault,
        "checked-sides": sides_fault,
        "checked-tasks": tasks_fault,
    }
    yield from numbered(faults, 2, 60)
    yield "drawn:checked-kinds", "", without_world(_kinds)
