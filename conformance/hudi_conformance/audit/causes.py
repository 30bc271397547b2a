# SPDX-License-Identifier: Apache-2.0
"""Findings by cause: one headline for all findings that follow from one lost instant, file or folder.

A finding accuses a subject, such as an instant that is empty (`cause_rules.py`). Findings that mention an
accused subject depend on its cause; of several causes the strongest is taken. Each finding is in one cause.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from hudi_conformance.audit.cause_rules import Accusation, Rule, accusation, first_of, index_of, is_among
from hudi_conformance.audit.findings import INFO, SEVERITIES, UNREADABLE, VERDICTS, FindingRow, rank
from hudi_conformance.audit.folds import FoldKey, key_of
from hudi_conformance.audit.known import written_id

MAX_ROWS = 50  # findings of a cause that are retained, worst first
MIN_EQUAL = 4  # equal findings without a known cause that are one
_MAX_PATHS = 1000  # dependent files of a cause that are counted
_HIDDEN = "/.hoodie"
_METADATA = ".hoodie/metadata"
_BETWEEN = frozenset({"table", "metadata", "timeline", "archive"})  # surfaces that compare files
_TIME = re.compile(r"(?<![\w-])(\d{17}|\d{14})(?:\d{3})?(?![\d-])|_(\d{17}|\d{14})(?:\d{3})?(?=\.)")
_NAME = re.compile(r"[\w.=-]+\.(?:parquet|orc|lance|hfile)\b|\.[\w-]+\.log\.\d+[\w.-]*")
_GROUP = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d+(?!\d)")
_BARE_GROUP = re.compile(_GROUP.pattern + "(?!_)")  # not a part of a file name
_QUOTED = re.compile(r"'([^']*)'")
_FOLDER = re.compile(r"([^\s',;]+)/[^\s/',;]+")
Token: TypeAlias = tuple[str, str]
Key: TypeAlias = tuple[str, str, str]  # table, name of a cause, subject


@dataclass(slots=True)
class Cause:
    """Findings of one cause.

    Attributes:
        table: folder of the table; empty if findings of several tables are equal.
        rule: None if no cause is known.
        subjects: what is accused, as paths below the table, instants or names.
        rows: the worst findings; those that accuse first.
        equal: findings of each kind of text.
        dependent: paths of other findings, by kind of file; of the metadata table the findings.
    """

    table: str
    rule: Rule | None = None
    subjects: set[str] = field(default_factory=set)
    severities: Counter[str] = field(default_factory=Counter)
    rows: list[tuple[bool, FindingRow]] = field(default_factory=list)
    equal: Counter[FoldKey] = field(default_factory=Counter)
    requirements: Counter[str] = field(default_factory=Counter)
    dependent: dict[str, set[str]] = field(default_factory=dict)
    num_accusing: int = 0

    @property
    def name(self) -> str:
        """Name of the cause; `other` if none is known."""
        return "other" if self.rule is None else self.rule.name

    @property
    def num(self) -> int:
        """How many findings."""
        return sum(self.severities.values())

    @property
    def severity(self) -> str:
        """The worst severity."""
        return next(name for name in SEVERITIES if self.severities[name])

    @property
    def first(self) -> FindingRow:
        """The worst finding that accuses."""
        return self.rows[0][1]

    def add(self, row: FindingRow, below: str, subject: str | None) -> None:
        """Add a finding; `subject` is what it accuses, None if it depends on the cause."""
        self.severities[row.severity] += 1
        self.equal[key_of(row)] += 1
        self.requirements[row.requirement or row.code] += 1
        if subject is not None:
            self.num_accusing += 1
            self.subjects.add(subject)
        else:
            paths = self.dependent.setdefault(_kind_of(below), set())
            if len(paths) < _MAX_PATHS:
                paths.add(f"{below} {row.message}" if below.startswith(_METADATA) else below)
        self.rows.append((subject is None, row))
        if len(self.rows) > 2 * MAX_ROWS:
            self.close()

    def absorb(self, other: Cause) -> None:
        """Add the findings of another cause of this name."""
        self.severities += other.severities
        self.equal += other.equal
        self.requirements += other.requirements
        for kind, paths in other.dependent.items():
            self.dependent.setdefault(kind, set()).update(paths)
        self.rows += other.rows
        self.subjects |= other.subjects
        self.num_accusing += other.num_accusing
        self.close()

    def close(self) -> None:
        """Sort the retained findings, and drop those over the limit."""
        self.rows = sorted(self.rows, key=self._key)[:MAX_ROWS]

    def _key(self, item: tuple[bool, FindingRow]) -> tuple[object, ...]:
        """Rules of a cause are in the order in which they explain it best."""
        is_dependent, row = item
        rules = () if self.rule is None else self.rule.rules
        place = next(
            (n for n, rule in enumerate(rules) if is_among(row.requirement or "", (rule,))), len(rules)
        )
        return is_dependent, SEVERITIES.index(row.severity), place, rank(row), row.message


def find_causes(
    rows: Callable[[], Iterable[FindingRow]], folder_of: Callable[[str], str | None] | None = None
) -> list[Cause]:
    """Causes of findings, the strongest first, those of notes last.

    Args:
        rows: the findings; called three times.
        folder_of: the table of a file; None: the folder above `.hoodie`.
    """
    finder = _Finder(folder_of or (lambda _: None))
    for step in (finder.learn, finder.settle, finder.add):
        for row in rows():
            step(row)
    return finder.causes()


class _Finder:
    """Learns what findings accuse, settles which subjects are causes, then adds each finding to its cause."""

    def __init__(self, folder_of: Callable[[str], str | None]) -> None:
        self._folder_of = folder_of
        self._accused: dict[tuple[str, Token], set[Key]] = {}
        self._rules: dict[str, Rule] = {}
        self._equal: Counter[FoldKey] = Counter()
        self._lost: set[str] = set()
        self._settled: set[Key] = set()
        self._moved: dict[Key, Key] = {}
        self._causes: dict[Key, Cause] = {}

    def learn(self, row: FindingRow) -> None:
        """Note what a finding accuses."""
        table, below = self._split(row.path)
        accused = accusation(row, below)
        if accused is None and not written_id(row):
            self._equal[key_of(row)] += 1
        if accused is None:
            return
        rule = accused.rule
        self._rules[rule.name] = first_of(rule.name)
        if rule.kind == "table":
            self._lost.add(table)
        key = (table, rule.name, accused.subject)
        for token in _tokens(accused, row):
            self._accused.setdefault((table, token), set()).add(key)

    def settle(self, row: FindingRow) -> None:
        """Note whether what a finding accuses follows from a stronger cause."""
        table, below = self._split(row.path)
        accused = accusation(row, below)
        if accused is not None:
            own = (table, accused.rule.name, accused.subject)
            best = min((self._rank(key), key) for key in {own, *self._possible(row, table, below, accused)})[
                1
            ]
            if self._rank(best) < self._rank(own):
                self._moved[own] = best
            else:
                self._settled.add(own)

    def add(self, row: FindingRow) -> None:
        """Add a finding to the strongest cause that it may follow from."""
        table, below = self._split(row.path)
        accused = accusation(row, below)
        written = written_id(row)
        if written:
            self._cause((table, "written", written)).add(row, below, row.path)
            return
        own = None if accused is None else (table, accused.rule.name, accused.subject)
        possible = {self._resolved(key) for key in self._possible(row, table, below, accused)} - {None}
        best = min(((self._rank(key), key != own, key) for key in {own, *possible} if key), default=None)
        if best is None or accused is None:
            equal = key_of(row)
            is_one = self._equal[equal] >= MIN_EQUAL
            other = ("", "equal", " ".join(equal)) if is_one else (table, "other", row.path)
            self._cause(other if best is None else best[2]).add(
                row, below, row.path if best is None else None
            )
        else:
            self._cause(best[2]).add(row, below, accused.subject if best[2] == own else None)

    def causes(self) -> list[Cause]:
        """All causes, table by table, the strongest first."""
        merged = list(self._merged())
        for cause in merged:
            cause.close()
        strengths: dict[str, int] = {}
        for cause in merged:
            strengths[cause.table] = min(strengths.get(cause.table, _strength(cause)), _strength(cause))
        return sorted(merged, key=lambda cause: _order(cause, strengths))

    def _possible(self, row: FindingRow, table: str, below: str, accused: Accusation | None) -> Iterator[Key]:
        for token in _mentions(row, below):
            for key in self._accused.get((table, token), ()):
                cause = self._rules[key[1]]
                if cause.kind == "metadata" and not _is_of_metadata(row, below):
                    continue
                if _may_follow(row, accused, cause, token):
                    yield key

    def _resolved(self, key: Key) -> Key | None:
        """The cause to which a subject belongs: a file that is lost with its folder is of the folder's."""
        while key not in self._settled:
            if key not in self._moved or self._rules[key[1]].kind not in {"file", "folder"}:
                return None
            key = self._moved[key]
        return key

    def _rank(self, key: Key) -> int:
        return self._rules[key[1]].rank

    def _merged(self) -> Iterator[Cause]:
        groups: dict[tuple[str, str], list[Cause]] = {}
        for (table, name, _), cause in sorted(self._causes.items()):
            groups.setdefault((table, name), []).append(cause)
        for causes in groups.values():
            rule = causes[0].rule
            if rule is not None and len(causes) >= rule.merge:
                for cause in causes[1:]:
                    causes[0].absorb(cause)
                yield causes[0]
            else:
                yield from causes

    def _cause(self, key: Key) -> Cause:
        return self._causes.setdefault(key, Cause(key[0], self._rules.get(key[1])))

    def _split(self, path: str) -> tuple[str, str]:
        """The table of a path, with the path below it; a metadata table is a part of its table."""
        table, hidden, _ = f"{path}/".partition(f"{_HIDDEN}/")
        if not hidden:
            table = self._folder_of(path) or ""
        table = next((lost for lost in self._lost if path.startswith(f"{lost}/")), table)
        return table, path[len(table) + 1 :] if table else path


def _strength(cause: Cause) -> int:
    return cause.rule.rank if cause.rule is not None else 1 << 16


def _order(cause: Cause, strengths: Mapping[str, int]) -> tuple[object, ...]:
    severity, verdict = SEVERITIES.index(cause.severity), VERDICTS.index(cause.first.verdict)
    return (
        cause.severity == INFO, strengths[cause.table], cause.table, _strength(cause), severity, verdict,
        sorted(cause.subjects),
    )  # fmt: skip


def _kind_of(below: str) -> str:
    name = below.rpartition("/")[2]
    if below.startswith(_METADATA):
        return "finding"  # of the metadata table
    if not below.startswith(".hoodie"):
        return "log file" if ".log." in name else "data file"
    return "instant" if re.match(r"\d{14}", name) else "other file"


def _tokens(accused: Accusation, row: FindingRow) -> Iterator[Token]:
    """By which tokens findings mention the accused subject."""
    kind, subject = accused.rule.kind, accused.subject
    if kind == "file":
        yield ("file", subject.rpartition("/")[2])
        group = _GROUP.search(subject.rpartition("/")[2])
        if group is not None:
            yield ("group", group[0])
    elif kind == "folder":
        yield ("folder", subject)
        if "other" in accused.names:
            yield ("folder", accused.names["other"])
    elif kind in {"instant", "index"}:
        yield (kind, subject)
        group = _GROUP.search(f"{row.path.rpartition('/')[2]} {row.message}")
        if group is not None:  # what is newer in this file group is of the instant
            yield ("newer", group[0])
    else:
        yield ("all", "")
    if kind != "index" and row.requirement is not None:
        yield ("rule", row.requirement)


def _mentions(row: FindingRow, below: str) -> Iterator[Token]:
    """Tokens of subjects that a finding mentions."""
    folder, _, name = below.rpartition("/")
    is_in_metadata = below.startswith(_METADATA)
    yield ("all", "")
    yield ("file", name)
    if row.surface not in _BETWEEN:
        return
    text = row.message if is_in_metadata else f"{name} {row.message}"
    yield from (("instant", match[1] or match[2]) for match in _TIME.finditer(text))
    if row.instant is not None:
        yield ("instant", row.instant)
    yield from (("file", match[0]) for match in _NAME.finditer(row.message))
    yield ("folder", folder)
    if _is_of_metadata(row, below):
        yield ("index", index_of(row, below))
    for pattern in (_QUOTED, _FOLDER):
        yield from (("folder", match[1]) for match in pattern.finditer(row.message))
    if row.requirement in {"table.check.deleted-live", "table.check.metadata-record-index"}:
        yield from (("newer", match[0]) for match in _GROUP.finditer(f"{name} {row.message}"))
    if row.surface == "metadata":
        yield from (("group", match[0]) for match in _BARE_GROUP.finditer(row.message))
        if row.verdict == UNREADABLE and row.requirement is not None:
            yield ("rule", row.requirement)


def _is_of_metadata(row: FindingRow, below: str) -> bool:
    return below.startswith(_METADATA) or (row.requirement or "").startswith("table.check.metadata")


def _may_follow(row: FindingRow, accused: Accusation | None, cause: Rule, token: Token) -> bool:
    if accused is not None and accused.rule.joins is not None and cause.kind not in accused.rule.joins:
        return False
    if token[0] == "instant" and cause.kind == "instant" and row.surface not in _BETWEEN:
        return False
    return cause.does_explain(row)
