# SPDX-License-Identifier: Apache-2.0
"""Views of large merge-on-read tables: ours, hudi-rs and Hudi on Spark, each on both cores of the same files.

    python conformance/benchmarks/bench_views.py run FILE --rows 1000000 --rows 10000000 [--rows 100000000]
        [--folder FOLDER] [--spark PYTHON BUNDLE]
    python conformance/benchmarks/bench_views.py store FILE...

File groups have 100,000 rows, a tenth of which are updated in log files (`table_files.write_copied_groups`).
Views: the snapshot, two columns of it, the rows of the last commit, the state after the first commit, and a
thousand rows of that by a filter on a column whose values grow from file group to file group. All rows
become Arrow batches, which are counted and dropped, so memory is that of the reader. Spark computes the
exclusive or of the hashes of all columns: for a count it would not read them. PYTHON has PySpark 3.5, BUNDLE
is a `hudi-spark3.5-bundle_2.12`; the session starts before the clock. Each turn is a process with one pass.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import harness
import pyarrow as pa
import table_files
from harness import HERE
from row_results import put
from table_files import FIRST

STORED = "benchmarks/bench_views.py"
KIND = "lakes"
FILTERED = "thousand rows of the first commit"
VIEWS = ("snapshot", "two columns", "last commit", "as of the first commit", FILTERED)
COLUMNS = ("_hoodie_record_key", "ratio")
ROWS_EACH = 100_000
BETWEEN = ((">=", 3 * ROWS_EACH // 2), ("<", 3 * (ROWS_EACH // 2 + 1000)))  # of the column `number`


def ours(view: str, table: Path) -> Iterable[pa.RecordBatch]:
    """Batches of a view by this project."""
    from hudi_conformance.api.tables import open_table  # noqa: PLC0415 - not in a turn of a peer

    opened = open_table(table)
    if view == "two columns":
        return opened.batches(columns=COLUMNS)
    if view == "last commit":
        return opened.batches("incremental", begin=FIRST)
    if view == FILTERED:
        return opened.batches(as_of=FIRST, filters=[("number", op, value) for op, value in BETWEEN])
    return opened.batches(as_of=None if view == "snapshot" else FIRST)


def hudi_rs(view: str, table: Path) -> Iterable[pa.RecordBatch]:
    """Batches of a view by hudi-rs."""
    rs = import_module("hudi")
    options = rs.HudiReadOptions()
    if view == "two columns":
        options = options.with_projection(list(COLUMNS))
    elif view == "last commit":
        options = options.with_query_type(rs.HudiQueryType.Incremental).with_start_timestamp(FIRST)
    elif view != "snapshot":
        options = options.with_as_of_timestamp(FIRST)
    if view == FILTERED:
        options = options.with_filters([("number", op, str(value)) for op, value in BETWEEN])
    return map(pa.record_batch, rs.HudiTable(str(table)).read(options))


def spark(view: str, table: Path, bundle: str) -> tuple[int, float, float]:
    """Rows, wall seconds, and peak memory of the JVM in MiB, by Hudi on Spark."""
    from bench_snapshot import session  # noqa: PLC0415 - has PySpark
    from pyspark.sql import functions as f  # noqa: PLC0415 - as above

    active = session("local[2]", bundle)
    active.range(10).selectExpr("bit_xor(xxhash64(id))").collect()
    options = {
        "last commit": {
            "hoodie.datasource.query.type": "incremental",
            "hoodie.datasource.read.begin.instanttime": FIRST,
        },
        "as of the first commit": {"as.of.instant": FIRST},
        FILTERED: {"as.of.instant": FIRST},
    }
    start = time.perf_counter()
    rows = active.read.format("hudi").options(**options.get(view, {})).load(str(table))
    for op, value in BETWEEN if view == FILTERED else ():
        rows = rows.where(f"number {op} {value}")
    columns = COLUMNS if view == "two columns" else rows.columns
    [[num, _]] = rows.select(f.count(f.lit(1)), f.bit_xor(f.xxhash64(*columns))).collect()
    wall = time.perf_counter() - start
    jvm = Path(f"/proc/{active.sparkContext._gateway.proc.pid}/status").read_text("utf-8")
    peak = next(int(line.split()[1]) for line in jvm.splitlines() if line.startswith("VmHWM"))
    return int(num), wall, peak / 1024


def turn(reader: str, view: str, table: Path, bundle: str) -> dict[str, Any]:
    """One pass, in this process."""
    if reader == "spark":
        rows, wall, peak = spark(view, table, bundle)
        return {"rows": rows, "wall": wall, "peak_mib": peak}
    start = time.perf_counter()
    rows = sum(batch.num_rows for batch in {"ours": ours, "hudi-rs": hudi_rs}[reader](view, table))
    wall = time.perf_counter() - start
    return {"rows": rows, "wall": wall, "peak_mib": harness.peak_kib() / 1024}


def run(given: argparse.Namespace) -> dict[str, Any]:
    """All turns."""
    pythons = {"ours": sys.executable, "hudi-rs": sys.executable}
    bundle = ""
    if given.spark:
        pythons["spark"], bundle = given.spark
    turns, load = [], [os.getloadavg()[0]]
    with harness.scratch(given.folder) as folder:
        for num in given.rows:
            table = folder / f"t{num}"
            if not table.exists():
                table_files.write_copied_groups(table, num // ROWS_EACH, ROWS_EACH)
            for view in VIEWS:
                for reader, python in pythons.items():
                    command = [python, str(HERE / "bench_views.py"), "turn", reader, view, str(table), bundle]
                    done = subprocess.run(command, check=False, capture_output=True, text=True)
                    figures = json.loads(done.stdout.splitlines()[-1]) if not done.returncode else {}
                    turns.append({"rows_of_table": num, "view": view, "reader": reader, **figures})
                    print(json.dumps(turns[-1]), done.stderr[-300:] if done.returncode else "", flush=True)
    load.append(os.getloadavg()[0])
    return {"date": f"{datetime.now(UTC):%Y-%m-%d}", "load": load, "turns": turns, **harness.host()}


def store(document: dict[str, Any]) -> None:
    """Put the table of a run into the results."""
    rows = []
    for num in sorted({each["rows_of_table"] for each in document["turns"]}):
        for view in VIEWS:
            here = {
                each["reader"]: each
                for each in document["turns"]
                if each["rows_of_table"] == num and each["view"] == view
            }
            if "ours" not in here:
                continue
            mine = here["ours"]
            row = [f"{num:,}", view, f"{mine['rows']:,}", f"{mine['wall']:.1f}", f"{mine['peak_mib']:.0f}"]
            for reader in ("hudi-rs", "spark"):
                peer = here.get(reader, {})
                if "wall" not in peer:
                    row += ["failed" if reader in here else "–", "", ""]
                    continue
                note = "" if peer["rows"] == mine["rows"] else f" ({peer['rows']:,} rows)"
                ratio = f"{peer['wall'] / mine['wall']:.2f}"
                row += [f"{peer['wall']:.1f}{note}", ratio, f"{peer['peak_mib']:.0f}"]
            rows.append(row)
    columns = ["rows of the table", "view", "rows", "ours s", "MiB"]
    for reader in ("hudi-rs", "Spark"):
        columns += [f"{reader} s", "times as fast", f"MiB of {reader}"]
    load = document["load"]
    about = f"`{STORED}`, 2 cores, load {load[0]:.1f} to {load[1]:.1f}"
    put(STORED, [{"date": document["date"], "command": about, "columns": columns, "rows": rows}], KIND)


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("run")
    command.add_argument("out", type=Path)
    command.add_argument("--rows", type=int, action="append", required=True)
    command.add_argument("--folder", type=Path)
    command.add_argument("--spark", nargs=2, metavar=("PYTHON", "BUNDLE"))
    commands.add_parser("store").add_argument("out", type=Path, nargs="+")
    command = commands.add_parser("turn")
    for name in ("reader", "view", "table", "bundle"):
        command.add_argument(name)
    given = parser.parse_args()
    if given.command == "turn":
        print(json.dumps(turn(given.reader, given.view, Path(given.table), given.bundle)))
    elif given.command == "run":
        given.out.write_text(json.dumps(run(given), indent=1) + "\n", encoding="utf-8")
    else:
        documents = [json.loads(path.read_text("utf-8")) for path in given.out]
        turns = [each for document in documents for each in document["turns"]]
        store(documents[-1] | {"turns": turns})
    return 0


if __name__ == "__main__":
    sys.exit(main())
