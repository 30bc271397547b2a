# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance smoke`: check that an adapter follows the protocol."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import partial

import rich_click as click
from rich.text import Text

from hudi_conformance.cli import common, echo
from hudi_conformance.look.text import escaped
from hudi_conformance.suite import command_lines, runner, session
from hudi_conformance.suite.smoke import Check, full_checks


@click.command("smoke", cls=common.Command)
@click.option("--implementation", "names", multiple=True, metavar="NAME", help="A shipped implementation.")
@click.option("--adapter", "commands", multiple=True, metavar="CMD", help="The command line of your adapter.")
@click.option("--once", is_flag=True, help="Start every --adapter anew for each request, with --once.")
@common.json_option("Print the checks as JSON.")
def command(names: tuple[str, ...], commands: tuple[str, ...], *, once: bool, as_json: bool) -> int:
    """Check an adapter itself, not how it reads files.

    In this order: it starts and answers hello; an unknown command is answered `unsupported`; each command
    that it declares answers a valid and an invalid input, and repeats its answer to the same request; 1 MiB
    passes through the pipe; `bye` ends it within two seconds with status 0.

    Exits with 3 if a check fails.
    """
    if not names and not commands:
        raise click.UsageError("--implementation NAME or --adapter CMD is required")
    suite = common.open_session()
    cases = suite.prepare(suite.cases)
    shipped = session.implementations(names) if names else {}
    starts = {name: session.starter(implementation) for name, implementation in shipped.items()}
    starts |= {
        text: partial(command_lines.start_command, text, once=once, notice=common.warn) for text in commands
    }
    results = {name: full_checks(start, cases) for name, start in starts.items()}
    if as_json:
        echo.document(
            json.dumps({name: [asdict(check) for check in checks] for name, checks in results.items()})
        )
    else:
        for name, checks in results.items():
            _print(name, checks)
    is_sane = all(check.ok for checks in results.values() for check in checks)
    return runner.EXIT_OK if is_sane else runner.EXIT_ADAPTER


def _print(name: str, checks: list[Check]) -> None:
    out = echo.console()
    out.print(Text(escaped(name), style="bold"), soft_wrap=True)
    for check in checks:
        mark, style = ("✓", "green") if check.ok else ("✗", "bold red")
        out.print(Text(f" {mark} {check.name}", style=style), soft_wrap=True)
        if check.message:
            out.print(Text(f"   {escaped(check.message)}", style="dim" if check.ok else ""), soft_wrap=True)
    failed = sum(not check.ok for check in checks)
    out.print(f" {failed} of {len(checks)} checks failed" if failed else f" all {len(checks)} checks passed")
