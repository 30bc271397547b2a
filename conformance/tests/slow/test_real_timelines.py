# SPDX-License-Identifier: Apache-2.0
"""The tables of `fixtures/real-timeline/`: read again, and two of them made again by the clients."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.suite.adapter import CannotStart
from hudi_conformance.suite.mismatch import first_mismatch
from hudi_conformance.suite.trees import Tree, from_zip, to_zip
from recreation import timelines
from recreation.adapters import Adapters


@pytest.fixture(scope="module")
def readers() -> Iterator[Any]:
    found = Adapters()
    try:
        found.ask("hudi-java-1.2.1", "timeline.properties", b"a=1", {})
    except CannotStart as error:
        pytest.skip(str(error))
    yield found
    found.close()


def recipe(release: str, name: str) -> Any:
    return next(one for one in timelines.recipes() if (one.release, one.name) == (release, name))


def test_kept_answers_are_those_of_the_readers(readers: Adapters) -> None:
    listed = timelines.recipes()
    assert {one.release for one in listed} == {"0.9.0", "0.12.3", "0.14.1", "0.15.0", "1.2.1"}
    for one in listed:
        assert list(timelines.differences(one, None, readers)) == [], (one.release, one.name)


def test_they_hold_what_they_are_for() -> None:
    def names(release: str, name: str) -> set[str]:
        return set(from_zip(recipe(release, name).stem.with_suffix(".zip").read_bytes()))

    assert any(path.startswith(".hoodie/.commits_.archive.") for path in names("0.9.0", "cow_archive"))
    assert ".hoodie/archived/.commits_.archive.1_1-0-1" not in names("0.15.0", "cow_merge")
    assert any(path.endswith("_1.parquet") for path in names("1.2.1", "cow_levels"))
    for one in timelines.recipes():
        for path in names(one.release, one.name):
            assert path.startswith(".hoodie/")


_AGAIN = pytest.mark.whole("`tox -e fixtures` makes all of them again")


@pytest.mark.own_job
@pytest.mark.parametrize(
    ("release", "name"), [pytest.param("0.15.0", "cow_merge", marks=_AGAIN), ("1.2.1", "cow_levels")]
)
def test_they_come_out_alike(readers: Adapters, tmp_path: Path, release: str, name: str) -> None:
    one = recipe(release, name)
    made = timelines.make(one, tmp_path)
    assert list(timelines.differences(one, made, readers)) == []
    archived = next(path for path in made if timelines.ARCHIVED in path or path.endswith("_version_"))
    less = {path: data for path, data in made.items() if path != archived and ".commit" not in path}
    assert list(timelines.differences(one, {**less, archived: made[archived]}, readers)) != []


def test_a_fixture_that_was_changed_is_noticed(
    readers: Adapters, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = resources.fixtures_dir()
    folder = tmp_path / "fixtures"
    for part in ("real-timeline/0.15.0", "recipes/timeline"):
        shutil.copytree(source / part, folder / part)
    monkeypatch.setattr(resources, "fixtures_dir", lambda: folder)
    one = recipe("0.15.0", "cow_archive")
    assert list(timelines.differences(one, None, readers)) == []
    files = from_zip(one.stem.with_suffix(".zip").read_bytes())
    gone = next(path for path in files if path.endswith(".commit"))
    one.stem.with_suffix(".zip").write_bytes(to_zip({p: d for p, d in files.items() if p != gone}))
    assert any("list" in sentence for sentence in timelines.differences(one, None, readers))
    one.stem.with_suffix(".zip").unlink()
    assert list(timelines.differences(one, None, readers)) == ["is missing"]


def test_our_decoder_reads_the_same(readers: Adapters) -> None:
    for one in timelines.recipes():
        files = from_zip(one.stem.with_suffix(".zip").read_bytes())
        for view, value in timelines.views(files, "kaitai-python", readers).items():
            kept = canonical_json.loads(one.stem.with_suffix(f".{view}.json").read_bytes())
            assert first_mismatch(kept, value) is None, (one.release, one.name, view)


def test_what_0_9_0_archived_only_0_9_0_finds(readers: Adapters) -> None:
    one = recipe("0.9.0", "cow_archive")
    tree = Tree(from_zip(one.stem.with_suffix(".zip").read_bytes()))
    assert len(readers.ask("hudi-java-0.9.0", "archive.list", tree, {})["instants"]) > 20
    active = readers.ask("hudi-java-0.9.0", "timeline.list", tree, {})
    for later in ("hudi-java-0.15.0", "hudi-java-1.2.1"):
        assert readers.ask(later, "archive.list", tree, {})["instants"] == []
        assert readers.ask(later, "timeline.list", tree, {}) == active
