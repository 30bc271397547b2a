# SPDX-License-Identifier: Apache-2.0
"""Single answers out of large inputs: time, bytes that come from disk, and the size of the input.

    python conformance/benchmarks/bench_single.py run FILE --folder FOLDER
    python conformance/benchmarks/bench_single.py store FILE

FOLDER has the inputs of `bench_rows.py run --folder`. A process answers each question: first after the
files of its input were dropped from the page cache, so that `/proc/self/io` counts the bytes from disk,
the readahead of the system included, then again from the cache: the best of five. Code is in memory before.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import bench_hfile
import bench_timeline
from harness import HERE, host
from hudi_conformance.api.hfiles import open_hfile
from hudi_conformance.api.logs import walk_blocks
from hudi_conformance.api.timelines import list_archived, read_history
from hudi_conformance.decode.metadata.groups import COLUMN_STATS, RECORD_INDEX
from hudi_conformance.table.metadata import open_metadata
from hudi_conformance.table.metadata_answers import list_files, locate, statistics
from row_results import put

LOG = ".bench4k-0_20240101000000001.log.1_0-1-1"
STORED = "benchmarks/bench_single.py"
PARTITION = "p=0"
KEY = b"%016d" % (500_000 * bench_hfile.KEY_STEP)


def one_key(path: Path) -> int:
    with open_hfile(path) as file:
        return len(file.get(KEY))


def key_before(path: Path) -> int:
    with open_hfile(path) as file:
        return int(file.before(KEY) is not None)


def archived_instant(path: Path) -> int:
    time_of = bench_timeline.instant(500).decode()
    return sum(item.time == time_of for item in list_archived(path))


def instant_of_history(path: Path) -> int:
    time_of = bench_timeline.instant(500).decode()
    return len(read_history(path, time_of, time_of).rows)


def last_block(path: Path) -> int:
    *_, last = walk_blocks(path)
    return int(last.span.len > 0)


def one_location(path: Path) -> int:
    return sum(1 for _ in locate(open_metadata(path), RECORD_INDEX, ["key-000500000"]))


def one_partition(path: Path) -> int:
    return len(list_files(open_metadata(path), [PARTITION])[PARTITION])


def statistics_of_a_partition(path: Path) -> int:
    return sum(1 for _ in statistics(open_metadata(path), COLUMN_STATS, ["price"], [PARTITION]))


# Title, input below the folder, question, and what the format needs at least.
QUESTIONS: dict[str, tuple[str, Callable[[Path], int], str]] = {
    "a key of an HFile, NONE": ("NONE-1000000.hfile", one_key, "trailer, index, a block"),
    "a key of an HFile, GZ": ("GZ-1000000.hfile", one_key, "trailer, index, a block"),
    "the key before another, NONE": ("NONE-1000000.hfile", key_before, "trailer, index, a block"),
    "an instant of an archive": ("archive-99999", archived_instant, "all files: they have no index"),
    "an instant of a history": ("history-99999", instant_of_history, "the file whose name has its time"),
    "the last block of a log file": (LOG, last_block, "the frame of each block"),
    "a record location": ("metadata-locate-1000000", one_location, "trailer, index, a block of a group"),
    "the files of a partition": ("metadata-files-100000", one_partition, "trailer, index, a block"),
    "statistics of the files of a partition": (
        "metadata-stats-10000",
        statistics_of_a_partition,
        "their blocks",
    ),
}


def files_of(path: Path) -> list[Path]:
    """Files of an input."""
    return [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]


def from_disk() -> int:
    """Bytes that this process has read from disk."""
    lines = Path("/proc/self/io").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("read_bytes"))


def drop(path: Path) -> None:
    """Drop a file from the page cache."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def answer(title: str, folder: Path) -> dict[str, Any]:
    """Figures of a question, in this process."""
    name, question, needs = QUESTIONS[title]
    path = folder / name
    files = files_of(path)
    for file in files:
        drop(file)
    before, start = from_disk(), time.perf_counter()
    num = question(path)
    cold, num_bytes = time.perf_counter() - start, from_disk() - before
    warm = []
    for _ in range(5):
        start = time.perf_counter()
        question(path)
        warm.append(time.perf_counter() - start)
    size = sum(file.stat().st_size for file in files)
    return {
        "title": title, "answers": num, "size": size, "bytes": num_bytes, "cold": cold, "warm": min(warm),
        "needs": needs,
    }  # fmt: skip


def store(document: dict[str, Any]) -> None:
    """Put the table of a run into the results."""
    rows = [
        [
            each["title"], f"{each['size'] / 2**20:.1f}", f"{each['bytes'] / 2**10:,.0f}",
            f"{each['cold'] * 1000:.1f}", f"{each['warm'] * 1000:.1f}", each["needs"],
        ]
        for each in document["answers"]
    ]  # fmt: skip
    columns = ["question", "MiB of the input", "KiB from disk", "ms", "again ms", "what the format needs"]
    about = f"`{STORED}`, {document['cores']} cores, load {document['load']:.1f}"
    put(STORED, [{"date": document["date"], "command": about, "columns": columns, "rows": rows}])


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("run")
    command.add_argument("out", type=Path)
    command.add_argument("--folder", type=Path, required=True)
    commands.add_parser("store").add_argument("out", type=Path)
    command = commands.add_parser("answer")
    command.add_argument("title")
    command.add_argument("folder", type=Path)
    given = parser.parse_args()
    if given.command == "answer":
        print(json.dumps(answer(given.title, given.folder)))
    elif given.command == "store":
        store(json.loads(given.out.read_text("utf-8")))
    else:
        answers = []
        for title in QUESTIONS:
            command_line = [sys.executable, str(HERE / "bench_single.py"), "answer", title, str(given.folder)]
            done = subprocess.run(command_line, check=True, capture_output=True, text=True)
            answers.append(json.loads(done.stdout))
            print(done.stdout, end="", flush=True)
        document = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "load": os.getloadavg()[0], **host()}
        given.out.write_text(json.dumps(document | {"answers": answers}, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
