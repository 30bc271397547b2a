# SPDX-License-Identifier: Apache-2.0
"""Is this adapter sane, before any verdict on what stands behind it is believed?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.suite.adapter import Adapter, CannotStart
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.manifest import COMMANDS
from hudi_conformance.suite.protocol import Answer, Hello

NONSENSE = "no.such-command"
BIG = 1 << 20
MAX_PROBES = 40
MS, MIB = 10_000, 1024
_BAD = frozenset({"crash", "hang", "garbled"})
_ACCEPTING = frozenset({"value", "blocks", "bytes", "reads-back", "findings"})


@dataclass(frozen=True, slots=True)
class Check:
    """One question about the adapter: what was looked at, how it went, and what to do about it."""

    name: str
    ok: bool
    message: str = ""


def quick(adapter: Adapter, cases: Sequence[Prepared]) -> list[Check]:
    """What `run` looks at before it believes an adapter: a nonsense command, the same question twice."""
    checks = [_nonsense(adapter)]
    for cmd in COMMANDS:
        if cmd in adapter.hello.commands and (probes := _probes(cases, adapter.hello, cmd, accepted=True)):
            probe = probes[0]
            first = _ask(adapter, probe)
            # Whether it falls over is for the judge to say; here we ask whether it is of one mind.
            if first.answer not in _BAD:
                checks.append(_twice(adapter, probe, first))
            break
    return checks


def failure(adapter: Adapter, cases: Sequence[Prepared]) -> str | None:
    """The first check of `quick` that fails, as a phrase after the name of the adapter; None if all hold."""
    failed = [check for check in quick(adapter, cases) if not check.ok]
    return f"failed smoke: {failed[0].name}: {failed[0].message}" if failed else None


def full(start: Callable[[], Adapter], cases: Sequence[Prepared]) -> list[Check]:
    """All checks; stops after the first when the adapter does not start."""
    try:
        adapter = start()
    except CannotStart as error:
        return [Check("starts and says hello", False, str(error))]
    hello = adapter.hello
    said = f"{hello.name} {hello.version} ({hello.language}): {', '.join(sorted(hello.commands))}"
    checks = [Check("starts and says hello", True, said)]
    try:
        strangers = sorted(hello.commands - set(COMMANDS))
        note = f"commands that this suite does not know: {', '.join(strangers)}" if strangers else ""
        checks += [Check("declares commands of the suite", bool(hello.commands & set(COMMANDS)), note)]
        checks.append(_nonsense(adapter))
        asked: list[Answer] = []
        for cmd in COMMANDS:
            if cmd in hello.commands:
                checks += _command(adapter, cases, cmd, asked)
        if asked and all(answer.answer == "error" for answer in asked):
            text = (
                "every answer is `error`: this is your adapter, not your reader. Call the reader inside of"
                f" the try block, and look at the message: {asked[0].message}"
            )
            checks.append(Check("answers something else than error", False, text))
        if "log.scan" in hello.commands:
            checks.append(_big(adapter))
    finally:
        manners = adapter.close()
    checks.append(Check("ends within 2 s of bye, with status 0", manners is None, manners or ""))
    return checks


def _command(adapter: Adapter, cases: Sequence[Prepared], cmd: str, asked: list[Answer]) -> Iterable[Check]:
    for accepted in (True, False):
        found = _first_supported(adapter, _probes(cases, adapter.hello, cmd, accepted=accepted)[:MAX_PROBES])
        if found is None:
            continue
        probe, first = found
        asked.append(first)
        name = f"{cmd} answers {'a good' if accepted else 'a bad'} input ({probe.case.id})"
        if first.answer in _BAD or first.answer == "unsupported":
            why = first.message or ""
            if first.answer == "unsupported":
                why = f"hello declares {cmd}, and every case tried was refused; the last: {why}"
            yield Check(name, False, f"{first.answer}: {why}")
            continue
        told = first.answer if first.answer != "error" else f"error (fell over): {first.message}"
        yield Check(name, True, told)
        yield _twice(adapter, probe, first)


def _nonsense(adapter: Adapter) -> Check:
    answer = adapter.ask(NONSENSE, b"", {}, ms=MS, mib=MIB)
    ok = answer.answer == "unsupported"
    sentence = f"expected `unsupported`, got {answer.answer} {answer.message or ''}".rstrip()
    return Check("answers `unsupported` to a nonsense command", ok, "" if ok else sentence)


def _twice(adapter: Adapter, probe: Prepared, first: Answer) -> Check:
    second = _ask(adapter, probe)
    # A process that dies of the second is not of two minds; that it dies is told by the judge.
    same = _told(first) == _told(second) or second.answer in _BAD
    text = "" if same else f"{probe.case.id}: first {_told(first)[:200]}, then {_told(second)[:200]}"
    return Check(f"{probe.case.cmd} answers the same question alike", same, text)


def _big(adapter: Adapter) -> Check:
    answer = adapter.ask("log.scan", bytes(BIG), {}, ms=MS, mib=MIB)
    ok = answer.answer in {"value", "reject", "limit"}
    text = answer.answer if ok else f"{answer.answer}: {answer.message or ''}"
    return Check("takes an input of 1 MiB", ok, text)


def _ask(adapter: Adapter, probe: Prepared) -> Answer:
    return adapter.ask(probe.case.cmd, probe.given, probe.args, ms=MS, mib=MIB)


def _told(answer: Answer) -> str:
    return canonical_json.dumps([answer.answer, answer.value, answer.code, answer.at, answer.partial])


def _first_supported(adapter: Adapter, probes: Sequence[Prepared]) -> tuple[Prepared, Answer] | None:
    """The first probe that is not answered `unsupported`: a case may use what only our writer can do."""
    found = None
    for probe in probes:
        found = probe, _ask(adapter, probe)
        if found[1].answer != "unsupported":
            break
    return found


def _probes(cases: Sequence[Prepared], hello: Hello, cmd: str, *, accepted: bool) -> list[Prepared]:
    """Inputs of a command that must be accepted, or refused as a whole, the smallest first."""
    fitting = [
        ready
        for ready in cases
        if ready.case.cmd == cmd
        and ready.lacking(hello) is None
        and (ready.expectation.kind in _ACCEPTING if accepted else ready.expectation.kind == "reject")
    ]
    return sorted(fitting, key=lambda ready: (ready.size, ready.case.id))
