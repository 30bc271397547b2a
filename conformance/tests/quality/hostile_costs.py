# SPDX-License-Identifier: Apache-2.0
"""What reading a hostile file takes, for every family of `damage.hostile` and every command.

Each measurement is a process of its own, which reads a small file first: what is measured is the growth of
its peak from there. Time must grow no faster than size, memory stay below `limits.allocation`.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

from hudi_conformance.cli import run_cli
from hudi_conformance.damage.hostile import FAMILIES, plain_records
from hudi_conformance.decode.limits import allowance
from hudi_conformance.decode.log.check import CheckContext, check_log
from hudi_conformance.decode.log.content import read_contents
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.errors import LimitExceeded

MAX_RATIO = 2.5  # of times at n and 2n
MIN_SECONDS = 0.5  # below, a ratio of times says nothing
SIZES = (50_000, 100_000, 200_000)
BUDGET_SECONDS = 120.0


def _cli(*arguments: str) -> Callable[[Path, Path], None]:
    def run(path: Path, out: Path) -> None:
        run_cli([argument.format(path=path, out=out) for argument in arguments])

    return run


COMMANDS: Mapping[str, Callable[[Path, Path], None]] = MappingProxyType(
    {
        "scan": lambda path, _: scan_log(path) and None,
        "records": lambda path, _: read_contents(path) and None,
        "check": lambda path, _: check_log(path, CheckContext()) and None,
        "salvage": _cli("salvage", "{path}", "--out", "{out}", "--json"),
        "inspect": _cli("inspect", "{path}", "--json"),
        "audit": _cli("audit", "{path}", "--out", "{out}"),
    }
)


def measure(family: str, size: int, command: str) -> dict[str, object]:
    """Seconds and bytes of peak memory that a command takes for a file of a family, in a child process."""
    words = [sys.executable, __file__, "--one", family, str(size), command]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=BUDGET_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return {"family": family, "size": size, "command": command, "outcome": "hang"}
    if done.returncode:
        return {"family": family, "size": size, "command": command, "outcome": f"exit {done.returncode}",
                "error": done.stderr[-400:]}  # fmt: skip
    return dict(json.loads(done.stdout.splitlines()[-1]))


def _one(family: str, size: int, command: str) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        run = COMMANDS[command]
        places = []
        for name, data in (("warm", plain_records(80_000)), ("file", FAMILIES[family](size))):
            path = Path(folder) / name / ".f1-0_20240101000000001.log.1_0-1-0"
            path.parent.mkdir()
            path.write_bytes(data)
            places.append((path, path.parent / "out"))
        _quiet(run, *places[0])
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        start = time.perf_counter()
        outcome = _quiet(run, *places[1])
        seconds = time.perf_counter() - start
        peak = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
        num_bytes = places[1][0].stat().st_size
    return {
        "family": family, "size": num_bytes, "command": command, "outcome": outcome,
        "seconds": round(seconds, 3), "bytes": peak, "allowed": allowance(num_bytes),
    }  # fmt: skip


def _quiet(run: Callable[[Path, Path], None], path: Path, out: Path) -> str:
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            run(path, out)
    except LimitExceeded:
        return "limit"
    except SystemExit:
        return "done"
    return "done"


def main() -> int:
    """Entry point; 1 when a measurement is beyond its bound."""
    parser = argparse.ArgumentParser(description="What reading a hostile log file takes.")
    parser.add_argument("--one", nargs=3, metavar=("FAMILY", "SIZE", "COMMAND"), help="one measurement, here")
    parser.add_argument("--family", action="append", choices=list(FAMILIES))
    parser.add_argument("--command", action="append", choices=list(COMMANDS))
    parser.add_argument("--size", action="append", type=int)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(_one(options.one[0], int(options.one[1]), options.one[2])))
        return 0
    num_bad = 0
    for family in options.family or FAMILIES:
        for command in options.command or COMMANDS:
            rows = [measure(family, size, command) for size in options.size or SIZES]
            bad = problems(rows)
            num_bad += bool(bad)
            shown = " ".join(
                f"{row['outcome']}:{row.get('seconds', '-')}s/{int(str(row.get('bytes', 0))) >> 20}MiB"
                for row in rows
            )
            print(f"{family:22}{command:9}{shown}  {'; '.join(bad)}", flush=True)
    return int(num_bad > 0)


def _shown(row: dict[str, object]) -> str:
    return f"{row['outcome']}:{row.get('seconds', '-')}s/{int(str(row.get('bytes', 0))) >> 20}MiB"


def problems(rows: list[dict[str, object]]) -> list[str]:
    """What is beyond its bound in measurements of one family and command, by ascending size."""
    found = [f"{row['outcome']} {row.get('error', '')}" for row in rows if "seconds" not in row]
    good = [row for row in rows if "seconds" in row]
    found += [
        f"{row['bytes']} bytes for {row['size']}"
        for row in good
        if int(str(row["bytes"])) > int(str(row["allowed"]))
    ]
    for small, large in pairwise(good):
        times = float(str(small["seconds"])), float(str(large["seconds"]))
        growth = int(str(large["size"])) / int(str(small["size"])) / 2
        if times[1] > MIN_SECONDS and times[1] > MAX_RATIO * growth * max(times[0], MIN_SECONDS / MAX_RATIO):
            found.append(f"time {times[0]} to {times[1]} s")
    return found


if __name__ == "__main__":
    sys.exit(main())
