# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance report EVENTS`: documents from the events of a run."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from hudi_conformance.cli import common, pages
from hudi_conformance.report import EventsError, load, render_terminal, write_reports
from hudi_conformance.report.rules import own_spec


@click.command("report")
@click.argument("events", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write index.html with its pages, junit.xml, summary.md and badge.json here; without it, print the"
    " outcome.",
)
def command(events: Path, *, out: Path | None) -> int:
    """Make the documents of a run again from its events.jsonl.

    The events are the only truth of a run: what was judged is never judged anew here. A file without its
    footer is a run that was cut off and is refused. Pages of cases also show what events do not carry, long
    inputs and expected values, as far as the inputs here are still those of the run.
    """  # fmt: skip
    try:
        if out is None:
            run = load(events)
            render_terminal(run, common.console(), own_spec().requirements)
            return run.exit_code
        with pages.progress(quiet=False) as step:
            written = write_reports(
                events, out, annotate=pages.annotate, shelf=pages.shelf_of_suite(), step=step
            )
        for path in written.values():
            click.echo(f"wrote {path}")
    except EventsError as error:
        raise click.UsageError(str(error)) from error
    return 0
