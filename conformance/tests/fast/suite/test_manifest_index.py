# SPDX-License-Identifier: Apache-2.0
"""The index of checked manifests saves the parser, changes no case, and is believed for equal texts only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import suite_factory as factory
import tomli
from hudi_conformance import resources
from hudi_conformance.suite import manifest, manifest_index
from hudi_conformance.suite.manifest import SuiteDamaged, load_manifests


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    folder = tmp_path / "cases/log"
    folder.mkdir(parents=True)
    for name in ("one", "two"):
        (folder / f"{name}.toml").write_text(factory.manifest_text(factory.case_text(name)))
    return tmp_path / "cases"


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    texts: list[str] = []

    def loads(text: str) -> dict[str, object]:
        texts.append(text)
        return real(text)

    real = tomli.loads
    monkeypatch.setattr(manifest.tomli, "loads", loads)
    return texts


def test_what_was_checked_is_not_parsed_again(cases: Path, tmp_path: Path, parsed: list[str]) -> None:
    index = tmp_path / "cache/index.json"
    first = load_manifests(cases, index)
    assert len(parsed) == 2
    assert load_manifests(cases, index) == first == load_manifests(cases)
    assert len(parsed) == 4  # by the call without an index

    changed = cases / "log/two.toml"
    changed.write_text("# a comment moves the lines\n" + changed.read_text())
    again = load_manifests(cases, index)
    assert len(parsed) == 5
    assert again[0] == first[0]
    assert again[1].line == first[1].line + 1


def test_damage_is_found_with_an_index(cases: Path, tmp_path: Path) -> None:
    index = tmp_path / "index.json"
    load_manifests(cases, index)
    stored = index.read_bytes()
    (cases / "log/two.toml").write_text(factory.manifest_text(factory.case_text("one")))
    with pytest.raises(SuiteDamaged, match="id is taken"):
        load_manifests(cases, index)
    (cases / "log/two.toml").write_text("surface = ")
    with pytest.raises(SuiteDamaged, match="not TOML"):
        load_manifests(cases, index)
    assert index.read_bytes() == stored


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"rules": "of another time", "manifests": {"log/one.toml": 1}}']
)
def test_an_index_of_other_code_or_none_is_replaced(cases: Path, tmp_path: Path, text: str) -> None:
    index = tmp_path / "index.json"
    index.write_text(text)
    assert load_manifests(cases, index) == load_manifests(cases)
    assert set(json.loads(index.read_text())["manifests"]) == {"log/one.toml", "log/two.toml"}


def test_a_place_where_nothing_can_be_written(cases: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert load_manifests(cases, tmp_path / "file/index.json") == load_manifests(cases)


def test_the_suite_by_its_index(tmp_path: Path) -> None:
    folder = resources.cases_dir()
    index = manifest_index.index_file(folder, tmp_path)
    assert load_manifests(folder, index) == load_manifests(folder, index)
    assert index.is_file()
