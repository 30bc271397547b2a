# SPDX-License-Identifier: Apache-2.0
"""Snapshot of a merge-on-read table: the reference semantics against Hudi's reader, on the same Spark.

    pip install 'pyspark==3.5.*' 'hudi-conformance[fast,hudi-rs]'    no release of Hudi is there for Spark 4
    python conformance/benchmarks/bench_snapshot.py --bundle JAR [--rows 1000000] [--master local[2]]

JAR is a `hudi-spark3.5-bundle_2.12`. It writes the table (bulk insert, then an upsert of a tenth of the rows,
which stays in log files). On Spark, both readers compute the exclusive or of the hashes of all columns of
every row: a count of hashes, which are never null, is rewritten to a count of rows, and a reader that prunes
columns then reads none. The answers are compared. All readers take turns; the first turn is not counted.
Ratios are by turns: median, least and greatest. The session is started before any clock.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import harness
import pyarrow as pa
from harness import peak_kib
from hudi_conformance.engine.launcher import find_spark_java, java_home
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.spark.frames import Task, frame_of_parts, spark_columns, view_frame
from hudi_conformance.spark.sources.typed import arrow_schema
from hudi_conformance.table.options import ReadOptions
from hudi_conformance.table.parts import plan_parts
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View
from hudi_conformance.table.view_batches import view_batches
from pyspark.sql import SparkSession
from pyspark.sql import functions as f
from row_results import put

STORED = "benchmarks/bench_snapshot.py"
GROUPS = 4  # file groups: tasks of both readers
HUDI, ON_SPARK, HUDI_RS, PLAIN = "Hudi on Spark", "reference on Spark", "hudi-rs", "reference, one process"
MADE, BASES = "bound: rows made before, handed to Spark", "bound: Spark's Parquet, base files alone"
PAIRS = ((HUDI, ON_SPARK), (MADE, ON_SPARK), (BASES, ON_SPARK), (HUDI_RS, PLAIN), (HUDI, PLAIN))


def session(master: str, bundle: str) -> Any:
    """A session of Spark with Hudi in it, on the Java that the suite finds."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["JAVA_HOME"] = str(java_home(find_spark_java()))
    return (
        SparkSession.builder.master(master)
        .config("spark.jars", bundle)
        .config("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
        .config("spark.kryo.registrator", "org.apache.spark.HoodieSparkKryoRegistrar")
        .config("spark.sql.extensions", "org.apache.spark.sql.hudi.HoodieSparkSessionExtension")
        .config("spark.driver.memory", "4g")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", str(GROUPS))
        .getOrCreate()
    )


def write(spark: Any, table: str, num_rows: int) -> None:
    """A table of `num_rows` rows, a tenth of them updated in log files."""
    options = {
        "hoodie.table.name": "bench",
        "hoodie.datasource.write.table.type": "MERGE_ON_READ",
        "hoodie.datasource.write.recordkey.field": "id",
        "hoodie.datasource.write.precombine.field": "ts",
        "hoodie.datasource.write.partitionpath.field": "",
        "hoodie.datasource.write.keygenerator.class": "org.apache.hudi.keygen.NonpartitionedKeyGenerator",
        "hoodie.metadata.enable": "false",
        "hoodie.embed.timeline.server": "false",
        "hoodie.compact.inline": "false",
        "hoodie.bulkinsert.shuffle.parallelism": str(GROUPS),
        "hoodie.upsert.shuffle.parallelism": str(GROUPS),
    }
    columns = (
        "concat('key-', lpad(cast(id as string), 9, '0')) as id", "{ts} as ts", "id * 3 as number",
        "cast(id as double) / 7 as ratio", "concat('name of row ', id) as name", "id % 97 as bucket",
    )  # fmt: skip
    for ts, rows, operation in ((1, spark.range(num_rows), "bulk_insert"), (2, None, "upsert")):
        frame = rows if rows is not None else spark.range(0, num_rows, 10)
        frame = frame.selectExpr(*(column.format(ts=f"cast({ts} as bigint)") for column in columns))
        mode = "overwrite" if rows is not None else "append"
        writer = frame.write.format("hudi").options(**options)
        writer.option("hoodie.datasource.write.operation", operation).mode(mode).save(table)


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of the table; answers of the same `kind` must agree, None is compared with none."""

    name: str
    read: Callable[[], int]
    kind: str | None


def take_turns(readers: Sequence[Reader], turns: int) -> dict[str, list[tuple[float, float]]]:
    """Seconds, and CPU seconds of this process, of each turn of each reader; the first turn is thrown away.

    Raises:
        SystemExit: readers of one kind disagree.
    """
    taken: dict[str, list[tuple[float, float]]] = {reader.name: [] for reader in readers}
    for turn in range(turns + 1):
        answers: dict[str | None, set[int]] = {reader.kind: set() for reader in readers}
        for reader in readers:
            start, start_cpu = time.perf_counter(), time.process_time()
            answers[reader.kind].add(reader.read())
            if turn:
                pair = time.perf_counter() - start, time.process_time() - start_cpu
                taken[reader.name].append(pair)
        if any(len(found) > 1 for kind, found in answers.items() if kind is not None):
            raise SystemExit(f"readers disagree: {answers}")
    return taken


def hash_of(frame: Any) -> int:
    """The exclusive or of the hashes of all rows; every column of each is read."""
    hashed = frame.select(f.xxhash64(*frame.columns).alias("h"))
    return int(hashed.agg(f.bit_xor("h")).collect()[0][0])


def hudi(spark: Any, table: str) -> int:
    """All columns of all rows by Hudi's reader."""
    return hash_of(spark.read.format("hudi").load(table))


def reference(spark: Any, table: str) -> int:
    """All columns of all rows by the reference, one task a file group."""
    return hash_of(view_frame(spark, Path(table)))


def made_before(spark: Any, table: str) -> int:
    """The hash of rows that workers made in an earlier turn: as if reading took no time at all."""
    opened = open_table(Path(table), ReadOptions(Line.V1_2))
    shared, parts = plan_parts(opened, View())
    columns = spark_columns(opened, View())
    task = Task(shared, arrow_schema(columns))

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        # Stored in the worker's process: the closure of this function is sent again with each task.
        made = vars(sys).setdefault("rows_made_before", {})
        for batch in batches:
            [part] = batch.column(0).to_pylist()
            if part not in made:
                made[part] = list(task.run(iter([batch])))
            yield from made[part]

    return hash_of(frame_of_parts(spark, parts, run, columns))


def bases(spark: Any, table: str) -> int:
    """The hash of the rows of base files alone, by Spark's own reader: nothing is merged."""
    return hash_of(spark.read.parquet(*map(str, sorted(Path(table).glob("*.parquet")))))


def plain(table: str) -> int:
    """All rows by the reference, in this process."""
    return sum(
        batch.num_rows for batch in view_batches(open_table(Path(table), ReadOptions(Line.V1_2)), View())
    )


def hudi_rs(table: str) -> int:
    """All rows by hudi-rs, in this process."""
    rs = import_module("hudi")
    return sum(pa.record_batch(batch).num_rows for batch in rs.HudiTable(table).read(rs.HudiReadOptions()))


def readers_of(spark: Any, table: str) -> list[Reader]:
    """The readers that are here, peers before ours."""
    readers = [
        Reader(HUDI, lambda: hudi(spark, table), "hash"),
        Reader(ON_SPARK, lambda: reference(spark, table), "hash"),
        Reader(MADE, lambda: made_before(spark, table), "hash"),
        Reader(BASES, lambda: bases(spark, table), None),
    ]
    if find_spec("hudi") is not None:
        readers.append(Reader(HUDI_RS, lambda: hudi_rs(table), "rows"))
    return [*readers, Reader(PLAIN, lambda: plain(table), "rows")]


def document_of(taken: Mapping[str, Sequence[tuple[float, float]]]) -> dict[str, Any]:
    """Seconds of all turns, and the ratios of peers to ours: median, least, greatest."""
    document: dict[str, Any] = {
        "seconds": {name: [wall for wall, _ in turns] for name, turns in taken.items()}
    }
    document["cpu_seconds"] = {
        name: [cpu for _, cpu in taken[name]] for name in (HUDI_RS, PLAIN) if name in taken
    }
    for peer, ours in PAIRS:
        if peer in taken:
            ratios = sorted(a[0] / b[0] for a, b in zip(taken[peer], taken[ours], strict=True))
            document[f"{peer} / {ours}"] = [statistics.median(ratios), ratios[0], ratios[-1]]
    return document


def table_of(taken: Mapping[str, Sequence[tuple[float, float]]], about: str) -> dict[str, Any]:
    """A table for the results: medians, and ratios of peers to ours by turns."""
    rows = []
    for peer, mine in PAIRS:
        if peer in taken:
            pairs = [(theirs[0], ours[0]) for theirs, ours in zip(taken[peer], taken[mine], strict=True)]
            seconds = [statistics.median(side) for side in zip(*pairs, strict=True)]
            ratios = sorted(theirs / ours for theirs, ours in pairs)
            rows.append([
                mine, peer, f"{seconds[1]:.2f}", f"{seconds[0]:.2f}", f"{statistics.median(ratios):.2f}",
                f"{ratios[0]:.2f} to {ratios[-1]:.2f}",
            ])  # fmt: skip
    return {
        "date": datetime.now(UTC).date().isoformat(), "command": f"`{STORED}`, {about}",
        "columns": ["reader", "peer", "s", "peer s", "times as fast", "spread"], "rows": rows,
    }  # fmt: skip


def main() -> None:
    """Write, read, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bundle", required=True)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--master", default="local[2]")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--table", help="read this table, which an earlier run wrote, or write it here")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures here too")
    parser.add_argument("--store", action="store_true", help="put the table among the results")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-snapshot-", ignore_cleanup_errors=True) as folder:
        spark = session(options.master, options.bundle)
        table = options.table or f"{folder}/table"
        if not Path(table).exists():
            write(spark, table, options.rows)
        sizes = {suffix: sum(p.stat().st_size for p in Path(table).glob(f"*{suffix}*") if p.is_file())
                 for suffix in (".parquet", ".log.")}  # fmt: skip
        print(f"base {sizes['.parquet'] >> 20} MiB, logs {sizes['.log.'] >> 20} MiB")
        load = os.getloadavg()[0]
        print(f"Spark {spark.version}, {options.master}, load {load:.1f}")
        taken = take_turns(readers_of(spark, table), options.turns)
        for name, turns in taken.items():
            walls = sorted(wall for wall, _ in turns)
            print(f"{name:24} {statistics.median(walls):7.2f} s  ({walls[0]:.2f} to {walls[-1]:.2f})")
        document = document_of(taken)
        for name, ratios in document.items():
            if isinstance(ratios, list):
                print(f"{name:44} {ratios[0]:5.2f}x  ({ratios[1]:.2f} to {ratios[2]:.2f})")
        print(
            f"load {os.getloadavg()[0]:.1f} after; peak memory of the driver's Python {peak_kib() >> 10} MiB"
        )
        if options.json:
            about = {"spark": spark.version, "master": options.master, "load": [load, os.getloadavg()[0]]}
            options.json.write_text(json.dumps(about | document, indent=1) + "\n", encoding="utf-8")
        if options.store:
            where = f"{options.master}, commit {harness.commit()[:12]}, {harness.host()['cores']} cores"
            bundle = Path(options.bundle).stem
            about = f"{options.rows:,} rows, Spark {spark.version} with `{bundle}`, {where}, load {load:.1f}"
            put(STORED, [table_of(taken, about)])
        spark.stop()


if __name__ == "__main__":
    main()
