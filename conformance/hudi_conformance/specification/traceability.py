# SPDX-License-Identifier: Apache-2.0
"""Which requirement is covered by which case, and everything that `spec check` complains about.

A case is read here as plain TOML, with only the keys that traceability needs, so that the index of
requirements depends on nothing of the runner. The rules are told in `spec/README.md`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hudi_conformance.specification import grammar_fields
from hudi_conformance.specification.requirements import OPEN, REVIEWED, Problem, Requirement, SpecIndex

MAX_UNTESTABLE = 0.05
"""Largest share of MUSTs that may be marked `*untestable*`."""
ACCEPT, REJECT, ROBUST = "accept", "reject", "robust"
PLANS = frozenset({"archive.plan", "archive.merge_plan", "archive.recover"})
"""Commands that ask a writer what it would do: an answer speaks for writers as well."""
_CASE_ID = re.compile(r'^\s*id\s*=\s*"(?P<id>[^"]+)"')


@dataclass(frozen=True, slots=True)
class CaseRef:
    """What traceability needs to know of a case."""

    id: str
    req: tuple[str, ...]
    cmd: str
    expect: Mapping[str, Any]
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Lack:
    """A verdict that no case gives for a requirement: `kind` for `role`."""

    requirement: Requirement
    role: str
    kind: str

    def __str__(self) -> str:
        wanted = {ACCEPT: "an accepting", REJECT: "a rejecting", ROBUST: "a robust"}[self.kind]
        return f"{self.requirement.id} lacks {wanted} case for the {self.role}"


@dataclass(frozen=True, slots=True)
class AreaCoverage:
    """Counts of one area; `accepted` and `rejected` count testable, settled MUSTs that lack no such case.

    `killed` counts those of which a mutant was caught by a case that names them; None = nobody has tried.
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
            found["id"]: number
            for number, line in enumerate(text.splitlines(), 1)
            if (found := _CASE_ID.match(line))
        }
        for case in document.get("case", []):
            ident = case.get("id", "")
            line = lines.get(ident, 1)
            expect = case.get("expect")
            if not isinstance(expect, dict) or not isinstance(case.get("req"), list):
                problems.append(
                    Problem(name, line, f"case {ident or '(no id)'} has no req list or no expect table")
                )
                continue
            cases.append(CaseRef(ident, tuple(case["req"]), case.get("cmd", ""), expect, name, line))
    return cases, problems


def verdicts(case: CaseRef, ident: str, fixtures: Path | None = None) -> frozenset[tuple[str, str]]:
    """(role, kind) pairs that a case gives for a requirement that it names."""
    found: set[tuple[str, str]] = set()
    kinds = _kinds(case, case.expect, ident, fixtures)
    writes = case.cmd.endswith(".write")
    checks = case.cmd.endswith(".check")
    plans = case.cmd in PLANS
    for kind in kinds:
        if writes:
            found.add(("writer", kind))
        elif checks:
            # a clean file proves that what was written is right; a finding is a refusal by a careful reader
            found.update((role, kind) for role in ("reader", "writer") if (role, kind) != ("reader", ACCEPT))
        else:
            found.add(("reader", kind))
            # what readers refuse is what no writer may write; a name has no more to it than what is parsed
            if kind == REJECT or plans or ident.startswith("name."):
                found.add(("writer", kind))
    return frozenset(found)


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
        refused = any(
            re.search(r"corrupt|\"reject\"", str(token), re.IGNORECASE) for token in expect["blocks"]
        )
        return {REJECT} if refused else {ACCEPT}
    if "value" in expect:
        text = str(expect["value"])
        if fixtures is not None and not text.lstrip().startswith(("{", "[")):
            path = fixtures / text
            text = path.read_text(encoding="utf-8") if path.is_file() else ""
        return {REJECT} if re.search(r"\"CORRUPT_BLOCK\"|\"reject\"|\"corrupt\": ?true", text) else {ACCEPT}
    return set()


def lacks(index: SpecIndex, cases: Sequence[CaseRef], fixtures: Path | None = None) -> list[Lack]:
    """Verdicts that settled, testable MUSTs lack, in the order of the specification."""
    given: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for case in cases:
        for ident in case.req:
            given[ident] |= verdicts(case, ident, fixtures)
    missing: list[Lack] = []
    for item in index.requirements.values():
        if item.level != "MUST" or not item.settled or item.untestable:
            continue
        for role in item.roles:
            have = {kind for given_role, kind in given[item.id] if given_role == role}
            missing += [Lack(item, role, kind) for kind in _needed(item.needs) if not _has(have, kind)]
    return missing


def _needed(needs: str) -> tuple[str, ...]:
    return {"accept-only": (ACCEPT,), "reject-only": (REJECT,), "robust": (ROBUST,)}.get(
        needs, (ACCEPT, REJECT)
    )


def _has(have: set[str], kind: str) -> bool:
    return kind in have or (kind == ROBUST and REJECT in have)


def load_kills(path: Path) -> frozenset[str] | None:
    """Requirements of which a mutant was killed, by the results of a hunt; None without results."""
    if not path.is_file():
        return None
    mutants = json.loads(path.read_text(encoding="utf-8"))["mutants"].values()
    return frozenset(mutant["requirement"] for mutant in mutants if mutant["killed"])


def coverage(
    index: SpecIndex, missing: Sequence[Lack], kills: frozenset[str] | None = None
) -> list[AreaCoverage]:
    """Counts by area, in the order of the specification, then the total."""
    without: defaultdict[str, set[str]] = defaultdict(set)
    for lack in missing:
        # a robust case stands for both halves
        without[lack.requirement.id] |= {ACCEPT, REJECT} if lack.kind == ROBUST else {lack.kind}
    areas = list(dict.fromkeys(item.area for item in index.requirements.values()))
    rows = [
        _count(area, [r for r in index.requirements.values() if r.area == area], without, kills)
        for area in areas
    ]
    return [*rows, _count("total", list(index.requirements.values()), without, kills)]


def _count(
    area: str, items: Sequence[Requirement], without: Mapping[str, set[str]], kills: frozenset[str] | None
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
    )


def check(spec: Path, cases: Path, ksy: Path, fixtures: Path, index: SpecIndex) -> list[Problem]:
    """Everything that breaks the thread from the specification to cases and grammars.

    Paths of problems are `spec/…`, `conformance/cases/…` and `ksy/…`.
    """
    found, unreadable = load_cases(cases)
    problems = [_below("spec", item) for item in index.problems]
    problems += [_below("conformance/cases", item) for item in unreadable]
    problems += [_below("conformance/cases", item) for item in _case_problems(index, found)]
    problems += [
        Problem(f"spec/{lack.requirement.file}", lack.requirement.line, str(lack))
        for lack in lacks(index, found, fixtures)
    ]
    problems += [_below("spec", item) for item in _untestable_problems(index)]
    problems += [_below("spec", item) for item in _review_problems(index, spec / REVIEWED)]
    problems += _grammar_problems(index, ksy, _unspecified(spec / "README.md"))
    return problems


def _below(folder: str, problem: Problem) -> Problem:
    return Problem(f"{folder}/{problem.file}", problem.line, problem.message)


def _case_problems(index: SpecIndex, cases: Sequence[CaseRef]) -> list[Problem]:
    problems = []
    for case in cases:
        named = [*case.req, *(row[0] for row in case.expect.get("findings", []) if row)]
        complaints = [
            f"{case.id} names the unknown requirement {ident}"
            for ident in dict.fromkeys(named)
            if ident not in index.requirements
        ]
        question = case.expect.get("open")
        if question is not None and question not in index.questions:
            complaints.append(f"{case.id} is open by {question!r}, which is no heading of {OPEN}")
        problems += [Problem(case.file, case.line, complaint) for complaint in complaints]
    return problems


def _untestable_problems(index: SpecIndex) -> list[Problem]:
    musts = [item for item in index.requirements.values() if item.level == "MUST"]
    marked = [item for item in musts if item.untestable]
    if len(marked) <= MAX_UNTESTABLE * len(musts):
        return []
    last = marked[-1]
    return [
        Problem(
            last.file, last.line, f"{len(marked)} of {len(musts)} MUSTs are marked untestable, more than 5 %"
        )
    ]


def _review_problems(index: SpecIndex, path: Path) -> list[Problem]:
    reviewed: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    problems = []
    for item in index.requirements.values():
        if item.id not in reviewed:
            message = f"{item.id} is new: read its cases, then `spec build --reviewed`"
            problems.append(Problem(item.file, item.line, message))
        elif reviewed[item.id] != item.digest:
            message = f"{item.id} has changed since its cases were read: do, then `spec build --reviewed`"
            problems.append(Problem(item.file, item.line, message))
    gone = sorted(reviewed.keys() - index.requirements.keys())
    problems += [Problem(path.name, 1, f"{ident} is no requirement any more") for ident in gone]
    return problems


def _grammar_problems(index: SpecIndex, folder: Path, unspecified: frozenset[str]) -> list[Problem]:
    fields, stray = grammar_fields.load(folder)
    problems = [Problem(f"ksy/{grammar_fields.MAP}", 1, f"no field {reference}") for reference in stray]
    carried: set[str] = set()
    for item in index.requirements.values():
        for reference in item.ksy:
            below = grammar_fields.below(fields, reference)
            carried.update(below)
            if not below:
                problems.append(Problem(f"spec/{item.file}", item.line, f"{item.id}: no field {reference}"))
    for reference, field in fields.items():
        file = f"ksy/{field.file}"
        problems += [
            Problem(file, field.line, f"{reference} is mapped to the unknown requirement {ident}")
            for ident in dict.fromkeys(field.requirements)
            if ident not in index.requirements
        ]
        covered = field.computed or field.requirements or reference in carried
        if not covered and reference.split("#")[0] not in unspecified:
            problems.append(Problem(file, field.line, f"{reference} has no requirement"))
    return problems


def _unspecified(readme: Path) -> frozenset[str]:
    """Grammars that the specification's README lists as having no chapter yet."""
    text = readme.read_text(encoding="utf-8") if readme.is_file() else ""
    found = re.search(r"^Grammars without a chapter: (.+)$", text, re.MULTILINE)
    return frozenset(re.findall(r"`([^`]+)`", found.group(1))) if found else frozenset()
