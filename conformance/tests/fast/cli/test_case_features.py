# SPDX-License-Identifier: Apache-2.0
"""Features of cases: stored as marks and rules give them, and cases are chosen by them."""

from __future__ import annotations

import pytest
import sampling
import whole_suite
from hudi_conformance import resources
from hudi_conformance.cli.cases import case_features
from hudi_conformance.specification.features import case_features_text, load_features, tags_of
from hudi_conformance.suite.command_lines import ChoiceError
from hudi_conformance.suite.session import Choice


def test_stored_features_are_those_of_marks_and_rules() -> None:
    suite, ready = whole_suite.opened()
    chosen = [item for item in ready if sampling.is_sampled(item.case.id, 20)]
    assert {item.case.id: suite.features.get(item.case.id, ()) for item in chosen} == case_features(chosen)
    text = case_features_text({item.case.id: suite.features.get(item.case.id, ()) for item in ready})
    assert text == (resources.cases_dir() / "FEATURES.json").read_text(encoding="utf-8")


def test_cases_are_chosen_by_feature() -> None:
    suite, _ = whole_suite.opened()
    lance = {case.id for case in suite.choose(Choice(features=["lance"]))}
    assert {"lance" in suite.features[case] for case in lance} == {True}
    rest = suite.choose(Choice(surfaces=["table"], without_features=["lance", "bootstrap"]))
    assert {bool({"lance", "bootstrap"} & {*suite.features.get(case.id, ())}) for case in rest} == {False}
    with pytest.raises(ChoiceError, match="'lanze' is not a feature; did you mean lance"):
        suite.choose(Choice(without_features=["lanze"]))


def test_a_rule_of_several_features_is_no_tag() -> None:
    features = load_features(resources.spec_dir())
    assert tags_of("a/b/c", ["timeline.table.version-known"], None, features) == ()
    assert tags_of("a/b/c", ["archive.file.name"], None, features) == ("archive",)
    assert tags_of("a/b/c", ["archive.file.name"], frozenset({"lance"}), features) == ("lance",)
