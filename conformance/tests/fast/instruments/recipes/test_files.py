# SPDX-License-Identifier: Apache-2.0
"""Base fixtures are what their recipes make, and the recipes cover what can be written."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from hudi_conformance import resources
from hudi_conformance.encode.log.deletes import BRANCHES
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.log import HeaderKey
from instruments.recipes import files as recipes


def test_no_fixture_differs_from_its_recipe() -> None:
    assert [(path.name, what) for path, _, what in recipes.differences()] == []


def test_recipes_cover_every_block_type_version_ordering_and_header_key() -> None:
    blocks = [
        block
        for path in recipes.recipe_files()
        for block in json.loads(path.read_text(encoding="utf-8"))["blocks"]
    ]
    assert len(recipes.recipe_files()) >= 40
    assert {block["kind"] for block in blocks} == {kind.name for kind in BlockType} - {"CORRUPT_BLOCK"}
    versioned = {(block["kind"], block.get("content_version", 3)) for block in blocks}
    assert {
        (kind, version) for kind in ("AVRO_DATA_BLOCK", "DELETE_BLOCK") for version in (1, 2, 3)
    } <= versioned
    keys = {key for block in blocks for key in block.get("header", {})}
    keys |= {"RECORD_POSITIONS" for block in blocks if "positions" in block}
    assert keys == {key.name for key in HeaderKey}
    orderings = {
        entry["ordering"]["type"]
        for block in blocks
        for entry in block.get("deletes", ())
        if entry["ordering"]
    }
    assert orderings == set(BRANCHES)


def copied(tmp_path: Path, *names: str) -> Path:
    for name in names:
        for path in (resources.fixtures_dir() / "log").glob(f"{name}.*"):
            shutil.copy(path, tmp_path)
    return tmp_path


def test_drift_is_seen(tmp_path: Path) -> None:
    folder = copied(tmp_path, "one_avro")
    assert list(recipes.differences(folder)) == []
    log = folder / "one_avro.log"
    log.write_bytes(log.read_bytes()[:-1] + b"\x00")
    (folder / "one_avro.scan.json").unlink()
    (folder / "one_avro.other.json").write_text("{}")
    found = [(path.name, what) for path, _, what in recipes.differences(folder)]
    assert found == [
        ("one_avro.log", "different"),
        ("one_avro.scan.json", "missing"),
        ("one_avro.other.json", "without a recipe"),
    ]


@pytest.mark.parametrize(("ofs_from_end", "differs"), [(13, True), (1, True)])
def test_drift_of_a_parquet_fixture_is_seen(tmp_path: Path, ofs_from_end: int, differs: bool) -> None:
    folder = copied(tmp_path, "parquet")
    log = folder / "parquet.log"
    data = bytearray(log.read_bytes())
    data[-ofs_from_end] ^= 1
    log.write_bytes(bytes(data))
    assert bool(list(recipes.differences(folder))) == differs


def test_another_release_of_arrow_is_no_drift(tmp_path: Path) -> None:
    folder = copied(tmp_path, "parquet")
    log = folder / "parquet.log"
    data = log.read_bytes()
    ofs = data.index(b"parquet-cpp-arrow version ") + len(b"parquet-cpp-arrow version ")
    assert data[ofs : ofs + 1].isdigit()
    log.write_bytes(data[:ofs] + b"7" + data[ofs + 1 :])
    assert log.read_bytes() != data
    assert list(recipes.differences(folder)) == []


def test_a_recipe_that_grows_too_large_is_refused(tmp_path: Path) -> None:
    recipe = tmp_path / "big.write.json"
    header = {"INSTANT_TIME": "1"}
    block = {"kind": "DELETE_BLOCK", "header": header, "content_hex": "00" * (recipes.MAX_BYTES + 1)}
    recipe.write_text(json.dumps({"blocks": [block]}))
    with pytest.raises(ValueError, match="at most 65536 bytes"):
        recipes.products(recipe)
