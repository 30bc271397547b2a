# SPDX-License-Identifier: Apache-2.0
"""Stored types against the table's schema [table.check.column-types]: what cases say of tables whose columns
changed, and which files of a table count."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from audited_types import BASE_A, BASE_B, RULE, T1, T2, T3, A, check, commit, names, reasons, retyped, unpack
from hudi_conformance import resources
from hudi_conformance.audit.next_steps import next_step
from hudi_conformance.audit.surface import Context
from hudi_conformance.cli import run_cli

REFUSED_BY_TYPE = {"table.schema.fixed", "table.schema.incompatible", "table.schema.resolution"}
VALUES = "types of columns: whether readers reject them depends on values"
NULLS = "types of columns: nulls, or uncounted values, where the schema allows no nulls"
Case = Mapping[str, Any]


def cases() -> Iterator[Case]:
    path = resources.data_root() / "conformance" / "cases" / "table" / "evolution.toml"
    yield from tomllib.loads(path.read_text("utf-8"))["case"]


def written_before_the_last(table: Path) -> list[str]:
    """Data files by name that are not of the last instant."""
    times = {
        path.name: max(re.findall(r"\d{17}", path.name))
        for path in table.iterdir()
        if path.suffix == ".parquet" or ".log." in path.name
    }
    return sorted(name for name, time in times.items() if time < max(times.values()))


# --- what the cases say -----------------------------------------------------------------------------------


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in cases()])
def test_tables_whose_columns_changed(case: Case, tmp_path: Path) -> None:
    table = unpack(case["tree"], tmp_path / "t")
    for path in case.get("drop", ()):
        (table / path).unlink()
    rows, gaps = check(table)
    expect = case["expect"]
    if "reject" in expect and case["req"][0] in REFUSED_BY_TYPE:
        # The older files are those that cannot be read.
        assert names(rows) == written_before_the_last(table)
        for row in rows:
            assert (row.verdict, row.code, row.severity) == ("damage", "schema-mismatch", "error")
            assert "'more': " in row.message
            assert next_step(row).steps
        return
    assert rows == []
    if "reject" in expect:  # by a value or a null, which types do not tell
        assert {gap.why for gap in gaps} == {NULLS if case["req"] == ["table.schema.null"] else VALUES}
    else:
        assert {gap.why for gap in gaps} <= {VALUES}


def test_there_are_cases_of_each_kind() -> None:
    refused = [case for case in cases() if "reject" in case["expect"]]
    by_type = [case for case in refused if case["req"][0] in REFUSED_BY_TYPE]
    assert len(by_type) >= 10
    assert len(refused) > len(by_type)
    assert sum("value" in case["expect"] for case in cases()) > len(refused)


@pytest.mark.parametrize("name", ["0.12.3", "0.15.0", "1.2.0"])
def test_tables_of_releases_have_neither_findings_nor_gaps(name: str, tmp_path: Path) -> None:
    trees = sorted((resources.fixtures_dir() / "real-rows" / name).glob("*.zip"))
    assert trees
    for path in trees[::3]:
        findings, gaps = check(unpack(f"real-rows/{name}/{path.name}", tmp_path / path.stem))
        assert findings == [], path.name
        assert gaps == [] or "_ids_" in path.name  # types of columns by id are not compared


def test_the_command_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = unpack("evolved/long-int-base-v9.zip", tmp_path / "t")
    out = tmp_path / "out"
    assert run_cli(["audit", str(table), "--out", str(out), "--engine", "plain", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert RULE in {one["id"] for one in report["findings"]["requirement"]}
    [worst] = [one for one in report["worst"] if one["path"].endswith(BASE_A)]
    assert "schema" in worst["next"]


def test_what_is_not_judged_is_among_what_was_not_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = unpack("evolved/string-date-base-v9.zip", tmp_path / "t")
    run_cli(["audit", str(table), "--out", str(tmp_path / "out"), "--engine", "plain", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert {"what": "base files", "number": 1, "why": VALUES} in report["not_checked"]


# --- which files count ------------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table of version 6 whose first base file has ints where the schema of the second commit has longs."""
    return unpack("evolved/int-long-base-v6.zip", tmp_path / "table")


def copy_commit(table: Path, action: str = "commit", **members: Any) -> None:
    """A third instant with the schema of the second and without files, and members of its own."""
    source, target = (table / ".hoodie" / name for name in (f"{T2}.commit", f"{T3}.{action}"))
    shutil.copyfile(source, target)
    commit(table, T3, lambda value: value.update({"partitionToWriteStats": {}} | members), action)


@pytest.fixture
def narrowed(table: Path) -> Path:
    """The same, with a boolean in the schema of the second commit: neither file can be read."""
    commit(table, T2, retyped(["null", "boolean"]))
    assert names(check(table)[0]) == [BASE_A, BASE_B]
    return table


def test_a_widened_column_is_none(table: Path) -> None:
    assert check(table) == ([], [])


def test_a_replaced_group_is_not_read(narrowed: Path) -> None:
    replaced = {"operationType": "INSERT_OVERWRITE", "partitionToReplaceFileIds": {"": [A]}}
    copy_commit(narrowed, "replacecommit", **replaced)
    assert names(check(narrowed)[0]) == [BASE_B]
    (narrowed / ".hoodie" / f"{T3}.replacecommit").rename(
        narrowed / ".hoodie" / f"{T3}.replacecommit.inflight"
    )
    assert names(check(narrowed)[0]) == [BASE_A, BASE_B]


def test_an_older_slice_is_not_read(narrowed: Path) -> None:
    rows = pq.read_table(narrowed / BASE_A)
    column = pa.array([True] * len(rows))
    rows = rows.set_column(rows.schema.get_field_index("more"), "more", column)
    pq.write_table(rows, narrowed / f"{A}_0-0-0_{T2}.parquet", store_schema=False)
    assert names(check(narrowed)[0]) == [BASE_B]


def test_a_file_of_a_pending_instant_is_not_read(table: Path) -> None:
    shutil.copyfile(table / BASE_A, table / f"{A}_0-0-0_{T3}.parquet")
    rows = pq.read_table(table / BASE_A)
    rows = rows.set_column(rows.schema.get_field_index("more"), "more", pa.array([True] * len(rows)))
    pq.write_table(rows, table / f"{A}_0-0-0_{T3}.parquet", store_schema=False)
    (table / ".hoodie" / f"{T3}.inflight").write_bytes(b"")
    assert check(table) == ([], [])
    copy_commit(table)
    assert names(check(table)[0]) == [f"{A}_0-0-0_{T3}.parquet"]


def test_the_schema_of_a_rewrite_is_not_the_tables(table: Path) -> None:
    copy_commit(table, operationType="COMPACT")
    commit(table, T3, retyped(["null", "boolean"]))
    assert check(table) == ([], [])
    commit(table, T3, lambda value: value.update(operationType="UPSERT"))
    assert names(check(table)[0]) == [BASE_A, BASE_B]


def test_a_folder_without_partition_metadata_is_not_read(table: Path) -> None:
    (table / "backup").mkdir()
    rows = pq.read_table(table / BASE_A).drop_columns("more")
    pq.write_table(rows.append_column("more", pa.array([True] * len(rows))), table / "backup" / BASE_A)
    assert check(table) == ([], [])


def test_blocks_that_were_rolled_back_are_not_read(tmp_path: Path) -> None:
    table = unpack("evolved/long-int-log-v9.zip", tmp_path / "t")
    [log] = [name for name in names(check(table)[0]) if ".log." in name]
    # Version 9 compares files with the timeline: without its instant the file is not read.
    for path in (table / ".hoodie" / "timeline").glob(f"{T2}_*.deltacommit"):
        path.unlink()
    assert log not in names(check(table)[0])


def test_a_log_file_is_found_at_its_block(tmp_path: Path) -> None:
    table = unpack("evolved/long-int-log-v9.zip", tmp_path / "t")
    [row] = [row for row in check(table)[0] if ".log." in row.path]
    data = Path(row.path).read_bytes()
    assert row.block == 0
    assert row.ofs == data.index(b"#HUDI#")


def test_findings_are_as_new_as_the_schema(narrowed: Path) -> None:
    """A schema of today makes files of yesterday unreadable: an audit of what is new since then says so."""
    rows, _ = check(narrowed, Context(since=T2))
    assert names(rows) == [BASE_A, BASE_B]
    assert check(narrowed, Context(since=T3)) == ([], [])


def test_dropped_partition_columns_are_not_missed(table: Path) -> None:
    commit(table, T2, retyped("long"))
    path = table / ".hoodie" / "hoodie.properties"
    for name in (BASE_A, BASE_B):
        pq.write_table(pq.read_table(table / name).drop_columns("more"), table / name)
    assert names(check(table)[0]) == [BASE_A, BASE_B]
    lines = [line for line in path.read_text("utf-8").splitlines() if "partition" not in line]
    dropped = "hoodie.datasource.write.drop.partition.columns=true"
    path.write_text("\n".join([*lines, "hoodie.table.partition.fields=more", dropped]) + "\n", "utf-8")
    assert check(table) == ([], [])


def test_meta_fields_are_columns_of_rows(table: Path) -> None:
    rows = pq.read_table(table / BASE_A)
    pq.write_table(rows.set_column(2, rows.column_names[2], pa.array([True] * len(rows))), table / BASE_A)
    [row] = check(table)[0]
    assert "'_hoodie_record_key': boolean" in row.message


def test_a_metadata_table_has_a_schema_of_its_own(tmp_path: Path) -> None:
    table = unpack("real-metadata/1.2.0/cow_rolled_back.zip", tmp_path / "t")
    assert check(table / ".hoodie" / "metadata") == ([], [])


# --- what cannot be judged --------------------------------------------------------------------------------


def test_a_commit_that_cannot_be_read(narrowed: Path) -> None:
    (narrowed / ".hoodie" / f"{T1}.commit").write_bytes(b"{")
    assert reasons(narrowed) == {
        ("tables", 1, ": an instant that cannot be read may have changed the schema")
    }


def test_columns_that_are_found_by_ids(narrowed: Path) -> None:
    folder = narrowed / ".hoodie" / ".schema"
    folder.mkdir()
    (folder / f"{T2}.schemacommit").write_bytes(b"{}")
    assert reasons(narrowed) == {("tables", 1, ": columns are matched by id, as in schema evolution on read")}


def test_no_schema_at_all(narrowed: Path) -> None:
    for time in (T1, T2):
        commit(narrowed, time, lambda value: value["extraMetadata"].pop("schema"))
    path = narrowed / ".hoodie" / "hoodie.properties"
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join(line for line in lines if "create.schema" not in line) + "\n", "utf-8")
    assert reasons(narrowed) == {("tables", 1, ": no commit states a schema of rows")}


def test_rows_outside_of_the_table(narrowed: Path) -> None:
    for name in (BASE_A, BASE_B):
        rows = pq.read_table(narrowed / name)
        keep = [column for column in rows.column_names if column.startswith("_hoodie_")]
        pq.write_table(rows.select(keep), narrowed / name)
    assert reasons(narrowed) == {("base files", 2, ", because rows are outside the table (bootstrap)")}


def test_files_of_another_format(narrowed: Path) -> None:
    for name in (BASE_A, BASE_B):
        (narrowed / name).rename(narrowed / name.replace(".parquet", ".orc"))
    assert ("base files", 2, ", because the file is not Parquet") in reasons(narrowed)


def test_nulls_where_none_is_allowed(table: Path) -> None:
    commit(table, T2, retyped("long"))
    assert check(table) == ([], [])  # there are none, by the counts of the footers
    rows = pq.read_table(table / BASE_A)
    column = pa.array([None] * len(rows), pa.int32())
    pq.write_table(rows.set_column(rows.schema.get_field_index("more"), "more", column), table / BASE_A)
    why = ": nulls, or uncounted values, where the schema allows no nulls"
    assert reasons(table) == {("base files", 1, why)}
