# SPDX-License-Identifier: Apache-2.0
"""A metadata table held against the data: true ones have no finding, real defects and small lies have one."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.audit.findings import FindingRow, chunks
from hudi_conformance.audit.metadata import run as metadata_run
from hudi_conformance.audit.metadata.locations import compare, source_column
from hudi_conformance.audit.metadata.routes import groups_of
from hudi_conformance.audit.metadata.state import State, open_state
from hudi_conformance.audit.run import Options, Outcome, run_audit
from hudi_conformance.audit.summary import Digest, not_checked
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.decode.metadata.keys import route
from hudi_conformance.engine import local
from hudi_conformance.errors import UnsupportedInput
from hudi_conformance.model.base_file import BaseFileName
from hudi_conformance.model.metadata import IndexDefinition
from instruments.tables.metadata_table import Plan, plan_of, write
from instruments.tables.table import Table

HEALTHY = (
    "0.15.0/cow_rolled_back",
    "1.0.2/cow_secondary",
    "1.2.0/cow_rli_partitioned",
    "1.2.0/cow_uncommitted",
)
REBUILT = ("0.15.0/cow_rolled_back", "1.0.2/cow_secondary", "1.2.0/cow_rolled_back")


def real_table(name: str, folder: Path) -> Path:
    return unpacked(f"real-metadata/{name}.zip", folder / "table")


def audited(table: Path, out: Path, *, is_deep: bool = True, jobs: int = 1) -> Outcome:
    engine = partial(local.run_tasks, jobs=jobs)
    return run_audit(Options([str(table)], deep=is_deep), out, engine=engine)


def about_metadata(outcome: Outcome) -> list[FindingRow]:
    return [row for row in outcome.store.rows() if row.surface == "metadata"]


def rebuilt(name: str, folder: Path) -> Plan:
    plan = plan_of(Table(real_table(name, folder)), Random(1))
    assert plan is not None
    return plan


@pytest.mark.parametrize("name", HEALTHY)
def test_a_real_table_has_no_finding(name: str, tmp_path: Path) -> None:
    outcome = audited(real_table(name, tmp_path / "t"), tmp_path / "out")
    assert about_metadata(outcome) == []


@pytest.mark.parametrize("name", REBUILT)
def test_a_true_description_has_no_finding(name: str, tmp_path: Path) -> None:
    plan = rebuilt(name, tmp_path / "t")
    write(plan)
    assert about_metadata(audited(plan.table.path, tmp_path / "out")) == []
    assert plan.rows["record_index"]
    assert plan.rows["column_stats"]


@pytest.mark.parametrize(
    ("name", "defect", "is_deep"),
    [
        ("cow_nan", "#18754", True),
        ("cow_nan", "#18754", False),
        ("cow_long", "#18755", True),
        ("cow_long", "#18755", False),
    ],
)
def test_defects_of_1_1_1_are_found(name: str, defect: str, is_deep: bool, tmp_path: Path) -> None:
    answers = json.loads(
        (resources.fixtures_dir() / "real-metadata" / "1.1.1" / f"{name}.skipping.json").read_text()
    )
    assert all(answer["rows_with_data_skipping"] < answer["rows"] for answer in answers)
    rows = about_metadata(
        audited(real_table(f"1.1.1/{name}", tmp_path / "t"), tmp_path / "out", is_deep=is_deep)
    )
    assert rows
    assert {row.requirement for row in rows} == {"table.check.metadata-statistics"}
    assert all(defect in row.message and "skip the file and lose" in row.message for row in rows)


def test_records_of_all_file_groups_in_one(tmp_path: Path) -> None:
    archive = resources.fixtures_dir() / "real-metadata-client" / "1.2.1" / "cow_one_group.zip"
    unpacked(archive, tmp_path / "table")
    rows = about_metadata(audited(tmp_path / "table", tmp_path / "out"))
    by_rule: dict[str | None, list[str]] = {}
    for row in rows:
        by_rule.setdefault(row.requirement, []).append(row.message)
    stats, keys = sorted(by_rule.pop("table.check.metadata-key"), reverse=True)
    assert stats.startswith("29 keys of another of the 2 file groups")
    assert keys.startswith("19 keys of another of the 10 file groups: 'k001'")
    assert all("[java-client-one-file-group]" in message for message in (stats, keys))
    # The client built the table from the files of the commit that it then rolled back.
    (listed,) = by_rule.pop("table.check.metadata-listing")
    assert ".rollback has deleted it: no row is lost" in listed
    assert "[java-client-rollback-unwritten]" in listed
    (gone,) = by_rule.pop("table.check.metadata-record-index")
    assert "('k030', 'k031', 'k032'), without a row" in gone
    assert by_rule == {}


def test_without_deep_it_is_said_what_was_not_read(tmp_path: Path) -> None:
    outcome = audited(real_table("1.0.2/cow_secondary", tmp_path / "t"), tmp_path / "out", is_deep=False)
    gaps = [gap["why"] for gap in not_checked(outcome, Digest.of(outcome.store.rows()))]
    assert "keys of record_index; --deep reads them" in gaps
    assert "keys of secondary_index_idx_name; --deep reads them" in gaps


def test_gaps_survive_a_resumed_audit(tmp_path: Path) -> None:
    table = real_table("1.0.2/cow_secondary", tmp_path / "t")
    first = audited(table, tmp_path / "out", is_deep=False)
    again = run_audit(Options([str(table)]), tmp_path / "out", resume=True)
    assert again.store.gaps == first.store.gaps != []


def largest_log(table: Path) -> Path:
    logs = (table / ".hoodie/metadata/record_index").glob(".record-index-*")
    return max(logs, key=lambda path: path.stat().st_size)


def test_an_index_that_cannot_be_read_is_not_healthy(tmp_path: Path) -> None:
    table = real_table("1.2.0/cow_rolled_back", tmp_path / "t")
    file = largest_log(table)
    data = file.read_bytes()
    ofs = data.index(b"DATABLK*") + 33
    file.write_bytes(data[:ofs] + bytes(16) + data[ofs + 16 :])
    rows = about_metadata(audited(table, tmp_path / "out"))
    assert [row for row in rows if row.verdict == "unreadable" and "not checked" in row.message]
    assert not [row for row in rows if row.requirement == "table.check.metadata-record-index"]


def test_keys_of_a_torn_block_are_lost(tmp_path: Path) -> None:
    table = real_table("1.2.0/cow_rolled_back", tmp_path / "t")
    file = largest_log(table)
    file.write_bytes(file.read_bytes()[:-9])
    rows = about_metadata(audited(table, tmp_path / "out"))
    lost = [row for row in rows if row.requirement == "table.check.metadata-record-index"]
    assert lost
    assert all("not in the index" in row.message for row in lost)


@pytest.mark.parametrize(
    "jobs", [1, pytest.param(2, marks=pytest.mark.whole("worker processes check the same rows"))]
)
def test_a_key_that_the_index_lacks_is_named(
    jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = rebuilt("1.2.0/cow_rolled_back", tmp_path / "t")
    key = plan.rows["record_index"].pop(2)["key"]
    write(plan)
    if jobs == 1:
        monkeypatch.setattr(metadata_run, "ROWS_AT_ONCE", 0)  # narrowed down by buckets first
    rows = about_metadata(audited(plan.table.path, tmp_path / "out", jobs=jobs))
    assert [row.requirement for row in rows] == ["table.check.metadata-record-index"]
    assert repr(key) in rows[0].message
    assert "second time" in rows[0].message


def test_without_deep_a_lost_key_is_counted(tmp_path: Path) -> None:
    plan = rebuilt("0.15.0/cow_rolled_back", tmp_path / "t")
    del plan.rows["record_index"][0]
    write(plan)
    [row] = about_metadata(audited(plan.table.path, tmp_path / "out", is_deep=False))
    assert row.requirement == "table.check.metadata-record-index"
    assert "lookups lose 1 row" in row.message


@pytest.mark.parametrize("is_deep", [False, True])
def test_keys_that_inserts_repeated_in_a_file_are_counted_once(is_deep: bool, tmp_path: Path) -> None:
    table = real_table("1.2.0/cow_rli_same_file", tmp_path)
    rows = audited(table, tmp_path / "out", is_deep=is_deep)
    assert [row for row in about_metadata(rows) if row.severity != "info"] == []


def test_a_column_that_no_partition_has_statistics_of_is_named(tmp_path: Path) -> None:
    plan = rebuilt("1.2.0/cow_rolled_back", tmp_path / "t")
    rows = plan.rows["partition_stats"]
    column = rows[0]["column"]
    plan.rows["partition_stats"] = [row for row in rows if row["column"] != column]
    write(plan)
    found = about_metadata(audited(plan.table.path, tmp_path / "out"))
    assert {row.requirement for row in found} == {"table.check.metadata-statistics-absent"}
    assert all(repr(column) in row.message for row in found)


@pytest.mark.parametrize(
    "kind",
    [
        "string",
        {"type": "string", "avro.java.string": "String"},
        ["null", {"type": "string", "avro.java.string": "String"}],
        ["null", "int"],
    ],
    ids=["text", "text of Java", "nullable text", "nullable int"],
)
def test_a_column_of_simple_type_has_a_secondary_index(kind: object, tmp_path: Path) -> None:
    assert source_column(with_index_on(kind, tmp_path), "secondary_index_c") == "c"


@pytest.mark.parametrize(
    "kind",
    [{"type": "int", "logicalType": "date"}, {"type": "array", "items": "int"}, "double"],
    ids=["date", "array", "double"],
)
def test_a_secondary_index_of_another_type_is_not_checked(kind: object, tmp_path: Path) -> None:
    with pytest.raises(UnsupportedInput, match="has a type other"):
        source_column(with_index_on(kind, tmp_path), "secondary_index_c")


def with_index_on(kind: object, folder: Path) -> State:
    """A real table as if it had a column `c` of this type, and a secondary index of it."""
    state = open_state(str(real_table("1.2.0/cow_rolled_back", folder)), "", is_deep=False, skip=())
    schema = parse_schema(
        json.dumps({"type": "record", "name": "r", "fields": [{"name": "c", "type": kind}]})
    )
    definition = IndexDefinition("secondary_index_c", "secondary_index", "identity", ("c",), {}, "V1")
    return replace(
        state,
        table=replace(state.table, schema=schema),
        metadata=replace(state.metadata, definitions={"secondary_index_c": definition}),
    )


def test_keys_are_routed_as_one_by_one() -> None:
    rng = Random(3)
    texts = ["", "a", "\0", "x" * 300, "имя", "𐀀$k", *(str(rng.random()) for _ in range(500))]
    for num_groups in (1, 2, 10, 997):
        assert groups_of(texts, num_groups).tolist() == [route(text, num_groups) for text in texts]


def test_an_index_without_file_groups_takes_all_keys() -> None:
    with np.errstate(all="raise"):
        assert groups_of(["a", "b"], 0).tolist() == [0, 0]


@pytest.mark.parametrize(("num", "sizes"), [(0, []), (2, [2]), (3, [2, 1]), (4, [2, 2])])
def test_rows_are_read_in_lists_of_a_size(num: int, sizes: list[int]) -> None:
    lists = list(chunks(((at,) for at in range(num)), 2))
    assert ([len(rows) for rows in lists], [row for rows in lists for row in rows]) == (
        sizes,
        [(at,) for at in range(num)],
    )


def test_two_rows_of_one_key_are_one_finding_each() -> None:
    here, there = ("p", "f-0"), ("q", "f-1")
    found = compare([("k", *here), ("k", *there)], [("k", *here)], is_by_partition=False)
    assert [(one.kind, one.group, one.other) for one in found] == [("twice", there, here)]
    assert compare([("k", *here), ("k", *there)], [("k", *here), ("k", *there)], is_by_partition=True) == []


def test_keys_of_whole_paths_are_found(tmp_path: Path) -> None:
    """apache/hudi#18317: statistics of an index that was added to a table of 0.14.1."""
    archive = resources.fixtures_dir() / "real-metadata-client" / "0.14.1" / "late_stats.zip"
    unpacked(archive, tmp_path / "table")
    messages = [row.message for row in about_metadata(audited(tmp_path / "table", tmp_path / "out"))]
    [keys] = [message for message in messages if "do not match the hash of their content" in message]
    assert keys.startswith("18 records under keys")
    assert "lookups miss them, and readers skip rows of other files" in keys
    assert sum("no statistics of" in message for message in messages) == 2
    assert sum("no filter: upserts" in message for message in messages) == 2


def test_a_compaction_after_an_index_has_a_time_of_23_digits() -> None:
    """0.14.1 appends 001 to the time of the delta commit that filled an index, which has 20 digits itself."""
    assert BaseFileName.parse("col-stats-0000-0_0-0-0_20261123031129784012001.hfile") is not None
