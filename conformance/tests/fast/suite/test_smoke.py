# SPDX-License-Identifier: Apache-2.0
"""Smoke checks with adapters in this process; real processes are in tests/quality."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import suite_factory as factory
from callable_adapter import CallableAdapter
from hudi_conformance.suite import inputs, smoke
from hudi_conformance.suite.adapter import CannotStart
from hudi_conformance.suite.form import COMMANDS


@pytest.fixture
def cases(tmp_path: Path) -> list[inputs.Prepared]:
    fixtures = factory.fixtures(tmp_path)
    return [
        factory.one(fixtures),
        factory.one(
            fixtures,
            id='"log/test/cut"',
            edit='[{ op = "truncate", at = "@3" }]',
            expect='{ reject = ["truncated"] }',
        ),
        factory.one(
            fixtures, id='"log/test/needs"', needs='["header-key.8"]', edit='[{ op = "cut", at = "$1" }]'
        ),
    ]


def adapter(answers: Any, commands: list[str] | None = None) -> CallableAdapter:
    calls: list[str] = []

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        seq, cmd = {"seq": request["seq"]}, request["cmd"]
        calls.append(cmd)
        if cmd == "hello":
            return {
                **seq,
                "answer": "value",
                "value": {
                    "protocol": 1,
                    "name": "it",
                    "version": "1",
                    "language": "c",
                    "commands": commands or ["log.scan"],
                    "features": [],
                    "inputs": ["b64"],
                },
            }
        if cmd == "bye":
            return {**seq, "answer": "value", "value": {}}
        return {**seq, **answers(cmd, len(calls))}

    return CallableAdapter(answer)


def sane(cmd: str, _: int) -> dict[str, Any]:
    return {"answer": "value", "value": {}} if cmd == "log.scan" else {"answer": "unsupported", "what": cmd}


def test_sane(cases: list[inputs.Prepared]) -> None:
    checks = smoke.full_checks(lambda: adapter(sane), cases)
    assert [check.name for check in checks if not check.ok] == []
    assert "log.scan answers a good input (log/test/one)" in [check.name for check in checks]
    assert "log.scan answers a bad input (log/test/cut)" in [check.name for check in checks]
    assert all(check.ok for check in smoke.quick_checks(adapter(sane), cases))


def test_strange_commands_are_noted_not_refused(cases: list[inputs.Prepared]) -> None:
    checks = smoke.full_checks(lambda: adapter(sane, ["log.scan", "log.guess"]), cases)
    note = next(check for check in checks if check.name == "declares commands of the suite")
    assert note.ok
    assert "log.guess" in note.message
    only = smoke.full_checks(lambda: adapter(sane, ["log.guess"]), cases)
    assert [check.name for check in only if not check.ok] == ["declares commands of the suite"]


@pytest.mark.parametrize(
    "answer", [{"answer": "value", "value": {}}, {"answer": "reject", "code": "bad-magic"}]
)
def test_nonsense_must_be_unsupported(cases: list[inputs.Prepared], answer: dict[str, Any]) -> None:
    (bad,) = (check for check in smoke.quick_checks(adapter(lambda *_: answer), cases) if not check.ok)
    assert bad.name == "answers `unsupported` to a nonsense command"
    assert answer["answer"] in bad.message


def test_two_minds(cases: list[inputs.Prepared]) -> None:
    def fickle(cmd: str, number: int) -> dict[str, Any]:
        return {"answer": "value", "value": number} if cmd == "log.scan" else sane(cmd, number)

    (bad,) = (check for check in smoke.quick_checks(adapter(fickle), cases) if not check.ok)
    assert bad.name == "log.scan answers the same request alike"
    assert "log/test/one: first" in bad.message


def test_only_errors(cases: list[inputs.Prepared]) -> None:
    def broken(cmd: str, number: int) -> dict[str, Any]:
        return (
            {"answer": "error", "message": "ClassNotFoundException"}
            if cmd == "log.scan"
            else sane(cmd, number)
        )

    text = next(
        c.message
        for c in smoke.full_checks(lambda: adapter(broken), cases)
        if c.name.startswith("answers something")
    )
    assert "this is your adapter, not your reader" in text
    assert "ClassNotFoundException" in text


def test_that_it_dies_is_for_the_judge(cases: list[inputs.Prepared]) -> None:
    def dies(cmd: str, number: int) -> dict[str, Any]:
        if cmd == "log.scan":
            raise RuntimeError
        return sane(cmd, number)

    assert all(check.ok for check in smoke.quick_checks(adapter(dies), cases))
    assert [c.name.split(" (")[0] for c in smoke.full_checks(lambda: adapter(dies), cases) if not c.ok] == [
        "log.scan answers a good input",
        "log.scan answers a bad input",
        "takes an input of 1 MiB",
    ]


def test_no_start() -> None:
    def missing() -> CallableAdapter:
        raise CannotStart("no such file")

    assert smoke.full_checks(missing, []) == [smoke.Check("starts and answers hello", False, "no such file")]


def test_nonsense_is_no_command() -> None:
    assert smoke.NONSENSE not in COMMANDS
