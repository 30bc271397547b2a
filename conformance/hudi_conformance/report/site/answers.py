# SPDX-License-Identifier: Apache-2.0
"""What the implementations said to one case, those that said the same together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.report import wording
from hudi_conformance.report.blocks import printable
from hudi_conformance.report.model import Case, Result, Run
from hudi_conformance.report.site.jsondiff import Line, clipped, diff_lines, pretty_lines

_ORDER = ("new", "stale", "known", "open", "pass-weak", "pass", "unsupported")


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer and who gave it.

    Attributes:
        names: implementations in the order of the run.
        result: what the first of them said.
        words: the answer as a phrase.
        place: where it leaves the expectation, None where it does not.
        lines: what is expected there against what came, as `jsondiff` has it.
    """

    names: Sequence[str]
    result: Result
    words: str
    place: str | None
    lines: Sequence[Line]


def answers(run: Run, case: Case) -> list[Answer]:
    """Answers to a case, what is unexpected first."""
    grouped: dict[str, list[Result]] = {}
    for name in run.names:
        result = run.result(name, case.id)
        if result is not None:
            grouped.setdefault(_same(result), []).append(result)
    found = [_answer(results) for results in grouped.values()]
    return sorted(found, key=lambda answer: _ORDER.index(answer.result.status))


def _same(result: Result) -> str:
    """Equal for results that a reader would tell in the same words."""
    if result.status == "unsupported":
        return "unsupported"
    said: list[object] = [result.status, result.verdict, wording.answer(result)]
    if result.status != "pass":
        said += [result.message, result.reason, result.detail, result.trace]
    return canonical_json.dumps(said)


def _answer(results: Sequence[Result]) -> Answer:
    first = results[0]
    words = wording.seen(first) if first.status == "open" else wording.answer(first)
    place: str | None = None
    lines: list[Line] = []
    if first.status in {"new", "known"} and first.detail:
        place, lines = _difference(first.detail)
    return Answer([result.implementation for result in results], first, words, place, lines)


def _difference(detail: Mapping[str, object]) -> tuple[str | None, list[Line]]:
    if "expected" not in detail and "got" not in detail:
        return None, []
    path = printable(str(detail.get("path", "$")))
    if "expected" not in detail or "got" not in detail:
        mark, side = ("-", "expected") if "expected" in detail else ("+", "got")
        return path, clipped([(mark, printable(text, 800)) for text in pretty_lines(detail[side])])
    return path, [
        (mark, printable(text, 800)) for mark, text in diff_lines(detail["expected"], detail["got"])
    ]
