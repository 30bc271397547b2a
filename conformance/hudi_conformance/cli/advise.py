# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance advise TABLE`: which engines read the table correctly."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import rich_click as click
from rich.table import Table

from hudi_conformance import resources
from hudi_conformance.advice.marks import Marks, marks_of
from hudi_conformance.advice.readers import REFUSED, RIGHT, STOPS, WRONG, Answers, Engine, advise
from hudi_conformance.canonical.json import dumps
from hudi_conformance.cli import common, echo
from hudi_conformance.defects.model import load_defects
from hudi_conformance.errors import Reject
from hudi_conformance.look.text import counted
from hudi_conformance.similar import did_you_mean
from hudi_conformance.specification.features import load_features

_WORDS = {WRONG: "wrong", STOPS: "fails", REFUSED: "refuses"}
_STEPS = {
    WRONG: "It returns wrong rows without an error: use another engine or release for this view.",
    STOPS: "It fails with an error that does not name the reason.",
    REFUSED: "It reports that it does not support this view.",
}


@click.command("advise", cls=common.Command)
@click.argument("folder", metavar="TABLE", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--engine", "name", metavar="NAME", help="Report on this engine only, with the rows of its wrong results."
)
@common.json_option("Print features and answers as JSON.")
def command(folder: Path, *, name: str | None, as_json: bool) -> int:
    """List the engines and releases that read TABLE correctly, by its features and stored results.

    A result counts if its table has no feature that TABLE lacks. "wrong 3 of 40" means that 3 of 40 results
    for such tables had wrong rows. Features that were not tested with an engine are listed: they may work or
    fail. No engine reads TABLE itself.

    Exits with 0. With --engine: 1 if a stored result is wrong, an unclear error or a rejection, 6 if
    there is none.
    """
    spec = resources.spec_dir()
    known = load_features(spec)
    try:
        marks = marks_of(folder, known)
    except (Reject, OSError) as error:
        raise click.UsageError(f"{folder}: {error}") from None
    engines = advise(spec, marks.features)
    if name is not None:
        names = [engine.name for engine in engines]
        engines = [engine for engine in engines if engine.name == name]
        if not engines:
            hint = did_you_mean(name, names, f"; engines are {', '.join(names)}")
            raise click.UsageError(f"no results are stored for an engine {name!r:.60}{hint}")
    titles = {feature.id: feature.title for feature in known}
    if as_json:
        echo.document(dumps(_document(marks, engines)))
    else:
        _print(folder, marks, engines, titles)
        if name is not None:
            echo.lines(_details(engines[0], marks))
    if name is None:
        return 0
    standings = {answers.standing for answers in engines[0].views.values()} - {None}
    return 6 if not standings else 0 if standings == {RIGHT} else 1


def _document(marks: Marks, engines: list[Engine]) -> dict[str, object]:
    return {
        "features": sorted(marks.features),
        "unread": marks.num_unread,
        "engines": [
            {
                "name": engine.name,
                "version": engine.version,
                "date": engine.date,
                "views": {
                    view: {
                        **asdict(answers),
                        "standing": answers.standing,
                        "defects": sorted(answers.defects),
                        "features": sorted(answers.features),
                    }
                    for view, answers in engine.views.items()
                },
                "not_asked": sorted(_not_asked(engine, marks)),
            }
            for engine in engines
        ],
    }


def _not_asked(engine: Engine, marks: Marks) -> frozenset[str]:
    return marks.features.difference(*(answers.features for answers in engine.views.values()))


def _cell(answers: Answers) -> str:
    standing, total = answers.standing, sum(answers.counts.values())
    if standing is None:
        return "·"
    if standing == RIGHT:
        return f"right {answers.counts[RIGHT]}"
    if standing == REFUSED:
        return "refuses"
    return f"{_WORDS[standing]} {answers.counts[standing]} of {total}"


def _print(folder: Path, marks: Marks, engines: list[Engine], titles: dict[str, str]) -> None:
    echo.line(f"{folder}: {counted(len(marks.features), 'feature')}")
    echo.lines(f"  {ident}: {titles[ident]}" for ident in sorted(marks.features))
    if marks.num_unread:
        echo.line(f"not read: {counted(marks.num_unread, 'log or instant file')}")
    grid = Table(box=None, pad_edge=False, header_style="dim")
    views = sorted({view for engine in engines for view in engine.views})
    for column in ("engine", *views, "not tested with"):
        grid.add_column(column, overflow="fold")
    order = {RIGHT: 0, None: 1, REFUSED: 2, STOPS: 3, WRONG: 4}
    for engine in sorted(engines, key=lambda item: max(order[a.standing] for a in item.views.values())):
        cells = [_cell(engine.views[view]) for view in views]
        if any(cell != "·" for cell in cells):
            grid.add_row(engine.name, *cells, ", ".join(sorted(_not_asked(engine, marks))))
    echo.console(wide=True).print(grid)
    echo.line("· not tested, or only with other features")


def _details(engine: Engine, marks: Marks) -> list[str]:
    version = "" if engine.name.endswith(engine.version) else f" {engine.version}"
    lines = [f"{engine.name}{version}, tested on {engine.date}"]
    for view, answers in engine.views.items():
        if answers.standing in _STEPS:
            lines.append(f"  {view}: {_cell(answers)}. {_STEPS[answers.standing]}")
    ids = frozenset().union(*(answers.defects for answers in engine.views.values()))
    lines += (
        f"  {defect.severity}: {defect.id}: {defect.title}"
        for defect in load_defects(resources.defects_dir())
        if defect.id in ids
    )
    if missing := _not_asked(engine, marks):
        lines.append(f"  not tested with: {', '.join(sorted(missing))}")
    return lines
