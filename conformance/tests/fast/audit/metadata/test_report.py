# SPDX-License-Identifier: Apache-2.0
"""Findings of a metadata table: their columns, and texts in their messages."""

from __future__ import annotations

import pytest
from hudi_conformance.audit.findings import MAX_MESSAGE, FindingRow
from hudi_conformance.audit.metadata import tasks
from hudi_conformance.audit.metadata.report import damage, group_path, note, shown, unchecked, violation
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.look.text import counted
from hudi_conformance.semantics.slices.files import BaseFile, FileSlice, SliceLog

BASE = BaseFile("files", "files-0000-0", "0-1-0", "2", "base.hfile")
LOGS = tuple(SliceLog("files", "files-0000-0", "3", at, "0-1-0", "", f".log.{at}") for at in (1, 2))


@pytest.mark.parametrize(
    ("finding", "verdict", "severity"),
    [
        (damage("p", "r", "bad-value", "m"), "damage", "error"),
        (damage("p", "r", "bad-value", "m", severity="warning"), "damage", "warning"),
        (violation("p", "r", "bad-value", "m"), "violation", "warning"),
        (note("p", "r", "bad-value", "m"), "violation", "info"),
    ],
    ids=["damage", "mild-damage", "violation", "note"],
)
def test_columns_of_a_finding(finding: FindingRow, verdict: str, severity: str) -> None:
    assert (finding.verdict, finding.severity) == (verdict, severity)
    assert (finding.path, finding.requirement, finding.surface) == ("p", "table.check.r", "metadata")


def test_messages_have_a_greatest_length() -> None:
    assert len(damage("p", "r", "bad-value", "x" * 9999).message) == MAX_MESSAGE


@pytest.mark.parametrize(
    ("error", "code", "rule"),
    [
        (Reject("bad-value", 1, "metadata.record.type", "m"), "bad-value", "metadata.record.type"),
        (LimitExceeded("m"), LimitExceeded("m").code, None),
        (UnsupportedInput("m"), UnsupportedInput("m").code, None),
        (OSError("m"), "io", None),
        ("m", "lost", None),
        (KeyError("m"), "internal", None),
    ],
    ids=["reject", "limit", "unsupported", "io", "lost-task", "internal"],
)
def test_what_could_not_be_checked_says_why(error: BaseException | str, code: str, rule: str | None) -> None:
    finding = unchecked("p", error)
    assert (finding.verdict, finding.code, finding.requirement) == ("unreadable", code, rule)
    assert finding.message.startswith("not checked: ")
    assert "m" in finding.message


@pytest.mark.parametrize(
    ("base", "logs", "name"),
    [(BASE, LOGS, "/.log.2"), (BASE, (), "/base.hfile"), (None, LOGS[:1], "/.log.1"), (None, (), "")],
    ids=["logs", "base-file", "no-base-file", "nothing"],
)
def test_a_file_group_is_named_by_its_newest_file(
    base: BaseFile | None, logs: tuple[SliceLog, ...], name: str
) -> None:
    item = FileSlice("files", "files-0000-0", "2", base, logs)
    assert group_path("files", item) == f".hoodie/metadata/files{name}"


@pytest.mark.parametrize(
    ("items", "text"),
    [
        ([], ""),
        (["a"], "'a'"),
        (["a", "b", "c"], "'a', 'b', 'c'"),
        (["a", "b", "c", "d"], "'a', 'b', 'c' and 1 more"),
        (list("abc") + ["d"] * 1000, "'a', 'b', 'c' and 1,000 more"),
        (["x" * 61], repr("x" * 60)),
    ],
    ids=["none", "one", "three", "four", "many", "long"],
)
def test_the_first_of_some_texts(items: list[str], text: str) -> None:
    assert shown(items) == text


@pytest.mark.parametrize(("number", "text"), [(0, "0 rows"), (1, "1 row"), (1234, "1,234 rows")])
def test_numbers_with_their_word(number: int, text: str) -> None:
    assert counted(number, "row") == text


def test_a_task_that_was_lost_is_a_finding() -> None:
    results = tasks.Results()
    table = tasks.to_table(tasks.Target("t", "", False, ()), [tasks.MetadataTask(tasks.PARTITIONS, {})])
    results.add(table, tasks.lost(table, "a worker ended"))
    assert results.findings == [unchecked(".hoodie/metadata", "partitions: a worker ended")]
    [row] = results.findings
    assert (row.verdict, row.code, row.severity) == ("unreadable", "lost", "error")
    assert row.message == "not checked: partitions: a worker ended"
