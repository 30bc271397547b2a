# SPDX-License-Identifier: Apache-2.0
"""Lazy implementations: each answers by a trick instead of reading. What they are credited with is published.

    python conformance/tests/quality/lazy.py [--store | NAME …]

prints, for each of them, the cases that it passes and the rules that it holds. They run through the runner,
the judge, events and standing like any implementation; only the process between is left out. `--store` keeps
the table of all for `conformance/results.md`.
"""

from __future__ import annotations

import datetime
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.adapters.kaitai import python as kaitai_python
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.look.text import markdown_table
from hudi_conformance.model.common import JsonValue
from hudi_conformance.report import model, standing
from hudi_conformance.suite import events, inputs, protocol, runner, session
from hudi_conformance.suite.adapter import Input, split_tree
from hudi_conformance.suite.expectation import Expectation
from hudi_conformance.suite.expectations import KnownFailures
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.protocol import Answer, Hello
from hudi_conformance.suite.trees import Tree

sys.path.extend(str(Path(__file__).resolve().parents[1] / name) for name in ("support", ""))

import whole_suite

Trick = Callable[[str, Input, Mapping[str, Any]], Answer]
COMMON = 0.02  # share of all expected rejections from which on a code is worth a try
CONSTANT = Answer("value", value={"blocks": []})


@dataclass(frozen=True)
class Lazy:
    """An adapter in this process that answers by a trick."""

    hello: Hello
    trick: Trick

    def ask(self, cmd: str, data: Input, args: Mapping[str, Any], *, ms: int, mib: int) -> Answer:
        """The trick's answer."""
        if cmd not in self.hello.commands:
            return Answer("unsupported", message=cmd)
        return self.trick(cmd, data, args)

    def close(self) -> str | None:
        """Nothing to close."""
        return None


@dataclass(frozen=True)
class Credit:
    """What one lazy implementation is credited with; `held` and `applicable` count MUSTs."""

    name: str
    passed: int
    judged: int
    held: int
    applicable: int
    headline: str
    exit: int
    is_good: bool


def hello_of(name: str, cases: Sequence[Prepared]) -> Hello:
    """A hello that declares everything that any case needs."""
    commands = frozenset(ready.case.cmd for ready in cases)
    features = frozenset(feature for ready in cases for feature in ready.case.needs)
    return Hello(name, "1", "python", commands, features, frozenset({"b64", "path", "dir"}), {"name": name})


def tricks(suite: session.Session, cases: Sequence[Prepared]) -> dict[str, Trick]:
    """All tricks by name."""
    named: dict[str, Trick] = {
        "limit": lambda *_: Answer("limit", message="too large"),
        "unsupported": lambda *_: Answer("unsupported", message="not yet"),
        "constant": lambda *_: CONSTANT,
        "empty": _by_command(_shortest(cases)),
        "most-expected": _by_command(_most_expected(cases)),
    }
    for code in common_codes(cases):
        named[f"reject-{code}"] = lambda *_, code=code: Answer("reject", code=code)
    named["reject-unspecified"] = lambda *_: Answer("reject", code="unspecified")
    return named | {"unedited-base": _unedited(suite, cases), "edited-is-bad": _edited_is_bad(suite, cases)}


def common_codes(cases: Sequence[Prepared]) -> list[str]:
    """Codes that a good share of the expected rejections take, the most frequent first."""
    count = Counter(code for ready in cases for code in ready.expectation.codes)
    return [code for code, number in count.most_common() if number >= COMMON * count.total()]


def credit(name: str, trick: Trick, suite: session.Session, cases: Sequence[Prepared]) -> Credit:
    """Run one trick against the cases."""
    lazy = Lazy(hello_of(name, cases), trick)
    participant = runner.Participant(name, lambda: lazy, KnownFailures(name), required=True)
    plan = suite.plan(cases)
    header = events.header([], "core", "", datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC))
    with events.Writer(None) as writer:
        outcome = runner.run([participant], plan, writer, header=header)
    run = model.build(writer.events)
    counts = standing.Counts.of(run.counts(name).elements())
    must = standing.musts(run).get(name, standing.Tally())
    return Credit(
        name=name,
        passed=counts.passed,
        judged=counts.judged,
        held=must.held,
        applicable=must.applicable,
        headline=standing.headline(run),
        exit=outcome.exit,
        is_good=standing.is_good(run),
    )


HEADS = ("lazy implementation", "cases passed", "cases judged", "MUSTs held", "MUSTs judged", "exit")


def cells(rows: Sequence[Credit]) -> list[list[str | int]]:
    """The credits as rows of a table under `HEADS`."""
    return [[f"`{one.name}`", one.passed, one.judged, one.held, one.applicable, one.exit] for one in rows]


def store(rows: Sequence[Credit]) -> None:
    """Keep the table as a stored result."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    remark = (
        "`empty` gives to each command the shortest right answer of all its cases, `most-expected` the most"
        " frequent one; the last two read, but only inputs without edits."
    )
    stored = {
        "date": today,
        "command": "`python conformance/tests/quality/lazy.py --store`, all cases, profile core",
        "columns": HEADS,
        "rows": cells(rows),
        "remark": remark,
    }
    path = resources.data_root() / "conformance" / "results" / "lazy.json"
    text = json.dumps({"tables": [stored]}, indent=1, ensure_ascii=False)
    path.write_text(f"{text}\n", encoding="utf-8")


def opened() -> tuple[session.Session, list[Prepared]]:
    """The suite and all its cases, prepared."""
    return whole_suite.opened()


def _key(cmd: str, data: Input, args: Mapping[str, Any]) -> tuple[str, str, str]:
    content = data.digest if isinstance(data, Tree) else (data or b"").hex()
    return cmd, content, json.dumps(dict(args), sort_keys=True)


def _expected(cases: Sequence[Prepared]) -> dict[str, list[str]]:
    """Canonical texts of expected values, by command."""
    values: defaultdict[str, list[str]] = defaultdict(list)

    def collect(cmd: str, expectation: Expectation) -> None:
        if expectation.kind in {"value", "blocks", "findings"}:
            values[cmd].append(canonical_json.dumps(expectation.value))
        for option in expectation.options:
            collect(cmd, option)

    for ready in cases:
        collect(ready.case.cmd, ready.expectation)
    return values


def _shortest(cases: Sequence[Prepared]) -> dict[str, JsonValue]:
    return {
        cmd: canonical_json.loads(min(texts, key=lambda text: (len(text), text)))
        for cmd, texts in _expected(cases).items()
    }


def _most_expected(cases: Sequence[Prepared]) -> dict[str, JsonValue]:
    return {
        cmd: canonical_json.loads(Counter(texts).most_common(1)[0][0])
        for cmd, texts in _expected(cases).items()
    }


def _by_command(values: Mapping[str, JsonValue]) -> Trick:
    def answer(cmd: str, _data: Input, _args: Mapping[str, Any]) -> Answer:
        return Answer("value", value=values.get(cmd, {"b64": ""}))

    return answer


def unedited(suite: session.Session, ready: Prepared) -> Input:
    """The input of a case before its edits."""
    if ready.case.is_tree:
        return inputs.unedited_tree(ready.case, suite.fixtures)
    return ready.data if ready.case.base is None else suite.fixtures.bytes(ready.case.base)


def _unedited(suite: session.Session, cases: Sequence[Prepared]) -> Trick:
    """The right answer about the input that was edited, whatever the edits did."""

    @cache  # many tests need the names of all tricks, and few need this one
    def bases() -> dict[tuple[str, str, str], Input]:
        return {
            _key(ready.case.cmd, ready.input, ready.args): unedited(suite, ready) if ready.case.edit else None
            for ready in cases
        }

    def answer(cmd: str, data: Input, args: Mapping[str, Any]) -> Answer:
        base = bases().get(_key(cmd, data, args))
        return ask_ours(cmd, data if base is None else base, args)

    return answer


def _edited_is_bad(suite: session.Session, cases: Sequence[Prepared]) -> Trick:
    """Knows every unedited input by heart, and refuses all others for the most frequent reason."""
    code = common_codes(cases)[0]

    @cache
    def edited() -> set[tuple[str, str, str]]:
        return {_key(ready.case.cmd, ready.input, ready.args) for ready in cases if ready.case.edit}

    def answer(cmd: str, data: Input, args: Mapping[str, Any]) -> Answer:
        is_edited = _key(cmd, data, args) in edited()
        return Answer("reject", code=code) if is_edited else ask_ours(cmd, data, args)

    return answer


def ask_ours(cmd: str, data: Input, args: Mapping[str, Any]) -> Answer:
    """The answer of our decoder."""
    with split_tree(data) as (content, folder):
        request = protocol.request("0", cmd, content, args, ms=60_000, mib=4096, folder=folder)
        return protocol.parse_answer(kaitai_python.answer(request), "0", 0.0)


def main(arguments: Sequence[str]) -> int:
    """Print the table, and keep it."""
    is_stored = "--store" in arguments
    names = [name for name in arguments if name != "--store"]
    suite, cases = opened()
    named = tricks(suite, cases)
    if is_stored and names:
        print("--store keeps the table of all", file=sys.stderr)
        return 2
    rows = [credit(name, named[name], suite, cases) for name in names or named]
    print("\n".join(markdown_table(HEADS, cells(rows), ["---", *["--:"] * 5])))
    print()
    for one in rows:
        print(f"- `{one.name}`: {one.headline}")
    if is_stored:
        store(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
