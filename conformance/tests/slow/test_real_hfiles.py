# SPDX-License-Identifier: Apache-2.0
"""The files of `fixtures/real-hfile/`, written again by the libraries. Downloads some 100 MB, once."""

from __future__ import annotations

import dataclasses
import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest
from hudi_conformance import resources

TOOL = resources.data_root() / "conformance" / "tools" / "recreate_hfiles.py"
WRITERS = ["hbase-1.2.12", "hbase-2.6.3", "hudi-io-1.1.1", "hudi-io-1.2.1"]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("recreate_hfiles", TOOL)
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


def test_all_libraries_have_files(tool: ModuleType) -> None:
    recipes = tool.load_recipes(resources.fixtures_dir())
    assert {writer for recipe in recipes for writer in recipe.writers} == set(WRITERS)
    assert {path.name for path in (resources.fixtures_dir() / "real-hfile").iterdir()} == set(WRITERS)


@pytest.mark.parametrize("writer", WRITERS)
def test_a_library_makes_the_same_again(
    tool: ModuleType, writer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = tool.main(["--check", "--writer", writer])
    assert status == 0, capsys.readouterr().out


def test_damage_is_named(tool: ModuleType, copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = copied / "real-hfile" / "hudi-io-1.2.1"
    file = folder / "non_ascii.hfile"
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    (folder / "empty.info.json").unlink()
    (folder / "stranger.hfile").write_bytes(b"")
    provenance = copied / "PROVENANCE.toml"
    text = provenance.read_text(encoding="utf-8")
    provenance.write_text(text.replace('lock_sha256 = "', 'lock_sha256 = "0'), encoding="utf-8")
    assert tool.main(["--check", "--writer", "hudi-io-1.2.1"]) == 1
    said = capsys.readouterr().out
    assert f"hudi-io-1.2.1/non_ascii.hfile: differs at byte {file.stat().st_size - 1}" in said
    assert "hudi-io-1.2.1/empty.info.json: missing" in said
    assert "hudi-io-1.2.1/stranger.hfile: no recipe makes it" in said
    assert "source hudi-io-1.2.1 should have lock_sha256" in said
    assert "4 differences" in said


def test_what_a_library_cannot_read_must_be_told_and_true(tool: ModuleType) -> None:
    recipes = {recipe.name: recipe for recipe in tool.load_recipes(resources.fixtures_dir())}
    libraries = tool.Libraries()
    try:
        untold = dataclasses.replace(recipes["meta"], refused={})
        with pytest.raises(tool.RecipeFailed, match=r"hudi-io-1\.1\.1 answers hfile\.info with error"):
            tool.make(untold, "hudi-io-1.1.1", libraries)
        stale = dataclasses.replace(
            recipes["non_ascii"], refused={"hudi-io-1.1.1:cells": "it is said to fail"}
        )
        with pytest.raises(tool.RecipeFailed, match="which the recipe says it refuses"):
            tool.make(stale, "hudi-io-1.1.1", libraries)
    finally:
        libraries.close()
