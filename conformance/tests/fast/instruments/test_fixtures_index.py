# SPDX-License-Identifier: Apache-2.0
"""The index of fixtures is up to date, and its tool sees what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hudi_conformance import resources
from instruments import fixtures_index

SOURCE = '[[source]]\nname = "ours"\nfiles = ["log/*"]\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "log").mkdir()
    (tmp_path / "log" / "a.log").write_bytes(b"abc")
    (tmp_path / "README.md").write_text("not a fixture")
    (tmp_path / "PROVENANCE.toml").write_text(SOURCE)
    return tmp_path


def test_index_of_this_repository_is_up_to_date() -> None:
    assert fixtures_index.differences(resources.fixtures_dir()) == []


def test_entries(folder: Path) -> None:
    entry = {
        "len": 3,
        "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "source": "ours",
    }
    index = fixtures_index.build_index(folder)
    assert index == {"files": {"log/a.log": entry}}
    assert json.loads(fixtures_index.render(index)) == index


def test_a_recipe_claims_what_shares_its_name(folder: Path) -> None:
    for name in ("b.write.json", "b.log", "b.scan.json", "bb.log"):
        (folder / "log" / name).write_bytes(b"")
    text = '[[source]]\nname = "made"\nrecipes = "log/*.write.json"\n'
    text += '[[source]]\nname = "rest"\nfiles = ["log/a*", "log/bb.log"]\n'
    (folder / "PROVENANCE.toml").write_text(text)
    files = fixtures_index.build_index(folder)["files"]
    assert {name for name, entry in files.items() if entry["source"] == "made"} == {
        "log/b.write.json",
        "log/b.log",
        "log/b.scan.json",
    }


def test_differences(folder: Path) -> None:
    assert fixtures_index.differences(folder) == ["log/a.log: not in the index"]
    text = fixtures_index.render(fixtures_index.build_index(folder))
    (folder / "INDEX.json").write_text(text)
    assert fixtures_index.differences(folder) == []
    (folder / "log" / "a.log").write_bytes(b"abd")
    assert fixtures_index.differences(folder) == ["log/a.log: changed"]
    (folder / "log" / "a.log").unlink()
    assert fixtures_index.differences(folder) == ["log/a.log: gone"]


@pytest.mark.parametrize(
    ("name", "data", "provenance", "message"),
    [
        ("other.bin", b"", SOURCE, "other.bin: expected one source"),
        ("log/b.log", b"", SOURCE + SOURCE.replace("ours", "theirs"), "expected one source"),
        ("log/b.log", b"", SOURCE * 2, "occurs twice"),
        ("log/b.log", b"\x00" * 131073, SOURCE, "at most 131072 bytes"),
    ],
)
def test_broken_rules(folder: Path, name: str, data: bytes, provenance: str, message: str) -> None:
    (folder / name).write_bytes(data)
    (folder / "PROVENANCE.toml").write_text(provenance)
    with pytest.raises(fixtures_index.FixtureError, match=message):
        fixtures_index.build_index(folder)
