# SPDX-License-Identifier: Apache-2.0
"""Releases over time: which releases have each defect, and what dated runs counted by subject.

    python -m instruments.documents.history write
    python -m instruments.documents.history check

The page is written from `defects/`, its measured verdicts, and the stored run; `results/history` keeps a
small file per stored run, which `instruments.documents store` writes. `check` ends with 1 when the page is
not what these give. For a checkout only.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.defects.model import Defect, Measured, load_defects, load_measured
from hudi_conformance.look.text import markdown_table
from hudi_conformance.report.site.matrix import SIGNS, Family, families, subjects
from hudi_conformance.suite.judge import GOOD
from hudi_conformance.toolchain.registry import load_implementations

from instruments.documents import stored_matrix
from instruments.documents.stored_matrix import NOT_BUILT_IN, Matrix

NAME = "history"
HAS, HAS_NOT, OTHER, NOT_ASKED = "has", "has not", "other", "not asked"
_JUDGED = ("reads", "by design", "proposed", "refused badly", "unclassified", "misread")
_HEAD = """\
# Releases and defects

Which releases have each of the [known defects](defects.md), by program. *first* and *last* are the first and
the last tested release that has it; *absent* lists releases that answered all of its cases right, *otherwise*
those that fail a case of it for another reason. A published release that is in none of these columns was
**not tested**: nothing is known about it. *from X* or *to X* means that X is only the oldest or the newest
tested release.

Written by `python -m instruments.documents.history write` from measured verdicts and the stored run:
change neither by hand. Counts of each stored run by subject are in [results/history](results/history).
"""


@dataclass(frozen=True, slots=True)
class Line:
    """What is known of one defect in the releases of one program, by version from old to new."""

    defect: Defect
    states: Mapping[str, str]

    def versions(self, state: str) -> list[str]:
        """Versions in a state, from old to new."""
        return [version for version, known in self.states.items() if known == state]


def lines_of(
    family: Family, defects: Sequence[Defect], measured: Measured, matrix: Matrix | None = None
) -> list[Line]:
    """A line for each defect that a release of a program has."""
    changers = {name for defect in defects if defect.stored for name in defect.implementations}
    lines = []
    for defect in defects:
        states = {}
        for version, name in family.releases:
            if name in defect.implementations:
                states[version] = HAS
            elif defect.stored:
                states[version] = HAS_NOT if name in changers else NOT_ASKED
            else:
                states[version] = _state(defect, name, measured, matrix)
        if HAS in states.values():
            lines.append(Line(defect, states))
    return lines


def _state(defect: Defect, name: str, measured: Measured, matrix: Matrix | None) -> str:
    """Whether an implementation that is not listed for a defect answered a case of it right."""
    verdicts = [
        verdict
        for case in defect.cases
        if (verdict := measured.get(case, {}).get(name)) not in {None, "unsupported"}
    ]
    if verdicts:
        return HAS_NOT if all(verdict in GOOD for verdict in verdicts) else OTHER
    failed = matrix.failed if matrix else {}
    labels = {failed[case].get(name, NOT_BUILT_IN) for case in defect.cases if case in failed} - {
        NOT_BUILT_IN
    }
    return NOT_ASKED if not labels else HAS_NOT if labels == {"reads"} else OTHER


def cells(line: Line) -> list[str]:
    """First release, last release, those without it, and those that fail otherwise."""
    judged = [version for version, state in line.states.items() if state != NOT_ASKED]
    having = line.versions(HAS)
    first = having[0] if having[0] != judged[0] else f"from {having[0]}"
    last = having[-1] if having[-1] != judged[-1] else f"to {having[-1]}"
    return [first, last, ", ".join(line.versions(HAS_NOT)), ", ".join(line.versions(OTHER))]


HEAD = ["defect", "severity", "first", "last", "absent", "otherwise"]


def rows_of(lines: Sequence[Line], document: str = "defects.md") -> list[list[str]]:
    """Rows of the table of defects below `HEAD`, with links into a document."""
    return [
        [f"[`{line.defect.id}`]({document}#{line.defect.id})", line.defect.severity, *cells(line)]
        for line in lines
    ]


def page(
    groups: Sequence[Family],
    defects: Sequence[Defect],
    measured: Measured,
    matrix: Matrix,
    published: Mapping[str, Any],
) -> str:
    """The document."""
    parts = [_HEAD, "\n".join(_asked(groups, defects, measured, published))]
    for family in groups:
        lines = lines_of(family, defects, measured, matrix)
        if not lines:
            continue
        parts.append(f"## {family.name}\n\nTested: {', '.join(version for version, _ in family.releases)}.\n")
        parts.append("\n".join(markdown_table(HEAD, rows_of(lines))) + "\n")
    return "\n".join(parts).rstrip("\n") + "\n"


def _asked(
    groups: Sequence[Family], defects: Sequence[Defect], measured: Measured, published: Mapping[str, Any]
) -> Iterator[str]:
    """Table of the published releases of Hudi: the number of defects for which each route was tested."""
    of_hudi = [family for family in groups if family.name in published["families"]]
    yield f"## Published releases of Apache Hudi\n\nAs of {published['date']}; pre-releases are left out. "
    yield "Cells count the defects whose cases the release answered.\n"
    rows = []
    for version in published["versions"]:
        row = [version]
        for family in of_hudi:
            name = dict(family.releases).get(version)
            number = sum(
                name in defect.implementations or any(name in measured.get(case, {}) for case in defect.cases)
                for defect in defects
            )
            row.append(f"{number}" if name and number else NOT_ASKED)
        rows.append(row)
    yield "\n".join(markdown_table(["release", *(family.name for family in of_hudi)], rows)) + "\n"


def dated(matrix: Matrix, digest: str) -> dict[str, Any]:
    """Counts of a stored run by subject and implementation, small enough to keep one for each run."""
    counted: dict[str, Any] = {}
    for subject, chapters in subjects(matrix.num_cases):
        row: dict[str, Any] = {"cases": sum(matrix.num_cases[chapter] for chapter in chapters)}
        for name in matrix.names:
            total = sum((matrix.counts[chapter, name] for chapter in chapters), Counter[str]())
            counts = {label: total[label] for label in SIGNS if total[label] and label != NOT_BUILT_IN}
            if counts:
                row[name] = counts
        counted[subject] = row
    return {"date": matrix.date, "suite": matrix.suite, "cases_digest": digest, "subjects": counted}


def dated_text(entry: Mapping[str, Any]) -> str:
    """A dated result as JSON with a line per subject and implementation."""
    head = {key: value for key, value in entry.items() if key != "subjects"}
    rows = []
    for subject, row in entry["subjects"].items():
        members = ",\n".join(f"   {json.dumps(name)}: {json.dumps(value)}" for name, value in row.items())
        rows.append(f"  {json.dumps(subject)}: {{\n{members}\n  }}")
    return json.dumps(head)[:-1] + ',\n "subjects": {\n' + ",\n".join(rows) + "\n }\n}\n"


def load_dated(folder: Path) -> list[dict[str, Any]]:
    """All dated results, oldest first; of one day, those with fewer cases first."""
    entries = [json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.json")]
    return sorted(
        entries, key=lambda entry: (entry["date"], sum(row["cases"] for row in entry["subjects"].values()))
    )


def over_time(entries: Sequence[Mapping[str, Any]], family: str) -> tuple[list[str], list[list[str]]]:
    """Head and rows of a program's releases by subject and date: wrong answers of all judged ones."""
    names = {
        name for entry in entries for row in entry["subjects"].values() for name in row if name != "cases"
    }
    releases = [
        release for member in families(sorted(names)) if member.name == family for release in member.releases
    ]
    in_order = list(dict.fromkeys(subject for entry in reversed(entries) for subject in entry["subjects"]))
    rows = []
    for subject in in_order:
        for version, name in releases:
            judged = [_judged(entry["subjects"].get(subject, {}).get(name)) for entry in entries]
            if any(judged):
                rows.append([subject, version or name, *judged])
    return [
        "subject",
        "release",
        *(f"{entry['date']} ({entry['cases_digest'][:4]})" for entry in entries),
    ], rows


def _judged(counts: Mapping[str, int] | None) -> str:
    """Wrong answers of the judged ones; empty if nothing was judged."""
    judged = sum((counts or {}).get(label, 0) for label in _JUDGED)
    wrong = judged - (counts or {}).get("reads", 0)
    return f"{wrong:,} of {judged:,}" if judged else ""


def load_families(matrix: Matrix) -> list[Family]:
    """Programs of the stored run, and those with a separate environment."""
    return families([*matrix.names, *(name for name in load_implementations() if name not in matrix.names)])


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; see the module's text."""
    parser = argparse.ArgumentParser(prog=NAME)
    parser.add_argument("what", choices=["write", "check"])
    options = parser.parse_args(arguments)
    conformance = resources.data_root() / "conformance"
    stored = json.loads((conformance / "results" / stored_matrix.GENERATED).read_text(encoding="utf-8"))
    matrix = stored_matrix.from_figures(stored)
    defects = load_defects(conformance / "defects")
    measured = load_measured(conformance / "defects/MEASURED.json")
    published = tomllib.loads((conformance / "releases.toml").read_text(encoding="utf-8"))["published"]
    unmeasured = {name for defect in defects for name in defect.implementations} - {*load_implementations()}
    groups = load_families(matrix) + families(sorted(unmeasured - {*matrix.names}))
    text = page(groups, defects, measured, matrix, published)
    document = conformance / f"{NAME}.md"
    if options.what == "check":
        return int(not document.is_file() or document.read_text(encoding="utf-8") != text)
    document.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
