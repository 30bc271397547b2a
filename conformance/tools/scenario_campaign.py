# SPDX-License-Identifier: Apache-2.0
"""Random scenarios: drawn from a seed, written by one implementation, read by others, judged by a model.

    python conformance/tools/scenario_campaign.py --seed 1 --count 300 --reader hudi-java-1.2.1 --store
    python conformance/tools/scenario_campaign.py --reader hudi-spark-1.2.0 --view snapshot --view incremental
    python conformance/tools/scenario_campaign.py --seed 1 --count 300 --writer hudi-client-1.2.1
    python conformance/tools/scenario_campaign.py --seed 1 --count 100 --types --writer hudi-spark-1.2.0
    python conformance/tools/scenario_campaign.py --seed 16 --count 700 --reader hudi-rs-0.6.0-rc.1 --store
    python conformance/tools/scenario_campaign.py --seed 1 --count 10000 --engine spark --store
    python conformance/tools/scenario_campaign.py --seed 1 --count 10000 --engine plain --jobs 4
    python conformance/tools/scenario_campaign.py --seed 1 --engine plain --number 226

Each scenario is judged by an audit with all checks, by the rows of our reader, and by those of `--reader`,
for which `--view` selects views in addition to the snapshot. Differing scenarios are minimised by removing
steps and rows, and written to OUT for review. An entry of `scenario_differences.toml` explains so many
outcomes of a campaign, no more and no less; those are not minimised again.

With `--engine` the reference writer and our reader answer in the processes that do the tasks, on executors
of Spark (`--master URL`, default `local[*]`) or in `--jobs` local ones; each scenario then has a separate
seed, SEED/NUMBER, and `--number` repeats one of them. Without it all scenarios come from one seed.

`--store` keeps seed, time and counts in `conformance/results/scenarios.json`; the entry is also printed, with
`--json` nothing else is. Exit code 0 if all differences are explained, 1 otherwise, 2 on
wrong usage, 3 where an implementation or Spark cannot start.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.canonical.json import pretty
from hudi_conformance.engine import PLAIN, SPARK, choice, local
from hudi_conformance.suite import session
from hudi_conformance.suite.adapter import Adapter, CannotStart, close_quietly
from hudi_conformance.toolchain import ToolMissing
from instruments.scenario import campaign as scenarios
from instruments.scenario.campaign import Ask, Scenario, Trial
from instruments.scenario.draw import with_types
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

EXPLAINED = Path(__file__).with_name("scenario_differences.toml")
PATIENCE = 4.0
MAX_FINDS = 2  # of an outcome that are made smaller


def arguments_of(arguments: list[str] | None) -> argparse.Namespace:
    """Options, checked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--number", type=int, help="only this scenario of --engine")
    parser.add_argument("--writer", default=scenarios.HERE[0])
    parser.add_argument("--reader", default="", help="a second reader, by the name of its implementation")
    parser.add_argument(
        "--view",
        action="append",
        choices=scenarios.VIEWS,
        help="view of --reader (repeatable), default snapshot",
    )
    parser.add_argument("--types", action="store_true", help="with columns of all types; not with --engine")
    parser.add_argument("--engine", choices=(PLAIN, SPARK), help="how scenarios become tasks")
    parser.add_argument("--master", help="Spark master, default local[*]")
    parser.add_argument("--jobs", type=int, default=2, help="processes of --engine plain")
    parser.add_argument("--out", type=Path, default=Path("scenario-finds"))
    parser.add_argument("--store", action="store_true", help="keep the counts in conformance/results")
    parser.add_argument("--json", action="store_true", help="print the entry alone, for programs")
    options = parser.parse_args(arguments)
    if options.count < 1 or options.jobs < 1:
        parser.error("--count and --jobs are 1 or more")
    if options.engine and (options.types or options.reader or options.writer != scenarios.HERE[0]):
        parser.error("--engine takes the reference writer and our reader alone")
    if options.number is not None and (not options.engine or options.store):
        parser.error("--number is one of --engine, and is not stored")
    return options


def main(arguments: list[str] | None = None) -> int:
    """Run a campaign."""
    options = arguments_of(arguments)
    start = time.monotonic()
    try:
        counts = _with_engine(options) if options.engine else _with_adapters(options)
    except (CannotStart, ToolMissing) as error:
        print(error, file=sys.stderr)
        return 3
    entry = campaign_of(options) | {
        "count": counts.total(),
        "seconds": round(time.monotonic() - start),
        "outcomes": dict(sorted(counts.items())),
    }
    print(json.dumps(entry, indent=1))
    if options.store:
        _store(entry)
    wrong = unexplained(entry, _reasons())
    for text in wrong:
        print(text, file=sys.stderr if options.json else sys.stdout)
    return int(bool(wrong))


def campaign_of(options: argparse.Namespace) -> dict[str, Any]:
    """Key of a campaign."""
    campaign = {
        "seed": options.seed,
        "count": options.count,
        "writer": options.writer,
        "readers": [scenarios.HERE[1], *([options.reader] if options.reader else [])],
    }
    if options.reader and _views(options) != ["snapshot"]:
        campaign["views"] = _views(options)
    if options.types:
        campaign["types"] = True
    if options.engine:
        campaign["engine"] = options.engine
    return campaign


def _reasons() -> list[dict[str, Any]]:
    reasons: list[dict[str, Any]] = tomllib.loads(EXPLAINED.read_text("utf-8"))["difference"]
    return reasons


def explained(campaign: Mapping[str, Any], reasons: Sequence[Mapping[str, Any]]) -> set[str]:
    """Outcomes of a campaign that have a reason."""
    return {reason["outcome"] for reason in reasons if _is_of(reason, campaign)}


def _is_of(reason: Mapping[str, Any], campaign: Mapping[str, Any]) -> bool:
    return all(campaign.get(name) == value for name, value in reason["campaign"].items())


def unexplained(entry: Mapping[str, Any], reasons: Sequence[Mapping[str, Any]]) -> list[str]:
    """A sentence for each outcome of a campaign of which more or fewer are found than reasons state.

    Args:
        entry: the campaign, as it is stored.
        reasons: tables with `campaign`, whose members are those of the entry, `outcome`, `number`, `reason`.
    """
    stated: Counter[str] = Counter()
    for reason in reasons:
        if _is_of(reason, entry):
            stated[reason["outcome"]] += reason["number"]
    outcomes = {
        outcome: number for outcome, number in entry["outcomes"].items() if outcome not in scenarios.GOOD
    }
    return [
        f"{outcomes.get(outcome, 0)} of {outcome!r}, {stated[outcome]} explained"
        for outcome in sorted({*outcomes, *stated})
        if outcomes.get(outcome, 0) != stated[outcome]
    ]


def _with_engine(options: argparse.Namespace) -> Counter[str]:
    """Count outcomes of scenarios that are tasks; finds are made smaller here, on the driver."""
    trial = scenarios.trial_here()
    if options.number is not None:
        outcomes = {options.number: trial.outcome(scenarios.scenario_of(options.seed, options.number))}
    else:
        engine = choice.choose_engine(
            options.engine,
            options.master,
            here=partial(local.run_tasks, jobs=options.jobs, tasks_per_group=scenarios.TASKS_PER_GROUP),
            on_spark=scenarios.ON_SPARK,
            app="hudi-conformance scenarios",
        )
        with _bar() as bar:
            task = bar.add_task("scenarios", total=options.count)
            outcomes = scenarios.outcomes_of(options.seed, options.count, engine, partial(bar.advance, task))
    counts = Counter[str]()
    is_one = options.number is not None
    known = scenarios.GOOD | (set() if is_one else explained(campaign_of(options), _reasons()))
    for number, outcome in outcomes.items():
        counts[outcome] += 1
        if outcome not in known and counts[outcome] <= MAX_FINDS:
            _write_find(options, number, outcome, scenarios.scenario_of(options.seed, number), trial)
    return counts


def _with_adapters(options: argparse.Namespace) -> Counter[str]:
    """Count outcomes of scenarios of one seed, with adapters in separate processes."""
    names = [options.writer, scenarios.HERE[1], *([options.reader] if options.reader else [])]
    implementations = session.implementations(names)
    known = scenarios.GOOD | explained(campaign_of(options), _reasons())
    counts = Counter[str]()
    with _started([implementations[name] for name in names]) as asks, _bar() as bar:
        trial = Trial(*asks, views=_views(options)) if options.reader else Trial(*asks)
        rng = random.Random(options.seed)  # noqa: S311 - a seed for tests, nothing is secret
        drawn = islice(scenarios.drawn(rng), options.count)
        if options.types:
            typing = random.Random(f"{options.seed} types")  # noqa: S311 - a seed for tests, nothing is secret
            drawn = (with_types(scenario, typing) for scenario in drawn)
        for number, scenario in enumerate(bar.track(drawn, options.count, description="scenarios")):
            outcome = trial.outcome(scenario)
            counts[outcome] += 1
            if outcome not in known and counts[outcome] <= MAX_FINDS:
                _write_find(options, number, outcome, scenario, trial)
    return counts


def _views(options: argparse.Namespace) -> list[str]:
    return options.view or ["snapshot"]


@contextmanager
def _started(implementations: list[Any]) -> Iterator[list[Ask]]:
    adapters: list[Adapter] = []
    try:
        adapters.extend(session.starter(implementation, PATIENCE)() for implementation in implementations)
        yield [partial(adapter.ask, ms=scenarios.MS, mib=scenarios.MIB) for adapter in adapters]
    finally:
        for adapter in adapters:
            close_quietly(adapter)


def _bar() -> Progress:
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    return Progress("{task.description}", *columns, console=console, disable=not console.is_terminal)


def _write_find(
    options: argparse.Namespace, number: int, outcome: str, scenario: Scenario, trial: Trial
) -> None:
    """Write a scenario that differs, and a smaller one, into a file for review."""
    options.out.mkdir(parents=True, exist_ok=True)
    is_lost = outcome.startswith("lost:")  # is not tried here: it may end this process too
    small = scenario if is_lost else scenarios.minimised(scenario, outcome, trial.outcome)
    path = options.out / f"{options.seed}-{number}.json"
    path.write_text(pretty({"outcome": outcome, "scenario": small, "drawn": scenario}), "utf-8")
    print(f"{outcome}: {path}", file=sys.stderr if options.json else sys.stdout, flush=True)


def _store(entry: Mapping[str, Any]) -> None:
    """Store a campaign with those of other writers, readers, engines and seeds."""
    path = resources.cases_dir().parent / "results" / "scenarios.json"
    campaigns = json.loads(path.read_text("utf-8"))["campaigns"] if path.is_file() else []
    same = ("seed", "writer", "readers", "engine", "types", "views")
    campaigns = [
        campaign for campaign in campaigns if any(campaign.get(name) != entry.get(name) for name in same)
    ]
    path.write_text(pretty({"campaigns": [*campaigns, dict(entry)]}), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
