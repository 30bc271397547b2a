# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance explain ID`: the rule and the edit of a case, and its verdicts."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from hudi_conformance.cli import common, echo
from hudi_conformance.cli.casetext import CaseText
from hudi_conformance.look.text import printable
from hudi_conformance.report import EventsError, load, wording
from hudi_conformance.report.model import Run
from hudi_conformance.specification.requirements import Requirement
from hudi_conformance.suite.events import FILE
from hudi_conformance.suite.session import Session

HEX_ROWS = 12
MAX_CASES = 20  # of a rule
LAST_RUN = Path("out") / FILE


@click.command("explain", cls=common.Command)
@click.argument("ident", metavar="ID")
@click.option(
    "--events",
    "events_file",
    type=common.FILE,
    help="Verdicts of this run. Default: out/events.jsonl.xz, if it exists.",
)
def command(ident: str, *, events_file: Path | None) -> None:
    """Explain a case: the rule, the edit and the bytes around it, verdicts, how to run it again.

    ID may also be a rule, such as one that an audit reports: level, text, source, and the cases that cite it.
    """
    session = common.open_session()
    rule = session.index.requirements.get(ident)
    if rule is not None:
        echo.lines(_rule(session, rule))
        return
    text = CaseText.of(session, ident)
    lines = text.head(all_rules=False)
    if files := text.listing():
        lines += ["", "  files", *files]
    if dump := text.hexdump(HEX_ROWS):
        lines += ["", *dump]
    if text.ready.case.edit and (near := text.fields(near_edits=True)):
        lines += ["", "  fields at the edit (offset, bytes, path, value, rule)", *near]
    run = _run(events_file)
    if run is not None:
        lines += ["", "  verdicts", *_verdicts(run, text.case.id)]
    lines += ["", f"  reproduce: hudi-conformance run --cases {text.case.id}"]
    echo.lines(lines)


def _rule(session: Session, rule: Requirement) -> list[str]:
    cases = [case.id for case in session.cases if rule.id in case.req]
    lines = [
        f"{rule.id}   spec/{rule.file}:{rule.line}",
        f"  {wording.heading(rule)}",
        "",
        f"  {rule.text}",
        "",
    ]
    lines.append(f"  source       {rule.source}")
    lines.append(f"  cases        {len(cases):,}")
    lines += [f"               {line}" for line in cases[:MAX_CASES]]
    return [*lines, *(["               …"] if len(cases) > MAX_CASES else [])]


def _run(events_file: Path | None) -> Run | None:
    file = events_file or (LAST_RUN if LAST_RUN.is_file() else None)
    if file is None:
        return None
    try:
        return load(file)
    except EventsError:
        if events_file is not None:
            raise
        return None


def _verdicts(run: Run, ident: str) -> list[str]:
    lines = []
    for name in run.names:
        result = run.result(name, ident)
        if result is None:
            continue
        verdict = result.verdict if result.status == result.verdict else f"{result.verdict}, {result.status}"
        lines.append(f"    {name}: {verdict}: {wording.answer(result)}")
        if result.reason:
            lines.append(f"      {printable(result.reason)}")
        if mismatch := wording.difference(result):
            path, expected, actual = map(printable, mismatch)
            lines.append(f"      at {path}: expected {expected}, got {actual}")
    return lines or ["    none: the case was not part of that run"]
