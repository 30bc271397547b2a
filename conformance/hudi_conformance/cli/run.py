# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance run`: judge implementations."""

from __future__ import annotations

import datetime
import json
import os
from functools import partial
from pathlib import Path

import rich_click as click

from hudi_conformance.cli import common, echo
from hudi_conformance.specification import requirements
from hudi_conformance.suite import command_lines, events, inputs, runner, session
from hudi_conformance.suite.expectations import PROFILES
from hudi_conformance.toolchain.build import Recipe
from hudi_conformance.toolchain.coverage import write_summary


@click.command("run", cls=common.Command)
@click.option(
    "--implementation",
    "names",
    multiple=True,
    metavar="NAME",
    help="A shipped implementation (repeatable), or `all` that are available. Default: all available ones"
    " except optional ones, such as older releases of Hudi.",
)
@common.list_option("--adapter", "commands", "CMD", "The command line of your adapter")
@click.option("--once", is_flag=True, help="Start every --adapter anew for each case, with --once.")
@common.select_options
@common.default_option(
    "--profile",
    PROFILES,
    "core",
    "core: a rejection without reason or offset is a weak pass; strict: it fails; robust: only crashes,"
    " hangs and errors fail.",
)
@click.option(
    "--expect",
    "expect_file",
    type=common.FILE,
    help="List of known failures, for a run of a single implementation. Default: the shipped list.",
)
@click.option("--no-expect", is_flag=True, help="Ignore lists of known failures.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    help="Implementations run at the same time. Default: the number of processors plus one.",
)
@common.patience_option(command_lines.PATIENCE)
@click.option(
    "--out",
    type=common.NEW_FOLDER,
    help="Write events.jsonl.xz, index.html with its pages, junit.xml and summary.md to this folder.",
)
@click.option(
    "--require",
    "required",
    multiple=True,
    metavar="NAME",
    help="Require this implementation (repeatable): exit with 3 if it is missing, 6 if it produced no judged"
    " answer.",
)
@click.option(
    "--coverage",
    type=common.NEW_FOLDER,
    help="Measure with JaCoCo which branches and lines of Java implementations the cases execute; write"
    " coverage.json and a report per implementation to this folder. Crates are not measured.",
)
@common.json_option("Print the outcome as JSON.")
@click.pass_obj
def command(
    typed: list[str],
    *,
    names: tuple[str, ...],
    commands: tuple[str, ...],
    once: bool,
    choice: session.Choice,
    profile: str,
    expect_file: Path | None,
    no_expect: bool,
    jobs: int | None,
    patience: float,
    required: tuple[str, ...],
    out: Path | None,
    coverage: Path | None,
    as_json: bool,
) -> int:
    """Run every case against every implementation and judge the answers.

    An implementation declares its commands and features; cases that need others are counted as unsupported,
    not as failures. Failures on its list (conformance/expectations/NAME.toml) are counted as known; any other
    failure is new and makes the exit code 1, as does a listed failure that no longer occurs.

    The exit code is 3 if an implementation that was requested by name is missing, and 6 if the run, or such
    an implementation, produced no judged answer: a run without answers is not a success.

    To judge your own implementation write an adapter: any program that answers JSON lines on its standard
    output. `hudi-conformance smoke --adapter CMD` checks that it follows the protocol.
    """  # fmt: skip
    if once and not commands:
        raise click.UsageError("--once needs --adapter")
    measured = {} if coverage is None or (commands and not names) else _measured(names)
    if coverage is not None and not measured:
        raise click.UsageError("--coverage measures only shipped Java implementations, and none was chosen")
    suite = common.open_session()
    ready = suite.prepare(suite.choose(choice))
    participants = session.participants(
        names,
        commands,
        once=once,
        patience=patience,
        expect_file=expect_file,
        no_expect=no_expect,
        coverage=coverage,
        notice=common.warn,
    )
    participants = session.demand(participants, required)
    # Shipped implementations of the run, and always the reference, read back the output of writers.
    readers = [participant.name for participant in participants if participant.serves(ready)]
    # One more than the processors: some answers only wait, for example for a file that never appears.
    jobs = jobs or 1 + (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    plan = suite.plan(
        ready, profile=profile, readers=readers, patience=patience, jobs=jobs, coverage=coverage
    )
    started = datetime.datetime.now(datetime.UTC)
    header = events.header(["hudi-conformance", *typed], profile, inputs.cases_digest(ready), started)
    for folder in (out, coverage):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            for earlier in folder.glob("*.exec"):
                earlier.unlink()
    with (
        events.Writer(None if out is None else out / events.FILE) as writer,
        common.Bars(quiet=as_json) as bars,
    ):
        outcome = runner.run(participants, plan, writer, header=header, progress=bars.step)
    if as_json:
        echo.document(json.dumps(_summary(writer, outcome), indent=1))
    else:
        _print(writer, suite.index)
    if coverage is not None:
        summary = write_summary(coverage, measured)
        if not as_json:
            echo.console().print(f"wrote {summary}", soft_wrap=True)
    if out is not None:
        from hudi_conformance.cli import pages
        from hudi_conformance.report import write_reports

        input_source = pages.prepared_inputs(suite, ready)
        with common.Bars(quiet=as_json) as bars:
            step = partial(bars.step, "pages")
            written = write_reports(
                out / events.FILE, out, annotate=pages.annotate, input_source=input_source, step=step
            )
        if not as_json:
            files = [
                out / events.FILE,
                *(path for kind, path in written.items() if not kind.startswith("badge")),
            ]
            echo.console().print(f"wrote {' · '.join(map(str, files))}", soft_wrap=True)
    if outcome.exit == runner.EXIT_ADAPTER:
        for participant in participants:
            if participant.name in outcome.absences:
                common.warn(f"left out: {participant.name}: {outcome.absences[participant.name]}")
    return outcome.exit


def _measured(names: tuple[str, ...]) -> dict[str, Recipe]:
    """Recipes of the chosen implementations whose coverage can be measured; a named one must be."""
    recipes = {name: entry.measurable() for name, entry in session.implementations(names).items()}
    for name in names:
        if name != "all" and recipes[name] is None:
            raise click.UsageError(f"--coverage measures Java implementations, which {name} is not")
    return {name: recipe for name, recipe in recipes.items() if recipe is not None}


def _print(writer: events.Writer, index: requirements.SpecIndex) -> None:
    from hudi_conformance.report import build, render_terminal

    render_terminal(build(writer.events), echo.console(wide=True), index.requirements)
    if os.environ.get("GITHUB_ACTIONS") == "true":
        for event in writer.events:
            if event["event"] == "result" and event["status"] in runner.UNEXPECTED:
                text = f"{event['implementation']}: {event['case']}: {event['verdict']} ({event['status']})"
                echo.line(f"::error title=hudi-conformance::{text}")


def _summary(writer: events.Writer, outcome: runner.Outcome) -> dict[str, object]:
    unexpected = [
        event for event in writer.events
        if event["event"] == "result" and event["status"] in runner.UNEXPECTED
    ]  # fmt: skip
    return {
        "exit": outcome.exit,
        "counts": {name: dict(count) for name, count in outcome.counts.items()},
        "left_out": dict(outcome.absences),
        "problems": list(outcome.problems),
        "unexpected": unexpected,
    }
