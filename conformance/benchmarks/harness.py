# SPDX-License-Identifier: Apache-2.0
"""Shared code of the benchmarks: measurements in separate processes, peers as programs, one table of results.

A work of ours is a function of paths that returns what it counted. It runs in a separate process, on one core
unless all are requested, with several passes; the start of the process is not counted. first = first pass,
best = best pass, the median is over the later half of the passes. No figure is asserted: results depend too
much on a machine's load.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import TypeAlias

from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.java import find_java
from rich import box
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
MIB = 1 << 20
Counts: TypeAlias = Mapping[str, int]  # counts of a pass by their plural names: blocks, records
Work: TypeAlias = Callable[..., Counts]


@dataclass(frozen=True, slots=True)
class Result:
    """One work on one input by one reader; `cpu_seconds` are those of the best pass, all threads."""

    work: str
    input: str
    reader: str
    counts: Counts
    seconds: tuple[float, ...]
    cpu_seconds: float
    start_mib: float | None = None
    peak_mib: float | None = None
    threads: int = 1
    num_bytes: int = 0

    @property
    def is_ours(self) -> bool:
        """Whether it is not a peer."""
        return self.reader.startswith("ours")

    @property
    def best(self) -> float:
        """Seconds of the best pass."""
        return min(self.seconds)

    @property
    def median(self) -> float:
        """Median seconds of the later half of the passes."""
        return statistics.median(self.seconds[len(self.seconds) // 2 :])

    def per_second(self, name: str) -> str:
        """A count by the seconds of the best pass; empty without that count."""
        return f"{self.counts[name] / self.best:,.0f}" if self.counts.get(name) else ""


@lru_cache(1)
def in_memory(path: Path) -> bytes:
    """The bytes of a file, read by the first pass that needs them."""
    return path.read_bytes()


_ONE, _ALL = "--ours", "--ours-on-all"  # cores of a work


# --- one measurement ------------------------------------------------------------------------------------


def peak_kib() -> int:
    """Most memory that was resident, shared pages of mapped files included."""
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def pin_to_one_core(choose: Callable[[Iterable[int]], int] = max) -> None:
    """Keep this process and all it starts on one core, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {choose(os.sched_getaffinity(0))})


def serve_works(works: Mapping[str, Work], main: Callable[[], None]) -> None:
    """The entry of a benchmark: `--ours WORK PASSES PATH...` prints one measurement, all else is `main`.

    It is made on one core; `--ours-on-all` in its place makes it on all.
    """
    if sys.argv[1:2] not in ([_ONE], [_ALL]):
        main()
        return
    name, passes, *paths = sys.argv[2:]
    if sys.argv[1] == _ONE:
        pin_to_one_core()
    start_kib = peak_kib()
    times = []
    counts: Counts = {}
    for _ in range(int(passes)):
        start, start_cpu = time.perf_counter(), time.process_time()
        counts = works[name](*map(Path, paths))
        times.append((time.perf_counter() - start, time.process_time() - start_cpu))
    answer = {
        "counts": dict(counts), "seconds": [wall for wall, _ in times], "cpu_seconds": min(times)[1],
        "start_mib": start_kib / 1024, "peak_mib": peak_kib() / 1024,
    }  # fmt: skip
    print(json.dumps(answer))


def measure_ours(
    script: str, name: str, passes: int, paths: Sequence[Path], result: Result, *, on_all: bool = False
) -> Result:
    """Run a work of `script` in a separate process; work, input and reader of `result` stay.

    `on_all`: it may use all cores.
    """
    command = [sys.executable, script, _ALL if on_all else _ONE, name, str(passes), *map(str, paths)]
    answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    answer["seconds"] = tuple(answer["seconds"])
    return Result(result.work, result.input, result.reader, num_bytes=result.num_bytes, **answer)


def run_peer(title: str, command: Sequence[str]) -> list[list[float]]:
    """One row of numbers for each pass of a peer's program, seconds first.

    Raises:
        ToolMissing: the program failed.
    """
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    rows = [[float(field) for field in line.split()] for line in done.stdout.splitlines()]
    if done.returncode or not rows:
        raise ToolMissing(f"{title} failed: {done.stderr[-2000:]}")
    return rows


def host() -> dict[str, object]:
    """Processor, cores, Python, Java and the packages that do the work."""
    model = platform.processor()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text(encoding="utf-8").splitlines()
        names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
        model = next(names, model)
    try:
        java = find_java(17, 22)
        java_version = f"{java.version} ({java.origin})"
    except ToolMissing:
        java_version = "none"
    packages = {name: metadata.version(name) for name in ("pyarrow", "numba", "numpy")}
    about = {"cpu": model, "cores": os.cpu_count(), "python": platform.python_version()}
    return {**about, "java": java_version, **packages}


def commit() -> str:
    """The commit that is checked out; empty if that is not known."""
    command = ["git", "rev-parse", "HEAD"]
    return subprocess.run(command, cwd=HERE, check=False, capture_output=True, text=True).stdout.strip()


# --- a benchmark ----------------------------------------------------------------------------------------


def parser(script: str, doc: str | None, *, quick: str, folder: str) -> argparse.ArgumentParser:
    """The options that every benchmark has."""
    options = argparse.ArgumentParser(prog=f"python {script}", description=(doc or "").partition("\n")[0])
    options.add_argument("--quick", action="store_true", help=quick)
    options.add_argument("--folder", type=Path, help=f"keep what is generated here ({folder})")
    options.add_argument("--json", type=Path, metavar="FILE", help="write all figures here too")
    return options


@contextmanager
def scratch(kept: Path | None) -> Iterator[Path]:
    """The folder `kept`, or one that is removed in the end."""
    with tempfile.TemporaryDirectory() as other:
        folder = kept or Path(other)
        folder.mkdir(parents=True, exist_ok=True)
        yield folder


def run(
    options: argparse.Namespace,
    measure: Callable[[Path], Iterator[Result]],
    rates: Sequence[str],
    notes: Sequence[str] = (),
) -> None:
    """Measure in a folder, print the table, write the document.

    Args:
        options: result of `parser`.
        measure: yields results as they come; a peer that cannot start raises ToolMissing or is skipped.
        rates: counts to print per second.
        notes: lines below the table.
    """
    about, load, start = host(), [os.getloadavg()[0]], time.monotonic()
    print(", ".join(f"{key} {value}" for key, value in about.items()), flush=True)
    results: list[Result] = []
    with scratch(options.folder) as folder:
        try:
            for result in measure(folder):
                results.append(result)
                title = f"{result.work} {result.input} {result.reader}"
                print(f"  {title}: {result.best:.4f} s", file=sys.stderr, flush=True)
        except ToolMissing as missing:
            print(f"without Java: {missing}")
    load.append(os.getloadavg()[0])
    print_results(results, rates)
    print("x peers: best pass of the fastest peer / best pass; above 1 is faster than all of them.")
    print(*notes, sep="\n", end="\n" if notes else "")
    print(f"load average {load[0]:.1f} before, {load[1]:.1f} after; {time.monotonic() - start:.0f} s in all")
    if options.json:
        shown = [asdict(r) | {"best": r.best, "median": r.median} for r in results]
        document = {"host": about, "load": load, "results": shown}
        options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def print_results(results: Sequence[Result], rates: Sequence[str]) -> None:
    """One row for each result, ours before the peers', and how many times as fast as the best of these."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("work", "input", "reader"):
        table.add_column(title, no_wrap=True)
    titles = ("first s", "best s", "CPU s", "median s", "MB/s", *(f"{rate}/s" for rate in rates))
    for title in (*titles, "x peers", "RSS MiB"):
        table.add_column(title, justify="right", no_wrap=True)
    for r in sorted(results, key=lambda r: (r.work, r.input, not r.is_ours)):
        peers = [x.best for x in results if (x.work, x.input) == (r.work, r.input) and not x.is_ours]
        table.add_row(
            r.work, r.input, r.reader, f"{r.seconds[0]:.4f}", f"{r.best:.4f}", f"{r.cpu_seconds:.4f}",
            f"{r.median:.4f}", f"{r.num_bytes / r.best / 1e6:,.0f}" if r.num_bytes else "",
            *(r.per_second(rate) for rate in rates), f"{min(peers) / r.best:.2f}" if peers else "",
            "" if r.peak_mib is None else f"{r.start_mib:.0f} → {r.peak_mib:.0f}",
        )  # fmt: skip
    Console(width=200, highlight=False).print(table)
