# SPDX-License-Identifier: Apache-2.0
"""The runner: every case against every implementation, with one adapter each, which may fail in any way."""

from __future__ import annotations

import datetime
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed, wait
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from hudi_conformance.suite import events, smoke
from hudi_conformance.suite.adapter import Adapter, CannotStart, close_quietly
from hudi_conformance.suite.expectation import Expectation
from hudi_conformance.suite.expectations import Group, KnownFailures, Standing, list_problems, standing
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.judge import NOT_JUDGED, Judgement, judge, written_bytes, written_tree
from hudi_conformance.suite.layers import asks_undamaged, compared_with_undamaged, layer_of
from hudi_conformance.suite.protocol import READS_BACK, Answer
from hudi_conformance.suite.trees import Tree
from hudi_conformance.suite.waiting import Beside, is_waiting

CRASHES_IN_A_ROW = 3
NUM_BUILDS = 2  # downloads and builds at a time, in addition to the jobs of a run
LOOKUP_S = 1.0  # in which adapters of earlier runs are found, so that the longest turns begin first
KNOWN_HANG_MS = 1000  # of the budget of a case, if a list states that there is no answer
UNEXPECTED = frozenset({"new", "stale"})
(
    EXIT_OK, EXIT_UNEXPECTED, EXIT_USAGE, EXIT_ADAPTER, EXIT_DAMAGED, EXIT_INTERNAL, EXIT_UNJUDGED,
    EXIT_INTERRUPTED,
) = (0, 1, 2, 3, 4, 5, 6, 130)  # fmt: skip

Start = Callable[[], Adapter]
Failure: TypeAlias = BaseException | None  # of a build
Progress = Callable[[str, int, int], None]
"""Called with the implementation, the number of its cases done, and their total."""


@dataclass(frozen=True)
class Participant:
    """An implementation to be judged.

    Attributes:
        name: its name in events and lists.
        start: starts its adapter; raises CannotStart.
        known: its list of known failures.
        required: selected by name, so that it must take part.
        surfaces: surfaces whose commands it supports; empty = as its adapter declares.
        waits: patterns of cases on which it sleeps, which are sent to a second process.
        build: builds what `start` needs, while others take their turns; raises CannotStart.
    """

    name: str
    start: Start
    known: KnownFailures
    required: bool = False
    surfaces: Sequence[str] = ()
    waits: Sequence[str] = ()
    build: Callable[[], object] | None = None

    def serves(self, cases: Iterable[Prepared]) -> bool:
        """Whether any of these cases is on one of its surfaces."""
        return not self.surfaces or any(ready.case.surface in self.surfaces for ready in cases)


@dataclass(frozen=True)
class Plan:
    """The cases of a run and the conditions of judgement.

    Attributes:
        cases: prepared cases, in order.
        levels: level of each case by id.
        profile: core (a rejection without reason or offset passes), strict (it fails), robust (only crashes
            fail).
        today: for entries of lists that expire.
        all_ids: ids of all cases of the suite, against which lists are checked.
        readers: adapters that read back writers' output, by name.
        jobs: number of implementations that run concurrently.
        proposed: by case id, the proposed part of its principal rule.
    """

    cases: Sequence[Prepared]
    levels: Mapping[str, str]
    profile: str
    today: datetime.date
    all_ids: Sequence[str]
    readers: Mapping[str, Start] = field(default_factory=dict)
    jobs: int = 1
    proposed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """Result of a run; `absences` are reasons by implementation."""

    exit: int
    counts: Mapping[str, Mapping[str, int]]
    absences: Mapping[str, str]
    problems: Sequence[str]


def run(
    participants: Sequence[Participant],
    plan: Plan,
    writer: events.Writer,
    *,
    header: events.Event,
    progress: Progress | None = None,
) -> Outcome:
    """Run all cases, judge and record. The footer is written at the end.

    After an interrupt the events have no footer and all adapters are killed.
    """
    start = time.monotonic()
    writer.write({**header, "implementations": [participant.name for participant in participants]})
    for ready in plan.cases:
        writer.write(events.case(ready, plan.levels.get(ready.case.id, "MUST")))
    readers = Readers(plan.readers)
    absences: dict[str, str] = {}

    def take_turn(participant: Participant, failure: Failure = None) -> None:
        if isinstance(failure, CannotStart):
            reason: str | None = str(failure)
        else:
            reason = Turn(participant, plan, readers).run(writer, progress)
        if reason is not None:
            absences[participant.name] = reason
            writer.write(events.absent(participant.name, reason, required=participant.required))

    try:
        if plan.jobs > 1:
            _take_turns(participants, plan, take_turn)
        else:
            for participant in participants:
                take_turn(participant)
    finally:
        readers.close()
    problems = [
        problem
        for participant in participants
        if participant.name not in absences
        for problem in list_problems(participant.known, plan.all_ids, today=plan.today)
    ]
    required = {who.name for who in participants if who.required}
    code = _exit_code(writer, bool(problems), required, set(absences))
    writer.write(events.footer(writer.counts, code, time.monotonic() - start, problems))
    return Outcome(code, writer.counts, absences, problems)


def _take_turns(
    participants: Sequence[Participant], plan: Plan, take_turn: Callable[[Participant, Failure], None]
) -> None:
    """Let several participants take turns at a time, each when it is built."""
    # Those with waiting cases take longest: if started last, they would run alone at the end.
    longest_first = sorted(participants, key=lambda participant: not participant.waits)
    builders, pool = ThreadPoolExecutor(NUM_BUILDS), ThreadPoolExecutor(plan.jobs)
    try:
        builds = {
            builders.submit(who.build): who
            for who in longest_first
            if who.build is not None and (who.required or who.serves(plan.cases))
        }
        wait(builds, LOOKUP_S)
        unbuilt = {build: who for build, who in builds.items() if not build.done()}
        names = {who.name for who in unbuilt.values()}
        turns = [pool.submit(take_turn, who, None) for who in longest_first if who.name not in names]
        turns += [pool.submit(take_turn, unbuilt[done], done.exception()) for done in as_completed(unbuilt)]
        for turn in turns:
            turn.result()
    finally:
        for threads in (builders, pool):
            threads.shutdown(cancel_futures=True)


def _exit_code(writer: events.Writer, has_problems: bool, required: set[str], absent: set[str]) -> int:
    """The most severe of: missing, unexpected, not judged, none of them."""
    if not writer.counts or required & absent:
        return EXIT_ADAPTER
    if has_problems or any(count[status] for count in writer.counts.values() for status in UNEXPECTED):
        return EXIT_UNEXPECTED
    judged = {
        name
        for name, count in writer.counts.items()
        if count.total() > sum(count[outcome] for outcome in NOT_JUDGED)
    }
    return EXIT_OK if judged and required <= judged else EXIT_UNJUDGED


class Turn:
    """All cases against one implementation: `run`, or `judge_case` in a loop of the caller."""

    def __init__(self, participant: Participant, plan: Plan, readers: Readers) -> None:
        self._participant = participant
        self._plan = plan
        self._readers = readers
        self._crashes: dict[str, int] = {}

    def run(self, writer: events.Writer, progress: Progress | None) -> str | None:
        """Run all cases; the reason if the implementation does not take part, otherwise None."""
        who, cases = self._participant, self._plan.cases
        if not who.required and not who.serves(cases):
            # before it is built and started, which takes seconds
            return f"is about {', '.join(who.surfaces)} only, and no such case was chosen"
        start = time.monotonic()
        try:
            adapter = who.start()
        except CannotStart as error:
            return str(error)
        try:
            start_ms = (time.monotonic() - start) * 1000
            failure = smoke.first_failure(adapter, cases)
            if failure is not None:
                return failure
            commands = adapter.hello.commands
            if not who.required and not any(ready.case.cmd in commands for ready in cases):
                return f"answers {', '.join(sorted(commands))} only, and no such case was chosen"
            writer.write(events.implementation(who.name, adapter.hello, start_ms))
            slow = self._slow(adapter)
            last = {ready.case.id for ready in slow}
            with Beside(who.start, slow) as beside:
                for number, ready in enumerate(sorted(cases, key=lambda item: item.case.id in last), 1):
                    judged = self.judge_case(adapter, ready, beside)
                    writer.write(events.result(who.name, ready.case.id, *judged))
                    if progress is not None:
                        progress(who.name, number, len(cases))
        finally:
            close_quietly(adapter)
        return None

    def _slow(self, adapter: Adapter) -> list[Prepared]:
        """Cases for a second process: those on which it sleeps, unless there are no others."""
        who, cases = self._participant, self._plan.cases
        return [
            ready
            for ready in cases
            if len(cases) > 1
            and is_waiting(ready, who.waits)
            and ready.missing_feature(adapter.hello) is None
            and not _is_skipped(self._listed(ready))
        ]

    def _listed(self, ready: Prepared) -> Group | None:
        """The group of the list of known failures that names the case."""
        return self._participant.known.find(ready.case.id, self._plan.profile)

    def judge_case(
        self, adapter: Adapter, ready: Prepared, beside: Beside | None = None
    ) -> tuple[Answer, Judgement, Standing]:
        """Run one case and judge it; three crashes in a row end the surface for this turn.

        An answer in `beside` is used.
        """
        group = self._listed(ready)
        if group is not None and _is_skipped(group):
            answer = Answer("absent", message="not run, by its list of known failures")
            judgement = Judgement(group.outcome, message=answer.message)
        else:
            answer = self._ask(adapter, ready, beside, group)
            read_back = self._read_back(ready, answer)
            judgement = judge_answer(ready, answer, self._plan.profile, read_back)
        status = standing(
            judgement.verdict,
            ready.case.id,
            self._participant.known,
            profile=self._plan.profile,
            today=self._plan.today,
        )
        if status.status in {"known", "new"}:
            proposed = self._plan.proposed.get(ready.case.id, "")
            is_edited = bool(ready.case.edit)
            judgement = self._with_undamaged(adapter, ready, answer, judgement)
            layer = layer_of(judgement, ready.expectation, proposed, status.group, is_edited=is_edited)
            status = replace(status, layer=layer)
        self._count_crash(ready.case.surface, answer, status)
        return answer, judgement, status

    def _ask(self, adapter: Adapter, ready: Prepared, beside: Beside | None, group: Group | None) -> Answer:
        case = ready.case
        feature = ready.missing_feature(adapter.hello)
        if feature is not None:
            return Answer("unsupported", message=feature)
        if self._crashes.get(case.surface, 0) >= CRASHES_IN_A_ROW:
            return Answer("absent", message=f"not run: three crashes in a row on surface {case.surface}")
        answer = None if beside is None else beside.answer(ready)
        if answer is not None:
            return answer
        hangs = group is not None and group.outcome == "hang"
        ms = min(case.budget.ms, KNOWN_HANG_MS) if hangs else case.budget.ms
        return adapter.ask(case.cmd, ready.input, ready.args, ms=ms, mib=case.budget.mib)

    def _with_undamaged(
        self, adapter: Adapter, ready: Prepared, answer: Answer, judgement: Judgement
    ) -> Judgement:
        """The judgement on damage that was accepted as valid, with its effect on the answer."""
        if ready.undamaged is None or not asks_undamaged(judgement, ready.expectation):
            return judgement
        budget = ready.case.budget
        cmd = ready.case.cmd
        undamaged = adapter.ask(cmd, ready.undamaged, ready.args, ms=budget.ms, mib=budget.mib)
        return compared_with_undamaged(judgement, answer, undamaged)

    def _count_crash(self, surface: str, answer: Answer, status: Standing) -> None:
        if answer.answer == "absent":
            return
        # A known crash is not new information about the adapter: it does not count.
        if answer.answer in {"crash", "hang"} and status.status != "known":
            self._crashes[surface] = self._crashes.get(surface, 0) + 1
        elif answer.answer not in {"unsupported", "crash", "hang"}:
            self._crashes[surface] = 0

    def _read_back(self, ready: Prepared, answer: Answer) -> Mapping[str, Answer]:
        if answer.answer != "value" or not _reads_back(ready.expectation):
            return {}
        data: bytes | Tree | None = written_bytes(answer.value)
        if data is None:
            data = written_tree(answer.value)
        file = ready.case.expect.get("file")
        if file is not None:
            data = data.files.get(file) if isinstance(data, Tree) else None
        return {} if data is None else self._readers.ask_all(data, ready)


def _is_skipped(group: Group | None) -> bool:
    """Whether the list of known failures skips a case."""
    return group is not None and group.skip


def judge_answer(
    ready: Prepared, answer: Answer, profile: str, read_back: Mapping[str, Answer] | None = None
) -> Judgement:
    """The judgement in a profile: `robust` only requires that no closed case crashes."""
    judgement = judge(ready.expectation, answer, read_back)
    if profile != "robust" or judgement.verdict in NOT_JUDGED:
        return judgement
    return judge(Expectation("robust", {}), answer)


def _reads_back(expectation: Expectation) -> bool:
    return expectation.kind == "reads-back" or any(map(_reads_back, expectation.options))


class Readers:
    """Adapters that read writers' output; started on first use, shared by all turns."""

    def __init__(self, starts: Mapping[str, Start]) -> None:
        self._starts = starts
        self._lock = threading.Lock()
        self._running: dict[str, Adapter | None] = {}

    def ask_all(self, data: bytes | Tree, ready: Prepared) -> dict[str, Answer]:
        """The answer of each reader to a request for the content of these bytes."""
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
            return Answer("unsupported", message="does not start on this machine")
        budget = ready.case.budget
        # The reader only needs the capabilities for reading, not those for writing.
        cmd = ready.case.expect.get("by") or READS_BACK[ready.case.cmd]
        needs = tuple(feature for feature in ready.case.needs if not feature.startswith("write."))
        feature = adapter.hello.lacks(cmd, needs)
        if feature is None and isinstance(data, Tree) and "dir" not in adapter.hello.inputs:
            feature = "input dir"
        if feature is not None:
            return Answer("unsupported", message=feature)
        return adapter.ask(cmd, data, ready.case.expect.get("args", {}), ms=budget.ms, mib=budget.mib)

    def close(self) -> None:
        """Stop all readers that were started."""
        for adapter in self._running.values():
            if adapter is not None:
                close_quietly(adapter)
