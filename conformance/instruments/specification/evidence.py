# SPDX-License-Identifier: Apache-2.0
"""Whether real implementations bear a rule out: stored results checked against the claims of sources.

A rule that is not marked *proposed* claims that an implementation follows it in each of its cases; a rule
that follows from another one, in at least one case. `results/evidence.json` has a letter per case and real
implementation, in the order of `implementations`:

- `p` it passed;
- `b` it rejected, but badly: by an unchecked exception, or for another reason than the right one;
- `m` anything else that is wrong;
- `.` it was not run, or its answer was not judged; left out at the end.

A digest of the request and expectation precedes the letters: a case that is missing, or has another digest,
is newer than the results, and has no evidence yet.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hudi_conformance.specification.requirements import Problem, Requirement, SpecIndex

from instruments.specification.traceability import REJECT, CaseRef, kinds

GENERATED = "evidence.json"
PASSED, REFUSED_BADLY, MISREAD, NOT_ASKED = "p", "b", "m", "."


@dataclass(frozen=True, slots=True)
class Evidence:
    """Results of real implementations for cases.

    Attributes:
        implementations: their names.
        cases: by id of a case, one letter for each implementation.
        digests: by id of a case, the value of `digest` when the results were stored.
    """

    implementations: tuple[str, ...]
    cases: Mapping[str, str]
    digests: Mapping[str, str]

    def is_new(self, case: CaseRef) -> bool:
        """Whether the results know nothing of a case as it is now."""
        return self.digests.get(case.id) != digest(case)

    def asked(self, case: str) -> str:
        """Letters of the implementations that were run."""
        return self.cases.get(case, "").replace(NOT_ASKED, "")

    def names(self, case: str, letters: str) -> str:
        """Names of the implementations with one of these letters."""
        row = zip(self.implementations, self.cases.get(case, ""), strict=False)
        return ", ".join(name for name, letter in row if letter in letters)


def digest(case: CaseRef) -> str:
    """Digest of command and expectation as the manifest states them, but for places of rejections."""
    expect = {key: value for key, value in case.expect.items() if key != "at"}
    content = json.dumps([case.cmd, expect], sort_keys=True, default=str)
    return hashlib.sha256(content.encode()).hexdigest()[:8]


def load(path: Path) -> Evidence | None:
    """Stored evidence; None without a file."""
    if not path.is_file():
        return None
    document = json.loads(path.read_text(encoding="utf-8"))
    rows = {case: row.partition(" ") for case, row in document["cases"].items()}
    return Evidence(
        tuple(document["implementations"]),
        {case: letters for case, (_, _, letters) in rows.items()},
        {case: known for case, (known, _, _) in rows.items()},
    )


def check(
    index: SpecIndex, cases: Sequence[CaseRef], evidence: Evidence, fixtures: Path | None = None
) -> list[Problem]:
    """Settled MUSTs whose source claims more than the stored results bear out."""
    about: defaultdict[str, list[CaseRef]] = defaultdict(list)
    naming: defaultdict[str, list[CaseRef]] = defaultdict(list)
    for case in cases:
        if not case.req or "open" in case.expect:
            continue
        about[case.req[0]].append(case)
        for ident in case.req:
            naming[ident].append(case)
    problems = []
    for item in index.requirements.values():
        if item.level != "MUST" or not item.settled or item.proposed == "rule":
            continue
        if item.untestable or item.unasked:
            continue
        is_derived = item.source.startswith("follows from")
        messages = [] if is_derived else [*_contradicted(item, about[item.id], evidence, fixtures)]
        is_known = not any(map(evidence.is_new, naming[item.id]))
        if is_known and not any(PASSED in evidence.asked(case.id) for case in naming[item.id]):
            messages.append(
                f"{item.id} is not marked *proposed*, but no real implementation passes a case that names "
                "it; mark it, or state in `unasked` of evidence.toml why none can be tested"
            )
        problems += [Problem(item.file, item.line, message) for message in messages]
    return problems


@dataclass(frozen=True, slots=True)
class Proposal:
    """A rule that is proposed, completely or in its rejection, and the results of real implementations.

    Attributes:
        requirement: the rule; its `source` states the proposed part and the reason.
        passed, misread, refused_badly: by implementation, the number of its answers about the proposed part:
            for a rejection, in cases that reject.
        num_new: cases that are not yet in the stored results.
    """

    requirement: Requirement
    passed: Mapping[str, int]
    misread: Mapping[str, int]
    refused_badly: Mapping[str, int]
    num_new: int


def proposals(
    index: SpecIndex, cases: Sequence[CaseRef], evidence: Evidence, fixtures: Path | None = None
) -> Iterator[Proposal]:
    """All rules that are marked as proposed, in the order of the specification."""
    about: defaultdict[str, list[CaseRef]] = defaultdict(list)
    for case in cases:
        if case.req and "open" not in case.expect:
            about[case.req[0]].append(case)
    for item in index.requirements.values():
        if not item.proposed:
            continue
        counts = {letter: Counter[str]() for letter in (PASSED, MISREAD, REFUSED_BADLY)}
        num_new = 0
        for case in about[item.id]:
            if item.proposed == "refusal" and REJECT not in kinds(case, item.id, fixtures):
                continue
            num_new += evidence.is_new(case)
            row = "" if evidence.is_new(case) else evidence.cases.get(case.id, "")
            for name, letter in zip(evidence.implementations, row, strict=False):
                if letter != NOT_ASKED:
                    counts[letter][name] += 1
        yield Proposal(item, counts[PASSED], counts[MISREAD], counts[REFUSED_BADLY], num_new)


def _contradicted(
    item: Requirement, cases: Sequence[CaseRef], evidence: Evidence, fixtures: Path | None
) -> Iterator[str]:
    """Sentences about cases on which every real implementation breaks the rule."""
    refusals = []
    has_new = False
    for case in cases:
        letters = evidence.asked(case.id)
        is_refusal = REJECT in kinds(case, item.id, fixtures)
        has_new |= is_refusal and evidence.is_new(case)
        if evidence.is_new(case) or not letters or (is_refusal and item.proposed == "refusal"):
            continue
        if is_refusal:
            refusals.append((case, letters))
        if PASSED not in letters and (MISREAD in letters or not is_refusal):
            yield (
                f"{item.id} is not marked *proposed*, but every tested implementation violates it in "
                f"{case.id}: {evidence.names(case.id, MISREAD + REFUSED_BADLY)}"
            )
    if refusals and not has_new and not any(PASSED in letters for _, letters in refusals):
        case = refusals[0][0]
        yield (
            f"the refusal of {item.id} is not marked *proposed*, but no real implementation makes it, "
            f"not in {case.id} either: {evidence.names(case.id, MISREAD + REFUSED_BADLY)}"
        )
