# SPDX-License-Identifier: Apache-2.0
"""Which subject a finding accuses, and as what; the data is in `causes.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.known import written_id

METADATA = ".hoodie/metadata"
OTHER = "other"  # name of the last entry
_FILE = Path(__file__).with_name("causes.toml")
_OF_RULE = {"bloom": "bloom_filters", "record": "record_index", "secondary": "secondary_index"}


@dataclass(frozen=True, slots=True)
class Rule:
    """An entry of the data, which describes its members; `rank` is its position there, strongest first."""

    name: str
    kind: str
    rank: int
    when: Sequence[Mapping[str, Any]]
    one: str = ""
    many: str = ""
    explains: Sequence[str] = ()
    joins: Sequence[str] | None = None
    merge: int = 2
    act: str = ""
    readers: str = ""
    writers: str = ""
    steps: Sequence[Mapping[str, str]] = ()
    proofs: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True, slots=True)
class Accusation:
    """The accusation of a finding: a subject of a cause, with the names in its message."""

    rule: Rule
    subject: str
    names: Mapping[str, str]


def is_among(ident: str, rules: Iterable[str]) -> bool:
    """Whether an id is in a list, or begins with an item of it up to a dot or dash."""
    return any(ident == rule or ident.startswith((f"{rule}.", f"{rule}-")) for rule in rules)


@cache
def rules() -> Mapping[str, Rule]:
    """All entries by name, strongest first."""
    data: dict[str, Any] = tomllib.loads(_FILE.read_text("utf-8"))  # as TOML types it
    for step in (step for table in data["cause"] for step in table.get("steps", ())):
        for name, text in data["texts"].items():
            step["do"] = step["do"].replace(f"{{{name}}}", text)
    return {table["name"]: Rule(rank=rank, **table) for rank, table in enumerate(data["cause"])}


@cache
def _candidates(
    ident: str,
) -> Sequence[tuple[Rule, bool, Mapping[str, Sequence[str]], re.Pattern[str], re.Pattern[str]]]:
    """Causes that findings with an id may accuse, each with its other conditions."""
    return [
        (
            rule,
            "inside" in when or rule.kind not in {"instant", "file", "folder"},
            {name: when[name] for name in ("code", "verdict", "severity") if name in when},
            re.compile(when.get("path", ""), re.DOTALL),
            re.compile(when.get("says", ""), re.DOTALL),
        )
        for rule in rules().values()
        for when in rule.when
        if is_among(ident, when["rules"])
    ]


def accusation(row: FindingRow, below: str) -> Accusation | None:
    """The accusation of a finding, `below` its table; None if its cause is unknown, or a released writer."""
    is_outside = not below.startswith(f"{METADATA}/")
    for rule, may_be_inside, values, path, says in (
        () if written_id(row) else _candidates(row.requirement or "-")
    ):
        if not (is_outside or may_be_inside) or any(getattr(row, n) not in v for n, v in values.items()):
            continue
        if path.pattern and path.fullmatch(below) is None:
            continue
        match = says.search(row.message)
        if match is not None:
            names = {name: text for name, text in match.groupdict().items() if text}
            return Accusation(rule, _subject(rule.kind, row, below, names), names)
    return None


def index_of(row: FindingRow, below: str) -> str:
    """Index of the metadata table that a finding is about; `metadata table` if it is about its timeline."""
    if not below.startswith(METADATA):
        part = (row.requirement or "").rpartition(".")[2].removeprefix("metadata-").partition("-")[0]
        return _OF_RULE.get(part, "files")
    index = below[len(METADATA) :].strip("/").partition("/")[0]
    return "metadata table" if index in {"", ".hoodie"} else index


def _subject(kind: str, row: FindingRow, below: str, names: Mapping[str, str]) -> str:
    match kind:
        case "index":
            return index_of(row, below)
        case "instant":
            in_path = re.match(r"\d{14,}", below.rpartition("/")[2])
            return names.get("instant") or row.instant or (in_path[0] if in_path else below)
        case "file":
            return names.get("file") or below
        case "metadata":
            return names.get("what") or row.instant or ""
    return names.get("folder", "") if kind == "folder" else ""
