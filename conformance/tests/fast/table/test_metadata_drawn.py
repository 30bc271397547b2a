# SPDX-License-Identifier: Apache-2.0
"""Metadata tables drawn by chance: the reader finds what the history of the data table says."""

from __future__ import annotations

from pathlib import Path

import pytest
from hudi_conformance.encode.metadata.table import encode_metadata
from hudi_conformance.model.metadata import Bound
from hudi_conformance.table.metadata import open_metadata
from hudi_conformance.table.metadata_answers import list_files, locate, statistics
from metadata_tables import COLUMNS, SECONDARY, drawn_table


def written(seed: int, folder: Path) -> Path:
    for path, data in encode_metadata(drawn_table(seed).description).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def plain(bound: Bound | None) -> str | None:
    return None if bound is None else repr(bound.value) if bound.type == "double" else str(bound.value)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(15))
def test_the_reader_finds_what_was_written(seed: int, tmp_path: Path) -> None:
    table, expected = open_metadata(written(seed, tmp_path)), drawn_table(seed).expected
    assert list_files(table) == expected.files
    rows = statistics(table, "column_stats", list(COLUMNS))
    assert {
        (row.stats.column, row.partition, row.file): (
            plain(row.stats.min),
            plain(row.stats.max),
            row.stats.num_values,
            row.stats.num_nulls,
        )
        for row in rows
    } == expected.stats
    keys = [*expected.places, "absent"]
    found = {row.key: row.location for row in locate(table, "record_index", keys)}
    assert {
        key: (place.partition, place.file_id, place.instant_ms) for key, place in found.items() if place
    } == expected.places
    if table.table_version >= 8:
        assert {row.record_key: row.key for row in locate(table, SECONDARY)} == expected.names


def test_the_drawn_tables_have_what_matters() -> None:
    drawn = [drawn_table(seed) for seed in range(15)]
    assert {table.description["table_version"] for table in drawn} == {6, 8, 9}
    assert any(commit.get("action") for table in drawn for commit in table.description["commits"])
    assert any(
        "completion_time" not in instant for table in drawn for instant in table.description["instants"]
    )
