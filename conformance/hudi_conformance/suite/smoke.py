# SPDX-License-Identifier: Apache-2.0
"""Sanity checks of an adapter, before any verdict on its implementation is trusted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.suite.adapter import Adapter, CannotStart
from hudi_conformance.suite.form import COMMANDS
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.protocol import Answer, Hello

NONSENSE = "no.such-command"
BIG = 1 << 20
MAX_PROBES = 40
MS, MIB = 10_000, 1024
_BAD = frozenset({"crash", "hang", "garbled"})
_FREE = frozenset({"table.write"})  # identifiers and times vary between answers
_ACCEPTING = frozenset({"value", "blocks", "bytes", "reads-back", "findings"})


@dataclass(frozen=True, slots=True)
class Check:
    """One check of the adapter: its name, whether it passed, and advice for a failure."""

    name: str
    ok: bool
    message: str = ""


def quick_checks(adapter: Adapter, cases: Sequence[Prepared]) -> list[Check]:
    """The checks of `run` before it trusts an adapter: a nonsense command, the same request twice."""
    checks = [_nonsense(adapter)]
    for cmd in COMMANDS:
        if cmd in adapter.hello.commands and (probes := _probes(cases, adapter.hello, cmd, accepted=True)):
            probe = probes[0]
            first = _ask(adapter, probe)
            # Crashes are for the judge to report; this check is about consistent answers.
            if first.answer not in _BAD and cmd not in _FREE:
                checks.append(_twice(adapter, probe, first))
            break
    return checks


def first_failure(adapter: Adapter, cases: Sequence[Prepared]) -> str | None:
    """The first of `quick_checks` that fails, as a phrase after the name of the adapter; None if all pass."""
    failed = [check for check in quick_checks(adapter, cases) if not check.ok]
    return f"failed smoke: {failed[0].name}: {failed[0].message}" if failed else None


def full_checks(start: Callable[[], Adapter], cases: Sequence[Prepared]) -> list[Check]:
    """All checks; only the first if the adapter does not start."""
    try:
        adapter = start()
    except CannotStart as error:
        return [Check("starts and answers hello", False, str(error))]
    hello = adapter.hello
    description = f"{hello.name} {hello.version} ({hello.language}): {', '.join(sorted(hello.commands))}"
    checks = [Check("starts and answers hello", True, description)]
    try:
        unknown = sorted(hello.commands - set(COMMANDS))
        note = f"commands unknown to this suite: {', '.join(unknown)}" if unknown else ""
        checks += [Check("declares commands of the suite", bool(hello.commands & set(COMMANDS)), note)]
        checks.append(_nonsense(adapter))
        answers: list[Answer] = []
        for cmd in COMMANDS:
            if cmd in hello.commands:
                checks += _command(adapter, cases, cmd, answers)
        if answers and all(answer.answer == "error" for answer in answers):
            text = (
                "every answer is `error`: this is your adapter, not your reader. Call the reader inside"
                f" the try block, and read the message: {answers[0].message}"
            )
            checks.append(Check("answers something else than error", False, text))
        if "log.scan" in hello.commands:
            checks.append(_big(adapter))
    finally:
        problem = adapter.close()
    checks.append(Check("ends within 2 s of bye, with status 0", problem is None, problem or ""))
    return checks


def _command(adapter: Adapter, cases: Sequence[Prepared], cmd: str, answers: list[Answer]) -> Iterable[Check]:
    for accepted in (True, False):
        trial = _first_supported(adapter, _probes(cases, adapter.hello, cmd, accepted=accepted)[:MAX_PROBES])
        if trial is None:
            continue
        probe, first = trial
        answers.append(first)
        name = f"{cmd} answers {'a good' if accepted else 'a bad'} input ({probe.case.id})"
        if first.answer in _BAD or first.answer == "unsupported":
            reason = first.message or ""
            if first.answer == "unsupported":
                reason = f"hello declares {cmd}, and every case tried was refused; the last: {reason}"
            yield Check(name, False, f"{first.answer}: {reason}")
            continue
        message = first.answer if first.answer != "error" else f"error (crashed): {first.message}"
        yield Check(name, True, message)
        if cmd not in _FREE:
            yield _twice(adapter, probe, first)


def _nonsense(adapter: Adapter) -> Check:
    answer = adapter.ask(NONSENSE, b"", {}, ms=MS, mib=MIB)
    ok = answer.answer == "unsupported"
    message = f"expected `unsupported`, got {answer.answer} {answer.message or ''}".rstrip()
    return Check("answers `unsupported` to a nonsense command", ok, "" if ok else message)


def _twice(adapter: Adapter, probe: Prepared, first: Answer) -> Check:
    second = _ask(adapter, probe)
    # A process that dies on the second request is not inconsistent; the judge reports that it dies.
    same = _content(first) == _content(second) or second.answer in _BAD
    text = "" if same else f"{probe.case.id}: first {_content(first)[:200]}, then {_content(second)[:200]}"
    return Check(f"{probe.case.cmd} answers the same request alike", same, text)


def _big(adapter: Adapter) -> Check:
    answer = adapter.ask("log.scan", bytes(BIG), {}, ms=MS, mib=MIB)
    ok = answer.answer in {"value", "reject", "limit"}
    text = answer.answer if ok else f"{answer.answer}: {answer.message or ''}"
    return Check("takes an input of 1 MiB", ok, text)


def _ask(adapter: Adapter, probe: Prepared) -> Answer:
    return adapter.ask(probe.case.cmd, probe.input, probe.args, ms=MS, mib=MIB)


def _content(answer: Answer) -> str:
    return canonical_json.dumps([answer.answer, answer.value, answer.code, answer.at, answer.partial])


def _first_supported(adapter: Adapter, probes: Sequence[Prepared]) -> tuple[Prepared, Answer] | None:
    """The first probe that is not answered `unsupported`: a case may use capabilities of only our writer."""
    trial = None
    for probe in probes:
        trial = probe, _ask(adapter, probe)
        if trial[1].answer != "unsupported":
            break
    return trial


def _probes(cases: Sequence[Prepared], hello: Hello, cmd: str, *, accepted: bool) -> list[Prepared]:
    """Inputs of a command that must be accepted, or rejected entirely, the smallest first."""
    probes = [
        ready
        for ready in cases
        if ready.case.cmd == cmd
        and ready.missing_feature(hello) is None
        and (ready.expectation.kind in _ACCEPTING if accepted else ready.expectation.kind == "reject")
    ]
    return sorted(probes, key=lambda ready: (ready.size, ready.case.id))
