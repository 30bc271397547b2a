# SPDX-License-Identifier: Apache-2.0
"""The runner: every case to every implementation, one adapter an implementation, whatever it does."""

from __future__ import annotations

import datetime
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from hudi_conformance.suite import events, smoke
from hudi_conformance.suite.adapter import Adapter, CannotStart, close_quietly
from hudi_conformance.suite.expectation import Expectation
from hudi_conformance.suite.expectations import KnownFailures, Standing, list_problems, standing
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.judge import NOT_JUDGED, Judgement, judge, written_bytes, written_tree
from hudi_conformance.suite.protocol import READS_BACK, Answer
from hudi_conformance.suite.trees import Tree

CRASHES_IN_A_ROW = 3
UNEXPECTED = frozenset({"new", "stale"})
EXIT_OK, EXIT_UNEXPECTED, EXIT_USAGE, EXIT_ADAPTER, EXIT_DAMAGED, EXIT_INTERNAL, EXIT_INTERRUPTED = (
    0, 1, 2, 3, 4, 5, 130,
)  # fmt: skip

Start = Callable[[], Adapter]
Progress = Callable[[str, int, int], None]
"""Called with the implementation, how many of its cases are done, and how many there are."""


@dataclass(frozen=True)
class Participant:
    """An implementation that is to be judged.

    Attributes:
        name: its name in events and lists.
        start: brings up its adapter; raises CannotStart.
        known: its list of known failures.
        demanded: asked for by name, so that it must not be left out.
        surfaces: surfaces that it has commands of; empty = it is asked itself.
    """

    name: str
    start: Start
    known: KnownFailures
    demanded: bool = False
    surfaces: Sequence[str] = ()

    def serves(self, cases: Iterable[Prepared]) -> bool:
        """Whether any of these cases is on a surface of its."""
        return not self.surfaces or any(ready.case.surface in self.surfaces for ready in cases)


@dataclass(frozen=True)
class Plan:
    """What a run asks.

    Attributes:
        cases: prepared cases, in order.
        levels: level of each case by id.
        profile: core (a rejection without a reason passes), strict (it fails), robust (only falling over
            fails).
        today: for entries of lists that run out.
        all_ids: ids of all cases of the suite, against which lists are checked.
        readers: adapters that read back what writers wrote, by name.
        jobs: implementations asked at the same time.
    """

    cases: Sequence[Prepared]
    levels: Mapping[str, str]
    profile: str
    today: datetime.date
    all_ids: Sequence[str]
    readers: Mapping[str, Start] = field(default_factory=dict)
    jobs: int = 1


@dataclass(frozen=True)
class Outcome:
    """How a run ended."""

    exit: int
    counts: Mapping[str, Mapping[str, int]]
    left_out: Mapping[str, str]
    problems: Sequence[str]


def run(
    participants: Sequence[Participant],
    plan: Plan,
    writer: events.Writer,
    *,
    first: events.Event,
    progress: Progress | None = None,
) -> Outcome:
    """Ask, judge and record; `first` is the header. The footer is written when all is done.

    An interrupt leaves the events without a footer and all adapters killed.
    """
    began = time.monotonic()
    writer.write(first)
    for ready in plan.cases:
        writer.write(events.case(ready, plan.levels.get(ready.case.id, "MUST")))
    readers = Readers(plan.readers)
    left_out: dict[str, str] = {}

    def one(participant: Participant) -> None:
        reason = Turn(participant, plan, readers).go(writer, progress)
        if reason is not None:
            left_out[participant.name] = reason
            writer.write(events.absent(participant.name, reason))

    try:
        if plan.jobs > 1:
            with ThreadPoolExecutor(plan.jobs) as pool:
                list(pool.map(one, participants))
        else:
            for participant in participants:
                one(participant)
    finally:
        readers.close()
    problems = [
        problem
        for participant in participants
        if participant.name not in left_out
        for problem in list_problems(participant.known, plan.all_ids, today=plan.today)
    ]
    code = EXIT_OK
    if problems or any(count[status] for count in writer.counts.values() for status in UNEXPECTED):
        code = EXIT_UNEXPECTED
    if any(p.demanded and p.name in left_out for p in participants) or len(left_out) == len(participants):
        code = EXIT_ADAPTER
    writer.write(events.footer(writer.counts, code, time.monotonic() - began, problems))
    return Outcome(code, writer.counts, left_out, problems)


class Turn:
    """One implementation's way through all cases: `go`, or `judged` case by case in a loop of the caller."""

    def __init__(self, participant: Participant, plan: Plan, readers: Readers) -> None:
        self._who = participant
        self._plan = plan
        self._readers = readers
        self._crashes: dict[str, int] = {}

    def go(self, writer: events.Writer, progress: Progress | None) -> str | None:
        """Ask everything; why the implementation was left out, or None."""
        if not self._who.demanded and not self._who.serves(self._plan.cases):
            # told before it is built and started, which takes seconds
            return f"is about {', '.join(self._who.surfaces)} only, and no such case was chosen"
        began = time.monotonic()
        try:
            adapter = self._who.start()
        except CannotStart as error:
            return str(error)
        try:
            took = (time.monotonic() - began) * 1000
            failed = smoke.failure(adapter, self._plan.cases)
            if failed is not None:
                return failed
            commands = adapter.hello.commands
            if not self._who.demanded and not any(r.case.cmd in commands for r in self._plan.cases):
                return f"answers {', '.join(sorted(commands))} only, and no such case was chosen"
            writer.write(events.implementation(self._who.name, adapter.hello, took))
            total = len(self._plan.cases)
            for number, ready in enumerate(self._plan.cases, 1):
                writer.write(events.result(self._who.name, ready.case.id, *self.judged(adapter, ready)))
                if progress is not None:
                    progress(self._who.name, number, total)
        finally:
            close_quietly(adapter)
        return None

    def judged(self, adapter: Adapter, ready: Prepared) -> tuple[Answer, Judgement, Standing]:
        """Put one case and judge it; three crashes in a row end the surface for this turn."""
        group = self._who.known.find(ready.case.id, self._plan.profile)
        if group is not None and group.skip:
            answer = Answer("absent", message="not asked: its list of known failures says so")
            word = Judgement(group.outcome, message=answer.message)
        else:
            answer = self._ask(adapter, ready)
            word = judge_answer(ready, answer, self._plan.profile, self._read_back(ready, answer))
        status = standing(
            word.verdict, ready.case.id, self._who.known, profile=self._plan.profile, today=self._plan.today
        )
        self._count_crash(ready.case.surface, answer, status)
        return answer, word, status

    def _ask(self, adapter: Adapter, ready: Prepared) -> Answer:
        case = ready.case
        lacking = ready.lacking(adapter.hello)
        if lacking is not None:
            return Answer("unsupported", message=lacking)
        if self._crashes.get(case.surface, 0) >= CRASHES_IN_A_ROW:
            return Answer("absent", message=f"not asked: three crashes in a row on surface {case.surface}")
        return adapter.ask(case.cmd, ready.given, ready.args, ms=case.budget.ms, mib=case.budget.mib)

    def _count_crash(self, surface: str, answer: Answer, status: Standing) -> None:
        if answer.answer == "absent":
            return
        # A crash that a list knows of says nothing new about the adapter: it does not count.
        if answer.answer in {"crash", "hang"} and status.status != "known":
            self._crashes[surface] = self._crashes.get(surface, 0) + 1
        elif answer.answer not in {"unsupported", "crash", "hang"}:
            self._crashes[surface] = 0

    def _read_back(self, ready: Prepared, answer: Answer) -> Mapping[str, Answer]:
        if answer.answer != "value" or not _wants_reading(ready.expectation):
            return {}
        data: bytes | Tree | None = written_bytes(answer.value)
        if data is None:
            data = written_tree(answer.value)
        wanted = ready.case.expect.get("file")
        if wanted is not None:
            data = data.files.get(wanted) if isinstance(data, Tree) else None
        return {} if data is None else self._readers.ask_all(data, ready)


def judge_answer(
    ready: Prepared, answer: Answer, profile: str, read_back: Mapping[str, Answer] | None = None
) -> Judgement:
    """The judge's word in a profile: `robust` asks of every closed case only that nothing falls over."""
    word = judge(ready.expectation, answer, read_back)
    if profile != "robust" or word.verdict in NOT_JUDGED:
        return word
    return judge(Expectation("robust", {}), answer)


def _wants_reading(expectation: Expectation) -> bool:
    return expectation.kind == "reads-back" or any(map(_wants_reading, expectation.options))


class Readers:
    """Adapters that read what writers wrote; started when first needed, shared by all turns."""

    def __init__(self, starts: Mapping[str, Start]) -> None:
        self._starts = starts
        self._lock = threading.Lock()
        self._running: dict[str, Adapter | None] = {}

    def ask_all(self, data: bytes | Tree, ready: Prepared) -> dict[str, Answer]:
        """What each reader says of these bytes, asked for what they hold."""
        with self._lock:
            return {name: self._ask(name, data, ready) for name in self._starts}

    def _ask(self, name: str, data: bytes | Tree, ready: Prepared) -> Answer:
        if name not in self._running:
            try:
                self._running[name] = self._starts[name]()
            except CannotStart:
                self._running[name] = None
        adapter = self._running[name]
        if adapter is None:
            return Answer("unsupported", message="does not start here")
        budget = ready.case.budget
        # What is written is asked of the writer; of the reader only what reading needs.
        cmd = ready.case.expect.get("by") or READS_BACK[ready.case.cmd]
        lacking = adapter.hello.lacks(cmd, ready.case.needs)
        if lacking is None and isinstance(data, Tree) and "dir" not in adapter.hello.inputs:
            lacking = "input dir"
        if lacking is not None:
            return Answer("unsupported", message=lacking)
        return adapter.ask(cmd, data, ready.case.expect.get("args", {}), ms=budget.ms, mib=budget.mib)

    def close(self) -> None:
        """End all that were started."""
        for adapter in self._running.values():
            if adapter is not None:
                close_quietly(adapter)
