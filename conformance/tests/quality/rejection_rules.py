# SPDX-License-Identifier: Apache-2.0
"""Rules that rejections of an answer name, and whether a case names them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hudi_conformance.suite.manifest import Case


def rules(answer: Any) -> Iterator[str]:
    """Requirements of all rejections in an answer."""
    if isinstance(answer, dict):
        if "code" in answer and isinstance(answer.get("requirement"), str):
            yield answer["requirement"]
        for value in answer.values():
            yield from rules(value)
    elif isinstance(answer, list | tuple):
        for value in answer:
            yield from rules(value)


def is_named(rule: str, names: tuple[str, ...]) -> bool:
    """Whether a rule is one of some, or a parent of one."""
    return any(name == rule or name.startswith(f"{rule}.") for name in names)


def unnamed_rules(answer: dict[str, Any], case: Case) -> Iterator[str]:
    """Rules of rejections that a case does not name; findings are judged with the case, or stand beside."""
    if not (case.cmd.endswith(".check") or "open" in case.expect):
        found = dict.fromkeys(rules({**answer, "findings": ()}))
        yield from (rule for rule in found if not is_named(rule, tuple(case.req)))
