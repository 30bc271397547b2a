# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance campaign`: run thousands of edited inputs against several implementations."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Mapping
from functools import partial

import rich_click as click
from rich.progress import TimeRemainingColumn
from rich.table import Table

from hudi_conformance.campaign import classes, generate, report, run
from hudi_conformance.campaign.plan import Base, Plan, Selection, fixture_bases, make_plan
from hudi_conformance.campaign.store import OtherCampaign, Store
from hudi_conformance.campaign.work import COMMANDS, Settings
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.cli import common, echo
from hudi_conformance.engine import PLAIN, SPARK, choice, local
from hudi_conformance.engine.session import SparkUnavailable
from hudi_conformance.engine.tasks import Engine
from hudi_conformance.look.text import counted
from hudi_conformance.suite import session
from hudi_conformance.suite.adapter import CannotStart
from hudi_conformance.toolchain import ToolMissing

SURFACES = tuple(COMMANDS)
OURS = ("kaitai-python", "kaitai-java")
DEFAULT = {"log": (*OURS, "hudi-java-1.2.1"), "hfile": ("kaitai-python", "hudi-io-1.2.1")}
_WRITTEN = ("report.html", "report.md", "summary.json", "verdicts", "cases")


@click.command("campaign", cls=common.Command)
@common.default_option("--surface", SURFACES, "log", "Kind of the files to edit.")
@common.list_option("--base", "globs", "GLOB", "Use only fixtures whose name matches, such as 'log/three_*'")
@common.list_option("--without", "without", "GLOB", "Skip fixtures whose name matches")
@common.list_option("--cases", "case_globs", "GLOB", "Edit the inputs of these cases instead of fixtures")
@click.option(
    "--max-size", type=click.IntRange(1), help="Maximum base size in bytes. Default: log 4096, hfile 8192."
)
@click.option(
    "--exhaustive",
    "kinds",
    multiple=True,
    type=click.Choice([*generate.EXHAUSTIVE, "none"]),
    help="Kinds of edit that are applied exhaustively (repeatable). Default: bits, lengths and numbers.",
)
@common.default_option(
    "--scope",
    generate.SCOPES,
    "auto",
    "Flip every bit of a file, or at most 256 bits per field; auto: fields in HFiles.",
)
@click.option("--sample", type=click.IntRange(0), metavar="N", help="Use only N of the exhaustive inputs.")
@click.option(
    "--random", "num_random", type=click.IntRange(0), default=0, metavar="N", help="Add N random inputs."
)
@common.default_option("--seed", int, 1, "Seed of the sample and of the random inputs.")
@common.list_option(
    "--implementation",
    "names",
    "NAME",
    "Implementation to run; the first that supports a command is the reference",
)
@common.list_option(
    "--adapter", "adapters", "NAME=COMMAND", "Also run the adapter that this command line starts"
)
@common.list_option(
    "--command",
    "commands",
    "NAME",
    "Command to request. Default: log.scan and log.records, or hfile.cells and hfile.info",
)
@common.default_option("--budget-ms", click.IntRange(10), 1000, "Time limit per answer.")
@common.default_option("--budget-mib", click.IntRange(16), 1024, "Memory limit per answer.")
@common.default_option("--engine", (SPARK, PLAIN), SPARK, "Run on Spark executors or in local processes.")
@click.option("--master", metavar="URL", help="Spark master. Default: local[*].")
@common.default_option("--jobs", click.IntRange(1, 256), 2, "Processes of --engine plain.")
@click.option("--known", type=common.FILE, help="List of known classes. Default: the shipped one.")
@common.default_option(
    "--max-classes", click.IntRange(0), run.MAX_CLASSES, "Number of classes of disagreement to minimise."
)
@common.out_option
@click.option("--resume", is_flag=True, help="Resume the campaign in --out; completed tasks are kept.")
@click.option("--plan", "plan_only", is_flag=True, help="Print the plan and its digest, then exit.")
@common.json_option("Print the summary as JSON.")
def command(**options: common.OptionValue) -> int:
    """Run edited inputs against several implementations and compare their answers.

    Below OUT: `verdicts/*.parquet` (a row per input, command and implementation), `campaign.json` (the
    plan), `summary.json`, `report.md`, `report.html`, and `cases/`: each class of disagreement as a
    minimised case, for manual review. The same options and seed give the same plan and inputs.

    Exits with 0 if every disagreement is known and no code of this project failed, 1 if not, 2 on wrong
    usage, 3 if an implementation cannot start.
    """
    try:
        known = classes.load_known(options["known"] or classes.KNOWN_FILE)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    plan = _plan(options)
    if options["plan_only"]:
        echo.document(canonical_json.pretty(plan.description()))
        return 0
    store = Store(options["out"])
    with common.Bars(TimeRemainingColumn()) as bars:
        try:
            run.check_start(plan.settings)
            run.ask_all(plan, store, _engine(options), resume=options["resume"], progress=bars.step)
        except SparkUnavailable as error:
            raise common.AdapterError(f"{error}, or use --engine plain") from error
        except (CannotStart, ToolMissing) as error:
            raise common.AdapterError(str(error)) from error
        except OtherCampaign as error:
            raise click.UsageError(str(error)) from error
        result = run.conclude(
            plan, store, known, OURS, progress=bars.step, max_classes=options["max_classes"]
        )
    if options["as_json"]:
        echo.document(canonical_json.pretty(result.summary))
    else:
        _print(result, store)
    return result.exit_code


def _plan(options: Mapping[str, common.OptionValue]) -> Plan:
    surface: str = options["surface"]
    kinds = tuple(dict.fromkeys(options["kinds"])) or Selection().kinds
    selection = Selection(
        kinds=() if kinds == ("none",) else tuple(kind for kind in kinds if kind != "none"),
        **{name: options[name] for name in ("scope", "sample", "num_random", "seed")},
    )  # fmt: skip
    named = session.implementations(options["names"] or DEFAULT[surface])
    implementations = [
        (name, "") for name, entry in named.items() if not entry.surfaces or surface in entry.surfaces
    ]
    for text in options["adapters"]:
        name, equals, command_line = text.partition("=")
        if not equals or not name or not command_line:
            raise click.UsageError(f"--adapter {text!r} is not NAME=COMMAND")
        implementations.append((name, command_line))
    if len({name for name, _ in implementations}) < len(implementations):
        raise click.UsageError("two adapters have the same name")
    if not implementations:
        raise click.UsageError(f"none of these implementations reads {surface} files")
    settings = Settings(
        tuple(implementations), {surface: options["commands"] or COMMANDS[surface]},
        ms=options["budget_ms"], mib=options["budget_mib"],
    )  # fmt: skip
    plan = make_plan(_bases(options, surface), selection, settings)
    if plan.num_inputs == 0:
        raise click.UsageError("no inputs: choose an exhaustive kind or a number of random inputs")
    return plan


def _bases(options: Mapping[str, common.OptionValue], surface: str) -> list[Base]:
    if options["case_globs"]:
        suite = common.open_session()
        chosen = suite.choose(session.Choice(surfaces=[surface], globs=options["case_globs"]))
        bases = [
            Base(f"case:{ready.case.id}", surface, ready.data)
            for ready in suite.prepare([case for case in chosen if case.cmd != f"{surface}.write"])
            if ready.data and (options["max_size"] is None or len(ready.data) <= options["max_size"])
        ]
    else:
        bases = fixture_bases([surface], options["max_size"])
    if options["globs"]:
        bases = [base for base in bases if _matches(base, options["globs"])]
    bases = [base for base in bases if not _matches(base, options["without"])]
    if not bases:
        raise click.UsageError("no file matches")
    return bases


def _matches(base: Base, globs: Iterable[str]) -> bool:
    return any(fnmatch.fnmatchcase(base.name, glob) for glob in globs)


def _engine(options: Mapping[str, common.OptionValue]) -> Engine:
    # An implementation that does not start ends a local campaign; on executors it fails its tasks.
    plain = partial(local.run_tasks, jobs=options["jobs"], tasks_per_group=4, fatal=(CannotStart,))
    return choice.choose_engine(
        options["engine"],
        options["master"],
        here=plain,
        on_spark=run.ON_SPARK,
        app="hudi-conformance campaign",
    )


def _print(result: run.Result, store: Store) -> None:
    console = echo.console()
    for title, heads, rows in report.tables(result.summary, result.cases, narrow=True):
        table = Table(title=title, title_justify="left", box=None, header_style="bold")
        has_text = heads[0] == "rows"
        for number, name in enumerate(heads):
            if has_text:
                table.add_column(name, overflow="fold")
            else:
                table.add_column(name, justify="right" if number else "left", no_wrap=number == 0)
        for row in rows:
            table.add_row(*row)
        console.print(table)
        console.print()
    console.print(report.head(result.summary), soft_wrap=True)
    if result.unreproduced:
        gone = counted(len(result.unreproduced), "class", "classes")
        console.print(f"{gone} did not occur again when run separately")
    written = [name for name in _WRITTEN if (store.folder / name).exists()]
    console.print(f"written to {store.folder}: {', '.join(written)}", soft_wrap=True)
