# SPDX-License-Identifier: Apache-2.0
"""Index of the written specification: the requirement blockquotes of `spec/*.md`, as data.

The form of a block is described in `spec/README.md`. Parsing never stops at the first mistake: what is
wrong is collected as `Problem`s with file and line, and what is right is indexed all the same.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

LEVELS = ("MUST", "SHOULD", "MAY")
ROLES = ("reader", "writer")
FAMILIES = ("log", "content", "table", "hfile")
"""What a format range may speak of: log format version, content version, table version, HFile version."""
NEEDS = ("both", "accept-only", "reject-only", "robust")
"""Which cases a MUST needs; `both` unless a block says otherwise."""
GENERATED = "requirements.json"
REVIEWED = "REVIEWED.json"
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
_CASES = re.compile(r"^(?P<needs>[a-z-]+) \((?P<reason>.+)\)$")
_OPEN_HEADING = re.compile(r"^### `(?P<id>[a-z0-9-]+)`(?: — (?P<title>.+))?$")
_FENCE = re.compile(r"^\s*(```+|~~~+)")


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """Something that is wrong with the specification or with what traces to it."""

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
        since: Hudi release from which on real files or readers keep the rule.
        text: the rule, one paragraph.
        source: how it is known.
        settled: False while implementations disagree and no rule follows; `open_id` names the question.
        ksy: grammar fields that carry it, `<grammar>#/<path>`.
        needs: member of `NEEDS`; `needs_reason` says why if not `both`.
        untestable: why no case of the suite can be about it, or empty.
        file, line: where the block begins, the file relative to the specification's folder.
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
    file: str
    line: int

    @property
    def area(self) -> str:
        """First two parts of the id, by which coverage is counted."""
        parts = self.id.split(".")
        return ".".join(parts[:2]) if len(parts) > 2 else parts[0]

    @property
    def digest(self) -> str:
        """Digest of what the rule says: level, roles, formats, text. Cases are reviewed against it."""
        said = "\n".join((self.level, ",".join(self.roles), self.formats, self.text))
        return hashlib.sha256(said.encode()).hexdigest()[:16]

    @property
    def open_id(self) -> str:
        """Heading in OPEN.md that an unsettled requirement must have: the id with hyphens for dots."""
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
    """All requirements and open questions of a specification, and what is ill-formed in it."""

    requirements: Mapping[str, Requirement]
    questions: Mapping[str, OpenQuestion]
    problems: Sequence[Problem]


def load(folder: Path) -> SpecIndex:
    """Index the Markdown files of a specification folder.

    Files are read in the order of their names; requirements keep the order of the text.
    """
    requirements: dict[str, Requirement] = {}
    problems: list[Problem] = []
    for path in sorted(folder.glob("*.md")):
        for item in parse_text(path.read_text(encoding="utf-8"), path.name):
            if isinstance(item, Problem):
                problems.append(item)
            elif item.id in requirements:
                first = requirements[item.id]
                problems.append(
                    Problem(
                        item.file, item.line, f"{item.id} is defined already at {first.file}:{first.line}"
                    )
                )
            else:
                requirements[item.id] = item
    questions = _open_questions(folder / OPEN, problems)
    problems += [
        Problem(
            item.file, item.line, f"{item.id} is unsettled, but {OPEN} has no heading ### `{item.open_id}`"
        )
        for item in requirements.values()
        if not item.settled and item.open_id not in questions
    ]
    return SpecIndex(requirements, questions, sorted(problems))


def parse_text(text: str, file: str) -> Iterator[Requirement | Problem]:
    """Yield the requirements and the ill-formed blocks of one Markdown text."""
    for line, block in _blockquotes(text):
        if not block[0].startswith("> **"):
            continue
        try:
            yield _parse_block(block, file, line)
        except ValueError as error:
            yield Problem(file, line, str(error))


def _blockquotes(text: str) -> Iterator[tuple[int, list[str]]]:
    """Runs of lines that begin with `>`, with their first line number; fenced code is passed over."""
    fence = ""
    block: list[str] = []
    start = 0
    for number, line in enumerate([*text.splitlines(), ""], 1):
        mark = _FENCE.match(line)
        if fence:
            if mark and line.strip() == fence:
                fence = ""
            continue
        if line.startswith(">"):
            if not block:
                start = number
            block.append(line)
            continue
        if block:
            yield start, block
            block = []
        if mark:
            fence = mark.group(1)


def _parse_block(block: list[str], file: str, line: int) -> Requirement:
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
        raise ValueError(f"{ident}: level {head['level']!r} is none of {', '.join(LEVELS)}")
    roles = tuple(role.strip() for role in head["roles"].split(","))
    if unknown := [role for role in roles if role not in ROLES]:
        raise ValueError(f"{ident}: role {unknown[0]!r} is none of {', '.join(ROLES)}")
    _check_formats(ident, head["formats"])
    if not _SINCE.match(head["since"]):
        raise ValueError(f"{ident}: since {head['since']!r} is not a release number")

    body = [item[1:].strip() for item in block[1:]]
    first = next((i for i, item in enumerate(body) if _ATTRIBUTE.match(item)), len(body))
    text = " ".join(body[:first]).strip()
    if not text:
        raise ValueError(f"{ident}: has no text")
    attributes = _parse_attributes(ident, body[first:])
    needs, reason = _parse_needs(ident, attributes.get("cases", ""))
    return Requirement(
        id=ident,
        level=head["level"],
        roles=roles,
        formats=head["formats"],
        since=head["since"],
        text=text,
        source=attributes["source"],
        settled=attributes["settled"] == "yes",
        ksy=tuple(_CODE.findall(attributes.get("ksy", ""))),
        needs=needs,
        needs_reason=reason,
        untestable=attributes.get("untestable", ""),
        file=file,
        line=line,
    )


def _check_formats(ident: str, formats: str) -> None:
    for part in formats.split(", "):
        found = _FORMAT.match(part)
        if found is None or found["family"] not in FAMILIES:
            raise ValueError(f"{ident}: format range {part!r} is not like 'log 1', 'content 1-3', 'table 8+'")


def _parse_attributes(ident: str, lines: list[str]) -> dict[str, str]:
    attributes: dict[str, str] = {}
    for item in (piece for line in lines for piece in _SEPARATOR.split(line)):
        found = _ATTRIBUTE.match(item)
        if found is None or found["key"] not in ("ksy", "source", "settled", "cases", "untestable"):
            raise ValueError(f"{ident}: {item!r} is none of *ksy* *source* *settled* *cases* *untestable*")
        if found["key"] in attributes:
            raise ValueError(f"{ident}: *{found['key']}* occurs twice")
        attributes[found["key"]] = found["value"].strip()
    for key in ("source", "settled"):
        if key not in attributes:
            raise ValueError(f"{ident}: *{key}* is missing")
    if attributes["settled"] not in ("yes", "no"):
        raise ValueError(f"{ident}: *settled* is yes or no, not {attributes['settled']!r}")
    if "ksy" in attributes and not _CODE.search(attributes["ksy"]):
        raise ValueError(f"{ident}: *ksy* names no field in backquotes")
    return attributes


def _parse_needs(ident: str, value: str) -> tuple[str, str]:
    if not value:
        return "both", ""
    found = _CASES.match(value)
    if found is None or found["needs"] not in NEEDS[1:]:
        raise ValueError(f"{ident}: *cases* is one of {', '.join(NEEDS[1:])}, then the reason in parentheses")
    return found["needs"], found["reason"]


def _open_questions(path: Path, problems: list[Problem]) -> dict[str, OpenQuestion]:
    questions: dict[str, OpenQuestion] = {}
    if not path.is_file():
        return questions
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        found = _OPEN_HEADING.match(line)
        if found is None:
            continue
        if found["id"] in questions:
            problems.append(Problem(path.name, number, f"open question {found['id']} occurs twice"))
        body = takewhile(lambda text: not text.startswith(("## ", "### ")), lines[number:])
        questions[found["id"]] = OpenQuestion(
            found["id"], found["title"] or "", number, "\n".join(body).strip()
        )
    return questions


def to_json(index: SpecIndex) -> str:
    """Text of `spec/requirements.json`: the index for programs that read no Markdown."""
    document = {
        "schema": 1,
        "requirements": [_requirement_json(item) for item in index.requirements.values()],
        "open": [
            {"id": item.id, "title": item.title, "line": item.line} for item in index.questions.values()
        ],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _requirement_json(item: Requirement) -> dict[str, Any]:
    return {
        "id": item.id,
        "level": item.level,
        "roles": list(item.roles),
        "formats": item.formats,
        "since": item.since,
        "text": item.text,
        "digest": item.digest,
        "source": item.source,
        "settled": item.settled,
        "ksy": list(item.ksy),
        "cases": item.needs,
        "untestable": item.untestable,
        "file": item.file,
        "line": item.line,
    }


def reviewed_json(index: SpecIndex) -> str:
    """Text of `spec/REVIEWED.json`: for each requirement the digest its cases were last read against."""
    return (
        json.dumps({key: index.requirements[key].digest for key in sorted(index.requirements)}, indent=1)
        + "\n"
    )
