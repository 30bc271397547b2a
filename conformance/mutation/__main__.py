# SPDX-License-Identifier: Apache-2.0
"""Which random mistakes in the package do cases detect, and which do tests?

    python conformance/mutation --seed N [--seed M ...] [--num 140] [--area decode] [--file GLOB] [--store]

Draws mutants of all families, see `operators`, by seed. Each is run against the cases that execute its lines
and, separately, against the fast tests of these parts that do. It is killed by the first one that fails and
that holds on the unchanged package. `verdicts.toml` lists equivalent and unspecified mutants.

Exit codes: 0 if the goals are met for all seeds together: cases alone kill 75 % of what a case executes, and
cases and tests 93 % of all, both without equivalent and unspecified mutants; 1 if not; 2 for usage.
"""

from __future__ import annotations

import argparse
import datetime
import fnmatch
import functools
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tests" / "support"), str(HERE.parent / "tests")]

os.environ.setdefault("HUDI_CONFORMANCE_WHOLE", "1")  # no test is left out of a list
os.environ.setdefault("NUMBA_CACHE_DIR", str(HERE.parents[1] / "out" / "mutation" / "numba"))

from mutation import mutants as drawing  # noqa: E402 - its folder is on the path now
from mutation.campaign import FOLDER, TESTS, Campaign, Options  # noqa: E402 - its folder is on the path now
from mutation.mutants import Mutant  # noqa: E402 - its folder is on the path now
from mutation.outcome import COLUMNS, KINDS, Log, Verdicts, rows, survivor_lines  # noqa: E402 - its folder is on the path now

RESULT = HERE.parent / "results" / "mutation.json"
GOAL_CASES, GOAL_TOGETHER = 0.75, 0.93


def main() -> int:
    """Run the command; see the module."""
    options = _parser().parse_args()
    start = time.monotonic()
    verdicts = Verdicts.load(HERE / "verdicts.toml")
    mutants = drawing.load_mutants(FOLDER, options.area or drawing.AREAS, list(verdicts.excluded))
    if options.check:
        return _check(verdicts, mutants)
    if options.file:
        mutants = [
            item for item in mutants if any(fnmatch.fnmatchcase(item.file, glob) for glob in options.file)
        ]
    campaign = Campaign(
        Options(options.kind or KINDS, options.jobs, options.budget, options.tests or TESTS), _report
    )

    @functools.cache
    def is_valid(mutant: Mutant) -> bool:
        return drawing.compiles(mutant.apply(campaign.sources[mutant.file]))

    draws = {str(seed): drawing.draw(mutants, options.num, seed, is_valid) for seed in options.seed}
    if options.draw and options.draw.exists():
        draws = _read_draws(options.draw, mutants)
    elif options.draw:
        text = json.dumps({seed: [mutant.key for mutant in draw] for seed, draw in draws.items()}, indent=1)
        options.draw.write_text(text, encoding="utf-8")
    log = Log(options.log, campaign.digest)
    log.load()
    unique = {mutant.key: mutant for draw in draws.values() for mutant in draw}
    live = [mutant for mutant in unique.values() if not verdicts.class_of(mutant)]
    if not options.stored_only:
        campaign.run(live, log)
    _report("")
    survivors = [mutant for mutant in live if not any(log.killed_by(kind, mutant) for kind in KINDS)]
    print("\n".join(survivor_lines(survivors, log)))
    if options.cases_survivors:
        remaining = [m for m in live if log.num_executing("cases", m) and not log.killed_by("cases", m)]
        options.cases_survivors.write_text("\n".join(survivor_lines(remaining, log)) + "\n", encoding="utf-8")
    table = [
        row for seed, draw in draws.items() for row in rows(seed, draw, log, verdicts, with_groups=False)
    ]
    table += rows("all", list(unique.values()), log, verdicts, with_groups=True)
    print("\t".join(COLUMNS))
    for row in table:
        print("\t".join(map(str, row)))
    print(f"{len(mutants)} mutants to draw from, {time.monotonic() - start:.0f} s")
    if options.store:
        _store(table, survivors, log)
    executed = [mutant for mutant in live if log.num_executing("cases", mutant)]
    by_cases = sum(bool(log.killed_by("cases", mutant)) for mutant in executed)
    is_met = by_cases >= GOAL_CASES * len(executed) and len(survivors) <= (1 - GOAL_TOGETHER) * len(live)
    return 0 if is_met else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="conformance/mutation",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, action="append", default=[], help="a draw; several are possible")
    parser.add_argument("--num", type=int, default=140, help="mutants per seed (140)")
    parser.add_argument("--area", action="append", choices=drawing.AREAS, help="draw from this part only")
    parser.add_argument(
        "--file", action="append", metavar="GLOB", help="draw from these files only: audit/between/*"
    )
    parser.add_argument("--kind", action="append", choices=KINDS, help="run only cases, or only tests")
    parser.add_argument(
        "--tests",
        action="append",
        type=Path,
        metavar="PATH",
        help="tests to run (rooms of the areas in tests/fast)",
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--budget", type=float, default=60.0, help="CPU seconds for the tests of one mutant, unchanged (60)"
    )
    parser.add_argument("--log", type=Path, help="keep fates in this file, and continue from it")
    parser.add_argument(
        "--draw", type=Path, help="take the draws from this file; write it if it does not exist"
    )
    parser.add_argument("--stored-only", action="store_true", help="print what the log has, run nothing")
    parser.add_argument(
        "--cases-survivors", type=Path, metavar="FILE", help="list what cases execute and miss"
    )
    parser.add_argument("--store", action="store_true", help="write results/mutation.json")
    parser.add_argument("--check", action="store_true", help="only check that verdicts.toml fits the sources")
    return parser


def _read_draws(path: Path, mutants: Sequence[Mutant]) -> dict[str, list[Mutant]]:
    """Mutants of stored draws that the sources still have."""
    by_key = {mutant.key: mutant for mutant in mutants}
    draws: dict[str, list[Mutant]] = {}
    for seed, keys in json.loads(path.read_text(encoding="utf-8")).items():
        draws[seed] = [by_key[tuple(key)] for key in keys if tuple(key) in by_key]
        print(f"seed {seed}: {len(keys) - len(draws[seed])} of {len(keys)} mutants are not in the sources")
    return draws


def _check(verdicts: Verdicts, mutants: Sequence[Mutant]) -> int:
    stale = verdicts.stale(mutants)
    for line in stale:
        print(f"verdicts.toml: fits no mutant: {line}", file=sys.stderr)
    return 1 if stale else 0


def _store(table: Sequence[Sequence[Any]], survivors: Sequence[Mutant], log: Log) -> None:
    content = {
        "tables": [
            {
                "command": f"`{_command(sys.argv[1:])}`",
                "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
                "columns": list(COLUMNS),
                "rows": [list(row) for row in table],
            }
        ],
        "survivors": [
            {
                **dict(zip(("file", "function", "before", "after"), item.key, strict=True)),
                "family": item.family,
            }
            for item in survivors
        ],
        "sources": log.sources,
    }
    RESULT.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _command(arguments: Sequence[str]) -> str:
    """The command without options that name local files."""
    parts, skip = ["python conformance/mutation"], False
    for argument in arguments:
        if skip or argument in {"--store", "--stored-only"}:
            skip = False
        elif argument in {"--log", "--draw", "--cases-survivors"}:
            skip = True
        else:
            parts.append(argument)
    return " ".join(parts)


def _report(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
