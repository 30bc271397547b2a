# SPDX-License-Identifier: Apache-2.0
"""Runs of an audit, for mutants drawn by chance.

drawn:unit-run-NAME    runs that end early and go on, plans, tables that change while they are checked
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
from chance_asked import Failure, imported
from chance_audit_tasks import ENDING, Told, part_of, plan_of, registered, told_row
from chance_log_surface import set_meanwhile
from chance_units import unit


def _engine(ran: list[str], most: int = 99) -> Any:
    """Tasks one by one in this process, so many of them at most."""

    def run(tasks: pa.Table, func: Any, schema: Any, *, on_batch: Any, on_lost: Any) -> None:
        for number in range(tasks.num_rows):
            if len(ran) >= most:
                raise RuntimeError("the engine runs no more tasks")
            one = tasks.slice(number, 1)
            ran.append(f"{one['path'][0].as_py().rpartition('/')[2]} {one['ofs'][0].as_py()}")
            on_batch(one, list(func(iter(one.to_batches()))))

    return run


@unit("run-resumed")
def _() -> Failure:
    """A run that ends early goes on with the tasks that are left, parts too, and finds the same."""
    audit = imported("audit.run")

    def plan(ref: Any) -> Any:
        parts = [part_of(0), part_of(5)] if ref.name.startswith("a") else []
        return plan_of(told_row(ref.path, "p"), parts=parts, num_blocks=1)

    names = [f"a1{ENDING}", f"b1{ENDING}", f"c1{ENDING}"]
    order = [*(f"{name} None" for name in names), f"{names[0]} 0", f"{names[0]} 5"]
    with (
        tempfile.TemporaryDirectory() as place,
        registered(Told(plan, lambda part: [told_row(f"{folder}/{names[0]}", "c", part.ofs)])),
    ):
        folder = Path(place) / "t"
        folder.mkdir()
        for name in names:
            (folder / name).write_bytes(b"data")
        options = audit.Options([str(folder)])
        if options.to_json()["paths"] != [str(folder)] or options.to_json()["seed"] != 0:
            return f"{options.to_json()}"
        whole: list[str] = []
        expected: list[Any] = []
        for most in (99, 0, 1, 3, 4):
            ran: list[str] = []
            plans: list[Any] = []
            progress: list[int] = []
            out = Path(place) / f"out{most}"
            try:
                outcome = audit.run_audit(
                    options, out, engine=_engine(ran, most), on_plan=plans.append,
                    on_progress=lambda found, progress=progress: progress.append(found.findings),
                )  # fmt: skip
            except RuntimeError:
                rest: list[str] = []
                outcome = audit.run_audit(options, out, engine=_engine(rest), resume=True)
                ran += rest
            if len(plans) != 1 or progress[0] != 0 or progress != sorted(progress):
                return f"{len(plans)} plans, {progress}"
            if ran != order:
                return f"after {most} tasks: {ran}"
            rows = sorted((row.path, row.code, row.ofs or 0) for row in outcome.store.rows())
            total = outcome.progress
            if most == 99:
                whole, expected = ran, rows
                if len(progress) != 1 + len(order):
                    return f"{len(progress)} times told"
            found = total.files, total.bytes, total.blocks, total.findings, len(rows)
            if (ran, rows, found) != (whole, expected, (3, 12, 3, 5, 5)):
                return f"after {most} tasks: {rows}, {found}"
            again: list[str] = []
            done = audit.run_audit(options, out, engine=_engine(again), resume=True)
            if again or sorted((row.path, row.code, row.ofs or 0) for row in done.store.rows()) != rows:
                return f"a run that has ended runs {again}"
    ids = [audit.new_run_id() for _ in range(3)]
    return (
        None
        if len(set(ids)) == 3 and [one[:15] for one in ids] == sorted(one[:15] for one in ids)
        else f"{ids}"
    )


@unit("run-plans")
def _() -> Failure:
    """What is listed, chosen and left out; folders that cannot be listed are rows of the lake."""
    audit, files = imported("audit.run"), imported("lake.files")
    refs = [
        files.FileRef(f"/no/t/{name}", size) for name, size in (("a.told", 1), ("b.told", 10), ("c", 100))
    ]

    def listing(_: Any, on_error: Any) -> Any:
        on_error("/no/t/x", OSError("denied"))
        return refs

    with ExitStack() as stack:
        stack.enter_context(registered(Told(lambda _: plan_of())))
        stack.enter_context(set_meanwhile(audit, "list_files", listing))
        for sample, left_out in ((None, 0), (1, 1), (2, 0), (3, 0), (0, 2)):
            plan = audit.make_plan(audit.Options(["/no/t"], 6, "5", sample, 0, True, True))
            if (plan.num_other, plan.bytes_other, plan.num_left_out) != (1, 100, left_out):
                return f"a sample of {sample}: {plan}"
            if (
                len(plan.tasks) != 2 - left_out
                or list(plan.unlisted) != ["/no/t/x"]
                or list(plan.refs) != refs
            ):
                return f"a sample of {sample}: {plan}"
            context = imported("audit.surface").Context(6, None, "5", True, True)
            if any(task.context != context for task in plan.tasks):
                return f"{plan.tasks}"
            first = plan.findings[0]
            told = first.path, first.surface, first.code, first.verdict, first.len
            if told != ("/no/t/x", "file", "io", "unreadable", 0):
                return f"{plan.findings}"
        shuffled = {
            audit.make_plan(audit.Options(["/no/t"], sample=1, seed=seed)).tasks[0].ref for seed in range(20)
        }
        if shuffled != set(refs[:2]):
            return "a seed makes no difference"
    return None


@unit("run-stable")
def _() -> Failure:
    """A table that changes is looked at again; where it never rests, what two looks in a row found stays."""
    audit, files, surface = imported("audit.run"), imported("lake.files"), imported("audit.surface")
    gap = imported("audit.gaps").Gap

    def table(number: int) -> Any:
        return surface.TableRef(
            "/t", [files.FileRef("/t/b", 1), files.FileRef("/t/a", number)], surface.Context()
        )

    def listed(number: int) -> Any:
        one = table(number)
        return replace(one, files=sorted(one.files))

    one, two, three = (told_row("/t/a", code) for code in ("x", "y", "z"))
    for name, results, listings, expected, num_checks, num_listings in (
        ("nothing found", [[]], [], [], 1, 0),
        ("at rest", [[one]], [listed(0)], [one], 1, 1),
        ("gone", [[one]], [None], [one], 1, 1),
        ("mended", [[one], []], [listed(1)], [], 2, 1),
        ("another", [[one], [two]], [listed(1), listed(1)], [two], 2, 2),
        ("twice", [[one], [two], [three]], [listed(1), listed(2), listed(2)], [three], 3, 3),
        (
            "thrice",
            [[one], [two], [two], [two, three]],
            [listed(n) for n in (1, 2, 3, 3)],
            [two, three],
            4,
            4,
        ),
        (
            "never",
            [[one], [two], [one, three], [three, two, one]],
            [listed(n) for n in (1, 2, 3, 4)],
            [three, one],
            4,
            4,
        ),
        ("never the same", [[one], [two], [one], [two]], [listed(n) for n in (1, 2, 3, 4)], [], 4, 4),
    ):
        checked: list[Any] = []
        looked: list[Any] = []

        def check(table: Any, _: Any, checked: list[Any] = checked, results: Any = results) -> Any:
            checked.append(table)
            return results[len(checked) - 1], [gap("g", len(checked), "w")]

        def look(table: Any, _: Any, looked: list[Any] = looked, listings: Any = listings) -> Any:
            looked.append(table)
            return listings[len(looked) - 1]

        with set_meanwhile(audit, "_check_table", check), set_meanwhile(audit, "_listed_again", look):
            rows, gaps = audit._check_until_stable(table(0), None, None)
        if (rows, len(checked), len(looked)) != (expected, num_checks, num_listings):
            return f"{name}: {rows} after {len(checked)} checks and {len(looked)} looks"
        if gaps != [gap("g", num_checks, "w")]:
            return f"{name}: {gaps}"
        if checked != [table(0), *listings[: num_checks - 1]]:
            return f"{name}: other files"
    if len({audit._identity(made) for made in (one, two, replace(one, ofs=5), replace(one, path="/u"))}) != 4:
        return "findings are the same"
    if audit._identity(one) != audit._identity(replace(one, message="other", severity="info")):
        return "findings are not the same"
    return None


@unit("run-listings")
def _() -> Failure:
    """A table is listed again with its own files, not those of tables in it; folders that fail are kept."""
    audit, files, surface = imported("audit.run"), imported("lake.files"), imported("audit.surface")
    table = surface.TableRef("/t", [], surface.Context(6), unlisted=["/t/old"])
    refs = [files.FileRef(path, 1) for path in ("/t/a", "/t/u/b", "/t/c")]
    plan = SimpleNamespace(tables=SimpleNamespace(folder_of=lambda path: "/t/u" if "/u/" in path else "/t"))

    def listing(paths: Any, on_error: Any) -> Any:
        if paths != ["/t"]:
            raise AssertionError(f"{paths}")
        on_error("/t/x", OSError("denied"))
        return refs

    with set_meanwhile(audit, "list_files", listing):
        found = audit._listed_again(table, plan)
    if found != replace(table, files=[refs[0], refs[2]], unlisted=["/t/x"]):
        return f"{found}"
    for error in (OSError("x"), ValueError("x")):

        def fail(*_: Any, error: Exception = error) -> Any:
            raise error

        with set_meanwhile(audit, "list_files", fail):
            if audit._listed_again(table, plan) is not None:
                return f"{error!r}: a listing"
    return None


@unit("run-tables")
def _() -> Failure:
    """Rules between files: each surface by itself, a metadata table where all of a table is listed."""
    audit, files, surface = imported("audit.run"), imported("lake.files"), imported("audit.surface")
    gap = imported("audit.gaps").Gap

    class Rules:
        def __init__(self, name: str, rows: Sequence[Any], error: Exception | None = None) -> None:
            self.name, self._rows, self._error = name, rows, error

        def check_table(self, near: Any, _: Any, on_gap: Any) -> Iterator[Any]:
            assert near.path == "/no/t"
            on_gap(gap(self.name, 1, "w"))
            if self._error is not None:
                raise self._error
            yield from self._rows

    def metadata(near: Any, _: str, engine: Any) -> Any:
        return SimpleNamespace(findings=[told_row(near.path, engine)], gaps=(gap("m", 1, "w"),))

    rows = [told_row("/no/t/a", "p"), told_row("/no/t/b", "q")]
    with ExitStack() as stack:
        found = [Rules("one", rows[:1]), Rules("two", (), OSError("m")), Rules("three", rows[1:])]
        stack.enter_context(set_meanwhile(audit, "TABLE_SURFACES", found))
        stack.enter_context(set_meanwhile(audit, "check_metadata", metadata))
        for name, is_whole in ((".hoodie/hoodie.properties", True), (".hoodie/x", False)):
            ref = files.FileRef(f"/no/t/{name}", 1)
            told, gaps = audit._check_table(surface.TableRef("/no/t", [ref], surface.Context()), "engine")
            if [row.len for row in told if row.surface == "two"] != [0]:
                return f"{name}: a table has bytes of its own"
            shown = [(row.path, row.surface, row.code) for row in told]
            expected = [("/no/t/a", "told", "p"), ("/no/t", "two", "io"), ("/no/t/b", "told", "q")]
            if shown != [*expected, *([("/no/t", "told", "engine")] if is_whole else [])]:
                return f"{name}: {shown}"
            if [one.what for one in gaps] != ["one", "two", "three", *(["m"] if is_whole else [])]:
                return f"{name}: {gaps}"
    return None


@unit("run-table-tasks")
def _() -> Failure:
    """Tables below what is audited are checked once each, also when a run goes on; what is found is kept."""
    audit, gap = imported("audit.run"), imported("audit.gaps").Gap
    with tempfile.TemporaryDirectory() as place:
        for name in ("t", "t/u", "v"):
            (Path(place) / name / ".hoodie").mkdir(parents=True)
            (Path(place) / name / ".hoodie" / "hoodie.properties").write_text("hoodie.table.version=6\n")
            (Path(place) / name / "x").write_text("x")
        for paths, tables in (
            (["t", "v"], ["t", "t/u", "v"]), (["t/u"], ["t/u"]), (["t/u/x"], []), (["v/.hoodie"], []),
            (["."], None),
        ):  # fmt: skip
            checked: list[str] = []

            def check(table: Any, plan: Any, _: Any, checked: list[str] = checked) -> Any:
                checked.append(os.path.relpath(table.path, place))
                assert table.unlisted == plan.unlisted
                return [told_row(f"{table.path}/x")], [gap("g", 1, "w")]

            options = audit.Options([os.path.normpath(f"{place}/{path}") for path in paths])
            with tempfile.TemporaryDirectory() as out, set_meanwhile(audit, "_check_until_stable", check):
                outcome = audit.run_audit(options, Path(out), engine=_engine([]))
                expected = ["t", "t/u", "v"] if tables is None else tables
                rows = [
                    os.path.relpath(row.path, place) for row in outcome.store.rows() if row.surface == "told"
                ]
                if sorted(checked) != expected or sorted(rows) != sorted(f"{name}/x" for name in expected):
                    return f"{paths}: {checked}, {rows}"
                if len(outcome.store.gaps) != len(expected):
                    return f"{paths}: {outcome.store.gaps}"
                before = list(outcome.store.rows())
                again = audit.run_audit(options, Path(out), engine=_engine([]), resume=True)
                if len(checked) != len(expected) or list(again.store.rows()) != before:
                    return f"{paths}: checked again"
    return None


@unit("run-forgotten")
def _() -> Failure:
    """A run that goes on forgets files that are gone or changed, with what was found in them."""
    audit = imported("audit.run")

    def plan(ref: Any) -> Any:
        return plan_of(told_row(ref.path, f"{ref.size}"), parts=[part_of(0), part_of(5)], num_blocks=1)

    with tempfile.TemporaryDirectory() as place, registered(Told(plan)):
        folder, out = Path(place) / "t", Path(place) / "out"
        folder.mkdir()
        names = [f"{letter}{ENDING}" for letter in "abc"]
        for name in names:
            (folder / name).write_bytes(b"data")
        options = audit.Options([str(folder)])
        audit.run_audit(options, out, engine=_engine([]))
        for change, left, size in (
            ((folder / names[0]).unlink, [], 8),
            (lambda: (folder / names[1]).write_bytes(b"other"), names[1:2], 9),
            (lambda: None, [], 9),
        ):
            change()
            ran: list[str] = []
            outcome = audit.run_audit(options, out, engine=_engine(ran), resume=True)
            expected = [f"{name} {part}" for part in (None, 0, 5) for name in left]
            total = outcome.progress
            rows = sorted((row.path.rpartition("/")[2], row.code) for row in outcome.store.rows())
            wanted = [(name, f"{(folder / name).stat().st_size}") for name in names[1:]]
            if (
                ran != expected
                or rows != wanted
                or (total.files, total.bytes, total.findings) != (2, size, 2)
            ):
                return f"{ran}, expected {expected}; {rows}, {total}"
    return None


@unit("run-unlisted")
def _() -> Failure:
    """A folder that cannot be listed is a row of the run, once, also when the run goes on."""
    audit, files = imported("audit.run"), imported("lake.files")

    def listing(_: Any, on_error: Any) -> Any:
        on_error("/no/t/x", OSError("denied"))
        return [files.FileRef("/no/t/a", 1)]

    with tempfile.TemporaryDirectory() as place, set_meanwhile(audit, "list_files", listing):
        options = audit.Options(["/no/t"])
        for is_resumed in (False, True, True):
            run = audit.run_audit(options, Path(place), engine=_engine([]), resume=is_resumed)
            rows = [row for row in run.store.rows() if row.path == "/no/t/x"]
            if [(row.code, row.surface) for row in rows] != [("io", "file")]:
                return f"{rows}"
    return None
