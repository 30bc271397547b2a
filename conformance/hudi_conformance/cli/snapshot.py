# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance snapshot`: the rows of a table's view by the reference semantics."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import rich_click as click

from hudi_conformance.canonical.json import dumps
from hudi_conformance.cli import common, echo, places
from hudi_conformance.decode.bulk.framing import LEN_LITTLE, few_bytes
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import RowShape, row_shape
from hudi_conformance.engine import PLAIN, SPARK
from hudi_conformance.look.text import counted
from hudi_conformance.model.base_file import PARQUET
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.table.arrow import MergeCounts, rows_schema, view_schema
from hudi_conformance.table.base_columns import BATCH_ROWS
from hudi_conformance.table.checked import checked_batches
from hudi_conformance.table.damages import DamagedFiles, OnDamage
from hudi_conformance.table.listing import listing_differences, open_listed
from hudi_conformance.table.options import FOLDERS, LISTINGS, METADATA, ReadOptions
from hudi_conformance.table.view import VIEWS, Table, View, at_view, checked_view
from hudi_conformance.table.view_damages import view_damages

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_MAX_DIFFERENCES = 20
_NUM_SHOWN = 20  # rows of the table that is printed
_WRITTEN_BYTES = 64 << 20  # of rows that are written at once, at minimum


@dataclass(frozen=True, slots=True)
class Source:
    """The table, and how it is read."""

    folder: Path
    options: ReadOptions

    def open(self) -> Table:
        """The table with the files of its listing."""
        return open_listed(self.folder, self.options)


@dataclass(frozen=True, slots=True)
class Output:
    """Destination of the rows."""

    out: Path | None
    as_json: bool
    on_damage: OnDamage = OnDamage.RAISE
    first: list[dict[str, object]] = field(default_factory=list)
    counts: MergeCounts = field(default_factory=MergeCounts)

    def explain(self, *, by_id: bool) -> None:
        """Print to standard error how columns were matched and file slices merged."""
        counts = self.counts
        if self.as_json:
            echo.line(
                dumps({"columns": "by id" if by_id else "by name", "merged": counts.document()}), err=True
            )
            return
        echo.line(f"columns matched by {'id' if by_id else 'name'}", err=True)
        slices = counted(counts.by_columns, "slice")
        echo.line(
            f"merged by columns: {slices}, of these {counted(counts.num_keys, 'key')} by a rule", err=True
        )
        for why, number in sorted(counts.by_rows.items()):
            echo.line(f"merged row by row: {counted(number, 'slice')} ({why})", err=True)

    @property
    def num_missing(self) -> int:
        """The number of rows that are still to print."""
        return 0 if self.as_json or self.out else _NUM_SHOWN - len(self.first)

    def print_first(self) -> None:
        """Print the first rows as a table, without meta fields."""
        if not self.first:
            return
        from rich.table import Table as Grid

        grid = Grid(box=None, pad_edge=False, header_style="dim")
        names = [name for name in self.first[0] if not name.startswith("_hoodie_")]
        for name in names:
            grid.add_column(name, overflow="fold")
        for row in self.first:
            grid.add_row(*(dumps(row[name]) for name in names))
        echo.console(wide=True).print(grid)


@dataclass(slots=True)
class _Rows:
    """Batches that are not yet written: small file groups share a row group."""

    writer: pq.ParquetWriter
    batches: list[pa.RecordBatch] = field(default_factory=list)
    num_rows: int = 0
    num_bytes: int = 0

    def add(self, batch: pa.RecordBatch) -> None:
        """Add a batch, and write if there are enough rows."""
        self.batches.append(batch)
        self.num_rows += batch.num_rows
        self.num_bytes += batch.nbytes
        if self.num_rows >= BATCH_ROWS or self.num_bytes >= _WRITTEN_BYTES:
            self.write()

    def close(self) -> None:
        """Write the remaining rows and close the file."""
        with closing(self.writer):
            self.write()

    def write(self) -> None:
        """Write the batches as one row group."""
        if self.batches:
            self.writer.write_table(pa.Table.from_batches(self.batches).combine_chunks())
        self.batches, self.num_rows, self.num_bytes = [], 0, 0


@click.command("snapshot")
@click.argument("table", type=places.FOLDER)
@common.default_option("--view", VIEWS, "snapshot", "View of the table.")
@click.option("--as-of", metavar="INSTANT", help="Read the table as of this instant.")
@click.option("--begin", metavar="INSTANT", help="Incremental, CDC: changes after this time; see --line.")
@click.option("--end", metavar="INSTANT", help="Incremental, CDC: changes up to this time.")
@common.line_option
@common.default_option(
    "--listing", LISTINGS, FOLDERS, "List data files from folders or from the metadata table."
)
@click.option("--by-name", is_flag=True, help="Match columns by name even if the table has column ids.")
@common.bootstrap_option
@common.damage_option
@click.option(
    "--out", type=click.Path(path_type=Path), help="Write to this Parquet file, or with Spark to this folder."
)
@common.default_option("--engine", (PLAIN, SPARK), PLAIN, "Run in a local loop or on Spark executors.")
@click.option("--master", help="Master URL of Spark; implies --engine spark.")
@click.option("--explain", is_flag=True, help="Print to standard error how each file slice was merged.")
@common.json_option("Print rows as JSON lines.")
def command(
    *,
    table: Path,
    view: str,
    as_of: str | None,
    begin: str | None,
    end: str | None,
    line: Line | None,
    listing: str,
    by_name: bool,
    bootstrap_base: Path | None,
    on_damage: OnDamage,
    out: Path | None,
    engine: str,
    master: str | None,
    explain: bool,
    as_json: bool,
) -> int:
    """Read a view of TABLE by the rules of the specification, and print or write its rows.

    Default, without --json and --out: print the first rows as a table, without meta fields.
    Views of changes select commits by their begin time, since 1.0 and table version 8 by their completion
    time. Only 1.0 includes a commit exactly at --begin. `cdc` returns each change as its operation (i, u, d),
    the instant, and the row before and after; the table must have CDC enabled. With --listing metadata, the
    files of the table are those listed by its metadata table, as engines read it; files that a snapshot opens
    with only one listing, and different sizes, are reported on standard error. Columns of a table with column
    ids (schema on read) are matched by id, as Hudi does with hoodie.schema.on.read.enable; with --by-name by
    name, as most engines do: renamed columns are then null. Slices with log files are merged by columns if
    the rules are simple, else row by row: --explain prints the counts and the reasons, with --json as one
    JSON document. With Spark each file group is a task. A table in a store (`s3://bucket/table`, `gs:`,
    `abfs:`, `hdfs:`, `webhdfs:`) is copied first. Exits with 0, 2 on wrong usage, 3 if the table cannot be
    read or rows would be missing or stale: files that completed commits name are missing or too short, base
    files cannot be read, log files have corrupt blocks. In that case standard error has one line per file,
    --out writes no file, and the rows printed by --json are incomplete. --allow-damaged returns the other
    rows; `audit` checks all files.
    """
    try:
        table_view = checked_view(view, as_of, begin, end)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    output = Output(out, as_json, on_damage)
    with common.reading(table), few_bytes(_len_of_files(table)):
        if listing == METADATA:
            _print_differences(table, line)
        spark = None
        if master or engine == SPARK:
            from hudi_conformance.engine.choice import choose_session

            spark = choose_session(SPARK, master)
        source = Source(table, ReadOptions(line, listing, not by_name, bootstrap_base, on_damage))
        if spark is not None:
            count = _by_spark(spark, source, table_view, output)
        else:
            opened = source.open()
            count = _locally(opened, table_view, output)
            if explain:
                output.explain(by_id=at_view(opened, table_view).ids is not None)
    if not as_json:
        more = (
            f", {printed} of them shown: --json prints all"
            if 0 < (printed := len(output.first)) < count
            else ""
        )
        output.print_first()
        echo.line(counted(count, "row") + (f" written to {out}" if out else more))
    return 0


def _len_of_files(folder: Path) -> int:
    """Bytes below a folder in files other than Parquet, up to the number from which kernels pay off."""
    total = 0
    for root, _, names in os.walk(folder):
        for name in names:
            if not name.endswith(PARQUET.suffix):
                with suppress(OSError):  # a writer may delete it
                    total += Path(root, name).stat().st_size
        if total >= LEN_LITTLE:
            break
    return total


def _print_differences(folder: Path, line: Line | None) -> None:
    differences = list(listing_differences(folder, line))
    for number, difference in enumerate(differences):
        if number == _MAX_DIFFERENCES:
            echo.line(f"and {counted(len(differences) - number, 'more difference')}", err=True)
            break
        echo.line(difference.text, err=True)
    if not differences:
        echo.line("folders and metadata table list the same files", err=True)


def _locally(table: Table, view: View, output: Output) -> int:
    shape = row_shape(rows_schema(table, view).tree)
    batches = checked_batches(table, view, output.counts)
    count = 0
    with _written(output.out, view_schema(table, view)) as rows:
        for batch in batches:
            count += batch.num_rows
            if rows is not None:
                rows.add(batch)
            if output.as_json:
                _print_rows(batch, shape)
            elif output.num_missing:
                output.first.extend(canonical_rows(batch.slice(0, output.num_missing), shape))
    common.print_damages(batches.damages, as_json=output.as_json)
    return count


@contextmanager
def _written(out: Path | None, schema: pa.Schema) -> Iterator[_Rows | None]:
    """A Parquet file for rows; it is removed if a row cannot be written."""
    if out is None:
        yield None
        return
    rows = _Rows(pq.ParquetWriter(out, schema))
    try:
        yield rows
    except BaseException:
        rows.writer.close()
        if out.is_file():
            out.unlink()
        raise
    rows.close()


def _by_spark(spark: SparkSession, source: Source, view: View, output: Output) -> int:
    from pyspark.errors import PySparkException

    try:
        count = _spark_rows(spark, source, view, output)
    except PySparkException as error:
        damages = view_damages(source.open(), view)
        if damages and output.on_damage is OnDamage.RAISE:
            raise DamagedFiles(damages) from error
        raise
    if output.on_damage is not OnDamage.RAISE:  # tasks cannot return a list
        common.print_damages(view_damages(source.open(), view), as_json=output.as_json)
    return count


def _spark_rows(spark: SparkSession, source: Source, view: View, output: Output) -> int:
    from hudi_conformance.spark import register

    register(spark)
    read = source.options
    options = {"path": str(source.folder.resolve()), "view": view.kind, "listing": read.listing}
    options["by_id"] = str(read.by_id).lower()
    options["on_damage"] = read.on_damage
    base = None if read.bootstrap_base is None else read.bootstrap_base.resolve()
    given = (("line", read.line), ("as_of", view.as_of), ("begin", view.begin), ("end", view.end),
             ("bootstrap_base", base))  # fmt: skip
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
    if output.out is not None and not output.as_json:
        return int(frame.count())
    shape = row_shape(rows_schema(source.open(), view).tree)
    if not output.as_json:
        for batch in frame.limit(_NUM_SHOWN).toArrow().to_batches():
            output.first.extend(canonical_rows(batch, shape))
        return int(frame.count())
    rows = frame.toArrow()
    for batch in rows.to_batches():
        _print_rows(batch, shape)
    return int(rows.num_rows)


def _print_rows(batch: pa.RecordBatch, shape: RowShape) -> None:
    for row in canonical_rows(batch, shape):
        echo.document(dumps(row))
