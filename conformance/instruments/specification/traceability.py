# SPDX-License-Identifier: Apache-2.0
"""Which requirement is covered by which case, and all problems that `check` reports.

A case is read here as plain TOML, with only the keys that traceability needs, so that the index of
requirements does not depend on the runner. The rules are stated in `spec/README.md`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hudi_conformance.specification.requirements import OPEN, Problem, Requirement, SpecIndex

from instruments.specification import grammar_fields
from instruments.specification.index import REVIEWED

_BUILD = "python -m instruments.specification build --reviewed"
MAX_UNTESTABLE = 0.05
"""Largest share of MUSTs that may be `untestable`."""
ACCEPT, REJECT, ROBUST = "accept", "reject", "robust"
PLANS = frozenset({"archive.plan", "archive.merge_plan", "archive.recover"})
"""Commands that return what a writer would do: an answer covers writers as well."""
_CASE_ID = re.compile(r'^\s*id\s*=\s*"(?P<id>[^"]+)"')


@dataclass(frozen=True, slots=True)
class CaseRef:
    """The part of a case that traceability needs; `table` is the whole case as its manifest states it."""

    id: str
    req: tuple[str, ...]
    cmd: str
    expect: Mapping[str, Any]
    file: str
    line: int
    table: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lack:
    """A missing case of a requirement: of `kind`, for `role`."""

    requirement: Requirement
    role: str
    kind: str

    def __str__(self) -> str:
        kind = {ACCEPT: "an accepting", REJECT: "a rejecting", ROBUST: "a robust"}[self.kind]
        return f"{self.requirement.id} lacks {kind} case for the {self.role}"


@dataclass(frozen=True, slots=True)
class AreaCoverage:
    """Counts of one area; `accepted` and `rejected` count testable, settled MUSTs that lack no such case.

    `killed` counts those of which a mutant was caught by a case that names them; None = no results. `paired`
    counts those with a pair of cases, see `pairs`.
    """

    area: str
    must: int
    accepted: int
    rejected: int
    should: int
    may: int
    unsettled: int
    untestable: int
    killed: int | None = None
    paired: int = 0


def load_cases(folder: Path) -> tuple[list[CaseRef], list[Problem]]:
    """Cases of all manifests below a folder, and manifests that cannot be read."""
    cases: list[CaseRef] = []
    problems: list[Problem] = []
    for path in sorted(folder.glob("**/*.toml")):
        name = path.relative_to(folder).as_posix()
        text = path.read_text(encoding="utf-8")
        try:
            document = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            problems.append(Problem(name, 1, f"not TOML: {error}"))
            continue
        lines = {
            match["id"]: number
            for number, line in enumerate(text.splitlines(), 1)
            if (match := _CASE_ID.match(line))
        }
        for case in document.get("case", []):
            ident = case.get("id", "")
            line = lines.get(ident, 1)
            expect = case.get("expect")
            if not isinstance(expect, dict) or not isinstance(case.get("req"), list):
                message = f"case {ident or '(no id)'} has no req list or no expect table"
                problems.append(Problem(name, line, message))
                continue
            cases.append(CaseRef(ident, tuple(case["req"]), case.get("cmd", ""), expect, name, line, case))
    return cases, problems


def verdicts(case: CaseRef, ident: str, fixtures: Path | None = None) -> frozenset[tuple[str, str]]:
    """(role, kind) pairs that a case contributes to a requirement that it names."""
    found = kinds(case, ident, fixtures)
    if case.cmd.endswith(".write"):
        return frozenset(("writer", kind) for kind in found)
    if case.cmd.endswith(".check"):
        # a clean file proves that the output is correct; a finding is a rejection by a strict reader
        pairs = {(role, kind) for role in ("reader", "writer") for kind in found}
        return frozenset(pairs - {("reader", ACCEPT)})
    # a writer must not write input that readers reject; a name is only its parsed parts
    covers_writers = case.cmd in PLANS or ident.startswith("name.")
    writer = {("writer", kind) for kind in found if kind == REJECT or covers_writers}
    return frozenset(writer | {("reader", kind) for kind in found})


def kinds(case: CaseRef, ident: str, fixtures: Path | None = None) -> set[str]:
    """Expectation of a case for a requirement: `ACCEPT`, `REJECT`, `ROBUST`."""
    return _kinds(case, case.expect, ident, fixtures)


def _kinds(case: CaseRef, expect: Mapping[str, Any], ident: str, fixtures: Path | None) -> set[str]:
    if "any" in expect:
        options = [
            _kinds(case, option, ident, fixtures) for option in expect["any"] if isinstance(option, dict)
        ]
        return set.intersection(*options) if options else set()
    if "open" in expect:
        return set()
    if "robust" in expect:
        return {ROBUST}
    if "findings" in expect:
        named = {row[0] for row in expect["findings"] if row}
        if ident in named:
            return {REJECT}
        return set() if named else {ACCEPT}
    if "reject" in expect:
        return {REJECT}
    if "bytes" in expect or "reads-back" in expect:
        return {ACCEPT}
    if "blocks" in expect:
        rejects = any(
            re.search(r"corrupt|\"reject\"", str(token), re.IGNORECASE) for token in expect["blocks"]
        )
        return {REJECT} if rejects else {ACCEPT}
    if "value" in expect:
        text = str(expect["value"])
        if fixtures is not None and not text.lstrip().startswith(("{", "[")):
            path = fixtures / text
            text = path.read_text(encoding="utf-8") if path.is_file() else ""
        return {REJECT} if re.search(r"\"CORRUPT_BLOCK\"|\"reject\"|\"corrupt\": ?true", text) else {ACCEPT}
    return set()


def lacks(index: SpecIndex, cases: Sequence[CaseRef], fixtures: Path | None = None) -> list[Lack]:
    """Cases that settled, testable MUSTs lack, in the order of the specification."""
    pairs: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for case in cases:
        for ident in case.req:
            pairs[ident] |= verdicts(case, ident, fixtures)
    missing: list[Lack] = []
    for item in index.requirements.values():
        if item.level != "MUST" or not item.settled or item.untestable:
            continue
        for role in item.roles:
            kinds = {kind for pair_role, kind in pairs[item.id] if pair_role == role}
            missing += [Lack(item, role, kind) for kind in _needed(item.needs) if not _has(kinds, kind)]
    return missing


def without_primary(index: SpecIndex, cases: Sequence[CaseRef]) -> list[Requirement]:
    """Settled, testable MUSTs that no closed case is about: no answer of an implementation can break them.

    A robust case takes any answer: it is one only for rules about staying alive, marked *robust*.
    """
    robust = {case.req[0] for case in cases if case.req and "robust" in case.expect}
    primary = {case.req[0] for case in cases if case.req and not case.expect.keys() & {"open", "robust"}}
    return [
        item
        for item in index.requirements.values()
        if item.level == "MUST"
        and item.settled
        and not item.untestable
        and item.id not in (primary | robust if item.needs == ROBUST else primary)
    ]


def _needed(needs: str) -> tuple[str, ...]:
    return {"accept-only": (ACCEPT,), "reject-only": (REJECT,), "robust": (ROBUST,)}.get(
        needs, (ACCEPT, REJECT)
    )


def _has(kinds: set[str], kind: str) -> bool:
    return kind in kinds or (kind == ROBUST and REJECT in kinds)


def load_kills(path: Path) -> frozenset[str] | None:
    """Requirements of which a mutant was killed, by stored results; None without results."""
    if not path.is_file():
        return None
    mutants = json.loads(path.read_text(encoding="utf-8"))["mutants"].values()
    return frozenset(mutant["requirement"] for mutant in mutants if mutant["killed"])


def coverage(
    index: SpecIndex,
    missing: Sequence[Lack],
    kills: frozenset[str] | None = None,
    paired: Collection[str] = (),
) -> list[AreaCoverage]:
    """Counts by area, in the order of the specification, then the total; `paired` are MUSTs with a pair."""
    without: defaultdict[str, set[str]] = defaultdict(set)
    for lack in missing:
        # a robust case covers both kinds
        without[lack.requirement.id] |= {ACCEPT, REJECT} if lack.kind == ROBUST else {lack.kind}
    areas = list(dict.fromkeys(item.area for item in index.requirements.values()))
    items = list(index.requirements.values())
    groups = {area: [item for item in items if item.area == area] for area in areas} | {"total": items}
    return [_count(area, group, without, kills, paired) for area, group in groups.items()]


def _count(
    area: str,
    items: Sequence[Requirement],
    without: Mapping[str, set[str]],
    kills: frozenset[str] | None,
    paired: Collection[str],
) -> AreaCoverage:
    musts = [item for item in items if item.level == "MUST" and item.settled and not item.untestable]
    return AreaCoverage(
        area=area,
        must=len(musts),
        accepted=sum(ACCEPT not in without.get(item.id, ()) for item in musts),
        rejected=sum(REJECT not in without.get(item.id, ()) for item in musts),
        killed=None if kills is None else sum(item.id in kills for item in musts),
        should=sum(item.level == "SHOULD" for item in items),
        may=sum(item.level == "MAY" for item in items),
        unsettled=sum(not item.settled for item in items),
        untestable=sum(bool(item.untestable) for item in items),
        paired=sum(item.id in paired for item in musts),
    )


def check(spec: Path, cases: Path, ksy: Path, fixtures: Path, index: SpecIndex) -> list[Problem]:
    """All breaks in the trace from the specification to cases and grammars.

    Paths of problems are `spec/…`, `conformance/cases/…` and `ksy/…`.
    """
    references, unreadable = load_cases(cases)
    problems = [_below("spec", item) for item in index.problems]
    in_cases = [*unreadable, *_case_problems(index, references)]
    problems += [_below("conformance/cases", item) for item in in_cases]
    problems += [
        Problem(f"spec/{lack.requirement.file}", lack.requirement.line, str(lack))
        for lack in lacks(index, references, fixtures)
    ]
    problems += [
        Problem(
            f"spec/{item.file}",
            item.line,
            f"{item.id} is the first rule of no closed case: no answer can break it",
        )
        for item in without_primary(index, references)
    ]
    in_spec = [
        *_question_problems(index, references),
        *_untestable_problems(index),
        *_review_problems(index, spec / REVIEWED),
    ]
    problems += [_below("spec", item) for item in in_spec]
    problems += _grammar_problems(index, ksy, _unspecified(spec / "README.md"))
    return problems


def _below(folder: str, problem: Problem) -> Problem:
    return Problem(f"{folder}/{problem.file}", problem.line, problem.message)


def _case_problems(index: SpecIndex, cases: Sequence[CaseRef]) -> list[Problem]:
    problems = []
    for case in cases:
        idents = [*case.req, *(row[0] for row in case.expect.get("findings", []) if row)]
        messages = [
            f"{case.id} names the unknown requirement {ident}"
            for ident in dict.fromkeys(idents)
            if ident not in index.requirements
        ]
        if not case.expect.keys() & {"open", "robust"}:
            messages += [
                f"{case.id} judges by {case.req[0]}, but names the unsettled {ident}: it can only be open"
                for ident in idents
                if ident in index.requirements and not index.requirements[ident].settled
            ]
        question = case.expect.get("open")
        if question is not None and question not in index.questions:
            messages.append(f"{case.id} is open by {question!r}, which is not a heading of {OPEN}")
        problems += [Problem(case.file, case.line, message) for message in messages]
    return problems


def _question_problems(index: SpecIndex, cases: Sequence[CaseRef]) -> list[Problem]:
    asked = {case.expect.get("open") for case in cases}
    return [
        Problem(OPEN, question.line, f"no case is open by {question.id}")
        for question in index.questions.values()
        if question.id not in asked
    ]


def _untestable_problems(index: SpecIndex) -> list[Problem]:
    musts = [item for item in index.requirements.values() if item.level == "MUST"]
    untestable = [item for item in musts if item.untestable]
    if len(untestable) <= MAX_UNTESTABLE * len(musts):
        return []
    last = untestable[-1]
    message = f"{len(untestable)} of {len(musts)} MUSTs are marked untestable, more than 5 %"
    return [Problem(last.file, last.line, message)]


def _review_problems(index: SpecIndex, path: Path) -> list[Problem]:
    reviewed: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    problems = []
    for item in index.requirements.values():
        if item.id not in reviewed:
            message = f"{item.id} is new: review its cases, then run `{_BUILD}`"
        elif reviewed[item.id] != item.digest:
            message = f"{item.id} has changed: review its cases, then run `{_BUILD}`"
        else:
            continue
        problems.append(Problem(item.file, item.line, message))
    removed = sorted(reviewed.keys() - index.requirements.keys())
    problems += [Problem(path.name, 1, f"{ident} is no longer a requirement") for ident in removed]
    return problems


def _grammar_problems(index: SpecIndex, folder: Path, unspecified: frozenset[str]) -> list[Problem]:
    fields, unmatched = grammar_fields.load(folder)
    problems = [Problem(f"ksy/{grammar_fields.MAP}", 1, f"no field {reference}") for reference in unmatched]
    covered_fields: set[str] = set()
    for item in index.requirements.values():
        for reference in item.ksy:
            below = grammar_fields.below(fields, reference)
            covered_fields.update(below)
            if not below:
                problems.append(Problem(f"spec/{item.file}", item.line, f"{item.id}: no field {reference}"))
    for reference, entry in fields.items():
        file = f"ksy/{entry.file}"
        problems += [
            Problem(file, entry.line, f"{reference} is mapped to the unknown requirement {ident}")
            for ident in dict.fromkeys(entry.requirements)
            if ident not in index.requirements
        ]
        is_covered = entry.computed or entry.requirements or reference in covered_fields
        if not is_covered and reference.split("#")[0] not in unspecified:
            problems.append(Problem(file, entry.line, f"{reference} has no requirement"))
    return problems


def _unspecified(readme: Path) -> frozenset[str]:
    """Grammars that the specification's README lists as having no chapter yet."""
    text = readme.read_text(encoding="utf-8") if readme.is_file() else ""
    match = re.search(r"^Grammars without a chapter: (.+)$", text, re.MULTILINE)
    return frozenset(re.findall(r"`([^`]+)`", match.group(1))) if match else frozenset()
