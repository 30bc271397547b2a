# SPDX-License-Identifier: Apache-2.0
"""Lists of known failures: their form, their rules, and how they are kept true."""

from __future__ import annotations

import datetime
import json
import re
import tomllib
from pathlib import Path

import jsonschema
import pytest
from hudi_conformance import resources
from hudi_conformance.suite import expectations
from hudi_conformance.suite.expectations import KnownFailures, ListError, Standing, parse_list
from hypothesis import given
from hypothesis import strategies as st

TODAY = datetime.date(2026, 11, 21)
IDS = ["log/a/one", "log/a/two", "log/b/one", "name/a/one"]


def group(**other: str) -> str:
    keys = {"reason": '"why"', "kind": '"bug"', "outcome": '"wrong-value"', "cases": '["log/a/*"]', **other}
    return "[[group]]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items() if value != "None")


def known(*groups: str) -> KnownFailures:
    return parse_list("".join(groups), "it")


def schema() -> jsonschema.Draft202012Validator:
    path = resources.schemas_dir() / "expectations.schema.json"
    return jsonschema.Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))


def test_form() -> None:
    text = group(link='"apache/hudi#1"', until="2027-01-01", max="3") + group(
        kind='"hang"', outcome='"hang"', skip="true", cases='["name/a/one"]', until='"2027-01-01"'
    )
    found = known(text)
    assert found.groups[0].until == found.groups[1].until == datetime.date(2027, 1, 1)
    assert (found.groups[0].max, found.groups[1].max, found.groups[1].skip) == (3, 20, True)
    schema().validate(tomllib.loads(text))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[group", "not TOML"),
        ("adapter = 1", "unknown keys"),
        (group(reason='" "'), "needs a reason"),
        (group(reason="None"), "needs a reason"),
        (group(kind='"lazy"'), "kind is one of"),
        (group(outcome='"pass"'), "outcome is one of"),
        (group(outcome='"unsupported"'), "outcome is one of"),
        (group(cases="[]"), "cases lists globs"),
        (group(cases='"log/*"'), "cases lists globs"),
        (group(until='"soon"'), "until is a date"),
        (group(until="3"), "until is a date"),
        (group(max="0"), "max is"),
        (group(skip="true"), "only kind hang may be skipped"),
        (group(link="3"), "link is a string"),
        (group(mood="1"), "unknown keys ['mood']"),
        (group(also='"pass"'), "also is one of"),
        (group(also='"wrong-value"'), "also is another one than outcome"),
    ],
)
def test_what_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(ListError) as wrong:
        known(text)
    assert sentence in str(wrong.value)


def standing(verdict: str, case: str = "log/a/one", text: str = "", profile: str = "core") -> Standing:
    return expectations.standing(verdict, case, known(text), profile=profile, today=TODAY)


@pytest.mark.parametrize(
    ("verdict", "text", "status"),
    [
        ("pass", "", "pass"),
        ("pass-weak", "", "pass-weak"),
        ("unsupported", "", "unsupported"),
        ("open", "", "open"),
        ("wrong-value", "", "new"),
        ("crash", "", "new"),
        ("wrong-value", group(), "known"),
        ("crash", group(), "new"),
        ("wrong-value", group(also='"crash"'), "known"),
        ("crash", group(also='"crash"'), "known"),
        ("error", group(also='"crash"'), "new"),
        ("pass", group(also='"crash"'), "stale"),
        ("pass-weak", group(also='"pass-weak"'), "pass-weak"),
        ("pass", group(), "stale"),
        ("pass-weak", group(), "stale"),
        ("unsupported", group(), "stale"),
        ("open", group(), "stale"),
        ("wrong-value", group(until="2026-11-21"), "known"),
        ("wrong-value", group(until="2026-11-20"), "new"),
        ("wrong-value", group(cases='["log/b/*"]'), "new"),
    ],
)
def test_standing(verdict: str, text: str, status: str) -> None:
    assert standing(verdict, text=text).status == status


def test_standing_tells_why() -> None:
    assert standing("wrong-value", text=group()).reason == "why"
    assert standing("crash", text=group()).reason == "listed as wrong-value, but is crash (why)"
    assert "passes: remove it" in (standing("pass", text=group()).reason or "")


def test_profiles() -> None:
    weak = group(outcome='"pass-weak"')
    assert standing("pass-weak", profile="strict").status == "new"
    assert standing("pass-weak", profile="strict", text=weak).status == "known"
    # in core a weak pass is a pass, and an entry for it speaks of another profile: not stale
    assert standing("pass-weak", profile="core", text=weak).status == "pass-weak"
    assert standing("pass", profile="robust", text=group()).status == "pass"
    assert standing("error", profile="robust", text=group(outcome='"error"')).status == "known"
    assert standing("pass", profile="robust", text=group(outcome='"error"')).status == "stale"


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (group(), []),
        (group(cases='["log/z/*"]'), ["'log/z/*' matches no case"]),
        (group(max="1"), ["matches 2 cases, at most 1 are allowed (max)"]),
        (group() + group(cases='["log/a/two"]'), ["log/a/two is in group 1 too"]),
        (group(until="2026-11-20"), ["expired on 2026-11-20"]),
        (group(reason='"UNEXPLAINED: NPE"'), ["no reason is given yet"]),
    ],
)
def test_problems(text: str, sentences: list[str]) -> None:
    problems = expectations.list_problems(known(text), IDS, today=TODAY)
    assert len(problems) == len(sentences)
    for problem, sentence in zip(problems, sentences, strict=True):
        assert sentence in problem
        assert problem.startswith("it, group ")


def test_update_keeps_what_holds_and_moves_the_rest() -> None:
    before = parse_list(
        "# SPDX\n# Kept by us.\n"
        + group(link='"apache/hudi#1"')
        + group(outcome='"crash"', cases='["log/b/one", "name/a/*"]')
        + group(outcome='"hang"', kind='"hang"', cases='["name/b/one"]'),
        "it",
    )
    verdicts = {
        "log/a/one": "wrong-value",
        "log/a/two": "pass",
        "log/b/one": "error",
        "name/a/one": "crash",
        "log/c/x": "pass-weak",
    }
    after = expectations.update(before, verdicts, {"log/b/one": "NullPointerException"})
    assert [(g.outcome, g.cases, g.reason) for g in after.groups] == [
        ("wrong-value", ("log/a/one",), "why"),
        ("crash", ("name/a/*",), "why"),
        ("hang", ("name/b/one",), "why"),  # not run: kept
        ("error", ("log/b/one",), "UNEXPLAINED: NullPointerException"),
    ]
    assert after.groups[0].link == "apache/hudi#1"
    assert list(expectations.changes(before, after)) == [
        "- crash log/b/one",
        "- wrong-value log/a/*",
        "+ error log/b/one",
        "+ wrong-value log/a/one",
    ]
    text = expectations.to_toml(after)
    assert text.startswith("# SPDX\n# Kept by us.\n")
    assert parse_list(text, "it") == after
    # what was updated fits, and does not change when updated again
    assert expectations.update(after, verdicts) == after
    for case, verdict in verdicts.items():
        assert expectations.standing(verdict, case, after, profile="core", today=TODAY).status not in {
            "new",
            "stale",
        }


def test_update_keeps_what_occurs_by_chance() -> None:
    listed = known(group(also='"crash"', cases='["log/a/one"]'))
    for verdict in ("wrong-value", "crash"):
        assert expectations.update(listed, {"log/a/one": verdict}) == listed
    text = expectations.to_toml(listed)
    assert parse_list(text, "it") == listed
    schema().validate(tomllib.loads(text))
    assert expectations.update(listed, {"log/a/one": "error"}).groups[0].outcome == "error"


def test_update_of_nothing_and_of_a_pattern_that_still_fits() -> None:
    empty = KnownFailures("it")
    assert expectations.update(empty, {"a/b/c": "pass", "a/b/d": "open"}) == empty
    whole = known(group())
    assert expectations.update(whole, {"log/a/one": "wrong-value", "log/a/two": "wrong-value"}) == whole


@given(
    st.dictionaries(
        st.sampled_from([f"log/{t}/{n}" for t in "abc" for n in "xyz"]),
        st.sampled_from(
            ["pass", "pass-weak", "open", "unsupported", "crash", "error", "wrong-value", "hang"]
        ),
    ),
    st.lists(
        st.tuples(
            st.sampled_from(["crash", "error", "wrong-value"]),
            st.sampled_from(["log/a/*", "log/b/x", "log/*/y", "log/c"]),
        ),
        max_size=4,
    ),
)
def test_an_updated_list_is_always_true(verdicts: dict[str, str], listed: list[tuple[str, str]]) -> None:
    before = known(*(group(outcome=f'"{outcome}"', cases=f'["{glob}"]') for outcome, glob in listed))
    after = expectations.update(before, verdicts)
    for case, verdict in verdicts.items():
        assert expectations.standing(verdict, case, after, profile="core", today=TODAY).status not in {
            "new",
            "stale",
        }


def extending(folder: Path, text: str = "", excluded: str = '"log/a/two"') -> KnownFailures:
    (folder / "base.toml").write_text(group() + group(outcome='"pass-weak"', cases='["name"]'))
    (folder / "it.toml").write_text(f'extends = "base"\nexcept = [{excluded}]\n{text}')
    schema().validate(tomllib.loads((folder / "it.toml").read_text()))
    return expectations.load_list(folder / "it.toml", "it")


def test_a_list_extends_that_of_another_release(tmp_path: Path) -> None:
    own = group(outcome='"crash"', reason='"own"', cases='["log/a/one", "log/b/one"]')
    listed = extending(tmp_path, own)
    found = {case: (entry := listed.find(case)) and entry.reason for case in IDS}
    assert found == {"log/a/one": "own", "log/a/two": None, "log/b/one": "own", "name/a/one": None}
    assert (inherited := extending(tmp_path).find("log/a/one")) is not None
    assert inherited.outcome == "wrong-value"
    (tmp_path / "it.toml").write_text(expectations.to_toml(listed))
    assert expectations.load_list(tmp_path / "it.toml", "it") == listed
    assert expectations.list_problems(listed, IDS, today=TODAY) == []
    excluded = '"log/a/one", "log/b/one", "name/a/one"'
    problems = expectations.list_problems(extending(tmp_path, own, excluded), IDS, today=TODAY)
    assert [problem.partition("names ")[2] for problem in problems] == [
        "log/a/one, which is in group 1",
        "log/b/one, which the extended list does not have",
    ]


def test_an_update_of_an_extending_list_has_differences_only(tmp_path: Path) -> None:
    before = extending(tmp_path, group(outcome='"crash"', cases='["log/a/one", "log/b/one"]'))
    verdicts = {"log/a/one": "wrong-value", "log/a/two": "error", "log/b/one": "pass", "log/a/new": "pass"}
    after = expectations.update(before, verdicts)
    assert [(entry.outcome, entry.cases) for entry in after.groups] == [("error", ("log/a/two",))]
    assert after.excluded == {"log/a/new"}
    assert list(expectations.changes(before, after))[-2:] == ["+ error log/a/two", "+ except log/a/new"]
    assert expectations.update(after, verdicts) == after
    for case, verdict in verdicts.items():
        assert expectations.standing(verdict, case, after, profile="core", today=TODAY).status in {
            "known",
            "pass",
        }


@pytest.mark.parametrize("name", ["base", "other", "../base", "nobody"])
def test_a_list_extends_only_one_of_its_folder_that_extends_none(name: str, tmp_path: Path) -> None:
    extending(tmp_path)
    (tmp_path / "base.toml").write_text('extends = "it"')
    (tmp_path / "other.toml").write_text(f'extends = "{name}"')
    with pytest.raises(ListError):
        expectations.load_list(tmp_path / "other.toml", "other")
    with pytest.raises(ListError, match="goes with extends"):
        known('except = ["log/a/one"]')


def test_texts_survive_toml() -> None:
    nasty = 'tab\t "quoted" \\ \x7f é \n end'
    listed = known(group())
    listed = KnownFailures(
        "it", (expectations.Group(nasty, "bug", "crash", ("log/a/*",), until=TODAY, max=7),)
    )
    assert parse_list(expectations.to_toml(listed), "it") == listed


def test_shipped_lists_follow_their_schema() -> None:
    for path in Path(resources.expectations_dir()).glob("*.toml"):
        schema().validate(tomllib.loads(path.read_text(encoding="utf-8")))
        expectations.load_list(path, path.stem)
    with pytest.raises(ListError, match="No such file"):
        expectations.load_list(resources.expectations_dir() / "nobody.toml", "nobody")


SOURCE = re.compile(
    r"apache/\w+#\d+|\b(HBASE|HUDI)-\d+\b|\b[A-Z]\w*[a-z][A-Z]\w*\b|\bhoodie(\.\w+)+"
    r"|reference guide|release notes"
)


@pytest.mark.parametrize(
    "path", sorted(resources.expectations_dir().glob("*.toml")), ids=lambda path: path.stem
)
def test_what_is_by_design_quotes_the_project(path: Path) -> None:
    """An issue, a class, a setting or a page of the project: the list's own word makes no design."""
    groups = tomllib.loads(path.read_text(encoding="utf-8")).get("group", [])
    designs = {group["design"] for group in groups if "design" in group}
    assert [design for design in designs if not SOURCE.search(design)] == []
