# SPDX-License-Identifier: Apache-2.0
"""The files of `fixtures/real/`, written again by the releases themselves. Downloads about 140 MB, once."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from hudi_conformance import resources
from recreate import main
from recreation import logs
from recreation.adapters import Adapters, RecipeFailed

pytestmark = pytest.mark.own_job

RELEASES = ["0.9.0", "0.12.3", "0.14.1", "0.15.0", "1.0.2", "1.2.1"]


def test_all_releases_have_files() -> None:
    recipes = logs.load_recipes(resources.fixtures_dir())
    assert {release for recipe in recipes for release in recipe.writers} == set(RELEASES)
    assert {path.name for path in (resources.fixtures_dir() / "real").iterdir()} == set(RELEASES)
    for recipe in recipes:
        assert set(recipe.varies) <= set(recipe.writers), recipe.name


_BETWEEN = pytest.mark.whole("`tox -e fixtures` asks every release; one of each kind of client is asked here")


@pytest.mark.parametrize(
    "release",
    [name if name in {"0.9.0", "1.2.1"} else pytest.param(name, marks=_BETWEEN) for name in RELEASES],
)
def test_a_release_makes_the_same_again(release: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["logs", "--check", "--release", release])
    assert status == 0, capsys.readouterr().out


def test_damage_is_named(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = copied / "real" / "1.2.1"
    log = folder / "life.log"
    log.write_bytes(log.read_bytes()[:-1] + b"?")
    (folder / "non_ascii.records.json").unlink()
    (folder / "stranger.log").write_bytes(b"")
    # bytes of this one may differ, what is read from it may not
    varying = folder / "hfile_none.records.json"
    varying.write_text(varying.read_text(encoding="utf-8").replace('"', "'", 1), encoding="utf-8")
    assert main(["logs", "--check", "--release", "1.2.1"]) == 1
    said = capsys.readouterr().out
    size = len(log.read_bytes())
    assert f"1.2.1/life.log: differs from byte {size - 1} on" in said
    assert "1.2.1/non_ascii.records.json: missing" in said
    assert "1.2.1/stranger.log: no recipe makes it" in said
    assert "1.2.1/hfile_none.records.json: differs from byte" in said
    assert "4 differences" in said


def test_other_rows_in_a_file_whose_bytes_vary_are_noticed(
    copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file itself is read again: what is kept beside it does not speak for it."""
    folder = copied / "real" / "1.2.1"
    (folder / "hfile_none.log").write_bytes((folder / "hfile_hundred.log").read_bytes())
    assert main(["logs", "--check", "--release", "1.2.1", "--recipe", "hfile_none"]) == 1
    said = capsys.readouterr().out
    assert "1.2.1/hfile_none.log: log.records differs" in said
    assert "1.2.1/hfile_none.scan.json: differs from what is read" in said


def test_what_a_reader_cannot_read_must_be_told_and_true() -> None:
    recipes = {recipe.name: recipe for recipe in logs.load_recipes(resources.fixtures_dir())}
    adapters = Adapters()
    try:
        untold = dataclasses.replace(recipes["parquet_empty"], unread={})
        with pytest.raises(RecipeFailed, match="does not read what was written"):
            logs.make(untold, "1.2.1", adapters)
        stale = dataclasses.replace(recipes["life"], unread={"1.2.1": "it is said to fail"})
        with pytest.raises(RecipeFailed, match=r"1\.2\.1 reads what was written"):
            logs.make(stale, "1.2.1", adapters)
    finally:
        adapters.close()
