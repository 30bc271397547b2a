# SPDX-License-Identifier: Apache-2.0
"""`spec/UPSTREAM.md`: claims of the official specification, each with a rule and a case."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from hudi_conformance.specification.requirements import Problem

FILE = "UPSTREAM.md"
VERDICTS = frozenset({"right", "wrong", "outdated", "silent"})
_CELL = re.compile(r"(?<!\\)\|")
_NUM_CELLS = 6  # section, claim, verdict, fact, rule, case
_ID = re.compile(r"`([^`]+)`")


def check(folder: Path, rules: Collection[str], cases: Collection[str]) -> Iterator[Problem]:
    """Yield rows with an unknown verdict, rule or case; a row has both."""
    path = folder / FILE
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    for number, line in enumerate(lines, 1):
        cells = [cell.strip() for cell in _CELL.split(line)[1:-1]]
        if len(cells) != _NUM_CELLS or not cells[0].startswith("["):
            continue
        verdict, rule, case = cells[2], *(_ID.fullmatch(cell) for cell in cells[4:])
        if verdict not in VERDICTS:
            yield Problem(
                f"spec/{FILE}", number, f"expected one of {', '.join(sorted(VERDICTS))}, got {verdict!r}"
            )
        for noun, match, known in (("rule", rule, rules), ("case", case, cases)):
            if match is None or match[1] not in known:
                yield Problem(f"spec/{FILE}", number, f"no {noun} {match and match[1]!r}")
