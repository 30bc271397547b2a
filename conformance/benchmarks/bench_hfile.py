# SPDX-License-Identifier: Apache-2.0
"""HFiles: our bulk path beside hudi-io and HBase, in one run, on the same generated files.

A million cells in blocks of 64 KiB, plain and GZ, written by hudi-io, without checksums: it writes none.
Works: a full scan, and 10,000 random rows looked up, ascending (hudi-io goes forward only). Each in a process
of its own, several passes; first = first pass of the process, whose start is not counted, best = best pass.
Ours makes Arrow columns on one core. hudi-io has the file in memory, HBase reads it, ours maps it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from bench_log import host
from hudi_conformance.decode.bulk.hfile import iter_cell_batches
from hudi_conformance.decode.bulk.hfile_lookup import BulkLookup
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.source import open_source
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.build import build_adapter
from ours import peak_kib

HERE = Path(__file__).resolve().parent
NUM_KEYS = 10_000
KEY_STEP = 7  # between the numbers that are keys, as in the generator
PEERS = {"hudi-io": "hudi-io 1.2.1", "hbase": "HBase 2.6.3"}


@dataclass(frozen=True, slots=True)
class Result:
    """One work on one file by one reader."""

    work: str
    codec: str
    reader: str
    num_cells: int
    seconds: tuple[float, ...]
    cpu_seconds: float  # of the best pass, all threads
    start_mib: float | None = None
    peak_mib: float | None = None

    @property
    def best(self) -> float:
        """Seconds of the best pass."""
        return min(self.seconds)


def scan(path: Path, _keys: Path) -> int:
    return sum(batch.num_rows for batch in iter_cell_batches(path))


def scan_row_value(path: Path, _keys: Path) -> int:
    return sum(batch.num_rows for batch in iter_cell_batches(path, columns=("row", "value")))


def scan_careful(path: Path, _keys: Path) -> int:
    with open_source(path) as buffer:
        return sum(1 for _ in CellReader.of(HFile(buffer)).scan())


def get(path: Path, keys: Path) -> int:
    with open_source(path) as buffer:
        return sum(map(len, BulkLookup(buffer).get(keys.read_bytes().split())))


WORKS: dict[str, Callable[[Path, Path], int]] = {
    work.__name__: work for work in (scan, scan_row_value, scan_careful, get)
}


def run_ours(name: str, path: Path, keys: Path, passes: int) -> None:
    """In a process of its own: print a JSON object."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    start_kib = peak_kib()
    done = []
    num = 0
    for _ in range(passes):
        start, start_cpu = time.perf_counter(), time.process_time()
        num = WORKS[name](path, keys)
        done.append((time.perf_counter() - start, time.process_time() - start_cpu))
    answer = {
        "num_cells": num,
        "seconds": [wall for wall, _ in done],
        "cpu_seconds": min(done)[1],
        "start_mib": start_kib / 1024,
        "peak_mib": peak_kib() / 1024,
    }
    print(json.dumps(answer))


def measure_ours(name: str, codec: str, path: Path, keys: Path, passes: int) -> Result:
    command = [
        sys.executable,
        str(HERE / "bench_hfile.py"),
        "--ours",
        name,
        str(path),
        str(keys),
        str(passes),
    ]
    answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    answer["seconds"] = tuple(answer["seconds"])
    return Result(name.partition("_")[0], codec, f"ours {name}", **answer)


def measure_peer(peer: str, work: str, codec: str, path: Path, keys: Path, *, passes: int) -> Result:
    """Raises ToolMissing: no Java, no jars, or the library fails."""
    command = build_adapter(str(HERE / "java_hfile"), peer)
    command += [work, str(path), str(passes), "10"]
    done = subprocess.run([*command, str(keys)], check=False, capture_output=True, text=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    if done.returncode or not lines:
        raise ToolMissing(f"{PEERS[peer]} failed: {done.stderr[-2000:]}")
    best = min(lines, key=lambda fields: float(fields[0]))
    seconds = tuple(float(fields[0]) for fields in lines)
    return Result(work, codec, PEERS[peer], int(best[2]), seconds, float(best[1]))


def measure(folder: Path, num_cells: int, passes: int) -> list[Result]:
    """Raises ToolMissing: nothing to write the files with."""
    chosen = random.Random(1)
    rows = sorted(b"%016d" % (chosen.randrange(num_cells) * KEY_STEP) for _ in range(NUM_KEYS))
    keys = folder / "keys"
    keys.write_bytes(b"\n".join(rows) + b"\n")
    results = []
    writer = build_adapter(str(HERE / "java_hfile"), "hudi-io")
    for codec in ("NONE", "GZ"):
        path = folder / f"{codec}-{num_cells}.hfile"
        subprocess.run([*writer, "write", str(path), codec, str(num_cells)], check=True)
        print(f"{codec}: {path.stat().st_size:,} bytes", flush=True)
        names = ("scan", "scan_row_value", "get")
        results += [measure_ours(name, codec, path, keys, passes) for name in names]
        results.append(measure_ours("scan_careful", codec, path, keys, 1))
        for peer, title in PEERS.items():
            for work in ("scan", "get"):
                try:
                    results.append(measure_peer(peer, work, codec, path, keys, passes=2 * passes))
                except ToolMissing as missing:
                    print(f"without {title}: {missing}")
    for result in results:
        wanted = num_cells if result.work == "scan" else NUM_KEYS
        if result.num_cells != wanted:
            print(f"{result.reader} found {result.num_cells} cells where {wanted} are")
    return results


def table(results: list[Result]) -> str:
    rows = [("work", "codec", "reader", "first s", "best s", "CPU s", "cells/s", "x peers", "RSS MiB")]
    for r in sorted(
        results, key=lambda r: (r.work != "scan", r.codec != "NONE", not r.reader.startswith("ours"))
    ):
        peers = [
            x.best for x in results if (x.work, x.codec) == (r.work, r.codec) and x.reader in PEERS.values()
        ]
        memory = "" if r.peak_mib is None else f"{r.start_mib:.0f} -> {r.peak_mib:.0f}"
        rows.append(
            (
                r.work, r.codec, r.reader, f"{r.seconds[0]:.3f}", f"{r.best:.4f}", f"{r.cpu_seconds:.3f}",
                f"{r.num_cells / r.best:,.0f}", f"{min(peers) / r.best:.2f}" if peers else "", memory,
            )
        )  # fmt: skip
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(w) if i < 3 else cell.rjust(w)
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python conformance/benchmarks/bench_hfile.py", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--quick", action="store_true", help="100,000 cells and fewer passes")
    parser.add_argument("--folder", type=Path, help="keep the generated files here (about 140 MB)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures here too")
    parser.add_argument("--ours", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.ours:
        name, path, keys, passes = options.ours
        run_ours(name, Path(path), Path(keys), int(passes))
        return
    about, load = host(), [os.getloadavg()[0]]
    print(", ".join(f"{key} {value}" for key, value in about.items()), flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        num_cells, passes = (100_000, 3) if options.quick else (1_000_000, 5)
        try:
            results = measure(folder, num_cells, passes)
        except ToolMissing as missing:
            print(f"without Java nothing is compared: {missing}")
            return
    load.append(os.getloadavg()[0])
    print(table(results))
    print(
        "\nx peers: best pass of the faster library / best pass; above 1 is faster than both."
        f"\nload average {load[0]:.1f} before, {load[1]:.1f} after"
    )
    if options.json:
        document = {"host": about, "load": load, "results": [asdict(r) | {"best": r.best} for r in results]}
        options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
