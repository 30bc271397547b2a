# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance salvage` of folders: each damaged file below its own path, one summary."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.cli import run_cli
from hudi_conformance.errors import UnsupportedInput
from hudi_conformance.salvage import kind_of, salvage_file

FIXTURES = resources.fixtures_dir()


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return unpacked(FIXTURES / "real-rows" / "1.2.0" / "mor_part.zip", tmp_path / "t")


def log_of(table: Path) -> Path:
    return min(path for path in table.rglob(".*.log.*") if ".hoodie" not in path.parts)


def test_a_whole_table(table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = log_of(table)
    log.write_bytes(log.read_bytes()[:-9])
    assert run_cli(["salvage", str(table), "--files", "--out", str(tmp_path / "out"), "--json"]) == 1
    summary = json.loads(capsys.readouterr().out)
    assert summary == json.loads((tmp_path / "out" / "summary.json").read_text())
    logs = {path.relative_to(table).as_posix() for path in table.rglob("*.log.*") if path.suffix != ".crc"}
    hfiles = {path.relative_to(table).as_posix() for path in table.rglob("*.hfile")}
    bases = {path.relative_to(table).as_posix() for path in table.rglob("*-0_*.parquet")}
    places = {one["path"] for one in summary["worst"]}
    assert logs | hfiles | bases <= places
    assert not {place for place in places if "commit" in place or place.endswith(".properties")}
    worst = summary["worst"][0]
    assert worst["path"] == log.relative_to(table).as_posix()
    assert worst["lost"]["places"] > 0
    assert (tmp_path / "out" / worst["path"] / "report.json").is_file()
    assert summary["files"]["with_losses"] == 1
    # A second one into the same folder is refused.
    assert run_cli(["salvage", str(table), "--files", "--out", str(tmp_path / "out")]) == 2


def test_columns_of_a_damaged_base_file(table: Path, tmp_path: Path) -> None:
    base = min(table.rglob("*-0_*.parquet"))
    with pq.ParquetFile(base) as intact:
        rows, lost = intact.read(), intact.metadata.row_group(0).column(5)
    data = bytearray(base.read_bytes())
    start = lost.dictionary_page_offset or lost.data_page_offset
    data[start : start + lost.total_compressed_size] = bytes(lost.total_compressed_size)
    base.write_bytes(data)
    result = salvage_file(base, tmp_path / "out")
    assert (result.exit_code, [loss["what"] for loss in result.report["losses"]]) == (1, ["column"])
    kept = ds.dataset(tmp_path / "out" / "rows").to_table()
    name = rows.column_names[5]
    assert kept["hudi_lost_columns"].to_pylist() == [[name]] * rows.num_rows
    assert kept[name].null_count == rows.num_rows
    others = [column for column in rows.column_names if column != name]
    assert kept.select(others).to_pylist() == rows.select(others).to_pylist()
    base.write_bytes(data[:-4])
    assert salvage_file(base, tmp_path / "none").exit_code == 3


def test_a_file_of_a_timeline_is_no_log_file(table: Path, tmp_path: Path) -> None:
    commit = max((table / ".hoodie" / "timeline").glob("*.deltacommit"))
    assert kind_of(commit.read_bytes(), commit.name) is None
    assert kind_of(b"#HUDI#" + bytes(100), commit.name) is None
    assert run_cli(["salvage", str(commit), "--out", str(tmp_path / "x")]) == 3
    assert not (tmp_path / "x").exists()
    with pytest.raises(UnsupportedInput, match="neither"):
        salvage_file(table / ".hoodie" / "hoodie.properties", tmp_path / "x")
    copy = tmp_path / "copy"
    shutil.copyfile(log_of(table), copy)
    assert kind_of(copy.read_bytes(), "copy") == "log"
    assert kind_of(b"\0" * 100, ".a_1.log.1_0-0-0") == "log"
