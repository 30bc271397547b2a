# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance expect`: keep lists of known failures true."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from hudi_conformance import resources
from hudi_conformance.cli import common
from hudi_conformance.report import load
from hudi_conformance.suite import expectations, session
from hudi_conformance.toolchain.registry import load_implementations


@click.group("expect", cls=common.Group)
def command() -> None:
    """Keep lists of known failures true.

    A list names, for one implementation, the cases that it fails, how, and why. An entry that is no longer
    true fails the run: lists shrink by themselves and never hide anything new.
    """


@command.command()
@click.argument("files", nargs=-1, type=common.FILE)
def check(files: tuple[Path, ...]) -> int:
    """Check lists against the cases: unknown patterns, doubles, entries that ran out or lack a reason.

    Without FILES all shipped lists. That entries still fail is what `run` checks. Exit code 1 on a problem.
    """
    idents = [case.id for case in common.open_session().cases]
    chosen = files or tuple(sorted(resources.expectations_dir().glob("*.toml")))
    shipped = load_implementations()
    problems: list[str] = []
    for file in chosen:
        if not files and file.stem not in shipped:
            problems.append(f"{file.name}: no implementation has this name")
        known = session.known_failures(file.stem, file)
        problems += expectations.list_problems(known, idents, today=session.today())
    for problem in problems:
        click.echo(problem)
    click.echo(f"{len(chosen)} lists, {len(problems)} problems")
    return 1 if problems else 0


@command.command()
@click.argument("events", type=common.FILE)
@click.option(
    "--implementation",
    "names",
    multiple=True,
    metavar="NAME",
    help="Only the list of this implementation (repeatable).",
)
@click.option(
    "--dir", "folder", type=common.NEW_FOLDER, help="Folder of the lists. Default: the shipped ones."
)
@click.option("--dry-run", is_flag=True, help="Print what would change, write nothing.")
def update(events: Path, *, names: tuple[str, ...], folder: Path | None, dry_run: bool) -> None:
    """Rewrite lists so that they fit a run: EVENTS is its events.jsonl, of profile core.

    What no longer fails leaves the list, what fails in another way moves, and new failures go to groups
    with the reason UNEXPLAINED, which `expect check` and `run` refuse until somebody has found the reason.
    Reasons of entries that stay are kept; cases that did not run keep their entries.
    """  # fmt: skip
    run = load(events)
    if run.header.get("profile") != "core":
        raise click.UsageError(f"the run has profile {run.header.get('profile')}; lists speak of core")
    if folder is None and not resources.is_checkout():
        raise click.UsageError("an installed copy keeps its lists as they are; name your own with --dir")
    home = folder or resources.expectations_dir()
    for name in run.names:
        if names and name not in names:
            continue
        file = home / f"{name}.toml"
        before = session.known_failures(name, file) if file.is_file() else expectations.KnownFailures(name)
        results = [result for result in run.results.get(name, {}).values() if result.answer != "absent"]
        after = expectations.update(
            before,
            {result.case: result.verdict for result in results},
            {result.case: result.message for result in results if result.message},
        )
        diff = list(expectations.changes(before, after))
        click.echo(f"{name}: {len(diff)} changes")
        for line in diff:
            click.echo(f"  {line}")
        if not dry_run and after != before:
            home.mkdir(parents=True, exist_ok=True)
            file.write_text(expectations.to_toml(after), encoding="utf-8")
            click.echo(f"wrote {file}")
