# SPDX-License-Identifier: Apache-2.0
"""The runner: every enumerated input of every target, or a sample of them, in several processes."""

from __future__ import annotations

import multiprocessing
import random
import resource
import time
import tracemalloc
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

from hudi_conformance import edits
from hudi_conformance.campaign import generate
from hudi_conformance.decode.grammar import rejection_of
from hudi_conformance.edits import Edit
from hudi_conformance.errors import CODES, LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.common import Rejection

HANG_S = 5.0
BITS_AND_LENGTHS = ("bits", "lengths")
EVERY_BYTE = ("bits", "lengths", "deletes", "inserts")

Ask = Callable[[], object]
"""Returns or raises the first rejection; whatever else it returns is a value."""
Questions = Callable[[bytes], Iterable[tuple[str, Ask]]]
"""Commands about an input, and what runs them."""


@dataclass(frozen=True, slots=True)
class Target:
    """An intact file, and the inputs derived from it.

    Attributes:
        name: name of the file in failures.
        kind: kind of file, which determines commands and counts of a surface.
        data: its bytes.
        kinds: kinds of `generate`, in the order in which inputs are numbered.
        len_edited: edits begin before this offset.
        table: archive of the table that the file is in, under `path`; None for a separate file.
    """

    name: str
    kind: str
    data: bytes = field(repr=False)
    kinds: tuple[str, ...] = BITS_AND_LENGTHS
    len_edited: int | None = None
    table: Path | None = None
    path: str = ""

    @property
    def num(self) -> int:
        """Number of inputs."""
        return sum(self.counts())

    def counts(self) -> list[int]:
        """Number of inputs of each kind."""
        data = self.data if self.len_edited is None else self.data[: self.len_edited]
        return [generate.count(data, kind, "file") for kind in self.kinds]

    def inputs(self, numbers: Iterable[int]) -> Iterator[tuple[Edit, bytes]]:
        """The edit and the bytes of each number."""
        starts = [0, *accumulate(self.counts())]
        for number in numbers:
            at = bisect_right(starts, number) - 1
            change, data = generate.make(self.data, self.kinds[at], number - starts[at], scope="file")
            yield change.edits[0], data


@dataclass(frozen=True, slots=True)
class Surface:
    """Commands for the inputs of targets of one kind. All members are functions of a module.

    Attributes:
        questions: commands for inputs of a target, while the context is open.
        sample: numbers of a given number of inputs of all targets, by seed.
        losses: by kind of target, data before the offset of the damage that an input has lost.
        wording: text of an edit in failures.
    """

    questions: Callable[[Target], AbstractContextManager[Questions]]
    sample: Callable[[Sequence[Target], int, int], Sequence[Sequence[int]]]
    losses: Mapping[str, Callable[[Target, bytes, int], str | None]] = field(default_factory=dict)
    wording: Callable[[Edit], str] = str


@dataclass(slots=True)
class Tally:
    """Results of many inputs.

    Attributes:
        inputs: number of inputs by kind of target.
        answers: number of answers by command and word: `value`, `limit`, `unsupported` or the code of the
            first rejection or finding.
        kept: number of checks that nothing before the damage is lost.
        failures: violations: (command, file, edit, description); no command for losses.
        slowest: seconds, command, file and edit of the slowest answer.
        peak_rss: peak memory of a process in bytes.
    """

    inputs: Counter[str] = field(default_factory=Counter)
    answers: dict[str, Counter[str]] = field(default_factory=dict)
    kept: int = 0
    failures: list[tuple[str, str, str, str]] = field(default_factory=list)
    slowest: tuple[float, str, str, str] = (0.0, "", "", "")
    peak_rss: int = 0

    def add(self, other: Tally) -> None:
        """Add the tally of other inputs."""
        self.inputs.update(other.inputs)
        for command, counts in other.answers.items():
            self.answers.setdefault(command, Counter()).update(counts)
        self.kept += other.kept
        self.failures += other.failures
        self.slowest = max(self.slowest, other.slowest)
        self.peak_rss = max(self.peak_rss, other.peak_rss)

    def answer(self, command: str, name: str, edit: str, ask: Ask) -> None:
        """Ask one question, and count the answer or the failure."""
        start = time.perf_counter()
        try:
            word = word_for(ask)
        except Exception as error:  # that nothing escapes is what is checked
            word = "escaped"
            self.failures.append((command, name, edit, f"{type(error).__name__}: {error}"))
        spent = time.perf_counter() - start
        self.answers.setdefault(command, Counter())[word] += 1
        self.slowest = max(self.slowest, (spent, command, name, edit))
        if spent > HANG_S:
            self.failures.append((command, name, edit, f"took {spent:.1f} s"))


def word_for(ask: Ask) -> str:
    """The word for one answer; raises whatever escapes, and `AssertionError` for an unregistered code."""
    try:
        answer = ask()
    except UnsupportedInput:
        return "unsupported"
    except LimitExceeded:
        return "limit"
    except Reject as error:  # only where a command has no answer but the rejection
        answer = rejection_of(error)
    if not isinstance(answer, Rejection):
        return "value"
    assert answer.code in CODES, f"unregistered code {answer.code}"
    return answer.code


def sample_evenly(targets: Sequence[Target], num: int, seed: int) -> list[list[int]]:
    """Numbers of `num` inputs over all targets, each input as likely as any other."""
    return generate.sample([target.num for target in targets], num, random.Random(seed))  # noqa: S311 - a choice


def sample_by_kind(targets: Sequence[Target], num: int, seed: int) -> list[list[int]]:
    """Numbers of about `num` inputs: every kind of target gets its share, and every target of it."""
    dice = random.Random(seed)  # noqa: S311 - a choice
    kinds = Counter(target.kind for target in targets)
    shares = [max(1, num // len(kinds) // kinds[target.kind]) for target in targets]
    return [
        generate.sample([target.num], share, dice)[0] for target, share in zip(targets, shares, strict=True)
    ]


def run_target(
    surface: Surface, target: Target, numbers: Iterable[int] | None = None, commands: Sequence[str] = ()
) -> Tally:
    """Ask everything, or some commands, about all inputs of one target, or about those of the numbers."""
    tally = Tally()
    loss = surface.losses.get(target.kind)
    with surface.questions(target) as questions:
        for edit, data in target.inputs(range(target.num) if numbers is None else numbers):
            tally.inputs[target.kind] += 1
            words = surface.wording(edit)
            for command, ask in questions(data):
                if not commands or command in commands:
                    tally.answer(command, target.name, words, ask)
            if loss is not None:
                run = edits.offset_run(edit)
                lost = loss(target, data, run[0] if run else 0)
                tally.kept += 1
                if lost is not None:
                    tally.failures.append(("", target.name, words, f"{lost} is lost"))
    tally.peak_rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return tally


def run(
    surface: Surface, targets: Sequence[Target], commands: Sequence[str] = (), *,
    sample: int | None = None, seed: int = 1, jobs: int = 2,
) -> Tally:  # fmt: skip
    """Ask about the inputs of all targets, or about a sample of them, in `jobs` processes."""
    chosen: Sequence[Sequence[int] | None] = [None] * len(targets)
    if sample is not None:
        chosen = surface.sample(targets, sample, seed)
    tasks = [(surface, target, numbers, commands) for target, numbers in zip(targets, chosen, strict=True)]
    order = sorted(range(len(tasks)), key=lambda at: -len(targets[at].data))  # so that no process waits
    if jobs == 1:
        tallies = [run_target(*task) for task in tasks]
    else:
        with multiprocessing.get_context("spawn").Pool(jobs) as pool:
            unordered = pool.starmap(run_target, [tasks[at] for at in order], chunksize=1)
        tallies = [tally for _, tally in sorted(zip(order, unordered, strict=True), key=lambda pair: pair[0])]
    total = Tally()
    for tally in tallies:
        total.add(tally)
    return total


def traced_peak(surface: Surface, target: Target, commands: Sequence[str] = (), num: int = 25) -> int:
    """Peak of the bytes that Python allocated for one answer, over `num` inputs of a target."""
    peak = 0
    with surface.questions(target) as questions:

        def selected(data: bytes) -> Iterator[Ask]:
            return (ask for command, ask in questions(data) if not commands or command in commands)

        for ask in selected(target.data):
            word_for(ask)  # caches of the process do not count for an answer
        tracemalloc.start()
        try:
            for _, data in target.inputs(range(0, target.num, max(1, target.num // num))):
                for ask in selected(data):
                    tracemalloc.reset_peak()
                    before = tracemalloc.get_traced_memory()[0]
                    word_for(ask)
                    peak = max(peak, tracemalloc.get_traced_memory()[1] - before)
        finally:
            tracemalloc.stop()
    return peak
