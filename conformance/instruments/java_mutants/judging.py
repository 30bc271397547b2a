# SPDX-License-Identifier: Apache-2.0
"""One case after the other against an implementation whose virtual machine has the agent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from hudi_conformance import edits
from hudi_conformance.suite import session
from hudi_conformance.suite.adapter import Adapter, CannotStart, ProcessAdapter, close_quietly, memory_folder
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.runner import UNEXPECTED, Participant, Plan, Readers, Turn
from hudi_conformance.suite.waiting import is_waiting
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.build import build_adapter
from hudi_conformance.toolchain.registry import load_implementations

from .sites import built_agent

_ALL = session.Choice()
PATIENCE = 4.0  # other processes share the processors, and a hang is a verdict


@dataclass(frozen=True, slots=True)
class Verdict:
    """Status of a case in view of the list of known failures, and its verdict."""

    status: str
    verdict: str

    @property
    def is_unexpected(self) -> bool:
        """Whether the list does not have it."""
        return self.status in UNEXPECTED


class Judges:
    """The chosen cases, prepared once, and the readers of what writers write."""

    def __init__(self, choice: session.Choice = _ALL) -> None:
        suite = session.Session(edits)
        self.plan: Plan = suite.plan(suite.prepare(suite.choose(choice)), patience=PATIENCE)
        self.cases: Mapping[str, Prepared] = {ready.case.id: ready for ready in self.plan.cases}
        self._readers = Readers(self.plan.readers)
        self._entries = load_implementations()

    def close(self) -> None:
        """End the readers."""
        self._readers.close()

    def is_waiting(self, name: str, case: str) -> bool:
        """Whether an implementation sleeps for seconds on a case."""
        return is_waiting(self.cases[case], self._entries[name].waits)

    @contextmanager
    def started(self, name: str, plan: Path | None, patience: float = PATIENCE) -> Iterator[Judge]:
        """An implementation with a plan of the agent, or without the agent; a factor on its time budgets.

        Raises:
            CannotStart: it does not start.
        """
        entry = self._entries[name]
        option = "" if plan is None else built_agent().option(plan)
        try:
            command = build_adapter(entry.adapter, entry.variant, agent=option)
        except ToolMissing as missing:
            raise CannotStart(str(missing)) from missing
        adapter = ProcessAdapter(
            command, memory_mib=entry.memory_mib, patience=patience, scratch=memory_folder()
        )
        [participant] = session.shipped_participants({name: entry}, session.known_failures)
        try:
            yield Judge(adapter, participant, Turn(participant, self.plan, self._readers))
        finally:
            close_quietly(adapter)


@dataclass(frozen=True, slots=True)
class Judge:
    """A running implementation."""

    adapter: Adapter
    participant: Participant
    turn: Turn

    def verdict(self, ready: Prepared) -> Verdict:
        """Run a case and judge the answer.

        Raises:
            ValueError: the virtual machine rejects the changed class.
        """
        answer, judgement, standing = self.turn.judge_case(self.adapter, ready)
        if "VerifyError" in f"{answer.message} {answer.trace}":
            raise ValueError(f"the changed class is invalid: {answer.message}")
        return Verdict(standing.status, judgement.verdict)
