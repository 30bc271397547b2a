# SPDX-License-Identifier: Apache-2.0
"""Write the tables of `fixtures/real-orc` and `fixtures/real-hfile-base` with Hudi, by Spark 3.5.

    python conformance/tools/format_tables.py RELEASE FOLDER

Three commits a table: an upsert of two partitions, another, a delete. A bucket index, because no release
looks keys up in ORC files or HFiles. Instants, seconds and file ids differ each time; the archives of the
fixtures lack checksum files.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hudi_conformance.adapters.hudi_spark.session import session

SUMMER, WINTER, BEFORE_1970, ZERO = 1_720_000_000_123_456, 1_705_312_200_000_001, -2_000_000, 0
TABLES = {
    "cow_orc": ("COPY_ON_WRITE", "ORC"), "mor_orc": ("MERGE_ON_READ", "ORC"),
    "cow_hfile": ("COPY_ON_WRITE", "HFILE"), "mor_hfile": ("MERGE_ON_READ", "HFILE"),
}  # fmt: skip
OPTIONS = {
    "hoodie.table.name": "t", "hoodie.datasource.write.recordkey.field": "id",
    "hoodie.datasource.write.partitionpath.field": "part", "hoodie.datasource.write.precombine.field": "l",
    "hoodie.index.bloom.num_entries": "50", "hoodie.bloom.index.filter.dynamic.max.entries": "200",
    "hoodie.bloom.index.filter.type": "SIMPLE", "hoodie.metadata.enable": "false",
    "hoodie.index.type": "BUCKET", "hoodie.bucket.index.num.buckets": "1", "hoodie.compact.inline": "false",
    "hoodie.storage.layout.partitioner.class":
        "org.apache.hudi.table.action.commit.SparkBucketIndexPartitioner",
}  # fmt: skip
Row = tuple[str, int, int, str]
"""Key, number, microseconds, partition."""


def select(row: Row, least: int) -> str:
    """A row as a query: fifteen types."""
    key, n, micros, part = row
    time = f"timestamp_micros(cast({micros} as bigint))"
    return (
        f"select '{key}' id, {n} n, cast({least + n} as bigint) l, cast({n}.25 as double) d, "
        f"cast({n}.5 as float) f, {str(n % 2 == 0).lower()} b, {time} ts, date'2024-02-2{n}' dt, "
        f"cast({n}.75 as decimal(10,2)) dc, cast('x{key}' as binary) bin, array('a{n}', null) arr, "
        f"map('k{n}', {n}) m, named_struct('a', {n}, 't', {time}) s, '{part}' part"
    )


def main(release: str, folder: str) -> None:
    """Entry point."""
    spark = session(release)
    spark.conf.set("spark.sql.session.timeZone", "UTC")
    first: list[Row] = [("a", 1, SUMMER, "p1"), ("b", 2, WINTER, "p1"), ("c", 3, BEFORE_1970, "p2")]
    for name, (kind, form) in TABLES.items():
        is_cow = kind == "COPY_ON_WRITE"
        commits: list[tuple[str, list[Row]]] = [
            ("upsert", [*first, ("e", 5, ZERO, "p2")] if is_cow else first),
            ("upsert", [("a", 4, WINTER, "p1"), ("d", 6, SUMMER, "p2" if is_cow else "p1")]),
            ("delete", [("b", 2, WINTER, "p1")]),
        ]
        own = {"hoodie.datasource.write.table.type": kind, "hoodie.table.base.file.format": form}
        for number, (operation, rows) in enumerate(commits, 1):
            frame = spark.sql(" union all ".join(select(row, 10 * number) for row in rows))
            writer = frame.write.format("hudi").options(**OPTIONS, **own).mode("append")
            writer.option("hoodie.datasource.write.operation", operation).save(str(Path(folder, name)))


if __name__ == "__main__":
    main(*sys.argv[1:])
