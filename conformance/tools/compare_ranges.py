# SPDX-License-Identifier: Apache-2.0
"""Compare views of changes with what three releases returned for every begin and end.

    python conformance/tools/compare_ranges.py [ANSWERS...]

Answers (`fixtures/real-ranges/RELEASE.json.xz`) hold, for tables among the fixtures, what a release returned
through Spark for ranges whose begin or end is at, one millisecond before and one after every instant of the
table. Rows of incremental views are keys of the record, of its commit and of its file, and two fields; those
of CDC views are whole. A rejection is equal to a rejection only. A difference counts as explained only by an
entry of `range_differences.toml` that states the ranges that differ, and the rows that are on one side alone
in all of them together. Exit code: 0 all equal or explained, 1 a difference, 2 wrong usage.
"""

from __future__ import annotations

import json
import lzma
import sys
import tempfile
import tomllib
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from compare_tables import line_of, table_below, unequal, unequal_changes
from hudi_conformance import resources
from hudi_conformance.errors import Reject
from hudi_conformance.table.options import ReadOptions
from hudi_conformance.table.reader import read_view
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import Table, View

CDC_COLUMNS = ("op", "ts_ms", "before", "after")
Key = tuple[str, str, str]
"""Release, table, view."""


@dataclass(slots=True)
class Difference:
    """Ranges of one view of a table that differ.

    Attributes:
        num_ranges: number that differ.
        only_here: rows in all of them that the rules return and the release does not.
        only_there: the reverse. refused: messages of the release for rejections, with the number of ranges.
        first: begin and end of the first of them.
    """

    num_ranges: int = 0
    only_here: int = 0
    only_there: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    first: tuple[str | None, str | None] | None = None

    @property
    def bound(self) -> tuple[int, int, int]:
        """Required members of an explanation."""
        return self.num_ranges, self.only_here, self.only_there


def ask(table: Table, question: Mapping[str, Any], columns: Sequence[str]) -> tuple[int, int] | None:
    """Rows on one side alone; None if nothing differs."""
    view = View(question["view"], begin=question["begin"], end=question["end"])
    theirs = question.get("rows")
    try:
        rows = list(read_view(table, view))
    except Reject:
        return None if theirs is None else (0, len(theirs))
    if theirs is None:
        return len(rows), 0
    if view.kind == "cdc":
        changes = [dict(zip(CDC_COLUMNS, row, strict=True)) for row in theirs]
        here, there = unequal_changes(table, rows, changes)
    else:
        names = {member["name"] for member in table.schema.tree["fields"]}
        shown = [name for name in columns if name in names]
        here, there = unequal([[str(row.get(name)) for name in shown] for row in rows], theirs)
    return (here, there) if here or there else None


def differences(answers: Mapping[str, Any], fixtures: Path) -> Iterator[tuple[Key, int, Difference]]:
    """Number of ranges and what differs, for each view of each table."""
    release = answers["release"]
    for name, questions in sorted(answers["tables"].items()):
        found: dict[str, Difference] = {}
        asked: Counter[str] = Counter()
        with tempfile.TemporaryDirectory() as scratch, zipfile.ZipFile(fixtures / f"{name}.zip") as archive:
            archive.extractall(scratch)
            table = open_table(table_below(Path(scratch)), ReadOptions(line_of(release)))
            for question in questions:
                asked[question["view"]] += 1
                one = found.setdefault(question["view"], Difference())
                rows = ask(table, question, answers["columns"])
                if rows is not None:
                    one.num_ranges += 1
                    one.only_here += rows[0]
                    one.only_there += rows[1]
                    one.refused.update([question["refusal"]] if "refusal" in question else [])
                    one.first = one.first or (question["begin"], question["end"])
        for view, one in found.items():
            yield (release, name, view), asked[view], one


def report(found: Iterator[tuple[Key, int, Difference]], reasons: Mapping[Key, Mapping[str, Any]]) -> int:
    """Print what differs and the counts; the exit code."""
    counts: Counter[str] = Counter()
    unused = dict(reasons)
    for key, num_asked, one in found:
        counts["ranges"] += num_asked
        counts["equal"] += num_asked - one.num_ranges
        reason = unused.pop(key, None)
        if not one.num_ranges:
            counts["stale"] += reason is not None
            continue
        names = ("ranges", "only_here", "only_there")
        is_explained = reason is not None and tuple(reason[name] for name in names) == one.bound
        counts["explained" if is_explained else "unexplained"] += one.num_ranges
        here_there = f"{one.only_here} rows only here, {one.only_there} only there"
        print(f"{' '.join(key)}: {one.num_ranges} of {num_asked} ranges; {here_there}; first {one.first}")
        for text, number in one.refused.items():
            print(f"    refused {number} times: {text}")
        print(f"    {reason['reason'] if reason is not None and is_explained else 'UNEXPLAINED'}")
    counts["stale"] += len(unused)
    for key in unused:
        print(f"{' '.join(key)}: listed but not compared")
    keys = ("ranges", "equal", "explained", "unexplained", "stale")
    print(", ".join(f"{counts[key]} {key}" for key in keys))
    return 1 if counts["unexplained"] or counts["stale"] or not counts["ranges"] else 0


def load_reasons(path: Path) -> dict[Key, dict[str, Any]]:
    """Explanations by release, table and view."""
    entries = tomllib.loads(path.read_text("utf-8"))["difference"]
    return {(entry["release"], entry["table"], entry["view"]): entry for entry in entries}


def main(arguments: list[str]) -> int:
    """Compare all answers; print what differs and the counts."""
    fixtures = resources.fixtures_dir()
    paths = [Path(word) for word in arguments] or sorted((fixtures / "real-ranges").glob("*.json.xz"))
    if not paths or not all(path.is_file() for path in paths):
        print(__doc__, file=sys.stderr)
        return 2
    every = [json.loads(lzma.decompress(path.read_bytes())) for path in paths]
    releases = {answers["release"] for answers in every}
    reasons = load_reasons(Path(__file__).parent / "range_differences.toml")
    found = (item for answers in every for item in differences(answers, fixtures))
    return report(found, {key: entry for key, entry in reasons.items() if key[0] in releases})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
