# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance compare OLD NEW`: improvements and regressions between two runs."""

from __future__ import annotations

import json
from pathlib import Path

import rich_click as click

from hudi_conformance.cli import common, echo
from hudi_conformance.report.run_changes import compare_events


@click.command("compare", cls=common.Command)
@click.argument("old", type=common.FILE)
@click.argument("new", type=common.FILE)
@click.option(
    "--fail-on-regression/--no-fail-on-regression",
    "is_strict",
    default=True,
    show_default=True,
    help="Exit with 1 if a result got worse.",
)
@common.json_option("Print the comparison as JSON.")
def command(old: Path, new: Path, *, is_strict: bool, as_json: bool) -> int:
    """Compare the events of two runs.

    Exit code 1 when a case got worse, a capability was lost or an implementation is missing, unless
    `--no-fail-on-regression` is given. A failure in another layer than before is listed but does not count as
    a regression.
    """
    changes = compare_events(old, new)
    if as_json:
        echo.document(json.dumps(changes.to_json(), indent=1))
    else:
        echo.lines(changes.lines())
    return changes.exit_code if is_strict else 0
