# SPDX-License-Identifier: Apache-2.0
"""The audit of a lake by its number of files: CPU, memory and requests per file, in a folder and in stores.

    python conformance/benchmarks/bench_lake.py write FOLDER --files 5000
    python conformance/benchmarks/bench_lake.py folder FOLDER
    python conformance/benchmarks/bench_lake.py store [--files 20000] [--delay-ms 30]
    python conformance/benchmarks/bench_lake.py curve [--files 62500 --files 125000 …] [--master local[2]]
    python conformance/benchmarks/bench_lake.py put FILE    puts their lines, JSON, among the results

`store` and `curve` audit tables whose files are generated when they are read (`scale_store.GeneratedStore`).
Their CPU includes the generation, which is measured and printed separately. Every measurement is a process.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import math
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.engine.tasks import Engine
from row_results import put
from scale_store import FILES_PER_FOLDER, GeneratedStore, mounted

CURVE = [62_500, 125_000, 250_000, 500_000, 1_000_000]
STORED = "benchmarks/bench_lake.py"
TABLE = "table"


def write(folder: Path, num_files: int) -> None:
    """Write a generated table to a folder."""
    store = GeneratedStore(num_files)
    folders = [TABLE]
    while folders:
        for info in store.children(folders.pop()):
            path = folder / Path(info.path).relative_to(TABLE)
            if info.size is None:
                path.mkdir(parents=True, exist_ok=True)
                folders.append(info.path)
            else:
                path.write_bytes(store.data(info.path))


def generation_seconds(num_files: int) -> float:
    """CPU seconds in which all base files are generated and read without an audit."""
    store = GeneratedStore(num_files)
    num = min(num_files, FILES_PER_FOLDER)
    paths = [info.path for info in store.children(f"{TABLE}/p00000")][-num:]
    start = time.process_time()
    for path in paths:
        with store.open_input_file(path) as file:
            file.size()
            file.read_at(1 << 20, 0)
    return (time.process_time() - start) * num_files / num


class SimulatedEngine:
    """An engine on whose workers the store is mounted, too."""

    def __init__(self, num_files: int, master: str) -> None:
        from hudi_conformance.engine.session import get_session  # noqa: PLC0415 - Spark only on request
        from hudi_conformance.engine.spark import run_tasks  # noqa: PLC0415 - Spark only on request

        self._num_files = num_files
        self._run: Engine = functools.partial(run_tasks, get_session(master, light=True), weight="weight")

    def __call__(self, tasks: pa.Table, func: Any, schema: pa.Schema, **given: Any) -> None:
        """As `engine.tasks.Engine`."""
        self._run(tasks, functools.partial(checked, func, self._num_files), schema, **given)


def checked(func: Any, num_files: int, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Results of `func` in a worker."""
    yield from mounted(GeneratedStore(num_files), lambda: list(func(batches)))


def audited(num_files: int, delay_ms: float, master: str | None) -> dict[str, Any]:
    """One audit of a generated table, in this process."""
    store = GeneratedStore(num_files, delay_ms / 1000)
    engine = None if master is None else SimulatedEngine(num_files, master)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    start, cpu = time.perf_counter(), time.process_time()
    with tempfile.TemporaryDirectory() as out:
        options = Options([f"count://store/{TABLE}"])
        outcome = mounted(store, lambda: run_audit(options, Path(out), engine=engine))
        wall, cpu = time.perf_counter() - start, time.process_time() - cpu
        rows = sorted((row.path, row.requirement or "", row.code) for row in outcome.store.rows())
    peak, progress = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, outcome.progress
    return {
        "files": num_files,
        "delay_ms": delay_ms,
        "engine": master or "plain",
        "wall_s": round(wall, 2),
        "cpu_s": round(cpu, 2),
        "generation_cpu_s": round(generation_seconds(num_files), 2),
        "mib_before": round(before),
        "mib": round(peak),
        "findings": len(rows),
        "digest": hashlib.sha256(repr((rows, progress.files, progress.blocks)).encode()).hexdigest()[:12],
        "most_in_flight": store.most_in_flight,
        **{kind: store.asked[kind] for kind in ("LIST", "HEAD", "GET")},
    }


def audited_folder(folder: Path) -> dict[str, Any]:
    """One audit of a folder, in this process."""
    with tempfile.TemporaryDirectory() as out:
        start, cpu = time.perf_counter(), time.process_time()
        outcome = run_audit(Options([str(folder)]), Path(out))
        wall, cpu = time.perf_counter() - start, time.process_time() - cpu
    num = sum(task.ref.path.endswith(".parquet") for task in outcome.plan.tasks)
    return {
        "base_files": num, "wall_s": round(wall, 2), "cpu_s": round(cpu, 2),
        "cpu_ms_a_file": round(cpu / num * 1000, 3), "findings": outcome.progress.findings,
    }  # fmt: skip


def put_results(lines: list[dict[str, Any]]) -> None:
    """Put the output of runs into the results."""
    curve, stores, before = [], [], {}
    for row in lines:
        if "delay_ms" not in row:
            continue
        num = row["files"]
        if row["delay_ms"]:
            requests = f"{(row['HEAD'] + row['GET']) / num:.2f}"
            stores.append(
                [f"{num:,}", f"{row['delay_ms']:g}", requests, row["most_in_flight"], row["wall_s"]]
            )
            continue
        cpu = row["cpu_s"] - row["generation_cpu_s"] if row["engine"] == "plain" else None
        last = before.get(row["engine"])
        more = (row["mib"] - last["mib"]) * 1024 / (num - last["files"]) if last else 0.0
        cells = [f"{num:,}", row["engine"], row["wall_s"]]
        if cpu is None:
            cells += ["", "", ""]
        else:
            growth = cpu / (last["cpu_s"] - last["generation_cpu_s"]) if last else 0.0
            doubling = growth ** (1 / math.log2(num / last["files"])) if last else 0.0
            cells += [f"{cpu:.1f}", f"{cpu / num * 1000:.2f}", f"{doubling:.2f}" if last else ""]
        curve.append([*cells, row["mib"], f"{more:.2f}" if last else "", row["findings"], row["digest"]])
        before[row["engine"]] = row
    date = f"{datetime.now(UTC):%Y-%m-%d}"
    heads = ["files", "engine", "wall s", "CPU s", "CPU ms per file", "per doubling", "MiB of the driver"]
    heads += ["KiB per further file", "findings", "digest"]
    late = ["files", "ms per request", "requests per file", "most in flight", "wall s"]
    tables = [
        {"date": date, "command": f"`{STORED} curve`, 2 cores", "columns": heads, "rows": curve},
        {"date": date, "command": f"`{STORED} store`, 2 cores", "columns": late, "rows": stores},
    ]
    put(STORED, [table for table in tables if table["rows"]], "lakes")


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("write", "folder"):
        commands.add_parser(name).add_argument("folder", type=Path)
    commands.add_parser("put").add_argument("file", type=Path)
    commands.choices["write"].add_argument("--files", type=int, default=5000)
    for name in ("store", "curve"):
        command = commands.add_parser(name)
        command.add_argument("--files", type=int, action="append")
        command.add_argument("--delay-ms", type=float, default=30.0 if name == "store" else 0.0)
        command.add_argument("--master")
        command.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.command == "put":
        put_results([json.loads(line) for line in given.file.read_text("utf-8").splitlines()])
    elif given.command == "write":
        write(given.folder, given.files)
    elif given.command == "folder":
        print(json.dumps(audited_folder(given.folder)))
    else:
        for num_files in given.files or ([20_000] if given.command == "store" else CURVE):
            if given.here:
                print(json.dumps(audited(num_files, given.delay_ms, given.master)), flush=True)
                continue
            arguments = ["--files", str(num_files), "--delay-ms", str(given.delay_ms)]
            arguments += [] if given.master is None else ["--master", given.master]
            subprocess.run([sys.executable, __file__, given.command, "--here", *arguments], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
