# SPDX-License-Identifier: Apache-2.0
"""A run on a terminal: one block per unexpected result, then the counts."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text

from hudi_conformance.look.text import printable
from hudi_conformance.report import hexview, standing
from hudi_conformance.report.model import Run
from hudi_conformance.report.wording import failure_block
from hudi_conformance.specification.requirements import Requirement
from hudi_conformance.suite.layers import LAYERS

MAX_BLOCKS = 20
STYLES = {
    "pass": "green", "pass-weak": "green", "known": "yellow", "new": "bold red", "stale": "bold red",
    "unsupported": "dim", "open": "cyan",
}  # fmt: skip


def render_terminal(run: Run, console: Console, rules: Mapping[str, Requirement] | None = None) -> None:
    """Print unexpected results in full, then the counts of all."""
    base = hexview.bases(run)
    command_line = [str(token) for token in run.header.get("command_line") or ()]
    unexpected = list(run.with_status("new", "stale"))
    for case, result in unexpected[:MAX_BLOCKS]:
        lines = failure_block(case, result, rules=rules, base=base, command_line=command_line)
        console.print(Text(f"✗ {lines[0]}", style=STYLES[result.status]), soft_wrap=True)
        for line in lines[1:]:
            console.print(Text(f"  {line}"), soft_wrap=True, highlight=False)
        console.print()
    if len(unexpected) > MAX_BLOCKS:
        console.print(
            Text(f"… and {len(unexpected) - MAX_BLOCKS} more unexpected results\n", style="bold red")
        )
    for problem in run.problems:
        console.print(Text(f"✗ expectation list: {printable(problem)}", style="bold red"), soft_wrap=True)
    for name, reason in run.absent:
        console.print(Text(f"left out: {name}: {printable(reason)}", style="dim"), soft_wrap=True)
    console.print(_counts(run))
    if any(standing.layer_counts(run, name) for name in run.names):
        console.print(_layers(run))
    console.print(Text(standing.headline(run), style="bold" if standing.is_good(run) else "bold red"))


def _counts(run: Run) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("implementation", overflow="fold")  # a narrow terminal folds names, and cuts no number
    for title in ("pass", "weak", "known", "new", "unsupported", "open", "MUST held"):
        table.add_column(title, justify="right", no_wrap=True)
    for row in standing.rows(run):
        cells = [
            Text(f"{number:,}" if number else "·", style=STYLES[status] if number else "dim")
            for number, status in row.numbers
        ]
        table.add_row(Text(row.implementation.title), *cells, Text(row.must_held))
    return table


def _layers(run: Run) -> Table:
    """Failures, listed or not, by their meaning for an implementation."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("failures by layer", overflow="fold")
    present = [
        layer for layer in LAYERS if any(standing.layer_counts(run, name)[layer] for name in run.names)
    ]
    for layer in present:
        table.add_column(layer, justify="right", no_wrap=True)
    for implementation in run.implementations:
        count = standing.layer_counts(run, implementation.name)
        if count:
            table.add_row(
                implementation.title, *(f"{count[layer]:,}" if count[layer] else "·" for layer in present)
            )
    return table
