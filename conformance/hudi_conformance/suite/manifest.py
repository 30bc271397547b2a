# SPDX-License-Identifier: Apache-2.0
"""Case manifests: TOML files that state requests and expectations, read and checked strictly.

The format is described by `conformance/schemas/manifest.schema.json`; `form` checks it without a schema
library, and violations are reported as `file:line case-id: sentence`.
"""

from __future__ import annotations

import fnmatch
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import tomli

from hudi_conformance.suite import manifest_index
from hudi_conformance.suite.form import check_case, expect_kind
from hudi_conformance.suite.trees import parse_hex

_ID_LINE = re.compile(r'^\s*id\s*=\s*"(?P<id>[^"]+)"')


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one answer: milliseconds, and MiB by which memory may grow."""

    ms: int = 5000
    mib: int = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One case as its manifest states it; `expect` and `edit` are still text.

    Attributes:
        id: `surface/topic/slug`, permanently unique.
        req: requirements that the case covers, the principal one first.
        base: edited fixture, relative to the fixtures, or None.
        data: the input as hex, or None; a case has at most one of base, data and a tree.
        file, line: position of the case, the file relative to the folder of cases.
        tree, files, drop, rename: a folder as input, see `trees`; its edits name the `file` they change.
    """

    id: str
    title: str
    surface: str
    topic: str
    req: tuple[str, ...]
    cmd: str
    expect: Mapping[str, Any]
    file: str
    line: int
    base: str | None = None
    edit: tuple[Mapping[str, Any], ...] = ()
    data: bytes | None = None
    args: Mapping[str, Any] = field(default_factory=dict)
    recount: bool = False
    rechecksum: bool = False
    needs: tuple[str, ...] = ()
    bug: Mapping[str, Any] | None = None
    budget: Budget = Budget()
    note: str | None = None
    tree: str | None = None
    files: Mapping[str, Any] = field(default_factory=dict)
    drop: tuple[str, ...] = ()
    rename: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_tree(self) -> bool:
        """Whether the input is a folder."""
        return self.tree is not None or bool(self.files)

    @property
    def kind(self) -> str:
        """Kind of the expectation, a member of `KINDS`."""
        return expect_kind(self.expect)


class Summary(NamedTuple):
    """Attributes of a case by which it is chosen and listed."""

    id: str
    title: str
    surface: str
    req: Sequence[str]
    cmd: str
    kind: str
    needs: Sequence[str]
    base: str | None
    file: str
    line: int


_C = TypeVar("_C", Case, Summary)


@dataclass(frozen=True, slots=True)
class Problem:
    """An error in a manifest."""

    file: str
    line: int
    case: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}{' ' + self.case if self.case else ''}: {self.message}"


class SuiteDamaged(Exception):  # noqa: N818 - a state, exit code 4
    """The suite itself is damaged, so verdicts would be meaningless."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


def load_manifests(folder: Path, index: Path | None = None) -> list[Case]:
    """All cases of a folder, by file name and position.

    Args:
        folder: the folder of cases.
        index: cache of manifests that were already checked, see `manifest_index`.

    Raises:
        SuiteDamaged: lists all problems, not only the first.
    """
    known = {} if index is None else manifest_index.read_index(index)
    entries: dict[str, manifest_index.Entry] = {}
    cases: list[Case] = []
    problems: list[Problem] = []
    first: dict[str, Case] = {}
    for path in sorted(folder.glob("**/*.toml")):
        name = path.relative_to(folder).as_posix()
        data = path.read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        entry = known.get(name)
        faults: list[Problem] = []
        if entry is None or entry["sha256"] != digest:
            entry, faults = _check_manifest(data.decode("utf-8"), name)
            entry["sha256"] = digest
        entries[name] = entry
        problems += faults
        additions = _entry_cases(entry, name)
        for case in additions:
            other = first.setdefault(case.id, case)
            if other is not case:
                problems.append(
                    Problem(name, case.line, case.id, f"id is taken at {other.file}:{other.line}")
                )
        cases += additions
    if problems:
        raise SuiteDamaged(problems)
    if index is not None and any(known.get(name) is not entry for name, entry in entries.items()):
        manifest_index.write_index(index, entries)
    return cases


def load_summaries(folder: Path, index: Path) -> list[Summary]:
    """Summaries of all cases, from a file next to `index` if no manifest has changed.

    Raises:
        SuiteDamaged: as `load_manifests`.
    """
    path = index.with_suffix(".list.json")
    digests = {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.glob("**/*.toml"))
    }
    known = manifest_index.read_index(path)
    if known.get("digests") == digests:
        return [Summary(*row) for row in known["rows"]]
    cases = load_manifests(folder, index)
    rows = [Summary(*(getattr(case, name) for name in Summary._fields)) for case in cases]
    manifest_index.write_index(path, {"digests": digests, "rows": rows})
    return rows


def parse_manifest(text: str, file: str) -> tuple[list[Case], list[Problem]]:
    """Cases of one manifest and its problems; a case with a problem is not among the cases."""
    entry, problems = _check_manifest(text, file)
    return _entry_cases(entry, file), problems


def _entry_cases(entry: manifest_index.Entry, file: str) -> list[Case]:
    return [
        _case(table, entry, file, line) for table, line in zip(entry["tables"], entry["lines"], strict=True)
    ]


def _check_manifest(text: str, file: str) -> tuple[manifest_index.Entry, list[Problem]]:
    """Surface, topic and the valid tables of a manifest with their lines, and its problems."""
    nothing: manifest_index.Entry = {"tables": [], "lines": []}
    try:
        document = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        return nothing, [Problem(file, 1, "", f"not TOML: {error}")]
    problems: list[Problem] = []
    unknown = set(document) - {"surface", "topic", "about", "case"}
    if unknown:
        problems.append(Problem(file, 1, "", f"unknown keys {sorted(unknown)}"))
    problems += [
        Problem(file, 1, "", f"{key} must be a string")
        for key in ("surface", "topic", "about")
        if not isinstance(document.get(key), str) or not document[key]
    ]
    tables = document.get("case")
    if not isinstance(tables, list) or not tables:
        problems.append(Problem(file, 1, "", "a manifest has at least one [[case]]"))
    if problems:
        return nothing, problems
    lines: dict[str, list[int]] = {}
    for number, line_text in enumerate(text.splitlines(), 1):
        if match := _ID_LINE.match(line_text):
            lines.setdefault(match["id"], []).append(number)
    entry = {"surface": document["surface"], "topic": document["topic"], **nothing}
    for table in document["case"]:
        ident = table.get("id") if isinstance(table.get("id"), str) else ""
        numbers = lines.get(ident, [1])
        line = numbers.pop(0) if len(numbers) > 1 else numbers[0]
        violations = list(check_case(table, document["surface"], document["topic"]))
        problems += [Problem(file, line, ident, sentence) for sentence in violations]
        if not violations:
            entry["tables"].append(table)
            entry["lines"].append(line)
    return entry, problems


def select(
    cases: Iterable[_C],
    *,
    surfaces: Sequence[str] = (),
    globs: Sequence[str] = (),
    requirements: Sequence[str] = (),
) -> list[_C]:
    """Cases that meet every condition; within one condition any alternative suffices.

    A glob matches ids; a prefix such as `log/recovery` selects all cases below it. A requirement
    matches itself and, as a prefix, those below it.
    """
    return [
        case
        for case in cases
        if (not surfaces or case.surface in surfaces)
        and (not globs or any(matches(case.id, glob) for glob in globs))
        and (
            not requirements
            or any(
                fnmatch.fnmatchcase(i, r) or f"{i}.".startswith(f"{r}.")
                for i in case.req
                for r in requirements
            )
        )
    ]


def matches(ident: str, pattern: str) -> bool:
    """Whether an id matches a pattern: a glob over the complete id, or a prefix of its parts."""
    # Most patterns of lists are plain ids, and there are more of them than the cache of `fnmatch` holds.
    is_whole = fnmatch.fnmatchcase(ident, pattern) if is_glob(pattern) else ident == pattern
    return is_whole or ident.startswith(pattern.rstrip("/") + "/")


def is_glob(pattern: str) -> bool:
    """Whether a pattern has wildcards."""
    return "*" in pattern or "?" in pattern or "[" in pattern


def _case(table: Mapping[str, Any], document: Mapping[str, Any], file: str, line: int) -> Case:
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in table.items()
    }
    if "hex" in values:
        values["data"] = parse_hex(values.pop("hex"))
    values["budget"] = Budget(**table.get("budget", {}))
    return Case(**values, surface=document["surface"], topic=document["topic"], file=file, line=line)
