# SPDX-License-Identifier: Apache-2.0
"""Pairs of cases that show whether a rule is followed: one difference in the input, another right answer.

A rule about values needs a *discriminating* pair, two inputs whose right answers differ by this rule alone; a
rule about structure an *accept/reject* pair. Both are derived from the cases, not stated:

- the command is the same, and the rule is the principal one of at least one of the two;
- the inputs differ in one place: one edit more or another one, one argument, one line or stretch of a file,
  one file more, one name, one member of the description that a file was written from;
- the expected answers differ, both are judged, and where both are values they are stated in the same form;
- neither is rejected for another reason: a case that rejects, or finds something, names the rule.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path

from hudi_conformance.specification.requirements import Problem, Requirement, SpecIndex

from instruments.specification import questions
from instruments.specification.traceability import ACCEPT, REJECT, CaseRef, kinds

MAX_STRETCH = 32
"""Bytes or characters that two texts may have at one place between equal beginnings and ends."""
MAX_ELEMENTS = 3
"""Elements that two lists may have at one place: an instant of a timeline has up to three files."""
ACCEPT_REJECT, VALUES = "accept/reject", "values"
_MODULUS = 1 << 128


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cases of a requirement; `kind` is `ACCEPT_REJECT` or `VALUES`."""

    requirement: str
    kind: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class _Asked:
    case: CaseRef
    facets: questions.Facets
    edits: Sequence[str]
    answer: str
    form: tuple[str, ...]


def musts(index: SpecIndex) -> list[Requirement]:
    """Settled MUSTs that cases can test."""
    return [
        item
        for item in index.requirements.values()
        if item.level == "MUST" and item.settled and not item.untestable
    ]


def check(index: SpecIndex, pairs: Mapping[str, Pair]) -> list[Problem]:
    """Settled, testable MUSTs that have neither a pair nor the reason why there is none, or both."""
    problems = []
    for item in musts(index):
        if item.id in pairs and item.unpaired:
            pair = pairs[item.id]
            message = f"{item.id} states that there is no pair, but {pair.first} and {pair.second} form one"
        elif item.id not in pairs and not item.unpaired:
            message = f"{item.id} has no pair of cases, and no `pair` in evidence.toml"
        else:
            continue
        problems.append(Problem(f"spec/{item.file}", item.line, message))
    return problems


def find_pairs(index: SpecIndex, cases: Sequence[CaseRef], fixtures: Path) -> dict[str, Pair]:
    """A pair of each settled, testable MUST that has one; accept/reject where there are both kinds."""
    asked = []
    for case in cases:
        answer = questions.answer(case.table, fixtures)
        if answer is not None:
            table = case.table
            asked.append(
                _Asked(case, questions.facets(table, fixtures), questions.edits(table), answer, _form(answer))
            )
    wanted = {item.id for item in musts(index)}
    pairs: dict[str, Pair] = {}
    ranks: dict[str, tuple[bool, bool]] = {}  # accept/reject before values, before cases that do not name it
    for first, second in _one_apart(asked):
        for ident in {first.case.req[0], second.case.req[0]} & wanted:
            if not all(_is_witness(item.case, ident, fixtures) for item in (first, second)):
                continue
            kind = _kind(ident, first, second, fixtures)
            if kind == VALUES and first.form != second.form:
                continue
            rank = (kind == ACCEPT_REJECT, ident in first.case.req and ident in second.case.req)
            if ident not in pairs or rank > ranks[ident]:
                one, other = (first, second) if first.case.req[0] == ident else (second, first)
                pairs[ident], ranks[ident] = Pair(ident, kind, one.case.id, other.case.id), rank
    return pairs


def _form(answer: str) -> tuple[str, ...]:
    """What an expected answer is stated as: bytes and what is read from them are different texts anyway."""
    expect = json.loads(answer)
    return (*sorted(expect.keys() - {"by", "at"}), str(expect.get("by", "")))


def _is_witness(case: CaseRef, ident: str, fixtures: Path) -> bool:
    """Whether what a case expects can be due to the rule: it names it, or expects no rejection at all."""
    return ident in case.req or (ACCEPT in kinds(case, ident, fixtures) and not case.expect.get("findings"))


def _kind(ident: str, first: _Asked, second: _Asked, fixtures: Path) -> str:
    found = [kinds(item.case, ident, fixtures) for item in (first, second)]
    is_refusal = [REJECT in kind for kind in found]
    return ACCEPT_REJECT if any(is_refusal) and any(ACCEPT in kind for kind in found) else VALUES


def _one_apart(asked: Iterable[_Asked]) -> Iterator[tuple[_Asked, _Asked]]:
    """Cases whose answers differ and whose inputs differ in one place.

    Inputs are equal but for one place if the digests of what remains of them without that place are equal;
    the digest of a part is the sum of those of its facets.
    """
    buckets: defaultdict[tuple[str, str, int], list[tuple[_Asked, str]]] = defaultdict(list)
    alike: defaultdict[tuple[str, int], list[_Asked]] = defaultdict(list)
    by_input: defaultdict[tuple[str, int], list[_Asked]] = defaultdict(list)
    for item in asked:
        cmd = item.case.cmd
        total = _digest(item.facets.items())
        edited = (total + _digest([("edit", edit) for edit in item.edits])) % _MODULUS
        alike[cmd, total].append(item)
        by_input[cmd, edited].append(item)
        for name, value in item.facets.items():
            rest = (edited - _digest([(name, value)])) % _MODULUS
            buckets[cmd, name, rest].append((item, value))
        for path, members in _files(item.facets).items():
            content = [(name.removeprefix(path), item.facets[name]) for name in members]
            rest = (edited - _digest((name, item.facets[name]) for name in members)) % _MODULUS
            buckets[cmd, "", (rest + _digest(content)) % _MODULUS].append((item, path))
    for items in alike.values():
        for first, second in combinations(items, 2):
            if num_edits_between(first.edits, second.edits) == 1:
                yield from _judged(first, second)
    for (_, name, _), entries in buckets.items():
        for (first, value), (second, other) in combinations(entries, 2):
            if value != other and is_one_place(name, value, other):
                yield from _judged(first, second)
    for item in asked:
        for rest in _without_one_part(item):
            for other_item in by_input.get((item.case.cmd, rest), ()):
                yield from _judged(item, other_item)


def _judged(first: _Asked, second: _Asked) -> Iterator[tuple[_Asked, _Asked]]:
    if first.answer != second.answer:
        yield first, second


def _without_one_part(item: _Asked) -> Iterator[int]:
    """Digests of an input without one argument, without one line, without one file."""
    edited = _digest([*item.facets.items(), *(("edit", edit) for edit in item.edits)])
    parts: defaultdict[str, list[str]] = defaultdict(list)
    for name in item.facets:
        parts[name].append(name)
        place = max(name.rfind("."), name.rfind("["))
        while name.startswith("args.") and place > len("args"):
            parts[name[:place]].append(name)  # a member of an argument that has members itself
            place = max(name.rfind(".", 0, place), name.rfind("[", 0, place))
    for path, members in _files(item.facets).items():
        parts[path] = members
    for members in parts.values():
        yield (edited - _digest((name, item.facets[name]) for name in members)) % _MODULUS


def _files(facets: questions.Facets) -> dict[str, list[str]]:
    """Facets of each file of an input."""
    files: defaultdict[str, list[str]] = defaultdict(list)
    for name in facets:
        path, mark, _ = name.partition(questions.MEMBER)
        if mark:
            files[path].append(name)
    return files


def _digest(items: Iterable[tuple[str, str]]) -> int:
    return sum(_digest_facet(name, value) for name, value in items) % _MODULUS


@lru_cache(maxsize=1 << 18)
def _digest_facet(name: str, value: str) -> int:
    digest = hashlib.blake2b(f"{name}\0{value}".encode(), digest_size=16).digest()
    return int.from_bytes(digest, "big")


def num_edits_between(first: Sequence[str], second: Sequence[str]) -> int:
    """0 for equal edits, 1 if one list holds the other, or if one edit differs; else 2."""
    if list(first) == list(second):
        return 0
    shorter, longer = sorted((first, second), key=len)
    if len(shorter) < len(longer):
        rest = iter(longer)
        return 1 if all(edit in rest for edit in shorter) else 2
    return min(2, sum(one != other for one, other in zip(first, second, strict=True)))


def is_one_place(name: str, first: str, second: str) -> bool:
    """Whether two values of a facet differ in one stretch; files of other names may differ in anything."""
    if name in {"base", "tree"} or name.endswith(f"{questions.MEMBER}.from"):
        return False
    if first.startswith("[") and second.startswith("["):
        return _len_stretch(json.loads(first), json.loads(second)) <= MAX_ELEMENTS
    len_unit = 2 if name.endswith("hex") else 1
    return _len_stretch(first, second) <= MAX_STRETCH * len_unit


def _len_stretch(first: Sequence[object], second: Sequence[object]) -> int:
    """Length of what differs between equal beginnings and equal ends."""
    shorter = min(len(first), len(second))
    start = next((at for at in range(shorter) if first[at] != second[at]), shorter)
    shorter -= start
    len_end = next((at for at in range(shorter) if first[-1 - at] != second[-1 - at]), shorter)
    return max(len(first), len(second)) - start - len_end
