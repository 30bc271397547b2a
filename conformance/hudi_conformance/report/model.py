# SPDX-License-Identifier: Apache-2.0
"""The events of a run as typed values: the input of every kind of report.

A run is only its file of events. Lines of an unknown kind are skipped (a newer suite may write
more); a file without its footer, or with results of unknown cases, is rejected.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hudi_conformance.errors import LimitExceeded
from hudi_conformance.suite import events as suite_events
from hudi_conformance.suite.events import EventsError
from hudi_conformance.suite.layers import UNCLASSIFIED

Event = Mapping[str, Any]

# In the order of reports: passes, listed failures, unexpected results, results that were not judged.
STATUSES = ("pass", "pass-weak", "known", "new", "stale", "unsupported", "open")
# Statuses that make the exit code 1.
UNEXPECTED = frozenset({"new", "stale"})
FAILED = frozenset({"known", "new"})
# The rule is neither held nor broken.
NOT_JUDGED = frozenset({"unsupported", "open"})


@dataclass(frozen=True)
class Implementation:
    """One implementation that answered: its name and its `hello`."""

    name: str
    hello: Mapping[str, Any]
    start_ms: float | None = None

    @property
    def title(self) -> str:
        """Name and version, the version only if the name does not contain it."""
        version = str(self.hello.get("version", ""))
        return self.name if not version or version in self.name else f"{self.name} {version}"

    @property
    def language(self) -> str:
        """Programming language, or empty."""
        return str(self.hello.get("language", ""))


@dataclass(frozen=True)
class Case:
    """One case of the run."""

    id: str
    title: str
    surface: str
    topic: str
    cmd: str
    req: tuple[str, ...]
    level: str
    expect: Mapping[str, Any]
    input: Mapping[str, Any]
    args: Mapping[str, Any]
    bug: Mapping[str, Any] | None
    note: str | None

    @property
    def topic_id(self) -> str:
        """Surface and topic."""
        return f"{self.surface}/{self.topic}"

    @property
    def about(self) -> str:
        """The subject of the case: its first requirement."""
        return self.req[0] if self.req else ""


@dataclass(frozen=True)
class Result:
    """The answer of one implementation to one case, and its verdict."""

    implementation: str
    case: str
    answer: str
    verdict: str
    status: str
    code: str | None = None
    at: str | None = None
    message: str | None = None
    reason: str | None = None
    detail: Mapping[str, Any] | None = None
    trace: str | None = None
    ms: float | None = None
    layer: str | None = None
    design: str | None = None
    rules: tuple[str, ...] = ()
    value_digest: str | None = None

    @property
    def failed(self) -> bool:
        """Whether it is a failure, listed or not."""
        return self.status in FAILED

    @property
    def outcome(self) -> str:
        """For a table: the verdict, or the answer to an open case."""
        if self.verdict != "open":
            return self.verdict
        return f"{self.answer} {self.code}" if self.answer == "reject" and self.code else self.answer


@dataclass(frozen=True, eq=False)
class Run:
    """A complete run; derived values are cached by identity, not by content."""

    header: Mapping[str, Any]
    implementations: tuple[Implementation, ...]
    absent: tuple[tuple[str, str], ...]
    missing: tuple[str, ...]
    """Names of missing implementations that were requested by name."""
    cases: Mapping[str, Case]
    results: Mapping[str, Mapping[str, Result]] = field(repr=False)
    """By implementation, then by case."""
    footer: Mapping[str, Any]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the implementations that answered, in the order of the run."""
        return tuple(implementation.name for implementation in self.implementations)

    @property
    def suite_version(self) -> str:
        """Version of the suite that ran."""
        return str(self.header.get("suite", {}).get("version", "?"))

    @property
    def problems(self) -> tuple[str, ...]:
        """Problems of the expectation lists themselves."""
        return tuple(map(str, self.footer.get("problems") or ()))

    @property
    def exit_code(self) -> int:
        """Exit code that the run ended with."""
        return int(self.footer.get("exit", 0))

    def result(self, implementation: str, case: str) -> Result | None:
        """Result of one implementation on one case, None if it was not run."""
        return self.results.get(implementation, {}).get(case)

    def counts(self, implementation: str) -> Counter[str]:
        """Number of results by status."""
        return Counter(result.status for result in self.results.get(implementation, {}).values())

    def with_status(self, *statuses: str) -> Iterator[tuple[Case, Result]]:
        """Results that have one of the statuses, case by case."""
        for case_id, case in self.cases.items():
            for name in self.names:
                result = self.result(name, case_id)
                if result is not None and result.status in statuses:
                    yield case, result

    def by_requirement(self) -> dict[str, list[Case]]:
        """Cases that name a requirement, by requirement."""
        naming: dict[str, list[Case]] = defaultdict(list)
        for case in self.cases.values():
            for requirement in case.req:
                naming[requirement].append(case)
        return dict(sorted(naming.items()))


def area(requirement: str) -> str:
    """Chapter of the spec that a requirement belongs to: two parts of its id, or the first of two."""
    parts = requirement.split(".")
    return ".".join(parts[:2]) if len(parts) > 2 else parts[0]


def load(path: Path) -> Run:
    """Read a run.

    Raises:
        EventsError: the file cannot be read, is damaged, or has no footer (the run did not end).
    """
    try:
        return build(suite_events.read(path), str(path))
    except (OSError, UnicodeDecodeError) as err:
        raise EventsError(f"{path}: cannot be read ({err})") from None
    except LimitExceeded as err:
        raise EventsError(str(err)) from None


def build(events: Iterable[Event], origin: str = "events") -> Run:
    """Build a run from its events.

    Raises:
        EventsError: no header, no footer, something after the footer, a result without its case or
            implementation, or an unknown status.
    """
    header: Event | None = None
    footer: Event | None = None
    implementations: dict[str, Implementation] = {}
    absent: list[tuple[str, str]] = []
    missing: list[str] = []
    cases: dict[str, Case] = {}
    results: dict[str, dict[str, Result]] = defaultdict(dict)
    for event in events:
        kind = event["event"]
        if footer is not None:
            raise EventsError(f"{origin}: an event {kind!r} follows the footer")
        if header is None and kind != "header":
            raise EventsError(f"{origin}: starts with {kind!r} instead of a header")
        try:
            if kind == "header":
                header = _header(event, header, origin)
            elif kind == "implementation":
                name = event["name"]
                implementations[name] = Implementation(name, event.get("hello") or {}, event.get("start_ms"))
            elif kind == "absent":
                absent.append((event["name"], event.get("reason") or ""))
                missing += [event["name"]] if event.get("required") else []
            elif kind == "case":
                cases[event["id"]] = case_of(event)
            elif kind == "result":
                result = result_of(event)
                results[result.implementation][result.case] = result
            elif kind == "footer":
                footer = event
        except KeyError as err:
            raise EventsError(f"{origin}: an event {kind!r} lacks {err}") from None
    if header is None:
        raise EventsError(f"{origin}: empty")
    if footer is None:
        raise EventsError(f"{origin}: no footer: the run was interrupted, so a report would be wrong")
    _check_references(implementations, cases, results, origin)
    order = header.get("implementations")
    asked = order if isinstance(order, list) else []
    in_order = sorted(
        implementations.values(), key=lambda one: asked.index(one.name) if one.name in asked else len(asked)
    )
    return Run(header, tuple(in_order), tuple(absent), tuple(missing), cases, results, footer)


def _header(event: Event, previous: Event | None, origin: str) -> Event:
    if previous is not None:
        raise EventsError(f"{origin}: two headers: two runs in one file")
    if event.get("schema") != 1:
        raise EventsError(f"{origin}: schema {event.get('schema')!r}, this program reads schema 1")
    return event


def case_of(event: Event) -> Case:
    """The case of an event `case`; raises KeyError."""
    return Case(
        id=event["id"],
        title=event.get("title") or event["id"],
        surface=event["surface"],
        topic=event["topic"],
        cmd=event["cmd"],
        req=tuple(event.get("req") or ()),
        level=event.get("level") or "MUST",
        expect=event.get("expect") or {},
        input=event.get("input") or {},
        args=event.get("args") or {},
        bug=event.get("bug") or None,
        note=event.get("note") or None,
    )


def result_of(event: Event) -> Result:
    """The result of an event `result`; raises KeyError, and EventsError for an unknown status."""
    status = event["status"]
    if status not in STATUSES:
        raise EventsError(f"status {status!r} is not one of {', '.join(STATUSES)}")
    at = event.get("at")
    return Result(
        implementation=event["implementation"],
        case=event["case"],
        answer=event["answer"],
        verdict=event["verdict"],
        status=status,
        code=event.get("code"),
        at=None if at is None else str(at),
        message=event.get("message"),
        reason=event.get("reason"),
        detail=event.get("detail") or None,
        trace=event.get("trace") or None,
        ms=event.get("ms"),
        layer=event.get("layer") or (UNCLASSIFIED if status in FAILED else None),
        design=event.get("design"),
        rules=tuple(event.get("rules") or ()),
        value_digest=event.get("value_digest"),
    )


def _check_references(
    implementations: Mapping[str, Implementation],
    cases: Mapping[str, Case],
    results: Mapping[str, Mapping[str, Result]],
    origin: str,
) -> None:
    for name, answers in results.items():
        if name not in implementations:
            raise EventsError(f"{origin}: results of {name!r}, which the file does not declare")
        for case_id in answers:
            if case_id not in cases:
                raise EventsError(
                    f"{origin}: a result for {case_id!r}, a case that the file does not contain"
                )
