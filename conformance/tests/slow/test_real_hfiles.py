# SPDX-License-Identifier: Apache-2.0
"""The files of `fixtures/real-hfile/`, written again by the libraries. Downloads some 100 MB, once."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from hudi_conformance import resources
from recreate import main
from recreation import hfiles
from recreation.adapters import Adapters, RecipeFailed

pytestmark = pytest.mark.own_job

WRITERS = ["hbase-1.2.12", "hbase-2.6.3", "hudi-io-1.1.1", "hudi-io-1.2.1"]


def test_all_libraries_have_files() -> None:
    recipes = hfiles.load_recipes(resources.fixtures_dir())
    assert {writer for recipe in recipes for writer in recipe.writers} == set(WRITERS)
    assert {path.name for path in (resources.fixtures_dir() / "real-hfile").iterdir()} == set(WRITERS)


@pytest.mark.parametrize("writer", WRITERS)
def test_a_library_makes_the_same_again(writer: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["hfiles", "--check", "--writer", writer])
    assert status == 0, capsys.readouterr().out


def test_damage_is_named(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = copied / "real-hfile" / "hudi-io-1.2.1"
    file = folder / "non_ascii.hfile"
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    (folder / "empty.info.json").unlink()
    (folder / "stranger.hfile").write_bytes(b"")
    provenance = copied / "PROVENANCE.toml"
    text = provenance.read_text(encoding="utf-8")
    provenance.write_text(text.replace('lock_sha256 = "', 'lock_sha256 = "0'), encoding="utf-8")
    assert main(["hfiles", "--check", "--writer", "hudi-io-1.2.1"]) == 1
    said = capsys.readouterr().out
    assert f"hudi-io-1.2.1/non_ascii.hfile: differs from byte {file.stat().st_size - 1} on" in said
    assert "hudi-io-1.2.1/empty.info.json: missing" in said
    assert "hudi-io-1.2.1/stranger.hfile: no recipe makes it" in said
    assert "source hudi-io-1.2.1 should have lock_sha256" in said
    assert "4 differences" in said


def test_what_a_library_cannot_read_must_be_told_and_true() -> None:
    recipes = {recipe.name: recipe for recipe in hfiles.load_recipes(resources.fixtures_dir())}
    adapters = Adapters()
    try:
        untold = dataclasses.replace(recipes["meta"], refused={})
        with pytest.raises(RecipeFailed, match=r"hudi-io-1\.1\.1 answers hfile\.info with error"):
            hfiles.make(untold, "hudi-io-1.1.1", adapters)
        stale = dataclasses.replace(
            recipes["non_ascii"], refused={"hudi-io-1.1.1:cells": "it is said to fail"}
        )
        with pytest.raises(RecipeFailed, match="which it rejects according to the recipe"):
            hfiles.make(stale, "hudi-io-1.1.1", adapters)
    finally:
        adapters.close()
