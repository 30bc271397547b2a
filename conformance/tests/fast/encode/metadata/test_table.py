# SPDX-License-Identifier: Apache-2.0
"""The reference writer of metadata tables: current fixtures, readable tables, refused descriptions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hudi_conformance import resources
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.metadata.table import encode_metadata
from hudi_conformance.table.metadata import open_metadata
from hudi_conformance.table.metadata_answers import list_files
from instruments.recipes.metadata import metadata_differences, metadata_recipe_files

MINIMAL = {"table_version": 9, "indexes": {"files": {}}}


def test_fixtures_are_what_their_recipes_produce() -> None:
    assert list(metadata_differences()) == []
    assert len(metadata_recipe_files()) > 5


@pytest.mark.parametrize(
    "bad",
    [
        {"table_version": 7},
        {"indexes": {"nonsense": {}}},
        {"indexes": {"files": {"group": 1}}},
        {"indexes": {"record_index": {"groups": 0}}},
        {"indexes": {"record_index": {"groups": "x"}}},
        {"commits": [{"time": "1", "rows": {"column_stats": []}}]},
        {"commits": [{"time": "20240101000001000", "rows": {"files": [{"size": 1}]}}]},
        {"commits": [{"time": "20240101000001000", "rows": {"files": [{"partition": 1, "files": 7}]}}]},
        {"commits": [{}]},
        {"more": 1},
    ],
)
def test_malformed_descriptions_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(EncodeError):
        encode_metadata({**MINIMAL, **bad})


@pytest.mark.parametrize("version", [6, 8, 9])
def test_what_is_described_is_what_is_read(version: int, tmp_path: Path) -> None:
    own = json.loads((resources.fixtures_dir() / "metadata" / "own_pending.write.json").read_text())
    own["commits"] = own["commits"][:1]
    for path, content in encode_metadata({**own, "table_version": version}).items():
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    assert list_files(open_metadata(tmp_path)) == {"p=1": {"a.parquet": 10}}


def test_definitions_follow_from_the_indexes() -> None:
    names = ["files", "bloom_filters", "column_stats", "record_index", "secondary_index_s", "expr_index_e"]
    options = {"secondary_index_s": {"source_fields": ["s"]}, "record_index": {"data_partitions": ["p"]}}
    made = encode_metadata({**MINIMAL, "indexes": {name: options.get(name, {}) for name in names}})
    found = json.loads(made[".hoodie/.index_defs/index.json"])["indexDefinitions"]
    kinds = {
        name: (one["indexName"], one["indexType"], one["indexFunction"], one["sourceFields"], one["version"])
        for name, one in found.items()
    }
    assert kinds == {
        "column_stats": ("column_stats", "column_stats", "column_stats", [], "V2"),
        "record_index": ("record_index", "record_index", "", [], "V1"),
        "secondary_index_s": ("secondary_index_s", "secondary_index", "identity", ["s"], "V2"),
        "expr_index_e": ("expr_index_e", "column_stats", "column_stats", [], "V1"),
    }
    assert found["record_index"]["indexOptions"] == {"isPartitioned": "true"}


@pytest.mark.parametrize(("version", "first"), [(6, "00000000000010"), (9, "00000000000000")])
def test_a_table_without_commits_has_what_initialises_its_indexes(version: int, first: str) -> None:
    made = encode_metadata({**MINIMAL, "table_version": version})
    [log] = [path for path in made if "/files/." in path and "files-0000-0" in path]
    assert first in log
    assert not [path for path in made if path.endswith(".hfile")]
