# SPDX-License-Identifier: Apache-2.0
"""Do cases catch mistakes that nobody thought of? One-line mutants drawn by chance, and those that survive.

    python conformance/tests/quality/chance.py --seed N [--seed M ...] [--num 200] [--area decode]
        [--file GLOB] [--store] [--log FILE]

A draw takes places in decode, encode, semantics, table and audit by seed and changes each in one way, see
`chance_sites`. A mutant is asked the questions that execute its lines, see `chance_questions`, and is killed
by the first wrong answer. `chance.toml` lists the files that are not drawn from and the mutants that are
equivalent, each with the reason; `chance_limits.toml` those that move a limit to another number. An entry is
bound to the text of its line and is void when that changes.

With `--log` each fate is kept as soon as it is known, and a run of the same sources goes on from there;
`--minutes 0` judges no more, `--again` asks survivors again, for new questions or a larger `--budget`.
`--store` writes `results/chance.json`. Exit code 0 when at least 95 % of the mutants that are not equivalent
are killed under every seed, 1 when not, 2 when the unchanged package already fails. With `--leave-out`
questions that it fails are left out, which kills fewer mutants.
"""

from __future__ import annotations

import argparse
import datetime
import fnmatch
import itertools
import json
import math
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.extend(str(Path(__file__).resolve().parents[1] / name) for name in ("support", ""))

import chance_run
import chance_sites as sites
from chance_log import Log, digest_of
from chance_run import Fate
from chance_sites import Change
from hudi_conformance import resources

HERE = Path(__file__).resolve().parent
AREAS = ("decode", "encode", "semantics", "table", "audit")
GOAL = 0.95
LISTS = (HERE / "chance.toml", HERE / "chance_limits.toml")
PACKAGE = resources.data_root() / "conformance" / "hudi_conformance"
RESULTS = resources.data_root() / "conformance" / "results" / "chance.json"
TRACES = resources.data_root() / "out" / "chance-traces.pickle"
COLUMNS = (
    "seed",
    "area",
    "drawn",
    "equivalent",
    "killed by a case",
    "by its input",
    "by an audit",
    "by a test",
    "survived",
    "killed",
)


class ListError(ValueError):
    """An entry of the list fits nothing."""


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A change that no question can show. Without `after`: whatever is changed in the line.

    Attributes:
        after: the line with the change, or with each of several.
    """

    file: str
    function: str
    before: str
    reason: str
    after: str | Sequence[str] | None = None

    def fits(self, change: Change) -> bool:
        """Whether it is this change."""
        if (self.file, self.function, self.before) != change.key[:3]:
            return False
        return self.after is None or change.after in (
            [self.after] if isinstance(self.after, str) else self.after
        )


@dataclass(frozen=True, slots=True)
class Listed:
    """What `chance.toml` says."""

    left_out: dict[str, str]
    equivalents: tuple[Equivalent, ...]

    def equivalent(self, change: Change) -> Equivalent | None:
        """The entry that fits a change."""
        return next((one for one in self.equivalents if one.fits(change)), None)


def load_list(paths: Sequence[Path] = LISTS) -> Listed:
    """The list of files that are left out, and of equivalents."""
    contents = [tomllib.loads(path.read_text(encoding="utf-8")) for path in paths]
    left_out = {
        file: entry["reason"]
        for content in contents
        for entry in content.get("left_out", ())
        for file in entry["files"]
    }
    return Listed(
        left_out,
        tuple(Equivalent(**entry) for content in contents for entry in content.get("equivalent", ())),
    )


def load_places(
    listed: Listed, areas: Sequence[str] = AREAS, globs: Sequence[str] = ("*",)
) -> list[list[Change]]:
    """All places that a draw chooses from; `globs`: of files below the package, `*` goes through folders."""
    places = sites.load_places(PACKAGE, areas, list(listed.left_out))
    return [ways for ways in places if any(fnmatch.fnmatchcase(ways[0].file, glob) for glob in globs)]


def load_sources() -> dict[str, bytes]:
    """What fates depend on: the sources of all areas by file."""
    return {
        path.relative_to(PACKAGE).as_posix(): path.read_bytes()
        for area in AREAS
        for path in sorted((PACKAGE / area).rglob("*.py"))
    }


def stale(listed: Listed, places: Sequence[Sequence[Change]]) -> list[str]:
    """Entries of the list that fit no file or no change."""
    wrong = [file for file in listed.left_out if not (PACKAGE / file).exists()]
    changes: dict[str, list[Change]] = {}
    for ways in places:
        changes.setdefault(ways[0].file, []).extend(ways)
    return wrong + [
        f"{one.file} {one.function}: {one.before}"
        for one in listed.equivalents
        if not any(one.fits(change) for change in changes.get(one.file, ()))
    ]


def kind_of(fate: Fate | None) -> str:
    """Column of the table for a mutant; None: not run, since equivalent."""
    if fate is None:
        return "equivalent"
    if not fate.killed_by:
        return "survived"
    return {
        "input": "by its input",
        "told": "by its input",
        "fields": "by its input",
        "parquet": "by its input",
        "drawn": "by its input",
        "audit": "by an audit",
        "test": "by a test",
    }.get(fate.killed_by.partition(":")[0], "killed by a case")


def table_rows(seed: int, drawn: Sequence[tuple[Change, Fate | None]]) -> Iterator[list[Any]]:
    """Rows of the table of one seed: by area, and all."""
    groups = {area: [one for one in drawn if one[0].area == area] for area in AREAS}
    for area, group in [*groups.items(), ("all", list(drawn))]:
        if group:
            count = Counter(kind_of(fate) for _, fate in group)
            share = 1 - count["survived"] / max(len(group) - count["equivalent"], 1)
            cells = [count[column] for column in COLUMNS[3:9]]
            yield [str(seed), area, len(group), *cells, f"{100 * share:.1f} %"]


def share_killed(drawn: Sequence[tuple[Change, Fate | None]]) -> float:
    """Share of the mutants that are killed, of those that are not equivalent."""
    fates = [fate for _, fate in drawn if fate is not None]
    return sum(bool(fate.killed_by) for fate in fates) / max(len(fates), 1)


def interleaved(
    pending: dict[int, list[Change]],
) -> dict[tuple[str, str, str, str], tuple[Change, list[int]]]:
    """Changes of several seeds in turn, each once with all its seeds: what is cut off is no seed's alone."""
    chosen: dict[tuple[str, str, str, str], tuple[Change, list[int]]] = {}
    for turn in itertools.zip_longest(*([(seed, one) for one in own] for seed, own in pending.items())):
        for seed, change in (item for item in turn if item is not None):
            chosen.setdefault(change.key, (change, []))[1].append(seed)
    return chosen


def survivor_lines(fates: Sequence[Fate]) -> Iterator[str]:
    """Survivors for people, by area."""
    for fate in sorted(
        fates, key=lambda fate: (AREAS.index(fate.change.area), fate.change.file, fate.change.line)
    ):
        change = fate.change
        reached = "no question reaches it"
        if fate.num_reaching:
            reached = f"{fate.num_asked} of {fate.num_reaching} questions that reach it asked"
        yield f"{change.file}:{change.line} {change.function} [{change.operator}] {reached}"
        yield f"  - {change.before}"
        yield f"  + {change.after}"


def document(command: str, draws: dict[int, list[tuple[Change, Fate | None]]]) -> dict[str, Any]:
    """What is stored of draws: the table by seed and area, and the survivors."""
    return {
        "tables": [
            {
                "command": f"`{command}`",
                "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
                "columns": list(COLUMNS),
                "rows": [row for seed, drawn in draws.items() for row in table_rows(seed, drawn)],
            }
        ],
        "survivors": [
            {"seed": seed, **dict(zip(("file", "function", "before", "after"), fate.change.key, strict=True))}
            for seed, drawn in draws.items()
            for _, fate in drawn
            if fate is not None and not fate.killed_by
        ],
    }


def main() -> int:
    """See the module for arguments and exit codes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, action="append", required=True)
    parser.add_argument("--num", type=int, default=200, help="mutants of each seed")
    parser.add_argument("--area", action="append", choices=AREAS, help="draw from this part only")
    parser.add_argument(
        "--file", action="append", metavar="GLOB", help="draw from these files only: audit/between/*"
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--budget",
        type=float,
        default=chance_run.BUDGET,
        help="seconds of the processor that the questions of one mutant take unchanged",
    )
    parser.add_argument(
        "--more", type=float, help="such seconds for those that survive, once all others are judged"
    )
    parser.add_argument(
        "--leave-out", action="store_true", help="go on without questions that the unchanged package fails"
    )
    parser.add_argument(
        "--minutes",
        type=float,
        default=math.inf,
        help="begin no mutant later; those of all seeds come in turn, and tables tell how many were judged",
    )
    parser.add_argument("--json", type=Path, help="write every fate here")
    parser.add_argument("--log", type=Path, help="keep fates here, and go on from them")
    parser.add_argument(
        "--again", action="store_true", help="ask survivors of the log again: questions may have come"
    )
    parser.add_argument("--store", action="store_true", help="write results/chance.json")
    options = parser.parse_args()
    areas = tuple(options.area or AREAS)
    listed = load_list()
    places = load_places(listed, areas, options.file or ("*",))
    shows = sys.stderr.isatty()
    start = time.monotonic()

    def report(text: str) -> None:
        if shows:
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)

    log = Log(options.log, digest_of(load_sources()))
    log.load()
    hunt: chance_run.Hunt | None = None
    chosen = {seed: sites.draw(places, options.num, seed) for seed in options.seed}
    judged = {
        seed: [change for change in changes if listed.equivalent(change) is None]
        for seed, changes in chosen.items()
    }
    known = {seed: log.fates(seed, changes, is_final=not options.again) for seed, changes in judged.items()}
    pending = interleaved(
        {
            seed: [change for change in changes if change.key not in known[seed]]
            for seed, changes in judged.items()
        }
    )

    def survives(change: Change) -> bool:
        fates = (known[seed].get(change.key) for seed in pending[change.key][1])
        return any(fate is not None and not fate.killed_by for fate in fates)

    def on_fate(fate: Fate) -> None:
        for seed in pending[fate.change.key][1]:
            known[seed][fate.change.key] = fate
            log.add(seed, fate)
        if not fate.killed_by:
            report("")
            print("\n".join(survivor_lines([fate])), flush=True)
        fates = [one for own in known.values() for one in own.values()]
        survive = sum(not one.killed_by for one in fates)
        report(f"{len(fates)} of {sum(map(len, judged.values()))}, {survive} survive")

    if pending and options.minutes > 0:
        with tempfile.TemporaryDirectory(prefix="chance-") as scratch:
            hunt = chance_run.Hunt(
                PACKAGE,
                AREAS,
                TRACES,
                Path(scratch),
                options.jobs,
                options.budget,
                report,
                options.leave_out,
            )
            until = time.monotonic() + 60 * options.minutes
            hunt.run([change for change, _ in pending.values()], on_fate, until)
            if options.more is not None:
                hunt.budget = options.more
                hunt.run([change for change, _ in pending.values() if survives(change)], on_fate, until)
    draws: dict[int, list[tuple[Change, Fate | None]]] = {
        seed: [
            (change, known[seed].get(change.key))
            for change in changes
            if change.key in known[seed] or listed.equivalent(change) is not None
        ]
        for seed, changes in chosen.items()
    }
    for seed, drawn in draws.items():
        print(f"seed {seed}: {share_killed(drawn):.1%} of {len(known[seed])}", flush=True)
    report("")
    for line in hunt.wrong if hunt is not None else ():
        print(f"left out: {line}", file=sys.stderr)
    print("  ".join(COLUMNS))
    for seed, drawn in draws.items():
        for row in table_rows(seed, drawn):
            print("  ".join(str(cell).rjust(len(name)) for cell, name in zip(row, COLUMNS, strict=True)))
    print(f"{len(places)} places, {time.monotonic() - start:.0f} s")
    if options.json:
        entries = [
            [
                seed,
                *change.key,
                change.operator,
                kind_of(fate),
                change.line,
                *(
                    ()
                    if fate is None
                    else (fate.killed_by, fate.fault, fate.num_asked, round(fate.seconds, 1))
                ),
            ]
            for seed, drawn in draws.items()
            for change, fate in drawn
        ]
        options.json.write_text(json.dumps(entries, indent=1), encoding="utf-8")
    if options.store:
        text = json.dumps(document(_command(sys.argv[1:]), draws), indent=1, ensure_ascii=False)
        RESULTS.write_text(f"{text}\n", encoding="utf-8")
    return 0 if all(share_killed(drawn) >= GOAL for drawn in draws.values()) else 1


def _command(arguments: Sequence[str]) -> str:
    """The command that draws and judges alike, without the places where its outcome is kept, and the time."""
    kept = iter(arguments)
    words = ["chance.py"]
    for word in kept:
        if word in {"--log", "--json", "--minutes"}:
            next(kept, None)
        elif word != "--store" and not word.startswith(("--log=", "--json=", "--minutes=")):
            words.append(word)
    return " ".join(words)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except chance_run.BaselineError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
