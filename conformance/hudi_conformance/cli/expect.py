# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance expect`: check and update lists of known failures."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from hudi_conformance import resources
from hudi_conformance.cli import common, echo
from hudi_conformance.look.text import counted
from hudi_conformance.report import load
from hudi_conformance.suite import expectations, session
from hudi_conformance.toolchain.registry import load_implementations


@click.group("expect", cls=common.Group)
def command() -> None:
    """Check and update lists of known failures.

    A list names the failing cases of one implementation, with outcome and reason. An entry that no longer
    fails makes the run fail, so lists shrink over time and never hide a new failure.
    """


@command.command()
@click.argument("files", nargs=-1, type=common.FILE)
def check(files: tuple[Path, ...]) -> int:
    """Check lists against the cases: unknown patterns, duplicates, entries that expired or lack a reason.

    Default: all shipped lists. `run` checks whether entries still fail. Exits with 1 if there
        is a problem.
    """
    idents = [case.id for case in common.open_session().cases]
    lists = files or tuple(sorted(resources.expectations_dir().glob("*.toml")))
    shipped = load_implementations()
    problems: list[str] = []
    for file in lists:
        if not files and file.stem not in shipped:
            problems.append(f"{file.name}: no implementation has this name")
        known = session.known_failures(file.stem, file)
        problems += expectations.list_problems(known, idents, today=session.today())
    for problem in problems:
        echo.line(problem)
    echo.line(f"{counted(len(lists), 'list')}, {counted(len(problems), 'problem')}")
    return 1 if problems else 0


@command.command()
@click.argument("events", type=common.FILE)
@common.list_option("--implementation", "names", "NAME", "Update only the list of this implementation")
@click.option(
    "--dir", "folder", type=common.NEW_FOLDER, help="Folder of the lists. Default: the shipped ones."
)
@click.option("--dry-run", is_flag=True, help="Print the changes without writing them.")
def update(events: Path, *, names: tuple[str, ...], folder: Path | None, dry_run: bool) -> None:
    """Update lists from a run: EVENTS is its events.jsonl.xz, with profile core.

    Entries that no longer fail are removed, entries with another outcome are moved, and new failures are
    added to groups with the reason UNEXPLAINED, which `expect check` and `run` reject until it is replaced.
    Reasons of remaining entries are kept; cases that did not run keep their entries.
    """  # fmt: skip
    run = load(events)
    if run.header.get("profile") != "core":
        raise click.UsageError(f"the run has profile {run.header.get('profile')}; lists are for core")
    if folder is None and not resources.is_checkout():
        raise click.UsageError(
            "the lists of an installed copy cannot be changed; pass your own folder with --dir"
        )
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
        echo.line(f"{name}: {counted(len(diff), 'change')}")
        for line in diff:
            echo.line(f"  {line}")
        if not dry_run and after != before:
            home.mkdir(parents=True, exist_ok=True)
            file.write_text(expectations.to_toml(after), encoding="utf-8")
            echo.line(f"wrote {file}")
