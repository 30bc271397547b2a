# SPDX-License-Identifier: Apache-2.0
"""Damage copies of real tables, repair them by `audit --plan`, and let real Hudi read and write them.

    python conformance/measures/repaired_tables.py 1.2.0 fixtures/real-rows/1.2.0 --out out/repaired

Prints a line for each damage and table: whether Spark returns the rows from before the damage, and whether
the keys are those from before after the same release has upserted a row. Exit code 1 if any differs.
Needs PySpark 3.5.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.repair.plan import plan_repairs
from hudi_conformance.repair.script import render
from instruments.tables.table import PROPERTIES, Table, find_tables


def commit_emptied(table: Table) -> None:
    """The last completed commit has no bytes."""
    last = table.completed("commit", "deltacommit")[-1]
    table.file(table.place(last)).write_bytes(b"")


def commit_torn(table: Table) -> None:
    """The end of the second commit is lost."""
    file = table.file(table.place(table.completed("commit", "deltacommit")[1]))
    file.write_bytes(file.read_bytes()[:-40])


def completion_lost(table: Table) -> None:
    """The completed file of the second commit is lost."""
    table.file(table.place(table.completed("commit", "deltacommit")[1])).unlink()


def partition_renamed(table: Table) -> None:
    """The folder of a partition has another name."""
    folder = table.file(table.metafiles[0]).parent
    folder.rename(folder.with_name(f"{folder.name} copy"))


def base_file_moved(table: Table) -> None:
    """A base file lies in the folder of the table."""
    shutil.move(table.file(_partitioned(table)[0]), table.path)


def base_file_doubled(table: Table) -> None:
    """A base file lies in two partitions."""
    files = [table.file(path) for path in _partitioned(table)]
    shutil.copy(files[0], next(file for file in files if file.parent != files[0].parent).parent)


def log_torn(table: Table) -> None:
    """A log file ends with a partial block."""
    log = table.file(table.logs[0])
    log.write_bytes(log.read_bytes() + log.read_bytes()[:-30])


def table_type_lost(table: Table) -> None:
    """The properties lack the table type."""
    lines = table.file(PROPERTIES).read_text().splitlines()
    table.file(PROPERTIES).write_text("\n".join(line for line in lines if "table.type" not in line))


def metadata_table_torn(table: Table) -> None:
    """A file of the metadata table is cut in half."""
    metadata = table.metadata
    file = next(iter((metadata.path / "files").glob("*.hfile"))) if metadata else None
    if file is None:
        raise IndexError
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _partitioned(table: Table) -> list[str]:
    return [path for path in table.bases if "/" in path]


DAMAGES: tuple[Callable[[Table], None], ...] = (
    commit_emptied, commit_torn, completion_lost, partition_renamed, base_file_moved, base_file_doubled,
    log_torn, table_type_lost, metadata_table_torn,
)  # fmt: skip
"""Each raises IndexError or StopIteration for a table that has nothing of the kind."""


def open_copy(path: Path, folder: Path) -> Table:
    """A table out of a zip file."""
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    return Table(find_tables(folder)[0])


def run_script(script: Path, **env: str) -> None:
    """Run a plan; raises CalledProcessError."""
    subprocess.run(["sh", str(script)], env={**os.environ, **env}, check=True, capture_output=True)


def _repair(table: Table, scratch: Path) -> int:
    outcome = run_audit(Options([str(table.path)]), scratch / "audit", on_progress=lambda _: None)
    plans = list(plan_repairs([str(table.path)], list(outcome.store.rows())))
    script = scratch / "plan.sh"
    script.write_text(render(plans, script.name))
    run_script(script, APPLY="1")
    return sum(len(plan.repairs) for plan in plans)


def _rows(spark: Any, table: Table) -> Counter[str]:
    frame = spark.read.format("hudi").load(str(table.path))
    return Counter(
        json.dumps(row.asDict(recursive=True), default=str, sort_keys=True) for row in frame.collect()
    )


def _keys(rows: Counter[str]) -> Counter[str]:
    loaded = map(json.loads, rows.elements())
    return Counter(f"{row['_hoodie_partition_path']} {row['_hoodie_record_key']}" for row in loaded)


def _upsert(spark: Any, table: Table) -> None:
    get = table.properties.get
    frame = spark.read.format("hudi").load(str(table.path)).limit(1)
    options = {
        "hoodie.table.name": get("hoodie.table.name", "t"),
        "hoodie.datasource.write.recordkey.field": get("hoodie.table.recordkey.fields", ""),
        "hoodie.datasource.write.partitionpath.field": get("hoodie.table.partition.fields", ""),
        "hoodie.datasource.write.table.type": get("hoodie.table.type", ""),
        "hoodie.datasource.write.hive_style_partitioning": get(
            "hoodie.datasource.write.hive_style_partitioning", ""
        ),
        "hoodie.datasource.write.operation": "upsert",
        "hoodie.embed.timeline.server": "false",
        "hoodie.upsert.shuffle.parallelism": "1",
    }
    hive_style = "hoodie.datasource.write.hive_style_partitioning"
    options[hive_style] = get(hive_style, "")
    ordering = get("hoodie.table.precombine.field") or get("hoodie.table.ordering.fields")
    if ordering:
        options["hoodie.datasource.write.precombine.field"] = ordering
    columns = [name for name in frame.columns if not name.startswith("_hoodie_")]
    rows = spark.createDataFrame(frame.select(columns).collect(), frame.select(columns).schema)
    rows.write.format("hudi").options(**{k: v for k, v in options.items() if v}).mode("append").save(
        str(table.path)
    )


def judge(spark: Any, path: Path, damage: Callable[[Table], None]) -> dict[str, Any] | None:
    """Result for a damaged and repaired copy; None if the damage does not apply to the table."""
    with tempfile.TemporaryDirectory() as name:
        table = open_copy(path, Path(name) / "table")
        rows = _rows(spark, table)
        try:
            damage(table)
        except (IndexError, StopIteration):
            return None
        result: dict[str, Any] = {"table": path.stem, "damage": damage.__name__, "rows": rows.total()}
        result["repairs"] = _repair(table, Path(name))
        try:
            result["read"] = _rows(spark, table) == rows
            _upsert(spark, table)
            result["written"] = _keys(_rows(spark, table)) == _keys(rows)
        except Exception as error:  # whatever Hudi throws
            result["error"] = str(error).splitlines()[0][:300]
        return result


def main() -> int:
    """Entry point; see the module's text."""
    from hudi_conformance.adapters.hudi_spark.session import session

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("release")
    parser.add_argument("tables", nargs="+", type=Path, help="zip files, or folders of them")
    parser.add_argument("--out", type=Path, default=Path("out/repaired"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    spark = session(options.release)
    paths = [
        path
        for given in options.tables
        for path in (sorted(given.glob("*.zip")) if given.is_dir() else [given])
    ]
    failed = 0
    with (options.out / f"repaired-{options.release}.jsonl").open("w") as file:
        for path in paths:
            for damage in DAMAGES:
                result = judge(spark, path, damage)
                if result is None:
                    continue
                failed += not (result.get("read") and result.get("written"))
                print(json.dumps(result), flush=True)
                file.write(json.dumps(result) + "\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
