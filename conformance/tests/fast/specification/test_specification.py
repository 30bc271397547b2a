# SPDX-License-Identifier: Apache-2.0
"""The machine that reads the specification: what it takes in, and every complaint that it can make."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hudi_conformance import resources
from hudi_conformance.specification import requirements
from instruments.specification import grammar_fields, traceability
from instruments.specification import index as index_files
from instruments.specification.__main__ import command as specification

RULE = """\
> **`{id}`** — {level} · {roles} · {formats} · since 0.5.0
> A first line
> and a second one.
> {attributes}
"""
CASE = """\
[[case]]
id = "{id}"
title = "a toy"
req = ["log.a.one"]
cmd = "{cmd}"
expect = {expect}
"""


def rule(
    ident: str = "log.a.one",
    level: str = "MUST",
    roles: str = "reader",
    formats: str = "log 1",
    attributes: str = "*source* measured",
) -> str:
    return RULE.format(id=ident, level=level, roles=roles, formats=formats, attributes=attributes)


class Project:
    """A small project of specification, cases and grammars in a temporary folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in ("spec", "cases/log", "ksy", "fixtures"):
            (root / name).mkdir(parents=True)

    def write(self, name: str, text: str) -> None:
        (self.root / name).write_text(text, encoding="utf-8")

    def index(self) -> requirements.SpecIndex:
        return requirements.load(self.root / "spec")

    def review(self) -> None:
        self.write("spec/REVIEWED.json", index_files.reviewed_json(self.index()))

    def complaints(self) -> list[str]:
        folders = [self.root / name for name in ("spec", "cases", "ksy", "fixtures")]
        return [str(problem) for problem in traceability.check(*folders, self.index())]

    def lacking(self) -> list[str]:
        cases, _ = traceability.load_cases(self.root / "cases")
        missing = traceability.lacks(self.index(), cases, self.root / "fixtures")
        return [f"{lack.role} {lack.kind}" for lack in missing]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def whole(project: Project) -> Project:
    """A project without a flaw: one rule for readers, an accepting and a rejecting case."""
    project.write("spec/a.md", "# A\n\n" + rule())
    accept = CASE.format(id="log/a/good", cmd="log.scan", expect='{ blocks = ["=0"] }')
    reject = CASE.format(id="log/a/bad", cmd="log.scan", expect='{ reject = ["bad-type"] }')
    pair = f'{accept}hex = "00"\n\n{reject}hex = "01"\n'
    project.write("cases/log/a.toml", f'surface = "log"\ntopic = "a"\nabout = "toys"\n\n{pair}')
    project.review()
    return project


def test_a_block_becomes_a_requirement(project: Project) -> None:
    attributes = "*ksy* `g#/seq/a` `g#/seq/b` · *source* seen"
    project.write("spec/evidence.toml", '["log.a.one"]\ncases = "accept-only (no `bad` one)"\n')
    project.write(
        "spec/a.md",
        "text\n\n" + rule(roles="reader, writer", formats="log 1, table 8+", attributes=attributes),
    )
    index = project.index()
    assert not index.problems
    (item,) = index.requirements.values()
    assert (item.id, item.level, item.roles) == ("log.a.one", "MUST", ("reader", "writer"))
    assert item.formats == "log 1, table 8+"
    assert item.text == "A first line and a second one."
    assert item.ksy == ("g#/seq/a", "g#/seq/b")
    assert (item.needs, item.needs_reason) == ("accept-only", "no `bad` one")
    assert (item.file, item.line, item.area, item.settled) == ("a.md", 3, "log.a", True)


def test_other_quotes_and_fenced_code_are_no_requirements(project: Project) -> None:
    project.write("spec/a.md", "> only a quotation\n\n```text\n" + rule() + "```\n\n~~~~\n> **`x`**\n~~~~\n")
    index = project.index()
    assert not index.requirements
    assert not index.problems


ILL_FORMED = {
    "ill-formed requirement": "> **`log.a.one`** MUST reader\n> Text.\n",
    "is not a requirement id": rule(ident="Log.A"),
    "level 'MUST NOT'": rule(level="MUST NOT"),
    "role 'scanner'": rule(roles="reader, scanner"),
    "format range 'file 1'": rule(formats="file 1"),
    "since 'always'": rule().replace("since 0.5.0", "since always"),
    "has no text": "> **`log.a.one`** — MUST · reader · log 1 · since 0.5.0\n> *source* x\n",
    "*source* is missing": rule(attributes="*settled* no"),
    "*settled* is no, or left out": rule(attributes="*source* x · *settled* maybe"),
    "*source* occurs twice": rule(attributes="*source* x · *source* y"),
    "is not one of *ksy*": rule(attributes="*source* x · *colour* red"),
    "names no field": rule(attributes="*ksy* nothing · *source* x"),
}


@pytest.mark.parametrize("message", ILL_FORMED)
def test_an_ill_formed_block_is_a_problem_with_its_line(project: Project, message: str) -> None:
    project.write("spec/a.md", "\n\n" + ILL_FORMED[message])
    (problem,) = project.index().problems
    assert message in problem.message
    assert (problem.file, problem.line) == ("a.md", 3)


def test_a_second_definition_is_a_problem(project: Project) -> None:
    project.write("spec/a.md", rule())
    project.write("spec/b.md", "\n" + rule())
    (problem,) = project.index().problems
    assert str(problem) == "b.md:2: log.a.one is defined already at a.md:1"


def test_an_unsettled_rule_needs_its_question(project: Project) -> None:
    project.write("spec/a.md", rule(attributes="*source* x · *settled* no"))
    (problem,) = project.index().problems
    assert "OPEN.md has no heading ### `log-a-one`" in problem.message
    project.write("spec/OPEN.md", "### `log-a-one` — what then\n")
    index = project.index()
    assert not index.problems
    assert index.questions["log-a-one"].title == "what then"
    project.write("spec/OPEN.md", "### `log-a-one`\n\n### `log-a-one`\n")
    assert "occurs twice" in project.index().problems[0].message


def test_a_whole_project_has_no_problem(project: Project) -> None:
    assert whole(project).complaints() == []


BROKEN = tomllib.loads(Path(__file__).with_name("broken.toml").read_text("utf-8"))["broken"]


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken["message"])
def test_a_broken_thread_is_told_with_its_place(project: Project, broken: dict[str, Any]) -> None:
    whole(project)
    for name, text in broken["files"].items():
        project.write(name, text)
    assert [text for text in project.complaints() if broken["message"] in text], project.complaints()


def test_a_review_of_a_rule_that_is_gone(project: Project) -> None:
    text = index_files.reviewed_json(whole(project).index()).replace("{", '{\n "log.gone": "00",')
    project.write("spec/REVIEWED.json", text)
    assert any(
        "spec/REVIEWED.json:1: log.gone is no longer a requirement" in one for one in project.complaints()
    )


def test_a_grammar_field_may_be_mapped_or_wait_for_a_chapter(project: Project) -> None:
    whole(project)
    project.write("ksy/g.ksy", "seq:\n  - id: a\ntypes:\n  t:\n    seq:\n      - id: b\n      - id: c\n")
    project.write("ksy/REQUIREMENTS.toml", '[g]\n"/seq/a" = ["log.a.one"]\n"/types/t" = ["log.a.one"]\n')
    project.write("ksy/h.ksy", "seq:\n  - id: b\n")
    project.write("spec/README.md", "Grammars without a chapter: `h` `i`\n")
    assert project.complaints() == []


ACCEPTED = ["reader accept"]
REFUSED = ["reader reject", "writer reject"]
VERDICTS = [
    ("log.scan", '{ blocks = ["=0", "=1"] }', ACCEPTED),
    ("log.scan", '{ blocks = ["=0", "corrupt $1..$end"] }', REFUSED),
    ("log.records", """{ blocks = ["=0 {\\"reject\\":{\\"code\\":\\"truncated\\"}}"] }""", REFUSED),
    ("log.scan", '{ reject = ["bad-type"] }', REFUSED),
    ("log.scan", """{ value = '{"blocks":[]}' }""", ACCEPTED),
    ("log.records", '{ value = "log/with_reject.json" }', REFUSED),
    ("log.records", '{ value = "log/good.json" }', ACCEPTED),
    ("log.scan", '{ open = "q" }', []),
    ("log.scan", "{ robust = true }", ["reader robust"]),
    ("log.scan", '{ any = [{ reject = ["bad-type"] }, { blocks = ["corrupt 0..9"] }] }', REFUSED),
    ("log.scan", '{ any = [{ reject = ["bad-type"] }, { blocks = ["=0"] }] }', []),
    ("log.write", '{ bytes = "x.log" }', ["writer accept"]),
    ("log.write", '{ reads-back = "x.json" }', ["writer accept"]),
    ("log.check", "{ findings = [] }", ["writer accept"]),
    ("log.check", '{ findings = [["log.a.one", "bad-value", "0"]] }', REFUSED),
    ("log.check", '{ findings = [["log.a.two", "bad-value", "0"]] }', []),
]


@pytest.mark.parametrize(("cmd", "expect", "given"), VERDICTS)
def test_what_an_expectation_says_about_a_rule(
    project: Project, cmd: str, expect: str, given: list[str]
) -> None:
    (project.root / "fixtures/log").mkdir()
    project.write("fixtures/log/with_reject.json", '{"blocks":[{"reject":{}}]}')
    project.write("fixtures/log/good.json", '{"blocks":[]}')
    project.write("cases/log/a.toml", CASE.format(id="log/a/x", cmd=cmd, expect=expect))
    ((case,), problems) = traceability.load_cases(project.root / "cases")
    assert not problems
    pairs = traceability.verdicts(case, "log.a.one", project.root / "fixtures")
    assert sorted(f"{role} {kind}" for role, kind in pairs) == given


def test_a_parsed_name_counts_for_whoever_writes_it() -> None:
    case = traceability.CaseRef("name/p/x", ("name.a",), "name.parse", {"value": "{}"}, "a.toml", 1)
    assert traceability.verdicts(case, "name.a") == {("reader", "accept"), ("writer", "accept")}


@pytest.mark.parametrize(
    ("mark", "expect", "lacking"),
    [
        ("", '{ blocks = ["=0"] }', ["reader reject"]),
        ("accept-only (r)", '{ blocks = ["=0"] }', []),
        ("accept-only (r)", '{ reject = ["bad-type"] }', ["reader accept"]),
        ("reject-only (r)", '{ reject = ["bad-type"] }', []),
        ("reject-only (r)", '{ blocks = ["=0"] }', ["reader reject"]),
        ("robust (r)", "{ robust = true }", []),
        ("robust (r)", '{ reject = ["bad-type"] }', []),
        ("robust (r)", '{ blocks = ["=0"] }', ["reader robust"]),
        ("", "{ robust = true }", ["reader accept", "reader reject"]),
    ],
)
def test_marks_change_what_a_must_needs(project: Project, mark: str, expect: str, lacking: list[str]) -> None:
    project.write("spec/a.md", rule())
    project.write("spec/evidence.toml", f'"log.a.one".cases = "{mark}"\n' if mark else "")
    project.write("cases/log/a.toml", CASE.format(id="log/a/x", cmd="log.scan", expect=expect))
    assert project.lacking() == lacking


@pytest.mark.parametrize(
    "free", [rule(level="SHOULD"), rule(attributes="*source* x · *settled* no"), rule("log.a.untestable")]
)
def test_only_settled_testable_musts_need_cases(project: Project, free: str) -> None:
    project.write("spec/a.md", free)
    if "log.a.untestable" in free:
        project.write("spec/evidence.toml", '"log.a.untestable".untestable = "so"\n')
    assert project.lacking() == []


def test_coverage_counts_by_area(project: Project) -> None:
    whole(project)
    more = [
        rule("log.b.two"),
        rule("log.b.three", level="SHOULD"),
        rule("log.b.four", level="MAY"),
        rule("log.b.five", attributes="*source* x · *settled* no"),
    ]
    project.write("spec/b.md", "\n".join(more))
    cases, _ = traceability.load_cases(project.root / "cases")
    index = project.index()
    first, second, total = traceability.coverage(index, traceability.lacks(index, cases))
    assert first == traceability.AreaCoverage("log.a", 1, 1, 1, 0, 0, 0, 0)
    assert second == traceability.AreaCoverage("log.b", 1, 0, 0, 1, 1, 1, 0)
    assert (total.area, total.must, total.accepted, total.rejected, total.unsettled) == ("total", 2, 1, 1, 1)


def test_fields_of_a_grammar() -> None:
    text = """\
meta:
  id: g
  title: a title
doc: |
  seq:
    - id: not_a_field
params:
  - id: not_one_either
seq:
  - id: first
    -orig-id: FIRST
    doc: >
      - id: nor_this
    type: u4
instances:
  computed:
    value: first + 1
  placed:
    pos: 4
types:
  inner:
    seq:
      # - id: commented
      - id: second
    types:
      deep:
        instances:
          third:
            pos: 0
enums:
  kinds:
    0: zero
    1:
      id: one
"""
    fields = grammar_fields.parse(text, "g.ksy")
    assert list(fields) == [
        "/seq/first",
        "/instances/computed",
        "/instances/placed",
        "/types/inner/seq/second",
        "/types/inner/types/deep/instances/third",
    ]
    assert [name for name, field in fields.items() if field.computed] == ["/instances/computed"]
    assert fields["/types/inner/seq/second"].line == 24
    named = {f"g#{name}": field for name, field in fields.items()}
    assert grammar_fields.below(named, "g#/types/inner") == list(named)[3:]
    assert grammar_fields.below(named, "g#") == list(named)
    assert grammar_fields.below(named, "g#/seq/fir") == []


def test_what_depends_on_the_digest(project: Project) -> None:
    digests = set()
    for text in (
        rule(),
        rule(level="MAY"),
        rule(roles="writer"),
        rule(formats="log 1-2"),
        rule().replace("and", "or"),
    ):
        project.write("spec/a.md", text)
        (item,) = project.index().requirements.values()
        digests.add(item.digest)
    assert len(digests) == 5
    project.write("spec/a.md", rule(attributes="*source* another"))
    (item,) = project.index().requirements.values()
    assert item.digest in digests


def test_the_real_specification_is_well_formed() -> None:
    index = requirements.load(resources.spec_dir())
    assert not index.problems
    assert len(index.requirements) >= 114
    musts = [item for item in index.requirements.values() if item.level == "MUST"]
    assert sum(bool(item.untestable) for item in musts) <= traceability.MAX_UNTESTABLE * len(musts)


def test_the_generated_index_is_up_to_date() -> None:
    folder = resources.spec_dir()
    text = (folder / index_files.GENERATED).read_text(encoding="utf-8")
    assert text == index_files.to_json(requirements.load(folder))
    document = json.loads(text)
    assert {item["id"] for item in document["requirements"]} >= {"log.block.magic", "name.log.form"}


def test_links_between_the_pages_lead_somewhere() -> None:
    folder = resources.spec_dir()
    pages = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    anchors = {
        name: {anchor(line) for line in text.splitlines() if line.startswith("#")}
        for name, text in pages.items()
    }
    for name, text in pages.items():
        for target in LINK.findall(text):
            if target.startswith("http"):
                continue
            page, _, place = target.partition("#")
            assert page in ("", "evidence.toml", *pages), f"{name} links to {target}"
            assert not place or place in anchors[page or name], f"{name} links to {target}"


LINK = requirements.re.compile(r"\]\(([^)\s]+)\)")


def anchor(heading: str) -> str:
    """The fragment that a Markdown renderer makes of a heading."""
    text = requirements.re.sub(r"[^\w\- ]", "", heading.lstrip("#").strip().lower())
    return text.replace(" ", "-")


def test_cli_check_prints_problems_and_fails(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    whole(project)
    for name, folder in (
        ("data_root", ""),
        ("spec_dir", "spec"),
        ("cases_dir", "cases"),
        ("ksy_dir", "ksy"),
        ("fixtures_dir", "fixtures"),
    ):
        monkeypatch.setattr(resources, name, lambda folder=folder: project.root / folder)
    run = CliRunner().invoke
    stale = run(specification, ["check"])
    assert stale.exit_code == 1
    assert "spec/requirements.json:1: is out of date" in stale.output
    assert run(specification, ["build"]).exit_code == 0
    clean = run(specification, ["check"])
    assert (clean.exit_code, clean.output) == (0, "1 requirement, 2 cases, 0 problems\n")
    assert "none lacking\n" in run(specification, ["coverage"]).output

    (project.root / "cases/log/a.toml").unlink()
    lacking = run(specification, ["check"])
    assert lacking.exit_code == 1
    assert "spec/a.md:3: log.a.one lacks an accepting case for the reader" in lacking.output
    counted = json.loads(run(specification, ["coverage", "--json"]).output)
    assert [item["kind"] for item in counted["lacking"]] == ["accept", "reject"]
    assert counted["areas"][-1]["area"] == "total"

    project.write("spec/a.md", "# A\n\n" + rule().replace("first", "other"))
    assert "has changed" in run(specification, ["check"]).output
    assert run(specification, ["build", "--reviewed"]).exit_code == 0
    assert "has changed" not in run(specification, ["check"]).output
