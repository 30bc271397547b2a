# SPDX-License-Identifier: Apache-2.0
"""Case manifests: TOML files that say what is asked and what is expected, read and checked strictly.

The form is described by `conformance/schemas/manifest.schema.json`; this module checks the same without
needing a schema library, and says what is wrong as `file:line case-id: sentence`.
"""

from __future__ import annotations

import fnmatch
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hudi_conformance.suite.form import (
    COMMANDS,
    EDITS,
    KINDS,
    MAX_REPEAT,
    check_case,
    check_edit,
    check_expect,
    expect_kind,
    parse_hex,
)

__all__ = [
    "COMMANDS", "EDITS", "KINDS", "MAX_REPEAT", "Budget", "Case", "Problem", "SuiteDamaged", "check_edit",
    "check_expect", "expect_kind", "load_manifests", "matches", "parse_hex", "parse_manifest", "select",
]  # fmt: skip

_ID_LINE = re.compile(r'^\s*id\s*=\s*"(?P<id>[^"]+)"')


@dataclass(frozen=True, slots=True)
class Budget:
    """What one answer may cost: milliseconds, and MiB that memory may grow by."""

    ms: int = 5000
    mib: int = 512


@dataclass(frozen=True, slots=True)
class Case:
    """One case as its manifest states it; `expect` and `edit` are still text.

    Attributes:
        id: `surface/topic/slug`, unique for ever.
        req: requirements that the case is about, the first one foremost.
        base: fixture that is edited, relative to the fixtures, or None.
        data: the input written out as hex, or None; a case has at most one of base, data and a tree.
        file, line: where it stands, the file relative to the folder of cases.
        tree, files, drop, rename: a folder as input, see `trees`; its edits name the `file` they change.
    """

    id: str
    title: str
    surface: str
    topic: str
    req: tuple[str, ...]
    cmd: str
    base: str | None
    edit: tuple[Mapping[str, Any], ...]
    data: bytes | None
    args: Mapping[str, Any]
    recount: bool
    rechecksum: bool
    needs: tuple[str, ...]
    expect: Mapping[str, Any]
    bug: Mapping[str, Any] | None
    budget: Budget
    note: str | None
    file: str
    line: int
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


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a manifest."""

    file: str
    line: int
    case: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}{' ' + self.case if self.case else ''}: {self.message}"


class SuiteDamaged(Exception):  # noqa: N818 - a state, exit code 4
    """The suite itself is not whole; no verdict would mean anything."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


def load_manifests(folder: Path) -> list[Case]:
    """All cases of a folder, in the order of file names and of the text.

    Raises:
        SuiteDamaged: with every problem found, not only the first.
    """
    cases: list[Case] = []
    problems: list[Problem] = []
    seen: dict[str, Case] = {}
    for path in sorted(folder.glob("**/*.toml")):
        name = path.relative_to(folder).as_posix()
        found, wrong = parse_manifest(path.read_text(encoding="utf-8"), name)
        problems += wrong
        for case in found:
            if case.id in seen:
                first = seen[case.id]
                problems.append(
                    Problem(name, case.line, case.id, f"id is taken at {first.file}:{first.line}")
                )
            seen[case.id] = case
        cases += found
    if problems:
        raise SuiteDamaged(problems)
    return cases


def parse_manifest(text: str, file: str) -> tuple[list[Case], list[Problem]]:
    """Cases of one manifest and what is wrong in it; a case with a problem is not among the cases."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return [], [Problem(file, 1, "", f"not TOML: {error}")]
    problems: list[Problem] = []
    unknown = set(document) - {"surface", "topic", "about", "case"}
    if unknown:
        problems.append(Problem(file, 1, "", f"unknown keys {sorted(unknown)}"))
    problems += [
        Problem(file, 1, "", f"{key} must be a text")
        for key in ("surface", "topic", "about")
        if not isinstance(document.get(key), str) or not document[key]
    ]
    listed = document.get("case")
    if not isinstance(listed, list) or not listed:
        problems.append(Problem(file, 1, "", "a manifest has at least one [[case]]"))
    if problems:
        return [], problems
    lines: dict[str, list[int]] = {}
    for number, line_text in enumerate(text.splitlines(), 1):
        if found := _ID_LINE.match(line_text):
            lines.setdefault(found["id"], []).append(number)
    cases = []
    for table in document["case"]:
        ident = table.get("id") if isinstance(table.get("id"), str) else ""
        places = lines.get(ident, [1])
        line = places.pop(0) if len(places) > 1 else places[0]
        wrong = list(check_case(table, document["surface"], document["topic"]))
        problems += [Problem(file, line, ident, sentence) for sentence in wrong]
        if not wrong:
            cases.append(_case(table, document, file, line))
    return cases, problems


def select(
    cases: Iterable[Case],
    *,
    surfaces: Sequence[str] = (),
    globs: Sequence[str] = (),
    requirements: Sequence[str] = (),
) -> list[Case]:
    """Cases that fit every given condition; within one condition any alternative will do.

    A glob matches ids; a prefix such as `log/recovery` stands for all cases below it. A requirement
    matches itself and, as a prefix, those below it.
    """
    return [
        case
        for case in cases
        if (not surfaces or case.surface in surfaces)
        and (not globs or any(matches(case.id, glob) for glob in globs))
        and (not requirements or any(_below(r, wanted) for r in case.req for wanted in requirements))
    ]


def matches(ident: str, pattern: str) -> bool:
    """Whether an id is what a pattern means: a glob over the whole id, or a prefix of its parts."""
    return fnmatch.fnmatchcase(ident, pattern) or ident.startswith(pattern.rstrip("/") + "/")


def _below(ident: str, wanted: str) -> bool:
    return ident == wanted or ident.startswith(wanted + ".") or fnmatch.fnmatchcase(ident, wanted)


def _case(table: Mapping[str, Any], document: Mapping[str, Any], file: str, line: int) -> Case:
    return Case(
        id=table["id"],
        title=table["title"],
        surface=document["surface"],
        topic=document["topic"],
        req=tuple(table["req"]),
        cmd=table["cmd"],
        base=table.get("base"),
        edit=tuple(table.get("edit", ())),
        data=parse_hex(table["hex"]) if "hex" in table else None,
        args=table.get("args", {}),
        recount=table.get("recount", False),
        rechecksum=table.get("rechecksum", False),
        needs=tuple(table.get("needs", ())),
        expect=table["expect"],
        bug=table.get("bug"),
        budget=Budget(**table.get("budget", {})),
        note=table.get("note"),
        file=file,
        line=line,
        tree=table.get("tree"),
        files=table.get("files", {}),
        drop=tuple(table.get("drop", ())),
        rename=table.get("rename", {}),
    )
