# SPDX-License-Identifier: Apache-2.0
"""A cause in words: headline, what is lost for whom, numbered steps, and what depends on it."""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hudi_conformance.audit.cause_rules import Proof, accusation, is_among
from hudi_conformance.audit.causes import Cause
from hudi_conformance.audit.findings import INFO, FindingRow
from hudi_conformance.audit.folds import key_of
from hudi_conformance.audit.next_steps import Entry, entry_of, next_step
from hudi_conformance.look.text import counted

MAX_NAMES = 3  # subjects that a headline names
MAX_ADVICE = 3  # different pieces of advice about findings without a known cause
_MAX_MESSAGE = 200
_DOES = {
    "hudi-conformance inspect ": "Look at the content of the file.",
    "hudi-conformance salvage ": "Extract what is intact.",
}
_WITHHELD = (
    "Repair the other causes of this table first.",
    "Keep .hoodie/metadata until then: it may be the only statement of what the table has lost.",
    "Audit again.",
)


@dataclass(frozen=True, slots=True)
class Step:
    """What to do, and the command that does it; empty if there is none."""

    do: str
    run: str = ""


@dataclass(frozen=True, slots=True)
class Explained:
    """A cause in words.

    Attributes:
        lost: what is lost, as (label, text).
        steps: in their order.
    """

    cause: Cause
    headline: str
    lost: tuple[tuple[str, str], ...]
    steps: tuple[Step, ...]

    def rows(self) -> Iterator[tuple[FindingRow, int]]:
        """Retained findings, worst first, equal ones once, with how many there are."""
        seen = set()
        for _, row in self.cause.rows:
            key = key_of(row)
            if key not in seen:
                seen.add(key)
                yield row, self.cause.equal[key]

    def to_json(self) -> dict[str, object]:
        """As data of `summary.json`."""
        cause = self.cause
        return {
            "cause": cause.name,
            "headline": self.headline,
            "severity": cause.severity,
            "table": cause.table,
            "subjects": sorted(cause.subjects)[:MAX_JSON],
            "num_subjects": len(cause.subjects),
            "findings": cause.num,
            "severities": dict(cause.severities),
            "lost": [{"what": label, "text": text} for label, text in self.lost],
            "steps": [{"do": step.do, "run": step.run} for step in self.steps],
            "rows": [
                {
                    "path": row.path, "requirement": row.requirement, "code": row.code, "ofs": row.ofs,
                    "severity": row.severity, "message": row.message, "equal": num,
                }
                for row, num in self.rows()
            ],
        }  # fmt: skip


MAX_JSON = 1000  # subjects in data


def explain(causes: Sequence[Cause]) -> list[Explained]:
    """Causes in words, in their order."""
    strongest: dict[str, int] = defaultdict(lambda: 1 << 16)
    for cause in causes:
        if cause.rule is not None and cause.severity != INFO:
            strongest[cause.table] = min(strongest[cause.table], cause.rule.rank)
    return [_explained(cause, strongest[cause.table]) for cause in causes]


def _explained(cause: Cause, strongest: int) -> Explained:
    rule = cause.rule
    is_evidence = rule is not None and strongest < rule.rank and _gives_up_metadata(cause)
    lost: list[tuple[str, str]] = []
    steps: list[Step] = []
    if rule is not None and rule.readers:
        readers = next((proof.readers for proof in _proofs(cause) if proof.readers), rule.readers)
        pairs = (("lost for readers", readers), ("lost for writers", rule.writers))
        lost = [(label, text) for label, text in pairs if text]
        values = _values(cause)
        steps = list(_filled(rule.steps, values, len(cause.subjects) - 1, is_remote="://" in cause.table))
    else:
        lost, steps = _advice(cause)
    if is_evidence:
        steps = [Step(text) for text in _WITHHELD]
    return Explained(cause, _headline(cause), tuple(lost), tuple(steps))


def _gives_up_metadata(cause: Cause) -> bool:
    if cause.rule is not None and cause.rule.act == "rebuild":
        return True
    return any((entry := entry_of(row)) is not None and entry.act == "rebuild" for _, row in cause.rows)


def _filled(
    steps: Sequence[Mapping[str, str]], values: Mapping[str, str], num_others: int, *, is_remote: bool
) -> Iterator[Step]:
    quoted = {name: shlex.quote(text) if name != "table" else text for name, text in values.items()}
    for step in steps:
        run = step.get("run", "")
        if is_remote and run and "--plan" in run:  # plans are for local tables
            continue
        if is_remote and not run.startswith("hudi-conformance"):
            run = ""
        is_of_one = any(f"{{{name}}}" in run for name in ("file", "folder", "instant"))
        others = f" Repeat it for {counted(num_others, 'other')}." if num_others > 0 and is_of_one else ""
        table = shlex.quote(values["table"])
        filled = run
        for name, text in quoted.items():
            filled = filled.replace(f"{{table}}/{{{name}}}", shlex.quote(f"{values['table']}/{values[name]}"))
            filled = filled.replace(f"{{{name}}}", table if name == "table" else text)
        yield Step(step["do"] + others, filled)


def _advice(cause: Cause) -> tuple[list[tuple[str, str]], list[Step]]:
    """Advice about the findings themselves, each once."""
    lost: dict[tuple[str, str], None] = {}
    steps: dict[Step, None] = {}
    entries: set[Entry | None] = set()
    for is_dependent, row in cause.rows:
        entry = entry_of(row)
        if entry in entries or (is_dependent and cause.rule is not None) or len(entries) == MAX_ADVICE:
            continue
        entries.add(entry)
        advice = next_step(row)
        lost["lost", advice.lost] = None
        if advice.reads:
            lost["still read", advice.reads] = None
        lost |= dict.fromkeys(("known defect", text) for text in advice.defects)
        steps |= dict.fromkeys(map(_step, advice.steps))
    return list(lost), list(steps)


def _step(text: str) -> Step:
    """A step of advice about a finding, which is a command, or has one at its end."""
    for command, do in _DOES.items():
        if text.startswith(command):
            return Step(do, text)
    text, call, arguments = text.removeprefix("or ").partition(": CALL ")
    return Step(f"{text[0].upper()}{text[1:]}.", f"CALL {arguments}" if call else "")


def _values(cause: Cause) -> dict[str, str]:
    row = cause.first
    own = [row.message for is_dependent, row in cause.rows if not is_dependent]
    below = row.path[len(cause.table) + 1 :] if cause.table else row.path
    accused = accusation(row, below)
    names = dict(accused.names) if accused is not None else {}
    subject = accused.subject if accused is not None else row.path
    name = below.rpartition("/")[2]
    action = name.partition(".")[2] if name[:14].isdecimal() else ""
    return {
        "names": _listed([_name_of(cause, subject) for subject in sorted(cause.subjects)]),
        "num": f"{len(cause.subjects) if cause.subjects != {''} else cause.num_accusing:,}",
        "table": cause.table,
        "file": subject if accused is not None and accused.rule.kind == "file" else below,
        "instant": subject,
        "what": action or "instant",
        "message": _short(row.message),
        "messages": "; ".join(dict.fromkeys(own[:4])),
        "folder": "",
        "other": "",
    } | names  # fmt: skip


def _short(message: str) -> str:
    return message if len(message) <= _MAX_MESSAGE else f"{message[: _MAX_MESSAGE - 1]}…"


def _name_of(cause: Cause, subject: str) -> str:
    if cause.rule is None or cause.rule.kind != "index":
        return subject
    return {"files": "the list of files", "metadata table": "its timeline"}.get(
        subject, f"the index {subject}"
    )


def _listed(names: Sequence[str]) -> str:
    more = len(names) - MAX_NAMES
    return ", ".join(names[:MAX_NAMES]) + (f" and {more:,} more" if more > 0 else "")


def _headline(cause: Cause) -> str:
    rule = cause.rule
    if rule is None:
        row = cause.first
        files = len(cause.subjects)
        if cause.num == 1:
            return f"{row.path}: {row.message}"
        if files == 1:
            return f"{row.path}: {counted(cause.num, 'finding')}, the first: {row.message}"
        return f"{counted(cause.num, 'equal finding')} in {counted(files, 'file')}, the first: {row.message}"
    values = _values(cause)
    is_one = len(cause.subjects) == 1 and (cause.subjects != {""} or cause.num_accusing == 1 or not rule.many)
    text = rule.one if is_one else rule.many
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    proofs = [
        proof.text for proof in rule.proofs if any(is_among(i, proof.rules) for i in cause.requirements)
    ]
    text += f"; evidence: {', '.join(proofs)}" if proofs else ""
    depends = _depends(cause)
    return f"{text}; {depends}" if depends else text


def _proofs(cause: Cause) -> list[Proof]:
    proofs = () if cause.rule is None else cause.rule.proofs
    return [proof for proof in proofs if any(is_among(rule, proof.rules) for rule in cause.requirements)]


def _depends(cause: Cause) -> str:
    texts = []
    total = 0
    own = {row.path[len(cause.table) + 1 :] for is_dependent, row in cause.rows if not is_dependent}
    for kind in ("log file", "data file", "instant", "other file", "finding"):
        num = len(cause.dependent.get(kind, set()) - own)
        total += num
        if num:
            texts.append(counted(num, kind) + (" of the metadata table" if kind == "finding" else ""))
    if not texts:
        return ""
    joined = " and ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))
    return f"{joined} {'depends' if total == 1 else 'depend'} on it"


def lines(explained: Explained, max_rows: int) -> Iterator[str]:
    """A cause as lines of text: headline, table, loss, numbered steps, and `max_rows` of its findings."""
    cause = explained.cause
    yield f"{cause.severity}: {explained.headline}"
    if cause.table:
        yield f"  table: {cause.table}"
    yield from (f"  {label}: {text}" for label, text in explained.lost)
    for number, step in enumerate(explained.steps, 1):
        texts = [text for text in (step.do, step.run) if text]
        yield f"  {number}. {texts[0]}"
        yield from (f"       {text}" for text in texts[1:])
    yield f"  {counted(cause.num, 'finding')}:"
    shown = 0
    for row, num in list(explained.rows())[:max_rows]:
        path = row.path[len(cause.table) + 1 :] if cause.table else row.path
        at = "" if row.ofs is None else f" at byte {row.ofs}"
        at += "" if row.block is None else f", block {row.block}"
        equal = f" (and {counted(num - 1, 'equal one')})" if num > 1 else ""
        yield f"    {row.severity}: {row.requirement or row.code}: {path}{at}: {row.message}{equal}"
        shown += num
    if cause.num > shown:
        yield f"    … {counted(cause.num - shown, 'more finding')}"
