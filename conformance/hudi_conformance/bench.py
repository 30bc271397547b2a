# SPDX-License-Identifier: Apache-2.0
"""One implementation on the bench: asked case by case by somebody else's loop, as pytest's is."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import rich_click as click

from hudi_conformance import resources
from hudi_conformance.cli import common
from hudi_conformance.report.blocks import failure_block
from hudi_conformance.report.model import case_of, result_of
from hudi_conformance.specification import requirements
from hudi_conformance.suite import events, runner, smoke
from hudi_conformance.suite.adapter import Adapter, CannotStart, close_quietly
from hudi_conformance.suite.expectations import PROFILES, KnownFailures, list_problems
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.manifest import SuiteDamaged

READER = "kaitai-python"


class BenchError(Exception):
    """The suite, the options or the adapter are not in order; the message says what."""


@dataclass(frozen=True)
class Verdict:
    """The word on one case.

    Attributes:
        why: reason of the list, or what the implementation said; a sentence in any case.
        block: makes the text that `run` prints for a failure.
    """

    verdict: str
    status: str
    why: str
    block: Callable[[], str]


class Bench:
    """All cases, one implementation, its list of known failures.

    Args:
        command: command line of an adapter, or None for a shipped implementation.
        name: name of a shipped implementation; the adapter's own name when there is a command.
        expect: list of known failures; None for the shipped one, or for none with a command.
        profile: member of `PROFILES`.

    Raises:
        BenchError: no such implementation, no such profile, a list or cases that cannot be read.
    """

    def __init__(self, *, command: str | None, name: str | None, expect: Path | None, profile: str) -> None:
        if profile not in PROFILES:
            raise BenchError(f"profile {profile!r} is none of {', '.join(PROFILES)}")
        self._command = command
        self._adapter: Adapter | None = None
        self._again = ["--adapter", command] if command else ["--implementation", str(name)]
        try:
            cases = common.load_cases()
            self.cases: Sequence[Prepared] = common.prepare(cases)
            self._index = requirements.load(resources.spec_dir())
            self._start = self._starter(name)
            self.known = (
                KnownFailures(name or "adapter")
                if command and expect is None
                else common.known_failures(name or "adapter", expect)
            )
            shipped = common.implementations([READER])
        except SuiteDamaged as damaged:
            raise BenchError(f"the suite is damaged:\n{damaged}") from damaged
        except click.ClickException as error:
            raise BenchError(error.format_message()) from error
        self._levels = common.levels(cases, self._index)
        self._fixtures = common.fixtures()
        plan = runner.Plan(
            cases=self.cases,
            levels=self._levels,
            profile=profile,
            today=datetime.datetime.now(datetime.UTC).date(),
            all_ids=[case.id for case in cases],
            readers={READER: common.starter(shipped[READER])},
        )
        self._plan = plan
        self._readers = runner.Readers(plan.readers)
        self._turn = runner.Turn(
            runner.Participant(name or "adapter", self._start, self.known, demanded=True),
            plan,
            events.Writer(None),
            self._readers,
            None,
        )

    def adapter(self) -> Adapter:
        """The running adapter, brought up and looked at on first use.

        Raises:
            BenchError: it does not come up, or failed smoke.
        """
        if self._adapter is None:
            try:
                adapter = self._start()
            except (CannotStart, click.ClickException) as error:
                raise BenchError(f"the adapter does not start: {error}") from error
            sick = [check for check in smoke.quick(adapter, self.cases) if not check.ok]
            if sick:
                close_quietly(adapter)
                raise BenchError(f"the adapter failed smoke: {sick[0].name}: {sick[0].message}")
            self._adapter = adapter
        return self._adapter

    def judge(self, ready: Prepared) -> Verdict:
        """Put one case to the implementation."""
        adapter = self.adapter()
        answer, word, standing = self._turn.judged(adapter, ready)
        result = result_of(events.result(adapter.hello.name, ready.case.id, answer, word, standing))
        case = case_of(events.case(ready, self.level(ready)))
        base = ready.case.base
        bases = {} if base is None else {base: self._fixtures.bytes(base)}

        def block() -> str:
            lines = failure_block(
                case, result, rules=self._index.requirements, base=bases, command_line=self._again
            )
            return "\n".join(lines)

        why = standing.reason or result.message or ready.expectation.question or word.verdict
        return Verdict(word.verdict, standing.status, why, block)

    def level(self, ready: Prepared) -> str:
        """Level of the requirement that a case is about."""
        return self._levels[ready.case.id]

    def is_must(self, ready: Prepared) -> bool:
        """Whether a case names a MUST at all."""
        known = self._index.requirements
        return any(known[name].level == "MUST" for name in ready.case.req if name in known)

    def place(self, ready: Prepared) -> tuple[Path, int]:
        """File and line of a case."""
        return resources.cases_dir() / ready.case.file, ready.case.line

    def list_problems(self) -> list[str]:
        """What is wrong with the list of known failures."""
        return list_problems(self.known, self._plan.all_ids, today=self._plan.today)

    def close(self) -> None:
        """End the adapter and the readers."""
        if self._adapter is not None:
            close_quietly(self._adapter)
            self._adapter = None
        self._readers.close()

    def _starter(self, name: str | None) -> Callable[[], Adapter]:
        if self._command is not None:
            command = self._command
            return lambda: common.start_command(command, once=False)
        assert name is not None
        return common.starter(common.implementations([name])[name])
