# SPDX-License-Identifier: Apache-2.0
"""Log files: our bulk path against Hudi's Java reader, in one run, on the same two generated files.

One file has blocks of 4 MiB, one of 4 KiB. Ours runs on one core; of the JVM the reader is one thread, its
compiler and collector use the other cores.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import util
from pathlib import Path

import harness
from harness import HERE, MIB, Result
from hudi_conformance.toolchain.build import build_adapter
from log_files import BenchFile, make_file
from log_works import WORKS, write_container

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


def measure_ours(name: str, title: str, file: BenchFile, passes: int) -> Result:
    work, counts = name.partition("_")[0], {"blocks": file.num_blocks}
    result = Result(work, title, f"ours {name}", counts, (), 0.0, num_bytes=file.num_bytes)
    return harness.measure_ours(str(HERE / "bench_log.py"), name, passes, [file.path], result)


def in_container(file: BenchFile) -> BenchFile:
    """The datums of a log file in an Avro container next to it, for readers without support for log files."""
    target = file.path.with_suffix(".avro")
    return replace(file, path=target if target.exists() else write_container(file.path, target))


def measure_java(version: str, work: str, title: str, file: BenchFile, *, buffer: str, plan: Plan) -> Result:
    """Raises ToolMissing: no Java, or no jars."""
    command = build_adapter(str(HERE / "java"), version)
    command += [work, str(file.path), str(BUFFERS[buffer]), str(plan.java_passes), str(plan.java_seconds)]
    passes = harness.run_peer(f"Hudi {version}", command)
    _, cpu_seconds, num_blocks, num_records, threads = min(passes)
    counts = {"blocks": int(num_blocks), "records": int(num_records)}
    return Result(
        work, title, f"hudi {version}, {buffer} buffer", counts,
        tuple(seconds for seconds, *_ in passes), cpu_seconds, threads=int(threads), num_bytes=file.num_bytes,
    )  # fmt: skip


def measure(folder: Path, plan: Plan, versions: list[str]) -> Iterator[Result]:
    files = {t: make_file(folder, t, size, plan.size_mib * MIB) for t, size in TITLES.items()}
    smalls = {t: make_file(folder, f"{t}-small", size, plan.small_mib * MIB) for t, size in TITLES.items()}
    slices = {t: make_file(folder, f"{t}-slice", size, SLICE_MIB * MIB) for t, size in TITLES.items()}
    for title, file in files.items():
        file.path.read_bytes()  # into the system's cache
        yield measure_ours("frame", title, file, plan.passes)
        yield measure_ours("frame_views", title, file, plan.passes)
        yield measure_ours("frame_careful", title, file, 2)
        yield measure_ours("full", title, file, plan.passes)
        yield measure_ours("full", f"{title}-small", smalls[title], plan.passes)
        yield measure_ours("full_careful", f"{title}-slice", slices[title], 2)
        if util.find_spec("polars"):
            yield measure_ours("full_polars", title, in_container(file), 2)
        for version in versions:
            for buffer in BUFFERS:
                yield measure_java(version, "frame", title, file, buffer=buffer, plan=plan)
                if buffer == "16 MiB" and title == "4k":
                    continue  # allocates the buffer anew for every block: a minute for 32 MB
                yield measure_java(version, "full", title, file, buffer=buffer, plan=plan)


def main() -> None:
    parser = harness.parser(
        "conformance/benchmarks", __doc__, quick="files of 32 MiB and fewer passes", folder="about 700 MB"
    )
    parser.add_argument(
        "--java", nargs="*", default=["1.2.1"], metavar="VERSION", help="releases of Hudi (1.2.1, 0.15.0)"
    )
    options = parser.parse_args()
    plan = Plan(32, 8, 3, 6, 15) if options.quick else Plan(256, 64, 7, 10, 40)
    harness.run(
        options, lambda folder: measure(folder, plan, options.java), ("blocks", "records"),
        (
            "CPU s: of the best pass, all threads; ours has one, Hudi's reader too, its JVM has more.",
            "RSS: before the first pass → peak, pages of the mapped file included.",
        ),
    )  # fmt: skip


if __name__ == "__main__":
    harness.serve_works(WORKS, main)
