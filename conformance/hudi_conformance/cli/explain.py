# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance explain ID`: why a case is as it is, and who does what with it."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from hudi_conformance import resources
from hudi_conformance.cli import casetext, common
from hudi_conformance.report import EventsError, load, wording
from hudi_conformance.report.blocks import printable
from hudi_conformance.report.model import Run
from hudi_conformance.specification import requirements

HEX_ROWS = 12
LAST_RUN = Path("out/events.jsonl")


@click.command("explain")
@click.argument("ident", metavar="ID")
@click.option(
    "--events",
    "events_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Verdicts of this run. Default: out/events.jsonl, if it is there.",
)
def command(ident: str, *, events_file: Path | None) -> None:
    """Explain one case: the rule, the edit and the bytes around it, verdicts, how to ask again."""
    ready = common.one_case(ident)
    index = requirements.load(resources.spec_dir())
    case = casetext.as_reported(ready, common.levels([ready.case], index)[ready.case.id])
    lines = casetext.head(ready, case, index, whole=False)
    files = casetext.listing(ready)
    if files:
        lines += ["", "  files", *files]
    dump = casetext.hexdump(ready, case, HEX_ROWS)
    if dump:
        lines += ["", *dump]
    if ready.case.edit:
        near = casetext.fields(ready, near_edits=True)
        if near:
            lines += ["", "  what lies there now (offset, bytes, path, value, rule)", *near]
    run = _run(events_file)
    if run is not None:
        lines += ["", "  verdicts", *_verdicts(run, ready.case.id)]
    lines += ["", f"  again: hudi-conformance run --cases {ready.case.id}"]
    click.echo("\n".join(lines))


def _run(events_file: Path | None) -> Run | None:
    file = events_file or (LAST_RUN if LAST_RUN.is_file() else None)
    if file is None:
        return None
    try:
        return load(file)
    except EventsError as error:
        if events_file is not None:
            raise click.UsageError(str(error)) from error
        return None


def _verdicts(run: Run, ident: str) -> list[str]:
    lines = []
    for name in run.names:
        result = run.result(name, ident)
        if result is None:
            continue
        word = result.verdict if result.status == result.verdict else f"{result.verdict}, {result.status}"
        lines.append(f"    {name}: {word}: {wording.answer(result)}")
        if result.reason:
            lines.append(f"      {printable(result.reason)}")
        if place := wording.difference(result):
            path, expected, got = map(printable, place)
            lines.append(f"      at {path}: expected {expected}, got {got}")
    return lines or ["    none: the case was not part of that run"]
