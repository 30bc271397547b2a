# SPDX-License-Identifier: Apache-2.0
"""Layers of failure: derived from verdict, expectation, rule and list entry; every listed failure has one."""

from __future__ import annotations

from collections import Counter

import pytest
import report_factory as make
import whole_suite
from hudi_conformance import resources
from hudi_conformance.report import layers as report_layers
from hudi_conformance.report import standing
from hudi_conformance.report.model import build
from hudi_conformance.suite import layers
from hudi_conformance.suite.expectation import Expectation
from hudi_conformance.suite.expectations import ListError, load_list, parse_list, to_toml
from hudi_conformance.suite.judge import Judgement
from hudi_conformance.suite.layers import compared_with_undamaged, layer_of
from hudi_conformance.suite.protocol import Answer

GOOD_INPUT = Expectation("value", {}, value={"blocks": [{"kind": "AVRO_DATA_BLOCK"}]})
BAD_INPUT = Expectation("reject", {}, codes=("truncated",))
TORN = Expectation("blocks", {}, value={"blocks": [{"kind": "CORRUPT_BLOCK"}]})
ERROR = Judgement("error")
ENTRY = '[[group]]\nreason = "r"\nkind = "{kind}"\noutcome = "error"\ncases = ["log/*"]\n{more}'


def entry(kind: str, more: str = "") -> str:
    return ENTRY.format(kind=kind, more=more)


@pytest.mark.parametrize(
    ("verdict", "expectation", "proposed", "layer"),
    [
        ("wrong-value", GOOD_INPUT, "", "misread"),
        ("rejects-valid", GOOD_INPUT, "", "misread"),
        ("error", GOOD_INPUT, "refusal", "misread"),
        ("accepts-invalid", BAD_INPUT, "", "misread"),
        ("wrong-value", TORN, "", "misread"),
        ("error", BAD_INPUT, "", "refused badly"),
        ("wrong-reason", BAD_INPUT, "", "refused badly"),
        ("rejects-valid", TORN, "", "refused badly"),
        ("hang", BAD_INPUT, "rule", "refused badly"),
        ("accepts-invalid", BAD_INPUT, "refusal", "proposed"),
        ("wrong-value", TORN, "refusal", "misread"),
        ("error", BAD_INPUT, "rule", "proposed"),
        ("wrong-value", GOOD_INPUT, "rule", "proposed"),
        ("accepts-invalid", Expectation("any", {}, options=(GOOD_INPUT, BAD_INPUT)), "refusal", "proposed"),
        ("error", Expectation("robust", {}), "", "refused badly"),
    ],
)
def test_layer_without_an_entry(verdict: str, expectation: Expectation, proposed: str, layer: str) -> None:
    assert layer_of(Judgement(verdict), expectation, proposed, None) == layer


def test_entries_that_are_no_bugs_quote_a_source() -> None:
    (bug,) = parse_list(entry("bug"), "it").groups
    (claim,) = parse_list(entry("wontfix"), "it").groups
    (design,) = parse_list(entry("wontfix", 'design = "the manual, chapter 3"'), "it").groups
    assert layer_of(ERROR, GOOD_INPUT, "", bug) == "misread"
    assert layer_of(ERROR, GOOD_INPUT, "", claim) == "unclassified"
    assert layer_of(ERROR, GOOD_INPUT, "rule", claim) == "proposed"
    assert layer_of(ERROR, GOOD_INPUT, "rule", design) == "by design"
    with pytest.raises(ListError, match="a bug is not by design"):
        parse_list(entry("bug", 'design = "the manual"'), "it")
    with pytest.raises(ListError, match="design quotes the source"):
        parse_list(entry("wontfix", 'design = " "'), "it")


def test_an_answer_that_the_damage_changed_is_misread_whoever_wrote_the_rule() -> None:
    accepted = Judgement("accepts-invalid", {"path": "$", "expected": {"reject": {}}})
    good = Answer("value", {"cells": [1, 2, 3]})
    same = compared_with_undamaged(accepted, good, good)
    lost = compared_with_undamaged(accepted, Answer("value", {"cells": [1, 3]}), good)
    assert same == accepted
    assert lost.detail == {**accepted.detail, "undamaged": {"path": "$.cells[1]", "expected": 2, "got": 3}}
    for proposed in ("rule", "refusal"):
        assert layer_of(same, BAD_INPUT, proposed, None) == "proposed"
        assert layer_of(lost, BAD_INPUT, proposed, None) == "misread"
    (design,) = parse_list(entry("wontfix", 'design = "the manual"'), "it").groups
    assert layer_of(lost, BAD_INPUT, "rule", design) == "by design"


@pytest.mark.parametrize(
    "part", [{"reject": {"code": "truncated"}}, {"kind": "CORRUPT_BLOCK"}, {"error": {"message": "m"}}]
)
def test_parts_that_are_refused_claim_no_value(part: dict[str, object]) -> None:
    accepted = Judgement("wrong-value", {"path": "$.blocks[0]"})
    good = Answer("value", {"blocks": [{"kind": "AVRO_DATA_BLOCK", "records": [1]}, {"records": [2]}]})
    answer = Answer("value", {"blocks": [part, {"records": [2]}]})
    assert compared_with_undamaged(accepted, answer, good) == accepted
    gone = Answer("value", {"blocks": [part]})
    assert "undamaged" in (compared_with_undamaged(accepted, gone, good).detail or {})


def test_without_an_answer_on_the_undamaged_input_nothing_is_claimed() -> None:
    accepted = Judgement("accepts-invalid")
    refused = Answer("reject", code="truncated")
    assert compared_with_undamaged(accepted, Answer("value", {}), refused) == accepted


def test_an_entry_says_what_is_wrong_where_no_undamaged_input_is() -> None:
    lost = entry("bug", 'wrong = "two rows are missing"').replace('"error"', '"wrong-value"')
    (group,) = parse_list(lost, "it").groups
    assert layer_of(Judgement("wrong-value"), GOOD_INPUT, "rule", group) == "misread"
    known = parse_list(lost, "it")
    assert parse_list(to_toml(known), "it").groups == known.groups
    with pytest.raises(ListError, match="wrong belongs to an outcome of"):
        parse_list(entry("bug", 'wrong = "two rows are missing"'), "it")
    both = lost.replace('"bug"', '"wontfix"') + '\ndesign = "the manual"'
    with pytest.raises(ListError, match="is not by design"):
        parse_list(both, "it")


def test_lists_keep_source_and_rules() -> None:
    known = parse_list(entry("wontfix", 'design = "the manual"\nrules = ["log.block.size"]'), "it")
    assert parse_list(to_toml(known), "it").groups == known.groups


def test_a_proposal_about_damage_covers_edited_inputs() -> None:
    assert layer_of(ERROR, GOOD_INPUT, "refusal", None, is_edited=True) == "proposed"
    assert layer_of(ERROR, GOOD_INPUT, "", None, is_edited=True) == "misread"


def test_every_listed_failure_has_a_layer() -> None:
    suite, ready = whole_suite.opened()
    unclassified = []
    seen: Counter[str] = Counter()
    for path in sorted(resources.expectations_dir().glob("*.toml")):
        known = load_list(path, path.stem)
        for one in ready:
            group = known.find(one.case.id)
            if group is None:
                continue
            layer = layer_of(
                Judgement(group.outcome),
                one.expectation,
                suite.proposed(one.case),
                group,
                is_edited=bool(one.case.edit),
            )
            seen[layer] += 1
            if layer == layers.UNCLASSIFIED:
                unclassified.append((path.stem, one.case.id))
    assert unclassified == []
    assert set(seen) == set(layers.LAYERS) - {layers.UNCLASSIFIED}


def test_rules_of_entries_exist() -> None:
    index = whole_suite.opened()[0].index.requirements
    lists = (load_list(path, path.stem) for path in resources.expectations_dir().glob("*.toml"))
    assert [
        rule for known in lists for group in known.groups for rule in group.rules if rule not in index
    ] == []


def test_proposals_are_read_from_the_source_of_a_rule() -> None:
    index = whole_suite.opened()[0].index.requirements
    assert index["limits.no-crash"].proposed == "rule"
    assert index["hfile.codec.gz"].proposed == "refusal"
    assert index["log.block.magic"].proposed == ""


def test_entries_of_different_rules_come_first() -> None:
    rows = [make.implementation("a")]
    for number, rule in enumerate(["log.a.one", "log.a.one", "log.a.two"]):
        case_id = f"log/a/c{number}"
        rows += [make.case(case_id, [rule]), make.result("a", case_id, "wrong-value", layer="proposed")]
    run = build(make.events(rows))
    assert [case.id for case, _ in report_layers.failures(run, "a", "proposed")] == [
        "log/a/c0",
        "log/a/c2",
        "log/a/c1",
    ]
    text = report_layers.to_markdown(run, 2)
    assert "### proposed: 3 cases" in text
    assert "- … and 1 more" in text
    assert standing.must_layers(run) == {"a": {"proposed": 2}}


def test_failures_of_older_events_are_unclassified() -> None:
    rows = [make.implementation("a"), make.case("log/a/b", ["log.a.b"]), make.result("a", "log/a/b", "error")]
    del rows[-1]["layer"]
    assert standing.layer_counts(build(make.events(rows)), "a") == {"unclassified": 1}
