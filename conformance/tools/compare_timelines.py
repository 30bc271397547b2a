#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare our reading of the timelines of real tables with the listings of real readers.

    compare_timelines.py DIR     tables below DIR: NAME/ and, beside it, NAME.timeline.json of the readers

Compared are table version and layout, instants of the active timeline (time, action, state, and in layout 2
the completion time), archived instants, and the details that the readers give. Every instant file is
decoded. Tables without an answer, those of metadata among them, are counted by the names of their files.
Exit code 1 where something differs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.folder import file_names, read_file
from hudi_conformance.decode.timeline.archive_check import METADATA_FIELDS, check_archive
from hudi_conformance.decode.timeline.archive_entries import (
    ArchiveBlock,
    archive_files,
    entry_instant,
    list_archived,
    scan_archive,
)
from hudi_conformance.decode.timeline.check import check_timeline
from hudi_conformance.decode.timeline.content import decode_instant, decode_one_record
from hudi_conformance.decode.timeline.history import read_history
from hudi_conformance.decode.timeline.listing import all_instants, inside, read_timeline
from hudi_conformance.errors import Reject
from hudi_conformance.views.common import JsonValue
from hudi_conformance.views.timeline import State, Timeline

# Why an aspect is not compared, or not exactly; printed with the counts.
REASONS = {
    "completion-of-layout-1": "layout 1 has no completion times: readers of 1.x take the times of files, "
    "and copies have others",
    "details-not-loaded": "1.2.1 loads details of completed instants only",
    "details-by-time": "0.15.0 keeps details by the time alone: of a pending state it gives those of a later "
    "one, which are ours of that state",
}
_VERSIONS = ("ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")


@dataclass(slots=True)
class Report:
    """Results for all tables."""

    counts: Counter[str] = field(default_factory=Counter)
    formats: Counter[str] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    explained: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Archived:
    """One archived state, with its details as canonical JSON where it has some."""

    time: str
    action: str
    state: str
    completion: str | None
    details: JsonValue


def tables(folder: Path) -> Iterator[Path]:
    """Folders that hold `.hoodie`, tables inside of tables after those around them."""
    yield from sorted({path.parent.parent for path in folder.rglob("hoodie.properties")})


def ours_archived(table: Path, view: Timeline) -> list[Archived]:
    """Archived states as we read them, each once."""
    if view.layout >= 2:
        return [
            Archived(
                row.time, row.action, "COMPLETED", row.completion_time or row.time, _record(row.metadata)
            )
            for row in read_history(table).rows
        ]
    folder = inside(table / ".hoodie", view.properties.get("hoodie.archivelog.folder") or "archived")
    details: dict[tuple[str, str, str], JsonValue] = {}
    for path in archive_files(folder):
        for block in scan_archive(path):
            if not isinstance(block, ArchiveBlock) or block.schema is None:
                continue
            mapper = RowMapper(block.schema)
            for entry in block.entries:
                item, row = entry_instant(entry), mapper(entry)
                members = (row[name] for name in METADATA_FIELDS if row.get(name) is not None)
                details[item.time, item.action, item.state.value] = next(members, None)
    return [
        Archived(
            item.time, item.action, item.state.value, None, details[item.time, item.action, item.state.value]
        )
        for item in list_archived(archive_files(folder))
    ]


def _record(data: bytes | None) -> JsonValue:
    if data is None:
        return None
    schema, value = decode_one_record(data)
    return RowMapper(schema)(value)


def plain(value: JsonValue) -> JsonValue:
    """A value of either side in a common form: numbers as text, no nulls in objects."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def first_difference(left: JsonValue, right: JsonValue, path: str = "") -> str | None:
    """The first place at which two plain values differ."""
    if isinstance(left, dict) and isinstance(right, dict):
        members = [(f"{path}.{key}", left.get(key), right.get(key)) for key in sorted({*left, *right})]
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        members = [(f"{path}[{n}]", *pair) for n, pair in enumerate(zip(left, right, strict=True))]
    else:
        return None if left == right else f"{path or 'value'}: {left!r:.80} and {right!r:.80}"
    differences = (first_difference(ours, theirs, name) for name, ours, theirs in members)
    return next((difference for difference in differences if difference is not None), None)


def compare(
    table: Path, view: Timeline, archived: list[Archived], answer: dict[str, Any], report: Report
) -> None:
    """Compare our reading with that of one reader."""
    name = f"{table.parent.name}/{table.name}, {answer['reader']}"

    def differs(text: str) -> None:
        report.differences.append(f"{name}: {text}")

    if answer.get("end") != "ok":
        differs(f"the reader ended with {answer.get('end')!r:.80}")
        return
    report.counts["readings compared"] += 1
    versions = (_VERSIONS.index(answer["tableVersion"]), int(answer["layout"]))
    if versions != (view.table_version, view.layout):
        differs(f"version and layout {versions}, ours {(view.table_version, view.layout)}")
    active = {
        (item["time"], item["action"], item["state"]): item.get("completionTime") for item in answer["active"]
    }
    mine = {(item.time, item.action, item.state.value): item.completion_time for item in view.instants}
    report.counts["active instants of readers"] += len(answer["active"])
    for key in sorted({*active} ^ {*mine}):
        differs(f"active {' '.join(key)} is only {'ours' if key in mine else 'theirs'}")
    for key in sorted({*active} & {*mine}):
        if view.layout < 2:
            report.explained["completion-of-layout-1"] += active[key] is not None
        elif active[key] != mine[key]:
            differs(f"active {' '.join(key)}: completed {active[key]}, ours {mine[key]}")
        else:
            report.counts["completion times compared"] += active[key] is not None
    _compare_archived(archived, answer["archived"], view, report, differs)


def _compare_archived(
    archived: list[Archived],
    answer: list[dict[str, Any]],
    view: Timeline,
    report: Report,
    differs: Callable[[str], None],
) -> None:
    mine = {(item.time, item.action, item.state): item for item in archived}
    theirs = {(item["time"], item["action"], item["state"]): item for item in answer}
    report.counts["archived states of readers"] += len(answer)
    if len(theirs) != len(answer):
        differs(f"{len(answer) - len(theirs)} archived states are listed twice")
    for key in sorted({*mine} ^ {*theirs}):
        differs(f"archived {' '.join(key)} is only {'ours' if key in mine else 'theirs'}")
    for key in sorted({*mine} & {*theirs}):
        if view.layout >= 2 and theirs[key]["completionTime"] != mine[key].completion:
            completed = theirs[key]["completionTime"]
            differs(f"archived {' '.join(key)}: completed {completed}, ours {mine[key].completion}")
        details = theirs[key].get("details")
        if details is None:
            report.explained["details-not-loaded"] += mine[key].details is not None
            continue
        report.counts["details compared"] += 1
        difference = first_difference(plain(details), plain(mine[key].details))
        others = [item.details for item in archived if item.time == key[0] and item.state != key[2]]
        if difference is None:
            continue
        if any(first_difference(plain(details), plain(other)) is None for other in others):
            report.explained["details-by-time"] += 1
        else:
            differs(f"archived {' '.join(key)}: details{difference}")


def examine(table: Path, report: Report) -> None:
    """Read one table, decode every file, count, and compare with every answer that exists."""
    view = read_timeline(table)
    report.counts["tables"] += 1
    folder = table / view.folder
    instants = all_instants(folder, view.layout)
    report.counts["files of instants"] += len(instants)
    for item in instants:
        try:
            report.formats[decode_instant(read_file(folder / item.name), item.name, view.layout).format] += 1
        except Reject as error:
            report.differences.append(
                f"{table.name}/{item.name}: {error.code} at {error.at}: {error.message}"
            )
    archived = ours_archived(table, view)
    report.counts["archived states, ours"] += len(archived)
    report.counts["active instants, ours"] += len(view.instants)
    for item in [*check_timeline(table), *check_archive(table)]:
        report.findings[f"{item.finding.requirement} {item.finding.code}"] += 1
    answer = table.with_name(f"{table.name}.timeline.json")
    if answer.is_file():
        report.counts["tables with answers"] += 1
        document = json.loads(answer.read_text("utf-8"))
        for reader in document.values():
            compare(table, view, archived, reader, report)
        return
    report.counts["tables counted from names"] += 1
    _count(table, folder, view, report)


def _count(table: Path, folder: Path, view: Timeline, report: Report) -> None:
    """Instants by the simplest reading of the names: distinct times and actions."""
    merged = {
        "inflight": "commit",
        "compaction": "commit",
        "logcompaction": "deltacommit",
        "clustering": "replacecommit",
    }
    counted = set()
    for name in file_names(folder):
        parts = name.split(".")
        if parts[0].replace("_", "").isdecimal() and len(parts) > 1:
            counted.add((parts[0].split("_")[0], merged.get(parts[1], parts[1])))
    report.counts["instants counted from names"] += len(counted)
    mine = {(item.time, merged.get(item.action, item.action)) for item in view.instants}
    if counted != mine:
        report.differences.append(f"{table}: {sorted(counted ^ mine)} by names")
    pending = sum(item.state is not State.COMPLETED for item in view.instants)
    report.counts["pending instants counted from names"] += pending


def main() -> int:
    """Print counts; exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")
    options = parser.parse_args()
    report = Report()
    for table in tables(options.folder):
        try:
            examine(table, report)
        except Reject as error:
            report.differences.append(f"{table}: {error.requirement} {error.code}: {error.message}")
    if options.json:
        print(json.dumps({item.name: getattr(report, item.name) for item in fields(report)}, indent=1))
        return bool(report.differences)
    for title, counter in (
        ("", report.counts),
        ("contents of instants", report.formats),
        ("findings of checks", report.findings),
    ):
        print(title or "counts")
        for key, number in sorted(counter.items()):
            print(f"  {number:>6,}  {key}")
    print("not compared")
    for key, number in sorted(report.explained.items()):
        print(f"  {number:>6,}  {REASONS[key]}")
    print(f"{len(report.differences)} differences")
    for line in report.differences:
        print(f"  {line}")
    return bool(report.differences)


if __name__ == "__main__":
    sys.exit(main())
