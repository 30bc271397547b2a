# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance defects`: defects of real implementations, with runnable reproducers."""

from __future__ import annotations

import json
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import rich_click as click

from hudi_conformance import resources
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.cli import common, defect_report, echo
from hudi_conformance.defects import model as data
from hudi_conformance.look.text import counted
from hudi_conformance.similar import did_you_mean
from hudi_conformance.specification import requirements
from hudi_conformance.suite import command_lines, events, runner, session
from hudi_conformance.toolchain.registry import load_implementations


@click.group("defects", cls=common.Group)
def command() -> None:
    """List defects of real implementations, each with cases that reproduce it."""


@command.command("list")
@common.json_option("Print as JSON.")
def show(*, as_json: bool) -> None:
    """List all defects: id, severity, implementations, title."""
    defects = _load()
    if as_json:
        echo.document(json.dumps([{key: getattr(d, key) for key in d.__slots__} for d in defects], indent=1))
        return
    for defect in defects:
        echo.line(f"{defect.id:42} {defect.severity:10} {', '.join(defect.implementations)}")
        echo.line(f"    {defect.title}")
    echo.line(counted(len(defects), "defect"))


@command.command()
@click.argument("idents", metavar="[ID]...", nargs=-1)
@common.list_option(
    "--implementation",
    "names",
    "NAME",
    "Run only this implementation; `all`: include those without the defect",
)
@click.option(
    "--record",
    is_flag=True,
    help="Store the verdicts for the document. Default: every defect, every implementation.",
)
@common.patience_option(command_lines.PATIENCE)
def reproduce(idents: tuple[str, ...], *, names: tuple[str, ...], record: bool, patience: float) -> int:
    """Run the reproducers and report whether each defect still occurs.

    ID may also name a defect of released writers for which a table is stored: the table is audited. Default:
    all defects that cases show. Exits with 1 if an answer differs from the list of known failures, 3 if an
    implementation does not start.
    """
    written = [entry for entry in data.load_written(resources.defects_dir()) if entry.fixture]
    chosen = [entry for entry in written if entry.id in idents]
    if chosen:
        num_absent = sum(not _is_found(entry) for entry in chosen)
        idents = tuple(ident for ident in idents if ident not in {entry.id for entry in chosen})
        if not idents or num_absent:
            return int(num_absent > 0)
    defects = [defect for defect in _select(idents) if not defect.stored]
    if idents and not defects:
        raise click.UsageError("no case shows these: their entries in defects.md name stored measurements")
    affected = dict.fromkeys(name for defect in defects for name in defect.implementations)
    is_whole = record and not (idents or names)
    implementations = (
        tuple(load_implementations()) if is_whole or "all" in names else names or tuple(affected)
    )
    if affected.keys().isdisjoint(implementations):
        raise click.UsageError("none of these implementations has any of these defects")
    verdicts, absent = _ask(defects, implementations, patience)
    num_different = 0
    for defect in defects:
        for name in defect.implementations:
            if name not in implementations or name in absent:
                continue
            known = session.known_failures(name)
            different = [
                f"{case}: {verdicts[case].get(name)}"
                for case in defect.cases
                if (group := known.find(case)) is None or verdicts[case].get(name) not in group.outcomes
            ]
            num_different += bool(different)
            outcome = f"otherwise   {'; '.join(different)}" if different else "there"
            echo.line(f"{defect.id:42} {name:18} {outcome}")
    for name, reason in absent.items():
        common.warn(f"skipped: {name}: {reason}")
    is_incomplete = not affected.keys().isdisjoint(absent)
    if record:
        before = data.load_measured(_measured_file())
        for case, measured in verdicts.items():  # keep verdicts of others
            not_asked = before.get(case, {}).keys() - (set(implementations) - absent.keys())
            measured |= {name: before[case][name] for name in not_asked}
        data.write_measured(_measured_file(), verdicts if is_whole else before | verdicts)
        echo.line(f"wrote {_measured_file()}")
    echo.line(f"{counted(len(defects), 'defect')}, {num_different} differ from the list")
    return 1 if num_different else 3 if is_incomplete else 0


@command.command()
@click.argument("ident", metavar="ID")
@click.option(
    "--test",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Also write its test and the files that it loads to this folder.",
)
def report(ident: str, *, folder: Path | None) -> None:
    """Print a report about a defect for its project's issue tracker, as Markdown."""
    [defect] = _select([ident])
    suite = common.open_session()
    ready = suite.prepare([case for case in suite.cases if case.id in defect.cases])
    rules = requirements.load(resources.spec_dir()).requirements
    test = defect_report.test_of(defect, ready, rules)
    if folder is not None:
        if test is None:
            raise click.ClickException(f"{ident} has no test")
        test[0].write(folder)
    measured = data.load_measured(_measured_file())
    echo.document(defect_report.text(defect, ready, rules, measured, test).rstrip("\n"))


def _is_found(entry: data.Written) -> bool:
    """Audit the stored table of a writer's defect; print the first finding."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "table"
        with zipfile.ZipFile(resources.fixtures_dir() / entry.fixture) as archive:
            archive.extractall(folder)
        outcome = run_audit(Options([str(folder)], deep=True), Path(scratch) / "out")
        messages = [row.message for row in outcome.store.rows() if f"[{entry.id}]" in row.message]
    outcome_text = f"there, {counted(len(messages), 'finding')}" if messages else "not found"
    echo.line(f"{entry.id:42} {'written':18} {outcome_text}")
    echo.line("\n".join(f"    {message.partition('; written by ')[0]}" for message in messages[:1]))
    return bool(messages)


def _ask(
    defects: Sequence[data.Defect], implementations: Sequence[str], patience: float
) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    """Verdicts by case and implementation, and why implementations did not start."""
    suite = common.open_session()
    idents = {case for defect in defects for case in defect.cases}
    ready = suite.prepare([case for case in suite.cases if case.id in idents])
    with events.Writer(None) as writer:
        participants = session.participants(implementations, (), patience=patience)
        outcome = runner.run(participants, suite.plan(ready), writer, header={"event": "header"})
    verdicts: dict[str, dict[str, str]] = {prepared.case.id: {} for prepared in ready}
    for event in writer.events:
        if event["event"] == "result":
            verdicts[event["case"]][event["implementation"]] = event["verdict"]
    return verdicts, dict(outcome.absences)


def _select(idents: Sequence[str]) -> list[data.Defect]:
    defects = _load()
    for ident in idents:
        if ident not in {defect.id for defect in defects}:
            names = [defect.id for defect in defects]
            hint = did_you_mean(ident, names, "; `hudi-conformance defects list` lists them")
            raise click.UsageError(f"no defect {ident!r}{hint}")
    return [defect for defect in defects if not idents or defect.id in idents]


def _load() -> list[data.Defect]:
    try:
        return data.load_defects(resources.defects_dir())
    except data.DefectError as error:
        raise click.ClickException(str(error)) from error


def _measured_file() -> Path:
    return resources.defects_dir() / "MEASURED.json"
