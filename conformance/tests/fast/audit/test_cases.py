# SPDX-License-Identifier: Apache-2.0
"""An audit reports what the cases of the four commands `*.check` expect."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import whole_suite
from hudi_conformance.audit.findings import FindingRow, severity_of
from hudi_conformance.suite.inputs import Prepared
from strategies.damage import audit

CHECKS = ("log.check", "hfile.check", "timeline.check", "archive.check")
Finding = tuple[str, str, str | None]


def topics(cmd: str) -> list[str]:
    return sorted({case.id.rpartition("/")[0] for case in whole_suite.opened()[0].cases if case.cmd == cmd})


def prepared(cmd: str, topic: str) -> list[Prepared]:
    return [
        item
        for item in whole_suite.opened()[1]
        if item.case.cmd == cmd and item.case.id.rpartition("/")[0] == topic
        if item.expectation.kind == "findings"
    ]


def expected(item: Prepared) -> list[Finding]:
    rows: Any = item.expectation.value
    return sorted(((row["requirement"], row["code"], row.get("at")) for row in rows["findings"]), key=str)


def reported(rows: Iterable[FindingRow]) -> list[Finding]:
    """Findings without the notes about blocks that salvage reads; severity follows from the rule.

    What a released writer is known to do is explained in the message, and may be less severe.
    """
    findings = []
    for row in rows:
        if row.verdict != "note":
            assert row.requirement is not None
            assert row.severity == severity_of(row.requirement) or "written by" in row.message
            findings.append((row.requirement, row.code, None if row.ofs is None else str(row.ofs)))
    return sorted(findings, key=str)


def check_files(items: list[Prepared], name: str, folder: Path) -> None:
    """Audit the files of all items at once, each in a folder of its own, and compare file by file."""
    for version in {item.args.get("table_version") for item in items}:
        paths = {}
        for number, item in enumerate(items):
            if item.args.get("table_version") == version:
                paths[folder / str(number) / item.args.get("file_name", name)] = item
        for path, item in paths.items():
            path.parent.mkdir()
            path.write_bytes(item.data or b"")
        rows = audit(*paths, table_version=version)
        for path, item in paths.items():
            assert reported(row for row in rows if row.path == str(path)) == expected(item), item.case.id
        assert {row.path for row in rows} <= set(map(str, paths))


@pytest.mark.parametrize("topic", topics("log.check"))
def test_log_files(topic: str, tmp_path: Path) -> None:
    # an audit learns the instant of a base file from other files only, and checks `*.parquet` as a base file
    items = [
        item
        for item in prepared("log.check", topic)
        if "base_instant" not in item.args and not item.args.get("file_name", "").endswith(".parquet")
    ]
    check_files(items, "a.log", tmp_path)


@pytest.mark.parametrize("topic", topics("hfile.check"))
def test_hfiles(topic: str, tmp_path: Path) -> None:
    check_files(prepared("hfile.check", topic), "a.hfile", tmp_path)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("cmd", "topic"), [(cmd, topic) for cmd in CHECKS[2:] for topic in topics(cmd)], ids=str
)
def test_folders(cmd: str, topic: str, tmp_path: Path) -> None:
    for number, item in enumerate(prepared(cmd, topic)):
        assert item.tree is not None
        folder = tmp_path / str(number)
        item.tree.write(folder)
        rows = [row for row in audit(folder) if row.surface == cmd.partition(".")[0]]
        # offsets in files of a folder are no part of the answer
        assert [row[:2] for row in reported(rows)] == [row[:2] for row in expected(item)], item.case.id
