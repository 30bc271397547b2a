# SPDX-License-Identifier: Apache-2.0
"""The cases as pytest items, and the implementation that they judge."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from hudi_conformance import edits, resources
from hudi_conformance.report.model import case_of, result_of
from hudi_conformance.report.wording import failure_block
from hudi_conformance.suite import command_lines, events, session, smoke
from hudi_conformance.suite.adapter import Adapter, CannotStart, close_quietly
from hudi_conformance.suite.expectations import PROFILES, KnownFailures, list_problems
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.manifest import SuiteDamaged
from hudi_conformance.suite.runner import Participant, Readers, Turn

if TYPE_CHECKING:
    from _pytest._code.code import TerminalRepr, TracebackStyle

NodeArgument: TypeAlias = Any  # of `pytest.Item`, which pytest itself does not type


class JudgedError(Exception):
    """The suite, the options or the adapter are unusable; the message states why."""


class CaseFailed(Exception):  # noqa: N818 - pytest calls it a failure, not an error
    """An unexpected answer; its text is the block that `hudi-conformance run` prints."""


@dataclass(frozen=True)
class Verdict:
    """Verdict on one case.

    Attributes:
        why: reason of the list, or the message of the implementation; never empty.
        block: creates the text that `run` prints for a failure.
    """

    verdict: str
    status: str
    why: str
    block: Callable[[], str]


class Judged:
    """All cases, one implementation, its list of known failures.

    Args:
        command: command line of an adapter, or None for a shipped implementation.
        name: name of a shipped implementation; the adapter's own name if there is a command.
        expect: list of known failures; None for the shipped one, or for none with a command.
        profile: member of `PROFILES`.

    Raises:
        JudgedError: unknown implementation or profile, or a list or cases that cannot be read.
    """

    def __init__(self, *, command: str | None, name: str | None, expect: Path | None, profile: str) -> None:
        if profile not in PROFILES:
            raise JudgedError(f"profile {profile!r} is not one of {', '.join(PROFILES)}")
        self._adapter: Adapter | None = None
        self._again = ["--adapter", command] if command else ["--implementation", str(name)]
        self._session = session.Session(edits, lambda text: print(text, file=sys.stderr))
        name = name or "adapter"
        try:
            self.cases = self._session.prepare(self._session.cases)
            if command is None:
                self._start = session.starter(session.implementations([name])[name])
            else:
                self._start = lambda: command_lines.start_command(command)
            has_list = command is None or expect is not None
            self.known = session.known_failures(name, expect) if has_list else KnownFailures(name)
        except SuiteDamaged as damaged:
            raise JudgedError(f"the suite is damaged:\n{damaged}") from damaged
        except command_lines.ChoiceError as error:
            raise JudgedError(str(error)) from error
        self._plan = self._session.plan(self.cases, profile=profile)
        self._readers = Readers(self._plan.readers)
        self._turn = Turn(
            Participant(name, self._start, self.known, required=True), self._plan, self._readers
        )

    def adapter(self) -> Adapter:
        """The running adapter, started and checked on first use.

        Raises:
            JudgedError: it does not start, or failed smoke.
        """
        if self._adapter is None:
            try:
                adapter = self._start()
            except (CannotStart, command_lines.ChoiceError) as error:
                raise JudgedError(f"the adapter does not start: {error}") from error
            failed = smoke.first_failure(adapter, self.cases)
            if failed is not None:
                close_quietly(adapter)
                raise JudgedError(f"the adapter {failed}")
            self._adapter = adapter
        return self._adapter

    def started(self) -> Adapter:
        """The running adapter; ends the run if it does not start, since no verdict is possible without it."""
        try:
            return self.adapter()
        except JudgedError as error:
            pytest.exit(str(error), returncode=3)  # like `run`

    def judge(self, ready: Prepared) -> Verdict:
        """Run one case against the implementation and judge its answer."""
        adapter = self.adapter()
        answer, word, standing = self._turn.judge_case(adapter, ready)
        result = result_of(events.result(adapter.hello.name, ready.case.id, answer, word, standing))

        def block() -> str:
            base = ready.case.base
            lines = failure_block(
                case_of(events.case(ready, self.level(ready))),
                result,
                rules=self._session.index.requirements,
                base={} if base is None else {base: self._session.fixtures.bytes(base)},
                command_line=self._again,
            )
            return "\n".join(lines)

        why = standing.reason or result.message or ready.expectation.question or word.verdict
        return Verdict(word.verdict, standing.status, why, block)

    def level(self, ready: Prepared) -> str:
        """Level of the requirement of a case."""
        return self._plan.levels[ready.case.id]

    def is_must(self, ready: Prepared) -> bool:
        """Whether a case names a MUST."""
        known = self._session.index.requirements
        return any(known[name].level == "MUST" for name in ready.case.req if name in known)

    def list_problems(self) -> list[str]:
        """Problems of the list of known failures."""
        return list_problems(self.known, self._plan.all_ids, today=self._plan.today)

    def close(self) -> None:
        """End the adapter and the readers."""
        if self._adapter is not None:
            close_quietly(self._adapter)
            self._adapter = None
        self._readers.close()


class Suite(pytest.Collector):
    """Collector of all cases."""

    judged: Judged

    def collect(self) -> Iterable[pytest.Item]:
        """The cases in the order of the suite, then the state of the list of known failures."""
        for ready in self.judged.cases:
            yield CaseItem.from_parent(self, name=ready.case.id, nodeid=ready.case.id, ready=ready)
        if self.judged.known.groups or self.judged.known.base:
            yield ListItem.from_parent(self, name="expectation-list")


class SuiteItem(pytest.Item):
    """An item whose failure is printed as text: a traceback through the suite would not help."""

    parent: Suite

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: TracebackStyle | None = None
    ) -> str | TerminalRepr:
        """The text of a failure; for other exceptions the traceback."""
        if isinstance(excinfo.value, CaseFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


class CaseItem(SuiteItem):
    """One case, run against the implementation."""

    def __init__(self, *, ready: Prepared, **kwargs: NodeArgument) -> None:
        super().__init__(**kwargs)
        self.ready = ready
        self.add_marker(pytest.mark.surface(name=ready.case.surface))
        for requirement in ready.case.req:
            self.add_marker(pytest.mark.req(id=requirement))
        if self.parent.judged.is_must(ready):
            self.add_marker(pytest.mark.must)

    def runtest(self) -> None:
        """Send the request, judge, and convert the verdict to an outcome of pytest."""
        judged = self.parent.judged
        judged.started()
        verdict = judged.judge(self.ready)
        self.user_properties += [("verdict", verdict.verdict), ("level", judged.level(self.ready))]
        self.user_properties += [("req", requirement) for requirement in self.ready.case.req]
        match verdict.status:
            case "pass" | "pass-weak":
                return
            case "unsupported" | "open":
                pytest.skip(f"{verdict.status}: {verdict.why}")
            case "known":
                # With --runxfail this does nothing, and the failure is printed.
                pytest.xfail(f"{verdict.verdict}: {verdict.why}")
        raise CaseFailed(verdict.block())

    def reportinfo(self) -> tuple[Path, int, str]:
        """File and line of the case."""
        case = self.ready.case
        return resources.cases_dir() / case.file, case.line - 1, case.id


class ListItem(SuiteItem):
    """The list of known failures itself: patterns that match nothing, expired entries."""

    def runtest(self) -> None:
        """Fail if the list has a problem."""
        problems = self.parent.judged.list_problems()
        if problems:
            raise CaseFailed("\n".join(problems))

    def reportinfo(self) -> tuple[str, None, str]:
        """The location of a list is its name."""
        return "hudi-conformance", None, "expectation-list"
