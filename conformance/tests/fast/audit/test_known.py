# SPDX-License-Identifier: Apache-2.0
"""`audit.known`: findings that are true of what a released writer writes, and those that only look alike."""

from __future__ import annotations

import io
from pathlib import Path

import fastavro
import pytest
from hudi_conformance import resources
from hudi_conformance.audit.findings import MAX_MESSAGE, FindingRow
from hudi_conformance.audit.known import SIGNATURES, explained
from hudi_conformance.defects.model import load_written

WRITTEN = {entry.id: entry for entry in load_written(resources.defects_dir())}
GROUP = "0123abcd-0000-0000-0000-00000000000{}-0"
BUILT = "00000000000000010"
TIME, UNDONE = "20260101000300000", "20260101000200000"


def row(path: object, rule: str, code: str, message: str = "text", **more: object) -> FindingRow:
    return FindingRow(str(path), "table", "damage", code, message, rule, **more)


def ident(explained_row: FindingRow) -> str | None:
    """The entry that explains a row."""
    message = explained_row.message
    return message.rpartition("[")[2].rstrip("]") if "; written by " in message else None


def test_signatures_are_those_that_entries_name() -> None:
    assert {entry.signature for entry in WRITTEN.values()} - {None, ""} == set(SIGNATURES)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("left behind by 1, which was rolled back", "rollback-without-markers"),
        ("no timeline has 1", None),
        ("left behind by 1, which was rolled back later", None),
    ],
)
def test_file_left_of_a_rollback(message: str, expected: str | None) -> None:
    found = explained(row("t/p/a.parquet", "table.slice.committed", "bad-state", message))
    assert ident(found) == expected
    assert found.severity == ("warning" if expected else "error")
    assert found.message.startswith(message)


@pytest.mark.parametrize(
    ("rule", "message", "ofs", "expected"),
    [
        (
            "hfile.block.prev-offset",
            "data block before at 1541 instead of 0",
            1557,
            "hudi-io-own-prev-offset",
        ),
        ("hfile.block.prev-offset", "data block before at 1542 instead of 0", 1557, None),
        (
            "table.check.metadata-statistics",
            "a, in the order of signed bytes, b",
            None,
            "hudi-log-bounds-of-signed-bytes",
        ),
        ("table.check.metadata-statistics", "a, b", None, None),
    ],
)
def test_values_that_released_writers_write(rule: str, message: str, ofs: int | None, expected: str) -> None:
    code = "bad-reference" if ofs else "bad-value"
    assert ident(explained(row("t/.hoodie/metadata/f/a.hfile", rule, code, message, ofs=ofs))) == expected


@pytest.mark.parametrize("rule", ["history.row.metadata", "history.row.plan"])
@pytest.mark.parametrize(
    ("code", "message", "is_known"),
    [
        ("bad-magic", "x is a bare datum and no Avro container", True),
        ("bad-magic", "x is no Avro container", False),
        ("truncated", "x is a bare datum and no Avro container", False),
    ],
)
def test_bare_datum_of_an_upgrade(rule: str, code: str, message: str, is_known: bool) -> None:
    assert (ident(explained(row("t/x", rule, code, message))) is not None) is is_known


def test_explanation_keeps_the_worse_of_two_severities_and_fits() -> None:
    text = "x" * (MAX_MESSAGE - 20) + "left behind by 1, which was rolled back"
    entry = WRITTEN["rollback-without-markers"]
    for severity, expected in (("info", "info"), ("warning", "warning"), ("error", "warning")):
        found = explained(row("p", "table.slice.committed", "bad-state", text, severity=severity))
        assert found.severity == expected
        assert len(found.message) <= MAX_MESSAGE
        assert found.message.endswith(f"; written by {entry.writers}; harms: {entry.harms} [{entry.id}]")


def test_row_is_explained_once() -> None:
    once = explained(row("t/.hoodie/metadata/.hoodie/.heartbeat/1", "table.check.leftover", "bad-state"))
    assert ident(once) == "metadata-heartbeat-left"
    assert explained(once) == once


@pytest.mark.parametrize(
    ("text", "is_known"),
    [
        ("commitTime=1\npartitionDepth=3\n", True),
        ("commitTime=1\r\npartitionDepth=3\r\n", True),
        ("commitTime=1\npartitionDepth=2\n", False),
        ("commitTime=1\npartitionDepth=31\n", False),
        ("", False),
    ],
)
@pytest.mark.parametrize("below", [".hoodie/metadata/files", "p"])
def test_depth_of_a_metadata_table(text: str, is_known: bool, below: str, tmp_path: Path) -> None:
    path = tmp_path / below / ".hoodie_partition_metadata"
    path.parent.mkdir(parents=True)
    path.write_text(text, newline="")
    found = explained(row(path, "timeline.partition-metadata.depth", "bad-value"))
    expected = "hudi-rs-metadata-partition-depth" if is_known and below != "p" else None
    assert ident(found) == expected


@pytest.mark.parametrize(
    ("filled", "groups", "number", "is_known"),
    [
        pytest.param([0], [0, 1, 2], 0, True, id="the-filled-one"),
        pytest.param([0], [0, 1, 2], 1, False, id="an-empty-one"),
        pytest.param([1], [0, 1], 1, True, id="the-second-filled"),
        pytest.param([0], [0], 0, False, id="one-group-alone"),
        pytest.param([0, 1], [0, 1, 2], 0, False, id="two-filled"),
        pytest.param([], [0, 1, 2], 0, False, id="none-filled"),
    ],
)
def test_index_whose_keys_are_all_in_one_file_group(
    filled: list[int], groups: list[int], number: int, is_known: bool, tmp_path: Path
) -> None:
    folder = tmp_path / ".hoodie" / "metadata" / "record_index"
    folder.mkdir(parents=True)
    for group in groups:
        (folder / f".record-index-000{group}-0_{TIME}.log.1_0-0-0").touch()
    for group in filled:
        (folder / f"record-index-000{group}-0_0-0-0_{BUILT}.hfile").touch()
    path = folder / f".record-index-000{number}-0_{TIME}.log.1_0-0-0"
    found = explained(row(path, "table.check.metadata-key", "bad-reference"))
    assert ident(found) == ("java-client-one-file-group" if is_known else None)


def rollback_metadata(*times: object) -> bytes:
    """A container of a rollback, by a library that is not ours."""
    kind = {"type": "array", "items": "string"}
    fields = [{"name": "commitsRollback", "type": kind}]
    schema = {"type": "record", "name": "HoodieRollbackMetadata", "fields": fields}
    out = io.BytesIO()
    fastavro.writer(out, fastavro.parse_schema(schema), [{"commitsRollback": list(times)}])
    return out.getvalue()


@pytest.mark.parametrize(
    ("rollback", "own", "data", "is_known"),
    [
        pytest.param(f"{TIME}.rollback", None, rollback_metadata(UNDONE), True, id="layout-1"),
        pytest.param(
            f"timeline/{TIME}_{TIME}.rollback", None, rollback_metadata(UNDONE), True, id="layout-2"
        ),
        pytest.param(
            f"{TIME}.rollback",
            f"{TIME}.deltacommit",
            rollback_metadata(UNDONE),
            False,
            id="the-metadata-table-has-it",
        ),
        pytest.param(
            f"timeline/{TIME}_{TIME}.rollback",
            f"timeline/{TIME}_{TIME}.deltacommit",
            rollback_metadata(UNDONE),
            False,
            id="the-metadata-table-of-layout-2-has-it",
        ),
        pytest.param(f"{TIME}.rollback", None, rollback_metadata("1"), False, id="of-another-instant"),
        pytest.param(f"{TIME}.rollback", None, b"", False, id="empty"),
        pytest.param(f"{TIME}.rollback", None, b"Obj\1", False, id="cut"),
        pytest.param(f"{TIME}.rollback.requested", None, rollback_metadata(UNDONE), False, id="requested"),
    ],
)
def test_rollback_that_the_metadata_table_does_not_know(
    rollback: str, own: str | None, data: bytes, is_known: bool, tmp_path: Path
) -> None:
    hidden = tmp_path / ".hoodie"
    (hidden / "timeline").mkdir(parents=True)
    (hidden / "metadata" / ".hoodie" / "timeline").mkdir(parents=True)
    (hidden / rollback).write_bytes(data)
    if own is not None:
        (hidden / "metadata" / ".hoodie" / own).touch()
    path = tmp_path / "p" / f"a_0-0-0_{UNDONE}.parquet"
    found = explained(row(path, "table.check.metadata-listing", "bad-reference"))
    assert ident(found) == ("java-client-rollback-unwritten" if is_known else None)


def test_definition_that_is_left(tmp_path: Path) -> None:
    path = tmp_path / ".hoodie" / ".index_defs" / "index.json"
    for text, expected in (
        ("x is defined and not announced", "failed-index-definition-left"),
        ("x is announced and not defined", None),
    ):
        assert (
            ident(explained(row(path, "table.check.metadata-partition", "bad-reference", text))) == expected
        )


def test_heartbeats_of_metadata_tables_alone() -> None:
    for path, expected in (
        ("t/.hoodie/metadata/.hoodie/.heartbeat/1", "metadata-heartbeat-left"),
        ("t/.hoodie/.heartbeat/1", None),
        ("t/.hoodie/metadata/.hoodie/.heartbeat/1/x", None),
    ):
        assert ident(explained(row(path, "table.check.leftover", "bad-state"))) == expected
