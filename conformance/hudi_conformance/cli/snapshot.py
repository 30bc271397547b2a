# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance snapshot`: the rows of a table's view by the reference semantics."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import rich_click as click

from hudi_conformance.canonical.json import dumps
from hudi_conformance.cli import common, echo
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import RowShape, row_shape
from hudi_conformance.engine import choice
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.spark import register
from hudi_conformance.table.arrow import group_batches, rows_schema, view_schema
from hudi_conformance.table.reader import view_groups
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import VIEWS, View, checked_view

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@dataclass(frozen=True, slots=True)
class Output:
    """Destination of the rows."""

    out: Path | None
    as_json: bool


@click.command("snapshot")
@click.argument("table", type=common.FOLDER)
@common.default_option("--view", VIEWS, "snapshot", "View of the table.")
@click.option("--as-of", metavar="INSTANT", help="The table as it was at an instant.")
@click.option("--begin", metavar="INSTANT", help="Incremental, CDC: changes after this; see --line.")
@click.option("--end", metavar="INSTANT", help="Incremental, CDC: changes up to this.")
@common.line_option
@click.option("--out", type=click.Path(path_type=Path), help="Parquet file, with Spark a folder, to write.")
@common.default_option(
    "--engine", (choice.PLAIN, choice.SPARK), choice.PLAIN, "A local loop, or executors of Spark."
)
@click.option("--master", help="Master URL of Spark; implies --engine spark.")
@common.json_option("Print rows as JSON lines.")
def command(
    *,
    table: Path,
    view: str,
    as_of: str | None,
    begin: str | None,
    end: str | None,
    line: Line | None,
    out: Path | None,
    engine: str,
    master: str | None,
    as_json: bool,
) -> int:
    """Read a view of TABLE by the rules of the specification, and print or write its rows.

    Views of changes ask by the time at which commits began, from 1.0 and table version 8 on by the time at
    which they ended; 1.0 takes a commit at --begin itself, all others do not. `cdc` gives each change as its
    operation (i, u, d), the instant, and the row before and after; the table must have CDC enabled.
    With Spark each file group is a task. Exits with 0, 2 on wrong usage, 3 when the table cannot be read.
    """
    try:
        table_view = checked_view(view, as_of, begin, end)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    output = Output(out, as_json)
    with common.reading(table):
        spark = choice.choose_session(choice.SPARK if master else engine, master)
        if spark is not None:
            count = _by_spark(spark, table, table_view, line, output)
        else:
            count = _locally(table, table_view, line, output)
    if not as_json:
        echo.line(f"{count} rows" + (f" written to {out}" if out else ""))
    return 0


def _locally(folder: Path, view: View, line: Line | None, output: Output) -> int:
    table = open_table(folder, line)
    shape = row_shape(rows_schema(table, view).tree)
    writer = pq.ParquetWriter(output.out, view_schema(table, view)) if output.out else None
    count = 0
    try:
        for group in view_groups(table, view):
            for batch in group_batches(table, group, view):
                count += batch.num_rows
                if writer is not None:
                    writer.write_table(pa.Table.from_batches([batch]))
                if output.as_json:
                    _print_rows(batch, shape)
    finally:
        if writer is not None:
            writer.close()
    return count


def _by_spark(spark: SparkSession, folder: Path, view: View, line: Line | None, output: Output) -> int:
    register(spark)
    options = {"path": str(folder.resolve()), "view": view.kind}
    given = (("line", line), ("as_of", view.as_of), ("begin", view.begin), ("end", view.end))
    options |= {key: str(value) for key, value in given if value}
    frame = spark.read.format("hudi_reference").options(**options).load()
    if output.out is not None:
        # The default is INT96, which does not record that times are in UTC.
        types = "spark.sql.parquet.outputTimestampType"
        before = spark.conf.get(types)
        spark.conf.set(types, "TIMESTAMP_MICROS")
        try:
            frame.write.mode("errorifexists").parquet(str(output.out))
        finally:
            spark.conf.set(types, before)
        frame = spark.read.parquet(str(output.out))
    if not output.as_json:
        return int(frame.count())
    shape = row_shape(rows_schema(open_table(folder, line), view).tree)
    rows = frame.toArrow()
    for batch in rows.to_batches():
        _print_rows(batch, shape)
    return int(rows.num_rows)


def _print_rows(batch: pa.RecordBatch, shape: RowShape) -> None:
    for row in canonical_rows(batch, shape):
        echo.document(dumps(row))
