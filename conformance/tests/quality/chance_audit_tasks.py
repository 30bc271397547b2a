# SPDX-License-Identifier: Apache-2.0
"""Tasks of an audit, for mutants drawn by chance.

drawn:unit-run-NAME    rows of tasks whose files stay, change or vanish, runs that end early and go on,
                       tables that change: with a surface that finds what it is told to find
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from chance_asked import Failure, imported
from chance_log_surface import set_meanwhile
from chance_next_steps import row_of
from chance_units import unit

ENDING = ".told"


class Told:
    """A surface whose plan and check are given, and which counts its calls."""

    name = "told"
    splits = True

    def __init__(
        self, plan: Callable[[Any], Any], check: Callable[[Any], Sequence[Any]] = lambda _: ()
    ) -> None:
        self._plan, self._check = plan, check
        self.planned: list[Any] = []
        self.checked: list[Any] = []

    def matches(self, path: str) -> bool:
        """By the ending."""
        return path.endswith(ENDING)

    def plan(self, ref: Any, buffer: Any, context: Any) -> Any:
        """As told."""
        self.planned.append(ref)
        return self._plan(ref)

    def check(self, ref: Any, buffer: Any, part: Any, context: Any) -> Iterator[Any]:
        """As told."""
        self.checked.append((ref.path, part))
        yield from self._check(part)


@contextmanager
def registered(*told: Told) -> Iterator[None]:
    """They are surfaces meanwhile."""
    surfaces = imported("audit.registry").SURFACES
    surfaces.extend(told)
    try:
        yield
    finally:
        del surfaces[-len(told) :]


def plan_of(*findings: Any, **more: Any) -> Any:
    """A plan of these findings."""
    return imported("audit.surface").FilePlan(findings, **more)


def part_of(ofs: int, size: int = 5, extra: str = "x") -> Any:
    """A part of a file."""
    return imported("audit.surface").Part(ofs, size, extra)


def _task(ref: Any, surface: str | None = None, part: Any = None) -> Any:
    return imported("audit.check").Task(ref, imported("audit.surface").Context(), surface, part)


def _shown(row: dict[str, Any]) -> tuple[Any, ...]:
    match row["row"]:
        case "finding":
            return "finding", row["surface"], row["code"], row["ofs"]
        case "part":
            return "part", row["surface"], row["path"], row["ofs"], row["len"], row["extra"]
        case _:
            return "done", row["path"], row["num_blocks"], row["num_bare"], row["num_bytes"]


def _found(task: Any) -> list[tuple[Any, ...]]:
    return [_shown(row) for row in imported("audit.check").run_task(task)]


@contextmanager
def _file(data: bytes = b"data") -> Iterator[tuple[Path, Any]]:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / f"a{ENDING}"
        path.write_bytes(data)
        [ref] = imported("lake.files").list_files([place])
        yield path, ref


def told_row(path: str, code: str = "x", ofs: int | None = None, surface: str = "told") -> Any:
    """A finding of the surface."""
    return row_of(path, code, surface=surface, ofs=ofs)


@unit("run-tasks")
def _() -> Failure:
    """Rows of one task: findings of plan and check, parts where there are several, totals of all surfaces."""
    with _file() as (path, ref):
        at = str(path)
        plan_row, check_row = told_row(at, "p"), told_row(at, "c", 7)
        found_plan, found_check = ("finding", "told", "p", None), ("finding", "told", "c", 7)
        parts = [("part", "told", at, ofs, 5, "x") for ofs in (0, 5)]
        for name, plan, expected, num_checked in (
            ("no part", plan_of(plan_row, num_blocks=3, num_bare=2), [found_plan, ("done", at, 3, 2, 4)], 0),
            ("nothing", plan_of(), [("done", at, 0, 0, 4)], 0),
            ("one part", plan_of(plan_row, parts=[part_of(0)], num_blocks=1),
             [found_plan, found_check, ("done", at, 1, 0, 4)], 1),
            ("two parts", plan_of(plan_row, parts=[part_of(0), part_of(5)], num_blocks=2),
             [found_plan, *parts, ("done", at, 2, 0, 4)], 0),
        ):  # fmt: skip
            told = Told(lambda _, plan=plan: plan, lambda _: [check_row])
            with registered(told):
                found = _found(_task(ref))
            if found != expected or len(told.checked) != num_checked or len(told.planned) != 1:
                return f"{name}: {found}, expected {expected}"
        told = Told(
            lambda _: plan_of(plan_row, num_blocks=9), lambda part: [replace(check_row, ofs=part.ofs)]
        )
        with registered(told):
            found = _found(_task(ref, "told", part_of(3)))
        if found != [("finding", "told", "c", 3), ("done", at, 0, 0, 0)] or told.planned:
            return f"a part: {found}"
        first = Told(lambda _: plan_of(plan_row, num_blocks=2, num_bare=1, parts=[part_of(0), part_of(5)]))
        second = Told(lambda _: plan_of(num_blocks=5, num_bare=7, parts=[part_of(1)]), lambda _: [check_row])
        second.name = "other"
        with registered(first, second):
            found = _found(_task(ref))
            alone = _found(_task(ref, "other"))
        if found != [found_plan, *parts, found_check, ("done", at, 7, 8, 4)]:
            return f"two surfaces: {found}"
        if alone != [found_check, ("done", at, 5, 7, 4)]:
            return f"one of two surfaces: {alone}"
    return None


@unit("run-errors")
def _() -> Failure:
    """A plan, a check or a file that ends early is a row; other surfaces go on."""
    errors = imported("errors")

    def fail(error: Exception) -> Callable[[Any], Any]:
        def raising(_: Any) -> Any:
            raise error

        return raising

    with _file() as (path, ref):
        at = str(path)
        for error, code in (
            (errors.LimitExceeded("m"), "limit"),
            (ValueError("m"), "internal"),
            (OSError("m"), "io"),
        ):
            unread = ("finding", "told", code, None)
            second = Told(lambda _: plan_of(told_row(at, "q", surface="other"), num_blocks=4))
            second.name = "other"
            rest = [("finding", "other", "q", None), ("done", at, 4, 0, 4)]
            with registered(Told(fail(error)), second):
                if (found := _found(_task(ref))) != [unread, *rest]:
                    return f"a plan that ends early: {found}"
            late = Told(lambda _: plan_of(told_row(at), parts=[part_of(0)], num_blocks=1), fail(error))
            rest[-1] = ("done", at, 5, 0, 4)
            with registered(late, second):
                if (found := _found(_task(ref))) != [("finding", "told", "x", None), unread, *rest]:
                    return f"a check that ends early: {found}"
        check = imported("audit.check")
        with registered(Told(lambda _: plan_of())), set_meanwhile(check, "opened", fail(OSError("m"))):
            if (found := _found(_task(ref))) != [("finding", "told", "io", None), ("done", at, 0, 0, 4)]:
                return f"a file that cannot be opened: {found}"
            [batch] = check.check_batch(iter(check.to_table([_task(ref)]).to_batches()))
        if batch.schema != check.RESULT_SCHEMA or [_shown(row) for row in batch.to_pylist()] != found:
            return f"{batch.to_pylist()}"
        if batch["message"].to_pylist()[0] != "m" or "lost: " not in batch["next"].to_pylist()[0]:
            return f"{batch.to_pylist()}"
    return None


def _changing(path: Path, num: int, has_findings: Callable[[int], bool], turns: Iterator[int], _: Any) -> Any:
    """A plan during which the file changes, so many times."""
    turn = next(turns)
    if turn < num:
        path.write_bytes(b"x" * (10 + turn))
    rows = [told_row(str(path))] if has_findings(turn) else []
    return plan_of(*rows, num_blocks=turn, num_bare=turn + 1)


@unit("run-changes")
def _() -> Failure:
    """A file with findings is looked at again where it has changed, three times at most."""
    for name, num_changes, has_findings, num_looks, num_rows in (
        ("as it was", 0, lambda _: True, 1, 1),
        ("changed once", 1, lambda _: True, 2, 1),
        ("mended", 1, lambda turn: turn == 0, 2, 0),
        ("without findings", 9, lambda _: False, 1, 0),
        ("twice", 2, lambda turn: turn < 2, 3, 0),
        ("always", 9, lambda _: True, 4, 1),
    ):
        with _file() as (path, ref):
            told = Told(partial(_changing, path, num_changes, has_findings, count()))
            with registered(told):
                found = _found(_task(ref))
            last = len(told.planned) - 1
            expected = [("finding", "told", "x", None)] * num_rows + [("done", str(path), last, last + 1, 4)]
            if found != expected or len(told.planned) != num_looks:
                return f"{name}: {found}, expected {expected} after {num_looks} looks"
            if last and told.planned[-1] == ref:
                return f"{name}: the file as it was"
    with _file() as (path, ref):
        told = Told(lambda _: plan_of(told_row(str(path))))
        check = imported("audit.check")

        def no_answer(_: Any) -> Any:
            raise OSError("no answer")

        with registered(told), set_meanwhile(check, "look_again", no_answer):
            if len(_found(_task(ref))) != 2 or len(told.planned) != 1:
                return "a store that does not answer"
        for values, num in (({"size": 0, "mtime_ns": 0}, 1), ({"size": 0}, 4), ({"mtime_ns": 0}, 4)):
            other = Told(lambda _: plan_of(told_row(str(path))))
            changing = iter(range(1, 99))
            with (
                registered(other),
                set_meanwhile(
                    check,
                    "look_again",
                    lambda ref, changing=changing: replace(ref, size=next(changing) + 100),
                ),
            ):
                _found(_task(replace(ref, **values)))
            if len(other.planned) != num:
                return f"{values}: {len(other.planned)} looks"
        gone = Told(lambda _: (path.unlink(), plan_of(told_row(str(path))))[1])
        with registered(gone):
            rows = list(check.run_task(_task(ref)))
        shown = [(row["row"], row.get("code"), row.get("verdict"), row.get("severity")) for row in rows]
        if shown != [("finding", "gone", "note", "info"), ("done", None, None, None)] or (
            rows[1]["num_blocks"],
            rows[1]["num_bare"],
        ) != (0, 0):
            return f"a file that is gone: {rows}"
    return None
