# SPDX-License-Identifier: Apache-2.0
"""What sources of rules claim, held against stored results."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from click.testing import CliRunner
from hudi_conformance import resources
from hudi_conformance.report.model import Case, Implementation, Result, Run
from hudi_conformance.specification import requirements
from hudi_conformance.specification.requirements import SpecIndex
from instruments.documents import evidence as stored
from instruments.specification import evidence
from instruments.specification.__main__ import command as specification
from instruments.specification.evidence import Evidence
from instruments.specification.traceability import CaseRef

GOOD: Mapping[str, Any] = {"value": "{}"}
BAD: Mapping[str, Any] = {"reject": ["bad-type"]}


def index(source: str = "releases read", **evidence: str) -> SpecIndex:
    text = f"> **`log.a.one`** — MUST · reader · log 1 · since 0.5.0\n> A rule.\n> *source* {source}\n"
    items = list(requirements.parse_text(text, "log.md", {"log.a.one": evidence}))
    rules = {item.id: item for item in items if isinstance(item, requirements.Requirement)}
    assert len(rules) == 1
    return SpecIndex(rules, {}, ())


def case(name: str, expect: Mapping[str, Any], *req: str) -> CaseRef:
    return CaseRef(name, req or ("log.a.one",), "log.scan", expect, "log/a.toml", 1)


def messages(spec: SpecIndex, rows: Mapping[str, str], *cases: CaseRef) -> list[str]:
    results = Evidence(("hudi", "hbase"), rows, {case.id: evidence.digest(case) for case in cases})
    return [item.message for item in evidence.check(spec, cases, results)]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        pytest.param(
            {"log/a/1": "p.", "log/a/3": "mm"},
            "log.a.one is not marked *proposed*, but every tested implementation violates it in log/a/3: "
            "hudi, hbase",
            id="every-one-breaks-it",
        ),
        pytest.param(
            {"log/a/1": "pp", "log/a/2": "b."},
            "the refusal of log.a.one is not marked *proposed*, but no real implementation makes it, "
            "not in log/a/2 either: hudi",
            id="none-refuses",
        ),
        pytest.param(
            {"log/a/1": ".."},
            "log.a.one is not marked *proposed*, but no real implementation passes a case that names it; "
            "mark it, or state in `unasked` of evidence.toml why none can be tested",
            id="none-passes",
        ),
    ],
)
def test_a_rule_that_claims_more_than_results_bear_out(rows: Mapping[str, str], message: str) -> None:
    expect = {"log/a/1": GOOD, "log/a/2": BAD, "log/a/3": GOOD}
    assert messages(index(), rows, *(case(name, expect[name]) for name in rows)) == [message]


@pytest.mark.parametrize(
    ("spec", "rows"),
    [
        (index("proposed: nobody looks"), {"log/a/1": "mm", "log/a/2": "mm"}),
        (index("releases read; refusal is proposed"), {"log/a/1": "pm", "log/a/2": "mb"}),
        (index(unasked="a rule for checkers"), {}),
        (index("read · *settled* no"), {"log/a/1": "mm"}),
        (index(), {"log/a/1": "pm", "log/a/2": "pb"}),
        # refused badly by all here, refused well there: the refusal is theirs
        (index(), {"log/a/1": "p.", "log/a/2": "bb", "log/a/3": ".p"}),
    ],
)
def test_what_is_borne_out_or_marked_is_no_problem(spec: SpecIndex, rows: Mapping[str, str]) -> None:
    cases = (case("log/a/1", GOOD), case("log/a/2", BAD), case("log/a/3", BAD))
    assert messages(spec, rows, *cases) == []


def test_a_case_that_is_newer_than_the_results_says_nothing() -> None:
    before = {"log/a/1": evidence.digest(case("log/a/1", BAD))}
    results = Evidence(("hudi", "hbase"), {"log/a/1": "mm"}, before)
    assert evidence.check(index(), [case("log/a/1", GOOD), case("log/a/2", GOOD)], results) == []


def test_proposals_have_the_answers_about_what_is_proposed() -> None:
    cases = [case("log/a/1", GOOD), case("log/a/2", BAD), case("log/a/3", BAD, "log.b.two", "log.a.one")]
    rows = {"log/a/1": "pm", "log/a/2": "bp", "log/a/3": "mm"}
    results = Evidence(("hudi", "hbase"), rows, {item.id: evidence.digest(item) for item in cases})
    (of_refusal,) = evidence.proposals(index("releases read; refusal is proposed"), cases, results)
    assert (of_refusal.passed, of_refusal.misread, of_refusal.refused_badly) == (
        {"hbase": 1},
        {},
        {"hudi": 1},
    )
    (of_rule,) = evidence.proposals(index("proposed: nobody looks"), [*cases, case("log/a/4", GOOD)], results)
    assert (of_rule.passed, of_rule.misread, of_rule.num_new) == ({"hudi": 1, "hbase": 1}, {"hbase": 1}, 1)
    assert list(evidence.proposals(index(), cases, results)) == []


@pytest.mark.own_job
def test_the_command_lists_what_is_proposed() -> None:
    result = CliRunner().invoke(specification, ["proposed", "--json"])
    rows = {row["requirement"]: row for row in json.loads(result.output)}
    spec = requirements.load(resources.spec_dir())
    assert set(rows) == {item.id for item in spec.requirements.values() if item.proposed}
    assert rows["hfile.codec.gz-end"]["misread"], "HBase, hudi-io and hudi-rs ignore bytes behind the member"
    text = CliRunner().invoke(specification, ["proposed"]).output
    assert f"\n{len(rows)} proposed: " in text


def run_of(*names: str, version: int = 1, **verdicts: tuple[str, str]) -> Run:
    results = {name: Result("hudi", name, "value", *verdict) for name, verdict in verdicts.items()}
    rest: Any = ((), "MUST", GOOD, {}, {"version": version}, None, None)
    asked = {name: Case(name, "", "log", "a", "log.scan", *rest) for name in "abcd"}
    header = {"started": "2026-11-22T00:00:00Z", "suite": {"cases_digest": "d"}}
    answered = tuple(Implementation(name, {}) for name in names)
    return Run(header, answered, (), (), asked, dict.fromkeys(names, results), {})


def test_letters_of_runs() -> None:
    run = run_of("ours", "hudi", a=("pass", "pass"), b=("error", "known"), c=("wrong-value", "new"))
    more = [run_of("spark", "ours", d=("pass", "pass")), run_of("old", version=2, a=("pass", "pass"))]
    cases = [case(name, GOOD) for name in "abcd"]
    digests = {item.id: evidence.digest(item) for item in cases}
    before = Evidence(("trino", "hudi"), {"a": "pm", "b": "m", "e": "p"}, digests | {"b": "", "e": ""})
    figures = stored.figures(run, {"hudi", "spark", "old", "trino"}, cases, more, before)
    assert figures["implementations"] == ["hudi", "spark", "old", "trino"]
    letters = {"a": "p..p", "b": "b", "c": "m", "d": ".p"}
    assert figures["cases"] == {name: f"{digests[name]} {row}" for name, row in letters.items()}
