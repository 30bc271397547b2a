# SPDX-License-Identifier: Apache-2.0
"""Results by reader, as stored: counts by chapter and implementation, and the failed cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hudi_conformance.report.model import Result, Run, area
from hudi_conformance.report.site.matrix import SIGNS, word_of

GENERATED = "matrix.json"
NOT_BUILT_IN = "not built in"
_LETTERS = dict(
    zip(
        ("misread", "unclassified", "refused badly", "proposed", "by design", "open", "reads", NOT_BUILT_IN),
        "mxbpdor.",
        strict=True,
    )
)
_WORDS = {letter: word for word, letter in _LETTERS.items()}


@dataclass(frozen=True, slots=True)
class Matrix:
    """A stored run by chapter, implementation and word of `SIGNS`.

    Attributes:
        date: day of the run.
        suite: version of the suite.
        names: implementations, in the order of the run.
        num_cases: cases by chapter.
        counts: number of answers by chapter, implementation and word.
        failed: by id of a case that somebody fails, the words of all implementations.
    """

    date: str
    suite: str
    names: Sequence[str]
    num_cases: Mapping[str, int]
    counts: Mapping[tuple[str, str], Counter[str]]
    failed: Mapping[str, Mapping[str, str]]

    def total(self, name: str) -> Counter[str]:
        """Number of answers of an implementation by word."""
        return sum((self.counts[chapter, name] for chapter in self.num_cases), Counter())


def figures(run: Run) -> dict[str, Any]:
    """The stored form of a run; `from_figures` reads it."""
    names = run.names
    chapters: dict[str, dict[str, Any]] = {}
    failed: dict[str, str] = {}
    for case in run.cases.values():
        words = [_word(run.result(name, case.id)) for name in names]
        chapter = chapters.setdefault(area(case.about), {"cases": 0})
        chapter["cases"] += 1
        for index, word in enumerate(words):
            if word != NOT_BUILT_IN:
                chapter.setdefault(word, [0] * len(names))[index] += 1
        if any((result := run.result(name, case.id)) and result.failed for name in names):
            failed[case.id] = "".join(_LETTERS[word] for word in words)
    return {
        "date": str(run.header["started"])[:10],
        "suite": run.suite_version,
        "cases_digest": run.header["suite"]["cases_digest"],
        "implementations": list(names),
        "chapters": dict(sorted(chapters.items())),
        "failed": dict(sorted(failed.items())),
    }


def from_figures(stored: Mapping[str, Any]) -> Matrix:
    """The result of `figures`."""
    names = stored["implementations"]
    counts = {}
    for chapter, row in stored["chapters"].items():
        for index, name in enumerate(names):
            count = Counter({word: row[word][index] for word in SIGNS if word in row})
            count[NOT_BUILT_IN] = row["cases"] - count.total()
            counts[chapter, name] = count
    return Matrix(
        date=stored["date"],
        suite=stored["suite"],
        names=names,
        num_cases={chapter: row["cases"] for chapter, row in stored["chapters"].items()},
        counts=counts,
        failed={
            case: {name: _WORDS[letter] for name, letter in zip(names, letters, strict=True)}
            for case, letters in stored["failed"].items()
        },
    )


def _word(result: Result | None) -> str:
    return NOT_BUILT_IN if result is None else word_of(result)
