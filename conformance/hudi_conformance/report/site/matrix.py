# SPDX-License-Identifier: Apache-2.0
"""The matrix of readers: chapters × implementations, and the releases of a family side by side."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import urlencode

from packaging.version import Version

from hudi_conformance.look.charts import Bar
from hudi_conformance.look.text import program_and_version
from hudi_conformance.report.model import Case, Result, Run, area
from hudi_conformance.report.site import paths
from hudi_conformance.report.site.facts import Facts, Mark
from hudi_conformance.report.wording import TEXTS
from hudi_conformance.suite.layers import LAYERS, MISREAD, UNCLASSIFIED

# Sign and word of a cell, from worst to best; a cell shows the first that occurs.
SIGNS: dict[str, tuple[str, str]] = {label: (sign, text) for label, (sign, text) in TEXTS["cells"].items()}
_JUDGED = ("reads", "by design", "proposed", "refused badly", "misread")
HISTORIES = ("came", "went", "came and went", "stayed")
WORST_FIRST = (MISREAD, UNCLASSIFIED, *(layer for layer in LAYERS if layer not in {MISREAD, UNCLASSIFIED}))
# Chapters by the first word of their rules, in the order of the specification.
SUBJECTS: dict[str, str] = TEXTS["subjects"]
_OURS = re.compile("kaitai-|reference-writer$")


@dataclass(frozen=True, slots=True)
class Cell:
    """One row and one implementation: the worst result, all results as text, and a link to the cases."""

    label: str
    summary: str
    link: str


@dataclass(frozen=True, slots=True)
class Family:
    """Implementations of one program: name, and its releases from old to new, with their names in the run."""

    name: str
    releases: Sequence[tuple[str, str]]


def families(names: Sequence[str]) -> list[Family]:
    """Implementations by the part of their names before the version, in the order of the run, ours last."""
    grouped: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(names, key=lambda name: _OURS.match(name) is not None):
        family, version = program_and_version(name)
        grouped.setdefault(family, []).append((version, name))
    return [
        Family(name, sorted(members, key=lambda member: Version(member[0] or "0")))
        for name, members in grouped.items()
    ]


def subjects(chapters: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Chapters below their subjects, in the order of the specification; other chapters come last."""
    order = list(SUBJECTS)

    def rank(chapter: str) -> tuple[int, str]:
        first = chapter.split(".", maxsplit=1)[0]
        return (order.index(first) if first in SUBJECTS else len(order), chapter)

    grouped: dict[str, list[str]] = {}
    for chapter in sorted(chapters, key=rank):
        prefix = chapter.split(".")[0]
        grouped.setdefault(SUBJECTS.get(prefix, prefix or "Without a rule"), []).append(chapter)
    return list(grouped.items())


def matrix_page(facts: Facts) -> tuple[str, str]:
    """The page with the matrix of readers."""
    run = facts.run
    groups = families(run.names)
    chapters: dict[str, list[Case]] = {}
    for case in run.cases.values():
        chapters.setdefault(area(case.about), []).append(case)
    rows = {
        name: [_cell(run, name, cases, release) for family in groups for _, release in family.releases]
        for name, cases in chapters.items()
    }
    surfaces = [
        (subject, [(name, len(chapters[name]), rows[name]) for name in members])
        for subject, members in subjects(chapters)
    ]
    return facts.page(
        paths.MATRIX,
        "matrix.html.j2",
        families=groups,
        surfaces=surfaces,
        signs=SIGNS,
        told=_told(run),
        chapters=set(chapters),
    )


def _cell(run: Run, chapter: str, cases: Sequence[Case], name: str) -> Cell:
    count = Counter(word_of(result) for case in cases if (result := run.result(name, case.id)) is not None)
    labels = [label for label in (*WORST_FIRST, "reads", "open") if count[label]]
    parts = [f"{count[label]:,} {label}" for label in labels]
    link = f"{paths.CASES}#{urlencode({'find': f'{chapter}.', 'who': name})}"
    return Cell(labels[0] if labels else "not built in", ", ".join(parts) or "not built in", link)


def word_of(result: Result) -> str:
    """The word of a result, one of `SIGNS`."""
    if result.failed:
        return result.layer or UNCLASSIFIED
    if result.status == "open":
        return "open"
    return "not built in" if result.status == "unsupported" else "reads"


def _told(run: Run) -> list[str]:
    """Labels that pages explain: all of them, without failures that have no layer if there are none."""
    results = (result for results in run.results.values() for result in results.values())
    has_unclassified = any(word_of(result) == UNCLASSIFIED for result in results)
    return [label for label in SIGNS if label != UNCLASSIFIED or has_unclassified]


def family_pages(facts: Facts) -> Iterator[tuple[str, str]]:
    """A page for each family of several releases: which defects came, which went, which stayed."""
    for family in families(facts.run.names):
        if len(family.releases) > 1:
            yield facts.page(
                paths.family_page(family.name),
                "family.html.j2",
                family=family,
                totals=[_totals(facts.run, name) for _, name in family.releases],
                bars=[_bar(_totals(facts.run, name)) for _, name in family.releases],
                key=[(label.replace(" ", "-"), label) for label in _JUDGED],
                groups=_lines(facts.run, family),
                signs=SIGNS,
                told=_told(facts.run),
            )


def _totals(run: Run, name: str) -> Mapping[str, int]:
    return Counter(word_of(result) for result in run.results.get(name, {}).values())


def _bar(total: Mapping[str, int]) -> Bar:
    """Judged answers of a release: passes, then failures, mildest first."""
    parts = [(label.replace(" ", "-"), label, total[label]) for label in _JUDGED]
    return Bar(parts, sum(number for _, _, number in parts))


def _lines(run: Run, family: Family) -> list[tuple[str, list[tuple[list[Mark], list[Case]]]]]:
    """Cases that some release fails, by what happened to them, then by their row of answers."""
    rows: dict[tuple[str, ...], list[Case]] = {}
    for case in run.cases.values():
        labels = tuple(
            "not built in" if (result := run.result(name, case.id)) is None else word_of(result)
            for _, name in family.releases
        )
        if set(labels) & set(LAYERS):
            rows.setdefault(labels, []).append(case)
    grouped: dict[str, list[tuple[list[Mark], list[Case]]]] = {}
    for labels, cases in sorted(rows.items(), key=lambda item: -len(item[1])):
        marks = [Mark(name, label, label) for (_, name), label in zip(family.releases, labels, strict=True)]
        grouped.setdefault(history_of(labels), []).append((marks, cases))
    return [(title, grouped[title]) for title in HISTORIES if title in grouped]


def history_of(labels: Sequence[str]) -> str:
    """What happened from the oldest release that was judged to the newest, one of `HISTORIES`."""
    judged = [label in LAYERS for label in labels if label not in {"not built in", "open"}]
    if all(judged):
        return "stayed"
    changes = sum(left != right for left, right in pairwise(judged))
    if changes > 1:
        return "came and went"
    return "came" if judged[-1] else "went"
