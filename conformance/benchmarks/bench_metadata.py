# SPDX-License-Identifier: Apache-2.0
"""Metadata tables: ours against Hudi 1.2.1, in one run, on the same files.

100,000 files in 100 partitions, listed; 10^6 keys of a record index of ten file groups, looked up;
statistics of one column of four, of 10,000 files in two file groups. The folder is that of our writer; Hudi's
HFile writer fills the base files. Each pass opens the table anew. Each work runs in a separate process, with
several passes; first = first pass of the process, whose start is not counted, best = best pass. Ours runs on
one core, and lists the files of the statistics in each pass, which Hudi's program is given. Hudi returns an
object for each thing found; ours Arrow batches, but for listings.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import harness
from harness import HERE, Counts, Result, Work
from hudi_conformance.decode.metadata.groups import COLUMN_STATS, RECORD_INDEX
from hudi_conformance.encode.metadata.table import encode_metadata
from hudi_conformance.table.metadata import open_metadata
from hudi_conformance.table.metadata_answers import list_files, locate, statistics
from hudi_conformance.toolchain.build import build_adapter

INSTANT = "20240101000001000"
COMPACTION = "20240101000003000"
NUM_PARTITIONS = 100
GROUPS = {"files": {"files": {}}, "locate": {"files": {}, "record_index": {"groups": 10}}}
GROUPS["stats"] = {"files": {}, "column_stats": {"groups": 2}}
COUNTS = {"files": 100_000, "locate": 1_000_000, "stats": 10_000}


def description(indexes: dict[str, Any]) -> dict[str, Any]:
    """A table of version 9 whose metadata table has one compaction without rows."""
    return {
        "table_version": 9, "name": "bench", "partition_field": "p", "indexes": indexes,
        "instants": [{"time": INSTANT, "completion_time": "20240101000001500", "action": "commit"}],
        "commits": [
            {"time": INSTANT, "completion_time": "20240101000001400", "rows": {}},
            {
                "time": COMPACTION, "completion_time": "20240101000003500", "action": "compaction",
                "rows": {name: [] for name in indexes},
            },
        ],
    }  # fmt: skip


def write_table(folder: Path, work: str, num: int) -> None:
    """The table of a work, its base files filled by Hudi."""
    for path, data in encode_metadata(description(GROUPS[work])).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    program = build_adapter(str(HERE / "java_metadata"), "1.2.1")
    for kind in {"files", work} if work == "stats" else {work}:
        subprocess.run([*program, f"prepare-{kind}", str(folder), str(num)], check=True)


def files(table: Path, _: Path) -> Counts:
    return {"found": sum(map(len, list_files(open_metadata(table)).values()))}


def locate_keys(table: Path, num: Path) -> Counts:
    keys = [f"key-{i:09d}" for i in range(int(num.name))]
    return {"found": sum(1 for _ in locate(open_metadata(table), RECORD_INDEX, keys))}


def stats(table: Path, _: Path) -> Counts:
    return {"found": sum(1 for _ in statistics(open_metadata(table), COLUMN_STATS, ["price"]))}


WORKS: dict[str, Work] = {"files": files, "locate": locate_keys, "stats": stats}


def measure(folder: Path, counts: dict[str, int], passes: int) -> Iterator[Result]:
    """Each task on the same table, by this project and by Hudi."""
    program = build_adapter(str(HERE / "java_metadata"), "1.2.1")
    for work, num in counts.items():
        table = folder / work
        write_table(table, work, num)
        result = Result(work, f"{num:,}", "ours", {}, (), 0.0)
        yield harness.measure_ours(
            str(HERE / "bench_metadata.py"), work, passes, [table, Path(str(num))], result
        )
        rows = harness.run_peer("Hudi 1.2.1", [*program, work, str(table), str(num), str(passes), "60"])
        seconds = tuple(row[0] for row in rows)
        yield Result(work, f"{num:,}", "Hudi 1.2.1", {"found": int(rows[-1][2])}, seconds, min(rows)[1])


def main() -> None:
    parser = harness.parser(
        "conformance/benchmarks/bench_metadata.py", __doc__,
        quick="a hundredth of each, and fewer passes", folder="about 100 MB",
    )  # fmt: skip
    options = parser.parse_args()
    factor, passes = (100, 2) if options.quick else (1, 6)
    counts = {work: num // factor for work, num in COUNTS.items()}
    harness.run(options, lambda folder: measure(folder, counts, passes), ("found",))


if __name__ == "__main__":
    harness.serve_works(WORKS, main)
