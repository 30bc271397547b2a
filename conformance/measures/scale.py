# SPDX-License-Identifier: Apache-2.0
"""Time and memory of audit, snapshot and incremental on a large table that the reference writer makes.

    python conformance/measures/scale.py make FOLDER
    python conformance/measures/scale.py measure FOLDER [--command PATH]
    python conformance/measures/scale.py store FOLDER --before PATH --commit NAME

`store` measures the command of another installation too, and writes both among the stored results of audits.

Commit i writes the base files of groups 2i and 2i + 1, and a log file to each group of commit i - 1; every
instant is active. All files have different contents, and an audit of the table has no findings.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "support"))

import pyarrow as pa
import pyarrow.parquet as pq
from histories import START
from history_model import Version
from history_tables import ARROW_SCHEMA, META, blocks, commit, properties_of, stat_of
from hudi_conformance import resources
from hudi_conformance.encode import encode_log
from hudi_conformance.encode.timeline.table import encode_timeline

NUM_GROUPS, NUM_INSTANTS, NUM_PARTITIONS = 10_000, 5_000, 100
GROUPS_PER_COMMIT = NUM_GROUPS // NUM_INSTANTS
TITLE = "python conformance/measures/scale.py, plain loop, on a shared machine"
RANGE = 50  # commits of the short incremental view


def time_of(number: int) -> str:
    return (START + timedelta(minutes=number)).strftime("%Y%m%d%H%M%S") + "000"


def partition_of(group: int) -> str:
    return f"p{group % NUM_PARTITIONS:03d}"


def row_of(group: int, instant: str, file: str, ordering: int) -> dict[str, Any]:
    meta = (instant, f"{instant}_0_{group}", f"k{group}", partition_of(group), file)
    names = (f"_hoodie_{name}" for name in META)
    return dict(zip(names, meta, strict=True)) | {
        "id": f"k{group}",
        "ord": ordering,
        "val": partition_of(group),
    }


def file_id(group: int) -> str:
    return f"{group:08x}-1111-4222-8333-444444444444-0"


def base_file(folder: Path, group: int, instant: str) -> dict[str, Any]:
    """Write a base file of one row; its write stat."""
    name, partition = f"{file_id(group)}_{group}-0-0_{instant}.parquet", partition_of(group)
    path = folder / partition / name
    pq.write_table(pa.Table.from_pylist([row_of(group, instant, name, 1)], ARROW_SCHEMA), path)
    return stat_of(
        file_id(group), f"{partition}/{name}", path.stat().st_size, partition=partition, num_inserts=1
    )


def log_file(folder: Path, group: int, instant: str, slice_instant: str) -> dict[str, Any]:
    """Write a log file of one update; its write stat."""
    partition = partition_of(group)
    name = f".{file_id(group)}_{instant}.log.1_{group}-1-1"
    version = Version(2, row_of(group, instant, file_id(group), 2))
    data = encode_log({"blocks": list(blocks(instant, {f"k{group}": version}))}).data
    (folder / partition / name).write_bytes(data)
    return stat_of(
        file_id(group),
        f"{partition}/{name}",
        len(data),
        partition=partition,
        previous=slice_instant,
        num_updates=1,
    )


def make(folder: Path) -> None:
    """Write the table."""
    for number in range(NUM_PARTITIONS):
        (folder / f"p{number:03d}").mkdir(parents=True)
        text = f"commitTime={time_of(0)}\npartitionDepth=1\n"
        (folder / f"p{number:03d}" / ".hoodie_partition_metadata").write_text(text)
    instants = []
    for number in range(NUM_INSTANTS):
        now, before = time_of(number), time_of(number - 1)
        first = number * GROUPS_PER_COMMIT
        stats = [base_file(folder, group, now) for group in range(first, first + GROUPS_PER_COMMIT)]
        last = range(max(first - GROUPS_PER_COMMIT, 0), first)
        stats += [log_file(folder, group, now, before) for group in last]
        instants.append(
            {
                "time": now,
                "action": "deltacommit",
                "completion_time": str(int(now) + 10_000),
                "completed": commit("UPSERT", stats, 8),
            }
        )
    properties = properties_of("EVENT_TIME_ORDERING", 8) | {
        "hoodie.table.partition.fields": "val",
        "hoodie.table.keygenerator.class": "org.apache.hudi.keygen.SimpleKeyGenerator",
    }
    made = encode_timeline(
        {"release": "1.0.2", "table_version": 8, "properties": properties, "instants": instants}
    )
    for path, data in made.files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    (folder / ".hoodie/timeline/history").mkdir()


def measure(words: Sequence[str], environment: Mapping[str, str]) -> tuple[int, float, float, float]:
    """Exit code, seconds, seconds of CPU, and peak memory in MiB of a process."""
    start = time.monotonic()
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, env=environment) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return (
        process.returncode,
        time.monotonic() - start,
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss / 1024,
    )


def views() -> dict[str, list[str]]:
    """Commands by name, without the table."""
    begin, end = time_of(NUM_INSTANTS // 2), time_of(NUM_INSTANTS // 2 + RANGE)
    return {
        "audit": ["audit", "--engine", "plain"],
        "snapshot": ["snapshot"],
        f"incremental, {RANGE} commits": [
            "snapshot",
            "--view",
            "incremental",
            "--begin",
            begin,
            "--end",
            end,
        ],
        "incremental, all commits": ["snapshot", "--view", "incremental", "--begin", "000"],
    }


def measure_one(folder: Path, command: str, name: str) -> tuple[float, float]:
    """Seconds of CPU and peak memory in MiB of a command on the table; prints a line."""
    words = views()[name]
    out = Path(tempfile.mkdtemp(prefix="scale-out-"))
    target = out if name == "audit" else out / "rows.parquet"
    call = [command, words[0], str(folder), *words[1:], "--out", str(target)]
    code, seconds, cpu, memory = measure(call, os.environ)
    rows = pq.read_metadata(target).num_rows if target.is_file() else "–"
    print(
        f"{name}: exit {code}, {rows} rows, {seconds:.1f} s, {cpu:.1f} s of CPU, {memory:.0f} MiB",
        flush=True,
    )
    shutil.rmtree(out)
    if code:
        raise SystemExit(f"{command} exits with {code}")
    return cpu, memory


def store(folder: Path, command: str, before: str, commit: str, names: Sequence[str]) -> None:
    """Measure two installations by turns, and write the table of results; other rows of it stay."""
    size = f"{NUM_GROUPS:,}, {NUM_INSTANTS:,}"
    rows = []
    for name in names:
        (cpu, memory), (cpu_before, memory_before) = (
            measure_one(folder, which, name) for which in (command, before)
        )
        times = [round(cpu_before, 1), round(cpu, 1)]
        rows.append([name, size, *times, round(memory_before), round(memory)])
    columns = ["command", "file groups, instants", f"s of CPU at {commit}", "s of CPU"]
    columns += [f"MiB at {commit}", "MiB"]
    path = resources.data_root() / "conformance" / "results" / "audits.json"
    stored = json.loads(path.read_text("utf-8"))
    old = [item for item in stored["tables"] if item["command"] == TITLE and item["columns"] == columns]
    kept = [row for item in old for row in item["rows"] if row[0] not in names or row[1] != size]
    table = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "command": TITLE,
        "columns": columns,
        "rows": kept + rows,
    }
    stored["tables"] = [item for item in stored["tables"] if item["command"] != TITLE] + [table]
    path.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=("make", "measure", "store"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--command", default=str(Path(sys.executable).with_name("hudi-conformance")))
    parser.add_argument("--before", help="Command of the installation to compare with.")
    parser.add_argument("--commit", help="Its commit.")
    parser.add_argument("--only", default="", help="Commands whose name holds this text.")
    args = parser.parse_args()
    names = [name for name in views() if args.only in name]
    if args.what == "make":
        make(args.folder)
    elif args.what == "measure":
        for name in names:
            measure_one(args.folder, args.command, name)
    elif args.before is None or args.commit is None:
        parser.error("store needs --before and --commit")
    else:
        store(args.folder, args.command, args.before, args.commit, names)


if __name__ == "__main__":
    main()
