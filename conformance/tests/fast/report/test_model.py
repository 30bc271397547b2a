# SPDX-License-Identifier: Apache-2.0
"""Events become a run, or are refused: a report of half a run would be a lie."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import report_factory as make
from hudi_conformance import report
from hudi_conformance.report import standing
from hudi_conformance.report.model import EventsError, build, load


def test_a_run_is_read_back(tmp_path: Path) -> None:
    run = load(make.write(tmp_path / "events.jsonl", make.small()))
    assert run.names == ("kaitai-python", "hudi-java-1.2.1")
    assert run.absent == (("kaitai-java", "no Java runtime | none at all"),)
    assert len(run.cases) == 7
    assert run.counts("hudi-java-1.2.1") == {
        "pass": 1,
        "pass-weak": 1,
        "known": 1,
        "new": 1,
        "stale": 1,
        "open": 1,
        "unsupported": 1,
    }
    assert run.exit_code == 1
    assert run.implementations[0].title == "kaitai-python 0.1.0"
    assert run.implementations[1].title == "hudi-java-1.2.1", "the version is in the name already"


def test_no_footer_no_report(tmp_path: Path) -> None:
    path = make.write(tmp_path / "events.jsonl", make.small()[:-1])
    with pytest.raises(EventsError, match="no footer"):
        report.write_reports(path, tmp_path / "out")
    assert not (tmp_path / "out").exists(), "nothing may be written of a run that was cut off"


@pytest.mark.parametrize("length", [2, 200, 4000])
def test_a_file_cut_anywhere_is_refused(tmp_path: Path, length: int) -> None:
    path = make.write(tmp_path / "events.jsonl", make.small())
    path.write_bytes(path.read_bytes()[:-length])
    with pytest.raises(EventsError):
        load(path)


def without(kind: str) -> list[dict[str, Any]]:
    return [event for event in make.small() if event["event"] != kind]


@pytest.mark.parametrize(
    ("events", "complaint"),
    [
        ([], "empty"),
        (without("header"), "instead of a header"),
        (without("implementation"), "not declare"),
        (without("case"), "does not contain"),
        ([*make.small(), make.small()[-1]], "follows the footer"),
        ([make.small()[0], *make.small()], "two headers"),
        (make.events([], schema=2), "schema 2"),
        (make.events([make.result("a", "b", status="fine")]), "status 'fine'"),
        (make.events([{"event": "case", "id": "log/a/b"}]), "lacks 'surface'"),
    ],
)
def test_damaged_events_are_refused(events: list[dict[str, Any]], complaint: str) -> None:
    with pytest.raises(EventsError, match=complaint):
        build(events)


@pytest.mark.parametrize("line", ["{", "[]", '"text"', "{}", '{"event": 1}'])
def test_what_is_no_event_is_refused(tmp_path: Path, line: str) -> None:
    path = make.write(tmp_path / "events.jsonl", make.small())
    path.write_text(line + "\n" + path.read_text())
    with pytest.raises(EventsError, match=":1: "):
        load(path)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "events.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(EventsError, match=":1: "):
        load(tmp_path / "events.jsonl")
    with pytest.raises(EventsError, match="cannot be read"):
        load(tmp_path / "absent.jsonl")


def test_events_of_a_kind_not_known_are_passed_over() -> None:
    events = make.small()
    run = build([*events[:3], {"event": "weather", "sky": "blue"}, *events[3:]])
    assert len(run.cases) == 7


def test_a_rule_is_broken_by_the_case_that_is_about_it() -> None:
    words = standing.standings(build(make.small()))
    java = {requirement: words[requirement]["hudi-java-1.2.1"] for requirement in words}
    assert java == {
        "log.block.format-version": "known broken",
        "log.block.magic": "held",
        # Only ever named second: no case asks for it alone.
        "log.block.size": "not judged",
        "log.hfile.form": "not judged",
        "log.map.duplicate-key": "not judged",
        "log.recovery.bad-magic": "held",
        "log.recovery.corrupt-check": "newly broken",
        # One answer to the whole command does not show that names are told apart.
        "name.log.first-version": "not judged",
    }


def test_musts_count_applicable_rules_only() -> None:
    tally = standing.musts(build(make.small()))["hudi-java-1.2.1"]
    assert (tally.held, tally.known, tally.new, tally.unjudged) == (1, 1, 1, 4)
    assert tally.applicable == 3, "what it cannot do, and what is not settled, is not counted against it"


def test_an_area_is_the_first_two_labels_of_its_requirements() -> None:
    rules = ["log.block.magic", "log.block.size", "log.map.order", "name.log.form"]
    events = [
        make.implementation("a", "1"),
        *(make.case(f"log/t/{i}", [rule]) for i, rule in enumerate(rules)),
    ]
    assert list(standing.matrix(build(make.events(events)))) == ["log.block", "log.map", "name.log"]


def test_rows_that_differ_leave_out_what_was_not_answered() -> None:
    rows = {cases[0].id: row for row, cases in standing.differing(build(make.small()))}
    assert rows == {
        "log/framing/format-version-two": ("pass", "accepts-invalid"),
        "log/recovery/cut-tail": ("pass", "wrong-value"),
        "log/map/duplicate-key": ("value", "reject duplicate"),
    }, "unsupported differs from nothing, a weak pass agrees with a pass"


def test_rows_with_the_same_outcomes_stand_together() -> None:
    groups = standing.differing(build(make.large(200)))
    rows = [row for row, _ in groups]
    assert len(rows) == len(set(rows))
    assert [len(cases) for _, cases in groups] == sorted((len(cases) for _, cases in groups), reverse=True)


def test_headline() -> None:
    assert standing.headline(build(make.small())) == (
        "7 cases, 2 implementations: 8 of 11 judged answers right, 1 wrong as listed, "
        "2 unexpected (hudi-java-1.2.1)."
    )
    calm = make.events(
        [make.implementation("a"), make.case("log/a/b", ["log.a.b"]), make.result("a", "log/a/b")]
    )
    assert standing.headline(build(calm)) == "1 case, 1 implementation: 1 of 1 judged answer right."


def test_write_reports_writes_what_it_says(tmp_path: Path) -> None:
    path = make.write(tmp_path / "events.jsonl", make.small())
    written = report.write_reports(path, tmp_path / "deep" / "out")
    assert {kind: file.name for kind, file in written.items()} == {
        "html": "index.html",
        "junit": "junit.xml",
        "markdown": "summary.md",
        "badge": "badge.json",
        "badge-kaitai-python": "badge-kaitai-python.json",
        "badge-hudi-java-1.2.1": "badge-hudi-java-1.2.1.json",
    }
    assert all(file.stat().st_size for file in written.values())


def test_lists_that_are_not_in_order_are_told(tmp_path: Path) -> None:
    rows = make.events(
        [make.implementation("a"), make.case("log/a/b", ["log.a.b"]), make.result("a", "log/a/b")]
    )
    rows[-1] |= {"exit": 1, "problems": ["a, group 1 (old): 'log/x/*' matches no case"]}
    written = report.write_reports(make.write(tmp_path / "e.jsonl", rows), tmp_path)
    for kind in ("html", "markdown"):
        text = written[kind].read_text()
        assert "1 of 1 judged answer right. The expectation lists have problems." in text
        assert "matches no case" in text


def test_text_that_no_encoding_holds_is_escaped(tmp_path: Path) -> None:
    said = "half a pair \ud800"
    rows = [make.implementation("a"), make.case("log/a/b", ["log.a.b"], title=said)]
    rows.append(make.result("a", "log/a/b", "crash", message=said, trace=said, detail={"got": said}))
    written = report.write_reports(make.write(tmp_path / "e.jsonl", make.events(rows)), tmp_path)
    assert "half a pair \\ud800" in written["html"].read_text()


def test_badges(tmp_path: Path) -> None:
    written = report.write_reports(make.write(tmp_path / "e.jsonl", make.small()), tmp_path)
    badges = {kind: json.loads(file.read_text()) for kind, file in written.items() if "badge" in kind}
    assert {kind: (badge["message"], badge["color"]) for kind, badge in badges.items()} == {
        "badge": ("2 implementations, 2 unexpected", "red"),
        "badge-kaitai-python": ("MUST 4/4", "brightgreen"),
        "badge-hudi-java-1.2.1": ("MUST 1/3", "red"),
    }
    assert all(badge["schemaVersion"] == 1 and badge["label"] for badge in badges.values())


def test_the_badge_of_one_implementation_is_the_badge_of_the_run(tmp_path: Path) -> None:
    events = make.events(
        [make.implementation("a"), make.case("log/a/b", ["log.a.b"]), make.result("a", "log/a/b")]
    )
    written = report.write_reports(make.write(tmp_path / "e.jsonl", events), tmp_path)
    assert set(written) == {"html", "junit", "markdown", "badge"}
    assert json.loads(written["badge"].read_text())["message"] == "no rule judged"


def test_a_name_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    rows = [make.implementation("../../a"), make.implementation("b"), make.case("log/a/b", ["log.a.b"])]
    written = report.write_reports(make.write(tmp_path / "e.jsonl", make.events(rows)), tmp_path / "out")
    assert all(file.parent == tmp_path / "out" for file in written.values())


def witness(*rows: dict[str, Any]) -> dict[str, str]:
    """Standings of `a` for cases `[id, rules, result]`."""
    return {
        rule: by["a"]
        for rule, by in standing.standings(build(make.events([make.implementation("a"), *rows]))).items()
    }


def asked(slug: str, rules: list[str], **result: Any) -> list[dict[str, Any]]:
    return [make.case(f"log/a/{slug}", rules), make.result("a", f"log/a/{slug}", **result)]


def test_one_answer_to_everything_holds_no_rule() -> None:
    alike = [row for n in range(3) for row in asked(f"c{n}", [f"log.a.r{n}"], value_digest="0" * 16)]
    assert set(witness(*alike).values()) == {"not judged"}
    other = asked("other", ["log.a.r3"], value_digest="1" * 16)
    assert set(witness(*alike, *other).values()) == {"held"}


def test_robust_cases_alone_hold_no_rule() -> None:
    rows = [
        row | {"expect": {"kind": "robust", "robust": True}} if row["event"] == "case" else row
        for n in range(2)
        for row in asked(f"c{n}", ["limits.no-crash"], value_digest=f"{n}" * 16)
    ]
    assert witness(*rows) == {"limits.no-crash": "not judged"}


def test_a_failure_without_a_reason_puts_every_rule_of_its_case_in_doubt() -> None:
    rows = [
        *asked("one", ["log.a.first"], value_digest="0" * 16),
        *asked("two", ["log.a.first"], value_digest="1" * 16),
    ]
    fails = asked("three", ["log.a.second", "log.a.first"], verdict="wrong-value")
    assert witness(*rows, *fails) == {"log.a.first": "in doubt", "log.a.second": "newly broken"}
    listed = asked(
        "three", ["log.a.second", "log.a.first"], verdict="wrong-value", status="known", reason="r"
    )
    assert witness(*rows, *listed) == {"log.a.first": "held", "log.a.second": "known broken"}
    listed[-1]["rules"] = ["log.a.first"]
    assert witness(*rows, *listed) == {"log.a.first": "known broken", "log.a.second": "known broken"}


def headline_of(*rows: dict[str, Any], **footer: Any) -> tuple[str, bool]:
    events = make.events(rows)
    events[-1] |= footer
    run = build(events)
    return standing.headline(run), standing.is_good(run)


def test_nothing_judged_is_not_green() -> None:
    a = make.implementation("a")
    unsupported = asked("one", ["log.a.b"], verdict="unsupported")
    assert headline_of(a, *unsupported) == ("1 case, 1 implementation: nothing was judged.", False)
    assert headline_of(a, *asked("one", ["log.a.b"])) == (
        "1 case, 1 implementation: 1 of 1 judged answer right.",
        True,
    )


def test_a_missing_implementation_is_not_green() -> None:
    gone = {"event": "absent", "name": "gone", "reason": "no jar", "required": True}
    rows = [make.implementation("a"), *asked("one", ["log.a.b"])]
    assert headline_of(*rows, gone) == (
        "1 case, 1 implementation: 1 of 1 judged answer right. Missing: gone.",
        False,
    )
    assert headline_of(*rows, gone | {"required": False})[1]
