# SPDX-License-Identifier: Apache-2.0
"""The text of a cause: headline, loss by reader, numbered steps, and dependent findings."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from hudi_conformance.audit.cause_rules import accusation, is_among
from hudi_conformance.audit.causes import Cause, FoldKey, key_of
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.next_steps import Entry, entry_of, next_step
from hudi_conformance.look.text import counted

_MAX_NAMES = 3  # subjects that a headline names
_MAX_SUBJECTS = 1000  # in data
_MAX_ADVICE = 3  # different pieces of advice about findings without a known cause
_MAX_MESSAGE = 200
_KINDS = ("log file", "data file", "instant", "other file", "finding")
_NAMES = {"files": "the list of files", "metadata table": "its timeline"}  # of indexes


@dataclass(frozen=True, slots=True)
class Step:
    """What to do, and the command that does it; empty if there is none."""

    do: str
    run: str = ""


_DOES = {
    "hudi-conformance inspect ": "Inspect the content of the file.",
    "hudi-conformance salvage ": "Extract the intact parts.",
    "hudi-cli: ": "Write the partition metadata again, in hudi-cli.",
}
_WITHHELD = (
    Step("Repair the other causes of this table first."),
    Step("Keep .hoodie/metadata until then: it may be the only record of the lost files."),
    Step("Audit again."),
)


@dataclass(frozen=True, slots=True)
class Explained:
    """The text of a cause; `lost` are pairs of a label and a text, `steps` are in their order."""

    cause: Cause
    headline: str
    lost: tuple[tuple[str, str], ...]
    steps: tuple[Step, ...]

    def rows(self) -> Iterator[tuple[FindingRow, int]]:
        """Retained findings, worst first, equal ones once with their number."""
        first: dict[FoldKey, FindingRow] = {}
        for _, row in self.cause.rows:
            first.setdefault(key_of(row), row)
        yield from ((row, self.cause.equal[key]) for key, row in first.items())

    def to_json(self) -> dict[str, object]:
        """As data of `summary.json`."""
        cause = self.cause
        names = ("path", "requirement", "code", "ofs", "severity", "message")
        return {
            "cause": cause.rule.name,
            "headline": self.headline,
            "severity": cause.severity,
            "table": cause.table,
            "subjects": sorted(cause.subjects)[:_MAX_SUBJECTS],
            "num_subjects": len(cause.subjects),
            "findings": cause.severities.total(),
            "severities": dict(cause.severities),
            "lost": [{"what": label, "text": text} for label, text in self.lost],
            "steps": [asdict(step) for step in self.steps],
            "rows": [{n: getattr(row, n) for n in names} | {"equal": num} for row, num in self.rows()],
        }


def lines(explained: Explained, max_rows: int) -> Iterator[str]:
    """A cause as lines of text: headline, table, loss, numbered steps, and `max_rows` of its findings."""
    cause = explained.cause
    yield f"{cause.severity}: {explained.headline}"
    if cause.table:
        yield f"  table: {cause.table}"
    yield from (f"  {label}: {text}" for label, text in explained.lost)
    for number, step in enumerate(explained.steps, 1):
        yield f"  {number}. {step.do}"
        if step.run:
            yield f"       {step.run}"
    total = cause.severities.total()
    yield f"  {counted(total, 'finding')}:"
    rows = list(explained.rows())[:max_rows]
    for row, num in rows:
        at = "" if row.ofs is None else f" at byte {row.ofs}"
        at += "" if row.block is None else f", block {row.block}"
        equal = f" (and {counted(num - 1, 'equal one')})" if num > 1 else ""
        name = f"{row.severity}: {row.requirement or row.code}"
        yield f"    {name}: {_below(cause, row)}{at}: {row.message}{equal}"
    more = total - sum(num for _, num in rows)
    if more:
        yield f"    … {counted(more, 'more finding')}"


def explain(cause: Cause) -> Explained:
    """The text of a cause."""
    rule = cause.rule
    if rule.steps:
        readers = next((proof["readers"] for proof in _proofs(cause) if "readers" in proof), rule.readers)
        lost = {"lost for readers": readers} | ({"writers": rule.writers} if rule.writers else {})
        pairs, steps = tuple(lost.items()), tuple(_filled(cause))
    else:
        pairs, steps = _advice(cause)
    entries = (entry_of(row) for _, row in cause.rows)
    does_rebuild = rule.act == "rebuild" or any(entry and entry.act == "rebuild" for entry in entries)
    is_evidence = does_rebuild and cause.strongest < rule.rank
    return Explained(cause, _headline(cause), pairs, _WITHHELD if is_evidence else steps)


def _filled(cause: Cause) -> Iterator[Step]:
    """Steps with their texts; for tables in stores only those that are possible there."""
    values, is_remote, num_others = _values(cause), "://" in cause.table, len(cause.subjects) - 1
    for step in (*cause.rule.steps, {"do": "Audit again.", "run": "hudi-conformance audit {table}"}):
        do, run = step["do"], step.get("run", "")
        if is_remote and "--plan" in run:
            continue
        if num_others and re.search(r"\{(file|folder|instant)\}", run):
            do += f" Repeat it for {counted(num_others, 'other')}."
        run = re.sub(
            r"(\{table\}/)?\{(\w+)\}",
            lambda match: shlex.quote((f"{cause.table}/" if match[1] else "") + values[match[2]]),
            run,
        )
        yield Step(do, "" if is_remote and not run.startswith("hudi-conformance") else run)


def _advice(cause: Cause) -> tuple[tuple[tuple[str, str], ...], tuple[Step, ...]]:
    """Advice about the findings themselves, each once."""
    lost: dict[tuple[str, str], None] = {}
    steps: dict[Step, None] = {}
    entries: set[Entry | None] = set()
    for is_dependent, row in cause.rows:
        entry = entry_of(row)
        if entry in entries or is_dependent or len(entries) == _MAX_ADVICE:
            continue
        entries.add(entry)
        advice = next_step(row)
        pairs = [("lost", advice.lost), ("still read", advice.reads)]
        pairs += [("known defect", text) for text in advice.defects]
        lost |= dict.fromkeys(pair for pair in pairs if pair[1])
        steps |= dict.fromkeys(map(_step, advice.steps))
    return tuple(lost), tuple(steps)


def _step(text: str) -> Step:
    """A step of advice about a finding, which is a command or ends with one."""
    for command, do in _DOES.items():
        if text.startswith(command):
            return Step(do, text.removeprefix("hudi-cli: "))
    text, call, arguments = text.removeprefix("or ").partition(": CALL ")
    return Step(f"{text[0].upper()}{text[1:]}.", f"CALL {arguments}" if call else "")


def _below(cause: Cause, row: FindingRow) -> str:
    return row.path[len(cause.table) + 1 :] if cause.table else row.path


def _values(cause: Cause) -> dict[str, str]:
    row = cause.rows[0][1]
    own = [row.message for is_dependent, row in cause.rows if not is_dependent]
    below = _below(cause, row)
    accused = accusation(row, below)
    assert accused is not None
    name = below.rpartition("/")[2]
    subjects = sorted(cause.subjects)
    if accused.rule.kind == "index":
        subjects = [_NAMES.get(subject, f"the index {subject}") for subject in subjects]
    more = f" and {len(subjects) - _MAX_NAMES:,} more" if len(subjects) > _MAX_NAMES else ""
    is_long = len(row.message) > _MAX_MESSAGE
    file = accused.subject if accused.rule.kind == "file" else below
    return {
        "names": ", ".join(subjects[:_MAX_NAMES]) + more,
        "num": f"{len(subjects):,}",
        "table": cause.table,
        "file": file,
        "name": file.rpartition("/")[2],
        "instant": accused.subject,
        "what": (name[:14].isdecimal() and name.partition(".")[2]) or "instant",
        "message": f"{row.message[: _MAX_MESSAGE - 1]}…" if is_long else row.message,
        "messages": "; ".join(dict.fromkeys(own[:4])),
    } | dict(accused.names)


def _headline(cause: Cause) -> str:
    rule, row, total = cause.rule, cause.rows[0][1], cause.severities.total()
    num = len(cause.subjects)
    if not rule.one:
        first = row.message if total == 1 else f"{counted(total, 'finding')}, the first: {row.message}"
        return f"{row.path}: {first}" if num == 1 else f"{counted(num, 'file')}: {first}"
    num_accusing = sum(not is_dependent for is_dependent, _ in cause.rows)
    is_one = not rule.many or (num == 1 and (cause.subjects != {""} or num_accusing == 1))
    text = rule.one if is_one else rule.many
    values = _values(cause)
    text = re.sub(r"\{(\w+)\}", lambda match: values.get(match[1], ""), text)
    proofs = ", ".join(proof["text"] for proof in _proofs(cause))
    return "; ".join(filter(None, (text, proofs and f"evidence: {proofs}", _depends(cause))))


def _proofs(cause: Cause) -> list[Mapping[str, Any]]:
    names = {rule or code for _, _, rule, code, _ in cause.equal}
    return [proof for proof in cause.rule.proofs if any(is_among(name, proof["rules"]) for name in names)]


def _depends(cause: Cause) -> str:
    own = {_below(cause, row) for is_dependent, row in cause.rows if not is_dependent}
    nums = {kind: len(cause.dependent.get(kind, set()) - own) for kind in _KINDS}
    texts = [counted(num, kind) for kind, num in nums.items() if num]
    if nums["finding"]:
        texts[-1] += " of the metadata table"
    joined = " and ".join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))
    return f"{joined} {'depends' if sum(nums.values()) == 1 else 'depend'} on it" if texts else ""
