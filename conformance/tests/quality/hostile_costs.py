# SPDX-License-Identifier: Apache-2.0
"""What reading a hostile file takes, for every family of `damage.hostile` and every command.

Each measurement is a process of its own, forked from one that has read a plain file by every command: what
is measured is the growth of its peak from there, and its processor time. Time must grow no faster than size,
memory stay below `limits.allocation`.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from itertools import pairwise
from multiprocessing.connection import Connection
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
    row: dict[str, object] = {"family": family, "size": size, "command": command}
    with tempfile.TemporaryDirectory() as folder:
        path = _written(Path(folder), FAMILIES[family](size))
        row["size"] = num_bytes = path.stat().st_size
        receiver, sender = multiprocessing.Pipe(duplex=False)
        child = multiprocessing.get_context("fork").Process(target=_one, args=(command, path, sender))
        child.start()
        sender.close()
        child.join(BUDGET_SECONDS)
        if child.is_alive():
            child.kill()
            child.join()
            return {**row, "outcome": "hang"}
        if not receiver.poll():
            return {**row, "outcome": f"exit {child.exitcode}"}
        return {**row, **receiver.recv(), "allowed": allowance(num_bytes)}


def _written(folder: Path, data: bytes) -> Path:
    path = folder / ".f1-0_20240101000000001.log.1_0-1-0"
    path.write_bytes(data)
    return path


def warm_up() -> None:
    """Load what commands load, so that it counts for none of the files."""
    for run in COMMANDS.values():
        with tempfile.TemporaryDirectory() as folder:
            _quiet(run, _written(Path(folder), plain_records(80_000)), Path(folder) / "out")


def _one(command: str, path: Path, sender: Connection) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    outcome = _quiet(COMMANDS[command], path, path.parent / "out")
    seconds = round(time.process_time() - start, 3)
    peak = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    sender.send({"outcome": outcome, "seconds": seconds, "bytes": peak})


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
    parser.add_argument("--family", action="append", choices=list(FAMILIES))
    parser.add_argument("--command", action="append", choices=list(COMMANDS))
    parser.add_argument("--size", action="append", type=int)
    options = parser.parse_args()
    warm_up()
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
