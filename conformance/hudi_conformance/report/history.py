# SPDX-License-Identifier: Apache-2.0
"""Stored runs side by side: rules held, and wrong answers by layer, per implementation and date.

A stored run is the output of `instruments.documents` for a run (`run.json`), or the events of one. Runs with
different cases are comparable: the number of judged rules is shown with the number of held rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hudi_conformance import __version__
from hudi_conformance.look.charts import Bar, Line
from hudi_conformance.look.pages import render
from hudi_conformance.look.text import markdown_table
from hudi_conformance.report import model, stored_run
from hudi_conformance.suite.events import EventsError
from hudi_conformance.suite.layers import LAYERS

_EVENTS = ("*.jsonl", "*.jsonl.gz", "*.jsonl.xz")
_MEMBERS = frozenset({"date", "cases_digest", "implementations", "cases"})


class HistoryError(ValueError):
    """Nothing below a folder is a stored run."""


@dataclass(frozen=True, slots=True)
class Point:
    """One implementation in one run: rules held of those judged, and wrong answers by layer."""

    when: str
    digest: str
    num_cases: int
    held: int
    judged: int
    passed: int
    wrong: Mapping[str, int]

    @property
    def num_wrong(self) -> int:
        """Wrong answers of all layers."""
        return sum(self.wrong.values())


@dataclass(frozen=True, slots=True)
class History:
    """Runs, oldest first.

    Attributes:
        runs: stored date and time, version of the suite, digest and number of cases.
        points: by implementation, a point for each run that it took part in.
        problems: files that are not valid runs, each with the reason.
    """

    runs: Sequence[tuple[str, str, str, int]]
    points: Mapping[str, Sequence[Point]]
    problems: Sequence[str]


def collect(folder: Path) -> History:
    """The runs below a folder.

    Raises:
        HistoryError: there is none.
    """
    runs: list[dict[str, Any]] = []
    problems: list[str] = []
    for path in sorted(folder.rglob("*.json")):
        try:
            stored = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(stored, dict) and stored.keys() >= _MEMBERS and isinstance(stored["cases"], int):
            runs.append(stored)
    for path in sorted(path for pattern in _EVENTS for path in folder.rglob(pattern)):
        try:
            run = model.load(path)
        except EventsError as error:
            problems.append(f"{path.name}: {error}")
            continue
        runs.append({**stored_run.figures(run), "date": str(run.header["started"])})
    if not runs:
        raise HistoryError("\n".join([f"no stored run below {folder}", *problems]))
    # The same run may lie there twice, as events and as figures.
    unique = {(run["date"], run["cases_digest"], json.dumps(run["implementations"])): run for run in runs}
    ordered = sorted(unique.values(), key=lambda run: (str(run["date"]), run["cases"]))
    points: dict[str, list[Point]] = {}
    for stored in ordered:
        for row in stored["implementations"]:
            points.setdefault(row["name"], []).append(_point(stored, row))
    listed = [
        (str(entry["date"]), str(entry["suite"]), entry["cases_digest"][:8], entry["cases"])
        for entry in ordered
    ]
    return History(listed, points, problems)


def _point(run: Mapping[str, Any], row: Mapping[str, Any]) -> Point:
    num_wrong = row["known"] + row["unexpected"]
    layers = {layer: number for layer, number in row.get("layers", {}).items() if number}
    rest = num_wrong - sum(layers.values())
    # Runs that were stored before failures had layers have none.
    wrong = {**layers, "unclassified": layers.get("unclassified", 0) + rest} if rest > 0 else layers
    return Point(
        when=str(run["date"]),
        digest=run["cases_digest"][:8],
        num_cases=run["cases"],
        held=row["musts_held"],
        judged=row["musts_judged"],
        passed=row["pass"],
        wrong=wrong,
    )


def to_html(history: History) -> str:
    """One self-contained page: a line for each implementation, then its runs."""
    return render(
        "report/templates/history.html.j2",
        version=__version__,
        history=history,
        summaries=[_summary(name, points) for name, points in history.points.items()],
        sections=[(name, list(_lines(points))) for name, points in history.points.items()],
        layers=[(css_of(layer), layer) for layer in LAYERS],
    )


def to_markdown(history: History) -> str:
    """First and last run of each implementation."""
    rows = [
        [
            name,
            str(len(points)),
            _held(points[0]),
            _held(points[-1]),
            str(points[0].num_wrong),
            str(points[-1].num_wrong),
        ]
        for name, points in history.points.items()
    ]
    heads = ["implementation", "runs", "MUST held, first", "last", "wrong answers, first", "last"]
    return "\n".join(markdown_table(heads, rows, ["---", *["--:"] * 5]))


def to_json(history: History) -> str:
    """All points, by implementation."""
    points = {
        name: [
            {
                "date": point.when,
                "cases_digest": point.digest,
                "cases": point.num_cases,
                "musts_held": point.held,
                "musts_judged": point.judged,
                "pass": point.passed,
                "wrong": dict(point.wrong),
            }
            for point in members
        ]
        for name, members in history.points.items()
    }
    return json.dumps({"history": 1, "implementations": points, "problems": list(history.problems)}, indent=1)


def css_of(layer: str) -> str:
    """Class of a layer in the style sheet."""
    return layer.replace(" ", "-")


def _summary(name: str, points: Sequence[Point]) -> tuple[str, Point, Point, Line]:
    label = ", ".join(f"{point.when[:10]} {_held(point)}" for point in points)
    line = Line([point.held / point.judged if point.judged else 0 for point in points], label)
    return name, points[0], points[-1], line


def _lines(points: Sequence[Point]) -> Iterator[tuple[Point, Bar, Bar]]:
    most_judged = max(point.judged for point in points)
    most_wrong = max(point.num_wrong for point in points)
    for point in points:
        rules = [("pass", "held", point.held), ("unsupported", "not held", point.judged - point.held)]
        wrong = [(css_of(layer), layer, point.wrong.get(layer, 0)) for layer in LAYERS]
        yield point, Bar(rules, most_judged), Bar(wrong, most_wrong)


def _held(point: Point) -> str:
    return f"{point.held} of {point.judged}"
