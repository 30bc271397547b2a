# SPDX-License-Identifier: Apache-2.0
"""What is in a store is read as what is in a folder: rows, salvage, inspection, the files of an audit."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.cli import run_cli
from hudi_conformance.lake import copies
from hudi_conformance.lake.copies import copy_below
from hudi_conformance.lake.files import FileRef
from scale_store import FolderStore, mounted

TABLE = resources.fixtures_dir() / "real-rows/1.2.0/mor_part.zip"
URI = "count://store/table"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table with a log file that is cut."""
    unpacked(TABLE, tmp_path / "store/table")
    folder = tmp_path / "store/table"
    log = damaged(folder)
    log.write_bytes(log.read_bytes()[:-3])
    return folder


def damaged(folder: Path) -> Path:
    return min(path for path in folder.rglob(".*.log.*") if ".hoodie" not in path.parts)


def asked(table: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = mounted(FolderStore(table.parent), lambda: run_cli(words))
    return code, capsys.readouterr().out


@pytest.fixture
def copies_are_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    """No copy outlives its command."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("copies_are_gone")
def test_rows_are_those_of_the_folder(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for options, code in (["--allow-damaged"], 0), ([], 3):
        here = asked(table, ["snapshot", str(table), "--json", *options], capsys)
        assert here[0] == code
        assert (len(here[1].splitlines()) > 1) == (code == 0)
        assert asked(table, ["snapshot", URI, "--json", *options], capsys) == here


@pytest.mark.usefixtures("copies_are_gone")
def test_salvage_and_inspection_are_those_of_the_file(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = damaged(table)
    uri = f"{URI}/{log.relative_to(table)}"
    for words in (["inspect", "--json"], ["salvage", "--json", "--out"]):
        name, *options = words
        answers = []
        for place, target in ((str(log), "here"), (uri, "there")):
            out = [str(tmp_path / target)] if "--out" in options else []
            code, said = asked(table, [name, place, *options, *out], capsys)
            assert code == 1, "something is damaged"
            answers.append(json.loads(said))
        for answer in answers:
            answer.pop("file", None)  # its path
        assert answers[0] == answers[1]


@pytest.mark.usefixtures("copies_are_gone")
def test_what_an_audit_of_a_store_found_is_salvaged(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(table, ["audit", URI, "--out", str(tmp_path / "audit")], capsys)[0] == 1
    words = ["salvage", "--from-audit", str(tmp_path / "audit"), "--out", str(tmp_path / "saved")]
    code, said = asked(table, words, capsys)
    assert code == 1
    assert "1 damaged" in said
    assert (tmp_path / "saved" / "report.json").is_file()


@pytest.mark.usefixtures("copies_are_gone")
def test_nothing_is_one_line(table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("snapshot", "inspect", "dump", "salvage"):
        out = ["--out", str(tmp_path / "out")] if name == "salvage" else []
        assert (
            mounted(FolderStore(table.parent), lambda n=name, o=out: run_cli([n, f"{URI}-elsewhere", *o]))
            == 2
        )
        assert f"no file or folder at {URI}-elsewhere" in " ".join(capsys.readouterr().err.split())


def test_a_name_that_leads_out_and_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "list_files", lambda _: [FileRef("x://a/t/../../b", 1)])
    with pytest.raises(OSError, match="is outside x://a/t"):
        copy_below("x://a/t", tmp_path)
    free = shutil.disk_usage(tmp_path).free
    monkeypatch.setattr(copies, "list_files", lambda _: [FileRef("x://a/t/b", 2 * free)])
    with pytest.raises(OSError, match="a copy of x://a/t needs"):
        copy_below("x://a/t", tmp_path)
    assert list(tmp_path.iterdir()) == []
