# SPDX-License-Identifier: Apache-2.0
"""The files of `fixtures/real/`, written again by the releases themselves. Downloads about 140 MB, once."""

from __future__ import annotations

import dataclasses
import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest
from hudi_conformance import resources

TOOL = resources.data_root() / "conformance" / "tools" / "recreate_fixtures.py"
RELEASES = ["0.9.0", "0.12.3", "0.14.1", "0.15.0", "1.0.2", "1.2.1"]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("recreate_fixtures", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Fixtures that may be damaged."""
    folder = tmp_path / "fixtures"
    shutil.copytree(resources.fixtures_dir(), folder)
    monkeypatch.setattr(resources, "fixtures_dir", lambda: folder)
    return folder


def test_all_releases_have_files(tool: ModuleType) -> None:
    recipes = tool.load_recipes(resources.fixtures_dir())
    assert {release for recipe in recipes for release in recipe.releases} == set(RELEASES)
    assert {path.name for path in (resources.fixtures_dir() / "real").iterdir()} == set(RELEASES)
    for recipe in recipes:
        assert set(recipe.varies) <= set(recipe.releases), recipe.name


@pytest.mark.parametrize("release", RELEASES)
def test_a_release_makes_the_same_again(
    tool: ModuleType, release: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = tool.main(["--check", "--release", release])
    assert status == 0, capsys.readouterr().out


def test_damage_is_named(tool: ModuleType, copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = copied / "real" / "1.2.1"
    log = folder / "life.log"
    log.write_bytes(log.read_bytes()[:-1] + b"?")
    (folder / "non_ascii.records.json").unlink()
    (folder / "stranger.log").write_bytes(b"")
    # bytes of this one may differ, what is read from it may not
    varying = folder / "hfile_none.records.json"
    varying.write_text(varying.read_text(encoding="utf-8").replace('"', "'", 1), encoding="utf-8")
    assert tool.main(["--check", "--release", "1.2.1"]) == 1
    said = capsys.readouterr().out
    size = len(log.read_bytes())
    assert f"1.2.1/life.log: differs from byte {size - 1} on" in said
    assert "1.2.1/non_ascii.records.json: missing" in said
    assert "1.2.1/stranger.log: no recipe makes it" in said
    assert "1.2.1/hfile_none.records.json: differs from byte" in said
    assert "4 differences" in said


def test_other_rows_in_a_file_whose_bytes_vary_are_noticed(
    tool: ModuleType, copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file itself is read again: what is kept beside it does not speak for it."""
    folder = copied / "real" / "1.2.1"
    (folder / "hfile_none.log").write_bytes((folder / "hfile_hundred.log").read_bytes())
    assert tool.main(["--check", "--release", "1.2.1", "--recipe", "hfile_none"]) == 1
    said = capsys.readouterr().out
    assert "1.2.1/hfile_none.log: log.records differs" in said
    assert "1.2.1/hfile_none.scan.json: differs from what is read" in said


def test_another_class_path_is_named(
    tool: ModuleType, copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    provenance = copied / "PROVENANCE.toml"
    text = provenance.read_text(encoding="utf-8")
    provenance.write_text(text.replace('lock_sha256 = "', 'lock_sha256 = "0'), encoding="utf-8")
    assert tool.main(["--check", "--release", "0.9.0", "--recipe", "life"]) == 1
    assert "source hudi-0.9.0 should have lock_sha256" in capsys.readouterr().out


def test_what_a_reader_cannot_read_must_be_told_and_true(tool: ModuleType) -> None:
    recipes = {recipe.name: recipe for recipe in tool.load_recipes(resources.fixtures_dir())}
    releases = tool.Releases()
    try:
        untold = dataclasses.replace(recipes["parquet_empty"], unread={})
        with pytest.raises(tool.RecipeFailed, match="does not read what was written"):
            tool.make(untold, "1.2.1", releases)
        stale = dataclasses.replace(recipes["life"], unread={"1.2.1": "it is said to fail"})
        with pytest.raises(tool.RecipeFailed, match=r"1\.2\.1 reads what was written"):
            tool.make(stale, "1.2.1", releases)
    finally:
        releases.close()
