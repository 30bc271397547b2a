# SPDX-License-Identifier: Apache-2.0
"""What a finding says beside its rule: what is lost, who still reads it, and the command that helps."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import asdict
from pathlib import Path

import pyarrow.dataset as ds
import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.audit import next_steps
from hudi_conformance.audit.findings import DAMAGE, NOTE, UNREADABLE, VERDICTS, VIOLATION, FindingRow
from hudi_conformance.audit.next_steps import STEPS, entries, next_step
from hudi_conformance.cli import run_cli
from hudi_conformance.defects.model import load_defects
from hudi_conformance.specification.requirements import load

PATHS = ("/t/f", "/t/.hoodie/metadata/files/f", "/t/p/.f_1.log.1", "/t/.hoodie/1.commit")
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
            path = next(path for path in PATHS if not entry.path or re.fullmatch(entry.path, path))
            verdict, code = (entry.verdicts or (DAMAGE,))[0], (entry.codes or ("bad-value",))[0]
            row = FindingRow(path, "log", verdict, code, entry.says.partition("(")[0], rule)
            reached |= {next((one for one in entries() if one.fits(row)), None)}
    assert reached >= set(entries())


def test_advice_without_an_act_deletes_and_moves_nothing() -> None:
    act = re.compile(r"\b(?<!nothing )(?<!not )(delete|move|remove) (it|the|this|\.hoodie)\b")
    assert [entry.advice for entry in entries() if not entry.act and act.search(entry.advice)] == []
    assert all(act.search(entry.advice) for entry in entries() if entry.act)


def test_entries_name_what_exists() -> None:
    defects = {one.id for one in load_defects(resources.defects_dir())}
    data = tomllib.loads(Path(next_steps.__file__).with_suffix(".toml").read_text("utf-8"))["next"]
    for entry, stated in zip(entries(), data, strict=True):
        empty = {name for name, value in asdict(entry).items() if not value}
        assert empty | stated.keys() == set(asdict(entry))
        assert set(entry.defects) <= defects
        assert set(entry.verdicts) <= set(VERDICTS)
        assert not entry.step or entry.step in STEPS
        assert all(any(rule == name or rule.startswith(f"{name}.") for rule in RULES) for name in entry.rules)


UNDO, CONTENT = "table.check.undone-commit", "timeline.content.avro"
TEXTS = [  # path, surface, rule, code, text; instant "1"
    ("/t/a b.log", "log", "log.recovery.bad-magic", "bad-magic", "salvage '/t/a b.log' --out DIR"),
    ("/t/.hoodie", "table", UNDO, "bad-state", "rollback_to_instant(table => '/t', instant_time => '1')"),
    ("/t/.hoodie/1.commit", "table", "table.check.named-file", "bad-reference", "instant_time => '1'"),
    ("/t/.hoodie/metadata/files/x.hfile", "hfile", "hfile.checksum", "bad-checksum", "metadata.enable=false"),
    ("/t/x.hfile", "hfile", "hfile.checksum.mismatch", "bad-checksum", "hudi-io 1.1.1, 1.2.1"),
    ("/t/.hoodie/1.deltacommit", "timeline", CONTENT, "truncated", "or set it aside: 1 is then pending"),
    ("/t/.hoodie/1.clean", "timeline", CONTENT, "truncated", "hudi-conformance inspect /t/.hoodie/1.clean"),
    ("/t/p/f.parquet", "table", "table.slice.committed", "bad-reference", "restore it from a copy; keep"),
    ("/t/p/f.parquet", "table", "table.slice.committed", "bad-state", "else keep the data file"),
    ("/t/p/.f_1.log.1", "table", "table.slice.committed", "bad-state", "keep the file: its other blocks"),
]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        *(
            (FindingRow(path, surface, DAMAGE, code, "", rule, instant="1"), text)
            for path, surface, rule, code, text in TEXTS
        ),
        (
            FindingRow("/t/x.log", "log", VIOLATION, "bad-value", "", "log.header.unique", block=3),
            "hudi-conformance inspect /t/x.log --block 3",
        ),
        (
            FindingRow(
                "/t/.hoodie/1.commit", "table", VIOLATION, "bad-state", "", "table.check.foreign-file"
            ),
            "in the timeline's folder",
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
