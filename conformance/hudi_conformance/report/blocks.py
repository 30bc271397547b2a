# SPDX-License-Identifier: Apache-2.0
"""One failure as a block of plain lines: `run`, pytest and JUnit print the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hudi_conformance.report import hexview, wording
from hudi_conformance.report.model import Case, Result
from hudi_conformance.report.rules import heading
from hudi_conformance.specification.requirements import Requirement


def failure_block(
    case: Case,
    result: Result,
    *,
    rules: Mapping[str, Requirement] | None = None,
    base: Mapping[str, bytes] | None = None,
    command_line: Sequence[str] = (),
) -> list[str]:
    """Lines that say what was asked, what came back, on which bytes, and how to ask again.

    The first line is the id and the verdict; no colour, no control characters except from the input,
    which are escaped.
    """
    rule = (rules or {}).get(case.about)
    lines = [f"{case.id}  {result.verdict}", f"  {case.title}"]
    lines.append(f"  {case.about} · {heading(rule) if rule else case.level}")
    if rule:
        lines.append(f"  rule: {wording.clipped(rule.text, 300)}")
    lines.append(f"  expected: {wording.expectation(case.expect)}")
    lines.append(f"  {result.implementation}: {wording.answer(result)}")
    if result.message:
        lines.append(f"  message: {printable(result.message)}")
    place = wording.difference(result)
    if place:
        path, expected, got = map(printable, place)
        lines += [f"  at {path}", f"    expected {expected}", f"    got      {got}"]
    lines += [f"  edit: {line}" for line in hexview.edit_lines(case)]
    view = hexview.dump(case, base or {}, (wording.expected_at(case), result.at), limit=6)
    if view:
        lines += hexview.plain(view)
    if result.status == "stale":
        lines.append("  this case is on the expectation list but passes: remove the entry")
    if result.trace:
        lines += ["  last said:", *(f"    {printable(line, 200)}" for line in result.trace.splitlines()[-4:])]
    if case.bug:
        lines.append(f"  known elsewhere: {wording.bug_line(case.bug)}")
    lines.append(f"  again: {wording.reproduce(case, result.implementation, command_line)}")
    return lines


def printable(text: str, clip: int = wording.CLIP) -> str:
    """One line without control characters: messages come from foreign programs."""
    return wording.clipped("".join(char if char.isprintable() else _escaped(char) for char in text), clip)


def _escaped(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
