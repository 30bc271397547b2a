# SPDX-License-Identifier: Apache-2.0
"""The cases test what they say: edits change something, bases are good, and no lazy answer passes."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.adapters import kaitai_python
from hudi_conformance.damage import edits
from hudi_conformance.suite import protocol, session
from hudi_conformance.suite.addresses import AddressError
from hudi_conformance.suite.expectations import list_problems, load_list
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.judge import judge
from hudi_conformance.suite.protocol import Answer

SURFACES = ("log", "name")
PASSES = frozenset({"pass", "pass-weak"})
SUITE = session.Session(edits)
CASES = [ready for ready in SUITE.prepare(SUITE.cases) if ready.case.surface in SURFACES]
EDITED = [ready for ready in CASES if ready.case.base is not None and ready.case.edit]
FIXTURES = SUITE.fixtures
# What is edited here must be ignored, so the answer is the one about the base. All others tell the two apart.
IGNORED = {
    "log/avro/content-version-1",
    "log/avro/content-version-2",
    "log/merged/compacted-chain-of-one",
    "log/merged/rollback-of-corrupt",
    "log/positions/not-base64-ignored",
    "log/positions/bad-cookie-ignored",
    "log/positions/bucket-count-too-large-ignored",
    "log/positions/bucket-count-negative-ignored",
    "log/positions/container-count-too-large-ignored",
    "log/recovery/stray-bytes-1",
    "log/recovery/stray-bytes-2",
    "log/recovery/stray-bytes-3",
    "log/recovery/stray-bytes-4",
    "log/recovery/stray-bytes-5",
    "log/salvage/torn-block",
    "log/salvage/wrong-trailing-length",
}
# The file of no bytes has no end to go back from: both answers are right.
EITHER = {"log/reverse/empty-file"}
EMPTY = Answer("value", value={"blocks": []})
NO_REASON = Answer("reject", code="unspecified")


@cache
def answer_about(cmd: str, data: bytes | None, args: str) -> Answer:
    request: dict[str, Any] = {"seq": "0", "cmd": cmd, "args": json.loads(args)}
    if data is not None:
        request["in"] = {"b64": base64.b64encode(data).decode("ascii")}
    return protocol.parse_answer(kaitai_python.answer(request), "0", 0.0)


def base_of(ready: Prepared) -> bytes:
    assert ready.case.base is not None
    return FIXTURES.bytes(ready.case.base)


def about_base(ready: Prepared) -> Answer:
    return answer_about(ready.case.cmd, base_of(ready), json.dumps(dict(ready.args)))


def is_closed(ready: Prepared) -> bool:
    return ready.case.kind not in {"open", "robust"}


def passes(ready: Prepared, answer: Answer) -> bool:
    return judge(ready.expectation, answer, None).verdict in PASSES


def test_there_are_cases_of_every_kind() -> None:
    assert len(EDITED) > 200
    assert {ready.case.kind for ready in CASES} >= {"blocks", "value", "reject", "any", "robust", "findings"}


def test_edits_change_the_input() -> None:
    assert [ready.case.id for ready in EDITED if ready.data == base_of(ready)] == []


def without(ready: Prepared, number: int) -> bytes | None:
    """The input without one of the edits, None where the others do not fit without it."""
    rest = [edit for index, edit in enumerate(ready.case.edit) if index != number]
    try:
        return edits.apply(base_of(ready), rest, ready.case.recount, FIXTURES)
    except (AddressError, ValueError):
        return None


def test_no_edit_is_idle() -> None:
    assert [
        (ready.case.id, number)
        for ready in EDITED
        for number in range(len(ready.case.edit))
        if without(ready, number) == ready.data
    ] == []


def test_bases_are_good() -> None:
    bad = set()
    for ready in EDITED:
        if ready.case.kind == "robust":
            continue  # tells nothing apart, and may start from what a reader refuses
        answer = about_base(ready)
        if answer.answer != "value" or _mentions(answer.value, '"reject"', '"CORRUPT_BLOCK"'):
            bad.add(ready.case.base)
    assert bad == set()


def _mentions(value: Any, *words: str) -> bool:
    text = json.dumps(value)
    return any(word in text for word in words)


def test_cases_tell_their_input_from_their_base() -> None:
    alike = {ready.case.id for ready in EDITED if is_closed(ready) and passes(ready, about_base(ready))}
    assert alike == IGNORED


def test_bases_of_rejections_are_accepted() -> None:
    rejections = [ready for ready in EDITED if ready.case.kind == "reject"]
    assert rejections
    assert [ready.case.id for ready in rejections if about_base(ready).answer != "value"] == []


def test_no_case_passes_whatever_is_answered() -> None:
    closed = [ready for ready in CASES if is_closed(ready) and ready.case.cmd != "log.write"]
    either = {ready.case.id for ready in closed if passes(ready, EMPTY) and passes(ready, NO_REASON)}
    assert either == EITHER


@pytest.mark.parametrize("kind", ["error", "crash", "hang", "garbled"])
def test_no_case_passes_when_the_answer_is_none(kind: str) -> None:
    fallen = Answer(kind, message="fell over")
    assert [ready.case.id for ready in CASES if passes(ready, fallen)] == []


def test_cases_of_one_input_and_command_expect_the_same() -> None:
    kept: dict[tuple[str, str, str], Prepared] = {}
    differing = []
    for ready in CASES:
        key = (ready.case.cmd, ready.digest, json.dumps(dict(ready.args), sort_keys=True))
        other = kept.setdefault(key, ready)
        if other is ready or not (is_closed(ready) and is_closed(other)):
            continue
        answer = answer_about(ready.case.cmd, ready.data, json.dumps(dict(ready.args)))
        if passes(ready, answer) != passes(other, answer):
            differing.append((other.case.id, ready.case.id))
    assert differing == []


def shipped_lists() -> Mapping[str, Any]:
    folder = resources.expectations_dir()
    return {path.stem: load_list(path, path.stem) for path in sorted(folder.glob("*.toml"))}


def test_lists_of_known_failures_fit_the_cases() -> None:
    lists = shipped_lists()
    assert lists
    ids = [case.id for case in SUITE.cases]
    problems = {name: list_problems(known, ids, today=session.today()) for name, known in lists.items()}
    assert [(name, found) for name, found in problems.items() if found] == []


def test_our_own_readers_have_no_known_failures() -> None:
    assert {"kaitai-python", "kaitai-java"} & shipped_lists().keys() == set()
