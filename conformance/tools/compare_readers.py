# SPDX-License-Identifier: Apache-2.0
"""Compare rows that implementations read from whole tables with those that a release returned for them.

    python conformance/tools/compare_readers.py DIR --reader kaitai-python --reader hudi-rs-0.6.0-rc.1

Below DIR are tables RELEASE/NAME.zip, and what the release returned as canonical rows: NAME.snapshot.json,
NAME.ro.json (read-optimised), NAME.from-start.json (incremental, begin 000). Every reader reads every view
that has an answer, and all columns of all rows are compared. Then an audit with all checks is made of the
tables, and its findings are counted by rule and by the known writer that explains them.

A difference counts as explained only by an entry of `reader_differences.toml` with the same number of rows on
either side alone; an entry without a difference is an error too, and so is a finding that no known writer
explains. Exit code: 0 all equal or explained, 1 anything else, 2 wrong usage, 3 a reader that cannot start.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import tomllib
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compare_tables import FORMS, FROM_THE_START, table_below, unequal
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.suite import session
from hudi_conformance.suite.adapter import Adapter, CannotStart, close_quietly
from hudi_conformance.suite.trees import Tree, from_zip
from hudi_conformance.toolchain import ToolMissing

EXPLAINED = Path(__file__).with_name("reader_differences.toml")
PATIENCE = 4.0
MS, MIB = 60_000, 2048
_KNOWN = re.compile(r"\[(?P<id>[a-z0-9-]+)\]$")  # at the end of a finding that a known writer explains


@dataclass(frozen=True, slots=True)
class Question:
    """A view of a table, and what the release returned for it: rows, or None that it rejected."""

    table: str
    form: str
    tree: Tree
    rows: Sequence[Any] | None

    @property
    def args(self) -> dict[str, str]:
        """Arguments of `table.read`."""
        view = FORMS[self.form]
        return {"view": view.kind} | ({"begin": FROM_THE_START} if view.begin else {})


def questions(root: Path) -> Iterator[Question]:
    """Every view of every table below a folder."""
    for archive in sorted(root.glob("*/*.zip")):
        files = from_zip(archive.read_bytes(), archive.name)
        top = {name.partition("/")[0] for name in files}
        if len(top) == 1 and ".hoodie" not in top:  # one folder holds the table
            files = {name.partition("/")[2]: data for name, data in files.items() if name.partition("/")[2]}
        for form in FORMS:
            path = archive.with_name(f"{archive.stem}.{form}.json")
            if path.is_file():
                rows = json.loads(path.read_text("utf-8")).get("rows")
                yield Question(f"{archive.parent.name}/{archive.stem}", form, Tree(files), rows)


def difference(adapter: Adapter, question: Question) -> tuple[int, int, str] | None:
    """Rows on the reader's side alone, on the release's alone, and a sentence; None if nothing differs."""
    answer = adapter.ask("table.read", question.tree, question.args, ms=MS, mib=MIB)
    if answer.answer == "reject" and question.rows is None:
        return None
    if answer.answer != "value":
        return 0, len(question.rows or ()), f"{answer.answer}: {answer.message}"
    if question.rows is None:
        return len(answer.value["rows"]), 0, f"{len(answer.value['rows'])} rows, and the release refuses"
    here, there = unequal(answer.value["rows"], question.rows)
    if not here and not there:
        return None
    return here, there, f"{here} rows only here, {there} only there"


def compare(asked: Sequence[Question], reader: str, adapter: Adapter, reasons: Sequence[Any]) -> bool:
    """Ask a reader every question; whether all is equal or explained."""
    counts: Counter[str] = Counter()
    unused = {(entry["table"], entry["view"]): entry for entry in reasons if entry["reader"] == reader}
    for question in asked:
        found = difference(adapter, question)
        reason = unused.pop((question.table, question.form), None)
        if found is None:
            word = "equal" if reason is None else "stale"
        else:
            bound = reason is not None and (reason["only_here"], reason["only_there"])
            word = "explained" if bound == found[:2] else "unexplained"
            print(f"{reader}: {question.table} {question.form}: {found[2]}")
            print(f"    {reason['reason'] if word == 'explained' else 'UNEXPLAINED'}")
        counts[f"{question.form} {word}"] += 1
        counts[word] += 1
    tables = len({question.table for question in asked})
    words = ", ".join(f"{counts[word]} {word}" for word in ("equal", "explained", "unexplained", "stale"))
    by_form = ", ".join(f"{form} {counts[f'{form} equal']}" for form in FORMS)
    print(f"{reader}: {tables} tables, {len(asked)} views: {words}; equal by view: {by_form}")
    return bool(asked) and not counts["unexplained"] and not counts["stale"]


def audit(root: Path) -> bool:
    """Audit all tables with all checks; whether a known writer explains every finding."""
    counts: Counter[tuple[str, str]] = Counter()
    tables: dict[tuple[str, str], set[str]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        folders = []
        for archive in sorted(root.glob("*/*.zip")):
            folder = Path(scratch) / "tables" / archive.parent.name / archive.stem
            with zipfile.ZipFile(archive) as opened:
                opened.extractall(folder)
            folders.append(str(table_below(folder)))
        out = Path(scratch) / "audit"
        out.mkdir()
        outcome = run_audit(Options(folders), out)
        for row in outcome.store.rows():
            match = _KNOWN.search(row.message or "")
            key = (row.requirement or row.code, match["id"] if match else "UNEXPLAINED")
            counts[key] += 1
            tables.setdefault(key, set()).update(name for name in folders if row.path.startswith(name))
    for (rule, writer), number in sorted(counts.items()):
        print(f"audit: {number:5} {rule} in {len(tables[rule, writer])} tables: {writer}")
    print(f"audit: {len(folders)} tables, {outcome.progress.files} files, {counts.total()} findings")
    return all(writer != "UNEXPLAINED" for _, writer in counts)


def main(arguments: list[str] | None = None) -> int:
    """Compare and audit all tables of a folder."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--reader", action="append", required=True, help="an implementation by its name")
    options = parser.parse_args(arguments)
    asked = list(questions(options.folder))
    if not asked:
        parser.error(f"no table with rows below {options.folder}")
    reasons = tomllib.loads(EXPLAINED.read_text("utf-8")).get("difference", [])
    reasons = [entry for entry in reasons if any(entry["table"] == question.table for question in asked)]
    is_good = True
    try:
        for reader in options.reader:
            adapter = session.starter(session.implementations([reader])[reader], PATIENCE)()
            try:
                is_good &= compare(asked, reader, adapter, reasons)
            finally:
                close_quietly(adapter)
    except (CannotStart, ToolMissing) as error:
        print(error, file=sys.stderr)
        return 3
    return int(not (audit(options.folder) and is_good))


if __name__ == "__main__":
    sys.exit(main())
