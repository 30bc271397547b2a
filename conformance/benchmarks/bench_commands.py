# SPDX-License-Identifier: Apache-2.0
"""Commands on small inputs, each as its users start it: a process with a warm file cache.

`run` measures and writes one file, `show` prints it, `compare` puts those of two commits side by side,
`store` takes one into the results. A turn starts every command once, and two bounds: an interpreter, and one
that imports Arrow. Seconds vary with the machine and its load, ratios to the bounds of the same turn less.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
import zipfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import harness
from hudi_conformance import resources
from row_results import print_rows, put

STORED = "benchmarks/bench_commands.py"
PYTHON, ARROW = "python -c pass", "python -c 'import pyarrow'"
COLUMNS = ("command", "best s", "median s", "CPU s", "goal", "× interpreter", "× Arrow")
LOG, HFILE = "log/all_types.log", "hfile/bloom_gz.hfile"
# Tables that Hudi wrote: with log files; without; with a metadata table.
MERGED, PLAIN, INDEXED = (
    "real-rows/1.2.0/mor_v6.zip", "real-rows/1.2.0/cow_plain.zip", "real-metadata/1.2.0/cow_types.zip",
)  # fmt: skip
GOALS = {"inspect LOG": 0.35, "dump LOG": 0.3, "list --req log.map": 0.25, "audit MERGED": 0.6,
         "snapshot MERGED": 0.8}  # fmt: skip
COMMANDS = (
    *GOALS, "--version", "inspect HFILE", "dump LOG --json --records", "list", "show log/frame/block-type-7",
    "spec show log.map", "audit PLAIN", "audit INDEXED", "snapshot PLAIN", "snapshot MERGED --json",
    "snapshot INDEXED --listing metadata", "advise MERGED", "salvage LOG --out OUT",
)  # fmt: skip


def inputs(folder: Path) -> dict[str, str]:
    """Inputs by their names in `COMMANDS`; tables are unpacked below `folder`."""
    fixtures = resources.fixtures_dir()
    for name, path in (("MERGED", MERGED), ("PLAIN", PLAIN), ("INDEXED", INDEXED)):
        with zipfile.ZipFile(fixtures / path) as archive:
            archive.extractall(folder / name)
    paths = {name: str(folder / name) for name in ("MERGED", "PLAIN", "INDEXED", "OUT")}
    return {"LOG": str(fixtures / LOG), "HFILE": str(fixtures / HFILE), **paths}


def measure(command: Sequence[str]) -> dict[str, float]:
    """Seconds of a process, and its exit code."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    return {"wall": wall, "cpu": usage.ru_utime + usage.ru_stime, "code": process.returncode}


def run(options: argparse.Namespace) -> None:
    """Measure and write the file; the first turn only fills caches."""
    script = Path(sys.executable).with_name("hudi-conformance")
    program = [sys.executable, str(script)] if script.exists() else [sys.executable, "-m", "hudi_conformance"]
    load, turns = [os.getloadavg()[0]], []
    chosen = [text for text in COMMANDS if not options.only or any(part in text for part in options.only)]
    with harness.scratch(options.folder) as folder:
        paths = inputs(folder)
        commands = {text: [*program, *(paths.get(part, part) for part in text.split())] for text in chosen}
        bounds = {PYTHON: [sys.executable, "-c", "pass"], ARROW: [sys.executable, "-c", "import pyarrow"]}
        for _ in range(options.turns + 1):
            turns.append({text: measure(command) for text, command in (bounds | commands).items()})
            shutil.rmtree(paths["OUT"], ignore_errors=True)
    document = {
        "date": datetime.now(UTC).date().isoformat(), "commit": harness.commit(), "host": harness.host(),
        "load": [*load, os.getloadavg()[0]], "turns": turns[1:],
    }  # fmt: skip
    options.out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    show(document)


def rows_of(document: Mapping[str, Any]) -> list[list[str]]:
    """The table of a run; a ratio is the median of those in each turn."""
    turns = document["turns"]
    rows = []
    for text in turns[0]:
        walls = [turn[text]["wall"] for turn in turns]
        ratios = [
            statistics.median(turn[text]["wall"] / turn[bound]["wall"] for turn in turns)
            for bound in (PYTHON, ARROW)
        ]
        cpu = statistics.median(turn[text]["cpu"] for turn in turns)
        times = [f"{value:.2f}" for value in (min(walls), statistics.median(walls), cpu)]
        goal = f"{GOALS[text]:g}" if text in GOALS else ""
        rows.append([f"`{text}`", *times, goal, *(f"{ratio:.1f}" for ratio in ratios)])
    return rows


def show(document: Mapping[str, Any]) -> None:
    """Print a run, and the exit codes that are not 0."""
    print_rows(COLUMNS, rows_of(document))
    codes = {text: result["code"] for text, result in document["turns"][0].items() if result["code"]}
    load = " → ".join(f"{value:.1f}" for value in document["load"])
    print(
        f"{document['date']}, commit {document['commit'][:12]}, load {load}, {len(document['turns'])} turns"
    )
    print(f"exit codes: {codes}")


def compare(old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    """Print the commands of two runs side by side."""
    was = {row[0]: row for row in rows_of(old)}
    rows = [
        [row[0], was[row[0]][1], row[1], was[row[0]][2], row[2], was[row[0]][5], row[5]]
        for row in rows_of(new)
        if row[0] in was
    ]
    print_rows(("command", "best then", "now", "median then", "now", "× interpreter then", "now"), rows)


def store(document: Mapping[str, Any]) -> None:
    """Put the table of a run among the results."""
    cores, load = document["host"]["cores"], document["load"][0]
    number = f"{len(document['turns'])} turns"
    description = (
        f"`{STORED} run`, {number}, commit {document['commit'][:12]}, {cores} cores, load {load:.1f}"
    )
    rows = rows_of(document)
    put(STORED, [{"date": document["date"], "columns": list(COLUMNS), "rows": rows, "command": description}])


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command of the arguments."""
    parser = argparse.ArgumentParser(prog=f"python conformance/{STORED}", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    measuring = commands.add_parser("run", help="measure, and write a file")
    measuring.add_argument("out", metavar="FILE", type=Path)
    measuring.add_argument("--turns", type=int, default=10)
    measuring.add_argument("--only", nargs="+", metavar="WORD", help="commands that contain one of these")
    measuring.add_argument("--folder", type=Path, help="keep the inputs here")
    for name, number in (("show", 1), ("compare", 2), ("store", 1)):
        commands.add_parser(name).add_argument("files", metavar="FILE", type=Path, nargs=number)
    options = parser.parse_args(arguments)
    if options.command == "run":
        run(options)
        return
    documents = [json.loads(file.read_text(encoding="utf-8")) for file in options.files]
    {"show": show, "compare": compare, "store": store}[options.command](*documents)


if __name__ == "__main__":
    main()
