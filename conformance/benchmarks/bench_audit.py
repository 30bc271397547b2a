# SPDX-License-Identifier: Apache-2.0
"""The audit of log files: a plain loop, Spark on one core and two, Hudi's Java reader, over the same files.

The same two stages run everywhere, over generated files without damage, so that every byte is looked at. The
start of the Spark session is told apart; a pass over a small file before the clock brings up workers and
compiled kernels. Hudi's reader is one thread that decodes every record and checks nothing else.
Nothing is asserted: a machine's load decides too much.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from bench_log import BUFFERS, host
from hudi_conformance.audit.run import Engine, Options, run_audit
from hudi_conformance.audit.store import Progress
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.build import build_adapter
from log_files import make_file
from spark_memory import family

HERE = Path(__file__).resolve().parent
MIB = 1 << 20
LEN_BLOCKS = {"4m": 4 * MIB, "64k": 1 << 16}
WARM_MIB = 16


@dataclass(frozen=True, slots=True)
class Result:
    """One engine over all files: start of the engine, first pass over a small file, then whole passes."""

    engine: str
    start_s: float
    warm_up_s: float
    passes_s: tuple[float, ...]
    cpus_s: tuple[float, ...]
    num_findings: int
    num_blocks: int

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


def one(title: str, small: str, paths: list[str], passes: int) -> Result:
    """Measure an engine in this process."""
    times = [time.perf_counter()]
    engine: Engine | None = None
    if title != "plain":
        from hudi_conformance.spark.engine import run_tasks  # noqa: PLC0415 - not of the plain loop
        from hudi_conformance.spark.session import get_session  # noqa: PLC0415

        engine = functools.partial(run_tasks, get_session(title, light=True), weight="weight")
    times.append(time.perf_counter())
    audit(engine, [small])
    times.append(time.perf_counter())
    cpus = [cpu_seconds()]
    for _ in range(passes):
        done = audit(engine, paths)
        times.append(time.perf_counter())
        cpus.append(cpu_seconds())
    start, warm_up, *spans = (b - a for a, b in itertools.pairwise(times))
    used = tuple(b - a for a, b in itertools.pairwise(cpus))
    return Result(title, start, warm_up, tuple(spans), used, done.findings, done.blocks)


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


def measure(engine: str, small: Path, paths: list[Path], passes: int) -> Result:
    """Measure an engine in a process of its own."""
    command = [sys.executable, __file__, "--one", engine, "--passes", str(passes), "--files", str(small)]
    done = subprocess.run([*command, *map(str, paths)], check=True, stdout=subprocess.PIPE, text=True)
    return Result(**json.loads(done.stdout.splitlines()[-1]))


def measure_java(version: str, paths: list[Path], passes: int) -> float:
    """Seconds over all files, best pass of each, of Hudi's reader; raises ToolMissing."""
    command = build_adapter(str(HERE / "java"), version)
    total = 0.0
    for path in paths:
        words = [*command, "full", str(path), str(BUFFERS["64 KiB"]), str(max(4, passes)), "60"]
        done = subprocess.run(words, check=False, capture_output=True, text=True)
        if done.returncode:
            raise ToolMissing(f"Hudi's reader failed: {done.stderr[-2000:]}")
        total += min(float(line.split()[0]) for line in done.stdout.splitlines())
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="files of 32 MiB, two passes")
    parser.add_argument("--num", type=int, default=4, help="files of each kind")
    parser.add_argument("--java", nargs="*", default=["1.2.1"], metavar="VERSION", help="releases of Hudi")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures here too")
    parser.add_argument("--one", metavar="ENGINE", help=argparse.SUPPRESS)
    parser.add_argument("--files", nargs="*", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(asdict(one(options.one, options.files[0], options.files[1:], options.passes))))
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
        results = []
        for engine in ("plain", "local[1]", "local[2]"):
            results.append(measure(engine, small.path, paths, passes))
            show(results[-1], num_bytes, num_records)
        java = {}
        for version in options.java:
            try:
                java[version] = measure_java(version, paths, passes)
            except ToolMissing as missing:
                print(f"without Hudi {version}: {missing}")
            else:
                print(f"hudi {version} {'':31} {rates(java[version], num_bytes, num_records)}", flush=True)
    load.append(os.getloadavg()[0])
    loop, single, double = (result.best for result in results)
    print(
        f"one core to two: {single / double:.2f} times as fast, {single / double / 2:.0%} of what is possible"
    )
    print(f"Spark on one core beside the plain loop: {single / loop - 1:+.1%} of time")
    if results[0].cpu:
        print(f"and of all processors together: {results[1].cpu / results[0].cpu - 1:+.1%}")
    print(f"load average {load[0]:.1f} before, {load[1]:.1f} after")
    if options.json:
        shown = [asdict(result) | {"best": result.best} for result in results]
        document = {
            "host": host(), "load": load, "num_bytes": num_bytes, "num_records": num_records,
            "results": shown, "hudi": java,
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
