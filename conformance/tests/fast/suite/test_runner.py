# SPDX-License-Identifier: Apache-2.0
"""The runner with adapters in this process: who is asked what, statuses, exit codes, readers, events."""

from __future__ import annotations

import base64
import datetime
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import suite_factory as factory
from callable_adapter import CallableAdapter
from hudi_conformance import resources
from hudi_conformance.report import model
from hudi_conformance.suite import events, inputs, runner, session
from hudi_conformance.suite.adapter import CannotStart
from hudi_conformance.suite.expectations import KnownFailures, parse_list
from hudi_conformance.suite.protocol import Answer

TODAY = datetime.date(2026, 11, 21)
NOW = datetime.datetime(2026, 11, 21, 3, 14, tzinfo=datetime.UTC)
HELLO = {
    "protocol": 1,
    "name": "it",
    "version": "1",
    "language": "python",
    "commands": ["log.scan", "log.records", "log.write"],
    "features": [],
    "inputs": ["b64"],
}


@pytest.fixture
def fixtures(tmp_path: Path) -> inputs.Fixtures:
    return factory.fixtures(tmp_path / "fixtures")


class Scripted:
    """An adapter function that answers by command from a table and remembers what it was asked."""

    def __init__(self, answers: dict[str, Any], **hello: Any) -> None:
        self.answers = answers
        self.hello = {**HELLO, **hello}
        self.asked: list[dict[str, Any]] = []

    def __call__(self, request: dict[str, Any]) -> dict[str, Any]:
        seq = {"seq": request["seq"]}
        if request["cmd"] == "hello":
            return {**seq, "answer": "value", "value": self.hello}
        if request["cmd"] == "bye":
            return {**seq, "answer": "value", "value": {}}
        if request["cmd"] not in self.answers:
            return {**seq, "answer": "unsupported", "what": request["cmd"]}
        self.asked.append(request)
        answer = self.answers[request["cmd"]]
        return {**seq, **(answer(request) if callable(answer) else answer)}

    def starts(self) -> Callable[[], CallableAdapter]:
        return lambda: CallableAdapter(self)


def run(
    ready: list[inputs.Prepared],
    *adapters: Scripted,
    known: str = "",
    readers: dict[str, Scripted] | None = None,
    required: bool = False,
    profile: str = "core",
    jobs: int = 1,
    all_ids: list[str] | None = None,
) -> tuple[runner.Outcome, list[events.Event]]:
    participants = [
        runner.Participant(f"it{n}", adapter.starts(), parse_list(known, f"it{n}"), required)
        for n, adapter in enumerate(adapters)
    ]
    plan = runner.Plan(
        ready,
        {},
        profile,
        TODAY,
        [one.case.id for one in ready] if all_ids is None else all_ids,
        {name: reader.starts() for name, reader in (readers or {}).items()},
        jobs,
    )
    with events.Writer(None) as writer:
        outcome = runner.run(participants, plan, writer, header=events.header(["run"], profile, "d", NOW))
    return outcome, writer.events


def results(listed: list[events.Event]) -> list[events.Event]:
    return [event for event in listed if event["event"] == "result"]


def right(fixtures: inputs.Fixtures) -> dict[str, Any]:
    return {"answer": "value", "value": fixtures.view("log/two.log", "scan")}


def it(answer: Any) -> runner.Participant:
    return runner.Participant("it", Scripted({"log.scan": answer}).starts(), KnownFailures("it"))


def test_all_is_well(fixtures: inputs.Fixtures) -> None:
    adapter = Scripted({"log.scan": right(fixtures)})
    outcome, listed = run([factory.one(fixtures)], adapter)
    assert outcome.exit == runner.EXIT_OK
    assert outcome.counts == {"it0": {"pass": 1}}
    assert [event["event"] for event in listed] == ["header", "case", "implementation", "result", "footer"]
    asked = adapter.asked[-1]
    assert base64.b64decode(asked["in"]["b64"]) == fixtures.bytes("log/two.log")
    assert asked["budget"] == {"ms": 5000, "mib": 512}
    assert not {"id", "case", "expect", "req", "title"} & set(asked)


def test_events_follow_their_schema(fixtures: inputs.Fixtures, tmp_path: Path) -> None:
    schema = json.loads((resources.schemas_dir() / "events.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    ready = [
        factory.one(fixtures),
        factory.one(
            fixtures, id='"log/test/two"', expect='{ reject = ["truncated"], at = "$1" }', note='"n"'
        ),
        factory.one(
            fixtures,
            id='"log/test/write"',
            cmd='"log.write"',
            base="None",
            edit="None",
            args="{ write = { blocks = [] } }",
            expect='{ reads-back = "log/two.records.json" }',
        ),
    ]
    reader = Scripted({"log.records": {"answer": "value", "value": {"blocks": []}}})
    writer = {"answer": "value", "value": {"b64": "AA=="}}
    _, listed = run(
        ready, Scripted({"log.scan": right(fixtures), "log.write": writer}), readers={"r": reader}
    )
    listed.append(events.absent("x", "why", required=True))
    for event in listed:
        assert [error.message for error in validator.iter_errors(event)] == [], event
    assert results(listed)[2]["read_back"] == {"r": "wrong-value"}


def test_needs_are_not_asked(fixtures: inputs.Fixtures) -> None:
    ready = [factory.one(fixtures, needs='["header-key.8"]')]
    adapter = Scripted({"log.scan": right(fixtures)})
    outcome, listed = run(ready, adapter)
    assert adapter.asked == []
    assert (results(listed)[0]["verdict"], results(listed)[0]["message"]) == ("unsupported", "header-key.8")
    assert outcome.exit == runner.EXIT_UNJUDGED
    able = Scripted({"log.scan": right(fixtures)}, features=["header-key.8"])
    assert results(run(ready, able)[1])[0]["verdict"] == "pass"


def test_left_out_when_no_case_concerns_it(fixtures: inputs.Fixtures) -> None:
    ready = [factory.one(fixtures)]
    writer = Scripted({}, commands=["log.write"])
    outcome, listed = run(ready, Scripted({"log.scan": right(fixtures)}), writer)
    assert outcome.absences == {"it1": "answers log.write only, and no such case was chosen"}
    assert events.absent("it1", outcome.absences["it1"], required=False) in listed
    assert outcome.exit == runner.EXIT_OK
    outcome, listed = run(ready, writer, required=True)
    assert outcome.absences == {}
    assert results(listed)[0]["verdict"] == "unsupported"


def test_what_cannot_start_is_named(fixtures: inputs.Fixtures) -> None:
    def missing() -> CallableAdapter:
        raise CannotStart("no Java found")

    ready = [factory.one(fixtures)]
    plan = runner.Plan(ready, {}, "core", TODAY, [])
    good = runner.Participant("good", Scripted({"log.scan": right(fixtures)}).starts(), KnownFailures("good"))
    for required, others, code in ((False, [good], 0), (True, [good], 3), (False, [], 3)):
        with events.Writer(None) as writer:
            participants = [runner.Participant("java", missing, KnownFailures("java"), required), *others]
            outcome = runner.run(participants, plan, writer, header=events.header([], "core", "", NOW))
        assert outcome.absences == {"java": "no Java found"}
        assert outcome.exit == code == writer.events[-1]["exit"]


NOTHING = {"answer": "value", "value": {"blocks": []}}
LISTED = '[[group]]\nreason = "r"\nkind = "bug"\noutcome = "wrong-value"\ncases = ["log/test/one"]\n'


@pytest.mark.parametrize(
    ("answer", "known", "status", "code"),
    [
        (NOTHING, "", "new", 1),
        (NOTHING, LISTED, "known", 0),
        (None, LISTED, "stale", 1),
        ({"answer": "error", "message": "NPE"}, LISTED, "new", 1),
        (None, "", "pass", 0),
    ],
)
def test_statuses_and_exit(
    fixtures: inputs.Fixtures, answer: Any, known: str, status: str, code: int
) -> None:
    outcome, listed = run(
        [factory.one(fixtures)], Scripted({"log.scan": answer or right(fixtures)}), known=known
    )
    assert results(listed)[0]["status"] == status
    assert outcome.exit == code
    assert listed[-1]["counts"] == {"it0": {status: 1}}


def test_a_list_is_held_against_all_cases_not_only_those_that_run(fixtures: inputs.Fixtures) -> None:
    known = LISTED.replace("log/test/one", "log/other/*")
    adapter = Scripted({"log.scan": right(fixtures)})
    outcome, listed = run([factory.one(fixtures)], adapter, known=known)
    assert outcome.exit == runner.EXIT_UNEXPECTED
    assert "'log/other/*' matches no case" in listed[-1]["problems"][0]
    outcome, _ = run([factory.one(fixtures)], adapter, known=known, all_ids=["log/other/one"])
    assert outcome.exit == runner.EXIT_OK


def test_first_reader_decides(fixtures: inputs.Fixtures) -> None:
    ready = [
        factory.one(
            fixtures,
            cmd='"log.write"',
            base="None",
            edit="None",
            args="{ write = { blocks = [] } }",
            expect='{ reads-back = "log/two.records.json" }',
        )
    ]
    data = b"\x01\x02"
    writer = Scripted({"log.write": {"answer": "value", "value": {"b64": base64.b64encode(data).decode()}}})
    good = {"answer": "value", "value": fixtures.view("log/two.log", "records")}
    first, second = Scripted({"log.records": good}), Scripted({"log.records": NOTHING})
    _, listed = run(ready, writer, readers={"a": first, "b": second})
    assert (results(listed)[0]["verdict"], results(listed)[0]["read_back"]) == (
        "pass",
        {"a": "pass", "b": "wrong-value"},
    )
    assert base64.b64decode(first.asked[-1]["in"]["b64"]) == data
    _, listed = run(ready, writer, readers={"b": second, "a": first})
    assert results(listed)[0]["verdict"] == "wrong-value"
    _, listed = run(ready, writer, readers={"no": Scripted({}, commands=["log.scan"])})
    assert results(listed)[0]["verdict"] == "unsupported"


def test_a_reader_is_started_only_when_something_was_written(fixtures: inputs.Fixtures) -> None:
    reader = Scripted({"log.records": NOTHING})

    def never() -> CallableAdapter:
        raise AssertionError("not needed")

    plan = runner.Plan([factory.one(fixtures)], {}, "core", TODAY, [], {"r": never})
    with events.Writer(None) as writer:
        runner.run([it(right(fixtures))], plan, writer, header=events.header([], "core", "", NOW))
    assert reader.asked == []


def test_jobs_give_the_same_results(fixtures: inputs.Fixtures) -> None:
    ready = [factory.one(fixtures, id=f'"log/test/c{n}"') for n in range(20)]
    adapters = [
        Scripted({"log.scan": right(fixtures)}),
        Scripted({"log.scan": NOTHING}),
        Scripted({"log.scan": right(fixtures)}),
    ]

    def told(jobs: int) -> list[tuple[str, str, str]]:
        outcome, listed = run(ready, *adapters, jobs=jobs)
        assert outcome.counts == {"it0": {"pass": 20}, "it1": {"new": 20}, "it2": {"pass": 20}}
        return sorted((e["implementation"], e["case"], e["verdict"]) for e in results(listed))

    assert told(1) == told(3)


def test_a_listed_hang_is_given_a_second(fixtures: inputs.Fixtures) -> None:
    adapter = Scripted({"log.scan": right(fixtures)})
    hang = LISTED.replace("wrong-value", "hang").replace("bug", "hang")
    assert hang != LISTED
    for known, ms in (("", 5000), (LISTED, 5000), (hang, runner.KNOWN_HANG_MS)):
        run([factory.one(fixtures)], adapter, known=known)
        assert adapter.asked[-1]["budget"]["ms"] == ms


def test_those_that_wait_begin_first_and_reports_keep_the_order(fixtures: inputs.Fixtures) -> None:
    begun = []

    def starts(name: str) -> Callable[[], CallableAdapter]:
        def start() -> CallableAdapter:
            begun.append(name)
            return CallableAdapter(Scripted({"log.scan": right(fixtures)}))

        return start

    participants = [
        runner.Participant(name, starts(name), KnownFailures(name), waits=waits)
        for name, waits in (("a", ()), ("b", ("log/other/*",)), ("c", ()))
    ]
    plan = runner.Plan([factory.one(fixtures)], {}, "core", TODAY, [], jobs=2)
    with events.Writer(None) as writer:
        runner.run(participants, plan, writer, header=events.header([], "core", "", NOW))
    assert sorted(begun) == ["a", "b", "c"]
    assert begun.index("b") < begun.index("c")
    assert model.build(writer.events, "run").names == ("a", "b", "c")


def test_builds_take_no_turn_and_their_failure_is_an_absence(fixtures: inputs.Fixtures) -> None:
    begun = threading.Event()

    def start() -> CallableAdapter:
        begun.set()
        return CallableAdapter(Scripted({"log.scan": right(fixtures)}))

    def build() -> None:
        assert begun.wait(10), "builds keep others from their turns"
        raise CannotStart("no compiler")

    def member(name: str, build: Callable[[], None] | None = None) -> runner.Participant:
        return runner.Participant(name, start, KnownFailures(name), build=build)

    participants = [member("one", build), member("two", build), member("built")]
    plan = runner.Plan([factory.one(fixtures)], {}, "core", TODAY, [], jobs=2)
    with events.Writer(None) as writer:
        outcome = runner.run(participants, plan, writer, header=events.header([], "core", "", NOW))
    assert outcome.absences == dict.fromkeys(("one", "two"), "no compiler")
    assert outcome.counts == {"built": {"pass": 1}}


def test_an_adapter_that_raises_is_a_crash_and_the_run_goes_on(fixtures: inputs.Fixtures) -> None:
    def answer(request: dict[str, Any]) -> dict[str, Any]:
        raise ZeroDivisionError("oops")

    outcome, listed = run([factory.one(fixtures)], Scripted({"log.scan": answer}))
    assert (results(listed)[0]["verdict"], results(listed)[0]["message"]) == (
        "crash",
        "ZeroDivisionError: oops",
    )
    assert outcome.exit == 1


@pytest.mark.parametrize(
    "response", [{"answer": "value", "value": float("nan")}, {"answer": "value", "value": b"x"}, {"x": 1}]
)
def test_in_process_answers_must_fit_a_pipe(fixtures: inputs.Fixtures, response: dict[str, Any]) -> None:
    adapter = CallableAdapter(Scripted({"log.scan": response}))
    assert adapter.ask("log.scan", b"", {}, ms=1, mib=1).answer == "garbled"


def test_in_process_adapter_without_hello_cannot_start() -> None:
    with pytest.raises(CannotStart, match="speaks protocol"):
        CallableAdapter(Scripted({}, protocol=3))


def test_interrupt_leaves_no_footer(fixtures: inputs.Fixtures) -> None:
    def answer(request: dict[str, Any]) -> dict[str, Any]:
        raise KeyboardInterrupt

    plan = runner.Plan([factory.one(fixtures)], {}, "core", TODAY, [])
    with events.Writer(None) as writer, pytest.raises(KeyboardInterrupt):
        runner.run([it(answer)], plan, writer, header=events.header([], "core", "", NOW))
    assert "footer" not in {event["event"] for event in writer.events}


def test_progress_is_told(fixtures: inputs.Fixtures) -> None:
    seen: list[tuple[str, int, int]] = []
    plan = runner.Plan([factory.one(fixtures)] * 2, {}, "core", TODAY, [])
    with events.Writer(None) as writer:
        header = events.header([], "core", "", NOW)
        runner.run([it(right(fixtures))], plan, writer, header=header, progress=lambda *s: seen.append(s))
    assert seen == [("it", 1, 2), ("it", 2, 2)]


def test_robust_profile_judges_only_falling_over(fixtures: inputs.Fixtures) -> None:
    ready = factory.one(fixtures)
    for answer, verdict in (
        ("value", "pass"),
        ("reject", "pass"),
        ("limit", "pass"),
        ("error", "error"),
        ("hang", "hang"),
    ):
        assert runner.judge_answer(ready, Answer(answer, code="truncated"), "robust").verdict == verdict
    assert runner.judge_answer(ready, Answer("unsupported"), "robust").verdict == "unsupported"


def test_what_is_required_has_to_be_judged(fixtures: inputs.Fixtures) -> None:
    ready = [factory.one(fixtures)]
    able, unable = (
        Scripted({"log.scan": right(fixtures)}),
        Scripted({"log.scan": {"answer": "unsupported", "what": "x"}}),
    )
    outcome, _ = run(ready, able, unable)
    assert outcome.exit == runner.EXIT_OK
    outcome, _ = run(ready, able, unable, required=True)
    assert outcome.exit == runner.EXIT_UNJUDGED


def test_a_required_name_that_takes_no_part_is_missing(fixtures: inputs.Fixtures) -> None:
    members = session.demand([], ["hudi-java-9.9.9"])
    with events.Writer(None) as writer:
        plan = runner.Plan([factory.one(fixtures)], {}, "core", TODAY, [])
        outcome = runner.run(members, plan, writer, header=events.header([], "core", "d", NOW))
    assert outcome.exit == runner.EXIT_ADAPTER
    assert outcome.absences == {
        "hudi-java-9.9.9": "hudi-java-9.9.9 is required, and takes no part in this run"
    }
    assert writer.events[-2]["required"] is True


@pytest.mark.parametrize("is_right", [True, False])
def test_damage_taken_for_good_is_held_against_the_undamaged_input(
    fixtures: inputs.Fixtures, is_right: bool
) -> None:
    case = factory.one(
        fixtures,
        edit='[{ op = "set", at = "@0", hex = "00" }]',
        expect='{ reject = ["length-mismatch"] }',
    )
    intact = base64.b64encode(fixtures.bytes("log/two.log")).decode()
    answer = right(fixtures)

    def scan(request: dict[str, Any]) -> dict[str, Any]:
        return answer if is_right or request["in"]["b64"] == intact else {**answer, "value": {"blocks": []}}

    adapter = Scripted({"log.scan": scan})
    _, listed = run([case], adapter)
    (result,) = results(listed)
    assert result["verdict"] == "accepts-invalid"
    assert adapter.asked[-1]["in"]["b64"] == intact
    assert ("undamaged" in result["detail"]) is not is_right
    if not is_right:
        assert result["layer"] == "misread"
        schema = json.loads((resources.schemas_dir() / "events.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator(schema).validate(result)
