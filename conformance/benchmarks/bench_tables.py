# SPDX-License-Identifier: Apache-2.0
"""Snapshots of tables in one process, against hudi-rs, on the same files.

Two tables: merge-on-read, a tenth of its rows updated in log files; and copy-on-write of many small file
groups, whose footers hold a Bloom filter of 430 kB, as Hudi's do. All columns of all rows become Arrow.
Readers take turns; each turn is a separate process with several passes, of which the first is not counted.
Ratios are by turns: of CPU seconds, which other processes disturb least, and of wall time, which shows the
benefit of threads.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

import harness
import pyarrow as pa
import table_files
from harness import HERE
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.table.options import ReadOptions
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View
from hudi_conformance.table.view_batches import view_batches

ROWS, GROUPS = 1_000_000, 2_000
EARLIER = "20250101000000000"  # than all commits
Batches: TypeAlias = Iterable[pa.RecordBatch]


def ours(table: Path) -> Batches:
    """Rows by the reference."""
    return view_batches(open_table(table, ReadOptions(Line.V0_15)), View())


def hudi_rs(table: Path) -> Batches:
    """Rows by hudi-rs."""
    rs = import_module("hudi")
    return map(pa.record_batch, rs.HudiTable(str(table)).read(rs.HudiReadOptions()))


def ours_incremental(table: Path) -> Batches:
    """Rows that any commit wrote, by the reference."""
    return view_batches(open_table(table, ReadOptions(Line.V0_15)), View("incremental", begin=EARLIER))


def hudi_rs_incremental(table: Path) -> Batches:
    """Rows that any commit wrote, by hudi-rs."""
    rs = import_module("hudi")
    options = rs.HudiReadOptions().with_query_type(rs.HudiQueryType.Incremental).with_start_timestamp(EARLIER)
    return map(pa.record_batch, rs.HudiTable(str(table)).read(options))


READERS: dict[str, Callable[[Path], Batches]] = {
    "ours": ours, "hudi-rs": hudi_rs,
    "ours-incremental": ours_incremental, "hudi-rs-incremental": hudi_rs_incremental,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a reader: medians of its passes, and most memory."""

    work: str
    reader: str
    rows: int
    wall: float
    cpu: float
    peak_mib: float


def take_turn(work: str, reader: str, table: Path, passes: int) -> Turn:
    """A separate process, on all cores."""
    command = [sys.executable, str(HERE / "bench_tables.py"), "--turn", reader, str(passes), str(table)]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return Turn(work, reader, **told)


def serve_turn(reader: str, passes: int, table: Path) -> None:
    """Print one turn."""
    taken, rows = [], 0
    for _ in range(passes + 1):
        start, start_cpu = time.perf_counter(), time.process_time()
        rows = sum(batch.num_rows for batch in READERS[reader](table))
        taken.append((time.perf_counter() - start, time.process_time() - start_cpu))
    walls, cpus = zip(*taken[1:], strict=True)
    told = {"wall": statistics.median(walls), "cpu": statistics.median(cpus), "rows": rows}
    print(json.dumps(told | {"peak_mib": harness.peak_kib() / 1024}))


def measure(folder: Path, sizes: dict[str, int], turns: int, passes: int) -> Iterator[Turn]:
    """All turns of all readers."""
    writers = {"merge-on-read": table_files.write_merge_table, "small groups": table_files.write_small_groups}
    readers = ["ours", "hudi-rs"] if find_spec("hudi") is not None else ["ours"]
    for work, size in sizes.items():
        table = folder / f"{work.replace(' ', '-')}-{size}"
        if not table.exists():
            writers[work](table, size)
        for _ in range(turns):
            for reader in readers:
                yield take_turn(work, reader, table, passes)


def ratios(turns: list[Turn]) -> dict[str, Any]:
    """Of each work the ratios of the peer to ours: median, least and greatest, by CPU and by wall.

    Raises:
        SystemExit: the readers disagree on the number of rows.
    """
    found: dict[str, Any] = {}
    for work in dict.fromkeys(turn.work for turn in turns):
        here = [turn for turn in turns if turn.work == work]
        if len({turn.rows for turn in here}) > 1:
            raise SystemExit(f"readers disagree on the rows of {work}: {here}")
        mine, peers = ([t for t in here if (t.reader == "ours") is is_ours] for is_ours in (True, False))
        for name in ("cpu", "wall") if peers else ():
            every = sorted(getattr(b, name) / getattr(a, name) for a, b in zip(mine, peers, strict=True))
            found.setdefault(work, {})[name] = [statistics.median(every), every[0], every[-1]]
    return found


def main() -> None:
    parser = harness.parser(
        "conformance/benchmarks/bench_tables.py", __doc__,
        quick="a twentieth of each, and fewer turns", folder="about 1 GB",
    )  # fmt: skip
    options = parser.parse_args()
    factor, num_turns, passes = (20, 2, 2) if options.quick else (1, 5, 3)
    sizes = {"merge-on-read": ROWS // factor, "small groups": GROUPS // factor}
    about, load = harness.host(), [os.getloadavg()[0]]
    print(", ".join(f"{key} {value}" for key, value in about.items()), flush=True)
    turns = []
    with harness.scratch(options.folder) as folder:
        for turn in measure(folder, sizes, num_turns, passes):
            turns.append(turn)
            print(
                f"{turn.work:14} {turn.reader:8} {turn.rows:10,} rows  CPU {turn.cpu:7.3f} s  "
                f"wall {turn.wall:7.3f} s  {turn.peak_mib:6.0f} MiB",
                flush=True,
            )
    load.append(os.getloadavg()[0])
    found = ratios(turns)
    for work, by in found.items():
        for name, (middle, least, most) in by.items():
            print(f"{work:14} x hudi-rs by {name:4} {middle:5.2f}  ({least:.2f} to {most:.2f})")
    print(f"load average {load[0]:.1f} before, {load[1]:.1f} after")
    if options.json:
        document = {"host": about, "load": load, "turns": [asdict(turn) for turn in turns], "ratios": found}
        options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--turn"]:
        serve_turn(sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]))
    else:
        main()
