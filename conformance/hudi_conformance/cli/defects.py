# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance defects`: what real implementations get wrong, with reproducers that run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import rich_click as click

from hudi_conformance import defects as data
from hudi_conformance import resources
from hudi_conformance.cli import common
from hudi_conformance.defects.check import pairs
from hudi_conformance.suite import events, runner, session
from hudi_conformance.toolchain.registry import load_implementations


@click.group("defects", cls=common.Group)
def command() -> None:
    """What real implementations get wrong: a list in which each entry has cases that show it."""


@command.command("list")
@common.json_option("Print as JSON.")
def show(*, as_json: bool) -> None:
    """All defects: id, severity, who has it, what it is."""
    for defect in (found := _load()) if not as_json else ():
        click.echo(f"{defect.id:42} {defect.severity:10} {', '.join(defect.implementations)}")
        click.echo(f"    {defect.title}")
    if as_json:
        click.echo(json.dumps([{key: getattr(d, key) for key in d.__slots__} for d in _load()], indent=1))
    else:
        click.echo(f"{len(found)} defects")


@command.command()
def check() -> int:
    """Hold the list against cases, lists of known failures, what was measured, and the document.

    Nothing is started. Exit code 1 on a problem.
    """
    found = _load()
    cases = common.open_session().cases
    measured = data.load_measured(_measured_file())
    lists = {name: session.known_failures(name) for name in load_implementations()}
    problems = data.problems(found, {case.id for case in cases}, lists, measured)
    document = resources.data_root() / "conformance" / "defects.md"
    if not document.is_file() or document.read_text(encoding="utf-8") != _document(found):
        problems.append("conformance/defects.md is not what `hudi-conformance defects build` writes")
    for problem in problems:
        click.echo(problem)
    click.echo(f"{len(found)} defects, {len(problems)} problems")
    return 1 if problems else 0


@command.command()
def build() -> None:
    """Write conformance/defects.md again, from the data and from what was measured."""
    document = resources.data_root() / "conformance" / "defects.md"
    document.write_text(_document(_load()), encoding="utf-8")
    click.echo(f"wrote {document}")


@command.command()
@click.argument("idents", metavar="[ID]...", nargs=-1)
@click.option(
    "--implementation",
    "names",
    multiple=True,
    metavar="NAME",
    help="Ask this one only (repeatable); `all`: also those that do not have the defect.",
)
@click.option("--record", is_flag=True, help="Ask all about all, and keep the verdicts for the document.")
def reproduce(idents: tuple[str, ...], *, names: tuple[str, ...], record: bool) -> int:
    """Ask the implementations again, and say of each defect whether it is still there.

    Without ID all defects. Exit code 1 when an implementation answers otherwise than its list says, 3 when
    one does not start.
    """
    if record and (idents or names):
        raise click.UsageError("--record asks all implementations about all defects")
    chosen = _chosen(idents)
    wanted = (
        tuple(load_implementations())
        if record or "all" in names
        else names or tuple(dict.fromkeys(name for defect in chosen for name in defect.implementations))
    )
    if not any(name in wanted for defect in chosen for name in defect.implementations):
        raise click.UsageError("none of these implementations has any of these defects")
    verdicts, absent = _ask(chosen, wanted)
    wrong = 0
    for defect in chosen:
        for name in (one for one in defect.implementations if one in wanted and one not in absent):
            known = session.known_failures(name)
            others = [
                f"{case}: {verdicts[case].get(name)}"
                for case, whose in pairs(defect)
                if whose == name
                and ((group := known.find(case)) is None or verdicts[case].get(name) != group.outcome)
            ]
            wrong += bool(others)
            word = f"otherwise   {'; '.join(others)}" if others else "there"
            click.echo(f"{defect.id:42} {name:18} {word}")
    for name, reason in absent.items():
        common.warn(f"left out: {name}: {reason}")
    missed = [name for name in absent if any(name in defect.implementations for defect in chosen)]
    if record and not missed:
        before = data.load_measured(_measured_file())
        for case, seen in verdicts.items():  # what does not start here was asked elsewhere
            seen |= {name: word for name, word in before.get(case, {}).items() if name in absent}
        data.write_measured(_measured_file(), verdicts)
        click.echo(f"wrote {_measured_file()}")
    click.echo(f"{len(chosen)} defects, {wrong} answered otherwise")
    return 1 if wrong else 3 if missed else 0


def _ask(
    chosen: Sequence[data.Defect], wanted: Sequence[str]
) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    """Verdicts by case and implementation, and who did not start and why."""
    suite = common.open_session()
    named = {case for defect in chosen for case in defect.cases}
    ready = suite.prepare([case for case in suite.cases if case.id in named])
    with events.Writer(None) as writer:
        outcome = runner.run(
            session.participants(wanted, ()), suite.plan(ready), writer, header={"event": "header"}
        )
    verdicts: dict[str, dict[str, str]] = {one.case.id: {} for one in ready}
    for event in writer.events:
        if event["event"] == "result":
            verdicts[event["case"]][event["implementation"]] = event["verdict"]
    return verdicts, dict(outcome.absences)


def _chosen(idents: Sequence[str]) -> list[data.Defect]:
    found = _load()
    for ident in idents:
        if ident not in {defect.id for defect in found}:
            raise click.UsageError(f"no defect {ident!r}; `hudi-conformance defects list` shows them")
    return [defect for defect in found if not idents or defect.id in idents]


def _load() -> list[data.Defect]:
    try:
        return data.load_defects(resources.defects_dir())
    except data.DefectError as error:
        raise click.ClickException(str(error)) from error


def _measured_file() -> Path:
    return resources.defects_dir() / "MEASURED.json"


def _document(found: Sequence[data.Defect]) -> str:
    rules = {case.id: case.req for case in common.open_session().cases}
    return data.to_markdown(found, rules, data.load_measured(_measured_file()), list(load_implementations()))
