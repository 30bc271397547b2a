# SPDX-License-Identifier: Apache-2.0
"""Index of the written specification: the requirement blockquotes of `spec/*.md`, as data.

The format of a block is described in `spec/README.md`. Statements on how the suite tests a rule are separate,
in `spec/evidence.toml`. Parsing does not stop at the first error: violations are collected as `Problem`s with
file and line, and well-formed blocks are still indexed.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

LEVELS = ("MUST", "SHOULD", "MAY")
ROLES = ("reader", "writer")
FAMILIES = ("log", "content", "table", "hfile")
"""Families of a format range: log format version, content version, table version, HFile version."""
NEEDS = ("both", "accept-only", "reject-only", "robust")
"""Kinds of cases that a MUST needs; `both` unless a block states otherwise."""
ATTRIBUTES = ("ksy", "source", "settled")
EVIDENCE = ("cases", "pair", "unasked", "untestable")
"""Statements of `evidence.toml` about rules."""
EVIDENCE_FILE = "evidence.toml"
OPEN = "OPEN.md"

_HEAD = re.compile(
    r"^> \*\*`(?P<id>[^`]*)`\*\* — (?P<level>[A-Z ]+) · (?P<roles>[^·]+)"
    r" · (?P<formats>[^·]+) · since (?P<since>\S+)$"
)
_ID = re.compile(r"^[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*)+$")
_FORMAT = re.compile(r"^(?P<family>[a-z]+) (?P<low>\d+)(?P<high>\+|-\d+)?$")
_SINCE = re.compile(r"^\d+\.\d+\.\d+$")
_ATTRIBUTE = re.compile(r"^\*(?P<key>[a-z]+)\* (?P<value>.+)$")
_SEPARATOR = re.compile(r" · (?=\*[a-z]+\* )")
_CODE = re.compile(r"`([^`]+)`")
_PAIR = re.compile(r"^none \((?P<reason>.+)\)$")
_CASES = re.compile(r"^(?P<needs>[a-z-]+) \((?P<reason>.+)\)$")
_OPEN_HEADING = re.compile(r"^### `(?P<id>[a-z0-9-]+)`(?: — (?P<title>.+))?$")
_SECTION = re.compile(
    r"^[ \t]*(?P<fence>```+|~~~+)(?:.*\n)*?.*?(?:\n[ \t]*(?P=fence)[ \t]*$|\Z)|^(?P<quote>>.*(?:\n>.*)*)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """A violation in the specification or in references to it."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


@dataclass(frozen=True, slots=True)
class Requirement:
    """One testable rule of the specification.

    Attributes:
        id: dotted slug, for example `log.block.trailing-length`.
        level: member of `LEVELS`.
        roles: members of `ROLES` that the rule binds.
        formats: version range as written, for example `log 1` or `table 8+`.
        since: first Hudi release whose files or readers follow the rule.
        text: the rule, one paragraph.
        source: evidence for the rule.
        settled: False while implementations disagree and no rule follows; `open_id` names the question.
        ksy: grammar fields that implement it, `<grammar>#/<path>`.
        needs: member of `NEEDS`; `needs_reason` gives the reason if not `both`.
        untestable: why no case of the suite can test it, or empty.
        unasked: why the stored results cannot confirm the rule, or empty.
        unpaired: why no two inputs with a single difference can have different correct answers, or empty.
        file, line: position of the block, the file relative to the specification's folder.
    """

    id: str
    level: str
    roles: tuple[str, ...]
    formats: str
    since: str
    text: str
    source: str
    settled: bool
    ksy: tuple[str, ...]
    needs: str
    needs_reason: str
    untestable: str
    unasked: str
    unpaired: str
    file: str
    line: int

    @property
    def area(self) -> str:
        """First two parts of the id; coverage is counted by area."""
        parts = self.id.split(".")
        return ".".join(parts[:2]) if len(parts) > 2 else parts[0]

    @property
    def proposed(self) -> str:
        """The part of the rule that this specification proposes, by the word *proposed* in its source.

        `rule`: the entire rule, if the source starts with the word. `refusal`: the source proves the layout,
        and the word occurs later, for the check or the rejection. Empty: implementations follow the rule.
        """
        labels = re.findall(r"[a-z]+", self.source.lower())
        if "proposed" not in labels:
            return ""
        return "rule" if labels[0] == "proposed" else "refusal"

    @property
    def digest(self) -> str:
        """Digest of level, roles, formats and text. Cases are reviewed against it."""
        content = "\n".join((self.level, ",".join(self.roles), self.formats, self.text))
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    @property
    def open_id(self) -> str:
        """Heading in OPEN.md of an unsettled requirement: the id with hyphens for dots."""
        return self.id.replace(".", "-")


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A heading of OPEN.md that cases may name as `open`; `text` is the Markdown below it."""

    id: str
    title: str
    line: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class SpecIndex:
    """All requirements and open questions of a specification, and the problems in it."""

    requirements: Mapping[str, Requirement]
    questions: Mapping[str, OpenQuestion]
    problems: Sequence[Problem]


def load(folder: Path) -> SpecIndex:
    """Index the Markdown files of a specification folder.

    Files are read in name order; requirements keep their order in the text.
    """
    requirements: dict[str, Requirement] = {}
    problems: list[Problem] = []
    evidence = _evidence(folder / EVIDENCE_FILE, problems)
    for path in sorted(folder.glob("*.md")):
        for item in parse_text(path.read_text(encoding="utf-8"), path.name, evidence):
            if isinstance(item, Problem):
                problems.append(item)
            elif item.id in requirements:
                first = requirements[item.id]
                message = f"{item.id} is defined already at {first.file}:{first.line}"
                problems.append(Problem(item.file, item.line, message))
            else:
                requirements[item.id] = item
    if problems == []:
        unknown = sorted(evidence.keys() - requirements.keys())
        problems += [Problem(EVIDENCE_FILE, 1, f"{ident} is not a requirement") for ident in unknown]
    questions = _open_questions(folder / OPEN, problems)
    problems += [
        Problem(
            item.file, item.line, f"{item.id} is unsettled, but {OPEN} has no heading ### `{item.open_id}`"
        )
        for item in requirements.values()
        if not item.settled and item.open_id not in questions
    ]
    return SpecIndex(requirements, questions, sorted(problems))


def load_levels(folder: Path) -> dict[str, str]:
    """Level of each requirement of a specification folder without problems; cheaper than `load`."""
    lines = (line for path in folder.glob("*.md") for line in path.read_text("utf-8").splitlines())
    heads = (_HEAD.match(line) for line in lines if line.startswith("> **"))
    return {head["id"]: head["level"] for head in heads if head}


def parse_text(
    text: str, file: str, evidence: Mapping[str, Mapping[str, str]] | None = None
) -> Iterator[Requirement | Problem]:
    """Yield the requirements and the ill-formed blocks of one Markdown text.

    Args:
        text: the Markdown.
        file: its name.
        evidence: content of `evidence.toml`, values of `EVIDENCE` by requirement.
    """
    for line, block in _blockquotes(text):
        if not block[0].startswith("> **"):
            continue
        try:
            yield _parse_block(block, file, line, evidence or {})
        except ValueError as error:
            yield Problem(file, line, str(error))


def _blockquotes(text: str) -> Iterator[tuple[int, list[str]]]:
    """Runs of lines that begin with `>`, with their first line number; fenced code is skipped."""
    for section in _SECTION.finditer(text):
        if section["quote"]:
            yield text.count("\n", 0, section.start()) + 1, section["quote"].splitlines()


def _parse_block(
    block: list[str], file: str, line: int, evidence: Mapping[str, Mapping[str, str]]
) -> Requirement:
    head = _HEAD.match(block[0])
    if head is None:
        raise ValueError(
            "ill-formed requirement: its first line must read"
            " > **`id`** — MUST|SHOULD|MAY · reader, writer · log 1 · since 0.5.0"
        )
    ident = head["id"]
    if not _ID.match(ident):
        raise ValueError(f"{ident!r} is not a requirement id (dotted, lower case, hyphens)")
    if head["level"] not in LEVELS:
        raise ValueError(f"{ident}: level {head['level']!r} is not one of {', '.join(LEVELS)}")
    roles = tuple(role.strip() for role in head["roles"].split(","))
    if unknown := [role for role in roles if role not in ROLES]:
        raise ValueError(f"{ident}: role {unknown[0]!r} is not one of {', '.join(ROLES)}")
    _check_formats(ident, head["formats"])
    if not _SINCE.match(head["since"]):
        raise ValueError(f"{ident}: since {head['since']!r} is not a release number")

    body = [item[1:].strip() for item in block[1:]]
    first = next((i for i, item in enumerate(body) if _ATTRIBUTE.match(item)), len(body))
    text = " ".join(body[:first]).strip()
    if not text:
        raise ValueError(f"{ident}: has no text")
    attributes = _parse_attributes(ident, body[first:])
    entry = evidence.get(ident, {})
    needs, reason = _parse_needs(ident, entry.get("cases", ""))
    return Requirement(
        id=ident,
        level=head["level"],
        roles=roles,
        formats=head["formats"],
        since=head["since"],
        text=text,
        source=attributes["source"],
        settled="settled" not in attributes,
        ksy=tuple(_CODE.findall(attributes.get("ksy", ""))),
        needs=needs,
        needs_reason=reason,
        untestable=entry.get("untestable", ""),
        unasked=entry.get("unasked", ""),
        unpaired=_parse_pair(ident, entry.get("pair", "")),
        file=file,
        line=line,
    )


def _check_formats(ident: str, formats: str) -> None:
    for part in formats.split(", "):
        match = _FORMAT.match(part)
        if match is None or match["family"] not in FAMILIES:
            raise ValueError(f"{ident}: format range {part!r} is not like 'log 1', 'content 1-3', 'table 8+'")


def _parse_attributes(ident: str, lines: list[str]) -> dict[str, str]:
    attributes: dict[str, str] = {}
    for item in (piece for line in lines for piece in _SEPARATOR.split(line)):
        match = _ATTRIBUTE.match(item)
        if match is None or match["key"] not in ATTRIBUTES:
            raise ValueError(f"{ident}: {item!r} is not one of *{'* *'.join(ATTRIBUTES)}*")
        if match["key"] in attributes:
            raise ValueError(f"{ident}: *{match['key']}* occurs twice")
        attributes[match["key"]] = match["value"].strip()
    if "source" not in attributes:
        raise ValueError(f"{ident}: *source* is missing")
    if attributes.get("settled", "no") != "no":
        raise ValueError(f"{ident}: *settled* is no, or left out, not {attributes['settled']!r}")
    if "ksy" in attributes and not _CODE.search(attributes["ksy"]):
        raise ValueError(f"{ident}: *ksy* names no field in backquotes")
    return attributes


def _parse_needs(ident: str, value: str) -> tuple[str, str]:
    if not value:
        return "both", ""
    match = _CASES.match(value)
    if match is None or match["needs"] not in NEEDS[1:]:
        raise ValueError(f"{ident}: `cases` is one of {', '.join(NEEDS[1:])}, then the reason in parentheses")
    return match["needs"], match["reason"]


def _parse_pair(ident: str, value: str) -> str:
    match = _PAIR.match(value)
    if value and match is None:
        raise ValueError(f"{ident}: `pair` is none, then the reason in parentheses")
    return match["reason"] if match else ""


def _evidence(path: Path, problems: list[Problem]) -> dict[str, dict[str, str]]:
    """Content of `evidence.toml`; empty if it is absent or ill-formed."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        problems.append(Problem(path.name, 1, str(error)))
        return {}
    for ident, values in document.items():
        keys = set(values) - set(EVIDENCE) if isinstance(values, dict) else {ident}
        if keys or not all(isinstance(value, str) for value in values.values()):
            problems.append(Problem(path.name, 1, f"{ident}: texts by {', '.join(EVIDENCE)}, not more"))
    return {} if problems else document


def _open_questions(path: Path, problems: list[Problem]) -> dict[str, OpenQuestion]:
    questions: dict[str, OpenQuestion] = {}
    if not path.is_file():
        return questions
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        heading = _OPEN_HEADING.match(line)
        if heading is None:
            continue
        if heading["id"] in questions:
            problems.append(Problem(path.name, number, f"open question {heading['id']} occurs twice"))
        body = takewhile(lambda text: not text.startswith(("## ", "### ")), lines[number:])
        questions[heading["id"]] = OpenQuestion(
            heading["id"], heading["title"] or "", number, "\n".join(body).strip()
        )
    return questions
