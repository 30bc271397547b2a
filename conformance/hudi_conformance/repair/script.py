# SPDX-License-Identifier: Apache-2.0
"""A plan as a shell script: it prints its steps, and performs them only on request."""

from __future__ import annotations

import base64
import shlex
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from hudi_conformance.look.text import counted
from hudi_conformance.repair.model import Cut, Move, Repair, SetAside, Step, Write
from hudi_conformance.repair.plan import TablePlan

_MAX_LISTED = 40
_HEAD = Path(__file__).with_name("templates") / "head.sh"


def render(plans: Sequence[TablePlan], name: str, now: datetime | None = None) -> str:
    """The script.

    Args:
        plans: of one or more tables.
        name: of the script.
        now: for its head and the names of folders.
    """
    now = now or datetime.now(UTC)
    head = _HEAD.read_text("utf-8").replace("@DATE@", f"{now:%Y-%m-%d %H:%M} UTC")
    lines = [head.replace("@NAME@", shlex.quote(name))]
    for plan in plans:
        lines += _table(plan, f"{now:%Y%m%d%H%M%S}")
    if not plans:
        lines.append("# No local table at or below the paths has errors or warnings.")
    return "\n".join(lines) + "\n"


def _table(plan: TablePlan, stamp: str) -> Iterator[str]:
    folder = str(plan.folder.absolute())
    yield f"# {'=' * 100}"
    yield f"TABLE={shlex.quote(folder)}"
    yield f"ASIDE={shlex.quote(f'{folder}.set-aside-{stamp}')}"
    for number, repair in enumerate(plan.repairs, 1):
        yield from _repair(number, repair)
    yield f"# The audit has {counted(len(plan.findings), 'finding')} for this table:"
    for row in plan.findings[:_MAX_LISTED]:
        yield _comment(
            f"- {row.severity} {row.requirement or row.code}: {row.path[len(folder) + 1 :]}: {row.message}"
        )
    if len(plan.findings) > _MAX_LISTED:
        yield f"# … and {len(plan.findings) - _MAX_LISTED} more"
    if not plan.repairs:
        yield "# The table does not prove any repair: see the advice of the audit."


def _repair(number: int, repair: Repair) -> Iterator[str]:
    yield ""
    yield _comment(f"{number}. {repair.title}")
    yield _comment(f"Proof: {repair.proof}")
    yield _comment(f"Effect: {repair.effect}")
    yield f"echo {shlex.quote(_plain(f'{number}. {repair.title}'))}"
    for step in repair.steps:
        yield from _step(step)


def _step(step: Step) -> Iterator[str]:
    path = shlex.quote(step.path)
    if isinstance(step, SetAside):
        if step.size is not None:
            yield f"is_size {path} {step.size}"
        yield f"act set_aside {path}"
    elif isinstance(step, Move):
        target = shlex.quote(step.target)
        if step.size is not None:
            yield f"is_size {path} {step.size}"
        yield from (f"is_absent {target}", f"act move {path} {target}")
    elif isinstance(step, Write):
        if step.size is None:
            yield f"is_absent {path}"
        else:
            yield from (f"is_size {path} {step.size}", f"act keep {path}")
        yield f"act content {path} {base64.b64encode(step.content).decode('ascii')}"
    elif isinstance(step, Cut):
        yield from (f"is_size {path} {step.size}", f"act keep {path}", f"act cut_to {path} {step.keep}")
    yield f"unsum {path}"


def _comment(text: str) -> str:
    return f"# {_plain(text)}"


def _plain(text: str) -> str:
    """Text on one line: names in a table are chosen by others."""
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in text)[:600]
