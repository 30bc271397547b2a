# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance run`: judge implementations."""

from __future__ import annotations

import datetime
import json
import os
from collections.abc import Callable
from pathlib import Path

import rich_click as click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from hudi_conformance import resources
from hudi_conformance.cli import common
from hudi_conformance.specification import requirements
from hudi_conformance.suite import events, inputs, runner
from hudi_conformance.suite.adapter import Adapter
from hudi_conformance.suite.expectations import PROFILES, KnownFailures
from hudi_conformance.toolchain.registry import load_implementations

READER = "kaitai-python"


@click.command("run")
@click.option(
    "--implementation",
    "names",
    multiple=True,
    metavar="NAME",
    help="A shipped implementation (repeatable), or `all` that start here. Default: those of them that are"
    " not optional, as older releases of Hudi are.",
)
@click.option(
    "--adapter",
    "commands",
    multiple=True,
    metavar="CMD",
    help="The command line of your adapter (repeatable).",
)
@click.option("--once", is_flag=True, help="Start every --adapter anew for each case, with --once.")
@common.select_options
@click.option(
    "--profile",
    type=click.Choice(PROFILES),
    default="core",
    show_default=True,
    help="core: a rejection without a reason is a weak pass; strict: it fails; robust: only"
    " falling over fails.",
)
@click.option(
    "--expect",
    "expect_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="List of known failures of the one implementation that runs. Default: the shipped one.",
)
@click.option("--no-expect", is_flag=True, help="Use no list of known failures.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Implementations asked at the same time.",
)
@click.option(
    "--patience",
    type=click.FloatRange(0.1, 1000),
    default=2.0,
    show_default=True,
    help="Factor on every time budget before an answer counts as a hang.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write events.jsonl, index.html with its pages, junit.xml and summary.md into this folder.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
@click.pass_obj
def command(
    typed: list[str],
    *,
    names: tuple[str, ...],
    commands: tuple[str, ...],
    once: bool,
    surfaces: tuple[str, ...],
    globs: tuple[str, ...],
    reqs: tuple[str, ...],
    levels: tuple[str, ...],
    profile: str,
    expect_file: Path | None,
    no_expect: bool,
    jobs: int,
    patience: float,
    out: Path | None,
    as_json: bool,
) -> int:
    """Put every case to every implementation and judge the answers.

    An implementation says by itself which commands and features it has; what it lacks is counted as
    unsupported and is no failure. Failures that its list (conformance/expectations/NAME.toml) knows are
    counted as known; everything else that fails is news and ends the run with exit code 1, and so does a
    listed failure that has gone.

    To judge your own implementation write an adapter: any program that answers JSON lines on its standard
    output. `hudi-conformance smoke --adapter CMD` says whether it is sane.
    """  # fmt: skip
    if once and not commands:
        raise click.UsageError("--once is about --adapter, and none is given")
    index = requirements.load(resources.spec_dir())
    cases = common.load_cases()
    ready = common.prepare(
        common.choose(cases, index, surfaces=surfaces, globs=globs, reqs=reqs, wanted_levels=levels)
    )
    participants = _participants(
        names, commands, once=once, patience=patience, expect_file=expect_file, no_expect=no_expect
    )
    plan = runner.Plan(
        cases=ready,
        levels=common.levels([prepared.case for prepared in ready], index),
        profile=profile,
        today=common.today(),
        all_ids=[case.id for case in cases],
        readers=_readers([one for one in participants if one.serves(ready)], patience),
        jobs=jobs,
    )
    began = datetime.datetime.now(datetime.UTC)
    header = events.header(["hudi-conformance", *typed], profile, inputs.cases_digest(ready), began)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    with events.Writer(None if out is None else out / "events.jsonl") as writer, _Bars(as_json) as bars:
        outcome = runner.run(participants, plan, writer, first=header, progress=bars.step)
    if as_json:
        click.echo(json.dumps(_summary(writer, outcome), indent=1))
    else:
        _print(writer, index)
    if out is not None:
        from hudi_conformance.cli import pages  # noqa: PLC0415 - templates only when asked for
        from hudi_conformance.report import write_reports  # noqa: PLC0415

        with pages.progress(as_json) as step:
            written = write_reports(
                out / "events.jsonl", out, annotate=pages.annotate, shelf=pages.shelf_of(ready), step=step
            )
        if not as_json:
            files = [
                out / "events.jsonl",
                *(path for kind, path in written.items() if not kind.startswith("badge")),
            ]
            common.console().print(f"wrote {' · '.join(map(str, files))}", soft_wrap=True)
    if outcome.exit == runner.EXIT_ADAPTER:
        for participant in participants:
            if participant.name in outcome.left_out:
                common.warn(f"left out: {participant.name}: {outcome.left_out[participant.name]}")
    return outcome.exit


def _participants(
    names: tuple[str, ...],
    commands: tuple[str, ...],
    *,
    once: bool,
    patience: float,
    expect_file: Path | None,
    no_expect: bool,
) -> list[runner.Participant]:
    shipped = common.implementations(names) if names or not commands else {}
    if expect_file is not None and (no_expect or len(shipped) + len(commands) != 1):
        raise click.UsageError("--expect goes with exactly one implementation, and not with --no-expect")

    def known(name: str, own: bool) -> KnownFailures:
        if no_expect or (own and expect_file is None):
            return KnownFailures(name)
        return common.known_failures(name, expect_file)

    found = [
        runner.Participant(
            name,
            common.starter(implementation, patience),
            known(name, own=False),
            demanded=bool(names) and "all" not in names,
            surfaces=implementation.surfaces,
        )
        for name, implementation in shipped.items()
    ]
    for text in commands:
        adapter = common.start_command(text, once=once, patience=patience)
        taken = {participant.name for participant in found}
        name = adapter.hello.name
        number = 2
        while name in taken:
            name, number = f"{adapter.hello.name}-{number}", number + 1
        found.append(runner.Participant(name, _handed(adapter), known(name, own=True), demanded=True))
    return found


def _handed(adapter: Adapter) -> Callable[[], Adapter]:
    return lambda: adapter


def _readers(participants: list[runner.Participant], patience: float) -> dict[str, runner.Start]:
    """Shipped implementations that take part read back what writers wrote; ours always does."""
    shipped = load_implementations()
    wanted = dict.fromkeys([READER, *(p.name for p in participants if p.name in shipped)])
    return {name: common.starter(shipped[name], patience) for name in wanted if name in shipped}


def _print(writer: events.Writer, index: requirements.SpecIndex) -> None:
    from hudi_conformance.report import render_terminal  # noqa: PLC0415

    render_terminal(writer.events, common.console(), index.requirements)
    if os.environ.get("GITHUB_ACTIONS") == "true":
        for event in writer.events:
            if event["event"] == "result" and event["status"] in runner.UNEXPECTED:
                text = f"{event['implementation']}: {event['case']}: {event['verdict']} ({event['status']})"
                click.echo(f"::error title=hudi-conformance::{text}")


def _summary(writer: events.Writer, outcome: runner.Outcome) -> dict[str, object]:
    unexpected = [
        event for event in writer.events
        if event["event"] == "result" and event["status"] in runner.UNEXPECTED
    ]  # fmt: skip
    return {
        "exit": outcome.exit,
        "counts": {name: dict(count) for name, count in outcome.counts.items()},
        "left_out": dict(outcome.left_out),
        "problems": list(outcome.problems),
        "unexpected": unexpected,
    }


class _Bars:
    """Progress bars on standard error, one an implementation; nothing where nobody watches."""

    def __init__(self, quiet: bool) -> None:
        self._bars = Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
            console=Console(stderr=True), transient=True, disable=quiet or not common.is_terminal(),
        )  # fmt: skip
        self._tasks: dict[str, object] = {}

    def __enter__(self) -> _Bars:
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()

    def step(self, name: str, done: int, total: int) -> None:
        """Show how far an implementation is."""
        if name not in self._tasks:
            self._tasks[name] = self._bars.add_task(name, total=total)
        self._bars.update(self._tasks[name], completed=done)  # type: ignore[arg-type]
