# SPDX-License-Identifier: Apache-2.0
"""Scenarios by chance: drawn from a seed, written by one implementation, read by others, judged by a model.

    python conformance/tools/scenario_campaign.py --seed 1 --count 300 --reader hudi-java-1.2.1 --store
    python conformance/tools/scenario_campaign.py --seed 1 --count 300 --writer hudi-client-1.2.1

Each scenario is judged by an audit with all checks, by the rows that our reader finds, and by those of
`--reader`. What differs is made smaller by leaving steps and rows out, and written to OUT for review.
`--store` keeps seed, time and counts in `conformance/results/scenarios.json`. Exit code 1 where
anything differs.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.canonical.json import pretty
from hudi_conformance.scenario.draw import draw_scenario, smaller
from hudi_conformance.scenario.model import Undetermined, content_of
from hudi_conformance.suite import session
from hudi_conformance.suite.adapter import Adapter, close_quietly
from hudi_conformance.suite.judge import written_tree
from hudi_conformance.suite.trees import Tree
from rich.console import Console
from rich.progress import Progress

MS, MIB = 30_000, 1024
PATIENCE = 4.0
OF_WRITER = frozenset({"_hoodie_commit_time", "_hoodie_commit_seqno", "_hoodie_file_name"})
MAX_SMALLER = 60  # attempts to make a difference smaller
Scenario = dict[str, Any]


class Trial:
    """A writer, our reader and another one."""

    def __init__(self, writer: Adapter, ours: Adapter, other: Adapter | None) -> None:
        self.writer, self.ours, self.other = writer, ours, other

    def outcome(self, scenario: Scenario) -> str:
        """`equal`, or a word for what differs: by whom, and how."""
        expected = content_of(scenario, {})
        answer = self.writer.ask("table.write", None, {"write": scenario}, ms=MS, mib=MIB)
        if answer.answer == "unsupported":
            return "unsupported"
        tree = written_tree(answer.value) if answer.answer == "value" else None
        if tree is None:
            return f"writer: {answer.answer} {_without_names(answer.message)}"
        told = self.ours.ask("table.content", tree, {}, ms=MS, mib=MIB)
        if told.answer != "value":
            return f"kaitai-python: {told.answer} {_without_names(told.message)}"
        findings = told.value["findings"]
        if findings:
            return f"audit: {findings[0]['requirement']}"
        if told.value != expected:
            return "kaitai-python: rows"
        return self._other(tree, expected)

    def _other(self, tree: Tree, expected: Mapping[str, Any]) -> str:
        if self.other is None:
            return "equal"
        told = self.other.ask("table.read", tree, {"view": "snapshot"}, ms=MS, mib=MIB)
        if told.answer == "unsupported":
            return "equal"
        if told.answer != "value":
            return f"reader: {told.answer} {_without_names(told.message)}"
        rows = [{k: v for k, v in row.items() if k not in OF_WRITER} for row in told.value["rows"]]
        return "equal" if _sorted(rows) == _sorted(expected["snapshot"]) else "reader: rows"


def _sorted(rows: list[dict[str, Any]]) -> list[str]:
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


def _without_names(message: str | None) -> str:
    return "".join(" " if char.isdigit() or char == "/" else char for char in (message or ""))[:80]


def minimised(scenario: Scenario, word: str, outcome: Callable[[Scenario], str]) -> Scenario:
    """A smaller scenario with the same outcome."""
    left = MAX_SMALLER
    improved = True
    while improved and left > 0:
        improved = False
        for candidate in smaller(scenario):
            left -= 1
            if left <= 0:
                break
            if _outcome_or_none(outcome, candidate) == word:
                scenario, improved = candidate, True
                break
    return scenario


def _outcome_or_none(outcome: Callable[[Scenario], str], scenario: Scenario) -> str | None:
    try:
        return outcome(scenario)
    except (Undetermined, IndexError, KeyError):
        return None  # what is left is no scenario, or one that leaves a choice


def drawn(seed: int, count: int) -> Iterator[Scenario]:
    """Scenarios of a seed that determine their rows."""
    rng = random.Random(seed)  # noqa: S311 - a seed for tests, nothing is secret
    while count:
        scenario = draw_scenario(rng)
        try:
            content_of(scenario, {})
        except Undetermined:
            continue
        count -= 1
        yield scenario


def main(arguments: list[str] | None = None) -> int:
    """Run a campaign."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--writer", default="reference-writer")
    parser.add_argument("--reader", default="", help="a second reader, by the name of its implementation")
    parser.add_argument("--out", type=Path, default=Path("scenario-finds"))
    parser.add_argument("--store", action="store_true", help="keep the counts in conformance/results")
    options = parser.parse_args(arguments)
    names = [options.writer, "kaitai-python", *([options.reader] if options.reader else [])]
    known = session.implementations(names)
    adapters = [session.starter(known[name], PATIENCE)() for name in names]
    trial = Trial(adapters[0], adapters[1], adapters[2] if options.reader else None)
    start, counts = time.monotonic(), Counter[str]()
    console = Console(stderr=True)
    try:
        with Progress(console=console, disable=not console.is_terminal) as bar:
            for number, scenario in enumerate(bar.track(drawn(options.seed, options.count), options.count)):
                word = trial.outcome(scenario)
                counts[word] += 1
                if word not in {"equal", "unsupported"} and counts[word] <= 2:
                    options.out.mkdir(parents=True, exist_ok=True)
                    small = minimised(scenario, word, trial.outcome)
                    path = options.out / f"{options.seed}-{number}.json"
                    path.write_text(pretty({"outcome": word, "scenario": small, "drawn": scenario}), "utf-8")
                    print(f"{word}: {path}", flush=True)
    finally:
        for adapter in adapters:
            close_quietly(adapter)
    entry = {
        "seed": options.seed,
        "count": options.count,
        "writer": options.writer,
        "readers": names[1:],
        "seconds": round(time.monotonic() - start),
        "outcomes": dict(sorted(counts.items())),
    }
    print(json.dumps(entry, indent=1))
    if options.store:
        _store(entry)
    return int(bool(set(counts) - {"equal", "unsupported"}))


def _store(entry: Mapping[str, Any]) -> None:
    """Keep a campaign beside those of other writers, readers and seeds."""
    path = resources.cases_dir().parent / "results" / "scenarios.json"
    kept = json.loads(path.read_text("utf-8"))["campaigns"] if path.is_file() else []
    same = ("seed", "writer", "readers")
    kept = [one for one in kept if any(one[name] != entry[name] for name in same)]
    path.write_text(pretty({"campaigns": [*kept, dict(entry)]}), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
