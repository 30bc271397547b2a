# SPDX-License-Identifier: Apache-2.0
"""Schemas of log blocks against the table's schema [table.check.column-types]: which blocks count."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from audited_types import T2, T3, A, check, commit, names, reasons, retyped, unpack
from hudi_conformance.encode import encode_log


@pytest.fixture
def logged(tmp_path: Path) -> Path:
    """A table of version 6 with a log file; only its base files can be read by the schema."""
    table = unpack("evolved/int-long-log-v6.zip", tmp_path / "logged")
    commit(table, T3, retyped("long"), "deltacommit")
    put_blocks(table, BAD)
    assert names(check(table)[0]) == [log_of(table).name]
    return table


def log_of(table: Path) -> Path:
    [log] = table.glob(".*.log.*")
    return log


def put_blocks(table: Path, *headers: Mapping[str, str], kind: str = "AVRO_DATA_BLOCK") -> None:
    """A log file with a block of no rows for each header."""
    blocks = [{"kind": kind, "header": dict(header), "records": []} for header in headers]
    log_of(table).write_bytes(encode_log({"blocks": blocks}).data)


def schema_of(*fields: tuple[str, str]) -> str:
    members = [{"name": name, "type": kind} for name, kind in fields]
    return json.dumps({"type": "record", "name": "row", "fields": members})


GOOD = {"INSTANT_TIME": T2, "SCHEMA": schema_of(("id", "string"), ("more", "int"))}
BAD = {"INSTANT_TIME": T2, "SCHEMA": schema_of(("id", "string"), ("more", "string"))}
PART = {"INSTANT_TIME": T2, "SCHEMA": schema_of(("id", "string"))}


def test_the_first_block_that_cannot_be_read(logged: Path) -> None:
    put_blocks(logged, GOOD, BAD, BAD)
    [row] = check(logged)[0]
    data = log_of(logged).read_bytes()
    assert (row.block, row.ofs) == (1, data.index(b"#HUDI#", 6))


def test_blocks_of_parquet(logged: Path) -> None:
    put_blocks(logged, BAD, kind="PARQUET_DATA_BLOCK")
    assert names(check(logged)[0]) == [log_of(logged).name]


def test_partial_updates_lack_columns(logged: Path) -> None:
    put_blocks(logged, PART)
    assert names(check(logged)[0]) == [log_of(logged).name]
    put_blocks(logged, PART | {"IS_PARTIAL": "true"})
    assert check(logged)[0] == []


def test_blocks_that_are_not_in_effect(logged: Path) -> None:
    put_blocks(logged, BAD | {"INSTANT_TIME": "20260101000230000"})  # which no timeline has
    assert check(logged)[0] == []
    put_blocks(logged, BAD, GOOD | {"INSTANT_TIME": T3, "COMPACTED_BLOCK_TIMES": T2})
    assert check(logged)[0] == []
    put_blocks(logged, BAD)
    command = {"INSTANT_TIME": T3, "TARGET_INSTANT_TIME": T2, "COMMAND_BLOCK_TYPE": "0"}
    undo = {"blocks": [{"kind": "COMMAND_BLOCK", "header": command}]}
    with log_of(logged).open("ab") as file:
        file.write(encode_log(undo).data)
    assert check(logged)[0] == []


def test_logs_below_a_newer_base_file(logged: Path) -> None:
    base = next(logged.glob(f"{A}_*.parquet"))
    shutil.copyfile(base, base.with_name(f"{A}_0-0-0_{T3}.parquet"))
    assert check(logged)[0] == []
    # A folder whose name is between those of the log file and the base files does not part them.
    (logged / ".backup").mkdir()
    (logged / ".backup" / "notes.txt").write_bytes(b"")
    assert check(logged)[0] == []


def test_a_command_that_is_none_leaves_blocks_open(logged: Path) -> None:
    command = {"INSTANT_TIME": T3, "TARGET_INSTANT_TIME": T2, "COMMAND_BLOCK_TYPE": "0"}
    data = encode_log({"blocks": [{"kind": "COMMAND_BLOCK", "header": command}]}).data
    log_of(logged).write_bytes(data.replace(b"\0\0\0\3\0\0\0\x010", b"\0\0\0\3\0\0\0\x017"))
    assert ("log files", 1, ", because the effective blocks are unknown") in reasons(logged)
