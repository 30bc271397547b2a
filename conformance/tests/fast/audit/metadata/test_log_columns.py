# SPDX-License-Identifier: Apache-2.0
"""Column statistics of log files, held against the records in the blocks of the file."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.metadata.log_columns import read_log_columns
from hudi_conformance.audit.run import Options, Outcome, run_audit
from hudi_conformance.decode.parquet.columns import BOOL, BYTES, DECIMAL, FLOAT, INT
from hudi_conformance.encode.log.file import encode_log
from hudi_conformance.errors import UnsupportedInput
from hudi_conformance.model.metadata import Bound
from hudi_conformance.semantics.slices.files import TimelineFacts
from hudi_conformance.table.metadata import open_metadata
from hudi_conformance.table.metadata_answers import list_files, statistics
from hudi_conformance.table.state import open_table
from instruments.tables.metadata_table import Plan, bound_of, write
from instruments.tables.table import Table

TABLE = resources.fixtures_dir() / "real-rows" / "1.2.0" / "mor_defaults.zip"
WRITTEN = frozenset({"string", "int", "long", "double"})
Change = Callable[[dict[str, Any]], None]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A merge-on-read table that Hudi 1.2.0 wrote, with two log files."""
    return unpacked(TABLE, tmp_path / "table")


def logs_of(table: Path) -> list[Path]:
    return sorted(table.glob(".*.log.*"))


def audited(table: Path, *, is_deep: bool = True) -> Outcome:
    return run_audit(Options([str(table)], deep=is_deep), table.parent / "out")


def about_metadata(outcome: Outcome) -> list[FindingRow]:
    return [row for row in outcome.store.rows() if row.surface == "metadata"]


def rewritten(table: Path, change: Change) -> int:
    """The metadata table written anew, rows of log files changed; how many rows of log files there are."""
    opened = open_metadata(table)
    rows = []
    num = 0
    given = list(statistics(opened, "column_stats"))
    bounds = [(row.stats.column, bound) for row in given for bound in (row.stats.min, row.stats.max)]
    left_out = {column for column, bound in bounds if bound is not None and bound.type not in WRITTEN}
    for row in given:
        stats = row.stats
        if stats.column in left_out:
            continue
        entry: dict[str, Any] = {
            "column": stats.column,
            "partition": row.partition,
            "file": row.file,
            "min": shown(stats.min),
            "max": shown(stats.max),
            "values": stats.num_values,
            "nulls": stats.num_nulls,
            "size": 1,
            "uncompressed": 1,
        }
        if stats.value_type is not None:
            entry["value_type"] = [stats.value_type.ordinal, stats.value_type.info]
        if ".log." in str(row.file):
            change(entry)
            num += 1
        rows.append(entry)
    listing = {name: dict(files) for name, files in list_files(opened).items()}
    time = max(instant.time for instant in opened.data.instants)
    live = dict.fromkeys(listing, True)
    plan = Plan(
        Table(table),
        time,
        [],
        {name: dict(files) for name, files in listing.items()},
        live,
        {"column_stats": rows},
        {"column_stats": 2},
        is_base=False,
        column=None,
    )
    write(plan)
    return num


def shown(bound: Bound | None) -> dict[str, Any] | None:
    return None if bound is None else bound_of(bound.value, bound.type)


def test_what_hudi_says_of_log_files_is_true(table: Path) -> None:
    outcome = audited(table)
    assert about_metadata(outcome) == []
    assert not [gap for gap in outcome.store.gaps if "log files" in gap.why]
    facts = open_table(table).facts
    updates, deletes = (read_log_columns(log, facts).facts for log in logs_of(table))
    assert updates.num_rows
    assert {"_hoodie_record_key", "_hoodie_commit_time"} <= set(updates.columns)
    assert deletes.num_rows == 0


def test_without_deep_no_record_is_read(table: Path) -> None:
    outcome = audited(table, is_deep=False)
    [gap] = [gap for gap in outcome.store.gaps if "log files" in gap.why]
    assert gap.number == len(logs_of(table))


def unchanged(_: dict[str, Any]) -> None:
    """The truth."""


def test_a_true_description(table: Path) -> None:
    assert rewritten(table, unchanged) >= 10
    assert about_metadata(audited(table)) == []


def text(value: str) -> dict[str, str]:
    return {"type": "string", "value": value}


@pytest.mark.parametrize(
    ("change", "severity", "words"),
    [
        # deletes have type null, no bounds
        (lambda row: row["min"] and {"min": text(""), "max": text("")}, "error", "skip the file and lose"),
        (lambda row: {"nulls": row["values"]}, "error", "nullCount = valueCount"),
        (lambda row: {"values": row["values"] + 3}, "warning", "values, the file has"),
        (lambda _: {"min": None, "max": None}, "error", "no bounds, and not only nulls"),
        (lambda row: row["max"] and {"max": text("~")}, "info", "open the file needlessly"),
    ],
)
def test_an_untruth_is_found(change: Callable[..., Any], severity: str, words: str, table: Path) -> None:
    column = "_hoodie_record_key"
    rewritten(table, lambda row: row.update(change(row) or {}) if row["column"] == column else None)
    rows = about_metadata(audited(table))
    assert {row.severity for row in rows} == {severity}
    assert all(words in row.message and f"{column} of ." in row.message for row in rows)
    assert [logs_of(table)[0].name in row.message for row in rows] == [True]


def test_a_log_file_with_blocks_that_may_not_count(table: Path) -> None:
    facts = replace(open_table(table).facts, completed={})
    with pytest.raises(UnsupportedInput, match="not completed"):
        read_log_columns(logs_of(table)[0], facts)


@pytest.mark.parametrize(
    ("kind", "value", "form"),
    [
        ("boolean", True, BOOL),
        ("float", "1.5", FLOAT),
        ("long", "7", INT),
        ({"type": "int", "logicalType": "date"}, 7, INT),
        ({"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2}, "1.25", DECIMAL),
        ("string", "x", BYTES),
        ({"type": "enum", "name": "e", "symbols": ["A"]}, "A", BYTES),
        ({"type": "array", "items": "int"}, [7], None),
    ],
)
def test_columns_have_the_form_of_their_type(
    kind: object, value: object, form: str | None, tmp_path: Path
) -> None:
    schema = {"type": "record", "name": "r", "fields": [{"name": "c", "type": kind}]}
    header = {"INSTANT_TIME": "1", "SCHEMA": json.dumps(schema)}
    block = {"kind": "AVRO_DATA_BLOCK", "header": header, "records": [{"c": value}] * 2}
    path = tmp_path / ".f_1.log.1_0-0-0"
    path.write_bytes(encode_log({"blocks": [block]}).data)
    facts = TimelineFacts(9, {"1": "1"})
    [column] = read_log_columns(path, facts).facts.columns.values()
    assert (column.name, column.form, column.num_values, column.num_nulls) == ("c", form, 2, 0)


@pytest.mark.parametrize(
    ("cut", "why"), [(-9, "log files with commands or damaged blocks"), (20, "cannot be read to their end")]
)
def test_a_damaged_log_file_leaves_a_gap(cut: int, why: str, table: Path) -> None:
    log = logs_of(table)[0]
    log.write_bytes(b"x" * max(cut, 0) + log.read_bytes()[:cut])
    outcome = audited(table)
    assert not [
        row for row in about_metadata(outcome) if row.requirement == "table.check.metadata-statistics"
    ]
    assert [gap for gap in outcome.store.gaps if why in gap.why]
