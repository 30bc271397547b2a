# SPDX-License-Identifier: Apache-2.0
"""Snapshot of a merge-on-read table: the reference semantics beside Hudi's own reader, on the same Spark.

    pip install 'pyspark==3.5.*' 'hudi-conformance[fast]'            no release of Hudi is there for Spark 4
    python conformance/benchmarks/bench_snapshot.py --bundle JAR [--rows 1000000] [--master local[2]]

JAR is a `hudi-spark3.5-bundle_2.12`. It writes the table (bulk insert, then an upsert of a tenth of the rows,
which stays in log files), and reads it: every column of every row, thrown away. Both read twice; the better
time counts. The session is started before any clock.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
from harness import peak_kib
from hudi_conformance.engine.launcher import find_spark_java, java_home
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.table.arrow import group_batches
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View
from pyspark.sql import SparkSession
from pyspark.sql import functions as f

GROUPS = 4  # file groups: tasks of both readers


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


def best(what: Callable[[], int], times: int = 2) -> tuple[float, int]:
    """Least seconds of some runs, and what they count."""
    taken, count = [], 0
    for _ in range(times):
        start = time.perf_counter()
        count = what()
        taken.append(time.perf_counter() - start)
    return min(taken), count


def count_rows(frame: Any) -> int:
    """Number of rows; every column of each is read."""
    hashed = frame.select(f.xxhash64(*frame.columns).alias("h"))
    return int(hashed.agg(f.count("h")).collect()[0][0])


def hudi(spark: Any, table: str) -> int:
    """All columns of all rows by Hudi's reader."""
    return count_rows(spark.read.format("hudi").load(table))


def reference(spark: Any, table: str) -> int:
    """All columns of all rows by the reference, one task a file group."""
    groups = list(open_table(Path(table), Line.V1_2).slices)
    frame = spark.createDataFrame([(p, i) for p, i in groups], "partition string, file_id string")

    def read(batches: Iterator[Any]) -> Iterator[Any]:
        opened = open_table(Path(table), Line.V1_2)
        for batch in batches:
            for partition, file_id in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                for found in group_batches(opened, (partition, file_id), View()):
                    yield pa.RecordBatch.from_arrays(found.columns, names=found.schema.names)

    schema = (
        "_hoodie_commit_time string, _hoodie_commit_seqno string, _hoodie_record_key string, "
        "_hoodie_partition_path string, _hoodie_file_name string, id string, ts bigint, number bigint, "
        "ratio double, name string, bucket bigint"
    )
    return count_rows(frame.repartition(len(groups), "file_id").mapInArrow(read, schema))


def plain(table: str) -> int:
    """All rows by the reference, in this process."""
    opened = open_table(Path(table), Line.V1_2)
    return sum(batch.num_rows for group in opened.slices for batch in group_batches(opened, group, View()))


def main() -> None:
    """Write, read, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bundle", required=True)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--master", default="local[2]")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-snapshot-", ignore_cleanup_errors=True) as folder:
        spark = session(options.master, options.bundle)
        table = f"{folder}/table"
        write(spark, table, options.rows)
        sizes = {suffix: sum(p.stat().st_size for p in Path(table).glob(f"*{suffix}*") if p.is_file())
                 for suffix in (".parquet", ".log.")}  # fmt: skip
        print(f"{options.rows} rows, base {sizes['.parquet'] >> 20} MiB, logs {sizes['.log.'] >> 20} MiB")
        print(f"Spark {spark.version}, {options.master}, load {os.getloadavg()[0]:.1f}")
        results = {
            "Hudi's reader on Spark": best(lambda: hudi(spark, table)),
            "reference on Spark": best(lambda: reference(spark, table)),
            "reference, one process": best(lambda: plain(table)),
        }
        first = results["Hudi's reader on Spark"][0]
        for name, (seconds, count) in results.items():
            rate = f"{count / seconds:12,.0f} rows/s"
            print(f"{name:24} {seconds:7.2f} s {rate}  {first / seconds:5.2f}x  {count} rows")
        print(f"peak memory of the driver's Python {peak_kib() >> 10} MiB")
        spark.stop()


if __name__ == "__main__":
    main()
