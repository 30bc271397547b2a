# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance audit`: damaged files of a lake, the location of the damage and the violated rule."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import rich_click as click

from hudi_conformance.audit.baseline import BaselineError, Filter, read_baseline, write_baseline
from hudi_conformance.audit.cause_text import Explained, explain, lines
from hudi_conformance.audit.causes import find_causes
from hudi_conformance.audit.findings import SEVERITIES
from hudi_conformance.audit.run import Options, Plan, run_audit, run_here
from hudi_conformance.audit.store import Progress, StateError
from hudi_conformance.audit.summary import Digest, summary
from hudi_conformance.canonical.json import pretty
from hudi_conformance.cli import common, echo
from hudi_conformance.engine import AUTO, PLAIN, SPARK, choice
from hudi_conformance.engine.tasks import EngineLost
from hudi_conformance.look.text import counted
from hudi_conformance.toolchain import ToolMissing

_MAX_PRINTED = 20  # causes
_MAX_ROWS = 5  # findings of each


@click.command("audit")
@click.argument("paths", nargs=-1, required=True)
@click.option("--out", type=common.NEW_FOLDER, help="Folder to write to. Default: findings are printed only.")
@common.limits_option
@click.option(
    "--engine",
    type=click.Choice((AUTO, PLAIN, SPARK)),
    default=AUTO,
    show_default=True,
    help="Run in a local loop or on Spark. auto: Spark with --master, in an existing session, under"
    " spark-submit, and for 4 GiB or more.",
)
@click.option("--master", help="Master URL of Spark: local[*], spark://…, sc://….")
@common.list_option("--conf", "settings", "KEY=VALUE", "A setting of the Spark session")
@common.default_option(
    "--fail-on", SEVERITIES, "warning", "Exit with 1 for findings of this severity or worse."
)
@click.option(
    "--sample", type=click.IntRange(min=1), help="Check only this number of files, sampled by --seed."
)
@common.default_option("--seed", int, 0, "Seed of the sample.")
@click.option("--since", metavar="INSTANT", help="Skip blocks and files of earlier instants.")
@click.option(
    "--table-version",
    type=click.IntRange(min=0),
    help="Version of the tables. Default: from their properties.",
)
@click.option("--deep", is_flag=True, help="Decode every page of base files and verify page checksums.")
@click.option("--pages", is_flag=True, help="Verify page checksums of base files without decoding pages.")
@click.option(
    "--global-keys",
    is_flag=True,
    help="With --deep: report a record key in two partitions. For tables whose writers use a global index.",
)
@click.option(
    "--baseline",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Ignore the findings of an earlier audit: its OUT/baseline.json.",
)
@common.list_option("--ignore", "ignored", "RULE", "Ignore findings of this rule or code")
@click.option(
    "--plan",
    "plan_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a shell script of repairs that the tables prove. It changes files only if run with APPLY=1.",
)
@click.option("--resume", is_flag=True, help="Resume the last audit below --out.")
@common.json_option("Print the summary as JSON.")
@click.pass_context
def command(
    context: click.Context,
    *,
    paths: tuple[str, ...],
    out: Path | None,
    engine: str,
    master: str | None,
    settings: tuple[str, ...],
    fail_on: str,
    sample: int | None,
    seed: int,
    since: str | None,
    table_version: int | None,
    deep: bool,
    pages: bool,
    global_keys: bool,
    baseline: Path | None,
    ignored: tuple[str, ...],
    plan_file: Path | None,
    resume: bool,
    as_json: bool,
) -> int:
    """Check tables and files under PATHS; report the violated rules and their locations.

    Tables, log files, HFiles and base files are checked. PATHS are local files and folders, or URIs for which
    pyarrow has a file system (s3, gs, abfs, hdfs). For base files, footers are checked; with --pages also
    page checksums, with --deep also page contents. Without --out no files are written. Files in OUT:
    `findings/*.parquet`, one set per run; `summary.json`, `index.html`, `junit.xml`; `baseline.json` for
    --baseline; `state/`, which --resume needs.

    Exits with 0 if files were checked without findings; 1 for findings of --fail-on or worse, including a
    table without properties or timeline; 2 on wrong usage; 3 without findings if something could not be
    checked, such as an unreadable file or a path with no Hudi files under it.
    """
    if resume and out is None:
        raise click.UsageError("--resume requires the --out folder of the audit")
    options = Options(paths, table_version, since, sample, seed, deep, pages, global_keys=global_keys)
    folder = out or Path(context.with_resource(TemporaryDirectory(prefix="audit-")))
    try:
        selection = Filter(paths, ignored, read_baseline(baseline) if baseline is not None else frozenset())
        selected = choice.choose_engine(
            engine, master, here=run_here, on_spark={"weight": "weight"}, warn=partial(echo.line, err=True),
            config=_settings(settings),
        )  # fmt: skip
        with _progress() as (on_plan, on_progress):
            outcome = run_audit(
                options, folder, engine=selected, resume=resume, on_plan=on_plan, on_progress=on_progress
            )
    except (StateError, BaselineError, FileNotFoundError, ValueError, ToolMissing) as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        echo.line(f"cannot continue: {error}", err=True)
        return 3
    except EngineLost as lost:
        echo.line(f"{lost}; completed work is kept; continue with --resume", err=True)
        return 3
    digest = Digest.of(selection.apply(outcome.store.rows()))
    again = Filter(paths, ignored, selection.known)  # count separately what is excluded
    detected = find_causes(lambda: again.apply(outcome.store.rows()), outcome.plan.tables.folder_of)
    causes = [explain(cause) for cause in detected]
    report = summary(outcome, digest, causes, fail_on, selection.suppressed)
    if out is not None:
        from hudi_conformance.audit import html, junit

        write_baseline(out / "baseline.json", outcome.store.rows(), paths)
        (out / "summary.json").write_text(pretty(report), "utf-8")
        (out / "index.html").write_text(html.render(outcome, digest, causes, report["not_checked"]), "utf-8")
        (out / "junit.xml").write_text(junit.render(outcome, digest, fail_on), "utf-8")
    if plan_file is not None:
        from hudi_conformance.repair.plan import plan_repairs
        from hudi_conformance.repair.script import render

        plans = list(plan_repairs(paths, list(outcome.store.rows())))
        plan_file.write_text(render(plans, plan_file.name), "utf-8")
        num_repairs = sum(len(plan.repairs) for plan in plans)
        echo.line(f"{plan_file}: {counted(num_repairs, 'repair')}; no files were changed", err=True)
    if as_json:
        echo.document(pretty(report))
    else:
        _print(report, causes, out)
        if plan_file is None and digest.severities["error"]:
            echo.line(
                "--plan FILE writes a script of the repairs that the tables prove, without changing files."
            )
    return digest.exit_code(fail_on)


def _settings(texts: Sequence[str]) -> dict[str, str]:
    for text in texts:
        if "=" not in text:
            raise click.UsageError(f"--conf {text!r} is not KEY=VALUE")
    return dict(text.split("=", 1) for text in texts)


def _print(report: Mapping[str, Any], causes: Sequence[Explained], out: Path | None) -> None:
    """The most severe causes, totals, and files that were not checked."""
    printed, counts, files = causes[:_MAX_PRINTED], report["findings"]["severity"], report["files"]
    for text in (text for explained in printed for text in lines(explained, _MAX_ROWS)):
        echo.line(text)
    if any("COPY" in step.run for explained in printed for step in explained.steps):
        echo.line("COPY is a copy of the table, such as a backup.")
    if len(causes) > len(printed):
        total = counted(report["findings"]["total"], "finding")
        echo.line(f"… {total} of {counted(len(causes), 'cause')} in all")
    echo.line(
        f"{counted(files['checked'], 'file')}, {counted(files['blocks'], 'block')}, "
        f"{counted(files['bytes'], 'byte')} in {report['seconds']:.1f} s: "
        + ", ".join(f"{counts[name]:,} {name}" for name in SEVERITIES)
        + "."
        + (f" Report: {out / 'index.html'}" if out else "")
    )
    for gap in report["not_checked"]:
        echo.line(f"not checked: {gap['what']}: {gap['number']:,}, {gap['why']}")
    for reason, number in report["suppressed"].items():
        echo.line(f"excluded: {counted(number, 'finding')}, {reason}")


@contextmanager
def _progress() -> Iterator[tuple[Callable[[Plan], None], Callable[[Progress], None]]]:
    """Callbacks that draw a bar, or nothing without a terminal."""
    if not sys.stderr.isatty():
        yield (lambda _: None), (lambda _: None)
        return
    from rich import progress as rich

    bar = rich.Progress(
        rich.TextColumn("{task.fields[files]} files"), rich.BarColumn(), rich.DownloadColumn(),
        rich.TimeRemainingColumn(), rich.TextColumn("{task.fields[findings]} findings"),
        console=echo.console(err=True),
    )  # fmt: skip
    task = bar.add_task("audit", total=None, files="0", findings="0")

    def on_plan(plan: Plan) -> None:
        bar.update(task, total=plan.num_bytes)

    def on_progress(progress: Progress) -> None:
        bar.update(
            task, completed=progress.bytes, files=f"{progress.files:,}", findings=f"{progress.findings:,}"
        )

    with bar:
        yield on_plan, on_progress
