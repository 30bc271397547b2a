#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare our reading of the timelines of real tables with the listings of real readers.

    compare_timelines.py DIR     tables below DIR: NAME/ and, next to it, NAME.timeline.json of the readers

It compares table version and layout, instants of the active timeline (time, action, state, and in layout 2
the completion time), archived instants, and the details from the readers. Every instant file is decoded.
Tables without an answer, including metadata tables, are counted by the names of their files. Exit code 1 if
there is a difference.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeAlias

from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.folder import file_names, read_file
from hudi_conformance.decode.timeline.archive_check import METADATA_FIELDS, check_archive
from hudi_conformance.decode.timeline.archive_entries import (
    ArchiveBlock,
    ArchivedInstant,
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
from hudi_conformance.model.common import JsonValue
from hudi_conformance.model.timeline import Instant, State, Timeline
from hudi_conformance.suite.mismatch import first_mismatch

Key: TypeAlias = tuple[str, str, str]  # time, action, state

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
    """Our reading of one archived state, with its details as canonical JSON where it has some."""

    completion: str | None
    details: JsonValue


def ours_archived(table: Path, view: Timeline) -> dict[Key, Archived]:
    """Archived states as we read them, by time, action and state."""
    if view.layout >= 2:
        return {
            (row.time, row.action, "COMPLETED"): Archived(
                row.completion_time or row.time, _record(row.metadata)
            )
            for row in read_history(table).rows
        }
    folder = inside(table / ".hoodie", view.properties.get("hoodie.archivelog.folder") or "archived")
    details: dict[Key, JsonValue] = {}
    for path in archive_files(folder):
        for block in scan_archive(path):
            if not isinstance(block, ArchiveBlock) or block.schema is None:
                continue
            mapper = RowMapper(block.schema)
            for entry in block.entries:
                row = mapper(entry)
                members = (row[name] for name in METADATA_FIELDS if row.get(name) is not None)
                details[_key(entry_instant(entry))] = next(members, None)
    keys = map(_key, list_archived(archive_files(folder)))
    return {key: Archived(None, details[key]) for key in keys}


def _key(item: Instant | ArchivedInstant) -> Key:
    return item.time, item.action, item.state.value


def _record(data: bytes | None) -> JsonValue:
    if data is None:
        return None
    schema, value = decode_one_record(data)
    return RowMapper(schema)(value)


def plain(value: JsonValue) -> JsonValue:
    """A value of either side in a common form: numbers as text, no nulls in objects."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [plain(item) for item in value]
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if is_number else value


def compare(
    view: Timeline, archived: dict[Key, Archived], answer: dict[str, Any], report: Report
) -> Iterator[str]:
    """Yield the differences between our reading and that of one reader."""
    if answer.get("end") != "ok":
        yield f"the reader ended with {answer.get('end')!r:.80}"
        return
    report.counts["readings compared"] += 1
    versions = (_VERSIONS.index(answer["tableVersion"]), int(answer["layout"]))
    if versions != (view.table_version, view.layout):
        yield f"version and layout {versions}, ours {(view.table_version, view.layout)}"
    active, theirs = ({_their_key(item): item for item in answer[name]} for name in ("active", "archived"))
    mine = {_key(item): item.completion_time for item in view.instants}
    report.counts["active instants of readers"] += len(answer["active"])
    yield from _compare_keys("active", mine.keys(), active.keys())
    for key in sorted(active.keys() & mine.keys()):
        completion = active[key].get("completionTime")
        if view.layout < 2:
            report.explained["completion-of-layout-1"] += completion is not None
        elif completion != mine[key]:
            yield f"active {' '.join(key)}: completed {completion}, ours {mine[key]}"
        else:
            report.counts["completion times compared"] += completion is not None
    report.counts["archived states of readers"] += len(answer["archived"])
    if len(theirs) != len(answer["archived"]):
        yield f"{len(answer['archived']) - len(theirs)} archived states are listed twice"
    yield from _compare_keys("archived", archived.keys(), theirs.keys())
    for key in sorted(archived.keys() & theirs.keys()):
        completion = theirs[key].get("completionTime")
        if view.layout >= 2 and completion != archived[key].completion:
            yield f"archived {' '.join(key)}: completed {completion}, ours {archived[key].completion}"
        yield from _compare_details(key, archived, theirs[key].get("details"), report)


def _their_key(item: dict[str, Any]) -> Key:
    return item["time"], item["action"], item["state"]


def _compare_keys(part: str, mine: Set[Key], theirs: Set[Key]) -> Iterator[str]:
    for key in sorted(mine ^ theirs):
        yield f"{part} {' '.join(key)} is only {'ours' if key in mine else 'theirs'}"


def _compare_details(
    key: Key, archived: dict[Key, Archived], details: JsonValue, report: Report
) -> Iterator[str]:
    if details is None:
        report.explained["details-not-loaded"] += archived[key].details is not None
        return
    report.counts["details compared"] += 1
    mismatch = first_mismatch(plain(details), plain(archived[key].details), "details")
    if mismatch is None:
        return
    time, _, state = key
    others = [item.details for other, item in archived.items() if other[0] == time and other[2] != state]
    if plain(details) in map(plain, others):
        report.explained["details-by-time"] += 1
    else:
        yield f"archived {' '.join(key)}: {mismatch.path}: {mismatch.expected!r:.80} and {mismatch.got!r:.80}"


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
        for reader in json.loads(answer.read_text("utf-8")).values():
            name = f"{table.parent.name}/{table.name}, {reader['reader']}"
            report.differences += (f"{name}: {text}" for text in compare(view, archived, reader, report))
        return
    report.counts["tables counted from names"] += 1
    _count(table, folder, view, report)


def _count(table: Path, folder: Path, view: Timeline, report: Report) -> None:
    """Instants by the simplest reading of the names: distinct times and actions."""
    merged = {"inflight": "commit", "compaction": "commit"}
    merged |= {"logcompaction": "deltacommit", "clustering": "replacecommit"}
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
    # tables inside tables come after those around them
    for table in sorted({path.parent.parent for path in options.folder.rglob("hoodie.properties")}):
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
