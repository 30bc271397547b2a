# SPDX-License-Identifier: Apache-2.0
"""What a finding says beside its rule: what is lost, who still reads it, and the command that helps."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pyarrow.dataset as ds
import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.audit.findings import DAMAGE, NOTE, UNREADABLE, VERDICTS, VIOLATION, FindingRow
from hudi_conformance.audit.next_steps import STEPS, entries, next_step
from hudi_conformance.cli import run_cli
from hudi_conformance.defects.model import load_defects
from hudi_conformance.specification.requirements import load

RULES = load(resources.spec_dir()).requirements


def test_every_rule_that_an_audit_can_report_has_an_entry() -> None:
    by_rule = [entry for entry in entries() if entry.rules]
    for rule in RULES:
        for verdict in (DAMAGE, VIOLATION):
            row = FindingRow("/t/f", "log", verdict, "bad-value", "", rule)
            entry = next((entry for entry in by_rule if entry.fits(row)), None)
            assert entry is not None, (rule, verdict)
            assert next_step(row).lost == entry.lost
            # Rules between files have nothing in common but the beginning of their ids.
            assert rule in entry.rules or not rule.startswith("table.check.")


def test_every_entry_is_reached() -> None:
    reached = set()
    for entry in entries():
        for rule in RULES if entry.rules else (None,):
            path = "/t/.hoodie/metadata/files/f" if entry.path else "/t/f"
            verdict, code = (entry.verdicts or (DAMAGE,))[0], (entry.codes or ("bad-value",))[0]
            row = FindingRow(path, "log", verdict, code, "", rule)
            reached |= {next((one for one in entries() if one.fits(row)), None)}
    assert reached >= set(entries())


def test_entries_name_what_exists() -> None:
    defects = {one.id for one in load_defects(resources.defects_dir())}
    for entry in entries():
        assert entry.lost
        assert set(entry.defects) <= defects
        assert set(entry.verdicts) <= set(VERDICTS)
        assert not entry.step or entry.step in STEPS
        assert all(any(rule == name or rule.startswith(f"{name}.") for rule in RULES) for name in entry.rules)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (
            FindingRow("/t/a b.log", "log", DAMAGE, "bad-magic", "", "log.recovery.bad-magic", block=2),
            "hudi-conformance salvage '/t/a b.log' --out DIR",
        ),
        (
            FindingRow("/t/x.log", "log", VIOLATION, "bad-value", "", "log.header.unique", block=3),
            "hudi-conformance inspect /t/x.log --block 3",
        ),
        (
            FindingRow(
                "/t/.hoodie/timeline/1.commit",
                "table",
                DAMAGE,
                "bad-reference",
                "",
                "table.check.named-file",
                instant="20250101000000000",
            ),
            "rollback_to_instant(table => '/t', instant_time => '20250101000000000')",
        ),
        (
            FindingRow(
                "/t/.hoodie", "table", DAMAGE, "bad-state", "", "table.check.undone-commit", instant="1"
            ),
            "rollback_to_instant(table => '/t', instant_time => '1')",
        ),
        (
            FindingRow(
                "/t/.hoodie/metadata/files/x.hfile",
                "hfile",
                DAMAGE,
                "bad-checksum",
                "",
                "hfile.checksum.mismatch",
            ),
            "hoodie.metadata.enable=false",
        ),
        (
            FindingRow("/t/x.hfile", "hfile", DAMAGE, "bad-checksum", "", "hfile.checksum.mismatch"),
            "hudi-io 1.1.1, 1.2.1",
        ),
        (
            FindingRow(
                "/t/.hoodie/1.deltacommit",
                "timeline",
                DAMAGE,
                "truncated",
                "",
                "timeline.content.json-cut",
                instant="1",
            ),
            "or delete it, if nothing after it has to be kept: 1 is pending",
        ),
        (
            FindingRow(
                "/t/.hoodie/1.clean",
                "timeline",
                DAMAGE,
                "truncated",
                "",
                "timeline.content.avro",
                instant="1",
            ),
            "hudi-conformance inspect /t/.hoodie/1.clean",
        ),
        (
            FindingRow("/t/p/f.parquet", "table", VIOLATION, "bad-reference", "", "table.slice.committed"),
            "restore the commit's file",
        ),
        (
            FindingRow("/t/p/f.parquet", "table", VIOLATION, "bad-state", "", "table.slice.committed"),
            "mend first what else is found",
        ),
        (
            FindingRow(
                "/t/.hoodie/1.commit", "table", VIOLATION, "bad-state", "", "table.check.foreign-file"
            ),
            "then move it to the timeline's folder",
        ),
        (FindingRow("/t/x", "file", UNREADABLE, "io", ""), "repeat the audit"),
        (FindingRow("/t/x", "file", NOTE, "gone", ""), "lost: nothing"),
    ],
)
def test_text(row: FindingRow, expected: str) -> None:
    assert expected in next_step(row).text


def test_no_command_is_named_that_cannot_read_the_file() -> None:
    for entry in entries():
        for rule in entry.rules or ("",):
            row = FindingRow("/t/x.parquet", "base-file", DAMAGE, "bad-value", "", rule or None)
            assert "hudi-conformance" not in next_step(row).text


def test_findings_of_an_audit_say_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unpacked("real-rows/1.2.0/mor_part.zip", tmp_path / "t")
    log = next(path for path in (tmp_path / "t").rglob(".*.log.*") if ".hoodie" not in path.parts)
    log.write_bytes(log.read_bytes()[:-9])
    assert run_cli(["audit", str(tmp_path / "t"), "--out", str(tmp_path / "out"), "--engine", "plain"]) == 1
    command = f"hudi-conformance salvage {log} --out DIR"
    assert command in capsys.readouterr().out
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert any(command in one["next"] for one in summary["worst"])
    table = ds.dataset(sorted((tmp_path / "out" / "findings").glob("*.parquet"))).to_table()
    assert any(command in text for text in table["next"].to_pylist())
    page = (tmp_path / "out" / "index.html").read_text()
    assert command in page
    links = set(re.findall(r'href="#(rule-[^"]+)"', page))
    assert links
    assert links == set(re.findall(r'id="(rule-[^"]+)"', page))


def test_explain_prints_a_rule(capsys: pytest.CaptureFixture[str]) -> None:
    rule = RULES["log.recovery.bad-magic"]
    assert run_cli(["explain", rule.id]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert " ".join(rule.text.split()) in text
    assert rule.file in text
    assert re.search(r"cases [1-9]", text)
