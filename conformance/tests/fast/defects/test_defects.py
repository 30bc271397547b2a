# SPDX-License-Identifier: Apache-2.0
"""Defects of real implementations: the shipped data hold, and what does not hold is said."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from click.testing import CliRunner
from hudi_conformance import edits, resources
from hudi_conformance.cli import cli, defect_report
from hudi_conformance.cli import defects as command
from hudi_conformance.defects import model as data
from hudi_conformance.defects.junit import ReportTest, Source
from hudi_conformance.specification import requirements
from hudi_conformance.suite import inputs, session
from hudi_conformance.suite.expectations import Group, KnownFailures
from hudi_conformance.suite.manifest import parse_manifest
from instruments.defects.__main__ import command as maintenance
from instruments.defects.check import problems
from instruments.defects.document import to_markdown
from instruments.defects.junit import compare

CASE = "log/avro/count-minus-1"
ONE = data.Defect("one-defect", "A title", "loss", "What happens.", (CASE,), ("someone",), "not found", "log")
LISTS = {"someone": KnownFailures("someone", (Group("why", "bug", "accepts-invalid", (CASE,)),))}
SEEN = {CASE: {"someone": "accepts-invalid", "other": "pass"}}


def shipped() -> list[data.Defect]:
    return data.load_defects(resources.defects_dir())


def test_the_shipped_list_holds() -> None:
    result = CliRunner().invoke(maintenance, ["check"])
    assert result.exit_code == 0, result.output
    assert len(shipped()) >= 25


def test_every_severity_is_in_use_and_worst_come_first() -> None:
    document = (resources.data_root() / "conformance" / "defects.md").read_text(encoding="utf-8")
    places = [document.index(f"## {meaning}") for meaning in data.SEVERITIES.values()]
    assert places == sorted(places)
    for defect in shipped():
        assert f'<a id="{defect.id}"></a>' in document


def test_no_two_defects_stand_on_the_same_ground() -> None:
    seen: dict[tuple[str, str], str] = {}
    for defect in shipped():
        first = (defect.cases[0], defect.implementations[0])
        assert first not in seen, f"{defect.id} and {seen.get(first)}"
        seen[first] = defect.id


@pytest.mark.parametrize(
    ("defects", "cases", "lists", "measured", "says"),
    [
        ([ONE], {CASE}, LISTS, SEEN, ""),
        ([ONE, ONE], {CASE}, LISTS, SEEN, "there are two of this id"),
        ([ONE], set(), LISTS, SEEN, f"no case '{CASE}'"),
        ([ONE], {CASE}, {}, SEEN, "no implementation 'someone'"),
        ([ONE], {CASE}, {"someone": KnownFailures("someone")}, SEEN, "not a known failure of someone"),
        ([ONE], {CASE}, LISTS, {}, "was not measured with someone"),
        ([ONE], {CASE}, LISTS, {CASE: {"someone": "pass"}}, "was pass, its list states accepts-invalid"),
    ],
)
def test_what_does_not_fit(defects, cases, lists, measured, says) -> None:
    found = problems(defects, cases, lists, measured)
    assert any(says in problem for problem in found) if says else not found, found


def test_stored_measurements_stand_in_for_answers() -> None:
    entry = "upgrade x-v6-2-v8-cow 3"
    stored = dataclasses.replace(ONE, stored=(entry,))
    assert problems([stored], {CASE}, {}, {}, {entry: {"someone"}}) == []
    (missing, unshown) = problems([stored], {CASE}, {}, {}, {})
    assert "nothing stored shows 'upgrade x-v6-2-v8-cow 3'" in missing
    assert "no stored measurement of someone" in unshown
    assert "- stored: [upgrade](upgrades.md) x-v6-2-v8-cow 3\n" in to_markdown(
        [stored], {CASE: ("r",)}, SEEN, []
    )
    result = CliRunner().invoke(cli, ["defects", "reproduce", "hudi-upgrade-history-exists"])
    assert result.exit_code == 2
    assert "no case shows these" in result.output


def by_design(design: str | None) -> dict[str, KnownFailures]:
    kind = "bug" if design is None else "wontfix"
    group = Group("why", kind, "accepts-invalid", (CASE,), design=design)
    return {"someone": KnownFailures("someone", (group,))}


def test_defects_and_lists_agree_on_what_is_by_design() -> None:
    designed = dataclasses.replace(ONE, design="the manual, chapter 3")
    assert problems([designed], {CASE}, by_design("the manual"), SEEN) == []
    (missing,) = problems([ONE], {CASE}, by_design("the manual"), SEEN)
    assert "state `design`" in missing
    (unsaid,) = problems([designed], {CASE}, by_design(None), SEEN)
    assert f"the list does not state it for {CASE} of someone" in unsaid
    assert "- by design: the manual, chapter 3\n" in to_markdown([designed], {CASE: ("r",)}, SEEN, [])
    assert "- by design" not in to_markdown([ONE], {CASE: ("r",)}, SEEN, [])


ENTRY = """
[[defect]]
id = "a-b"
title = "t"
severity = "loss"
what = "w"
upstream = "not found"
cases = ["x/y/z"]
implementations = ["someone"]
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('severity = "loss"', 'severity = "bad"', "severity is one of"),
        ('id = "a-b"', 'id = "A B"', "words in lower case"),
        ('upstream = "not found"', 'upstream = "somewhere"', "threads such as"),
        ('cases = ["x/y/z"]', "cases = []", "list of different names"),
        ('what = "w"', 'what = " "', "what is a string"),
        ('what = "w"', "", "keys are"),
        ("[[defect]]", "[[defects]]", "unknown keys"),
        ("[[defect]]", "[[defect", "log.toml"),
    ],
)
def test_data_of_another_form(tmp_path: Path, old: str, new: str, says: str) -> None:
    (tmp_path / "log.toml").write_text(ENTRY, encoding="utf-8")
    assert [defect.id for defect in data.load_defects(tmp_path)] == ["a-b"]
    (tmp_path / "log.toml").write_text(ENTRY.replace(old, new), encoding="utf-8")
    with pytest.raises(data.DefectError, match=says):
        data.load_defects(tmp_path)


def test_the_document_says_who_fails_and_who_does_not() -> None:
    text = to_markdown([ONE], {CASE: ["log.avro.count"]}, SEEN, ["other", "someone"])
    assert f"| `{CASE}` | `accepts-invalid`: someone | other |" in text
    assert "rules: `log.avro.count`" in text


def test_reproducing_asks_the_implementation(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference does not have the defect, so that a claim that it has must be refuted."""
    claimed = dataclasses.replace(ONE, implementations=("kaitai-python",))
    known = KnownFailures("kaitai-python", LISTS["someone"].groups)
    monkeypatch.setattr(command, "_load", lambda: [claimed])
    monkeypatch.setattr(session, "known_failures", lambda name, path=None: known)
    result = CliRunner().invoke(cli, ["defects", "reproduce", "one-defect"], standalone_mode=False)
    assert result.return_value == 1, result.output
    assert f"otherwise   {CASE}: pass" in result.output


def test_asking_who_does_not_have_it_is_refused() -> None:
    arguments = ["defects", "reproduce", "hudi-log-length-narrowed", "--implementation", "kaitai-python"]
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 2
    assert "has any of these defects" in result.output


@pytest.mark.parametrize(
    ("ident", "says"),
    [
        ("metadata-nan-bounds", "from 0.0 to 0.0"),
        ("metadata-nulls-uncounted", "nullCount = valueCount"),
        ("java-client-one-file-group", "keys of another of the"),
    ],
)
def test_a_table_shows_what_its_writer_wrote(ident: str, says: str) -> None:
    result = CliRunner().invoke(cli, ["defects", "reproduce", ident], standalone_mode=False)
    assert result.return_value == 0, result.output
    assert f"{ident} " in result.output
    assert "there, " in result.output
    assert says in result.output


def test_a_report_has_rule_verdicts_and_input() -> None:
    manifest = resources.cases_dir() / "log" / "avro.toml"
    cases, _ = parse_manifest(manifest.read_text("utf-8"), "avro.toml")
    [case] = (case for case in cases if case.id == CASE)
    ready = inputs.prepare(case, inputs.Fixtures(resources.fixtures_dir()), edits)
    text = defect_report.text(ONE, [ready], requirements.load(resources.spec_dir()).requirements, SEEN)
    for part in ("A negative count is an error", "someone | accepts-invalid", "```text\nI0hVREkj"):
        assert part in text


def test_a_report_has_a_junit_test_and_its_failure(tmp_path: Path) -> None:
    arguments = ["defects", "report", "hudi-io-same-row-blocks-lost", "--test", str(tmp_path)]
    report = CliRunner().invoke(cli, arguments).output
    assert "fails:\n\n```text\nAssertionFailedError: expected: <12> but was: <6>\n" in report
    assert "class TestHFileRowOverSeveralBlocks {" in report
    resource = tmp_path / "hudi-io/src/test/resources/TestHFileRowOverSeveralBlocks.bin"
    assert resource.read_bytes() == (resources.fixtures_dir() / "hfile/same_row.hfile").read_bytes()


@pytest.mark.parametrize(
    ("failures", "problem"),
    [
        ({"loses": "E: 1 row", "reads": ""}, ""),
        ({"loses": "E: 1 row, caused by F", "reads": ""}, ""),
        ({}, "it was not run"),
        ({"loses": "", "reads": ""}, "it passed"),
        ({"loses": "E: 11 rows", "reads": ""}, "it failed otherwise: E: 11 rows"),
        ({"loses": "E: 1 row", "reads": "G"}, "the control reads did not pass: G"),
    ],
)
def test_what_a_junit_test_gave_is_compared(failures: dict[str, str], problem: str) -> None:
    test = ReportTest("a-b", "T", "p", "m", "someone", "loses", "", "E: 1 row", control="reads")
    result = compare(test, Source("T.java", ""), {("p.T", name): text for name, text in failures.items()})
    assert result.problem == problem
