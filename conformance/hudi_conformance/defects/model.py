# SPDX-License-Identifier: Apache-2.0
"""Read the data about defects, and read and write measured verdicts."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# severity: consequence for the owner of such a file, worst first
SEVERITIES = {
    "loss": "Silent data loss.",
    "wrong": "Silently wrong rows, cells or names.",
    "unnoticed": "A damaged file is accepted as valid.",
    "down": "A small file crashes the reader: memory, stack, or the process.",
    "unchecked": "Damage causes an unchecked exception, and callers also lose the intact parts.",
    "refuses": "A valid file is rejected.",
}
_KINDS = frozenset({"defect", "written"})
NOT_FOUND = "not found"
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")
_THREAD = re.compile(r"[\w.-]+/[\w.-]+#\d+")
_KEYS = {"id", "title", "severity", "what", "cases", "implementations", "upstream"}
_OPTIONAL = {"design", "stored"}


class DefectError(ValueError):
    """Invalid data about defects; the message names file and entry."""


@dataclass(frozen=True, slots=True)
class Defect:
    """One defect.

    Attributes:
        id: permanent slug.
        severity: key of `SEVERITIES`.
        what: description, in sentences.
        cases: ids of the cases that show it, the smallest first.
        implementations: names of those that have it: each fails each of the cases, as its list states.
        upstream: threads `owner/repo#number` in which the defect is known, or `not found`.
        topic: name of its file.
        design: where the project documents or decides this behaviour, according to the expectation lists;
            then it does harm, but is not a bug. Empty for bugs.
        stored: stored measurements that show it, if no command of the protocol can: `upgrade RUN STATE`
            or `slice NAME: REASON`. Its cases then show the resulting files, and readers need not fail them.
    """

    id: str
    title: str
    severity: str
    what: str
    cases: tuple[str, ...]
    implementations: tuple[str, ...]
    upstream: str
    topic: str
    design: str = ""
    stored: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Written:
    """A rule that a released writer violates in every file of a kind: a correct finding that is not damage.

    Attributes:
        id: permanent slug.
        requirement: rule that its files violate.
        severity: consequence for the owner of the table: `error`, `warning`, `info`.
        writers: releases that write such files.
        harms: who is affected, and how.
        path: regular expression that the path of the file matches, to its end.
        signature: name of a test of the bytes in `audit/known.py`; empty: none is needed.
        codes: codes of such findings; none: all.
        fixture: archive of a table that the writer wrote, below the fixtures; empty: none is kept.
    """

    id: str
    requirement: str
    severity: str
    writers: str
    harms: str
    path: str = ".*"
    signature: str = ""
    codes: tuple[str, ...] = ()
    fixture: str = ""


Measured = Mapping[str, Mapping[str, str]]
"""Verdict by case, then by implementation."""


def load_defects(folder: Path) -> list[Defect]:
    """All defects, files by name, entries in the order of their file.

    Raises:
        DefectError: a file violates the format.
    """
    return [_defect(table, file) for file, table in _tables(folder, "defect")]


def load_written(folder: Path) -> list[Written]:
    """All rules that released writers violate, in the order of the files.

    Raises:
        DefectError: a file violates the format.
    """
    defects: list[Written] = []
    for file, table in _tables(folder, "written"):
        try:
            defects.append(Written(**{**table, "codes": tuple(table.get("codes", ()))}))
        except TypeError as error:
            raise DefectError(f"{file.name}, {table.get('id')!r}: {error}") from None
    return defects


def _tables(folder: Path, kind: str) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Tables of one kind with their files."""
    for file in sorted(folder.glob("*.toml")):
        try:
            text = file.read_text(encoding="utf-8")
            if f"[[{kind}]]" not in text and any(f"[[{other}]]" in text for other in _KINDS):
                continue  # parsing all files takes a tenth of a second
            document = tomllib.loads(text)
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise DefectError(f"{file.name}: {error}") from error
        if set(document) - _KINDS:
            raise DefectError(f"{file.name}: unknown keys {sorted(set(document) - _KINDS)}")
        yield from ((file, table) for table in document.get(kind, []))


def _defect(table: Mapping[str, Any], file: Path) -> Defect:
    origin = f"{file.name}, {table.get('id')!r}"
    if not _KEYS <= set(table) <= _KEYS | _OPTIONAL:
        raise DefectError(f"{origin}: keys are {', '.join(sorted(_KEYS))}, and {', '.join(_OPTIONAL)} if any")
    listed = {"cases", "implementations"} | {"stored"} & set(table)
    for key in set(table) - listed:
        if not isinstance(table[key], str) or not table[key].strip():
            raise DefectError(f"{origin}: {key} is a string")
    for key in sorted(listed):
        if not isinstance(table[key], list) or not table[key] or len(set(table[key])) != len(table[key]):
            raise DefectError(f"{origin}: {key} is a list of different names")
    if not _ID.fullmatch(table["id"]):
        raise DefectError(f"{origin}: the id is words in lower case with hyphens")
    if table["severity"] not in SEVERITIES:
        raise DefectError(f"{origin}: severity is one of {', '.join(SEVERITIES)}")
    threads = table["upstream"].split(", ")
    if table["upstream"] != NOT_FOUND and not all(_THREAD.fullmatch(thread) for thread in threads):
        raise DefectError(f"{origin}: upstream is {NOT_FOUND!r} or threads such as apache/hudi#1332")
    lists = {key: tuple(table[key]) for key in listed}
    return Defect(**{**table, **lists}, topic=file.stem)


def load_measured(file: Path) -> dict[str, dict[str, str]]:
    """Measured verdicts; empty if the file does not exist yet."""
    measured: dict[str, dict[str, str]] = {}
    if file.is_file():
        measured = json.loads(file.read_text(encoding="utf-8"))
    return measured


def write_measured(file: Path, measured: Measured) -> None:
    """Write all verdicts but `unsupported`, sorted, so that equal verdicts are equal bytes."""
    supported = {
        case: {name: verdict for name, verdict in measured[case].items() if verdict != "unsupported"}
        for case in measured
    }
    file.write_text(json.dumps(supported, indent=1, sort_keys=True) + "\n", encoding="utf-8")
