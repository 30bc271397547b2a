# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance list`: find cases."""

from __future__ import annotations

import json
import sys

import rich_click as click

from hudi_conformance.cli import common, echo
from hudi_conformance.look.text import counted
from hudi_conformance.suite.session import Choice


@click.command("list", cls=common.Command)
@common.select_options
@common.json_option("Print the cases as JSON.")
def command(*, choice: Choice, as_json: bool) -> None:
    """List cases: id, command, kind of expectation, level, title, features.

    `hudi-conformance list --req log.map` shows the cases about the maps of a block.
    """
    suite = common.open_session()
    chosen = suite.summaries(choice)
    level_of = {case.id: suite.level(case) for case in chosen}
    features = {case.id: ",".join(suite.features.get(case.id, ())) for case in chosen}
    if as_json:
        rows = [
            {"id": c.id, "title": c.title, "cmd": c.cmd, "kind": c.kind, "level": level_of[c.id],
             "req": list(c.req), "features": suite.features.get(c.id, ()), "needs": list(c.needs),
             "base": c.base, "file": c.file, "line": c.line}
            for c in chosen
        ]  # fmt: skip
        echo.document(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    if not sys.stdout.isatty():
        # One case per line, regardless of the width, for use with grep.
        echo.block(
            f"{case.id}\t{case.cmd}\t{case.kind}\t{level_of[case.id]}\t{case.title}\t{features[case.id]}"
            for case in chosen
        )
        return
    from rich.table import Table

    out = echo.console()
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("case", "command", "expects", "level", "title", "features"):
        table.add_column(name, no_wrap=name not in {"title", "features"}, overflow="fold")
    for case in chosen:
        table.add_row(case.id, case.cmd, case.kind, level_of[case.id], case.title, features[case.id])
    out.print(table)
    out.print(counted(len(chosen), "case"), style="dim")
