# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance campaign`: edited inputs by the thousand, put to several implementations."""

from __future__ import annotations

import fnmatch
from functools import partial
from typing import Any

import rich_click as click
from rich.progress import TimeRemainingColumn
from rich.table import Table

from hudi_conformance.campaign import classes, report, run
from hudi_conformance.campaign.plan import Base, Plan, Selection, fixture_bases, make_plan
from hudi_conformance.campaign.store import OtherCampaign, Store
from hudi_conformance.campaign.work import COMMANDS, Settings
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.cli import common
from hudi_conformance.damage import generate
from hudi_conformance.engine import choice, local
from hudi_conformance.engine.tasks import Engine
from hudi_conformance.suite import session
from hudi_conformance.suite.adapter import CannotStart
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.registry import Implementation

SURFACES = tuple(COMMANDS)
OURS = ("kaitai-python", "kaitai-java")
DEFAULT = {"log": (*OURS, "hudi-java-1.2.1"), "hfile": ("kaitai-python", "hudi-io-1.2.1")}


@click.command("campaign", cls=common.Command)
@click.option(
    "--surface",
    "surface",
    type=click.Choice(SURFACES),
    default="log",
    show_default=True,
    help="Kind of files that are edited.",
)
@click.option(
    "--base",
    "globs",
    multiple=True,
    metavar="GLOB",
    help="Only fixtures whose name fits, such as 'log/three_*' (repeatable).",
)
@click.option("--without", multiple=True, metavar="GLOB", help="No fixtures whose name fits (repeatable).")
@click.option(
    "--cases",
    "case_globs",
    multiple=True,
    metavar="GLOB",
    help="Edit the inputs of these cases in place of fixtures (repeatable).",
)
@click.option(
    "--max-size", type=click.IntRange(1), help="Largest base in bytes; log 4096, hfile 8192 unless given."
)
@click.option(
    "--exhaustive",
    "kinds",
    multiple=True,
    type=click.Choice([*generate.EXHAUSTIVE, "none"]),
    help="Kinds of which every input is made (repeatable); bits, lengths and numbers unless given.",
)
@click.option(
    "--scope",
    type=click.Choice(generate.SCOPES),
    default="auto",
    show_default=True,
    help="Every bit of a file, or at most 256 bits of each field; auto: fields in HFiles.",
)
@click.option("--sample", type=click.IntRange(0), metavar="N", help="Only N of the exhaustive inputs.")
@click.option(
    "--random", "num_random", type=click.IntRange(0), default=0, metavar="N", help="N random inputs."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the sample and the random inputs.")
@click.option(
    "--implementation",
    "names",
    multiple=True,
    metavar="NAME",
    help="Who is asked (repeatable); the first that answers a command is the reference.",
)
@click.option(
    "--adapter",
    "adapters",
    multiple=True,
    metavar="NAME=COMMAND",
    help="Also ask the adapter that a command line starts (repeatable).",
)
@click.option(
    "--command",
    "commands",
    multiple=True,
    metavar="NAME",
    help="What is asked (repeatable); log.scan and log.records, or hfile.cells and hfile.info.",
)
@click.option(
    "--budget-ms", type=click.IntRange(10), default=1000, show_default=True, help="Time for one answer."
)
@click.option(
    "--budget-mib",
    type=click.IntRange(16),
    default=1024,
    show_default=True,
    help="Memory that one answer may take.",
)
@click.option(
    "--engine",
    type=click.Choice([choice.SPARK, choice.PLAIN]),
    default=choice.SPARK,
    show_default=True,
    help="Executors of Spark, or processes of this machine.",
)
@click.option("--master", metavar="URL", help="Spark master; local[*] unless given.")
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=2, show_default=True, help="Processes of --engine plain."
)
@click.option(
    "--known",
    type=common.FILE,
    help="List of known classes in place of the one that is shipped.",
)
@click.option(
    "--max-classes",
    type=click.IntRange(0),
    default=run.MAX_CLASSES,
    show_default=True,
    help="So many classes of disagreement are made small.",
)
@common.out_option
@click.option("--resume", is_flag=True, help="Go on with the campaign of --out; finished tasks are kept.")
@click.option("--plan", "only_plan", is_flag=True, help="Print the plan and its digest, ask nothing.")
@common.json_option("Print the summary as JSON.")
def command(**given: Any) -> int:
    """Put edited inputs to several implementations and tell who says what.

    Below OUT: `verdicts/*.parquet` (a row an input, command and implementation), `campaign.json` (the
    plan), `summary.json`, `report.md`, `report.html`, and `cases/`: each class of disagreement as a case,
    made small, for a person to review. The same options and seed give the same plan and inputs.

    Exits with 0 when every disagreement is known and nothing of this project fell over, 1 when not, 2 on
    wrong usage, 3 when an implementation cannot start.
    """
    try:
        known = classes.load_known(given["known"] or classes.KNOWN_FILE)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    plan = _plan(given)
    if given["only_plan"]:
        click.echo(canonical_json.pretty(plan.description()), nl=False)
        return 0
    store = Store(given["out"])
    with common.Bars(TimeRemainingColumn()) as bars:
        try:
            run.check_start(plan.settings)
            run.ask_all(plan, store, _engine(given), resume=given["resume"], progress=bars.step)
        except (CannotStart, ToolMissing) as error:
            raise common.AdapterError(str(error)) from error
        except OtherCampaign as error:
            raise click.UsageError(str(error)) from error
        result = run.conclude(plan, store, known, OURS, progress=bars.step, max_classes=given["max_classes"])
    if given["as_json"]:
        click.echo(canonical_json.pretty(result.summary), nl=False)
    else:
        _print(result, store)
    return result.exit_code


def _plan(given: dict[str, Any]) -> Plan:
    surface: str = given["surface"]
    kinds = tuple(dict.fromkeys(given["kinds"])) or Selection().kinds
    selection = Selection(
        kinds=() if kinds == ("none",) else tuple(kind for kind in kinds if kind != "none"),
        scope=given["scope"], sample=given["sample"], num_random=given["num_random"], seed=given["seed"],
    )  # fmt: skip
    asked = session.implementations(given["names"] or DEFAULT[surface])
    implementations = [(name, "") for name in asked if _serves(asked[name], surface)]
    for text in given["adapters"]:
        name, equals, words = text.partition("=")
        if not equals or not name or not words:
            raise click.UsageError(f"--adapter {text!r} is not NAME=COMMAND")
        implementations.append((name, words))
    if len({name for name, _ in implementations}) < len(implementations):
        raise click.UsageError("two adapters have the same name")
    if not implementations:
        raise click.UsageError(f"none of these implementations reads {surface} files")
    settings = Settings(
        tuple(implementations), {surface: given["commands"] or COMMANDS[surface]},
        ms=given["budget_ms"], mib=given["budget_mib"],
    )  # fmt: skip
    plan = make_plan(_bases(given, surface), selection, settings)
    if plan.num_inputs == 0:
        raise click.UsageError("no inputs: there is neither an exhaustive kind nor a number of random ones")
    return plan


def _serves(implementation: Implementation, surface: str) -> bool:
    return not implementation.surfaces or surface in implementation.surfaces


def _bases(given: dict[str, Any], surface: str) -> list[Base]:
    globs = given["globs"]
    if given["case_globs"]:
        suite = common.open_session()
        chosen = suite.choose(session.Choice(surfaces=[surface], globs=given["case_globs"]))
        bases = [
            Base(f"case:{ready.case.id}", surface, ready.data)
            for ready in suite.prepare([case for case in chosen if case.cmd not in {f"{surface}.write"}])
            if ready.data and (given["max_size"] is None or len(ready.data) <= given["max_size"])
        ]
    else:
        bases = fixture_bases([surface], given["max_size"])
    if globs:
        bases = [base for base in bases if any(fnmatch.fnmatchcase(base.name, glob) for glob in globs)]
    bases = [base for base in bases if not any(fnmatch.fnmatchcase(base.name, g) for g in given["without"])]
    if not bases:
        raise click.UsageError("no file fits")
    return bases


def _engine(given: dict[str, Any]) -> Engine:
    # An implementation that does not come up ends a campaign here; on executors it costs its tasks.
    here = partial(local.run_tasks, jobs=given["jobs"], tasks_per_group=4, fatal=(CannotStart,))
    return choice.choose_engine(
        given["engine"], given["master"], here=here, on_spark=run.ON_SPARK, app="hudi-conformance campaign"
    )


def _print(result: run.Result, store: Store) -> None:
    console = common.console()
    for title, heads, rows in report.tables(result.summary, result.cases, narrow=True):
        table = Table(title=title, title_justify="left", box=None, header_style="bold")
        wide = heads[0] == "rows"
        for number, name in enumerate(heads):
            if wide:
                table.add_column(name, overflow="fold")
            else:
                table.add_column(name, justify="right" if number else "left", no_wrap=number == 0)
        for row in rows:
            table.add_row(*row)
        console.print(table)
        console.print()
    console.print(report.head(result.summary))
    if result.unreproduced:
        console.print(f"{len(result.unreproduced)} classes did not occur again when asked about alone")
    console.print(f"written to {store.folder}: report.html, report.md, summary.json, verdicts, cases")
