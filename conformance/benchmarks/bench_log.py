# SPDX-License-Identifier: Apache-2.0
"""Log files: our bulk path beside Hudi's own Java reader, in one run, on the same two generated files.

One file has blocks of 4 MiB, one of 4 KiB. Ours runs on one core; of the JVM the reader is one thread, its
compiler and collector use what there is. Every work runs in a process of its own, several passes each.
Warm = best pass; the median is over the later half of the passes; first = first pass of the process, without
the start of the process itself. Nothing is asserted: a machine's load decides too much.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import metadata, util
from pathlib import Path

from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.build import build_adapter
from hudi_conformance.toolchain.java import find_java
from log_files import BenchFile, make_file

HERE = Path(__file__).resolve().parent
MIB = 1 << 20
BUFFERS = {"64 KiB": 1 << 16, "16 MiB": 1 << 24}  # Hudi's default is 16 MiB
TITLES = {"4m": 4 * MIB, "4k": 4096}
SLICE_MIB = 8  # careful path: it is too slow for more


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to run."""

    size_mib: int
    small_mib: int
    passes: int
    java_passes: int
    java_seconds: int


@dataclass(frozen=True, slots=True)
class Result:
    """One work on one file by one reader."""

    work: str  # frame or full
    reader: str
    file: str
    num_bytes: int
    num_blocks: int
    num_records: int
    seconds: tuple[float, ...]
    start_mib: float | None
    peak_mib: float | None
    cpu_seconds: float  # of the best pass, all threads
    threads: int  # alive in the process

    @property
    def best(self) -> float:
        """Seconds of the best pass."""
        return min(self.seconds)

    @property
    def median(self) -> float:
        """Median of the later half of the passes."""
        return statistics.median(self.seconds[len(self.seconds) // 2 :])


def measure_ours(work: str, reader: str, title: str, file: BenchFile, passes: int) -> Result:
    command = [sys.executable, str(HERE / "ours.py"), reader, str(file.path), str(passes)]
    answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return Result(
        work, f"ours {reader}", title, file.num_bytes, file.num_blocks, answer["records"],
        tuple(answer["seconds"]), answer["start_mib"], answer["peak_mib"], answer["cpu_seconds"], 1,
    )  # fmt: skip


def measure_java(version: str, work: str, title: str, file: BenchFile, *, buffer: str, plan: Plan) -> Result:
    """Raises ToolMissing: no Java, or no jars."""
    command = build_adapter(str(HERE / "java"), version)
    command += [work, str(file.path), str(BUFFERS[buffer]), str(plan.java_passes), str(plan.java_seconds)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    passes = [line.split() for line in done.stdout.splitlines()]
    if done.returncode or not passes:
        raise ToolMissing(f"Hudi's reader failed: {done.stderr[-2000:]}")
    best = min(passes, key=lambda fields: float(fields[0]))
    return Result(
        work, f"hudi {version}, {buffer} buffer", title, file.num_bytes, int(best[2]), int(best[3]),
        tuple(float(fields[0]) for fields in passes), None, None, float(best[1]), int(best[4]),
    )  # fmt: skip


def measure(folder: Path, plan: Plan, versions: list[str]) -> Iterator[Result]:
    files = {t: make_file(folder, t, size, plan.size_mib * MIB) for t, size in TITLES.items()}
    smalls = {t: make_file(folder, f"{t}-small", size, plan.small_mib * MIB) for t, size in TITLES.items()}
    slices = {t: make_file(folder, f"{t}-slice", size, SLICE_MIB * MIB) for t, size in TITLES.items()}
    for title, file in files.items():
        file.path.read_bytes()  # into the system's cache
        yield measure_ours("frame", "frame", title, file, plan.passes)
        yield measure_ours("frame", "frame_views", title, file, plan.passes)
        yield measure_ours("frame", "frame_careful", title, file, 2)
        yield measure_ours("full", "full", title, file, plan.passes)
        yield measure_ours("full", "full", f"{title}-small", smalls[title], plan.passes)
        yield measure_ours("full", "full_careful", f"{title}-slice", slices[title], 2)
        if util.find_spec("polars"):
            yield measure_ours("full", "full_polars", title, file, 2)
        for version in versions:
            for buffer in BUFFERS:
                yield measure_java(version, "frame", title, file, buffer=buffer, plan=plan)
                if buffer == "16 MiB" and title == "4k":
                    continue  # allocates the buffer anew for every block: a minute for 32 MB
                yield measure_java(version, "full", title, file, buffer=buffer, plan=plan)


def host() -> dict[str, object]:
    model = platform.processor()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text(encoding="utf-8").splitlines()
        model = next(
            (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), model
        )
    try:
        found = find_java(17, 22)
        java = f"{found.version} ({found.origin})"
    except ToolMissing:
        java = "none"
    packages = {name: metadata.version(name) for name in ("pyarrow", "numba", "numpy")}
    return {
        "cpu": model,
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "java": java,
        **packages,
    }


def table(results: list[Result]) -> str:
    best_java = {
        (r.work, r.file): min(
            x.best for x in results if (x.work, x.file) == (r.work, r.file) and "hudi" in x.reader
        )
        for r in results
        if "hudi" in r.reader
    }
    head = (
        "work",
        "file",
        "reader",
        "first s",
        "best s",
        "CPU s",
        "median s",
        "MB/s",
        "blocks/s",
        "records/s",
        "× Java",
        "RSS MiB",
    )
    rows = [head]
    for r in sorted(results, key=lambda r: (r.work, r.file, r.reader.startswith("hudi"))):
        java = best_java.get((r.work, r.file))
        memory = "" if r.peak_mib is None else f"{r.start_mib:.0f} → {r.peak_mib:.0f}"
        rows.append(
            (
                r.work, r.file, r.reader, f"{r.seconds[0]:.4f}", f"{r.best:.4f}",
                f"{r.cpu_seconds:.4f}", f"{r.median:.4f}",
                f"{r.num_bytes / r.best / 1e6:,.0f}", f"{r.num_blocks / r.best:,.0f}",
                f"{r.num_records / r.best:,.0f}" if r.num_records else "",
                f"{java / r.best:.2f}" if java else "", memory,
            )
        )  # fmt: skip
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    lines = [
        "  ".join(
            cell.ljust(w) if i < 3 else cell.rjust(w)
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(line.rstrip() for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python conformance/benchmarks", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--quick", action="store_true", help="files of 32 MiB and fewer passes")
    parser.add_argument(
        "--java", nargs="*", default=["1.2.1"], metavar="VERSION", help="releases of Hudi (1.2.1, 0.15.0)"
    )
    parser.add_argument("--folder", type=Path, help="keep the generated files here (about 700 MB)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures here too")
    options = parser.parse_args()
    plan = Plan(32, 8, 3, 6, 15) if options.quick else Plan(256, 64, 7, 10, 40)
    about = host()
    load = [os.getloadavg()[0]]
    start = time.monotonic()
    print(", ".join(f"{key} {value}" for key, value in about.items()), flush=True)
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            for result in measure(folder, plan, options.java):
                results.append(result)
                print(
                    f"  {result.work} {result.file} {result.reader}: {result.best:.4f} s",
                    file=sys.stderr,
                    flush=True,
                )
        except ToolMissing as missing:
            print(f"without Java: {missing}")
    load.append(os.getloadavg()[0])
    print(table(results))
    print(
        "\n× Java: best pass of Hudi's best configuration / best pass; above 1 is faster than Java."
        "\nCPU s: of the best pass, all threads; ours has one, Hudi's reader too, its JVM has more."
        "\nRSS: before the first pass → peak, pages of the mapped file included."
        f"\nload average {load[0]:.1f} before, {load[1]:.1f} after; {time.monotonic() - start:.0f} s in all"
    )
    if options.json:
        shown = [asdict(r) | {"best": r.best, "median": r.median} for r in results]
        document = {"host": about, "load": load, "plan": asdict(plan), "results": shown}
        options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
