# SPDX-License-Identifier: Apache-2.0
"""Lists of known failures, one file per implementation, enforced to be accurate.

A listed case must fail in the listed way: one that passes makes its entry stale, another failure is new, a
pattern that matches nothing is an error. `unsupported` needs no entry, it follows from capabilities.

A list may extend that of another release: it then has the entries of that list without the cases in `except`.
Its groups take precedence. A list that extends another cannot be extended.
"""

from __future__ import annotations

import datetime
import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from hudi_conformance.model.common import JsonValue
from hudi_conformance.suite.judge import GOOD, NOT_JUDGED, VERDICTS
from hudi_conformance.suite.patterns import Patterns
from hudi_conformance.suite.shapes import is_strings

KINDS = ("bug", "wontfix", "dispute", "hang")
OUTCOMES = tuple(verdict for verdict in VERDICTS if verdict not in {"pass", *NOT_JUDGED})
PROFILES = ("core", "strict", "robust")
UNEXPLAINED = "UNEXPLAINED"
DEFAULT_MAX = 20
_ROBUST_OUTCOMES = frozenset({"error", "crash", "hang", "garbled"})
_KEYS = frozenset(
    {"reason", "kind", "outcome", "also", "design", "wrong", "rules", "link", "until", "max", "cases", "skip"}
)
_LOST = ("wrong-value", "accepts-invalid")
_HEADER = "# SPDX-License-Identifier: Apache-2.0\n"


class ListError(ValueError):
    """An expectation list that cannot be read."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cases that fail in one way for one reason.

    Attributes:
        kind: bug, wontfix, dispute or hang (only a hang may be skipped).
        outcome: the expected verdict.
        also: another verdict that may randomly occur instead.
        until: last day on which the entry is valid.
        max: largest number of cases that the patterns may match.
        cases: globs over case ids.
        skip: do not run the cases at all.
        design: source in which the project documents or decides this behaviour; then it is not a bug.
        wrong: wrong or missing part of the answer; then no proposal excuses it.
        rules: rules of the reason in addition to the principal ones of the cases.
    """

    reason: str
    kind: str
    outcome: str
    cases: tuple[str, ...]
    link: str | None = None
    until: datetime.date | None = None
    max: int = DEFAULT_MAX
    skip: bool = False
    design: str | None = None
    rules: tuple[str, ...] = ()
    wrong: str | None = None
    also: str | None = None

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The verdicts that match the list."""
        return (self.outcome,) if self.also is None else (self.outcome, self.also)

    def applies(self, profile: str) -> bool:
        """Whether its outcome is a failure in this profile."""
        if profile == "robust":
            return not _ROBUST_OUTCOMES.isdisjoint(self.outcomes)
        return profile == "strict" or self.outcome != "pass-weak"


@dataclass(frozen=True)
class KnownFailures:
    """The list of one implementation.

    Attributes:
        groups: its own groups.
        preamble: the comment that opens its file.
        base: the list that it extends.
        excluded: ids of cases that the base lists and this implementation does not fail.
    """

    implementation: str
    groups: tuple[Group, ...] = ()
    preamble: str = _HEADER
    base: KnownFailures | None = None
    excluded: frozenset[str] = frozenset()

    @cached_property
    def _index(self) -> tuple[Patterns, list[Group]]:
        """The patterns of all groups, and the group of each."""
        pairs = [(glob, group) for group in self.groups for glob in group.cases]
        return Patterns(glob for glob, _ in pairs), [group for _, group in pairs]

    def find(self, case: str, profile: str = "core") -> Group | None:
        """The group that lists a case, None if none does."""
        patterns, owners = self._index
        groups = (owners[position] for position in patterns.matching(case))
        own = next((group for group in groups if group.applies(profile)), None)
        if own is not None or self.base is None or case in self.excluded:
            return own
        return self.base.find(case, profile)


@dataclass(frozen=True, slots=True)
class Standing:
    """Status of one result in view of the list.

    Attributes:
        status: see `standing`.
        reason: reason of the entry that lists it, or the error of that entry.
        group: the entry that lists a known failure.
        layer: layer of a failure, member of `layers.LAYERS`.
    """

    status: str
    reason: str | None = None
    group: Group | None = None
    layer: str | None = None


def load_list(path: Path, implementation: str, *, may_extend: bool = True) -> KnownFailures:
    """Read a list.

    Raises:
        ListError: with file and group, for any violation of the format.
    """
    try:
        folder = path.parent if may_extend else None
        return parse_list(path.read_text(encoding="utf-8"), implementation, path.name, folder)
    except OSError as error:
        raise ListError(f"{path}: {error.strerror}") from error


def parse_list(
    text: str, implementation: str, origin: str = "list", folder: Path | None = None
) -> KnownFailures:
    """A list from its text; a list that it extends is read from the folder."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ListError(f"{origin}: not TOML: {error}") from error
    if unknown := set(document) - {"group", "extends", "except"}:
        raise ListError(f"{origin}: unknown keys {sorted(unknown)}")
    excluded = document.get("except", [])
    if not is_strings(excluded) or ("except" in document and "extends" not in document):
        raise ListError(f"{origin}: except lists ids of cases, and goes with extends")
    base = None
    if "extends" in document:
        name = document["extends"]
        if folder is None or not isinstance(name, str) or "/" in name:
            raise ListError(f"{origin}: extends names a list of the same folder, which extends none")
        base = load_list(folder / f"{name}.toml", name, may_extend=False)
    groups = tuple(
        _group(table, f"{origin}, group {number}")
        for number, table in enumerate(document.get("group", []), 1)
    )
    comment = [line for line in text.split("[[group]]", 1)[0].splitlines() if line.startswith("#")]
    preamble = "\n".join(comment) + "\n" if comment else _HEADER
    return KnownFailures(implementation, groups, preamble, base, frozenset(excluded))


def _group(table: JsonValue, origin: str) -> Group:
    def demand(holds: bool, sentence: str) -> None:
        if not holds:
            raise ListError(f"{origin}: {sentence}")

    demand(isinstance(table, dict), "must be a table")
    demand(not set(table) - _KEYS, f"unknown keys {sorted(set(table) - _KEYS)}")
    cases = table.get("cases")
    demand(isinstance(table.get("reason"), str) and bool(table["reason"].strip()), "needs a reason")
    demand(table.get("kind") in KINDS, f"kind is one of {', '.join(KINDS)}")
    demand(table.get("outcome") in OUTCOMES, f"outcome is one of {', '.join(OUTCOMES)}")
    also = table.get("also")
    demand(also is None or also in OUTCOMES, f"also is one of {', '.join(OUTCOMES)}")
    demand(also != table["outcome"], "also is another one than outcome")
    demand(is_strings(cases) and bool(cases), "cases lists globs")
    until, limit, skip = table.get("until"), table.get("max", DEFAULT_MAX), table.get("skip", False)
    if isinstance(until, str):
        try:
            until = datetime.date.fromisoformat(until)
        except ValueError as error:
            raise ListError(f"{origin}: until is a date, {error}") from error
    demand(until is None or isinstance(until, datetime.date), "until is a date such as 2027-01-31")
    demand(isinstance(limit, int) and limit > 0, "max is a positive integer")
    demand(skip is False or (skip is True and table["kind"] == "hang"), "only kind hang may be skipped")
    link = table.get("link")
    demand(link is None or isinstance(link, str), "link is a string")
    design, rules = table.get("design"), table.get("rules", [])
    is_source = isinstance(design, str) and bool(design.strip())
    demand(design is None or is_source, "design quotes the source in which the project documents it")
    demand(design is None or table["kind"] != "bug", "a bug is not by design: kind is wontfix or dispute")
    wrong = table.get("wrong")
    is_sentence = isinstance(wrong, str) and bool(wrong.strip())
    demand(wrong is None or is_sentence, "wrong describes the wrong or missing part of the answer")
    demand(wrong is None or table["outcome"] in _LOST, f"wrong belongs to an outcome of {', '.join(_LOST)}")
    demand(wrong is None or design is None, "an answer that is wrong is not by design")
    demand(is_strings(rules), "rules lists ids of requirements")
    return Group(
        table["reason"], table["kind"], table["outcome"], tuple(cases), link, until, limit, skip, design,
        tuple(rules), wrong, also,
    )  # fmt: skip


def standing(
    verdict: str, case: str, known: KnownFailures, *, profile: str, today: datetime.date
) -> Standing:
    """Status of a verdict: `pass pass-weak known new stale unsupported open`.

    A weak pass is a failure in profile strict. A listed failure that does not occur is `stale` if the case
    passes, `new` if it fails in another way or the entry has expired.
    """
    group = known.find(case, profile)
    failed = verdict not in GOOD | NOT_JUDGED or (verdict == "pass-weak" and profile == "strict")
    if group is None:
        return Standing("new" if failed else verdict)
    if verdict == "open":
        return Standing("stale", f"listed as {group.outcome}, but the case is open: remove it from the list")
    if not failed and verdict == group.also:
        return Standing(verdict)
    if not failed:
        outcome = "is not supported" if verdict == "unsupported" else "passes"
        return Standing("stale", f"listed as {group.outcome}, but {outcome}: remove it from the list")
    if verdict not in group.outcomes:
        return Standing("new", f"listed as {' or '.join(group.outcomes)}, but is {verdict} ({group.reason})")
    if group.until is not None and today > group.until:
        return Standing("new", f"the entry expired on {group.until}: {group.reason}")
    return Standing("known", group.reason, group)


def list_problems(known: KnownFailures, cases: Sequence[str], *, today: datetime.date) -> list[str]:
    """Problems of a list, checked against the ids of all cases, not only of those that run."""
    problems: list[str] = []
    owner: dict[str, int] = {}
    name = known.implementation
    hits_of = _hits(known, cases)
    for number, group in enumerate(known.groups, 1):
        origin = f"{name}, group {number} ({group.reason[:50]})"
        members: set[str] = set()
        for glob in group.cases:
            hits = hits_of[glob]
            if not hits:
                problems.append(f"{origin}: {glob!r} matches no case")
            members |= hits
        if len(members) > group.max:
            problems.append(f"{origin}: matches {len(members)} cases, at most {group.max} are allowed (max)")
        problems += [
            f"{origin}: {case} is in group {owner[case]} too"
            for case in sorted(members)
            if owner.setdefault(case, number) != number
        ]
        if group.until is not None and today > group.until:
            problems.append(f"{origin}: expired on {group.until}")
        if group.reason.startswith(UNEXPLAINED):
            problems.append(f"{origin}: no reason is given yet")
    for case in sorted(known.excluded):
        if known.base is None or known.base.find(case, "strict") is None:
            problems.append(f"{name}: except names {case}, which the extended list does not have")
        elif case in owner:
            problems.append(f"{name}: except names {case}, which is in group {owner[case]}")
    return problems


def _hits(known: KnownFailures, cases: Iterable[str]) -> Mapping[str, set[str]]:
    """The cases that each pattern of a list matches."""
    globs = list(dict.fromkeys(glob for group in known.groups for glob in group.cases))
    patterns = Patterns(globs)
    hits: dict[str, set[str]] = {glob: set() for glob in globs}
    for case in cases:
        for position in patterns.matching(case):
            hits[globs[position]].add(case)
    return hits


# --- updates -----------------------------------------------------------------------------------------


def update(
    known: KnownFailures, verdicts: Mapping[str, str], messages: Mapping[str, str] | None = None
) -> KnownFailures:
    """The list that matches these verdicts of profile core, with every reason that still applies.

    Entries whose case passes, or fails in another way, leave their group; failures that no group lists go
    to groups whose reason begins with `UNEXPLAINED`, which `check` refuses. Patterns are expanded to ids
    where only some matches still fail. Cases that were not run keep their entry. Failures as the extended
    list has them need no group; its cases that no longer fail are excluded.

    Args:
        known: the current list.
        verdicts: verdict by case id; `pass-weak` counts as a pass.
        messages: message of the implementation by case id, for the reason of a new group.
    """
    failures = {case: verdict for case, verdict in verdicts.items() if verdict not in GOOD | NOT_JUDGED}
    hits = _hits(known, verdicts)
    explained: set[str] = set()
    groups: list[Group] = []
    for group in known.groups:
        if group.outcome == "pass-weak":
            groups.append(group)
            continue
        entries: list[str] = []
        for glob in group.cases:
            run = sorted(hits[glob])
            true = [case for case in run if failures.get(case) in group.outcomes and case not in explained]
            explained |= set(true)
            entries += [glob] if true == run else [case for case in true if case not in entries]
        if entries:
            groups.append(replace(group, cases=tuple(entries), max=max(group.max, len(entries))))
    inherited = {case: entry for case in verdicts if known.base and (entry := known.base.find(case))}
    explained |= {case for case, entry in inherited.items() if failures.get(case) in entry.outcomes}
    excluded = (known.excluded - verdicts.keys()) | (inherited.keys() - failures.keys())
    unexplained: dict[str, list[str]] = {}
    for case in sorted(set(failures) - explained):
        unexplained.setdefault(failures[case], []).append(case)
    for outcome, cases in sorted(unexplained.items()):
        message = next((text for case in cases if (text := (messages or {}).get(case))), "")
        reason = f"{UNEXPLAINED}{': ' + message[:120] if message else ''}"
        groups.append(Group(reason, "bug", outcome, tuple(cases), max=max(DEFAULT_MAX, len(cases))))
    return replace(known, groups=tuple(groups), excluded=frozenset(excluded))


def to_toml(known: KnownFailures) -> str:
    """Text of a list."""
    parts = [known.preamble.rstrip("\n") + "\n"]
    if known.base is not None:
        cases = "".join(f"\n  {toml_string(case)}," for case in sorted(known.excluded))
        excluded = f"except = [{cases}\n]\n" if cases else ""
        parts.append(f"extends = {toml_string(known.base.implementation)}\n{excluded}")
    for group in known.groups:
        lines = ["[[group]]", f"reason = {toml_string(group.reason)}", f"kind = {toml_string(group.kind)}"]
        lines.append(f"outcome = {toml_string(group.outcome)}")
        for name in ("also", "design", "wrong"):
            text = getattr(group, name)
            if text is not None:
                lines.append(f"{name} = {toml_string(text)}")
        if group.rules:
            lines.append(f"rules = [{', '.join(map(toml_string, group.rules))}]")
        if group.link is not None:
            lines.append(f"link = {toml_string(group.link)}")
        if group.until is not None:
            lines.append(f"until = {group.until.isoformat()}")
        if group.max != DEFAULT_MAX:
            lines.append(f"max = {group.max}")
        if group.skip:
            lines.append("skip = true")
        lines += ["cases = [", *(f"  {toml_string(glob)}," for glob in group.cases), "]"]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def toml_string(text: str) -> str:
    """A text as a string of TOML."""
    # JSON's escapes are TOML's, except that TOML rejects a raw DEL
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def changes(before: KnownFailures, after: KnownFailures) -> Iterable[str]:
    """Changes made by an update, as lines `+ outcome case` and `- outcome case`; outcome may be `except`."""
    old, new = (
        {f"{group.outcome} {case}" for group in known.groups for case in group.cases}
        | {f"except {case}" for case in known.excluded}
        for known in (before, after)
    )
    yield from (f"- {entry}" for entry in sorted(old - new))
    yield from (f"+ {entry}" for entry in sorted(new - old))
