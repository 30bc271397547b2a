# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance diff`: the reference's rows of a table against an engine's."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import rich_click as click

from hudi_conformance.adapters.hudi_rs import adapter as hudi_rs
from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.cli import common, echo, places
from hudi_conformance.decode.parquet.rows import arrow_values
from hudi_conformance.engine.launcher import spark_version
from hudi_conformance.model.meta_fields import PARTITION_PATH
from hudi_conformance.model.properties.options import QUERY_TYPE, SCHEMA_ON_READ
from hudi_conformance.semantics.merge.resolve import resolver
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.table.checked import checked_rows
from hudi_conformance.table.damages import OnDamage
from hudi_conformance.table.options import ReadOptions
from hudi_conformance.table.row_differences import SCHEMA, RowDifference, deciding_rules, row_differences
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import Table, View
from hudi_conformance.toolchain import ToolMissing

_MAX_PRINTED = 20


@click.command("diff")
@click.argument("table", type=places.FOLDER)
@click.option(
    "--engine",
    required=True,
    metavar="ENGINE",
    help="`parquet:PATH`, rows that an engine wrote to Parquet; `hudi-rs`; `spark`, a session that has Hudi.",
)
@common.default_option("--view", ("snapshot", "read_optimized"), "snapshot", "View of the table.")
@common.line_option
@common.bootstrap_option
@click.option("--by-name", is_flag=True, help="Match columns by name if the table has ids of columns.")
@common.damage_option
@click.option("--ignore", multiple=True, metavar="COLUMN", help="Do not compare this column.")
@click.option("--out", type=click.Path(path_type=Path), help="Parquet file for the differences.")
@common.json_option("Print differences as JSON lines.")
def command(
    *,
    table: Path,
    engine: str,
    view: str,
    line: Line | None,
    bootstrap_base: Path | None,
    by_name: bool,
    on_damage: OnDamage,
    ignore: tuple[str, ...],
    out: Path | None,
    as_json: bool,
) -> int:
    """Compare the rows of TABLE by the specification with those of an engine.

    Each difference names the key, the columns, the origin of the row (base, log, merged, deleted) and the
    rule that decides it. Exits with 0 when all rows are equal, 1 when not, 2 on wrong usage, 3 when one of
    the two cannot be read, or when rows of TABLE are missing because of damaged files, with one line per
    file on standard error.
    """
    with common.reading(table):
        options = ReadOptions(line, by_id=not by_name, bootstrap_base=bootstrap_base, on_damage=on_damage)
        opened = open_table(table, options)
        to_json = RowMapper(opened.schema.tree)
        table_view = View(view)
        reading = checked_rows(opened, table_view)
        ours = [to_json(row) for row in reading]
        common.print_damages(reading.damages, as_json=as_json)
        theirs = [to_json(row) for row in _engine_rows(engine, table, table_view, opened)]
        differences = list(row_differences(ours, theirs, _key_of(opened), _columns(opened, theirs, ignore)))
        rules = deciding_rules(opened, table_view, {item.key for item in differences})
    rows = [_row(item, rules) for item in differences]
    if out is not None:
        pq.write_table(pa.Table.from_pylist(rows, SCHEMA), out)
    if as_json:
        for row in rows:
            echo.document(dumps(row))
    else:
        _print(rows, len(ours), len(theirs))
    return 1 if rows else 0


def _key_of(table: Table) -> Callable[[Mapping[str, Any]], tuple[str, str]]:
    def key(row: Mapping[str, Any]) -> tuple[str, str]:
        return str(row.get(PARTITION_PATH) or ""), table.key(row)

    return key


def _columns(table: Table, rows: list[dict[str, Any]], ignore: tuple[str, ...]) -> list[str]:
    """Columns of the table that the engine returns."""
    of_engine = set(rows[0]) if rows else set()
    names = [member["name"] for member in table.row_schema.tree["fields"]]
    return [name for name in names if name not in ignore and (not of_engine or name in of_engine)]


def _engine_rows(engine: str, folder: Path, view: View, table: Table) -> list[dict[str, Any]]:
    if engine.startswith("parquet:"):
        path = Path(engine.removeprefix("parquet:"))
        if not path.exists():
            raise click.UsageError(f"{path} does not exist")
        batches = _parquet(path)
    elif engine == "hudi-rs":
        batches = _hudi_rs(folder, view)
    elif engine == "spark":
        batches = _spark(folder, view, by_id=table.ids is not None)
    else:
        raise click.UsageError(f"engine {engine!r}: expected parquet:PATH, hudi-rs or spark")
    return [row for batch in batches for row in _rows(batch, table)]


def _parquet(path: Path) -> list[pa.RecordBatch]:
    try:
        return list(pq.read_table(path).to_batches())
    except pa.ArrowException as error:
        raise OSError(f"{path}: {error}") from error


def _rows(batch: pa.RecordBatch, table: Table) -> list[dict[str, Any]]:
    names = [member["name"] for member in table.row_schema.tree["fields"]]
    values = {name: arrow_values(batch.column(name)) for name in names if name in batch.schema.names}
    resolve = resolver(table.row_schema.tree, table.row_schema.tree)
    return [
        resolve({name: values[name][i] if name in values else None for name in names})
        for i in range(batch.num_rows)
    ]


def _hudi_rs(folder: Path, view: View) -> list[pa.RecordBatch]:
    try:
        return hudi_rs.read_batches(str(folder.resolve()), read_optimized=view.kind == "read_optimized")
    except ImportError as error:
        raise ToolMissing(str(error)) from None
    except Exception as error:  # of another program: it could not read the table
        raise OSError(f"hudi-rs: {error}") from error


def _spark(folder: Path, view: View, *, by_id: bool) -> list[pa.RecordBatch]:
    spark_version()
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    try:
        session = SparkSession.getActiveSession() or SparkSession.builder.getOrCreate()
        reader = session.read.format("hudi").option(QUERY_TYPE.name, view.kind)
        reader = reader.option(SCHEMA_ON_READ.name, str(by_id).lower())
        return list(reader.load(str(folder.resolve())).toArrow().to_batches())
    except PySparkException as error:
        first = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise OSError(f"spark: {first}") from error


def _row(item: RowDifference, rules: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    origin, rule = rules[item.key]
    return {
        "key": item.key,
        "partition": item.partition,
        "kind": item.kind,
        "columns": list(item.columns),
        "reference": None if item.reference is None else json.dumps(item.reference, ensure_ascii=False),
        "engine": None if item.engine is None else json.dumps(item.engine, ensure_ascii=False),
        "origin": origin,
        "rule": rule,
    }


def _print(rows: list[dict[str, Any]], ours: int, theirs: int) -> None:
    for row in rows[:_MAX_PRINTED]:
        where = f"{row['partition']}/{row['key']}" if row["partition"] else row["key"]
        columns = f" in {', '.join(row['columns'])}" if row["columns"] else ""
        echo.line(f"{where}  {row['kind']}{columns}  ({row['origin']}, {row['rule']})")
    if len(rows) > _MAX_PRINTED:
        echo.line(f"… {len(rows) - _MAX_PRINTED} more")
    kinds = Counter(row["kind"] for row in rows)
    text = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) or "all equal"
    echo.line(f"{ours} rows by the specification, {theirs} by the engine: {text}")
