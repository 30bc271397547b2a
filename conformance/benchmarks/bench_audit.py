# SPDX-License-Identifier: Apache-2.0
"""The audit of log files: a plain loop, Spark on one core and two, Hudi's Java reader, over the same files.

The same two stages run everywhere, over generated files without damage, so that every byte is looked at. The
start of the Spark session is told apart; a pass over a small file before the clock brings up workers and
compiled kernels. One core means one core, for JVM and driver too. Engines take turns, and ratios are medians
over turns. Two plain loops side by side, half of the files each, tell what a second core gives at all. Hudi's
reader is one thread that decodes every record and checks nothing else. Nothing is asserted: a machine's load
decides too much.
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
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bench_log import BUFFERS
from harness import HERE, MIB, host, pin_to_one_core, run_peer
from hudi_conformance.audit.run import Engine, Options, run_audit
from hudi_conformance.audit.store import Progress
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.build import build_adapter
from log_files import make_file
from spark_memory import family

LEN_BLOCKS = {"4m": 4 * MIB, "64k": 1 << 16}
WARM_MIB = 16


@dataclass(slots=True)
class Result:
    """One engine over all files: start of the engine, first pass over a small file, then whole passes."""

    engine: str
    start_s: float
    warm_up_s: float
    passes_s: list[float] = field(default_factory=list)
    cpus_s: list[float] = field(default_factory=list)
    num_findings: int = 0
    num_blocks: int = 0

    @property
    def best(self) -> float:
        """Seconds of the best pass."""
        return min(self.passes_s)

    @property
    def cpu(self) -> float:
        """The least seconds that a pass took of all processors, driver and JVM included."""
        return min(self.cpus_s)


def audit(engine: Engine | None, paths: list[str]) -> Progress:
    """A whole audit, its checkpoints included."""
    with tempfile.TemporaryDirectory() as out:
        return run_audit(Options(paths), Path(out), engine=engine).progress


def serve(title: str, small: str, paths: list[str]) -> None:
    """An engine in this process: gets ready, says so, then makes a pass for every line of standard input."""
    times = [time.perf_counter()]
    engine: Engine | None = None
    if title != "plain":
        from hudi_conformance.engine.session import get_session  # noqa: PLC0415
        from hudi_conformance.engine.spark import run_tasks  # noqa: PLC0415 - not of the plain loop

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
    """Processor time of this process and all below it; 0 where there is no /proc."""
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
    """An engine in a process of its own, which does nothing between passes."""

    def __init__(self, engine: str, small: Path, paths: list[Path], *, pin: bool = False) -> None:
        command = [sys.executable, __file__, "--one", engine, *(["--pin"] if pin else [])]
        command += ["--files", str(small), *map(str, paths)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.result = Result(engine, *self._answer())

    def begin(self) -> None:
        """Start a pass."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")

    def end(self) -> None:
        """Wait for the pass."""
        seconds, cpu, findings, blocks = self._answer()
        self.result.passes_s.append(seconds)
        self.result.cpus_s.append(cpu)
        self.result.num_findings, self.result.num_blocks = findings, blocks

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _answer(self) -> list[Any]:
        """The next line of figures; Spark may print others."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("["):
                return list(json.loads(line))
        raise RuntimeError(f"an engine ended early, with {self._process.wait()}")


def measure(small: Path, paths: list[Path], passes: int) -> tuple[list[Result], list[float]]:
    """The plain loop, one core, two cores, and the seconds of two plain loops with half of the files each.

    All are ready before the first pass and take turns, so that what the machine does besides meets all alike.
    """
    middle = len(paths) // 2
    engines = [
        Running("plain", small, paths, pin=True),
        Running("local[1]", small, paths, pin=True),
        Running("local[2]", small, paths),
    ]
    halves = [Running("plain", small, half) for half in (paths[:middle], paths[middle:])]
    apart: list[float] = []
    try:
        for _ in range(passes):
            for turn in (*([engine] for engine in engines), halves):
                for engine in turn:
                    engine.begin()
                for engine in turn:
                    engine.end()
            apart.append(max(half.result.passes_s[-1] for half in halves))
    finally:
        for engine in (*engines, *halves):
            engine.close()
    return [engine.result for engine in engines], apart


def ratio(over: Sequence[float], under: Sequence[float]) -> float:
    """Median of the ratios of passes of the same turn."""
    return statistics.median(a / b for a, b in zip(over, under, strict=True))


def measure_java(version: str, paths: list[Path], passes: int) -> float:
    """Seconds over all files, best pass of each, of Hudi's reader; raises ToolMissing."""
    command = build_adapter(str(HERE / "java"), version)
    total = 0.0
    for path in paths:
        words = [*command, "full", str(path), str(BUFFERS["64 KiB"]), str(max(4, passes)), "60"]
        total += min(run_peer(f"Hudi {version}", words))[0]
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="files of 32 MiB, two passes")
    parser.add_argument("--num", type=int, default=4, help="files of each kind")
    parser.add_argument("--java", nargs="*", default=["1.2.1"], metavar="VERSION", help="releases of Hudi")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures here too")
    parser.add_argument("--one", metavar="ENGINE", help=argparse.SUPPRESS)
    parser.add_argument("--pin", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--files", nargs="*", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        if options.pin:
            pin_to_one_core(min)  # and the JVM with it, which else runs on another core
        serve(options.one, options.files[0], options.files[1:])
        return
    size = (32 if options.quick else 512) * MIB
    passes = 2 if options.quick else options.passes
    load = [os.getloadavg()[0]]
    print(", ".join(f"{key} {value}" for key, value in host().items()), flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        files = [
            make_file(folder, f"{title}-{number}", len_block, size)
            for number in range(options.num)
            for title, len_block in LEN_BLOCKS.items()
        ]
        small = make_file(folder, "small", LEN_BLOCKS["64k"], WARM_MIB * MIB)
        paths = [file.path for file in files]
        num_bytes, num_records = sum(f.num_bytes for f in files), sum(f.num_records for f in files)
        for path in paths:
            path.read_bytes()  # into the system's cache
        print(f"{len(files)} files, {num_bytes / 1e6:,.0f} MB, {num_records:,} records", flush=True)
        results, apart = measure(small.path, paths, passes)
        for result in results:
            show(result, num_bytes, num_records)
        print(f"two plain loops {'':30} {rates(min(apart), num_bytes, num_records)}", flush=True)
        java = {}
        for version in options.java:
            try:
                java[version] = measure_java(version, paths, passes)
            except ToolMissing as missing:
                print(f"without Hudi {version}: {missing}")
            else:
                print(f"hudi {version} {'':31} {rates(java[version], num_bytes, num_records)}", flush=True)
    load.append(os.getloadavg()[0])
    loop, single, double = results
    print(f"medians of {passes} turns:")
    print(f"one core to two: {ratio(single.passes_s, double.passes_s):.2f} times as fast")
    print(f"two plain loops side by side: {ratio(loop.passes_s, apart):.2f} times as fast as one")
    print(
        f"Spark on one core beside the plain loop: {ratio(single.passes_s, loop.passes_s) - 1:+.1%} of time"
    )
    if loop.cpu:
        print(f"and of all processors together: {ratio(single.cpus_s, loop.cpus_s) - 1:+.1%}")
    print(f"load average {load[0]:.1f} before, {load[1]:.1f} after")
    if options.json:
        shown = [asdict(result) | {"best": result.best} for result in results]
        document = {
            "host": host(), "load": load, "num_bytes": num_bytes, "num_records": num_records,
            "results": shown, "apart_s": apart, "hudi": java,
        }  # fmt: skip
        options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def rates(seconds: float, num_bytes: int, num_records: int) -> str:
    speed = f"{num_bytes / seconds / 1e6:6,.0f} MB/s {num_records / seconds:10,.0f} records/s"
    return f"best {seconds:6.2f} s {speed}"


def show(result: Result, num_bytes: int, num_records: int) -> None:
    print(
        f"{result.engine:10} start {result.start_s:5.1f} s, warm-up {result.warm_up_s:5.1f} s, "
        f"{rates(result.best, num_bytes, num_records)}, CPU {result.cpu:6.2f} s, "
        f"{result.num_findings} findings in {result.num_blocks:,} blocks",
        flush=True,
    )


if __name__ == "__main__":
    main()
