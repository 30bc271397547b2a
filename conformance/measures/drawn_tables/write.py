# SPDX-License-Identifier: Apache-2.0
"""Drawn histories, carried out by Hudi's data source in Spark."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hudi_conformance.adapters.hudi_spark.session import session

from drawn_tables.draw import History, Step

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ALWAYS = {
    "hoodie.table.name": "t",
    "hoodie.embed.timeline.server": "false",
    "hoodie.write.markers.type": "DIRECT",
    "hoodie.insert.shuffle.parallelism": "1",
    "hoodie.upsert.shuffle.parallelism": "1",
    "hoodie.bulkinsert.shuffle.parallelism": "1",
    "hoodie.delete.shuffle.parallelism": "1",
    "hoodie.index.bloom.num_entries": "100",
    "hoodie.combine.before.insert": "true",
}

_LOCKS = {  # CREATE INDEX needs a lock
    "hoodie.write.lock.provider": "org.apache.hudi.client.transaction.lock.InProcessLockProvider"
}


def write(history: History, folder: Path, release: str) -> str:
    """Execute a history; return the reason if it ended early, otherwise "".

    A step that Hudi rejects is skipped, as by a user; its leftover files stay.
    """
    spark = session(release)
    problems = []
    for number, step in enumerate(history.steps):
        try:
            _step(spark, history, step, folder, is_first=number == 0)
        except Exception as error:  # whatever Hudi throws
            lines = [line for line in str(error).splitlines() if line.startswith(("Caused by", ":"))]
            problems.append(f"step {number} {step.operation}: {(lines or [str(error)])[-1][:200]}")
            if number == 0:
                break
    return "; ".join(problems)


def _step(spark: SparkSession, history: History, step: Step, folder: Path, *, is_first: bool) -> None:
    if step.operation == "alter":
        _alter(spark, history, step, folder)
        return
    columns = {name: _type_of(history, name, step.rows) for name in step.rows[0]}
    rows = [tuple(_value(value) for value in row.values()) for row in step.rows]
    frame = spark.createDataFrame(rows, ", ".join(f"{name} {kind}" for name, kind in columns.items()))
    options = {**_ALWAYS, **history.settings, **step.options}
    options["hoodie.datasource.write.operation"] = step.operation
    frame.write.format("hudi").options(**options).mode("overwrite" if is_first else "append").save(
        str(folder)
    )


def _alter(spark: SparkSession, history: History, step: Step, folder: Path) -> None:
    spark.sql("DROP TABLE IF EXISTS t")
    settings = {**history.settings, **_LOCKS}
    for name, value in settings.items():
        spark.conf.set(name, value)
    try:
        spark.sql(f"CREATE TABLE t USING hudi LOCATION '{folder}'")
        spark.sql(step.statement.format("t"))
    finally:
        for name in settings:
            spark.conf.unset(name)
        spark.catalog.dropTempView("t")
        spark.sql("DROP TABLE IF EXISTS t")


def _type_of(history: History, name: str, rows: Any) -> str:
    """The type that a column has when these rows are written."""
    for row in rows:
        value = row[name]
        if isinstance(value, tuple):
            return str(value[0])
    return history.columns.get(name, "string") if name not in _KEYS else _KEYS[name]


_START = datetime(2001, 1, 1)  # noqa: DTZ001 - Spark takes times without a zone
_KEYS = {"id": "string", "part": "string", "ord": "bigint", "name2": "string", "ord2": "int"}


def _value(value: object) -> object:
    """A drawn value: of a kind in SQL and a number between 0 and 1; one in eight is null."""
    if not isinstance(value, tuple):
        return value
    kind, number = value
    if int(number * 1e6) % 8 == 0:
        return None
    whole = int(number * 1000)
    values: Mapping[str, object] = {
        "string": f"v{whole}",
        "int": whole,
        "bigint": whole << 20,
        "float": float(whole) / 8,
        "double": number,
        "boolean": whole % 2 == 0,
        "binary": bytes([whole % 256, 0, 255]),
        "date": date(1970, 1, 1) + timedelta(days=whole * 20 - 3000),
        "timestamp": _START + timedelta(seconds=whole * 1000, microseconds=whole),
        "decimal(10,2)": Decimal(whole) / 100,
        "array<int>": [whole, -1, 3],
        "map<string,bigint>": {"a": whole, "b": None},
        "struct<x:int,y:string>": (whole, None if whole % 3 else "y"),
    }
    return values[kind]
