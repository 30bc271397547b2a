# SPDX-License-Identifier: Apache-2.0
"""The audit of log files: a plain loop, Spark on one core and two, Hudi's Java reader, over the same files.

The same two stages run everywhere, over generated files without damage, so that every byte is read. The
start of the Spark session is shown apart; a small file is read before the measurement, to start workers and
compiled kernels. One core means one core, for JVM and driver too. Engines take turns, and ratios are medians
over turns. Two concurrent plain loops, with half of the files each, measure the benefit of a second core.
Hudi's reader is one thread that decodes every record and checks nothing else. Nothing is asserted: a
machine's load decides too much.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import harness
from bench_log import BUFFERS
from harness import HERE, MIB, Result
from hudi_conformance.audit.run import Engine, Options, run_audit
from hudi_conformance.audit.store import Progress
from hudi_conformance.toolchain.build import build_adapter
from log_files import make_file
from spark_memory import family

LEN_BLOCKS = {"4m": 4 * MIB, "64k": 1 << 16}
WARM_MIB = 16


def audit(engine: Engine | None, paths: list[str]) -> Progress:
    """A whole audit, its checkpoints included."""
    with tempfile.TemporaryDirectory() as out:
        return run_audit(Options(paths), Path(out), engine=engine).progress


def serve(title: str, small: str, paths: list[str]) -> None:
    """An engine in this process: prints a line when ready, then makes a pass per line of input."""
    times = [time.perf_counter()]
    engine: Engine | None = None
    if title != "plain":
        from hudi_conformance.engine.session import get_session  # noqa: PLC0415 - Spark only on request
        from hudi_conformance.engine.spark import run_tasks  # noqa: PLC0415 - Spark only on request

        engine = functools.partial(run_tasks, get_session(title, light=True), weight="weight")
    times.append(time.perf_counter())
    audit(engine, [small])
    times.append(time.perf_counter())
    start, warm_up = (b - a for a, b in itertools.pairwise(times))
    print(json.dumps([start, warm_up]), flush=True)
    for _ in sys.stdin:
        cpu, begin = cpu_seconds(), time.perf_counter()
        done = audit(engine, paths)
        passed = time.perf_counter() - begin
        print(json.dumps([passed, cpu_seconds() - cpu, done.findings, done.blocks]), flush=True)


def cpu_seconds() -> float:
    """Processor time of this process and all below it; 0 if there is no /proc."""
    if not Path("/proc/self/stat").exists():
        return 0.0
    ticks = 0
    for pid in family(os.getpid()):
        try:
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue  # has ended, and counts with who has waited for it
        ticks += sum(map(int, fields.rpartition(")")[2].split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


class Running:
    """An engine in a separate process, which is idle between passes."""

    def __init__(self, engine: str, small: Path, paths: list[Path], *, pin: bool = False) -> None:
        command = [sys.executable, __file__, "--one", engine, *(["--pin"] if pin else [])]
        command += ["--files", str(small), *map(str, paths)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.engine = engine
        self.start_s, self.warm_up_s = self._figures()
        self.seconds: list[float] = []
        self.cpu_seconds: list[float] = []
        self.counts: dict[str, int] = {}

    def begin(self) -> None:
        """Start a pass."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")

    def end(self) -> None:
        """Wait for the pass."""
        seconds, cpu_seconds, num_findings, num_blocks = self._figures()
        self.seconds.append(seconds)
        self.cpu_seconds.append(cpu_seconds)
        self.counts = {"blocks": int(num_blocks), "findings": int(num_findings)}

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _figures(self) -> list[float]:
        """The next line of figures; Spark may print others."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("["):
                return list(json.loads(line))
        raise RuntimeError(f"an engine ended early, with {self._process.wait()}")


def measure(folder: Path, options: argparse.Namespace, notes: list[str]) -> Iterator[Result]:
    """The plain loop, one core, two cores, two plain loops with half of the files each, Hudi's reader.

    All are ready before the first pass and take turns, so that what the machine does besides meets all alike.
    """
    size, passes = (32 * MIB, 2) if options.quick else (512 * MIB, options.passes)
    files = [
        make_file(folder, f"{title}-{number}", len_block, size)
        for number in range(options.num)
        for title, len_block in LEN_BLOCKS.items()
    ]
    small = make_file(folder, "small", LEN_BLOCKS["64k"], WARM_MIB * MIB).path
    paths, middle = [file.path for file in files], len(files) // 2
    for path in paths:
        path.read_bytes()  # into the system's cache
    records = {"records": sum(file.num_records for file in files)}
    num_bytes = sum(file.num_bytes for file in files)
    result = functools.partial(Result, "audit", f"{len(files)} files", num_bytes=num_bytes)
    engines = [
        Running("plain", small, paths, pin=True),
        Running("local[1]", small, paths, pin=True),
        Running("local[2]", small, paths),
    ]
    halves = [Running("plain", small, half) for half in (paths[:middle], paths[middle:])]
    try:
        for _ in range(passes):
            for turn in (*([engine] for engine in engines), halves):
                for engine in turn:
                    engine.begin()
                for engine in turn:
                    engine.end()
    finally:
        for engine in (*engines, *halves):
            engine.close()
    apart = tuple(map(max, *(half.seconds for half in halves)))
    cpu_apart = min(map(sum, zip(*(half.cpu_seconds for half in halves), strict=True)))
    notes += ratios(*engines, apart)
    for engine in engines:
        cpu_seconds = min(engine.cpu_seconds)
        yield result(f"ours, {engine.engine}", engine.counts | records, tuple(engine.seconds), cpu_seconds)
    yield result("ours, two plain loops", records, apart, cpu_apart)
    for version in options.java:
        command = [*build_adapter(str(HERE / "java"), version), "full"]
        limits = [str(BUFFERS["64 KiB"]), str(max(4, passes)), "60"]
        best = [min(harness.run_peer(f"Hudi {version}", [*command, str(p), *limits])) for p in paths]
        yield result(f"hudi {version}", records, (sum(s for s, *_ in best),), sum(c for _, c, *_ in best))


def ratios(loop: Running, single: Running, double: Running, apart: Sequence[float]) -> Iterator[str]:
    """Start of the engines, and medians of the ratios of passes of the same turn."""

    def ratio(over: Sequence[float], under: Sequence[float]) -> float:
        return statistics.median(a / b for a, b in zip(over, under, strict=True))

    for engine in (loop, single, double):
        yield (
            f"{engine.engine}: start {engine.start_s:.1f} s, warm-up {engine.warm_up_s:.1f} s, "
            + ", ".join(f"{number:,} {name}" for name, number in engine.counts.items())
        )
    yield f"medians of {len(apart)} turns:"
    yield f"one core to two: {ratio(single.seconds, double.seconds):.2f} times as fast"
    yield f"two plain loops side by side: {ratio(loop.seconds, apart):.2f} times as fast as one"
    yield f"Spark on one core against the plain loop: {ratio(single.seconds, loop.seconds) - 1:+.1%} of time"
    if all(loop.cpu_seconds):
        yield f"and of all processors together: {ratio(single.cpu_seconds, loop.cpu_seconds) - 1:+.1%}"


def main() -> None:
    parser = harness.parser(
        "conformance/benchmarks/bench_audit.py", __doc__, quick="files of 32 MiB, two passes", folder="4 GiB"
    )
    parser.add_argument("--num", type=int, default=4, help="files of each kind")
    parser.add_argument("--java", nargs="*", default=["1.2.1"], metavar="VERSION", help="releases of Hudi")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--one", metavar="ENGINE", help=argparse.SUPPRESS)
    parser.add_argument("--pin", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--files", nargs="*", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        if options.pin:
            harness.pin_to_one_core(min)  # and the JVM with it, which else runs on another core
        serve(options.one, options.files[0], options.files[1:])
        return
    notes: list[str] = []
    harness.run(options, lambda folder: measure(folder, options, notes), ("blocks", "records"), notes)


if __name__ == "__main__":
    main()
