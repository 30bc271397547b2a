# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance diff`: compare the reference's rows of a table with an engine's."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import rich_click as click

from hudi_conformance import resources
from hudi_conformance.adapters.hudi_rs import adapter as hudi_rs
from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.cli import common, echo, places
from hudi_conformance.defects.model import load_defects
from hudi_conformance.engine.launcher import spark_version
from hudi_conformance.engine.packaging import first_line
from hudi_conformance.errors import Reject
from hudi_conformance.model.meta_fields import PARTITION_PATH
from hudi_conformance.model.properties.options import QUERY_TYPE, SCHEMA_ON_READ
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.table.checked import checked_rows
from hudi_conformance.table.damages import OnDamage
from hudi_conformance.table.engine_rows import compared_columns, engine_rows, nullable
from hudi_conformance.table.options import ReadOptions
from hudi_conformance.table.row_differences import SCHEMA, RowDifference, row_differences
from hudi_conformance.table.row_history import record_versions
from hudi_conformance.table.row_reasons import Reason, Reasons
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
@click.option("--by-name", is_flag=True, help="Match columns by name even if the table has column ids.")
@common.damage_option
@click.option("--ignore", multiple=True, metavar="COLUMN", help="Ignore this column.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the differences to this Parquet file.")
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

    Each difference names the key, the columns, the origin of the row (base, log, merged, deleted), the rule
    that decides between the versions that the files hold, and known defects of the engine under that rule.
    If the files do not explain the difference, the report states this. Columns, other than meta fields, that
    only one side has are differences. Exits with 0 if all rows are equal, 1 if not, 2 on wrong usage, 3 if
    one of the two cannot be read or if rows of TABLE are missing because of damaged files, with one line per
    file on standard error.
    """
    with common.reading(table):
        options = ReadOptions(line, by_id=not by_name, bootstrap_base=bootstrap_base, on_damage=on_damage)
        opened = open_table(table, options)
        to_json = RowMapper(opened.row_schema.tree)
        table_view = View(view)
        reading = checked_rows(opened, table_view)
        ours = [to_json(row) for row in reading]
        common.print_damages(reading.damages, as_json=as_json)
        batches = _engine_batches(engine, table, table_view, by_id=opened.ids is not None)
        tree = nullable(opened.row_schema.tree)
        of_engine = RowMapper(tree)
        theirs = [of_engine(row) for batch in batches for row in engine_rows(batch, tree)]
        columns = compared_columns(opened.row_schema.tree, batches, ignore)
        differences = list(row_differences(ours, theirs, _key_of(opened), columns.both))
        records = {(item.partition, item.key) for item in differences}
        versions = record_versions(opened, table_view, records)
    reasons = Reasons(opened, columns.both)
    listed = _listed_defects(engine) if differences else {}
    rows = [_columns_row(kind, names) for kind, names in columns.only.items() if names]
    for item in differences:
        reason = reasons(item, versions.get((item.partition, item.key), ()))
        rows.append(_row(item, reason, listed.get(reason.rule or "", ())))
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
        try:
            text = table.key(row)
        except Reject:
            text = ""  # shown like others
        return str(row.get(PARTITION_PATH) or ""), text

    return key


def _engine_batches(engine: str, folder: Path, view: View, *, by_id: bool) -> list[pa.RecordBatch]:
    if engine.startswith("parquet:"):
        path = Path(engine.removeprefix("parquet:"))
        if not path.exists():
            raise click.UsageError(f"{path} does not exist")
        return _parquet(path)
    if engine == "hudi-rs":
        return _hudi_rs(folder, view)
    if engine == "spark":
        return _spark(folder, view, by_id=by_id)
    raise click.UsageError(f"engine {engine!r}: expected parquet:PATH, hudi-rs or spark")


def _parquet(path: Path) -> list[pa.RecordBatch]:
    try:
        return list(pq.read_table(path).to_batches())
    except pa.ArrowException as error:
        raise OSError(f"{path}: {error}") from error


def _hudi_rs(folder: Path, view: View) -> list[pa.RecordBatch]:
    try:
        return hudi_rs.read_batches(str(folder.resolve()), read_optimized=view.kind == "read_optimized")
    except ImportError as error:
        raise ToolMissing(str(error)) from None
    except Exception as error:  # of another program: it could not read the table
        raise OSError(f"hudi-rs: {first_line(error)}") from error


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
        raise OSError(f"spark: {first_line(error)}") from error


def _listed_defects(engine: str) -> dict[str, list[str]]:
    """Ids of known defects of an engine's releases, by the rules that they violate."""
    if engine.startswith("parquet:"):
        return {}
    requirements = {case.id: case.req for case in common.open_session().cases}
    listed: dict[str, set[str]] = defaultdict(set)
    for defect in load_defects(resources.defects_dir()):
        if any(f"hudi-{engine.removeprefix('hudi-')}-" in name for name in defect.implementations):
            for rule in {rule for case in defect.cases for rule in requirements.get(case, ())}:
                listed[rule].add(defect.id)
    return {rule: sorted(idents) for rule, idents in listed.items()}


def _row(item: RowDifference, reason: Reason, defects: Sequence[str]) -> dict[str, Any]:
    known = f" Known: {', '.join(defects)}." if defects else ""
    return {
        "key": item.key,
        "partition": item.partition,
        "kind": item.kind,
        "columns": list(item.columns),
        "reference": None if item.reference is None else json.dumps(item.reference, ensure_ascii=False),
        "engine": None if item.engine is None else json.dumps(item.engine, ensure_ascii=False),
        "origin": reason.origin,
        "rule": reason.rule,
        "reason": reason.text + known,
    }


def _columns_row(kind: str, names: Sequence[str]) -> dict[str, Any]:
    empty = dict.fromkeys(SCHEMA.names)
    text = f"Only {'the table' if kind == 'columns-only-reference' else 'the engine'} has these columns."
    return {**empty, "key": "", "partition": "", "kind": kind, "columns": list(names), "reason": text}


def _print(rows: list[dict[str, Any]], ours: int, theirs: int) -> None:
    for row in rows[:_MAX_PRINTED]:
        where = f"{row['partition']}/{row['key']}" if row["partition"] else row["key"]
        columns = f" in {', '.join(row['columns'])}" if row["columns"] else ""
        rule = row["rule"] or "the files do not explain it"
        origin = f"  ({row['origin']}, {rule})" if row["origin"] else ""
        echo.line(f"{where}  {row['kind']}{columns}{origin}".lstrip())
        echo.line(f"    {row['reason']}")
    if len(rows) > _MAX_PRINTED:
        echo.line(f"… {len(rows) - _MAX_PRINTED} more")
    kinds = Counter(row["kind"] for row in rows)
    text = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) or "all equal"
    echo.line(f"{ours} rows by the specification, {theirs} by the engine: {text}")
