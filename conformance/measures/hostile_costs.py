# SPDX-License-Identifier: Apache-2.0
"""Cost of reading a hostile file, for every family of `damage.hostile` (logs) and `damage.hostile_hfile`, and
every command of its format.

Each measurement is a separate process, forked from one that has read a plain file by every command: it
measures the growth of the peak since then, and the processor time. Time must grow no faster than size, memory
stay below `limits.allocation`.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import resource
import signal
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Mapping
from itertools import pairwise
from multiprocessing.connection import Connection
from pathlib import Path
from types import MappingProxyType

from hudi_conformance.cli import run_cli
from hudi_conformance.decode.bulk.hfile.scan import iter_cell_batches
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.check import check_hfile
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.decode.limits import allowance
from hudi_conformance.decode.log.check import CheckContext, check_log
from hudi_conformance.decode.log.content import read_contents
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.decode.source import open_source
from hudi_conformance.errors import LimitExceeded, Reject
from instruments import hostile, hostile_hfile

MAX_RATIO = 2.5  # of times at n and 2n
MIN_SECONDS = 0.5  # below, a ratio of times is meaningless
SIZES = (50_000, 100_000, 200_000)
BUDGET_SECONDS = 120  # of processor time
MAX_WAIT_SECONDS = 1200.0  # for a process that waits, and uses none


def _cli(*arguments: str) -> Callable[[Path, Path], None]:
    def run(path: Path, out: Path) -> None:
        run_cli([argument.format(path=path, out=out) for argument in arguments])

    return run


Run = Callable[[Path, Path], None]


def _scan_hfile(path: Path, _: Path) -> None:
    with open_source(path) as buffer:
        deque(CellReader.of(HFile(buffer)).scan(), maxlen=0)


def _get(path: Path, _: Path) -> None:
    with open_source(path) as buffer:
        # One row of the last block, if a family names its rows like this, and others from the entire file.
        lookup = Lookup(HFile(buffer))
        for row in (b"\xff", b"b", b"r" * 9, *(b"%08d" % i for i in range(0, 1000, 10))):
            deque(lookup.get(row), maxlen=0)


def _check_hfile(path: Path, _: Path) -> None:
    with open_source(path) as buffer:
        check_hfile(buffer)


_FILES: Mapping[str, Run] = MappingProxyType(
    {
        "salvage": _cli("salvage", "{path}", "--out", "{out}", "--json"),
        "inspect": _cli("inspect", "{path}", "--json"),
        "audit": _cli("audit", "{path}", "--out", "{out}"),
    }
)
LOG_COMMANDS: Mapping[str, Run] = MappingProxyType(
    {
        "scan": lambda path, _: scan_log(path) and None,
        "records": lambda path, _: read_contents(path) and None,
        "check": lambda path, _: check_log(path, CheckContext()) and None,
        **_FILES,
    }
)
HFILE_COMMANDS: Mapping[str, Run] = MappingProxyType(
    {
        "scan": _scan_hfile,
        "bulk": lambda path, _: deque(iter_cell_batches(path), maxlen=0) and None,
        "get": _get,
        "check": _check_hfile,
        **_FILES,
    }
)
FAMILIES = {**hostile.FAMILIES, **hostile_hfile.FAMILIES}
SCALES = {**hostile.SCALES, **hostile_hfile.SCALES}
_FORK = multiprocessing.get_context("fork")


def commands_of(family: str) -> Mapping[str, Run]:
    """The commands that read files of a family."""
    return HFILE_COMMANDS if family in hostile_hfile.FAMILIES else LOG_COMMANDS


def measure(family: str, size: int, command: str) -> dict[str, object]:
    """Seconds and bytes of peak memory that a command takes for a file of a family, in a child process."""
    row: dict[str, object] = {"family": family, "size": size, "command": command}
    with tempfile.TemporaryDirectory() as folder:
        # Created in a separate process: the child could reuse memory that this one frees.
        maker = _FORK.Process(target=_make, args=(family, size, Path(folder)))
        maker.start()
        maker.join()
        path = _path(Path(folder), is_hfile=family in hostile_hfile.FAMILIES)
        row["size"] = num_bytes = path.stat().st_size
        receiver, sender = multiprocessing.Pipe(duplex=False)
        run = commands_of(family)[command]
        child = _FORK.Process(target=_one, args=(run, path, sender))
        child.start()
        sender.close()
        child.join(MAX_WAIT_SECONDS)
        if child.is_alive():
            child.kill()
            child.join()
        if child.exitcode in {-signal.SIGXCPU, -signal.SIGKILL}:
            return {**row, "outcome": "hang"}
        if not receiver.poll():
            return {**row, "outcome": f"exit {child.exitcode}"}
        return {**row, **receiver.recv(), "allowed": allowance(num_bytes)}


def _make(family: str, size: int, folder: Path) -> None:
    data = FAMILIES[family](size * SCALES.get(family, 1))
    _written(folder, data, is_hfile=family in hostile_hfile.FAMILIES)


def _path(folder: Path, *, is_hfile: bool) -> Path:
    return folder / (
        "f1-0_0-1-0_20240101000000001.hfile" if is_hfile else ".f1-0_20240101000000001.log.1_0-1-0"
    )


def _written(folder: Path, data: bytes, *, is_hfile: bool) -> Path:
    path = _path(folder, is_hfile=is_hfile)
    path.write_bytes(data)
    return path


def warm_up() -> None:
    """Load what commands load, so that it counts for none of the files."""
    for run in LOG_COMMANDS.values():
        with tempfile.TemporaryDirectory() as folder:
            log = _written(Path(folder), hostile.plain_records(80_000), is_hfile=False)
            _quiet(run, log, Path(folder) / "out")
    for run in HFILE_COMMANDS.values():
        for make in (hostile_hfile.gz_bomb, hostile_hfile.lz4_bomb, hostile_hfile.zstd_bomb):
            with tempfile.TemporaryDirectory() as folder:
                _quiet(run, _written(Path(folder), make(100), is_hfile=True), Path(folder) / "out")


def _one(run: Run, path: Path, sender: Connection) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    limit = int(start) + BUDGET_SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    outcome = _quiet(run, path, path.parent / "out")
    seconds = round(time.process_time() - start, 3)
    peak = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    sender.send({"outcome": outcome, "seconds": seconds, "bytes": peak})


def _quiet(run: Callable[[Path, Path], None], path: Path, out: Path) -> str:
    try:
        # Output does not count as memory of the command.
        with (
            Path(os.devnull).open("w", encoding="utf-8") as null,
            contextlib.redirect_stdout(null),
            contextlib.redirect_stderr(null),
        ):
            run(path, out)
    except LimitExceeded:
        return "limit"
    except Reject:
        return "refused"
    except SystemExit:
        return "done"
    return "done"


def main() -> int:
    """Entry point; 1 when a measurement is beyond its bound."""
    parser = argparse.ArgumentParser(description="Measure the cost of reading hostile log files and HFiles.")
    parser.add_argument("--family", action="append", choices=list(FAMILIES))
    parser.add_argument("--command", action="append", choices=sorted({*LOG_COMMANDS, *HFILE_COMMANDS}))
    parser.add_argument("--size", action="append", type=int)
    options = parser.parse_args()
    warm_up()
    num_bad = 0
    for family in options.family or FAMILIES:
        for command in commands_of(family):
            if options.command and command not in options.command:
                continue
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
