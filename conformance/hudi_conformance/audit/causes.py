# SPDX-License-Identifier: Apache-2.0
"""Findings by cause: one headline for all findings that follow from one lost instant, file or folder.

A finding accuses a subject, such as an instant that is empty (`cause_rules.py`). Findings that mention an
accused subject depend on its cause; if there are several causes, the strongest applies. Each finding is in
one cause.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from hudi_conformance.audit.cause_rules import (
    METADATA,
    OTHER,
    Accusation,
    Rule,
    accusation,
    index_of,
    is_among,
    rules,
)
from hudi_conformance.audit.findings import INFO, SEVERITIES, UNREADABLE, VERDICTS, FindingRow, rank
from hudi_conformance.audit.known import written_id
from hudi_conformance.lake.files import folders_above
from hudi_conformance.model.names import UUID

MAX_ROWS = 50  # findings of a cause that are retained, worst first
MIN_EQUAL = 4  # equal findings without a known cause that are one
_MAX_PATHS = 1000  # dependent files of a cause that are counted
_BETWEEN = frozenset({"table", "metadata", "timeline", "archive"})  # surfaces that compare files
_TIME = re.compile(r"(?<![\w-])(\d{17}|\d{14})(?:\d{3})?(?![\d-])|_(\d{17}|\d{14})(?:\d{3})?(?=\.)")
_NAME = re.compile(r"[\w.=-]+\.(?:parquet|orc|lance|hfile)\b|\.[\w-]+\.log\.\d+[\w.-]*")
_GROUP = re.compile(rf"{UUID}-\d+(?!\d)")
_BARE_GROUP = re.compile(_GROUP.pattern + "(?!_)")  # not a part of a file name
_FOLDERS = (re.compile(r"'([^']*)'"), re.compile(r"([^\s',;]+)/[^\s/',;]+"))
_VARIABLE = re.compile(r"'[^']*'|\"[^\"]*\"|\S*/\S+|\S*\d\S*")
FoldKey: TypeAlias = tuple[str, str, str, str, str]
Token: TypeAlias = tuple[str, str]
Key: TypeAlias = tuple[str, str, str]  # table, name of a cause, subject


def key_of(row: FindingRow) -> FoldKey:
    """Key of equal findings, which differ only in names, paths and numbers in messages."""
    message = _VARIABLE.sub("…", row.message)
    return (row.verdict, row.severity, row.requirement or "", row.code, message)


@dataclass(slots=True)
class Cause:
    """Findings of one cause.

    Attributes:
        table: folder of the table; empty if findings of several tables are equal.
        subjects: accused subjects, as paths below the table, instants or names.
        rows: the worst findings, each with a flag whether it depends on others; accusing findings first.
        equal: findings of each kind of text.
        dependent: paths of dependent findings, by kind of file; for the metadata table the findings.
        strongest: rank of the strongest cause of the table.
    """

    table: str
    rule: Rule
    subjects: set[str] = field(default_factory=set)
    severities: Counter[str] = field(default_factory=Counter)
    rows: list[tuple[bool, FindingRow]] = field(default_factory=list)
    equal: Counter[FoldKey] = field(default_factory=Counter)
    dependent: dict[str, set[str]] = field(default_factory=dict)
    strongest: int = 0

    @property
    def severity(self) -> str:
        """The worst severity."""
        return next(name for name in SEVERITIES if self.severities[name])

    def add(self, row: FindingRow, below: str, subject: str | None) -> None:
        """Add a finding about `subject`, which is None if the cause decides it."""
        self.severities[row.severity] += 1
        self.equal[key_of(row)] += 1
        if subject is not None:
            self.subjects.add(subject)
        elif len(paths := self.dependent.setdefault(_kind_of(below), set())) < _MAX_PATHS:
            paths.add(f"{below} {row.message}" if below.startswith(METADATA) else below)
        self.rows.append((subject is None, row))
        if len(self.rows) > 2 * MAX_ROWS:
            self.close()

    def close(self) -> None:
        """Sort the retained findings, and drop those over the limit."""
        self.rows = sorted(self.rows, key=self._key)[:MAX_ROWS]

    def _key(self, item: tuple[bool, FindingRow]) -> tuple[object, ...]:
        """Rules of a cause, the best explanation first."""
        is_dependent, row = item
        names = [rule for when in self.rule.when for rule in when["rules"]]
        position = next(
            (n for n, rule in enumerate(names) if is_among(row.requirement or "", (rule,))), len(names)
        )
        return is_dependent, SEVERITIES.index(row.severity), position, rank(row), repr(row)


def find_causes(
    rows: Callable[[], Iterable[FindingRow]], folder_of: Callable[[str], str | None]
) -> list[Cause]:
    """Causes of findings, table by table, the strongest first; those of notes last.

    Args:
        rows: the findings; called three times.
        folder_of: the table of a file that is not below `.hoodie`.
    """
    finder = _Finder(folder_of)
    for step in (finder.learn, finder.settle, finder.add):
        for row in rows():
            step(row, *finder.split(row.path))
    return finder.causes()


class _Finder:
    """Collects accusations of findings, decides which subjects are causes, and groups findings by cause."""

    def __init__(self, folder_of: Callable[[str], str | None]) -> None:
        self._folder_of = folder_of
        self._accused: dict[tuple[str, Token], set[Key]] = {}
        self._kinds: set[str] = set()  # of tokens by which a subject is mentioned
        self._equal: Counter[FoldKey] = Counter()
        self._lost: set[str] = set()
        self._settled: dict[tuple[str, str], set[str]] = {}
        self._moved: dict[Key, Key] = {}
        self._causes: dict[Key, Cause] = {}

    def split(self, path: str) -> tuple[str, str]:
        """The table of a path, with the path below it; a metadata table is a part of its table."""
        table, hidden, _ = f"{path}/".partition("/.hoodie/")
        if not hidden:
            table = self._folder_of(path) or ""
        table = next((lost for lost in folders_above(path) if lost in self._lost), table)
        return table, path[len(table) + 1 :] if table else path

    def learn(self, row: FindingRow, table: str, below: str) -> None:
        """Record the accusation of a finding."""
        accused = accusation(row, below)
        if accused is None:
            self._equal[key_of(row)] += 1
            return
        if accused.rule.kind == "table":
            self._lost.add(table)
        for token in _tokens(accused, row):
            self._kinds.add(token[0])
            self._accused.setdefault((table, token), set()).add((table, accused.rule.name, accused.subject))

    def settle(self, row: FindingRow, table: str, below: str) -> None:
        """Record whether the accused subject of a finding follows from a stronger cause."""
        accused = accusation(row, below)
        if accused is not None:
            own = (table, accused.rule.name, accused.subject)
            stronger = set(self._possible(row, table, below, accused))
            if stronger:
                self._moved[own] = min(stronger | {self._moved.get(own, own)}, key=_rank_and_key)
            else:
                self._settled.setdefault(own[:2], set()).add(accused.subject)

    def add(self, row: FindingRow, table: str, below: str) -> None:
        """Add a finding to the strongest cause that it may follow from."""
        accused, written = accusation(row, below), written_id(row)
        own = None if accused is None else (table, accused.rule.name, accused.subject)
        possible = () if written else map(self._resolved, self._possible(row, table, below, accused))
        keys = {key for key in (own, *possible) if key is not None}
        best = min(keys, key=_rank_and_key, default=None)
        subject = accused.subject if accused is not None and best == own else None
        if best is None:
            equal = written or (" ".join(key_of(row)) if self._equal[key_of(row)] >= MIN_EQUAL else "")
            best = ("", OTHER, equal) if equal else (table, OTHER, row.path)
            subject = row.path
        rule = rules()[best[1]]
        if len(self._settled.get(best[:2], ())) >= rule.merge:  # equal name and table: one cause
            best = (*best[:2], "")
        self._causes.setdefault(best, Cause(best[0], rule)).add(row, below, subject)

    def causes(self) -> list[Cause]:
        """All causes."""
        strongest: dict[str, int] = {}
        for cause in self._causes.values():
            cause.close()
            if cause.severity != INFO:
                strongest[cause.table] = min(strongest.get(cause.table, cause.rule.rank), cause.rule.rank)
        for cause in self._causes.values():
            cause.strongest = strongest.get(cause.table, cause.rule.rank)
        return sorted(self._causes.values(), key=_order)

    def _possible(self, row: FindingRow, table: str, below: str, accused: Accusation | None) -> Iterator[Key]:
        for token in _mentions(row, below, self._kinds):
            for key in self._accused.get((table, token), ()):
                if _may_follow(row, below, accused, rules()[key[1]]):
                    yield key

    def _resolved(self, key: Key) -> Key | None:
        """The cause of a subject: a file that is lost with its folder belongs to the folder's cause."""
        while key[2] not in self._settled.get(key[:2], ()):
            if key not in self._moved or rules()[key[1]].kind not in {"file", "folder"}:
                return None
            key = self._moved[key]
        return key


def _rank_and_key(key: Key) -> tuple[int, Key]:
    return rules()[key[1]].rank, key


def _order(cause: Cause) -> tuple[object, ...]:
    precedence = (cause.severity == INFO, cause.strongest, cause.table, cause.rule.rank)
    verdict = VERDICTS.index(cause.rows[0][1].verdict)
    return *precedence, SEVERITIES.index(cause.severity), verdict, sorted(cause.subjects)


def _kind_of(below: str) -> str:
    name = below.rpartition("/")[2]
    if below.startswith(METADATA):
        return "finding"  # of the metadata table
    if not below.startswith(".hoodie"):
        return "log file" if ".log." in name else "data file"
    return "instant" if re.match(r"\d{14}", name) else "other file"


def _tokens(accused: Accusation, row: FindingRow) -> Iterator[Token]:
    """Tokens by which findings mention the accused subject."""
    kind, subject = accused.rule.kind, accused.subject
    name = subject.rpartition("/")[2]
    if kind in {"instant", "index"}:
        yield (kind, subject)
        group = _GROUP.search(f"{row.path.rpartition('/')[2]} {row.message}")
        if group is not None:  # newer files in this file group belong to the instant
            yield ("newer", group[0])
    elif kind == "file":
        groups = [match[0] for match in _GROUP.finditer(name)]
        yield from ((kind, name), *((token, group) for group in groups for token in ("group", "newer")))
    elif kind == "folder":
        yield from ((kind, folder) for folder in (subject, accused.names.get("other", subject)))
    else:
        yield ("all", "")
    if kind != "index" and row.requirement is not None:
        yield ("rule", row.requirement)


def _mentions(row: FindingRow, below: str, kinds: Container[str]) -> Iterator[Token]:
    """Tokens of subjects that a finding mentions; slow ones only for `kinds`."""
    folder, _, name = below.rpartition("/")
    yield from (("all", ""), ("file", name))
    if row.surface not in _BETWEEN:
        return
    if "instant" in kinds:
        text = row.message if below.startswith(METADATA) else f"{name} {row.message}"
        yield from (("instant", match[1] or match[2]) for match in _TIME.finditer(text))
        yield ("instant", row.instant or "")
    if "file" in kinds:
        yield from (("file", match[0]) for match in _NAME.finditer(row.message))
    if "folder" in kinds:
        yield ("folder", folder)
        yield from (("folder", match[1]) for pattern in _FOLDERS for match in pattern.finditer(row.message))
    if _is_of_metadata(row, below):
        yield ("index", index_of(row, below))
    if row.requirement in {"table.check.deleted-live", "table.check.metadata-record-index"}:
        yield from (("newer", match[0]) for match in _GROUP.finditer(f"{name} {row.message}"))
    if row.surface == "metadata":
        yield from (("group", match[0]) for match in _BARE_GROUP.finditer(row.message))
        if row.verdict == UNREADABLE:
            yield ("rule", row.requirement or "")


def _is_of_metadata(row: FindingRow, below: str) -> bool:
    return below.startswith(METADATA) or "check.metadata-" in (row.requirement or "")


def _may_follow(row: FindingRow, below: str, accused: Accusation | None, cause: Rule) -> bool:
    if accused is not None:
        own = accused.rule
        if cause.rank >= own.rank or (own.joins is not None and cause.kind not in own.joins):
            return False
    if cause.kind == "metadata" and not _is_of_metadata(row, below):
        return False
    return not cause.explains or is_among(row.requirement or row.code, cause.explains)
