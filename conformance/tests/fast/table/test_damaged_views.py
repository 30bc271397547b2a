# SPDX-License-Identifier: Apache-2.0
"""A view with a damaged file is an error on every reading path, or other rows with a list of damages."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import hudi_conformance as hc
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from archives import unpacked
from hudi_conformance.cli import run_cli
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import Span
from hudi_conformance.model.log import LogBlock
from hudi_conformance.semantics.slices.changes import CommitFacts, WriteStat
from hudi_conformance.semantics.slices.files import SliceLog
from hudi_conformance.table.checked import checked_batches
from hudi_conformance.table.damages import OnDamage
from hudi_conformance.table.evidence import Evidence
from hudi_conformance.table.options import ReadOptions
from hudi_conformance.table.parts import plan_parts
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View

LOG, BASE = ".*.log.1_*", "*.parquet"
FORM = "table.base-file.form"
# Which file is damaged and how, the rule, and the rows that are left of 14 in tables of versions 6 and 8.
KINDS: dict[str, tuple[str, Callable[[bytes], bytes] | None, str, tuple[int, int]]] = {
    "missing-log": (LOG, None, "table.damage.file-missing", (14, 14)),
    "torn-log": (LOG, lambda data: data[:-30], "table.damage.file-short", (14, 14)),
    "empty-log": (LOG, lambda _: b"", "table.damage.file-short", (14, 14)),
    "corrupt-block": (LOG, lambda data: data[:-1] + b"\xff", "table.damage.corrupt-block", (14, 14)),
    "missing-base": (BASE, None, "table.damage.file-missing", (8, 8)),
    "short-base": (BASE, lambda data: data[:-30], "table.damage.file-short", (0, 0)),
    "empty-base": (BASE, lambda _: b"", "table.damage.file-short", (0, 0)),
    "base-without-footer": (BASE, lambda data: data[:-4] + bytes(4), FORM, (0, 0)),
}


def damaged(name: str, kind: str, folder: Path) -> Path:
    """A table, damaged; the path of the damaged file."""
    pattern, change, *_ = KINDS[kind]
    path = min(unpacked(f"real-rows/1.2.0/{name}.zip", folder).glob(pattern))
    data = path.read_bytes()
    path.unlink()
    if change is not None:
        path.write_bytes(change(data))
    return path


def by_parts(folder: Path) -> list[pa.RecordBatch]:
    shared, parts = plan_parts(open_table(folder), View())
    return [batch for part in parts for batch in shared.batches(part)]


READERS: dict[str, Callable[[Path], object]] = {
    "rows": lambda folder: list(hc.open_table(folder).rows()),
    "columns": lambda folder: list(checked_batches(open_table(folder), View())),
    "tasks": by_parts,
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["mor_v6", "mor_v8"])
def test_a_damaged_file_is_an_error(name: str, kind: str, reader: str, tmp_path: Path) -> None:
    path = damaged(name, kind, tmp_path)
    # A task has one file group, and no other files to report.
    expected = hc.Reject if (reader, kind) == ("tasks", "base-without-footer") else hc.DamagedFiles
    with pytest.raises(expected, match=path.name) as raised:
        READERS[reader](tmp_path)
    assert KINDS[kind][2] in str(raised.value)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["mor_v6", "mor_v8"])
def test_the_other_rows_come_with_the_damages(name: str, kind: str, tmp_path: Path) -> None:
    path = damaged(name, kind, tmp_path)
    rows = hc.open_table(tmp_path, on_damage="ignore").rows()
    batches = checked_batches(open_table(tmp_path, ReadOptions(on_damage=OnDamage.WARN)), View())
    with pytest.warns(hc.DamageWarning, match=path.name):
        num_rows = sum(map(len, batches))
    assert len(list(rows)) == num_rows == KINDS[kind][3][name == "mor_v8"]
    assert rows.damages == batches.damages
    assert {item.path for item in rows.damages} == {path.name}
    assert KINDS[kind][2] in {item.requirement for item in rows.damages}


@pytest.mark.parametrize("kind", KINDS)
def test_commands_name_the_file(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = damaged("mor_v8", kind, tmp_path / "t")
    out = tmp_path / "rows.parquet"
    pq.write_table(pa.table({}), tmp_path / "engine.parquet")
    snapshot = ["snapshot", str(tmp_path / "t")]
    for command in (
        [*snapshot, "--out", str(out)],
        [*snapshot, "--json"],
        ["diff", str(tmp_path / "t"), "--engine", f"parquet:{tmp_path}/engine.parquet"],
    ):
        assert run_cli(command) == 3
        [line, count] = capsys.readouterr().err.splitlines()
        assert line.startswith(f"{tmp_path}/t: {path.name}: ")
        assert KINDS[kind][2] in line
        assert "1 damaged file" in count
    assert not out.exists()
    assert run_cli([*snapshot, "--allow-damaged", "--json"]) == 0
    printed = capsys.readouterr()
    assert len(printed.out.splitlines()) == KINDS[kind][3][1]
    assert {json.loads(line)["damage"]["path"] for line in printed.err.splitlines()} == {path.name}


NAMED = WriteStat(("", "f"), "log", None, 0, 0, 0, 0, (), None, (), size=100, log_offset=0)
STATS = (NAMED, replace(NAMED, size=50, log_offset=130))
COMMITS = tuple(
    CommitFacts(time, time, "deltacommit", None, (stat,), ()) for time, stat in zip("34", STATS, strict=True)
)


@pytest.mark.parametrize(
    ("span", "file_instant", "latest", "by_instant", "is_damage"),
    [
        (Span(40, 90), "2", "4", False, True),
        (Span(100, 30), "2", "4", False, False),  # between two appends: one that failed
        (Span(179, 10), "2", "4", False, True),
        (Span(180, 10), "2", "4", False, False),
        (Span(140, 10), "2", "3", False, False),  # of a later commit
        (Span(0, 10), "5", "9", False, False),  # no commit names the file
        (Span(0, 10), "1", "9", False, True),  # archived commits may have
        (Span(0, 10), "1", "9", True, True),
        (Span(0, 10), "4", "9", True, False),  # its commit names other files
    ],
)
def test_corrupt_blocks_that_commits_wrote(
    span: Span, file_instant: str, latest: str, by_instant: bool, is_damage: bool
) -> None:
    evidence = Evidence(COMMITS, "2", by_instant)
    path = "log" if file_instant == "2" else "other"
    log = SliceLog("", "f", file_instant, 1, None, "", path)
    block = LogBlock(BlockType.CORRUPT_BLOCK, span, None, {}, span, {})
    assert evidence.is_written(log, path, block, latest) is is_damage
