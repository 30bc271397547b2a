# SPDX-License-Identifier: Apache-2.0
"""Pairs of cases that tell whether a rule is followed, and the number of distinct questions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from hudi_conformance.specification.requirements import Requirement, SpecIndex, parse_text
from instruments.specification import pairs, questions
from instruments.specification.traceability import CaseRef

RULE = "> **`log.a.one`** — MUST · reader · log 1 · since 0.5.0\n> Text.\n> *source* x\n"
INDEX = SpecIndex({item.id: item for item in parse_text(RULE, "a.md")}, {}, [])


def case(name: str, expect: Any, req: str = "log.a.one", **table: Any) -> CaseRef:
    expected = {"value": expect} if isinstance(expect, str) else expect
    whole = {"cmd": "log.scan", "req": [req], "expect": expected, **table}
    return CaseRef(name, (req,), whole["cmd"], expected, "log/a.toml", 1, whole)


def kind(*cases: CaseRef, fixtures: Path = Path("/nonexistent")) -> str | None:
    found = pairs.find_pairs(INDEX, cases, fixtures).get("log.a.one")
    return None if found is None else found.kind


EDIT, OTHER = {"op": "set", "at": "@1", "hex": "00"}, {"op": "set", "at": "@2", "hex": "00"}
EMPTY = {"text": ""}
TREE = {"a": {"hex": "00"}, "p": {"text": "x=1\nhoodie.table.checksum=7\n"}}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"args": {"rows": [{"a": 1}]}}, {"args": {"rows": [{"a": 2}]}}),
        ({"args": {"rows": [{"a": 1}]}}, {"args": {"rows": [{"a": 1, "b": 2}]}}),
        ({"args": {"rows": [{"a": 1, "b": 3}]}}, {"args": {"rows": [{"a": 1, "b": 3}, {"a": 2, "b": 4}]}}),
        ({"args": {"name": ".f_1.log.1"}}, {"args": {"name": ".f_1.log.x"}}),
        ({"base": "x", "edit": []}, {"base": "x", "edit": [EDIT, OTHER]}),
        ({"base": "x", "edit": [EDIT]}, {"base": "x", "edit": [OTHER]}),
        ({"hex": "0102ff04"}, {"hex": "0102fe04"}),
        ({"args": {"x": ["a" * 40, "c"]}}, {"args": {"x": ["a" * 40, "b" * 40, "c"]}}),
        ({"base": "x", "edit": []}, {"base": "x", "edit": [EDIT], "recount": True}),
        ({"files": TREE}, {"files": {**TREE, "b": {"hex": "01"}}}),
        ({"files": TREE}, {"files": {"b": TREE["a"], "p": TREE["p"]}}),
        ({"files": TREE}, {"files": {**TREE, "b": EMPTY}}),
        ({"files": {**TREE, "c": EMPTY}}, {"files": {**TREE, "b": EMPTY}}),
        ({"files": TREE}, {"files": {**TREE, "p": {"text": "x=2\nhoodie.table.checksum=8\n"}}}),
    ],
)
def test_one_place_and_another_answer_is_a_pair(first: dict[str, Any], second: dict[str, Any]) -> None:
    assert kind(case("a", "{}", **first), case("b", "[]", **second)) == pairs.VALUES
    assert kind(case("a", "{}", **first), case("b", "[]", "log.b.two", **second)) == pairs.VALUES
    assert kind(case("a", "{}", **first), case("b", "{ }", **second)) is None, "the same answer"
    assert kind(case("a", "{}", **first), case("b", {"reject": ["truncated"]}, **second)) == (
        pairs.ACCEPT_REJECT
    )
    assert kind(case("a", "{}", **first), case("b", {"open": "x"}, **second)) is None
    elsewhere = case("b", "[]", **{**second, "cmd": "log.records"})
    assert kind(case("a", "{}", **first), elsewhere) is None, "another command"


@pytest.mark.parametrize(
    "expect", [{"reject": ["truncated"]}, {"findings": [["log.b.two", "truncated"]]}, {"robust": True}]
)
def test_a_refusal_for_another_reason_is_no_witness(expect: dict[str, Any]) -> None:
    good = case("a", {"findings": []} if "findings" in expect else "{}", base="x", edit=[])
    other = case("b", expect, "log.b.two", base="x", edit=[EDIT])
    assert kind(good, other) is None
    whole = {**other.table, "req": ["log.b.two", "log.a.one"]}
    named = CaseRef("b", ("log.b.two", "log.a.one"), other.cmd, expect, other.file, 1, whole)
    assert (kind(good, named) is None) == ("robust" in expect)
    about = CaseRef("c", ("log.a.one",), other.cmd, expect, other.file, 1, other.table)
    clean = case("d", {"findings": []} if "findings" in expect else "{}", "log.b.two", base="x", edit=[])
    assert (kind(about, clean) is None) == ("robust" in expect)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"args": {"a": 1, "b": 1}}, {"args": {"a": 2, "b": 2}}),
        ({"args": {"name": "a" * 80}}, {"args": {"name": "b" * 80}}),
        ({"args": {"x": ["a", "b", "c", "d"]}}, {"args": {"x": ["e", "f", "g", "h"]}}),
        ({"base": "x", "edit": []}, {"base": "y", "edit": []}),
        ({"base": "x", "edit": [EDIT, EDIT]}, {"base": "x", "edit": [OTHER, OTHER]}),
        ({"files": {"a": {"from": "x"}}}, {"files": {"a": {"from": "y"}}}),
        ({"files": TREE}, {"files": {"a": {"hex": "01"}, "p": {"text": "x=3\n"}}}),
        ({"files": TREE}, {"files": {**TREE, "b": EMPTY, "c": EMPTY}}),
        ({"files": TREE}, {"files": {"b": EMPTY, "p": TREE["p"]}}),
    ],
)
def test_more_than_one_place_is_none(first: dict[str, Any], second: dict[str, Any]) -> None:
    assert kind(case("a", "{}", **first), case("b", "[]", **second)) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"bytes": "a.bin"}, {"reads-back": "{}"}),
        ({"reads-back": "{}"}, {"reads-back": "[]", "by": "log.check"}),
        ({"value": "{}"}, {"blocks": ["=0@$1"]}),
    ],
)
def test_answers_in_other_forms_are_no_other_answers(first: dict[str, Any], second: dict[str, Any]) -> None:
    inputs = ({"args": {"a": 1}}, {"args": {"a": 2}})
    cases = [case("ab"[number], (first, second)[number], **inputs[number]) for number in range(2)]
    assert kind(*cases) is None


def test_blocks_of_the_base_are_values(tmp_path: Path) -> None:
    (tmp_path / "x.scan.json").write_text('{"blocks": [{"ofs": "0", "len": "9"}]}', encoding="utf-8")
    same = case("a", {"blocks": ["=0"]}, base="x.log", edit=[])
    assert questions.answer(same.table, tmp_path) == '{"value": {"blocks": [{"len": "9", "ofs": "0"}]}}'
    for blocks, expected in ((['=0 {"len":"8"}'], pairs.VALUES), (['{"len":"9","ofs":"0"}'], None)):
        other = case("b", {"blocks": blocks}, base="x.log", edit=[EDIT])
        assert kind(same, other, fixtures=tmp_path) == expected


def test_files_by_their_descriptions(tmp_path: Path) -> None:
    for name, size in (("x", 1), ("y", 2)):
        description = {"about": name, "blocks": [{"size": size}, {"size": 9}]}
        (tmp_path / f"{name}.write.json").write_text(json.dumps(description), encoding="utf-8")
    first, second = (case(name, f'"{name}"', base=f"{name}.log", edit=[]) for name in "xy")
    assert kind(first, second, fixtures=tmp_path) == pairs.VALUES


def test_questions() -> None:
    cut = [{"op": "truncate", "at": f"@{number}"} for number in range(3)]
    tables = [case("a", "{}", base="x", edit=[edit]).table for edit in cut]
    assert questions.count_questions(tables) == 1
    assert questions.count_questions([*tables, case("a", "[]", base="x", edit=[cut[0]]).table]) == 2
    assert questions.count_questions([*tables, case("a", "{}", base="y", edit=[cut[0]]).table]) == 2
    assert questions.count_questions([*tables, case("a", "{}", base="x", edit=[EDIT]).table]) == 2


def test_files_of_a_history_by_their_columns(tmp_path: Path) -> None:
    def history(name: str, **columns: list[str | None]) -> CaseRef:
        path = tmp_path / "history" / f"{name}.parquet"
        path.parent.mkdir(exist_ok=True)
        pyarrow.parquet.write_table(pyarrow.table(columns), path)
        entry = {"fileName": "a.parquet", "fileLen": path.stat().st_size}
        manifest = {"text": json.dumps({"files": [entry]})}
        return case(
            name, f'"{name}"', files={"m": manifest, "d/a.parquet": {"from": f"history/{name}.parquet"}}
        )

    row = history("row", time=["1"], action=["commit"])
    assert kind(row, history("null", time=["1"], action=[None]), fixtures=tmp_path) == pairs.VALUES
    assert kind(row, history("lack", time=["1"]), fixtures=tmp_path) == pairs.VALUES
    assert kind(row, history("both", time=["2"], action=["clean"]), fixtures=tmp_path) is None


def test_a_reason_stands_for_a_pair() -> None:
    cases = [case("a", "{}", base="x", edit=[]), case("b", "[]", base="x", edit=[EDIT])]
    found = pairs.find_pairs(INDEX, cases, Path("/nonexistent"))
    (problem,) = pairs.check(INDEX, {})
    assert "log.a.one has no pair of cases" in problem.message
    assert not pairs.check(INDEX, found)
    (rule,) = parse_text(RULE, "a.md", {"log.a.one": {"pair": "none (the answers are equal)"}})
    assert isinstance(rule, Requirement)
    assert rule.unpaired == "the answers are equal"
    stated = SpecIndex({rule.id: rule}, {}, [])
    assert not pairs.check(stated, {})
    (problem,) = pairs.check(stated, found)
    assert "states that there is no pair, but a and b form one" in problem.message
    (ill_formed,) = parse_text(RULE, "a.md", {"log.a.one": {"pair": "some"}})
    assert "`pair` is none, then the reason" in str(ill_formed)
