# SPDX-License-Identifier: Apache-2.0
"""The worker: tasks in, verdicts out. Adapters stay alive between tasks, one per implementation."""

from __future__ import annotations

import atexit
import base64
import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from hudi_conformance.campaign import generate, outcome, pipe
from hudi_conformance.campaign.outcome import Outcome, OutcomeReader
from hudi_conformance.campaign.pipe import PipedAdapter
from hudi_conformance.campaign.verdicts import SCHEMA, Builder
from hudi_conformance.suite.adapter import CannotStart
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.registry import load_implementations

COMMANDS = {"log": ("log.scan", "log.records"), "hfile": ("hfile.cells", "hfile.info")}
# The heap is allocated at the start: a reader that trusts a length fills it repeatedly.
_LONG_LIFE = ["-XX:-OmitStackTraceInFastThrow", "-Xms512m"]
if os.access("/dev/shm", os.W_OK):  # noqa: S108 - adapters that only read files write one per request
    _LONG_LIFE.append("-Djava.io.tmpdir=/dev/shm")
_CHUNK = 100  # inputs per batch of requests


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of the workers.

    Attributes:
        implementations: name and command line, "" for one that the suite ships. The first that answers a
            command is the reference for it.
        commands: sent for each input, by surface.
        ms, mib: budget of one answer.
        scope: of the exhaustive bits.
    """

    implementations: tuple[tuple[str, str], ...]
    commands: Mapping[str, tuple[str, ...]]
    ms: int = 1000
    mib: int = 1024
    scope: str = "auto"

    def description(self) -> dict[str, Any]:
        """The part that the digest of a plan covers."""
        return {
            "implementations": [list(pair) for pair in self.implementations],
            "commands": {surface: list(names) for surface, names in self.commands.items()},
            "budget": {"ms": self.ms, "mib": self.mib},
        }


class Team:
    """Running adapters of one worker.

    Raises:
        CannotStart: one of them does not start.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.adapters: dict[str, PipedAdapter] = {}
        self._readers: dict[str, OutcomeReader] = {}
        self._bases: dict[tuple[bytes, str, str], Outcome] = {}
        try:
            for name, command in settings.implementations:
                self.adapters[name] = start(name, command, settings.ms, settings.mib)
                self._readers[name] = OutcomeReader()
        except CannotStart:
            self.close()
            raise

    def close(self) -> None:
        """End all adapters."""
        for adapter in self.adapters.values():
            adapter.close()
        self.adapters.clear()

    def answering(self, command: str) -> list[str]:
        """Implementations that have a command, the reference first."""
        return [name for name, adapter in self.adapters.items() if command in adapter.hello.commands]

    def ask(
        self, inputs: Sequence[bytes], commands: Sequence[str]
    ) -> dict[tuple[str, str], list[tuple[Outcome, float]]]:
        """Outcome and milliseconds of every input, by command and implementation."""
        texts = [base64.b64encode(data).decode("ascii") for data in inputs]
        outcomes = {}
        for command in commands:
            lines = [
                pipe.request_line(seq, command, text, self.settings.ms, self.settings.mib)
                for seq, text in enumerate(texts)
            ]
            for name in self.answering(command):
                read = self._readers[name].read
                replies = enumerate(self.adapters[name].ask_all(lines))
                outcomes[command, name] = [(read(reply, seq), reply.ms) for seq, reply in replies]
        return outcomes

    def warm_up(self, data: bytes, commands: Sequence[str]) -> None:
        """Send one request about an intact file before timing answers: a JVM loads classes at first."""
        text = base64.b64encode(data).decode("ascii")
        for command in commands:
            for name in self.answering(command):
                line = pipe.request_line(0, command, text, self.settings.ms, self.settings.mib)
                self.adapters[name].warm_up(command, line)

    def base(self, data: bytes, command: str, name: str) -> Outcome:
        """Outcome of an implementation for the base itself."""
        key = (data, command, name)
        if key not in self._bases:
            if len(self._bases) > 1024:
                self._bases.clear()
            for (question, implementation), [(outcome_, _)] in self.ask([data], [command]).items():
                self._bases[data, question, implementation] = outcome_
        return self._bases[key]


def start(name: str, command: str, ms: int, mib: int) -> PipedAdapter:
    """Start an implementation of the suite, or a command line; raises CannotStart."""
    if command:
        return PipedAdapter(shlex.split(command), ms=ms, mib=mib)
    implementation = load_implementations()[name]
    try:
        words = implementation.command()
    except ToolMissing as missing:
        raise CannotStart(str(missing)) from missing
    if "-XX:TieredStopAtLevel=1" in words:
        # The default suits short runs; in long ones the second compiler pays off, if exceptions keep their
        # messages.
        at = words.index("-XX:TieredStopAtLevel=1")
        words[at : at + 1] = _LONG_LIFE
    return PipedAdapter(words, implementation.memory_mib, ms=ms, mib=mib)


_teams: list[Team] = []


def team_of(settings: Settings) -> Team:
    """The team of this process, restarted when the settings change."""
    if not _teams or _teams[0].settings != settings:
        close_teams()
        _teams.append(Team(settings))
    return _teams[0]


def close_teams() -> None:
    """End the adapters of this process."""
    while _teams:
        _teams.pop().close()


atexit.register(close_teams)


def do_tasks(batches: Iterator[pa.RecordBatch], settings: Settings) -> Iterator[pa.RecordBatch]:
    """The function of a job: one batch of verdicts for each task."""
    for batch in batches:
        for row in batch.to_pylist():
            yield do_task(row, team_of(settings))


def do_task(row: Mapping[str, Any], team: Team) -> pa.RecordBatch:
    """All verdicts of one task."""
    data: bytes = row["data"]
    numbers = row["picks"] if row["picks"] is not None else range(row["start"], row["stop"])
    builder = Builder.of(row)
    commands = team.settings.commands.get(row["surface"], ())
    team.warm_up(data, commands)
    for first in range(0, len(numbers), _CHUNK):
        inputs = []
        for number in numbers[first : first + _CHUNK]:
            change, edited = generate.make(data, row["kind"], number, row["seed"] or 0, team.settings.scope)
            builder.input(number, change, generate.field_of(data, change), edited)
            inputs.append(edited)
        for command, name, index, answer, reference, ms in _answers(team, inputs, commands):
            builder.answer(
                first + index, command, name, answer, ms=ms, expected=reference.said,
                effect=outcome.effect(team.base(data, command, name), answer),
                agreement=outcome.agreement(reference, answer),
            )  # fmt: skip
    batch = builder.batch()
    assert batch.schema == SCHEMA
    return batch


def _answers(
    team: Team, inputs: Sequence[bytes], commands: Sequence[str]
) -> Iterator[tuple[str, str, int, Outcome, Outcome, float]]:
    answers = team.ask(inputs, commands)
    for command in commands:
        names = team.answering(command)
        for name in names:
            pairs = zip(answers[command, names[0]], answers[command, name], strict=True)
            for index, ((reference, _), (answer, ms)) in enumerate(pairs):
                yield command, name, index, answer, reference, ms
