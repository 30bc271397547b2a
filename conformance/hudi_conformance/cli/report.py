# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance report EVENTS`: recreate documents from the events of a run."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import rich_click as click

from hudi_conformance.cli import common, echo, pages
from hudi_conformance.report import history, layers, load, own_spec, render_terminal, write_reports


@click.command("report", cls=common.Command)
@click.argument("events", type=common.FILE, required=False)
@click.option(
    "--history",
    "history_of",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Compare all runs below DIR, events or stored figures: rules held and wrong answers by layer, per"
    " implementation and date. With --out, write history.html and history.json.",
)
@click.option(
    "--out",
    type=common.NEW_FOLDER,
    help="Write index.html with its pages, junit.xml, summary.md and badge.json to this folder. Default:"
    " print the outcome.",
)
@click.option(
    "--layers",
    "as_layers",
    is_flag=True,
    help="Print failures by layer as Markdown: misread, rejected improperly, proposed, by design.",
)
@common.default_option(
    "--entries", click.IntRange(0), 10, "Number of failures per layer that --layers lists."
)
def command(
    events: Path | None, *, history_of: Path | None, out: Path | None, as_layers: bool, entries: int
) -> int:
    """Recreate the documents of a run from its events.

    The events are the only record of a run: answers are not judged again. A file without its footer is an
    interrupted run and is rejected. Pages of cases also show long inputs and expected values, which events do
    not contain, if this suite's inputs are still those of the run.
    """  # fmt: skip
    if history_of is not None:
        if events is not None or as_layers:
            raise click.UsageError("--history takes a folder of runs, and excludes EVENTS and --layers")
        return _history(history_of, out)
    if events is None:
        raise click.UsageError("Missing argument 'EVENTS', or --history DIR.")
    if as_layers:
        if out is not None:
            raise click.UsageError("--layers and --out exclude each other")
        run = load(events)
        echo.paragraph(layers.to_markdown(run, entries))
        return run.exit_code
    if out is None:
        run = load(events)
        render_terminal(run, echo.console(wide=True), own_spec().requirements)
        return run.exit_code
    input_source = pages.suite_inputs(common.open_session())
    with common.Bars() as bars:
        step = partial(bars.step, "pages")
        written = write_reports(events, out, annotate=pages.annotate, input_source=input_source, step=step)
    for path in written.values():
        echo.line(f"wrote {path}")
    return 0


def _history(folder: Path, out: Path | None) -> int:
    try:
        collected = history.collect(folder)
    except history.HistoryError as error:
        raise click.UsageError(str(error)) from None
    for problem in collected.problems:
        echo.line(f"skipped: {problem}", err=True)
    if out is None:
        echo.paragraph(history.to_markdown(collected))
        return 0
    out.mkdir(parents=True, exist_ok=True)
    for name, text in (
        ("history.html", history.to_html(collected)),
        ("history.json", history.to_json(collected) + "\n"),
    ):
        (out / name).write_text(text, encoding="utf-8")
        echo.line(f"wrote {out / name}")
    return 0
