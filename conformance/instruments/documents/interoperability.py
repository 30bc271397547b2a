# SPDX-License-Identifier: Apache-2.0
"""Which readers can read which writers' tables, and which writers write them correctly: from events of runs.

    python -m instruments.documents.interoperability store out/events.jsonl.xz [MORE ...]
    python -m instruments.documents.interoperability write
    python -m instruments.documents.interoperability check

Engines need separate environments, so one run rarely has all of them: `store` replaces the readers that
the events have, case by case, and keeps the others. The page is written from what is stored. For readers, by
view, type and table version, a case counts when its input is a table as its writer left it and `table.read`
gives its rows; the writer is the fixture's, the version is in its properties. For writers every scenario of
`table.write` counts. `check` ends with 1 when the page is not what the stored data gives. For a checkout
only.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import zipfile
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.defects.model import Defect, load_defects
from hudi_conformance.look.text import markdown_table
from hudi_conformance.report import model, table_writers
from hudi_conformance.suite import manifest
from hudi_conformance.suite.judge import GOOD
from hudi_conformance.suite.session import known_failures

from instruments.documents.features import CRASH, REFUSED, RIGHT, WRONG, declined, standing
from instruments.documents.writers import section

NAME = "interoperability"
OURS = "reference writer"
Stored = dict[str, Any]  # JSON, as `merged` describes it
_VERSION = re.compile(r"^hoodie\.table\.version\s*=\s*(\d+)\s*$", re.MULTILINE)
_MERGE_ON_READ = re.compile(r"^hoodie\.table\.type\s*=\s*MERGE_ON_READ\s*$", re.MULTILINE)
_RELEASE = re.compile(r"\d+\.\d+\.\d+")
_UPGRADED = re.compile(r"upgraded_\w+?_from_(?P<from>[\d.]+)\.zip$")
_BASE_FILES_ONLY = "Log files are not read"  # reasons of lists that state this begin with it
_HEAD = """\
# Which readers can read which writers' tables

Is it safe to read a merge-on-read table of Hudi 0.15 with Trino? Each row is a kind of table: its writer, its
type (`cow`, `mor` for merge-on-read) and its table version. Each cell counts the results of a reader for all
tables of the row:

- **✓** correct; in brackets, of these, correct but for values that its types lack, such as null arrays
- **✗** wrong: other rows, and no error; **ro**: all of these are the rows of base files, without log files
- **–** refused, by an error that states it
- **†** a crash, or an error that does not name the reason
- **·** not run: its adapter does not have this view, or the case is newer than the stored run

Cases of answers that are not right are listed below each table. Only tables as their writer left them count.
Expected rows are those that the writer's release returned; for the reference writer, whose tables are
[minimal](cases/table/causes.toml), those that it reports as written. [Features](features.md) shows the same
by feature; [which writers write them correctly](#table-writers) is below.

Written by `python -m instruments.documents.interoperability write` from
[stored events](results/interoperability.json): change neither by hand.
"""


@dataclass(frozen=True, order=True)
class Table:
    """One row of the page: the writer, the table version and type, and the requested view."""

    writer: str
    version: int
    view: str
    type: str = "cow"


def tables(cases: Iterable[manifest.Case], fixtures: Path) -> dict[str, Table]:
    """The row of each case that counts, by id."""
    rows = {}
    for case in cases:
        is_edited = bool(case.edit or case.files or case.drop or case.rename)
        if case.cmd != "table.read" or case.tree is None or is_edited or "value" not in case.expect:
            continue
        properties = _properties(fixtures / case.tree)
        version = _VERSION.search(properties)
        if version is not None:
            view = str(case.args.get("view", "snapshot"))
            kind = "mor" if _MERGE_ON_READ.search(properties) else "cow"
            rows[case.id] = Table(writer_of(case.tree), int(version[1]), view, kind)
    return rows


def writer_of(tree: str) -> str:
    """The writer of a fixture, by the folder that its provenance names releases by."""
    folder = next((part for part in Path(tree).parts if _RELEASE.fullmatch(part)), None)
    if folder is None:
        return OURS
    upgraded = _UPGRADED.search(tree)
    return f"Hudi {folder}" if upgraded is None else f"Hudi {upgraded['from']}, upgraded by {folder}"


@lru_cache(None)
def _properties(archive: Path) -> str:
    if archive.suffix != ".zip":
        return ""
    with zipfile.ZipFile(archive) as opened:
        try:
            return opened.read(".hoodie/hoodie.properties").decode("utf-8", "replace")
        except KeyError:
            return ""


def merged(stored: Stored, run: model.Run, chosen: Mapping[str, Table]) -> Stored:
    """Stored verdicts with those of a run in place of its implementations' earlier ones, case by case.

    Of another version of an implementation nothing is kept, nor an implementation that answered no case.

    Returns:
        `{"readers": READ, "writers": WRITTEN}`, each of the form
        `{name: {"version", "date", "verdicts": {case: verdict}}}` with names and cases sorted.
    """
    writing = [case.id for case in run.cases.values() if case.cmd == table_writers.COMMAND]
    return {
        "readers": _merged(stored.get("readers", {}), run, [c for c in chosen if c in run.cases], {"open"}),
        "writers": _merged(stored.get("writers", {}), run, writing, {"open", "unsupported"}),
    }


def _merged(stored: Stored, run: model.Run, cases: Sequence[str], ignored: Collection[str]) -> Stored:
    readers = dict(stored)
    for implementation in run.implementations:
        name = implementation.name
        results = {case: result for case in cases if (result := run.result(name, case)) is not None}
        if not results:
            continue
        version = str(implementation.hello.get("version", ""))
        earlier = readers.pop(name, {})
        verdicts = earlier["verdicts"] if earlier.get("version") == version else {}
        verdicts = {case: verdict for case, verdict in verdicts.items() if case not in results}
        for case, result in results.items():
            if result.verdict not in ignored and not declined(name, result):
                verdicts[case] = result.verdict
        if any(verdict != "unsupported" for verdict in verdicts.values()):
            date = str(run.header["started"])[:10]
            readers[name] = {"version": version, "date": date, "verdicts": dict(sorted(verdicts.items()))}
    return {name: readers[name] for name in sorted(readers)}


def page(
    stored: Stored,
    chosen: Mapping[str, Table],
    files: Mapping[str, str],
    scenarios: Mapping[str, table_writers.Scenario] | None = None,
    defects: Sequence[Defect] = (),
    *,
    base_files_only: Mapping[str, frozenset[str]] | None = None,
) -> str:
    """The Markdown page.

    Args:
        stored: see `merged`.
        chosen: row of each case that is read.
        files: manifest of each case, relative to the page.
        scenarios: row of each case that is written.
        defects: what is known of implementations.
        base_files_only: of each reader, the cases that it answers with rows of base files alone.
    """
    readers: Mapping[str, Mapping[str, Mapping[str, str]]] = stored["readers"]
    rows: dict[Table, list[str]] = defaultdict(list)
    judged = {case for reader in readers.values() for case in reader["verdicts"]}
    for case, table in chosen.items():
        if case in judged:
            rows[table].append(case)
    parts = [_HEAD]
    for view in sorted({table.view for table in rows}, key=_view_order):
        mine = sorted(table for table in rows if table.view == view)
        head = ["tables of", "number", *readers]
        lines = [
            [
                f"{table.writer}, {table.type}, version {table.version}",
                len(rows[table]),
                *(
                    _cell(
                        readers[name]["verdicts"], rows[table], (base_files_only or {}).get(name, frozenset())
                    )
                    for name in readers
                ),
            ]
            for table in mine
        ]
        parts.append(f"## View `{view}`\n\n" + "\n".join(markdown_table(head, lines)) + "\n")
        parts.append("\n".join(_failures(readers, mine, rows, files)))
    writers = {name: writer["verdicts"] for name, writer in stored.get("writers", {}).items()}
    parts.append(section(writers, scenarios or {}, files, defects))
    return "\n".join(part for part in parts if part).rstrip("\n") + "\n"


def _view_order(view: str) -> tuple[int, str]:
    known = ("snapshot", "read_optimized", "incremental", "cdc")
    return (known.index(view) if view in known else len(known), view)


def _cell(verdicts: Mapping[str, str], cases: Sequence[str], base_files_only: frozenset[str]) -> str:
    """Counts of a reader's answers by what they are to the owner of such a table."""
    standings = {case: standing(verdicts[case]) for case in cases if case in verdicts}
    counts = Counter(standings.values())
    num_limits = sum(verdicts.get(case) == "limit" for case in cases)
    wrong = {case for case, answer in standings.items() if answer == WRONG}
    notes = {
        RIGHT: f" ({num_limits})" if num_limits else "",
        WRONG: " ro" if wrong <= base_files_only else "",
    }
    parts = [
        f"{sign} {counts[answer]}{notes.get(answer, '')}"
        for answer, sign in ((RIGHT, "✓"), (WRONG, "✗"), (REFUSED, "–"), (CRASH, "†"))
        if counts[answer]
    ]
    num_others = len(cases) - len(standings)
    return " ".join([*parts, f"· {num_others}"] if num_others else parts)


def _failures(
    readers: Mapping[str, Mapping[str, Mapping[str, str]]],
    mine: Sequence[Table],
    rows: Mapping[Table, Sequence[str]],
    files: Mapping[str, str],
) -> Iterable[str]:
    """A line a cell that is not all right: its cases, each with its verdict."""
    for name, reader in readers.items():
        verdicts = reader["verdicts"]
        cells = []
        for table in mine:
            bad = [c for c in sorted(rows[table]) if verdicts.get(c, "pass") not in {*GOOD, "unsupported"}]
            if bad:
                links = ", ".join(
                    f"[{case.removeprefix('table/')}]({files[case]}) {verdicts[case]}" for case in bad
                )
                cells.append(f"- {table.writer}, {table.type}, version {table.version}: {links}")
        if cells:
            yield f"<details><summary>{name}</summary>\n"
            yield from cells
            yield "\n</details>\n"


def _suite() -> tuple[dict[str, Table], dict[str, table_writers.Scenario], dict[str, str]]:
    folder = resources.data_root() / "conformance" / "cases"
    cases = [case for case in manifest.load_manifests(folder) if case.surface == "table"]
    chosen = tables(cases, resources.fixtures_dir())
    scenarios = {
        case.id: table_writers.scenario_of(case.id, case.title)
        for case in cases
        if case.cmd == table_writers.COMMAND
    }
    return chosen, scenarios, {case.id: f"cases/{case.file}" for case in cases}


def _base_files_only(reader: str, cases: Iterable[str]) -> frozenset[str]:
    """Cases that a reader's list of known failures gives that reason for."""
    known = known_failures(reader)
    groups = {case: known.find(case) for case in cases}
    return frozenset(c for c, group in groups.items() if group and group.reason.startswith(_BASE_FILES_ONLY))


def _paths() -> tuple[Path, Path]:
    root = resources.data_root() / "conformance"
    return root / "results" / f"{NAME}.json", root / f"{NAME}.md"


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; see the module's text."""
    parser = argparse.ArgumentParser(prog=NAME)
    parser.add_argument("what", choices=["store", "write", "check"])
    parser.add_argument("events", nargs="*", type=Path)
    options = parser.parse_args(arguments)
    data, document = _paths()
    stored: Stored = json.loads(data.read_text(encoding="utf-8")) if data.is_file() else {"readers": {}}
    chosen, scenarios, files = _suite()
    if options.what == "store":
        for path in options.events:
            stored = merged(stored, model.load(path), chosen)
        data.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    only = {name: _base_files_only(name, chosen) for name in stored["readers"]}
    text = page(stored, chosen, files, scenarios, load_defects(resources.defects_dir()), base_files_only=only)
    if options.what == "check":
        return int(not document.is_file() or document.read_text(encoding="utf-8") != text)
    document.write_text(text, encoding="utf-8")
    print(
        f"wrote {document.name}: {len(stored['readers'])} readers, {len(chosen)} cases,"
        f" {len(stored.get('writers', {}))} writers, {len(scenarios)} scenarios by version"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
