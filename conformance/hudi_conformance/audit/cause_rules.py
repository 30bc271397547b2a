# SPDX-License-Identifier: Apache-2.0
"""Which subject a finding accuses, and as what; the data is in `causes.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.known import written_id

_FILE = Path(__file__).with_name("causes.toml")
_METADATA = ".hoodie/metadata/"
_NO_RULE = "-"
_INDEX = re.compile(r"\.hoodie/metadata(?:/([^/]+))?(?:/.*)?")
_OF_RULE = {"bloom": "bloom_filters", "record": "record_index", "secondary": "secondary_index"}


@dataclass(frozen=True, slots=True)
class Proof:
    """What a headline names as evidence if findings of the cause have one of some rules.

    Attributes:
        readers: what readers lose, if the evidence decides it.
    """

    rules: tuple[str, ...]
    text: str
    readers: str = ""


@dataclass(frozen=True)
class Rule:
    """An entry of the data; its members are described there.

    Attributes:
        rank: place of its cause among all, strongest first.
    """

    name: str
    kind: str
    rank: int = 0
    rules: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    verdicts: tuple[str, ...] = ()
    severities: tuple[str, ...] = ()
    path: str = ""
    says: str = ""
    same: bool = False
    inside: bool = False
    explains: tuple[str, ...] = ()
    joins: tuple[str, ...] | None = None
    merge: int = 2
    act: str = ""
    one: str = ""
    many: str = ""
    readers: str = ""
    writers: str = ""
    steps: tuple[Mapping[str, str], ...] = ()
    proofs: tuple[Proof, ...] = ()

    @cached_property
    def _says(self) -> re.Pattern[str]:
        return re.compile(self.says, re.DOTALL)

    @cached_property
    def _path(self) -> re.Pattern[str]:
        return re.compile(self.path, re.DOTALL)

    def match(self, row: FindingRow, below: str) -> Mapping[str, str] | None:
        """Named groups of the message if all conditions but `rules` hold, else None."""
        is_inside = below.startswith(_METADATA) and self.kind in {"instant", "file", "folder"}
        if (
            (is_inside and not self.inside)
            or (self.codes and row.code not in self.codes)
            or (self.verdicts and row.verdict not in self.verdicts)
            or (self.severities and row.severity not in self.severities)
            or (self.path and self._path.fullmatch(below) is None)
        ):
            return None
        match = self._says.search(row.message)
        return None if match is None else {name: text for name, text in match.groupdict().items() if text}

    def does_explain(self, row: FindingRow) -> bool:
        """Whether findings of this rule may follow from the cause."""
        return not self.explains or is_among(row.requirement or row.code, self.explains)


@dataclass(frozen=True, slots=True)
class Accusation:
    """What a finding accuses: a subject of a cause, with what its message names."""

    rule: Rule
    subject: str
    names: Mapping[str, str]


def is_among(ident: str, rules: tuple[str, ...]) -> bool:
    """Whether an id is one of some, or begins with one of them up to a dot or dash."""
    return any(ident == rule or ident.startswith((f"{rule}.", f"{rule}-")) for rule in rules)


@cache
def rules() -> tuple[Rule, ...]:
    """All entries, strongest first; entries of one name share its texts and its rank."""
    data: dict[str, Any] = tomllib.loads(_FILE.read_text("utf-8"))  # as TOML types it
    named: dict[str, Rule] = {}
    result = []
    for number, table in enumerate(data["cause"]):
        values: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in table.items()}
        if values.get("same"):
            first = named[values["name"]]
            values = {field.name: getattr(first, field.name) for field in fields(Rule)} | {
                "path": "", "codes": (), "verdicts": (), "severities": (), "says": "", "inside": False,
            } | values  # fmt: skip
        else:
            texts = data["texts"].items()
            for step in table.get("steps", ()):
                for name, text in texts:
                    step["do"] = step["do"].replace(f"{{{name}}}", text)
            values["rank"] = number
            values["proofs"] = tuple(
                Proof(tuple(p["rules"]), p["text"], p.get("readers", "")) for p in table.get("proofs", ())
            )
        rule = Rule(**values)
        named.setdefault(rule.name, rule)
        result.append(rule)
    return tuple(result)


@cache
def first_of(name: str) -> Rule:
    """The first entry of a cause: it has the texts."""
    return next(rule for rule in rules() if rule.name == name)


@cache
def _candidates(requirement: str | None) -> tuple[Rule, ...]:
    ident = _NO_RULE if requirement is None else requirement
    return tuple(rule for rule in rules() if is_among(ident, rule.rules))


def accusation(row: FindingRow, below: str) -> Accusation | None:
    """What a finding accuses; None if no cause is known for its rule, or a writer is.

    Args:
        row: a finding.
        below: its path below the table.
    """
    for rule in () if written_id(row) else _candidates(row.requirement):
        names = rule.match(row, below)
        if names is not None:
            return Accusation(rule, _subject(rule, row, below, names), names)
    return None


def index_of(row: FindingRow, below: str) -> str:
    """Index of the metadata table that a finding is about; `metadata table` if it is about its timeline."""
    match = _INDEX.fullmatch(below)
    part = (row.requirement or "").rpartition(".")[2].removeprefix("metadata-").partition("-")[0]
    index = (match[1] or "") if match is not None else _OF_RULE.get(part, "files")
    return {"": "metadata table", ".hoodie": "metadata table"}.get(index, index)


def _subject(rule: Rule, row: FindingRow, below: str, names: Mapping[str, str]) -> str:
    if rule.kind == "index":
        return index_of(row, below)
    if rule.kind == "instant":
        in_path = re.match(r"\d{14,}", below.rpartition("/")[2])
        return names.get("instant") or row.instant or (in_path[0] if in_path else below)
    if rule.kind == "file":
        return names.get("file") or below
    if rule.kind == "metadata":
        return names.get("what") or row.instant or ""
    return names.get("folder", "") if rule.kind == "folder" else ""
