# SPDX-License-Identifier: Apache-2.0
"""Cases on which a program only sleeps: a second process runs them concurrently with the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Self

from hudi_conformance.suite.adapter import Adapter, CannotStart, ProcessAdapter, Question, close_quietly
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.manifest import matches
from hudi_conformance.suite.protocol import Answer


def is_waiting(ready: Prepared, patterns: Sequence[str]) -> bool:
    """Whether a pattern of an implementation's `waits` names the case."""
    return any(matches(ready.case.id, pattern) for pattern in patterns)


class Beside:
    """Answers of a second process, which is started here and ends when it has answered.

    It uses no processor while it sleeps, so it does not count as a job of a run. The first process answers
    requests that it leaves unanswered.

    Args:
        start: starts the second process.
        cases: its requests; without any, no process is started.
    """

    def __init__(self, start: Callable[[], Adapter], cases: Sequence[Prepared]) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="waiting")
        self._ids = frozenset(ready.case.id for ready in cases)
        self._answers = self._pool.submit(_ask, start, cases) if cases else None

    def answer(self, ready: Prepared) -> Answer | None:
        """Wait for the case's answer; return None if the first process must run it."""
        if self._answers is None or ready.case.id not in self._ids:
            return None
        return self._answers.result().get(ready.case.id)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()


def _ask(start: Callable[[], Adapter], cases: Sequence[Prepared]) -> Mapping[str, Answer]:
    try:
        adapter = start()
    except CannotStart:
        return {}
    try:
        if not isinstance(adapter, ProcessAdapter):
            return {}
        questions = [
            Question(ready.case.cmd, ready.input, ready.args, ready.case.budget.ms, ready.case.budget.mib)
            for ready in cases
        ]
        answers = adapter.ask_together(questions)
    finally:
        close_quietly(adapter)
    return {ready.case.id: answer for ready, answer in zip(cases, answers, strict=True) if answer is not None}
